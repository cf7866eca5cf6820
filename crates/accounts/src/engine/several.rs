//! Two accounts in one sentence: a change is one account's, so that it is said and asked, and none is changed. A question is
//! answered for each.

use super::{Awaited, Reply, Said, Scene, read};
use crate::book::Book;
use crate::query::Answer;
use crate::resolve::{Conversation, Found, Resolution};
use crate::text::Token;

/// An account that is named, and where.
type Named = (String, (usize, usize));

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
        return Some(pair.map(|(id, _)| id).to_vec());
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

/// "What do A and B pay": the question is put about each, and answered if every one of them has its answer.
pub(super) fn each(scene: &Scene<'_>, said: &Said<'_>, found: &Found) -> Option<Answer> {
    const LINKS: &[&str] = list!(
        "and" "with" "to" "at" "for" "of" "or" "the" "vs" "versus" "against" "both" "in" "plus" "from"
    );
    let mut pair = match split(scene.book, said.text, said.words, found) {
        Some(pair) => pair,
        None => {
            let (id, mention) = (found.account()?, found.mention?);
            let other = beside(scene.book, said.text, said.words, (id, mention))?;
            [(id.to_owned(), mention), other]
        }
    };
    pair.sort_by_key(|(_, place)| *place);
    let [(_, (start, first_end)), (_, (second_start, end))] = pair;
    let gap = first_end..second_start;
    let inside = |token: &&Token| token.start >= gap.start && token.end <= gap.end;
    let mut between = said.words.iter().filter(inside).peekable();
    // "Where does Birch Cafe stand" names no farm stand: two names stand apart.
    let apart = between.peek().is_some() || said.text[gap.clone()].contains([',', '&', '/']);
    if !apart || !between.all(|token| LINKS.contains(&token.norm.as_str())) {
        return None;
    }
    let answers: Vec<(String, Answer)> = pair
        .iter()
        .filter_map(|(account, (from, to))| {
            let name = &said.text[*from..*to];
            let about = about_one(said.words, (&said.text[..start], name, &said.text[end..]));
            let read = read(scene, &about, &Conversation::default());
            let name = &scene.book.account(account)?.name;
            match read.reply {
                Reply::Answer(answer) if answer.known => Some((name.clone(), answer)),
                _ => None,
            }
        })
        .collect();
    (answers.len() == 2).then(|| together(answers))
}

/// The question about one of the two: "the premiums of A and B" are one premium each, and who compares them wants to see both.
fn about_one(words: &[Token], (before, name, behind): (&str, &str, &str)) -> String {
    const EACH: &[(&str, &str)] = &[
        ("premiums", "premium"),
        ("carriers", "carrier"),
        ("insurers", "insurer"),
        ("stages", "stage"),
        ("statuses", "status"),
        ("renewals", "renewal"),
        ("dates", "date"),
        ("cities", "city"),
        ("locations", "location"),
        ("industries", "industry"),
    ];
    let only_compares = words.len() > 1
        && words[0].norm == "compare"
        && words[0].end + 1 >= before.trim_end().len()
        && behind.trim_matches(['.', ' ']).is_empty();
    if only_compares {
        return format!("Tell me about {name}");
    }
    let one = |text: &str| {
        let words = text.split(' ').map(|word| {
            let many = EACH.iter().find(|(many, _)| *many == word.to_lowercase());
            many.map_or(word, |(_, one)| one)
        });
        words.collect::<Vec<_>>().join(" ")
    };
    format!("{}{name}{}", one(before), one(behind))
}

fn together(answers: Vec<(String, Answer)>) -> Answer {
    let mut whole = Answer {
        text: String::new(),
        citations: Vec::new(),
        rule: "the same question about each account".to_owned(),
        known: true,
    };
    let mut parts = Vec::new();
    for (name, answer) in answers {
        let says = answer.text.starts_with(&name);
        let lead = if says {
            String::new()
        } else {
            format!("{name}: ")
        };
        parts.push(format!("{lead}{}", answer.text));
        whole.citations.extend(answer.citations);
    }
    whole.text = parts.join("\n\n");
    whole
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

/// "A stays as it is, but move B to Quoted": what is said of the one that changes.
pub(super) fn without_the_unchanged<'a>(
    book: &Book,
    text: &'a str,
    words: &[Token],
) -> Option<&'a str> {
    let stays = |part: &[Token]| {
        let has = |list: &[&str]| part.iter().any(|token| list.contains(&token.norm.as_str()));
        has(list!("stays" "stay" "remains" "remain" "leave" "leaving" "keep" "keeping"))
            && has(list!("is" "are" "alone" "unchanged" "untouched" "put" "same"))
    };
    if !stays(words) || text.trim_end().ends_with('?') {
        return None;
    }
    (1..words.len())
        .filter(|at| words[*at].after_break || words[*at].norm == "but")
        .find_map(|at| {
            let (before, behind) = words.split_at(at);
            let (left, _) = certain(&resolved(book, text, before)?)?;
            let (right, _) = certain(&resolved(book, text, behind)?)?;
            let skip = usize::from(behind.len() > 1 && behind[0].norm == "but");
            match (stays(before), stays(behind)) {
                (true, false) => Some(&text[behind[skip].start..]),
                (false, true) => Some(&text[..before.last()?.end]),
                _ => None,
            }
            .filter(|_| left != right)
        })
}

/// A name that no account has, and whose parts are names of two.
fn split(book: &Book, text: &str, words: &[Token], found: &Found) -> Option<[Named; 2]> {
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
            let left = certain(&resolved(book, text, &inside[..at])?)?;
            let right = certain(&resolved(book, text, inside.get(after..)?)?)?;
            (left.0 != right.0).then_some([left, right])
        })
}

/// Another account that is named before or behind the one that was found, and where.
fn beside(
    book: &Book,
    text: &str,
    words: &[Token],
    (id, mention): (&str, (usize, usize)),
) -> Option<Named> {
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
fn certain(found: &Found) -> Option<Named> {
    let by_name = found.is_by_full_name() || found.rule == "part of a name";
    let id = found.account().filter(|_| by_name && !found.is_near())?;
    Some((id.to_owned(), found.mention?))
}
