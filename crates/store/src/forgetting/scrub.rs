//! Looking through every row for texts that are to be forgotten, and putting a mark in their place.

use std::sync::Arc;

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use steward_model::{PassageId, Scope, ThreadId, TurnId};

use super::places::{Kind, PLAIN, PlainColumn, SEALED, SealedColumn};
use super::words::{MARK, Standing, Words};
use crate::audit::{self, Entry};
use crate::crypto::{DataKey, Place};
use crate::db::{Tx, transaction};
use crate::memory_index::drop_snapshots;
use crate::passages::{self, Derived, PassageMeta};
use crate::row::from_row;
use crate::sql::{Sql, params, statements};
use crate::{OrgStore, StoreError, files, memory_scopes, outbox};

/// Rows that are read at once, and written at the same time.
const PAGE: i64 = 200;
const AT_ONCE: usize = 8;

statements! {
    // Whoever keeps a conversation ready sees that it is another one by now.
    TOUCH = "update thread set scrubbed = scrubbed + 1 where org_id = $1 and id = $2";
    REDACT = "update turn set redacted = 1 where org_id = $1 and thread_id = $2 and redacted = 0
        and no >= (select t.no from turn t where t.org_id = $1 and t.id = $3)";
    UNTAG = "delete from passage_tag where org_id = $1 and passage_id = $2";
    // A text may be spread over many events. Whoever watches reads the thread anew, as after a day.
    UNSHOW = "delete from stream_event where org_id = $1 and stream_id = $2";
}

/// A sealed value and where it stands.
pub(super) struct SealedValue {
    pub(super) id: String,
    pub(super) no: i64,
    pub(super) scope: Option<String>,
    pub(super) place: String,
    pub(super) sealed: Vec<u8>,
    thread_id: Option<ThreadId>,
    turn_id: Option<TurnId>,
    said: i64,
}
from_row!(SealedValue {
    id,
    no,
    scope,
    place,
    sealed,
    thread_id,
    turn_id,
    said
});

struct PlainValue {
    id: String,
    value: String,
}
from_row!(PlainValue { id, value });

/// A value with marks in it, ready to be written.
struct Scrubbed {
    value: SealedValue,
    scope: Scope,
    text: String,
    sealed: Vec<u8>,
    key: Arc<DataKey>,
}

impl OrgStore<'_> {
    /// Looks through everything once. Tells how many rows held something; some of them may hold it still, since they
    /// were written to at the same moment.
    pub(super) async fn scrub_everything(&self, words: &Words) -> Result<u64, StoreError> {
        let mut held = 0;
        for column in &SEALED {
            let (mut id, mut no) = (String::new(), 0);
            loop {
                let page = self.sealed_values(column.page, &id, no).await?;
                let Some(last) = page.last() else { break };
                (id, no) = (last.id.clone(), last.no);
                held += self.scrub_values(column, page, words).await?;
            }
        }
        for column in &PLAIN {
            held += self.scrub_plain(column, words).await?;
        }
        Ok(held)
    }

    /// Puts marks into those of the values that hold something; tells how many did.
    pub(super) async fn scrub_values(
        &self,
        column: &SealedColumn,
        values: Vec<SealedValue>,
        words: &Words,
    ) -> Result<u64, StoreError> {
        let scopes = values.iter().filter_map(|value| value.scope.clone());
        let mut scopes: Vec<String> = scopes.collect();
        scopes.sort_unstable();
        scopes.dedup();
        let keys = self.store.inner.keys.find_many(&scopes).await?;
        let mut scrubbed = Vec::new();
        for value in values {
            let key = value.scope.as_ref().and_then(|scope| keys.get(scope));
            // What has no key is forgotten already.
            if let Some(Some(key)) = key {
                scrubbed.extend(scrub_value(column, value, Arc::clone(key), words)?);
            }
        }
        let held = scrubbed.len() as u64;
        stream::iter(scrubbed)
            .map(|one| self.put_back(column, one))
            .buffer_unordered(AT_ONCE)
            .try_collect::<()>()
            .await?;
        Ok(held)
    }

    pub(super) async fn sealed_values(
        &self,
        sql: Sql,
        id: &str,
        no: i64,
    ) -> Result<Vec<SealedValue>, StoreError> {
        let (org, id) = (self.org, id.to_owned());
        self.db()
            .read(transaction!(|tx| {
                tx.fetch_all(sql, params![org, id.as_str(), no, PAGE]).await
            }))
            .await
    }

    async fn scrub_plain(&self, column: &PlainColumn, words: &Words) -> Result<u64, StoreError> {
        let (org, column, mut after, mut held) = (self.org, *column, String::new(), 0);
        let at = Standing {
            scope: &Scope::Org(org).to_string(),
            said: false,
            cut: false,
        };
        loop {
            let from = after.clone();
            let page: Vec<PlainValue> = self
                .db()
                .read(transaction!(|tx| {
                    tx.fetch_all(column.page, params![org, from.as_str(), PAGE])
                        .await
                }))
                .await?;
            let Some(last) = page.last() else {
                return Ok(held);
            };
            after.clone_from(&last.id);
            for PlainValue { id, value } in page {
                let Some(scrubbed) = words.scrub(&value, at) else {
                    continue;
                };
                held += 1;
                self.db()
                    .write(transaction!(|tx| {
                        let row = params![scrubbed.as_str(), org, id.as_str(), value.as_str()];
                        tx.execute(column.write, row).await
                    }))
                    .await?;
            }
        }
    }

    async fn put_back(&self, column: &SealedColumn, one: Scrubbed) -> Result<(), StoreError> {
        let (store, column, of_org) = (self.store.clone(), *column, self.org);
        self.db()
            .write(transaction!(|tx| {
                store.org(of_org).put_back_in(tx, &column, &one).await
            }))
            .await
    }

    async fn put_back_in(
        &self,
        tx: &mut Tx<'_>,
        column: &SealedColumn,
        one: &Scrubbed,
    ) -> Result<(), StoreError> {
        let (org, now, value) = (self.org, self.store.now(), &one.value);
        // The thread first: a worker takes it first as well, and so neither waits for the other.
        if let Some(thread) = value.thread_id {
            tx.execute(TOUCH, params![org, thread]).await?;
            if let Some(turn) = value.turn_id {
                tx.execute(REDACT, params![org, thread, turn]).await?;
            }
        }
        if self.put_value_back(tx, column, one).await?
            && let Some(action) = column.scrubbed()
        {
            // The sealed text and not the text: what is left may tell what is gone.
            let subject = column.subject(value);
            let noted = Entry::new(self.store.ids(), "system", action, subject, &one.sealed);
            audit::note(tx, org, &noted, now).await?;
        }
        if let Some(thread) = value.thread_id {
            let stream = thread.to_string();
            tx.execute(UNSHOW, params![org, stream.as_str()]).await?;
        }
        Ok(())
    }

    /// Tells whether it was still as it was read.
    async fn put_value_back(
        &self,
        tx: &mut Tx<'_>,
        column: &SealedColumn,
        one: &Scrubbed,
    ) -> Result<bool, StoreError> {
        let (org, now, value) = (self.org, self.store.now(), &one.value);
        let (new, old, id, no) = (&one.sealed, &value.sealed, value.id.as_str(), value.no);
        let written = match column.kind {
            Kind::Plain => {
                let row = params![new, org, id, no, old];
                tx.execute(column.write, row).await?
            }
            Kind::Approval => {
                let hash = one.key.blind("approval", &one.text);
                let row = params![new, org, id, no, old, &hash, now];
                tx.execute(column.write, row).await?
            }
            Kind::Effect => {
                let hash = one.key.blind("effect", &one.text);
                outbox::withdraw(tx, self.store.ids(), (org, parsed(id)?), now).await?;
                let row = params![new, org, id, no, old, &hash];
                tx.execute(column.write, row).await?
            }
            Kind::File => {
                let (file, write) = ((parsed(id)?, no), (column.write, old, new));
                let of = (&*one.key, value.place.as_str(), one.text.as_str());
                return files::scrubbed(tx, (org, now), file, write, of).await;
            }
            Kind::Passage | Kind::PassageMeta => {
                self.put_passage_back(tx, column, one).await?;
                return Ok(true);
            }
        };
        Ok(written > 0)
    }

    async fn put_passage_back(
        &self,
        tx: &mut Tx<'_>,
        column: &SealedColumn,
        one: &Scrubbed,
    ) -> Result<(), StoreError> {
        let (org, now, value) = (self.org, self.store.now(), &one.value);
        let id: PassageId = parsed(&value.id)?;
        if column.kind == Kind::Passage && one.text == MARK {
            return passages::delete(tx, org, &Derived::Passage(id), now)
                .await
                .map(|_| ());
        }
        let place = memory_scopes::hold(tx, org, one.scope).await? + 1;
        let (new, old, no) = (&one.sealed, &value.sealed, value.no);
        let row = params![new, org, value.id.as_str(), no, old, place];
        if tx.execute(column.write, row).await? == 0 {
            return Ok(());
        }
        memory_scopes::advance(tx, org, one.scope, 1).await?;
        drop_snapshots(tx, org, one.scope).await?;
        if column.kind == Kind::PassageMeta {
            let meta: PassageMeta =
                serde_json::from_str(&one.text).map_err(StoreError::internal)?;
            tx.execute(UNTAG, params![org, id]).await?;
            passages::file(tx, (org, id), &meta, &one.key).await?;
        }
        Ok(())
    }
}

impl SealedColumn {
    /// What is noted of a value that was on the record as it was: `verify` compares it with what is noted last.
    fn scrubbed(&self) -> Option<&'static str> {
        match self.table {
            "event" => Some("event.scrubbed"),
            "step" => Some("step.scrubbed"),
            "approval" => Some("approval.scrubbed"),
            "consent" => Some("consent.scrubbed"),
            "effect" => Some("effect.scrubbed"),
            "suggestion" => Some("suggestion.scrubbed"),
            "notice" => Some("notice.scrubbed"),
            "block" => Some("block.scrubbed"),
            "workspace_revision" => Some("file.scrubbed"),
            _ => None,
        }
    }

    /// What the record calls it.
    fn subject<'v>(&self, value: &'v SealedValue) -> &'v str {
        match self.table {
            "step" => &value.place,
            _ => &value.id,
        }
    }
}

/// Nothing if there is nothing to forget in it.
fn scrub_value(
    column: &SealedColumn,
    value: SealedValue,
    key: Arc<DataKey>,
    words: &Words,
) -> Result<Option<Scrubbed>, StoreError> {
    let place = Place {
        table: column.table,
        column: column.column,
        row: &value.place,
    };
    let scope = value.scope.as_deref().unwrap_or_default();
    let text = match key.open_text(place, &value.sealed) {
        Ok(text) => text,
        Err(error) => {
            // Nobody can read it, and the rest must not wait for it.
            tracing::warn!(%error, "a row cannot be looked through");
            return Ok(None);
        }
    };
    let at = match column.table {
        // What a person is called is said by the team, wherever it is kept: their name is not lost to a text that has
        // little more than the name in it.
        "contact" => Standing {
            scope: "",
            said: true,
            cut: false,
        },
        _ => Standing {
            scope,
            said: value.said != 0,
            // A chat is called what was said in it first, as far as that goes.
            cut: column.column == "title_enc",
        },
    };
    let Some(text) = words.scrub(&text, at) else {
        return Ok(None);
    };
    Ok(Some(Scrubbed {
        scope: scope.parse().map_err(StoreError::internal)?,
        sealed: key.seal(place, text.as_bytes())?,
        text,
        key,
        value,
    }))
}

fn parsed<T: std::str::FromStr>(id: &str) -> Result<T, StoreError> {
    id.parse()
        .map_err(|_| StoreError::internal("a row has an id that is none"))
}
