use std::fmt;

/// One broken rule, at the place where it can be mended.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Problem {
    path: String,
    line: usize,
    message: String,
}

impl Problem {
    /// `message` reads "what is wrong; what to do". Lines count from one.
    pub(crate) fn new(path: impl Into<String>, line: usize, message: impl Into<String>) -> Self {
        let (path, message) = (path.into(), message.into());
        Self {
            path,
            line,
            message,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            path,
            line,
            message,
        } = self;
        write!(formatter, "{path}:{line}: {message}")
    }
}

/// The number of the first line that begins with `start`, or one: a problem without a better place
/// belongs to the top of its file.
pub(crate) fn line_starting_with(text: &str, start: &str) -> usize {
    text.lines()
        .position(|line| line.starts_with(start))
        .map_or(1, |index| index + 1)
}
