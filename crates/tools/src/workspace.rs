//! The tools of the workspace: files that the whole team reads and edits.

mod append_to_file;
mod list_directory;
mod read_file;
mod search_files;
#[cfg(test)]
mod tests;
mod write_file;

pub(crate) use append_to_file::AppendToFile;
pub(crate) use list_directory::ListDirectory;
pub(crate) use read_file::ReadFile;
pub(crate) use search_files::SearchFiles;
use steward_agent::{Action, Capability};
use steward_model::{Author, Integrity, WorkspacePath};
use steward_store::{Expect, FileHead, FileRevision, FileWrite, Sha, StoreError};
pub(crate) use write_file::WriteFile;

use crate::ToolContext;
use crate::reading::unreadable;

/// The group of all of them.
const TOOLSET: &str = "workspace";

/// Notes it writes by itself; what is read as instructions the gate leaves to a person, or refuses.
const WRITES: &[Capability] = &[Capability::WriteNotes, Capability::WriteInstructions];

/// An account's state is what its history says: files that are written here would break that.
const ACCOUNTS: &str = "accounts/";
const ACCOUNTS_ARE_KEPT: &str = "The files of accounts are not written: an account is changed by saying what changed, which keeps its history.";

/// How many letters of a content's hash are shown to a model. Nobody guesses them without having read the file.
const VERSION_CHARS: usize = 12;

fn file(path: &str) -> Result<WorkspacePath, String> {
    WorkspacePath::file(path).map_err(|error| format!("This path cannot be used: {error}."))
}

/// What the gate judges a write by.
fn writing(path: &str) -> Result<Option<Action>, String> {
    let path = file(path)?.as_str().to_owned();
    if path.starts_with(ACCOUNTS) {
        return Err(ACCOUNTS_ARE_KEPT.to_owned());
    }
    Ok(Some(Action::WriteFile { path }))
}

/// A file with its content, if it is there.
async fn read(
    context: &ToolContext,
    path: &WorkspacePath,
) -> Result<Option<(FileHead, String)>, String> {
    let found = context.store().org(context.org_id).file(path).await;
    match found {
        Ok(Some(FileRevision {
            head,
            content: Some(content),
        })) => Ok(Some((head, content))),
        Ok(_) => Ok(None),
        Err(error) => Err(unreadable(&error)),
    }
}

/// Writes a file once, however often the call is made.
async fn write(
    context: &ToolContext,
    path: &WorkspacePath,
    expect: Expect,
    (content, trust): (String, Integrity),
) -> Result<FileHead, StoreError> {
    let write = FileWrite {
        path: path.clone(),
        expect,
        content: Some(content),
        trust,
        restored_from: None,
        conflict_of: None,
    };
    let (org, author) = (
        context.store().org(context.org_id),
        Author::Agent(context.agent_id),
    );
    let written = org.write_files_once(author, vec![write], &context.idem_key);
    match written.await?.pop() {
        Some(head) => Ok(head),
        None => Err(StoreError::Refused("nothing was written")),
    }
}

/// What the model is told of a write that was not made.
fn refused(error: &StoreError) -> String {
    match error {
        StoreError::Refused(reason) => format!("Nothing was written: {reason}."),
        error => unreadable(error),
    }
}

/// A content by the beginning of its hash.
fn version(sha: Option<Sha>) -> String {
    let hash = sha.map(|sha| sha.to_string()).unwrap_or_default();
    hash.chars().take(VERSION_CHARS).collect()
}
