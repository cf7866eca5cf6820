//! How a turn ends, for the record and for people.

use steward_agent::Outcome;
use steward_model::{NoticeKind, ThreadId};
use steward_store::{Claim, NewNotice, TurnEnd};

/// The end of a turn, and what a person must know of it. `unsaid` is what the model wrote to a contact who has not got it.
pub(super) fn of(
    claim: &Claim,
    outcome: &Outcome,
    unsaid: Option<String>,
) -> Result<(TurnEnd, Option<NewNotice>), serde_json::Error> {
    let (word, failed) = match outcome {
        Outcome::Completed => ("completed", false),
        Outcome::AwaitsApproval { .. } => ("awaits_approval", false),
        Outcome::Escalated { .. } => ("escalated", false),
        Outcome::OutOfSteps => ("out_of_steps", false),
        Outcome::Cancelled => ("cancelled", false),
        Outcome::Failed { .. } => ("failed", true),
    };
    let kind = if failed {
        NoticeKind::Failed
    } else {
        NoticeKind::Escalated
    };
    let unsaid = unsaid
        .filter(|_| *outcome == Outcome::Completed)
        .map(|text| {
            format!(
                "The agent wrote an answer and did not send it. The contact has none.\n\n{text}"
            )
        });
    let trouble = outcome.trouble().or(unsaid).map(|text| NewNotice {
        kind,
        text,
        dedupe_key: format!("turn:{}", claim.turn_id),
    });
    let end = end(claim, word, failed, serde_json::to_vec(outcome)?);
    Ok((end, trouble))
}

/// The end of a turn that killed every worker that took it.
pub(super) fn given_up(claim: &Claim) -> (TurnEnd, NewNotice) {
    let text =
        "A turn was interrupted again and again and was given up. What was asked is not answered.";
    let notice = NewNotice {
        kind: NoticeKind::Failed,
        text: text.to_owned(),
        dedupe_key: format!("turn:{}", claim.turn_id),
    };
    let detail = br#"{"outcome":"given_up"}"#.to_vec();
    (end(claim, "given_up", true, detail), notice)
}

/// The end of a turn whose decisions could not be written down. `unsent` is what it wanted to send.
pub(super) fn refused(
    claim: &Claim,
    reason: &str,
    unsent: &[String],
) -> Result<(TurnEnd, NewNotice), serde_json::Error> {
    let mut text = format!(
        "What the agent decided could not be done, and nothing of it was: {reason}. It may have been removed while the \
         agent was at work."
    );
    for message in unsent {
        text.push_str("\n\nNot sent: ");
        text.push_str(message);
    }
    let notice = NewNotice {
        kind: NoticeKind::Failed,
        text,
        dedupe_key: format!("turn:{}", claim.turn_id),
    };
    let detail = serde_json::json!({ "outcome": "refused", "reason": reason });
    let detail = serde_json::to_vec(&detail)?;
    Ok((end(claim, "refused", true, detail), notice))
}

/// A thread that cannot be read.
pub(super) fn unreadable(thread: ThreadId) -> NewNotice {
    NewNotice {
        kind: NoticeKind::Held,
        text: format!(
            "The conversation {thread} is on hold: what is stored of it was deleted or damaged."
        ),
        dedupe_key: format!("unreadable:{thread}"),
    }
}

fn end(claim: &Claim, outcome: &'static str, failed: bool, detail: Vec<u8>) -> TurnEnd {
    TurnEnd {
        failed,
        outcome,
        detail,
        on_hold: NewNotice {
            kind: NoticeKind::Held,
            text: "Turn after turn failed on this conversation. It is on hold until a person lets it go on."
                .to_owned(),
            dedupe_key: format!("held:{}", claim.turn_id),
        },
    }
}
