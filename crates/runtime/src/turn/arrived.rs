//! What arrived on a thread, as the machine and the gate need it.

use steward_agent::{Input, ReplyContext};
use steward_model::{
    ApprovalDecision, ApprovalId, InboundSms, Integrity, MEMBER, MEMBER_AGAIN, Payload,
};
use steward_store::ThreadEvent;
use steward_tools::Reply;

/// What a turn is to answer.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Arrived {
    /// As the model reads it, oldest first.
    pub(crate) inputs: Vec<Input>,
    /// Whom the turn may answer: the newest message decides.
    pub(crate) reply: Option<Reply>,
    /// Whether a schedule is among it.
    pub(crate) scheduled: bool,
    /// The least trust among it.
    pub(crate) origin: Integrity,
    /// Calls that a person agreed to, each with the place of its decision among the inputs.
    pub(crate) approved: Vec<(usize, ApprovalId)>,
}

impl Arrived {
    /// Reads events. One that nobody can read is still answered: the model sees what there is, marked as a stranger's.
    pub(crate) fn read(events: &[ThreadEvent]) -> Self {
        let mut arrived = Self {
            inputs: Vec::with_capacity(events.len()),
            reply: None,
            scheduled: false,
            origin: Integrity::System,
            approved: Vec::new(),
        };
        for event in events {
            let payload = Payload::parse(event.kind, &event.payload);
            let (from, text, integrity) = match &payload {
                Ok(payload) => (from(payload), payload.as_text(), event.integrity),
                Err(error) => {
                    tracing::warn!(event = %event.id, %error, "an event cannot be read");
                    let raw = String::from_utf8_lossy(&event.payload).into_owned();
                    ("unknown", raw, Integrity::Untrusted)
                }
            };
            arrived.origin = arrived.origin.mixed_with(integrity);
            arrived.inputs.push(Input {
                event: event.id.to_string(),
                from: from.to_owned(),
                text,
                integrity,
            });
            // What nobody was asked about is read, and not answered.
            arrived.note(payload.ok().filter(|_| event.skipped.is_none()));
        }
        arrived
    }

    /// Adds to what the model reads of one input; the whole is trusted no more than what is added.
    pub(crate) fn add(&mut self, place: usize, text: &str, integrity: Integrity) {
        if let Some(input) = self.inputs.get_mut(place) {
            input.text = format!("{} {text}", input.text);
            input.integrity = input.integrity.mixed_with(integrity);
        }
    }

    fn note(&mut self, payload: Option<Payload>) {
        match payload {
            Some(Payload::InboundSms(sms)) => self.reply = Some(reply(sms)),
            Some(Payload::Scheduled(_)) => self.scheduled = true,
            Some(Payload::ApprovalDecision(decided))
                if decided.decision == ApprovalDecision::Approved =>
            {
                self.approved
                    .push((self.inputs.len() - 1, decided.approval));
            }
            _ => {}
        }
    }
}

/// The right to answer a text.
pub(crate) fn reply(sms: InboundSms) -> Reply {
    Reply {
        context: ReplyContext {
            contact: sms.contact_id,
            message: sms.message_id,
            line: sms.line_id,
        },
        to: sms.from,
        from: sms.to,
        channel: "sms".to_owned(),
    }
}

fn from(payload: &Payload) -> &'static str {
    match payload {
        Payload::UserMessage(said) if said.again => MEMBER_AGAIN,
        Payload::UserMessage(_) => MEMBER,
        Payload::InboundSms(_) => "contact",
        Payload::Scheduled(_) => "schedule",
        Payload::ApprovalDecision(_) => "approval",
        Payload::TeamReply(_) => "team",
        Payload::Other(_) => "unknown",
    }
}
