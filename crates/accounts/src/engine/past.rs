//! What an account's history tells: a field as it was on a day, and how it came to be what it is.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::Value;

use super::{Said, Scene};
use crate::dates::{self, Lean};
use crate::history::{self, History};
use crate::money::Money;
use crate::query::{Answer, Citation};
use crate::resolve::Found;
use crate::state::AccountState;
use crate::text::Token;
use crate::words::is_stopword;

const FIELDS: &[(&str, &str, &[&str])] = &[
    ("premium", "Premium", &["premium", "price"]),
    ("carrier", "Carrier", &["carrier", "insurer"]),
    ("stage", "Stage", &["stage", "status"]),
];
const CHANGES: &[&str] = list!(
    "change" "changed" "move" "moved" "develop" "developed" "evolve" "evolved" "history" "changes"
);

/// The answer of the history, if the question asks for nothing else.
pub(super) fn answer(scene: &Scene<'_>, said: &Said<'_>, found: &Found) -> Option<Answer> {
    let account = scene.book.account(found.account()?)?;
    let history = scene.past.history(&account.id)?;
    let outside = |token: &&Token| {
        let inside = |(start, end): (usize, usize)| token.start >= start && token.end <= end;
        !found.mention.is_some_and(inside)
    };
    let rest: Vec<Token> = said.words.iter().filter(outside).cloned().collect();
    let mut asked = FIELDS.iter().filter(|(_, _, names)| {
        rest.iter()
            .any(|token| names.contains(&token.norm.as_str()))
    });
    let ((field, name, called), None) = (asked.next()?, asked.next()) else {
        return None;
    };
    let days = dates::dates(said.text, &rest, scene.today, Lean::Nearest);
    let dated = |at: usize| days.iter().any(|day| (day.first..day.after).contains(&at));
    let is_change = |word: &str| CHANGES.contains(&word);
    let only = rest.iter().enumerate().all(|(at, token)| {
        let word = token.norm.as_str();
        dated(at) || is_stopword(word) || called.contains(&word) || is_change(word)
    });
    let changes = rest.iter().any(|token| is_change(&token.norm));
    let text = match days.as_slice() {
        _ if !only => None,
        [] if changes => steps(history, field, name),
        [day] if !changes && !day.relative => {
            let day = day.date.filter(|day| *day <= scene.today)?;
            on(account, history, (field, name), day)
        }
        _ => None,
    }?;
    Some(Answer {
        text: format!("{}: {text}", account.name),
        citations: vec![Citation::state(&account.id)],
        rule: "the history of the account".to_owned(),
        known: true,
    })
}

/// A field at the end of a day.
fn on(
    account: &AccountState,
    history: &History,
    (field, name): (&str, &str),
    day: Date,
) -> Option<String> {
    let then = history::as_of(&account.id, history, day).ok()??;
    let value = then.fields().into_iter().find(|(own, _)| own == field)?.1;
    Some(format!("{name} on {day}: {}.", shown(field, &value)?))
}

/// Each value of a field with its day, the oldest first; nothing if it never changed.
fn steps(history: &History, field: &str, name: &str) -> Option<String> {
    let told: Vec<String> = history
        .entries
        .iter()
        .filter_map(|entry| {
            let delta = entry.deltas.iter().find(|delta| delta.field == field)?;
            let value = shown(field, &delta.new).unwrap_or_else(|| "nothing".to_owned());
            let day = entry.at.to_zoned(TimeZone::UTC).date();
            Some(format!("{value} ({day})"))
        })
        .collect();
    (told.len() > 1).then(|| format!("{name}: {}.", told.join(" \u{2192} ")))
}

fn shown(field: &str, value: &Value) -> Option<String> {
    match field {
        "premium" => value
            .as_f64()
            .and_then(Money::from_number)
            .map(|sum| sum.to_string()),
        _ => value.as_str().map(str::to_owned),
    }
}
