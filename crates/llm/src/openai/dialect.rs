/// Where the servers of this API differ in what they are sent. What they send back is read alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dialect {
    pub(super) max_tokens: MaxTokens,
    pub(super) caching: Caching,
}

/// The name of the limit on what the model may write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MaxTokens {
    /// `max_tokens`: everywhere but at OpenAI.
    Classic,
    /// `max_completion_tokens`: OpenAI's newer models refuse the other.
    Completion,
}

/// How a prefix worth caching is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Caching {
    /// Not at all: the server finds it by itself or not.
    Unmarked,
    /// `cache_control` on the parts of the instructions, which OpenRouter passes on to Claude.
    Marked,
}

impl Dialect {
    /// OpenAI's own.
    pub const OPENAI: Self = Self {
        max_tokens: MaxTokens::Completion,
        caching: Caching::Unmarked,
    };

    /// Every server that copies it: vLLM, Ollama, llama.cpp.
    pub const COMPATIBLE: Self = Self {
        max_tokens: MaxTokens::Classic,
        caching: Caching::Unmarked,
    };

    /// OpenRouter's, for one of its models.
    pub fn openrouter(model: &str) -> Self {
        let caching = if model.starts_with("anthropic/") {
            Caching::Marked
        } else {
            Caching::Unmarked
        };
        Self {
            max_tokens: MaxTokens::Classic,
            caching,
        }
    }
}
