use std::num::NonZeroU32;
use std::path::Path;

use schemars::JsonSchema;
use serde::Deserialize;
use steward_llm::{ModelName, Provider};

use super::{ByteSize, HumanDuration, Problems, positive};

/// What the name of a model in a folder begins with.
pub(crate) const FOLDER: &str = "folder:";

/// What is remembered, and how it is found.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default)]
pub struct MemorySettings {
    /// The model that turns texts into vectors: `provider:model`, `https://base-url#model` for a server with an OpenAI-compatible API, or `folder:/path` for a BERT encoder such as all-MiniLM-L6-v2 with `config.json`, `tokenizer.json` and `model.safetensors`, which runs in this process. Without it, the model in this program, which needs no key and asks nobody. After a change everything is embedded again in the background, while search goes on.
    #[schemars(example = &"openai:text-embedding-3-small")]
    pub embedder: Option<String>,
    /// How full a prompt may get before the older half of its conversation is summarised: a share of `models.context_tokens`. Summaries are written by `models.sub_model`, beside the turns.
    pub compaction_threshold: f64,
    /// How long what came to mind on a conversation may be used again, unless something was written since.
    pub context_cache: HumanDuration,
    /// Whether a model may be asked for other words to search memory by when a message is short or winding. It takes a call of `models.sub_model` before such turns.
    pub rewrite_queries: bool,
    /// Megabytes that indexes may take in memory. The least used ones go first; the next search loads them again.
    pub index_megabytes: NonZeroU32,
    /// Largest file that can be uploaded as a document.
    pub upload_limit: ByteSize,
}

impl MemorySettings {
    pub(super) fn validate(&self, problems: &mut Problems) {
        if !(0.1..=0.95).contains(&self.compaction_threshold) {
            let wrong = format!("is {}", self.compaction_threshold);
            problems.add(
                "memory.compaction_threshold",
                &wrong,
                "write a number from 0.1 to 0.95",
            );
        }
        problems.require_positive("memory.context_cache", self.context_cache);
        if self.upload_limit.bytes() == 0 {
            problems.add(
                "memory.upload_limit",
                "is zero, so that every file would be refused",
                "write a size such as `25MB`",
            );
        }
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
            compaction_threshold: 0.8,
            context_cache: HumanDuration::from_secs(300),
            rewrite_queries: false,
            index_megabytes: positive(512),
            upload_limit: ByteSize::from_bytes(25_000_000),
        }
    }
}
