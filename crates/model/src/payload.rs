//! What arrives on a thread, by its kind. The kind stands in a column of its own; this is the content.

use serde::{Deserialize, Serialize};

use crate::{
    ApprovalDecision, ApprovalId, ContactId, E164, EffectId, EventKind, LineId, MemberId,
    ScheduleId,
};

/// Who says what a member says.
pub const MEMBER: &str = "member";

/// Who says what a member says once more, to have another answer.
pub const MEMBER_AGAIN: &str = "member_again";

/// What an event says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Payload {
    /// A member wrote.
    UserMessage(UserMessage),
    /// A contact sent a text.
    InboundSms(InboundSms),
    /// A time that somebody set has come.
    Scheduled(Scheduled),
    /// A person decided about a tool call, or nobody did in time.
    ApprovalDecision(Decided),
    /// A person of the team wrote to the contact.
    TeamReply(TeamReply),
    /// A kind that this version takes in but has no type for.
    Other(serde_json::Value),
}

/// A member wrote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserMessage {
    /// Who.
    pub member_id: MemberId,
    /// What.
    pub text: String,
    /// What they were looking at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page_context: Option<String>,
    /// Whether they said it before and ask for another answer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
}

/// A contact sent a text. Both ends are fixed here: an answer goes to `from` and comes from `to`, and nowhere else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InboundSms {
    /// How the carrier names it.
    pub message_id: String,
    /// Who wrote.
    pub contact_id: ContactId,
    /// The line they wrote to.
    pub line_id: LineId,
    /// Their number.
    pub from: String,
    /// The line's number.
    pub to: String,
    /// What they wrote.
    pub text: String,
    /// The files that came with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub media: Vec<SmsMedia>,
}

impl InboundSms {
    /// Whether an answer could reach whoever sent it: only numbers are texted.
    pub fn can_be_answered(&self) -> bool {
        self.from.parse::<E164>().is_ok()
    }

    /// The words, and of files that they came: no agent sees what is in them.
    fn as_text(&self) -> String {
        let files = self.media.len();
        // Of texts that came in long ago the words say so already.
        if files == 0 || self.text.contains(FILES_CAME) {
            return self.text.clone();
        }
        let text = format!("{}\n[{files} {FILES_CAME}", self.text);
        text.trim_start().to_owned()
    }
}

/// How the agent is told of files.
const FILES_CAME: &str = "file(s), which cannot be shown here]";

/// A file that came with a text, and where the carrier keeps it. It is fetched from there afterwards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SmsMedia {
    /// Where the carrier keeps it.
    pub url: String,
    /// What kind of file the carrier says it is; may be nothing.
    pub content_type: String,
}

/// A time that somebody set has come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scheduled {
    /// The schedule.
    pub schedule_id: ScheduleId,
    /// What the schedule is called.
    pub name: String,
    /// What the agent is to be told.
    pub text: String,
    /// The moment it was due, as RFC 3339.
    pub occurrence: String,
    /// Runs before this one that were missed.
    #[serde(default)]
    pub missed: i64,
}

/// A person of the team wrote to the contact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamReply {
    /// Who.
    pub member_id: MemberId,
    /// The message that is on its way.
    pub effect_id: EffectId,
    /// What it says.
    pub text: String,
}

/// A person decided about a tool call, or nobody did in time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decided {
    /// The approval.
    pub approval: ApprovalId,
    /// What was decided.
    pub decision: ApprovalDecision,
    /// By whom.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<MemberId>,
}

impl Payload {
    /// Reads the content of an event.
    pub fn parse(kind: EventKind, json: &[u8]) -> Result<Self, serde_json::Error> {
        Ok(match kind {
            EventKind::UserMessage => Self::UserMessage(serde_json::from_slice(json)?),
            EventKind::InboundSms => Self::InboundSms(serde_json::from_slice(json)?),
            EventKind::Scheduled => Self::Scheduled(serde_json::from_slice(json)?),
            EventKind::ApprovalDecision => Self::ApprovalDecision(serde_json::from_slice(json)?),
            EventKind::TeamReply => Self::TeamReply(serde_json::from_slice(json)?),
            EventKind::InboundEmail | EventKind::SubagentResult => {
                Self::Other(serde_json::from_slice(json)?)
            }
        })
    }

    /// What the agent reads.
    pub fn as_text(&self) -> String {
        match self {
            Self::UserMessage(message) => message.text.clone(),
            Self::InboundSms(message) => message.as_text(),
            Self::Scheduled(scheduled) => {
                let text = scheduled.text.clone();
                match scheduled.missed {
                    0 => text,
                    missed => format!(
                        "{text}\n(This was due at {}; {missed} earlier runs were missed.)",
                        scheduled.occurrence
                    ),
                }
            }
            Self::ApprovalDecision(decided) => match decided.decision {
                ApprovalDecision::Approved => {
                    format!("A person approved #{}.", decided.approval)
                }
                ApprovalDecision::Denied => format!(
                    "A person said no to #{}. It was not done and must not be tried again as it was.",
                    decided.approval
                ),
                ApprovalDecision::Expired => format!(
                    "Nobody answered #{} in time. It was not done.",
                    decided.approval
                ),
            },
            Self::TeamReply(reply) => format!(
                "A person of your team has answered: {}\n(It was sent. Do not answer the same again.)",
                reply.text
            ),
            Self::Other(value) => text_of(value),
        }
    }

    /// What the writer was looking at; only somebody at our own pages looks at anything we know.
    pub fn page_context(&self) -> Option<&str> {
        match self {
            Self::UserMessage(message) => message.page_context.as_deref(),
            Self::InboundSms(_)
            | Self::Scheduled(_)
            | Self::ApprovalDecision(_)
            | Self::TeamReply(_)
            | Self::Other(_) => None,
        }
    }
}

/// The `text` of an object, or all of it where there is none.
fn text_of(value: &serde_json::Value) -> String {
    match value.get("text").and_then(|text| text.as_str()) {
        Some(text) => text.to_owned(),
        None => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SystemIds;

    #[test]
    fn a_text_survives_json_and_is_read_as_it_was_written() {
        let sms = InboundSms {
            message_id: "SM1".into(),
            contact_id: ContactId::generate(&SystemIds),
            line_id: LineId::generate(&SystemIds),
            from: "+14155550100".into(),
            to: "+14155550199".into(),
            text: "is it free?".into(),
            media: vec![SmsMedia {
                url: "https://media.example/1".into(),
                content_type: "image/jpeg".into(),
            }],
        };
        let json = serde_json::to_vec(&sms).unwrap();
        let payload = Payload::parse(EventKind::InboundSms, &json).unwrap();
        assert_eq!(payload, Payload::InboundSms(sms));
        let read = "is it free?\n[1 file(s), which cannot be shown here]";
        assert_eq!(payload.as_text(), read);
        assert_eq!(payload.page_context(), None);
    }

    #[test]
    fn a_member_brings_the_page_along() {
        let message = UserMessage {
            member_id: MemberId::generate(&SystemIds),
            text: "what is this?".into(),
            page_context: Some("accounts/acme".into()),
            again: false,
        };
        let json = serde_json::to_vec(&message).unwrap();
        let payload = Payload::parse(EventKind::UserMessage, &json).unwrap();
        assert_eq!(payload.page_context(), Some("accounts/acme"));
        assert_eq!(payload, Payload::UserMessage(message));
    }

    #[test]
    fn content_of_another_kind_is_refused() {
        let error = Payload::parse(EventKind::InboundSms, br#"{"text":"hello"}"#);
        assert!(error.is_err());
    }
}
