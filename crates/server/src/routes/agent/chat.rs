//! Talking to one's agent: what happens on the one conversation, until it has answered.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::{Stream, stream};
use serde::Deserialize;
use serde_json::{Value, json};
use steward_model::{
    EventId, EventKind, Flag, IdGen, Integrity, MemberEventKind, Scope, SystemIds, ThreadId,
    UserMessage,
};
use steward_store::{Accepted, MAIN, MemberEvent, NewEvent, StoreError};
use tokio::time::timeout;
use utoipa::ToSchema;

use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::Json;
use crate::news::{self, News, Told};
use crate::openapi::Failures;
use crate::routes::events::event_stream;
use crate::routes::text;
use crate::watch::{Cut, cut};

const LONGEST_INPUT: usize = 20_000;
/// How long a stream may be silent before it says that it is there.
const SILENCE: Duration = Duration::from_secs(15);

/// What you say to your agent.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AgentChat {
    #[schema(min_length = 1, max_length = 20000)]
    input: String,
}

/// One event of an answer, as the rules of server-sent events spell it.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the lines that are written")]
pub(crate) struct AgentChatEvent {
    /// `agent.typing`, `agent.message`, and at the end `agent.done` or `agent.error`.
    event: String,
    /// `{"step"}`, `{"step", "messages"}`, `{"total_steps", "total_messages"}` or `{"error"}`.
    #[schema(content_media_type = "application/json")]
    data: String,
}

/// Say something to your agent
///
/// The answer is streamed message by message. The agent goes on if you go away: what it says then comes by
/// `/v1/agent/events`.
#[utoipa::path(
    post, path = "/v1/agent/chat", tag = "agent", security(("bearer" = []), ("session" = [])),
    request_body = AgentChat,
    responses((status = 200, content((AgentChatEvent = "text/event-stream"))), Failures)
)]
pub(crate) async fn chat_with_agent(
    caller: Caller,
    Json(body): Json<AgentChat>,
) -> Result<Response, ApiError> {
    let input = text::long("input", &body.input, LONGEST_INPUT)?;
    if input.trim().is_empty() {
        return Err(ApiError::invalid_field("input", "This must not be empty."));
    }
    super::enabled(&caller).await?;
    let answer = Answer::ask(caller, input).await?;
    Ok((event_stream(), Body::from_stream(lines(answer))).into_response())
}

/// An answer that is being read.
struct Answer {
    caller: Caller,
    news: News,
    thread: ThreadId,
    /// What was said.
    event: EventId,
    /// The step of the turn that was heard of last. Whoever joins a turn that is under way begins in the middle.
    steps: i64,
    messages: usize,
    over: bool,
}

impl Answer {
    async fn ask(caller: Caller, input: String) -> Result<Self, ApiError> {
        let (org, member) = (caller.org(), caller.member_id);
        let thread = org.main_thread(member).await?;
        let config = super::enabled(&caller).await?;
        // From before it is said, so that nothing of the answer is missed.
        let news = News::from_now(caller.app(), caller.org_id, member).await?;
        let said = UserMessage {
            member_id: member,
            text: input,
            page_context: None,
            again: false,
        };
        let event = NewEvent {
            agent_id: config.agent_id,
            correlation_key: MAIN.to_owned(),
            scope: Scope::Member(member),
            source: "agent".to_owned(),
            dedupe_key: SystemIds.next().to_string(),
            kind: EventKind::UserMessage,
            payload: serde_json::to_vec(&said).map_err(ApiError::internal)?,
            integrity: Integrity::User,
        };
        let runtime = &caller.app().runtime;
        let accepted = runtime.accept(caller.org_id, event).await?;
        let (Accepted::Queued { event_id, .. } | Accepted::Duplicate { event_id, .. }) = accepted;
        Ok(Self {
            news,
            thread,
            event: event_id,
            steps: 0,
            messages: 0,
            over: false,
            caller,
        })
    }

    /// The next line; nothing once it is over.
    async fn next(&mut self) -> Option<Bytes> {
        while !self.over {
            let told = match timeout(SILENCE, self.news.next()).await {
                Ok(told) => told,
                Err(_) => return Some(Bytes::from_static(b": ping\n\n")),
            };
            let line = match told {
                Ok(told) => self.take(told).await,
                Err(error) => Err(error),
            };
            match line {
                Ok(Some((kind, data))) => return Some(written(kind, &data)),
                Ok(None) => {}
                Err(error) => {
                    tracing::error!(%error, "an answer could not be followed");
                    let (kind, data) = self.error(NOT_FOLLOWED)?;
                    return Some(written(kind, &data));
                }
            }
        }
        None
    }

    async fn take(&mut self, told: Told) -> Result<Line, StoreError> {
        match told {
            Told::Event(event) if event.thread_id == Some(self.thread) => self.show(&event).await,
            // A turn that has begun is stopped, and tells so itself.
            Told::Event(event) if self.steps == 0 && stops_agents(&event) => {
                Ok(self.error(SWITCHED_OFF))
            }
            Told::Event(_) => Ok(None),
            // Somebody has to let the conversation go on before it is answered.
            Told::AllSoFar if self.is_held().await? => Ok(self.error(ON_HOLD)),
            Told::AllSoFar => Ok(None),
            Told::Missed | Told::End => Ok(self.error(NOT_FOLLOWED)),
        }
    }

    async fn show(&mut self, event: &MemberEvent) -> Result<Line, StoreError> {
        Ok(match event.kind {
            MemberEventKind::Typing => {
                self.steps = news::number(event).unwrap_or(self.steps + 1);
                Some((event.kind, json!({ "step": self.steps })))
            }
            MemberEventKind::Message => {
                let messages = self.news.said(event).await?;
                self.messages += messages.len();
                let data = json!({ "step": self.steps.max(1), "messages": messages });
                Some((event.kind, data))
            }
            MemberEventKind::Done if self.is_answered_by(event).await? => {
                if let Some(why) = self.cut(event).await? {
                    return Ok(self.error(why));
                }
                self.over = true;
                let totals = json!({ "total_steps": self.steps, "total_messages": self.messages });
                Some((event.kind, totals))
            }
            MemberEventKind::Error if self.is_answered_by(event).await? => self.error(GAVE_UP),
            MemberEventKind::Thread if event.state.as_deref() == Some("deleted") => {
                self.error("The conversation was deleted.")
            }
            MemberEventKind::Thread if event.state.as_deref() == Some("held") => {
                self.error(ON_HOLD)
            }
            MemberEventKind::Done
            | MemberEventKind::Error
            | MemberEventKind::Thread
            | MemberEventKind::Approval
            | MemberEventKind::Suggestion
            | MemberEventKind::Notice
            | MemberEventKind::Reminder
            | MemberEventKind::Flag
            | MemberEventKind::Workspace => None,
        })
    }

    /// Why the turn that answered ended before it was done.
    async fn cut(&self, event: &MemberEvent) -> Result<Option<&'static str>, StoreError> {
        let Some(turn) = event.turn_id else {
            return Ok(None);
        };
        let (app, org) = (self.caller.app(), self.caller.org_id);
        Ok(match cut(&app.store, org, turn).await? {
            Some(Cut::Stopped) => Some(STOPPED),
            Some(Cut::SwitchedOff) => Some(CUT_OFF),
            Some(Cut::Model(_)) | None => None,
        })
    }

    fn error(&mut self, why: &str) -> Line {
        self.over = true;
        Some((MemberEventKind::Error, json!({ "error": why })))
    }

    async fn is_held(&self) -> Result<bool, StoreError> {
        let thread = self.caller.org().thread(self.thread).await?;
        Ok(thread.is_none_or(|thread| thread.hold_reason.is_some()))
    }

    async fn is_answered_by(&self, event: &MemberEvent) -> Result<bool, StoreError> {
        let turn = self.caller.org().turn_of_event(self.event).await?;
        Ok(turn.is_some() && turn == event.turn_id)
    }
}

type Line = Option<(MemberEventKind, Value)>;

const SWITCHED_OFF: &str =
    "Agents were switched off. What you said is kept and answered when they are on again.";
const CUT_OFF: &str =
    "Agents were switched off before the answer was complete. Say it again when they are on.";
const ON_HOLD: &str = "The conversation is on hold until somebody lets it go on; see the notices.";
const STOPPED: &str = "Somebody stopped the answer.";
const GAVE_UP: &str = "The agent gave up; see the notices.";
const NOT_FOLLOWED: &str =
    "The answer could not be followed any further. It comes by `/v1/agent/events`.";

/// Whether it says that agents were switched off.
fn stops_agents(event: &MemberEvent) -> bool {
    let about = (event.subject.as_deref(), event.state.as_deref());
    event.kind == MemberEventKind::Flag && about == (Some(Flag::Agents.as_str()), Some("off"))
}

fn written(kind: MemberEventKind, data: &Value) -> Bytes {
    Bytes::from(format!("event: {kind}\ndata: {data}\n\n"))
}

fn lines(answer: Answer) -> impl Stream<Item = Result<Bytes, Infallible>> {
    stream::unfold(answer, |mut answer| async move {
        let line = answer.next().await?;
        Some((Ok(line), answer))
    })
}
