//! What is measured, as it is printed.

use std::time::Duration;

/// What all threads of this process have used of the processors.
pub(super) fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(
        time.tv_sec.unsigned_abs(),
        u32::try_from(time.tv_nsec).unwrap_or(0),
    )
}

/// The memory that this process holds.
pub(super) fn memory_mb() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
    round(kilobytes.unwrap_or(0.0) / 1_000.0)
}

pub(super) fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    let place = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
    sorted.get(place).copied().unwrap_or_default()
}

pub(super) fn millis(time: Duration) -> f64 {
    round(time.as_secs_f64() * 1e3)
}

pub(super) fn round(figure: f64) -> f64 {
    (figure * 1e3).round() / 1e3
}
