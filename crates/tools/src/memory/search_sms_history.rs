//! `search_sms_history`: what contacts and the team texted each other.

use schemars::JsonSchema;
use serde::Deserialize;
use steward_agent::{Action, ToolRole};
use steward_model::{ContactId, Scope};

use super::TOOLSET;
use super::snippets::{Asked, search};
use crate::reading::unreadable;
use crate::{Reach, ToolContext, ToolOutput, Typed};

/// Contacts whose messages are searched when none is named.
const CONTACTS: u32 = 25;

/// What a model is told when there may be more contacts.
const NOT_ALL: &str = "Only the messages of the 25 contacts who wrote last were searched; name a contact to search theirs.";

pub(crate) struct SearchSmsHistory;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SearchSmsHistoryInput {
    /// Words that were written, or a question.
    query: String,
    /// Only the messages of this contact, by their id. Without it, those of the contacts who wrote last.
    contact_id: Option<String>,
    /// Only what was written on this day or later, like 2026-05-01.
    after: Option<String>,
    /// Only what was written before this day, like 2026-06-01.
    before: Option<String>,
    /// How many at most, up to 20. Without it, 8.
    #[schemars(range(min = 1, max = 20))]
    limit: Option<u32>,
}

impl Typed for SearchSmsHistory {
    type Input = SearchSmsHistoryInput;
    const NAME: &'static str = "search_sms_history";
    const DESCRIPTION: &'static str = "Searches the text messages of contacts: short snippets, each with who wrote it, when \
        and the id of the conversation. While you talk to a contact, only theirs.";
    const TOOLSET: &'static str = TOOLSET;
    const ROLE: ToolRole = ToolRole::Domain;
    const REACH: Reach = Reach::Reading;

    fn action(&self, _: &ToolContext, _: &SearchSmsHistoryInput) -> Result<Option<Action>, String> {
        Ok(None)
    }

    async fn call(&self, context: &ToolContext, input: SearchSmsHistoryInput) -> ToolOutput {
        let scopes = match scopes(context, input.contact_id.as_deref()).await {
            Ok(scopes) => scopes,
            Err(refused) => return refused,
        };
        let asked = Asked {
            query: input.query,
            after: input.after,
            before: input.before,
            limit: input.limit,
        };
        let note = (scopes.len() == CONTACTS as usize).then_some(NOT_ALL);
        search(context, &scopes, asked, note).await
    }
}

/// Whose messages. Whoever talks to a contact must not be talked into telling what others wrote.
async fn scopes(context: &ToolContext, contact: Option<&str>) -> Result<Vec<Scope>, ToolOutput> {
    let contact: Option<ContactId> = match contact.map(str::parse).transpose() {
        Ok(contact) => contact,
        Err(_) => {
            return Err(ToolOutput::failed(
                "`contact_id` is not the id of a contact.",
            ));
        }
    };
    if let Scope::Contact(own) = context.scope {
        return match contact {
            Some(other) if other != own => Err(ToolOutput::failed(
                "Nothing was searched: here you may read only the messages of the contact you talk to.",
            )),
            _ => Ok(vec![Scope::Contact(own)]),
        };
    }
    if let Some(contact) = contact {
        return Ok(vec![Scope::Contact(contact)]);
    }
    let org = context.store().org(context.org_id);
    let contacts = org.contacts_by_activity(CONTACTS).await;
    let contacts = contacts.map_err(|error| ToolOutput::failed(unreadable(&error)))?;
    Ok(contacts.into_iter().map(Scope::Contact).collect())
}
