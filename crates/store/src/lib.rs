#![doc = include_str!("../README.md")]

mod agent_configs;
mod agents;
mod api_keys;
mod approvals;
mod audit;
mod blocks;
mod budgets;
mod chats;
mod consent;
mod contacts;
mod credentials;
mod crypto;
mod db;
mod dialect;
mod documents;
mod error;
mod files;
mod flags;
mod forgetting;
mod holder;
mod idempotency;
mod identifiers;
mod inbox;
mod items;
mod jobs;
mod keys;
mod lines;
mod maintenance;
mod member_events;
mod members;
mod memory_index;
mod memory_scopes;
mod migrate;
mod notices;
mod open;
mod opt_outs;
mod orgs;
mod outbox;
mod own_agents;
mod own_messages;
mod passages;
mod responses;
mod row;
mod schedules;
mod sessions;
mod skill_grants;
mod sql;
mod streams;
mod suggestions;
mod summaries;
mod team_inbox;
mod threads;
mod tokens;
mod turns;
#[cfg(test)]
mod writer_tests;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use steward_model::{Clock, IdGen, MemberId, OrgId, Scope, Timestamp};

pub use self::agent_configs::{AgentConfig, MAIN};
pub use self::agents::{Agent, AgentProfile, NewAgent, Preferences};
pub use self::api_keys::{ApiKey, KeyPrincipal, NewApiKey};
pub use self::approvals::{Approval, ApprovedCall, Decided, NewApproval};
pub use self::audit::checkpoint::{Checkpoint, ParseCheckpointError};
pub use self::audit::report::{AuditProblem, AuditReport};
pub use self::blocks::{Block, BlockChange, BlockEdit, BlockVersion, Edited, NewBlock, Rewrite};
pub use self::budgets::{BudgetUse, Hold, Limit, Settlement};
pub use self::chats::{CHAT, Chat, ONCE};
pub use self::consent::Consent;
pub use self::contacts::{Contact, NewContact};
pub use self::crypto::MasterKeys;
pub use self::db::{Point, Probe};
pub use self::documents::{DOCUMENT, Document, DocumentPart, NewDocument};
pub use self::error::StoreError;
pub use self::files::{
    DroppedFolder, Expect, FileHead, FileRevision, FileWrite, FilesToIndex, Folder, FolderEntry,
    ParseShaError, Sha, WORKSPACE, WORKSPACE_FILES, source_of_file,
};
pub use self::flags::{InstanceFlag, OrgFlag, StoppedBy, Switches};
pub use self::forgetting::look::Looked;
pub use self::forgetting::places::forgotten_columns;
pub use self::forgetting::{FORGET, Forgot};
pub use self::holder::Holder;
pub use self::idempotency::{BegunRequest, RequestKey};
pub use self::identifiers::KnownIdentifier;
pub use self::inbox::{Accepted, NewEvent};
pub use self::items::{Item, NewItem};
pub use self::jobs::{COMPACT_THREAD, ClaimedJob, Job, NewJob};
pub use self::lines::{Line, LineChange, NewLine};
pub use self::member_events::{Listening, MemberEvent, NewsPlace, ReadOn};
pub use self::members::{Member, MemberChange, NewMember, SignInCandidate};
pub use self::memory_index::{GrownScope, ItemsToIndex, Snapshot};
pub use self::notices::{
    AlertReason, DueMail, DueText, EMERGENCY, MAIL_NOTICE, NewNotice, Notice, TEXT, TEXT_NOTICE,
};
pub use self::open::{Access, Database, StoreOptions};
pub use self::opt_outs::{Heard, NewKeyword, OptOut, Wish};
pub use self::orgs::Org;
pub use self::outbox::{
    CONFIRMS_SILENCE, CarrierReport, CarrierStatus, ClaimedEffect, Delivery, Effect, EffectAttempt,
    EffectHistory, Lookup, NewEffect, Origin, Outgoing, ReviewDecision, SENDS_TEXTS, SendRules,
};
pub use self::own_agents::{OwnAgent, WithoutAgent};
pub use self::passages::{
    EmbeddedPassages, Embedding, Inserted, NewPassage, Passage, PassageChange, PassageCount,
    PassageMeta, WaitingPassages,
};
pub use self::responses::{
    Addition, Conversation, ConversationItem, Instruction, InstructionChange, ItemOrder, ItemPage,
    NewResponse, StoredResponse,
};
pub use self::schedules::{DueSchedule, Fire, Fired, Missed, NewSchedule, Schedule};
pub use self::sessions::{NewSession, SessionPrincipal};
pub use self::skill_grants::SkillGrant;
pub use self::sql::Sql;
pub use self::streams::{NewStreamEvent, StreamEvent};
pub use self::suggestions::{
    Draft, DraftCounts, DraftOption, DraftRecord, NewSuggestion, Picked, Seen, SentDraft,
    Suggestion,
};
pub use self::summaries::{NewSummary, Summary, ToCompact};
pub use self::team_inbox::{
    AiOrigin, FilesToKeep, InboxFilter, InboxMessage, InboxPlace, InboxThread, KEEP_FILES,
    NewWords, ReplyLine, Said, Speaker, TextFile, TextFileState, Unsendable,
};
pub use self::threads::{Thread, ThreadEvent, ThreadView, WaitingThread};
pub use self::turns::{
    Advance, Advanced, Began, Changes, Claim, Learned, NewStep, NewTurn, Next, Prompted, Resumed,
    Spent, StepRecord, TurnEnd, TurnFilter, TurnRecord, Word,
};

use self::audit::checkpoint::{Checkpoints, Due};
use self::db::Db;
use self::flags::Board;
use self::keys::KeyStore;

/// Everything Steward keeps. Cheap to clone.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    db: Db,
    keys: KeyStore,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn IdGen>,
    identity_version: AtomicU64,
    checkpoints: Checkpoints,
    board: Board,
}

/// The part of the store that belongs to one organisation. What is another's cannot be named through it.
#[derive(Clone, Copy)]
pub struct OrgStore<'s> {
    store: &'s Store,
    org: OrgId,
    viewer: Option<MemberId>,
}

/// A slice of a list in the order of ids.
#[derive(Debug, Clone, Default)]
pub struct Page {
    /// Begin after this id; from the start if there is none.
    pub after: Option<String>,
    /// At most this many.
    pub limit: u32,
}

impl Store {
    /// What belongs to `org`.
    pub fn org(&self, org: OrgId) -> OrgStore<'_> {
        OrgStore {
            store: self,
            org,
            viewer: None,
        }
    }

    /// Whether other processes may work on the same database.
    pub fn is_shared(&self) -> bool {
        matches!(self.inner.db, Db::Postgres(_))
    }

    /// Counts changes to members, keys and sessions, so that whoever remembers an answer knows when to ask again.
    ///
    /// `None` when other processes write to the database too: then every answer must be asked for.
    pub fn identity_version(&self) -> Option<u64> {
        match &self.inner.db {
            Db::Sqlite(_) => Some(self.inner.identity_version.load(Ordering::Acquire)),
            Db::Postgres(_) => None,
        }
    }

    /// Proves that the database answers, and that writing was not given up.
    pub async fn ping(&self) -> Result<(), StoreError> {
        match self.db() {
            Db::Sqlite(database) if database.is_stopped() => Err(StoreError::Stopped),
            _ => self.count_orgs().await.map(|_| ()),
        }
    }

    /// Reads the whole database once and opens a key, and tells what is damaged.
    pub async fn check_integrity(&self) -> Result<(), StoreError> {
        if let Db::Sqlite(database) = &self.inner.db {
            database.check().await?;
        }
        self.ping().await?;
        match self.first_org().await? {
            Some(org) => self
                .inner
                .keys
                .find(&Scope::Org(org).to_string())
                .await
                .map(|_| ()),
            None => Ok(()),
        }
    }

    /// Moves every data key to a fresh master key; tells how many.
    pub async fn rotate_master_key(&self) -> Result<u64, StoreError> {
        self.inner.keys.rotate().await
    }

    /// Destroys the key of a scope: its content is forgotten, and stays so.
    pub async fn forget_scope(&self, scope: Scope) -> Result<(), StoreError> {
        self.inner.keys.destroy(&scope.to_string()).await
    }

    /// Writes a consistent copy of the data, without its keys, into a new file. For SQLite; Postgres has its own tools.
    pub async fn back_up(&self, path: &Path) -> Result<(), StoreError> {
        copy(&self.inner.db, path).await
    }

    /// The same for the wrapped data keys. Whoever has both copies and the master key can read everything.
    pub async fn back_up_keys(&self, path: &Path) -> Result<(), StoreError> {
        copy(&self.inner.keys.db, path).await
    }

    /// Finishes what is under way and closes the databases.
    pub async fn close(&self) {
        if let Err(error) = self.note_checkpoints(Due::All).await {
            tracing::warn!(%error, "How far the record has come could not be noted.");
        }
        self.inner.db.close().await;
        self.inner.keys.db.close().await;
    }

    fn db(&self) -> &Db {
        &self.inner.db
    }

    fn now(&self) -> Timestamp {
        self.inner.clock.now()
    }

    fn ids(&self) -> &dyn IdGen {
        self.inner.ids.as_ref()
    }

    fn identity_changed(&self) {
        self.inner.identity_version.fetch_add(1, Ordering::AcqRel);
    }
}

impl<'s> OrgStore<'s> {
    /// The same without what is another member's own: their threads, and the turns, approvals, effects and notices on them
    /// are not there.
    #[must_use]
    pub fn seen_by(self, member: MemberId) -> OrgStore<'s> {
        Self {
            viewer: Some(member),
            ..self
        }
    }

    /// Which organisation this is.
    pub fn id(&self) -> OrgId {
        self.org
    }

    /// The scope that is the viewer's own; nothing if everything is shown.
    fn viewer_scope(&self) -> Option<String> {
        self.viewer.map(|member| Scope::Member(member).to_string())
    }

    fn db(&self) -> &Db {
        &self.store.inner.db
    }
}

/// Keeps every server away from a SQLite file for as long as the returned file is held.
pub fn lock_database(path: &Path) -> Result<std::fs::File, StoreError> {
    dialect::sqlite::lock(path)
}

async fn copy(db: &Db, path: &Path) -> Result<(), StoreError> {
    match db {
        Db::Sqlite(database) => database.copy_into(path.to_owned()).await,
        Db::Postgres(_) => Err(StoreError::Open {
            path: path.to_owned(),
            reason: "back Postgres up with pg_dump, the schema steward_keys apart from the rest"
                .into(),
        }),
    }
}

/// Every statement that both databases run, for the tests that run them all on both databases.
pub fn statements() -> Vec<Sql> {
    [
        agent_configs::STATEMENTS,
        agents::STATEMENTS,
        api_keys::STATEMENTS,
        audit::STATEMENTS,
        budgets::STATEMENTS,
        audit::checkpoint::STATEMENTS,
        audit::contents::STATEMENTS,
        audit::coverage::STATEMENTS,
        audit::seal::STATEMENTS,
        audit::verify::STATEMENTS,
        chats::STATEMENTS,
        consent::STATEMENTS,
        credentials::STATEMENTS,
        documents::STATEMENTS,
        flags::STATEMENTS,
        idempotency::STATEMENTS,
        identifiers::STATEMENTS,
        inbox::STATEMENTS,
        items::STATEMENTS,
        jobs::STATEMENTS,
        keys::STATEMENTS,
        maintenance::STATEMENTS,
        member_events::STATEMENTS,
        memory_scopes::STATEMENTS,
        migrate::STATEMENTS,
        open::STATEMENTS,
        opt_outs::STATEMENTS,
        orgs::STATEMENTS,
        own_agents::STATEMENTS,
        own_messages::STATEMENTS,
        schedules::STATEMENTS,
        schedules::fire::STATEMENTS,
        sessions::STATEMENTS,
        skill_grants::STATEMENTS,
        summaries::STATEMENTS,
        threads::STATEMENTS,
        streams::STATEMENTS,
    ]
    .into_iter()
    .chain(approvals::ALL_STATEMENTS)
    .chain(blocks::ALL_STATEMENTS)
    .chain(contacts::ALL_STATEMENTS)
    .chain(files::ALL_STATEMENTS)
    .chain(forgetting::ALL_STATEMENTS)
    .chain(lines::ALL_STATEMENTS)
    .chain(members::ALL_STATEMENTS)
    .chain(memory_index::ALL_STATEMENTS)
    .chain(notices::ALL_STATEMENTS)
    .chain(outbox::ALL_STATEMENTS)
    .chain(passages::ALL_STATEMENTS)
    .chain(responses::ALL_STATEMENTS)
    .chain(suggestions::ALL_STATEMENTS)
    .chain(team_inbox::ALL_STATEMENTS)
    .chain(turns::ALL_STATEMENTS)
    .flatten()
    .copied()
    .collect()
}
