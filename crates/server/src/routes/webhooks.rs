//! What carriers tell us.
//!
//! A webhook is taken for Twilio's if its signature says so, over the public address it was sent to, and if it is about
//! our account. It is answered with 200 once what it says is stored. A text to a number that is nobody's line is answered with 200 as well: trying again
//! would change nothing, and the log says what to do.

pub(crate) mod quo;

use std::error::Error;

use axum::extract::{FromRequest, Request};
use http::header::CONTENT_TYPE;
use http::{HeaderName, HeaderValue, StatusCode};
use steward_channels::twilio::{BadSignature, Form, SignedHeaders, read_status, read_text};
use steward_channels::{DeliveryStatus, StatusUpdate};
use steward_store::{CarrierReport, CarrierStatus};
use utoipa::ToSchema;

use crate::app::App;
use crate::auth::Anyone;
use crate::door;
use crate::error::ApiError;
use crate::http::body_limit::read_body;
use crate::openapi::Failures;

const SMS: &str = "sms";

/// Nothing is said back by this way: what is to be said goes through the outbox.
type Silence = ([(HeaderName, HeaderValue); 1], &'static str);

/// The fields of an incoming text that are read; Twilio sends more, and signs all of them.
#[derive(ToSchema)]
#[schema(rename_all = "PascalCase")]
#[expect(dead_code, reason = "describes the form, which is read field by field")]
pub(crate) struct TextForm {
    message_sid: String,
    account_sid: String,
    from: String,
    to: String,
    body: Option<String>,
    num_media: Option<String>,
}

/// The fields of a delivery report that are read.
#[derive(ToSchema)]
#[schema(rename_all = "PascalCase")]
#[expect(dead_code, reason = "describes the form, which is read field by field")]
pub(crate) struct StatusForm {
    message_sid: String,
    account_sid: String,
    message_status: String,
    error_code: Option<String>,
}

/// A form that Twilio signed.
pub(crate) struct Signed {
    form: Form,
    query: String,
}

/// A text message came in
#[utoipa::path(
    post, path = "/webhooks/twilio/sms", tag = "webhooks",
    request_body(content = TextForm, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, body = String, content_type = "text/xml"), Failures)
)]
pub(crate) async fn twilio_sms(anyone: Anyone, signed: Signed) -> Result<Silence, ApiError> {
    let text = read_text(&signed.form).map_err(|error| unreadable(&error))?;
    door::take_in(anyone.app(), text).await?;
    Ok(silence())
}

/// A carrier says what became of a message
#[utoipa::path(
    post, path = "/webhooks/twilio/status", tag = "webhooks",
    params(("effect" = Option<String>, Query, format = "uuid")),
    request_body(content = StatusForm, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, body = String, content_type = "text/xml"), Failures)
)]
pub(crate) async fn twilio_status(anyone: Anyone, signed: Signed) -> Result<Silence, ApiError> {
    let update = read_status(&signed.query, &signed.form).map_err(|error| unreadable(&error))?;
    note_status(anyone.app(), update).await?;
    Ok(silence())
}

/// Notes what became of a text.
async fn note_status(app: &App, update: StatusUpdate) -> Result<(), ApiError> {
    let status = match update.status {
        DeliveryStatus::Accepted | DeliveryStatus::Sent => CarrierStatus::Sent,
        DeliveryStatus::Delivered => CarrierStatus::Delivered,
        DeliveryStatus::Failed => CarrierStatus::Undelivered {
            reason: update
                .reason
                .unwrap_or_else(|| "the carrier does not say why".to_owned()),
            opted_out: update.opted_out,
        },
    };
    let report = CarrierReport {
        channel: SMS.to_owned(),
        provider_ref: update.provider_ref,
        effect_id: update.effect,
        status,
    };
    app.store.note_status(report).await?;
    Ok(())
}

impl FromRequest<App> for Signed {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        let keys = app.twilio.clone().ok_or_else(ApiError::not_found)?;
        let path = request.uri().path();
        let query = request.uri().query().unwrap_or_default().to_owned();
        let mut url = format!("{}{path}", app.settings.base_url);
        if !query.is_empty() {
            url = format!("{url}?{query}");
        }
        let headers = request.headers().clone();
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let form = Form::parse(&read_body(request).await?);
        let signed = SignedHeaders {
            signature: header("x-twilio-signature"),
            settings: header("x-twilio-webhooks-signature-settings"),
        };
        keys.check(&url, &form, signed).map_err(|error| {
            tracing::warn!(%error, "a webhook was refused");
            ApiError::forbidden(match error {
                BadSignature::Account => "The webhook is about another account.",
                _ => "The signature of the webhook is not right.",
            })
        })?;
        Ok(Self { form, query })
    }
}

fn unreadable(error: &dyn Error) -> ApiError {
    ApiError::new(
        StatusCode::BAD_REQUEST,
        "invalid_webhook",
        format!("The webhook cannot be read: {error}."),
    )
}

fn silence() -> Silence {
    let kind = HeaderValue::from_static("text/xml; charset=utf-8");
    ([(CONTENT_TYPE, kind)], "<Response/>")
}
