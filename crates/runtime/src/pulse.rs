//! A turn's heartbeat, and how it is reached from outside.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use steward_model::ThreadId;
use steward_store::{Claim, StoreError, Word};
use tokio::sync::watch;
use tokio::task::AbortHandle;

use crate::Inner;
use crate::turn::Signal;

/// The turns that run in this process, by their threads.
#[derive(Debug, Clone, Default)]
pub(crate) struct Running {
    turns: Arc<Mutex<HashMap<ThreadId, watch::Sender<Signal>>>>,
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
            Some(sender) => sender.send(signal).is_ok(),
            None => false,
        }
    }

    /// Raises it on every thread.
    pub(crate) fn raise_all(&self, signal: Signal) {
        for sender in self.lock().values() {
            // A turn that ended meanwhile need not hear it.
            let _ = sender.send(signal);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<ThreadId, watch::Sender<Signal>>> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pulse {
    pub(crate) fn start(runtime: &Inner, claim: &Claim, at_first: Signal) -> Self {
        let (sender, signal) = watch::channel(at_first);
        runtime
            .running
            .lock()
            .insert(claim.thread_id, sender.clone());
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
