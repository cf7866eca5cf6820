use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use super::HumanDuration;

/// Everything that is wrong with a configuration, so that it can be put right in one go.
#[derive(Debug, thiserror::Error)]
pub struct ConfigError {
    problems: Vec<Problem>,
}

/// One thing that is wrong: where, what, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    origin: Origin,
    text: String,
}

/// Where a value came from, in the order in which problems are told.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Origin {
    Default,
    File { path: PathBuf, line: Option<usize> },
    Variable(String),
    Flag(&'static str),
}

/// Collects problems; sections add theirs by key and need not know where the value came from.
#[derive(Default)]
pub(super) struct Problems {
    origins: BTreeMap<String, Origin>,
    found: Vec<Problem>,
}

impl ConfigError {
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }
}

impl Problem {
    pub(super) fn new(origin: Origin, text: String) -> Self {
        Self { origin, text }
    }
}

impl Problems {
    pub(super) fn set_origin(&mut self, key: &str, origin: Origin) {
        self.origins.insert(key.to_owned(), origin);
    }

    /// Reports that the value of `key` is not right, and what to do.
    pub(super) fn add(&mut self, key: &str, wrong: &str, fix: &str) {
        let origin = self.origins.get(key).cloned().unwrap_or(Origin::Default);
        self.push(Problem::new(origin, format!("`{key}` {wrong}; {fix}")));
    }

    pub(super) fn push(&mut self, problem: Problem) {
        self.found.push(problem);
    }

    pub(super) fn require_positive(&mut self, key: &str, duration: HumanDuration) {
        if duration.get().is_zero() {
            self.add(key, "is zero", "write a duration such as `30s`");
        }
    }

    pub(super) fn require_text(&mut self, key: &str, text: &str) {
        if text.trim().is_empty() {
            self.add(key, "is empty", "write a text");
        }
    }

    pub(super) fn into_result<T>(self, value: T) -> Result<T, ConfigError> {
        if self.found.is_empty() {
            Ok(value)
        } else {
            Err(self.into_error())
        }
    }

    pub(super) fn into_error(mut self) -> ConfigError {
        self.found
            .sort_by(|left, right| left.origin.cmp(&right.origin));
        ConfigError {
            problems: self.found,
        }
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problems.len() {
            1 => writeln!(f, "The configuration has a problem:")?,
            count => writeln!(f, "The configuration has {count} problems:")?,
        }
        for problem in &self.problems {
            writeln!(f, "  {problem}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.origin, self.text)
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::File { path, line: None } => write!(f, "{}", path.display()),
            Self::File {
                path,
                line: Some(line),
            } => write!(f, "{}:{line}", path.display()),
            Self::Variable(name) => f.write_str(name),
            Self::Flag(name) => f.write_str(name),
        }
    }
}

#[cfg(test)]
#[path = "problem_tests.rs"]
mod tests;
