//! What is asked of a language model and what it answers, whoever the provider is.
//!
//! `agent` writes requests and reads answers without knowing a provider; `llm` speaks to providers without knowing an
//! agent. Both share these words.

use serde::{Deserialize, Serialize};

/// One call of a model. Equal requests give equal bytes when serialised, which is how a replay proves itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChatRequest {
    /// `provider:model`, like `anthropic:claude-sonnet-4-5`.
    pub model: String,
    /// Instructions, most stable first, so that a provider can cache a prefix of them.
    pub system: Vec<SystemText>,
    /// The conversation, oldest first.
    pub messages: Vec<ChatMessage>,
    /// Tools the model may call by the provider's own protocol; empty where calls are written as text.
    pub tools: Vec<ToolSpec>,
    /// Tools that the provider runs itself.
    pub server_tools: Vec<ServerTool>,
    /// Thousandths: 700 is 0.7.
    pub temperature_milli: u32,
    /// The most the model may write.
    pub max_tokens: u32,
    /// Where the model stops writing. Left out when there is nothing, as in requests that were recorded without it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stop: Vec<String>,
}

/// A piece of the instructions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SystemText {
    /// The text.
    pub text: String,
    /// Whether the provider should remember everything up to here.
    pub cache: CachePoint,
}

/// Whether a piece of a prompt ends a prefix worth caching.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CachePoint {
    /// It does not.
    None,
    /// It does.
    After,
}

/// One message of the conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "role", rename_all = "snake_case")]
pub enum ChatMessage {
    /// From outside the model: people, and whatever stands in for them.
    User {
        /// What they said.
        text: String,
    },
    /// From the model.
    Assistant {
        /// What it said; may be empty where it only called tools.
        text: String,
        /// The tools it called.
        tool_calls: Vec<ToolCall>,
    },
    /// What came of the tools the message before called, all of them together.
    ToolResults {
        /// One for each call.
        results: Vec<ToolResult>,
    },
}

/// A tool as the model sees it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolSpec {
    /// Its name.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// JSON Schema of its arguments.
    pub input_schema: serde_json::Value,
}

/// A tool that the provider runs by itself, with the hosts it may reach.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerTool {
    /// Searches the web.
    WebSearch {
        /// The only hosts it may return.
        allowed_domains: Vec<String>,
    },
    /// Fetches a page.
    WebFetch {
        /// The only hosts it may reach.
        allowed_domains: Vec<String>,
    },
}

/// A call the model wants made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// Names the call in its thread.
    pub id: String,
    /// The tool.
    pub name: String,
    /// Its arguments, as the model wrote them.
    pub arguments: serde_json::Value,
}

impl ToolCall {
    /// The text that the call writes down to be read later, in whichever conversation: a note, a line of a block or of a file, a
    /// reminder. It was made of what the turn had read, and is forgotten with that.
    pub fn written_down(&self) -> Option<&str> {
        let field = match self.name.as_str() {
            "archival_insert" | "memory_append" | "memory_insert" | "schedule_task" => "text",
            "memory_replace" => "new",
            "append_to_file" => "content",
            // Of a file that was there already it says what others wrote, too.
            "write_file" if self.arguments["version"].is_null() => "content",
            _ => return None,
        };
        self.arguments[field].as_str()
    }
}

/// What came of a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolResult {
    /// The call.
    pub call_id: String,
    /// What the model reads.
    pub content: String,
    /// Whether the tool did what it was asked.
    pub outcome: ToolOutcome,
}

/// Whether a tool did what it was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolOutcome {
    /// It did.
    Done,
    /// It did not; the content says why, for the model to act on.
    Failed,
}

/// A whole answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChatAnswer {
    /// What the model said.
    pub text: String,
    /// What it thought, where the provider tells.
    pub thinking: String,
    /// The tools it called by the provider's own protocol.
    pub tool_calls: Vec<ToolCall>,
    /// Why it stopped.
    pub stop: StopReason,
    /// What it cost.
    pub usage: Usage,
}

/// Why a model stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// It had said everything.
    End,
    /// It called tools and waits for what comes of them.
    ToolUse,
    /// It ran out of tokens: what it said is cut off.
    MaxTokens,
    /// It declined.
    Refusal,
    /// The provider wants the same conversation sent back, to go on.
    Pause,
    /// Something this version does not know.
    Other,
}

/// Tokens of one or several calls.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Read, cached ones not counted.
    pub input_tokens: u64,
    /// Read from the provider's cache.
    pub cached_tokens: u64,
    /// Written to the provider's cache.
    pub cache_write_tokens: u64,
    /// Written.
    pub output_tokens: u64,
}

impl Usage {
    /// More than any call can use. A provider that reports more is mistaken, and its mistake must not spoil the books.
    pub const MOST: u64 = 1_000_000_000;

    /// The same within what can be.
    #[must_use]
    pub fn believable(self) -> Self {
        let within = |tokens: u64| tokens.min(Self::MOST);
        Self {
            input_tokens: within(self.input_tokens),
            cached_tokens: within(self.cached_tokens),
            cache_write_tokens: within(self.cache_write_tokens),
            output_tokens: within(self.output_tokens),
        }
    }
}

impl std::ops::AddAssign for Usage {
    fn add_assign(&mut self, other: Self) {
        let add = |sum: &mut u64, tokens: u64| *sum = sum.saturating_add(tokens);
        add(&mut self.input_tokens, other.input_tokens);
        add(&mut self.cached_tokens, other.cached_tokens);
        add(&mut self.cache_write_tokens, other.cache_write_tokens);
        add(&mut self.output_tokens, other.output_tokens);
    }
}

/// A piece of an answer while it is being written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ChatDelta {
    /// More text.
    Text {
        /// The piece.
        text: String,
    },
    /// More thinking.
    Thinking {
        /// The piece.
        text: String,
    },
    /// Everything heard so far is void: the attempt failed and the answer begins anew.
    Restarted,
}

/// Why there is no answer, by what can be done about it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ModelFailure {
    /// The provider has too much to do; it may have said how long to wait.
    #[error("the model provider is overloaded")]
    Overloaded {
        /// In milliseconds.
        retry_after_ms: Option<u64>,
    },
    /// The connection broke or the provider failed, perhaps in mid-answer.
    #[error("the model provider failed: {reason}")]
    Interrupted {
        /// For the log.
        reason: String,
    },
    /// No answer in time.
    #[error("the model did not answer in time")]
    TimedOut,
    /// The conversation is larger than the model can read.
    #[error("the conversation is too long for the model")]
    TooLong,
    /// The key is wrong, the model is unknown or the request is not valid: trying again changes nothing.
    #[error("the model provider refused the request: {reason}")]
    Refused {
        /// For the log and for whoever runs Steward.
        reason: String,
    },
    /// The budget does not allow another call.
    #[error("the budget is used up")]
    OverBudget,
    /// Agents were switched off.
    #[error("agents are switched off")]
    SwitchedOff,
}

impl ModelFailure {
    /// Whether the same call may succeed later.
    pub fn is_passing(&self) -> bool {
        matches!(
            self,
            Self::Overloaded { .. } | Self::Interrupted { .. } | Self::TimedOut
        )
    }
}
