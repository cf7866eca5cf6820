//! Changes that the sources of an account speak for, and what a person decides on them.

use serde_json::Value;
use steward_accounts::history::History;
use steward_accounts::propose::{self, Proposal};
use steward_accounts::update::prose;
use steward_model::OrgId;
use steward_store::StoreError;

use super::folder::Folder;
use super::shelf::Shelf;
use super::{ATTEMPTS, Accounts, AccountsError, Asker, Outcome};

/// A change that a line of a source speaks for.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposed {
    /// The change and what was said.
    pub proposal: Proposal,
    /// The file of the source.
    pub path: String,
    /// The line in that file, from 1.
    pub line: usize,
}

/// What a person says to a proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// The account is changed.
    Accept,
    /// It is not, and this is not proposed again.
    Dismiss,
}

impl Accounts {
    /// What the sources of an account say and the account does not; nothing if there is no such account.
    pub async fn proposals(
        &self,
        org: OrgId,
        id: &str,
    ) -> Result<Option<Vec<Proposed>>, StoreError> {
        let shelf = self.shelf(org).await?;
        let shelf = shelf.read().await;
        Ok(shelf.folder(id).map(|folder| proposed(&shelf, folder)))
    }

    /// Carries out what a person decided. The history tells either decision, with the line that it rests on.
    pub async fn decide(
        &self,
        asker: &Asker,
        account: &str,
        proposal: &str,
        decision: Decision,
    ) -> Result<Outcome, AccountsError> {
        for _ in 0..ATTEMPTS {
            let shelf = self.shelf(asker.org).await?;
            let shelf = shelf.read().await;
            let folder = shelf.folder(account).ok_or(AccountsError::NotThere)?;
            if let Some(problem) = folder.problem() {
                return Err(AccountsError::Broken(problem));
            }
            let before = shelf.book().account(account).cloned();
            let before = before.ok_or(AccountsError::NotThere)?;
            let all = proposed(&shelf, folder);
            let Some(one) = all.into_iter().find(|one| one.proposal.id == proposal) else {
                return Err(match folder.mentions(&format!("proposal {proposal}")) {
                    true => AccountsError::Done,
                    false => AccountsError::NotThere,
                });
            };
            drop(shelf);
            let plan = one.proposal.plan();
            let evidence = one.evidence();
            let done = match decision {
                Decision::Accept => self.change(asker, &before, &plan, &evidence).await?,
                Decision::Dismiss => {
                    let told = format!("Not taken over: {}", prose(&before, &plan));
                    self.note(asker, &before, &told, &evidence).await?
                }
            };
            if let Some(outcome) = done {
                return Ok(outcome);
            }
        }
        Err(AccountsError::Busy)
    }
}

impl Proposed {
    /// The field that would change.
    pub fn field(&self) -> &str {
        &self.proposal.change.field
    }

    /// What it is and what it would become.
    pub fn values(&self) -> (&Value, &Value) {
        let change = &self.proposal.change;
        (&change.old, &change.new)
    }

    /// Where it is said, for the history. The words stay in the source: the history is trusted, and they are not.
    fn evidence(&self) -> String {
        format!("{} line {} {}", self.path, self.line, self.proposal.mark())
    }
}

/// What is proposed for an account whose files can be read.
fn proposed(shelf: &Shelf, folder: &Folder) -> Vec<Proposed> {
    let account = shelf.book().account(folder.id());
    let history = folder.history().cloned().unwrap_or_else(History::default);
    let found = account.map(|account| propose::proposals(shelf.book(), account, &history));
    let placed = |proposal: Proposal| {
        let (path, file) = shelf.source_file(&proposal.source)?;
        // The summary stands four lines above the words.
        let line = match proposal.line {
            0 => file.raw_line.saturating_sub(4).max(1),
            line => file.raw_line + line - 1,
        };
        Some(Proposed {
            path: path.to_owned(),
            line,
            proposal,
        })
    };
    found.into_iter().flatten().filter_map(placed).collect()
}
