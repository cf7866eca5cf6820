//! "Remove the follow-up date": a field that is to have nothing in it.

use serde_json::Value;

use super::request::{Request, get};
use super::{Change, Outcome, Plan};
use crate::dialogue::Caution;
use crate::text::words;
use crate::words::UPDATE_VERBS;

const CLEARS: &[&str] = list!("remove" "delete" "clear" "erase" "unset" "cancel" "blank" "wipe");
const POLITE: &[&str] =
    list!("please" "pls" "can" "could" "would" "you" "we" "just" "kindly" "ok" "and" "also" "now");
/// What may stand around the name of the field.
const AROUND: &[&str] = list!(
    "the" "a" "our" "their" "his" "her" "its" "my" "of" "for" "from" "at" "on" "out" "off" "again" "please" "now" "with" "it" "that"
    "date" "field" "value" "number" "address" "account" "current" "old" "thanks" "there" "them" "reminder"
);

/// The plan of an order to empty a field; nothing if the sentence orders something else.
pub(super) fn plan(request: &Request<'_>) -> Option<Plan> {
    let verb = first_word(request)?;
    if !CLEARS.contains(&request.word(verb))
        || !request.numbers.is_empty()
        || !request.dates.is_empty()
    {
        return None;
    }
    let (field, name, from, after) = named_field(request, verb)?;
    let more = (verb + 1..request.tokens.len()).any(|at| {
        !(from..after).contains(&at)
            && !request.mentions(at)
            && !AROUND.contains(&request.word(at))
            && !is_of_contact(request, at)
    });
    // "Cancel the renewal" is about the insurance, and "cancel the carrier" says nothing.
    let cancels = matches!(request.word(verb), "cancel" | "wipe");
    if more || cancels && field != "follow_up_date" {
        return None;
    }
    let field = match field {
        "phone" | "email" => match whose(request) {
            Some(name) => format!("contacts[{name}].{field}"),
            None => {
                let question = format!("Whose {name} should be removed?");
                return Some(Plan::without(Outcome::Clarify { question }));
            }
        },
        field => field.to_owned(),
    };
    Some(emptied(request, field, name))
}

fn emptied(request: &Request<'_>, field: String, name: &str) -> Plan {
    let old = get(request.state, &field);
    let weighty = matches!(field.as_str(), "premium" | "carrier");
    if weighty && !old.is_null() && request.desk.caution == Caution::Asks {
        let account = &request.state.name;
        let question = format!("Should {account} really have no {name} any more?");
        return Plan::without(Outcome::Agree { question });
    }
    let change = Change {
        field,
        new: Value::Null,
        rule: "a field that is emptied",
        span: (0, request.text.len()),
        old,
    };
    let differs = !change.old.is_null();
    Plan {
        outcome: Outcome::Apply,
        changes: Some(change).filter(|_| differs).into_iter().collect(),
        note: None,
    }
}

/// The field that is named behind a verb, what it is called, and its words.
fn named_field(
    request: &Request<'_>,
    verb: usize,
) -> Option<(&'static str, &'static str, usize, usize)> {
    const FIELDS: &[(&str, &str, &[&str])] = &[
        (
            "follow_up_date",
            "follow-up date",
            &["follow up date", "follow up", "followup date", "followup"],
        ),
        ("renewal_date", "renewal date", &["renewal date"]),
        (
            "effective_date",
            "effective date",
            &["effective date", "inception date"],
        ),
        ("premium", "premium", &["premium"]),
        ("carrier", "carrier", &["carrier", "insurer"]),
        (
            "phone",
            "telephone number",
            &["phone", "cell", "telephone", "mobile"],
        ),
        ("email", "email address", &["email"]),
    ];
    (verb + 1..request.tokens.len()).find_map(|at| {
        FIELDS.iter().find_map(|(field, name, called)| {
            let after = called
                .iter()
                .find_map(|phrase| request.phrase_at(at, phrase))?;
            Some((*field, *name, at, after))
        })
    })
}

fn is_of_contact(request: &Request<'_>, at: usize) -> bool {
    let mut people = request.state.contacts.iter();
    people.any(|contact| {
        words(&contact.name)
            .iter()
            .any(|word| word == request.word(at))
    })
}

/// The only contact that the sentence names, or the only one there is.
fn whose(request: &Request<'_>) -> Option<String> {
    let contacts = &request.state.contacts;
    let said = |name: &str| {
        let parts = words(name);
        (0..request.tokens.len())
            .any(|at| !request.mentions(at) && parts.iter().any(|part| part == request.word(at)))
    };
    let named: Vec<&String> = contacts
        .iter()
        .map(|contact| &contact.name)
        .filter(|name| said(name))
        .collect();
    match (named.as_slice(), contacts.as_slice()) {
        ([name], _) => Some((*name).clone()),
        ([], [only]) => Some(only.name.clone()),
        _ => None,
    }
}

fn first_word(request: &Request<'_>) -> Option<usize> {
    (0..request.tokens.len()).find(|at| !POLITE.contains(&request.word(*at)))
}

/// Whether a sentence is an order and nothing else: if it is fulfilled already, there is nothing to be noted.
pub(super) fn is_mere_order(request: &Request<'_>) -> bool {
    let keeps = list!("note" "log" "record" "write" "jot" "document" "capture" "save" "file");
    let ordered = first_word(request).is_some_and(|at| {
        UPDATE_VERBS.contains(&request.word(at)) && !keeps.contains(&request.word(at))
    });
    let told = (1..request.tokens.len()).any(|at| {
        let tells = list!("because" "since" "so" "but").contains(&request.word(at));
        let dated = request
            .dates
            .iter()
            .any(|date| (date.first..date.after).contains(&at));
        let apart = request.tokens[at].after_break && !dated && !POLITE.contains(&request.word(at));
        request.tokens[at].starts_sentence || tells || apart
    });
    ordered && !told
}
