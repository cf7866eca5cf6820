//! A turn that somebody starts to see what happens.

use std::sync::Arc;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::{Stream, stream};
use http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue};
use serde::Deserialize;
use serde_json::Value;
use steward_llm::{Reply, Scripted};
use steward_model::{
    AgentId, ContactId, EventKind, InboundSms, Integrity, LineId, MemberId, Scope, SystemIds,
    TurnId, UserMessage,
};
use steward_runtime::{REHEARSAL, REHEARSED_TEXT, SCRIPTED};
use steward_store::{Accepted, NewEvent, StoreError};
use tokio::time::timeout;
use utoipa::ToSchema;

use super::{TurnDetail, scratchpad};
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::Json;
use crate::openapi::Failures;
use crate::routes::openai::models::may_use;
use crate::routes::text;
use crate::watch::{Shown, Until, Watch};

const LONGEST_TEXT: usize = 20_000;
const MOST_ANSWERS: usize = 20;
const LONGEST_ANSWER: usize = 100_000;

const NO_AGENT: &str = "There is no such agent.";
const ONLY_REHEARSED: &str = "A text of a contact can only be rehearsed. Set `rehearse` to true.";

/// What an agent is told.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DebugTurn {
    #[schema(format = "uuid")]
    agent_id: String,
    /// What the agent is told, as if the caller had written it.
    #[schema(min_length = 1, max_length = 20000)]
    text: String,
    /// What a model would answer, in order: this turn then needs no model. For admins.
    #[schema(max_items = 20)]
    script: Option<Vec<String>>,
    /// Nothing is sent, written down or remembered: only tools that change nothing are called.
    #[serde(default)]
    rehearse: bool,
    /// Whom the agent takes it to be from. A text of a contact is rehearsed only: the contact is made up.
    #[serde(default)]
    from: Speaker,
}

/// Who is taken to have said something.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Speaker {
    /// The caller.
    #[default]
    Member,
    /// Somebody who texts one of the agent's lines.
    Contact,
}

/// One event of a stream, as the rules of server-sent events spell it.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the lines that are written")]
pub(crate) struct StreamedEvent {
    /// An object with `turn`, `depth` and `type`, and what else belongs to that type.
    #[schema(content_media_type = "application/json")]
    data: String,
}

/// Run a turn and watch it
///
/// The turn runs on a thread of its own, which belongs to the caller. Its events are streamed as they happen, each as
/// `data: {"type": …}`, up to `complete`. With `Accept: application/json` the answer is the turn once it is over.
#[utoipa::path(
    post, path = "/api/turns/debug", tag = "turns", security(("bearer" = []), ("session" = [])),
    request_body = DebugTurn,
    responses(
        (status = 200, content((TurnDetail = "application/json"), (StreamedEvent = "text/event-stream"))),
        Failures
    )
)]
pub(crate) async fn debug_turn(
    caller: Caller,
    headers: HeaderMap,
    Json(body): Json<DebugTurn>,
) -> Result<Response, ApiError> {
    let watch = start(&caller, body).await?;
    if wants_json(&headers) {
        let limit = caller.app().settings.request_timeout;
        let turn = timeout(limit, end(watch))
            .await
            .map_err(|_| ApiError::timeout())??;
        let turn = caller.org().turn(turn).await?;
        let turn = turn.ok_or_else(ApiError::not_found)?;
        return Ok(Json(scratchpad::read(&caller, turn).await?).into_response());
    }
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/event-stream")),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((headers, Body::from_stream(lines(watch))).into_response())
}

async fn start(caller: &Caller, body: DebugTurn) -> Result<Watch, ApiError> {
    let agent: AgentId = text::id("agent_id", &body.agent_id)?;
    let said = text::long("text", &body.text, LONGEST_TEXT)?;
    if said.trim().is_empty() {
        return Err(ApiError::invalid_field("text", "This must not be empty."));
    }
    let script = match &body.script {
        Some(script) => Some(read_script(caller, script)?),
        None => None,
    };
    let found = caller.org().agent(agent).await?;
    if !found.is_some_and(|found| may_use(caller, &found)) {
        return Err(ApiError::invalid_field("agent_id", NO_AGENT));
    }
    if body.from == Speaker::Contact && !body.rehearse {
        return Err(ApiError::invalid_field("rehearse", ONLY_REHEARSED));
    }
    let app = caller.app();
    let name = ContactId::generate(&SystemIds);
    let key = thread_key(body.from, body.rehearse, name);
    let (key, lent) = match script {
        Some(script) => {
            let key = format!("{SCRIPTED}{key}");
            let lent = app.models.lend(&key, Arc::new(script));
            (key, Some(lent))
        }
        None => (key, None),
    };
    let (kind, payload, integrity) = match body.from {
        Speaker::Member => (
            EventKind::UserMessage,
            serde_json::to_vec(&written(said, caller.member_id)),
            Integrity::User,
        ),
        Speaker::Contact => (
            EventKind::InboundSms,
            serde_json::to_vec(&texted(said, name)),
            Integrity::Untrusted,
        ),
    };
    if body.rehearse {
        let org = caller.org();
        org.open_private_thread(caller.member_id, agent, &key)
            .await?;
    }
    let event = NewEvent {
        agent_id: agent,
        correlation_key: key,
        scope: Scope::Member(caller.member_id),
        source: "debug".to_owned(),
        dedupe_key: name.to_string(),
        kind,
        payload: payload.map_err(ApiError::internal)?,
        integrity,
    };
    let (accepted, live) = app.runtime.accept_watched(caller.org_id, event).await?;
    let (Accepted::Queued { thread_id, .. } | Accepted::Duplicate { thread_id, .. }) = accepted;
    let thread = (caller.org_id, Scope::Member(caller.member_id), thread_id);
    Ok(Watch::new(app, thread, live, Until::First(0)).with_model(lent))
}

fn thread_key(from: Speaker, rehearse: bool, name: ContactId) -> String {
    match (from, rehearse) {
        (Speaker::Contact, _) => format!("{REHEARSED_TEXT}{name}"),
        (Speaker::Member, true) => format!("{REHEARSAL}{name}"),
        (Speaker::Member, false) => format!("debug:{name}"),
    }
}

fn written(text: String, member_id: MemberId) -> UserMessage {
    UserMessage {
        member_id,
        text,
        page_context: None,
        again: false,
    }
}

/// A text of somebody who is not there, to a line that is not there: nothing can reach either.
fn texted(text: String, contact_id: ContactId) -> InboundSms {
    InboundSms {
        message_id: format!("rehearsal-{contact_id}"),
        contact_id,
        line_id: LineId::generate(&SystemIds),
        from: "+12025550143".to_owned(),
        to: "+12025550199".to_owned(),
        text,
        media: Vec::new(),
    }
}

fn read_script(caller: &Caller, script: &[String]) -> Result<Scripted, ApiError> {
    caller.require_admin()?;
    let too_long = script.iter().any(|answer| answer.len() > LONGEST_ANSWER);
    if script.len() > MOST_ANSWERS || too_long {
        return Err(ApiError::invalid_field(
            "script",
            "This must have at most 20 answers of at most 100000 bytes.",
        ));
    }
    Ok(Scripted::new(script.iter().map(|text| Reply::text(text))))
}

fn wants_json(headers: &HeaderMap) -> bool {
    let accept = headers.get(ACCEPT).and_then(|accept| accept.to_str().ok());
    accept.is_some_and(|accept| {
        accept.contains("application/json") && !accept.contains("text/event-stream")
    })
}

/// The turn's id, once it is over.
async fn end(mut watch: Watch) -> Result<TurnId, ApiError> {
    let mut turn = None;
    while let Some(shown) = watch.next().await? {
        turn = Some(shown.turn);
    }
    turn.ok_or_else(|| ApiError::internal("a turn ended without a word"))
}

/// The events as lines of a stream.
fn lines(watch: Watch) -> impl Stream<Item = Result<Bytes, StoreError>> {
    stream::try_unfold(watch, |mut watch| async move {
        let shown = watch.next().await?;
        Ok(shown.map(|shown| (line(&shown), watch)))
    })
}

fn line(shown: &Shown) -> Bytes {
    let value = serde_json::to_value(shown).unwrap_or(Value::Null);
    Bytes::from(format!("data: {value}\n\n"))
}
