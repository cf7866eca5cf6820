//! What is asked of an index.

mod names;

use jiff::Zoned;
use steward_model::Timestamp;
use uuid::Uuid;

pub(crate) use names::NameWords;

use crate::analysis::{Token, for_each_token, term_of};
use crate::moment::{self, Span};

/// More terms than a person types; a pasted document is asked for by its rarest ones.
pub(crate) const MOST_TERMS: usize = 64;
/// More of a question than this is not read.
pub(crate) const LONGEST_QUESTION: usize = 16 * 1024;

/// A search. `Query::new` has no filters and asks for ten.
#[derive(Debug, Clone)]
pub struct Query {
    /// The question or the words.
    pub text: String,
    /// At most this many hits.
    pub limit: usize,
    /// Only these source types; any if empty.
    pub sources: Vec<String>,
    /// Only passages with one of these tags; any if empty.
    pub tags: Vec<String>,
    /// Only this thread.
    pub thread: Option<Uuid>,
    /// Only this contact.
    pub contact: Option<Uuid>,
    /// Only from this moment on.
    pub after: Option<Timestamp>,
    /// Only before this moment.
    pub before: Option<Timestamp>,
    /// Whether files of accounts may be found. An agent that speaks to a contact never finds them.
    pub accounts: bool,
    /// People the question may name beside the speakers the index knows.
    pub names: Vec<String>,
    /// What "yesterday" is seen from; its time zone says when a day begins.
    pub now: Zoned,
}

impl Query {
    /// The ten best passages for a text, seen from this moment.
    pub fn new(text: impl Into<String>, now: Zoned) -> Self {
        Self {
            text: text.into(),
            limit: 10,
            sources: Vec::new(),
            tags: Vec::new(),
            thread: None,
            contact: None,
            after: None,
            before: None,
            accounts: true,
            names: Vec::new(),
            now,
        }
    }
}

/// A query that has been read: its terms, the people and the times it names. Embed `dense_text` and hand both to the search.
#[derive(Debug, Clone)]
pub struct Question {
    pub(crate) query: Query,
    pub(crate) terms: Vec<Term>,
    pub(crate) speakers: Vec<String>,
    pub(crate) spans: Vec<Span>,
    pub(crate) asks_when: bool,
    dense_text: String,
}

/// A stem to look for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Term {
    pub(crate) stem: String,
    /// Names are looked for in a passage, not around it: they would be found everywhere in their thread.
    pub(crate) names_someone: bool,
}

impl Question {
    /// What to embed: the question without the people it names. A name says who speaks, not what about.
    pub fn dense_text(&self) -> &str {
        &self.dense_text
    }

    pub(crate) fn read(query: Query, known: &NameWords) -> Self {
        let text = &query.text[..query.text.floor_char_boundary(LONGEST_QUESTION)];
        let people = names::find(text, known, &query.names);
        let mut terms: Vec<Term> = Vec::new();
        for_each_token(text, |token| {
            let (Token::Word(word) | Token::Exact(word)) = token;
            let names_someone = people.words.iter().any(|name| name == word);
            let Some(stem) = term_of(token) else { return };
            if !terms.iter().any(|term| term.stem == stem) {
                terms.push(Term {
                    stem,
                    names_someone,
                });
            }
        });
        Self {
            terms,
            speakers: people.one,
            spans: moment::spans(text, &query.now),
            asks_when: asks_when(text),
            dense_text: people.rest,
            query,
        }
    }
}

/// Whether the answer is a time.
fn asks_when(text: &str) -> bool {
    let text = text.trim_start().to_lowercase();
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    let first = words.next();
    let second = words.next();
    let pairs = text.split_whitespace().zip(text.split_whitespace().skip(1));
    first == Some("when")
        || (first == Some("how") && second == Some("long"))
        || pairs.into_iter().any(|(first, second)| {
            ["what", "which"].contains(&first)
                && ["year", "date", "month", "day", "time"]
                    .contains(&second.trim_end_matches(|c: char| !c.is_alphanumeric()))
        })
}

#[cfg(test)]
#[path = "query_tests.rs"]
mod tests;
