//! Taking effects to be sent, each by one sender, and none that should not leave any more.

use std::sync::Arc;
use std::time::Duration;

use steward_model::{
    ContactId, EffectClass, EffectId, EffectState, EffectVerdict, Flag, IdGen, LineId,
    LineProvider, MemberId, NoticeKind, OrgId, QuietHours, Scope, ThreadId, Timestamp,
};

use super::course::{MAX_ATTEMPTS, Move, Subject, action, carry_out, subject};
use super::pace::{self, Held, NIGHT, Pace, night};
use super::{open_payload, rights};
use crate::audit::{self, Entry};
use crate::crypto::DataKey;
use crate::db::{Tx, transaction};
use crate::flags::switched_off;
use crate::notices::{self, Leaving};
use crate::opt_outs;
use crate::row::{FromRow, Only, Row};
use crate::sql::{params, statements};
use crate::{Store, StoreError};

/// Reads a [`Candidate`].
macro_rules! candidate {
    ($rest:expr) => {
        concat!(
            "select ",
            subject!(),
            ", contact_id, line_id, channel, idem_key, payload_enc, payload_hash, to_blind, decided_by, created_at,
            expires_at, rule, reason, verdict, (select provider from line where line.id = effect.line_id) as provider
            from effect where ",
            $rest
        )
    };
}
pub(super) use candidate;

/// That an agent wrote an effect and agents are switched off: by its organisation, or for everybody, which `$3` says.
macro_rules! held {
    ($effect:literal) => {
        concat!(
            "(", $effect, ".agent_id is not null and ($3 = 0 or ",
            switched_off!("'agents'" for concat!($effect, ".org_id")), "))"
        )
    };
}

statements! {
    // Of one conversation only the oldest, so that it leaves in order. One whose time has not come yet and that nobody
    // has tried to send does not hold the others up, and one that waits for the morning neither.
    //
    // While agents are switched off, what an agent wrote waits, and a person's own words do not wait for it.
    DUE = candidate!(concat!("state = 'pending' and not_before <= $1 and (expires_at <= $1 or (not ",
            held!("effect"), " and not exists (
            select 1 from effect earlier
            where earlier.contact_id = effect.contact_id and earlier.line_id = effect.line_id
                and earlier.id < effect.id and earlier.state in ('pending', 'inflight', 'unknown')
                and (earlier.state <> 'pending'
                    or (earlier.expires_at > $1 and (earlier.not_before <= $1
                            or (earlier.attempt > 0 and (earlier.reason is null or earlier.reason <> '", night!(), "')))
                        and not ", held!("earlier"), ")))))
        order by not_before, id limit $2"));
    // Locks the contact, so that two senders cannot both find room for one more message.
    HOLD_CONTACT = "update contact set forgotten_at = forgotten_at
        where org_id = $1 and id = $2 and forgotten_at is null";
    TAKEN_BY = "select taken_by as value from thread where org_id = $1 and id = $2";
    CLAIM = "update effect set state = 'inflight', reason = null, attempt = attempt + 1, claimed_at = $1,
            lease_until = $2, node = $3
        where org_id = $4 and id = $5 and state = 'pending' and attempt = $6";
    BEGIN_ATTEMPT = "insert into effect_attempt (effect_id, no, org_id, node, started_at) values ($1, $2, $3, $4, $5)";
}

/// The rule by which somebody who asks for silence is told that they have it, where the carrier does not do so.
pub const CONFIRMS_SILENCE: &str = "confirms_silence";

const FORGOTTEN: &str = "The contact or the agent was forgotten.";
/// Why what an agent wrote does not leave while a person talks to the contact.
pub(crate) const TAKEN_OVER: &str = "A person has taken over the conversation.";
const TOO_LATE: &str = "Its time was over.";
const DAMAGED: &str = "What is stored of it was changed or damaged.";

/// What senders keep to.
#[derive(Debug, Clone)]
pub struct SendRules {
    /// How long a sender may take before somebody looks what became of it.
    pub lease: Duration,
    /// How long to wait before the carrier is asked about a send whose answer was lost.
    pub settle: Duration,
    /// How long after a look at the carrier the next one is worth anything.
    pub gap: Duration,
    /// How long to wait after the first try that certainly failed; twice as long after each one more.
    pub back_off: Duration,
    /// How many messages of agents one contact gets in an hour before a person has to look. Of these three, nought is no limit.
    pub max_per_contact_per_hour: u32,
    /// How many in a day.
    pub max_per_contact_per_day: u32,
    /// How many messages one agent sends in a day before a person has to look.
    pub max_per_agent_per_day: u32,
    /// When agents leave people alone; without it, never.
    pub quiet: Option<QuietHours>,
    /// How often a message is sent again that the carrier says it does not have: once or never.
    pub max_auto_resend: u32,
}

impl Default for SendRules {
    fn default() -> Self {
        Self {
            lease: Duration::from_secs(60),
            settle: Duration::from_secs(60),
            gap: Duration::from_secs(30),
            back_off: Duration::from_secs(5),
            max_per_contact_per_hour: 6,
            max_per_contact_per_day: 20,
            max_per_agent_per_day: 1_000,
            quiet: None,
            max_auto_resend: 1,
        }
    }
}

impl SendRules {
    /// How long to wait after this many tries.
    pub(super) fn wait_after(&self, attempt: i64) -> Duration {
        let doublings = u32::try_from(attempt.clamp(1, MAX_ATTEMPTS) - 1).unwrap_or(0);
        self.back_off * 2_u32.pow(doublings)
    }
}

/// An effect in a sender's hands.
#[derive(Debug, Clone)]
pub struct ClaimedEffect {
    /// Its id.
    pub id: EffectId,
    /// Its organisation.
    pub org_id: OrgId,
    /// The thread it belongs to.
    pub thread_id: ThreadId,
    /// Who gets it.
    pub contact_id: ContactId,
    /// The line it leaves from.
    pub line_id: LineId,
    /// What its carrier can do about a lost answer.
    pub class: EffectClass,
    /// How it leaves.
    pub channel: String,
    /// Who carries it; nobody if its line has none.
    pub provider: Option<LineProvider>,
    /// The key to give to a carrier that takes one; the same for every try.
    pub idem_key: String,
    /// To, from and text, as JSON.
    pub payload: Vec<u8>,
    /// Which try this is, from 1.
    pub attempt: i64,
    /// When it was decided: the carrier cannot have it from before.
    pub created_at: Timestamp,
    /// Not at all from this on.
    pub expires_at: Timestamp,
    pub(super) subject: Subject,
    pub(super) rules: SendRules,
}

/// An effect that may be taken.
pub(super) struct Candidate {
    pub(super) subject: Subject,
    pub(super) contact_id: ContactId,
    line_id: LineId,
    channel: String,
    idem_key: String,
    payload_enc: Vec<u8>,
    payload_hash: Vec<u8>,
    to_blind: Option<Vec<u8>>,
    decided_by: Option<MemberId>,
    pub(super) created_at: Timestamp,
    expires_at: Timestamp,
    rule: String,
    reason: Option<String>,
    pub(super) verdict: EffectVerdict,
    provider: Option<LineProvider>,
}

impl FromRow for Candidate {
    fn from_row(row: &Row<'_>) -> Result<Self, StoreError> {
        Ok(Self {
            subject: Subject::from_row(row)?,
            contact_id: row.get("contact_id")?,
            line_id: row.get("line_id")?,
            channel: row.get("channel")?,
            idem_key: row.get("idem_key")?,
            payload_enc: row.get("payload_enc")?,
            payload_hash: row.get("payload_hash")?,
            to_blind: row.get("to_blind")?,
            decided_by: row.get("decided_by")?,
            created_at: row.get("created_at")?,
            expires_at: row.get("expires_at")?,
            rule: row.get("rule")?,
            reason: row.get("reason")?,
            verdict: row.get("verdict")?,
            provider: row.get("provider")?,
        })
    }
}

impl Candidate {
    /// What it says, unless it was changed behind our back.
    pub(super) fn open(&self, key: &DataKey) -> Result<Vec<u8>, StoreError> {
        open_payload(key, self.subject.id, &self.payload_enc, &self.payload_hash)
    }

    /// Whether it is the one message that somebody gets who asked for silence. No agent writes it.
    fn confirms_silence(&self) -> bool {
        self.subject.agent_id.is_none() && self.rule == CONFIRMS_SILENCE
    }

    /// What decides whether it should leave, if it is a text to a member.
    fn leaving(&self, rules: &SendRules) -> Leaving<'_> {
        Leaving {
            org: self.subject.org_id,
            id: self.subject.id,
            contact: self.contact_id,
            rule: &self.rule,
            idem_key: &self.idem_key,
            per_hour: rules.max_per_contact_per_hour,
        }
    }

    /// Whether it waited for the morning.
    pub(super) fn is_put_off(&self) -> bool {
        self.reason.as_deref() == Some(NIGHT)
    }

    pub(super) fn claimed(self, payload: Vec<u8>, rules: &SendRules) -> ClaimedEffect {
        ClaimedEffect {
            id: self.subject.id,
            org_id: self.subject.org_id,
            thread_id: self.subject.thread_id,
            contact_id: self.contact_id,
            line_id: self.line_id,
            class: self.subject.class,
            channel: self.channel,
            provider: self.provider,
            idem_key: self.idem_key,
            payload,
            attempt: self.subject.attempt,
            created_at: self.created_at,
            expires_at: self.expires_at,
            subject: self.subject,
            rules: rules.clone(),
        }
    }
}

/// A candidate with its content, and the key for what a person may have to be told: the transaction must not wait for one.
struct Prepared {
    row: Candidate,
    content: Content,
    key: Option<Arc<DataKey>>,
}

enum Content {
    Whole(Vec<u8>),
    Damaged,
    Forgotten,
}

enum Verdict {
    Send,
    Cancel(&'static str),
    Expire,
    Wait(Timestamp),
    Ask(Held),
    Damaged,
}

impl Store {
    /// Takes effects whose time has come, the oldest first, for as long as the rules' lease. What should not leave any
    /// more is put aside on the way, in the same transaction that finds it so.
    pub async fn claim_effects(
        &self,
        node: &str,
        limit: u32,
        rules: &SendRules,
    ) -> Result<Vec<ClaimedEffect>, StoreError> {
        loop {
            let (now, rules) = (self.now(), rules.clone());
            let agents = i64::from(self.switches().is_on_here(Flag::Agents));
            let due: Vec<Candidate> = self
                .db()
                .read(transaction!(|tx| {
                    tx.fetch_all(DUE, params![now, i64::from(limit), agents])
                        .await
                }))
                .await?;
            if due.is_empty() {
                return Ok(Vec::new());
            }
            let mut prepared = self.prepare(due).await?;
            // Everybody locks contacts in the same order, and so nobody waits for each other.
            prepared.sort_by_key(|one| (one.row.contact_id, one.row.subject.id));
            let (store, node) = (self.clone(), node.to_owned());
            let mut claimed = self
                .db()
                .write(transaction!(|tx| {
                    claim_all(tx, &store, prepared, &node, &rules, now).await
                }))
                .await?;
            // If nothing was left of this lot, by our doing or another sender's, there may be more behind it.
            if !claimed.is_empty() {
                claimed.sort_by_key(|effect| effect.id);
                return Ok(claimed);
            }
        }
    }

    async fn prepare(&self, due: Vec<Candidate>) -> Result<Vec<Prepared>, StoreError> {
        let needed: Vec<_> = due.iter().flat_map(scopes).collect();
        let keys = self.inner.keys.find_many(&needed).await?;
        let mut prepared = Vec::with_capacity(due.len());
        for row in due {
            let destroyed = |scope: &String| matches!(keys.get(scope), Some(None));
            let forgotten = scopes(&row).iter().any(destroyed);
            let key = keys.get(&row.subject.scope).and_then(Option::as_ref);
            let content = match key.filter(|_| !forgotten).map(|key| row.open(key)) {
                None => Content::Forgotten,
                Some(Ok(payload)) => Content::Whole(payload),
                Some(Err(StoreError::Tampered { .. })) => Content::Damaged,
                Some(Err(error)) => return Err(error),
            };
            let key = key.cloned();
            prepared.push(Prepared { row, content, key });
        }
        Ok(prepared)
    }
}

/// Whose keys an effect depends on. An agent or contact whose deletion began has none.
fn scopes(row: &Candidate) -> Vec<String> {
    let agent = row.subject.agent_id.map(|id| Scope::Agent(id).to_string());
    let contact = Scope::Contact(row.contact_id).to_string();
    [row.subject.scope.clone(), contact]
        .into_iter()
        .chain(agent)
        .collect()
}

async fn claim_all(
    tx: &mut Tx<'_>,
    store: &Store,
    prepared: Vec<Prepared>,
    node: &str,
    rules: &SendRules,
    now: Timestamp,
) -> Result<Vec<ClaimedEffect>, StoreError> {
    let ids = store.ids();
    let mut claimed = Vec::with_capacity(prepared.len());
    for mut one in prepared {
        let verdict = judge(tx, &one, rules, now).await?;
        if let Verdict::Send = verdict {
            if claim(tx, ids, &one.row.subject, node, rules, now).await?
                && let Content::Whole(payload) = one.content
            {
                one.row.subject.attempt += 1;
                one.row.subject.state = EffectState::Inflight;
                claimed.push(one.row.claimed(payload, rules));
            }
            continue;
        }
        let step = one.put_aside(tx, store, verdict).await?;
        carry_out(tx, ids, &one.row.subject, &step, now).await?;
    }
    Ok(claimed)
}

impl Prepared {
    /// Where it goes that does not leave now, and what a person is told of it.
    async fn put_aside(
        &self,
        tx: &mut Tx<'_>,
        store: &Store,
        verdict: Verdict,
    ) -> Result<Move, StoreError> {
        let subject = &self.row.subject;
        let notice = |kind, text| store.effect_notice(self.key.as_ref(), subject, kind, text);
        Ok(match verdict {
            Verdict::Send => {
                return Err(StoreError::internal("a message to be sent was put aside"));
            }
            Verdict::Cancel(reason) => Move::to(EffectState::Cancelled, Some(reason)),
            Verdict::Expire => Move {
                notice: notice(
                    NoticeKind::Expired,
                    "A message was not sent: its time was over.",
                )?,
                ..Move::to(EffectState::Expired, Some(TOO_LATE))
            },
            Verdict::Wait(until) => pace::put_off(tx, (subject.org_id, subject.id), until).await?,
            Verdict::Ask(held) => Move {
                notice: notice(NoticeKind::Review, held.notice())?,
                ..Move::to(EffectState::Review, Some(held.reason()))
            },
            Verdict::Damaged => Move {
                notice: notice(
                    NoticeKind::Failed,
                    "A message was not sent: what is stored of it was changed or damaged.",
                )?,
                ..Move::to(EffectState::Failed, Some(DAMAGED))
            },
        })
    }
}

/// Looks again at everything that may have changed since it was decided.
async fn judge(
    tx: &mut Tx<'_>,
    one: &Prepared,
    rules: &SendRules,
    now: Timestamp,
) -> Result<Verdict, StoreError> {
    let (org, contact) = (one.row.subject.org_id, one.row.contact_id);
    let payload = match &one.content {
        Content::Forgotten => return Ok(Verdict::Cancel(FORGOTTEN)),
        Content::Damaged => return Ok(Verdict::Damaged),
        Content::Whole(_) if one.row.expires_at <= now => return Ok(Verdict::Expire),
        Content::Whole(payload) => payload,
    };
    if tx.execute(HOLD_CONTACT, params![org, contact]).await? == 0 {
        return Ok(Verdict::Cancel(FORGOTTEN));
    }
    // Only forgetting the contact takes it from the row.
    let Some(address_blind) = &one.row.to_blind else {
        return Ok(Verdict::Cancel(FORGOTTEN));
    };
    let place = opt_outs::Place {
        org,
        channel: &one.row.channel,
        address_blind,
    };
    if !one.row.confirms_silence() && opt_outs::opted_out(tx, place).await? {
        return Ok(Verdict::Cancel(opt_outs::REASON));
    }
    let Some(agent) = one.row.subject.agent_id else {
        let moot = notices::moot(tx, &one.row.leaving(rules), now).await?;
        return Ok(moot.map_or(Verdict::Send, Verdict::Cancel));
    };
    let thread = params![org, one.row.subject.thread_id];
    let taken: Option<Only<Option<MemberId>>> = tx.fetch_optional(TAKEN_BY, thread).await?;
    if matches!(taken, Some(Only(Some(_)))) {
        return Ok(Verdict::Cancel(TAKEN_OVER));
    }
    if one.row.decided_by.is_some() {
        return Ok(Verdict::Send);
    }
    if let Some(held) = rights::held(tx, &one.row).await? {
        return Ok(Verdict::Ask(held));
    }
    let pace = pace::pace(tx, &one.row, (agent, payload), rules, now).await?;
    Ok(match pace {
        Pace::Now => Verdict::Send,
        Pace::At(until) => Verdict::Wait(until),
        Pace::Asked(held) => Verdict::Ask(held),
    })
}

/// Tells whether it is ours now.
async fn claim(
    tx: &mut Tx<'_>,
    ids: &dyn IdGen,
    subject: &Subject,
    node: &str,
    rules: &SendRules,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let (org, id, until) = (subject.org_id, subject.id, now.plus(rules.lease));
    let row = params![now, until, node, org, id, subject.attempt];
    if tx.execute(CLAIM, row).await? == 0 {
        return Ok(false);
    }
    let attempt = subject.attempt + 1;
    tx.execute(BEGIN_ATTEMPT, params![id, attempt, org, node, now])
        .await?;
    let detail = format!("attempt {attempt} on {node}");
    let entry = Entry::new(
        ids,
        "system",
        action(EffectState::Inflight),
        id,
        detail.as_bytes(),
    );
    audit::note(tx, org, &entry, now).await?;
    Ok(true)
}
