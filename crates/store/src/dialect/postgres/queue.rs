//! Those who are about to write into a stream stand in line, inside this process.
//!
//! Each of them holds the stream's row to its commit. Postgres wakes all who wait for a row whenever somebody lets it go, and
//! one of them gets it: with many, that is most of what the server does. Here they come one by one, so that a node has one
//! waiting at the row. The row still decides; whoever does not stand in line is as right as before.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Mutex, MutexGuard};

/// Streams share lines, so that there is nothing to tidy up.
const LINES: usize = 256;
/// Whoever is in front may be waiting, in the database, for a row that somebody further back holds.
const LONGEST: Duration = Duration::from_secs(1);

#[derive(Clone)]
pub(super) struct Queue {
    lines: Arc<[Mutex<()>]>,
}

impl Default for Queue {
    fn default() -> Self {
        Self {
            lines: (0..LINES).map(|_| Mutex::new(())).collect(),
        }
    }
}

impl Queue {
    /// Waits for its turn in the lines of some streams, which lasts until what is returned is dropped. Goes without where that
    /// takes too long.
    pub(super) async fn wait<'s>(
        &self,
        streams: impl Iterator<Item = &'s str>,
    ) -> Vec<MutexGuard<'_, ()>> {
        // Each once and in one order, so that two wait for no circle.
        let lines: BTreeSet<usize> = streams.map(line_of).collect();
        let mut turns = Vec::with_capacity(lines.len());
        let all = async {
            for line in lines {
                turns.push(self.lines[line].lock().await);
            }
        };
        if tokio::time::timeout(LONGEST, all).await.is_err() {
            tracing::debug!("a line of writers did not move; went without");
        }
        turns
    }
}

fn line_of(stream: &str) -> usize {
    let mut hasher = DefaultHasher::new();
    stream.hash(&mut hasher);
    hasher.finish() as usize % LINES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn one_at_a_time_and_nobody_for_ever() {
        let queue = Queue::default();
        let first = queue.wait(["member:1", "org:1", "org:1"].into_iter()).await;
        assert!(!first.is_empty());
        let waiting = queue.clone();
        let mut second = tokio::spawn(async move {
            let turns = waiting.wait(["org:1"].into_iter()).await;
            turns.len()
        });
        let soon = tokio::time::timeout(LONGEST / 2, &mut second).await;
        assert!(soon.is_err(), "it did not wait");
        drop(first);
        assert_eq!(second.await.unwrap(), 1);

        let _held = queue.wait(["org:1"].into_iter()).await;
        let without = queue.wait(["org:1"].into_iter()).await;
        assert!(without.is_empty());
    }
}
