//! What messages say of the people and the days that the state has: who came after, and where a day comes from.

use std::sync::Arc;

use jiff::civil::Date;

use crate::book::Source;
use crate::dates::{self, Lean, month, spoken};
use crate::query::Citation;
use crate::reach;
use crate::state::{AccountState, Contact};
use crate::text::{plain, tokens, words};
use crate::words::is_stopword;

/// The latest message that gives somebody else the role of a contact who was asked for.
pub(super) fn successor(
    asked: &[&Contact],
    account: &AccountState,
    sources: &[Arc<Source>],
) -> Option<(String, Citation)> {
    let [contact] = asked else {
        return None;
    };
    let role = plain(contact.role.as_ref()?);
    let known: Vec<String> = account
        .contacts
        .iter()
        .flat_map(|contact| words(&contact.name))
        .collect();
    let told = |line: &str| {
        let tokens = tokens(line);
        let said = super::line(&tokens);
        let signed = line.trim_start().to_lowercase().starts_with(&role);
        let named = tokens.windows(2).any(|pair| {
            pair.iter().all(|token| {
                token.capital
                    && !known.contains(&token.norm)
                    && month(&token.norm).is_none()
                    && !is_stopword(&token.norm)
            })
        });
        said.contains(&format!(" {role} ")) && named && !signed
    };
    sources.iter().rev().find_map(|source| {
        let (place, line) = source
            .raw
            .lines()
            .enumerate()
            .find(|(_, line)| told(line))?;
        Some((
            format!(
                "A later message of {} says: {line} The state lags behind it.",
                source.date()
            ),
            Citation {
                id: source.id.clone(),
                line: Some(place + 1),
            },
        ))
    })
}

/// A telephone number that a later message gives.
pub(super) fn new_number(
    account: &AccountState,
    sources: &[Arc<Source>],
) -> Option<(String, Citation)> {
    let known: Vec<&str> = account
        .contacts
        .iter()
        .filter_map(|contact| contact.phone.as_deref())
        .collect();
    let source = sources.iter().rev().find(|source| {
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
    fresh.then(|| {
        (
            format!(
                "A later message of {} gives another number: {number}. The state lags behind it.",
                source.date()
            ),
            Citation {
                id: source.id.clone(),
                line: Some(1),
            },
        )
    })
}

/// The first message that names the day on which the insurance begins.
pub(super) fn beginning(day: Date, sources: &[Arc<Source>]) -> Option<(String, Citation)> {
    let begins = list!(
        "start" "starts" "begin" "begins" "bind" "bound" "effective" "inception" "force" "go" "cover" "coverage" "policy"
    );
    let tells = |source: &Source, line: &str| {
        let said = tokens(line);
        said.iter()
            .any(|token| begins.contains(&token.norm.as_str()))
            && dates::dates(line, &said, source.date(), Lean::Nearest)
                .iter()
                .any(|mention| mention.date == Some(day))
    };
    sources.iter().find_map(|source| {
        let mut lines = source.raw.lines().enumerate();
        let (place, line) = lines.find(|(_, line)| tells(source, line))?;
        Some((
            format!("Said on {}: \"{line}\" ({})", source.date(), spoken(day)),
            Citation {
                id: source.id.clone(),
                line: Some(place + 1),
            },
        ))
    })
}
