//! Opt-outs: who does not want to be written to, and where.

use steward_model::{ContactId, EffectId, IdGen, OrgId, Timestamp};

use crate::audit::{self, Entry};
use crate::db::{Tx, transaction};
use crate::row::{Only, from_row};
use crate::sql::{params, statements};
use crate::{OrgStore, StoreError};

statements! {
    KNOWN = "select id as value from contact where org_id = $1 and id = $2";
    INSERT = "insert into opt_out (contact_id, channel, org_id, opted_out_at) values ($1, $2, $3, $4)
        on conflict (contact_id, channel) do nothing";
    CANCEL = "update effect set state = 'cancelled', reason = $1, settled_at = $2
        where org_id = $3 and contact_id = $4 and channel = $5 and state = 'pending' returning id as value";
    DELETE = "delete from opt_out where org_id = $1 and contact_id = $2 and channel = $3";
    LIST = "select channel, opted_out_at from opt_out where org_id = $1 and contact_id = $2 order by channel";
    FIND = "select channel as value from opt_out where org_id = $1 and contact_id = $2 and channel = $3";
}

/// Why an effect to somebody who opted out is not sent.
pub(crate) const REASON: &str = "The contact does not want messages on this channel.";

/// A channel on which a contact does not want to be written to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptOut {
    /// The channel.
    pub channel: String,
    /// Since when.
    pub opted_out_at: Timestamp,
}
from_row!(OptOut {
    channel,
    opted_out_at
});

impl OrgStore<'_> {
    /// Notes that a contact wants no messages on a channel, and takes back what waits to be sent there. Tells how many
    /// that were; `None` if there is no such contact.
    pub async fn opt_out(
        &self,
        contact: ContactId,
        channel: &str,
    ) -> Result<Option<u64>, StoreError> {
        let (store, org, now) = (self.store.clone(), self.org, self.store.now());
        let channel = channel.to_owned();
        self.db()
            .write(transaction!(|tx| {
                note_opt_out(tx, store.ids(), org, (contact, &channel), now).await
            }))
            .await
    }

    /// Notes that a contact wants messages again. Tells whether they had opted out.
    pub async fn opt_in(&self, contact: ContactId, channel: &str) -> Result<bool, StoreError> {
        let (org, now) = (self.org, self.store.now());
        let actor = format!("contact:{contact}");
        let ids = self.store.ids();
        let noted = Entry::new(ids, actor, "contact.opted_in", contact, channel.as_bytes());
        let channel = channel.to_owned();
        self.db()
            .write(transaction!(|tx| {
                let place = params![org, contact, channel.as_str()];
                if tx.execute(DELETE, place).await? == 0 {
                    return Ok(false);
                }
                audit::note(tx, org, &noted, now).await?;
                Ok(true)
            }))
            .await
    }

    /// Where a contact does not want to be written to.
    pub async fn opt_outs(&self, contact: ContactId) -> Result<Vec<OptOut>, StoreError> {
        let org = self.org;
        self.db()
            .read(transaction!(|tx| {
                tx.fetch_all(LIST, params![org, contact]).await
            }))
            .await
    }
}

/// For the transaction that takes the contact's word in.
pub(crate) async fn note_opt_out(
    tx: &mut Tx<'_>,
    ids: &dyn IdGen,
    org: OrgId,
    (contact, channel): (ContactId, &str),
    now: Timestamp,
) -> Result<Option<u64>, StoreError> {
    let known: Option<Only<ContactId>> = tx.fetch_optional(KNOWN, params![org, contact]).await?;
    if known.is_none() {
        return Ok(None);
    }
    let actor = format!("contact:{contact}");
    if tx
        .execute(INSERT, params![contact, channel, org, now])
        .await?
        > 0
    {
        let said = Entry::new(
            ids,
            actor.as_str(),
            "contact.opted_out",
            contact,
            channel.as_bytes(),
        );
        audit::note(tx, org, &said, now).await?;
    }
    // Whoever claims an effect at this moment has its row locked, or finds it cancelled.
    let cancel = params![REASON, now, org, contact, channel];
    let cancelled: Vec<Only<EffectId>> = tx.fetch_all(CANCEL, cancel).await?;
    for effect in &cancelled {
        let entry = Entry::new(
            ids,
            actor.as_str(),
            "effect.cancelled",
            effect.0,
            REASON.as_bytes(),
        );
        audit::note(tx, org, &entry, now).await?;
    }
    Ok(Some(cancelled.len() as u64))
}

/// Whether a contact does not want to be written to there.
pub(crate) async fn opted_out(
    tx: &mut Tx<'_>,
    org: OrgId,
    contact: ContactId,
    channel: &str,
) -> Result<bool, StoreError> {
    let found: Option<Only<String>> = tx
        .fetch_optional(FIND, params![org, contact, channel])
        .await?;
    Ok(found.is_some())
}
