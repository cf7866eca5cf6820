//! `archival_insert`: something to be found again.

use schemars::JsonSchema;
use serde::Deserialize;
use steward_agent::{Action, Capability, ToolRole};
use steward_memory::ARCHIVAL;
use steward_model::{Author, Scope};
use steward_store::{NewPassage, PassageMeta};

use super::{TOOLSET, tags};
use crate::{Reach, ToolContext, ToolOutput, Typed};

const TEXT_CHARS: usize = 20_000;
const MOST_TAGS: usize = 10;

pub(crate) struct ArchivalInsert;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArchivalInsertInput {
    /// What to remember. Write it so that it makes sense by itself.
    text: String,
    /// Words to file it under, up to ten.
    #[serde(default)]
    tags: Vec<String>,
}

impl Typed for ArchivalInsert {
    type Input = ArchivalInsertInput;
    const NAME: &'static str = "archival_insert";
    const DESCRIPTION: &'static str = "Stores something in your long-term memory, to be found again with archival_search \
        or by itself when it matters.";
    const TOOLSET: &'static str = TOOLSET;
    const ROLE: ToolRole = ToolRole::Remember;
    const REACH: Reach = Reach::Repeatable;
    const NEEDS: &'static [Capability] = &[Capability::WriteNotes];

    fn action(&self, _: &ToolContext, _: &ArchivalInsertInput) -> Result<Option<Action>, String> {
        Ok(Some(Action::WriteFile {
            path: "archive".to_owned(),
        }))
    }

    async fn call(&self, context: &ToolContext, input: ArchivalInsertInput) -> ToolOutput {
        let length = input.text.chars().count();
        let tags = tags(&input.tags);
        if input.text.trim().is_empty() || length > TEXT_CHARS || tags.len() > MOST_TAGS {
            return ToolOutput::failed(format!(
                "Nothing was stored: write 1 to {TEXT_CHARS} characters and at most {MOST_TAGS} tags."
            ));
        }
        let like = NewPassage {
            agent_id: context.memory_mode.keeps_own().then_some(context.agent_id),
            thread_id: Some(context.thread_id),
            contact_id: match context.scope {
                Scope::Contact(contact) => Some(contact),
                _ => None,
            },
            source: ARCHIVAL.to_owned(),
            // Made again, the call stores the same thing and not a second one.
            source_ref: context.idem_key.clone(),
            chunk_index: 0,
            integrity: context.label,
            text: String::new(),
            meta: PassageMeta {
                tags,
                ..PassageMeta::default()
            },
            priority: 0,
            embedding: None,
            occurred_at: context.now,
        };
        let (org, scope) = (context.org_id, context.scope);
        let by = Author::Agent(context.agent_id);
        match context
            .memory
            .remember(org, scope, &input.text, &like, by)
            .await
        {
            Ok(_) => ToolOutput::done("It is stored."),
            Err(error) => {
                tracing::error!(%error, "Something could not be remembered.");
                ToolOutput::failed("This could not be stored. It may work later.")
            }
        }
    }
}
