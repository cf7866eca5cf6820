//! What Twilio tells us: texts that came in, and what became of texts that went out.

use std::fmt;

use steward_model::EffectId;
use url::form_urlencoded;

use super::answer::{OPTED_OUT, in_words, is_sid};
use crate::Keyword;

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

/// A text somebody sent us.
#[derive(Clone, PartialEq, Eq)]
pub struct InboundText {
    /// What Twilio calls it; the same when it is delivered again.
    pub provider_id: String,
    /// The account it came to, `AC…`.
    pub account: String,
    /// Which of our numbers.
    pub to: String,
    /// Whose number.
    pub from: String,
    /// What it says; may be nothing where there are pictures.
    pub text: String,
    /// What came with it.
    pub media: Vec<Media>,
    /// Set where it is a word for the carrier, which answers it: nothing is sent back.
    pub keyword: Option<Keyword>,
}

/// A file that came with a text.
#[derive(Clone, PartialEq, Eq)]
pub struct Media {
    /// Where Twilio keeps it.
    pub url: String,
    /// What kind of file it says it is.
    pub content_type: String,
}

/// What became of a text that went out. Reports may come out of order and twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusUpdate {
    /// What Twilio calls the text.
    pub provider_ref: String,
    /// The effect that sent it, if it was one of ours.
    pub effect: Option<EffectId>,
    /// Where it is.
    pub status: DeliveryStatus,
    /// The person asked for silence.
    pub opted_out: bool,
    /// Why it did not arrive.
    pub reason: Option<String>,
}

/// Where a text is on its way, by what it means to us.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DeliveryStatus {
    /// The carrier has it. A word we do not know means this too: whatever it says, it says it about a text that is there.
    Accepted,
    /// The carrier has handed it on.
    Sent,
    /// It arrived.
    Delivered,
    /// It did not and will not.
    Failed,
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

impl InboundText {
    /// Reads the webhook of a text that came in. Its signature has been checked.
    pub fn parse(form: &Form) -> Result<Self, WebhookError> {
        let text = form.optional("Body")?.unwrap_or_default();
        // The account's own words for it come first: they may be in any language.
        let keyword = match form.optional("OptOutType")? {
            Some("STOP") => Some(Keyword::Stop),
            Some("START") => Some(Keyword::Start),
            Some("HELP") => Some(Keyword::Help),
            _ => Keyword::of(text),
        };
        Ok(Self {
            provider_id: form.sid("MessageSid")?,
            account: form.sid("AccountSid")?,
            to: form.required("To")?.to_owned(),
            from: form.required("From")?.to_owned(),
            text: text.to_owned(),
            media: media(form),
            keyword,
        })
    }
}

impl StatusUpdate {
    /// Reads the webhook of a report. `query` is that of the address it came to, which names the effect.
    pub fn parse(query: &str, form: &Form) -> Result<Self, WebhookError> {
        let effect = Form::parse(query.as_bytes())
            .optional("effect")?
            .map(str::parse)
            .transpose()
            .map_err(|_| WebhookError::Malformed("effect"))?;
        let code = form
            .optional("ErrorCode")?
            .and_then(|code| code.parse::<u32>().ok())
            .filter(|code| *code != 0);
        Ok(Self {
            provider_ref: form.sid("MessageSid")?,
            effect,
            status: DeliveryStatus::of(form.required("MessageStatus")?),
            opted_out: code == Some(OPTED_OUT),
            reason: code.map(in_words),
        })
    }
}

impl DeliveryStatus {
    fn of(word: &str) -> Self {
        match word {
            "sent" | "partially_delivered" => Self::Sent,
            "delivered" | "read" => Self::Delivered,
            "undelivered" | "failed" | "canceled" => Self::Failed,
            _ => Self::Accepted,
        }
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

/// These show that they are there but not what is in them: neither numbers nor texts may reach a log by way of a `{:?}`.
macro_rules! redacted {
    ($($name:ident),+) => {$(
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($name), "(***)"))
            }
        }
    )+};
}
redacted!(Form, InboundText, Media);
