//! Whether what an agent wrote may leave now: not at night by the contact's clock, not once they have written since it was put off, and
//! not too often.
//!
//! What a person decided leaves whatever the hour, and what they were asked about, however many there were.

use std::time::Duration;

use steward_model::{
    AgentId, Answering, ContactId, EffectId, EffectState, EffectVerdict, OrgId, Scope, Timestamp,
};

use super::claim::{Candidate, SendRules};
use super::course::{Move, Subject};
use crate::StoreError;
use crate::db::Tx;
use crate::row::Only;
use crate::sql::{params, statements};

/// That an effect of an agent's left, or may have, after `$3`; `$4` is the one that asks.
macro_rules! left {
    ($whose:literal) => {
        concat!(
            "select count(*) as value from effect where org_id = $1 and ", $whose, " = $2 and agent_id is not null
                and claimed_at > $3 and id <> $4 and state in ('inflight', 'unknown', 'sent', 'delivered', 'review')"
        )
    };
}

statements! {
    // What a person agreed to is theirs to send, whoever answers the contact otherwise.
    ANSWERING = "select contact.answering as value from effect join contact on contact.id = effect.contact_id
        where effect.org_id = $1 and effect.id = $2 and effect.approval_id is null";
    LAST_SAID = "select max((select received_at from event where event.org_id = $1 and event.thread_id = thread.id
            and event.kind = 'inbound_sms' order by event.id desc limit 1)) as value
        from thread where org_id = $1 and scope = $2";
    // What wakes somebody at night must answer them: what an agent says by itself can wait, whoever wrote just before.
    ANSWERED = "select received_at as value from event where org_id = $1 and thread_id = $2 and turn_id = $3
            and kind = 'inbound_sms' order by id desc limit 1";
    TO_CONTACT = left!("contact_id");
    BY_AGENT = left!("agent_id");
    // What waits for the morning is not too late for it.
    KEEP = "update effect set expires_at = $1 where org_id = $2 and id = $3 and state = 'pending' and expires_at < $1";
}

/// Why what an agent wrote waits until the morning.
macro_rules! night {
    () => {
        "It is night where the contact is."
    };
}
pub(super) use night;
pub(crate) const NIGHT: &str = night!();

/// How long after the night something may still leave: nobody is there for hours, and it is not lost.
const TIME_TO_SEND: Duration = Duration::from_secs(12 * 3600);
const HOUR: Duration = Duration::from_secs(3600);
const DAY: Duration = Duration::from_secs(24 * 3600);

/// Whether it leaves.
pub(super) enum Pace {
    Now,
    /// Not before the night is over.
    At(Timestamp),
    /// When a person says so.
    Asked(Held),
}

/// Why a person has to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Held {
    /// The agent may not send by itself any more.
    Mode,
    /// What the agent sends texts with was taken from it.
    Tool,
    /// Another agent, or none, answers on the line since.
    Line,
    /// A person wrote to the contact while the agent was at it.
    Spoken,
    /// Somebody said since that agents only draft for the contact.
    Drafted,
    /// Somebody said since that only people answer the contact.
    People,
    /// The contact wrote after it was put off.
    Overtaken,
    /// The contact got many within an hour.
    Hour,
    /// The contact got many within a day.
    Day,
    /// The agent sent many within a day.
    Agent,
}

impl Held {
    pub(super) fn reason(self) -> &'static str {
        match self {
            Self::Mode => "The agent may not send by itself any more.",
            Self::Tool => "What the agent sends texts with was taken from it.",
            Self::Line => "The agent does not answer on this line any more.",
            Self::Spoken => "Somebody of the team wrote to the contact meanwhile.",
            Self::Drafted => "Agents only draft for this contact.",
            Self::People => "Only people answer this contact.",
            Self::Overtaken => "The contact has written since it was put off for the night.",
            Self::Hour => "The contact got too many messages within an hour.",
            Self::Day => "The contact got too many messages within a day.",
            Self::Agent => "The agent has sent too many messages within a day.",
        }
    }

    pub(super) fn notice(self) -> &'static str {
        match self {
            Self::Mode => {
                "A message was held back: its agent may not send by itself any more. \
                 Say whether it is to be sent or dropped."
            }
            Self::Tool => {
                "A message was held back: what its agent sends texts with was taken from it. \
                 Say whether it is to be sent or dropped."
            }
            Self::Line => {
                "A message was held back: its agent does not answer on this line any more. \
                 Say whether it is to be sent or dropped."
            }
            Self::Spoken => {
                "A message was held back: somebody of the team wrote to the contact while the agent was at it. \
                 Say whether it is to be sent or dropped."
            }
            Self::Drafted => {
                "A message was held back: agents only draft for this contact since. \
                 Say whether it is to be sent or dropped."
            }
            Self::People => {
                "A message was held back: only people answer this contact since. \
                 Say whether it is to be sent or dropped."
            }
            Self::Overtaken => {
                "A message was held back: it waited for the morning, and the contact has written since. \
                 Say whether it is to be sent or dropped."
            }
            Self::Hour => {
                "A message was held back: agents have sent this contact many within an hour. \
                 Say whether it is to be sent or dropped."
            }
            Self::Day => {
                "A message was held back: agents have sent this contact many within a day. \
                 Say whether it is to be sent or dropped."
            }
            Self::Agent => {
                "A message was held back: its agent has sent many within a day. \
                 Say whether it is to be sent or dropped."
            }
        }
    }
}

/// Whether what an agent decided by itself leaves. The contact's row is held. The agent's is not, on which all its senders would wait:
/// its limit is a brake, which those who send at the same moment may each run over by what they take at once.
pub(super) async fn pace(
    tx: &mut Tx<'_>,
    row: &Candidate,
    (agent, payload): (AgentId, &[u8]),
    rules: &SendRules,
    now: Timestamp,
) -> Result<Pace, StoreError> {
    let (org, contact, id) = (row.subject.org_id, row.contact_id, row.subject.id);
    if let Some(held) = held_by_answering(tx, org, id).await? {
        return Ok(Pace::Asked(held));
    }
    let quiet = rules.quiet.as_ref();
    if let Some(night) = quiet.filter(|_| row.verdict != EffectVerdict::Approved) {
        // What is taken now may leave as late as its lease ends.
        let (number, latest) = (number(payload), now.plus(rules.lease));
        let over = night.over_at(&number, now);
        let over = over.or_else(|| night.over_at(&number, latest));
        if let Some(over) = over {
            let asked = answered(tx, &row.subject).await?;
            if asked.is_none_or(|asked| asked.plus(night.answers) <= now) {
                return Ok(Pace::At(over));
            }
        }
        if row.is_put_off() && last_said(tx, org, contact).await? > Some(row.created_at) {
            return Ok(Pace::Asked(Held::Overtaken));
        }
    }
    let to_contact = [
        (Held::Hour, HOUR, rules.max_per_contact_per_hour),
        (Held::Day, DAY, rules.max_per_contact_per_day),
    ];
    for (held, within, most) in to_contact {
        let since = now.minus(within);
        let sent = params![org, contact, since, id];
        let sent: Option<Only<i64>> = tx.fetch_optional(TO_CONTACT, sent).await?;
        if most > 0 && sent.is_some_and(|sent| sent.0 >= i64::from(most)) {
            return Ok(Pace::Asked(held));
        }
    }
    let sent = params![org, agent, now.minus(DAY), id];
    let sent: Option<Only<i64>> = tx.fetch_optional(BY_AGENT, sent).await?;
    let most = rules.max_per_agent_per_day;
    Ok(match sent {
        Some(Only(sent)) if most > 0 && sent >= i64::from(most) => Pace::Asked(Held::Agent),
        _ => Pace::Now,
    })
}

/// Why it does not leave by itself, by who answers the contact now.
async fn held_by_answering(
    tx: &mut Tx<'_>,
    org: OrgId,
    id: EffectId,
) -> Result<Option<Held>, StoreError> {
    let answering: Option<Only<Answering>> = tx.fetch_optional(ANSWERING, params![org, id]).await?;
    Ok(match answering {
        Some(Only(Answering::Drafts)) => Some(Held::Drafted),
        Some(Only(Answering::People)) => Some(Held::People),
        Some(Only(Answering::Usual)) | None => None,
    })
}

/// Puts it off. It is looked at again as if it were new.
pub(super) async fn put_off(
    tx: &mut Tx<'_>,
    (org, id): (OrgId, EffectId),
    until: Timestamp,
) -> Result<Move, StoreError> {
    let good_until = until.plus(TIME_TO_SEND);
    tx.execute(KEEP, params![good_until, org, id]).await?;
    Ok(Move {
        not_before: Some(until),
        ..Move::to(EffectState::Pending, Some(NIGHT))
    })
}

/// When the last text came in that the turn was about.
async fn answered(tx: &mut Tx<'_>, subject: &Subject) -> Result<Option<Timestamp>, StoreError> {
    let Some(turn) = subject.turn_id else {
        return Ok(None);
    };
    let text = params![subject.org_id, subject.thread_id, turn];
    let text: Option<Only<Timestamp>> = tx.fetch_optional(ANSWERED, text).await?;
    Ok(text.map(|text| text.0))
}

/// When a contact last wrote, to whomever.
async fn last_said(
    tx: &mut Tx<'_>,
    org: OrgId,
    contact: ContactId,
) -> Result<Option<Timestamp>, StoreError> {
    let scope = Scope::Contact(contact).to_string();
    let said: Option<Only<Option<Timestamp>>> = tx
        .fetch_optional(LAST_SAID, params![org, scope.as_str()])
        .await?;
    Ok(said.and_then(|said| said.0))
}

/// Where it goes. What does not say so goes nowhere, and our own clock does for it.
fn number(payload: &[u8]) -> String {
    #[derive(serde::Deserialize)]
    struct Message {
        to: String,
    }

    let message: Option<Message> = serde_json::from_slice(payload).ok();
    message.map(|message| message.to).unwrap_or_default()
}
