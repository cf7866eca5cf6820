//! Asking Twilio for a message whose answer was lost.

use std::time::Duration;

use jiff::fmt::rfc2822;
use serde::Deserialize;
use steward_model::Timestamp;

use super::answer::is_sid;
use super::client::Client;
use crate::http::read;
use crate::{LookupResult, Outbound};

const PAGE_SIZE: &str = "100";

/// A conversation with more messages than this since the attempt is for a person to look at.
const PAGES: usize = 10;

/// How far Twilio's clock may be behind ours. Too much costs nothing, since a message that is ours already is no hit; too little
/// would miss a message that was sent.
const CLOCK_SKEW: Duration = Duration::from_secs(120);

/// Accounts on trial have this put before every text.
const TRIAL: &str = "Sent from your Twilio trial account - ";

#[derive(Deserialize)]
pub(super) struct Page {
    pub(super) messages: Vec<Listed>,
    pub(super) next_page_uri: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Listed {
    pub(super) sid: String,
    pub(super) to: String,
    pub(super) from: Option<String>,
    pub(super) body: Option<String>,
    pub(super) direction: String,
    date_created: String,
    pub(super) num_media: Option<String>,
}

/// What a page says.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Found(String),
    /// It reaches back beyond the attempt.
    Missing,
    /// There may be more on the next page.
    GoOn(String),
    Unclear(&'static str),
}

/// Goes through the list, newest first, to the page that reaches back beyond the attempt.
///
/// There is no filter by date: Twilio's is by when a message was sent, and one that still waits has no such date.
pub(super) async fn look_up(
    client: &Client,
    outbound: &Outbound,
    since: Timestamp,
) -> LookupResult {
    let filters = [
        ("To", outbound.to.as_str()),
        ("From", outbound.from.as_str()),
        ("PageSize", PAGE_SIZE),
    ];
    let mut answer = client.list_messages(&filters).await;
    for _ in 0..PAGES {
        let page: Page = match answer.and_then(|answer| read(&answer)) {
            Ok(page) => page,
            Err(error) => return failed(&error.to_string()),
        };
        match examine(page, outbound, since) {
            Verdict::Found(provider_ref) => return LookupResult::Found { provider_ref },
            Verdict::Missing => return LookupResult::Missing,
            Verdict::Unclear(reason) => return failed(reason),
            Verdict::GoOn(uri) => answer = client.next_page(&uri).await,
        }
    }
    failed("the carrier has too many messages since")
}

/// Looks for the message on a page. All of it: the order is by when messages were sent, which need not be how they were created.
pub(super) fn examine(page: Page, outbound: &Outbound, since: Timestamp) -> Verdict {
    let mut reaches_back = false;
    for listed in page.messages {
        let Some(created) = created_at(&listed) else {
            return Verdict::Unclear("the carrier's dates cannot be read");
        };
        if created.plus(CLOCK_SKEW) < since {
            reaches_back = true;
            continue;
        }
        let between_the_same = listed.direction.starts_with("outbound")
            && listed.to == outbound.to
            && listed.from.as_deref() == Some(outbound.from.as_str());
        if !between_the_same {
            continue;
        }
        match listed.body.as_deref() {
            Some(body) if says(body, &outbound.text) && is_sid(&listed.sid) => {
                return Verdict::Found(listed.sid);
            }
            // An account can be set to keep no texts. Then nothing tells this message from another.
            None | Some("") => return Verdict::Unclear("the carrier keeps no texts to compare"),
            Some(_) => {}
        }
    }
    match page.next_page_uri {
        Some(uri) if !reaches_back => Verdict::GoOn(uri),
        _ => Verdict::Missing,
    }
}

/// Whether the body is this text as Twilio keeps it: it drops white space at the ends.
fn says(body: &str, text: &str) -> bool {
    let same = |body: &str| body.trim() == text.trim();
    same(body) || body.strip_prefix(TRIAL).is_some_and(same)
}

pub(super) fn created_at(listed: &Listed) -> Option<Timestamp> {
    let parsed = rfc2822::DateTimeParser::new().parse_timestamp(&listed.date_created);
    Some(Timestamp::from_micros(parsed.ok()?.as_microsecond()))
}

fn failed(reason: &str) -> LookupResult {
    LookupResult::Failed {
        reason: reason.to_owned(),
    }
}
