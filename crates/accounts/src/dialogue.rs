//! A request that waits for a word: which account is meant, or whether it is really meant. It goes on once; whoever speaks of
//! something else has dropped it.

use crate::book::Book;
use crate::numbers;
use crate::resolve::{Conversation, Resolution};
use crate::state::AccountState;
use crate::text::{Token, distance, plain, stem, tokens, tolerance, words};
use crate::words::{QUESTION_WORDS, is_stopword, state_name};

/// What waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pending {
    /// The sentence that was asked back about.
    pub request: String,
    /// The account, if only the agreement is missing.
    pub account: Option<String>,
    /// Tells it from another request in the same words: what was done with it is not done twice.
    pub mark: Option<String>,
}

/// How sure somebody is of a request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Caution {
    /// What looks like a slip is asked back.
    #[default]
    Asks,
    /// It was asked back, and meant.
    Agreed,
}

/// What is said to the question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Word {
    Account(String),
    /// It still fits several.
    Several(Vec<String>),
    Yes,
    No,
}

/// A yes or a no, and nothing besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consent {
    Yes,
    No,
}

const YES: &[&str] = list!(
    "yes" "yep" "yeah" "yup" "y" "ok" "okay" "sure" "correct" "right" "exactly" "indeed" "absolutely" "definitely" "confirm"
    "confirmed" "agreed" "proceed" "si" "aye" "affirmative"
);
const NO: &[&str] = list!(
    "no" "nope" "nah" "n" "don't" "dont" "cancel" "stop" "nevermind" "neither" "none" "forget" "leave" "never" "abort" "not"
);
/// What may stand beside a yes or a no without saying anything else.
const BESIDE: &[&str] = list!(
    "please" "pls" "it" "that" "that's" "this" "is" "the" "do" "go" "ahead" "should" "really" "thanks" "thank" "you" "change"
    "make" "to" "be" "become" "of" "them" "those" "mind" "as" "i" "am" "i'm" "mean" "meant" "did" "course" "for" "now" "create"
    "one" "at" "all" "so" "and" "was" "just" "new" "account"
);

/// What somebody says to a question that can be answered with yes or no.
pub fn consent(text: &str) -> Option<Consent> {
    let said = words(text);
    let is = |list: &[&str], word: &String| list.contains(&word.as_str());
    let bare = said
        .iter()
        .all(|word| is(YES, word) || is(NO, word) || is(BESIDE, word));
    let agreed = said.iter().any(|word| is(YES, word));
    let ordered = matches!(
        plain(text).as_str(),
        "do it" | "go ahead" | "please do" | "do that" | "it should"
    );
    let declined = said.iter().any(|word| is(NO, word));
    match (bare, agreed || ordered, declined) {
        (true, true, false) => Some(Consent::Yes),
        (true, false, true) => Some(Consent::No),
        _ => None,
    }
}

/// What a sentence says to the request that waits; nothing if it speaks of something else.
pub(crate) fn word(book: &Book, text: &str, conversation: &Conversation) -> Option<Word> {
    let pending = conversation.pending.as_ref()?;
    match consent(text) {
        Some(Consent::No) => return Some(Word::No),
        Some(Consent::Yes) if pending.account.is_some() => return Some(Word::Yes),
        _ if pending.account.is_some() => return None,
        _ => {}
    }
    let choices: Vec<&AccountState> = conversation
        .choices
        .iter()
        .filter_map(|id| book.account(id))
        .collect();
    let said = tokens(text);
    let begins = said.first().map_or("", |first| first.norm.as_str());
    // "Show all in Texas" and "who is in Reno?" choose nothing.
    if QUESTION_WORDS.contains(&begins)
        || list!("show" "list" "give" "tell" "find").contains(&begins)
    {
        return None;
    }
    by_place(&said, &choices)
        .or_else(|| by_words(text, &said, &choices))
        .or_else(|| by_name(book, text, &said, conversation))
}

/// "the second one", "2", "the last".
fn by_place(said: &[Token], choices: &[&AccountState]) -> Option<Word> {
    let around = list!("the" "one" "number" "option" "please" "no" "account" "i" "mean" "meant" "it's" "it" "is" "that" "that's" "of" "them");
    let mut telling = said
        .iter()
        .filter(|token| !around.contains(&token.norm.as_str()));
    let (place, None) = (telling.next()?, telling.next()) else {
        return None;
    };
    let at = match place.norm.as_str() {
        "last" => choices.len(),
        word => {
            let value = numbers::word_value(word)?;
            (1..=choices.len())
                .find(|place| u32::try_from(*place).is_ok_and(|place| f64::from(place) == value))?
        }
    };
    let account = choices.get(at.checked_sub(1)?)?;
    Some(Word::Account(account.id.clone()))
}

/// Words of its name, its place, its trade or its people, and of nothing else.
fn by_words(text: &str, said: &[Token], choices: &[&AccountState]) -> Option<Word> {
    let exact = |account: &&&AccountState| {
        account.id == text.trim() || account.names().any(|name| plain(name) == plain(text))
    };
    let mut exactly = choices.iter().filter(exact);
    if let (Some(account), None) = (exactly.next(), exactly.next()) {
        return Some(Word::Account(account.id.clone()));
    }
    let telling: Vec<&Token> = said.iter().filter(|token| !is_small(&token.norm)).collect();
    if telling.is_empty() {
        return None;
    }
    let fitting: Vec<String> = choices
        .iter()
        .filter(|account| {
            let known = known_by(account);
            telling
                .iter()
                .all(|token| known.iter().any(|word| same(word, &token.norm)))
        })
        .map(|account| account.id.clone())
        .collect();
    match fitting.as_slice() {
        [] => None,
        [account] => Some(Word::Account(account.clone())),
        _ => Some(Word::Several(fitting)),
    }
}

/// A name as it can be found anywhere, if it is one of those that were offered and nothing more is said.
fn by_name(book: &Book, text: &str, said: &[Token], conversation: &Conversation) -> Option<Word> {
    let found = book
        .directory()
        .resolve(text, said, &Conversation::default());
    let (start, end) = found.mention?;
    let Resolution::One(id) = found.resolution else {
        return None;
    };
    let more = said
        .iter()
        .any(|token| (token.start < start || token.end > end) && !is_small(&token.norm));
    (!more && conversation.choices.contains(&id)).then_some(Word::Account(id))
}

fn is_small(word: &str) -> bool {
    is_stopword(word)
        || list!("mean" "meant" "one" "please" "sorry" "company" "guys" "folks" "account" "yes" "ones" "actually" "talking")
            .contains(&word)
}

fn known_by(account: &AccountState) -> Vec<String> {
    let place = account.location.iter().flat_map(|place| {
        let state = state_name(&place.state.to_lowercase()).unwrap_or_default();
        [place.city.as_str(), place.state.as_str(), state]
    });
    let people = account.contacts.iter().map(|contact| contact.name.as_str());
    let said = account
        .names()
        .chain(account.industry.as_deref())
        .chain(place)
        .chain(people);
    said.flat_map(words).collect()
}

fn same(known: &str, said: &str) -> bool {
    known == said
        || stem(known) == stem(said)
        || distance(known, said, tolerance(known.len().min(said.len()))).is_some()
}
