#![doc = include_str!("../README.md")]

mod canonical;
mod context;
mod gate;
mod invisible;
mod protocol;
mod response;
mod subagent;
mod summary;
mod toolset;
mod turn;

#[cfg(test)]
mod subagent_tests;
#[cfg(test)]
mod toolset_tests;
#[cfg(test)]
mod turn_tests;

pub use canonical::{call_fingerprint, canonical_json};
pub use context::{
    ContextInputs, Fragment, FragmentKind, HISTORY_ITEMS, HistoryItem, Input, Prompt, TextBudget,
    assemble, neutral, untrusted,
};
pub use gate::{
    Action, Approver, Capabilities, Capability, Confidential, Decision, GATE_VERSION, Identifier,
    Labels, PathKind, Policy, ReplyAddress, Rule, Sensitive, Setting, Verdict, decide, identifiers,
    kind_of_path,
};
pub use protocol::Protocol;
pub use response::{
    AgentResponse, BadArguments, CORRECTION_INSTRUCTION, Reading, WrittenCall, adds_nothing,
    coerce, plain_text, read,
};
pub use subagent::{
    MAX_SUBAGENT_DEPTH, MAX_SUBAGENT_STEPS, MemoryMode, Parent, RegistryError,
    SUBAGENT_TEMPERATURE_MILLI, Spawn, SpawnRefused, SubagentDefinition, SubagentRegistry,
};
pub use summary::{
    Handling, ResultFormat, Summariser, ToolResultSummary, VERBATIM_CHARS, handle_result,
};
pub use toolset::{
    AllowList, Circumstances, Consent, DONE, ESCALATE, Owner, ReplyContext, ToolEntry, ToolOffer,
    ToolRole, build_toolset,
};
pub use turn::{
    Audience, Effect, Event, Limits, Outcome, PlannedCall, Purpose, Setup, ToolEnd, ToolReport,
    Turn, TurnEvent, TurnFailure, TurnStats, WaitingCall,
};
