//! Reads what a member is told, from the log and then as it happens. It moves when it is asked: a reader that is slow costs
//! nobody anything, and reads the log once it has fallen too far behind.

use std::collections::VecDeque;
use std::sync::Arc;

use steward_model::{MemberId, OrgId};
use steward_runtime::read_item;
use steward_store::{Listening, MemberEvent, NewsPlace, ReadOn, StoreError};
use tokio::sync::broadcast::error::RecvError;

use crate::app::App;

/// Events that are read from the log at once.
const MANY: u32 = 100;

/// A reader, and how far it has come.
pub(crate) struct News {
    app: App,
    org: OrgId,
    member: MemberId,
    live: Listening,
    place: NewsPlace,
    /// Read from the log and not yet given out.
    read: VecDeque<MemberEvent>,
    /// The log may have something that was not read yet.
    behind: bool,
}

/// What comes next.
#[derive(Debug)]
pub(crate) enum Told {
    /// Something happened.
    Event(MemberEvent),
    /// What happened is not kept any more; it goes on from now.
    Missed,
    /// That was all up to now.
    AllSoFar,
    /// Nothing is told any more: the server stops.
    End,
}

impl News {
    /// From now on.
    pub(crate) async fn from_now(
        app: &App,
        org: OrgId,
        member: MemberId,
    ) -> Result<Self, StoreError> {
        let mut news = Self::after(app, org, member, NewsPlace::default());
        news.place = app.store.org(org).told_member(member).await?;
        Ok(news)
    }

    /// After a place.
    pub(crate) fn after(app: &App, org: OrgId, member: MemberId, place: NewsPlace) -> Self {
        Self {
            // Before the log is read, so that nothing falls between the two.
            live: app.store.org(org).listen(member),
            app: app.clone(),
            org,
            member,
            place,
            read: VecDeque::new(),
            behind: true,
        }
    }

    /// How far it has come.
    pub(crate) fn place(&self) -> NewsPlace {
        self.place
    }

    /// What comes next. Whoever stops waiting for it loses nothing.
    pub(crate) async fn next(&mut self) -> Result<Told, StoreError> {
        loop {
            if let Some(event) = self.read.pop_front() {
                self.place.take(&event);
                return Ok(Told::Event(event));
            }
            if self.behind {
                let org = self.app.store.org(self.org);
                match org.member_events(self.member, self.place, MANY).await? {
                    ReadOn::Missed(place) => {
                        self.place = place;
                        return Ok(Told::Missed);
                    }
                    ReadOn::Events(events) if events.is_empty() => {
                        self.behind = false;
                        return Ok(Told::AllSoFar);
                    }
                    ReadOn::Events(events) => self.read = events.into(),
                }
                continue;
            }
            let heard = tokio::select! {
                heard = self.live.org.recv() => heard,
                heard = self.live.own.recv() => heard,
            };
            match heard {
                Ok(event) => self.hear(event),
                Err(RecvError::Lagged(_)) => self.behind = true,
                Err(RecvError::Closed) => return Ok(Told::End),
            }
        }
    }

    fn hear(&mut self, event: Arc<MemberEvent>) {
        match event.seq - self.place.of(&event) {
            1 => self.read.push_back(Arc::unwrap_or_clone(event)),
            2.. => self.behind = true,
            // It was read from the log.
            _ => {}
        }
    }

    /// What the agent said in an event. Nothing if it was deleted or forgotten since.
    pub(crate) async fn said(&self, event: &MemberEvent) -> Result<Vec<String>, StoreError> {
        let (Some(thread), Some(item)) = (event.thread_id, number(event)) else {
            return Ok(Vec::new());
        };
        let org = self.app.store.org(self.org);
        match org.items_between(thread, item - 1, item).await {
            Ok(items) => Ok(items.iter().map(|item| read_item(item).text).collect()),
            Err(StoreError::Forgotten) => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }
}

/// The number that an event is about: the place on its thread of what was said, or that of a step in its turn.
pub(crate) fn number(event: &MemberEvent) -> Option<i64> {
    event.subject.as_deref()?.parse().ok()
}
