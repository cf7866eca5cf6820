//! The outbox: what left for somebody outside, or is about to.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use steward_model::EffectId;
use steward_store::{Effect, EffectAttempt, ReviewDecision};
use utoipa::{IntoParams, ToSchema};

use super::page::{self, List};
use super::words::{EffectClassWord, EffectStateWord};
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::openapi::Failures;

/// A message for somebody outside, and where it stands.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Effect)]
pub(crate) struct EffectView {
    #[schema(format = "uuid")]
    id: String,
    #[schema(format = "uuid")]
    thread_id: String,
    #[schema(format = "uuid")]
    turn_id: Option<String>,
    #[schema(format = "uuid")]
    agent_id: Option<String>,
    #[schema(format = "uuid")]
    contact_id: String,
    #[schema(format = "uuid")]
    line_id: String,
    class: EffectClassWord,
    channel: String,
    /// To, from and text; null once the contact was forgotten.
    #[schema(value_type = Option<Object>)]
    message: Option<Value>,
    /// The rule that lets it leave.
    rule: String,
    #[schema(format = "uuid")]
    approval_id: Option<String>,
    state: EffectStateWord,
    /// Why it stands there.
    reason: Option<String>,
    /// How often sending was tried.
    attempts: i64,
    /// How the carrier names it.
    provider_ref: Option<String>,
    /// Who decided about it when nobody could tell.
    #[schema(format = "uuid")]
    decided_by: Option<String>,
    #[schema(format = DateTime)]
    expires_at: String,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    settled_at: Option<String>,
}

/// A message and every try to send it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EffectDetail {
    effect: EffectView,
    attempts: Vec<AttemptView>,
}

/// One try to send a message.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EffectAttempt)]
pub(crate) struct AttemptView {
    no: i64,
    #[schema(format = DateTime)]
    started_at: String,
    #[schema(format = DateTime)]
    ended_at: Option<String>,
    /// `sent`, `not_sent`, `refused` or `unknown`.
    outcome: Option<String>,
    /// The status of the carrier's answer.
    status: Option<i64>,
    detail: Option<String>,
}

/// A person's decision about a message that may have been sent.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EffectDecision)]
pub(crate) struct EffectDecisionBody {
    decision: ReviewWord,
}

/// It was sent, it is to be sent again, or it is dropped.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReviewDecision)]
pub(crate) enum ReviewWord {
    WasSent,
    SendAgain,
    Drop,
}

/// Which messages.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct EffectQuery {
    /// Those that stand here.
    #[param(inline)]
    state: Option<EffectStateWord>,
    /// At most this many, 1 to 200.
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: Option<u32>,
    /// The `next_cursor` of the page before.
    #[param(max_length = 64)]
    cursor: Option<String>,
}

/// List what left or is about to
///
/// What is a member's own is shown to them and to admins.
#[utoipa::path(
    get, path = "/api/effects", tag = "outbox", security(("bearer" = []), ("session" = [])),
    params(EffectQuery), responses((status = 200, body = List<EffectView>), Failures)
)]
pub(crate) async fn list_effects(
    caller: Caller,
    Query(query): Query<EffectQuery>,
) -> Result<Json<List<EffectView>>, ApiError> {
    let page = page::asked(query.limit, query.cursor)?;
    let state = query.state.map(Into::into);
    let effects = caller.org().effects(&page, state).await?;
    Ok(Json(List::cut(
        effects,
        &page,
        |effect| effect.id.to_string(),
        EffectView::from,
    )))
}

/// One message and every try to send it
#[utoipa::path(
    get, path = "/api/effects/{effect_id}", tag = "outbox", security(("bearer" = []), ("session" = [])),
    params(("effect_id" = String, Path, format = "uuid")),
    responses((status = 200, body = EffectDetail), Failures)
)]
pub(crate) async fn get_effect(
    caller: Caller,
    Path(id): Path<EffectId>,
) -> Result<Json<EffectDetail>, ApiError> {
    let found = caller.org().effect(id).await?;
    let found = found.ok_or_else(ApiError::not_found)?;
    Ok(Json(EffectDetail {
        effect: found.effect.into(),
        attempts: found.attempts.into_iter().map(AttemptView::from).collect(),
    }))
}

/// Decide about a message that may have been sent
///
/// Only one in the state `review` can be decided about.
#[utoipa::path(
    post, path = "/api/effects/{effect_id}/decision", tag = "outbox", security(("bearer" = []), ("session" = [])),
    params(("effect_id" = String, Path, format = "uuid")),
    request_body = EffectDecisionBody, responses((status = 200, body = EffectView), Failures)
)]
pub(crate) async fn decide_effect(
    caller: Caller,
    Path(id): Path<EffectId>,
    Json(body): Json<EffectDecisionBody>,
) -> Result<Json<EffectView>, ApiError> {
    let decision = match body.decision {
        ReviewWord::WasSent => ReviewDecision::WasSent,
        ReviewWord::SendAgain => ReviewDecision::SendAgain,
        ReviewWord::Drop => ReviewDecision::Drop,
    };
    let org = caller.org();
    org.effect(id).await?.ok_or_else(ApiError::not_found)?;
    let decided = org.decide_effect(id, caller.member_id, decision).await?;
    let found = org.effect(id).await?.ok_or_else(ApiError::not_found)?;
    if decided.is_none() {
        return Err(ApiError::conflict(format!(
            "There is nothing to decide: the message is {}.",
            found.effect.state
        )));
    }
    caller.app().runtime.wake();
    Ok(Json(found.effect.into()))
}

impl From<Effect> for EffectView {
    fn from(effect: Effect) -> Self {
        let payload = effect.payload.as_deref();
        Self {
            id: effect.id.to_string(),
            thread_id: effect.thread_id.to_string(),
            turn_id: effect.turn_id.map(|id| id.to_string()),
            agent_id: effect.agent_id.map(|id| id.to_string()),
            contact_id: effect.contact_id.to_string(),
            line_id: effect.line_id.to_string(),
            class: effect.class.into(),
            channel: effect.channel,
            message: payload.and_then(|json| serde_json::from_slice(json).ok()),
            rule: effect.rule,
            approval_id: effect.approval_id.map(|id| id.to_string()),
            state: effect.state.into(),
            reason: effect.reason,
            attempts: effect.attempt,
            provider_ref: effect.provider_ref,
            decided_by: effect.decided_by.map(|id| id.to_string()),
            expires_at: effect.expires_at.to_string(),
            created_at: effect.created_at.to_string(),
            settled_at: effect.settled_at.map(|at| at.to_string()),
        }
    }
}

impl From<EffectAttempt> for AttemptView {
    fn from(attempt: EffectAttempt) -> Self {
        Self {
            no: attempt.no,
            started_at: attempt.started_at.to_string(),
            ended_at: attempt.ended_at.map(|at| at.to_string()),
            outcome: attempt.outcome,
            status: attempt.status,
            detail: attempt.detail,
        }
    }
}
