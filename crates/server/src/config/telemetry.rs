use schemars::JsonSchema;
use serde::Deserialize;

use super::{HttpUrl, Problems};

/// Export of traces to an OpenTelemetry collector.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Telemetry {
    /// Address of the collector (OTLP over HTTP). Without it, nothing is exported.
    #[schemars(example = "http://127.0.0.1:4318")]
    pub otlp_endpoint: Option<HttpUrl>,
    /// Name under which the traces appear.
    pub service_name: String,
    /// Share of traces that is exported, from 0.0 to 1.0.
    pub sample_ratio: f64,
}

impl Telemetry {
    pub(super) fn validate(&self, problems: &mut Problems) {
        problems.require_text("telemetry.service_name", &self.service_name);
        if !(0.0..=1.0).contains(&self.sample_ratio) {
            problems.add(
                "telemetry.sample_ratio",
                &format!("is `{}`", self.sample_ratio),
                "write a number from 0.0 to 1.0",
            );
        }
    }
}

impl Default for Telemetry {
    fn default() -> Self {
        Self {
            otlp_endpoint: None,
            service_name: "steward".to_owned(),
            sample_ratio: 1.0,
        }
    }
}
