//! Log lines in a test, kept apart from those of other tests.

use std::io;
use std::sync::{Arc, LazyLock, Mutex};

use serde_json::Value;
use tracing::{Dispatch, Subscriber};
use tracing_subscriber::Registry;
use tracing_subscriber::fmt::MakeWriter;

/// A writer that remembers.
#[derive(Clone, Default)]
pub(crate) struct Lines(Arc<Mutex<Vec<u8>>>);

impl Lines {
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }

    pub(crate) fn json(&self) -> Vec<Value> {
        let text = self.text();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }
}

/// Runs `work` on this thread with its own subscriber.
pub(crate) fn observe<T>(subscriber: impl Subscriber + Send + Sync, work: impl FnOnce() -> T) -> T {
    // While tracing knows of one subscriber only, it asks the thread that first passes a callsite whether anybody
    // listens, and that may be the thread of another test. A second one makes it ask them all.
    static SECOND: LazyLock<Dispatch> = LazyLock::new(|| Dispatch::new(Registry::default()));
    LazyLock::force(&SECOND);
    tracing::subscriber::with_default(subscriber, work)
}

impl io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'writer> MakeWriter<'writer> for Lines {
    type Writer = Self;

    fn make_writer(&'writer self) -> Self {
        self.clone()
    }
}
