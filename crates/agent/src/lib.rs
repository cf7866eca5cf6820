#![doc = include_str!("../README.md")]

mod canonical;
mod compaction;
mod context;
mod gate;
mod protocol;
mod response;
pub mod retention;
mod rewrite;
mod skills;
mod subagent;
mod summary;
mod tokens;
mod toolset;
mod turn;

#[cfg(test)]
mod turn_tests;

pub use canonical::{call_fingerprint, canonical_json};
pub use compaction::{Compacted, Compaction, Digest, Fact, Spoken};
pub use context::{
    ContextInputs, Fragment, FragmentKind, HISTORY_ITEMS, HistoryItem, Input, Packed, Prompt,
    assemble, excerpt, neutral, pack, skill_list, untrusted,
};
pub use gate::{
    Action, Capabilities, Capability, Confidential, Decision, GATE_VERSION, Labels, Mention,
    PathKind, Policy, ReplyAddress, Rule, Sensitive, Setting, Verdict, decide, kind_of_path,
    mentions,
};
pub use protocol::Protocol;
pub use response::{
    AgentResponse, BadArguments, CORRECTION_INSTRUCTION, Preview, Reading, WrittenCall,
    adds_nothing, coerce, plain_text, read,
};
pub use rewrite::{REWRITES, read_rewrites, rewrite_request};
pub use skills::{
    FolderFile, LOAD_SKILL, RUN_SKILL_SCRIPT, SKILL_FILE, SYSTEM_RULES, Shelf, Skill, SkillFile,
    SkillFileKind, SkillFolder, SkillProblem, SkillSource, built_in_file, read_skill, skill_digest,
};
pub use subagent::{
    MAX_SUBAGENT_DEPTH, MAX_SUBAGENT_STEPS, Parent, RegistryError, SUBAGENT_TEMPERATURE_MILLI,
    Spawn, SpawnRefused, SubagentDefinition, SubagentRegistry, SubagentTask, subagent_report,
};
pub use summary::{
    Handling, ResultFormat, SUMMARISER_CHARS, Summariser, SummaryCall, ToolResultSummary,
    VERBATIM_CHARS, handle_result, summary_call,
};
pub use tokens::{Tokens, count_tokens};
pub use toolset::{
    AllowList, Circumstances, Consent, DONE, ESCALATE, Execution, ForeignToolError, ForeignTools,
    Owner, PinStanding, RefusedTool, ReplyContext, SharedSpec, ToolEntry, ToolOffer, ToolPin,
    ToolRole, WEB_FETCH, WEB_SEARCH, WaitingTool, build_toolset, foreign_tools,
};
pub use turn::{
    Audience, Effect, Event, InnerCall, Limits, Outcome, PlannedCall, Purpose, Setup, ToolEnd,
    ToolReport, Turn, TurnEvent, TurnFailure, TurnStats, WaitingCall, waiting_approval,
};
