//! Addresses people are reached at, parsed once at the edge.

use std::fmt;
use std::str::FromStr;

use crate::identity::words;

/// What is wrong with an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// Not a phone number.
    #[error("write the phone number with its country code, like +14155550123")]
    Phone,
    /// Not an email address.
    #[error("this is not an email address")]
    Email,
    /// Nothing, or more than fits.
    #[error("this must have 1 to 200 characters")]
    Length,
}

/// A phone number in the one form carriers agree on: `+`, country code, number.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct E164(String);

impl E164 {
    /// The number, with its `+`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for E164 {
    type Err = AddressError;

    /// Accepts the spaces, dots, dashes and parentheses that people put into numbers, and nothing else: a number
    /// without a country code is refused, since guessing one would text a stranger.
    fn from_str(text: &str) -> Result<Self, AddressError> {
        let text = text.trim();
        let digits = text.strip_prefix('+').ok_or(AddressError::Phone)?;
        let mut number = String::with_capacity(16);
        number.push('+');
        for c in digits.chars() {
            match c {
                '0'..='9' => number.push(c),
                ' ' | '.' | '-' | '(' | ')' | '\u{a0}' => {}
                _ => return Err(AddressError::Phone),
            }
        }
        let length = number.len() - 1;
        if (7..=15).contains(&length) && !number.starts_with("+0") {
            Ok(Self(number))
        } else {
            Err(AddressError::Phone)
        }
    }
}

/// An email address, lower-cased: two spellings of a mailbox are one person.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct EmailAddress(String);

impl EmailAddress {
    /// The whole address.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What stands after the `@`.
    pub fn domain(&self) -> &str {
        self.0.rsplit_once('@').map_or("", |(_, domain)| domain)
    }
}

impl FromStr for EmailAddress {
    type Err = AddressError;

    /// Checks the shape, not the mailbox: only mail that arrives proves an address.
    fn from_str(text: &str) -> Result<Self, AddressError> {
        let text = text.trim();
        let (local, domain) = text.rsplit_once('@').ok_or(AddressError::Email)?;
        let printable =
            |c: char| !c.is_whitespace() && !c.is_control() && !"<>(),;:\"\\[]@".contains(c);
        let label = |label: &str| {
            !label.is_empty()
                && !label.starts_with('-')
                && !label.ends_with('-')
                && label.chars().all(|c| c.is_alphanumeric() || c == '-')
        };
        let valid = (1..=64).contains(&local.len())
            && domain.len() <= 190
            && local.chars().all(printable)
            && domain.contains('.')
            && domain.split('.').all(label);
        // Domains are compared as Unicode has it; a local part is whatever its server takes it for, and only ASCII
        // letters are safe to fold: the Kelvin sign would become a `k`.
        if valid {
            Ok(Self(format!(
                "{}@{}",
                local.to_ascii_lowercase(),
                domain.to_lowercase()
            )))
        } else {
            Err(AddressError::Email)
        }
    }
}

words! {
    /// What kind of identifier a person is known by.
    IdentifierKind {
        /// An email address.
        Email = "email",
        /// A phone number.
        Phone = "phone",
        /// The subject of a foreign sign-in service.
        External = "external",
    }
}

/// One way a person is known, valid for its kind.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Identifier {
    /// An email address.
    Email(EmailAddress),
    /// A phone number.
    Phone(E164),
    /// The subject of a foreign sign-in service, taken as it is.
    External(String),
}

impl Identifier {
    /// Reads `text` as an identifier of this kind.
    pub fn parse(kind: IdentifierKind, text: &str) -> Result<Self, AddressError> {
        match kind {
            IdentifierKind::Email => Ok(Self::Email(text.parse()?)),
            IdentifierKind::Phone => Ok(Self::Phone(text.parse()?)),
            IdentifierKind::External if (1..=200).contains(&text.chars().count()) => {
                Ok(Self::External(text.to_owned()))
            }
            IdentifierKind::External => Err(AddressError::Length),
        }
    }

    /// The kind.
    pub fn kind(&self) -> IdentifierKind {
        match self {
            Self::Email(_) => IdentifierKind::Email,
            Self::Phone(_) => IdentifierKind::Phone,
            Self::External(_) => IdentifierKind::External,
        }
    }

    /// The normalised text.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Email(email) => email.as_str(),
            Self::Phone(phone) => phone.as_str(),
            Self::External(subject) => subject,
        }
    }
}

/// These show what they are but not their text: an address must not reach a log by way of a `{:?}`.
macro_rules! redacted {
    ($($name:ident),+) => {$(
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($name), "(***)"))
            }
        }
    )+};
}
redacted!(E164, EmailAddress, Identifier);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phone_numbers_are_normalised_or_refused() {
        for (text, expected) in [
            ("+14155550123", Some("+14155550123")),
            (" +1 (415) 555-0123 ", Some("+14155550123")),
            ("+44 20 7946 0958", Some("+442079460958")),
            ("4155550123", None),
            ("+0123456789", None),
            ("+1", None),
            ("+1234567890123456", None),
            ("+1415555o123", None),
            ("+١٤١٥٥٥٥٠١٢٣", None),
            ("", None),
        ] {
            assert_eq!(
                text.parse::<E164>().ok().as_ref().map(E164::as_str),
                expected,
                "{text}"
            );
        }
    }

    #[test]
    fn email_addresses_are_normalised_or_refused() {
        for (text, expected) in [
            ("Ana@Example.COM", Some("ana@example.com")),
            (
                "first.last+tag@sub.example.org",
                Some("first.last+tag@sub.example.org"),
            ),
            ("ana@BÜCHER.example", Some("ana@bücher.example")),
            ("\u{212a}im@example.com", Some("\u{212a}im@example.com")),
            ("ana", None),
            ("ana@localhost", None),
            ("@example.com", None),
            ("ana@", None),
            ("ana@@example.com", None),
            ("a na@example.com", None),
            ("ana@-example.com", None),
            ("ana@example..com", None),
            ("ana@example.com\r\nBcc: x@y.zz", None),
        ] {
            let parsed = text.parse::<EmailAddress>().ok();
            assert_eq!(
                parsed.as_ref().map(EmailAddress::as_str),
                expected,
                "{text}"
            );
        }
        let email: EmailAddress = "ana@example.com".parse().unwrap();
        assert_eq!(email.domain(), "example.com");
    }

    #[test]
    fn an_identifier_does_not_show_itself() {
        let identifier = Identifier::parse(IdentifierKind::Phone, "+14155550123").unwrap();
        assert_eq!(format!("{identifier:?}"), "Identifier(***)");
        assert_eq!(
            Identifier::parse(IdentifierKind::External, ""),
            Err(AddressError::Length)
        );
    }
}
