//! Opt-outs: where nobody wants to be written to.
//!
//! They hang on the address and not on the contact who has it: whoever is deleted or forgotten and comes back by another
//! way has still asked for silence.

use steward_model::{ContactId, EffectId, IdGen, Identifier, OrgId, Timestamp};

use crate::audit::{self, Entry};
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
    SENT_TO = "select channel, to_blind from effect where org_id = $1 and id = $2";
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
    to_blind: Option<Vec<u8>>,
}
from_row!(SentTo { channel, to_blind });

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
        let blind = identifiers::blind(self.blind_key().await?.as_ref(), &keyword.address)?;
        self.db()
            .write(transaction!(|tx| {
                let place = Place {
                    org,
                    channel: &keyword.channel,
                    address_blind: &blind,
                };
                hear(tx, store.ids(), place, &keyword, now).await
            }))
            .await
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
        let blind = identifiers::blind(self.blind_key().await?.as_ref(), address)?;
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
    note_opt_out(tx, ids, place, &effect.to_string(), now).await
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
    keyword: &NewKeyword,
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
    match (heard, keyword.wish) {
        (Heard::Text, _) => {}
        (Heard::Wish, Wish::Silence) => note_opt_out(tx, ids, place, name, now).await?,
        (Heard::Wish, Wish::Messages) => note_opt_in(tx, ids, place, name, now).await?,
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

/// `told_by` names what it is known from.
async fn note_opt_out(
    tx: &mut Tx<'_>,
    ids: &dyn IdGen,
    place: Place<'_>,
    told_by: &str,
    now: Timestamp,
) -> Result<(), StoreError> {
    let (org, channel, blind) = (place.org, place.channel, place.address_blind);
    let (actor, subject) = whose(tx, place, told_by).await?;
    let row = params![org, channel, blind, now];
    if tx.execute(INSERT, row).await? > 0 {
        let (actor, detail) = (actor.as_str(), channel.as_bytes());
        let said = Entry::new(ids, actor, "contact.opted_out", subject.as_str(), detail);
        audit::note(tx, org, &said, now).await?;
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
    told_by: &str,
    now: Timestamp,
) -> Result<(), StoreError> {
    let row = params![place.org, place.channel, place.address_blind];
    if tx.execute(DELETE, row).await? == 0 {
        return Ok(());
    }
    let (actor, subject) = whose(tx, place, told_by).await?;
    let detail = place.channel.as_bytes();
    let said = Entry::new(ids, actor, "contact.opted_in", subject.as_str(), detail);
    audit::note(tx, place.org, &said, now).await
}

/// Who did it and to whom, for the record. An address may be no contact's: then it is known by what told us of it.
async fn whose(
    tx: &mut Tx<'_>,
    place: Place<'_>,
    told_by: &str,
) -> Result<(String, String), StoreError> {
    let contact = identifiers::contact_with(tx, place.org, place.address_blind).await?;
    Ok(match contact {
        Some(contact) => (format!("contact:{contact}"), contact.to_string()),
        None => ("system".to_owned(), told_by.to_owned()),
    })
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
