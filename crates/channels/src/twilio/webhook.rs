//! What Twilio tells us: texts that came in, and what became of texts that went out.

use std::fmt;

use steward_model::LineProvider;
use url::form_urlencoded;

use super::answer::{OPTED_OUT, in_words, is_sid};
use crate::told::redacted;
use crate::{DeliveryStatus, InboundText, Keyword, Media, StatusUpdate};

/// As many as Twilio takes in one message.
const MEDIA: usize = 10;

/// The fields of a webhook, decoded, in the order they came.
#[derive(Clone, PartialEq, Eq)]
pub struct Form(Vec<(String, String)>);

/// Why a webhook cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WebhookError {
    /// A field is not there.
    #[error("the field {0} is missing")]
    Missing(&'static str),
    /// A field is there twice, and nothing says which one is meant.
    #[error("the field {0} is there more than once")]
    Repeated(&'static str),
    /// A field holds something else.
    #[error("the field {0} is not what it should be")]
    Malformed(&'static str),
}

impl Form {
    /// Reads `application/x-www-form-urlencoded`. Everything is one: what is not UTF-8 becomes a replacement character.
    pub fn parse(body: &[u8]) -> Self {
        Self(form_urlencoded::parse(body).into_owned().collect())
    }

    /// Names and values.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }

    fn optional(&self, name: &'static str) -> Result<Option<&str>, WebhookError> {
        let mut values = self.values(name);
        match (values.next(), values.next()) {
            (value, None) => Ok(value),
            (_, Some(_)) => Err(WebhookError::Repeated(name)),
        }
    }

    pub(super) fn required(&self, name: &'static str) -> Result<&str, WebhookError> {
        self.optional(name)?
            .filter(|value| !value.is_empty())
            .ok_or(WebhookError::Missing(name))
    }

    fn sid(&self, name: &'static str) -> Result<String, WebhookError> {
        let sid = self.required(name)?;
        if is_sid(sid) {
            Ok(sid.to_owned())
        } else {
            Err(WebhookError::Malformed(name))
        }
    }

    fn values(&self, name: &str) -> impl Iterator<Item = &str> {
        self.fields()
            .filter(move |(field, _)| *field == name)
            .map(|(_, value)| value)
    }
}

/// Reads the webhook of a text that came in. Its signature has been checked.
pub fn read_text(form: &Form) -> Result<InboundText, WebhookError> {
    let text = form.optional("Body")?.unwrap_or_default();
    // The account's own words for it come first: they may be in any language.
    let of_carrier = match form.optional("OptOutType")? {
        Some("STOP") => Some(Keyword::Stop),
        Some("START") => Some(Keyword::Start),
        Some("HELP") => Some(Keyword::Help),
        _ => Keyword::of_carrier(text),
    };
    Ok(InboundText {
        provider: LineProvider::Twilio,
        provider_id: form.sid("MessageSid")?,
        to: vec![form.required("To")?.to_owned()],
        from: form.required("From")?.to_owned(),
        text: text.to_owned(),
        media: media(form),
        keyword: of_carrier.or_else(|| Keyword::of(text)),
        is_answered: of_carrier.is_some(),
    })
}

/// Reads the webhook of a report. `query` is that of the address it came to, which names the effect.
pub fn read_status(query: &str, form: &Form) -> Result<StatusUpdate, WebhookError> {
    let effect = Form::parse(query.as_bytes())
        .optional("effect")?
        .map(str::parse)
        .transpose()
        .map_err(|_| WebhookError::Malformed("effect"))?;
    let code = form
        .optional("ErrorCode")?
        .and_then(|code| code.parse::<u32>().ok())
        .filter(|code| *code != 0);
    Ok(StatusUpdate {
        provider_ref: form.sid("MessageSid")?,
        effect,
        status: delivery_status(form.required("MessageStatus")?),
        opted_out: code == Some(OPTED_OUT),
        reason: code.map(in_words),
    })
}

fn delivery_status(word: &str) -> DeliveryStatus {
    match word {
        "sent" | "partially_delivered" => DeliveryStatus::Sent,
        "delivered" | "read" => DeliveryStatus::Delivered,
        "undelivered" | "failed" | "canceled" => DeliveryStatus::Failed,
        _ => DeliveryStatus::Accepted,
    }
}

fn media(form: &Form) -> Vec<Media> {
    let value = |name: String| form.values(&name).next().map(str::to_owned);
    let one = |at: usize| {
        Some(Media {
            url: value(format!("MediaUrl{at}"))?,
            content_type: value(format!("MediaContentType{at}")).unwrap_or_default(),
        })
    };
    (0..MEDIA).map_while(one).collect()
}

redacted!(Form);
