//! Forgetting: a text is taken out of every row that holds it, whoever quoted it.
//!
//! What is asked for is written down first, with the texts, sealed. A job then looks through everything until it finds no
//! more of them. Killed at any point, it begins again; asked twice, it finds nothing the second time.

mod collect;
mod lineage;
pub(crate) mod look;
pub(crate) mod places;
pub(crate) mod scrub;
mod words;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use steward_model::{JobId, OrgId, PassageId, Scope, ThreadId, Timestamp, TurnId};

use self::words::{Reach, Words};
use crate::audit::{self, Entry};
use crate::crypto::Place;
use crate::db::{Tx, transaction};
use crate::jobs::{self, NewJob};
use crate::passages::{self, Derived};
use crate::row::{Only, from_row};
use crate::sql::{Sql, params, statements};
use crate::{OrgStore, Passage, StoreError};

/// The kind of job that carries it out.
pub const FORGET: &str = "forget";

/// The source of a passage that was said on a thread.
const MESSAGE: &str = "message";

/// What is asked for is carried out together, up to this much at once.
const TOGETHER: i64 = 1_000;

/// Looks in a row at most; what still turns up then is being written again and again.
const MOST_PASSES: usize = 4;

statements! {
    INSERT = "insert into forgetting (id, org_id, subject, scope, words_enc, created_at) values ($1, $2, $3, $4, $5, $6)";
    // What was begun is ended before more is begun: new wishes do not keep old ones waiting.
    LIST = "select id, subject, scope, words_enc, waits_for from forgetting where org_id = $1
        order by case when waits_for is null then 1 else 0 end, id limit $2";
    WAIT = "update forgetting set waits_for = $1 where org_id = $2 and id = $3";
    DELETE = "delete from forgetting where org_id = $1 and id = $2";
    // Whoever runs a turn may have read a text before it was taken out of the rows.
    RUNNING = "select t.id as value from turn t join thread h on h.org_id = $1 and h.id = t.thread_id
        where t.org_id = $1 and t.state = 'open' and h.state = 'running'";
}

/// The statements of this file and the files below it.
pub(crate) const ALL_STATEMENTS: [&[Sql]; 5] = [
    STATEMENTS,
    collect::STATEMENTS,
    lineage::STATEMENTS,
    places::STATEMENTS,
    scrub::STATEMENTS,
];

/// How far forgetting has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Forgot {
    /// Nothing that was asked for is held anywhere.
    Everything,
    /// A turn under way, or a message that is being sent, may hold something still: look again soon.
    NotYet,
}

/// What is asked for.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Asked {
    texts: Vec<String>,
    #[serde(default)]
    addresses: Vec<String>,
    /// A message by its place, and what it says: it goes however short it is.
    #[serde(default)]
    message: Option<(ThreadId, i64, String)>,
}

/// What is asked for, sealed.
struct ReadyAsked {
    id: String,
    subject: String,
    scope: Scope,
    words_enc: Vec<u8>,
    noted: Entry,
    job: (JobId, NewJob),
}

struct SealedAsked {
    id: String,
    subject: String,
    scope: Scope,
    words_enc: Vec<u8>,
    waits_for: Option<String>,
}
from_row!(SealedAsked {
    id,
    subject,
    scope,
    words_enc,
    waits_for
});

impl OrgStore<'_> {
    /// Forgets a passage, and a message that it is a part of: it is not found any more from now on, and a job takes it out
    /// of everything else. `by` is who asked, as the record names them. Tells whether there was one.
    pub async fn forget_passage(&self, id: PassageId, by: &str) -> Result<bool, StoreError> {
        let Some(passage) = self.passage(id).await? else {
            return Ok(false);
        };
        let parts = match passage.source.as_str() {
            MESSAGE => self.whole_source(&passage.source_ref).await?,
            _ => vec![passage],
        };
        self.forget_parts(format!("passage:{id}"), parts, by)
            .await?;
        Ok(true)
    }

    /// As [`Self::forget_passage`], for everything that was made of one source, like a document. Tells how many passages.
    pub async fn forget_source(&self, source_ref: &str, by: &str) -> Result<u64, StoreError> {
        let parts = self.whole_source(source_ref).await?;
        let count = parts.len() as u64;
        self.forget_parts(format!("source:{source_ref}"), parts, by)
            .await?;
        Ok(count)
    }

    /// Carries out what was asked for until nothing of it is held anywhere. May be done again at any time.
    ///
    /// It is not enough to look once: a turn that had read a text may write it where was looked before. So everything is
    /// looked through again once those turns are over, until a look finds nothing.
    pub async fn forget_asked(&self) -> Result<Forgot, StoreError> {
        for _ in 0..MOST_PASSES {
            let asked = self.asked().await?;
            if asked.is_empty() {
                // The last copies are in the files of the database, and those of what was asked for.
                self.db().wipe().await?;
                return Ok(Forgot::Everything);
            }
            if !self.look_through(asked).await? {
                return Ok(Forgot::NotYet);
            }
        }
        Ok(Forgot::NotYet)
    }

    /// What was begun, or else what is to be begun.
    async fn asked(&self) -> Result<Vec<SealedAsked>, StoreError> {
        let org = self.org;
        let mut asked: Vec<SealedAsked> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_all(LIST, params![org, TOGETHER]).await
            }))
            .await?;
        if asked.iter().any(|one| one.waits_for.is_some()) {
            asked.retain(|one| one.waits_for.is_some());
        }
        Ok(asked)
    }

    /// Looks through everything once. Tells whether it makes sense to go on at once.
    async fn look_through(&self, asked: Vec<SealedAsked>) -> Result<bool, StoreError> {
        let mut waits_for: BTreeSet<TurnId> = BTreeSet::new();
        for list in asked.iter().filter_map(|one| one.waits_for.as_deref()) {
            let turns: Vec<TurnId> = serde_json::from_str(list).map_err(StoreError::internal)?;
            waits_for.extend(turns);
        }
        if !self.running_turns().await?.is_disjoint(&waits_for) {
            return Ok(false);
        }
        for one in &asked {
            self.end_person(&one.subject).await?;
        }
        let words = self.words(&asked).await?;
        let held = match words.is_empty() {
            true => 0,
            false => self.scrub_everything(&words).await?,
        };
        if held == 0 && asked.iter().all(|one| one.waits_for.is_some()) {
            for one in asked {
                self.end_asked(one).await?;
            }
            return Ok(true);
        }
        let running = self.running_turns().await?;
        let list = serde_json::to_string(&running).map_err(StoreError::internal)?;
        self.wait_for(asked, list).await?;
        Ok(running.is_empty())
    }

    async fn wait_for(&self, asked: Vec<SealedAsked>, turns: String) -> Result<(), StoreError> {
        let org = self.org;
        self.db()
            .write(transaction!(|tx| {
                for one in &asked {
                    let row = params![turns.as_str(), org, one.id.as_str()];
                    tx.execute(WAIT, row).await?;
                }
                Ok(())
            }))
            .await
    }

    async fn forget_parts(
        &self,
        subject: String,
        mut parts: Vec<Passage>,
        by: &str,
    ) -> Result<(), StoreError> {
        let Some(first) = parts.first() else {
            return Ok(());
        };
        let scope = first.scope;
        let message = match first.source.as_str() {
            MESSAGE => self.message_behind(first).await?,
            _ => None,
        };
        let mut texts: Vec<String> = parts.iter().map(|part| part.text.clone()).collect();
        if let Some((thread, seq, text)) = &message {
            texts.push(text.clone());
            texts.extend(self.written_because_of(*thread, *seq).await?);
        }
        let asked = Asked {
            texts,
            message,
            addresses: Vec::new(),
        };
        let ready = self.ready_asked(subject, scope, &asked, by).await?;
        // In the order in which whoever inserts holds the scopes.
        parts.sort_by_key(|part| part.scope);
        let (org, now) = (self.org, self.store.now());
        self.db()
            .write(transaction!(|tx| {
                for part in &parts {
                    passages::delete(tx, org, &Derived::Passage(part.id), now).await?;
                }
                ready.write(tx, org, now).await
            }))
            .await
    }

    async fn ready_asked(
        &self,
        subject: String,
        scope: Scope,
        asked: &Asked,
        by: &str,
    ) -> Result<ReadyAsked, StoreError> {
        let ids = self.store.ids();
        let id = ids.next().to_string();
        let key = self.store.org(self.org).blind_key().await?;
        let texts = serde_json::to_vec(asked).map_err(StoreError::internal)?;
        let job = NewJob {
            kind: FORGET.to_owned(),
            subject: subject.clone(),
            dedupe_key: id.clone(),
            run_at: self.store.now(),
        };
        Ok(ReadyAsked {
            words_enc: key.seal(place(&id), &texts)?,
            // Of the texts not even a hash is kept.
            noted: Entry::new(ids, by, "memory.forgetting", subject.as_str(), b""),
            job: (JobId::generate(ids), job),
            id,
            subject,
            scope,
        })
    }

    async fn words(&self, asked: &[SealedAsked]) -> Result<Words, StoreError> {
        let mut words = Words::default();
        let key = self.blind_key().await?;
        for one in asked {
            let json = key.open(place(&one.id), &one.words_enc)?;
            let asked: Asked = serde_json::from_slice(&json).map_err(StoreError::internal)?;
            let reach = match one.subject.split(':').next() {
                Some("contact") => Reach::Copies,
                Some("member") => Reach::Quotes,
                _ => Reach::Everywhere,
            };
            let scope = one.scope.to_string();
            for text in &asked.texts {
                words.add(text, &scope, &reach);
            }
            for address in &asked.addresses {
                words.add_address(address);
            }
            if let Some((thread, seq, text)) = &asked.message {
                // A summary may say it in other words.
                self.drop_summaries_covering(*thread, *seq).await?;
                self.scrub_message(*thread, *seq, text).await?;
            }
        }
        Ok(words)
    }

    async fn running_turns(&self) -> Result<BTreeSet<TurnId>, StoreError> {
        let org = self.org;
        let running: Vec<Only<TurnId>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_all(RUNNING, params![org]).await
            }))
            .await?;
        Ok(running.into_iter().map(|turn| turn.0).collect())
    }

    async fn end_asked(&self, asked: SealedAsked) -> Result<(), StoreError> {
        let (org, now) = (self.org, self.store.now());
        let subject = asked.subject.as_str();
        let noted = Entry::new(self.store.ids(), "system", "memory.forgotten", subject, b"");
        self.db()
            .write(transaction!(|tx| {
                if tx.execute(DELETE, params![org, asked.id.as_str()]).await? > 0 {
                    audit::note(tx, org, &noted, now).await?;
                }
                Ok(())
            }))
            .await
    }

    /// Somebody who was to be forgotten when the process died is forgotten now.
    async fn end_person(&self, subject: &str) -> Result<(), StoreError> {
        match subject.parse() {
            Ok(Scope::Contact(id)) => self.end_contact(id).await.map(|_| ()),
            Ok(Scope::Member(id)) => self.delete_member(id).await.map(|_| ()),
            _ => Ok(()),
        }
    }
}

impl ReadyAsked {
    async fn write(&self, tx: &mut Tx<'_>, org: OrgId, now: Timestamp) -> Result<(), StoreError> {
        let (id, subject) = (self.id.as_str(), self.subject.as_str());
        let row = params![id, org, subject, self.scope, &self.words_enc, now];
        tx.execute(INSERT, row).await?;
        let (job, new) = &self.job;
        jobs::enqueue(tx, org, *job, new, now).await?;
        audit::note(tx, org, &self.noted, now).await
    }
}

fn place(row: &str) -> Place<'_> {
    Place {
        table: "forgetting",
        column: "words_enc",
        row,
    }
}
