//! From what was said to passages that can be found.

use steward_model::{Author, ContactId, Flag, OrgId, PassageId, Scope, ThreadId};
use steward_store::{
    Embedding, Inserted, Item, ItemsToIndex, NewPassage, Page, Passage, PassageMeta, StoreError,
    WaitingPassages,
};

use crate::chunks::parts;
use crate::{Error, Library, Vector};

/// What kind of passage a message is.
pub const MESSAGE: &str = "message";

/// What kind of passage an agent or a person stored.
pub const ARCHIVAL: &str = "archival";

/// What kind of passage a summary of a thread is.
pub const SUMMARY: &str = "summary";

/// Threads, items and passages of one round: small enough to end soon, large enough to catch up.
const THREADS: u32 = 64;
const ITEMS: u32 = 256;
const PASSAGES: u32 = 256;

/// Parts that a transformer embeds while somebody waits.
const FEW: usize = 4;

/// Parts of one message that are indexed.
const MESSAGE_PARTS: usize = 64;

/// What somebody said, as an item holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Utterance {
    /// Who.
    pub speaker: String,
    /// What.
    pub text: String,
}

/// What was embedded in one go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Embedded {
    /// How many passages have a vector now.
    pub passages: u64,
    /// The last that was looked at.
    pub last: PassageId,
}

/// Reads an item; nothing for one that is not to be remembered.
pub type ReadItem = fn(&Item) -> Option<Utterance>;

impl Library {
    /// Indexes what was said since the last time.
    ///
    /// # Errors
    /// The rows or the embedding service cannot be reached. What was not indexed is found again the next time.
    pub async fn index_threads(&self, read: ReadItem) -> Result<(), Error> {
        let mut after = None;
        loop {
            let threads = self.store().threads_to_index(after, THREADS).await?;
            for thread in &threads {
                match self.index_thread(thread.org_id, thread.id, read).await {
                    Ok(()) => {}
                    // It holds nothing that anybody could read; the next threads must not wait for it.
                    Err(Error::Store(
                        error @ (StoreError::Tampered { .. } | StoreError::Forgotten),
                    )) => {
                        tracing::warn!(thread = %thread.id, %error, "a thread cannot be indexed");
                    }
                    Err(error) => return Err(error),
                }
            }
            match threads.last() {
                Some(last) if threads.len() == THREADS as usize => after = Some(last.id),
                _ => return Ok(()),
            }
        }
    }

    /// Embeds passages of an organisation that have no vector of this model yet. Tells how many it embedded.
    ///
    /// # Errors
    /// As for [`Self::index_threads`].
    pub async fn embed_waiting(&self, org: OrgId) -> Result<u64, Error> {
        let (mut all, mut after) = (0, None);
        while let Some(some) = self.embed_some(org, after).await? {
            all += some.passages;
            after = Some(some.last);
        }
        Ok(all)
    }

    /// The same for a few of them, after one in the order of ids; nothing if none are left. Whoever is stopped in between
    /// goes on where they were: what is embedded does not wait any more.
    ///
    /// # Errors
    /// As for [`Self::index_threads`].
    pub async fn embed_some(
        &self,
        org: OrgId,
        after: Option<PassageId>,
    ) -> Result<Option<Embedded>, Error> {
        let page = Page {
            after: after.map(|id| id.to_string()),
            limit: PASSAGES,
        };
        if !self.may_embed(org) {
            return Ok(None);
        }
        let of_org = self.store().org(org);
        let mark = self.meaning().mark();
        if mark.kept().is_none() && of_org.passage_counts().await?.is_empty() {
            // Nobody has to be asked how long the vectors of nothing are.
            return Ok(None);
        }
        let mark = self.meaning().known_mark().await?;
        let waiting = of_org.waiting_passages(&mark, &page).await?;
        let Some(last) = waiting.last().map(|passage| passage.id) else {
            return Ok(None);
        };
        let texts = waiting.iter().map(|passage| passage.text.as_str());
        let texts: Vec<&str> = texts.collect();
        let vectors = self.meaning().embed(&texts).await?;
        let mut scopes: Vec<Scope> = waiting.iter().map(|passage| passage.scope).collect();
        scopes.sort_unstable();
        scopes.dedup();
        let mut passages = 0;
        for scope in scopes {
            let both = waiting.iter().zip(&vectors);
            let own = both.filter(|(passage, _)| passage.scope == scope);
            let own = own.map(|(passage, vector)| (passage.id, self.embedding(vector)));
            passages += of_org.set_vectors(scope, own.collect()).await?;
        }
        Ok(Some(Embedded { passages, last }))
    }

    /// How many passages wait for a vector. A service that has not answered yet is taken to make them as long as it did.
    ///
    /// # Errors
    /// The rows cannot be reached.
    pub async fn waiting(&self, org: OrgId) -> Result<WaitingPassages, Error> {
        let (of_org, mark) = (self.store().org(org), self.meaning().mark());
        match mark.kept() {
            Some(kept) => Ok(of_org.waiting_counts(kept).await?),
            None => {
                let waiting = of_org.waiting_counts(self.meaning().name()).await?;
                let embedded = of_org.embedded_counts().await?;
                let others = embedded.iter().filter(|by| !mark.is_on(&by.model));
                Ok(WaitingPassages {
                    outdated: others.map(|by| by.passages).sum(),
                    ..waiting
                })
            }
        }
    }

    /// Remembers a text that somebody stored in a scope, in as many parts as it needs. The same source again is the same
    /// text again.
    ///
    /// # Errors
    /// The rows cannot be reached. A service that does not embed now does so later.
    pub async fn remember(
        &self,
        org: OrgId,
        scope: Scope,
        text: &str,
        like: &NewPassage,
        by: Author,
    ) -> Result<Vec<Inserted>, Error> {
        let of_org = self.store().org(org);
        let passages = self.passages(org, text, like).await;
        Ok(of_org.store_passages(scope, passages, by).await?)
    }

    /// A text in as many passages as it needs, for whoever writes them together with something else.
    pub async fn passages(&self, org: OrgId, text: &str, like: &NewPassage) -> Vec<NewPassage> {
        let parts = parts(text);
        let vectors = self.embed_now(org, &parts).await;
        let passages = parts.iter().enumerate().map(|(index, part)| NewPassage {
            text: (*part).to_owned(),
            chunk_index: index as i64,
            embedding: vectors.get(index).map(|vector| self.embedding(vector)),
            ..like.clone()
        });
        passages.collect()
    }

    async fn index_thread(
        &self,
        org: OrgId,
        thread: ThreadId,
        read: ReadItem,
    ) -> Result<(), Error> {
        let of_org = self.store().org(org);
        while self.may_embed(org)
            && let Some(found) = of_org.items_to_index(thread, ITEMS).await?
        {
            let passages = self.passages_of(org, thread, &found, read).await?;
            let (range, scope) = ((found.from, found.upto), found.scope);
            let marked = of_org.mark_indexed(thread, range, scope, passages).await?;
            if marked.is_none() || found.from == found.upto {
                // Somebody else is at it.
                break;
            }
        }
        Ok(())
    }

    async fn passages_of(
        &self,
        org: OrgId,
        thread: ThreadId,
        found: &ItemsToIndex,
        read: ReadItem,
    ) -> Result<Vec<NewPassage>, Error> {
        let of_org = self.store().org(org);
        let own = match of_org.agent(found.agent_id).await? {
            Some(agent) => agent
                .settings
                .memory_mode
                .keeps_own()
                .then_some(found.agent_id),
            None => None,
        };
        let mut passages = Vec::new();
        for item in &found.items {
            let Some(said) = read(item) else { continue };
            // A message that is longer than a document was not meant to be remembered word by word.
            let mut all = parts(&said.text);
            all.truncate(MESSAGE_PARTS);
            let vectors = self.embed_now(org, &all).await;
            for (index, part) in all.iter().enumerate() {
                passages.push(NewPassage {
                    agent_id: own,
                    embedding: vectors.get(index).map(|vector| self.embedding(vector)),
                    chunk_index: index as i64,
                    text: (*part).to_owned(),
                    ..message(found, thread, item, &said)
                });
            }
        }
        Ok(passages)
    }

    /// Vectors if the model is at hand and quick. What takes longer, or a service must be asked for, waits for [`Self::embed_waiting`], so that what was
    /// said is on record before anybody is asked. So does everything while indexing is switched off.
    pub(crate) async fn embed_now(&self, org: OrgId, texts: &[&str]) -> Vec<Vector> {
        match self.meaning() {
            _ if !self.may_embed(org) => Vec::new(),
            crate::Meaning::BuiltIn(_) => self.meaning().embed(texts).await.unwrap_or_default(),
            crate::Meaning::Folder(_) if texts.len() <= FEW => {
                self.meaning().embed(texts).await.unwrap_or_default()
            }
            crate::Meaning::Folder(_) | crate::Meaning::Service(_) => Vec::new(),
        }
    }

    pub(crate) fn may_embed(&self, org: OrgId) -> bool {
        self.store().switches().is_on(org, Flag::Indexing)
    }

    pub(crate) fn embedding(&self, vector: &Vector) -> Embedding {
        Embedding {
            model: self.meaning().mark_of(vector),
            vector: vector.as_slice().to_vec(),
        }
    }
}

fn message(found: &ItemsToIndex, thread: ThreadId, item: &Item, said: &Utterance) -> NewPassage {
    NewPassage {
        agent_id: None,
        thread_id: Some(thread),
        contact_id: contact(found.scope),
        source: MESSAGE.to_owned(),
        // The place is part of the name, so that neighbours are known by it.
        source_ref: format!("{thread}:{}", item.seq),
        chunk_index: 0,
        integrity: item.integrity,
        text: String::new(),
        meta: PassageMeta {
            speaker: Some(said.speaker.clone()),
            ..PassageMeta::default()
        },
        priority: 0,
        embedding: None,
        occurred_at: item.created_at,
    }
}

fn contact(scope: Scope) -> Option<ContactId> {
    match scope {
        Scope::Contact(contact) => Some(contact),
        Scope::Org(_) | Scope::Member(_) | Scope::Agent(_) => None,
    }
}

/// The place of a message on its thread; nothing for other passages.
pub fn place_on_thread(passage: &Passage) -> Option<(ThreadId, i64)> {
    let (_, place) = passage.source_ref.rsplit_once(':')?;
    let place = place.parse().ok().filter(|_| passage.source == MESSAGE)?;
    Some((passage.thread_id?, place))
}
