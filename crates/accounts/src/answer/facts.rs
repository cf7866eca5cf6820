//! What the state of an account can answer.

use super::Question;
use crate::book::{Book, Source};
use crate::dates::spoken;
use crate::query::{Answer, Citation, date_of};
use crate::reach;
use crate::state::{AccountState, Contact};
use crate::text::{plain, stem, words};
use crate::update::coverage_name;
use crate::words::{COVERAGES, is_stopword, state_name};

/// A field that a question asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Stage,
    Premium,
    Carrier,
    Coverage,
    Phone,
    Email,
    Person,
    Place,
    Trade,
    FollowUp,
    Renewal,
    Effective,
    Notes,
    Overview,
}

/// Words of each field. A question made of such words only is answered from the state.
const LEXICON: &[(Field, &[&str])] = &[
    (
        Field::Stage,
        list!(
            "stage" "status" "stand" "stands" "standing" "pipeline" "live" "prospect" "progress" "submitted"
            "quoted" "bound" "lost" "pitched" "marked" "open" "active" "won" "happened" "far" "along" "lose" "win"
            "happening"
        ),
    ),
    (
        Field::Premium,
        list!(
            "premium" "pay" "pays" "paying" "price" "cost" "costs" "annual" "annually" "yearly" "year" "charge"
            "charged" "amount" "quote" "quoted" "rate" "bind" "dollar" "figure"
        ),
    ),
    (
        Field::Carrier,
        list!(
            "carrier" "insurer" "insures" "insured" "underwriter" "placed" "company" "writes"
        ),
    ),
    (
        Field::Coverage,
        list!(
            "coverage" "coverages" "cover" "covers" "covered" "lines" "policies" "include" "includes" "types"
            "insurance"
        ),
    ),
    (
        Field::Phone,
        list!("phone" "number" "cell" "telephone" "mobile" "reach" "call"),
    ),
    (Field::Email, &["email", "mail", "address"]),
    (
        Field::Person,
        list!(
            "contact" "contacts" "owner" "person" "decides" "decision" "maker" "runs" "manager" "director" "charge"
            "speak" "talk" "main" "sign" "signs" "signer" "makes" "approves" "handles" "whom" "behind"
        ),
    ),
    (
        Field::Place,
        list!("located" "location" "city" "state" "based" "town"),
    ),
    (
        Field::Trade,
        list!(
            "industry" "kind" "type" "business" "trade" "line" "work" "firm" "sector" "company" "field"
        ),
    ),
    (Field::FollowUp, &["follow", "followup", "callback", "up"]),
    (Field::Renewal, &["renew", "renews", "renewal", "due"]),
    (Field::Effective, &["effective", "bound"]),
    (Field::Notes, &["notes", "note", "noted"]),
    (
        Field::Overview,
        list!(
            "pull" "overview" "summary" "details" "profile" "anything" "everything" "info" "information"
        ),
    ),
];

/// The fields that a question asks for, and whether it asks for nothing else.
#[derive(Debug)]
pub(super) struct Facts {
    fields: Vec<Field>,
    alone: bool,
}

/// Reads which fields a question asks for.
pub(super) fn asked(question: &Question<'_>, account: &AccountState) -> Facts {
    let rest: Vec<&str> = question
        .rest()
        .map(|(_, token)| token.norm.as_str())
        .collect();
    let line = format!(" {} ", rest.join(" "));
    let mut fields: Vec<Field> = Vec::new();
    let said = |words: &[&str]| words.iter().any(|word| line.contains(&format!(" {word} ")));
    for (field, triggers) in TRIGGERS {
        if said(triggers) && !fields.contains(field) {
            fields.push(*field);
        }
    }
    if person_asked(&line, account) {
        fields.push(Field::Person);
    }
    let prefix = |word: &str| rest.first() == Some(&word);
    if (prefix("where") || line.contains(" where is it "))
        && said(&["is", "are", "located", "based"])
        && !said(list!("we" "stand" "stands" "down" "written"))
        && !fields.contains(&Field::Place)
    {
        fields.push(Field::Place);
    }
    // "what is quoted for X": the amount, not the stage.
    if fields.contains(&Field::Premium) && said(&["what is quoted", "what quoted", "how much"]) {
        fields.retain(|field| *field != Field::Stage);
    }
    let names: Vec<String> = account
        .contacts
        .iter()
        .flat_map(|contact| words(&contact.name))
        .chain(
            account
                .contacts
                .iter()
                .filter_map(|contact| contact.role.as_ref())
                .flat_map(|role| words(role)),
        )
        .collect();
    let places: Vec<String> = account
        .location
        .iter()
        .flat_map(|place| words(&place.city))
        .collect();
    let covered = |word: &&str| {
        is_stopword(word)
            || names.iter().any(|name| name == word)
            || places.iter().any(|place| place == word)
            || LEXICON.iter().any(|(_, list)| list.contains(word))
            || SMALL.contains(word)
            || coverage_in(&line).is_some_and(|coverage| {
                coverage.1.contains(&format!(" {word} ")) && fields.contains(&Field::Coverage)
            })
            || (fields.contains(&Field::Carrier) && state_name(word).is_some())
    };
    // "What would it be with the higher limit?" is no question about what is.
    let supposed = said(&["would", "if"]);
    Facts {
        alone: rest.iter().all(|word| covered(word)) && !fields.is_empty() && !supposed,
        fields,
    }
}

/// Phrases that ask for a field.
const TRIGGERS: &[(Field, &[&str])] = &[
    (
        Field::Stage,
        list!(
            "stage" "status" "where are we" "stand" "stands" "live prospect" "still a prospect" "been submitted"
            "been quoted" "been bound" "been pitched" "submitted yet" "bound yet" "quoted yet" "still open"
            "is bound" "still live" "won or lost" "quoted or pitched" "to bound" "pipeline" "what happened with"
            "what happened to" "how far along" "is lost" "did we lose" "did we win"
        ),
    ),
    (
        Field::Premium,
        list!(
            "premium" "pay" "pays" "paying" "how much is the" "how much is" "price" "cost" "costs" "quoted for"
            "what is quoted" "quote" "quoted and" "was quoted" "quoted at" "how much quote" "annual cost"
            "what quoted"
        ),
    ),
    (
        Field::Carrier,
        list!(
            "carrier" "insurer" "who insures" "insured with" "which company" "who writes" "with which company"
            "underwriter" "by whom" "with whom" "who is behind" "who quoted" "insured by" "who offered"
        ),
    ),
    (
        Field::Coverage,
        list!(
            "coverage" "coverages" "quote cover" "cover" "lines" "policies" "covered" "covers" "insured for"
        ),
    ),
    (
        Field::Phone,
        list!("phone" "number" "cell" "telephone" "mobile" "reach" "call"),
    ),
    (Field::Email, &["email", "e mail"]),
    (
        Field::Person,
        list!(
            "contact" "contacts" "decides" "decision maker" "who is the owner" "who runs" "who owns" "who do i call"
            "who do we talk" "main contact" "who signs" "who makes the decision" "has to sign" "must sign"
            "who approves" "who can sign" "who handles" "who is in charge"
        ),
    ),
    (
        Field::Place,
        list!(
            "where is it" "located" "location" "city" "based" "which state" "what state"
        ),
    ),
    (
        Field::Trade,
        list!(
            "industry" "kind of business" "type of business" "line of work" "line of business" "kind of firm"
            "kind of company" "what business" "type of firm" "what kind of" "what sort of business"
            "type of company" "what does the company do"
        ),
    ),
    (
        Field::FollowUp,
        &["follow up", "followup", "follow-up", "call back"],
    ),
    (Field::Renewal, &["renewal", "renew", "renews"]),
    (
        Field::Effective,
        &["effective date", "when was it bound", "bound on"],
    ),
    (Field::Notes, &["notes", "noted", "any note"]),
    (
        Field::Overview,
        list!(
            "pull up" "overview" "everything on" "anything on" "tell me about" "details on" "profile"
        ),
    ),
];

/// Words beside a field that change nothing in the question.
const SMALL: &[&str] = list!(
    "name" "file" "new" "current" "today" "total" "full" "set" "please" "there" "thing" "exactly" "date" "place"
    "yet" "now" "whats" "bind"
);

impl Facts {
    /// The answer, if the state has all of it.
    pub(super) fn complete(
        &self,
        question: &Question<'_>,
        account: &AccountState,
        book: &Book,
    ) -> Option<Answer> {
        if !self.alone {
            return None;
        }
        let told: Vec<(Field, Option<String>)> = self
            .fields
            .iter()
            .map(|field| {
                (
                    *field,
                    self.tell(*field, question, account, book.sources(&account.id)),
                )
            })
            .collect();
        let mut lines: Vec<String> = told.iter().filter_map(|(_, line)| line.clone()).collect();
        if lines.is_empty() {
            let dated = self.fields.iter().any(|field| {
                matches!(
                    field,
                    Field::Renewal | Field::FollowUp | Field::Effective | Field::Person
                )
            });
            return (!dated).then(|| super::unknown(question, account));
        }
        let mut citations = vec![Citation::state(&account.id)];
        if let Some((line, citation)) = self.later(account, book) {
            lines.push(line);
            citations.push(citation);
        }
        Some(Answer {
            text: format!("{}: {}", account.name, lines.join(" ")),
            citations,
            rule: "the fields of the account's state".to_owned(),
            known: true,
        })
    }

    /// Says that it is not known, and what the state has of the fields that were asked for.
    pub(super) fn with_unknown(&self, question: &Question<'_>, account: &AccountState) -> Answer {
        let mut answer = super::unknown(question, account);
        let kept = self.beside(question, account);
        if !kept.is_empty() {
            answer
                .text
                .push_str(&format!(" On file: {}", kept.join(" ")));
            answer.citations.push(Citation::state(&account.id));
        }
        answer
    }

    /// The fields asked for, as lines to stand beside evidence.
    pub(super) fn beside(&self, question: &Question<'_>, account: &AccountState) -> Vec<String> {
        self.fields
            .iter()
            .filter_map(|field| self.tell(*field, question, account, &[]))
            .collect()
    }

    fn tell(
        &self,
        field: Field,
        question: &Question<'_>,
        account: &AccountState,
        sources: &[Source],
    ) -> Option<String> {
        let today = question.today;
        let dated = |date: Option<jiff::civil::Date>, name: &str| {
            date.map(|date| format!("{name}: {} ({date}).", spoken(date)))
        };
        match field {
            Field::Stage => account
                .stage
                .as_ref()
                .map(|stage| format!("Stage: {stage}.")),
            Field::Premium => account
                .premium
                .map(|premium| format!("Premium: {premium} a year.")),
            Field::Carrier => account
                .carrier
                .as_ref()
                .map(|carrier| format!("Carrier: {carrier}.")),
            Field::Coverage => coverage_line(question, account),
            Field::Phone => Some(people(question, account))
                .filter(|list| list.iter().any(|contact| contact.phone.is_some()))
                .map(|list| reach_line(&list, |contact| contact.phone.as_ref())),
            Field::Email => Some(people(question, account))
                .filter(|list| list.iter().any(|contact| contact.email.is_some()))
                .map(|list| reach_line(&list, |contact| contact.email.as_ref())),
            Field::Person => person_line(question, account),
            Field::Place => account.location.as_ref().map(|place| {
                format!(
                    "{}, {} ({}).",
                    place.city,
                    place.state,
                    state_name(&place.state).unwrap_or(&place.state)
                )
            }),
            Field::Trade => account
                .industry
                .as_ref()
                .map(|trade| format!("Business: {trade}.")),
            Field::FollowUp => dated(
                date_of(account, account.follow_up_date, &["follow up"], today),
                "Follow-up",
            ),
            Field::Renewal => dated(
                date_of(account, account.renewal_date, &["renewal", "renews"], today),
                "Renewal",
            )
            .or_else(|| {
                let asked_due = question
                    .tokens
                    .iter()
                    .any(|token| token.norm == "up" || token.norm == "due");
                account
                    .stage
                    .as_ref()
                    .filter(|_| asked_due)
                    .map(|stage| format!("Stage: {stage}."))
            }),
            Field::Effective => dated(
                date_of(
                    account,
                    account.effective_date,
                    &["bound", "effective"],
                    today,
                ),
                "Effective",
            ),
            Field::Notes => {
                (!account.notes.is_empty()).then(|| format!("Notes: {}", account.notes.join(" ")))
            }
            Field::Overview => Some(overview(account, sources)),
        }
    }

    /// A number or an address that a later message gives, when the state still has another.
    fn later(&self, account: &AccountState, book: &Book) -> Option<(String, Citation)> {
        if !self.fields.contains(&Field::Phone) && !self.fields.contains(&Field::Email) {
            return None;
        }
        let known: Vec<&str> = account
            .contacts
            .iter()
            .filter_map(|contact| contact.phone.as_deref())
            .collect();
        let source = book.sources(&account.id).iter().rev().find(|source| {
            let text = plain(&source.raw);
            list!(
                "new number" "new cell" "new phone" "from now on" "changed my number" "my number is now"
            )
            .iter()
            .any(|phrase| text.contains(phrase))
        })?;
        let number = reach::phones(&source.raw)
            .into_iter()
            .find_map(|phone| phone.number)?;
        let fresh = !known.contains(&number.as_str());
        fresh.then(|| (format!("A later message of {} gives another number: {number}. The state lags behind it.", source.date()), Citation { id: source.id.clone(), line: Some(1) }))
    }
}

/// "Does it have umbrella?" is answered with yes or no; otherwise all lines are told.
fn coverage_line(question: &Question<'_>, account: &AccountState) -> Option<String> {
    if account.coverage_types.is_empty() {
        return None;
    }
    let rest: Vec<&str> = question
        .rest()
        .map(|(_, token)| token.norm.as_str())
        .collect();
    let line = format!(" {} ", rest.join(" "));
    let all = account.coverage_types.join(", ");
    let opens = rest
        .first()
        .is_some_and(|first| matches!(*first, "does" | "do" | "is" | "are" | "has" | "have"));
    match coverage_in(&line) {
        Some((wanted, _)) if opens => {
            let held = account
                .coverage_types
                .iter()
                .any(|held| coverage_name(held) == wanted);
            Some(format!(
                "{}. Coverages: {all}.",
                if held { "Yes" } else { "No" }
            ))
        }
        _ => Some(format!("Coverages: {all}.")),
    }
}

/// The first line of insurance that a question names, with the words that name it.
fn coverage_in(line: &str) -> Option<(String, String)> {
    let names = COVERAGES
        .iter()
        .flat_map(|(name, others)| std::iter::once(*name).chain(others.iter().copied()));
    names
        .filter(|name| plain(name).len() > 2)
        .map(plain)
        .filter(|name| line.contains(&format!(" {name} ")))
        .max_by_key(String::len)
        .map(|name| (coverage_name(&name), format!(" {name} ")))
}

/// The contacts a question means: named ones, those of a role, or all.
fn people<'a>(question: &Question<'_>, account: &'a AccountState) -> Vec<&'a Contact> {
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
    let outside: Vec<&str> = question
        .rest()
        .map(|(_, token)| token.norm.as_str())
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

fn role_asked(line: &str, contact: &Contact) -> bool {
    contact
        .role
        .as_ref()
        .is_some_and(|role| line.contains(&format!(" {} ", plain(role))))
}

fn person_asked(line: &str, account: &AccountState) -> bool {
    let who = line.contains(" who ") || line.contains(" name of ") || line.contains(" name ");
    who && account
        .contacts
        .iter()
        .any(|contact| role_asked(line, contact))
}

fn reach_line(people: &[&Contact], part: fn(&Contact) -> Option<&String>) -> String {
    let lines = people
        .iter()
        .filter_map(|contact| part(contact).map(|value| format!("{}: {value}", contact.name)));
    format!("{}.", lines.collect::<Vec<_>>().join("; "))
}

fn person_line(question: &Question<'_>, account: &AccountState) -> Option<String> {
    let decides = question
        .tokens
        .iter()
        .any(|token| matches!(stem(&token.norm).as_str(), "decid" | "decision" | "sign"));
    if decides {
        let noted = account.notes.iter().find(|note| {
            words(note).iter().any(|word| {
                matches!(
                    stem(word).as_str(),
                    "decid" | "decision" | "sign" | "approv"
                )
            })
        });
        let Some(note) = noted else {
            return listed(&account.contacts.iter().collect::<Vec<_>>());
        };
        let named: Vec<String> = account
            .contacts
            .iter()
            .filter(|contact| {
                words(note)
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

fn overview(account: &AccountState, sources: &[Source]) -> String {
    let last = sources
        .last()
        .map(|source| format!(" Last contact {}: {}", source.date(), source.summary))
        .unwrap_or_default();
    format!(
        "{}. Notes: {}.{last}",
        account.description(),
        account.notes.join(" ")
    )
}
