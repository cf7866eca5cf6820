//! Changes that the sources of an account speak for, and what a person decides on them.

use std::sync::Arc;

use serde_json::Value;
use steward_accounts::history::History;
use steward_accounts::propose::{self, Proposal};
use steward_accounts::update::prose;
use steward_model::OrgId;
use steward_store::StoreError;
use tokio::task::spawn_blocking;

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

/// A proposal that waits for a person, with the account it is for.
#[derive(Debug, Clone, PartialEq)]
pub struct Waiting {
    /// The account's id.
    pub account_id: String,
    /// The account's name.
    pub account_name: String,
    /// The change that is proposed.
    pub proposed: Proposed,
}

/// Accounts whose proposals are worked out without letting others in between.
const AT_ONCE: usize = 32;

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
        let folder = shelf.folder(id);
        Ok(folder.map(|folder| shelf.proposed(folder).to_vec()))
    }

    /// The same of all accounts, the newest source first.
    pub async fn all_proposals(&self, org: OrgId) -> Result<Vec<Waiting>, StoreError> {
        let shelf = self.shelf(org).await?;
        let folders = shelf.read().await;
        let ids: Vec<String> = folders.folders().map(|one| one.id().to_owned()).collect();
        drop(folders);
        let mut all = Vec::new();
        for some in ids.chunks(AT_ONCE) {
            let (shelf, some) = (Arc::clone(&shelf).read_owned().await, some.to_vec());
            // Reading all sources takes a while, on a thread on which nobody else waits.
            let found = spawn_blocking(move || waiting(&shelf, &some)).await;
            all.extend(found.map_err(StoreError::internal)?);
        }
        // Those of one account that were said at the same time stay in their order.
        all.sort_by(|one, other| {
            let [one, other] = [one, other].map(|one| (one.proposed.proposal.at, &one.account_id));
            (other.0, one.1).cmp(&(one.0, other.1))
        });
        Ok(all)
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
            let all = shelf.proposed(folder);
            let Some(one) = all.iter().find(|one| one.proposal.id == proposal) else {
                return Err(match folder.mentions(&format!("proposal {proposal}")) {
                    true => AccountsError::Done,
                    false => AccountsError::NotThere,
                });
            };
            drop(shelf);
            let (plan, evidence) = (one.proposal.plan(), one.evidence());
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

fn waiting(shelf: &Shelf, ids: &[String]) -> Vec<Waiting> {
    let folders = ids.iter().filter_map(|id| shelf.folder(id));
    let named = folders.filter_map(|folder| Some((folder, shelf.book().account(folder.id())?)));
    let mut found = Vec::new();
    for (folder, account) in named {
        found.extend(shelf.proposed(folder).iter().map(|proposed| Waiting {
            account_id: account.id.clone(),
            account_name: account.name.clone(),
            proposed: proposed.clone(),
        }));
    }
    found
}

/// What is proposed for an account whose files can be read.
pub(super) fn work_out(shelf: &Shelf, folder: &Folder) -> Vec<Proposed> {
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
