//! Whether the agent that wrote a message may still be the one who sends it: what it may do, who answers on the line, and whether
//! a person has spoken meanwhile. What it wrote is not lost for that: a person is asked.

use steward_model::{EffectVerdict, SendMode};

use super::claim::Candidate;
use super::pace::Held;
use crate::StoreError;
use crate::agents::Tools;
use crate::db::Tx;
use crate::own_messages::BY_PERSON;
use crate::row::{Only, from_row};
use crate::sql::{params, statements};

statements! {
    // A contact may have an agent of their own, but only where the line lets agents answer at all.
    RIGHTS = "select agent.send_mode, agent.tools, case when coalesce(contact.answering_agent, line.agent_id) = effect.agent_id
                and line.agent_id is not null then 1 else 0 end as answers
        from effect join agent on agent.id = effect.agent_id join line on line.id = effect.line_id
            join contact on contact.id = effect.contact_id
        where effect.org_id = $1 and effect.id = $2";
    // What a person wrote after the turn began, the turn knew nothing of. It is among the last of the conversation.
    SPOKEN = "select count(*) as value from (select agent_id, rule, state, created_at from effect
            where org_id = $1 and thread_id = $2 order by id desc limit 50) late
        where agent_id is null and rule = $4 and state in ('pending', 'inflight', 'unknown', 'sent', 'delivered')
            and created_at >= (select started_at from turn where org_id = $1 and id = $3)";
}

/// What an agent sends texts with by itself, by its own name and by the name of its set.
pub const SENDS_TEXTS: [&str; 2] = ["send_sms", "messaging"];

struct Rights {
    send_mode: SendMode,
    tools: Tools,
    answers: i64,
}
from_row!(Rights {
    send_mode,
    tools,
    answers
});

/// Why a person has to say whether what an agent wrote is sent; nothing if the agent may send it.
pub(super) async fn held(tx: &mut Tx<'_>, row: &Candidate) -> Result<Option<Held>, StoreError> {
    let subject = &row.subject;
    let (org, id) = (subject.org_id, subject.id);
    let rights: Option<Rights> = tx.fetch_optional(RIGHTS, params![org, id]).await?;
    let Some(rights) = rights.filter(|rights| rights.send_mode == SendMode::Autonomous) else {
        return Ok(Some(Held::Mode));
    };
    // What a person agreed to, word for word, is said on whichever line they saw, and by whom else does not matter.
    if row.verdict == EffectVerdict::Approved {
        return Ok(None);
    }
    if !rights
        .tools
        .0
        .iter()
        .any(|tool| SENDS_TEXTS.contains(&tool.as_str()))
    {
        return Ok(Some(Held::Tool));
    }
    if rights.answers == 0 {
        return Ok(Some(Held::Line));
    }
    let Some(turn) = subject.turn_id else {
        return Ok(None);
    };
    let since = params![org, subject.thread_id, turn, BY_PERSON];
    let spoken: Option<Only<i64>> = tx.fetch_optional(SPOKEN, since).await?;
    Ok(spoken.filter(|spoken| spoken.0 > 0).map(|_| Held::Spoken))
}
