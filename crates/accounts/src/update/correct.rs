//! "No, December 5": a value that stands for the one told just before. It goes to the field that was changed last, and to no other;
//! where nobody knows which that was, it is asked.

use jiff::civil::Date;
use serde_json::Value;

use super::request::get;
use super::{Change, Desk, Outcome, Plan};
use crate::dates::{self, Lean};
use crate::dialogue::Caution;
use crate::history::Delta;
use crate::numbers;
use crate::reach;
use crate::state::AccountState;
use crate::text::{self, Token};
use crate::words::{CARRIER_ENDINGS, is_common};

const DATES: [(&str, &str); 3] = [
    ("follow_up_date", "follow-up date"),
    ("renewal_date", "renewal date"),
    ("effective_date", "effective date"),
];
/// Words that say that what was told was wrong.
const MARKS: &[&str] =
    list!("no" "nope" "sorry" "actually" "correction" "oops" "wait" "rather" "whoops");
/// What may stand before and behind the value.
const AROUND: &[&str] = list!(
    "i" "i'm" "meant" "mean" "make" "that" "that's" "it" "it's" "its" "should" "be" "is" "was" "scratch" "my" "bad" "mistake"
    "instead" "please" "to" "the" "on" "by" "for" "until" "with" "have" "said" "say" "want" "wrong" "not" "hold" "misspoke" "at"
);

/// A sentence as a correction of what was done last.
pub(crate) struct Correction<'a> {
    text: &'a str,
    /// The words of the value alone.
    value: &'a [Token],
    account: &'a AccountState,
    desk: &'a Desk<'a>,
    /// What was changed last, if that is known.
    last: Option<&'a [Delta]>,
}

/// What a value can stand for.
enum Said {
    Phone(String),
    Email(String),
    Day(Date),
    /// A day of the month that was told before: "the 7th".
    DayOfMonth(i8),
    /// An insurer, and whether its name is certainly one.
    Carrier(String, bool),
    Amount(String),
}

/// Where it goes.
enum Place {
    Certain(String),
    Likely(String),
    Open,
}

/// The plan of a sentence that is nothing but a correction.
pub(crate) fn correction(
    text: &str,
    tokens: &[Token],
    account: &AccountState,
    desk: &Desk<'_>,
    last: Option<&[Delta]>,
) -> Option<Plan> {
    let value = corrected(tokens)?;
    let correction = Correction {
        text,
        value,
        account,
        desk,
        last,
    };
    if value.is_empty() {
        let question = format!("What should it be for {}?", account.name);
        return Some(Plan::without(Outcome::Clarify { question }));
    }
    let said = correction.said()?;
    correction.plan(said)
}

/// The words of the value, if a sentence begins as a correction does.
fn corrected(tokens: &[Token]) -> Option<&[Token]> {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.norm.as_str());
    let marked = MARKS.contains(&word(0))
        || matches!(
            (word(0), word(1)),
            ("i", "meant" | "mean" | "misspoke")
                | ("make", "that" | "it")
                | ("scratch", "that" | "it")
        );
    let around = |at: usize| MARKS.contains(&word(at)) || AROUND.contains(&word(at));
    let first = (0..tokens.len()).find(|at| !around(*at));
    let first = first.unwrap_or(tokens.len());
    let after = (first..tokens.len()).rfind(|at| !around(*at));
    let after = after.map_or(first, |last| last + 1);
    // A denial may be a sentence of its own: "no, they are not".
    let denied = (0..first).any(|at| word(at) == "not");
    (marked && !denied && tokens.len() > 1).then(|| &tokens[first..after])
}

impl Correction<'_> {
    fn said(&self) -> Option<Said> {
        let (first, last) = (self.value.first()?, self.value.last()?);
        let whole = |start: usize, end: usize| start <= first.start && end >= last.end;
        if let [phone] = reach::phones(self.text).as_slice() {
            let number = phone.number.clone()?;
            return whole(phone.start, phone.end).then_some(Said::Phone(number));
        }
        if let [email] = reach::emails(self.text).as_slice() {
            let address = email.address.clone()?;
            return whole(email.start, email.end).then_some(Said::Email(address));
        }
        let found = dates::dates(self.text, self.value, self.desk.today, Lean::Nearest);
        if let [day] = found.as_slice() {
            let covers = day.first == 0 && day.after == self.value.len();
            return day.date.filter(|_| covers).map(Said::Day);
        }
        if let [only] = self.value
            && let Some(day) = numbers::ordinal(&only.norm)
        {
            let day = (1..=31_i8).find(|number| f64::from(*number) == day);
            return day.map(Said::DayOfMonth);
        }
        if let [number] = numbers::numbers(self.value).as_slice() {
            let covers = number.first == 0 && number.after == self.value.len();
            return (covers && number.value >= 100.0)
                .then(|| Said::Amount(self.text[first.start..last.end].to_owned()));
        }
        self.carrier()
    }

    /// An insurer that accounts have, by its name or the beginning of it, or a name as insurers have.
    fn carrier(&self) -> Option<Said> {
        let said: Vec<&str> = self.value.iter().map(|token| token.norm.as_str()).collect();
        let mut known = self.desk.carriers.iter().filter(|carrier| {
            let words = text::words(carrier);
            let begins =
                words.len() >= said.len() && words.iter().zip(&said).all(|(own, said)| own == said);
            begins && (said.len() > 1 || words.len() == 1 || !is_common(said[0]))
        });
        match (known.next(), known.next()) {
            (Some(carrier), None) => return Some(Said::Carrier(carrier.clone(), true)),
            (Some(_), Some(_)) => return None,
            _ => {}
        }
        let told = self
            .last
            .is_some_and(|last| last.iter().any(|delta| delta.field == "carrier"));
        let name = self
            .value
            .iter()
            .all(|token| token.capital || token.norm == "and");
        let person = self.account.contacts.iter().any(|contact| {
            let words = text::words(&contact.name);
            said.iter().any(|word| words.iter().any(|own| own == word))
        });
        if !told || !name || person || said.len() > 5 {
            return None;
        }
        let ends = said
            .last()
            .is_some_and(|last| CARRIER_ENDINGS.contains(last));
        let (start, end) = (self.value[0].start, self.value[said.len() - 1].end);
        Some(Said::Carrier(self.text[start..end].to_owned(), ends))
    }

    fn plan(&self, said: Said) -> Option<Plan> {
        let (place, value) = match said {
            Said::Phone(number) => (self.of_contact("phone"), number),
            Said::Email(address) => (self.of_contact("email"), address),
            Said::Day(day) => (self.dated(), day.to_string()),
            Said::DayOfMonth(day) => {
                let place = self.dated();
                let day = self.in_the_month(&place, day)?;
                (place, day.to_string())
            }
            Said::Carrier(name, true) => (
                self.one_of(|field| field == "carrier", Some("carrier")),
                name,
            ),
            Said::Carrier(name, false) => (Place::Likely("carrier".to_owned()), name),
            // The premium is read with the rest, if nothing else was changed last.
            Said::Amount(sum) => {
                let other = self.last.is_some_and(|last| {
                    !last.is_empty() && !last.iter().any(|delta| delta.field == "premium")
                });
                (other.then_some(Place::Open)?, sum)
            }
        };
        Some(self.settled(place, value))
    }

    fn settled(&self, place: Place, value: String) -> Plan {
        let agreed = self.desk.caution == Caution::Agreed;
        match place {
            Place::Certain(field) => self.change(field, value),
            Place::Likely(field) if agreed => self.change(field, value),
            Place::Likely(field) => Plan::without(Outcome::Agree {
                question: format!(
                    "Should the {} of {} become {value}?",
                    called(&field),
                    self.account.name
                ),
            }),
            Place::Open => Plan::without(Outcome::Clarify {
                question: format!("What of {} should become {value}?", self.account.name),
            }),
        }
    }

    fn change(&self, field: String, value: String) -> Plan {
        let (old, new) = (get(self.account, &field), Value::String(value));
        let (start, end) = (self.value[0].start, self.value[self.value.len() - 1].end);
        let change = Change {
            field,
            new,
            rule: "a value that corrects the one before",
            span: (start, end),
            old,
        };
        let differs = change.old != change.new;
        Plan {
            outcome: Outcome::Apply,
            changes: Some(change).filter(|_| differs).into_iter().collect(),
            note: None,
        }
    }

    /// The field of a kind that was changed last; without knowing that, the only one there can be.
    fn one_of(&self, fits: impl Fn(&str) -> bool, only: Option<&str>) -> Place {
        let Some(last) = self.last else {
            return only.map_or(Place::Open, |field| Place::Likely(field.to_owned()));
        };
        let mut fitting = last.iter().filter(|delta| fits(&delta.field));
        match (fitting.next(), fitting.next()) {
            (Some(delta), None) => Place::Certain(delta.field.clone()),
            _ => Place::Open,
        }
    }

    fn dated(&self) -> Place {
        let is_date = |field: &str| DATES.iter().any(|(date, _)| *date == field);
        let mut there = DATES
            .iter()
            .filter(|(field, _)| !get(self.account, field).is_null());
        let only = match (there.next(), there.next()) {
            (Some((field, _)), None) => Some(*field),
            _ => None,
        };
        self.one_of(is_date, only)
    }

    /// A day of the month that the date on file is in.
    fn in_the_month(&self, place: &Place, day: i8) -> Option<Date> {
        let (Place::Certain(field) | Place::Likely(field)) = place else {
            return None;
        };
        let told: Date = get(self.account, field).as_str()?.parse().ok()?;
        Date::new(told.year(), told.month(), day).ok()
    }

    /// A part of the contact that was changed or added last.
    fn of_contact(&self, part: &str) -> Place {
        let own = |name: &str| format!("contacts[{name}].{part}");
        let added = self
            .last
            .iter()
            .copied()
            .flatten()
            .find(|delta| delta.field == "contacts");
        if let Some(delta) = added {
            let names = |value: &Value| -> Vec<String> {
                let list = value.as_array().into_iter().flatten();
                let names = list.filter_map(|contact| contact.get("name")?.as_str());
                names.map(str::to_owned).collect()
            };
            let before = names(&delta.old);
            let mut new = names(&delta.new);
            new.retain(|name| !before.contains(name));
            return match new.as_slice() {
                [name] => Place::Certain(own(name)),
                _ => Place::Open,
            };
        }
        let only = match self.account.contacts.as_slice() {
            [contact] => Some(own(&contact.name)),
            _ => None,
        };
        self.one_of(
            |field| field.ends_with(&format!("].{part}")),
            only.as_deref(),
        )
    }
}

/// What people call a field.
fn called(field: &str) -> String {
    let date = DATES.iter().find(|(date, _)| *date == field);
    match (date, field.rsplit_once("].")) {
        (Some((_, name)), _) => (*name).to_owned(),
        (_, Some((whose, part))) => {
            let name = whose.trim_start_matches("contacts[");
            format!("{part} of {name}")
        }
        _ => field.to_owned(),
    }
}
