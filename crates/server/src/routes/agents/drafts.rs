//! The record of what an agent drafted, and of what people made of it.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use steward_model::{AgentId, Timestamp};
use steward_store::{DraftCounts, DraftRecord};
use utoipa::{IntoParams, ToSchema};

use super::may_see;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::openapi::Failures;
use crate::routes::page::{List, PageQuery};
use crate::routes::suggestions::SuggestionView;
use crate::routes::words::{DraftOutcomeWord, EffectStateWord, MessageKindWord};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// The longest time that can be asked for; without one everything is counted.
const MOST_DAYS: u32 = 366;

/// Replies that the agent drafted, and what became of them.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AgentDraft)]
pub(crate) struct DraftView {
    suggestion: SuggestionView,
    outcome: DraftOutcomeWord,
    /// What was sent. Compare it with `options[picked]` of the suggestion to see what was changed; null if nothing was sent, and once
    /// the contact was forgotten.
    sent_text: Option<String>,
    /// Where the message stands that was sent.
    delivery: Option<EffectStateWord>,
    /// Why it stands there.
    delivery_reason: Option<String>,
    /// When the contact wrote back. A word to the carrier, such as STOP, is no answer.
    #[schema(format = DateTime)]
    answered_at: Option<String>,
}

/// How many of the agent's drafts came to what.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DraftStatistics {
    /// The time from which drafts were counted; null for all that there are.
    #[schema(format = DateTime)]
    since: Option<String>,
    total: DraftCountsView,
    /// The kinds of message that there were drafts for.
    kinds: Vec<KindCountsView>,
}

/// The same for one kind of message.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DraftKindCounts)]
pub(crate) struct KindCountsView {
    kind: MessageKindWord,
    counts: DraftCountsView,
}

/// Sets of drafts, of two or three replies each. `offered` is the sum of `unchanged`, `edited`, `dismissed`, `outdated` and `waiting`.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DraftCounts)]
pub(crate) struct DraftCountsView {
    offered: i64,
    /// Sent as the agent wrote it.
    unchanged: i64,
    /// Those of them that were the agent's first choice.
    first_unchanged: i64,
    /// Changed by a person, then sent.
    edited: i64,
    dismissed: i64,
    /// Overtaken before anybody decided.
    outdated: i64,
    waiting: i64,
    /// Sent, and the contact wrote back.
    answered: i64,
    /// How long it took until one was sent or put aside; half of them took longer. Null if nobody has decided.
    median_seconds: Option<i64>,
}

/// Over which time.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct DaysQuery {
    /// Only what was drafted in the last so many days, 1 to 366; without it everything.
    #[param(minimum = 1, maximum = 366)]
    days: Option<u32>,
}

/// List what an agent drafted
///
/// The newest first, with what people made of it.
#[utoipa::path(
    get, path = "/api/agents/{agent_id}/drafts", tag = "agents", security(("bearer" = []), ("session" = [])),
    params(("agent_id" = String, Path, format = "uuid"), PageQuery),
    responses((status = 200, body = List<DraftView>), Failures)
)]
pub(crate) async fn list_drafts(
    caller: Caller,
    Path(id): Path<AgentId>,
    Query(query): Query<PageQuery>,
) -> Result<Json<List<DraftView>>, ApiError> {
    let page = query.page()?;
    find(&caller, id).await?;
    let drafts = caller.org().drafts_of(id, &page).await?;
    Ok(Json(List::cut(
        drafts,
        &page,
        |draft| draft.suggestion.id.to_string(),
        DraftView::from,
    )))
}

/// How often an agent's drafts went out unchanged
///
/// By the kind of message that they answered, and together.
#[utoipa::path(
    get, path = "/api/agents/{agent_id}/drafts/statistics", tag = "agents",
    security(("bearer" = []), ("session" = [])),
    params(("agent_id" = String, Path, format = "uuid"), DaysQuery),
    responses((status = 200, body = DraftStatistics), Failures)
)]
pub(crate) async fn count_drafts(
    caller: Caller,
    Path(id): Path<AgentId>,
    Query(query): Query<DaysQuery>,
) -> Result<Json<DraftStatistics>, ApiError> {
    let since = query.since(caller.app().now())?;
    find(&caller, id).await?;
    let from = since.unwrap_or(Timestamp::from_micros(0));
    let counts = caller.org().count_drafts(id, from).await?;
    let (mut total, mut kinds) = (DraftCounts::default(), Vec::new());
    for counts in counts {
        match counts.kind {
            None => total = counts,
            Some(kind) => kinds.push(KindCountsView {
                kind: kind.into(),
                counts: counts.into(),
            }),
        }
    }
    Ok(Json(DraftStatistics {
        since: since.map(|since| since.to_string()),
        total: total.into(),
        kinds,
    }))
}

/// Whoever may not see an agent does not see what it drafted either.
async fn find(caller: &Caller, id: AgentId) -> Result<(), ApiError> {
    let agent = caller.org().agent(id).await?;
    match agent.is_some_and(|agent| may_see(caller, &agent)) {
        true => Ok(()),
        false => Err(ApiError::not_found()),
    }
}

impl DaysQuery {
    fn since(&self, now: Timestamp) -> Result<Option<Timestamp>, ApiError> {
        match self.days {
            None => Ok(None),
            Some(days) if (1..=MOST_DAYS).contains(&days) => Ok(Some(now.minus(DAY * days))),
            Some(_) => Err(ApiError::invalid_field(
                "days",
                "This must be from 1 to 366.",
            )),
        }
    }
}

impl From<DraftRecord> for DraftView {
    fn from(record: DraftRecord) -> Self {
        let outcome = record.suggestion.outcome().into();
        let (text, delivery) = match record.sent {
            Some(sent) => (sent.text, Some((sent.delivery, sent.reason))),
            None => (None, None),
        };
        let (delivery, reason) = delivery.unzip();
        Self {
            suggestion: record.suggestion.into(),
            outcome,
            sent_text: text,
            delivery: delivery.map(EffectStateWord::from),
            delivery_reason: reason.flatten(),
            answered_at: record.answered_at.map(|at| at.to_string()),
        }
    }
}

impl From<DraftCounts> for DraftCountsView {
    fn from(counts: DraftCounts) -> Self {
        Self {
            offered: counts.offered,
            unchanged: counts.unchanged,
            first_unchanged: counts.first_unchanged,
            edited: counts.edited,
            dismissed: counts.dismissed,
            outdated: counts.outdated,
            waiting: counts.waiting,
            answered: counts.answered,
            median_seconds: counts.median_micros.map(|micros| micros / 1_000_000),
        }
    }
}
