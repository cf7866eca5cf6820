//! Opt-outs: where nobody wants to be written to.
//!
//! They hang on the address and not on the contact who has it: whoever is deleted or forgotten and comes back by another
//! way has still asked for silence.

use std::slice::from_ref;

use steward_model::{
    ConsentBy, ConsentChange, ContactId, EffectId, IdGen, Identifier, LineId, OrgId, Scope,
    Timestamp,
};

use crate::audit::{self, Entry};
use crate::consent::{self, Told};
use crate::db::{Tx, transaction};
use crate::identifiers;
use crate::row::{Only, from_row};
use crate::sql::{params, statements};
use crate::{OrgStore, StoreError};

statements! {
    HEARD = "select heard_as as value from keyword where org_id = $1 and source = $2 and dedupe_key = $3";
    REMEMBER = "insert into keyword (org_id, source, dedupe_key, heard_as, heard_at) values ($1, $2, $3, $4, $5)
        on conflict (org_id, source, dedupe_key) do nothing";
    INSERT = "insert into opt_out (org_id, channel, address_blind, opted_out_at) values ($1, $2, $3, $4)
        on conflict (org_id, channel, address_blind) do nothing";
    CANCEL = "update effect set state = 'cancelled', reason = $1, settled_at = $2
        where org_id = $3 and channel = $4 and to_blind = $5 and state = 'pending' and rule <> 'confirms_silence' returning id as value";
    DELETE = "delete from opt_out where org_id = $1 and channel = $2 and address_blind = $3";
    LIST = "select opt_out.channel, opt_out.opted_out_at from opt_out
        join contact_identifier known on known.org_id = opt_out.org_id and known.value_blind = opt_out.address_blind
        where opt_out.org_id = $1 and known.contact_id = $2 order by opt_out.channel, known.id";
    FIND = "select opted_out_at as value from opt_out where org_id = $1 and channel = $2 and address_blind = $3";
    SENT_TO = "select channel, line_id, to_blind from effect where org_id = $1 and id = $2";
}

/// Why an effect to somebody who opted out is not sent.
pub(crate) const REASON: &str = "The contact does not want messages on this channel.";

/// What somebody asks for by a word to the carrier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// No more messages.
    Silence,
    /// Messages again.
    Messages,
}

/// A word by which somebody asks for silence or for messages.
#[derive(Debug, Clone)]
pub struct NewKeyword {
    /// Where it came from, like `twilio`.
    pub source: String,
    /// How that place names it: the same name again is the same word again. Stored in the clear.
    pub dedupe_key: String,
    /// The channel it is about.
    pub channel: String,
    /// Whose word it is.
    pub address: Identifier,
    /// What they want.
    pub wish: Wish,
    /// Whether it is a word that carriers know.
    pub how: ConsentBy,
    /// The line it was said to.
    pub line_id: Option<LineId>,
    /// What they said.
    pub words: String,
}

/// What a word was taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heard {
    /// What they want from now on, or wanted when it first came.
    Wish,
    /// A text like any other: they get messages anyway, and may have said "yes" to one.
    Text,
}

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

/// Where an effect goes.
struct SentTo {
    channel: String,
    line_id: LineId,
    to_blind: Option<Vec<u8>>,
}
from_row!(SentTo {
    channel,
    line_id,
    to_blind
});

/// An address on a channel.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) org: OrgId,
    pub(crate) channel: &'a str,
    pub(crate) address_blind: &'a Vec<u8>,
}

impl OrgStore<'_> {
    /// Takes in a word, and with it whatever it changes: what waits to be sent to somebody who wants silence is taken
    /// back. A copy changes nothing, however late it comes.
    pub async fn hear(&self, keyword: NewKeyword) -> Result<Heard, StoreError> {
        let (store, org, now) = (self.store.clone(), self.org, self.store.now());
        let blind = identifiers::blind(self.blind_key().await?.as_ref(), &keyword.address);
        let told = self.told_by(&keyword, &blind).await?;
        self.db()
            .write(transaction!(|tx| {
                let place = Place {
                    org,
                    channel: &keyword.channel,
                    address_blind: &blind,
                };
                hear(tx, store.ids(), place, (&keyword, &told), now).await
            }))
            .await
    }

    /// What a word is known from. What was said is kept for the contact who said it; of somebody who is being forgotten, only that they
    /// said it.
    async fn told_by(&self, keyword: &NewKeyword, blind: &[u8]) -> Result<Told, StoreError> {
        let mut told = Told::new(self.store.ids(), keyword.how);
        told.line_id = keyword.line_id;
        told.source = Some(keyword.source.clone());
        told.message = Some(keyword.dedupe_key.clone());
        let (org, blind) = (self.org, blind.to_vec());
        let contact = self
            .db()
            .read(transaction!(|tx| {
                identifiers::contact_with(tx, org, &blind).await
            }))
            .await?;
        if let Some(contact) = contact {
            let scope = Scope::Contact(contact).to_string();
            let mut keys = self.store.inner.keys.find_many(from_ref(&scope)).await?;
            if let Some(key) = keys.remove(&scope).flatten() {
                told.seal((contact, &key), &keyword.words)?;
            }
        }
        Ok(told)
    }

    /// Notes that a carrier did not take an effect because the person wants no messages, and takes back what waits to be
    /// sent to them.
    pub async fn opt_out(&self, effect: EffectId) -> Result<(), StoreError> {
        let (store, org, now) = (self.store.clone(), self.org, self.store.now());
        self.db()
            .write(transaction!(|tx| {
                note_refusal(tx, store.ids(), org, effect, now).await
            }))
            .await
    }

    /// Whether nobody is to be written to at this address.
    pub async fn wants_silence(
        &self,
        channel: &str,
        address: &Identifier,
    ) -> Result<bool, StoreError> {
        let since = self.silent_since(channel, address).await?;
        Ok(since.is_some())
    }

    /// Since when nobody is to be written to at this address.
    pub async fn silent_since(
        &self,
        channel: &str,
        address: &Identifier,
    ) -> Result<Option<Timestamp>, StoreError> {
        let (org, channel) = (self.org, channel.to_owned());
        let blind = identifiers::blind(self.blind_key().await?.as_ref(), address);
        self.db()
            .read(transaction!(|tx| {
                let place = Place {
                    org,
                    channel: &channel,
                    address_blind: &blind,
                };
                silent_since(tx, place).await
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

/// Notes what a carrier says about whoever an effect went to. Of somebody who was forgotten since, nobody knows where.
pub(crate) async fn note_refusal(
    tx: &mut Tx<'_>,
    ids: &dyn IdGen,
    org: OrgId,
    effect: EffectId,
    now: Timestamp,
) -> Result<(), StoreError> {
    let sent: Option<SentTo> = tx.fetch_optional(SENT_TO, params![org, effect]).await?;
    let Some(SentTo {
        channel,
        line_id,
        to_blind: Some(address_blind),
    }) = sent
    else {
        return Ok(());
    };
    let place = Place {
        org,
        channel: &channel,
        address_blind: &address_blind,
    };
    let mut told = Told::new(ids, ConsentBy::Carrier);
    (told.line_id, told.effect_id) = (Some(line_id), Some(effect));
    change(tx, ids, place, (Wish::Silence, &told), now).await
}

/// Does what somebody wants, and writes down how it is known. What was so already does not change.
pub(crate) async fn change(
    tx: &mut Tx<'_>,
    ids: &dyn IdGen,
    place: Place<'_>,
    (wish, told): (Wish, &Told),
    now: Timestamp,
) -> Result<(), StoreError> {
    match wish {
        Wish::Silence => note_opt_out(tx, ids, place, told, now).await,
        Wish::Messages => note_opt_in(tx, ids, place, told, now).await,
    }
}

/// Whether nobody is to be written to there.
pub(crate) async fn opted_out(tx: &mut Tx<'_>, place: Place<'_>) -> Result<bool, StoreError> {
    let since = silent_since(tx, place).await?;
    Ok(since.is_some())
}

async fn silent_since(tx: &mut Tx<'_>, place: Place<'_>) -> Result<Option<Timestamp>, StoreError> {
    let row = params![place.org, place.channel, place.address_blind];
    let found: Option<Only<Timestamp>> = tx.fetch_optional(FIND, row).await?;
    Ok(found.map(|since| since.0))
}

async fn hear(
    tx: &mut Tx<'_>,
    ids: &dyn IdGen,
    place: Place<'_>,
    (keyword, told): (&NewKeyword, &Told),
    now: Timestamp,
) -> Result<Heard, StoreError> {
    if let Some(heard) = heard_before(tx, place.org, keyword).await? {
        return Ok(heard);
    }
    let heard = match keyword.wish {
        Wish::Messages if !opted_out(tx, place).await? => Heard::Text,
        Wish::Messages | Wish::Silence => Heard::Wish,
    };
    let (source, name) = (keyword.source.as_str(), keyword.dedupe_key.as_str());
    let row = params![place.org, source, name, heard.as_str(), now];
    if tx.execute(REMEMBER, row).await? == 0 {
        // A copy came in at the same moment, and has done what there was to do.
        let heard = heard_before(tx, place.org, keyword).await?;
        return heard.ok_or(StoreError::Busy);
    }
    if heard == Heard::Wish {
        change(tx, ids, place, (keyword.wish, told), now).await?;
    }
    Ok(heard)
}

async fn heard_before(
    tx: &mut Tx<'_>,
    org: OrgId,
    keyword: &NewKeyword,
) -> Result<Option<Heard>, StoreError> {
    let name = params![org, keyword.source.as_str(), keyword.dedupe_key.as_str()];
    let heard: Option<Only<String>> = tx.fetch_optional(HEARD, name).await?;
    Ok(heard.map(|heard| match heard.0.as_str() {
        "text" => Heard::Text,
        _ => Heard::Wish,
    }))
}

async fn note_opt_out(
    tx: &mut Tx<'_>,
    ids: &dyn IdGen,
    place: Place<'_>,
    told: &Told,
    now: Timestamp,
) -> Result<(), StoreError> {
    let (org, channel, blind) = (place.org, place.channel, place.address_blind);
    let contact = identifiers::contact_with(tx, org, blind).await?;
    let (actor, subject) = whose(contact, told);
    let row = params![org, channel, blind, now];
    if tx.execute(INSERT, row).await? > 0 {
        let (actor, detail) = (actor.as_str(), channel.as_bytes());
        let said = Entry::new(ids, actor, "contact.opted_out", subject.as_str(), detail);
        audit::note(tx, org, &said, now).await?;
        let change = (contact, ConsentChange::OptedOut, told);
        consent::note(tx, ids, place, change, now).await?;
    }
    // Whoever claims an effect at this moment has its row locked, or finds it cancelled.
    let cancel = params![REASON, now, org, channel, blind];
    let cancelled: Vec<Only<EffectId>> = tx.fetch_all(CANCEL, cancel).await?;
    for effect in &cancelled {
        let (actor, detail) = (actor.as_str(), REASON.as_bytes());
        let entry = Entry::new(ids, actor, "effect.cancelled", effect.0, detail);
        audit::note(tx, org, &entry, now).await?;
    }
    Ok(())
}

async fn note_opt_in(
    tx: &mut Tx<'_>,
    ids: &dyn IdGen,
    place: Place<'_>,
    told: &Told,
    now: Timestamp,
) -> Result<(), StoreError> {
    let row = params![place.org, place.channel, place.address_blind];
    if tx.execute(DELETE, row).await? == 0 {
        return Ok(());
    }
    let contact = identifiers::contact_with(tx, place.org, place.address_blind).await?;
    let (actor, subject) = whose(contact, told);
    let detail = place.channel.as_bytes();
    let said = Entry::new(ids, actor, "contact.opted_in", subject.as_str(), detail);
    audit::note(tx, place.org, &said, now).await?;
    let change = (contact, ConsentChange::OptedIn, told);
    consent::note(tx, ids, place, change, now).await
}

/// Who did it and to whom, for the record. An address may be no contact's: then it is known by what told us of it.
fn whose(contact: Option<ContactId>, told: &Told) -> (String, String) {
    let subject = contact.map_or_else(|| told.name(), |contact| contact.to_string());
    (told.actor(contact), subject)
}

impl Heard {
    /// As it stands in its column.
    fn as_str(self) -> &'static str {
        match self {
            Self::Wish => "wish",
            Self::Text => "text",
        }
    }
}
