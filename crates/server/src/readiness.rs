//! Whether new requests are welcome.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use steward_store::{Store, StoreError};
use tokio::sync::Mutex;
use tokio::time::timeout;

/// What was found out stands for so long: however often a balancer asks, the database is not asked more often.
const REMEMBERED: Duration = Duration::from_secs(1);

/// A database that takes longer than this to write one row serves nobody.
const PATIENCE: Duration = Duration::from_secs(2);

/// Turned off before the server stops, so that a balancer looks elsewhere.
#[derive(Debug, Clone, Default)]
pub(crate) struct Readiness {
    stopping: Arc<AtomicBool>,
    last: Arc<Mutex<Option<Tried>>>,
}

/// What came of the last try, and when.
#[derive(Debug)]
struct Tried {
    at: Instant,
    trouble: Option<String>,
}

impl Readiness {
    pub(crate) fn stop(&self) {
        self.stopping.store(true, Ordering::Release);
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Acquire)
    }

    /// Why nothing can be written, if that is so. Whoever asks while somebody tries waits for that.
    pub(crate) async fn trouble(&self, store: &Store) -> Option<String> {
        let mut last = self.last.lock().await;
        if let Some(tried) = last
            .as_ref()
            .filter(|tried| tried.at.elapsed() < REMEMBERED)
        {
            return tried.trouble.clone();
        }
        let trouble = match timeout(PATIENCE, store.try_write()).await {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(in_words(&error)),
            Err(_) => Some(LOCKED.to_owned()),
        };
        if let Some(trouble) = &trouble {
            tracing::warn!(trouble, "not ready");
        }
        *last = Some(Tried {
            at: Instant::now(),
            trouble: trouble.clone(),
        });
        trouble
    }
}

const LOCKED: &str = "Nothing can be written: the database is locked or overloaded.";

fn in_words(error: &StoreError) -> String {
    match error {
        StoreError::DiskFull => "Nothing can be written: the disk is full.".to_owned(),
        StoreError::Busy => LOCKED.to_owned(),
        StoreError::Stopped => {
            "Nothing can be written: the disk failed while saving. Restart Steward and check the disk."
                .to_owned()
        }
        // What the database says of itself is for the log.
        error => {
            tracing::warn!(%error, "a write was tried and failed");
            "Nothing can be written: the database cannot be reached or refuses writes.".to_owned()
        }
    }
}
