//! What an answer of Quo's says about the message it answers.

use serde::Deserialize;

use crate::SendResult;
use crate::http::Answer;

#[derive(Deserialize)]
struct Created {
    data: Named,
}

#[derive(Deserialize)]
struct Named {
    id: String,
}

#[derive(Deserialize)]
struct Failure {
    code: String,
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
            Ok(created) if is_name(&created.data.id) => SendResult::Sent {
                provider_ref: created.data.id,
            },
            _ => unknown("the carrier's answer cannot be read"),
        },
        429 => SendResult::NotSent {
            retry_after: answer.retry_after,
            reason: "the carrier asks to slow down".to_owned(),
            status,
        },
        // A refusal counts only in Quo's own words: a proxy on the way may say 4xx after it passed the message on.
        400..=499 => match serde_json::from_slice::<Failure>(body) {
            Ok(failure) => SendResult::Refused {
                // Quo has no word for it: who asked for silence is known by us alone.
                opted_out: false,
                reason: in_words(&failure.code),
                status,
            },
            Err(_) => unknown("the carrier refused without saying why"),
        },
        500..=599 => unknown("an error at the carrier"),
        _ => unknown("the carrier answered with something else"),
    }
}

/// Whether this can be the name of a message: it becomes a key of ours.
pub(super) fn is_name(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (1..=64).contains(&text.len()) && text.bytes().all(plain)
}

/// An error code for people. Quo's own words may name the number, and these are kept in the clear.
fn in_words(code: &str) -> String {
    let words = match code {
        "0206400" => "our account at the carrier is not registered with the networks yet",
        "0200401" => "the carrier does not accept our credentials",
        "0200402" => "our account at the carrier has no credit left",
        "0202403" => "the number to send from is not one that our key may use",
        "0200404" => "the carrier does not know the number to send from",
        _ => "the carrier refused the message",
    };
    // A code has seven digits; anything else may be anything.
    if code.len() <= 10 && code.bytes().all(|byte| byte.is_ascii_digit()) {
        format!("{words} ({code})")
    } else {
        words.to_owned()
    }
}
