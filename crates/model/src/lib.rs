#![doc = include_str!("../README.md")]

mod address;
mod chat;
mod clock;
mod identity;
mod ids;
mod label;
mod scope;
mod thread;

pub use address::{AddressError, E164, EmailAddress, Identifier, IdentifierKind};
pub use chat::{
    CachePoint, ChatAnswer, ChatDelta, ChatMessage, ChatRequest, ModelFailure, ServerTool,
    StopReason, SystemText, ToolCall, ToolOutcome, ToolResult, ToolSpec, Usage,
};
pub use clock::{Clock, ManualClock, SystemClock, Timestamp};
pub use identity::{KeyScope, LineKind, Role, UnknownWord};
pub use ids::{
    AgentId, ApiKeyId, ContactId, EventId, IdGen, IdentifierId, ItemId, LineId, MemberId, OrgId,
    ParseIdError, SequentialIds, SessionId, SystemIds, ThreadId, TurnId,
};
pub use label::{Integrity, SendMode};
pub use scope::Scope;
pub use thread::{EventKind, ItemKind, MemoryMode, ThreadState, TurnState};
