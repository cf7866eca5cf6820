//! The people of an account that a question means.

use super::Question;
use crate::state::{AccountState, Contact};
use crate::text::{plain, stem, words};
use crate::words::{DECIDING, is_stopword, state_name, tells_who_decides};

/// The contacts a question means: named ones, those of a role, or all.
pub(super) fn people<'a>(question: &Question<'_>, account: &'a AccountState) -> Vec<&'a Contact> {
    let rest: Vec<String> = question
        .tokens
        .iter()
        .map(|token| token.norm.clone())
        .collect();
    let line = format!(" {} ", rest.join(" "));
    let full: Vec<&Contact> = account
        .contacts
        .iter()
        .filter(|contact| line.contains(&format!(" {} ", plain(&contact.name))))
        .collect();
    if !full.is_empty() {
        return full;
    }
    let other = line.contains(" other ");
    // The account may have been found by the person: then the name is no other name of it.
    let own: Vec<String> = account.names().flat_map(words).collect();
    let outside: Vec<&str> = question
        .tokens
        .iter()
        .filter(|token| question.is_outside(token) || !own.contains(&token.norm))
        .map(|token| token.norm.as_str())
        .collect();
    let named: Vec<&Contact> = account
        .contacts
        .iter()
        .filter(|contact| {
            words(&contact.name)
                .iter()
                .any(|word| word.len() > 2 && outside.contains(&word.as_str()))
        })
        .collect();
    // "Ana is away, who is the other one": everybody but Ana.
    if !named.is_empty() && other && named.len() < account.contacts.len() {
        let rest = account.contacts.iter();
        return rest.filter(|contact| !named.contains(contact)).collect();
    }
    if !named.is_empty() {
        return named;
    }
    let roles: Vec<&Contact> = account
        .contacts
        .iter()
        .filter(|contact| role_asked(&line, contact))
        .collect();
    if roles.is_empty() {
        account.contacts.iter().collect()
    } else {
        roles
    }
}

/// The words of a question that are names of the account's people.
pub(super) fn people_named(question: &Question<'_>, account: &AccountState) -> Vec<String> {
    question
        .rest()
        .map(|(_, token)| token.norm.clone())
        .filter(|word| {
            account
                .contacts
                .iter()
                .any(|contact| words(&contact.name).contains(word))
        })
        .collect()
}

/// The role by its name, or by what its holder does: an owner owns, a bookkeeper keeps the books.
fn role_asked(line: &str, contact: &Contact) -> bool {
    let Some(role) = contact.role.as_ref().map(|role| plain(role)) else {
        return false;
    };
    let said: Vec<&str> = line.split_whitespace().collect();
    let parts = |part: &str| {
        let made: Vec<String> = said
            .iter()
            .filter(|word| makes(word, part))
            .map(|word| stem(word))
            .collect();
        let whole = made.iter().any(|word| *word == stem(part));
        whole || made.len() > 1 && made.iter().map(String::len).sum::<usize>() + 4 > part.len()
    };
    // Each of the co-owners is one of "the owners".
    let one = role.trim_start_matches("co-").trim_start_matches("co ");
    // "The treasurer" of a board is its "board treasurer"; of what the "head of school" is the head has to be said.
    let noun = role
        .rsplit(' ')
        .next()
        .filter(|noun| noun.len() > 4 && !role.contains(" of "));
    let named = [role.as_str(), one]
        .into_iter()
        .chain(noun)
        .any(|role| line.contains(&format!(" {role} ")) || line.contains(&format!(" {role}s ")));
    named || line.contains(" who ") && role.split(' ').all(parts)
}

/// Whether a word is a part of the name of a role: "keeps" and "books" of "bookkeeper".
fn makes(word: &str, role: &str) -> bool {
    let stem = stem(word);
    word.len() > 3 && stem.len() > 2 && role.contains(stem.as_str())
}

/// Whether a word of a question is part of the role of a contact.
pub(super) fn names_role(word: &str, account: &AccountState) -> bool {
    account
        .contacts
        .iter()
        .filter_map(|contact| contact.role.as_ref())
        .any(|role| makes(word, &plain(role)))
}

pub(super) fn person_asked(line: &str, account: &AccountState) -> bool {
    let who = line.contains(" who ") || line.contains(" name ") || line.contains(" names ");
    who && account
        .contacts
        .iter()
        .any(|contact| role_asked(line, contact))
}

/// Whether a contact is named in the question, as the one the account was found by or beside it.
pub(super) fn names_person(question: &Question<'_>, account: &AccountState) -> bool {
    let said: Vec<&str> = question
        .tokens
        .iter()
        .map(|token| token.norm.as_str())
        .collect();
    let own: Vec<String> = account.names().flat_map(words).collect();
    account.contacts.iter().any(|contact| {
        words(&contact.name)
            .iter()
            .any(|word| word.len() > 2 && !own.contains(word) && said.contains(&word.as_str()))
    })
}

/// "What does Ana do there", "who is Ana": a contact is named and what they are is asked.
pub(super) fn role_of_person(line: &str, account: &AccountState) -> bool {
    let named = account.contacts.iter().any(|contact| {
        words(&contact.name)
            .iter()
            .any(|word| word.len() > 2 && line.contains(&format!(" {word} ")))
    });
    let does = line.starts_with(" what does ") && line.contains(" do ");
    named
        && (does || line.starts_with(" who is ") || line.starts_with(" who "))
        && line.split_whitespace().count() <= 8
}

pub(super) fn reach_line(people: &[&Contact], part: fn(&Contact) -> Option<&String>) -> String {
    let lines = people
        .iter()
        .filter_map(|contact| part(contact).map(|value| format!("{}: {value}", contact.name)));
    format!("{}.", lines.collect::<Vec<_>>().join("; "))
}

pub(super) fn person_line(question: &Question<'_>, account: &AccountState) -> Option<String> {
    let said = super::line(question.tokens);
    let asked = question
        .rest()
        .any(|(_, token)| matches!(stem(&token.norm).as_str(), "decid" | "decision" | "sign"));
    let whose = [" who ", " whose ", " whom "]
        .iter()
        .any(|word| said.contains(word))
        && question
            .rest()
            .any(|(_, token)| DECIDING.contains(&token.norm.as_str()));
    let decides = asked
        || whose
        || list!("final say" "the shots" "last word" "the trigger" "makes the call" "make the call" "call is it")
            .iter()
            .any(|phrase| said.contains(&format!(" {phrase} ")));
    if decides {
        let noted = account.notes.iter().find(|note| {
            words(note)
                .iter()
                .any(|word| tells_who_decides(&stem(word)))
        });
        let Some(note) = noted else {
            return listed(&account.contacts.iter().collect::<Vec<_>>());
        };
        // "Ana decides, Ben handles inspections": only the clause with the verb says who.
        let clause = note
            .split([',', ';', '.'])
            .find(|clause| {
                words(clause)
                    .iter()
                    .any(|word| tells_who_decides(&stem(word)))
            })
            .unwrap_or(note);
        let named: Vec<String> = account
            .contacts
            .iter()
            .filter(|contact| {
                words(clause)
                    .iter()
                    .any(|word| words(&contact.name).contains(word))
            })
            .map(|contact| contact.name.clone())
            .collect();
        return Some(format!("{} (noted: {note})", named.join(", ")));
    }
    listed(&people(question, account))
}

fn listed(people: &[&Contact]) -> Option<String> {
    let lines: Vec<String> = people
        .iter()
        .map(|contact| {
            contact.role.as_ref().map_or_else(
                || contact.name.clone(),
                |role| format!("{} ({role})", contact.name),
            )
        })
        .collect();
    (!lines.is_empty()).then(|| format!("{}.", lines.join("; ")))
}

/// Words that name the account's people, their roles and its place; and its trade, where it is called by that: "the bakery".
pub(super) fn own_words(question: &Question<'_>, account: &AccountState) -> Vec<String> {
    let people = account.contacts.iter();
    let named = people.flat_map(|contact| [Some(&contact.name), contact.role.as_ref()]);
    let place = account.location.as_ref();
    let trade: Vec<String> = account
        .industry
        .iter()
        .flat_map(|trade| words(trade))
        .collect();
    let called = account.names().flat_map(words).any(|word| {
        !trade.contains(&word)
            && !is_stopword(&word)
            && question.tokens.iter().any(|token| token.norm == word)
    });
    let state = place.and_then(|place| state_name(&place.state));
    named
        .flatten()
        .chain(place.map(|place| &place.city))
        .flat_map(|text| words(text))
        .chain(state.into_iter().flat_map(words))
        .chain(beside_the_name(question, account, &trade))
        .chain(trade.into_iter().filter(|_| !called))
        .collect()
}

/// "Ferns preschool", "the candle company in Salem": words of the name and the trade that stand beside what found the account
/// say only which one is meant.
fn beside_the_name(
    question: &Question<'_>,
    account: &AccountState,
    trade: &[String],
) -> Vec<String> {
    let names: Vec<String> = account.names().flat_map(words).collect();
    let says = |at: &usize| {
        let word = &question.tokens[*at].norm;
        let kind = list!("company" "people" "folks" "guys" "outfit" "place" "shop" "store" "firm")
            .contains(&word.as_str());
        question.is_outside(&question.tokens[*at])
            && (kind || trade.contains(word) || names.contains(word))
    };
    let inside = |at: &usize| !question.is_outside(&question.tokens[*at]);
    let places = 0..question.tokens.len();
    let (Some(first), Some(last)) = (places.clone().find(inside), places.rev().find(inside)) else {
        return Vec::new();
    };
    let behind = (last + 1..question.tokens.len())
        .take_while(|at| says(at) && !question.tokens[*at].after_break);
    let before = (0..first).rev().take_while(says);
    let found = before.chain(behind);
    found.map(|at| question.tokens[at].norm.clone()).collect()
}
