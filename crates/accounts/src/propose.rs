//! What the sources of an account say and its state does not. It is proposed to a person and never applied by itself: what a
//! customer wrote is evidence and no order.

use std::collections::BTreeSet;

use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::answer::{Passage, passages};
use crate::book::{Book, Source};
use crate::dates::{self, Lean};
use crate::dialogue::Caution;
use crate::history::History;
use crate::resolve::Conversation;
use crate::state::AccountState;
use crate::text::tokens;
use crate::update::{Change, Desk, Outcome, Plan, deltas, plan};

/// The newest sources of an account that are read.
const SOURCES: usize = 200;
/// The most proposals at once: whoever has decided on them sees the next.
const PROPOSALS: usize = 20;
/// Fields that hold one value. A stage is somebody's judgement, and a list of coverages says nothing of what was left out.
const FIELDS: &[&str] = list!("premium" "carrier" "effective_date" "renewal_date");
/// The letters of a proposal's id.
const ID: usize = 12;

/// A change that a source speaks for.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    /// The same whenever the same source says the same.
    pub id: String,
    /// The id of the source.
    pub source: String,
    /// The line in the source's words, from 1; 0 for its summary.
    pub line: usize,
    /// What stands there.
    pub quote: String,
    /// When it was written or said.
    pub at: Timestamp,
    /// The one change.
    pub change: Change,
}

impl Proposal {
    /// What is to be done to the account if somebody agrees.
    pub fn plan(&self) -> Plan {
        Plan {
            outcome: Outcome::Apply,
            changes: vec![self.change.clone()],
            note: None,
        }
    }

    /// How the history tells that this was decided on.
    pub fn mark(&self) -> String {
        format!("[proposal {}]", self.id)
    }
}

/// What the sources say and the account does not, the newest first.
///
/// Of what several say about a field the last one counts; it proposes nothing if the account says the same, if somebody set
/// the field since, or if it was decided on.
pub fn proposals(book: &Book, account: &AccountState, history: &History) -> Vec<Proposal> {
    let mut sources: Vec<Source> = book
        .sources(&account.id)
        .iter()
        .map(|source| Source::clone(source))
        .collect();
    sources.sort_by(|one, other| other.at.cmp(&one.at).then_with(|| one.id.cmp(&other.id)));
    sources.truncate(SOURCES);
    let blank = blank(account);
    let mut decided = BTreeSet::new();
    let mut found = Vec::new();
    for passage in passages(&sources) {
        let source = &sources[passage.source];
        for change in told(book, &blank, source, &passage) {
            if !decided.insert(change.field.clone()) {
                continue;
            }
            let proposal = Proposal::new(account, source, &passage, change);
            let differs = !deltas(account, &proposal.plan()).is_empty();
            if differs && !is_settled(history, &proposal) {
                found.push(proposal);
            }
        }
    }
    found.truncate(PROPOSALS);
    found
}

impl Proposal {
    fn new(account: &AccountState, source: &Source, passage: &Passage, change: Change) -> Self {
        let mut hasher = Sha256::new();
        for part in [&account.id, &source.id, &change.field] {
            hasher.update(part.as_bytes());
            hasher.update(b"\n");
        }
        hasher.update(change.new.to_string().as_bytes());
        let mut id = hex::encode(hasher.finalize());
        id.truncate(ID);
        let old = present(account, &change.field);
        Self {
            id,
            source: source.id.clone(),
            line: passage.line,
            quote: passage.text.clone(),
            at: source.at,
            change: Change { old, ..change },
        }
    }
}

/// What a passage says of the fields that can be proposed.
fn told(book: &Book, blank: &AccountState, source: &Source, passage: &Passage) -> Vec<Change> {
    if passage.is_uncertain() || is_about_others(&passage.text) {
        return Vec::new();
    }
    let words = tokens(&passage.text);
    let named = book.directory();
    let named = named.resolve(&passage.text, &words, &Conversation::default());
    let desk = Desk {
        today: source.date(),
        carriers: &book.carriers,
        // A person decides in any case, and sees what looks like a slip.
        caution: Caution::Agreed,
    };
    let planned = plan(&passage.text, &words, named.mention, blank, &desk);
    if planned.outcome != Outcome::Apply {
        return Vec::new();
    }
    let changes = planned.changes.into_iter();
    changes
        .filter(|change| !change.new.is_null() && is_proposed(blank, &change.field))
        .filter(|change| is_ahead(change, source, passage) && is_own(change, source, passage))
        .collect()
}

/// A renewal is to come when it is spoken of. One that is over was said without its year, or is nearer to the one before: it is
/// not known.
fn is_ahead(change: &Change, source: &Source, passage: &Passage) -> bool {
    let today = source.date();
    let said = &passage.text[change.span.0..change.span.1];
    let nearest = dates::dates(said, &tokens(said), today, Lean::Nearest);
    let over = nearest
        .first()
        .and_then(|mention| mention.date)
        .is_some_and(|day| day < today);
    let day = change.new.as_str().and_then(|day| day.parse::<Date>().ok());
    change.field != "renewal_date" || !over && day.is_some_and(|day| day >= today)
}

/// How somebody is reached counts if they say so themselves, or if whoever summed it up does. A text message has only a number
/// of its sender.
fn is_own(change: &Change, source: &Source, passage: &Passage) -> bool {
    let Some((name, _)) = change
        .field
        .strip_prefix("contacts[")
        .and_then(|rest| rest.split_once(']'))
    else {
        return true;
    };
    let first = name.split_whitespace().next().unwrap_or_default();
    let speaks = passage.speaker.contains(&first.to_lowercase());
    passage.line == 0 || source.kind == "sms" || speaks
}

/// The account as if nothing of what can be proposed were known, so that a source which says the same is seen to say it.
fn blank(account: &AccountState) -> AccountState {
    let mut blank = AccountState {
        premium: None,
        carrier: None,
        effective_date: None,
        renewal_date: None,
        ..account.clone()
    };
    for contact in &mut blank.contacts {
        contact.phone = None;
        contact.email = None;
    }
    blank
}

/// A field with one value, or how somebody who is known is reached.
fn is_proposed(account: &AccountState, field: &str) -> bool {
    let reached = |contact: &crate::state::Contact| {
        let name = &contact.name;
        field == format!("contacts[{name}].phone") || field == format!("contacts[{name}].email")
    };
    FIELDS.contains(&field) || account.contacts.iter().any(reached)
}

/// Prices and insurers of others, or of before: they are not what the account has.
fn is_about_others(text: &str) -> bool {
    const OTHERS: &[&str] = list!(
        "current" "expiring" "incumbent" "old agent" "other agent" "other broker" "old broker" "competitor" "used to"
        "last year" "indication" "lost:" "target" "additional" "extra" "we pay" "we paid" "paying" "came down to" "estimate" "if you" "would be" "ballpark"
    );
    let lower = text.to_lowercase();
    OTHERS.iter().any(|phrase| lower.contains(phrase))
}

fn present(account: &AccountState, field: &str) -> Value {
    let fields = account.fields().into_iter();
    let mut named = fields.filter(|(name, _)| name == field);
    if let Some((_, value)) = named.next() {
        return value;
    }
    let contacts = account.contacts.iter();
    let reached = contacts.flat_map(|contact| {
        let part = |part: &str| format!("contacts[{}].{part}", contact.name);
        [
            (part("phone"), contact.phone.clone()),
            (part("email"), contact.email.clone()),
        ]
    });
    let mut reached = reached.filter(|(name, _)| name == field);
    let value = reached.next().and_then(|(_, value)| value);
    value.map_or(Value::Null, Value::String)
}

/// Whether somebody decided on it, or set the field after it was said.
fn is_settled(history: &History, proposal: &Proposal) -> bool {
    let mark = proposal.mark();
    history.entries.iter().enumerate().any(|(place, entry)| {
        let deltas = &mut entry.deltas.iter();
        // The first entry tells how the account came here, not that somebody weighed each field.
        let set_since = place > 0
            && entry.at > proposal.at
            && deltas.any(|delta| delta.field == proposal.change.field);
        set_since || entry.evidence.contains(&mark)
    })
}
