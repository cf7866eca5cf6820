//! What the agents that everybody has are cloned from.

use steward_model::{MemoryMode, SendMode};
use steward_store::{AgentProfile, NewAgent};

pub(super) const ASSISTANT: &str = "assistant";
pub(super) const TEXT_REPLY: &str = "text_reply";
pub(super) const FOLLOW_UP: &str = "follow_up_drafter";
pub(super) const SEARCHER: &str = "accounts_search";

/// What it may use. Whatever reaches somebody else is asked for first.
const ASSISTANT_TOOLS: [&str; 26] = [
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
    "search_files",
    "search_sms_history",
    "text_contact",
    "update_account",
    "write_file",
];

/// It answers contacts: by drafts while it may not send.
const TEXT_REPLY_TOOLS: [&str; 6] = [
    "archival_search",
    "load_skill",
    "load_skill_file",
    "memory_search",
    "read_history",
    "send_sms",
];

/// It looks at what was said and agreed, and drafts; `send_sms` becomes drafting while it may not send.
const FOLLOW_UP_TOOLS: [&str; 13] = [
    "archival_search",
    "ask_accounts",
    "cancel_schedule",
    "list_schedules",
    "load_skill",
    "load_skill_file",
    "lookup_account",
    "memory_search",
    "read_history",
    "schedule_task",
    "search_conversations",
    "search_sms_history",
    "send_sms",
];

/// It only reads: there is nothing else in its hands.
const SEARCHER_TOOLS: [&str; 8] = [
    "ask_accounts",
    "list_files",
    "load_skill",
    "load_skill_file",
    "lookup_account",
    "read_file",
    "search_descriptions",
    "search_files",
];

/// What is cloned, by the name of where it comes from. Nothing here sends by itself.
pub(super) fn template(source: &str) -> Option<NewAgent> {
    let agent = |name: &str, goals: &str, tools: &[&str]| NewAgent {
        member_id: None,
        name: name.to_owned(),
        source: Some(source.to_owned()),
        profile: AgentProfile {
            // Without the end of its last line.
            goals: goals.trim().to_owned(),
            ..AgentProfile::default()
        },
        model: None,
        tools: tools.iter().map(|&tool| tool.to_owned()).collect(),
        send_mode: SendMode::Suggest,
        memory_mode: MemoryMode::Shared,
        daily_micros: None,
        daily_tokens: None,
    };
    match source {
        // Whom a member talks to.
        ASSISTANT => Some(agent(
            "Assistant",
            include_str!("../../../../prompts/assistant.md"),
            &ASSISTANT_TOOLS,
        )),
        // Who drafts answers to those who text the member's lines.
        TEXT_REPLY => Some(agent(
            "Text Reply",
            include_str!("../../../../prompts/text_reply.md"),
            &TEXT_REPLY_TOOLS,
        )),
        // Who finds what was left open, and drafts the message that asks after it.
        FOLLOW_UP => Some(agent(
            "Follow-up Drafter",
            include_str!("../../../../prompts/follow_up_drafter.md"),
            &FOLLOW_UP_TOOLS,
        )),
        // Who reads the files of accounts.
        SEARCHER => Some(NewAgent {
            memory_mode: MemoryMode::Isolated,
            ..agent(
                "Search",
                include_str!("../../../../prompts/accounts_search.md"),
                &SEARCHER_TOOLS,
            )
        }),
        _ => None,
    }
}
