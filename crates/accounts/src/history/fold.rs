use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::{Map, Value};

use super::{Break, Delta, Entry, FORGOTTEN, History};
use crate::state::{AccountState, FIELDS};

/// The state that a history adds up to, or the first entry that does not fit the ones before.
pub fn fold(id: &str, history: &History) -> Result<AccountState, Break> {
    fold_entries(id, &history.entries)
}

/// The state at the end of a day, in UTC; nothing if the account was not there yet.
pub fn as_of(id: &str, history: &History, day: Date) -> Result<Option<AccountState>, Break> {
    let until = until(history, day);
    let state = match until {
        [] => None,
        entries => Some(fold_entries(id, entries)?),
    };
    Ok(state)
}

/// What was written by the end of a day, in UTC.
pub fn until(history: &History, day: Date) -> &[Entry] {
    let count = history
        .entries
        .iter()
        .take_while(|entry| entry.at.to_zoned(TimeZone::UTC).date() <= day)
        .count();
    &history.entries[..count]
}

/// Checks the links, and the hashes of all entries but those in which something was forgotten.
pub fn verify_chain(history: &History) -> Result<(), Break> {
    let mut before: Option<&Entry> = None;
    for entry in &history.entries {
        let found = |what: &str| Break {
            entry: Some(entry.id()),
            field: None,
            line: entry.line,
            what: what.to_owned(),
        };
        if entry.previous != before.map(Entry::id) {
            return Err(found("the link does not point to the entry before"));
        }
        if before.is_some_and(|before| entry.at <= before.at) {
            return Err(found("the entry is not later than the one before"));
        }
        // What was forgotten in an entry cannot be hashed any more. The entries after it hold on to its hash as it was.
        let is_whole = entry.digest(before.map_or("", |before| &before.hash)) == entry.hash;
        if !is_whole && !entry.body().contains(FORGOTTEN) {
            return Err(found(
                "the hash does not match: the entry or one before it was edited",
            ));
        }
        before = Some(entry);
    }
    Ok(())
}

/// Checks the links, the hashes, and that the history gives exactly this state.
pub fn verify(state: &AccountState, history: &History) -> Result<(), Break> {
    verify_chain(history)?;
    let folded = fold(&state.id, history)?;
    let differs = folded
        .fields()
        .into_iter()
        .zip(state.fields())
        .find(|(left, right)| left != right);
    match differs {
        Some(((field, told), (_, kept))) => Err(Break {
            entry: None,
            line: 1,
            what: format!("{field} is {kept} in the state but {told} by the history"),
            field: Some(field),
        }),
        None => Ok(()),
    }
}

/// The deltas that create an account.
pub fn creation(state: &AccountState) -> Vec<Delta> {
    let nothing = AccountState::new(state.id.clone(), "").fields();
    let changed = nothing
        .into_iter()
        .zip(state.fields())
        .filter(|(old, new)| old != new);
    changed
        .map(|((field, old), (_, new))| Delta { field, old, new })
        .collect()
}

/// What changed between two states, with parts of contacts told one by one where the people are the same.
pub fn delta(before: &AccountState, after: &AccountState) -> Vec<Delta> {
    let mut deltas = Vec::new();
    for ((field, old), (_, new)) in before.fields().into_iter().zip(after.fields()) {
        if old == new {
            continue;
        }
        match contact_deltas(&field, &old, &new) {
            Some(parts) => deltas.extend(parts),
            None => deltas.push(Delta { field, old, new }),
        }
    }
    deltas
}

/// `None` unless the same people stand in the same order and no two share a name.
fn contact_deltas(field: &str, old: &Value, new: &Value) -> Option<Vec<Delta>> {
    let (Value::Array(before), Value::Array(after)) = (old, new) else {
        return None;
    };
    let name = |contact: &Value| {
        contact
            .get("name")
            .and_then(Value::as_str)
            .map(str::to_owned)
    };
    let names: Vec<String> = before.iter().filter_map(name).collect();
    let unique = names
        .iter()
        .enumerate()
        .all(|(place, one)| !names[..place].contains(one) && !one.contains([']', '*', '\n']));
    if field != "contacts" || !unique || names != after.iter().filter_map(name).collect::<Vec<_>>()
    {
        return None;
    }
    let mut parts = Vec::new();
    for ((person, before), after) in names.iter().zip(before).zip(after) {
        for part in ["role", "phone", "email"] {
            let old = before.get(part).cloned().unwrap_or(Value::Null);
            let new = after.get(part).cloned().unwrap_or(Value::Null);
            if old != new {
                parts.push(Delta {
                    field: format!("contacts[{person}].{part}"),
                    old,
                    new,
                });
            }
        }
    }
    Some(parts)
}

fn fold_entries(id: &str, entries: &[Entry]) -> Result<AccountState, Break> {
    let mut fields: Map<String, Value> = AccountState::new(id, "").fields().into_iter().collect();
    for entry in entries {
        for delta in &entry.deltas {
            let found = |what: String| Break {
                entry: Some(entry.id()),
                field: None,
                line: entry.line,
                what,
            };
            let slot = slot(&mut fields, &delta.field)
                .ok_or_else(|| found(format!("there is no field {}", delta.field)))?;
            if *slot != delta.old {
                return Err(found(format!(
                    "{} was {slot} and not {}",
                    delta.field, delta.old
                )));
            }
            *slot = delta.new.clone();
        }
        checked(id, &fields).map_err(|what| Break {
            entry: Some(entry.id()),
            field: None,
            line: entry.line,
            what,
        })?;
    }
    checked(id, &fields).map_err(|what| Break {
        entry: None,
        field: None,
        line: 1,
        what,
    })
}

fn checked(id: &str, fields: &Map<String, Value>) -> Result<AccountState, String> {
    let mut whole = fields.clone();
    whole.insert("id".to_owned(), Value::String(id.to_owned()));
    if let Some(Value::Array(contacts)) = whole.get_mut("contacts") {
        // A part of a contact that was taken away is absent, not null.
        for contact in contacts.iter_mut().filter_map(Value::as_object_mut) {
            contact.retain(|_, value| !value.is_null());
        }
    }
    serde_json::from_value(Value::Object(whole))
        .map_err(|error| format!("a value does not fit its field: {error}"))
}

/// The value that a delta's field stands for.
fn slot<'a>(fields: &'a mut Map<String, Value>, field: &str) -> Option<&'a mut Value> {
    if let Some((name, part)) = field
        .strip_prefix("contacts[")
        .and_then(|rest| rest.rsplit_once("]."))
    {
        let contacts = fields.get_mut("contacts")?.as_array_mut()?;
        let contact = contacts
            .iter_mut()
            .filter_map(Value::as_object_mut)
            .find(|contact| contact.get("name").and_then(Value::as_str) == Some(name))?;
        return matches!(part, "role" | "phone" | "email")
            .then(|| contact.entry(part).or_insert(Value::Null));
    }
    FIELDS
        .contains(&field)
        .then(|| fields.entry(field).or_insert(Value::Null))
}
