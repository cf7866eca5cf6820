//! How much of an answer is taken in. A provider that sends more has failed; it does not get our memory.

use steward_model::ModelFailure;

/// Text, thinking, arguments and blocks of one answer together.
pub(crate) const ANSWER_BYTES: usize = 2 * 1024 * 1024;
/// One line of a stream, and one event of several lines.
pub(crate) const LINE_BYTES: usize = 1024 * 1024;
/// Tool calls of one answer.
pub(crate) const TOOL_CALLS: usize = 64;
/// What is read of an error's body; the rest says nothing more.
pub(crate) const ERROR_BYTES: usize = 64 * 1024;

/// Measures an answer while it is taken in.
#[derive(Debug, Default)]
pub(crate) struct Meter {
    bytes: usize,
    calls: usize,
}

impl Meter {
    /// Counts a piece before it is kept.
    pub(crate) fn add_bytes(&mut self, count: usize) -> Result<(), ModelFailure> {
        self.bytes = self.bytes.saturating_add(count);
        if self.bytes > ANSWER_BYTES {
            return Err(interrupted("the answer is larger than 2 MB"));
        }
        Ok(())
    }

    /// Counts a tool call before it is kept.
    pub(crate) fn add_call(&mut self) -> Result<(), ModelFailure> {
        self.calls += 1;
        if self.calls > TOOL_CALLS {
            return Err(interrupted("the answer has more than 64 tool calls"));
        }
        Ok(())
    }
}

/// The provider did not keep to its contract, or broke off.
pub(crate) fn interrupted(reason: impl Into<String>) -> ModelFailure {
    ModelFailure::Interrupted {
        reason: reason.into(),
    }
}
