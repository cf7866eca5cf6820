//! One type per kind of id, so that a contact cannot be handed over where a member is meant.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use uuid::Uuid;

/// Text that is not an id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not an id")]
pub struct ParseIdError;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
        #[serde(transparent)]
        pub struct $name(Uuid);

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }

        impl $name {
            /// Makes a fresh id.
            pub fn generate(ids: &dyn IdGen) -> Self {
                Self(ids.next())
            }

            /// From a bare UUID that was one of these: an index keeps nothing more.
            pub fn from_uuid(id: Uuid) -> Self {
                Self(id)
            }

            /// The bare UUID, for columns and wire types.
            pub fn as_uuid(&self) -> &Uuid {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.as_hyphenated().fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = ParseIdError;

            /// Only the hyphenated lower-case form is an id: a second spelling would be a second key
            /// for caches, logs and associated data.
            fn from_str(text: &str) -> Result<Self, ParseIdError> {
                let id = Uuid::try_parse(text).map_err(|_| ParseIdError)?;
                let mut canonical = Uuid::encode_buffer();
                if id.as_hyphenated().encode_lower(&mut canonical) == text {
                    Ok(Self(id))
                } else {
                    Err(ParseIdError)
                }
            }
        }

        impl From<Uuid> for $name {
            fn from(id: Uuid) -> Self {
                Self(id)
            }
        }
    )+};
}

ids! {
    /// A tenant.
    OrgId,
    /// A person in an organisation.
    MemberId,
    /// A person outside, known by phone or email.
    ContactId,
    /// An address the organisation owns: a phone number or a mailbox.
    LineId,
    /// One way a member or contact is known: an email address, a phone number, a foreign user id.
    IdentifierId,
    /// A key a program signs in with.
    ApiKeyId,
    /// A browser that is signed in.
    SessionId,
    /// An identity that answers.
    AgentId,
    /// One long-lived conversation.
    ThreadId,
    /// Something that arrived on a thread.
    EventId,
    /// One run of the machine over what arrived.
    TurnId,
    /// Something that stands in a thread's history.
    ItemId,
    /// A message for somebody outside.
    EffectId,
    /// A tool call that waits for a person.
    ApprovalId,
    /// Replies that an agent drafted for a person to send.
    SuggestionId,
    /// A change of what somebody wants to be sent.
    ConsentId,
    /// Something a person must know.
    NoticeId,
    /// A time at which an agent is told something.
    ScheduleId,
    /// Work for later.
    JobId,
    /// An entry of the record of everything that was done.
    AuditId,
    /// A text that stands in every prompt.
    BlockId,
    /// A text that can be found again.
    PassageId,
    /// A part of a thread, in short.
    SummaryId,
    /// A text that somebody uploaded.
    DocumentId,
    /// A file or folder of the workspace.
    FileId,
}

/// Where ids come from: the system's time-ordered ones, or a test's predictable ones.
pub trait IdGen: Send + Sync {
    /// The next id; never the same twice.
    fn next(&self) -> Uuid;
}

/// Time-ordered random ids (UUIDv7).
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemIds;

impl IdGen for SystemIds {
    #[expect(clippy::disallowed_methods, reason = "the one place that makes ids")]
    fn next(&self) -> Uuid {
        Uuid::now_v7()
    }
}

/// Ids that count up from one, for snapshots that do not change.
#[derive(Debug, Default)]
pub struct SequentialIds(AtomicU64);

impl IdGen for SequentialIds {
    fn next(&self) -> Uuid {
        let count = self.0.fetch_add(1, Ordering::Relaxed) + 1;
        Uuid::from_u64_pair(0x0190_0000_0000_7000, 0x8000_0000_0000_0000 | count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_survives_text() {
        let id = MemberId::generate(&SystemIds);
        assert_eq!(id.to_string().parse(), Ok(id));
    }

    #[test]
    fn only_the_canonical_spelling_is_an_id() {
        let id = MemberId::generate(&SystemIds).to_string();
        for other in [
            id.to_uppercase(),
            id.replace('-', ""),
            format!("{{{id}}}"),
            format!("urn:uuid:{id}"),
            String::new(),
        ] {
            assert_eq!(other.parse::<MemberId>(), Err(ParseIdError), "{other}");
        }
    }

    #[test]
    fn sequential_ids_are_predictable() {
        let ids = SequentialIds::default();
        assert_eq!(
            ids.next().to_string(),
            "01900000-0000-7000-8000-000000000001"
        );
        assert_eq!(
            ids.next().to_string(),
            "01900000-0000-7000-8000-000000000002"
        );
    }
}
