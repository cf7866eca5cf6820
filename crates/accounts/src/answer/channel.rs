//! "What did Ana text about in April": what was said by one channel in one month, and nothing else.

use super::Question;
use super::passages::Passage;
use super::people::people_named;
use crate::book::Source;
use crate::dates::month;
use crate::state::AccountState;
use crate::text::words;
use crate::words::{CHANNELS, is_stopword};

/// What else a question may say that asks for nothing but what was said.
const NEWS: &[&str] = list!(
    "change" "changes" "news" "new" "thing" "things" "tell" "mention" "mentioned" "message" "matter" "happened" "update" "report"
    "reported" "word" "question" "questions" "ask" "asked" "request"
);

/// The sources that a question is limited to; all if it names no channel and no month.
pub(super) struct Only {
    sources: Option<Vec<usize>>,
    /// It asks for nothing but what was said there.
    news: bool,
}

impl Only {
    pub(super) fn of(question: &Question<'_>, account: &AccountState, sources: &[Source]) -> Self {
        let people = people_named(question, account);
        let empty = |word: &String| {
            is_stopword(word)
                || NEWS.contains(&word.as_str())
                || month(word).is_some()
                || people.contains(word)
                || CHANNELS
                    .iter()
                    .any(|(_, verbs)| verbs.contains(&word.as_str()))
        };
        Self {
            sources: narrowed(question, account, sources),
            news: question.rest().all(|(_, token)| empty(&token.norm)),
        }
    }

    pub(super) fn holds(&self, passage: &Passage) -> bool {
        self.sources
            .as_ref()
            .is_none_or(|only| only.contains(&passage.source))
    }

    /// Leaves the passages of those sources; the beginning of each if none is left and it asks what was said.
    pub(super) fn keep(&self, places: &mut Vec<usize>, all: &[Passage]) {
        places.retain(|at| self.holds(&all[*at]));
        let only = self.sources.iter().flatten().rev().take(3);
        if places.is_empty() && self.news {
            places.extend(only.filter_map(|source| {
                all.iter()
                    .position(|passage| passage.source == *source && passage.line > 0)
            }));
        }
    }
}

/// The sources that a question is limited to by a channel and a month behind it; nothing if it names none.
fn narrowed(
    question: &Question<'_>,
    account: &AccountState,
    sources: &[Source],
) -> Option<Vec<usize>> {
    let outside: Vec<&str> = question
        .rest()
        .map(|(_, token)| token.norm.as_str())
        .collect();
    let (at, kind) = outside.iter().enumerate().find_map(|(at, word)| {
        let (kind, _) = CHANNELS.iter().find(|(_, verbs)| verbs.contains(word))?;
        // "The email address" and "the phone number" are no messages.
        let thing = matches!(outside.get(at + 1), Some(&("address" | "number" | "line")));
        (!thing).then_some((at, *kind))
    })?;
    let named = outside[at + 1..].windows(2).find_map(|pair| {
        let led = matches!(pair[0], "in" | "during" | "last" | "this");
        month(pair[1]).filter(|_| led)
    })?;
    let all: Vec<usize> = (0..sources.len())
        .filter(|place| sources[*place].kind == kind && sources[*place].date().month() == named)
        .collect();
    let people = people_named(question, account);
    let own: Vec<usize> = all
        .iter()
        .copied()
        .filter(|place| is_from(&sources[*place], account, &people))
        .collect();
    // A call is on file under whoever dialled; who spoke is in its lines.
    Some(if own.is_empty() && (people.is_empty() || kind == "call") {
        all
    } else {
        own
    })
}

/// Whether somebody who is named wrote it, under the name or from the number on file.
pub(crate) fn is_from(source: &Source, account: &AccountState, people: &[String]) -> bool {
    let from = words(&source.from);
    let by_number = account.contacts.iter().any(|contact| {
        contact.phone.as_deref() == Some(source.from.as_str())
            && words(&contact.name)
                .iter()
                .any(|word| people.contains(word))
    });
    by_number || people.iter().any(|person| from.contains(person))
}
