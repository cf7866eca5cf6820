//! How much of the evidence for a question the built-in search finds.

use std::path::Path;

use steward_memory::recall::{self, Dataset, Report};

use super::Failure;

pub(super) fn measure(dataset: &Path) -> Result<Report, Failure> {
    let text = std::fs::read_to_string(dataset)
        .map_err(|error| Failure::other(format_args!("{}: {error}", dataset.display())))?;
    let dataset = Dataset::parse(&text).map_err(Failure::other)?;
    recall::measure(&dataset).map_err(Failure::other)
}
