//! Emails to members, through a mail server of whoever runs Steward.

mod smtp;

use std::fmt;
use std::str::FromStr;

use futures_util::future::BoxFuture;
use lettre::Address;
use lettre::message::Mailbox;
use steward_model::{AddressError, EmailAddress, Timestamp};
use url::Host;

pub use self::smtp::{Security, Smtp, SmtpSettings};

/// Something that takes emails.
///
/// Its role: the one way an email leaves. A call makes one attempt and repeats nothing; whoever keeps the record decides about
/// a second.
pub trait Mailer: Send + Sync {
    /// Hands an email over, once.
    fn post<'a>(&'a self, mail: &'a Mail) -> BoxFuture<'a, MailResult>;
}

/// An email to one member.
#[derive(Clone, PartialEq, Eq)]
pub struct Mail {
    /// What stands before the `@` of its `Message-ID`. The same email again has the same.
    pub id: String,
    /// Who gets it.
    pub to: EmailAddress,
    /// What it is about.
    pub subject: String,
    /// What it says.
    pub text: String,
    /// What it is dated.
    pub at: Timestamp,
}

/// What came of an email. Reasons are for people and name no address and no content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailResult {
    /// The mail server has it.
    Taken,
    /// The mail server may take it another time. It may also have it, if it fell silent at the end: the `Message-ID` tells.
    NotNow {
        /// Why.
        reason: String,
    },
    /// The mail server will not have it, now or later.
    Refused {
        /// Why.
        reason: String,
    },
}

/// Who emails come from: an address, or a name and an address in angle brackets.
#[derive(Clone, PartialEq, Eq)]
pub struct Sender(Mailbox);

impl Sender {
    pub(crate) fn mailbox(&self) -> &Mailbox {
        &self.0
    }
}

impl FromStr for Sender {
    type Err = AddressError;

    /// Stricter than mail itself, where a name may go over several lines.
    fn from_str(text: &str) -> Result<Self, AddressError> {
        let text = text.trim();
        let (name, address) = match text.strip_suffix('>').and_then(|text| text.split_once('<')) {
            Some((name, address)) => (name.trim().trim_matches('"'), address),
            None => ("", text),
        };
        if name.chars().any(|c| c.is_control() || "<>\"".contains(c)) {
            return Err(AddressError::Email);
        }
        let address = written(&address.parse()?).ok_or(AddressError::Email)?;
        let name = (!name.is_empty()).then(|| name.to_owned());
        Ok(Self(Mailbox::new(name, address)))
    }
}

/// An address as mail servers take it: a domain in other letters has a form in ASCII.
pub(crate) fn written(address: &EmailAddress) -> Option<Address> {
    let (local, domain) = address.as_str().rsplit_once('@')?;
    let Ok(Host::Domain(domain)) = Host::parse(domain) else {
        return None;
    };
    Address::new(local, domain).ok()
}

/// Shows that there is an email but not whose: no address may reach a log by way of a `{:?}`.
impl fmt::Debug for Mail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mail({}, ***)", self.id)
    }
}

impl fmt::Debug for Sender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sender(***)")
    }
}
