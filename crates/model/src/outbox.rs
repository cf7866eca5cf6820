//! Words of what leaves for the world and of what waits for a person.

use crate::identity::words;

words! {
    /// What a carrier can do about an answer that was lost.
    EffectClass {
        /// It takes a key: the same key again is the same message.
        Keyed = "keyed",
        /// It can be asked whether it has the message.
        Asked = "asked",
        /// Neither: what came of it is for a person to find out.
        Opaque = "opaque",
    }
}

words! {
    /// Where an effect stands.
    EffectState {
        /// It may be sent.
        Pending = "pending",
        /// It is being sent.
        Inflight = "inflight",
        /// It may have been sent; the carrier is going to be asked.
        Unknown = "unknown",
        /// The carrier has it.
        Sent = "sent",
        /// The carrier says that it arrived.
        Delivered = "delivered",
        /// The carrier refused it, or it did not arrive.
        Failed = "failed",
        /// Nobody can tell; a person decides.
        Review = "review",
        /// It was taken back before it was sent.
        Cancelled = "cancelled",
        /// Its time was over before it was sent.
        Expired = "expired",
    }
}

words! {
    /// Why an effect may happen.
    EffectVerdict {
        /// The gate allows it.
        Allow = "allow",
        /// A person approved it.
        Approved = "approved",
    }
}

words! {
    /// Whose word an approval needs.
    ApproverRole {
        /// Any member who may see the thread.
        Member = "member",
        /// An owner or admin: it would change what the agent is.
        Operator = "operator",
    }
}

words! {
    /// What became of a question to a person.
    ApprovalDecision {
        /// It may happen.
        Approved = "approved",
        /// It must not.
        Denied = "denied",
        /// Nobody answered in time.
        Expired = "expired",
    }
}

words! {
    /// What became of replies that were drafted.
    SuggestionState {
        /// A person may send one of them.
        Waiting = "waiting",
        /// A person sent one of them, as it was or changed.
        Sent = "sent",
        /// A person wants none of them.
        Dismissed = "dismissed",
        /// Something was said since that they do not answer.
        Outdated = "outdated",
    }
}

words! {
    /// What kind of message drafted replies answer, as the agent sees it.
    MessageKind {
        /// They want to know something.
        Question = "question",
        /// They want something to be done.
        Request = "request",
        /// They want to meet, or to move a time.
        Scheduling = "scheduling",
        /// Something is wrong.
        Complaint = "complaint",
        /// They say thanks, or that all is well.
        Thanks = "thanks",
        /// They wrote nothing new: the agent comes back to them.
        FollowUp = "follow_up",
        /// None of these, or the agent did not say.
        Other = "other",
    }
}

words! {
    /// What became of drafted replies, as the record of an agent counts it. Each of them has exactly one.
    DraftOutcome {
        /// Sent as the agent wrote it.
        Unchanged = "unchanged",
        /// Changed by a person, then sent.
        Edited = "edited",
        /// A person wants none of them.
        Dismissed = "dismissed",
        /// Something else came first.
        Outdated = "outdated",
        /// Nobody has decided yet.
        Waiting = "waiting",
    }
}

words! {
    /// What came before anybody decided about drafted replies.
    OutdatedBy {
        /// The contact wrote again.
        NewerText = "newer_text",
        /// A person of the team answered in their own words.
        TeamReply = "team_reply",
        /// The agent drafted again.
        LaterDraft = "later_draft",
        /// What it says was forgotten.
        Forgotten = "forgotten",
    }
}

words! {
    /// What a person must know.
    NoticeKind {
        /// An agent asks for a person.
        Escalated = "escalated",
        /// A thread is on hold.
        Held = "held",
        /// A send that nobody can vouch for.
        Review = "review",
        /// Something was not sent because its time was over.
        Expired = "expired",
        /// A schedule's time passed while nobody was there.
        Missed = "missed",
        /// Work was given up.
        Failed = "failed",
    }
}

words! {
    /// How what somebody wants to be sent has changed.
    ConsentChange {
        /// They want no more messages.
        OptedOut = "opted_out",
        /// They want messages again.
        OptedIn = "opted_in",
    }
}

words! {
    /// How it became known.
    ConsentBy {
        /// By one of the words that carriers know.
        Keyword = "keyword",
        /// They said so in words of their own.
        PlainWords = "plain_words",
        /// A member wrote it down.
        Member = "member",
        /// A carrier did not take a message, and said why.
        Carrier = "carrier",
    }
}
