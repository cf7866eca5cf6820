//! Suggestions: replies that an agent drafted, for a person to send.

use serde::{Deserialize, Serialize};
use steward_model::{SuggestionId, SuggestionState};
use steward_store::{DraftOption, Picked, Seen, Suggestion};
use steward_tools::check_text;
use utoipa::ToSchema;

use super::approvals::OpenQuery;
use super::page::List;
use super::words::{MessageKindWord, OutdatedByWord, SuggestionStateWord};
use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::openapi::Failures;

/// Replies that an agent drafted to what a contact wrote.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Suggestion)]
pub(crate) struct SuggestionView {
    #[schema(format = "uuid")]
    id: String,
    #[schema(format = "uuid")]
    thread_id: String,
    #[schema(format = "uuid")]
    turn_id: String,
    #[schema(format = "uuid")]
    agent_id: String,
    /// Who would get it.
    #[schema(format = "uuid")]
    contact_id: String,
    /// The line it would leave from: the one they wrote to.
    #[schema(format = "uuid")]
    line_id: String,
    /// The drafts, the agent's best first; null once the contact was forgotten.
    options: Option<Vec<SuggestedReply>>,
    kind: MessageKindWord,
    state: SuggestionStateWord,
    /// Null unless they are outdated.
    outdated_by: Option<OutdatedByWord>,
    /// Which of them was sent, from 0.
    picked: Option<i64>,
    /// Whether a person changed it before it was sent.
    edited: bool,
    /// The message that was sent.
    #[schema(format = "uuid")]
    effect_id: Option<String>,
    #[schema(format = "uuid")]
    decided_by: Option<String>,
    #[schema(format = DateTime)]
    decided_at: Option<String>,
    #[schema(format = DateTime)]
    created_at: String,
}

/// One of the drafts.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SuggestedReply {
    body: String,
    /// How sure the agent is, from 0 to 1.
    confidence: Option<f64>,
}

/// The reply that a person wants to be sent.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SuggestionChoice {
    /// Which of the drafts, from 0.
    #[schema(maximum = 2)]
    option: usize,
    /// What to send instead of what the draft says.
    #[schema(min_length = 1, max_length = 1600)]
    text: Option<String>,
}

/// List the suggestions
///
/// `open` leaves those that still answer the last that was said, and that nobody has seen to.
#[utoipa::path(
    get, path = "/api/suggestions", tag = "suggestions", security(("bearer" = []), ("session" = [])),
    params(OpenQuery), responses((status = 200, body = List<SuggestionView>), Failures)
)]
pub(crate) async fn list_suggestions(
    caller: Caller,
    Query(query): Query<OpenQuery>,
) -> Result<Json<List<SuggestionView>>, ApiError> {
    let (page, open) = query.parts()?;
    let suggestions = caller.org().suggestions(&page, open).await?;
    Ok(Json(List::cut(
        suggestions,
        &page,
        |suggestion| suggestion.id.to_string(),
        SuggestionView::from,
    )))
}

/// One suggestion
#[utoipa::path(
    get, path = "/api/suggestions/{suggestion_id}", tag = "suggestions",
    security(("bearer" = []), ("session" = [])),
    params(("suggestion_id" = String, Path, format = "uuid")),
    responses((status = 200, body = SuggestionView), Failures)
)]
pub(crate) async fn get_suggestion(
    caller: Caller,
    Path(id): Path<SuggestionId>,
) -> Result<Json<SuggestionView>, ApiError> {
    shown(&caller, id).await
}

/// Send one of the drafts
///
/// It leaves as your own message to the contact who wrote, from the line they wrote to. The first who decides counts.
#[utoipa::path(
    post, path = "/api/suggestions/{suggestion_id}/send", tag = "suggestions",
    security(("bearer" = []), ("session" = [])),
    params(("suggestion_id" = String, Path, format = "uuid")),
    request_body = SuggestionChoice, responses((status = 200, body = SuggestionView), Failures)
)]
pub(crate) async fn send_suggestion(
    caller: Caller,
    Path(id): Path<SuggestionId>,
    Json(choice): Json<SuggestionChoice>,
) -> Result<Json<SuggestionView>, ApiError> {
    let suggestion = caller.org().suggestion(id).await?;
    let suggestion = suggestion.ok_or_else(ApiError::not_found)?;
    let drafts = suggestion.draft.map_or(0, |draft| draft.options.len());
    if choice.option >= drafts {
        let wrong = format!("There are {drafts} drafts, counted from 0.");
        return Err(ApiError::invalid_field("option", wrong));
    }
    if let Some(text) = &choice.text {
        check_text(text).map_err(|wrong| ApiError::invalid_field("text", wrong))?;
    }
    let picked = Picked {
        option: choice.option,
        text: choice.text,
    };
    let org = caller.org();
    let seen = org.send_suggestion(id, caller.member_id, picked).await?;
    settled(seen)?;
    caller.app().runtime.wake();
    shown(&caller, id).await
}

/// Put the drafts aside
#[utoipa::path(
    post, path = "/api/suggestions/{suggestion_id}/dismiss", tag = "suggestions",
    security(("bearer" = []), ("session" = [])),
    params(("suggestion_id" = String, Path, format = "uuid")),
    responses((status = 200, body = SuggestionView), Failures)
)]
pub(crate) async fn dismiss_suggestion(
    caller: Caller,
    Path(id): Path<SuggestionId>,
) -> Result<Json<SuggestionView>, ApiError> {
    let org = caller.org();
    settled(org.dismiss_suggestion(id, caller.member_id).await?)?;
    shown(&caller, id).await
}

async fn shown(caller: &Caller, id: SuggestionId) -> Result<Json<SuggestionView>, ApiError> {
    let suggestion = caller.org().suggestion(id).await?;
    Ok(Json(suggestion.ok_or_else(ApiError::not_found)?.into()))
}

fn settled(seen: Option<Seen>) -> Result<(), ApiError> {
    let before = match seen {
        None => return Err(ApiError::not_found()),
        Some(Seen::Now) => return Ok(()),
        Some(Seen::Before(before)) => before,
    };
    Err(ApiError::conflict(match before {
        SuggestionState::Sent => "Somebody has sent one of these already.",
        SuggestionState::Dismissed => "Somebody has put these aside already.",
        SuggestionState::Outdated | SuggestionState::Waiting => {
            "Something was said since that these do not answer. Look at the conversation."
        }
    }))
}

impl From<Suggestion> for SuggestionView {
    fn from(suggestion: Suggestion) -> Self {
        let options = suggestion.draft.map(|draft| draft.options);
        Self {
            id: suggestion.id.to_string(),
            thread_id: suggestion.thread_id.to_string(),
            turn_id: suggestion.turn_id.to_string(),
            agent_id: suggestion.agent_id.to_string(),
            contact_id: suggestion.contact_id.to_string(),
            line_id: suggestion.line_id.to_string(),
            options: options.map(|options| options.into_iter().map(SuggestedReply::from).collect()),
            kind: suggestion.kind.into(),
            state: suggestion.state.into(),
            outdated_by: suggestion.outdated_by.map(OutdatedByWord::from),
            picked: suggestion.picked,
            edited: suggestion.edited,
            effect_id: suggestion.effect_id.map(|id| id.to_string()),
            decided_by: suggestion.decided_by.map(|id| id.to_string()),
            decided_at: suggestion.decided_at.map(|at| at.to_string()),
            created_at: suggestion.created_at.to_string(),
        }
    }
}

impl From<DraftOption> for SuggestedReply {
    fn from(option: DraftOption) -> Self {
        Self {
            body: option.body,
            confidence: option.confidence,
        }
    }
}
