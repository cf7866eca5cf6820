//! "What did they say in the last call?": the newest message of a channel, whatever it is about.

use super::Question;
use super::people::people_named;
use crate::book::{Book, Source};
use crate::query::{Answer, Citation};
use crate::state::AccountState;
use crate::words::is_stopword;

const LAST: &[&str] = list!("last" "latest" "newest" "recent");
const CHANNELS: &[(&str, &[&str])] = &[
    ("call", &["call", "conversation"]),
    ("email", &["email", "mail"]),
    ("sms", &["text", "sms"]),
];
/// What else a question may say that asks for nothing but what was said.
const SAYS: &[&str] = list!(
    "say" "said" "says" "tell" "told" "write" "wrote" "mention" "mentioned" "discuss" "discussed" "talk" "talked" "message" "read"
    "summarize" "summary" "show" "give" "phone" "content" "contents" "recap" "happened" "come" "came" "report" "reported" "most"
    "text" "call" "email" "mail" "sms" "conversation"
);
/// How many sentences of a message are told.
const SENTENCES: usize = 3;

pub(super) fn answer(
    question: &Question<'_>,
    account: &AccountState,
    book: &Book,
) -> Option<Answer> {
    let rest: Vec<&str> = question
        .rest()
        .map(|(_, token)| token.norm.as_str())
        .collect();
    let (kind, at) = rest.windows(2).zip(1..).find_map(|(pair, at)| {
        let (kind, _) = CHANNELS
            .iter()
            .find(|(_, names)| names.contains(&pair[1]))?;
        LAST.contains(&pair[0]).then_some((*kind, at))
    })?;
    // "The latest email address" is no message, and "when" asks for its day.
    let thing = matches!(
        rest.get(at + 1),
        Some(&("address" | "number" | "line" | "me"))
    );
    let people = people_named(question, account);
    let only = rest.iter().all(|word| {
        let named = people.iter().any(|person| person == word);
        is_stopword(word) || LAST.contains(word) || SAYS.contains(word) || named
    });
    let other = list!("when" "who" "whom" "why" "where" "how" "not")
        .iter()
        .any(|word| rest.contains(word));
    if thing || !only || other {
        return None;
    }
    let newest = book
        .sources(&account.id)
        .iter()
        .rev()
        .find(|source| source.kind == kind);
    Some(newest.map_or_else(|| super::unknown(question, account), |source| told(source)))
}

fn told(source: &Source) -> Answer {
    let words = match source.summary.trim() {
        "" => beginning(&source.raw),
        summary => summary.to_owned(),
    };
    Answer {
        text: format!("{} ({}): {words}", source.id, source.date()),
        citations: vec![Citation {
            id: source.id.clone(),
            line: None,
        }],
        rule: "the newest message of its kind".to_owned(),
        known: true,
    }
}

fn beginning(raw: &str) -> String {
    let sentences = raw.split_inclusive(['.', '!', '?', '\n']);
    let sentences = sentences
        .map(str::trim)
        .filter(|sentence| sentence.contains(' '));
    sentences.take(SENTENCES).collect::<Vec<_>>().join(" ")
}
