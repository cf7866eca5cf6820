//! The offline engine: a sentence in, a reply out, with every decision named. It reads only; a plan is applied by its caller.

use jiff::civil::Date;
use serde::Serialize;

use crate::answer::{Nearness, Question, answer};
use crate::book::Book;
use crate::intent::{Intent, Reading, SMALL_TALK, classify};
use crate::query::{self, Answer, Citation};
use crate::resolve::{Conversation, Found, Resolution};
use crate::text::{Token, tokens};
use crate::update::{self, Desk, Outcome, Plan, plan};
use crate::words::{QUESTION_WORDS, mended};

/// What is said or done in return.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Reply {
    Answer(Answer),
    Update {
        account_id: String,
        plan: Plan,
    },
    /// Asks back; the choices are accounts that may be meant.
    Clarify {
        question: String,
        choices: Vec<String>,
    },
    ConfirmCreate {
        name: String,
        alternatives: Vec<String>,
    },
    Refuse {
        reason: String,
    },
}

/// A reply with the decisions that led to it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Response {
    pub reading: Reading,
    pub found: Found,
    pub reply: Reply,
}

/// Reads a sentence and answers it, plans its change, or asks back.
pub fn respond(
    book: &Book,
    text: &str,
    conversation: &Conversation,
    today: Date,
    nearness: &dyn Nearness,
) -> Response {
    let mut words = tokens(text);
    let mut found = book.directory().resolve(text, &words, conversation);
    mend(&mut words, &found);
    if let Some(spoken_of) = by_content(book, text, &words, &found, today) {
        found = spoken_of;
    }
    let reading = over_the_book(book, text, &words, &found, today)
        .unwrap_or_else(|| classify(text, &words, &found));
    let reply = match reading.intent {
        Intent::Search => search(book, text, &words, &found, today, nearness),
        Intent::Update => change(book, text, &words, &found, today),
        Intent::Unclear => match update::refusal(&words) {
            Some(reason) => Reply::Refuse { reason },
            None => unclear(book, &found),
        },
    };
    Response {
        reading,
        found,
        reply,
    }
}

/// Slips in words of the trade are mended, outside of the name and of other names.
fn mend(words: &mut [Token], found: &Found) {
    for token in words {
        let named = found
            .mention
            .is_some_and(|(start, end)| token.start < end && token.end > start);
        let name = token.capital && !token.starts_sentence;
        if !named
            && !name
            && let Some(meant) = mended(&token.norm)
        {
            meant.clone_into(&mut token.norm);
        }
    }
}

impl Conversation {
    /// What the conversation is about after a response.
    pub fn after(&self, response: &Response) -> Self {
        let choices = match &response.found.resolution {
            Resolution::Ambiguous(ids) => ids.clone(),
            _ => Vec::new(),
        };
        Self {
            account: response
                .found
                .account()
                .map(str::to_owned)
                .or_else(|| self.account.clone()),
            choices,
        }
    }
}

/// A question that names nobody and is none over the book: perhaps only one file speaks of what it is about. A change never
/// goes to an account that nobody named.
fn by_content(
    book: &Book,
    text: &str,
    words: &[Token],
    found: &Found,
    today: Date,
) -> Option<Found> {
    let asks = text.trim_end().ends_with('?')
        || words
            .first()
            .is_some_and(|first| QUESTION_WORDS.contains(&first.norm.as_str()));
    if found.resolution != Resolution::None
        || !asks
        || query::parse(text, words, found, book, today).is_some()
    {
        return None;
    }
    let id = book.spoken_of(words)?;
    Some(Found {
        resolution: Resolution::One(id.to_owned()),
        mention: None,
        rule: "the only file that speaks of it",
    })
}

/// A sentence that names nobody, orders nothing and reads as a query over all accounts is a search, however it is put.
fn over_the_book(
    book: &Book,
    text: &str,
    words: &[Token],
    found: &Found,
    today: Date,
) -> Option<Reading> {
    let named = !matches!(found.resolution, Resolution::None);
    let reading = classify(text, words, found);
    if named || reading.intent != Intent::Unclear || reading.rule == SMALL_TALK {
        return None;
    }
    let asked =
        update::refusal(words).is_none() && query::parse(text, words, found, book, today).is_some();
    asked.then_some(Reading {
        intent: Intent::Search,
        confidence: 0.7,
        rule: "conditions on all accounts",
    })
}

fn search(
    book: &Book,
    text: &str,
    words: &[Token],
    found: &Found,
    today: Date,
    nearness: &dyn Nearness,
) -> Reply {
    if let Some(query) = query::parse(text, words, found, book, today) {
        return Reply::Answer(query::run(&query, book, today));
    }
    match &found.resolution {
        Resolution::One(id) => match book.account(id) {
            Some(account) => Reply::Answer(answer(
                &Question {
                    text,
                    tokens: words,
                    mention: found.mention,
                    today,
                },
                account,
                book,
                nearness,
            )),
            None => unclear(book, found),
        },
        Resolution::Unknown(nearest) => {
            let name = mentioned(text, found);
            Reply::Answer(Answer {
                text: format!(
                    "Not known: there is no account for {name}.{}",
                    alternatives(book, nearest)
                ),
                citations: nearest.iter().map(|id| Citation::state(id)).collect(),
                rule: found.rule.to_owned(),
                known: false,
            })
        }
        Resolution::Ambiguous(_) | Resolution::None => unclear(book, found),
    }
}

fn change(book: &Book, text: &str, words: &[Token], found: &Found, today: Date) -> Reply {
    if let Some(reason) = update::refusal(words) {
        return Reply::Refuse { reason };
    }
    let account = match &found.resolution {
        Resolution::One(id) => book.account(id),
        Resolution::Unknown(nearest) => {
            return Reply::ConfirmCreate {
                name: mentioned(text, found),
                alternatives: nearest.clone(),
            };
        }
        Resolution::Ambiguous(_) | Resolution::None => None,
    };
    let Some(account) = account else {
        return unclear(book, found);
    };
    let desk = Desk {
        today,
        carriers: &book.carriers,
    };
    let plan = plan(text, words, found.mention, account, &desk);
    match plan.outcome {
        Outcome::Apply => Reply::Update {
            account_id: account.id.clone(),
            plan,
        },
        Outcome::Clarify { question } => Reply::Clarify {
            question,
            choices: Vec::new(),
        },
        Outcome::Refuse { reason } => Reply::Refuse { reason },
        Outcome::ConfirmCreate { name } => Reply::ConfirmCreate {
            name,
            alternatives: Vec::new(),
        },
    }
}

/// Asks which account or what is wanted.
fn unclear(book: &Book, found: &Found) -> Reply {
    let (question, choices) = match &found.resolution {
        Resolution::Ambiguous(ids) => (
            format!("Which one is meant?{}", alternatives(book, ids)),
            ids.clone(),
        ),
        Resolution::One(id) => {
            let name = book
                .account(id)
                .map_or(id.as_str(), |account| account.name.as_str());
            (
                format!("What about {name}? Ask a question, or say what changed."),
                vec![id.clone()],
            )
        }
        Resolution::None | Resolution::Unknown(_) => (
            "What is it about? Name an account and ask a question, or say what changed.".to_owned(),
            Vec::new(),
        ),
    };
    Reply::Clarify { question, choices }
}

fn alternatives(book: &Book, ids: &[String]) -> String {
    let names: Vec<String> = ids
        .iter()
        .filter_map(|id| book.account(id))
        .map(|account| {
            account.location.as_ref().map_or_else(
                || account.name.clone(),
                |place| format!("{} ({}, {})", account.name, place.city, place.state),
            )
        })
        .collect();
    if names.is_empty() {
        String::new()
    } else {
        format!(" Perhaps: {}.", names.join("; "))
    }
}

fn mentioned(text: &str, found: &Found) -> String {
    found
        .mention
        .and_then(|(start, end)| text.get(start..end))
        .unwrap_or_default()
        .to_owned()
}
