//! `read_history`: what was said on this thread before the conversation that the model sees.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use steward_agent::{Action, HistoryItem, ToolRole};
use steward_store::{Changes, Item};

use crate::reading::unreadable;
use crate::{Reach, ToolContext, ToolOutput, Typed};

const USUAL: u32 = 20;
const MOST: u32 = 50;

pub(crate) struct ReadHistory;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadHistoryInput {
    /// Only what came before the item with this number. Without it, the newest items.
    before_seq: Option<i64>,
    /// How many items at most, up to 50. Without it, 20.
    #[schemars(range(min = 1, max = 50))]
    limit: Option<u32>,
}

impl Typed for ReadHistory {
    type Input = ReadHistoryInput;
    const NAME: &'static str = "read_history";
    const DESCRIPTION: &'static str = "Reads older items of this conversation in full, oldest first, each with its \
        number. To go further back, call it again with the smallest number you were given.";
    const TOOLSET: &'static str = "memory";
    const ROLE: ToolRole = ToolRole::Domain;
    const REACH: Reach = Reach::Reading;

    fn action(
        &self,
        _context: &ToolContext,
        _input: &ReadHistoryInput,
    ) -> Result<Option<Action>, String> {
        Ok(None)
    }

    async fn call(&self, context: &ToolContext, input: ReadHistoryInput) -> ToolOutput {
        let before = input.before_seq.unwrap_or(i64::MAX);
        let limit = input.limit.unwrap_or(USUAL).clamp(1, MOST);
        let org = context.store().org(context.org_id);
        match org.items(context.thread_id, before, limit).await {
            Ok(items) => show(&items),
            Err(error) => ToolOutput::failed(unreadable(&error)),
        }
    }
}

pub(crate) fn show(items: &[Item]) -> ToolOutput {
    let Some(integrity) = items.iter().map(|item| item.integrity).min() else {
        return ToolOutput::done("There is nothing older in this conversation.");
    };
    ToolOutput {
        content: Ok(items.iter().map(line).collect()),
        integrity,
        changes: Changes::default(),
    }
}

fn line(item: &Item) -> String {
    let (who, text) = match serde_json::from_slice(&item.content) {
        Ok(HistoryItem::Heard { from, text, .. }) => (from, text),
        Ok(HistoryItem::Said { text, .. }) => ("you".to_owned(), text),
        Ok(HistoryItem::Used { call, result, .. }) => (
            format!("you used {} {}", call.name, call.arguments),
            result.content,
        ),
        Err(_) => (item.kind.to_string(), plain(&item.content)),
    };
    format!("#{} {who}: {text}", item.seq)
}

/// What the item says where it is not of a kind that the model is shown otherwise.
fn plain(content: &[u8]) -> String {
    match serde_json::from_slice::<Value>(content) {
        Ok(Value::String(text)) => text,
        Ok(value) => match value.get("text").and_then(Value::as_str) {
            Some(text) => text.to_owned(),
            None => value.to_string(),
        },
        Err(_) => String::from_utf8_lossy(content).into_owned(),
    }
}
