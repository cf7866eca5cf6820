//! Which of the system's agents a member was given. Each is cloned once, however many ask for it at the same time.

use steward_model::{AgentId, MemberId, OrgId, Scope};

use crate::agents::NewAgent;
use crate::db::transaction;
use crate::row::{Only, from_row};
use crate::sql::{params, statements};
use crate::{OrgStore, Store, StoreError};

statements! {
    FIND = "select agent_id as value from own_agent where org_id = $1 and member_id = $2 and source = $3";
    // A clone that is there stays, and one that was deleted gives its place away.
    GIVE = "insert into own_agent (member_id, source, org_id, agent_id) values ($1, $2, $3, $4)
        on conflict (member_id, source) do update set agent_id = excluded.agent_id where own_agent.agent_id is null";
    WITHOUT = "select org_id, id from member
        where id > $1 and not exists (select 1 from own_agent
            where own_agent.org_id = member.org_id and own_agent.member_id = member.id and own_agent.source = $2)
        order by id limit $3";
}

/// What a member has of one of the system's agents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnAgent {
    /// It was never cloned for them.
    Never,
    /// Their clone was deleted.
    Deleted,
    /// Their clone.
    Here(AgentId),
}

/// A member who was never given a clone of one of the system's agents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WithoutAgent {
    /// Their organisation.
    pub org_id: OrgId,
    /// The member.
    pub id: MemberId,
}
from_row!(WithoutAgent { org_id, id });

impl Store {
    /// Members of every organisation who were never given a clone of this agent, in the order of their ids.
    pub async fn members_without(
        &self,
        source: &str,
        after: Option<MemberId>,
        limit: u32,
    ) -> Result<Vec<WithoutAgent>, StoreError> {
        let after = after.map_or_else(String::new, |member| member.to_string());
        let (source, limit) = (source.to_owned(), i64::from(limit));
        self.db()
            .read(transaction!(|tx| {
                let slice = params![after.as_str(), source.as_str(), limit];
                tx.fetch_all(WITHOUT, slice).await
            }))
            .await
    }
}

impl OrgStore<'_> {
    /// What a member has of one of the system's agents.
    pub async fn own_agent(&self, member: MemberId, source: &str) -> Result<OwnAgent, StoreError> {
        let (org, source) = (self.org, source.to_owned());
        let found: Option<Only<Option<AgentId>>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(FIND, params![org, member, source.as_str()])
                    .await
            }))
            .await?;
        match found {
            None => Ok(OwnAgent::Never),
            Some(Only(None)) => Ok(OwnAgent::Deleted),
            Some(Only(Some(agent))) if self.agent(agent).await?.is_some() => {
                Ok(OwnAgent::Here(agent))
            }
            // Its deletion began and did not end.
            Some(Only(Some(agent))) => self.delete_agent(agent).await.map(|_| OwnAgent::Deleted),
        }
    }

    /// Gives a member a clone, unless they have one: then that one is told. A clone is the whole of what it is cloned from.
    pub async fn give_agent(
        &self,
        member: MemberId,
        source: &str,
        template: NewAgent,
    ) -> Result<AgentId, StoreError> {
        let clone = NewAgent {
            member_id: Some(member),
            source: Some(source.to_owned()),
            ..template
        };
        let ready = self.ready_agent(clone).await?;
        let (org, source, made) = (self.org, source.to_owned(), ready.agent.id);
        let name = source.clone();
        let given = self
            .db()
            .write(transaction!(|tx| {
                ready.insert(tx).await?;
                let row = params![member, name.as_str(), org, made];
                match tx.execute(GIVE, row).await? {
                    0 => Err(StoreError::Conflict("own_agent")),
                    _ => Ok(()),
                }
            }))
            .await;
        match given {
            Ok(()) => return Ok(made),
            // Nobody will ever need the key.
            Err(StoreError::Conflict("own_agent")) => {
                self.store.forget_scope(Scope::Agent(made)).await?;
            }
            Err(error) => return Err(error),
        }
        match self.own_agent(member, &source).await? {
            OwnAgent::Here(agent) => Ok(agent),
            OwnAgent::Never | OwnAgent::Deleted => Err(StoreError::Conflict("own_agent")),
        }
    }
}
