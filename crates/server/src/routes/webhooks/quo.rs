//! What Quo tells us, all of it at one address. What is neither a text nor a report about one is answered and left alone.

use axum::extract::{FromRequest, Request};
use http::StatusCode;
use steward_channels::quo::{BadSignature, SignedHeaders, Told, read};
use utoipa::ToSchema;

use super::{note_status, unreadable};
use crate::app::App;
use crate::auth::Anyone;
use crate::door;
use crate::error::ApiError;
use crate::http::body_limit::read_body;
use crate::openapi::Failures;

/// An event of Quo's; it has more fields than these, and all of them are signed.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "describes the event, which the carrier's crate reads"
)]
pub(crate) struct QuoEvent {
    r#type: String,
    data: serde_json::Value,
}

/// The bytes of an event that Quo signed.
pub(crate) struct SignedBody(Vec<u8>);

/// Something happened at Quo
#[utoipa::path(
    post, path = "/webhooks/quo", tag = "webhooks", request_body = QuoEvent,
    responses((status = 200, description = "Taken in, or of no interest."), Failures)
)]
pub(crate) async fn quo_event(anyone: Anyone, signed: SignedBody) -> Result<StatusCode, ApiError> {
    match read(&signed.0).map_err(|error| unreadable(&error))? {
        Told::Text(text) => door::take_in(anyone.app(), text).await?,
        Told::Status(update) => note_status(anyone.app(), update).await?,
        Told::Other => {}
    }
    Ok(StatusCode::OK)
}

impl FromRequest<App> for SignedBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        let keys = app.quo.clone().ok_or_else(ApiError::not_found)?;
        let headers = request.headers().clone();
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let body = read_body(request).await?;
        let signed = SignedHeaders {
            id: header("webhook-id"),
            timestamp: header("webhook-timestamp"),
            signature: header("webhook-signature"),
            legacy: header("openphone-signature"),
        };
        keys.check(signed, &body, app.now()).map_err(|error| {
            tracing::warn!(%error, "a webhook was refused");
            ApiError::forbidden(match error {
                BadSignature::Stale => "The webhook was signed at another time.",
                _ => "The signature of the webhook is not right.",
            })
        })?;
        Ok(Self(body.to_vec()))
    }
}
