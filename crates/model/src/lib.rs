#![doc = include_str!("../README.md")]

mod address;
mod area;
mod author;
mod chat;
mod clock;
mod country;
mod flag;
mod identity;
mod ids;
mod invisible;
mod label;
mod outbox;
mod payload;
mod quiet_hours;
mod scope;
mod thread;
mod timetable;
mod work;
mod workspace_path;

pub use address::{AddressError, E164, EmailAddress, Identifier, IdentifierKind};
pub use author::Author;
pub use chat::{
    CachePoint, ChatAnswer, ChatDelta, ChatMessage, ChatRequest, ModelFailure, ServerTool,
    StopReason, SystemText, ToolCall, ToolOutcome, ToolResult, ToolSpec, Usage,
};
pub use clock::{AnchoredClock, Clock, LONGEST_CATCH_UP, ManualClock, SystemClock, Timestamp};
pub use flag::{Flag, FlagSet};
pub use identity::{Answering, KeyScope, LineKind, LineProvider, Role, UnknownWord};
pub use ids::{
    AgentId, ApiKeyId, ApprovalId, AuditId, BlockId, ConsentId, ContactId, DocumentId, EffectId,
    EventId, FileId, IdGen, IdentifierId, ItemId, JobId, LineId, MemberId, NoticeId, OrgId,
    ParseIdError, PassageId, ScheduleId, SequentialIds, SessionId, SuggestionId, SummaryId,
    SystemIds, ThreadId, TurnId,
};
pub use invisible::is_invisible;
pub use label::{Integrity, SendMode};
pub use outbox::{
    ApprovalDecision, ApproverRole, ConsentBy, ConsentChange, DraftOutcome, EffectClass,
    EffectState, EffectVerdict, MessageKind, NoticeKind, OutdatedBy, SuggestionState,
};
pub use payload::{
    Decided, InboundSms, MEMBER, MEMBER_AGAIN, Payload, Scheduled, SmsMedia, TeamReply, UserMessage,
};
pub use quiet_hours::{QuietHours, QuietHoursError};
pub use scope::Scope;
pub use thread::{
    EventKind, ItemKind, MemberEventKind, MemoryMode, Skipped, ThreadState, TurnState,
};
pub use timetable::{GRACE, Plan, Timetable, TimetableError, plan_once};
pub use work::{JobState, Misfire};
pub use workspace_path::{
    SKILL_SUFFIXES, WORKSPACE_FILE_BYTES, WORKSPACE_SUFFIXES, WorkspacePath, WorkspacePathError,
};
