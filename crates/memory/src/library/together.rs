//! One query to the indexes of several scopes, and what they find in one order.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use tokio::sync::RwLock;
use uuid::Uuid;

use super::shelf::{Opened, Shelf};
use super::{Library, embed_question};
use crate::index::{Best, Rarity};
use crate::meaning::{Meaning, model_in};
use crate::query::Question;
use crate::{Hit, Query, Vector};

/// What the indexes found: each with what it was measured against.
#[derive(Default)]
struct FoundBy {
    present: Vec<(Vec<Hit>, Best)>,
    /// By vectors of another model, which are not compared with those of the present one.
    former: Vec<(Vec<Hit>, Best)>,
    by_words_alone: bool,
}

/// An index that has something in it, and the query as it reads it.
struct Asked<'s> {
    opened: &'s RwLock<Opened>,
    question: Question,
    /// The model of its former index, as it is kept with vectors.
    former: Option<String>,
}

impl Library {
    /// What these find, best first, and whether meanings could not be compared.
    pub(super) async fn search_shelves(
        &self,
        shelves: &[Arc<Shelf>],
        query: &Query,
    ) -> (Vec<Hit>, bool) {
        let (mut asked, mut rarity) = (Vec::with_capacity(shelves.len()), Rarity::default());
        for opened in shelves.iter().filter_map(|shelf| shelf.opened()) {
            let open = opened.read().await;
            if open.index.is_empty() {
                continue;
            }
            let question = open.index.ask(query.clone());
            rarity.count(&open.index, &question);
            let former = open.former.as_ref().map(|former| former.model.clone());
            asked.push(Asked {
                opened,
                question,
                former,
            });
        }
        let mut found = FoundBy::default();
        let mut vectors = Vectors::default();
        for one in asked {
            self.search_one(&one, &rarity, &mut vectors, &mut found)
                .await;
        }
        let by_words_alone = found.by_words_alone;
        (found.in_order(), by_words_alone)
    }

    async fn search_one(
        &self,
        asked: &Asked<'_>,
        rarity: &Rarity,
        vectors: &mut Vectors,
        found: &mut FoundBy,
    ) {
        let (meaning, question) = (&self.inner.meaning, &asked.question);
        let vector = vectors.of(meaning, question.dense_text()).await;
        let former = match &asked.former {
            // A service is not asked twice for the same: what it makes now is of the length it had, or it is not.
            Some(kept) if model_in(kept) == meaning.name() => vector.clone(),
            Some(kept) => match self.former(kept) {
                Some(model) => vectors.of(&model, question.dense_text()).await,
                None => None,
            },
            None => None,
        };
        found.by_words_alone |= vector.is_none();
        let opened = asked.opened.read().await;
        let search = |index: &crate::Index, vector: Option<&Vector>| {
            index.search_among(question, vector, Some(rarity))
        };
        found.present.push(search(&opened.index, vector.as_ref()));
        if let (Some(index), Some(vector)) = (&opened.former, &former) {
            found.former.push(search(&index.index, Some(vector)));
        }
    }
}

/// The question as vectors, for all the scopes of one search.
#[derive(Default)]
struct Vectors {
    /// By the model and what it was asked.
    known: HashMap<(String, String), Vector>,
    /// Models that did not answer in time. Nobody waits for one of them again.
    silent: HashSet<String>,
}

impl Vectors {
    async fn of(&mut self, model: &Meaning, text: &str) -> Option<Vector> {
        let name = model.name();
        if self.silent.contains(name) {
            return None;
        }
        let key = (name.to_owned(), text.to_owned());
        if let Some(vector) = self.known.get(&key) {
            return Some(vector.clone());
        }
        let Some(vector) = embed_question(model, text).await else {
            self.silent.insert(key.0);
            return None;
        };
        self.known.insert(key, vector.clone());
        Some(vector)
    }
}

impl FoundBy {
    /// Everything by one measure. A passage that waits to be embedded again is in two indexes, of which the former knows more:
    /// the present one has its words alone.
    fn in_order(self) -> Vec<Hit> {
        let present = best_of(&self.present);
        let former = best_of(&self.former);
        let both = |one: Option<Best>, other: Option<Best>| match (one, other) {
            (Some(one), Some(other)) => Some(one.with_words_of(other)),
            (one, _) => one,
        };
        let by_former = measured(self.former, both(former, present));
        let by_present = measured(self.present, both(present, former));
        let known: HashSet<Uuid> = by_former.iter().map(|hit| hit.id).collect();
        let others = by_present
            .into_iter()
            .filter(|hit| !known.contains(&hit.id));
        let mut hits: Vec<Hit> = others.chain(by_former.iter().copied()).collect();
        hits.sort_by(|a, b| b.score.total_cmp(&a.score));
        hits
    }
}

fn best_of(found: &[(Vec<Hit>, Best)]) -> Option<Best> {
    found.iter().map(|(_, best)| *best).reduce(Best::of_both)
}

fn measured(found: Vec<(Vec<Hit>, Best)>, all: Option<Best>) -> Vec<Hit> {
    let Some(all) = all else { return Vec::new() };
    let hits = found.into_iter().flat_map(|(hits, own)| {
        let against = move |hit: Hit| hit.against(&own, &all);
        hits.into_iter().map(against)
    });
    hits.collect()
}
