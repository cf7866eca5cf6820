//! Two accounts in one sentence: a change is one account's, so that it is said and asked, and none is changed.

use super::{Awaited, Reply};
use crate::book::Book;
use crate::resolve::{Conversation, Found, Resolution};
use crate::text::Token;

/// What may stand between two accounts that are named together.
const JOINS: &[&str] = list!("and" "or" "plus" "both" "also" "the" "as" "well" "then");

/// The accounts of a sentence that names several side by side: "Mark A and B as Lost".
pub(super) fn joined(
    book: &Book,
    text: &str,
    words: &[Token],
    found: &Found,
) -> Option<Vec<String>> {
    if let Some(pair) = split(book, text, words, found) {
        return Some(pair);
    }
    let (id, mention) = (found.account()?, found.mention?);
    let (other, place) = beside(book, text, words, (id, mention))?;
    let between = |token: &&Token| {
        token.start >= mention.1.min(place.1) && token.end <= mention.0.max(place.0)
    };
    let mut between = words.iter().filter(between);
    let linked = between.all(|token| JOINS.contains(&token.norm.as_str()));
    // "The same terms for A as B got" names B only to compare.
    let gap = &text[mention.1.min(place.1)..mention.0.max(place.0)];
    let and = |token: &Token| matches!(token.norm.as_str(), "and" | "or" | "plus");
    let linked = linked && (gap.contains(',') || crate::text::tokens(gap).iter().any(and));
    let pair = if place.0 < mention.0 {
        [other, id.to_owned()]
    } else {
        [id.to_owned(), other]
    };
    linked.then(|| pair.to_vec())
}

/// The accounts of a sentence that names another one by its whole name, wherever it stands.
pub(super) fn named(
    book: &Book,
    text: &str,
    words: &[Token],
    found: &Found,
) -> Option<Vec<String>> {
    let (id, mention) = (found.account()?, found.mention?);
    let other = parts(words, mention).into_iter().find_map(|part| {
        let other = resolved(book, text, part)?;
        let (account, place) = certain(&other)?;
        let before = part.iter().rfind(|token| token.end <= place.0);
        // "Not Birch Cafe" and "instead of Birch Cafe" name the one that is not meant.
        let denied =
            before.is_some_and(|token| list!("not" "than" "of").contains(&token.norm.as_str()));
        (!denied && other.is_by_full_name() && account != id).then_some(account)
    })?;
    Some(vec![id.to_owned(), other])
}

/// Says that several are named.
pub(super) fn question(book: &Book, ids: Vec<String>) -> Reply {
    let names: Vec<&str> = ids
        .iter()
        .map(|id| {
            book.account(id)
                .map_or(id.as_str(), |account| account.name.as_str())
        })
        .collect();
    Reply::Clarify {
        question: format!(
            "That names several accounts, {}. A change is made at one account at a time; nothing was changed. Which one first?",
            names.join(" and ")
        ),
        choices: ids,
        awaits: Awaited::Words,
    }
}

/// A name that no account has, and whose parts are names of two.
fn split(book: &Book, text: &str, words: &[Token], found: &Found) -> Option<Vec<String>> {
    let unknown = matches!(found.resolution, Resolution::Unknown(_)) || found.is_near();
    let (start, end) = found.mention.filter(|_| unknown)?;
    let inside: Vec<Token> = words
        .iter()
        .filter(|token| token.start >= start && token.end <= end)
        .cloned()
        .collect();
    (1..inside.len())
        .filter(|at| inside[*at].norm == "and" || inside[*at].after_break)
        .find_map(|at| {
            let after = at + usize::from(inside[at].norm == "and");
            let (left, _) = certain(&resolved(book, text, &inside[..at])?)?;
            let (right, _) = certain(&resolved(book, text, inside.get(after..)?)?)?;
            (left != right).then(|| vec![left, right])
        })
}

/// Another account that is named before or behind the one that was found, and where.
fn beside(
    book: &Book,
    text: &str,
    words: &[Token],
    (id, mention): (&str, (usize, usize)),
) -> Option<(String, (usize, usize))> {
    parts(words, mention).into_iter().find_map(|part| {
        let other = resolved(book, text, part)?;
        certain(&other).filter(|(account, _)| account != id)
    })
}

/// The words before and behind a mention.
fn parts(words: &[Token], (start, end): (usize, usize)) -> [&[Token]; 2] {
    let before = words.iter().take_while(|token| token.end <= start).count();
    let after = words.iter().take_while(|token| token.start < end).count();
    [&words[..before], &words[after..]]
}

fn resolved(book: &Book, text: &str, part: &[Token]) -> Option<Found> {
    let some = !part.is_empty();
    some.then(|| {
        book.directory()
            .resolve(text, part, &Conversation::default())
    })
}

/// The account that words name for certain, by its name and with a capital letter as names have.
fn certain(found: &Found) -> Option<(String, (usize, usize))> {
    let by_name = found.is_by_full_name() || found.rule == "part of a name";
    let id = found.account().filter(|_| by_name && !found.is_near())?;
    Some((id.to_owned(), found.mention?))
}
