//! Chatting with an agent from a web page, in the message stream of the AI SDK.

mod asked;
mod parts;

use std::time::Duration;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::{Stream, stream};
use http::{HeaderName, HeaderValue, StatusCode};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use steward_agent::TurnEvent;
use steward_model::{
    AgentId, ApprovalDecision, EventKind, IdGen, Integrity, MemberId, ModelFailure, Scope,
    SystemIds, ThreadId, ThreadState, TurnState, UserMessage,
};
use steward_store::{Accepted, Approval, CHAT, Chat, NewEvent, Page, StoreError, TurnFilter};
use tokio::sync::mpsc;
use tokio::time::timeout;
use utoipa::ToSchema;

pub(crate) use self::asked::ChatRequest;
use self::asked::{Decision, Wanted};
use self::parts::{Decided, Dialect, Parts};
use super::approvals::{self, ApprovalAnswer};
use super::events::event_stream;
use super::openai::models::may_use;
use super::openai::refusal;
use super::text;
use crate::assistant;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path};
use crate::openapi::Failures;
use crate::watch::{Cut, Shown, Until, Watch};

/// How long a stream may be silent before it says that it is there.
const SILENCE: Duration = Duration::from_secs(15);
/// Pieces that wait for a slow reader; the turn does not wait for it.
const BACKLOG: usize = 64;
/// Letters of the first message that a chat is called by.
const TITLE: usize = 60;

/// One part of a message stream, as the rules of server-sent events spell it.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the lines that are written")]
pub(crate) struct StreamedPart {
    /// A part of the AI SDK's message stream, or `[DONE]`.
    #[schema(content_media_type = "application/json")]
    data: String,
}

/// Say something in a chat, or decide what its agent asked for
///
/// Speaks the message stream of the AI SDK, versions 5 to 7. The turn goes on if the caller goes away; the same message again
/// is not a second one.
#[utoipa::path(
    post, path = "/api/chat", tag = "chat", security(("bearer" = []), ("session" = [])),
    request_body = ChatRequest,
    responses((status = 200, content((StreamedPart = "text/event-stream"))), Failures)
)]
pub(crate) async fn chat(
    caller: Caller,
    Json(body): Json<ChatRequest>,
) -> Result<Response, ApiError> {
    let name = body.chat()?;
    let chat = caller.org().chat(caller.member_id, name).await?;
    let (watch, decided) = match body.wanted(|| SystemIds.next().to_string())? {
        Wanted::Answer {
            name: message,
            text,
            again,
        } => {
            let agent = match &chat {
                Some(chat) => chat.agent_id,
                None => agent(&caller, body.agent_id.as_deref()).await?,
            };
            let said = UserMessage {
                member_id: caller.member_id,
                text,
                page_context: None,
                again,
            };
            (say(&caller, (agent, name), &message, said).await?, None)
        }
        Wanted::Decisions(decisions) => {
            let chat = chat.ok_or_else(ApiError::not_found)?;
            decide(&caller, &chat, &decisions).await?
        }
    };
    Ok(streamed(watch, Parts::going_on(body.dialect(), decided)))
}

/// Go on reading the answer that is being written in a chat
///
/// From its beginning: at once what was said so far, then what is said, as it comes. 204 if none is being written.
#[utoipa::path(
    get, path = "/api/chat/{chat_id}/stream", tag = "chat", security(("bearer" = []), ("session" = [])),
    params(("chat_id" = String, Path, max_length = 128)),
    responses((status = 200, content((StreamedPart = "text/event-stream"))), (status = 204), Failures)
)]
pub(crate) async fn resume_chat(
    caller: Caller,
    Path(name): Path<String>,
) -> Result<Response, ApiError> {
    if name.chars().count() > asked::LONGEST_ID {
        return Err(ApiError::not_found());
    }
    let chat = caller.org().chat(caller.member_id, &name).await?;
    // A client asks before anything was said, too: nothing is being written in a chat that is not there.
    let Some(chat) = chat.filter(|chat| chat.state != ThreadState::Idle) else {
        return Ok(StatusCode::NO_CONTENT.into_response());
    };
    // From here on nothing is missed, and what was before is on the stream.
    let live = caller.app().runtime.live().watch(chat.id);
    let told = caller.org().stream_end(&chat.id.to_string()).await?;
    let newest = Page {
        after: None,
        limit: 1,
    };
    let on_it = TurnFilter {
        thread: Some(chat.id),
        ..TurnFilter::default()
    };
    let turn = caller.org().turns(&newest, &on_it).await?.pop();
    let open = turn.filter(|turn| turn.state == TurnState::Open);
    let until = open.map_or(Until::First(told), |turn| Until::Turn(turn.id));
    let watch = Watch::new(caller.app(), place(&caller, chat.id), live, until);
    Ok(streamed(watch, Parts::new(Dialect::default())))
}

/// Who is to answer in a new chat.
async fn agent(caller: &Caller, asked: Option<&str>) -> Result<AgentId, ApiError> {
    let Some(asked) = asked else {
        return Ok(assistant::of(&caller.org(), caller.member_id).await?);
    };
    let agent: AgentId = text::id("agent_id", asked)?;
    let found = caller.org().agent(agent).await?;
    match found.filter(|found| may_use(caller, found)) {
        Some(_) => Ok(agent),
        None => Err(ApiError::invalid_field(
            "agent_id",
            "There is no such agent.",
        )),
    }
}

async fn say(
    caller: &Caller,
    (agent, chat): (AgentId, &str),
    message: &str,
    said: UserMessage,
) -> Result<Watch, ApiError> {
    let title: String = said.text.chars().take(TITLE).collect();
    let event = NewEvent {
        agent_id: agent,
        correlation_key: format!("{CHAT}{chat}"),
        scope: Scope::Member(caller.member_id),
        source: "chat".to_owned(),
        dedupe_key: said_once(caller.member_id, chat, message, &said.text),
        kind: EventKind::UserMessage,
        payload: serde_json::to_vec(&said).map_err(ApiError::internal)?,
        integrity: Integrity::User,
    };
    let app = caller.app();
    let (accepted, live) = app.runtime.accept_watched(caller.org_id, event).await?;
    let (thread, until) = match accepted {
        Accepted::Queued {
            thread_id,
            event_id,
            seq,
        } => {
            if seq == 1 {
                let org = caller.org();
                let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
                org.name_chat(caller.member_id, thread_id, &title).await?;
            }
            (thread_id, Until::Answered(event_id))
        }
        // It was said before: whoever repeats it did not hear the answer.
        Accepted::Duplicate {
            thread_id,
            event_id,
        } => {
            let turn = caller.org().turn_of_event(event_id).await?;
            let until = turn.map_or(Until::Answered(event_id), Until::Turn);
            (thread_id, until)
        }
    };
    Ok(Watch::new(app, place(caller, thread), live, until))
}

/// A message that is sent again is the same one; one that was edited is another, though a client gives it the same name.
fn said_once(member: MemberId, chat: &str, message: &str, text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    format!("{member}:{chat}:{message}:{}", hex::encode(&digest[..8]))
}

/// Carries out what is decided. A client repeats what it decided before, which is no conflict; and a conflict about one does not
/// keep the others from being decided.
async fn decide(
    caller: &Caller,
    chat: &Chat,
    decisions: &[Decision],
) -> Result<(Watch, Option<Decided>), ApiError> {
    let live = caller.app().runtime.live().watch(chat.id);
    let told = caller.org().stream_end(&chat.id.to_string()).await?;
    let mut open = Vec::new();
    let mut conflict = None;
    let mut decided: Option<Decided> = None;
    for decision in decisions {
        let asked = caller.org().approval(decision.approval).await?;
        let asked = asked.filter(|asked| asked.thread_id == chat.id);
        let asked = asked.ok_or_else(ApiError::not_found)?;
        let message = decided.get_or_insert_with(|| Decided {
            message: asked.turn_id,
            calls: Vec::new(),
        });
        message
            .calls
            .push((asked.call_id.clone(), decision.approved));
        match is_decided(&asked, decision.approved) {
            None => open.push(decision),
            Some(true) => {}
            Some(false) => conflict = Some(decided_already()),
        }
    }
    let mut is_new = false;
    for decision in open {
        let answer = ApprovalAnswer::plain(decision.approved);
        match approvals::decide(caller, decision.approval, answer).await {
            Ok(()) => is_new = true,
            Err(error) if error.status == StatusCode::CONFLICT => conflict = Some(error),
            Err(error) => return Err(error),
        }
    }
    // Whoever repeats it while it is carried out is told of that; later there is nothing to tell.
    if !is_new && chat.state == ThreadState::Idle {
        conflict = conflict.or_else(|| Some(decided_already()));
    }
    match conflict {
        Some(conflict) if !is_new => Err(conflict),
        _ => {
            let place = place(caller, chat.id);
            let watch = Watch::new(caller.app(), place, live, Until::First(told));
            Ok((watch, decided))
        }
    }
}

fn decided_already() -> ApiError {
    ApiError::conflict("This was decided already.")
}

/// Whether it was decided in the same way; nothing while it is open.
fn is_decided(asked: &Approval, approved: bool) -> Option<bool> {
    let before = asked.decision?;
    Some((before == ApprovalDecision::Approved) == approved)
}

fn place(caller: &Caller, thread: ThreadId) -> (steward_model::OrgId, Scope, ThreadId) {
    (caller.org_id, Scope::Member(caller.member_id), thread)
}

fn streamed(watch: Watch, parts: Parts) -> Response {
    let dialect = [(
        HeaderName::from_static("x-vercel-ai-ui-message-stream"),
        HeaderValue::from_static("v1"),
    )];
    let (sender, receiver) = mpsc::channel(BACKLOG);
    tokio::spawn(tell(watch, parts, sender));
    let body = Body::from_stream(with_heartbeat(receiver));
    (event_stream(), dialect, body).into_response()
}

/// Tells the turn to whoever reads; a reader that goes away ends it, and not the turn.
async fn tell(mut watch: Watch, mut parts: Parts, reader: mpsc::Sender<Bytes>) {
    loop {
        let told = match watch.next().await {
            Ok(Some(shown)) => {
                let parts = shown_as(&watch, &mut parts, shown).await;
                parts.unwrap_or_else(|error| lost(&error))
            }
            Ok(None) if parts.is_open() => {
                vec![json!({"type": "error", "errorText": "The agent stopped without an answer."})]
            }
            Ok(None) => break,
            Err(error) => lost(&error),
        };
        let failed = told.iter().any(|part| part["type"] == "error");
        let lines: String = told
            .iter()
            .map(|part| format!("data: {part}\n\n"))
            .collect();
        if reader.send(Bytes::from(lines)).await.is_err() {
            return;
        }
        if failed {
            break;
        }
    }
    let _ = reader.send(Bytes::from_static(b"data: [DONE]\n\n")).await;
}

/// The parts of an event. That a turn was cut short is told, and what a model's provider said about it is not.
async fn shown_as(
    watch: &Watch,
    parts: &mut Parts,
    mut shown: Shown,
) -> Result<Vec<Value>, StoreError> {
    let is_complete = matches!(shown.event, TurnEvent::Complete { .. });
    let has_failed = matches!(
        shown.event,
        TurnEvent::Error {
            recoverable: false,
            ..
        }
    );
    let cut = match shown.depth == 0 && (is_complete || has_failed) {
        true => watch.cut(shown.turn).await?,
        false => None,
    };
    match cut {
        Some(Cut::Stopped) if is_complete => return Ok(parts.stopped(&shown)),
        Some(Cut::SwitchedOff) if is_complete => {
            shown.event = error(refusal(ModelFailure::SwitchedOff));
        }
        Some(Cut::Model(failure)) if has_failed => shown.event = error(refusal(failure)),
        _ => {}
    }
    Ok(parts.of(&shown))
}

fn error(why: ApiError) -> TurnEvent {
    tracing::warn!(error = %why, detail = why.detail(), "a chat was not answered");
    TurnEvent::Error {
        error: why.message,
        recoverable: false,
    }
}

fn lost(error: &StoreError) -> Vec<Value> {
    tracing::error!(%error, "a chat could not be followed");
    let sorry = "The answer could not be followed. Reload to see it.";
    vec![json!({"type": "error", "errorText": sorry})]
}

fn with_heartbeat(
    lines: mpsc::Receiver<Bytes>,
) -> impl Stream<Item = Result<Bytes, std::convert::Infallible>> {
    stream::unfold(lines, |mut lines| async move {
        match timeout(SILENCE, lines.recv()).await {
            Ok(Some(line)) => Some((Ok(line), lines)),
            Ok(None) => None,
            Err(_) => Some((Ok(Bytes::from_static(b": here\n\n")), lines)),
        }
    })
}
