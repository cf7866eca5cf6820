//! Skills in the files of an organisation: `skills/<name>/SKILL.md` and what lies beside it.
//!
//! They are read when they are needed and kept nowhere: what a member saves is in the very next turn.

use steward_agent::{FolderFile, SKILL_FILE, Shelf, SkillFolder, SkillProblem, SkillSource};
use steward_model::{Integrity, WorkspacePath};
use steward_store::{FolderEntry, OrgStore, Page, StoreError};

/// Where skills lie.
const ROOT: &str = "skills";
/// The most skills of an organisation.
const MOST_SKILLS: u32 = 50;
/// The most folders of a skill, and the most files in each.
const MOST_FOLDERS: usize = 10;
const MOST_FILES: u32 = 100;

/// A file of a skill, and how far it can be trusted.
pub(super) struct Text {
    pub(super) text: String,
    pub(super) integrity: Integrity,
}

/// The skills there are for an organisation: the built-in ones and its own.
///
/// # Errors
/// The database cannot be reached.
pub async fn shelf(org: &OrgStore<'_>) -> Result<Shelf, StoreError> {
    let Ok(root) = WorkspacePath::folder(ROOT) else {
        return Ok(Shelf::built_in().clone());
    };
    let Some(listed) = org.folder(&root, &first(MOST_SKILLS)).await? else {
        return Ok(Shelf::built_in().clone());
    };
    let mut folders = Vec::new();
    for entry in &listed.entries {
        if let FolderEntry::Folder(path) = entry {
            folders.extend(folder(org, path).await?);
        }
    }
    // Folders come first, so that only more folders than that leave one out.
    let all_seen = listed.next.is_none() || folders.len() < listed.entries.len();
    let mut shelf = Shelf::with(folders);
    if !all_seen {
        shelf.problems.push(SkillProblem {
            file: ROOT.to_owned(),
            line: 1,
            reason: format!("only the first {MOST_SKILLS} folders are read"),
        });
    }
    Ok(shelf)
}

/// What there is under one name: a skill, or what is wrong with it, or neither. For a call that wants one skill, and need not
/// wait for all of them.
pub(super) async fn one(org: &OrgStore<'_>, name: &str) -> Result<Shelf, StoreError> {
    if Shelf::built_in().find(name).is_some() {
        return Ok(Shelf::built_in().clone());
    }
    let path = WorkspacePath::folder(&format!("{ROOT}/{name}"));
    let path = path.ok().filter(|path| path.segments().count() == 2);
    let found = match &path {
        Some(path) => folder(org, path).await?,
        None => None,
    };
    Ok(Shelf::with(found.into_iter().collect()))
}

/// A file of a skill of the organisation.
pub(super) async fn file(
    org: &OrgStore<'_>,
    skill: &str,
    path: &str,
) -> Result<Option<Text>, StoreError> {
    let Ok(path) = WorkspacePath::file(&format!("{ROOT}/{skill}/{path}")) else {
        return Ok(None);
    };
    let Some(file) = org.file(&path).await? else {
        return Ok(None);
    };
    let integrity = file.head.trust;
    Ok(file.content.map(|text| Text { text, integrity }))
}

/// A folder of skills with everything beneath it. Nothing if there is no such folder.
async fn folder(
    org: &OrgStore<'_>,
    path: &WorkspacePath,
) -> Result<Option<SkillFolder>, StoreError> {
    let mut files = Vec::new();
    let mut waiting = vec![path.clone()];
    let beneath = format!("{}/", path.as_str());
    for number in 0..MOST_FOLDERS {
        let Some(next) = waiting.pop() else {
            break;
        };
        let Some(listed) = org.folder(&next, &first(MOST_FILES)).await? else {
            match number {
                0 => return Ok(None),
                _ => continue,
            }
        };
        for entry in listed.entries {
            match entry {
                FolderEntry::Folder(path) => waiting.push(path),
                FolderEntry::File(head) => {
                    let own = head.path.as_str().strip_prefix(&beneath);
                    let sha256 = head.sha256.map(|sha| sha.to_string());
                    files.extend(own.zip(sha256).map(|(path, sha256)| FolderFile {
                        path: path.to_owned(),
                        sha256,
                    }));
                }
            }
        }
    }
    let name = path.name().to_owned();
    let text = file(org, &name, SKILL_FILE).await?;
    Ok(Some(SkillFolder {
        source: SkillSource::Workspace,
        integrity: text.as_ref().map_or(Integrity::User, |text| text.integrity),
        skill_file: text.map(|text| text.text),
        name,
        files,
    }))
}

fn first(limit: u32) -> Page {
    Page { after: None, limit }
}
