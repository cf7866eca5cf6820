//! Notices: what a person must know or decide.

mod alarm;
mod mail;
mod text;

use std::sync::Arc;

use steward_model::{
    EffectId, IdGen, JobId, MemberEventKind, MemberId, NoticeId, NoticeKind, OrgId, ScheduleId,
    Scope, ThreadId, Timestamp, TurnId,
};

use crate::audit::{self, Entry};
use crate::crypto::{DataKey, Place};
use crate::db::{Tx, transaction};
use crate::member_events::News;
use crate::row::{Only, from_row};
use crate::sql::{Sql, params, statements};
use crate::threads::seen;
use crate::{OrgStore, Page, StoreError};

/// That somebody may see a notice: it is about no thread, or about none that is another member's own. One that could not be
/// put on its thread, because nothing of the thread can be read, has the thread's id in its name, after `unreadable:`.
macro_rules! notice_seen {
    (by $viewer:literal) => {
        concat!(
            "(", $viewer, " is null or not exists (select 1 from thread where thread.org_id = $1
                and thread.id in (notice.thread_id, substr(notice.dedupe_key, 12, 36))
                and not ", seen!("thread.scope" by $viewer), "))"
        )
    };
}

use notice_seen;

use self::alarm::Addition;
pub use self::mail::{AlertReason, DueMail, EMERGENCY, MAIL_NOTICE, TEXT};
pub use self::text::{DueText, TEXT_NOTICE};
pub(crate) use self::text::{Leaving, moot};

/// What a notice about a thread that cannot be read is named after.
const UNREADABLE: &str = "unreadable";

statements! {
    INSERT = "insert into notice (id, org_id, thread_id, turn_id, kind, text_enc, dedupe_key, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (org_id, dedupe_key) do nothing";
    SCOPE = "select scope as value from thread where org_id = $1 and id = $2";
    LIST = concat!("select id, thread_id, turn_id, kind, text_enc, dedupe_key, created_at, resolved_at, resolved_by,
            (select scope from thread where thread.id = notice.thread_id) as scope
        from notice where org_id = $1 and id > $2 and ($3 = 0 or resolved_at is null) and ", notice_seen!(by "$4"),
        " order by id limit $5");
    RESOLVE = concat!("update notice set resolved_at = $2, resolved_by = $3
        where org_id = $1 and id = $4 and resolved_at is null
            and exists (select 1 from member where member.id = $3 and member.org_id = $1) and ", notice_seen!(by "$5"),
        " returning id, thread_id, dedupe_key");
    SETTLE = "update notice set resolved_at = $1, resolved_by = $2
        where org_id = $3 and dedupe_key = $4 and resolved_at is null
        returning id, thread_id, dedupe_key";
    // What comes again is another trouble: the name is free from now on.
    END = "update notice set dedupe_key = dedupe_key || ':' || id, resolved_at = coalesce(resolved_at, $1)
        where org_id = $2 and dedupe_key = $3
        returning id, thread_id, dedupe_key";
    END_HOLD = "update notice set resolved_at = $1
        where org_id = $2 and thread_id = $3 and kind = 'held' and resolved_at is null
        returning id, thread_id, dedupe_key";
    // The newest that told of the hold, unless one of them still waits: one notice, however much arrives.
    TELL_AGAIN = "update notice set resolved_at = null, resolved_by = null
        where org_id = $1
            and id = (select max(told.id) from notice told where told.org_id = $1 and told.kind = 'held'
                and (told.thread_id = $2 or told.dedupe_key = 'unreadable:' || $2))
            and not exists (select 1 from notice waits where waits.org_id = $1 and waits.kind = 'held'
                and (waits.thread_id = $2 or waits.dedupe_key = 'unreadable:' || $2) and waits.resolved_at is null)
        returning id, thread_id, dedupe_key";
}

pub(crate) const ALL_STATEMENTS: [&[Sql]; 4] = [
    STATEMENTS,
    alarm::STATEMENTS,
    mail::STATEMENTS,
    text::STATEMENTS,
];

/// Something a person must know or decide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// Its id.
    pub id: NoticeId,
    /// The thread it is about, if it is about one.
    pub thread_id: Option<ThreadId>,
    /// The turn it is about, if it is about one.
    pub turn_id: Option<TurnId>,
    /// The effect it is about, if it is about one.
    pub effect_id: Option<EffectId>,
    /// The job it is about, if it is about one.
    pub job_id: Option<JobId>,
    /// The schedule it is about, if it is about one.
    pub schedule_id: Option<ScheduleId>,
    /// What it is.
    pub kind: NoticeKind,
    /// What it says; nothing once the thread was forgotten.
    pub text: Option<String>,
    /// When it was raised.
    pub created_at: Timestamp,
    /// When it was seen to.
    pub resolved_at: Option<Timestamp>,
    /// By whom; by nobody if the trouble went away.
    pub resolved_by: Option<MemberId>,
}

/// A notice to be raised.
#[derive(Debug, Clone)]
pub struct NewNotice {
    /// What it is.
    pub kind: NoticeKind,
    /// What it says.
    pub text: String,
    /// What it is about, and which trouble that has: `effect:` and an id, `job:`, `schedule:`, `turn:`. The same trouble
    /// twice is one notice. It is stored in the clear: ids, never an address.
    pub dedupe_key: String,
}

/// A notice whose text is sealed.
pub(crate) struct ReadyNotice {
    id: NoticeId,
    kind: NoticeKind,
    text_enc: Vec<u8>,
    dedupe_key: String,
    raised: Entry,
    /// What is done in its place if that can be.
    addition: Option<Addition>,
    /// Names the emails about it, of which nobody knows before the transaction how many there are.
    ids: Arc<dyn IdGen>,
}

impl ReadyNotice {
    /// Made before the transaction, with the key of the thread, or of the organisation if there is no thread.
    pub(crate) fn new(
        ids: &Arc<dyn IdGen>,
        key: &DataKey,
        actor: &str,
        new: NewNotice,
    ) -> Result<Self, StoreError> {
        let id = NoticeId::generate(ids.as_ref());
        Ok(Self {
            id,
            ids: Arc::clone(ids),
            kind: new.kind,
            text_enc: key.seal(place(&id.to_string()), new.text.as_bytes())?,
            raised: Entry::new(
                ids.as_ref(),
                actor,
                "notice.raised",
                id,
                new.text.as_bytes(),
            ),
            dedupe_key: new.dedupe_key,
            addition: None,
        })
    }
}

struct SealedNotice {
    id: NoticeId,
    thread_id: Option<ThreadId>,
    turn_id: Option<TurnId>,
    kind: NoticeKind,
    text_enc: Vec<u8>,
    dedupe_key: String,
    created_at: Timestamp,
    resolved_at: Option<Timestamp>,
    resolved_by: Option<MemberId>,
    scope: Option<String>,
}
from_row!(SealedNotice {
    id,
    thread_id,
    turn_id,
    kind,
    text_enc,
    dedupe_key,
    created_at,
    resolved_at,
    resolved_by,
    scope,
});

/// A notice that is over, or waits again.
struct Changed {
    id: NoticeId,
    thread_id: Option<ThreadId>,
    dedupe_key: String,
}
from_row!(Changed {
    id,
    thread_id,
    dedupe_key
});

impl SealedNotice {
    fn open(self, key: Option<&Arc<DataKey>>) -> Result<Notice, StoreError> {
        let row = self.id.to_string();
        let text = key
            .map(|key| key.open_text(place(&row), &self.text_enc))
            .transpose()?;
        let named = self.dedupe_key.as_str();
        Ok(Notice {
            id: self.id,
            thread_id: self.thread_id.or_else(|| about(named, UNREADABLE)),
            effect_id: about(named, "effect"),
            job_id: about(named, "job"),
            schedule_id: about(named, "schedule"),
            turn_id: self.turn_id,
            kind: self.kind,
            text,
            created_at: self.created_at,
            resolved_at: self.resolved_at,
            resolved_by: self.resolved_by,
        })
    }
}

impl OrgStore<'_> {
    /// Raises a notice that no turn raised. Tells whether it is a new one.
    pub async fn raise_notice(
        &self,
        thread: Option<ThreadId>,
        new: NewNotice,
    ) -> Result<bool, StoreError> {
        let (org, now) = (self.org, self.store.now());
        let scope = match thread {
            None => Scope::Org(org).to_string(),
            Some(thread) => self.notice_scope(thread).await?,
        };
        let key = self.store.inner.keys.key(&scope).await?;
        let ready = ReadyNotice::new(&self.store.inner.ids, &key, "system", new)?;
        self.db()
            .write(transaction!(|tx| {
                insert_notice(tx, org, (thread, None), &ready, now).await
            }))
            .await
    }

    /// Notices in the order they were raised: all, or those nobody has seen to.
    pub async fn notices(&self, page: &Page, open: bool) -> Result<Vec<Notice>, StoreError> {
        let (org, viewer, page) = (self.org, self.viewer_scope(), page.clone());
        let rows: Vec<SealedNotice> = self
            .db()
            .read(transaction!(|tx| {
                let after = page.after.as_deref().unwrap_or("");
                let (open, limit) = (i64::from(open), i64::from(page.limit));
                let slice = params![org, after, open, viewer.as_deref(), limit];
                tx.fetch_all(LIST, slice).await
            }))
            .await?;
        let own = Scope::Org(org).to_string();
        let scope = |row: &SealedNotice| row.scope.clone().unwrap_or_else(|| own.clone());
        let scopes: Vec<_> = rows.iter().map(scope).collect();
        let keys = self.store.inner.keys.find_many(&scopes).await?;
        rows.into_iter()
            .zip(&scopes)
            .map(|(row, scope)| row.open(keys.get(scope).and_then(Option::as_ref)))
            .collect()
    }

    /// Notes that a member has seen to it. Tells whether it was open.
    pub async fn resolve_notice(&self, id: NoticeId, member: MemberId) -> Result<bool, StoreError> {
        let (org, now, viewer) = (self.org, self.store.now(), self.viewer_scope());
        let actor = format!("member:{member}");
        let resolved = Entry::new(self.store.ids(), actor, "notice.resolved", id, b"");
        self.db()
            .write(transaction!(|tx| {
                let row = params![org, now, member, id, viewer.as_deref()];
                let over: Vec<Changed> = tx.fetch_all(RESOLVE, row).await?;
                if over.is_empty() {
                    return Ok(false);
                }
                tell_resolved(tx, org, over, now);
                audit::note(tx, org, &resolved, now).await?;
                Ok(true)
            }))
            .await
    }

    async fn notice_scope(&self, thread: ThreadId) -> Result<String, StoreError> {
        let org = self.org;
        let scope: Option<Only<String>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(SCOPE, params![org, thread]).await
            }))
            .await?;
        let scope = scope.ok_or(StoreError::Refused("there is no such thread"))?;
        Ok(scope.0)
    }
}

/// Raises a notice in a transaction that has more to do. Tells whether it is a new one.
pub(crate) async fn insert_notice(
    tx: &mut Tx<'_>,
    org: OrgId,
    (thread, turn): (Option<ThreadId>, Option<TurnId>),
    ready: &ReadyNotice,
    now: Timestamp,
) -> Result<bool, StoreError> {
    if let Some(addition) = &ready.addition
        && alarm::add(tx, org, turn, addition, now).await?
    {
        let news = News::new(org, MemberEventKind::Notice, now).on(thread, turn);
        tx.tell(news.about(&addition.notice).state("open"));
        return Ok(false);
    }
    let row = params![
        ready.id,
        org,
        thread,
        turn,
        ready.kind,
        &ready.text_enc,
        ready.dedupe_key.as_str(),
        now
    ];
    if tx.execute(INSERT, row).await? == 0 {
        return Ok(false);
    }
    audit::note(tx, org, &ready.raised, now).await?;
    let on = thread.or_else(|| about(&ready.dedupe_key, UNREADABLE));
    let news = News::new(org, MemberEventKind::Notice, now).on(on, turn);
    tx.tell(news.about(&ready.id).state("open"));
    if ready.kind == NoticeKind::Escalated {
        mail::ask(tx, org, (ready.id, on), ready.ids.as_ref(), now).await?;
        text::ask(tx, org, (ready.id, on), ready.ids.as_ref(), now).await?;
    }
    Ok(true)
}

/// Takes a notice from the list when its trouble is over.
pub(crate) async fn settle_notice(
    tx: &mut Tx<'_>,
    org: OrgId,
    dedupe_key: &str,
    by: Option<MemberId>,
    now: Timestamp,
) -> Result<(), StoreError> {
    let settled = params![now, by, org, dedupe_key];
    let over = tx.fetch_all(SETTLE, settled).await?;
    tell_resolved(tx, org, over, now);
    Ok(())
}

/// Takes a notice from the list when its trouble is over and may come again.
pub(crate) async fn end_trouble(
    tx: &mut Tx<'_>,
    org: OrgId,
    dedupe_key: &str,
    now: Timestamp,
) -> Result<(), StoreError> {
    let over = tx.fetch_all(END, params![now, org, dedupe_key]).await?;
    tell_resolved(tx, org, over, now);
    Ok(())
}

/// The same for every notice that a thread is on hold.
pub(crate) async fn end_hold(
    tx: &mut Tx<'_>,
    org: OrgId,
    thread: ThreadId,
    now: Timestamp,
) -> Result<(), StoreError> {
    let over = tx.fetch_all(END_HOLD, params![now, org, thread]).await?;
    tell_resolved(tx, org, over, now);
    end_trouble(tx, org, &format!("{UNREADABLE}:{thread}"), now).await
}

/// Tells people again that a thread is on hold, because something arrived on it and somebody has put the notice aside.
pub(crate) async fn tell_of_hold_again(
    tx: &mut Tx<'_>,
    org: OrgId,
    thread: ThreadId,
    now: Timestamp,
) -> Result<(), StoreError> {
    let again = tx.fetch_all(TELL_AGAIN, params![org, thread]).await?;
    tell_changed(tx, org, again, "open", now);
    Ok(())
}

fn tell_resolved(tx: &mut Tx<'_>, org: OrgId, notices: Vec<Changed>, now: Timestamp) {
    tell_changed(tx, org, notices, "resolved", now);
}

fn tell_changed(
    tx: &mut Tx<'_>,
    org: OrgId,
    notices: Vec<Changed>,
    state: &'static str,
    now: Timestamp,
) {
    for notice in notices {
        let thread = notice.thread_id;
        let thread = thread.or_else(|| about(&notice.dedupe_key, UNREADABLE));
        let news = News::new(org, MemberEventKind::Notice, now).on(thread, None);
        tx.tell(news.about(&notice.id).state(state));
    }
}

/// The id that a notice is named after, if it is of this kind.
fn about<T: std::str::FromStr>(named: &str, kind: &str) -> Option<T> {
    let (found, rest) = named.split_once(':')?;
    let id = rest.split(':').next()?;
    (found == kind).then(|| id.parse().ok())?
}

fn place(row: &str) -> Place<'_> {
    Place {
        table: "notice",
        column: "text_enc",
        row,
    }
}
