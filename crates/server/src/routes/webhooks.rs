//! What carriers tell us.
//!
//! A webhook is taken for Twilio's if its signature says so, over the public address it was sent to, and if it is about
//! our account. It is answered with 200 once what it says is stored. A text to a number that is nobody's line is answered with 200 as well: trying again
//! would change nothing, and the log says what to do.

use axum::extract::{FromRequest, Request};
use http::header::CONTENT_TYPE;
use http::{HeaderName, HeaderValue, StatusCode};
use steward_channels::Keyword;
use steward_channels::twilio::{
    BadSignature, DeliveryStatus, Form, InboundText, SignedHeaders, StatusUpdate, WebhookError,
};
use steward_model::{
    EventKind, Identifier, IdentifierKind, InboundSms, Integrity, NoticeKind, OrgId, Scope,
};
use steward_store::{
    CarrierReport, CarrierStatus, Contact, Heard, Line, NewEvent, NewKeyword, NewNotice, Page,
    StoreError, Wish,
};
use utoipa::ToSchema;

use crate::app::App;
use crate::auth::Anyone;
use crate::error::ApiError;
use crate::http::body_limit::read_body;
use crate::openapi::Failures;

const SMS: &str = "sms";
/// Where what Twilio brings comes from.
const TWILIO: &str = "twilio";
/// Organisations that are asked for a line at once.
const SOME_ORGS: u32 = 100;

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
    let text = InboundText::parse(&signed.form).map_err(|error| unreadable(&error))?;
    let app = anyone.app();
    let (Ok(to), Ok(from)) = (
        Identifier::parse(IdentifierKind::Phone, &text.to),
        Identifier::parse(IdentifierKind::Phone, &text.from),
    ) else {
        tracing::warn!(message = %text.provider_id, "a text was left out: one of its ends is no phone number");
        return Ok(silence());
    };
    let Some((org, line)) = find_line(app, &to).await? else {
        tracing::warn!(message = %text.provider_id, "a text was left out: it went to a number that is nobody's line; add it under lines");
        return Ok(silence());
    };
    if is_for_agent(app, org, &from, &text).await? {
        let contact = app.store.org(org).resolve_contact(&from).await?;
        take_in(app, (org, &line), &contact, text).await?;
    }
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
    let update =
        StatusUpdate::parse(&signed.query, &signed.form).map_err(|error| unreadable(&error))?;
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
    anyone.app().store.note_status(report).await?;
    Ok(silence())
}

/// Does what a word to the carrier asks for. Tells whether there is something left to answer.
async fn is_for_agent(
    app: &App,
    org: OrgId,
    from: &Identifier,
    text: &InboundText,
) -> Result<bool, StoreError> {
    let wish = match text.keyword {
        None => return Ok(true),
        // The carrier answers it.
        Some(Keyword::Help) => return Ok(false),
        Some(Keyword::Stop) => Wish::Silence,
        Some(Keyword::Start) => Wish::Messages,
    };
    let keyword = NewKeyword {
        source: TWILIO.to_owned(),
        dedupe_key: text.provider_id.clone(),
        channel: SMS.to_owned(),
        address: from.clone(),
        wish,
    };
    let heard = app.store.org(org).hear(keyword).await?;
    Ok(heard == Heard::Text)
}

/// Puts a text on the contact's thread with the line's agent. Without an agent, a person is told.
async fn take_in(
    app: &App,
    (org, line): (OrgId, &Line),
    contact: &Contact,
    text: InboundText,
) -> Result<(), ApiError> {
    let Some(agent_id) = line.agent_id else {
        let notice = NewNotice {
            kind: NoticeKind::Escalated,
            text: format!(
                "Somebody wrote to {}, where no agent answers. The text is at the carrier. Choose an agent for the line.",
                line.label
            ),
            dedupe_key: format!("sms:{}", text.provider_id),
        };
        app.store.org(org).raise_notice(None, notice).await?;
        return Ok(());
    };
    let said = said(&text);
    let sms = InboundSms {
        message_id: text.provider_id.clone(),
        contact_id: contact.id,
        line_id: line.id,
        from: text.from,
        to: text.to,
        text: said,
    };
    let event = NewEvent {
        agent_id,
        correlation_key: format!("contact:{}", contact.id),
        scope: Scope::Contact(contact.id),
        source: TWILIO.to_owned(),
        dedupe_key: text.provider_id,
        kind: EventKind::InboundSms,
        payload: serde_json::to_vec(&sms).map_err(ApiError::internal)?,
        integrity: Integrity::Untrusted,
    };
    app.runtime.accept(org, event).await?;
    Ok(())
}

/// The words of a text; of files only that they came.
fn said(text: &InboundText) -> String {
    match text.media.len() {
        0 => text.text.clone(),
        files => format!(
            "{}\n[{files} file(s), which cannot be shown here]",
            text.text
        )
        .trim_start()
        .to_owned(),
    }
}

/// The line with this number. Should several organisations claim it, whoever did so first has it: nobody can take over a
/// number by adding it again.
async fn find_line(app: &App, number: &Identifier) -> Result<Option<(OrgId, Line)>, StoreError> {
    let mut found: Option<(OrgId, Line)> = None;
    let mut page = Page {
        after: None,
        limit: SOME_ORGS,
    };
    loop {
        let orgs = app.store.orgs(&page).await?;
        for org in &orgs {
            let line = app.store.org(org.id).line_by_address(number).await?;
            if let Some(line) = line
                && found.as_ref().is_none_or(|(_, first)| line.id < first.id)
            {
                found = Some((org.id, line));
            }
        }
        match orgs.last() {
            Some(last) if orgs.len() == SOME_ORGS as usize => {
                page.after = Some(last.id.to_string());
            }
            _ => return Ok(found),
        }
    }
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

fn unreadable(error: &WebhookError) -> ApiError {
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
