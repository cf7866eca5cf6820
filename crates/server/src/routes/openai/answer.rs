//! Answers as they come, from a model or from an agent.

use http::StatusCode;
use steward_agent::{TurnEvent, waiting_approval};
use steward_model::{
    AgentId, ChatAnswer, ChatDelta, ChatRequest, EventId, EventKind, IdGen as _, Integrity,
    ModelFailure, Scope, StopReason, SystemIds, ThreadId, ToolCall, TurnId, Usage, UserMessage,
};
use steward_store::{Accepted, NewEvent};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::truncation::too_long;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::watch::{Cut, Until, Watch};

const STOPPED: &str = "The answer was stopped before it was complete.";

/// A piece of an answer.
#[derive(Debug)]
pub(super) enum Piece {
    Text(String),
    /// What was told so far is void: the answer begins anew.
    Restarted,
    /// The last one.
    Ended(Result<Answer, ApiError>),
}

/// A whole answer.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Answer {
    pub(super) text: String,
    pub(super) calls: Vec<ToolCall>,
    /// Whether it was cut off.
    pub(super) cut_off: bool,
    pub(super) usage: Usage,
}

/// An answer that is being written.
pub(super) struct Coming {
    pub(super) pieces: UnboundedReceiver<Piece>,
    /// Where an agent writes it, and what it answers there.
    pub(super) place: Option<AgentsPlace>,
}

/// Where an agent answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::routes) struct AgentsPlace {
    pub(in crate::routes) thread: ThreadId,
    pub(super) event: EventId,
}

impl Coming {
    /// Where an agent writes it.
    pub(super) fn thread(&self) -> Option<ThreadId> {
        self.place.map(|place| place.thread)
    }
}

/// Asks a model, until the answer is whole or nobody takes its pieces any more.
pub(super) fn ask_model(caller: &Caller, request: ChatRequest) -> Coming {
    let (app, org) = (caller.app().clone(), caller.org_id);
    let (sender, pieces) = unbounded_channel();
    tokio::spawn(async move {
        let mut tell = |delta: ChatDelta| {
            let piece = match delta {
                ChatDelta::Text { text } => Piece::Text(text),
                ChatDelta::Restarted => Piece::Restarted,
                ChatDelta::Thinking { .. } => return,
            };
            // Nobody may be listening any more, which ends the call below.
            let _ = sender.send(piece);
        };
        let call = tokio::select! {
            biased;
            () = sender.closed() => return,
            call = app.runtime.ask(org, &request, &mut tell) => call,
        };
        let ended = call.result.map_err(refusal);
        let ended = ended.and_then(|answer| Answer::of_model(answer, &request));
        let _ = sender.send(Piece::Ended(ended));
    });
    Coming {
        pieces,
        place: None,
    }
}

/// Says something to an agent on a thread of the caller's, and passes its answer on.
pub(super) async fn ask_agent(
    caller: &Caller,
    to: (AgentId, &str),
    text: String,
    private: bool,
) -> Result<Coming, ApiError> {
    let (watch, place) = tell_agent(caller, to, text, private).await?;
    let (sender, pieces) = unbounded_channel();
    tokio::spawn(follow(watch, sender));
    Ok(Coming {
        pieces,
        place: Some(place),
    })
}

/// Says something to an agent on a thread of the caller's, to watch what it does.
pub(in crate::routes) async fn tell_agent(
    caller: &Caller,
    (agent, thread_key): (AgentId, &str),
    text: String,
    private: bool,
) -> Result<(Watch, AgentsPlace), ApiError> {
    let said = UserMessage {
        member_id: caller.member_id,
        text,
        page_context: None,
        again: false,
    };
    let event = NewEvent {
        agent_id: agent,
        correlation_key: thread_key.to_owned(),
        scope: Scope::Member(caller.member_id),
        source: "openai".to_owned(),
        dedupe_key: SystemIds.next().to_string(),
        kind: EventKind::UserMessage,
        payload: serde_json::to_vec(&said).map_err(ApiError::internal)?,
        integrity: Integrity::User,
    };
    let app = caller.app();
    if private {
        let (org, member) = (caller.org(), caller.member_id);
        org.open_private_thread(member, agent, thread_key).await?;
    }
    let (accepted, live) = app.runtime.accept_watched(caller.org_id, event).await?;
    let (Accepted::Queued {
        thread_id,
        event_id,
        ..
    }
    | Accepted::Duplicate {
        thread_id,
        event_id,
    }) = accepted;
    let place = (caller.org_id, Scope::Member(caller.member_id), thread_id);
    let watch = Watch::new(app, place, live, Until::Answered(event_id));
    let place = AgentsPlace {
        thread: thread_id,
        event: event_id,
    };
    Ok((watch, place))
}

/// What an agent said in a turn of the caller's that has ended.
pub(super) async fn said_in(
    caller: &Caller,
    thread: ThreadId,
    turn: TurnId,
) -> Result<Answer, ApiError> {
    let live = caller.app().runtime.live().watch(thread);
    let place = (caller.org_id, Scope::Member(caller.member_id), thread);
    let watch = Watch::new(caller.app(), place, live, Until::Turn(turn));
    let (sender, mut pieces) = unbounded_channel();
    let follow = follow(watch, sender);
    let listen = async {
        loop {
            match pieces.recv().await {
                Some(Piece::Ended(ended)) => return ended,
                Some(Piece::Text(_) | Piece::Restarted) => {}
                None => return Err(ApiError::internal("an answer was given up")),
            }
        }
    };
    tokio::join!(follow, listen).1
}

/// Leaves nothing of a thread.
pub(in crate::routes) async fn drop_thread(
    caller: &Caller,
    thread: ThreadId,
) -> Result<(), ApiError> {
    // What runs would have nowhere to write to.
    let runtime = &caller.app().runtime;
    runtime.stop_turn(caller.org_id, thread).await?;
    caller.org().delete_chat(caller.member_id, thread).await?;
    Ok(())
}

async fn follow(mut watch: Watch, pieces: UnboundedSender<Piece>) {
    let mut ended = None;
    let (mut said, mut apart) = (false, false);
    let mut waits = Vec::new();
    loop {
        let shown = match watch.next().await {
            Ok(Some(shown)) if shown.depth > 0 => continue,
            Ok(Some(shown)) => shown,
            Ok(None) => break,
            Err(error) => {
                ended = Some(Err(error.into()));
                break;
            }
        };
        match shown.event {
            TurnEvent::TextDelta { delta } => {
                // Between what is said before and after a call stands what stands there in the whole answer.
                let gap = if said && apart { "\n\n" } else { "" };
                (said, apart) = (true, false);
                let _ = pieces.send(Piece::Text(format!("{gap}{delta}")));
            }
            TurnEvent::TextRestarted { .. } => {
                let _ = pieces.send(Piece::Restarted);
            }
            TurnEvent::ToolCallStart { .. } => apart = true,
            TurnEvent::ToolCallComplete { tool, result, .. }
                if waiting_approval(&result).is_some() =>
            {
                waits.push(tool);
            }
            TurnEvent::Error {
                error,
                recoverable: false,
            } => {
                let failed = match watch.cut(shown.turn).await {
                    Ok(cut) => cut.map(cut_short),
                    Err(error) => Some(error.into()),
                };
                ended = Some(Err(failed.unwrap_or_else(|| ApiError::unavailable(error))));
            }
            TurnEvent::Complete { final_text, stats } if !matches!(ended, Some(Err(_))) => {
                let answer = Answer::of_agent(final_text, &waits, &pieces, stats.usage);
                ended = Some(match watch.cut(shown.turn).await {
                    Ok(cut) => cut.map(cut_short).map_or(Ok(answer), Err),
                    Err(error) => Err(error.into()),
                });
            }
            _ => {}
        }
    }
    let stopped = || {
        Err(ApiError::unavailable(
            "The agent stopped without an answer.",
        ))
    };
    let _ = pieces.send(Piece::Ended(ended.unwrap_or_else(stopped)));
}

impl Answer {
    /// What a model said, and what it called of the functions that it was allowed to: one may remember others from before.
    fn of_model(mut answer: ChatAnswer, request: &ChatRequest) -> Result<Self, ApiError> {
        let calls = answer.tool_calls.len();
        let is_allowed = |call: &ToolCall| request.tools.iter().any(|tool| tool.name == call.name);
        answer.tool_calls.retain(is_allowed);
        if calls > 0 && answer.tool_calls.is_empty() && answer.text.trim().is_empty() {
            let message =
                "The model called a function that it may not call, and said nothing. Ask again.";
            return Err(ApiError::unavailable(message));
        }
        Ok(Self {
            text: answer.text,
            calls: answer.tool_calls,
            cut_off: answer.stop == StopReason::MaxTokens,
            usage: answer.usage,
        })
    }

    /// What an agent said at last. If that is nothing because calls wait for a person, it says so: an empty answer would look
    /// as if nothing were to come.
    fn of_agent(
        mut text: String,
        waits: &[String],
        pieces: &UnboundedSender<Piece>,
        usage: Usage,
    ) -> Self {
        if text.is_empty() && !waits.is_empty() {
            text = format!(
                "This waits for a person to approve it: {}. It goes on when they have.",
                waits.join(", ")
            );
            let _ = pieces.send(Piece::Text(text.clone()));
        }
        Self {
            text,
            calls: Vec::new(),
            cut_off: false,
            usage,
        }
    }
}

/// What a program reads when a turn was cut short.
fn cut_short(cut: Cut) -> ApiError {
    match cut {
        Cut::Stopped => ApiError::unavailable(STOPPED),
        Cut::SwitchedOff => refusal(ModelFailure::SwitchedOff),
        Cut::Model(failure) => refusal(failure),
    }
}

/// What a program reads when a model does not answer.
pub(in crate::routes) fn refusal(failure: ModelFailure) -> ApiError {
    match &failure {
        ModelFailure::TooLong => too_long(),
        ModelFailure::OverBudget => ApiError::new(
            StatusCode::TOO_MANY_REQUESTS,
            "insufficient_quota",
            "The budget for today is used up.",
        ),
        ModelFailure::SwitchedOff => ApiError::switched_off(
            "Agents were switched off before the answer was complete. Those who run the organisation or the installation can turn them on.",
        ),
        ModelFailure::Overloaded { .. } => {
            ApiError::unavailable("The model has too much to do. Try again in a minute, or ask another model.")
        }
        ModelFailure::TimedOut => ApiError::unavailable(
            "The model did not answer in time. Try again in a minute, or ask another model.",
        ),
        ModelFailure::Interrupted { .. } => {
            ApiError::unavailable("The model's answer broke off. Try again in a minute, or ask another model.").with_detail(failure)
        }
        ModelFailure::Refused { .. } => ApiError::new(
            StatusCode::BAD_GATEWAY,
            "model_refused",
            "The model's provider refused the request. Whoever runs Steward finds the reason in its log.",
        )
        .with_detail(failure),
    }
}
