//! An organisation to measure with: one person and one agent.

use steward_model::{AgentId, MemberId, MemoryMode, OrgId, Role, SendMode};
use steward_store::{AgentProfile, NewAgent, NewMember, Store};

use super::Failure;

pub(super) struct Office {
    pub(super) org: OrgId,
    pub(super) owner: MemberId,
    pub(super) agent: AgentId,
}

impl Office {
    pub(super) async fn open(store: &Store) -> Result<Self, Failure> {
        let owner = NewMember {
            name: "Owner".into(),
            role: Role::Owner,
            identifiers: Vec::new(),
        };
        let (org, owner) = store.create_org("Bench", owner).await?;
        let agent = NewAgent {
            member_id: None,
            name: "Bench".into(),
            source: None,
            profile: AgentProfile::default(),
            model: None,
            tools: Vec::new(),
            send_mode: SendMode::default(),
            memory_mode: MemoryMode::Shared,
            daily_micros: None,
            daily_tokens: None,
        };
        let agent = store.org(org.id).create_agent(agent).await?;
        Ok(Self {
            org: org.id,
            owner: owner.id,
            agent: agent.id,
        })
    }
}
