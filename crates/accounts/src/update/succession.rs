//! People who leave and those who come in their place: "Ana Park quit; her successor as controller is Bo Lind".

use super::contacts::{last_email, last_phone};
use super::newcomers::is_person;
use super::request::Request;
use crate::state::Contact;
use crate::text::{self, Token};

/// Verbs of somebody who is gone for good.
const LEFT: &[&str] = list!("left" "quit" "retired" "resigned" "departed" "died" "fired" "gone" "out" "replaced" "succeeded");
/// What may stand between a person and that verb.
const HELPS: &[&str] = list!("has" "have" "is" "was" "just" "recently" "now" "already" "also" "finally" "got" "been" "officially" "he" "she");
/// What may follow the verb besides the account: when it was, and why.
const FOLLOWS: &[&str] = list!(
    "from" "the" "company" "firm" "business" "us" "them" "and" "in" "last" "this" "on" "at" "as" "effective" "by" "job" "so"
    "with" "yesterday" "today" "there"
);
/// What a successor does.
const COMES: &[&str] = list!(
    "takes" "took" "replaces" "replaced" "succeeds" "succeeded" "steps" "stepped" "fills" "filled" "is" "has" "will" "now" "taking"
);
/// Words that make it a matter of weeks.
const FOR_A_WHILE: &[&str] = list!(
    "while" "temporarily" "temporary" "until" "till" "during" "vacation" "holiday" "maternity" "paternity" "sabbatical" "interim"
    "acting" "covering" "briefly" "meanwhile"
);

/// Who goes, and who comes in that place.
pub(super) fn read(request: &Request<'_>) -> Option<(String, Contact)> {
    let gone = departed(request)?;
    let (first, after) = successor(request)?;
    let only_here = elsewhere(request, after);
    if request.has(FOR_A_WHILE) || request.negated(first) || request.supposed(first) || only_here {
        return None;
    }
    let (start, end) = request.span(first, after);
    let contact = Contact {
        name: request.text[start..end].to_owned(),
        role: role(request, first, after),
        phone: last_phone(request).map(|(number, _)| number),
        email: last_email(request).map(|(address, _)| address),
    };
    Some((gone, contact))
}

/// "Replaced by Bo Lind on the safety committee": in something else than the account.
fn elsewhere(request: &Request<'_>, after: usize) -> bool {
    let end = request.clause_end(after.saturating_sub(1));
    (after..end).any(|at| {
        let next = at + 1 + usize::from(matches!(request.word(at + 1), "the" | "a" | "their"));
        let own = request
            .tokens
            .get(next)
            .is_some_and(|_| request.mentions(next));
        let dated = request
            .dates
            .iter()
            .any(|date| date.first <= next && next < date.after);
        list!("on" "at" "for" "in").contains(&request.word(at))
            && !own
            && !dated
            && !request.tokens.get(next).is_some_and(Token::is_number)
    })
}

/// The contact who is said to have left.
pub(super) fn departed(request: &Request<'_>) -> Option<String> {
    let contacts = request.state.contacts.iter();
    let mut gone = contacts.filter(|contact| {
        let words = text::words(&contact.name);
        (0..request.tokens.len())
            .filter(|at| ends_name(request, *at, &words))
            .any(|at| leaves(request, at + 1) || is_followed(request, at))
    });
    let one = gone.next()?;
    gone.next().is_none().then(|| one.name.clone())
}

/// "Ana Park is no longer a contact", "Ana should come off the file": a contact who is to go, without a verb of removing.
pub(super) fn delisted(request: &Request<'_>) -> Option<String> {
    let contacts = request.state.contacts.iter();
    let mut gone = contacts.filter(|contact| {
        let words = text::words(&contact.name);
        (0..request.tokens.len())
            .filter(|at| ends_name(request, *at, &words))
            .any(|at| {
                let said: Vec<&str> = (at + 1..at + 7).map(|at| request.word(at)).collect();
                let told = matches!(
                    said.as_slice(),
                    ["is", "no", "longer", "a" | "our" | "the", "contact", ..]
                        | [
                            "is",
                            "not",
                            "a" | "our" | "the",
                            "contact",
                            "anymore" | "any",
                            ..
                        ]
                        | ["shouldn't", "be", "listed" | "a", ..]
                        | ["should", "not", "be", "listed", ..]
                        | ["should", "no", "longer", "be", "listed" | "a", ..]
                        | [
                            "should" | "can" | "must",
                            "be",
                            "removed" | "deleted" | "dropped",
                            ..
                        ]
                        | ["should" | "can" | "must", "be", "taken", "off", ..]
                        | ["should" | "can" | "must", "come" | "go", "off", ..]
                );
                told && !request.supposed(at) && !request.has(&["says", "said", "thinks", "asked"])
            })
    });
    let one = gone.next()?;
    gone.next().is_none().then(|| one.name.clone())
}

/// Whether the name of a contact, or a part of it, ends at a place. Of two of one last name it is who has the first name too, and a
/// word of the account's name is the person's only behind the other.
fn ends_name(request: &Request<'_>, at: usize, words: &[String]) -> bool {
    let own = |word: &str| words.iter().any(|own| own == word);
    let before = request.back(at, 1);
    let other = at > 0
        && request.tokens[at - 1].capital
        && !request.tokens[at].after_break
        && !request.mentions(at - 1)
        && !own(before)
        && !list!("dr" "mr" "mrs" "ms" "swap" "replace" "exchange").contains(&before);
    own(request.word(at))
        && !own(request.word(at + 1))
        && !other
        && (!request.mentions(at) || own(before))
}

/// Whether the words at a place say that who stands before them left.
fn leaves(request: &Request<'_>, from: usize) -> bool {
    // "Ana at Birch Cafe left".
    let at_work = |at: usize| {
        request.mentions(at)
            || list!("at" "from" "of" "over").contains(&request.word(at))
                && (at + 1..at + 3)
                    .any(|next| next < request.tokens.len() && request.mentions(next))
    };
    let Some(verb) = (from..request.tokens.len())
        .find(|at| !HELPS.contains(&request.word(*at)) && !at_work(*at))
    else {
        return false;
    };
    let next = request.word(verb + 1);
    let helped = (from..verb).any(|at| list!("is" "was" "been" "got").contains(&request.word(at)));
    let said = match request.word(verb) {
        "stepped" => next == "down",
        "moved" => next == "on",
        "passed" => next == "away",
        "let" => next == "go" && helped,
        "no" => next == "longer",
        "gone" | "out" | "fired" => helped,
        "replaced" | "succeeded" => helped && next == "by",
        word => LEFT.contains(&word),
    };
    let plain = matches!(request.word(verb), "left" | "quit" | "gone" | "out");
    let follows = request.tokens.get(verb + 1).is_none_or(|token| {
        token.after_break
            || token.starts_sentence
            || FOLLOWS.contains(&token.norm.as_str())
            || request.mentions(verb + 1)
    });
    // "Left Birch Cafe a message": what follows the account is what was left.
    let object = (verb + 1..request.clause_end(verb)).any(|at| {
        matches!(
            request.word(at),
            "a" | "an" | "word" | "message" | "voicemail" | "note" | "for"
        ) && !request.mentions(at)
    });
    said && (!plain || follows && !object)
        && !request.negated_from(from.saturating_sub(1), verb)
        && !request.supposed(verb)
        && !request.has(FOR_A_WHILE)
}

/// "Bo Lind replaces Ana Park", "took over from Ana Park": who stands here is followed by somebody.
fn is_followed(request: &Request<'_>, at: usize) -> bool {
    let first = (0..=at)
        .rev()
        .take_while(|place| {
            request.tokens[*place].capital && !request.tokens[*place].starts_sentence
        })
        .last()
        .unwrap_or(at);
    let before = (request.back(first, 2), request.back(first, 1));
    let verb = matches!(before.1, "replaces" | "succeeds" | "replaced" | "succeeded");
    let over = matches!(before, ("over", "from" | "for")) && {
        let verb = request.back(first, 3);
        matches!(verb, "took" | "takes")
    };
    // "Swap Ana Park for Bo Lind".
    let swapped = list!("swap" "replace" "exchange").contains(&before.1)
        && (at + 1..at + 3).any(|next| {
            matches!(request.word(next), "for" | "with" | "by")
                && is_person(request, next + 1).is_some()
        });
    (verb || over || swapped) && !request.negated(first) && !request.supposed(first)
}

/// The words of the newcomer's name.
fn successor(request: &Request<'_>) -> Option<(usize, usize)> {
    (0..request.tokens.len()).find_map(|at| {
        let after = is_person(request, at)?;
        let start = request.clause_start(at);
        let said = |words: &[&str]| (start..at).any(|place| words.contains(&request.word(place)));
        let before = request.back(at, 1);
        let named = matches!(before, "is" | "now" | "be")
            && said(list!("successor" "replacement" "new" "takes"));
        let by = before == "by" && matches!(request.back(at, 2), "replaced" | "succeeded");
        let verb = request.word(after);
        let comes = COMES.contains(&verb)
            && (after..request.clause_end(at)).any(|place| {
                list!("over" "replaces" "replaced" "succeeds" "succeeded" "role" "place" "job" "new" "successor" "replacement" "seat")
                    .contains(&request.word(place))
            });
        let swapped = matches!(before, "for" | "with" | "by") && said(list!("swap" "replace" "exchange"));
        (named || by || comes || swapped).then_some((at, after))
    })
}

/// "as controller", "the new CFO is": what the newcomer does.
fn role(request: &Request<'_>, first: usize, after: usize) -> Option<String> {
    let start = request.clause_start(first);
    if let Some(role) = role_behind_as(request, start, request.clause_end(after.saturating_sub(1)))
    {
        return Some(role);
    }
    new_role(request, first)
}

/// "The new treasurer is": what stands before a newcomer's name.
pub(super) fn new_role(request: &Request<'_>, first: usize) -> Option<String> {
    let start = request.clause_start(first);
    let new = (start..first).rev().find(|at| request.word(*at) == "new")?;
    let end =
        (new + 1..first).find(|at| matches!(request.word(*at), "is" | "will" | "at" | "of"))?;
    let reach = list!("phone" "number" "cell" "mobile" "email" "address" "line");
    let named = !(new + 1..end).any(|at| reach.contains(&request.word(at)) || request.mentions(at));
    spoken(request, new + 1, end).filter(|_| named)
}

/// "as the practice manager": the words behind "as" up to a small word or the account.
pub(super) fn role_behind_as(request: &Request<'_>, from: usize, until: usize) -> Option<String> {
    let at = (from..until).find(|at| request.word(*at) == "as" && request.word(*at + 1) != "of")?;
    let first = (at + 1..until).find(|at| {
        !list!("the" "a" "an" "their" "our" "new" "its" "his" "her").contains(&request.word(*at))
    })?;
    let end = (first..until)
        .find(|at| {
            request.mentions(*at)
                || list!("is" "at" "of" "for" "and" "with" "from" "in" "on" "phone" "email" "to")
                    .contains(&request.word(*at))
                || *at > first && request.tokens[*at].after_break
        })
        .unwrap_or(until);
    spoken(request, first, end)
}

fn spoken(request: &Request<'_>, first: usize, end: usize) -> Option<String> {
    let role = first < end
        && end <= first + 4
        && !(first..end).any(|at| request.tokens[at].is_number() || is_contact(request.word(at)));
    role.then(|| {
        let (from, to) = request.span(first, end);
        request.text[from..to].to_owned()
    })
}

fn is_contact(word: &str) -> bool {
    list!("contact" "contacts" "person").contains(&word)
}
