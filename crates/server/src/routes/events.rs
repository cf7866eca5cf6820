//! What happens outside a request, told as it happens: one channel per member for as long as somebody reads it.

mod follow;

use std::convert::Infallible;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use self::follow::Follow;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::Query;
use crate::openapi::Failures;

const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// Where to begin.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct EventsQuery {
    /// The id of the last event that was read, for a client that cannot send the header `Last-Event-ID`. The header counts
    /// where there are both.
    #[param(max_length = 100)]
    last_event_id: Option<String>,
    /// `false` tells what happened since then and ends, for a client that asks now and then.
    #[serde(default = "yes")]
    #[param(default = true)]
    follow: bool,
}

fn yes() -> bool {
    true
}

/// One event, as the rules of server-sent events spell it.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the lines that are written")]
pub(crate) struct AgentEvent {
    /// What to ask with as `Last-Event-ID` to read on after it.
    id: String,
    /// `agent.ready` at first; then `agent.typing`, `agent.message`, `agent.done`, `agent.error`, `agent.approval`,
    /// `agent.suggestion`, `agent.notice`, `agent.reminder`, `agent.thread`, `org.flag` and `workspace.changed`;
    /// `agent.missed` where something is not kept any more.
    event: String,
    /// A JSON object: `thread_id`, `turn_id`, `approval_id`, `suggestion_id`, `notice_id`, `flag`, `item`, `change`, `state` and
    /// `at`, as far as they apply, and `messages` where the agent said something in a conversation of your own.
    #[schema(content_media_type = "application/json")]
    data: String,
}

/// Follow what happens
///
/// Everything that happens on threads that are everybody's or your own: what agents say, turns, approvals, notices,
/// reminders; and that the workspace changed, which the accounts are a part of. It is kept for a day. Whoever comes back with
/// the id of the last event misses nothing, and reads some of it again rather than not at all; who was away for longer is told
/// so by `agent.missed` and goes on from now.
#[utoipa::path(
    get, path = "/v1/agent/events", tag = "agent", security(("bearer" = []), ("session" = [])), params(EventsQuery),
    responses((status = 200, content((AgentEvent = "text/event-stream"))), Failures)
)]
pub(crate) async fn follow_events(
    caller: Caller,
    Query(query): Query<EventsQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let last = headers.get(LAST_EVENT_ID);
    let last = match last {
        Some(last) => Some(String::from_utf8_lossy(last.as_bytes()).into_owned()),
        None => query.last_event_id,
    };
    let last = last.filter(|last| !last.is_empty());
    let follow = Follow::start(caller, headers, last.as_deref(), query.follow).await?;
    let lines = stream::unfold(follow, |mut follow| async move {
        let lines = follow.next().await?;
        Some((Ok::<_, Infallible>(lines), follow))
    });
    Ok((event_stream(), Body::from_stream(lines)).into_response())
}

/// The headers of a stream that nobody in between keeps or holds back.
pub(crate) fn event_stream() -> [(HeaderName, HeaderValue); 3] {
    [
        (CONTENT_TYPE, HeaderValue::from_static("text/event-stream")),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (
            HeaderName::from_static("x-accel-buffering"),
            HeaderValue::from_static("no"),
        ),
    ]
}
