//! Obeys what is switched off and on, in this process: rows say it, the clockwork reads them, and here it is acted upon.

use std::sync::Arc;

use steward_model::{Flag, OrgId};
use tokio::sync::watch;

use crate::Inner;
use crate::dispatcher::stopped;

pub(crate) async fn run(runtime: Arc<Inner>, mut stop: watch::Receiver<bool>) {
    let mut known = runtime.store.watch_switches();
    loop {
        tokio::select! {
            () = stopped(&mut stop) => return,
            changed = known.changed() => match changed {
                Ok(()) => obey(&runtime).await,
                Err(_) => return,
            },
        }
    }
}

/// Stops the turns of those whose agents are off, and wakes whoever may have waited for something to be on again.
async fn obey(runtime: &Inner) {
    let switches = runtime.store.switches();
    let on = |org| switches.is_on(org, Flag::Agents);
    let stopped = runtime.running.stop_unless(on);
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
