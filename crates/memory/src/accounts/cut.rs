//! Entries that were cut off the end of a history. What is left of the chain fits, and the state may have been put back as well:
//! that something is missing is told by the versions before.

use steward_accounts::history::{History, parse, verify_chain};
use steward_model::{OrgId, WorkspacePath};
use steward_store::{FileRevision, OrgStore, StoreError};

use super::{Accounts, Folder, Problem};

/// How many versions are looked at, at most.
const VERSIONS: usize = 200;

/// How many earlier versions are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Depth {
    /// As many as it takes where a version has fewer entries than it can have if all were added by us.
    Quick,
    /// All of them: a history may have come with many entries in its first version.
    Whole,
}

impl Accounts {
    /// What is wrong with files of accounts. As [`Accounts::all`] tells it, and every history is compared with all its versions.
    ///
    /// # Errors
    /// The workspace cannot be read.
    pub async fn verify(&self, org: OrgId) -> Result<Vec<Problem>, StoreError> {
        let (folders, mut problems) = self.all(org).await?;
        let here = self.inner.store.org(org);
        let whole = folders.iter().filter(|folder| folder.problem().is_none());
        for folder in whole.map(Folder::id) {
            let path = WorkspacePath::file(&format!("accounts/{folder}/history.md"));
            let Some(now) = here.file(&path.map_err(StoreError::internal)?).await? else {
                continue;
            };
            if now.head.revision > 1 {
                problems.extend(cut_off(&here, &now, Depth::Whole).await?);
            }
        }
        Ok(problems)
    }
}

/// The last entry that an earlier version of a history has and this one lacks. What a person brought back on purpose, as an
/// earlier version, is what counts from there on.
pub(super) async fn cut_off(
    org: &OrgStore<'_>,
    now: &FileRevision,
    depth: Depth,
) -> Result<Option<Problem>, StoreError> {
    let is_asked = |version: &FileRevision| depth == Depth::Whole || is_short(version);
    let Some(content) = now.content.as_deref().filter(|_| is_asked(now)) else {
        return Ok(None);
    };
    // One that does not fit in itself is told of by its own line.
    let Some(left) = fitting(content) else {
        return Ok(None);
    };
    let has = |hash: &str| left.entries.iter().any(|entry| entry.hash == hash);
    let (path, mut brought_back) = (&now.head.path, now.head.restored_from.is_some());
    for no in (1..now.head.revision).rev().take(VERSIONS) {
        let version = org.file_revision(path, no).await?;
        let Some(version) = version.filter(|_| !brought_back) else {
            break;
        };
        let last = version.content.as_deref().and_then(fitting);
        let last = last.and_then(|history| history.entries.into_iter().next_back());
        if let Some(last) = last.filter(|last| !has(&last.hash)) {
            return Ok(Some(Problem {
                path: path.as_str().to_owned(),
                entry: None,
                line: content.lines().count().max(1),
                reason: format!(
                    "entry {} is missing, which version {no} of this file has",
                    last.id()
                ),
            }));
        }
        brought_back = version.head.restored_from.is_some();
        if !is_asked(&version) {
            break;
        }
    }
    Ok(None)
}

/// Whether a version has fewer entries than there were versions: whoever only ever adds has at least as many. Thousands are
/// asked, so it is not parsed.
fn is_short(version: &FileRevision) -> bool {
    let content = version.content.as_deref().unwrap_or_default();
    (content.matches("\n## ").count() as i64) < version.head.revision
}

fn fitting(content: &str) -> Option<History> {
    let history = parse(content).ok()?;
    verify_chain(&history).is_ok().then_some(history)
}
