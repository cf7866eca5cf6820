//! What an answer of Twilio's says about the message it answers.

use serde::Deserialize;

use crate::SendResult;
use crate::http::Answer;

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
    let status = Some(answer.status);
    let unknown = |reason: &str| SendResult::Unknown {
        reason: reason.to_owned(),
        status,
    };
    let body = answer.body.as_deref().unwrap_or_default();
    match answer.status {
        200..=299 => match serde_json::from_slice::<Created>(body) {
            Ok(created) if is_sid(&created.sid) => SendResult::Sent {
                provider_ref: created.sid,
            },
            _ => unknown("the carrier's answer cannot be read"),
        },
        429 => SendResult::NotSent {
            retry_after: answer.retry_after,
            reason: "the carrier asks to slow down".to_owned(),
            status,
        },
        // A refusal counts only in Twilio's own words: a proxy on the way may say 4xx after it passed the message on.
        400..=499 => match serde_json::from_slice::<Failure>(body) {
            Ok(failure) => SendResult::Refused {
                opted_out: failure.code == OPTED_OUT,
                reason: in_words(failure.code),
                status,
            },
            Err(_) => unknown("the carrier refused without saying why"),
        },
        500..=599 => unknown("an error at the carrier"),
        _ => unknown("the carrier answered with something else"),
    }
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
