//! What was found out about a record, in words for a person.

use std::fmt;

use steward_model::{OrgId, Timestamp};

use super::checkpoint::Checkpoint;

/// More than anybody reads; the rest is counted.
const MOST_PROBLEMS: usize = 10_000;

/// What was found out about an organisation's record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditReport {
    /// Whose record.
    pub org_id: OrgId,
    /// The seals that were looked at.
    pub seals: i64,
    /// The sealed rows that were looked at.
    pub rows: i64,
    /// The events, steps, messages, files and so on whose content was compared with what is on the record.
    pub contents: i64,
    /// The rows that no seal holds yet: whether they were changed cannot be known.
    pub unsealed: i64,
    /// When the oldest of these was written.
    pub oldest_unsealed: Option<Timestamp>,
    /// The newest seal, if it is whole: worth keeping elsewhere.
    pub checkpoint: Option<Checkpoint>,
    /// What is wrong, the first of it if there is very much.
    pub problems: Vec<AuditProblem>,
    /// How much more is wrong.
    pub more_problems: u64,
}

/// Something that is wrong with a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditProblem {
    /// The seal it is under, if it is under one.
    pub seal: Option<i64>,
    /// What it is about, like `row <id>`.
    pub place: String,
    /// What is wrong with it.
    pub what: String,
}

impl fmt::Display for AuditProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.seal {
            Some(seal) if !self.place.starts_with("seal") => {
                write!(f, "{} (under seal {seal}) {}", self.place, self.what)
            }
            _ => write!(f, "{} {}", self.place, self.what),
        }
    }
}

impl AuditReport {
    pub(super) fn new(org_id: OrgId) -> Self {
        Self {
            org_id,
            seals: 0,
            rows: 0,
            contents: 0,
            unsealed: 0,
            oldest_unsealed: None,
            checkpoint: None,
            problems: Vec::new(),
            more_problems: 0,
        }
    }

    /// Whether nothing is wrong.
    pub fn is_whole(&self) -> bool {
        self.problems.is_empty()
    }

    pub(super) fn problem(
        &mut self,
        seal: Option<i64>,
        place: impl Into<String>,
        what: impl Into<String>,
    ) {
        if self.problems.len() == MOST_PROBLEMS {
            self.more_problems += 1;
            return;
        }
        self.problems.push(AuditProblem {
            seal,
            place: place.into(),
            what: what.into(),
        });
    }
}
