//! A reader of server-sent events, by the letter of their rules.

use std::time::Duration;

use axum::body::Body;
use http::header::{AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderName, Response};
use http_body_util::BodyExt as _;
use serde_json::Value;

use super::server::TestServer;

/// Longer than anything here may take; only a stream that hangs meets it.
const LONG: Duration = Duration::from_secs(30);

/// One event.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Event {
    pub(crate) id: String,
    pub(crate) kind: String,
    pub(crate) data: Value,
}

/// A stream that is being read.
pub(crate) struct Events {
    body: Body,
    text: String,
}

impl Events {
    /// Follows what a member is told, after an event or from now on.
    pub(crate) async fn follow(server: &TestServer, token: &str, last: Option<&str>) -> Self {
        let mut request =
            http::Request::get("/v1/agent/events").header(AUTHORIZATION, format!("Bearer {token}"));
        if let Some(last) = last {
            request = request.header(HeaderName::from_static("last-event-id"), last);
        }
        Self::of(server.call(request.body(Body::empty()).unwrap()).await)
    }

    pub(crate) fn of(response: Response<Body>) -> Self {
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()[CONTENT_TYPE], "text/event-stream");
        assert_eq!(response.headers()["cache-control"], "no-cache");
        Self {
            body: response.into_body(),
            text: String::new(),
        }
    }

    /// The next event; nothing at the end of the stream. An unfinished one is not an event.
    pub(crate) async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some((block, rest)) = self.text.split_once("\n\n") {
                let event = event(block);
                self.text = rest.to_owned();
                match event {
                    Some(event) => return Some(event),
                    None => continue,
                }
            }
            let frame = tokio::time::timeout(LONG, self.body.frame()).await;
            let frame = frame.expect("the stream hangs")?.unwrap();
            let data = frame.into_data().unwrap();
            self.text.push_str(std::str::from_utf8(&data).unwrap());
        }
    }

    /// Events up to and with the first of this kind.
    pub(crate) async fn until(&mut self, kind: &str) -> Vec<Event> {
        let mut events = Vec::new();
        loop {
            let next = self.next().await;
            let event = next.unwrap_or_else(|| panic!("no {kind}: {events:?}"));
            let last = event.kind == kind;
            events.push(event);
            if last {
                return events;
            }
        }
    }

    pub(crate) async fn rest(mut self) -> Vec<Event> {
        let mut events = Vec::new();
        while let Some(event) = self.next().await {
            events.push(event);
        }
        events
    }
}

fn event(block: &str) -> Option<Event> {
    let field = |name: &str| {
        let mut values = block.lines().filter_map(|line| {
            let (field, value) = line.split_once(": ")?;
            (field == name).then_some(value)
        });
        values.next()
    };
    let data = field("data")?;
    Some(Event {
        id: field("id").unwrap_or_default().to_owned(),
        kind: field("event").unwrap_or("message").to_owned(),
        data: serde_json::from_str(data).unwrap(),
    })
}
