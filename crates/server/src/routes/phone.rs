//! The phone on the screen: somebody who tries Steward out writes as a contact would, and sees what arrives there.

use http::StatusCode;
use serde::{Deserialize, Serialize};
use steward_channels::{InboundText, Keyword};
use steward_model::{Identifier, IdentifierKind, LineId, LineProvider};
use steward_store::{InboxMessage, Line};
use steward_tools::check_text;
use utoipa::{IntoParams, ToSchema};

use super::inbox::{Direction, spoken};
use super::page::List;
use super::text;
use crate::auth::Caller;
use crate::door;
use crate::error::ApiError;
use crate::extract::{Json, Path, Query};
use crate::openapi::Failures;

/// Messages that the screen shows.
const SHOWN: u32 = 100;

/// Whether there is a phone on the screen.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Phone {
    /// Whether lines can have it as their carrier; the setting `sending.phone_on_screen`.
    is_on: bool,
}

/// A message as the person sees it who has the phone.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PhoneMessage)]
pub(crate) struct PhoneMessageView {
    #[schema(format = "uuid")]
    id: String,
    /// As everywhere, seen from the team: `in` was written on the phone, `out` has arrived on it.
    direction: Direction,
    /// Null once the contact was forgotten.
    text: Option<String>,
    #[schema(format = DateTime)]
    at: String,
}

/// Whose phone it is.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct PhoneQuery {
    /// Their number, with its country code.
    #[param(max_length = 30)]
    number: String,
}

/// What somebody writes on the phone.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PhoneText {
    /// Their number, with its country code.
    #[schema(max_length = 30)]
    number: String,
    #[schema(min_length = 1, max_length = 1600)]
    text: String,
    /// How your program names it: the same name again is the same message again.
    #[schema(min_length = 1, max_length = 64)]
    client_id: String,
}

/// Whether there is a phone on the screen
#[utoipa::path(
    get, path = "/api/phone", tag = "phone", security(("bearer" = []), ("session" = [])),
    responses((status = 200, body = Phone), Failures)
)]
pub(crate) async fn get_phone(caller: Caller) -> Result<Json<Phone>, ApiError> {
    Ok(Json(Phone {
        is_on: caller.app().settings.phone_on_screen,
    }))
}

/// List what somebody sees on the phone
///
/// The newest first: what was written on it, and what has arrived from the line. For lines whose carrier is the phone on the screen.
#[utoipa::path(
    get, path = "/api/phone/{line_id}/messages", tag = "phone", security(("bearer" = []), ("session" = [])),
    params(("line_id" = String, Path, format = "uuid"), PhoneQuery),
    responses((status = 200, body = List<PhoneMessageView>), Failures)
)]
pub(crate) async fn list_phone_messages(
    caller: Caller,
    Path(id): Path<LineId>,
    Query(query): Query<PhoneQuery>,
) -> Result<Json<List<PhoneMessageView>>, ApiError> {
    caller.require_admin_role()?;
    let line = find(&caller, id).await?;
    let number = number(&line, &query.number)?;
    let messages = caller.org().seen_from(id, &number, SHOWN).await?;
    Ok(Json(List {
        items: messages.into_iter().map(PhoneMessageView::from).collect(),
        next_cursor: None,
    }))
}

/// Write on the phone
///
/// It comes in as a text from that number to the line, once for each `client_id`, and everything happens that a carrier's text makes
/// happen. For lines whose carrier is the phone on the screen.
#[utoipa::path(
    post, path = "/api/phone/{line_id}/messages", tag = "phone", security(("bearer" = []), ("session" = [])),
    params(("line_id" = String, Path, format = "uuid")),
    request_body = PhoneText, responses((status = 204, description = "It came in."), Failures)
)]
pub(crate) async fn send_phone_message(
    caller: Caller,
    Path(id): Path<LineId>,
    Json(body): Json<PhoneText>,
) -> Result<StatusCode, ApiError> {
    caller.require_admin()?;
    let line = find(&caller, id).await?;
    let number = number(&line, &body.number)?;
    check_text(&body.text).map_err(|wrong| ApiError::invalid_field("text", wrong))?;
    let text = InboundText {
        provider: LineProvider::Loopback,
        provider_id: text::client_id(&body.client_id)?,
        to: vec![line.address.clone()],
        from: number.as_str().to_owned(),
        keyword: Keyword::of(&body.text),
        text: body.text,
        media: Vec::new(),
        is_answered: false,
    };
    let here = (caller.org_id, &line);
    door::take_in_at(caller.app(), here, text).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The line, if the phone on the screen carries it.
async fn find(caller: &Caller, id: LineId) -> Result<Line, ApiError> {
    let line = caller.org().line(id).await?;
    let line = line.filter(|line| {
        caller.app().settings.phone_on_screen && line.provider == Some(LineProvider::Loopback)
    });
    line.ok_or_else(ApiError::not_found)
}

/// Whose phone it is. The line itself has none: it would answer itself.
fn number(line: &Line, text: &str) -> Result<Identifier, ApiError> {
    let number = text::identifier("number", IdentifierKind::Phone, text)?;
    if number.as_str() == line.address {
        let wrong = "This is the number of the line. Give the number of somebody who writes to it.";
        return Err(ApiError::invalid_field("number", wrong));
    }
    Ok(number)
}

impl From<InboxMessage> for PhoneMessageView {
    fn from(message: InboxMessage) -> Self {
        Self {
            id: message.id,
            direction: spoken(message.by).0,
            text: message.text,
            at: message.at.to_string(),
        }
    }
}
