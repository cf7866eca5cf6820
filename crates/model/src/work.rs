//! Words of work that nobody waits for.

use crate::identity::words;

words! {
    /// What happens to runs that were missed.
    Misfire {
        /// One run makes up for all of them.
        RunOnce = "run_once",
        /// They are reported and not made up for.
        Skip = "skip",
    }
}

words! {
    /// Where a job stands.
    JobState {
        /// It waits for its time.
        Queued = "queued",
        /// Somebody is at it.
        Running = "running",
        /// It is done.
        Done = "done",
        /// It was given up; a person must look.
        Dead = "dead",
    }
}
