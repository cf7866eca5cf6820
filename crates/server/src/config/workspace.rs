use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::Deserialize;

use super::Problems;

/// The team's files, which people and agents read and edit.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Workspace {
    /// Whether the files also lie in a folder on disk, as plain text that anybody can open, search and edit. What is edited there is taken in within a second; where the file was changed elsewhere at the same time, the text from disk is kept beside it. The database is what counts: the folder can be deleted while Steward is stopped, and is written anew.
    pub mirror: bool,
    /// The folder. Without it, `workspace` in the folder of Steward's data. Several processes on one database need a folder each. Every organisation but the first has its own beside it, with its id at the end of the name.
    #[schemars(extend("format" = "path", "examples" = ["/srv/steward/workspace"]))]
    pub path: Option<PathBuf>,
}

impl Workspace {
    /// The folder that is to be mirrored in, if any.
    pub(crate) fn folder(&self, home: &Path) -> Option<PathBuf> {
        let folder = || self.path.clone().unwrap_or_else(|| home.join("workspace"));
        self.mirror.then(folder)
    }

    pub(super) fn validate(&self, problems: &mut Problems) {
        let is_empty = |path: &PathBuf| path.as_os_str().is_empty();
        if self.path.as_ref().is_some_and(is_empty) {
            let fix = "write the path of a folder, or leave it out";
            problems.add("workspace.path", "is empty", fix);
        }
    }
}

impl Default for Workspace {
    fn default() -> Self {
        Self {
            mirror: true,
            path: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_lies_in_the_data_folder_unless_it_is_named() {
        let home = Path::new("/data");
        let mut workspace = Workspace::default();
        assert_eq!(workspace.folder(home), Some("/data/workspace".into()));
        workspace.path = Some("/srv/files".into());
        assert_eq!(workspace.folder(home), Some("/srv/files".into()));
        workspace.mirror = false;
        assert_eq!(workspace.folder(home), None);
    }
}
