//! One client of the channel.

use std::collections::VecDeque;
use std::time::Duration;

use bytes::Bytes;
use http::HeaderMap;
use serde_json::{Value, json};
use steward_model::{MemberEventKind, Timestamp};
use steward_store::{MemberEvent, NewsPlace, StoreError};
use tokio::time::{Instant, timeout_at};

use crate::auth::Caller;
use crate::error::ApiError;
use crate::news::{self, News, Told};

/// How long a stream may be silent before it says that it is there.
const HEARTBEAT: Duration = Duration::from_secs(30);
/// How long what happens is told to a client without asking whether it still may be told.
const TRUSTED: Duration = Duration::from_secs(1);
/// Tells a client to come back after three seconds.
const RETRY: &[u8] = b"retry: 3000\n";

/// A client that reads.
pub(super) struct Follow {
    caller: Caller,
    /// With which the caller came in, and must be able to come in again.
    headers: HeaderMap,
    news: News,
    /// Not yet taken by the client.
    lines: VecDeque<Bytes>,
    /// Whether to go on once everything up to now is told.
    follow: bool,
    over: bool,
    next_beat: Instant,
    /// When its client was known to be allowed.
    known_at: Timestamp,
}

impl Follow {
    /// Begins after an event, or from now on.
    pub(super) async fn start(
        caller: Caller,
        headers: HeaderMap,
        last: Option<&str>,
        follow: bool,
    ) -> Result<Self, ApiError> {
        let (app, org, member) = (caller.app(), caller.org_id, caller.member_id);
        let asked = last.map(read_id);
        let mut news = match asked {
            Some(Some(place)) => News::after(app, org, member, place),
            _ => News::from_now(app, org, member).await?,
        };
        let place = news.place();
        let first = news.next().await?;
        let mut this = Self {
            news,
            headers,
            lines: VecDeque::from([Bytes::from_static(RETRY)]),
            follow,
            over: false,
            next_beat: Instant::now() + HEARTBEAT,
            known_at: caller.app().now(),
            caller,
        };
        match asked {
            // An id that was never given is one of which nothing is known.
            Some(None) => this.missed(place),
            _ if matches!(first, Told::Missed) => {}
            _ => this
                .lines
                .push_back(lines("agent.ready", place, &json!({}))),
        }
        this.take(first).await?;
        Ok(this)
    }

    /// The next lines; nothing once it is over. The client then comes back, or finds that it may not.
    pub(super) async fn next(&mut self) -> Option<Bytes> {
        loop {
            if let Some(lines) = self.lines.pop_front() {
                return Some(lines);
            }
            if self.over {
                return None;
            }
            let heard = match timeout_at(self.next_beat, self.news.next()).await {
                Ok(Ok(Told::Event(_))) if !self.may_be_told().await => return None,
                Ok(Ok(told)) => self.take(told).await,
                Ok(Err(error)) => Err(error),
                Err(_) => return self.beat().await,
            };
            if let Err(error) = heard {
                tracing::warn!(%error, "what happens could not be followed any further");
                self.over = true;
            }
        }
    }

    /// Says that it is there, if its client still may be.
    async fn beat(&mut self) -> Option<Bytes> {
        self.next_beat = Instant::now() + HEARTBEAT;
        let known = self.is_known().await;
        known.then(|| Bytes::from_static(b": ping\n\n"))
    }

    /// Whether its client still may be there. Many events in a row do not ask again and again.
    async fn may_be_told(&mut self) -> bool {
        self.caller.app().now() < self.known_at.plus(TRUSTED) || self.is_known().await
    }

    async fn is_known(&mut self) -> bool {
        self.known_at = self.caller.app().now();
        self.caller.is_still_known(&self.headers).await
    }

    async fn take(&mut self, told: Told) -> Result<(), StoreError> {
        match told {
            Told::Event(event) => {
                let place = self.news.place();
                let mut data = shown(&event);
                if event.kind == MemberEventKind::Message && event.is_own() {
                    data["messages"] = self.news.said(&event).await?.into();
                }
                let line = lines(event.kind.as_str(), place, &data);
                self.lines.push_back(line);
            }
            Told::Missed => self.missed(self.news.place()),
            Told::AllSoFar => self.over = !self.follow,
            Told::End => self.over = true,
        }
        Ok(())
    }

    fn missed(&mut self, place: NewsPlace) {
        let message = "What happened in between is not kept any more: read again what you show.";
        let data = json!({ "message": message });
        self.lines.push_back(lines("agent.missed", place, &data));
    }
}

/// An event as its reader sees it: what it is about, by the name that other routes have for it.
fn shown(event: &MemberEvent) -> Value {
    let mut data = json!({ "at": event.created_at.to_string() });
    let mut set = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            data[name] = value.into();
        }
    };
    set("thread_id", event.thread_id.map(|id| id.to_string()));
    set("turn_id", event.turn_id.map(|id| id.to_string()));
    set("state", event.state.clone());
    match event.kind {
        MemberEventKind::Approval => set("approval_id", event.subject.clone()),
        MemberEventKind::Suggestion => set("suggestion_id", event.subject.clone()),
        MemberEventKind::Notice => set("notice_id", event.subject.clone()),
        MemberEventKind::Flag => set("flag", event.subject.clone()),
        MemberEventKind::Message => data["item"] = news::number(event).into(),
        MemberEventKind::Workspace => data["change"] = news::number(event).into(),
        MemberEventKind::Typing => data["step"] = news::number(event).into(),
        MemberEventKind::Done
        | MemberEventKind::Error
        | MemberEventKind::Reminder
        | MemberEventKind::Thread => {}
    }
    data
}

fn lines(kind: &str, place: NewsPlace, data: &Value) -> Bytes {
    let NewsPlace { org, own } = place;
    Bytes::from(format!("event: {kind}\nid: {org}-{own}\ndata: {data}\n\n"))
}

/// The place that an id names.
fn read_id(id: &str) -> Option<NewsPlace> {
    let (org, own) = id.split_once('-')?;
    let number = |text: &str| {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<i64>().ok().filter(|_| digits)
    };
    Some(NewsPlace {
        org: number(org)?,
        own: number(own)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_read_as_it_was_written_and_nothing_else_is_one() {
        let place = NewsPlace { org: 12, own: 0 };
        let text = lines("agent.ready", place, &json!({}));
        let text = String::from_utf8(text.to_vec()).unwrap();
        assert_eq!(text, "event: agent.ready\nid: 12-0\ndata: {}\n\n");
        assert_eq!(read_id("12-0"), Some(place));
        for wrong in ["", "12", "-", "1-", "-1-2", "+1-2", "1-2-3", "a-b"] {
            assert_eq!(read_id(wrong), None, "{wrong}");
        }
        assert_eq!(read_id("99999999999999999999-1"), None);
    }
}
