//! What an answer of Twilio's says about the message it answers.

use serde::Deserialize;

use crate::SendResult;
use crate::http::{Answer, Refusal, judge_answer};

/// The person asked for silence, and Twilio keeps to it.
pub(super) const OPTED_OUT: u32 = 21610;

#[derive(Deserialize)]
struct Created {
    sid: String,
}

#[derive(Deserialize)]
struct Failure {
    code: u32,
}

/// What came of a send that was answered.
pub(super) fn judge(answer: &Answer) -> SendResult {
    judge_answer(answer, name, refusal)
}

fn name(body: &[u8]) -> Option<String> {
    let created: Created = serde_json::from_slice(body).ok()?;
    is_sid(&created.sid).then_some(created.sid)
}

fn refusal(body: &[u8]) -> Option<Refusal> {
    let failure: Failure = serde_json::from_slice(body).ok()?;
    Some(Refusal {
        opted_out: failure.code == OPTED_OUT,
        reason: in_words(failure.code),
    })
}

/// Whether this can be the name of a message: it becomes a key of ours.
pub(super) fn is_sid(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// An error code for people. Twilio's own words would name the number, and these are kept in the clear.
pub(super) fn in_words(code: u32) -> String {
    let words = match code {
        20003 => "the carrier does not accept our credentials",
        20404 => "the carrier does not know the account",
        21211 => "the number to send to is not valid",
        21212 => "the number to send from is not valid",
        21408 => "our account at the carrier may not send to this country",
        21602 => "the message has no text",
        21603 => "the number to send from is missing",
        21606 => "the number to send from is not ours, or cannot send texts",
        OPTED_OUT => "the person has opted out",
        21614 | 30006 => "the number to send to cannot receive texts",
        21617 => "the message is longer than 1,600 characters",
        30003 => "the phone could not be reached",
        30005 => "the number to send to does not exist",
        30007 => "the message was filtered out on its way",
        30034 => "the number to send from is not registered with the networks",
        _ => "the carrier refused the message",
    };
    format!("{words} ({code})")
}
