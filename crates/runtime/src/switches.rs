//! Obeys what is switched off and on: rows say it, and here they are looked at and acted upon. Nothing else is done here, so
//! that nothing makes it late.

use std::sync::Arc;

use steward_model::{Flag, OrgId};
use tokio::sync::watch;
use tokio::time::sleep;

use crate::Inner;
use crate::dispatcher::stopped;

pub(crate) async fn run(runtime: Arc<Inner>, mut stop: watch::Receiver<bool>) {
    let mut known = runtime.store.watch_switches();
    loop {
        tokio::select! {
            () = stopped(&mut stop) => return,
            Ok(()) = known.changed() => obey(&runtime).await,
            // Another process may switch: a node on Postgres, and the command line on every database.
            () = sleep(runtime.settings.poll) => {
                if let Err(error) = runtime.store.refresh_switches().await {
                    tracing::warn!(%error, "what is switched off could not be read, and stays as it was");
                }
            }
        }
    }
}

/// Stops the turns of those whose agents are off, and wakes whoever may have waited for something to be on again.
async fn obey(runtime: &Inner) {
    let switches = runtime.store.switches();
    let stopped = runtime
        .running
        .stop_unless(|org| switches.is_on(org, Flag::Agents));
    tracing::info!(stopped, "something was switched off or on");
    runtime.wakes.everything();
    runtime.wakes.memory.notify_one();
    runtime.compactions.wake();
    // The command line tells members by the database alone, even where nobody else writes to it.
    if let Err(error) = runtime.store.pass_on_news().await {
        tracing::warn!(%error, "members could not be told of it and see it later");
    }
}

/// Resolves once it is off for an organisation.
pub(crate) async fn switched_off(runtime: &Inner, org: OrgId, flag: Flag) {
    let mut known = runtime.store.watch_switches();
    if known.wait_for(|now| !now.is_on(org, flag)).await.is_err() {
        // Nobody is left who could switch anything.
        std::future::pending::<()>().await;
    }
}
