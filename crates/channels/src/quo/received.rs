//! Asking Quo what came in, for texts whose webhook was lost.

use serde::Deserialize;
use steward_model::{LineProvider, Timestamp};

use super::answer::is_name;
use super::client::Client;
use super::lookup::{Listed, id_of};
use crate::http::read;
use crate::{InboundText, Keyword};

const PAGE_SIZE: &str = "100";
/// Far more than a line gets in the time that nobody listened: a list without an end is an error.
const PAGES: usize = 1_000;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Page<T> {
    data: Vec<T>,
    next_page_token: Option<String>,
}

#[derive(Deserialize)]
struct Conversation {
    participants: Vec<String>,
}

/// What was texted to this number of ours since, the oldest first. Messages are listed by who takes part, so it is asked first in which
/// conversations something happened.
pub(super) async fn received(
    client: &Client,
    line: &str,
    since: Timestamp,
) -> Result<Vec<InboundText>, String> {
    let numbers = client.list_numbers().await.and_then(|answer| read(&answer));
    let number = id_of(numbers.map_err(|error| error.to_string())?, line)?;
    let since_text = since.to_string();
    let filters = [
        ("phoneNumbers", number.as_str()),
        ("updatedAfter", since_text.as_str()),
    ];
    let conversations: Vec<Conversation> =
        everything(client, What::Conversations, &filters).await?;
    let mut texts = Vec::new();
    for conversation in conversations {
        let mut filters = vec![
            ("phoneNumberId", number.as_str()),
            ("createdAfter", since_text.as_str()),
        ];
        let participants = conversation.participants.iter();
        filters.extend(participants.map(|one| ("participants", one.as_str())));
        for listed in everything(client, What::Messages, &filters).await? {
            texts.extend(text(line, since, listed)?);
        }
    }
    texts.sort_by_key(|(at, _)| *at);
    Ok(texts.into_iter().map(|(_, text)| text).collect())
}

#[derive(Clone, Copy)]
enum What {
    Conversations,
    Messages,
}

/// A list to its end.
async fn everything<T: serde::de::DeserializeOwned>(
    client: &Client,
    what: What,
    filters: &[(&str, &str)],
) -> Result<Vec<T>, String> {
    let mut all = Vec::new();
    let mut token: Option<String> = None;
    for _ in 0..PAGES {
        let mut filters = filters.to_vec();
        filters.push(("maxResults", PAGE_SIZE));
        filters.extend(token.as_deref().map(|token| ("pageToken", token)));
        let answer = match what {
            What::Conversations => client.list_conversations(&filters).await,
            What::Messages => client.list_messages(&filters).await,
        };
        let page = answer.and_then(|answer| read(&answer));
        let page: Page<T> = page.map_err(|error| error.to_string())?;
        all.extend(page.data);
        token = page.next_page_token;
        if token.is_none() {
            return Ok(all);
        }
    }
    Err("the carrier's list has no end".to_owned())
}

/// A text that came in, and when; nothing for anything else that is listed.
fn text(
    line: &str,
    since: Timestamp,
    listed: Listed,
) -> Result<Option<(Timestamp, InboundText)>, String> {
    let created = Timestamp::parse_rfc3339(&listed.created_at)
        .ok_or_else(|| "the carrier's dates cannot be read".to_owned())?;
    let came_in = listed.direction == "incoming" && listed.to.iter().any(|to| to == line);
    if created < since || !came_in || !is_name(&listed.id) {
        return Ok(None);
    }
    let text = listed.text.unwrap_or_default();
    let text = InboundText {
        provider: LineProvider::Quo,
        provider_id: listed.id,
        to: listed.to,
        from: listed.from,
        media: Vec::new(),
        keyword: Keyword::of(&text),
        is_answered: false,
        text,
    };
    Ok(Some((created, text)))
}
