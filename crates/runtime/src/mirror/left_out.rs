//! What lies in the folder of a skill and is of no kind that the workspace holds, such as a picture or a font: it is named, so
//! that nobody takes the skill for whole.

use std::collections::{BTreeMap, BTreeSet};

use super::{Mirror, Trouble};

/// So many files of a skill are named.
const NAMED: usize = 10;

impl Mirror {
    /// Tells of each skill whose files that are left out are others than before.
    pub(super) async fn tell_left_out(&mut self) -> Result<(), Trouble> {
        if self.seen.left_out == self.left_out {
            return Ok(());
        }
        let before = by_skill(&self.left_out);
        for (skill, files) in by_skill(&self.seen.left_out) {
            if before.get(skill) != Some(&files) {
                self.tell_all(said(skill, &files)).await?;
            }
        }
        self.left_out = self.seen.left_out.clone();
        Ok(())
    }
}

/// The files of each skill, from its folder.
fn by_skill(paths: &BTreeSet<String>) -> BTreeMap<&str, Vec<&str>> {
    let mut found: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for path in paths {
        let parts = path
            .strip_prefix("skills/")
            .and_then(|path| path.split_once('/'));
        if let Some((skill, file)) = parts {
            found.entry(skill).or_default().push(file);
        }
    }
    found
}

fn said(skill: &str, files: &[&str]) -> String {
    let mut named = files[..files.len().min(NAMED)].join(", ");
    if files.len() > NAMED {
        named.push_str(&format!(" and {} more", files.len() - NAMED));
    }
    format!(
        "skills/{skill} has files on disk that agents do not get, because the workspace holds no files of their kind: {named}."
    )
}
