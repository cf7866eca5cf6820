//! `archival_search`, `conversation_search`, `memory_search`: one search over different parts of memory.

use jiff::tz::TimeZone;
use schemars::JsonSchema;
use serde::Deserialize;
use steward_agent::{Action, ToolRole};
use steward_memory::{ARCHIVAL, Found, MESSAGE, Query, Reader, Searched};
use steward_model::{MemoryMode, Scope, ThreadId};

use super::{TOOLSET, tags};
use crate::{Reach, ToolContext, ToolOutput, Typed};

const USUAL: u32 = 8;
const MOST: u32 = 20;

pub(crate) struct ArchivalSearch;
pub(crate) struct ConversationSearch;
pub(crate) struct MemorySearch;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArchivalSearchInput {
    /// What you look for, in words or as a question.
    query: String,
    /// Only what is filed under one of these words.
    #[serde(default)]
    tags: Vec<String>,
    /// How many at most, up to 20. Without it, 8.
    #[schemars(range(min = 1, max = 20))]
    limit: Option<u32>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConversationSearchInput {
    /// What you look for, in words or as a question.
    query: String,
    /// Only this conversation, by its id. Without it, all of them.
    conversation_id: Option<String>,
    /// How many at most, up to 20. Without it, 8.
    #[schemars(range(min = 1, max = 20))]
    limit: Option<u32>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MemorySearchInput {
    /// What you look for, in words or as a question.
    query: String,
    /// How many at most, up to 20. Without it, 8.
    #[schemars(range(min = 1, max = 20))]
    limit: Option<u32>,
}

impl Typed for ArchivalSearch {
    type Input = ArchivalSearchInput;
    const NAME: &'static str = "archival_search";
    const DESCRIPTION: &'static str = "Searches what was stored in your long-term memory.";
    const TOOLSET: &'static str = TOOLSET;
    const ROLE: ToolRole = ToolRole::Domain;
    const REACH: Reach = Reach::Reading;

    fn action(&self, _: &ToolContext, _: &ArchivalSearchInput) -> Result<Option<Action>, String> {
        Ok(None)
    }

    async fn call(&self, context: &ToolContext, input: ArchivalSearchInput) -> ToolOutput {
        let query = Query {
            sources: vec![ARCHIVAL.to_owned()],
            tags: tags(&input.tags),
            ..query(context, input.query, input.limit)
        };
        search(context, &query, None).await
    }
}

impl Typed for ConversationSearch {
    type Input = ConversationSearchInput;
    const NAME: &'static str = "conversation_search";
    const DESCRIPTION: &'static str = "Searches what was said in earlier conversations, with who said it and when. What contacts texted is not \
        among it unless you talk to one: `search_sms_history` finds that.";
    const TOOLSET: &'static str = TOOLSET;
    const ROLE: ToolRole = ToolRole::Domain;
    const REACH: Reach = Reach::Reading;

    fn action(
        &self,
        _: &ToolContext,
        _: &ConversationSearchInput,
    ) -> Result<Option<Action>, String> {
        Ok(None)
    }

    async fn call(&self, context: &ToolContext, input: ConversationSearchInput) -> ToolOutput {
        let thread: Option<Result<ThreadId, _>> = input.conversation_id.map(|id| id.parse());
        let Ok(thread) = thread.transpose() else {
            return ToolOutput::failed("`conversation_id` is not the id of a conversation.");
        };
        let query = Query {
            sources: vec![MESSAGE.to_owned()],
            thread: thread.map(|thread| *thread.as_uuid()),
            ..query(context, input.query, input.limit)
        };
        search(context, &query, elsewhere(context)).await
    }
}

impl Typed for MemorySearch {
    type Input = MemorySearchInput;
    const NAME: &'static str = "memory_search";
    const DESCRIPTION: &'static str = "Searches everything you remember: conversations, stored facts, documents, files of \
        the workspace. What contacts texted is not among it unless you talk to one: `search_sms_history` finds that.";
    const TOOLSET: &'static str = TOOLSET;
    const ROLE: ToolRole = ToolRole::Domain;
    const REACH: Reach = Reach::Reading;

    fn action(&self, _: &ToolContext, _: &MemorySearchInput) -> Result<Option<Action>, String> {
        Ok(None)
    }

    async fn call(&self, context: &ToolContext, input: MemorySearchInput) -> ToolOutput {
        let query = query(context, input.query, input.limit);
        search(context, &query, elsewhere(context)).await
    }
}

pub(crate) fn query(context: &ToolContext, text: String, limit: Option<u32>) -> Query {
    let now = jiff::Timestamp::from_microsecond(context.now.as_micros()).unwrap_or_default();
    Query {
        limit: limit.unwrap_or(USUAL).clamp(1, MOST) as usize,
        ..Query::new(text, now.to_zoned(TimeZone::UTC))
    }
}

/// Whose memories the turn may see: those of whoever it talks to, and the team's.
pub(crate) fn own_scopes(context: &ToolContext) -> [Scope; 2] {
    [context.scope, Scope::Org(context.org_id)]
}

/// What a model is told that talks to the team. The texts of all contacts are not mixed in: whatever an agent reads of a
/// stranger, nothing that it does afterwards is trusted.
const ELSEWHERE: &str = "What contacts texted is not among this; `search_sms_history` finds it.";

/// What of the conversations is not among [`own_scopes`].
pub(super) fn elsewhere(context: &ToolContext) -> Option<&'static str> {
    match context.scope {
        Scope::Contact(_) => None,
        Scope::Member(_) | Scope::Agent(_) | Scope::Org(_) => Some(ELSEWHERE),
    }
}

/// What a model is told when the meaning of its question could not be had.
const BY_WORDS: &str = "Only the words of the question were compared just now, not its meaning. Other words may find more.";

/// What is found in these scopes, or why nothing could be searched.
pub(crate) async fn found_in(
    context: &ToolContext,
    scopes: &[Scope],
    query: &Query,
) -> Result<Searched, ToolOutput> {
    let reader = match context.memory_mode {
        MemoryMode::Isolated => Reader::Isolated(context.agent_id),
        MemoryMode::Shared | MemoryMode::Overlay => Reader::Agent(context.agent_id),
    };
    let found = context
        .memory
        .search(context.org_id, scopes, reader, query)
        .await;
    found.map_err(|error| {
        tracing::error!(%error, "The memory could not be searched.");
        ToolOutput::failed("The memory could not be searched. It may work later.")
    })
}

async fn search(context: &ToolContext, query: &Query, note: Option<&'static str>) -> ToolOutput {
    match found_in(context, &own_scopes(context), query).await {
        Ok(searched) => show(&searched, note, Found::line),
        Err(refused) => refused,
    }
}

/// As a model reads it, a line for each, with a note of what else there is to know.
pub(crate) fn show(
    searched: &Searched,
    note: Option<&'static str>,
    line: impl Fn(&Found) -> String,
) -> ToolOutput {
    let by_words = searched.by_words_alone.then_some(BY_WORDS);
    let notes = by_words.into_iter().chain(note);
    let found = &searched.found;
    let Some(integrity) = found.iter().map(|found| found.passage.integrity).min() else {
        let said: Vec<&str> = ["Nothing was found."].into_iter().chain(notes).collect();
        return ToolOutput::done(said.join(" "));
    };
    let notes = notes.map(str::to_owned);
    ToolOutput {
        content: Ok(found.iter().map(line).chain(notes).collect()),
        ..ToolOutput::done("").trusted(integrity)
    }
}
