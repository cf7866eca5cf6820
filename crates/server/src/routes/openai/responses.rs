//! Answers that a program asks for, reads as they are written, and asks for again.

mod asked;
mod job;
mod left;
mod readers;

use axum::response::{IntoResponse as _, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use steward_model::{EventId, ThreadId, Timestamp};
use steward_store::StoredResponse;
use utoipa::{IntoParams, ToSchema};

use self::asked::Asked;
pub(crate) use self::asked::CreateResponse;
pub(crate) use self::asked::metadata;
use self::job::Job;
pub(crate) use self::readers::Writing;
use self::readers::{check_start, read_on};
use super::answer::drop_thread;
use super::list::{ItemsQuery, ObjectList};
use super::{late, wrong};
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::openapi::OpenAiFailures;

/// What the keys of threads begin with on which agents answer programs.
pub(super) const THREAD: &str = "api:";

/// A response, as OpenAI describes it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(value_type = Object)]
pub(crate) struct ResponseObject(Value);

/// One event of a stream, as the rules of server-sent events spell it.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the lines that are written")]
pub(crate) struct StreamedResponse {
    /// The type of the event.
    event: String,
    /// An event of OpenAI's response streams, or `[DONE]`.
    #[schema(content_media_type = "application/json")]
    data: String,
}

/// That something is gone.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Deleted {
    pub(super) id: String,
    pub(super) object: &'static str,
    pub(super) deleted: bool,
}

/// A response as it is kept, with what it answers.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Kept {
    response: Value,
    input: Vec<Value>,
    /// Whether nothing of it is remembered elsewhere; earlier versions did not note it.
    private: Option<bool>,
    /// What an agent answers.
    event: Option<EventId>,
    /// When its writer was last known to be at work.
    written_at: Option<Timestamp>,
    /// How many letters each piece of its text had as it was told; earlier versions did not note it.
    #[serde(default)]
    pieces: Vec<u32>,
    /// Whether its writer has not ended it, and nobody knows how much of it was told.
    #[serde(default)]
    ended_by_another: bool,
}

/// How a response is to be read. What is not known is let pass.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReadingQuery {
    /// Tell it as the events of its stream: those that were told, then the others as they come.
    stream: Option<bool>,
    /// Begin after the event of this number, which must have been told.
    starting_after: Option<u64>,
    /// Changes nothing.
    #[expect(dead_code, reason = "read to refuse what it cannot be")]
    include_obfuscation: Option<bool>,
}

/// Ask for a response
///
/// `model` is one that is set up, which is asked as it is, or `steward:<agent>`: then the agent answers, with its memory and
/// its tools. With `stream` the events of OpenAI's response streams, otherwise the response once it is there.
#[utoipa::path(
    post, path = "/v1/responses", tag = "openai", security(("bearer" = []), ("session" = [])),
    request_body = CreateResponse,
    responses(
        (status = 200, content((ResponseObject = "application/json"), (StreamedResponse = "text/event-stream"))),
        OpenAiFailures
    )
)]
pub(crate) async fn create_response(
    caller: Caller,
    Json(body): Json<CreateResponse>,
) -> Result<Response, ApiError> {
    let limit = caller.app().settings.request_timeout;
    let (streams, in_background) = (body.streams(), body.in_background());
    let asked = Asked::read(&caller, body).await?;
    let coming = asked.ask(&caller).await?;
    let job = Job::begin(caller, asked, coming.place).await?;
    let begun = job.object().clone();
    if streams {
        return Ok(late::events(job.stream(coming.pieces)));
    }
    let outcome = job.run(coming.pieces);
    match in_background {
        true => Ok(Json(begun).into_response()),
        false => late::whole(limit, outcome).await,
    }
}

/// One of your responses
///
/// As it stands, or with `stream` as the events it is told in, whether it has ended or not.
#[utoipa::path(
    get, path = "/v1/responses/{response_id}", tag = "openai", security(("bearer" = []), ("session" = [])),
    params(("response_id" = String, Path, max_length = 64), ReadingQuery),
    responses(
        (status = 200, content((ResponseObject = "application/json"), (StreamedResponse = "text/event-stream"))),
        OpenAiFailures
    )
)]
pub(crate) async fn get_response(
    caller: Caller,
    Path(id): Path<String>,
    Query(query): Query<ReadingQuery>,
) -> Result<Response, ApiError> {
    let (stored, kept) = find(&caller, &id).await?;
    if query.stream == Some(true) {
        check_start(&caller, &stored, &kept, query.starting_after)?;
        return Ok(late::events(read_on(caller, id, query.starting_after)));
    }
    Ok(Json(ResponseObject(kept.response)).into_response())
}

/// Delete a response
///
/// With what was remembered of it. One that belongs to a conversation stays in it.
#[utoipa::path(
    delete, path = "/v1/responses/{response_id}", tag = "openai", security(("bearer" = []), ("session" = [])),
    params(("response_id" = String, Path, max_length = 64)),
    responses((status = 200, body = Deleted), OpenAiFailures)
)]
pub(crate) async fn delete_response(
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Deleted>, ApiError> {
    let (stored, kept) = find(&caller, &id).await?;
    let items = kept.own_items();
    let org = caller.org();
    if !org.delete_response(caller.member_id, &id, items).await? {
        return Err(ApiError::not_found());
    }
    if let Some(thread) = stored.thread_id {
        drop_if_unused(&caller, thread).await?;
    }
    Ok(Json(Deleted {
        id,
        object: "response",
        deleted: true,
    }))
}

/// Stop writing a response
#[utoipa::path(
    post, path = "/v1/responses/{response_id}/cancel", tag = "openai", security(("bearer" = []), ("session" = [])),
    params(("response_id" = String, Path, max_length = 64)),
    responses((status = 200, body = ResponseObject), OpenAiFailures)
)]
pub(crate) async fn cancel_response(
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<ResponseObject>, ApiError> {
    let (stored, mut kept) = find(&caller, &id).await?;
    // Whoever did not hear the answer to the first time may say it again.
    if kept.response["status"] == "cancelled" {
        return Ok(Json(ResponseObject(kept.response)));
    }
    if !stored.running {
        let message = "Only a response that is being written can be cancelled.";
        return Err(wrong("response_id", message));
    }
    kept.response["status"] = json!("cancelled");
    kept.ended_by_another = true;
    let body = kept.bytes()?;
    let org = caller.org();
    let cancelled = org
        .finish_response(caller.member_id, &id, &body, None, Vec::new())
        .await?;
    if !cancelled {
        let (_, kept) = find(&caller, &id).await?;
        return Ok(Json(ResponseObject(kept.response)));
    }
    if let Some(thread) = stored.thread_id {
        caller
            .app()
            .runtime
            .stop_turn(caller.org_id, thread)
            .await?;
    }
    Ok(Json(ResponseObject(kept.response)))
}

/// What a response answers
#[utoipa::path(
    get, path = "/v1/responses/{response_id}/input_items", tag = "openai",
    security(("bearer" = []), ("session" = [])),
    params(("response_id" = String, Path, max_length = 64), ItemsQuery),
    responses((status = 200, body = ObjectList), OpenAiFailures)
)]
pub(crate) async fn list_input_items(
    caller: Caller,
    Path(id): Path<String>,
    Query(query): Query<ItemsQuery>,
) -> Result<Json<ObjectList>, ApiError> {
    let (_, kept) = find(&caller, &id).await?;
    Ok(Json(ObjectList::page(kept.input, &query)?))
}

async fn find(caller: &Caller, id: &str) -> Result<(StoredResponse, Kept), ApiError> {
    let stored = caller.org().response(caller.member_id, id).await?;
    let stored = stored.ok_or_else(ApiError::not_found)?;
    let kept = Kept::read(&stored)?;
    match stored.running {
        true => left::take_over(caller, stored, kept).await,
        false => Ok((stored, kept)),
    }
}

/// A thread on which nothing is left that anybody could ask for is left by nobody.
async fn drop_if_unused(caller: &Caller, thread: ThreadId) -> Result<(), ApiError> {
    let org = caller.org();
    let Some(known) = org.thread(thread).await? else {
        return Ok(());
    };
    let of_response = format!("{THREAD}resp_");
    if known.correlation_key.starts_with(&of_response) && org.responses_on(thread).await? == 0 {
        drop_thread(caller, thread).await?;
    }
    Ok(())
}

impl Kept {
    pub(super) fn read(stored: &StoredResponse) -> Result<Self, ApiError> {
        serde_json::from_slice(&stored.body).map_err(ApiError::internal)
    }

    /// What it was asked and what it says, one item after the other.
    pub(super) fn items(self) -> Vec<Value> {
        let output = self.response["output"].as_array().cloned();
        [self.input, output.unwrap_or_default()].concat()
    }

    /// Whether nothing of it is remembered elsewhere.
    pub(super) async fn is_private(&self, caller: &Caller) -> Result<bool, ApiError> {
        if let Some(private) = self.private {
            return Ok(private);
        }
        let Some(id) = self.response["conversation"]["id"].as_str() else {
            return Ok(false);
        };
        let conversation = caller.org().conversation(caller.member_id, id).await?;
        // Of one that is gone nobody knows what it was.
        Ok(conversation.is_none_or(|conversation| conversation.private))
    }

    fn bytes(&self) -> Result<Vec<u8>, ApiError> {
        serde_json::to_vec(self).map_err(ApiError::internal)
    }

    /// The ids of what was said, unless they are a conversation's.
    fn own_items(&self) -> Vec<String> {
        if self.response["conversation"].is_object() {
            return Vec::new();
        }
        let output = self.response["output"].as_array().into_iter().flatten();
        let ids = self.input.iter().chain(output).map(|item| &item["id"]);
        ids.filter_map(Value::as_str).map(str::to_owned).collect()
    }
}
