//! Changing an account: its state and its history together, or neither.

use jiff::Timestamp as Moment;
use steward_accounts::history::{self, History, creation};
use steward_accounts::state::{AccountState, ParseError, StateFile};
use steward_accounts::update::{self, Plan, Proof, apply, deltas, proof, prose};
use steward_model::{Integrity, Timestamp, WorkspacePath};
use steward_store::{Expect, FileRevision, FileWrite, OrgStore, Sha, StoreError};

use super::{Accounts, AccountsError, Asker, Folder, Outcome, Problem, said};

/// The two files of an account, as they are in the workspace.
struct Files {
    state: StateFile,
    state_sha: Sha,
    history: History,
    history_sha: Sha,
}

impl Accounts {
    /// Carries out what was planned on this state of an account. Nothing came of it if somebody else changed the account.
    pub(super) async fn change(
        &self,
        asker: &Asker,
        before: &AccountState,
        plan: &Plan,
        evidence: &str,
    ) -> Result<Option<Outcome>, AccountsError> {
        let org = self.inner.store.org(asker.org);
        let Some(mut files) = self.unchanged(&org, asker, before).await? else {
            return Ok(None);
        };
        let changed = deltas(before, plan);
        if changed.is_empty() {
            return Ok(Some(Outcome::Unchanged));
        }
        files.state.state = apply(before, plan);
        let entry = files.history.append(
            moment(asker.now),
            &prose(before, plan),
            changed.clone(),
            evidence,
        );
        let proof = proof(&files.state.state, &changed, entry);
        let written = files.write(&org, asker).await?;
        Ok(written.then(|| Outcome::Changed(Box::new(proof))))
    }

    /// Writes down that something was decided and nothing changed. Nothing came of it if somebody else changed the account.
    pub(super) async fn note(
        &self,
        asker: &Asker,
        before: &AccountState,
        told: &str,
        evidence: &str,
    ) -> Result<Option<Outcome>, AccountsError> {
        let org = self.inner.store.org(asker.org);
        let Some(mut files) = self.unchanged(&org, asker, before).await? else {
            return Ok(None);
        };
        let at = moment(asker.now);
        files.history.append(at, told, Vec::new(), evidence);
        let written = files.write(&org, asker).await?;
        Ok(written.then_some(Outcome::Unchanged))
    }

    /// Writes an account that was not there, with what is planned on it.
    pub(super) async fn write_new(
        &self,
        asker: &Asker,
        state: AccountState,
        plan: &Plan,
        request: &str,
    ) -> Result<Proof, AccountsError> {
        let mut history = History::default();
        let (at, evidence) = (moment(asker.now), said(request));
        let mut changed = creation(&state);
        let told = format!("Account created for {}.", state.name);
        let mut entry = history.append(at, &told, changed.clone(), &evidence);
        let mut after = state.clone();
        let asked = deltas(&state, plan);
        if matches!(plan.outcome, update::Outcome::Apply) && !asked.is_empty() {
            after = apply(&state, plan);
            entry = history.append(at, &prose(&state, plan), asked.clone(), &evidence);
            changed.extend(asked);
        }
        let proof = proof(&after, &changed, entry);
        let [state_path, history_path] = paths(&after.id)?;
        let state = StateFile::new(after, String::new());
        let writes = vec![
            write(state_path, Expect::Absent, state.render()),
            write(history_path, Expect::Absent, history.render()),
        ];
        let org = self.inner.store.org(asker.org);
        match org.write_files(asker.author, writes).await {
            Ok(_) => Ok(proof),
            Err(StoreError::Stale { .. }) => Err(AccountsError::Done),
            Err(error) => Err(error.into()),
        }
    }

    /// The files of an account that is still as it was planned on; nothing if somebody changed it since.
    async fn unchanged(
        &self,
        org: &OrgStore<'_>,
        asker: &Asker,
        before: &AccountState,
    ) -> Result<Option<Files>, AccountsError> {
        let files = Files::read(org, &before.id).await?;
        if files.state.state != *before {
            return Ok(None);
        }
        files.verify()?;
        let shelf = self.shelf(asker.org).await?;
        let shelf = shelf.read().await;
        match shelf.folder(&before.id).and_then(Folder::cut) {
            Some(cut) => Err(AccountsError::Broken(cut.clone())),
            None => Ok(Some(files)),
        }
    }
}

impl Files {
    async fn read(org: &OrgStore<'_>, id: &str) -> Result<Self, AccountsError> {
        let [state_path, history_path] = paths(id)?;
        let there = org.two_files([&state_path, &history_path]).await?;
        let [state, history] = there.map(text);
        let (state, state_sha) = state.ok_or(AccountsError::NotThere)?;
        let missing = || AccountsError::Broken(Problem::missing(history_path.as_str()));
        let (history, history_sha) = history.ok_or_else(missing)?;
        let unreadable = |path: &WorkspacePath, error: &ParseError| {
            AccountsError::Broken(Problem::unreadable(path.as_str(), error))
        };
        Ok(Self {
            state: StateFile::parse(&state).map_err(|error| unreadable(&state_path, &error))?,
            state_sha,
            history: history::parse(&history).map_err(|error| unreadable(&history_path, &error))?,
            history_sha,
        })
    }

    /// Writes both. Tells whether nobody was faster.
    async fn write(&self, org: &OrgStore<'_>, asker: &Asker) -> Result<bool, AccountsError> {
        match org.write_files(asker.author, self.writes()?).await {
            Ok(_) => Ok(true),
            Err(StoreError::Stale { .. }) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Nothing is built on a history that does not add up.
    fn verify(&self) -> Result<(), AccountsError> {
        history::verify(&self.state.state, &self.history)
            .map_err(|found| AccountsError::Broken(Problem::broken(&self.state, found)))
    }

    fn writes(&self) -> Result<Vec<FileWrite>, AccountsError> {
        let [state, history] = paths(&self.state.state.id)?;
        Ok(vec![
            write(state, Expect::Sha256(self.state_sha), self.state.render()),
            write(
                history,
                Expect::Sha256(self.history_sha),
                self.history.render(),
            ),
        ])
    }
}

/// A moment as histories write it.
pub(super) fn moment(at: Timestamp) -> Moment {
    Moment::from_microsecond(at.as_micros()).unwrap_or(Moment::UNIX_EPOCH)
}

fn paths(id: &str) -> Result<[WorkspacePath; 2], AccountsError> {
    let path = |file: &str| {
        let path = WorkspacePath::file(&format!("accounts/{id}/{file}"));
        path.map_err(|_| AccountsError::NotThere)
    };
    Ok([path("state.md")?, path("history.md")?])
}

/// What a file says, and the hash of it, if it is there.
fn text(file: Option<FileRevision>) -> Option<(String, Sha)> {
    let file = file?;
    file.content.zip(file.head.sha256)
}

fn write(path: WorkspacePath, expect: Expect, content: String) -> FileWrite {
    FileWrite {
        path,
        expect,
        content: Some(content),
        trust: Integrity::User,
        restored_from: None,
        conflict_of: None,
    }
}
