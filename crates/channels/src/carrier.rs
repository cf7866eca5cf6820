//! The contract between the outbox and whoever carries its messages.

use std::fmt;
use std::time::Duration;

use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use steward_model::{EffectClass, EffectId, Timestamp};

use crate::InboundText;

/// Something that brings messages to people.
///
/// Its role: the one way a message leaves, and where to ask for what came in. Implemented once per provider. A call makes one attempt, follows no redirect and repeats
/// nothing: an attempt that may have worked must be known as such before anybody thinks of a second.
pub trait Carrier: Send + Sync {
    /// What it can do about an answer that was lost.
    fn class(&self) -> EffectClass;

    /// Sends a message, once.
    fn send<'a>(&'a self, outbound: &'a Outbound) -> BoxFuture<'a, SendResult>;

    /// Asks whether it has this message, handed over at `since` or later.
    ///
    /// What is found is the newest message with the same ends and the same text. The same words may have been sent before, so a
    /// reference that another effect holds already is no hit: the caller compares.
    fn look_up<'a>(
        &'a self,
        outbound: &'a Outbound,
        since: Timestamp,
    ) -> BoxFuture<'a, LookupResult>;

    /// What was texted to `line`, one of our numbers, since: texts whose webhook was lost are among them. Nothing from a carrier that
    /// loses none.
    ///
    /// # Errors
    /// Why it could not be asked. It may be another time.
    fn received<'a>(
        &'a self,
        line: &'a str,
        since: Timestamp,
    ) -> BoxFuture<'a, Result<Vec<InboundText>, String>>;

    /// A file that came with a text, from where the carrier said it is. One that brings none has none.
    fn file<'a>(&'a self, _url: &'a str) -> BoxFuture<'a, FileResult> {
        Box::pin(std::future::ready(FileResult::Gone {
            reason: "the carrier keeps no files".to_owned(),
        }))
    }
}

/// A text for somebody outside, as the outbox seals it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Message {
    /// Who gets it.
    pub to: String,
    /// Which of our addresses it comes from.
    pub from: String,
    /// What it says.
    pub text: String,
}

impl Message {
    /// The message as a carrier takes it: with the effect it belongs to.
    pub fn for_effect(self, effect_id: EffectId) -> Outbound {
        let Self { to, from, text } = self;
        Outbound {
            effect_id,
            to,
            from,
            text,
        }
    }
}

/// A message on its way out.
#[derive(Clone, PartialEq, Eq)]
pub struct Outbound {
    /// The effect it carries out; comes back with the carrier's reports.
    pub effect_id: EffectId,
    /// Who gets it.
    pub to: String,
    /// Which of our addresses it comes from.
    pub from: String,
    /// What it says.
    pub text: String,
}

/// What came of a send. Reasons are for people and name no address and no content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SendResult {
    /// The carrier has it.
    Sent {
        /// What the carrier calls it.
        provider_ref: String,
    },
    /// It provably did not leave, and may another time.
    NotSent {
        /// How long the carrier asks to be left alone.
        retry_after: Option<Duration>,
        /// Why.
        reason: String,
        /// What HTTP said, if it came to that.
        status: Option<u16>,
    },
    /// The carrier will not have it, now or later.
    Refused {
        /// The person asked for silence: nothing more may go to them.
        opted_out: bool,
        /// Why.
        reason: String,
        /// What HTTP said, if it came to that.
        status: Option<u16>,
    },
    /// It may have been sent, and may not.
    Unknown {
        /// Why that cannot be told.
        reason: String,
        /// What HTTP said, if it came to that.
        status: Option<u16>,
    },
}

/// What the carrier says about a message it was asked about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LookupResult {
    /// It has one like it.
    Found {
        /// What the carrier calls it.
        provider_ref: String,
    },
    /// It has none.
    Missing,
    /// It could not be asked, or its answer settles nothing.
    Failed {
        /// Why.
        reason: String,
    },
}

/// What came of asking for a file. Reasons name no address and no content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileResult {
    /// Here it is.
    Fetched {
        /// What is in it.
        content: Vec<u8>,
    },
    /// It cannot be had, now or later.
    Gone {
        /// Why.
        reason: String,
    },
    /// It may be had another time.
    NotNow {
        /// Why.
        reason: String,
    },
}

/// Shows that there is a message but not whose and what: neither may reach a log by way of a `{:?}`.
impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Message(***)")
    }
}

impl fmt::Debug for Outbound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Outbound({}, ***)", self.effect_id)
    }
}

#[cfg(test)]
mod tests {
    use steward_model::SequentialIds;

    use super::*;

    #[test]
    fn a_message_is_sealed_as_to_from_and_text_and_nothing_else() {
        let message = Message {
            to: "+14155550100".to_owned(),
            from: "+14155550101".to_owned(),
            text: "héllo".to_owned(),
        };
        let json = r#"{"to":"+14155550100","from":"+14155550101","text":"héllo"}"#;
        assert_eq!(serde_json::to_string(&message).unwrap(), json);
        assert_eq!(serde_json::from_str::<Message>(json).unwrap(), message);
        let more = json.replace('}', r#","cc":"x"}"#);
        assert!(serde_json::from_str::<Message>(&more).is_err());
    }

    #[test]
    fn a_message_does_not_show_itself() {
        let message = Message {
            to: "+14155550100".to_owned(),
            from: "+14155550101".to_owned(),
            text: "secret".to_owned(),
        };
        assert_eq!(format!("{message:?}"), "Message(***)");
        let outbound = message.for_effect(EffectId::generate(&SequentialIds::default()));
        assert_eq!(
            format!("{outbound:?}"),
            "Outbound(01900000-0000-7000-8000-000000000001, ***)"
        );
    }
}
