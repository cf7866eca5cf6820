//! How a command fails: a sentence, and a code that scripts can tell apart.

use std::process::ExitCode;

use steward_store::StoreError;

use crate::error::ApiError;
use crate::home::HomeError;

/// A command that did not succeed.
#[derive(Debug)]
pub(super) struct Failure {
    code: u8,
    message: String,
}

impl Failure {
    /// Anything without a code of its own.
    pub(super) fn other(message: impl std::fmt::Display) -> Self {
        Self {
            code: 1,
            message: message.to_string(),
        }
    }

    /// The settings are wrong. The same code as for a wrong flag.
    pub(super) fn configuration(message: impl std::fmt::Display) -> Self {
        Self {
            code: 2,
            message: message.to_string(),
        }
    }

    /// The data folder cannot be used.
    pub(super) fn folder(message: impl std::fmt::Display) -> Self {
        Self {
            code: 3,
            message: message.to_string(),
        }
    }

    /// Everything was said already.
    pub(super) fn silent() -> Self {
        Self {
            code: 1,
            message: String::new(),
        }
    }

    pub(super) fn report(self) -> ExitCode {
        use std::io::Write as _;
        if !self.message.is_empty() {
            let _ = writeln!(std::io::stderr().lock(), "steward: {}", self.message);
        }
        ExitCode::from(self.code)
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<HomeError> for Failure {
    fn from(error: HomeError) -> Self {
        Self {
            code: 3,
            message: error.to_string(),
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        let code = match &error {
            StoreError::Open { .. } | StoreError::DiskFull => 3,
            StoreError::Locked(_) => 4,
            StoreError::NewerDatabase { .. } | StoreError::Migration { .. } => 5,
            StoreError::MasterKey(_) => 6,
            StoreError::Unavailable(_) => 7,
            StoreError::Conflict(_)
            | StoreError::Refused(_)
            | StoreError::Stale { .. }
            | StoreError::Forgotten
            | StoreError::Tampered { .. }
            | StoreError::Busy
            | StoreError::LeaseLost
            | StoreError::Stopped
            | StoreError::OldSqlite(_)
            | StoreError::Internal(_) => 1,
        };
        Self {
            code,
            message: error.to_string(),
        }
    }
}

impl From<ApiError> for Failure {
    fn from(error: ApiError) -> Self {
        Self::other(error.detail().unwrap_or(&error.message))
    }
}
