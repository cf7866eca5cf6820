#![doc = include_str!("../README.md")]

mod asked;
mod clockwork;
mod compaction;
mod dispatcher;
mod figures;
mod files;
mod history;
mod indexer;
mod live;
mod mail;
mod maintenance;
mod mirror;
mod news;
mod overview;
mod pulse;
mod purse;
mod sender;
mod settings;
mod switches;
mod text;
mod turn;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Zoned;
use jiff::civil::Date;
use steward_agent::SubagentRegistry;
use steward_channels::Carrier;
use steward_channels::mail::Mailer;
use steward_llm::Pipeline;
use steward_memory::Library;
use steward_model::{Clock, LineProvider, OrgId, Scope, ThreadId, Timestamp};
use steward_store::{Accepted, NewEvent, Store, StoreError, WaitingThread};
use steward_tools::Catalogue;
use tokio::sync::broadcast;

pub use self::dispatcher::Working;
pub use self::history::{Read, read_item};
pub use self::live::{Live, LiveEvent, ToldSoFar};
pub use self::overview::{ContextTokens, ThreadContext};
pub use self::settings::{DailyLimit, DailyLimits, RuntimeSettings};
pub use self::turn::{
    REHEARSAL, REHEARSED_TEXT, ReplayError, Replayed, SCRIPTED, Standing, replay,
};

use self::compaction::Compactions;
use self::dispatcher::Wakes;
use self::pulse::Running;
use self::purse::Purse;
use self::turn::{Conversation, Signal};

/// Threads whose conversation is kept ready. Everything else is read again when it is needed.
const CONVERSATIONS: u64 = 1_000;

/// What the runtime is made of.
pub struct Parts {
    /// Where everything is kept.
    pub store: Store,
    /// What is remembered, over the same store.
    pub memory: Library,
    /// The one way to ask a model.
    pub pipeline: Pipeline,
    /// What agents can call.
    pub tools: Catalogue,
    /// The sub-agents there are.
    pub subagents: SubagentRegistry,
    /// Who carries the messages of lines.
    pub carriers: HashMap<LineProvider, Arc<dyn Carrier>>,
    /// Who takes emails to members; nobody gets any without.
    pub mailer: Option<Arc<dyn Mailer>>,
    /// Where the time comes from.
    pub clock: Arc<dyn Clock>,
    /// How it works.
    pub settings: RuntimeSettings,
}

/// Everything that happens between what arrives and what leaves. Cheap to clone.
#[derive(Clone)]
pub struct Runtime {
    inner: Arc<Inner>,
}

pub(crate) struct Inner {
    store: Store,
    memory: Library,
    pipeline: Pipeline,
    tools: Catalogue,
    subagents: SubagentRegistry,
    carriers: HashMap<LineProvider, Arc<dyn Carrier>>,
    mailer: Option<Arc<dyn Mailer>>,
    clock: Arc<dyn Clock>,
    settings: RuntimeSettings,
    live: Live,
    running: Running,
    purse: Purse,
    wakes: Wakes,
    compactions: Compactions,
    conversations: moka::sync::Cache<ThreadId, Conversation>,
    /// Held by a turn whose workers were lost every time, when it is tried once more: one that kills whoever runs it
    /// takes no other with it that is at its end as well.
    last_chance: tokio::sync::Mutex<()>,
    /// The last hour whose tidying up was done.
    tidied: AtomicI64,
}

impl Runtime {
    /// Puts it together. Nothing runs until [`Self::start`].
    pub fn new(parts: Parts) -> Self {
        Self {
            inner: Arc::new(Inner {
                store: parts.store,
                memory: parts.memory,
                pipeline: parts.pipeline,
                tools: parts.tools,
                subagents: parts.subagents,
                carriers: parts.carriers,
                mailer: parts.mailer,
                clock: parts.clock,
                purse: Purse::new(parts.settings.budget_wait),
                settings: parts.settings,
                live: Live::default(),
                running: Running::default(),
                wakes: Wakes::default(),
                compactions: Compactions::default(),
                conversations: moka::sync::Cache::new(CONVERSATIONS),
                last_chance: tokio::sync::Mutex::default(),
                tidied: AtomicI64::new(0),
            }),
        }
    }

    /// Takes in what arrived, durably, and wakes a worker.
    pub async fn accept(&self, org: OrgId, event: NewEvent) -> Result<Accepted, StoreError> {
        let accepted = self.inner.store.org(org).accept(event).await?;
        if let Accepted::Queued { thread_id, .. } = accepted {
            self.inner.wakes.thread(WaitingThread {
                org_id: org,
                id: thread_id,
            });
        }
        Ok(accepted)
    }

    /// As [`Self::accept`], and watches the thread from before anybody could take it up.
    pub async fn accept_watched(
        &self,
        org: OrgId,
        event: NewEvent,
    ) -> Result<(Accepted, broadcast::Receiver<LiveEvent>), StoreError> {
        let accepted = self.inner.store.org(org).accept(event).await?;
        let thread_id = match accepted {
            Accepted::Queued { thread_id, .. } | Accepted::Duplicate { thread_id, .. } => thread_id,
        };
        let watch = self.inner.live.watch(thread_id);
        self.inner.wakes.thread(WaitingThread {
            org_id: org,
            id: thread_id,
        });
        Ok((accepted, watch))
    }

    /// Something was written that workers or senders should look at, by a way other than [`Self::accept`].
    pub fn wake(&self) {
        self.inner.wakes.everything();
    }

    /// What is remembered.
    pub fn memory(&self) -> &Library {
        &self.inner.memory
    }

    /// Lets go of what is kept in memory of a scope that was forgotten.
    pub fn drop_scope(&self, org: OrgId, scope: Scope) {
        self.inner.memory.drop_scope(org, scope);
        // Which conversations were theirs is not known here; the others are read again when they are needed.
        self.inner.conversations.invalidate_all();
    }

    /// What happens on threads, as it happens.
    pub fn live(&self) -> &Live {
        &self.inner.live
    }

    /// Who carries the messages of lines with this provider, where it is set up.
    pub fn carrier(&self, provider: LineProvider) -> Option<&Arc<dyn Carrier>> {
        self.inner.carriers.get(&provider)
    }

    /// Stops the turn that runs on a thread: at once in this process, with its next heartbeat on another node. Tells whether
    /// there was one.
    ///
    /// # Errors
    /// The database cannot be reached.
    pub async fn stop_turn(&self, org: OrgId, thread: ThreadId) -> Result<bool, StoreError> {
        let open = self.inner.store.org(org).stop_turn(thread).await?;
        self.inner.running.raise(thread, Signal::Stop);
        Ok(open)
    }

    /// Starts workers, senders and the clockwork. They run until [`Working::stop`].
    ///
    /// # Errors
    /// What was left by an earlier process could not be put in order.
    pub async fn start(&self) -> Result<Working, StoreError> {
        Working::start(Arc::clone(&self.inner)).await
    }
}

impl Inner {
    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// The same, as clocks show it in a zone; in UTC where the zone is unknown.
    pub(crate) fn time_in(&self, zone: &str) -> Zoned {
        let moment = jiff::Timestamp::from_microsecond(self.now().as_micros()).unwrap_or_default();
        let utc = || moment.to_zoned(jiff::tz::TimeZone::UTC);
        moment.in_tz(zone).unwrap_or_else(|_| utc())
    }

    /// The day that it is where the organisation works.
    pub(crate) fn today(&self) -> Date {
        self.time_in(&self.settings.zone).date()
    }

    /// Whether this is the first time of asking in this hour.
    pub(crate) fn is_new_hour(&self) -> bool {
        let hour = self.now().as_micros() / 3_600_000_000;
        self.tidied.swap(hour, Ordering::Relaxed) != hour
    }
}
