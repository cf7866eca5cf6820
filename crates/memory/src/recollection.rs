//! What a turn should know before it begins: one search for a plain question, several for a winding one, and nothing for a
//! greeting. No model is asked.

mod cache;
mod distinct;
mod questions;

use std::time::Duration;

use jiff::Zoned;
use steward_model::{OrgId, Scope, ThreadId, Timestamp};

pub(crate) use self::cache::Recollections;
use self::distinct::distinct;
use self::questions::questions;
use crate::{Error, Found, Library, Query, Reader, SUMMARY, Why, place_on_thread};

/// Memories that a prompt gets at most.
const MOST: usize = 8;

/// What a turn is about.
#[derive(Debug, Clone)]
pub struct Occasion<'o> {
    /// Whose turn it is.
    pub org: OrgId,
    /// The scopes whose memories it may see.
    pub scopes: &'o [Scope],
    /// Who reads them.
    pub reader: Reader,
    /// The thread.
    pub thread: ThreadId,
    /// Items of the thread after this place are in the prompt anyway.
    pub shown_after: i64,
    /// What came in.
    pub said: &'o [&'o str],
    /// What was said before it.
    pub before: Option<&'o str>,
    /// Other words for what is meant, if somebody was asked for them.
    pub also: &'o [String],
    /// How long what comes to mind may be used again.
    pub fresh_for: Duration,
    /// When that is, in whose time zone.
    pub now: Zoned,
}

/// How the memories were looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Path {
    /// There is nothing to look for.
    None,
    /// One search.
    Fast,
    /// Several searches.
    Smart,
}

/// What came to mind.
#[derive(Debug, Clone, PartialEq)]
pub struct Recollection {
    /// How it was looked for.
    pub path: Path,
    /// What was found, best first.
    pub memories: Vec<Found>,
    /// Whether it was looked for before.
    pub cached: bool,
    /// How long it may be used again.
    pub until: Timestamp,
}

/// Whether one search would not do for what was said: it is short and leans on what was said before, or it is about several
/// things.
pub fn is_winding(said: &[&str], before: Option<&str>) -> bool {
    questions(said, before).0 == Path::Smart
}

impl Library {
    /// What is worth knowing on this occasion.
    ///
    /// # Errors
    /// The rows cannot be reached.
    pub async fn recollect(&self, occasion: &Occasion<'_>) -> Result<Recollection, Error> {
        if let Some(recalled) = self.recalled(occasion).await? {
            return Ok(recalled);
        }
        let (mut path, mut questions) = questions(occasion.said, occasion.before);
        if path != Path::None && !occasion.also.is_empty() {
            path = Path::Smart;
            questions.extend(occasion.also.iter().cloned());
        }
        let query = |question| Query {
            limit: 2 * MOST,
            // They are asked about, with tools that are exact: what customers wrote does not come up by itself.
            accounts: false,
            ..Query::new(question, occasion.now.clone())
        };
        let queries: Vec<Query> = questions.into_iter().map(query).collect();
        let (mut all, mut places) = (Vec::new(), None);
        if !queries.is_empty() {
            let (org, reader) = (occasion.org, occasion.reader);
            let searched = self.search_all(org, occasion.scopes, reader, &queries);
            let searched = searched.await?;
            places = Some(searched.places);
            for found in searched.found {
                let news = found.into_iter().filter(|found| is_news(occasion, found));
                merge(&mut all, news);
            }
        }
        let recollection = Recollection {
            path,
            memories: distinct(all, MOST),
            cached: false,
            until: cache::now(occasion).plus(occasion.fresh_for),
        };
        if let Some(places) = places {
            self.recollections().keep(occasion, places, &recollection);
        }
        Ok(recollection)
    }
}

/// Whether the prompt would not have it anyway, and it is about the question at all.
fn is_news(occasion: &Occasion<'_>, found: &Found) -> bool {
    let Why { cosine, words, .. } = found.why;
    let passage = &found.passage;
    let shown = place_on_thread(passage)
        .is_some_and(|(thread, place)| thread == occasion.thread && place > occasion.shown_after);
    // The newest summary of the thread stands in the prompt, with what the ones before it said.
    let summed_up = passage.source == SUMMARY && passage.thread_id == Some(occasion.thread);
    !shown && !summed_up && (cosine >= 0.3 || words >= 0.6)
}

/// A memory that several searches find counts by its best.
fn merge(all: &mut Vec<Found>, more: impl Iterator<Item = Found>) {
    for found in more {
        match all
            .iter_mut()
            .find(|known| known.passage.id == found.passage.id)
        {
            Some(known) if known.score < found.score => *known = found,
            Some(_) => {}
            None => all.push(found),
        }
    }
}
