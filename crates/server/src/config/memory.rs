use std::num::NonZeroU32;
use std::path::Path;

use schemars::JsonSchema;
use serde::Deserialize;
use steward_llm::{ModelName, Provider};

use super::{Problems, positive};

/// What the name of a model in a folder begins with.
pub(crate) const FOLDER: &str = "folder:";

/// What is remembered, and how it is found.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default)]
pub struct MemorySettings {
    /// The model that turns texts into vectors: `provider:model`, `https://base-url#model` for a server with an OpenAI-compatible API, or `folder:/path` for a BERT encoder such as all-MiniLM-L6-v2 with `config.json`, `tokenizer.json` and `model.safetensors`, which runs in this process. Without it, the model in this program, which needs no key and asks nobody. After a change everything is embedded again in the background, while search goes on.
    #[schemars(example = &"openai:text-embedding-3-small")]
    pub embedder: Option<String>,
    /// Megabytes that indexes may take in memory. The least used ones go first; the next search loads them again.
    pub index_megabytes: NonZeroU32,
}

impl MemorySettings {
    pub(super) fn validate(&self, problems: &mut Problems) {
        let Some(name) = &self.embedder else { return };
        let fix = "write a name such as `openai:text-embedding-3-small`, or leave it out";
        if let Some(folder) = name.strip_prefix(FOLDER) {
            if !Path::new(folder).join("model.safetensors").is_file() {
                let what = "names a folder without `model.safetensors`";
                problems.add("memory.embedder", what, fix);
            }
            return;
        }
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
        }
    }
}
