//! What `faults` is in every build but the harness's: nothing.

use std::sync::Arc;

use steward_channels::Carrier;
use steward_llm::Models;
use steward_runtime::RuntimeSettings;
use steward_store::Probe;

pub(crate) fn probe() -> Option<Probe> {
    None
}

pub(crate) fn hastened(settings: RuntimeSettings) -> RuntimeSettings {
    settings
}

pub(crate) fn carrier(carrier: impl Carrier + 'static) -> Arc<dyn Carrier> {
    Arc::new(carrier)
}

pub(crate) fn models(models: Models, _name: &str) -> Models {
    models
}
