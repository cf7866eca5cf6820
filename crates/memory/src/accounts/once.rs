//! A question back is answered once: with a yes, a no, or the account that was meant.

use std::time::Duration;

use steward_accounts::text::plain;
use steward_model::OrgId;
use steward_store::{BegunRequest, RequestKey};

use super::{Accounts, AccountsError};

/// For longer than any question back waits.
const KEPT: Duration = Duration::from_secs(60 * 60);
/// Whoever makes an account for longer has died.
const LONGEST: Duration = Duration::from_secs(60);

impl Accounts {
    /// Calls off a request that waited: nobody can agree to it afterwards.
    ///
    /// # Errors
    /// Somebody has answered before.
    pub async fn decline(&self, org: OrgId, mark: &str) -> Result<(), AccountsError> {
        self.once(org, mark, async { Ok(()) }).await
    }

    /// Does what was agreed to, unless the question was answered before. What fails may be tried again.
    pub(super) async fn once<T>(
        &self,
        org: OrgId,
        mark: &str,
        work: impl Future<Output = Result<T, AccountsError>> + Send,
    ) -> Result<T, AccountsError> {
        let here = self.inner.store.org(org);
        let answer = named("answer to a question back", mark);
        match here.begin_request(&answer, [0; 32], KEPT).await? {
            BegunRequest::Fresh => {}
            _ => return Err(AccountsError::Done),
        }
        let done = work.await;
        match &done {
            Ok(_) => drop(here.finish_request(&answer, 200, None).await?),
            Err(_) => here.abandon_request(&answer).await?,
        }
        done
    }

    /// Makes an account of this name while nobody else makes one of it.
    pub(super) async fn alone<T>(
        &self,
        org: OrgId,
        name: &str,
        work: impl Future<Output = Result<T, AccountsError>> + Send,
    ) -> Result<T, AccountsError> {
        let here = self.inner.store.org(org);
        let making = named("new account", &plain(name));
        match here.begin_request(&making, [0; 32], LONGEST).await? {
            BegunRequest::Fresh => {}
            // Somebody makes it now, or died over it a moment ago: neither says that it is there.
            _ => return Err(AccountsError::Busy),
        }
        let done = work.await;
        here.abandon_request(&making).await?;
        done
    }
}

fn named(route: &str, key: &str) -> RequestKey {
    RequestKey {
        caller: "accounts".to_owned(),
        route: route.to_owned(),
        key: key.to_owned(),
    }
}
