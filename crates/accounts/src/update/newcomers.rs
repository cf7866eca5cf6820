//! People whom an account does not have yet.

use super::contacts::{last_email, last_phone};
use super::request::Request;
use super::succession::{new_role, role_behind_as};
use crate::state::Contact;
use crate::text::{self, has_capitals};
use crate::words::{GREETINGS, UPDATE_VERBS, VAGUE, is_desk, is_stopword};

/// Words that begin a sentence and are nobody's first name.
const NO_NAMES: &[&str] = list!(
    "yesterday" "monday" "tuesday" "wednesday" "thursday" "friday" "saturday" "sunday" "january" "february" "march" "april" "june"
    "july" "august" "september" "october" "november" "december" "fyi" "update" "news" "btw" "meanwhile" "enter" "list" "effective"
    "starting" "new" "our" "dr" "mr" "mrs" "ms" "per" "heard" "spoke" "met" "owner" "manager" "president" "hired" "store"
);

/// "Add a contact: Drew Palmer, studio manager, 520-555-0198", "add Drew Palmer as a contact", "his wife as a second contact,
/// Ana Palmer".
pub(super) fn added(request: &Request<'_>) -> Result<Option<Contact>, String> {
    let about = request.has(&["contact", "contacts"]);
    let reachable = !request.phones.is_empty() || !request.emails.is_empty();
    // "New email for Ana": the address is new, and not she.
    let of_the_number = |at: usize| {
        list!("email" "phone" "cell" "number" "mobile" "address" "line" "direct")
            .contains(&request.word(at + 1))
    };
    let verb = (0..request.tokens.len()).find(|at| match request.word(*at) {
        "add" | "adding" | "include" => true,
        "new" | "second" | "another" | "additional" => !of_the_number(*at),
        _ => false,
    });
    if let Some((first, after)) = entered(request).filter(|_| reachable) {
        return Ok(Some(newcomer(request, first, after)));
    }
    let Some(verb) = verb.filter(|_| about || reachable) else {
        return Ok(None);
    };
    if request.negated(verb + 1) || request.has(&["note"]) && !request.text.contains(':') {
        return Ok(None);
    }
    let named = (verb..request.tokens.len()).find(|at| {
        if about {
            name_at(request, *at) >= 2 && !request.mentions(*at)
        } else {
            is_new_name(request, *at)
        }
    });
    let Some(first) = named else {
        return if request.word(verb) == "add"
            && about
            && !reachable
            && !request.has(&["phone", "email"])
        {
            Err("Who is the new contact? Give a name.".to_owned())
        } else {
            Ok(None)
        };
    };
    let after = first + name_at(request, first);
    Ok(Some(newcomer(request, first, after)))
}

/// The person of a name, with the role, the number and the address that the sentence has.
fn newcomer(request: &Request<'_>, first: usize, after: usize) -> Contact {
    let (start, end) = request.span(first, after);
    Contact {
        name: capitalised(&request.text[start..end]),
        role: role_after(request, after).or_else(|| new_role(request, first)),
        phone: last_phone(request).map(|(number, _)| number),
        email: last_email(request).map(|(address, _)| address),
    }
}

/// "List Ana Park, bookkeeper, … under Birch Cafe", "Ana Park joined Birch Cafe": somebody is entered without the word "add". The
/// words of the name.
fn entered(request: &Request<'_>) -> Option<(usize, usize)> {
    const ENTERS: &[&str] = list!("list" "enter" "save" "register" "put" "record" "store" "hired");
    (0..request.tokens.len()).find_map(|at| {
        let after = is_person(request, at)?;
        let known = request.state.contacts.iter().any(|contact| {
            let words = text::words(&contact.name);
            (at..after).all(|place| words.iter().any(|word| word == request.word(place)))
        });
        let led = at > 0
            && ENTERS.contains(&request.word(at - 1))
            && !request.negated(at)
            && !request.supposed(at);
        let joined = request.word(after) == "joined"
            && request.tokens.get(after + 1).is_some()
            && request.mentions(after + 1)
            && !request.supposed(at);
        // "Ana Park (foreman) is a second contact".
        let declared = (after..after + 8).any(|place| {
            request.word(place) == "is"
                && (place + 1..place + 4).any(|next| request.word(next) == "contact")
                && !request.has(&["not", "no", "isn't"])
                && !request.supposed(place)
        });
        ((led || joined || declared) && !known).then_some((at, after))
    })
}

/// The place behind a full name of somebody, wherever in a sentence it stands, that is neither the account's nor an insurer's.
pub(super) fn is_person(request: &Request<'_>, at: usize) -> Option<usize> {
    let token = request.tokens.get(at)?;
    let opens = |word: &str| {
        is_stopword(word)
            || UPDATE_VERBS.contains(&word)
            || GREETINGS.contains(&word)
            || VAGUE.contains(&word)
            || NO_NAMES.contains(&word)
    };
    let length = if token.starts_sentence {
        if opens(&token.norm) {
            return None;
        }
        let rest = request.tokens[at..].iter().enumerate();
        let run = rest.take_while(|(step, token)| {
            token.capital && !token.is_number() && (*step == 0 || !token.after_break)
        });
        run.take(3).count()
    } else {
        name_at(request, at)
    };
    let run = at..at + length;
    // "Enter Ana Park": a verb that opens the sentence has its capital for that.
    let before = at > 0
        && request.tokens[at - 1].capital
        && !token.after_break
        && !token.starts_sentence
        && !(request.tokens[at - 1].starts_sentence && opens(request.word(at - 1)));
    let carrier = |at: usize| {
        let mut carriers = request.desk.carriers.iter();
        carriers.any(|carrier| {
            text::words(carrier)
                .iter()
                .any(|part| part == request.word(at))
        })
    };
    let known = |at: usize| {
        let mut contacts = request.state.contacts.iter();
        contacts.any(|contact| {
            text::words(&contact.name)
                .iter()
                .any(|part| part == request.word(at))
        })
    };
    let most = if token.starts_sentence { 2 } else { 3 };
    let fits = (2..=most).contains(&length)
        && !before
        && !is_place(request, at, length)
        && !run
            .clone()
            .any(|at| carrier(at) || is_desk(request.word(at)))
        && !run.clone().all(|at| request.mentions(at))
        && !request.mentions(at)
        && !{ run }.all(known);
    fits.then_some(at + length)
}

/// How many words of a person's name stand here.
fn name_at(request: &Request<'_>, at: usize) -> usize {
    if !has_capitals(request.tokens) {
        return small_name_at(request, at);
    }
    let title = matches!(request.word(at), "dr" | "mr" | "mrs" | "ms");
    let run = request.tokens[at..]
        .iter()
        .enumerate()
        .take_while(|(step, token)| {
            let opens = token.starts_sentence && !title && *step == 0;
            token.capital
                && (*step == 0 || !token.after_break || title && *step == 1)
                && !opens
                && !token.is_number()
        });
    run.take(4).count()
}

/// "add rita shah, project lead": without capitals a name is two words or three between the verb and a break.
fn small_name_at(request: &Request<'_>, at: usize) -> usize {
    let can_be = |place: usize| {
        let word = request.word(place);
        word.len() > 1
            && !request.mentions(place)
            && !request.tokens[place].is_number()
            && !is_stopword(word)
            && !is_desk(word)
            && !UPDATE_VERBS.contains(&word)
            && word
                .chars()
                .all(|letter| letter.is_alphabetic() || letter == '\'')
    };
    let length = (at..request.tokens.len())
        .take_while(|place| can_be(*place) && (*place == at || !request.tokens[*place].after_break))
        .count();
    let ends = request
        .tokens
        .get(at + length)
        .is_none_or(|token| token.after_break || token.norm == "as");
    if ends && (2..=3).contains(&length) && request.back(at, 1) == "add" {
        length
    } else {
        0
    }
}

/// `Rita Shah` for `rita shah`.
fn capitalised(name: &str) -> String {
    if name.contains(char::is_uppercase) {
        return name.to_owned();
    }
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| {
            first.to_uppercase().chain(letters).collect()
        })
    };
    name.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// The first stretch between commas after the name that can be a role: ", studio manager,", "as the CFO".
fn role_after(request: &Request<'_>, after: usize) -> Option<String> {
    if let Some(role) = role_behind_as(
        request,
        after,
        request.sentence_end(after.saturating_sub(1)),
    ) {
        return Some(role);
    }
    let ends = |at: usize| at >= request.tokens.len() || request.tokens[at].after_break;
    let mut first = after;
    while first < request.tokens.len() {
        let end = (first + 1..=request.tokens.len())
            .find(|at| ends(*at))
            .unwrap_or(request.tokens.len());
        let start = (first..end)
            .find(|at| {
                !matches!(
                    request.word(*at),
                    "as" | "the" | "a" | "an" | "is" | "their" | "our" | "new"
                )
            })
            .unwrap_or(end);
        if start < end && (start..end).all(|at| can_be_role(request, at)) {
            let (from, to) = request.span(start, end);
            return Some(request.text[from..to].to_owned());
        }
        first = end;
    }
    None
}

fn can_be_role(request: &Request<'_>, at: usize) -> bool {
    let start = request.tokens[at].start;
    let called = request
        .phones
        .iter()
        .any(|phone| start >= phone.start && start < phone.end);
    let written = request
        .emails
        .iter()
        .any(|email| start >= email.start && start < email.end);
    let other = matches!(
        request.word(at),
        "phone"
            | "email"
            | "cell"
            | "at"
            | "to"
            | "for"
            | "contact"
            | "contacts"
            | "number"
            | "please"
            | "add"
            | "and"
    );
    !called && !written && !other && !request.mentions(at)
}

/// A full name right before a number or an address that no contact has.
pub(super) fn stranger(request: &Request<'_>) -> Option<String> {
    let value = request
        .phones
        .iter()
        .map(|phone| phone.start)
        .chain(request.emails.iter().map(|email| email.start))
        .min()?;
    let end = request
        .tokens
        .iter()
        .position(|token| token.start >= value)?;
    let near = (end.saturating_sub(6)..end).find(|at| is_new_name(request, *at));
    // Further away, whoever was named last has it.
    let first = near.or_else(|| {
        let last = (0..end)
            .rev()
            .find(|at| is_person(request, *at).is_some())?;
        let contact = |at: usize| {
            let mut contacts = request.state.contacts.iter();
            contacts.any(|contact| {
                text::words(&contact.name)
                    .iter()
                    .any(|part| part == request.word(at))
            }) && !request.mentions(at)
        };
        (!(last..end).any(contact)).then_some(last)
    })?;
    let after = is_person(request, first).unwrap_or(first + name_at(request, first));
    let (start, stop) = request.span(first, after);
    Some(request.text[start..stop].to_owned())
}

/// "In Walla Walla": a place has capitals, too.
fn is_place(request: &Request<'_>, at: usize, length: usize) -> bool {
    let city = request
        .state
        .location
        .as_ref()
        .map(|place| text::words(&place.city));
    let own = city.is_some_and(|city| {
        (at..at + length).all(|place| city.iter().any(|word| word == request.word(place)))
    });
    own || list!("in" "near").contains(&request.back(at, 1))
}

/// Whether the full name of somebody who is no contact stands here.
fn is_new_name(request: &Request<'_>, at: usize) -> bool {
    let length = name_at(request, at);
    if is_place(request, at, length) {
        return false;
    }
    let run = at..at + length;
    let capital_before = at > 0
        && request.tokens[at - 1].capital
        && !request.tokens[at].after_break
        && !request.tokens[at - 1].starts_sentence;
    let known = |word: &str| {
        request
            .state
            .contacts
            .iter()
            .any(|contact| text::words(&contact.name).iter().any(|part| part == word))
    };
    let carrier = |word: &str| {
        request
            .desk
            .carriers
            .iter()
            .any(|carrier| text::words(carrier).iter().any(|part| part == word))
    };
    (2..=4).contains(&length)
        && !capital_before
        && !run
            .clone()
            .any(|at| request.mentions(at) || carrier(request.word(at)))
        && !run.clone().any(|at| is_desk(request.word(at)))
        && !{ run }.all(|at| known(request.word(at)))
}
