//! How much of the evidence for a question the built-in search finds, with its own model or with one from a folder.

use std::path::Path;

use steward_memory::recall::{self, Dataset, Report};
use steward_memory::{Embedder, StaticEmbedder, Transformer};

use super::Failure;
use crate::config::FOLDER;

pub(super) fn measure(dataset: &Path, embedder: Option<&str>) -> Result<Report, Failure> {
    let text = std::fs::read_to_string(dataset)
        .map_err(|error| Failure::other(format_args!("{}: {error}", dataset.display())))?;
    let dataset = Dataset::parse(&text).map_err(Failure::other)?;
    let transformer;
    let embedder: &dyn Embedder = match embedder {
        None => StaticEmbedder::shared().map_err(Failure::other)?,
        Some(name) => {
            let folder = name.strip_prefix(FOLDER);
            let folder = folder.ok_or_else(|| Failure::other("write `--embedder folder:PATH`"))?;
            transformer = Transformer::load(Path::new(folder)).map_err(Failure::other)?;
            &transformer
        }
    };
    recall::measure(&dataset, embedder).map_err(Failure::other)
}
