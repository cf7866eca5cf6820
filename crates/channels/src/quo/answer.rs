//! What an answer of Quo's says about the message it answers.

use serde::Deserialize;

use crate::SendResult;
use crate::http::{Answer, Refusal, judge_answer};

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
    judge_answer(answer, name, refusal)
}

fn name(body: &[u8]) -> Option<String> {
    let created: Created = serde_json::from_slice(body).ok()?;
    is_name(&created.data.id).then_some(created.data.id)
}

fn refusal(body: &[u8]) -> Option<Refusal> {
    let failure: Failure = serde_json::from_slice(body).ok()?;
    Some(Refusal {
        // Quo has no word for it: who asked for silence is known by us alone.
        opted_out: false,
        reason: in_words(&failure.code),
    })
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
