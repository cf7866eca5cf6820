//! What Quo tells us. One address gets all of it: texts, reports, calls, and whatever is thought of next.

use serde::Deserialize;
use steward_model::LineProvider;

use super::answer::is_name;
use crate::{DeliveryStatus, InboundText, Keyword, Media, StatusUpdate};

/// As many as a message has; more are nobody's pictures.
const MEDIA: usize = 10;

/// What a webhook says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    /// Somebody wrote to us.
    Text(InboundText),
    /// What became of a text that went out.
    Status(StatusUpdate),
    /// Something else, which is none of our business: a call, a contact that was changed.
    Other,
}

/// Why a webhook cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WebhookError {
    /// It is no event.
    #[error("it is not an event in JSON")]
    NotAnEvent,
    /// A message's part is not there, or holds something else.
    #[error("the message has no {0}, or not what it should be")]
    Malformed(&'static str),
}

#[derive(Deserialize)]
struct Event {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    data: serde_json::Value,
}

/// An event about a message, in either form: the older has everything in `object`, the current one keeps who and where in `context`.
#[derive(Deserialize)]
struct Data {
    #[serde(alias = "resource")]
    object: Message,
    context: Option<Context>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Context {
    sender_identifier: Option<String>,
    recipient_identifiers: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct Message {
    id: String,
    direction: Option<String>,
    from: Option<String>,
    to: Option<OneOrMany>,
    /// Called `body` in the oldest events.
    #[serde(alias = "body")]
    text: Option<String>,
    media: Option<Vec<File>>,
    status: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

#[derive(Deserialize)]
struct File {
    url: String,
    #[serde(rename = "type")]
    content_type: Option<String>,
}

/// Reads a webhook. Its signature has been checked.
pub fn read(body: &[u8]) -> Result<Told, WebhookError> {
    let event: Event = serde_json::from_slice(body).map_err(|_| WebhookError::NotAnEvent)?;
    if !event.kind.starts_with("message.") {
        return Ok(Told::Other);
    }
    let data = serde_json::from_value::<Data>(event.data).ok();
    let data = data.filter(|data| is_name(&data.object.id));
    let direction = data.as_ref().and_then(|data| data.object.direction.clone());
    match (event.kind.as_str(), data, direction.as_deref()) {
        ("message.received", _, Some("outgoing")) => Ok(Told::Other),
        ("message.received", Some(data), _) => text(data).map(Told::Text),
        // Somebody wrote, and we cannot tell what: Quo is to bring it again, and whoever looks there sees why.
        ("message.received", None, _) => Err(WebhookError::Malformed("content")),
        // What came to us is known by the text.
        (_, _, Some("incoming")) | (_, None, _) => Ok(Told::Other),
        (kind, Some(data), _) => Ok(status(kind, data.object).map_or(Told::Other, Told::Status)),
    }
}

fn text(data: Data) -> Result<InboundText, WebhookError> {
    let Data { object, context } = data;
    let (sender, recipients) = match context {
        Some(context) => (context.sender_identifier, context.recipient_identifiers),
        None => (None, None),
    };
    let from = sender.or(object.from).filter(|from| !from.is_empty());
    let to = recipients.or(object.to.map(|to| match to {
        OneOrMany::One(one) => vec![one],
        OneOrMany::Many(many) => many,
    }));
    let text = object.text.unwrap_or_default();
    Ok(InboundText {
        provider: LineProvider::Quo,
        provider_id: object.id,
        from: from.ok_or(WebhookError::Malformed("sender"))?,
        to: to
            .filter(|to| !to.is_empty())
            .ok_or(WebhookError::Malformed("recipients"))?,
        keyword: Keyword::of(&text),
        is_answered: false,
        text,
        media: media(object.media.unwrap_or_default()),
    })
}

/// The message's own word counts before the name of the event. Events without either say nothing about where it is.
fn status(kind: &str, message: Message) -> Option<StatusUpdate> {
    let named = kind.strip_prefix("message.").and_then(delivery_status);
    let status = message.status.as_deref().and_then(delivery_status);
    let status = status.or(named)?;
    let failed = status == DeliveryStatus::Failed;
    Some(StatusUpdate {
        provider_ref: message.id,
        effect: None,
        status,
        opted_out: false,
        reason: failed.then(|| "the carrier could not deliver it and does not say why".to_owned()),
    })
}

fn delivery_status(word: &str) -> Option<DeliveryStatus> {
    match word {
        "queued" => Some(DeliveryStatus::Accepted),
        "sent" => Some(DeliveryStatus::Sent),
        "delivered" => Some(DeliveryStatus::Delivered),
        "undelivered" | "failed" => Some(DeliveryStatus::Failed),
        _ => None,
    }
}

fn media(files: Vec<File>) -> Vec<Media> {
    let files = files.into_iter().take(MEDIA);
    let media = files.map(|file| Media {
        url: file.url,
        content_type: file.content_type.unwrap_or_default(),
    });
    media.collect()
}
