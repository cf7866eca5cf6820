//! Counters and histograms in the text format of Prometheus.

use std::time::{Duration, Instant};

use metrics::{Unit, describe_counter, describe_gauge, describe_histogram, gauge};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};

#[cfg(test)]
#[path = "metrics_tests.rs"]
mod tests;

/// Seconds, from a cached read to a slow call of a model.
const DURATION_BUCKETS: [f64; 14] = [
    0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 15.0, 60.0,
];

/// Samples are kept one by one until they are sorted into buckets, so somebody must do it when nobody scrapes.
const UPKEEP_EVERY: Duration = Duration::from_secs(5);

/// Everything measured in this process.
#[derive(Clone)]
pub(crate) struct Metrics {
    handle: PrometheusHandle,
    started: Instant,
}

impl Metrics {
    /// Makes this the process's recorder, and keeps it tidy from a task of the current runtime.
    pub(super) fn install() -> Result<Self, BuildError> {
        let handle = builder()?.install_recorder()?;
        describe();
        let tidied = handle.clone();
        tokio::spawn(async move {
            let mut turns = tokio::time::interval(UPKEEP_EVERY);
            loop {
                turns.tick().await;
                tidied.run_upkeep();
            }
        });
        Ok(Self {
            handle,
            started: Instant::now(),
        })
    }

    /// The text for `/metrics`, with the process's own numbers as of now.
    pub(crate) fn render(&self) -> String {
        gauge!("process_uptime_seconds").set(self.started.elapsed().as_secs_f64());
        if let Some(bytes) = resident_bytes() {
            gauge!("process_resident_memory_bytes").set(bytes as f64);
        }
        if let Some(count) = open_files() {
            gauge!("process_open_fds").set(count as f64);
        }
        self.handle.render()
    }
}

fn builder() -> Result<PrometheusBuilder, BuildError> {
    let durations = Matcher::Suffix("_duration_seconds".to_owned());
    PrometheusBuilder::new().set_buckets_for_metric(durations, &DURATION_BUCKETS)
}

fn describe() {
    describe_counter!("http_requests_total", "Requests answered.");
    describe_histogram!(
        "http_request_duration_seconds",
        Unit::Seconds,
        "Time until a response had its headers."
    );
    describe_counter!("steward_turns_total", "Turns that ended, by outcome.");
    describe_histogram!(
        "steward_turn_duration_seconds",
        Unit::Seconds,
        "Time from the begin of a turn to its end."
    );
    describe_counter!("steward_model_calls_total", "Times a model was asked.");
    describe_histogram!(
        "steward_model_call_duration_seconds",
        Unit::Seconds,
        "Time until a model had answered."
    );
    describe_counter!("steward_model_tokens_total", "Tokens by kind.");
    describe_counter!(
        "steward_model_cost_microdollars_total",
        "Cost in millionths of a dollar, of models with a price."
    );
    describe_counter!("steward_sends_total", "Messages handed to a carrier.");
    describe_gauge!("steward_threads_waiting", "Threads that wait for a worker.");
    describe_gauge!(
        "process_uptime_seconds",
        Unit::Seconds,
        "Time since the start."
    );
    describe_gauge!(
        "process_resident_memory_bytes",
        Unit::Bytes,
        "Memory in use."
    );
    describe_gauge!("process_open_fds", "Files and sockets that are open.");
}

/// Linux tells these in `/proc`; elsewhere the numbers are absent rather than wrong.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kibibytes * 1_024)
}

fn open_files() -> Option<usize> {
    Some(std::fs::read_dir("/proc/self/fd").ok()?.count())
}
