//! What is asked back.

use super::{Awaited, Reply};
use crate::book::Book;
use crate::resolve::{Found, Resolution};
use crate::state::AccountState;

/// "The paving lead is dead": an account that fits a description is one that may be meant. A yes is enough to change it.
pub(super) fn guessed(account: &AccountState) -> Reply {
    Reply::Clarify {
        question: format!(
            "That names no account. Is {} meant? Nothing was changed yet.",
            account.name
        ),
        choices: Vec::new(),
        awaits: Awaited::Agreement,
    }
}

/// Asks which account or what is wanted.
pub(super) fn unclear(book: &Book, found: &Found) -> Reply {
    let (question, choices, awaits) = match &found.resolution {
        Resolution::Ambiguous(ids) => (
            format!("Which one is meant?{}", alternatives(book, ids)),
            ids.clone(),
            Awaited::Account,
        ),
        Resolution::One(id) => {
            let name = book
                .account(id)
                .map_or(id.as_str(), |account| account.name.as_str());
            (
                format!("What about {name}? Ask a question, or say what changed."),
                vec![id.clone()],
                Awaited::Words,
            )
        }
        Resolution::None | Resolution::Unknown(_) => (
            "What is it about? Name an account and ask a question, or say what changed.".to_owned(),
            Vec::new(),
            Awaited::Words,
        ),
    };
    Reply::Clarify {
        question,
        choices,
        awaits,
    }
}

/// Accounts that may be meant.
pub(super) fn alternatives(book: &Book, ids: &[String]) -> String {
    let names: Vec<String> = ids
        .iter()
        .filter_map(|id| book.account(id))
        .map(|account| {
            account.location.as_ref().map_or_else(
                || account.name.clone(),
                |place| format!("{} ({}, {})", account.name, place.city, place.state),
            )
        })
        .collect();
    if names.is_empty() {
        String::new()
    } else {
        format!(" Perhaps: {}.", names.join("; "))
    }
}
