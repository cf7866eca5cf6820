//! Probes: what a test sees of every statement, and how it makes one fail.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use steward_store::{Point, Probe, Sql, StoreError};

/// Remembers what was run.
#[derive(Clone, Default)]
pub struct Recorder(Arc<Mutex<Recorded>>);

#[derive(Default)]
struct Recorded {
    statements: BTreeSet<Sql>,
    commits: usize,
}

impl Recorder {
    /// What to give to the store.
    pub fn probe(&self) -> Probe {
        let recorded = Arc::clone(&self.0);
        Arc::new(move |point| {
            let mut recorded = recorded.lock().unwrap();
            match point {
                Point::Statement(sql) => _ = recorded.statements.insert(sql),
                Point::Commit => recorded.commits += 1,
                Point::Committed => {}
            }
            Ok(())
        })
    }

    /// Every statement that was run.
    pub fn statements(&self) -> BTreeSet<Sql> {
        self.0.lock().unwrap().statements.clone()
    }

    /// How often a transaction was committed.
    pub fn commits(&self) -> usize {
        self.0.lock().unwrap().commits
    }
}

/// Fails the n-th point after it was armed, once.
#[derive(Clone, Default)]
pub struct FailAt(Arc<Mutex<Option<Armed>>>);

struct Armed {
    remaining: usize,
    error: fn() -> StoreError,
}

impl FailAt {
    /// What to give to the store.
    pub fn probe(&self) -> Probe {
        let armed = Arc::clone(&self.0);
        Arc::new(move |point| {
            if matches!(point, Point::Committed) {
                return Ok(());
            }
            let mut armed = armed.lock().unwrap();
            let Some(fault) = armed.as_mut() else {
                return Ok(());
            };
            fault.remaining -= 1;
            if fault.remaining > 0 {
                return Ok(());
            }
            let error = fault.error;
            *armed = None;
            Err(error())
        })
    }

    /// The `n`-th point from now, counted from one, ends with this error.
    pub fn arm(&self, n: usize, error: fn() -> StoreError) {
        assert!(n > 0, "points are counted from one");
        *self.0.lock().unwrap() = Some(Armed {
            remaining: n,
            error,
        });
    }

    /// Lets everything pass again; tells whether the fault had struck.
    pub fn disarm(&self) -> bool {
        self.0.lock().unwrap().take().is_none()
    }
}
