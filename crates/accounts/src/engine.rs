//! The offline engine: a sentence in, a reply out, with every decision named. It reads only; a plan is applied by its caller.

mod back;
mod corrected;
mod past;
mod quiet;
mod renamed;
mod scene;
mod several;
mod then;

use jiff::civil::Date;
use serde::Serialize;

pub use self::renamed::with_free_name;
pub use self::scene::{NoPast, Past, Scene};
use crate::answer::{Question, answer};
use crate::book::Book;
use crate::dialogue::{self, Caution, Pending, Word};
use crate::fillers;
use crate::intent::{Intent, Reading, SMALL_TALK, classify};
use crate::query::{self, Answer, Citation};
use crate::resolve::{Certainty, Conversation, Found, Resolution};
use crate::state::AccountState;
use crate::text::{Token, tokens};
use crate::update::{self, Desk, Outcome, Plan, plan};
use crate::words::{ASKING, QUESTION_WORDS, mended};

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
        awaits: Awaited,
    },
    ConfirmCreate {
        name: String,
        alternatives: Vec<String>,
    },
    Refuse {
        reason: String,
    },
}

/// What a question back can be answered with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Awaited {
    Account,
    /// Yes or no.
    Agreement,
    /// The request anew, in other words.
    Words,
}

/// A reply with the decisions that led to it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Response {
    pub reading: Reading,
    pub found: Found,
    pub reply: Reply,
    /// The earlier request that the sentence made go on.
    pub went_on: Option<String>,
}

/// Reads a sentence and answers it, plans its change, or asks back. A word to a request that waits makes that go on.
pub fn respond(scene: &Scene<'_>, text: &str, conversation: &Conversation) -> Response {
    let word = dialogue::word(scene.book, text, conversation);
    let waits = conversation.pending.as_ref();
    let (Some(word), Some(waits)) = (word, waits) else {
        return read(scene, text, conversation);
    };
    match (word, &waits.account) {
        (Word::Account(id), _) => go_on(scene, &waits.request, &id, Caution::Asks),
        (Word::Yes, Some(id)) => go_on(scene, &waits.request, id, Caution::Agreed),
        (Word::Several(ids), _) => {
            let found = Found {
                resolution: Resolution::Ambiguous(ids),
                mention: None,
                rule: "words that fit several of the choices",
                certainty: Certainty::Certain,
            };
            answering(back::unclear(scene.book, &found), found, &waits.request)
        }
        (Word::Yes | Word::No, _) => {
            let found = Found {
                resolution: Resolution::None,
                mention: None,
                rule: "a request that was called off",
                certainty: Certainty::Certain,
            };
            let called_off = Answer {
                text: "Nothing was changed.".to_owned(),
                citations: Vec::new(),
                rule: found.rule.to_owned(),
                known: true,
            };
            answering(Reply::Answer(called_off), found, &waits.request)
        }
    }
}

/// Goes on with a request, about an account that somebody chose.
pub fn go_on(scene: &Scene<'_>, request: &str, account: &str, caution: Caution) -> Response {
    let mut words = fillers::without(tokens(request));
    let about = Conversation {
        account: Some(account.to_owned()),
        ..Conversation::default()
    };
    if let Some(response) = corrected::respond(scene, (request, &words), &about, caution) {
        return Response {
            went_on: Some(request.to_owned()),
            ..response
        };
    }
    let found = scene.book.directory().resolve(request, &words, &about);
    let found = Found {
        resolution: Resolution::One(account.to_owned()),
        rule: "chosen by a person",
        certainty: Certainty::Certain,
        ..found
    };
    mend(&mut words, &found);
    let reading = classify(request, &words, &found);
    let said = Said {
        text: request,
        words: &words,
        caution,
    };
    Response {
        reply: reply(scene, &said, &found, &reading),
        reading,
        found,
        went_on: Some(request.to_owned()),
    }
}

/// A sentence and how sure somebody is of it.
struct Said<'a> {
    text: &'a str,
    words: &'a [Token],
    caution: Caution,
}

fn read(scene: &Scene<'_>, text: &str, conversation: &Conversation) -> Response {
    let (book, today) = (scene.book, scene.today);
    let mut words = fillers::without(tokens(text));
    if let Some(response) = corrected::respond(scene, (text, &words), conversation, Caution::Asks) {
        return response;
    }
    if let Some(rest) = several::without_the_unchanged(book, text, &words) {
        return read(scene, rest, conversation);
    }
    let mut found = book.directory().resolve(text, &words, conversation);
    mend(&mut words, &found);
    if let Some(spoken_of) = by_content(book, text, &words, &found, today) {
        found = spoken_of;
    }
    let reading = over_the_book(book, text, &words, &found, today)
        .unwrap_or_else(|| classify(text, &words, &found));
    let said = Said {
        text,
        words: &words,
        caution: Caution::Asks,
    };
    Response {
        reply: reply(scene, &said, &found, &reading),
        reading,
        found,
        went_on: None,
    }
}

fn reply(scene: &Scene<'_>, said: &Said<'_>, found: &Found, reading: &Reading) -> Reply {
    match reading.intent {
        Intent::Search => match update::refusal(said.words).filter(|_| !asks(said)) {
            Some(reason) => Reply::Refuse { reason },
            None => search(scene, said, found),
        },
        Intent::Update => change(scene, said, found),
        Intent::Unclear => match update::refusal(said.words) {
            Some(reason) => Reply::Refuse { reason },
            None => back::unclear(scene.book, found),
        },
    }
}

/// Whether a sentence asks by its mark or its first word.
fn asks(said: &Said<'_>) -> bool {
    let first = said.words.first().map(|first| first.norm.as_str());
    said.text.trim_end().ends_with('?')
        || first.is_some_and(|first| QUESTION_WORDS.contains(&first) || ASKING.contains(&first))
        || first.is_some_and(|first| list!("show" "list" "give" "pull" "search").contains(&first))
}

/// A response to a word that neither asks nor tells anything by itself.
fn answering(reply: Reply, found: Found, request: &str) -> Response {
    Response {
        reading: Reading {
            intent: Intent::Unclear,
            confidence: 1.0,
            rule: "an answer to a question back",
        },
        found,
        reply,
        went_on: Some(request.to_owned()),
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
    /// What the conversation is about after a sentence and the response to it.
    pub fn after(&self, text: &str, response: &Response) -> Self {
        let found = &response.found;
        let (choices, account) = match &response.reply {
            Reply::Clarify {
                choices,
                awaits: Awaited::Account,
                ..
            }
            | Reply::ConfirmCreate {
                alternatives: choices,
                ..
            } => (choices.clone(), None),
            Reply::Clarify {
                awaits: Awaited::Agreement,
                ..
            } => (Vec::new(), found.account().map(str::to_owned)),
            _ => (Vec::new(), None),
        };
        let request = response.went_on.as_deref().unwrap_or(text);
        let waits = !choices.is_empty() || account.is_some();
        let asks_for_new = matches!(response.reply, Reply::ConfirmCreate { .. });
        Self {
            pending: waits.then(|| Pending {
                request: request.to_owned(),
                account,
                mark: None,
            }),
            account: found
                .account()
                // A name that was asked back about may be another company's.
                .filter(|_| !(asks_for_new && found.is_near()))
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
    let said = Said {
        text,
        words,
        caution: Caution::Asks,
    };
    if found.resolution != Resolution::None
        || !asks(&said)
        || query::parse(text, words, found, book, today).is_some()
    {
        return None;
    }
    let id = book.spoken_of(words)?;
    Some(Found {
        resolution: Resolution::One(id.to_owned()),
        mention: None,
        rule: "the only file that speaks of it",
        certainty: Certainty::Certain,
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

fn search(scene: &Scene<'_>, said: &Said<'_>, found: &Found) -> Reply {
    let (book, today) = (scene.book, scene.today);
    let (text, words) = (said.text, said.words);
    if let Some(answer) = past::answer(scene, said, found) {
        return Reply::Answer(answer);
    }
    if let Some(answer) = quiet::answer(scene, said, found) {
        return Reply::Answer(answer);
    }
    if let Some(answer) = several::each(scene, said, found) {
        return Reply::Answer(answer);
    }
    if let Some(mut query) = query::parse(text, words, found, book, today) {
        if query.asks_silence() {
            query.changed = quiet::changes(scene);
        }
        let then = then::answer(scene, said, &query);
        return Reply::Answer(then.unwrap_or_else(|| query::run(&query, book, today)));
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
                scene.nearness,
            )),
            None => back::unclear(book, found),
        },
        Resolution::Unknown(nearest) => {
            let name = mentioned(text, found);
            Reply::Answer(Answer {
                text: format!(
                    "Not known: there is no account for {name}.{}",
                    back::alternatives(book, nearest)
                ),
                citations: nearest.iter().map(|id| Citation::state(id)).collect(),
                rule: found.rule.to_owned(),
                known: false,
            })
        }
        Resolution::Ambiguous(_) | Resolution::None => back::unclear(book, found),
    }
}

fn change(scene: &Scene<'_>, said: &Said<'_>, found: &Found) -> Reply {
    let (book, text, words) = (scene.book, said.text, said.words);
    if let Some(reason) = update::refusal(words) {
        return Reply::Refuse { reason };
    }
    if let Some(ids) = several::joined(book, text, words, found) {
        return several::question(book, ids);
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
        return back::unclear(book, found);
    };
    let desk = Desk {
        today: scene.today,
        carriers: &book.carriers,
        caution: said.caution,
    };
    let plan = plan(text, words, found.mention, account, &desk);
    let goes_on = matches!(plan.outcome, Outcome::Apply | Outcome::Agree { .. });
    if let Certainty::Near(nearest) = &found.certainty
        && goes_on
    {
        return Reply::ConfirmCreate {
            name: mentioned(text, found),
            alternatives: nearest.clone(),
        };
    }
    if said.caution == Caution::Asks && found.is_described() && !plan.changes.is_empty() {
        return back::guessed(account);
    }
    let renames = plan.changes.iter().any(|change| change.field == "name");
    if !plan.changes.is_empty()
        && !renames
        && let Some(ids) = several::named(book, text, words, found)
    {
        return several::question(book, ids);
    }
    planned(account, with_free_name(book, account, plan))
}

/// What is said of a plan.
fn planned(account: &AccountState, plan: Plan) -> Reply {
    match plan.outcome {
        Outcome::Apply => Reply::Update {
            account_id: account.id.clone(),
            plan,
        },
        Outcome::Clarify { question } => Reply::Clarify {
            question,
            choices: Vec::new(),
            awaits: Awaited::Words,
        },
        Outcome::Agree { question } => Reply::Clarify {
            question,
            choices: Vec::new(),
            awaits: Awaited::Agreement,
        },
        Outcome::Refuse { reason } => Reply::Refuse { reason },
        Outcome::ConfirmCreate { name } => Reply::ConfirmCreate {
            name,
            alternatives: Vec::new(),
        },
    }
}

fn mentioned(text: &str, found: &Found) -> String {
    found
        .mention
        .and_then(|(start, end)| text.get(start..end))
        .unwrap_or_default()
        .to_owned()
}
