//! Addresses from text that is known to be right.

use steward_model::{Identifier, IdentifierKind};

pub(crate) fn email(text: &str) -> Identifier {
    Identifier::parse(IdentifierKind::Email, text).unwrap()
}

pub(crate) fn phone(text: &str) -> Identifier {
    Identifier::parse(IdentifierKind::Phone, text).unwrap()
}
