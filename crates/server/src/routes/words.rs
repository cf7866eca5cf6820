//! Words of the model as the API spells and describes them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An enumeration of the API that mirrors one of the model, variant by variant.
macro_rules! mirrored {
    ($($(#[$doc:meta])* $word:ident as $schema:ident { $($variant:ident),+ $(,)? })+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        #[schema(as = $schema)]
        pub(crate) enum $word {
            $($variant),+
        }

        impl From<steward_model::$schema> for $word {
            fn from(word: steward_model::$schema) -> Self {
                match word { $(steward_model::$schema::$variant => Self::$variant),+ }
            }
        }

        impl From<$word> for steward_model::$schema {
            fn from(word: $word) -> Self {
                match word { $($word::$variant => Self::$variant),+ }
            }
        }
    )+};
}

mirrored! {
    /// What an agent does with an answer: it drafts, or it sends.
    SendModeWord as SendMode { Suggest, Autonomous }

    /// What an agent may read and write of what is remembered.
    MemoryModeWord as MemoryMode { Shared, Isolated, Overlay }

    /// How far a text can be trusted, by where it came from.
    IntegrityWord as Integrity { Untrusted, User, Operator, System }

    /// Who answers a contact: the line's agent as it is set, an agent by drafts alone, or the team itself.
    AnsweringWord as Answering { Usual, Drafts, People }

    /// Where a thread stands.
    ThreadStateWord as ThreadState { Idle, Queued, Running, Archived }

    /// Whether a turn is over.
    TurnStateWord as TurnState { Open, Done, Failed }

    /// Whose word an approval needs: any member's, or an owner's or admin's.
    ApproverRoleWord as ApproverRole { Member, Operator }

    /// What became of a question to a person.
    ApprovalDecisionWord as ApprovalDecision { Approved, Denied, Expired }

    /// What became of drafted replies. They are outdated when something was said since that they do not answer.
    SuggestionStateWord as SuggestionState { Waiting, Sent, Dismissed, Outdated }

    /// Whether somebody opted out, or in again.
    ConsentChangeWord as ConsentChange { OptedOut, OptedIn }

    /// How a change of consent became known: by a word that carriers know, in words of their own, written down by a member, or because a
    /// carrier did not take a message.
    ConsentByWord as ConsentBy { Keyword, PlainWords, Member, Carrier }

    /// What kind of message drafted replies answer, as the agent sees it. `follow_up`: the contact wrote nothing new.
    MessageKindWord as MessageKind { Question, Request, Scheduling, Complaint, Thanks, FollowUp, Other }

    /// What became of drafted replies: sent as they were or changed, put aside, overtaken, or still to be decided.
    DraftOutcomeWord as DraftOutcome { Unchanged, Edited, Dismissed, Outdated, Waiting }

    /// What came before anybody decided: the contact wrote again, a person answered in their own words, the agent drafted again, or
    /// what it says was forgotten.
    OutdatedByWord as OutdatedBy { NewerText, TeamReply, LaterDraft, Forgotten }

    /// Why no agent is asked about a text that a contact sent.
    SkippedWord as Skipped { Keyword, OptedOut, MediaOnly, NoAgent, TakenOver, Unanswerable }

    /// Where a message stands that leaves for somebody outside.
    EffectStateWord as EffectState {
        Pending, Inflight, Unknown, Sent, Delivered, Failed, Review, Cancelled, Expired,
    }

    /// What a carrier can do about an answer that was lost.
    EffectClassWord as EffectClass { Keyed, Asked, Opaque }

    /// What a person must know.
    NoticeKindWord as NoticeKind { Escalated, Held, Review, Expired, Missed, Failed }

    /// What happens to runs that were missed.
    MisfireWord as Misfire { RunOnce, Skip }

    /// Something that can be switched off.
    FlagWord as Flag { Agents, Indexing, Tools, Compaction, Reminders, PromptOptimisation }

    /// Where a job stands.
    JobStateWord as JobState { Queued, Running, Done, Dead }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_spelled_as_the_model_spells_them() {
        for state in steward_model::EffectState::ALL {
            let word = serde_json::to_value(EffectStateWord::from(*state)).unwrap();
            assert_eq!(word, state.as_str());
        }
        for flag in steward_model::Flag::ALL {
            let word = serde_json::to_value(FlagWord::from(*flag)).unwrap();
            assert_eq!(word, flag.as_str());
        }
        for misfire in steward_model::Misfire::ALL {
            let word = serde_json::to_value(MisfireWord::from(*misfire)).unwrap();
            assert_eq!(word, misfire.as_str());
        }
    }
}
