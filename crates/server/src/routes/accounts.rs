//! Accounts: asked and changed in sentences, with the proof of every change.

mod answer;
mod book;
mod files;
mod session;

use axum::response::{IntoResponse, Response};
use http::HeaderValue;
use http::StatusCode;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use steward_memory::accounts::{AccountsError, Asker, Outcome};
use steward_model::Author;
use utoipa::ToSchema;

pub(crate) use self::answer::AccountAnswer;
pub(crate) use self::book::{__path_get_account, __path_list_accounts, get_account, list_accounts};
pub(crate) use self::files::{
    __path_get_account_file, __path_get_account_tree, get_account_file, get_account_tree,
};
use self::session::Session;
use super::text;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::Json;
use crate::openapi::Failures;

/// The longest sentence.
const LONGEST: usize = 4_000;

/// What is asked or told of the accounts.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AccountQuery)]
pub(crate) struct Query {
    /// A question, or what changed, in one sentence or a few.
    #[schema(min_length = 1, max_length = 4000)]
    query: String,
    /// The `session_id` of the last answer, to go on talking of the same account.
    #[schema(max_length = 8000)]
    session_id: Option<String>,
}

/// A question that changes nothing.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AccountSearch)]
pub(crate) struct Search {
    #[schema(min_length = 1, max_length = 4000)]
    query: String,
}

/// What somebody says to a new account.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AccountConfirmation)]
pub(crate) struct Confirmation {
    /// Of the answer that asked.
    #[schema(max_length = 8000)]
    session_id: String,
    /// Whether to go on.
    confirmed: bool,
    /// An account that was meant, instead of a new one.
    #[schema(max_length = 200)]
    account_id: Option<String>,
}

/// How much was forgotten that can be read again.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ClearedCache)]
pub(crate) struct Cleared {
    /// How many accounts were held in memory.
    cleared: usize,
}

/// One event of an answer, as the rules of server-sent events spell it.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the lines that are written")]
pub(crate) struct AccountEvent {
    /// `starter`, `step`, and at the end `done`.
    event: String,
    /// How the sentence was read, something that was looked at, or the whole answer.
    #[schema(content_media_type = "application/json")]
    data: String,
}

/// Ask about the accounts, or tell what changed
///
/// Answered without a language model. A change of an account that is not known is asked back first.
#[utoipa::path(
    post, path = "/query", tag = "accounts", security(("bearer" = []), ("session" = [])),
    request_body = Query, responses((status = 200, body = AccountAnswer), Failures)
)]
pub(crate) async fn query_accounts(
    caller: Caller,
    Json(body): Json<Query>,
) -> Result<Json<AccountAnswer>, ApiError> {
    Ok(Json(ask(&caller, body, false).await?))
}

/// The same, as a stream of what is done
///
/// The events `starter`, `step` and, with the whole answer, `done`.
#[utoipa::path(
    post, path = "/query/stream", tag = "accounts", security(("bearer" = []), ("session" = [])),
    request_body = Query,
    responses((status = 200, content((AccountEvent = "text/event-stream"))), Failures)
)]
pub(crate) async fn stream_query(
    caller: Caller,
    Json(body): Json<Query>,
) -> Result<Response, ApiError> {
    let answer = ask(&caller, body, false).await?;
    let mut events = event("starter", &answer.starter)?;
    for step in &answer.steps {
        events.push_str(&event("step", step)?);
    }
    events.push_str(&event("done", &answer)?);
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/event-stream")),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    Ok((headers, events).into_response())
}

/// Ask about the accounts
///
/// Only ever reads: what would change an account is refused.
#[utoipa::path(
    post, path = "/search", tag = "accounts", security(("bearer" = []), ("session" = [])),
    request_body = Search, responses((status = 200, body = AccountAnswer), Failures)
)]
pub(crate) async fn search_accounts(
    caller: Caller,
    Json(body): Json<Search>,
) -> Result<Json<AccountAnswer>, ApiError> {
    let body = Query {
        query: body.query,
        session_id: None,
    };
    Ok(Json(ask(&caller, body, true).await?))
}

/// Agree to a new account, or say which one was meant
///
/// What was asked goes on, once. A session is good for a quarter of an hour.
#[utoipa::path(
    post, path = "/confirm", tag = "accounts", security(("bearer" = []), ("session" = [])),
    request_body = Confirmation, responses((status = 200, body = AccountAnswer), Failures)
)]
pub(crate) async fn confirm_account(
    caller: Caller,
    Json(body): Json<Confirmation>,
) -> Result<Json<AccountAnswer>, ApiError> {
    let session = Session::open(&caller, &body.session_id).await?;
    let new = session.pending(caller.app().now())?;
    let accounts = &caller.app().accounts;
    let asker = asker(&caller);
    let outcome = match (body.confirmed, &body.account_id) {
        (false, _) => None,
        (true, None) => {
            let proof = accounts.create(&asker, &new).await.map_err(refused)?;
            Some(Outcome::Changed(Box::new(proof)))
        }
        (true, Some(id)) => {
            let asker = Asker {
                mark: Some(new.id.clone()),
                ..asker
            };
            let told = accounts.tell(&asker, id, &new.request).await;
            Some(told.map_err(refused)?)
        }
    };
    let created = body.confirmed && body.account_id.is_none();
    let about = match &outcome {
        Some(Outcome::Changed(proof)) => Some(proof.account_id.clone()),
        _ => None,
    };
    let token = Session::about(about).seal(&caller).await?;
    Ok(Json(AccountAnswer::confirmed(outcome, created, token)))
}

/// Read the accounts again from the workspace
#[utoipa::path(
    post, path = "/cache/clear", tag = "accounts", security(("bearer" = []), ("session" = [])),
    responses((status = 200, body = Cleared), Failures)
)]
pub(crate) async fn clear_account_cache(caller: Caller) -> Json<Cleared> {
    let cleared = caller.app().accounts.clear(caller.org_id).await;
    Json(Cleared { cleared })
}

async fn ask(caller: &Caller, body: Query, reads_only: bool) -> Result<AccountAnswer, ApiError> {
    let asked = text::long("query", &body.query, LONGEST)?;
    if asked.trim().is_empty() {
        return Err(ApiError::invalid_field("query", "This must say something."));
    }
    let session = match &body.session_id {
        Some(token) => Session::open(caller, token).await?,
        None => Session::default(),
    };
    let accounts = &caller.app().accounts;
    let (asker, conversation) = (asker(caller), session.conversation());
    let told = accounts.ask(&asker, &asked, &conversation, reads_only);
    let told = told.await.map_err(refused)?;
    let session = Session::after(&told, &asked, caller.app().now());
    let token = session.seal(caller).await?;
    Ok(AccountAnswer::of(told, session.expires_at(), token))
}

/// Who asks, on the day that it is where the organisation works.
fn asker(caller: &Caller) -> Asker {
    let app = caller.app();
    let now = app.now();
    let zone = TimeZone::get(&app.settings.time_zone).unwrap_or(TimeZone::UTC);
    let moment = Timestamp::from_microsecond(now.as_micros()).unwrap_or(Timestamp::UNIX_EPOCH);
    Asker {
        org: caller.org_id,
        author: Author::Member(caller.member_id),
        now,
        today: moment.to_zoned(zone).date(),
        mark: None,
    }
}

fn refused(error: AccountsError) -> ApiError {
    match error {
        AccountsError::Broken(problem) => ApiError::conflict(format!(
            "{} was edited by hand and does not fit any more, at line {}: {}. Nothing was changed. Put it right in the workspace, where every version is kept.",
            problem.path, problem.line, problem.reason
        )),
        AccountsError::NotThere => ApiError::not_found(),
        AccountsError::Busy => {
            ApiError::unavailable("Others are changing this account. Try again.")
        }
        AccountsError::Done => ApiError::conflict("This was confirmed before."),
        AccountsError::Store(error) => error.into(),
    }
}

fn expired() -> ApiError {
    let message = "This was asked too long ago. Ask again.";
    ApiError::new(StatusCode::GONE, "expired", message)
}

fn event(name: &str, data: &impl Serialize) -> Result<String, ApiError> {
    let data = serde_json::to_string(data).map_err(ApiError::internal)?;
    Ok(format!("event: {name}\ndata: {data}\n\n"))
}
