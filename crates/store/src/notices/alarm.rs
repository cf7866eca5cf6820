//! What an agent says beside the alarm that a text has raised by itself: people are called to one text once.

use steward_model::{NoticeId, NoticeKind, OrgId, ThreadId, Timestamp, TurnId};

use super::{NewNotice, ReadyNotice, place};
use crate::audit::{self, Entry};
use crate::crypto::DataKey;
use crate::db::{Tx, transaction};
use crate::outbox::Origin;
use crate::row::from_row;
use crate::sql::{params, statements};
use crate::{OrgStore, Store, StoreError};

statements! {
    // The alarm of a text that the turn reads; what it is named after is `EMERGENCY` or `TEXT`.
    FIND = "select id, text_enc from notice where org_id = $1 and thread_id = $2 and resolved_at is null
            and exists (select 1 from event where event.org_id = $1 and event.thread_id = $2 and event.turn_id = $3
                and notice.dedupe_key in ('emergency:' || event.dedupe_key, 'sms:' || event.dedupe_key))
        order by id desc limit 1";
    // Not if somebody has seen to it meanwhile, or it says something else by now.
    ADD = "update notice set text_enc = $1, turn_id = coalesce(turn_id, $2)
        where org_id = $3 and id = $4 and text_enc = $5 and resolved_at is null";
}

struct Alarm {
    id: NoticeId,
    text_enc: Vec<u8>,
}
from_row!(Alarm { id, text_enc });

/// An alarm with what an agent says beside it, sealed.
pub(super) struct Addition {
    pub(super) notice: NoticeId,
    was: Vec<u8>,
    text_enc: Vec<u8>,
    added: Entry,
}

impl Store {
    /// Made before the transaction, with the key of the thread. What an agent calls people for is put to the alarm of the text
    /// that it reads, if that is still open; a notice of its own is ready for when it is not any more.
    pub(crate) async fn ready_notice(
        &self,
        key: &DataKey,
        origin: &Origin,
        actor: &str,
        new: NewNotice,
    ) -> Result<ReadyNotice, StoreError> {
        let alarm = match (new.kind, origin.turn) {
            (NoticeKind::Escalated, Some(turn)) => {
                self.org(origin.org).alarm(origin.thread, turn).await?
            }
            _ => None,
        };
        let addition = alarm.map(|alarm| self.add_to(alarm, key, actor, &new.text));
        let mut ready = ReadyNotice::new(&self.inner.ids, key, actor, new)?;
        ready.addition = addition.transpose()?.flatten();
        Ok(ready)
    }

    /// Nothing if what the alarm says cannot be read: it is left as it is.
    fn add_to(
        &self,
        alarm: Alarm,
        key: &DataKey,
        actor: &str,
        said: &str,
    ) -> Result<Option<Addition>, StoreError> {
        let row = alarm.id.to_string();
        let Ok(text) = key.open_text(place(&row), &alarm.text_enc) else {
            return Ok(None);
        };
        let text_enc = key.seal(place(&row), format!("{text}\n\n{said}").as_bytes())?;
        Ok(Some(Addition {
            notice: alarm.id,
            was: alarm.text_enc,
            added: Entry::new(self.ids(), actor, "notice.added", alarm.id, &text_enc),
            text_enc,
        }))
    }
}

impl OrgStore<'_> {
    async fn alarm(&self, thread: ThreadId, turn: TurnId) -> Result<Option<Alarm>, StoreError> {
        let org = self.org;
        self.db()
            .read(transaction!(|tx| {
                tx.fetch_optional(FIND, params![org, thread, turn]).await
            }))
            .await
    }
}

/// Puts it to the alarm. Tells whether it did.
pub(super) async fn add(
    tx: &mut Tx<'_>,
    org: OrgId,
    turn: Option<TurnId>,
    addition: &Addition,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let row = params![
        &addition.text_enc,
        turn,
        org,
        addition.notice,
        &addition.was
    ];
    if tx.execute(ADD, row).await? == 0 {
        return Ok(false);
    }
    audit::note(tx, org, &addition.added, now).await?;
    Ok(true)
}
