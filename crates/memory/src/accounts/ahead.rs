//! Accounts that are read before anybody asks about them: a hundred thousand files take seconds.

use steward_model::WorkspacePath;
use steward_store::{OrgStore, Page, StoreError};

use super::Accounts;

/// The most organisations whose accounts are read ahead: what is read stays in memory.
const ORGS: usize = 8;
/// Organisations that are looked at at once.
const SOME: u32 = 200;

impl Accounts {
    /// Reads the accounts of the first organisations that have some, one organisation after the other. A question that comes
    /// meanwhile waits for this very reading, since whoever reads holds the shelf. Dropped, it leaves what it has read.
    ///
    /// # Errors
    /// The workspace cannot be read.
    pub async fn read_ahead(&self) -> Result<(), StoreError> {
        let (mut read, mut after) = (0, None);
        loop {
            let page = Page { after, limit: SOME };
            let orgs = self.inner.store.orgs(&page).await?;
            for org in &orgs {
                if read == ORGS {
                    return Ok(());
                }
                if has_accounts(&self.inner.store.org(org.id)).await? {
                    self.shelf(org.id).await?;
                    read += 1;
                }
            }
            match orgs.last() {
                Some(last) if orgs.len() == SOME as usize => after = Some(last.id.to_string()),
                _ => return Ok(()),
            }
        }
    }
}

/// A workspace that nobody has used is not begun for this.
async fn has_accounts(org: &OrgStore<'_>) -> Result<bool, StoreError> {
    let Ok(accounts) = WorkspacePath::folder("accounts") else {
        return Ok(false);
    };
    if !org.has_workspace().await? {
        return Ok(false);
    }
    let one = Page {
        after: None,
        limit: 1,
    };
    let found = org.folder(&accounts, &one).await?;
    Ok(found.is_some_and(|found| !found.entries.is_empty()))
}
