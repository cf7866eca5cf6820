//! Asking Twilio what came in: its webhooks are tried once or twice, and then nobody tells us.

use std::time::Duration;

use serde::Deserialize;
use steward_model::{LineProvider, Timestamp};

use super::answer::is_sid;
use super::client::Client;
use super::lookup::{Listed, Page, created_at};
use crate::http::{AnswerError, read};
use crate::{InboundText, Keyword, Media};

const PAGE_SIZE: &str = "100";
/// Far more than a line gets in the time that nobody listened: a list without an end is an error.
const PAGES: usize = 1_000;
/// Its times have whole seconds: something that came in later may seem to be from before.
const SECOND: Duration = Duration::from_secs(1);
/// As many as Twilio takes in one message.
const MEDIA: usize = 10;

#[derive(Deserialize)]
struct Files {
    media_list: Vec<File>,
}

#[derive(Deserialize)]
struct File {
    uri: String,
    content_type: Option<String>,
}

/// What was texted to this number of ours since, the oldest first.
pub(super) async fn received(
    client: &Client,
    line: &str,
    since: Timestamp,
) -> Result<Vec<InboundText>, AnswerError> {
    let after = since.to_string();
    let filters = [
        ("To", line),
        ("DateSent>", after.as_str()),
        ("PageSize", PAGE_SIZE),
    ];
    let mut answer = client.list_messages(&filters).await;
    let mut texts = Vec::new();
    for _ in 0..PAGES {
        let page: Page = read(&answer?)?;
        for listed in page.messages {
            if let Some(text) = one(client, line, since, listed).await? {
                texts.push(text);
            }
        }
        let Some(uri) = page.next_page_uri else {
            texts.sort_by_key(|(at, _)| *at);
            return Ok(texts.into_iter().map(|(_, text)| text).collect());
        };
        answer = client.next_page(&uri).await;
    }
    Err(AnswerError::Unreadable)
}

/// A text that came in, and when; nothing for anything else that is listed.
async fn one(
    client: &Client,
    line: &str,
    since: Timestamp,
    listed: Listed,
) -> Result<Option<(Timestamp, InboundText)>, AnswerError> {
    let Listed {
        sid,
        to,
        from,
        body,
        ..
    } = &listed;
    let created = created_at(&listed).ok_or(AnswerError::Unreadable)?;
    let (Some(from), "inbound") = (from, listed.direction.as_str()) else {
        return Ok(None);
    };
    if to != line || created.plus(SECOND) <= since || !is_sid(sid) {
        return Ok(None);
    }
    let has_media = !matches!(listed.num_media.as_deref(), None | Some("" | "0"));
    let media = match has_media {
        true => media(client, sid).await?,
        false => Vec::new(),
    };
    let text = body.clone().unwrap_or_default();
    let of_carrier = Keyword::of_carrier(&text);
    let text = InboundText {
        provider: LineProvider::Twilio,
        provider_id: sid.clone(),
        to: vec![to.clone()],
        from: from.clone(),
        media,
        keyword: of_carrier.or_else(|| Keyword::of(&text)),
        is_answered: of_carrier.is_some(),
        text,
    };
    Ok(Some((created, text)))
}

async fn media(client: &Client, message: &str) -> Result<Vec<Media>, AnswerError> {
    let files: Files = read(&client.list_media(message).await?)?;
    let files = files.media_list.into_iter().take(MEDIA);
    let media = files.map(|file| Media {
        url: client.address_of(file.uri.trim_end_matches(".json")),
        content_type: file.content_type.unwrap_or_default(),
    });
    Ok(media.collect())
}
