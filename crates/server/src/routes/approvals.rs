//! Approvals: tool calls that wait for a person.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use steward_agent::canonical_json;
use steward_model::{ApprovalDecision, ApprovalId, ApproverRole, Role};
use steward_store::{Approval, Decided};
use utoipa::{IntoParams, ToSchema};

use super::page::{self, List};
use super::words::{ApprovalDecisionWord, ApproverRoleWord};
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::openapi::Failures;

/// A tool call that waits, or waited, for a person.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Approval)]
pub(crate) struct ApprovalView {
    #[schema(format = "uuid")]
    id: String,
    #[schema(format = "uuid")]
    thread_id: String,
    #[schema(format = "uuid")]
    turn_id: String,
    #[schema(format = "uuid")]
    agent_id: String,
    tool: String,
    /// Exactly what is called if it is approved; null once it was forgotten.
    #[schema(value_type = Option<Object>)]
    arguments: Option<Value>,
    /// Whether a person changed the arguments.
    edited: bool,
    approver: ApproverRoleWord,
    /// The rule that asks for a person.
    rule: String,
    #[schema(format = DateTime)]
    asked_at: String,
    #[schema(format = DateTime)]
    expires_at: String,
    decision: Option<ApprovalDecisionWord>,
    #[schema(format = "uuid")]
    decided_by: Option<String>,
    #[schema(format = DateTime)]
    decided_at: Option<String>,
    /// When the call was made.
    #[schema(format = DateTime)]
    used_at: Option<String>,
}

/// A person's decision.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ApprovalAnswer {
    decision: AnswerWord,
    /// Other arguments than those that were asked about; only with `approve`.
    #[schema(value_type = Option<Object>)]
    arguments: Option<Map<String, Value>>,
}

impl ApprovalAnswer {
    /// Yes or no to exactly what was asked.
    pub(super) fn plain(approved: bool) -> Self {
        Self {
            decision: match approved {
                true => AnswerWord::Approve,
                false => AnswerWord::Deny,
            },
            arguments: None,
        }
    }
}

/// Yes or no.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ApprovalAnswerWord)]
pub(crate) enum AnswerWord {
    Approve,
    Deny,
}

/// Which ones.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpenQuery {
    /// Only those that nobody has seen to.
    open: Option<bool>,
    /// At most this many, 1 to 200.
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: Option<u32>,
    /// The `next_cursor` of the page before.
    #[param(max_length = 64)]
    cursor: Option<String>,
}

impl OpenQuery {
    pub(super) fn parts(self) -> Result<(steward_store::Page, bool), ApiError> {
        let page = page::asked(self.limit, self.cursor)?;
        Ok((page, self.open.unwrap_or(false)))
    }
}

/// List the approvals
///
/// What is a member's own is shown to them and to admins.
#[utoipa::path(
    get, path = "/api/approvals", tag = "approvals", security(("bearer" = []), ("session" = [])),
    params(OpenQuery), responses((status = 200, body = List<ApprovalView>), Failures)
)]
pub(crate) async fn list_approvals(
    caller: Caller,
    Query(query): Query<OpenQuery>,
) -> Result<Json<List<ApprovalView>>, ApiError> {
    let (page, open) = query.parts()?;
    let approvals = caller.org().approvals(&page, open).await?;
    Ok(Json(List::cut(
        approvals,
        &page,
        |approval| approval.id.to_string(),
        ApprovalView::from,
    )))
}

/// One approval
#[utoipa::path(
    get, path = "/api/approvals/{approval_id}", tag = "approvals", security(("bearer" = []), ("session" = [])),
    params(("approval_id" = String, Path, format = "uuid")),
    responses((status = 200, body = ApprovalView), Failures)
)]
pub(crate) async fn get_approval(
    caller: Caller,
    Path(id): Path<ApprovalId>,
) -> Result<Json<ApprovalView>, ApiError> {
    let approval = caller.org().approval(id).await?;
    Ok(Json(approval.ok_or_else(ApiError::not_found)?.into()))
}

/// Decide about a tool call
///
/// The first decision counts. The agent is told, and makes the call if it was approved.
#[utoipa::path(
    post, path = "/api/approvals/{approval_id}/decision", tag = "approvals",
    security(("bearer" = []), ("session" = [])),
    params(("approval_id" = String, Path, format = "uuid")),
    request_body = ApprovalAnswer, responses((status = 200, body = ApprovalView), Failures)
)]
pub(crate) async fn decide_approval(
    caller: Caller,
    Path(id): Path<ApprovalId>,
    Json(body): Json<ApprovalAnswer>,
) -> Result<Json<ApprovalView>, ApiError> {
    decide(&caller, id, body).await?;
    let approval = caller.org().approval(id).await?;
    Ok(Json(approval.ok_or_else(ApiError::not_found)?.into()))
}

/// Writes a decision down, if the caller may take it and nobody has.
pub(super) async fn decide(
    caller: &Caller,
    id: ApprovalId,
    body: ApprovalAnswer,
) -> Result<(), ApiError> {
    let org = caller.org();
    let asked = org.approval(id).await?.ok_or_else(ApiError::not_found)?;
    if asked.approver == ApproverRole::Operator && caller.role < Role::Admin {
        return Err(ApiError::forbidden(
            "Only an admin or an owner may decide this.",
        ));
    }
    let decision = match body.decision {
        AnswerWord::Approve => ApprovalDecision::Approved,
        AnswerWord::Deny => ApprovalDecision::Denied,
    };
    if let (Some(arguments), ApprovalDecision::Approved, None) =
        (&body.arguments, decision, asked.decision)
    {
        let arguments = Value::Object(arguments.clone());
        let tried = caller
            .app()
            .runtime
            .rehearse(caller.org_id, &asked, arguments);
        let tried = tried.await?;
        tried.map_err(|wrong| ApiError::invalid_field("arguments", wrong))?;
    }
    let edited = body
        .arguments
        .map(|arguments| canonical_json(&Value::Object(arguments)).into_bytes());
    let who = (caller.member_id, caller.role);
    match org.decide_approval(id, who, decision, edited).await? {
        Some(Decided::Now { .. }) => {
            caller.app().runtime.wake();
            Ok(())
        }
        Some(Decided::Before(_)) => Err(ApiError::conflict("This was decided already.")),
        Some(Decided::TooLate) => Err(ApiError::conflict("The time to decide this is over.")),
        None => Err(ApiError::not_found()),
    }
}

impl From<Approval> for ApprovalView {
    fn from(approval: Approval) -> Self {
        // They were JSON when they were asked about, and nobody else could seal them.
        let arguments = approval.arguments.as_deref();
        Self {
            id: approval.id.to_string(),
            thread_id: approval.thread_id.to_string(),
            turn_id: approval.turn_id.to_string(),
            agent_id: approval.agent_id.to_string(),
            tool: approval.tool,
            arguments: arguments.and_then(|json| serde_json::from_slice(json).ok()),
            edited: approval.edited,
            approver: approval.approver.into(),
            rule: approval.rule,
            asked_at: approval.asked_at.to_string(),
            expires_at: approval.expires_at.to_string(),
            decision: approval.decision.map(ApprovalDecisionWord::from),
            decided_by: approval.decided_by.map(|id| id.to_string()),
            decided_at: approval.decided_at.map(|at| at.to_string()),
            used_at: approval.used_at.map(|at| at.to_string()),
        }
    }
}
