//! How the runtime works, as plain values.

use std::path::PathBuf;
use std::time::Duration;

use steward_agent::{Policy, Protocol};
use steward_store::SendRules;

/// How the runtime works.
#[derive(Debug, Clone)]
pub struct RuntimeSettings {
    /// What this process is called in leases.
    pub node: String,
    /// Turns that run at the same time.
    pub workers: usize,
    /// How long a thread stays a worker's without a sign of life.
    pub lease: Duration,
    /// How often the database is asked for work that nobody told us of.
    pub poll: Duration,
    /// The model of agents that name none.
    pub model: String,
    /// The model of sub-agents and summaries; the turn's own without one.
    pub sub_model: Option<String>,
    /// Models that ask for tools by their provider's own protocol: `provider:` or `provider:model`.
    pub native_tools: Vec<String>,
    /// Thousandths: 700 is 0.7.
    pub temperature_milli: u32,
    /// The most a model may write at once.
    pub max_tokens: u32,
    /// What a prompt may hold.
    pub context_tokens: usize,
    /// How full a prompt may get before the older half of its conversation is summarised, in hundredths.
    pub compaction_percent: usize,
    /// How long what came to mind on a thread may be used again, unless something was written since.
    pub context_cache: Duration,
    /// Whether a model may be asked for other words to search memory by.
    pub rewrite_queries: bool,
    /// How long a tool may take.
    pub tool_timeout: Duration,
    /// How long a person has to decide.
    pub approval_ttl: Duration,
    /// How long a call waits for what others, under way, leave of a budget.
    pub budget_wait: Duration,
    /// What may be spent in a day.
    pub daily: DailyLimits,
    /// What the outbox goes by.
    pub send: SendRules,
    /// What the gate goes by.
    pub policy: Policy,
    /// After which a thread without a message is archived.
    pub archive_after: Duration,
    /// How long what watchers saw is kept.
    pub keep_stream: Duration,
    /// The time zone in which agents are told the time.
    pub zone: String,
    /// The address that links to Steward begin with, without a slash at its end.
    pub base_url: String,
    /// The folder on disk in which the workspace is mirrored; nothing where it is not.
    pub mirror: Option<PathBuf>,
}

/// What may be spent in a day; nothing is no limit.
#[derive(Debug, Clone, Copy, Default)]
pub struct DailyLimits {
    /// By the whole organisation.
    pub org: DailyLimit,
    /// By each agent, unless it has a limit of its own.
    pub agent: DailyLimit,
    /// On each contact.
    pub contact: DailyLimit,
}

/// A limit in money and in tokens.
#[derive(Debug, Clone, Copy, Default)]
pub struct DailyLimit {
    /// In millionths of a dollar.
    pub micros: Option<i64>,
    /// In tokens of all kinds.
    pub tokens: Option<i64>,
}

impl RuntimeSettings {
    /// How a model asks for tools.
    pub(crate) fn protocol(&self, model: &str) -> Protocol {
        let named =
            |name: &String| model == name || (name.ends_with(':') && model.starts_with(name));
        if self.native_tools.iter().any(named) {
            Protocol::Native
        } else {
            Protocol::Structured
        }
    }
}

impl Default for RuntimeSettings {
    fn default() -> Self {
        const HOUR: Duration = Duration::from_secs(3600);
        Self {
            node: "node".to_owned(),
            workers: 64,
            lease: Duration::from_secs(30),
            poll: Duration::from_secs(1),
            model: "offline".to_owned(),
            sub_model: None,
            native_tools: Vec::new(),
            temperature_milli: 700,
            max_tokens: 32_768,
            context_tokens: 100_000,
            compaction_percent: 80,
            context_cache: Duration::from_secs(300),
            rewrite_queries: false,
            tool_timeout: Duration::from_secs(60),
            approval_ttl: 24 * HOUR,
            budget_wait: Duration::from_secs(60),
            daily: DailyLimits::default(),
            send: SendRules::default(),
            policy: Policy::default(),
            archive_after: 90 * 24 * HOUR,
            keep_stream: 24 * HOUR,
            zone: "UTC".to_owned(),
            base_url: "http://127.0.0.1:8787".to_owned(),
            mirror: None,
        }
    }
}
