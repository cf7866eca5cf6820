//! Words of the runtime: what arrives, what stands in a thread, how a turn ends.

use crate::identity::words;

words! {
    /// What arrived on a thread.
    EventKind {
        /// A member wrote.
        UserMessage = "user_message",
        /// A contact sent a text.
        InboundSms = "inbound_sms",
        /// A contact sent an email.
        InboundEmail = "inbound_email",
        /// A time that somebody set has come.
        Scheduled = "scheduled",
        /// A person decided about a tool call.
        ApprovalDecision = "approval_decision",
        /// A person of the team wrote to the contact. Nobody is asked to answer that.
        TeamReply = "team_reply",
        /// A sub-agent has finished.
        SubagentResult = "subagent_result",
    }
}

impl EventKind {
    /// Whether nobody is asked to answer it: the agent reads it when something else wakes it.
    pub const fn is_quiet(self) -> bool {
        match self {
            Self::TeamReply => true,
            Self::UserMessage
            | Self::InboundSms
            | Self::InboundEmail
            | Self::Scheduled
            | Self::ApprovalDecision
            | Self::SubagentResult => false,
        }
    }
}

words! {
    /// Why no agent is asked about a text that a contact sent.
    Skipped {
        /// It is a word to the carrier: to stop, to start, for help.
        Keyword = "keyword",
        /// They want no messages.
        OptedOut = "opted_out",
        /// It has no words.
        MediaOnly = "media_only",
        /// Nobody answers on the line.
        NoAgent = "no_agent",
        /// A person talks to them.
        TakenOver = "taken_over",
        /// Whoever sent it has no number that an answer could go to: a short code, a name, another service.
        Unanswerable = "unanswerable",
    }
}

words! {
    /// What stands in a thread's history.
    ItemKind {
        /// What a person said.
        User = "user",
        /// What the agent said.
        Assistant = "assistant",
        /// A tool the agent called.
        ToolCall = "tool_call",
        /// What came of it.
        ToolOutput = "tool_output",
        /// What the model thought.
        Reasoning = "reasoning",
    }
}

words! {
    /// What a member is told of what happens outside their requests.
    MemberEventKind {
        /// A turn began.
        Typing = "agent.typing",
        /// The agent said something.
        Message = "agent.message",
        /// A turn ended.
        Done = "agent.done",
        /// A turn was given up.
        Error = "agent.error",
        /// A call waits for a person, or was decided.
        Approval = "agent.approval",
        /// Drafted replies wait for a person, or were seen to.
        Suggestion = "agent.suggestion",
        /// A person must know something, or somebody saw to it.
        Notice = "agent.notice",
        /// A time that somebody set has come.
        Reminder = "agent.reminder",
        /// Something arrived on a thread, or the thread itself changed.
        Thread = "agent.thread",
        /// Something was switched off, or on again.
        Flag = "org.flag",
        /// A file or folder of the workspace changed, by whomever: accounts are files too.
        Workspace = "workspace.changed",
    }
}

words! {
    /// What an agent may read and write of what is remembered.
    MemoryMode {
        /// The organisation's and its member's.
        Shared = "shared",
        /// Its own alone.
        Isolated = "isolated",
        /// Reads what is shared, writes its own.
        Overlay = "overlay",
    }
}

impl MemoryMode {
    /// Whether what such an agent writes is its own, and not for the others.
    pub fn keeps_own(self) -> bool {
        match self {
            Self::Shared => false,
            Self::Isolated | Self::Overlay => true,
        }
    }
}

words! {
    /// Where a thread stands.
    ThreadState {
        /// Nothing to do.
        Idle = "idle",
        /// Something arrived.
        Queued = "queued",
        /// A worker has it.
        Running = "running",
        /// Over; its key is free for another.
        Archived = "archived",
    }
}

words! {
    /// Whether a turn is over.
    TurnState {
        /// It is not.
        Open = "open",
        /// It ended as it should.
        Done = "done",
        /// It was given up.
        Failed = "failed",
    }
}
