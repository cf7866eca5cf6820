//! Chat completions: the older way to ask, which keeps nothing.

mod asked;
mod messages;

use axum::response::Response;
use bytes::Bytes;
use serde_json::{Value, json};
use steward_model::{ThreadId, ToolCall, Usage};
use steward_store::ONCE;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use utoipa::ToSchema;

pub(crate) use self::asked::CreateCompletion;
use super::answer::{Answer, Coming, Piece, ask_agent, ask_model, drop_thread};
use super::late::{self, Outcome};
use super::models::{self, Answerer};
use super::spoken::spoken;
use super::{items, new_id, stops, wrong};
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::Json;
use crate::openapi::OpenAiFailures;

/// A chat completion, as OpenAI describes it.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes what is written")]
#[schema(value_type = Object)]
pub(crate) struct CompletionObject(Value);

/// One chunk of a stream, as the rules of server-sent events spell it.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the lines that are written")]
pub(crate) struct StreamedCompletion {
    /// A chunk of a chat completion, or `[DONE]`.
    #[schema(content_media_type = "application/json")]
    data: String,
}

/// Ask for a chat completion
///
/// As `POST /v1/responses`, in the older form. Nothing of it is kept or remembered, whoever answers.
#[utoipa::path(
    post, path = "/v1/chat/completions", tag = "openai", security(("bearer" = []), ("session" = [])),
    request_body = CreateCompletion,
    responses(
        (status = 200, content((CompletionObject = "application/json"), (StreamedCompletion = "text/event-stream"))),
        OpenAiFailures
    )
)]
pub(crate) async fn create_completion(
    caller: Caller,
    Json(body): Json<CreateCompletion>,
) -> Result<Response, ApiError> {
    let limit = caller.app().settings.request_timeout;
    let mut coming = ask(&caller, &body).await?;
    coming.pieces = stops::cut(coming.pieces, body.stops()?);
    let completion = Completion {
        frame: json!({
            "id": new_id("chatcmpl"), "created": caller.app().now().as_micros() / 1_000_000,
            "model": body.model, "service_tier": "default",
        }),
        with_usage: body.wants_usage(),
        thread: coming.thread(),
        caller,
    };
    match body.streams() {
        true => Ok(late::events(completion.stream(coming.pieces))),
        false => late::whole(limit, completion.run(coming.pieces)).await,
    }
}

async fn ask(caller: &Caller, body: &CreateCompletion) -> Result<Coming, ApiError> {
    match models::find(caller, &body.model).await? {
        Answerer::Model(model) => {
            let asking = &caller.app().settings.asking;
            let request = body.wish()?.request(&model, asking);
            Ok(ask_model(caller, request.map_err(in_messages)?))
        }
        Answerer::Agent(agent) => {
            let wish = body.wish()?;
            wish.temperature_milli(&caller.app().settings.asking)?;
            if body.has_tools() {
                let message =
                    "An agent has tools of its own: functions of the caller are for models.";
                return Err(wrong("tools", message));
            }
            let said = spoken(&wish.items, None, wish.truncation).map_err(in_messages)?;
            let key = format!("{ONCE}{}", new_id("chatcmpl"));
            ask_agent(caller, (agent, &key), said, true).await
        }
    }
}

/// What is wrong with the conversation, which is called otherwise here.
fn in_messages(error: ApiError) -> ApiError {
    match error.field.as_deref() {
        Some("input") => error.blaming("messages"),
        _ => error,
    }
}

/// A completion that is being written.
struct Completion {
    caller: Caller,
    /// What every part of it says.
    frame: Value,
    with_usage: bool,
    /// Where an agent writes it.
    thread: Option<ThreadId>,
}

impl Completion {
    fn run(self, mut pieces: UnboundedReceiver<Piece>) -> oneshot::Receiver<Outcome> {
        let (mut sender, outcome) = oneshot::channel();
        tokio::spawn(async move {
            let ended = loop {
                let piece = tokio::select! {
                    piece = pieces.recv() => piece,
                    () = sender.closed() => None,
                };
                match piece {
                    Some(Piece::Ended(ended)) => break ended,
                    Some(Piece::Text(_) | Piece::Restarted) => {}
                    None => break Err(ApiError::internal("an answer was given up")),
                }
            };
            drop(pieces);
            let ended = self.finish(ended).await;
            let outcome = ended.map(|answer| self.object(&answer));
            // Whoever waited may have gone.
            let _ = sender.send(outcome.map_err(|error| {
                let body = failure(&error);
                (error, body)
            }));
        });
        outcome
    }

    fn stream(self, pieces: UnboundedReceiver<Piece>) -> UnboundedReceiver<Bytes> {
        let (lines, told) = unbounded_channel();
        tokio::spawn(async move {
            if let Err(error) = self.tell(pieces, &lines).await
                && !lines.is_closed()
            {
                tracing::warn!(%error, detail = error.detail(), "A completion failed.");
                send(&lines, &failure(&error));
            }
            let _ = lines.send(Bytes::from_static(b"data: [DONE]\n\n"));
        });
        told
    }

    async fn tell(
        &self,
        mut pieces: UnboundedReceiver<Piece>,
        lines: &UnboundedSender<Bytes>,
    ) -> Result<(), ApiError> {
        self.send(lines, &json!({"role": "assistant", "content": ""}), None);
        let (mut told, mut is_void) = (String::new(), false);
        let ended = loop {
            let piece = tokio::select! {
                piece = pieces.recv() => piece,
                () = lines.closed() => None,
            };
            match piece {
                Some(Piece::Text(text)) if !is_void => {
                    self.send(lines, &json!({"content": text}), None);
                    told.push_str(&text);
                }
                Some(Piece::Text(_)) => {}
                Some(Piece::Restarted) => is_void = !told.is_empty(),
                Some(Piece::Ended(ended)) => break ended,
                None => break Err(ApiError::internal("an answer was given up")),
            }
        };
        drop(pieces);
        let answer = self.finish(ended).await?;
        let Some(rest) = answer.text.strip_prefix(&told) else {
            // What was told cannot be taken back.
            return Err(ApiError::unavailable(
                "The answer broke off and began anew. Ask again.",
            ));
        };
        if !rest.is_empty() {
            self.send(lines, &json!({"content": rest}), None);
        }
        if !answer.calls.is_empty() {
            self.send(
                lines,
                &json!({"tool_calls": calls(&answer.calls, true)}),
                None,
            );
        }
        self.send(lines, &json!({}), Some(reason(&answer)));
        if self.with_usage {
            let mut last = self.frame("chat.completion.chunk");
            last["choices"] = json!([]);
            last["usage"] = usage(answer.usage);
            send(lines, &last);
        }
        Ok(())
    }

    /// Leaves nothing where it was answered.
    async fn finish(&self, ended: Result<Answer, ApiError>) -> Result<Answer, ApiError> {
        if let Some(thread) = self.thread {
            drop_thread(&self.caller, thread).await?;
        }
        ended
    }

    fn object(&self, answer: &Answer) -> Value {
        let mut message = json!({"role": "assistant", "content": answer.text, "refusal": null, "annotations": []});
        if !answer.calls.is_empty() {
            message["tool_calls"] = json!(calls(&answer.calls, false));
            if answer.text.is_empty() {
                message["content"] = Value::Null;
            }
        }
        let mut object = self.frame("chat.completion");
        object["choices"] = json!([
            {"index": 0, "message": message, "logprobs": null, "finish_reason": reason(answer)}
        ]);
        object["usage"] = usage(answer.usage);
        object
    }

    fn send(&self, lines: &UnboundedSender<Bytes>, delta: &Value, reason: Option<&str>) {
        let mut chunk = self.frame("chat.completion.chunk");
        chunk["choices"] =
            json!([{"index": 0, "delta": delta, "logprobs": null, "finish_reason": reason}]);
        if self.with_usage {
            chunk["usage"] = Value::Null;
        }
        send(lines, &chunk);
    }

    fn frame(&self, object: &str) -> Value {
        let mut frame = self.frame.clone();
        frame["object"] = json!(object);
        frame
    }
}

fn send(lines: &UnboundedSender<Bytes>, chunk: &Value) {
    // A reader that went away does not keep the answer from being written.
    let _ = lines.send(Bytes::from(format!("data: {chunk}\n\n")));
}

fn calls(calls: &[ToolCall], with_index: bool) -> Vec<Value> {
    let shown = calls.iter().enumerate().map(|(index, call)| {
        let item = items::function_call("", call, "completed");
        let function = json!({"name": item["name"], "arguments": item["arguments"]});
        let mut shown = json!({"id": call.id, "type": "function", "function": function});
        if with_index {
            shown["index"] = json!(index);
        }
        shown
    });
    shown.collect()
}

fn reason(answer: &Answer) -> &'static str {
    match answer {
        answer if !answer.calls.is_empty() => "tool_calls",
        answer if answer.cut_off => "length",
        _ => "stop",
    }
}

fn usage(usage: Usage) -> Value {
    let read = usage.input_tokens + usage.cached_tokens + usage.cache_write_tokens;
    json!({
        "prompt_tokens": read, "completion_tokens": usage.output_tokens,
        "total_tokens": read + usage.output_tokens,
        "prompt_tokens_details": {"cached_tokens": usage.cached_tokens, "audio_tokens": 0},
        "completion_tokens_details": {
            "reasoning_tokens": 0, "audio_tokens": 0, "accepted_prediction_tokens": 0,
            "rejected_prediction_tokens": 0,
        },
    })
}

/// What stands for an answer once it is too late to refuse it with a status.
fn failure(error: &ApiError) -> Value {
    json!({"error": {"message": error.message, "type": "server_error", "param": error.field, "code": error.code}})
}
