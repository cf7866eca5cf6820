//! Asking Quo for a message whose answer was lost.

use std::time::Duration;

use serde::Deserialize;
use steward_model::Timestamp;

use super::answer::is_name;
use super::client::Client;
use crate::http::read;
use crate::{LookupResult, Outbound};

const PAGE_SIZE: &str = "100";

/// A conversation with more messages than this since the attempt is for a person to look at.
const PAGES: usize = 10;

/// How far Quo's clock may be behind ours. Too much costs nothing, since a message that is ours already is no hit; too little
/// would miss a message that was sent.
const CLOCK_SKEW: Duration = Duration::from_secs(120);

#[derive(Deserialize)]
pub(super) struct Numbers {
    data: Vec<Number>,
}

#[derive(Deserialize)]
struct Number {
    id: String,
    number: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Page {
    data: Vec<Listed>,
    next_page_token: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Listed {
    pub(super) id: String,
    pub(super) to: Vec<String>,
    pub(super) from: String,
    pub(super) text: Option<String>,
    pub(super) direction: String,
    pub(super) created_at: String,
}

/// The newest message that may be the one, over all pages.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Best(Option<(Timestamp, String)>);

/// Goes through what was said with this person since the attempt. The order of the list is nobody's promise, so all of it is read.
pub(super) async fn look_up(
    client: &Client,
    outbound: &Outbound,
    since: Timestamp,
) -> LookupResult {
    match search(client, outbound, since).await.map(Best::reference) {
        Ok(Some(provider_ref)) => LookupResult::Found { provider_ref },
        Ok(None) => LookupResult::Missing,
        Err(reason) => LookupResult::Failed { reason },
    }
}

async fn search(client: &Client, outbound: &Outbound, since: Timestamp) -> Result<Best, String> {
    let numbers = client.list_numbers().await.and_then(|answer| read(&answer));
    let number_id = numbers
        .map_err(|error| error.to_string())
        .and_then(|numbers| id_of(numbers, &outbound.from))?;
    let since = since.minus(CLOCK_SKEW);
    let created_after = since.to_string();
    let mut best = Best::default();
    let mut token: Option<String> = None;
    for _ in 0..PAGES {
        let mut filters = vec![
            ("phoneNumberId", number_id.as_str()),
            ("participants", outbound.to.as_str()),
            ("createdAfter", created_after.as_str()),
            ("maxResults", PAGE_SIZE),
        ];
        filters.extend(token.as_deref().map(|token| ("pageToken", token)));
        let page = client.list_messages(&filters).await;
        let page: Page = page
            .and_then(|answer| read(&answer))
            .map_err(|error| error.to_string())?;
        token = page.next_page_token.clone();
        best.examine(page, outbound, since)?;
        if token.is_none() {
            return Ok(best);
        }
    }
    Err("the carrier has too many messages since".to_owned())
}

/// How Quo names one of its numbers. Lists are by this name alone.
pub(super) fn id_of(numbers: Numbers, number: &str) -> Result<String, String> {
    let mut numbers = numbers.data.into_iter();
    numbers
        .find(|one| one.number == number)
        .map(|one| one.id)
        .ok_or_else(|| "the carrier does not know the number to send from".to_owned())
}

impl Best {
    pub(super) fn examine(
        &mut self,
        page: Page,
        outbound: &Outbound,
        since: Timestamp,
    ) -> Result<(), String> {
        for listed in page.data {
            let created = Timestamp::parse_rfc3339(&listed.created_at)
                .ok_or_else(|| "the carrier's dates cannot be read".to_owned())?;
            let between_the_same = listed.direction == "outgoing"
                && listed.to == [outbound.to.as_str()]
                && listed.from == outbound.from;
            if created < since || !between_the_same {
                continue;
            }
            match listed.text.as_deref() {
                None | Some("") => return Err("the carrier keeps no texts to compare".to_owned()),
                Some(text) if text.trim() == outbound.text.trim() && is_name(&listed.id) => {
                    let found = Some((created, listed.id));
                    self.0 = self.0.take().max(found);
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// What the carrier calls it.
    pub(super) fn reference(self) -> Option<String> {
        self.0.map(|(_, id)| id)
    }
}
