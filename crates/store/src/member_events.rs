//! What members are told of what happens outside their requests: a log of a day, written in the transaction in which it
//! happens. It names things and holds nothing that anybody said; whoever is told reads the thing itself.
//!
//! What is on a member's own thread is on that member's stream, everything else on the organisation's: who reads the two
//! sees what they may see, and a thread costs one row however many members there are.

pub(crate) mod hub;

use std::sync::Arc;

use steward_model::{MemberEventKind, MemberId, OrgId, Scope, ThreadId, Timestamp, TurnId};
use tokio::sync::broadcast::Receiver;

use crate::db::{Tx, transaction};
use crate::row::{Only, from_row};
use crate::sql::{params, statements};
use crate::{OrgStore, Store, StoreError, streams};

statements! {
    INSERT = "insert into member_event (stream_id, seq, org_id, kind, thread_id, turn_id, subject, state, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    SCOPE = "select scope as value from thread where org_id = $1 and id = $2";
    HEAD = "select last_seq as value from stream where org_id = $1 and id = $2";
    AFTER = "select stream_id, seq, kind, thread_id, turn_id, subject, state, created_at from member_event
        where org_id = $1 and stream_id = $2 and seq > $3 order by seq limit $4";
    MOVED = "select org_id, stream_id, max(seq) as last from member_event where created_at > $1
        group by org_id, stream_id";
    TRIM = "delete from member_event where (stream_id, seq) in
        (select stream_id, seq from member_event where created_at < $1 order by created_at limit $2)";
}

/// How far back another process's news are looked for: longer than a transaction can take, or two clocks differ.
const LATE: std::time::Duration = std::time::Duration::from_secs(60);

/// What is passed on at once of another process's news; whoever is further behind reads for themselves.
const PASSED_ON: i64 = 200;

/// Something that members are told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberEvent {
    pub(crate) stream_id: String,
    /// Its place on its stream, from 1, without gaps.
    pub seq: i64,
    /// What it is.
    pub kind: MemberEventKind,
    /// The thread it is about.
    pub thread_id: Option<ThreadId>,
    /// The turn it is about.
    pub turn_id: Option<TurnId>,
    /// What else it is about: the id of an approval or a notice, the place of an item on the
    /// thread, or the number of a step in the turn.
    pub subject: Option<String>,
    /// Where that stands now, in one word.
    pub state: Option<String>,
    /// When it happened.
    pub created_at: Timestamp,
}
from_row!(MemberEvent {
    stream_id,
    seq,
    kind,
    thread_id,
    turn_id,
    subject,
    state,
    created_at
});

impl MemberEvent {
    /// Whether it is for one member alone.
    pub fn is_own(&self) -> bool {
        self.stream_id.starts_with("member:")
    }
}

/// How much of what a member is told somebody has read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NewsPlace {
    /// Of what everybody in the organisation is told.
    pub org: i64,
    /// Of what the member alone is told.
    pub own: i64,
}

impl NewsPlace {
    /// Goes on to an event.
    pub fn take(&mut self, event: &MemberEvent) {
        *self.on_stream_of(event) = event.seq;
    }

    /// Where it stands on the stream that an event is on.
    pub fn of(mut self, event: &MemberEvent) -> i64 {
        *self.on_stream_of(event)
    }

    fn on_stream_of(&mut self, event: &MemberEvent) -> &mut i64 {
        match event.is_own() {
            true => &mut self.own,
            false => &mut self.org,
        }
    }
}

/// What became of reading on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadOn {
    /// What comes next, oldest first.
    Events(Vec<MemberEvent>),
    /// Some of it is not kept any more. Whoever reads must look at everything anew and go on from here.
    Missed(NewsPlace),
}

/// Both of a member's streams, from now on.
#[derive(Debug)]
pub struct Listening {
    /// What everybody in the organisation is told.
    pub org: Receiver<Arc<MemberEvent>>,
    /// What the member alone is told.
    pub own: Receiver<Arc<MemberEvent>>,
}

/// Something that is about to become true.
#[derive(Debug, Clone)]
pub(crate) struct News {
    org: OrgId,
    /// Whose content it is about; that of its thread without one.
    scope: Option<Scope>,
    kind: MemberEventKind,
    thread: Option<ThreadId>,
    turn: Option<TurnId>,
    subject: Option<String>,
    state: Option<&'static str>,
    at: Timestamp,
}

impl News {
    pub(crate) fn new(org: OrgId, kind: MemberEventKind, at: Timestamp) -> Self {
        Self {
            org,
            scope: None,
            kind,
            thread: None,
            turn: None,
            subject: None,
            state: None,
            at,
        }
    }

    pub(crate) fn on(mut self, thread: Option<ThreadId>, turn: Option<TurnId>) -> Self {
        (self.thread, self.turn) = (thread, turn);
        self
    }

    pub(crate) fn of(mut self, scope: Scope) -> Self {
        self.scope = Some(scope);
        self
    }

    pub(crate) fn about(mut self, subject: &impl ToString) -> Self {
        self.subject = Some(subject.to_string());
        self
    }

    pub(crate) fn state(mut self, state: &'static str) -> Self {
        self.state = Some(state);
        self
    }
}

impl Store {
    /// Passes on what other processes wrote to those who listen here. Asks nothing while nobody does.
    pub async fn pass_on_news(&self) -> Result<(), StoreError> {
        let hub = self.db().hub();
        if !hub.is_listened_to() {
            return Ok(());
        }
        let since = self.now().minus(LATE);
        let moved: Vec<Moved> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_all(MOVED, params![since]).await
            }))
            .await?;
        for stream in moved {
            let Some(last) = hub.last(&stream.stream_id).filter(|at| *at < stream.last) else {
                continue;
            };
            let after = last.max(stream.last - PASSED_ON);
            let events = self
                .db()
                .read(transaction!(|tx| {
                    let name = stream.stream_id.as_str();
                    let slice = params![stream.org_id, name, after, PASSED_ON];
                    tx.fetch_all(AFTER, slice).await
                }))
                .await?;
            hub.publish(events);
        }
        Ok(())
    }

    /// Forgets what members were told before this moment, at most so much at once; tells how much. Places are not given
    /// again.
    pub async fn trim_member_events(
        &self,
        before: Timestamp,
        limit: u32,
    ) -> Result<u64, StoreError> {
        self.db()
            .write(transaction!(|tx| {
                tx.execute(TRIM, params![before, i64::from(limit)]).await
            }))
            .await
    }

    /// Tells nobody anything any more: whoever listens hears the end.
    pub fn end_news(&self) {
        self.db().hub().close();
    }
}

impl OrgStore<'_> {
    /// What a member is told from now on. Of what comes too fast some is left out: places have no gaps, and whoever finds
    /// one reads it by [`Self::member_events`].
    pub fn listen(&self, member: MemberId) -> Listening {
        let hub = self.db().hub();
        Listening {
            org: hub.listen(Scope::Org(self.org).to_string()),
            own: hub.listen(Scope::Member(member).to_string()),
        }
    }

    /// How much a member was told up to now.
    pub async fn told_member(&self, member: MemberId) -> Result<NewsPlace, StoreError> {
        let org = self.org;
        self.db()
            .read(transaction!(|tx| { heads(tx, org, member).await }))
            .await
    }

    /// What a member was told after a place.
    pub async fn member_events(
        &self,
        member: MemberId,
        after: NewsPlace,
        limit: u32,
    ) -> Result<ReadOn, StoreError> {
        let org = self.org;
        self.db()
            .read(transaction!(|tx| {
                let told = heads(tx, org, member).await?;
                let mut both = Vec::with_capacity(2);
                for (scope, after, told) in [
                    (Scope::Org(org), after.org, told.org),
                    (Scope::Member(member), after.own, told.own),
                ] {
                    let name = scope.to_string();
                    let slice = params![org, name.as_str(), after, i64::from(limit)];
                    let events: Vec<MemberEvent> = tx.fetch_all(AFTER, slice).await?;
                    let next = events.first().map_or(told + 1, |event| event.seq);
                    // A place that nobody was ever told may be any number.
                    if next.checked_sub(1) != Some(after) {
                        return heads(tx, org, member).await.map(ReadOn::Missed);
                    }
                    both.push(events);
                }
                let own = both.pop().unwrap_or_default();
                let org = both.pop().unwrap_or_default();
                Ok(ReadOn::Events(merge(org, own)))
            }))
            .await
    }
}

struct Moved {
    org_id: OrgId,
    stream_id: String,
    last: i64,
}
from_row!(Moved {
    org_id,
    stream_id,
    last
});

/// What members are told, with the streams they are told it on, in the order of those.
pub(crate) struct Addressed(Vec<(String, News)>);

impl Addressed {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn streams(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(stream, _)| stream.as_str())
    }
}

/// Finds the streams of what members are told.
pub(crate) async fn address(tx: &mut Tx<'_>, news: Vec<News>) -> Result<Addressed, StoreError> {
    let mut told = Vec::with_capacity(news.len());
    for one in news {
        if let Some(stream) = stream_of(tx, &one).await? {
            told.push((stream, one));
        }
    }
    told.sort_by(|(one, _), (other, _)| one.cmp(other));
    Ok(Addressed(told))
}

/// Writes down what members are told. Streams are locked in one order, so that two who write wait for no circle.
pub(crate) async fn write(
    tx: &mut Tx<'_>,
    Addressed(told): Addressed,
) -> Result<Vec<MemberEvent>, StoreError> {
    let mut written = Vec::with_capacity(told.len());
    for same in told.chunk_by(|(one, _), (other, _)| one == other) {
        let (stream, first) = &same[0];
        let count = same.len() as i64;
        let last = streams::take_places(tx, first.org, stream, count).await?;
        for (seq, (_, news)) in (last - count + 1..).zip(same) {
            written.push(insert(tx, stream, seq, news).await?);
        }
    }
    Ok(written)
}

async fn insert(
    tx: &mut Tx<'_>,
    stream: &str,
    seq: i64,
    news: &News,
) -> Result<MemberEvent, StoreError> {
    let row = params![
        stream,
        seq,
        news.org,
        news.kind,
        news.thread,
        news.turn,
        news.subject.as_deref(),
        news.state,
        news.at,
    ];
    tx.execute(INSERT, row).await?;
    Ok(MemberEvent {
        stream_id: stream.to_owned(),
        seq,
        kind: news.kind,
        thread_id: news.thread,
        turn_id: news.turn,
        subject: news.subject.clone(),
        state: news.state.map(str::to_owned),
        created_at: news.at,
    })
}

/// Whose stream it belongs on; nobody's if its thread is gone.
async fn stream_of(tx: &mut Tx<'_>, news: &News) -> Result<Option<String>, StoreError> {
    let scope = match (news.scope, news.thread) {
        (Some(scope), _) => scope,
        (None, None) => Scope::Org(news.org),
        (None, Some(thread)) => {
            let found: Option<Only<Scope>> =
                tx.fetch_optional(SCOPE, params![news.org, thread]).await?;
            match found {
                Some(scope) => scope.0,
                None => return Ok(None),
            }
        }
    };
    Ok(Some(match scope {
        Scope::Member(_) => scope.to_string(),
        Scope::Org(_) | Scope::Agent(_) | Scope::Contact(_) => Scope::Org(news.org).to_string(),
    }))
}

async fn heads(tx: &mut Tx<'_>, org: OrgId, member: MemberId) -> Result<NewsPlace, StoreError> {
    let mut places = [0; 2];
    for (place, scope) in places
        .iter_mut()
        .zip([Scope::Org(org), Scope::Member(member)])
    {
        let name = scope.to_string();
        let head: Option<Only<i64>> = tx.fetch_optional(HEAD, params![org, name.as_str()]).await?;
        *place = head.map_or(0, |head| head.0);
    }
    let [org, own] = places;
    Ok(NewsPlace { org, own })
}

/// Both streams as one, by time, and each in its own order.
fn merge(org: Vec<MemberEvent>, own: Vec<MemberEvent>) -> Vec<MemberEvent> {
    let mut merged = Vec::with_capacity(org.len() + own.len());
    let (mut org, mut own) = (org.into_iter().peekable(), own.into_iter().peekable());
    loop {
        let next = match (org.peek(), own.peek()) {
            (Some(one), Some(other)) if one.created_at <= other.created_at => org.next(),
            (_, Some(_)) => own.next(),
            (_, None) => org.next(),
        };
        match next {
            Some(event) => merged.push(event),
            None => return merged,
        }
    }
}
