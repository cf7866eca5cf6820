//! Searching what is remembered: the indexes of scopes, in memory within a budget, and the passages behind their hits.

mod shelf;
mod together;
mod upkeep;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use steward_model::{AgentId, OrgId, PassageId, Scope};
use steward_store::{Passage, Store, StoreError, WORKSPACE};
use tokio::time::timeout;
use uuid::Uuid;

use self::shelf::Shelf;
pub use self::upkeep::Usage;
use crate::accounts::Accounts;
use crate::meaning::model_in;
use crate::recollection::Recollections;
use crate::{Error, Hit, Meaning, Query, Why};

/// Where the files of accounts lie.
const ACCOUNTS: &str = "accounts/";
/// How long a search waits for the meaning of its question.
const PATIENCE: Duration = Duration::from_secs(2);
/// Messages leave room for the parts of a long one between them.
const PARTS: u32 = 64;

type Key = (OrgId, Scope);

/// Finds a model by the name that is kept with vectors.
type FindModel = Box<dyn Fn(&str) -> Option<Meaning> + Send + Sync>;

/// What is remembered, ready to be searched. Cheap to clone.
#[derive(Clone)]
pub struct Library {
    inner: Arc<Inner>,
}

struct Inner {
    store: Store,
    meaning: Meaning,
    /// Other models that can still be asked, by their names.
    former: FindModel,
    /// The most bytes that indexes may take together.
    budget: usize,
    shelves: Mutex<HashMap<Key, Arc<Shelf>>>,
    /// How far scopes were read before anybody asked, so that one for which there is no room is not read again and again.
    ahead: Mutex<HashMap<Key, i64>>,
    /// Counts searches, to know which index was not asked for the longest.
    clock: AtomicU64,
    recollections: Recollections,
    accounts: Accounts,
}

/// Who searches, which decides whose memories it may see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    /// A person, or whoever may see everything in the scopes.
    Anyone,
    /// An agent: what is shared, and its own.
    Agent(AgentId),
    /// An agent that keeps to itself: its own alone.
    Isolated(AgentId),
}

/// How much is remembered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// What agents and people stored.
    pub archival: usize,
    /// What was said.
    pub recall: usize,
}

/// A passage that was found, and why.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// What it says and where it came from.
    pub passage: Passage,
    /// How good it is. Comparable between scopes.
    pub score: f32,
    /// What that is made of.
    pub why: Why,
}

/// What a search found.
#[derive(Debug, Clone)]
pub struct Searched {
    /// Best first.
    pub found: Vec<Found>,
    /// Whether the meaning of the question could not be had in time, so that its words decided.
    pub by_words_alone: bool,
}

/// What several found.
pub(crate) struct SearchedAll {
    /// For each query, best first.
    pub(crate) found: Vec<Vec<Found>>,
    /// The place up to which each scope was known.
    pub(crate) places: Vec<i64>,
    by_words_alone: bool,
}

impl Library {
    /// Nothing is read before somebody searches.
    pub fn new(store: Store, meaning: Meaning, budget: usize) -> Self {
        Self::with_former(store, meaning, budget, |_| None)
    }

    /// The same, where models that made earlier vectors can still be asked: until everything is embedded again, what
    /// waits is found by those. The built-in model always can.
    pub fn with_former(
        store: Store,
        meaning: Meaning,
        budget: usize,
        former: impl Fn(&str) -> Option<Meaning> + Send + Sync + 'static,
    ) -> Self {
        let inner = Inner {
            accounts: Accounts::new(store.clone()),
            store,
            meaning,
            former: Box::new(former),
            budget,
            shelves: Mutex::default(),
            ahead: Mutex::default(),
            clock: AtomicU64::new(0),
            recollections: Recollections::default(),
        };
        Self {
            inner: Arc::new(inner),
        }
    }

    /// Where vectors come from.
    pub fn meaning(&self) -> &Meaning {
        &self.inner.meaning
    }

    /// The accounts of the workspaces beside it.
    pub fn accounts(&self) -> &Accounts {
        &self.inner.accounts
    }

    /// Where passages are kept.
    pub fn store(&self) -> &Store {
        &self.inner.store
    }

    /// The best passages of these scopes.
    ///
    /// # Errors
    /// The rows or the embedding service cannot be reached.
    pub async fn search(
        &self,
        org: OrgId,
        scopes: &[Scope],
        reader: Reader,
        query: &Query,
    ) -> Result<Searched, Error> {
        let queries = std::slice::from_ref(query);
        let mut all = self.search_all(org, scopes, reader, queries).await?;
        Ok(Searched {
            found: all.found.pop().unwrap_or_default(),
            by_words_alone: all.by_words_alone,
        })
    }

    /// The same for several queries at once, which read the rows together.
    pub(crate) async fn search_all(
        &self,
        org: OrgId,
        scopes: &[Scope],
        reader: Reader,
        queries: &[Query],
    ) -> Result<SearchedAll, Error> {
        let places = self.inner.store.org(org).memory_places(scopes).await?;
        // What is known of one customer is not for the ears of another, whatever an agent searches for.
        let with_contact = scopes
            .iter()
            .any(|scope| matches!(scope, Scope::Contact(_)));
        let to_contact = with_contact && reader != Reader::Anyone;
        let shelves = self.fresh_shelves(org, scopes, &places).await?;
        let mut hits = Vec::with_capacity(queries.len());
        let mut by_words_alone = false;
        for query in queries {
            let (of_query, without_meaning) = self.search_shelves(&shelves, query).await;
            by_words_alone |= without_meaning;
            hits.push(of_query);
        }
        let mut found: Vec<Vec<Found>> = vec![Vec::new(); queries.len()];
        // As many at a time as are wanted: most of them are there, and may be seen.
        let most = queries.iter().map(|query| query.limit).max().unwrap_or(0);
        let longest = hits.iter().map(Vec::len).max().unwrap_or(0);
        for taken in (0..longest).step_by(most.max(1)) {
            let lacking = hits.iter().zip(&found).zip(queries);
            let lacking = lacking.filter(|((_, found), query)| found.len() < query.limit);
            let wanted: Vec<Hit> = lacking
                .flat_map(|((hits, _), _)| hits.iter().skip(taken).take(most).copied())
                .collect();
            if wanted.is_empty() {
                break;
            }
            let read = self.read(org, &wanted).await?;
            for ((hits, found), query) in hits.iter().zip(&mut found).zip(queries) {
                let next = hits.iter().skip(taken).take(most);
                let next = next.filter_map(|hit| seen(&read, hit, reader));
                let next = next.filter(|found| {
                    let of_account = is_of_account(&found.passage);
                    !of_account || query.accounts && !to_contact
                });
                found.extend(next.take(query.limit - found.len()));
            }
        }
        Ok(SearchedAll {
            found,
            places,
            by_words_alone,
        })
    }

    /// The passages behind hits, each once, without those that were deleted since.
    async fn read(&self, org: OrgId, hits: &[Hit]) -> Result<HashMap<Uuid, Passage>, Error> {
        let mut ids: Vec<Uuid> = hits.iter().map(|hit| hit.id).collect();
        ids.sort_unstable();
        ids.dedup();
        let ids = ids.into_iter().map(PassageId::from_uuid).collect();
        let passages = self.inner.store.org(org).passages_named(ids).await?;
        let by_id = passages
            .into_iter()
            .map(|passage| (*passage.id.as_uuid(), passage));
        Ok(by_id.collect())
    }

    /// Drops what is in memory of a scope: it was forgotten.
    pub fn drop_scope(&self, org: OrgId, scope: Scope) {
        self.lock().remove(&(org, scope));
        self.inner.recollections.drop_scope(org, scope);
    }

    /// How much is remembered in these scopes, about. Nothing is read for it: `None` unless their indexes are in memory.
    pub fn counts(&self, org: OrgId, scopes: &[Scope]) -> Option<Counts> {
        let shelves = {
            let shelves = self.lock();
            let open = scopes
                .iter()
                .map(|scope| shelves.get(&(org, *scope)).cloned());
            open.collect::<Option<Vec<_>>>()?
        };
        let mut all = Counts::default();
        for shelf in shelves {
            let counts = shelf.counts()?;
            all.archival += counts.archival;
            all.recall += counts.recall;
        }
        Some(all)
    }

    pub(crate) fn recollections(&self) -> &Recollections {
        &self.inner.recollections
    }

    /// The indexes of these scopes as the rows are now, without those of scopes that are gone.
    async fn fresh_shelves(
        &self,
        org: OrgId,
        scopes: &[Scope],
        places: &[i64],
    ) -> Result<Vec<Arc<Shelf>>, Error> {
        let (of_org, meaning) = (self.inner.store.org(org), &self.inner.meaning);
        let (mut shelves, mark) = (Vec::with_capacity(scopes.len()), meaning.mark());
        for (scope, place) in scopes.iter().zip(places) {
            let shelf = self.shelf((org, *scope));
            if shelf.is_at(*place, &mark).await {
                shelves.push(shelf);
                continue;
            }
            match shelf.fresh(&of_org, *scope, meaning, *place).await {
                Ok(()) => shelves.push(shelf),
                Err(Error::Store(StoreError::Forgotten)) => self.drop_scope(org, *scope),
                Err(error) => return Err(error),
            }
        }
        self.keep_to_budget();
        Ok(shelves)
    }

    /// A model that made earlier vectors, by what was kept with them.
    fn former(&self, kept: &str) -> Option<Meaning> {
        let name = model_in(kept);
        let built_in = Meaning::built_in().ok();
        let built_in = built_in.filter(|model| model.name() == name);
        built_in.or_else(|| (self.inner.former)(name))
    }

    fn shelf(&self, key: Key) -> Arc<Shelf> {
        let mut shelves = self.lock();
        let shelf = Arc::clone(shelves.entry(key).or_default());
        let now = self.inner.clock.fetch_add(1, Ordering::Relaxed);
        shelf.used.store(now, Ordering::Relaxed);
        shelf
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Arc<Shelf>>> {
        self.inner
            .shelves
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Found {
    /// As a model reads it: an id to cite it by, when, who, what.
    pub fn line(&self) -> String {
        let passage = &self.passage;
        // The last digits are the random ones.
        let id = passage.id.to_string();
        let id = &id[id.len() - 6..];
        let day: String = passage.occurred_at.to_string().chars().take(10).collect();
        let who = match (&passage.meta.speaker, &passage.meta.title) {
            (Some(speaker), _) => format!("{speaker}: "),
            (None, Some(title)) => format!("{title}: "),
            (None, None) => String::new(),
        };
        format!("[{id} {day} {}] {who}{}", passage.source, passage.text)
    }
}

impl Reader {
    fn may_see(self, passage: &Passage) -> bool {
        match self {
            Self::Anyone => true,
            Self::Agent(agent) => passage.agent_id.is_none_or(|own| own == agent),
            Self::Isolated(agent) => passage.agent_id == Some(agent),
        }
    }
}

/// Whether a passage is a part of an account's file.
fn is_of_account(passage: &Passage) -> bool {
    let path = passage.meta.title.as_deref().unwrap_or_default();
    passage.source == WORKSPACE && path.starts_with(ACCOUNTS)
}

/// A hit with its passage, if it is still there and may be seen.
fn seen(read: &HashMap<Uuid, Passage>, hit: &Hit, reader: Reader) -> Option<Found> {
    let passage = read
        .get(&hit.id)
        .filter(|passage| reader.may_see(passage))?;
    Some(Found {
        passage: passage.clone(),
        score: hit.score,
        why: hit.why,
    })
}

/// A service that is down or slow must not make the memory useless: words alone find much.
async fn embed_question(model: &Meaning, text: &str) -> Option<crate::Vector> {
    match timeout(PATIENCE, model.embed(&[text])).await {
        Ok(Ok(mut vectors)) => vectors.pop(),
        Ok(Err(error)) => {
            tracing::warn!(%error, "searching by words alone");
            None
        }
        Err(_) => {
            tracing::warn!("the embedding service is slow: searching by words alone");
            None
        }
    }
}

/// The place of a passage among its neighbours: messages by their place on the thread, parts of a document by theirs.
fn position(passage: &Passage) -> u32 {
    let place = passage
        .source_ref
        .rsplit_once(':')
        .and_then(|(_, place)| place.parse::<u32>().ok());
    let part = u32::try_from(passage.chunk_index).unwrap_or(u32::MAX);
    match place {
        Some(place) => place
            .saturating_mul(PARTS)
            .saturating_add(part.min(PARTS - 1)),
        None => part,
    }
}
