//! The end of a thread whose content was forgotten while it had something to do: nobody can go on with it, and nobody is
//! to be asked about it.

use steward_model::{MemberEventKind, Scope, ThreadId, TurnId};

use crate::db::transaction;
use crate::member_events::News;
use crate::notices;
use crate::row::Only;
use crate::sql::{params, statements};
use crate::threads::changed;
use crate::{OrgStore, StoreError};

statements! {
    SCOPE = "select scope as value from thread where org_id = $1 and id = $2";
    // The epoch grows: whoever still runs the turn can write nothing more.
    CLOSE = "update thread set state = 'archived', lease_epoch = lease_epoch + 1, lease_owner = null, lease_until = null,
            hold_reason = null
        where org_id = $1 and id = $2 and state <> 'archived'";
    END = "update turn set state = 'done', outcome = 'forgotten', ended_at = $1
        where org_id = $2 and thread_id = $3 and state = 'open'
        returning id as value";
}

impl OrgStore<'_> {
    /// Ends the turn of a thread whose key was destroyed, and archives the thread. Tells whether it was: a thread
    /// that can still be read is left as it is.
    ///
    /// It is for the worker that finds out: as long as one may be at work, whoever forgets waits for its turn to end.
    pub async fn close_forgotten_thread(&self, thread: ThreadId) -> Result<bool, StoreError> {
        let (org, now) = (self.org, self.store.now());
        let scope: Option<Only<Scope>> = self
            .db()
            .read(transaction!(|tx| {
                tx.fetch_optional(SCOPE, params![org, thread]).await
            }))
            .await?;
        let Some(Only(scope)) = scope else {
            return Ok(false);
        };
        match self.store.inner.keys.find(&scope.to_string()).await {
            Err(StoreError::Forgotten) => {}
            // A key that was never there is not forgotten: the keys may be of another day than the data.
            Ok(_) => return Ok(false),
            Err(error) => return Err(error),
        }
        self.db()
            .write(transaction!(|tx| {
                if tx.execute(CLOSE, params![org, thread]).await? == 0 {
                    return Ok(true);
                }
                let ended: Option<Only<TurnId>> =
                    tx.fetch_optional(END, params![now, org, thread]).await?;
                notices::end_hold(tx, org, thread, now).await?;
                if let Some(Only(turn)) = ended {
                    let news = News::new(org, MemberEventKind::Done, now).of(scope);
                    tx.tell(news.on(Some(thread), Some(turn)).state("forgotten"));
                }
                tx.tell(changed(org, thread, "archived", now));
                Ok(true)
            }))
            .await
    }
}
