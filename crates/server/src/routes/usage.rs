//! What was spent, and how far the record has come.

use std::time::Duration;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use steward_store::BudgetUse;
use utoipa::{IntoParams, ToSchema};

use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Query};
use crate::openapi::Failures;

/// How far back is looked when nobody says.
const USUAL: Duration = Duration::from_secs(30 * 24 * 60 * 60);
/// The longest time that is told at once.
const MOST_DAYS: i32 = 366;

/// What was spent from one day to another.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Usage {
    items: Vec<UsageView>,
}

/// What a scope has spent in a day.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DailyUsage)]
pub(crate) struct UsageView {
    /// `org:`, `agent:` or `contact:` and an id.
    scope: String,
    #[schema(format = Date)]
    day: String,
    /// In millionths of a dollar.
    cost_micros: i64,
    tokens: i64,
    /// Set aside for calls under way.
    reserved_micros: i64,
    reserved_tokens: i64,
}

/// The newest checkpoint of the record.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AuditCheckpoint)]
pub(crate) struct CheckpointView {
    /// One line, for keeping elsewhere; `steward verify` takes it.
    checkpoint: String,
}

/// Which days, both included.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct UsageQuery {
    /// The first day; 30 days ago without it.
    #[param(format = Date)]
    from: Option<String>,
    /// The last day; today without it. Days are those of UTC.
    #[param(format = Date)]
    to: Option<String>,
}

/// What was spent, by scope and day
#[utoipa::path(
    get, path = "/api/usage", tag = "operations", security(("bearer" = []), ("session" = [])),
    params(UsageQuery), responses((status = 200, body = Usage), Failures)
)]
pub(crate) async fn get_usage(
    caller: Caller,
    Query(query): Query<UsageQuery>,
) -> Result<Json<Usage>, ApiError> {
    caller.require_admin_role()?;
    let now = caller.app().now();
    let from = day("from", query.from, now.minus(USUAL))?;
    let to = day("to", query.to, now)?;
    if from
        .until(to)
        .is_ok_and(|span| span.get_days() >= MOST_DAYS)
    {
        return Err(ApiError::invalid_field(
            "from",
            "This must be at most a year before `to`.",
        ));
    }
    let used = caller
        .org()
        .usage(&from.to_string(), &to.to_string())
        .await?;
    Ok(Json(Usage {
        items: used.into_iter().map(UsageView::from).collect(),
    }))
}

/// How far the record has come
///
/// Keep the line somewhere else: with it, `steward verify` finds out if the end of the record was cut off.
#[utoipa::path(
    get, path = "/api/audit/checkpoint", tag = "operations", security(("bearer" = []), ("session" = [])),
    responses((status = 200, body = CheckpointView), Failures)
)]
pub(crate) async fn get_checkpoint(caller: Caller) -> Result<Json<CheckpointView>, ApiError> {
    caller.require_admin_role()?;
    let checkpoint = caller.org().audit_checkpoint().await?;
    let checkpoint = checkpoint.ok_or_else(ApiError::not_found)?.to_string();
    Ok(Json(CheckpointView { checkpoint }))
}

fn day(
    field: &str,
    given: Option<String>,
    usual: steward_model::Timestamp,
) -> Result<Date, ApiError> {
    let text = given.unwrap_or_else(|| usual.to_string().chars().take(10).collect());
    // Only the one form that days are stored in.
    let day: Option<Date> = text.parse().ok();
    day.filter(|day| day.to_string() == text)
        .ok_or_else(|| ApiError::invalid_field(field, "This must be a day such as 2026-01-31."))
}

impl From<BudgetUse> for UsageView {
    fn from(used: BudgetUse) -> Self {
        Self {
            scope: used.scope,
            day: used.period,
            cost_micros: used.spent_micros,
            tokens: used.spent_tokens,
            reserved_micros: used.reserved_micros,
            reserved_tokens: used.reserved_tokens,
        }
    }
}
