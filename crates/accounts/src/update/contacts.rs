use serde_json::Value;

use super::newcomers::{added, stranger};
use super::outdated::is_old;
use super::request::Request;
use super::{Step, Stop, outdated, succession};
use crate::state::Contact;
use crate::text;

/// Reads telephone numbers, addresses, and people who come or go.
pub(super) fn read(request: &mut Request<'_>) -> Step {
    broken(request)?;
    let (added, removed) = match succession::read(request) {
        Some((gone, new)) => (Some(new), Some(gone)),
        None => {
            let added = added(request)?;
            let removed = match succession::delisted(request) {
                Some(gone) => Some(gone),
                None => removed(request, added.is_some())?,
            };
            (added, removed)
        }
    };
    if added.is_none() && removed.is_none() {
        return reach(request);
    }
    let mut list = request.state.contacts.clone();
    list.retain(|contact| removed.as_ref() != Some(&contact.name));
    let rule = if removed.is_some() {
        "a contact that is removed"
    } else {
        "a contact that is added"
    };
    match added {
        Some(contact) if request.state.contact(&contact.name).is_some() => request.already(),
        contact => list.extend(contact),
    }
    let value = serde_json::to_value(list).unwrap_or(Value::Null);
    request.change("contacts", value, rule, (0, request.text.len()));
    Ok(())
}

/// A number or an address that is not whole is asked for again.
fn broken(request: &Request<'_>) -> Step {
    if request.phones.iter().any(|phone| phone.number.is_none()) {
        return Err(Stop::Ask(
            "The telephone number is not complete. What is the whole number?".to_owned(),
        ));
    }
    if request.emails.iter().any(|email| email.address.is_none()) {
        return Err(Stop::Ask(
            "The email address is not complete. What is it?".to_owned(),
        ));
    }
    let about_phone = request.has(&["phone", "cell", "mobile", "fax"])
        && request.has(&["change", "set", "update", "new"]);
    let digits = request.numbers.iter().any(|number| {
        number.digits
            && number.value >= 10_000.0
            && (number.first..number.after).all(|at| !request.word(at).contains(','))
    });
    if about_phone
        && request.phones.is_empty()
        && digits
        && request.stage.is_none()
        && !request.has(&["premium"])
    {
        return Err(Stop::Ask(
            "That is no telephone number of ten digits. What is the whole number?".to_owned(),
        ));
    }
    Ok(())
}

/// Sets the number and the address of the person they belong to.
fn reach(request: &mut Request<'_>) -> Step {
    let phone = last_phone(request);
    let email = last_email(request);
    if phone.is_none() && email.is_none() {
        return role(request);
    }
    let told = request.has(list!(
        "phone" "cell" "number" "email" "mobile" "reach" "address" "new" "change" "update" "set" "now" "use"
        "contact" "line" "call" "text"
    ));
    let heard = request.has(list!("called" "texted" "rang" "wrote" "emailed"))
        && !request.has(list!("new" "change" "update" "now" "set"));
    if heard || !told && named(request).is_empty() {
        return Ok(());
    }
    // "Ana's daughter": somebody beside the contact, whose number it may be.
    let kin = list!("daughter" "son" "wife" "husband" "brother" "sister" "assistant" "partner" "mother" "father" "nephew" "niece");
    if request.tokens.windows(2).any(|pair| {
        let whose = pair[0].possessive || matches!(pair[0].norm.as_str(), "his" | "her" | "their");
        whose && kin.contains(&pair[1].norm.as_str())
    }) {
        return Err(Stop::Ask("Whose number or address is it?".to_owned()));
    }
    if let Some(name) = stranger(request) {
        return Err(Stop::Ask(format!(
            "{name} is no contact of {}. Is it a new one?",
            request.state.name
        )));
    }
    // Who left is not reached there any more.
    if succession::departed(request).is_some() {
        return Err(Stop::Ask("Whose number or address is it?".to_owned()));
    }
    if outdated::are_two_lines(request) {
        return Err(Stop::Ask(
            "Which of the numbers should be kept as the phone?".to_owned(),
        ));
    }
    let person = person(request)?;
    set(request, &person, "phone", phone);
    set(request, &person, "email", email);
    Ok(())
}

/// What was said of how to reach a person, unless it was denied.
fn set(
    request: &mut Request<'_>,
    person: &str,
    field: &str,
    told: Option<(String, (usize, usize))>,
) {
    let Some((value, span)) = told.filter(|(_, span)| !request.negated_span(*span)) else {
        return;
    };
    let rule = match field {
        "phone" => "a telephone number and the person it belongs to",
        _ => "an email address and the person it belongs to",
    };
    let field = format!("contacts[{person}].{field}");
    request.change(&field, Value::String(value), rule, span);
}

/// The number meant: the only one, or the last that is not denied.
pub(super) fn last_phone(request: &Request<'_>) -> Option<(String, (usize, usize))> {
    let mut phones = request.phones.iter().rev();
    let phone = phones.find(|phone| !is_old(request, (phone.start, phone.end)))?;
    Some((phone.number.clone()?, (phone.start, phone.end)))
}

/// The same for addresses.
pub(super) fn last_email(request: &Request<'_>) -> Option<(String, (usize, usize))> {
    let mut emails = request.emails.iter().rev();
    let email = emails.find(|email| !is_old(request, (email.start, email.end)))?;
    Some((email.address.clone()?, (email.start, email.end)))
}

/// "Dana is now the CFO", "change Dana's role to CFO".
fn role(request: &mut Request<'_>) -> Step {
    let Some(at) = request
        .tokens
        .iter()
        .position(|token| matches!(token.norm.as_str(), "role" | "title"))
    else {
        return Ok(());
    };
    let Some(to) =
        (at..request.tokens.len()).find(|place| matches!(request.word(*place), "to" | "is"))
    else {
        return Ok(());
    };
    let Ok(person) = person(request) else {
        return Ok(());
    };
    let end = (to + 1..request.tokens.len())
        .find(|place| request.tokens[*place].after_break)
        .unwrap_or(request.tokens.len());
    if to + 1 < end {
        let (start, stop) = request.span(to + 1, end);
        request.change(
            &format!("contacts[{person}].role"),
            Value::String(request.text[start..stop].to_owned()),
            "a role and the person who has it",
            (start, stop),
        );
    }
    Ok(())
}

/// The contact that the sentence names, or the only one.
fn person(request: &Request<'_>) -> Result<String, String> {
    let named = named(request);
    match (named.as_slice(), request.state.contacts.as_slice()) {
        ([name], _) => Ok(name.clone()),
        ([], [only]) if !foreign_person(request) => Ok(only.name.clone()),
        ([], []) => Err(format!(
            "{} has no contact yet. Whose number or address is it?",
            request.state.name
        )),
        _ => Err(format!(
            "Whose is it? {} has {}.",
            request.state.name,
            request
                .state
                .contacts
                .iter()
                .map(|contact| contact.name.as_str())
                .collect::<Vec<_>>()
                .join(" and ")
        )),
    }
}

/// Contacts named in full, by a first or a last name that only they have, or by their role.
fn named(request: &Request<'_>) -> Vec<String> {
    let outside: Vec<&str> = (0..request.tokens.len())
        .filter(|at| !request.mentions(*at))
        .map(|at| request.word(at))
        .collect();
    let line = format!(" {} ", outside.join(" "));
    let whole = format!(" {} ", text::plain(request.text));
    let contacts = &request.state.contacts;
    if let Some(contact) = mentioned(request) {
        return vec![contact.name.clone()];
    }
    let parts = |contact: &Contact| -> Vec<String> {
        text::words(&contact.name)
            .into_iter()
            .filter(|word| word.len() > 2)
            .collect()
    };
    let by_full: Vec<String> = contacts
        .iter()
        .filter(|contact| {
            let full = format!(" {} ", text::plain(&contact.name));
            // One word of the account's name may be the last of the person's.
            let outside_too = parts(contact)
                .iter()
                .any(|part| outside.contains(&part.as_str()));
            line.contains(&full) || outside_too && whole.contains(&full)
        })
        .map(|contact| contact.name.clone())
        .collect();
    if !by_full.is_empty() {
        return by_full;
    }
    let shared = |word: &str| {
        contacts
            .iter()
            .filter(|contact| parts(contact).iter().any(|part| part == word))
            .count()
            > 1
    };
    let by_part: Vec<String> = contacts
        .iter()
        .filter(|contact| {
            parts(contact)
                .iter()
                .any(|part| !shared(part) && outside.contains(&part.as_str()))
        })
        .map(|contact| contact.name.clone())
        .collect();
    if by_part.is_empty() {
        by_role(request, &line)
    } else {
        by_part
    }
}

/// The contact by whose name, whole or in part, the account was found.
fn mentioned<'a>(request: &Request<'a>) -> Option<&'a Contact> {
    let contacts = &request.state.contacts;
    let whole = contacts
        .iter()
        .find(|contact| request.mention_is(&contact.name));
    let mut parts = contacts
        .iter()
        .filter(|contact| request.mentioned_by(&contact.name));
    whole.or_else(|| {
        let one = parts.next()?;
        parts.next().is_none().then_some(one)
    })
}

fn by_role(request: &Request<'_>, line: &str) -> Vec<String> {
    let held = |contact: &&Contact| {
        contact
            .role
            .as_ref()
            .is_some_and(|role| line.contains(&format!(" {} ", text::plain(role))))
    };
    let contacts = request.state.contacts.iter().filter(held);
    contacts.map(|contact| contact.name.clone()).collect()
}

/// "Drew's new phone is": a person the account does not have.
fn foreign_person(request: &Request<'_>) -> bool {
    let owner = |at: usize| {
        let token = &request.tokens[at];
        token.capital
            && token.possessive
            && !request.mentions(at)
            && matches!(
                request.word(at + 1),
                "phone" | "email" | "cell" | "number" | "new" | "mobile"
            )
    };
    let after_for = |at: usize| {
        request.tokens[at].capital
            && matches!(request.back(at, 1), "for")
            && matches!(request.back(at, 2), "phone" | "email" | "number" | "cell")
            && !request.mentions(at)
            && !matches!(request.word(at), "dr" | "mr" | "mrs" | "ms")
    };
    (0..request.tokens.len()).any(|at| owner(at) || after_for(at) || is_somebody(request, at))
}

/// "Call the adjuster at": somebody who is no contact.
fn is_somebody(request: &Request<'_>, at: usize) -> bool {
    const PEOPLE: &[&str] = list!(
        "adjuster" "agent" "broker" "lawyer" "attorney" "accountant" "bookkeeper" "landlord" "tenant" "neighbor" "roofer" "plumber"
        "contractor" "inspector" "engineer" "electrician" "mechanic" "doctor" "banker" "lender" "vendor" "supplier" "underwriter" "driver"
        "foreman" "secretary" "receptionist" "nurse" "teacher" "realtor" "consultant" "surveyor" "dispatcher" "competitor"
    );
    let led = list!("the" "a" "an" "their" "his" "her" "our").contains(&request.back(at, 1))
        || at > 0 && request.tokens[at - 1].possessive;
    let known = request.state.contacts.iter().any(|contact| {
        let role = contact.role.as_deref().map(text::words).unwrap_or_default();
        role.iter().any(|word| word == request.word(at))
    });
    led && PEOPLE.contains(&request.word(at)) && !known
}

/// "Remove Paul Ostrowski from the contacts", "take Paul off".
fn removed(request: &Request<'_>, replaced: bool) -> Result<Option<String>, String> {
    let verb = request
        .tokens
        .iter()
        .position(|token| matches!(token.norm.as_str(), "remove" | "delete" | "drop" | "take"));
    let Some(verb) = verb.filter(|verb| {
        !request.negated(verb + 1) && !request.supposed(*verb) && !keeps_person(request, *verb)
    }) else {
        return Ok(None);
    };
    let about = request.has(&["contact", "contacts", "person"]);
    let named = named(request);
    let directly = named.iter().any(|name| {
        let words = text::words(name);
        let pronoun = matches!(request.word(verb + 1), "him" | "her" | "them");
        pronoun
            || (verb + 1..verb + 4).any(|at| {
                words.iter().any(|word| word == request.word(at)) && !request.mentions(at)
            })
    });
    match (named.as_slice(), about) {
        ([name], _)
            if directly && (replaced || request.phones.is_empty() && request.emails.is_empty()) =>
        {
            Ok(Some(name.clone()))
        }
        ([_], _) => Ok(None),
        ([], true) if request.word(verb) != "take" => Err(format!(
            "Which contact of {} should go?",
            request.state.name
        )),
        _ => Ok(None),
    }
}

/// "Remove Hugo as the decision maker but keep him": the person stays, and has another role.
fn keeps_person(request: &Request<'_>, verb: usize) -> bool {
    let kept = request.tokens.windows(2).any(|pair| {
        pair[0].norm == "keep" && list!("him" "her" "them").contains(&pair[1].norm.as_str())
    });
    let as_what = (verb + 1..request.clause_end(verb)).find(|at| request.word(*at) == "as");
    let role = as_what.is_some_and(|at| {
        !(at + 1..at + 4)
            .any(|place| matches!(request.word(place), "contact" | "contacts" | "person"))
    });
    kept || role
}

impl Request<'_> {
    fn negated_span(&self, (start, _): (usize, usize)) -> bool {
        self.tokens
            .iter()
            .position(|token| token.start >= start)
            .is_some_and(|at| self.negated(at))
    }
}
