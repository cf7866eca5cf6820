use std::num::NonZeroU32;

use schemars::JsonSchema;
use serde::Deserialize;
use steward_llm::{ModelName, Provider};

use super::{ByteSize, Problems, positive};

/// What is remembered, and how it is found.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default)]
pub struct MemorySettings {
    /// The model that turns texts into vectors: `provider:model`, or `https://base-url#model` for a server with an OpenAI-compatible API. Without it, the model in this program, which needs no key and asks nobody. After a change everything is embedded again in the background, while search goes on.
    #[schemars(example = &"openai:text-embedding-3-small")]
    pub embedder: Option<String>,
    /// Megabytes that indexes may take in memory. The least used ones go first; the next search loads them again.
    pub index_megabytes: NonZeroU32,
    /// Largest file that can be uploaded as a document.
    pub upload_limit: ByteSize,
}

impl MemorySettings {
    pub(super) fn validate(&self, problems: &mut Problems) {
        if self.upload_limit.bytes() == 0 {
            problems.add(
                "memory.upload_limit",
                "is zero, so that every file would be refused",
                "write a size such as `25MB`",
            );
        }
        let Some(name) = &self.embedder else { return };
        let fix = "write a name such as `openai:text-embedding-3-small`, or leave it out";
        match name.parse::<ModelName>() {
            Ok(name) if name.provider == Provider::Anthropic => {
                problems.add(
                    "memory.embedder",
                    "names a provider without embeddings",
                    fix,
                );
            }
            Ok(_) => {}
            Err(error) => problems.add("memory.embedder", &format!("cannot be used: {error}"), fix),
        }
    }
}

impl Default for MemorySettings {
    fn default() -> Self {
        Self {
            embedder: None,
            index_megabytes: positive(512),
            upload_limit: ByteSize::from_bytes(25_000_000),
        }
    }
}
