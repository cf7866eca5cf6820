//! Turns: what was asked, what came of it, what it cost.

pub(crate) mod debug;
mod scratchpad;

use serde::{Deserialize, Serialize};
use steward_model::TurnId;
use steward_runtime::ReplayError;
use steward_store::{TurnFilter, TurnRecord};
use utoipa::{IntoParams, ToSchema};

use super::page::{self, List};
use super::text;
use super::words::TurnStateWord;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::openapi::Failures;

pub(crate) use self::scratchpad::TurnDetail;

/// A turn: from what arrived to what was answered.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Turn)]
pub(crate) struct TurnView {
    #[schema(format = "uuid")]
    id: String,
    #[schema(format = "uuid")]
    thread_id: String,
    #[schema(format = "uuid")]
    agent_id: String,
    /// Its number on the thread.
    no: i64,
    state: TurnStateWord,
    /// How it ended, in one word.
    outcome: Option<String>,
    model: String,
    /// How many workers have had it; more than one means that it was interrupted.
    workers: i64,
    /// Model calls.
    steps: i64,
    input_tokens: i64,
    output_tokens: i64,
    /// In millionths of a dollar.
    cost_micros: i64,
    #[schema(format = DateTime)]
    started_at: String,
    #[schema(format = DateTime)]
    ended_at: Option<String>,
}

/// What running a turn again from its record found.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Replay {
    /// Whether everything was as it had been.
    faithful: bool,
    /// Questions to the model that were put together again.
    questions: usize,
    /// Steps whose question came out otherwise.
    different: Vec<i64>,
    /// Steps that were not asked for this time.
    unasked: Vec<i64>,
    same_end: bool,
    /// Whether something that the turn went by was forgotten since: it cannot come out as it did.
    redacted: bool,
}

/// Which turns.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct TurnQuery {
    /// On this thread.
    #[param(format = "uuid")]
    thread: Option<String>,
    /// Of this agent.
    #[param(format = "uuid")]
    agent: Option<String>,
    /// In this state.
    #[param(inline)]
    state: Option<TurnStateWord>,
    /// At most this many, 1 to 200.
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: Option<u32>,
    /// The `next_cursor` of the page before.
    #[param(max_length = 64)]
    cursor: Option<String>,
}

/// List the turns, the newest first
///
/// What is a member's own is shown to them and to admins.
#[utoipa::path(
    get, path = "/api/turns", tag = "turns", security(("bearer" = []), ("session" = [])),
    params(TurnQuery), responses((status = 200, body = List<TurnView>), Failures)
)]
pub(crate) async fn list_turns(
    caller: Caller,
    Query(query): Query<TurnQuery>,
) -> Result<Json<List<TurnView>>, ApiError> {
    let page = page::asked(query.limit, query.cursor)?;
    let thread = query.thread.as_deref();
    let agent = query.agent.as_deref();
    let filter = TurnFilter {
        thread: thread.map(|id| text::id("thread", id)).transpose()?,
        agent: agent.map(|id| text::id("agent", id)).transpose()?,
        state: query.state.map(Into::into),
    };
    let turns = caller.org().turns(&page, &filter).await?;
    Ok(Json(List::cut(
        turns,
        &page,
        |turn| turn.id.to_string(),
        TurnView::from,
    )))
}

/// One turn and everything that happened in it
#[utoipa::path(
    get, path = "/api/turns/{turn_id}", tag = "turns", security(("bearer" = []), ("session" = [])),
    params(("turn_id" = String, Path, format = "uuid")),
    responses((status = 200, body = TurnDetail), Failures)
)]
pub(crate) async fn get_turn(
    caller: Caller,
    Path(id): Path<TurnId>,
) -> Result<Json<TurnDetail>, ApiError> {
    let turn = find(&caller, id).await?;
    Ok(Json(scratchpad::read(&caller, turn).await?))
}

/// Run a turn again from its record, and compare
///
/// Nobody is asked and nothing is written.
#[utoipa::path(
    post, path = "/api/turns/{turn_id}/replay", tag = "turns", security(("bearer" = []), ("session" = [])),
    params(("turn_id" = String, Path, format = "uuid")),
    responses((status = 200, body = Replay), Failures)
)]
pub(crate) async fn replay_turn(
    caller: Caller,
    Path(id): Path<TurnId>,
) -> Result<Json<Replay>, ApiError> {
    find(&caller, id).await?;
    let replayed = steward_runtime::replay(&caller.app().store, id)
        .await
        .map_err(|error| match error {
            ReplayError::Unknown(_) => ApiError::not_found(),
            ReplayError::Store(error) => error.into(),
            ReplayError::Unreadable(error) => ApiError::internal(error),
        })?;
    Ok(Json(Replay {
        faithful: replayed.is_faithful(),
        questions: replayed.questions,
        different: replayed.different,
        unasked: replayed.unasked,
        same_end: replayed.same_end,
        redacted: replayed.redacted,
    }))
}

async fn find(caller: &Caller, id: TurnId) -> Result<TurnRecord, ApiError> {
    let turn = caller.org().turn(id).await?;
    turn.ok_or_else(ApiError::not_found)
}

impl From<TurnRecord> for TurnView {
    fn from(turn: TurnRecord) -> Self {
        Self {
            id: turn.id.to_string(),
            thread_id: turn.thread_id.to_string(),
            agent_id: turn.agent_id.to_string(),
            no: turn.no,
            state: turn.state.into(),
            outcome: turn.outcome,
            model: turn.model,
            workers: turn.workers,
            steps: turn.steps,
            input_tokens: turn.input_tokens,
            output_tokens: turn.output_tokens,
            cost_micros: turn.cost_micros,
            started_at: turn.started_at.to_string(),
            ended_at: turn.ended_at.map(|at| at.to_string()),
        }
    }
}
