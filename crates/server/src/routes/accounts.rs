//! Accounts: asked and changed in sentences, with the proof of every change.

mod answer;
mod book;
mod files;
mod proposals;
mod search_agent;
mod session;

use axum::response::Response;
use bytes::Bytes;
use http::StatusCode;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use steward_memory::accounts::{AccountsError, Asker, Caution, Consent, Outcome, Told, consent};
use steward_model::Author;
use tokio::sync::mpsc::unbounded_channel;
use utoipa::ToSchema;

pub(crate) use self::answer::AccountAnswer;
use self::answer::Step;
pub(crate) use self::book::{__path_get_account, __path_list_accounts, get_account, list_accounts};
pub(crate) use self::files::{
    __path_get_account_file, __path_get_account_tree, get_account_file, get_account_tree,
};
pub(crate) use self::proposals::{
    __path_decide_proposal, __path_list_all_proposals, __path_list_proposals, decide_proposal,
    list_all_proposals, list_proposals,
};
use self::search_agent::SearchAgent;
use self::session::{Session, Waiting};
use super::openai::streamed;
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

/// What somebody says to a question back.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AccountConfirmation)]
pub(crate) struct Confirmation {
    /// Of the answer that asked.
    #[schema(max_length = 8000)]
    session_id: String,
    /// Whether to go on.
    confirmed: bool,
    /// The account that was meant: one of the `choices`, or of the `alternatives` to a new one.
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
/// Answered without a language model as far as that goes; what it does not find is put to the Search agent, if a model is set
/// up. A change of an account that is not known is asked back first.
#[utoipa::path(
    post, path = "/query", tag = "accounts", security(("bearer" = []), ("session" = [])),
    request_body = Query, responses((status = 200, body = AccountAnswer), Failures)
)]
pub(crate) async fn query_accounts(
    caller: Caller,
    Json(body): Json<Query>,
) -> Result<Json<AccountAnswer>, ApiError> {
    let asked = Asked::read(&caller, body, false).await?;
    Ok(Json(asked.finish(&caller, |_| ()).await?))
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
    let asked = Asked::read(&caller, body, false).await?;
    let (lines, told) = unbounded_channel::<Bytes>();
    let mut begun = event("starter", &asked.answer.starter)?;
    for step in &asked.answer.steps {
        begun.push_str(&event("step", step)?);
    }
    tokio::spawn(async move {
        // Whoever listened may have gone.
        let tell = |line: String| drop(lines.send(line.into()));
        tell(begun);
        let step = |step: &Step| event("step", step).map_or((), tell);
        match asked.finish(&caller, step).await {
            Ok(answer) => event("done", &answer).map_or((), tell),
            Err(error) => tracing::warn!(%error, "An answer about accounts broke off."),
        }
    });
    Ok(streamed(told))
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
    let asked = Asked::read(&caller, body, true).await?;
    Ok(Json(asked.finish(&caller, |_| ()).await?))
}

/// Answer a question back
///
/// Agrees to a new account or to a change that looked like a slip, or says which account was meant. What was asked goes on,
/// once. A question back waits a quarter of an hour.
#[utoipa::path(
    post, path = "/confirm", tag = "accounts", security(("bearer" = []), ("session" = [])),
    request_body = Confirmation, responses((status = 200, body = AccountAnswer), Failures)
)]
pub(crate) async fn confirm_account(
    caller: Caller,
    Json(body): Json<Confirmation>,
) -> Result<Json<AccountAnswer>, ApiError> {
    let session = Session::open(&caller, &body.session_id).await?;
    let (waiting, offered) = session.waiting(caller.app().now())?;
    if !body.confirmed {
        return declined(&caller, &waiting).await.map(Json);
    }
    let chosen = body.account_id.as_deref();
    if chosen.is_some_and(|id| !offered.iter().any(|offer| offer == id)) {
        let message = "This account was not offered. Ask again, and name the account.";
        return Err(ApiError::invalid_field("account_id", message));
    }
    let account = chosen.or(waiting.account());
    let Some(account) = account else {
        return created(&caller, &waiting).await.map(Json);
    };
    let caution = match body.account_id {
        Some(_) => Caution::Asks,
        None => Caution::Agreed,
    };
    let accounts = &caller.app().accounts;
    let asker = asker(&caller);
    let pending = waiting.pending();
    let told = accounts.go_on(&asker, &pending, account, caution);
    let asked = Asked::of(&caller, told.await.map_err(refused)?, "").await?;
    asked.finish(&caller, |_| ()).await.map(Json)
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

/// A sentence that the engine has dealt with, and who may know more.
struct Asked {
    text: String,
    answer: AccountAnswer,
    agent: Option<SearchAgent>,
}

impl Asked {
    async fn read(caller: &Caller, body: Query, reads_only: bool) -> Result<Self, ApiError> {
        let text = text::long("query", &body.query, LONGEST)?;
        if text.trim().is_empty() {
            return Err(ApiError::invalid_field("query", "This must say something."));
        }
        let session = match &body.session_id {
            Some(token) => Session::open(caller, token).await?,
            None => Session::default(),
        };
        let now = caller.app().now();
        let agreed = session.creation(now).zip(consent(&text));
        if let Some((waiting, consent)) = agreed.filter(|_| !reads_only) {
            let answer = match consent {
                Consent::Yes => created(caller, waiting).await?,
                Consent::No => declined(caller, waiting).await?,
            };
            return Ok(Self {
                text,
                answer,
                agent: None,
            });
        }
        let accounts = &caller.app().accounts;
        let (asker, conversation) = (asker(caller), session.conversation(now));
        let told = accounts.ask(&asker, &text, &conversation, reads_only);
        Self::of(caller, told.await.map_err(refused)?, &text).await
    }

    /// What came of a sentence, and who may know more of it.
    async fn of(caller: &Caller, told: Told, text: &str) -> Result<Self, ApiError> {
        // A key that only reads spends nothing on a model.
        let agent = match search_agent::may_know(&told) && caller.may_write() {
            true => SearchAgent::of(caller).await?,
            false => None,
        };
        let request = told.response.went_on.clone();
        let text = request.unwrap_or_else(|| text.to_owned());
        let session = Session::after(&told, &text, caller.app().now());
        let token = session.seal(caller).await?;
        let answer = AccountAnswer::of(told, session.expires_at(), token);
        Ok(Self {
            text,
            answer,
            agent,
        })
    }

    async fn finish(
        mut self,
        caller: &Caller,
        on_step: impl FnMut(&Step),
    ) -> Result<AccountAnswer, ApiError> {
        if let Some(agent) = &self.agent {
            let answer = &mut self.answer;
            agent.improve(caller, &self.text, answer, on_step).await?;
        }
        Ok(self.answer)
    }
}

/// Makes the account that somebody agreed to.
async fn created(caller: &Caller, waiting: &Waiting) -> Result<AccountAnswer, ApiError> {
    let Some(new) = waiting.new_account() else {
        let message = "Which account is meant has to be said here.";
        return Err(ApiError::invalid_field("account_id", message));
    };
    let proof = caller.app().accounts.agree(&asker(caller), &new).await;
    let proof = proof.map_err(refused)?;
    let session = Session::about(Some(proof.account_id.clone()));
    let token = session.seal(caller).await?;
    let outcome = Outcome::Changed(Box::new(proof));
    Ok(AccountAnswer::created(outcome, token))
}

/// Leaves everything as it is.
async fn declined(caller: &Caller, waiting: &Waiting) -> Result<AccountAnswer, ApiError> {
    let accounts = &caller.app().accounts;
    let declined = accounts.decline(caller.org_id, waiting.id()).await;
    declined.map_err(refused)?;
    let about = waiting.account().map(str::to_owned);
    let token = Session::about(about).seal(caller).await?;
    let message = match waiting.new_account() {
        Some(_) => "Nothing was created.",
        None => "Nothing was changed.",
    };
    Ok(AccountAnswer::declined(message, token))
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
        AccountsError::Named => {
            ApiError::conflict("There is an account of this name by now. Ask again.")
        }
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
