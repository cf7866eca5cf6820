use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Serialize, Serializer};
use steward_model::ToolSpec;

/// What a model reads about a tool. Turns share it: a schema has more parts than everything else that a turn begins with, and
/// none of them ever changes.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(from = "ToolSpec")]
pub struct SharedSpec(Arc<ToolSpec>);

impl From<ToolSpec> for SharedSpec {
    fn from(spec: ToolSpec) -> Self {
        Self(Arc::new(spec))
    }
}

impl Deref for SharedSpec {
    type Target = ToolSpec;

    fn deref(&self) -> &ToolSpec {
        &self.0
    }
}

impl Serialize for SharedSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.as_ref().serialize(serializer)
    }
}
