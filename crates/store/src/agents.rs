//! Agents: identities that answer.

use std::sync::Arc;

use steward_model::{AgentId, MemberId, MemoryMode, OrgId, Scope, SendMode, Timestamp};

use crate::audit::{self, Entry};
use crate::crypto::{DataKey, Place};
use crate::db::{Tx, transaction};
use crate::lines;
use crate::memory_scopes;
use crate::row::{Only, from_row};
use crate::sql::{params, statements};
use crate::{OrgStore, Page, StoreError};

statements! {
    INSERT = "insert into agent (id, org_id, member_id, name, source, profile_enc, model, tools, send_mode,
            memory_mode, daily_micros, daily_tokens, revision, created_at)
        select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13, 1, $11
        where $3 is null or exists (select 1 from member where org_id = $2 and id = $3)";
    FIND = "select id, member_id, name, source, profile_enc, model, tools, send_mode, memory_mode, daily_micros,
            daily_tokens, revision, created_at
        from agent where org_id = $1 and id = $2";
    LIST = "select id, member_id, name, source, profile_enc, model, tools, send_mode, memory_mode, daily_micros,
            daily_tokens, revision, created_at
        from agent where org_id = $1 and id > $2 order by id limit $3";
    SEND_MODE = "select send_mode as value from agent where org_id = $1 and id = $2 and revision = $3";
    // Only what somebody read can be replaced: a second writer must look again.
    REPLACE = "update agent set name = $1, profile_enc = $2, model = $3, tools = $4, send_mode = $5, memory_mode = $6,
            daily_micros = $10, daily_tokens = $11, revision = revision + 1
        where org_id = $7 and id = $8 and revision = $9";
    OF_MEMBER = "select id as value from agent where org_id = $1 and member_id = $2";
    DELETE = "delete from agent where org_id = $1 and id = $2";
}

/// An identity that answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agent {
    /// Its id.
    pub id: AgentId,
    /// Everything that can be set.
    pub settings: NewAgent,
    /// Grows with every change.
    pub revision: i64,
    /// When it was made.
    pub created_at: Timestamp,
}

/// Everything that can be set of an agent. A clone is made from the whole of it, so that no field can be lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAgent {
    /// Whose it is; the organisation's own without one.
    pub member_id: Option<MemberId>,
    /// What it is called.
    pub name: String,
    /// The system agent it was cloned from.
    pub source: Option<String>,
    /// Who it is and what it is to do.
    pub profile: AgentProfile,
    /// `provider:model`; the configured one without it.
    pub model: Option<String>,
    /// The tools it may have.
    pub tools: Vec<String>,
    /// Whether it drafts or sends.
    pub send_mode: SendMode,
    /// What it may read and write of what is remembered.
    pub memory_mode: MemoryMode,
    /// What it may spend in a day, in millionths of a dollar; the configured limit without it.
    pub daily_micros: Option<i64>,
    /// The same in tokens.
    pub daily_tokens: Option<i64>,
}

/// Who an agent is, in words.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct AgentProfile {
    /// How it speaks.
    pub persona: String,
    /// What it is for.
    pub goals: String,
    /// What it must do and must not do.
    pub instructions: String,
    /// The same as an optimiser wrote it, which is used instead while prompt optimisation is on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optimised: Option<String>,
    /// What its member likes.
    #[serde(default, skip_serializing_if = "Preferences::is_empty")]
    pub preferences: Preferences,
}

/// What the member likes whose agent it is; whatever is nothing is as it is configured.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// The time zone in which it is told the time, like `Europe/Vienna`.
    pub zone: Option<String>,
    /// How it is to answer.
    pub style: Option<String>,
    /// In which language.
    pub language: Option<String>,
    /// What a prompt may hold.
    pub context_tokens: Option<u32>,
    /// How full a prompt may get before the older half of its conversation is summarised, in hundredths.
    pub compaction_percent: Option<u32>,
}

impl Preferences {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

pub(crate) struct SealedAgent {
    id: AgentId,
    pub(crate) member_id: Option<MemberId>,
    name: String,
    source: Option<String>,
    profile_enc: Vec<u8>,
    model: Option<String>,
    tools: Tools,
    send_mode: SendMode,
    memory_mode: MemoryMode,
    daily_micros: Option<i64>,
    daily_tokens: Option<i64>,
    revision: i64,
    created_at: Timestamp,
}
from_row!(SealedAgent {
    id,
    member_id,
    name,
    source,
    profile_enc,
    model,
    tools,
    send_mode,
    memory_mode,
    daily_micros,
    daily_tokens,
    revision,
    created_at,
});

/// An agent that can be written down.
pub(crate) struct ReadyAgent {
    org: OrgId,
    profile_enc: Vec<u8>,
    tools: String,
    pub(crate) agent: Agent,
}

impl ReadyAgent {
    pub(crate) async fn insert(&self, tx: &mut Tx<'_>) -> Result<(), StoreError> {
        let row = &self.agent.settings;
        let values = params![
            self.agent.id,
            self.org,
            row.member_id,
            row.name.as_str(),
            row.source.as_deref(),
            &self.profile_enc,
            row.model.as_deref(),
            self.tools.as_str(),
            row.send_mode,
            row.memory_mode,
            self.agent.created_at,
            row.daily_micros,
            row.daily_tokens,
        ];
        match tx.execute(INSERT, values).await? {
            0 => Err(StoreError::Refused("there is no such member")),
            _ => Ok(()),
        }
    }
}

/// A list of names, as JSON in a column.
pub(crate) struct Tools(pub(crate) Vec<String>);

impl crate::sql::Column for Tools {
    fn read(value: crate::sql::Value<'_>) -> Result<Self, StoreError> {
        serde_json::from_str(&String::read(value)?)
            .map(Self)
            .map_err(StoreError::internal)
    }
}

impl SealedAgent {
    fn open(self, key: &DataKey) -> Result<Agent, StoreError> {
        let profile = key.open(place(&self.id.to_string()), &self.profile_enc)?;
        let settings = NewAgent {
            member_id: self.member_id,
            name: self.name,
            source: self.source,
            profile: serde_json::from_slice(&profile).map_err(StoreError::internal)?,
            model: self.model,
            tools: self.tools.0,
            send_mode: self.send_mode,
            memory_mode: self.memory_mode,
            daily_micros: self.daily_micros,
            daily_tokens: self.daily_tokens,
        };
        Ok(Agent {
            id: self.id,
            settings,
            revision: self.revision,
            created_at: self.created_at,
        })
    }
}

impl OrgStore<'_> {
    /// Makes an agent.
    pub async fn create_agent(&self, new: NewAgent) -> Result<Agent, StoreError> {
        let ready = self.ready_agent(new).await?;
        self.db()
            .write(transaction!(|tx| {
                ready.insert(tx).await?;
                Ok(ready.agent)
            }))
            .await
    }

    /// An agent with its key made and its profile sealed: the transaction has nothing left to wait for.
    pub(crate) async fn ready_agent(&self, new: NewAgent) -> Result<ReadyAgent, StoreError> {
        let id = AgentId::generate(self.store.ids());
        let scope = Scope::Agent(id).to_string();
        let key = self.store.inner.keys.key(&scope).await?;
        Ok(ReadyAgent {
            org: self.org,
            profile_enc: seal_profile(&key, id, &new.profile)?,
            tools: serde_json::to_string(&new.tools).map_err(StoreError::internal)?,
            agent: Agent {
                id,
                settings: new,
                revision: 1,
                created_at: self.store.now(),
            },
        })
    }

    /// One agent. One whose deletion began is not there any more.
    pub async fn agent(&self, id: AgentId) -> Result<Option<Agent>, StoreError> {
        match self.sealed_agent(id).await? {
            Some(row) => self.open_agent(row).await,
            None => Ok(None),
        }
    }

    /// Agents in the order they were made.
    pub async fn agents(&self, page: &Page) -> Result<Vec<Agent>, StoreError> {
        let (org, page) = (self.org, page.clone());
        let rows: Vec<SealedAgent> = self
            .db()
            .read(transaction!(|tx| {
                let after = page.after.as_deref().unwrap_or("");
                tx.fetch_all(LIST, params![org, after, i64::from(page.limit)])
                    .await
            }))
            .await?;
        let mut agents = Vec::with_capacity(rows.len());
        for row in rows {
            agents.extend(self.open_agent(row).await?);
        }
        Ok(agents)
    }

    /// Replaces what can be set, if nobody changed it since `revision` was read. Whose it is and where it came from
    /// stay. That it may send from now on is put on the record, with who decided it. Tells whether it was replaced.
    pub async fn replace_agent(
        &self,
        id: AgentId,
        revision: i64,
        new: NewAgent,
        by: Option<MemberId>,
    ) -> Result<bool, StoreError> {
        let (org, now) = (self.org, self.store.now());
        if self.agent(id).await?.is_none() {
            return Ok(false);
        }
        let profile_enc = seal_profile(self.agent_key(id).await?.as_ref(), id, &new.profile)?;
        let tools = serde_json::to_string(&new.tools).map_err(StoreError::internal)?;
        let actor = by.map_or_else(|| "system".to_owned(), |member| format!("member:{member}"));
        let mode = new.send_mode;
        let noted = Entry::new(
            self.store.ids(),
            actor,
            action(mode),
            id,
            mode.as_str().as_bytes(),
        );
        self.db()
            .write(transaction!(|tx| {
                let was: Option<Only<SendMode>> = tx
                    .fetch_optional(SEND_MODE, params![org, id, revision])
                    .await?;
                let values = params![
                    new.name.as_str(),
                    &profile_enc,
                    new.model.as_deref(),
                    tools.as_str(),
                    new.send_mode,
                    new.memory_mode,
                    org,
                    id,
                    revision,
                    new.daily_micros,
                    new.daily_tokens,
                ];
                if tx.execute(REPLACE, values).await? == 0 {
                    return Ok(false);
                }
                if was.is_some_and(|was| was.0 != mode) {
                    audit::note(tx, org, &noted, now).await?;
                }
                Ok(true)
            }))
            .await
    }

    /// Deletes an agent with its threads, and forgets its scope. Tells whether there was one.
    pub async fn delete_agent(&self, id: AgentId) -> Result<bool, StoreError> {
        if self.sealed_agent(id).await?.is_none() {
            return Ok(false);
        }
        let (org, now, scope) = (self.org, self.store.now(), Scope::Agent(id));
        self.close_memory(scope).await?;
        // The key goes before the row: should we die here, the agent is gone for everybody, and the next call ends it.
        self.store.forget_scope(scope).await?;
        let (deleted, remembered) = self
            .db()
            .write(transaction!(|tx| {
                let remembered = memory_scopes::end(tx, org, scope, now).await?;
                lines::ask_from_now(tx, org, now).await?;
                Ok((tx.execute(DELETE, params![org, id]).await?, remembered))
            }))
            .await?;
        self.scrub_if(remembered).await?;
        Ok(deleted > 0)
    }

    async fn sealed_agent(&self, id: AgentId) -> Result<Option<SealedAgent>, StoreError> {
        let org = self.org;
        self.db()
            .read(transaction!(|tx| {
                tx.fetch_optional(FIND, params![org, id]).await
            }))
            .await
    }

    pub(crate) async fn open_agent(&self, row: SealedAgent) -> Result<Option<Agent>, StoreError> {
        match self.agent_key(row.id).await {
            Ok(key) => row.open(&key).map(Some),
            Err(StoreError::Forgotten) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The key of an agent that is there.
    async fn agent_key(&self, id: AgentId) -> Result<Arc<DataKey>, StoreError> {
        self.store
            .inner
            .keys
            .existing(&Scope::Agent(id).to_string())
            .await
    }
}

/// The row of one agent, in somebody else's transaction.
pub(crate) async fn find(
    tx: &mut Tx<'_>,
    org: OrgId,
    id: AgentId,
) -> Result<Option<SealedAgent>, StoreError> {
    tx.fetch_optional(FIND, params![org, id]).await
}

/// The agents that are deleted together with a member.
pub(crate) async fn agents_of_member(
    tx: &mut Tx<'_>,
    org: OrgId,
    member: MemberId,
) -> Result<Vec<AgentId>, StoreError> {
    let agents: Vec<Only<AgentId>> = tx.fetch_all(OF_MEMBER, params![org, member]).await?;
    Ok(agents.into_iter().map(|agent| agent.0).collect())
}

fn action(mode: SendMode) -> &'static str {
    match mode {
        SendMode::Suggest => "agent.made_to_suggest",
        SendMode::Autonomous => "agent.made_autonomous",
    }
}

fn seal_profile(key: &DataKey, id: AgentId, profile: &AgentProfile) -> Result<Vec<u8>, StoreError> {
    let text = serde_json::to_vec(profile).map_err(StoreError::internal)?;
    key.seal(place(&id.to_string()), &text)
}

fn place(row: &str) -> Place<'_> {
    Place {
        table: "agent",
        column: "profile_enc",
        row,
    }
}
