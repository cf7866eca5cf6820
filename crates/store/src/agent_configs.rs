//! Who uses the agent's own API, and where their one conversation is.

use steward_model::{AgentId, MemberId, Scope, ThreadId, Timestamp};

use crate::audit::{self, Entry};
use crate::db::transaction;
use crate::inbox;
use crate::row::{Only, from_row};
use crate::sql::{params, statements};
use crate::{OrgStore, StoreError};

/// The key of the one thread that a member has with their agent.
pub const MAIN: &str = "main";

statements! {
    FIND = "select agent_id, thread_id, enabled, updated_at from agent_config where org_id = $1 and member_id = $2";
    ADD = "insert into agent_config (member_id, org_id, agent_id, enabled, updated_at)
        select $1, $2, $3, 0, $4
        where exists (select 1 from member where org_id = $2 and id = $1)
            and exists (select 1 from agent where org_id = $2 and id = $3 and member_id = $1)
        on conflict (member_id) do nothing";
    ENABLE = "update agent_config set enabled = $1, updated_at = $2
        where org_id = $3 and member_id = $4 and enabled <> $1";
    THREAD = "select id as value from thread
        where org_id = $1 and agent_id = $2 and correlation_key = $3 and state <> 'archived'";
    POINT = "update agent_config set thread_id = $1 where org_id = $2 and member_id = $3";
}

/// How a member uses the agent's own API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AgentConfig {
    /// The member's own agent.
    pub agent_id: AgentId,
    /// Their conversation; nothing before it began, and once it was deleted.
    pub thread_id: Option<ThreadId>,
    /// Whether they want it.
    pub enabled: bool,
    /// When that changed last.
    pub updated_at: Timestamp,
}
from_row!(AgentConfig {
    agent_id,
    thread_id,
    enabled,
    updated_at
});

impl OrgStore<'_> {
    /// How a member uses it; nothing if they never did.
    pub async fn agent_config(&self, member: MemberId) -> Result<Option<AgentConfig>, StoreError> {
        let org = self.org;
        self.db()
            .read(transaction!(|tx| {
                tx.fetch_optional(FIND, params![org, member]).await
            }))
            .await
    }

    /// Makes a member's agent theirs to use, turned off. What is there already stays as it is.
    pub async fn add_agent_config(
        &self,
        member: MemberId,
        agent: AgentId,
    ) -> Result<AgentConfig, StoreError> {
        let (org, now) = (self.org, self.store.now());
        let found: Option<AgentConfig> = self
            .db()
            .write(transaction!(|tx| {
                tx.execute(ADD, params![member, org, agent, now]).await?;
                tx.fetch_optional(FIND, params![org, member]).await
            }))
            .await?;
        found.ok_or(StoreError::Refused("the agent is not this member's own"))
    }

    /// Turns it on or off, and puts it on the record. Tells whether that changed anything.
    pub async fn enable_agent(&self, member: MemberId, enabled: bool) -> Result<bool, StoreError> {
        let (org, now) = (self.org, self.store.now());
        let action = match enabled {
            true => "agent_config.enabled",
            false => "agent_config.disabled",
        };
        let actor = format!("member:{member}");
        let noted = Entry::new(self.store.ids(), actor, action, member, b"");
        self.db()
            .write(transaction!(|tx| {
                let row = params![i64::from(enabled), now, org, member];
                if tx.execute(ENABLE, row).await? == 0 {
                    return Ok(false);
                }
                audit::note(tx, org, &noted, now).await?;
                Ok(true)
            }))
            .await
    }

    /// The member's one conversation, which is made if there is none. The pointer to it counts, not its name.
    pub async fn main_thread(&self, member: MemberId) -> Result<ThreadId, StoreError> {
        let (org, now, scope) = (self.org, self.store.now(), Scope::Member(member));
        let new = ThreadId::generate(self.store.ids());
        self.db()
            .write(transaction!(|tx| {
                let config: Option<AgentConfig> =
                    tx.fetch_optional(FIND, params![org, member]).await?;
                let config = config.ok_or(StoreError::Refused("the member has no agent"))?;
                if let Some(thread) = config.thread_id {
                    return Ok(thread);
                }
                let agent = config.agent_id;
                inbox::make_thread(tx, (org, agent, new), MAIN, scope, now).await?;
                let made: Option<Only<ThreadId>> =
                    tx.fetch_optional(THREAD, params![org, agent, MAIN]).await?;
                let made = made.ok_or(StoreError::Busy)?.0;
                tx.execute(POINT, params![made, org, member]).await?;
                Ok(made)
            }))
            .await
    }
}
