//! What the tools that send have in common.

use std::time::Duration;

use steward_agent::{Decision, Rule, Verdict};
use steward_channels::Message;
use steward_model::{ContactId, EffectClass, EffectVerdict, LineId};
use steward_store::NewEffect;

use crate::ToolContext;

/// The most that a carrier takes as one text.
const TEXT_CHARS: usize = 1_600;

/// A text that could not leave for this long is no answer any more.
const LIFE: Duration = Duration::from_secs(60 * 60);

/// The channel of texts.
pub(crate) const SMS: &str = "sms";

/// A text with both its ends.
pub(crate) struct Outgoing {
    pub(crate) contact: ContactId,
    pub(crate) line: LineId,
    pub(crate) channel: String,
    pub(crate) message: Message,
}

impl Outgoing {
    /// What the outbox is to send, if somebody allowed it.
    pub(crate) fn effect(self, context: &ToolContext) -> Result<NewEffect, String> {
        let (verdict, rule) = clearance(context)?;
        let payload = serde_json::to_vec(&self.message)
            .map_err(|error| format!("The text could not be written down: {error}."))?;
        Ok(NewEffect {
            idem_key: context.idem_key.clone(),
            contact_id: self.contact,
            line_id: self.line,
            class: EffectClass::Asked,
            channel: self.channel,
            payload,
            integrity: context.label,
            verdict,
            // Rows and documents call a rule by the name it has here.
            rule: format!("{rule:?}"),
            approval_id: context.approval,
            not_before: None,
            expires_at: context.now.plus(LIFE),
        })
    }
}

/// Refuses what no carrier would take, before anybody is asked to agree to it.
///
/// # Errors
/// What is wrong with the text, in words for whoever wrote it.
pub fn check_text(text: &str) -> Result<(), String> {
    if text.trim().is_empty() {
        return Err("The text is empty. Write what it should say.".to_owned());
    }
    match text.chars().count() {
        0..=TEXT_CHARS => Ok(()),
        length => Err(format!(
            "The text has {length} characters; at most {TEXT_CHARS} can be sent. Write it shorter."
        )),
    }
}

/// Why the text may leave. The runtime asks the gate before it calls a tool; a call that comes without an answer must not
/// become a message all the same.
fn clearance(context: &ToolContext) -> Result<(EffectVerdict, Rule), String> {
    let refused = || Err("Nothing was sent: this was not allowed.".to_owned());
    let Some(Decision { verdict, rule, .. }) = context.decision else {
        return refused();
    };
    match (verdict, context.approval) {
        (Verdict::Allow | Verdict::Approve(_), Some(_)) => Ok((EffectVerdict::Approved, rule)),
        (Verdict::Allow, None) => Ok((EffectVerdict::Allow, rule)),
        (Verdict::Approve(_), None) | (Verdict::Deny, _) => refused(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_1600_characters_is_the_longest() {
        assert!(check_text(&"é".repeat(1_600)).is_ok());
        insta::assert_snapshot!(
            check_text(&"é".repeat(1_601)).unwrap_err(),
            @"The text has 1601 characters; at most 1600 can be sent. Write it shorter."
        );
        insta::assert_snapshot!(
            check_text(" \n").unwrap_err(),
            @"The text is empty. Write what it should say."
        );
    }
}
