//! The accounts as they stand, one or all of them.

use http::StatusCode;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use steward_accounts::history::{self, Entry};
use steward_accounts::source_file::SourceFile;
use steward_accounts::state::AccountState;
use steward_memory::accounts::{Folder, Problem};
use utoipa::{IntoParams, ToSchema};

use super::answer::FieldChange;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::openapi::Failures;

/// All accounts.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AccountList {
    /// By id; never cut into pages.
    accounts: Vec<AccountRow>,
    /// Files that cannot be read, or do not fit each other.
    problems: Vec<FileProblem>,
}

/// An account in a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AccountRow {
    id: String,
    name: String,
    stage: Option<String>,
    industry: Option<String>,
    location: Option<AccountPlace>,
    /// With its currency.
    premium: Option<String>,
    carrier: Option<String>,
    #[schema(format = Date)]
    renewal_date: Option<String>,
    #[schema(format = Date)]
    follow_up_date: Option<String>,
    #[schema(format = DateTime)]
    updated_at: String,
    /// One line that tells it from others.
    description: String,
}

/// Where an account is.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AccountPlace {
    city: String,
    state: String,
}

/// What is wrong with a file.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FileProblem {
    path: String,
    /// From 1.
    line: usize,
    reason: String,
}

/// One account with its history and its sources.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AccountView {
    id: String,
    /// Every field of `state.md`.
    #[schema(value_type = Object)]
    state: Value,
    /// What stands after the fields.
    text: String,
    #[schema(format = Date)]
    as_of: Option<String>,
    verified: Verified,
    /// Oldest first.
    history: Vec<HistoryEntry>,
    /// Oldest first.
    sources: Vec<SourceView>,
}

/// Whether the state is what the history adds up to.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Verified {
    ok: bool,
    /// The first place where it is not.
    #[serde(rename = "break")]
    found: Option<HistoryBreak>,
}

/// Where a history or a state does not fit.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HistoryBreak {
    /// The file.
    path: String,
    /// The entry of the history; null if it is about another file or no entry of its own.
    entry: Option<String>,
    /// From 1.
    line: usize,
    what: String,
}

/// A change of an account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HistoryEntry {
    id: String,
    #[schema(format = DateTime)]
    at: String,
    prose: String,
    changes: Vec<FieldChange>,
    evidence: String,
    previous: Option<String>,
    hash: String,
    /// Where it begins in `history.md`.
    line: usize,
}

/// Something that was written or said.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AccountSource)]
pub(crate) struct SourceView {
    path: String,
    /// `email`, `call` or `sms`.
    kind: String,
    #[schema(format = DateTime)]
    at: String,
    from: String,
    to: String,
    subject: Option<String>,
    summary: String,
}

/// As of when.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct AsOf {
    /// How it stood at the end of this day, in UTC. An account that was not there yet is not found.
    #[param(format = Date)]
    as_of: Option<String>,
}

/// List the accounts
#[utoipa::path(
    get, path = "/api/accounts", tag = "accounts", security(("bearer" = []), ("session" = [])),
    responses((status = 200, body = AccountList), Failures)
)]
pub(crate) async fn list_accounts(caller: Caller) -> Result<Json<AccountList>, ApiError> {
    let (folders, problems) = caller.app().accounts.all(caller.org_id).await?;
    Ok(Json(AccountList {
        accounts: folders.iter().filter_map(AccountRow::of).collect(),
        problems: problems.into_iter().map(FileProblem::of).collect(),
    }))
}

/// One account
///
/// As it stands, or as it stood on a day.
#[utoipa::path(
    get, path = "/api/accounts/{account_id}", tag = "accounts", security(("bearer" = []), ("session" = [])),
    params(("account_id" = String, Path, max_length = 200), AsOf),
    responses((status = 200, body = AccountView), Failures)
)]
pub(crate) async fn get_account(
    caller: Caller,
    Path(id): Path<String>,
    Query(query): Query<AsOf>,
) -> Result<Json<AccountView>, ApiError> {
    let day = match query.as_of.as_deref().map(str::parse::<Date>) {
        Some(Ok(day)) => Some(day),
        Some(Err(_)) => {
            return Err(ApiError::invalid_field(
                "as_of",
                "This must be a day, as 2026-05-01.",
            ));
        }
        None => None,
    };
    let folder = caller.app().accounts.account(caller.org_id, &id).await?;
    let folder = folder.ok_or_else(ApiError::not_found)?;
    AccountView::of(&folder, day).map(Json)
}

impl AccountRow {
    fn of(folder: &Folder) -> Option<Self> {
        let state = &folder.state()?.state;
        Some(Self {
            id: state.id.clone(),
            name: state.name.clone(),
            stage: state.stage.clone(),
            industry: state.industry.clone(),
            location: state.location.as_ref().map(|place| AccountPlace {
                city: place.city.clone(),
                state: place.state.clone(),
            }),
            premium: state.premium.map(|premium| premium.to_string()),
            carrier: state.carrier.clone(),
            renewal_date: state.renewal_date.map(|day| day.to_string()),
            follow_up_date: state.follow_up_date.map(|day| day.to_string()),
            updated_at: folder.updated_at().to_string(),
            description: state.description(),
        })
    }
}

impl FileProblem {
    fn of(problem: Problem) -> Self {
        Self {
            path: problem.path,
            line: problem.line,
            reason: problem.reason,
        }
    }
}

impl AccountView {
    fn of(folder: &Folder, day: Option<Date>) -> Result<Self, ApiError> {
        let history = folder.history();
        let (entries, state) = match (day, history) {
            (Some(day), Some(history)) => {
                let then = history::as_of(folder.id(), history, day);
                let then = then.map_err(|found| ApiError::conflict(found.what))?;
                let then = then.ok_or_else(|| not_yet(day))?;
                (history::until(history, day), Some(then))
            }
            _ => {
                let entries = history.map_or(&[][..], |history| &history.entries[..]);
                (entries, folder.state().map(|file| file.state.clone()))
            }
        };
        let known = |file: &SourceFile| day.is_none_or(|day| file.source.date() <= day);
        let sources = folder.sources().filter(|(_, file)| known(file));
        let mut sources: Vec<SourceView> = sources.map(SourceView::of).collect();
        sources.sort_by(|one, other| one.at.cmp(&other.at));
        Ok(Self {
            id: folder.id().to_owned(),
            state: fields(state.as_ref())?,
            text: folder
                .state()
                .map(|file| file.text.clone())
                .unwrap_or_default(),
            as_of: day.map(|day| day.to_string()),
            verified: Verified::of(folder),
            history: entries.iter().map(HistoryEntry::of).collect(),
            sources,
        })
    }
}

impl Verified {
    fn of(folder: &Folder) -> Self {
        let found = folder.problem().map(|problem| HistoryBreak {
            path: problem.path,
            entry: problem.entry,
            line: problem.line,
            what: problem.reason,
        });
        Self {
            ok: found.is_none(),
            found,
        }
    }
}

fn not_yet(day: Date) -> ApiError {
    let message = format!("There was no such account yet on {day}.");
    ApiError::new(StatusCode::NOT_FOUND, "not_found", message)
}

fn fields(state: Option<&AccountState>) -> Result<Value, ApiError> {
    let fields = state.map(serde_json::to_value).transpose();
    Ok(fields
        .map_err(ApiError::internal)?
        .unwrap_or_else(|| serde_json::json!({})))
}

impl HistoryEntry {
    fn of(entry: &Entry) -> Self {
        let changes = entry.deltas.iter().map(|delta| FieldChange {
            field: delta.field.clone(),
            old_value: delta.old.clone(),
            new_value: delta.new.clone(),
        });
        Self {
            id: entry.id(),
            at: entry.at.to_string(),
            prose: entry.prose.clone(),
            changes: changes.collect(),
            evidence: entry.evidence.clone(),
            previous: entry.previous.clone(),
            hash: entry.hash.clone(),
            line: entry.line,
        }
    }
}

impl SourceView {
    fn of((path, file): (&str, &SourceFile)) -> Self {
        let source = &file.source;
        Self {
            path: path.to_owned(),
            kind: source.kind.clone(),
            at: source.at.to_string(),
            from: source.from.clone(),
            to: source.to.clone(),
            subject: source.subject.clone(),
            summary: source.summary.clone(),
        }
    }
}
