//! What the tools that send have in common.

use std::time::Duration;

use steward_agent::{Decision, Rule, Verdict};
use steward_channels::Message;
use steward_model::{ApprovalId, ContactId, EffectClass, EffectVerdict, LineId};
use steward_store::NewEffect;

use crate::{Reply, ToolContext};

/// The most that a carrier takes as one text.
const TEXT_CHARS: usize = 1_600;

/// A text that could not leave for this long is no answer any more.
const LIFE: Duration = Duration::from_secs(60 * 60);

/// The channel of texts.
pub(crate) const SMS: &str = "sms";

/// A text that a tool sends, with both its ends. A tool has two ways to one: the right to answer, which came in with a text, or what a
/// person agreed to.
///
/// ```
/// use steward_tools::{Outgoing, Reply};
///
/// fn answer(reply: &Reply) -> Outgoing {
///     Outgoing::answer(reply, "Yes, at five.".to_owned())
/// }
/// ```
///
/// Without the right to answer there is nothing to build one of: not if nobody wrote,
///
/// ```compile_fail
/// use steward_tools::{Outgoing, Reply};
///
/// fn answer(reply: &Option<Reply>) -> Outgoing {
///     Outgoing::answer(reply, "Yes, at five.".to_owned())
/// }
/// ```
///
/// not from a number,
///
/// ```compile_fail
/// use steward_tools::{Outgoing, Reply};
///
/// fn answer(number: &str) -> Outgoing {
///     Outgoing::answer(number, "Yes, at five.".to_owned())
/// }
/// ```
///
/// and not from its parts; nor is there a [`Reply`] without the [`steward_agent::ReplyContext`] that makes it one:
///
/// ```
/// use steward_agent::ReplyContext;
/// use steward_tools::Reply;
///
/// fn reply(context: ReplyContext, to: String, from: String) -> Reply {
///     Reply { context, to, from, channel: "sms".to_owned() }
/// }
/// ```
///
/// ```compile_fail
/// use steward_agent::ReplyContext;
/// use steward_tools::Reply;
///
/// fn reply(to: String, from: String) -> Reply {
///     Reply { to, from, channel: "sms".to_owned() }
/// }
/// ```
///
/// ```compile_fail
/// use steward_model::{ContactId, LineId};
/// use steward_tools::Outgoing;
///
/// fn answer(contact: ContactId, line: LineId) -> Outgoing {
///     let message = steward_channels::Message { to: String::new(), from: String::new(), text: String::new() };
///     Outgoing { contact, line, channel: "sms".to_owned(), message }
/// }
/// ```
#[derive(Debug)]
pub struct Outgoing {
    contact: ContactId,
    line: LineId,
    channel: String,
    message: Message,
}

impl Outgoing {
    /// An answer to a text: to who wrote it, from the line they wrote to.
    pub fn answer(reply: &Reply, text: String) -> Self {
        Self {
            contact: reply.context.contact,
            line: reply.context.line,
            channel: reply.channel.clone(),
            message: Message {
                to: reply.to.clone(),
                from: reply.from.clone(),
                text,
            },
        }
    }

    /// A text to a contact that a person agreed to, from a line that they saw.
    pub(crate) fn agreed(
        _by: ApprovalId,
        contact: ContactId,
        line: LineId,
        message: Message,
    ) -> Self {
        Self {
            contact,
            line,
            channel: SMS.to_owned(),
            message,
        }
    }

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
