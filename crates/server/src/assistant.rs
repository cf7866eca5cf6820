//! The agents that every member has, cloned from those of the system the first time they are needed.

use steward_memory::default_blocks;
use steward_model::{AgentId, MemberId, MemoryMode, Scope, SendMode};
use steward_store::{AgentConfig, AgentProfile, NewAgent, OrgStore, Page, StoreError};

use crate::config::OFFLINE;

/// What such agents are cloned from.
const ASSISTANT: &str = "assistant";
const TEXT_REPLY: &str = "text_reply";
const SEARCHER: &str = "accounts_search";

/// Agents that are looked at for a member's own.
const MANY: u32 = 200;

/// What it may use. Whatever reaches somebody else is asked for first.
const TOOLS: [&str; 24] = [
    "append_to_file",
    "archival_insert",
    "archival_search",
    "ask_accounts",
    "cancel_schedule",
    "conversation_search",
    "create_account",
    "list_directory",
    "list_files",
    "list_schedules",
    "load_skill",
    "load_skill_file",
    "lookup_account",
    "memory_append",
    "memory_insert",
    "memory_replace",
    "memory_search",
    "read_file",
    "read_history",
    "schedule_task",
    "search_descriptions",
    "text_contact",
    "update_account",
    "write_file",
];

const TEXT_REPLY_TOOLS: [&str; 6] = [
    "archival_search",
    "load_skill",
    "load_skill_file",
    "memory_search",
    "read_history",
    "send_sms",
];

/// It only reads: there is nothing else in its hands.
const SEARCHER_TOOLS: [&str; 7] = [
    "ask_accounts",
    "list_files",
    "load_skill",
    "load_skill_file",
    "lookup_account",
    "read_file",
    "search_descriptions",
];

/// The member's own assistant.
///
/// # Errors
/// The database cannot be reached.
pub(crate) async fn of(org: &OrgStore<'_>, member: MemberId) -> Result<AgentId, StoreError> {
    own(org, assistant(member)).await
}

/// Who reads the accounts' files for a member, and its model; nobody where no language model is set up for it.
///
/// # Errors
/// The database cannot be reached.
pub(crate) async fn searcher(
    org: &OrgStore<'_>,
    member: MemberId,
    usual_model: &str,
) -> Result<Option<(AgentId, String)>, StoreError> {
    let id = match usual_model {
        OFFLINE => find(org, Some(member), Some(SEARCHER)).await?,
        _ => Some(own(org, search(member)).await?),
    };
    let Some(id) = id else {
        return Ok(None);
    };
    let agent = org.agent(id).await?;
    let model = agent.and_then(|agent| agent.settings.model);
    let model = model.unwrap_or_else(|| usual_model.to_owned());
    Ok((model != OFFLINE).then_some((id, model)))
}

/// Everything that a member's first use of the agent's own API makes: the agents that everybody has, the blocks that everybody
/// begins with, and the one conversation. What is there stays as it is.
///
/// # Errors
/// The database cannot be reached.
pub(crate) async fn initialise(
    org: &OrgStore<'_>,
    member: MemberId,
) -> Result<AgentConfig, StoreError> {
    let agent = of(org, member).await?;
    own(org, text_reply(member)).await?;
    let scope = Scope::Member(member);
    org.ensure_blocks(scope, None, default_blocks()).await?;
    org.add_agent_config(member, agent).await?;
    org.main_thread(member).await?;
    let config = org.agent_config(member).await?;
    config.ok_or(StoreError::Refused("the member is gone"))
}

/// The member's agent of a source, made if there is none. A clone is the whole of what it is cloned from.
async fn own(org: &OrgStore<'_>, template: NewAgent) -> Result<AgentId, StoreError> {
    let (member, source) = (template.member_id, template.source.clone());
    if let Some(agent) = find(org, member, source.as_deref()).await? {
        return Ok(agent);
    }
    let made = org.create_agent(template).await?.id;
    // Of several that were made at once the oldest stays.
    let oldest = find(org, member, source.as_deref()).await?.unwrap_or(made);
    if oldest != made {
        org.delete_agent(made).await?;
    }
    Ok(oldest)
}

async fn find(
    org: &OrgStore<'_>,
    member: Option<MemberId>,
    source: Option<&str>,
) -> Result<Option<AgentId>, StoreError> {
    let mut page = Page {
        after: None,
        limit: MANY,
    };
    loop {
        let agents = org.agents(&page).await?;
        let own = agents.iter().find(|agent| {
            let settings = &agent.settings;
            settings.member_id == member && settings.source.as_deref() == source
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

/// Whom a member talks to.
fn assistant(member: MemberId) -> NewAgent {
    NewAgent {
        name: "Assistant".into(),
        source: Some(ASSISTANT.into()),
        profile: AgentProfile {
            goals: goals(include_str!("../../../prompts/assistant.md")),
            ..AgentProfile::default()
        },
        tools: TOOLS.map(str::to_owned).to_vec(),
        ..blank(member)
    }
}

/// Who drafts answers to those who text the member's lines.
fn text_reply(member: MemberId) -> NewAgent {
    NewAgent {
        name: "Text Reply".into(),
        source: Some(TEXT_REPLY.into()),
        profile: AgentProfile {
            goals: goals(include_str!("../../../prompts/text_reply.md")),
            ..AgentProfile::default()
        },
        tools: TEXT_REPLY_TOOLS.map(str::to_owned).to_vec(),
        ..blank(member)
    }
}

/// Who reads the files of accounts.
fn search(member: MemberId) -> NewAgent {
    NewAgent {
        name: "Search".into(),
        source: Some(SEARCHER.into()),
        profile: AgentProfile {
            goals: goals(include_str!("../../../prompts/accounts_search.md")),
            ..AgentProfile::default()
        },
        tools: SEARCHER_TOOLS.map(str::to_owned).to_vec(),
        memory_mode: MemoryMode::Isolated,
        ..blank(member)
    }
}

/// An agent of a member that may do nothing, and sends nothing by itself.
fn blank(member: MemberId) -> NewAgent {
    NewAgent {
        member_id: Some(member),
        name: String::new(),
        source: None,
        profile: AgentProfile::default(),
        model: None,
        tools: Vec::new(),
        send_mode: SendMode::Suggest,
        memory_mode: MemoryMode::Shared,
        daily_micros: None,
        daily_tokens: None,
    }
}

/// A text without the end of its last line.
fn goals(text: &str) -> String {
    text.trim().to_owned()
}
