//! Whose memory a thing belongs to.

use std::fmt;
use std::str::FromStr;

use crate::{AgentId, ContactId, MemberId, OrgId, ParseIdError};

/// Whose content this is. A scope has a data key of its own: destroy the key and the scope is forgotten.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// Shared by the whole organisation.
    Org(OrgId),
    /// One member's own.
    Member(MemberId),
    /// One agent's own.
    Agent(AgentId),
    /// What is known of one contact.
    Contact(ContactId),
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Org(id) => write!(f, "org:{id}"),
            Self::Member(id) => write!(f, "member:{id}"),
            Self::Agent(id) => write!(f, "agent:{id}"),
            Self::Contact(id) => write!(f, "contact:{id}"),
        }
    }
}

impl FromStr for Scope {
    type Err = ParseIdError;

    fn from_str(text: &str) -> Result<Self, ParseIdError> {
        match text.split_once(':') {
            Some(("org", id)) => Ok(Self::Org(id.parse()?)),
            Some(("member", id)) => Ok(Self::Member(id.parse()?)),
            Some(("agent", id)) => Ok(Self::Agent(id.parse()?)),
            Some(("contact", id)) => Ok(Self::Contact(id.parse()?)),
            _ => Err(ParseIdError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SystemIds;

    #[test]
    fn a_scope_survives_text() {
        let scope = Scope::Contact(ContactId::generate(&SystemIds));
        assert_eq!(scope.to_string().parse(), Ok(scope));
        assert_eq!("contact:7".parse::<Scope>(), Err(ParseIdError));
        assert_eq!(
            "planet:01900000-0000-7000-8000-000000000001".parse::<Scope>(),
            Err(ParseIdError)
        );
    }
}
