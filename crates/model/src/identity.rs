//! Closed vocabularies of who may do what.

/// A word that is none of the expected ones.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected one of {expected}")]
pub struct UnknownWord {
    /// The words that would have done, separated by commas.
    pub expected: &'static str,
}

/// An enum whose variants have one spelling each, in columns, JSON and documents alike.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            $($(#[$variant_doc])* #[serde(rename = $word)] $variant),+
        }

        impl $name {
            /// Every variant, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The one spelling.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::UnknownWord;

            fn from_str(text: &str) -> Result<Self, $crate::UnknownWord> {
                match text {
                    $($word => Ok(Self::$variant),)+
                    _ => Err($crate::UnknownWord { expected: words!(@list $($word),+) }),
                }
            }
        }
    };
    (@list $first:literal $(, $rest:literal)*) => { concat!($first $(, ", ", $rest)*) };
}
pub(crate) use words;

words! {
    /// What a member may do in the organisation; a later one may do all an earlier one may.
    Role {
        /// Uses Steward.
        Member = "member",
        /// Also manages members, keys, lines and the organisation.
        Admin = "admin",
        /// Also makes and unmakes owners.
        Owner = "owner",
    }
}

words! {
    /// What an API key may do; a later one may do all an earlier one may.
    KeyScope {
        /// Reads.
        Read = "read",
        /// Also writes.
        Write = "write",
        /// Also does what the member's role allows an admin to do.
        Admin = "admin",
    }
}

words! {
    /// What kind of address a line is.
    LineKind {
        /// A phone number.
        Phone = "phone",
        /// A mailbox.
        Mailbox = "mailbox",
    }
}

words! {
    /// Who carries the messages of a phone line.
    LineProvider {
        /// Twilio.
        Twilio = "twilio",
        /// Quo, which was OpenPhone.
        Quo = "quo",
        /// The phone on the screen: nobody outside. What is sent through it is shown to whoever tries Steward out.
        Loopback = "loopback",
    }
}

words! {
    /// Who answers a contact, as far as that is not what their line says. None lets an agent do more than it may.
    Answering {
        /// The line's agent, as it is set.
        Usual = "usual",
        /// An agent drafts, and a person sends.
        Drafts = "drafts",
        /// The team itself.
        People = "people",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_ordered_by_power() {
        assert!(Role::Owner > Role::Admin && Role::Admin > Role::Member);
        assert!(KeyScope::Admin > KeyScope::Write && KeyScope::Write > KeyScope::Read);
    }

    #[test]
    fn every_word_reads_back() {
        for role in Role::ALL {
            assert_eq!(role.as_str().parse(), Ok(*role));
        }
        let error = "root".parse::<Role>().unwrap_err();
        assert_eq!(error.to_string(), "expected one of member, admin, owner");
    }
}
