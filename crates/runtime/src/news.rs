//! What other processes on the same database tell members: looked for once for everybody who listens here.

use std::sync::Arc;

use tokio::sync::watch;
use tokio::time::timeout;

use crate::Inner;
use crate::dispatcher::stopped;

/// Does nothing on a database that no other process writes to: what is written here is passed on as it is committed.
pub(crate) async fn run(runtime: Arc<Inner>, mut stop: watch::Receiver<bool>) {
    if !runtime.store.is_shared() {
        return;
    }
    let every = runtime.settings.poll;
    while timeout(every, stopped(&mut stop)).await.is_err() {
        if let Err(error) = runtime.store.pass_on_news().await {
            tracing::warn!(%error, "news of other processes could not be read and are looked for again");
        }
    }
}
