//! The `steward` program with faults on demand, for the kill harness.
//!
//! The process counts the points it comes by. At the one that it was told, it kills or stops itself.

use std::io::Write as _;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::process::{Signal, getpid, kill_process};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Points that were come by since the start.
static PASSED: AtomicU64 = AtomicU64::new(0);
/// At which point to be killed, counted from one.
static KILL_AT: LazyLock<Option<u64>> = LazyLock::new(|| told("FAULT_KILL_AT"));
/// At which point to be stopped, until somebody says that it goes on.
static STOP_AT: LazyLock<Option<u64>> = LazyLock::new(|| told("FAULT_STOP_AT"));

fn main() -> std::process::ExitCode {
    steward_server::run_watched(point)
}

fn point(name: &'static str) {
    let no = PASSED.fetch_add(1, Ordering::SeqCst) + 1;
    let signal = match Some(no) {
        at if at == *KILL_AT => Signal::KILL,
        at if at == *STOP_AT => Signal::STOP,
        _ => return,
    };
    // Whether anybody reads it or not, this is the end.
    let _ = writeln!(std::io::stderr(), "fault {no}: {name}");
    let _ = kill_process(getpid(), signal);
}

#[expect(clippy::disallowed_methods, reason = "no setting of the program")]
fn told(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}
