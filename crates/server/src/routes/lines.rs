//! Lines: the addresses the organisation is reached at.

use http::StatusCode;
use serde::{Deserialize, Serialize};
use steward_model::{AgentId, IdentifierKind, LineId, LineKind, LineProvider};
use steward_store::{Line, LineChange as Change, NewLine, StoreError};
use utoipa::ToSchema;

use super::page::{List, PageQuery};
use super::text;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::openapi::Failures;

/// A line.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Line)]
pub(crate) struct LineView {
    #[schema(format = "uuid")]
    id: String,
    kind: LineKindWord,
    address: String,
    label: String,
    /// Who answers on it; without one, a person is told.
    #[schema(format = "uuid")]
    agent_id: Option<String>,
    /// Who carries its messages; null for a mailbox.
    provider: Option<LineProviderWord>,
    #[schema(format = DateTime)]
    created_at: String,
}

/// What kind of line.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = LineKind)]
pub(crate) enum LineKindWord {
    Phone,
    Mailbox,
}

/// Who carries the messages of a phone line.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = LineProvider)]
pub(crate) enum LineProviderWord {
    Twilio,
    Quo,
    /// Nobody: the phone on the screen, where the setting `sending.phone_on_screen` is on.
    Loopback,
}

/// A line to be added.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewLine)]
pub(crate) struct NewLineBody {
    kind: LineKindWord,
    /// A phone number with its country code, or an email address.
    #[schema(min_length = 3, max_length = 254)]
    address: String,
    #[schema(min_length = 1, max_length = 200)]
    label: String,
    /// Who answers on it.
    #[schema(format = "uuid")]
    agent_id: Option<String>,
    /// Who carries its messages, if it is a phone number: Twilio if nothing is said. It cannot be changed later.
    provider: Option<LineProviderWord>,
}

/// What to change; what is left out stays.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LineChange {
    #[schema(min_length = 1, max_length = 200)]
    label: Option<String>,
    /// Who answers on it; an empty text for nobody.
    #[schema(max_length = 36)]
    agent_id: Option<String>,
}

/// List the lines
#[utoipa::path(
    get, path = "/api/lines", tag = "lines", security(("bearer" = []), ("session" = [])),
    params(PageQuery), responses((status = 200, body = List<LineView>), Failures)
)]
pub(crate) async fn list_lines(
    caller: Caller,
    Query(query): Query<PageQuery>,
) -> Result<Json<List<LineView>>, ApiError> {
    let page = query.page()?;
    let lines = caller.org().lines(&page).await?;
    Ok(Json(List::cut(
        lines,
        &page,
        |line| line.id.to_string(),
        LineView::from,
    )))
}

/// Add a line
#[utoipa::path(
    post, path = "/api/lines", tag = "lines", security(("bearer" = []), ("session" = [])),
    request_body = NewLineBody, responses((status = 201, body = LineView), Failures)
)]
pub(crate) async fn create_line(
    caller: Caller,
    Json(body): Json<NewLineBody>,
) -> Result<(StatusCode, Json<LineView>), ApiError> {
    caller.require_admin()?;
    let kind = match body.kind {
        LineKindWord::Phone => IdentifierKind::Phone,
        LineKindWord::Mailbox => IdentifierKind::Email,
    };
    let new = NewLine {
        address: text::identifier("address", kind, &body.address)?,
        label: text::name("label", &body.label)?,
        agent_id: match body.agent_id.as_deref() {
            Some(id) => agent(&caller, id).await?,
            None => None,
        },
        provider: provider(&caller, body.provider)?,
    };
    let line = caller.org().create_line(new).await?;
    Ok((StatusCode::CREATED, Json(line.into())))
}

/// One line
#[utoipa::path(
    get, path = "/api/lines/{line_id}", tag = "lines", security(("bearer" = []), ("session" = [])),
    params(("line_id" = String, Path, format = "uuid")),
    responses((status = 200, body = LineView), Failures)
)]
pub(crate) async fn get_line(
    caller: Caller,
    Path(id): Path<LineId>,
) -> Result<Json<LineView>, ApiError> {
    let line = caller
        .org()
        .line(id)
        .await?
        .ok_or_else(ApiError::not_found)?;
    Ok(Json(line.into()))
}

/// Change what a line is called, or who answers on it
#[utoipa::path(
    patch, path = "/api/lines/{line_id}", tag = "lines", security(("bearer" = []), ("session" = [])),
    params(("line_id" = String, Path, format = "uuid")),
    request_body = LineChange, responses((status = 200, body = LineView), Failures)
)]
pub(crate) async fn update_line(
    caller: Caller,
    Path(id): Path<LineId>,
    Json(body): Json<LineChange>,
) -> Result<Json<LineView>, ApiError> {
    caller.require_admin()?;
    let label = body.label.as_deref();
    let agent_id = match body.agent_id.as_deref() {
        Some(id) => Some(agent(&caller, id).await?),
        None => None,
    };
    let change = Change {
        label: label.map(|label| text::name("label", label)).transpose()?,
        agent_id,
    };
    let line = caller
        .org()
        .change_line(id, change)
        .await?
        .ok_or_else(ApiError::not_found)?;
    Ok(Json(line.into()))
}

/// Remove a line
#[utoipa::path(
    delete, path = "/api/lines/{line_id}", tag = "lines", security(("bearer" = []), ("session" = [])),
    params(("line_id" = String, Path, format = "uuid")),
    responses((status = 204, description = "Removed."), Failures)
)]
pub(crate) async fn delete_line(
    caller: Caller,
    Path(id): Path<LineId>,
) -> Result<StatusCode, ApiError> {
    caller.require_admin()?;
    match caller.org().delete_line(id).await {
        Ok(true) => Ok(StatusCode::NO_CONTENT),
        Ok(false) => Err(ApiError::not_found()),
        Err(StoreError::Conflict(_)) => Err(ApiError::conflict(
            "Messages left from this line and are kept with it. Take its agent away instead.",
        )),
        Err(error) => Err(error.into()),
    }
}

/// Who carries a new line. A phone on the screen must be allowed: otherwise somebody would wait for texts that nobody gets.
fn provider(caller: &Caller, word: Option<LineProviderWord>) -> Result<LineProvider, ApiError> {
    match word {
        Some(LineProviderWord::Twilio) | None => Ok(LineProvider::Twilio),
        Some(LineProviderWord::Quo) => Ok(LineProvider::Quo),
        Some(LineProviderWord::Loopback) if caller.app().settings.phone_on_screen => {
            Ok(LineProvider::Loopback)
        }
        Some(LineProviderWord::Loopback) => Err(ApiError::invalid_field(
            "provider",
            "The phone on the screen is off. Switch `sending.phone_on_screen` on to try Steward out without a carrier.",
        )),
    }
}

/// The agent of this id, or nobody for an empty text.
async fn agent(caller: &Caller, id: &str) -> Result<Option<AgentId>, ApiError> {
    if id.is_empty() {
        return Ok(None);
    }
    let id = text::id("agent_id", id)?;
    match caller.org().agent(id).await? {
        Some(agent) => Ok(Some(agent.id)),
        None => Err(ApiError::invalid_field(
            "agent_id",
            "There is no such agent.",
        )),
    }
}

impl From<Line> for LineView {
    fn from(line: Line) -> Self {
        let kind = match line.kind {
            LineKind::Phone => LineKindWord::Phone,
            LineKind::Mailbox => LineKindWord::Mailbox,
        };
        Self {
            id: line.id.to_string(),
            kind,
            address: line.address,
            label: line.label,
            agent_id: line.agent_id.map(|id| id.to_string()),
            provider: line.provider.map(|provider| match provider {
                LineProvider::Twilio => LineProviderWord::Twilio,
                LineProvider::Quo => LineProviderWord::Quo,
                LineProvider::Loopback => LineProviderWord::Loopback,
            }),
            created_at: line.created_at.to_string(),
        }
    }
}
