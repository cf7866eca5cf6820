//! A turn's heartbeat, and how it is reached from outside.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use steward_model::{Flag, OrgId, ThreadId};
use steward_store::{Claim, StoreError, Word};
use tokio::sync::watch;
use tokio::task::AbortHandle;

use crate::Inner;
use crate::turn::Signal;

/// The turns that run in this process, by their threads.
#[derive(Debug, Clone, Default)]
pub(crate) struct Running {
    turns: Arc<Mutex<HashMap<ThreadId, Turn>>>,
}

/// A turn that runs here, as others reach it.
#[derive(Debug)]
struct Turn {
    org: OrgId,
    signal: watch::Sender<Signal>,
    /// What it hears when agents are switched off.
    off: Signal,
}

/// Keeps a claim alive for as long as it exists.
pub(crate) struct Pulse {
    thread: ThreadId,
    running: Running,
    signal: watch::Receiver<Signal>,
    heartbeat: AbortHandle,
}

impl Running {
    /// Raises a signal on one thread; tells whether a turn heard it.
    pub(crate) fn raise(&self, thread: ThreadId, signal: Signal) -> bool {
        match self.lock().get(&thread) {
            Some(turn) => turn.signal.send(signal).is_ok(),
            None => false,
        }
    }

    /// Raises it on every thread.
    pub(crate) fn raise_all(&self, signal: Signal) {
        for turn in self.lock().values() {
            // A turn that ended meanwhile need not hear it.
            let _ = turn.signal.send(signal);
        }
    }

    /// Stops the turns of organisations that may not go on; tells how many.
    pub(crate) fn stop_unless(&self, may_go_on: impl Fn(OrgId) -> bool) -> usize {
        let turns = self.lock();
        let stopped = turns.values().filter(|turn| !may_go_on(turn.org));
        stopped
            .filter(|turn| turn.signal.send(turn.off).is_ok())
            .count()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<ThreadId, Turn>> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pulse {
    /// `off` is what the turn hears when agents are switched off.
    pub(crate) fn start(runtime: &Inner, claim: &Claim, at_first: Signal, off: Signal) -> Self {
        let (sender, signal) = watch::channel(at_first);
        let turn = Turn {
            org: claim.org_id,
            signal: sender.clone(),
            off,
        };
        runtime.running.lock().insert(claim.thread_id, turn);
        // Whoever switched agents off before the turn stood there did not find it.
        if !runtime.store.switches().is_on(claim.org_id, Flag::Agents) {
            sender.send_replace(off);
        }
        let (store, claim) = (runtime.store.clone(), claim.clone());
        // Three chances before the lease ends.
        let every = runtime.settings.lease / 3;
        let thread = claim.thread_id;
        let heartbeat = tokio::spawn(async move {
            loop {
                tokio::time::sleep(every).await;
                match store.renew_claim(&claim).await {
                    Err(StoreError::LeaseLost) => {
                        // A turn that has ended need not hear it.
                        let _ = sender.send(Signal::Lost);
                        break;
                    }
                    Err(error) => tracing::warn!(%error, "a heartbeat failed"),
                    Ok(Word::Stop) => {
                        let _ = sender.send(Signal::Stop);
                    }
                    Ok(Word::GoOn) => {}
                }
            }
        });
        Self {
            thread,
            running: runtime.running.clone(),
            signal,
            heartbeat: heartbeat.abort_handle(),
        }
    }

    pub(crate) fn signal(&self) -> watch::Receiver<Signal> {
        self.signal.clone()
    }
}

impl Drop for Pulse {
    fn drop(&mut self) {
        self.heartbeat.abort();
        self.running.lock().remove(&self.thread);
    }
}
