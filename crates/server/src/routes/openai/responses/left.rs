//! Responses whose writer is gone, as one that was killed is. An agent's turn is finished by whoever comes after it, and what it
//! says is given to its response when that is asked for; what a model was about to say is lost.

use std::time::Duration;

use serde_json::Value;
use steward_model::{ThreadId, TurnState};
use steward_store::{Addition, StoredResponse};

use super::Kept;
use super::job::{conversation_items, seconds};
use crate::auth::Caller;
use crate::error::ApiError;
use crate::routes::openai::answer::{Answer, said_in};
use crate::routes::openai::events::Telling;

/// How often a writer says that it is at work.
pub(super) const BEAT: Duration = Duration::from_secs(5);
/// A writer that was silent for so long is gone.
const GONE: Duration = Duration::from_secs(30);
/// The same where an agent answers: its turn tells whether it is over.
const GONE_FROM_TURN: Duration = Duration::from_secs(10);
/// The same where writers said nothing, as they did in earlier versions.
const LONGEST: Duration = Duration::from_secs(60 * 60);

/// What became of an agent's answer.
enum Left {
    /// It is still being written, by whoever runs the turn.
    Running,
    Ended(Result<Answer, ApiError>),
}

/// A response that has not ended as far as anybody has said: as it is, or as its writer would have ended it.
pub(super) async fn take_over(
    caller: &Caller,
    stored: StoredResponse,
    kept: Kept,
) -> Result<(StoredResponse, Kept), ApiError> {
    let now = caller.app().now();
    let gone_at = match (kept.written_at, stored.thread_id) {
        (Some(written_at), Some(_)) => written_at.plus(GONE_FROM_TURN),
        (Some(written_at), None) => written_at.plus(GONE),
        (None, _) => stored.created_at.plus(LONGEST),
    };
    if now <= gone_at {
        return Ok((stored, kept));
    }
    let ended = match stored.thread_id {
        Some(thread) => match left_by_agent(caller, thread, &kept).await? {
            Left::Running => return Ok((stored, kept)),
            Left::Ended(ended) => ended,
        },
        None => Err(stopped()),
    };
    end(caller, stored, kept, ended).await
}

async fn left_by_agent(caller: &Caller, thread: ThreadId, kept: &Kept) -> Result<Left, ApiError> {
    let org = caller.org();
    let (Some(event), Some(_)) = (kept.event, org.thread(thread).await?) else {
        return Ok(Left::Ended(Err(stopped())));
    };
    let Some(turn) = org.turn_of_event(event).await? else {
        return Ok(Left::Running);
    };
    let open = org.turn(turn).await?;
    if open.is_some_and(|turn| turn.state == TurnState::Open) {
        return Ok(Left::Running);
    }
    Ok(Left::Ended(said_in(caller, thread, turn).await))
}

/// Ends it, unless somebody was faster.
async fn end(
    caller: &Caller,
    mut stored: StoredResponse,
    mut kept: Kept,
    ended: Result<Answer, ApiError>,
) -> Result<(StoredResponse, Kept), ApiError> {
    let mut telling = Telling::new(kept.response);
    match &ended {
        Ok(answer) => drop(telling.finish(answer, seconds(caller))),
        Err(error) => telling.fail(error),
    }
    kept.response = telling.object().clone();
    kept.ended_by_another = true;
    let conversation = kept.response["conversation"]["id"].as_str();
    let addition = conversation.filter(|_| ended.is_ok()).map(|id| Addition {
        conversation: id.to_owned(),
        items: conversation_items(&said(&kept)),
    });
    let org = caller.org();
    let body = kept.bytes()?;
    // An agent's thread remembers by itself.
    let first = org.finish_response(caller.member_id, &stored.id, &body, addition, Vec::new());
    if first.await? {
        stored.running = false;
        return Ok((stored, kept));
    }
    let stored = org.response(caller.member_id, &stored.id).await?;
    let stored = stored.ok_or_else(ApiError::not_found)?;
    let kept = Kept::read(&stored)?;
    Ok((stored, kept))
}

fn said(kept: &Kept) -> Vec<Value> {
    let output = kept.response["output"].as_array().into_iter().flatten();
    kept.input.iter().chain(output).cloned().collect()
}

fn stopped() -> ApiError {
    ApiError::unavailable("The server stopped while this was being answered.")
}
