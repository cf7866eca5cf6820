//! A new name that another account has already.

use crate::book::Book;
use crate::state::AccountState;
use crate::text::words;
use crate::update::{Outcome, Plan};
use crate::words::LEGAL_ENDINGS;

/// The plan, or a question back if it gives an account the name of another: two of one name could not be told apart.
pub fn with_free_name(book: &Book, account: &AccountState, plan: Plan) -> Plan {
    match taken(book, account, &plan) {
        Some(question) => Plan::without(Outcome::Clarify { question }),
        None => plan,
    }
}

fn taken(book: &Book, account: &AccountState, plan: &Plan) -> Option<String> {
    let change = plan.changes.iter().find(|change| change.field == "name")?;
    let name = change.new.as_str()?;
    let mut others = book.accounts.iter().filter(|other| other.id != account.id);
    let other = others.find(|other| other.names().any(|own| is_same(own, name)))?;
    Some(format!(
        "{} is another account already. What should {} be called?",
        other.name, account.name
    ))
}

/// Names are told apart by their legal forms only if both have one.
fn is_same(left: &str, right: &str) -> bool {
    let parts = |name: &str| {
        let mut all = words(name);
        let legal = all.pop_if(|last| LEGAL_ENDINGS.contains(&last.as_str()));
        (all, legal)
    };
    let ((left, one), (right, other)) = (parts(left), parts(right));
    left == right && (one.is_none() || other.is_none() || one == other)
}
