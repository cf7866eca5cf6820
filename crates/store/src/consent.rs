//! The log of consent: every change of what somebody wants to be sent, and how it became known. It is kept for good.
//!
//! It hangs on the address, as opt-outs do: that somebody asked for silence outlives the contact. What they said is sealed for the
//! contact who had the address, and goes with them.

use std::slice::from_ref;

use steward_model::{
    ConsentBy, ConsentChange, ConsentId, ContactId, EffectId, IdGen, IdentifierKind, LineId,
    MemberId, OrgId, Scope, Timestamp,
};

use crate::audit::{self, Entry};
use crate::crypto::{DataKey, Place};
use crate::db::{Tx, transaction};
use crate::opt_outs::{self, Wish};
use crate::row::{Only, from_row};
use crate::sql::{AFTER_ALL, params, statements};
use crate::{OrgStore, Page, StoreError};

statements! {
    // A line that was deleted at this moment must not keep a refusal from being heard.
    INSERT = "insert into consent (id, org_id, channel, address_blind, contact_id, change, how, line_id, source, message,
            effect_id, member_id, words_enc, changed_at)
        values ($1, $2, $3, $4, $5, $6, $7, (select id from line where org_id = $2 and id = $8), $9, $10, $11, $12, $13, $14)";
    LIST = "select id, channel, contact_id, change, how, line_id, source, message, effect_id, member_id, words_enc, changed_at
        from consent where org_id = $1 and id < $3 and (contact_id = $2 or address_blind in
            (select value_blind from contact_identifier where org_id = $1 and contact_id = $2))
        order by id desc limit $4";
    // Only what must be kept is: that somebody with this address did not want messages, and since when.
    FORGET = "update consent set contact_id = null, message = null, effect_id = null, words_enc = null
        where org_id = $1 and contact_id = $2";
    ADDRESSES = "select value_blind as value from contact_identifier
        where org_id = $1 and contact_id = $2 and kind = $3 order by id";
}

/// A change of what somebody wants to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Consent {
    /// Its id.
    pub id: ConsentId,
    /// The channel it is about.
    pub channel: String,
    /// What changed.
    pub change: ConsentChange,
    /// How it became known.
    pub how: ConsentBy,
    /// The line it was said to, or that the message left from.
    pub line_id: Option<LineId>,
    /// Who brought the text, like `twilio`.
    pub source: Option<String>,
    /// What they call it.
    pub message: Option<String>,
    /// The message that a carrier did not take.
    pub effect_id: Option<EffectId>,
    /// Who wrote it down.
    pub member_id: Option<MemberId>,
    /// What was said. Nothing if nobody said anything, or the one who did was forgotten.
    pub words: Option<String>,
    /// When.
    pub changed_at: Timestamp,
}

struct SealedConsent {
    id: ConsentId,
    channel: String,
    contact_id: Option<ContactId>,
    change: ConsentChange,
    how: ConsentBy,
    line_id: Option<LineId>,
    source: Option<String>,
    message: Option<String>,
    effect_id: Option<EffectId>,
    member_id: Option<MemberId>,
    words_enc: Option<Vec<u8>>,
    changed_at: Timestamp,
}
from_row!(SealedConsent {
    id,
    channel,
    contact_id,
    change,
    how,
    line_id,
    source,
    message,
    effect_id,
    member_id,
    words_enc,
    changed_at
});

/// What a change is known from, with the words sealed before the transaction.
pub(crate) struct Told {
    id: ConsentId,
    how: ConsentBy,
    pub(crate) line_id: Option<LineId>,
    pub(crate) source: Option<String>,
    pub(crate) message: Option<String>,
    pub(crate) effect_id: Option<EffectId>,
    pub(crate) member_id: Option<MemberId>,
    words: Option<(ContactId, Vec<u8>)>,
}

impl Told {
    pub(crate) fn new(ids: &dyn IdGen, how: ConsentBy) -> Self {
        Self {
            id: ConsentId::generate(ids),
            how,
            line_id: None,
            source: None,
            message: None,
            effect_id: None,
            member_id: None,
            words: None,
        }
    }

    /// Seals what a contact said.
    pub(crate) fn seal(
        &mut self,
        (contact, key): (ContactId, &DataKey),
        words: &str,
    ) -> Result<(), StoreError> {
        let sealed = key.seal(place(&self.id.to_string()), words.as_bytes())?;
        self.words = Some((contact, sealed));
        Ok(())
    }

    /// Who did it, as the record names them.
    pub(crate) fn actor(&self, contact: Option<ContactId>) -> String {
        match (self.member_id, contact) {
            (Some(member), _) => format!("member:{member}"),
            (None, Some(contact)) => format!("contact:{contact}"),
            (None, None) => "system".to_owned(),
        }
    }

    /// How the record names what it is known from, where no contact has the address.
    pub(crate) fn name(&self) -> String {
        let effect = self.effect_id.map(|effect| effect.to_string());
        effect.or_else(|| self.message.clone()).unwrap_or_default()
    }
}

impl OrgStore<'_> {
    /// How what a contact wants to be sent has changed, the newest first: what is known of them, and of their addresses from before.
    pub async fn consent_log(
        &self,
        contact: ContactId,
        page: &Page,
    ) -> Result<Vec<Consent>, StoreError> {
        let (org, page) = (self.org, page.clone());
        let rows: Vec<SealedConsent> = self
            .db()
            .read(transaction!(|tx| {
                let before = page.after.as_deref().unwrap_or(AFTER_ALL);
                let row = params![org, contact, before, i64::from(page.limit)];
                tx.fetch_all(LIST, row).await
            }))
            .await?;
        let scope = Scope::Contact(contact).to_string();
        let mut keys = self.store.inner.keys.find_many(from_ref(&scope)).await?;
        let key = keys.remove(&scope).flatten();
        rows.into_iter()
            .map(|row| open(row, contact, key.as_deref()))
            .collect()
    }

    /// Writes down what a contact told a member: on this channel they want silence, or messages again. Tells whether there is such a
    /// contact, with an address of this kind.
    pub async fn note_wish(
        &self,
        (contact, kind, channel): (ContactId, IdentifierKind, &str),
        wish: Wish,
        member: MemberId,
    ) -> Result<bool, StoreError> {
        let (store, org, now) = (self.store.clone(), self.org, self.store.now());
        let channel = channel.to_owned();
        self.db()
            .write(transaction!(|tx| {
                let whose = params![org, contact, kind];
                let addresses: Vec<Only<Vec<u8>>> = tx.fetch_all(ADDRESSES, whose).await?;
                for address in &addresses {
                    let place = opt_outs::Place {
                        org,
                        channel: &channel,
                        address_blind: &address.0,
                    };
                    let mut told = Told::new(store.ids(), ConsentBy::Member);
                    told.member_id = Some(member);
                    opt_outs::change(tx, store.ids(), place, (wish, &told), now).await?;
                }
                Ok(!addresses.is_empty())
            }))
            .await
    }
}

/// Writes a change down, in the transaction that makes it.
pub(crate) async fn note(
    tx: &mut Tx<'_>,
    ids: &dyn IdGen,
    place: opt_outs::Place<'_>,
    (contact, change, told): (Option<ContactId>, ConsentChange, &Told),
    now: Timestamp,
) -> Result<(), StoreError> {
    // Whoever has the address by now may be another than whose key the words were sealed with.
    let words = told.words.as_ref().filter(|(of, _)| Some(*of) == contact);
    let words_enc = words.map(|(_, sealed)| sealed);
    let row = params![
        told.id,
        place.org,
        place.channel,
        place.address_blind,
        contact,
        change,
        told.how,
        told.line_id,
        told.source.as_deref(),
        told.message.as_deref(),
        told.effect_id,
        told.member_id,
        words_enc,
        now,
    ];
    tx.execute(INSERT, row).await?;
    let action = match change {
        ConsentChange::OptedOut => "consent.opted_out",
        ConsentChange::OptedIn => "consent.opted_in",
    };
    // Sealed, since the hash of a word like STOP could be guessed.
    let detail = words_enc.map_or(place.channel.as_bytes(), Vec::as_slice);
    let noted = Entry::new(ids, told.actor(contact), action, told.id, detail);
    audit::note(tx, place.org, &noted, now).await
}

/// Takes what a contact said out of the log, and whatever leads to them.
pub(crate) async fn forget(
    tx: &mut Tx<'_>,
    org: OrgId,
    contact: ContactId,
) -> Result<(), StoreError> {
    tx.execute(FORGET, params![org, contact]).await.map(|_| ())
}

fn open(
    row: SealedConsent,
    contact: ContactId,
    key: Option<&DataKey>,
) -> Result<Consent, StoreError> {
    // What somebody else said who had the number before is theirs.
    let key = key.filter(|_| row.contact_id == Some(contact));
    let words = match (&row.words_enc, key) {
        (Some(sealed), Some(key)) => Some(key.open_text(place(&row.id.to_string()), sealed)?),
        _ => None,
    };
    Ok(Consent {
        id: row.id,
        channel: row.channel,
        change: row.change,
        how: row.how,
        line_id: row.line_id,
        source: row.source,
        message: row.message,
        effect_id: row.effect_id,
        member_id: row.member_id,
        words,
        changed_at: row.changed_at,
    })
}

fn place(row: &str) -> Place<'_> {
    Place {
        table: "consent",
        column: "words_enc",
        row,
    }
}
