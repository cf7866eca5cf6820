//! Answers to questions about one account: from its state, and from what was written and said.

mod aside;
mod ask;
mod askwords;
mod channel;
mod derived;
mod evidence;
mod facts;
mod fields;
mod frames;
mod idioms;
mod insurer;
mod later;
mod meant;
mod newest;
mod news;
mod open;
mod option;
mod outcomes;
mod passages;
mod people;
mod product;
mod reckon;
mod stretch;
mod unanswered;
mod values;

use jiff::civil::Date;

pub(crate) use self::channel::is_from;
use self::evidence::Finding;
pub(crate) use self::passages::{Passage, passages};
use crate::book::{Book, Source};
use crate::query::{Answer, Citation};
use crate::state::AccountState;
use crate::text::Token;

/// The kind of a source that is the notes of the account's state.
const NOTES: &str = "notes";

/// How near a question and a passage are in meaning, from outside; between 0 and 1.
pub trait Nearness {
    fn score(&self, question: &str, passage: &str) -> f64;
}

/// Words alone decide.
#[derive(Debug, Clone, Copy)]
pub struct WordsOnly;

impl Nearness for WordsOnly {
    fn score(&self, _question: &str, _passage: &str) -> f64 {
        0.0
    }
}

/// A question about one account.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    pub text: &'a str,
    pub tokens: &'a [Token],
    pub mention: Option<(usize, usize)>,
    pub today: Date,
}

impl Question<'_> {
    /// Words outside of the account's name.
    pub(crate) fn rest(&self) -> impl Iterator<Item = (usize, &Token)> {
        self.tokens
            .iter()
            .enumerate()
            .filter(|(_, token)| self.is_outside(token))
    }

    pub(crate) fn is_outside(&self, token: &Token) -> bool {
        self.mention
            .is_none_or(|(start, end)| token.end <= start || token.start >= end)
    }

    pub(crate) fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.norm.as_str())
    }
}

/// Answers from the state if it has all that is asked, and from the sources otherwise.
pub fn answer(
    question: &Question<'_>,
    account: &AccountState,
    book: &Book,
    nearness: &dyn Nearness,
) -> Answer {
    let tokens = aside::without(question.tokens);
    let question = &Question {
        tokens: &tokens,
        ..*question
    };
    if let Some(answer) = newest::answer(question, account, book) {
        return answer;
    }
    let facts = facts::asked(question, account);
    if let Some(answer) = facts.complete(question, account, book) {
        return answer;
    }
    let sources = with_notes(account, book);
    let found = evidence::find(question, account, &sources, book, nearness);
    match found {
        Finding::Told(evidence)
            if facts.by_another && !insurer::is_named(&evidence, account, book) =>
        {
            facts.with_unknown(question, account, None)
        }
        Finding::Told(evidence) => reckon::compose(question, account, &sources, &evidence, &facts),
        Finding::Open(asked) => facts.with_unknown(question, account, Some((&sources, &asked))),
        Finding::Nothing => facts.with_unknown(question, account, None),
    }
}

/// What was noted, written and said of an account. The notes come first: they have no day, and no message is older.
fn with_notes(account: &AccountState, book: &Book) -> Vec<Source> {
    let notes = Source {
        account_id: account.id.clone(),
        kind: NOTES.to_owned(),
        id: Citation::state(&account.id).id,
        at: account.created.unwrap_or_default(),
        from: String::new(),
        to: String::new(),
        subject: None,
        summary: String::new(),
        raw: account.notes.join("\n"),
    };
    std::iter::once(notes)
        .chain(
            book.sources(&account.id)
                .iter()
                .map(|source| (**source).clone()),
        )
        .collect()
}

/// Says that nothing on file answers the question.
pub(crate) fn unknown(question: &Question<'_>, account: &AccountState) -> Answer {
    let asked = question.text.trim().trim_end_matches(['?', '.', ' ']);
    Answer {
        text: format!(
            "Not known: nothing on file for {} says it ({asked}).",
            account.name
        ),
        citations: Vec::new(),
        rule: "no passage has what is asked".to_owned(),
        known: false,
    }
}

/// Words with a space before, between and after them, for finding phrases.
pub(crate) fn line(tokens: &[Token]) -> String {
    let words: Vec<&str> = tokens.iter().map(|token| token.norm.as_str()).collect();
    format!(" {} ", words.join(" "))
}
