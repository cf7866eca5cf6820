//! The agent that every member has: made the first time somebody talks to it.

use steward_model::{AgentId, MemberId, MemoryMode, SendMode};
use steward_store::{AgentProfile, NewAgent, OrgStore, Page, StoreError};

/// What such an agent is made from.
const SOURCE: &str = "assistant";

/// Agents that are looked at for a member's own.
const MANY: u32 = 200;

const GOALS: &str = "\
Help the member you belong to: answer from what you remember and what your tools tell you, keep what is worth keeping, and say \
so when you do not know.";

/// What it may use. Whatever reaches somebody else is asked for first.
const TOOLS: [&str; 10] = [
    "archival_insert",
    "archival_search",
    "conversation_search",
    "memory_append",
    "memory_insert",
    "memory_replace",
    "memory_search",
    "read_history",
    "remind_me",
    "text_contact",
];

/// The member's own assistant.
///
/// # Errors
/// The database cannot be reached.
pub(crate) async fn of(org: &OrgStore<'_>, member: MemberId) -> Result<AgentId, StoreError> {
    if let Some(agent) = find(org, member).await? {
        return Ok(agent);
    }
    let made = org.create_agent(template(member)).await?.id;
    // Of several that were made at once the oldest stays.
    let oldest = find(org, member).await?.unwrap_or(made);
    if oldest != made {
        org.delete_agent(made).await?;
    }
    Ok(oldest)
}

async fn find(org: &OrgStore<'_>, member: MemberId) -> Result<Option<AgentId>, StoreError> {
    let mut page = Page {
        after: None,
        limit: MANY,
    };
    loop {
        let agents = org.agents(&page).await?;
        let own = agents.iter().find(|agent| {
            let settings = &agent.settings;
            settings.member_id == Some(member) && settings.source.as_deref() == Some(SOURCE)
        });
        match (own, agents.last()) {
            (Some(agent), _) => return Ok(Some(agent.id)),
            (None, Some(last)) if agents.len() == MANY as usize => {
                page.after = Some(last.id.to_string());
            }
            _ => return Ok(None),
        }
    }
}

fn template(member: MemberId) -> NewAgent {
    NewAgent {
        member_id: Some(member),
        name: "Assistant".into(),
        source: Some(SOURCE.into()),
        profile: AgentProfile {
            goals: GOALS.into(),
            ..AgentProfile::default()
        },
        model: None,
        tools: TOOLS.map(str::to_owned).to_vec(),
        send_mode: SendMode::Suggest,
        memory_mode: MemoryMode::Shared,
        daily_micros: None,
        daily_tokens: None,
    }
}
