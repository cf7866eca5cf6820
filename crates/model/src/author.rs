//! Who wrote something.

use std::fmt;
use std::str::FromStr;

use crate::{AgentId, MemberId, ParseIdError};

/// Who wrote something that is remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Author {
    /// A person of the organisation.
    Member(MemberId),
    /// An agent, in a turn.
    Agent(AgentId),
    /// Whoever edits the folder on disk that mirrors the workspace.
    Mirror,
    /// Steward itself.
    System,
}

impl fmt::Display for Author {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Member(id) => write!(f, "member:{id}"),
            Self::Agent(id) => write!(f, "agent:{id}"),
            Self::Mirror => f.write_str("mirror"),
            Self::System => f.write_str("system"),
        }
    }
}

impl FromStr for Author {
    type Err = ParseIdError;

    fn from_str(text: &str) -> Result<Self, ParseIdError> {
        match text.split_once(':') {
            Some(("member", id)) => Ok(Self::Member(id.parse()?)),
            Some(("agent", id)) => Ok(Self::Agent(id.parse()?)),
            None if text == "mirror" => Ok(Self::Mirror),
            None if text == "system" => Ok(Self::System),
            _ => Err(ParseIdError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SystemIds;

    #[test]
    fn an_author_survives_text() {
        let authors = [
            Author::Member(MemberId::generate(&SystemIds)),
            Author::Agent(AgentId::generate(&SystemIds)),
            Author::Mirror,
            Author::System,
        ];
        for author in authors {
            assert_eq!(author.to_string().parse(), Ok(author));
        }
        for other in ["", "member", "member:7", "system:", "contact:7"] {
            assert_eq!(other.parse::<Author>(), Err(ParseIdError), "{other}");
        }
    }
}
