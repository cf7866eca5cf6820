//! How far a text can be trusted, which is decided by where it came from and never by what it says.

use crate::identity::words;

words! {
    /// Where a text came from. Whatever is made of several texts is as trustworthy as the least of them.
    Integrity {
        /// From outside: a contact, a web page, a tool's result. It may be written to deceive.
        Untrusted = "untrusted",
        /// From a member of the organisation.
        User = "user",
        /// From whoever runs Steward: configuration, reviewed skills.
        Operator = "operator",
        /// From Steward itself.
        System = "system",
    }
}

impl Integrity {
    /// The trust that a mixture of both deserves.
    pub fn mixed_with(self, other: Self) -> Self {
        self.min(other)
    }
}

words! {
    /// What an agent does with an answer.
    SendMode {
        /// Drafts replies for a person to pick. The default everywhere.
        Suggest = "suggest",
        /// Sends them itself.
        Autonomous = "autonomous",
    }
}

impl Default for SendMode {
    /// An agent that nobody decided about must not send.
    fn default() -> Self {
        Self::Suggest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mixture_is_as_trustworthy_as_its_worst_part() {
        for one in Integrity::ALL {
            for other in Integrity::ALL {
                let mixed = one.mixed_with(*other);
                assert_eq!(mixed, other.mixed_with(*one));
                assert!(mixed <= *one && mixed <= *other);
            }
        }
    }

    #[test]
    fn nobody_sends_by_default() {
        assert_eq!(SendMode::default(), SendMode::Suggest);
    }
}
