//! Gathering what somebody said, and what is kept about them, before it cannot be read any more.

use std::collections::BTreeSet;

use serde::Deserialize;
use steward_model::{AgentId, ContactId, MemberId, Scope, ToolCall};

use super::words::{Rarity, rarity};
use super::{Asked, ReadyAsked};
use crate::agents::agents_of_member;
use crate::crypto::Place;
use crate::db::transaction;
use crate::members;
use crate::row::from_row;
use crate::sql::{Sql, params, statements};
use crate::{OrgStore, StoreError};

/// Rows that are read at once.
const PAGE: i64 = 500;
/// Texts that are asked for together: few enough for a row.
const TOGETHER: usize = 500;

statements! {
    ITEMS = "select item.id as id, item.id as place, content_enc as sealed
        from item join thread on thread.org_id = $1 and thread.id = item.thread_id
        where item.org_id = $1 and thread.scope = $2 and item.kind in ('user', 'tool_call') and item.id > $3
        order by item.id limit $4";
    PASSAGES = "select id, id || '/' || integrity as place, text_enc as sealed from passage
        where org_id = $1 and scope = $2 and id > $3 and source <> 'message' and deleted_at is null
        order by id limit $4";
    BLOCKS = "select id, id || '/' || version || '/' || integrity as place, value_enc as sealed from block
        where org_id = $1 and scope = $2 and id > $3 order by id limit $4";
}

/// What is gathered in a scope: where it stands, and where it is read.
const PLACES: [(&str, &str, Sql); 3] = [
    ("item", "content_enc", ITEMS),
    ("passage", "text_enc", PASSAGES),
    ("block", "value_enc", BLOCKS),
];

struct Sealed {
    id: String,
    place: String,
    sealed: Vec<u8>,
}
from_row!(Sealed { id, place, sealed });

/// What an item says.
#[derive(Deserialize)]
struct Said {
    text: String,
}

impl OrgStore<'_> {
    /// Writes down what is to be forgotten of a contact, and that it is. Nothing if there is nothing left to gather.
    pub(crate) async fn ask_for_contact(&self, id: ContactId, by: &str) -> Result<(), StoreError> {
        let Some(contact) = self.contact(id).await?.filter(|known| !known.forgotten) else {
            return Ok(());
        };
        let scope = Scope::Contact(id);
        let mut texts = self.texts_in(scope).await?;
        let about = self.passages_about(id).await?;
        texts.extend(about.into_iter().map(|passage| passage.text));
        texts.extend(contact.name);
        let addresses = contact.identifiers.into_iter().map(|known| known.value);
        let asked = self
            .ask_for_person(scope, texts, addresses.collect(), by)
            .await?;
        let (org, now) = (self.org, self.store.now());
        self.db()
            .write(transaction!(|tx| {
                for ready in &asked {
                    ready.write(tx, org, now).await?;
                }
                Ok(())
            }))
            .await
    }

    /// The same for a member, unless they are the last owner.
    pub(crate) async fn ask_for_member(&self, id: MemberId, by: &str) -> Result<bool, StoreError> {
        let Some(member) = self.member(id).await? else {
            return Ok(false);
        };
        let (org, now, scope) = (self.org, self.store.now(), Scope::Member(id));
        let agents: Vec<AgentId> = self
            .db()
            .read(transaction!(|tx| { agents_of_member(tx, org, id).await }))
            .await?;
        let mut texts = self.texts_in(scope).await?;
        for agent in agents {
            texts.extend(self.texts_in(Scope::Agent(agent)).await?);
        }
        texts.insert(member.name);
        let addresses = member.identifiers.into_iter().map(|known| known.value);
        let asked = self
            .ask_for_person(scope, texts, addresses.collect(), by)
            .await?;
        self.db()
            .write(transaction!(|tx| {
                members::refuse_last_owner(tx, org, id).await?;
                for ready in &asked {
                    ready.write(tx, org, now).await?;
                }
                Ok(true)
            }))
            .await
    }

    /// At least one row, so that the job knows of it whatever happens to this process.
    async fn ask_for_person(
        &self,
        scope: Scope,
        texts: BTreeSet<String>,
        addresses: Vec<String>,
        by: &str,
    ) -> Result<Vec<ReadyAsked>, StoreError> {
        // What others say too is theirs.
        let texts = texts
            .into_iter()
            .filter(|text| rarity(text) == Rarity::Rare);
        let texts: Vec<String> = texts.collect();
        let first = Asked {
            addresses,
            ..Asked::default()
        };
        let more = texts.chunks(TOGETHER).map(|texts| Asked {
            texts: texts.to_vec(),
            ..Asked::default()
        });
        let mut ready = Vec::new();
        for asked in std::iter::once(first).chain(more) {
            ready.push(
                self.ready_asked(scope.to_string(), scope, &asked, by)
                    .await?,
            );
        }
        Ok(ready)
    }

    /// What was said and is kept in a scope.
    async fn texts_in(&self, scope: Scope) -> Result<BTreeSet<String>, StoreError> {
        let mut texts = BTreeSet::new();
        let key = match self.store.inner.keys.find(&scope.to_string()).await {
            Ok(Some(key)) => key,
            Ok(None) | Err(StoreError::Forgotten) => return Ok(texts),
            Err(error) => return Err(error),
        };
        for (table, column, sql) in PLACES {
            let (org, mut after) = (self.org, String::new());
            loop {
                let from = after.clone();
                let page: Vec<Sealed> = self
                    .db()
                    .read(transaction!(|tx| {
                        let from = params![org, scope, from.as_str(), PAGE];
                        tx.fetch_all(sql, from).await
                    }))
                    .await?;
                let Some(last) = page.last() else { break };
                after.clone_from(&last.id);
                for row in page {
                    let place = Place {
                        table,
                        column,
                        row: &row.place,
                    };
                    // What is damaged cannot have been quoted.
                    let text = key.open_text(place, &row.sealed);
                    texts.extend(text.ok().and_then(said));
                }
            }
        }
        Ok(texts)
    }
}

/// The words of an item, or what a call wrote down because of others; any other text as it is.
fn said(content: String) -> Option<String> {
    if let Ok(said) = serde_json::from_str::<Said>(&content) {
        return Some(said.text);
    }
    match serde_json::from_str::<ToolCall>(&content) {
        Ok(call) => call.written_down().map(str::to_owned),
        Err(_) => Some(content),
    }
}
