//! Where a passage came from, in words.

use std::collections::BTreeMap;

use serde::Serialize;
use steward_memory::{ARCHIVAL, MESSAGE};
use steward_model::Scope;
use steward_store::{Contact, DOCUMENT, Passage, WORKSPACE};
use utoipa::ToSchema;

use crate::auth::Caller;
use crate::error::ApiError;

/// Where a passage came from.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = PassageSource)]
pub(crate) struct SourceView {
    kind: SourceKind,
    /// Whose conversation it is, or what the document or note is called, or where the file lies.
    label: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PassageSourceKind)]
pub(crate) enum SourceKind {
    Thread,
    Document,
    Note,
    Summary,
    File,
}

/// Names that were looked up already: the hits of one search come from few places.
#[derive(Default)]
pub(crate) struct Sources {
    names: BTreeMap<Scope, Option<String>>,
}

impl Sources {
    pub(crate) async fn of(
        &mut self,
        caller: &Caller,
        passage: &Passage,
    ) -> Result<SourceView, ApiError> {
        let kind = match passage.source.as_str() {
            MESSAGE => SourceKind::Thread,
            DOCUMENT => SourceKind::Document,
            ARCHIVAL => SourceKind::Note,
            WORKSPACE => SourceKind::File,
            _ if passage.thread_id.is_some() => SourceKind::Summary,
            _ => SourceKind::Note,
        };
        let title = passage.meta.title.clone();
        let label = match kind {
            SourceKind::Document => title.unwrap_or_else(|| "Document".to_owned()),
            SourceKind::File => title.unwrap_or_else(|| "File".to_owned()),
            SourceKind::Note => title.unwrap_or_else(|| "Note".to_owned()),
            SourceKind::Thread | SourceKind::Summary => {
                match self.name(caller, passage.scope).await? {
                    Some(name) => name,
                    None => "Conversation".to_owned(),
                }
            }
        };
        Ok(SourceView { kind, label })
    }

    /// What whoever a conversation is with is called.
    async fn name(&mut self, caller: &Caller, scope: Scope) -> Result<Option<String>, ApiError> {
        if let Some(known) = self.names.get(&scope) {
            return Ok(known.clone());
        }
        let org = caller.org();
        let name = match scope {
            Scope::Org(_) => None,
            Scope::Member(id) => org.member(id).await?.map(|member| member.name),
            Scope::Agent(id) => org.agent(id).await?.map(|agent| agent.settings.name),
            Scope::Contact(id) => org.contact(id).await?.and_then(name_of),
        };
        self.names.insert(scope, name.clone());
        Ok(name)
    }
}

/// A contact without a name is known by an address.
fn name_of(contact: Contact) -> Option<String> {
    let address = contact.identifiers.first().map(|one| one.value.clone());
    contact.name.or(address)
}
