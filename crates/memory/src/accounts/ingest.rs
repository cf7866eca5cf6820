//! Taking in accounts and what was written and said about them, many at once.
//!
//! What is there already is left as it is, which is why an ingestion that was stopped is simply begun again.

use std::collections::HashMap;

use steward_accounts::book::Source;
use steward_accounts::history::{History, creation};
use steward_accounts::state::{AccountState, StateFile};
use steward_model::{Author, Integrity, OrgId, Timestamp, WORKSPACE_FILE_BYTES, WorkspacePath};
use steward_store::{Expect, FileWrite, StoreError};

use super::Accounts;
use super::change::moment;

/// Something to take in, and where it stood.
#[derive(Debug, Clone)]
pub struct Incoming {
    /// The file and the line, for the history and the report.
    pub origin: String,
    /// What it is.
    pub what: What,
}

/// What can be taken in.
#[derive(Debug, Clone)]
pub enum What {
    /// An account as it stands.
    Account(Box<AccountState>),
    /// An email, a call or a text message.
    Source(Box<Source>),
}

/// What became of some of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Taken {
    /// Accounts that are new.
    pub accounts: usize,
    /// Sources that are new.
    pub sources: usize,
    /// What was there already.
    pub known: usize,
    /// What was refused: where it stood, and why.
    pub refused: Vec<(String, String)>,
}

/// An ingestion under way.
pub struct Ingestion {
    accounts: Accounts,
    org: OrgId,
    now: Timestamp,
    /// The paths that are taken, by what is equal for those that some file system takes for one.
    there: HashMap<String, String>,
}

impl Accounts {
    /// Begins to take things in.
    pub async fn begin_ingestion(
        &self,
        org: OrgId,
        now: Timestamp,
    ) -> Result<Ingestion, StoreError> {
        let shelf = self.shelf(org).await?;
        let shelf = shelf.read().await;
        let paths = shelf.folders().flat_map(|folder| folder.paths());
        let there = paths.map(|path| (fold_key(&path), path)).collect();
        Ok(Ingestion {
            accounts: self.clone(),
            org,
            now,
            there,
        })
    }
}

impl Ingestion {
    /// Takes some of it in, in one step.
    pub async fn take(&mut self, some: &[Incoming]) -> Result<Taken, StoreError> {
        let mut taken = Taken::default();
        let mut writes = Vec::new();
        for one in some {
            match self.read(one) {
                Ok(files) if files.iter().any(|file| self.has(file.path.as_str())) => {
                    taken.known += 1;
                }
                Ok(files) => {
                    match one.what {
                        What::Account(_) => taken.accounts += 1,
                        What::Source(_) => taken.sources += 1,
                    }
                    let paths = files.iter().map(|file| file.path.as_str().to_owned());
                    self.there.extend(paths.map(|path| (fold_key(&path), path)));
                    writes.extend(files);
                }
                Err(reason) => taken.refused.push((one.origin.clone(), reason)),
            }
        }
        let org = self.accounts.inner.store.org(self.org);
        if !writes.is_empty() {
            org.write_files(Author::System, writes).await?;
        }
        Ok(taken)
    }

    fn has(&self, path: &str) -> bool {
        self.there.get(&fold_key(path)).is_some_and(|it| it == path)
    }

    /// The files of something, or why it cannot be taken in.
    fn read(&self, one: &Incoming) -> Result<Vec<FileWrite>, String> {
        let files = match &one.what {
            What::Account(state) => account(state, &one.origin, self.now)?,
            What::Source(source) => vec![self.source(source)?],
        };
        for file in &files {
            let path = file.path.as_str();
            let alike = self.there.get(&fold_key(path)).filter(|it| *it != path);
            if let Some(alike) = alike {
                return Err(format!("{path} differs from {alike} by case alone"));
            }
        }
        Ok(files)
    }

    fn source(&self, source: &Source) -> Result<FileWrite, String> {
        one_part(&source.id)?;
        if !self.has(&format!("accounts/{}/state.md", source.account_id)) {
            return Err(format!("there is no account {}", source.account_id));
        }
        if !["email", "call", "sms"].contains(&source.kind.as_str()) {
            return Err(format!("`{}` is no email, call or sms", source.kind));
        }
        // What came from outside is not to be believed because it was filed.
        file(&source.path(), source.render(), Integrity::Untrusted)
    }
}

fn fold_key(path: &str) -> String {
    WorkspacePath::file(path).map_or_else(|_| path.to_owned(), |path| path.fold_key())
}

/// An id names one folder or file.
fn one_part(id: &str) -> Result<(), String> {
    match id.contains('/') {
        true => Err(format!("the id `{id}` has a slash")),
        false => Ok(()),
    }
}

fn account(state: &AccountState, origin: &str, now: Timestamp) -> Result<Vec<FileWrite>, String> {
    if state.name.trim().is_empty() {
        return Err("the account has no name".to_owned());
    }
    one_part(&state.id)?;
    let mut history = History::default();
    let at = state.created.unwrap_or_else(|| moment(now));
    let told = format!("Account of {} taken in.", state.name);
    history.append(
        at,
        &told,
        creation(state),
        &format!("Ingested from {origin}"),
    );
    let state_file = StateFile::new(state.clone(), String::new());
    let path = |name: &str| format!("accounts/{}/{name}", state.id);
    Ok(vec![
        file(&path("state.md"), state_file.render(), Integrity::User)?,
        file(&path("history.md"), history.render(), Integrity::User)?,
    ])
}

fn file(path: &str, content: String, trust: Integrity) -> Result<FileWrite, String> {
    if content.len() > WORKSPACE_FILE_BYTES {
        return Err(format!("{path} would be longer than one million bytes"));
    }
    let path = WorkspacePath::file(path).map_err(|error| format!("{path}: {error}"))?;
    Ok(FileWrite {
        path,
        expect: Expect::Absent,
        content: Some(content),
        trust,
        restored_from: None,
        conflict_of: None,
    })
}
