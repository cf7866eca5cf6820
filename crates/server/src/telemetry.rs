//! What operators see: logs, metrics and traces.

use tracing_subscriber::prelude::*;

use crate::config;
use crate::http::panics;

#[cfg(test)]
pub(crate) mod captured;
pub(crate) mod logs;
pub(crate) mod metrics;
pub(crate) mod traces;

/// Why telemetry could not start.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TelemetryError {
    #[error("the log filter is not valid: {0}")]
    Filter(#[from] tracing_subscriber::filter::ParseError),
    #[error("traces cannot be exported: {0}")]
    Traces(#[from] opentelemetry_otlp::ExporterBuildError),
    #[error("logging was already started: {0}")]
    Logs(#[from] tracing_subscriber::util::TryInitError),
    #[error("metrics were already started: {0}")]
    Metrics(#[from] metrics_exporter_prometheus::BuildError),
}

/// Keeps telemetry alive; [`TelemetryGuard::shutdown`] sends what is still waiting.
pub(crate) struct TelemetryGuard {
    /// The numbers behind `/metrics`.
    pub(crate) metrics: metrics::Metrics,
    traces: Option<traces::Exporter>,
}

/// Starts logs, metrics and, if configured, traces, for the whole process. Call it once, inside the runtime.
pub(crate) fn init(
    log: &config::Log,
    telemetry: &config::Telemetry,
    client: reqwest::Client,
) -> Result<TelemetryGuard, TelemetryError> {
    let traces = traces::Exporter::new(telemetry, client)?;
    tracing_subscriber::registry()
        .with(logs::layer(log)?)
        .with(traces.as_ref().map(traces::Exporter::layer))
        .try_init()?;
    panics::log_panics();
    Ok(TelemetryGuard {
        metrics: metrics::Metrics::install()?,
        traces,
    })
}

impl TelemetryGuard {
    /// Sends the traces that are still waiting.
    pub(crate) async fn shutdown(self) {
        if let Some(traces) = self.traces {
            traces.shutdown().await;
        }
    }
}
