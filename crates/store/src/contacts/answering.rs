//! Who answers one contact, where that is not what their line says.

use steward_model::{AgentId, Answering, ContactId};

use crate::audit::{self, Entry};
use crate::db::transaction;
use crate::sql::{params, statements};
use crate::{Contact, OrgStore, StoreError};

statements! {
    ANSWER = "update contact set answering = $1, answering_agent = $2
        where org_id = $3 and id = $4 and forgotten_at is null
            and ($2 is null or exists (select 1 from agent where agent.org_id = $3 and agent.id = $2))";
}

impl OrgStore<'_> {
    /// Says who answers a contact from now on; `by` is who decided it, as the record names them. Nothing if there is no such
    /// contact or no such agent.
    pub async fn answer_contact(
        &self,
        id: ContactId,
        (answering, agent): (Answering, Option<AgentId>),
        by: &str,
    ) -> Result<Option<Contact>, StoreError> {
        let (org, now) = (self.org, self.store.now());
        let action = match answering {
            Answering::Usual => "contact.answered_as_usual",
            Answering::Drafts => "contact.answered_by_drafts",
            Answering::People => "contact.answered_by_people",
        };
        let detail = agent.map(|agent| agent.to_string()).unwrap_or_default();
        let noted = Entry::new(self.store.ids(), by, action, id, detail.as_bytes());
        let changed = self
            .db()
            .write(transaction!(|tx| {
                let row = params![answering, agent, org, id];
                if tx.execute(ANSWER, row).await? == 0 {
                    return Ok(false);
                }
                audit::note(tx, org, &noted, now).await?;
                Ok(true)
            }))
            .await?;
        match changed {
            true => self.contact(id).await,
            false => Ok(None),
        }
    }
}
