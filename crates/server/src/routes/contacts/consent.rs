//! What a contact wants to be sent, and how that has changed.

use http::StatusCode;
use serde::{Deserialize, Serialize};
use steward_model::{ContactId, IdentifierKind};
use steward_store::{Consent, Wish};
use utoipa::ToSchema;

use crate::auth::Caller;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::openapi::Failures;
use crate::routes::page::{List, PageQuery};
use crate::routes::words::{ConsentByWord, ConsentChangeWord};

/// A change of what a contact wants to be sent.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Consent)]
pub(crate) struct ConsentView {
    #[schema(format = "uuid")]
    id: String,
    /// The channel it is about, like `sms`.
    channel: String,
    change: ConsentChangeWord,
    how: ConsentByWord,
    /// The line it was said to, or that the message left from.
    #[schema(format = "uuid")]
    line_id: Option<String>,
    /// Who brought the text, like `twilio`.
    source: Option<String>,
    /// What they call it.
    message: Option<String>,
    /// The message that a carrier did not take.
    #[schema(format = "uuid")]
    effect_id: Option<String>,
    /// Who wrote it down by hand.
    #[schema(format = "uuid")]
    member_id: Option<String>,
    /// What was said. Null if nobody said anything, or who did was forgotten.
    words: Option<String>,
    #[schema(format = DateTime)]
    changed_at: String,
}

/// What a contact told you.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewConsent)]
pub(crate) struct NewConsentBody {
    channel: ChannelWord,
    change: ConsentChangeWord,
}

/// How people are reached.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Channel)]
pub(crate) enum ChannelWord {
    Email,
    Sms,
}

/// How a contact's consent has changed
///
/// The newest first. Nothing is ever taken out of it. Of somebody who was forgotten it keeps that their address opted out, and no words.
#[utoipa::path(
    get, path = "/api/contacts/{contact_id}/consent", tag = "contacts", security(("bearer" = []), ("session" = [])),
    params(("contact_id" = String, Path, format = "uuid"), PageQuery),
    responses((status = 200, body = List<ConsentView>), Failures)
)]
pub(crate) async fn list_consent(
    caller: Caller,
    Path(id): Path<ContactId>,
    Query(query): Query<PageQuery>,
) -> Result<Json<List<ConsentView>>, ApiError> {
    let page = query.page()?;
    let org = caller.org();
    org.contact(id).await?.ok_or_else(ApiError::not_found)?;
    let changes = org.consent_log(id, &page).await?;
    let id = |change: &Consent| change.id.to_string();
    Ok(Json(List::cut(changes, &page, id, ConsentView::from)))
}

/// Write down what a contact told you
///
/// Whoever opts out gets nothing more at any of their addresses of this channel, and what waits for them is taken back. Only an admin
/// writes down that somebody wants messages again.
#[utoipa::path(
    post, path = "/api/contacts/{contact_id}/consent", tag = "contacts", security(("bearer" = []), ("session" = [])),
    params(("contact_id" = String, Path, format = "uuid")),
    request_body = NewConsentBody, responses((status = 204, description = "Written down."), Failures)
)]
pub(crate) async fn note_consent(
    caller: Caller,
    Path(id): Path<ContactId>,
    Json(body): Json<NewConsentBody>,
) -> Result<StatusCode, ApiError> {
    let wish = match body.change {
        ConsentChangeWord::OptedOut => Wish::Silence,
        ConsentChangeWord::OptedIn => {
            caller.require_admin()?;
            Wish::Messages
        }
    };
    let (kind, channel, missing) = match body.channel {
        ChannelWord::Email => (IdentifierKind::Email, "email", "email address"),
        ChannelWord::Sms => (IdentifierKind::Phone, "sms", "phone number"),
    };
    let org = caller.org();
    org.contact(id).await?.ok_or_else(ApiError::not_found)?;
    let noted = org.note_wish((id, kind, channel), wish, caller.member_id);
    if !noted.await? {
        let why = format!("This contact has no {missing}.");
        return Err(ApiError::conflict(why));
    }
    Ok(StatusCode::NO_CONTENT)
}

impl From<Consent> for ConsentView {
    fn from(consent: Consent) -> Self {
        Self {
            id: consent.id.to_string(),
            channel: consent.channel,
            change: consent.change.into(),
            how: consent.how.into(),
            line_id: consent.line_id.map(|id| id.to_string()),
            source: consent.source,
            message: consent.message,
            effect_id: consent.effect_id.map(|id| id.to_string()),
            member_id: consent.member_id.map(|id| id.to_string()),
            words: consent.words,
            changed_at: consent.changed_at.to_string(),
        }
    }
}
