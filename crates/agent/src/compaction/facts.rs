//! What must not be lost of what was said: found by rule, sentence by sentence, the same each time.

use std::collections::BTreeSet;

use super::sentences::sentences;
use super::words::{Value, Word, is_content, stem, words};
use super::{Fact, Spoken};

/// Less than this is small talk.
const WORTH_KEEPING: u8 = 2;
/// An answer with more words than this stands for itself.
const SHORT_ANSWER: usize = 6;
/// A question needs as many words that say something, to be remembered.
const REAL_QUESTION: usize = 3;

/// Somebody decides, promises or asks for something that lasts.
const BINDING: &[&str] = &[
    "agreed",
    "approved",
    "booked",
    "by tomorrow",
    "cancelled",
    "canceled",
    "changed to",
    "confirmed",
    "deadline",
    "decided",
    "decision",
    "due",
    "from now on",
    "go with",
    "going with",
    "have to",
    "i'll",
    "i will",
    "instead of",
    "let's",
    "moved to",
    "must",
    "need to",
    "needs to",
    "no longer",
    "owe",
    "owes",
    "postponed",
    "promise",
    "promised",
    "remind",
    "rescheduled",
    "settled",
    "signed",
    "starting",
    "we'll",
    "we will",
    "will be",
    "will send",
    "will pay",
    "won't",
];

/// Somebody or something is so, and stays so for a while.
const LASTING: &[&str] = &[
    "allergic",
    "allergy",
    "always",
    "afraid of",
    "birthday",
    "born",
    "called",
    "can't eat",
    "can't stand",
    "divorced",
    "favorite",
    "favourite",
    "hate",
    "hates",
    "hidden",
    "kept",
    "lives in",
    "located",
    "married",
    "moved",
    "name is",
    "named",
    "never",
    "only eat",
    "parked",
    "pregnant",
    "prefer",
    "prefers",
    "registered",
    "stored",
    "vegan",
    "vegetarian",
    "works at",
    "works as",
    "works for",
];

const COPULAS: &[&str] = &[
    "is", "are", "was", "were", "isn't", "aren't", "has", "have", "=", "means", "costs",
];

/// The facts in a part of a conversation, oldest first. Questions that nobody answered there are facts too: they are open.
pub(super) fn extract(said: &[Spoken]) -> Vec<Fact> {
    let mut facts = Vec::new();
    for (at, spoken) in said.iter().enumerate() {
        let asked = at
            .checked_sub(1)
            .and_then(|before| question_of(&said[before], spoken));
        let parts = sentences(&spoken.text);
        for (no, sentence) in parts.iter().enumerate() {
            let words = words(sentence);
            let asks = sentence.ends_with(['?', '？']);
            let fact = match asked.filter(|_| no == 0 && words.len() <= SHORT_ANSWER) {
                Some(question) => answered(question, sentence, &words),
                None if asks => open_question(sentence, &words, &said[at + 1..], spoken),
                None => Some((worth(sentence, &words), (*sentence).to_owned())),
            };
            facts.extend(
                fact.filter(|(worth, _)| *worth >= WORTH_KEEPING)
                    .map(|(worth, text)| Fact {
                        by: spoken.by.clone(),
                        day: spoken.day.clone(),
                        text,
                        worth,
                    }),
            );
        }
    }
    facts
}

/// How much a sentence says that could not be guessed, from 0.
pub(super) fn worth(sentence: &str, words: &[Word]) -> u8 {
    let kinds: BTreeSet<Value> = words.iter().filter_map(|word| word.value).collect();
    let values: u8 = kinds
        .iter()
        .map(|kind| match kind {
            Value::Reference => 4,
            Value::Money => 3,
            Value::Time | Value::Number => 2,
            Value::Name => 1,
        })
        .sum();
    let flat = format!(
        " {} ",
        words
            .iter()
            .map(|word| word.lower.replace('’', "'"))
            .collect::<Vec<_>>()
            .join(" ")
    );
    let says = |cues: &[&str]| cues.iter().any(|cue| flat.contains(&format!(" {cue} ")));
    let full = words.iter().filter(|word| is_content(word)).count() >= 3;
    let binding = if says(BINDING) && (full || values > 0) {
        2
    } else {
        0
    };
    let lasting = if says(LASTING) && (full || values > 0) {
        2
    } else {
        0
    };
    let owned = flat.contains(" my ") || flat.contains(" our ");
    let described = if owned && says(COPULAS) && (full || values > 0) {
        1
    } else {
        0
    };
    let worth: u8 = values + binding + lasting + described;
    // Without anything to hold on to, a promise or a trait is worth keeping and a turn of phrase is not.
    if sentence.chars().count() < 4 {
        0
    } else {
        worth.min(9)
    }
}

/// The question that a message answers: what the other side asked last, right before it.
fn question_of<'s>(before: &'s Spoken, answer: &Spoken) -> Option<&'s str> {
    let last = sentences(&before.text).pop()?;
    (before.by != answer.by && last.ends_with(['?', '？'])).then_some(last)
}

fn answered(question: &str, sentence: &str, answer: &[Word]) -> Option<(u8, String)> {
    let asked = words(question);
    let content = asked.iter().filter(|word| is_content(word)).count();
    let own = worth(sentence, answer);
    let named = asked.iter().any(|word| word.value.is_some());
    let real = content >= REAL_QUESTION
        || (content > 0 && (own > 0 || named || !answer.iter().all(|word| !is_content(word))));
    let worth = match (real, own) {
        (false, 0) => 0,
        (_, own) => (own + 2).min(9),
    };
    Some((worth, format!("{question} {sentence}")))
}

/// A question is open if nobody else said anything after it.
fn open_question(
    sentence: &str,
    words: &[Word],
    after: &[Spoken],
    by: &Spoken,
) -> Option<(u8, String)> {
    let content = words.iter().filter(|word| is_content(word)).count();
    let open = after.iter().all(|later| later.by == by.by);
    let told = words.iter().any(|word| word.value > Some(Value::Name));
    let worth = match (open && content >= REAL_QUESTION, told) {
        (true, _) => 3,
        // What was asked may tell something by itself: a date, a number.
        (false, true) => worth(sentence, words),
        (false, false) => 0,
    };
    Some((worth, sentence.to_owned()))
}

/// What a fact is about and says: `The gate code is 4471` is about the gate code.
pub(super) struct Claim {
    pub(super) subject: BTreeSet<String>,
    pub(super) kind: Value,
    pub(super) values: BTreeSet<String>,
    /// Whether it is about the speaker's own.
    pub(super) own: bool,
}

/// Reads `X is V`; nothing where a sentence is not plainly that.
pub(super) fn claim(words: &[Word]) -> Option<Claim> {
    let at = words
        .iter()
        .position(|word| ["is", "are", "was"].contains(&word.lower.as_str()))?;
    let (before, after) = words.split_at(at);
    // A value before it says which of several things is meant, and that is part of the subject.
    let subject: BTreeSet<String> = before
        .iter()
        .filter(|word| is_content(word))
        .map(|word| stem(&word.lower))
        .collect();
    let valued: Vec<&Word> = after.iter().filter(|word| word.value.is_some()).collect();
    let kind = valued.iter().filter_map(|word| word.value).max()?;
    // More content after it means that it is about more than its subject.
    let rest = after.iter().filter(|word| {
        word.value.is_none() && is_content(word) && word.lower != "moved" && word.lower != "changed"
    });
    if subject.is_empty() || rest.count() > 0 {
        return None;
    }
    let own = before
        .iter()
        .any(|word| ["my", "our", "your"].contains(&word.lower.as_str()));
    let values = valued.iter().map(|word| word.lower.clone()).collect();
    Some(Claim {
        subject,
        kind,
        values,
        own,
    })
}
