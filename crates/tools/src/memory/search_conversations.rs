//! `search_conversations`: what was said, as snippets with who, when and how.

use schemars::JsonSchema;
use serde::Deserialize;
use steward_agent::{Action, ToolRole};

use super::TOOLSET;
use super::search::{elsewhere, own_scopes};
use super::snippets::{Asked, search};
use crate::{Reach, ToolContext, ToolOutput, Typed};

pub(crate) struct SearchConversations;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SearchConversationsInput {
    /// Words that were said, or a question.
    query: String,
    /// Only what was said on this day or later, like 2026-05-01.
    after: Option<String>,
    /// Only what was said before this day, like 2026-06-01.
    before: Option<String>,
    /// How many at most, up to 20. Without it, 8.
    #[schemars(range(min = 1, max = 20))]
    limit: Option<u32>,
}

impl Typed for SearchConversations {
    type Input = SearchConversationsInput;
    const NAME: &'static str = "search_conversations";
    const DESCRIPTION: &'static str = "Finds the places in all conversations where something was said: short snippets, each \
        with who said it, when, how it came and the id of the conversation. What contacts texted is not among it unless \
        you talk to one: `search_sms_history` finds that.";
    const TOOLSET: &'static str = TOOLSET;
    const ROLE: ToolRole = ToolRole::Domain;
    const REACH: Reach = Reach::Reading;

    fn action(
        &self,
        _: &ToolContext,
        _: &SearchConversationsInput,
    ) -> Result<Option<Action>, String> {
        Ok(None)
    }

    async fn call(&self, context: &ToolContext, input: SearchConversationsInput) -> ToolOutput {
        let asked = Asked {
            query: input.query,
            after: input.after,
            before: input.before,
            limit: input.limit,
        };
        search(context, &own_scopes(context), asked, elsewhere(context)).await
    }
}
