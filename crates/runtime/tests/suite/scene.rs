//! A team with an agent, a line and a runtime, on a fresh database.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};

use steward_agent::SubagentRegistry;
use steward_channels::Carrier;
use steward_channels::mail::Mailer;
use steward_llm::{Models, Pipeline, PipelineSettings, RetryPolicy};
use steward_memory::{Library, Meaning};
use steward_model::{
    AgentId, ContactId, EventKind, Identifier, IdentifierKind, InboundSms, Integrity, LineId,
    MemberId, MemoryMode, NoticeKind, OrgId, Role, Scope, SendMode, ThreadId, UserMessage,
};
use steward_runtime::{Parts, Runtime, RuntimeSettings, Working, replay};
use steward_store::{
    Accepted, AgentProfile, Approval, NewAgent, NewContact, NewEvent, NewLine, NewMember, Page,
    Store, TurnFilter, TurnRecord,
};
use steward_testkit::{Cell, TestDatabase};
use steward_tools::{Catalogue, Tool};

use super::invariants;
use super::ledger::Ledger;
use super::mind::{Answer, Asked, Mind};
use super::tools::TOOLSET;

/// The number that everybody writes to.
pub(super) const LINE: &str = "+14155550199";

/// Nothing in a test takes longer unless it never comes.
const PATIENCE: Duration = Duration::from_secs(120);

/// A team with an agent, a line and a runtime.
pub(super) struct Scene {
    pub(super) db: TestDatabase,
    pub(super) store: Store,
    pub(super) org: OrgId,
    pub(super) owner: MemberId,
    pub(super) agent: AgentId,
    pub(super) line: LineId,
    pub(super) mind: Arc<Mind>,
    pub(super) carrier: Arc<Ledger>,
    pub(super) mailer: Option<Arc<dyn Mailer>>,
    pub(super) settings: RuntimeSettings,
    pub(super) retry: RetryPolicy,
    pub(super) tools: Vec<Arc<dyn Tool>>,
    pub(super) subagents: SubagentRegistry,
    pub(super) runtime: Runtime,
    working: Option<Working>,
}

/// Somebody who writes texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Person {
    pub(super) id: ContactId,
    pub(super) number: String,
}

impl Scene {
    /// With an agent that sends by itself and has every tool. Nothing runs yet.
    pub(super) async fn new(
        db: TestDatabase,
        script: impl Fn(Asked<'_>) -> Answer + Send + Sync + 'static,
    ) -> Self {
        let store = db.open().await;
        let owner = NewMember {
            name: "Olga".into(),
            role: Role::Owner,
            identifiers: vec![],
        };
        let (org, owner) = store.create_org("Acme", owner).await.unwrap();
        let of_org = store.org(org.id);
        let agent = of_org.create_agent(autonomous()).await.unwrap();
        let line = NewLine {
            address: phone(LINE),
            label: "Front desk".into(),
            agent_id: Some(agent.id),
            provider: steward_model::LineProvider::Twilio,
        };
        let line = of_org.create_line(line).await.unwrap();
        let settings = RuntimeSettings {
            workers: 16,
            poll: Duration::from_millis(50),
            model: "test:model".into(),
            native_tools: vec!["test:".into()],
            max_tokens: 100,
            // The model is asked what the story says and nothing else; stories of long threads say otherwise.
            compaction_percent: 100_000,
            ..RuntimeSettings::default()
        };
        let retry = RetryPolicy {
            attempts: 1,
            ..RetryPolicy::default()
        };
        let mut scene = Self {
            org: org.id,
            owner: owner.id,
            agent: agent.id,
            line: line.id,
            mind: Mind::new(script),
            carrier: Arc::default(),
            mailer: None,
            settings,
            retry,
            tools: Vec::new(),
            subagents: SubagentRegistry::default(),
            runtime: Runtime::new(nothing(&store)),
            working: None,
            store,
            db,
        };
        scene.assemble();
        scene
    }

    /// Puts the runtime together again, from what the scene says by now.
    pub(super) fn assemble(&mut self) {
        self.runtime = Runtime::new(self.parts(self.store.clone()));
    }

    /// What a runtime is made of, with this store.
    pub(super) fn parts(&self, store: Store) -> Parts {
        let carrier: Arc<dyn Carrier> = self.carrier.clone();
        let models = Models::default()
            .with("test:model", self.mind.clone())
            .with("anthropic:model", self.mind.clone());
        let settings = PipelineSettings {
            retry: self.retry,
            ..PipelineSettings::default()
        };
        let tools = self.tools.iter().cloned();
        Parts {
            memory: memory(&store),
            store,
            pipeline: Pipeline::new(models, settings).with_chance(Box::new(|| 0.0)),
            tools: tools.fold(Catalogue::new(&self.subagents), Catalogue::with),
            subagents: self.subagents.clone(),
            carriers: HashMap::from([(steward_model::LineProvider::Twilio, carrier)]),
            mailer: self.mailer.clone(),
            clock: Arc::new(self.db.clock().clone()),
            settings: self.settings.clone(),
        }
    }

    pub(super) async fn start(&mut self) {
        self.assemble();
        self.working = Some(self.runtime.start().await.unwrap());
    }

    /// Ends everything at once. On Postgres nobody knows, and so the leases are let run out.
    pub(super) async fn crash(&mut self) {
        drop(self.working.take());
        if self.store.is_shared() {
            let long = self.settings.lease + Duration::from_secs(1);
            self.db.clock().advance(long.max(self.settings.send.lease));
        }
    }

    pub(super) async fn stop(&mut self, patience: Duration) {
        if let Some(working) = self.working.take() {
            working.stop(patience).await;
        }
    }

    /// Stops the turn on a thread.
    pub(super) async fn stop_turn(&self, thread: ThreadId) -> bool {
        self.runtime.stop_turn(self.org, thread).await.unwrap()
    }

    /// Stops, and checks everything that must be true of any story.
    pub(super) async fn finish(mut self) {
        self.stop(Duration::from_secs(20)).await;
        self.check().await;
    }

    /// Checks everything that must be true of any story.
    pub(super) async fn check(&self) {
        assert_eq!(self.mind.malformed(), Vec::<String>::new());
        invariants::check(&self.db, &self.store, self.org).await;
        for turn in self.turns().await {
            let replayed = replay(&self.store, turn.id).await.unwrap();
            assert!(replayed.is_faithful(), "turn {}: {replayed:?}", turn.no);
        }
    }

    /// Somebody new.
    pub(super) async fn person(&self, n: usize) -> Person {
        let number = format!("+1415555{:04}", 1000 + n);
        let new = NewContact {
            name: None,
            identifiers: vec![phone(&number)],
        };
        let contact = self.store.org(self.org).create_contact(new).await.unwrap();
        Person {
            id: contact.id,
            number,
        }
    }

    /// A text that somebody writes to the line.
    pub(super) fn text(&self, who: &Person, id: &str, text: &str) -> NewEvent {
        self.text_to((self.line, LINE), who, id, text)
    }

    pub(super) fn text_to(
        &self,
        (line_id, to): (LineId, &str),
        who: &Person,
        id: &str,
        text: &str,
    ) -> NewEvent {
        let sms = InboundSms {
            message_id: id.to_owned(),
            contact_id: who.id,
            line_id,
            from: who.number.clone(),
            to: to.to_owned(),
            text: text.to_owned(),
            media: Vec::new(),
        };
        NewEvent {
            agent_id: self.agent,
            correlation_key: format!("contact:{}", who.id),
            scope: Scope::Contact(who.id),
            source: "twilio".into(),
            dedupe_key: id.to_owned(),
            kind: EventKind::InboundSms,
            payload: serde_json::to_vec(&sms).unwrap(),
            integrity: Integrity::Untrusted,
        }
    }

    /// What the owner writes on the thread of this name.
    pub(super) fn message(&self, thread: &str, id: &str, text: &str) -> NewEvent {
        let message = UserMessage {
            member_id: self.owner,
            text: text.to_owned(),
            page_context: None,
            again: false,
        };
        NewEvent {
            agent_id: self.agent,
            correlation_key: thread.to_owned(),
            scope: Scope::Org(self.org),
            source: "web".into(),
            dedupe_key: id.to_owned(),
            kind: EventKind::UserMessage,
            payload: serde_json::to_vec(&message).unwrap(),
            integrity: Integrity::User,
        }
    }

    /// Takes it in and tells the thread. Whoever delivers it tries again while the database is too busy.
    pub(super) async fn accept(&self, event: NewEvent) -> ThreadId {
        loop {
            match self.runtime.accept(self.org, event.clone()).await {
                Ok(Accepted::Queued { thread_id, .. } | Accepted::Duplicate { thread_id, .. }) => {
                    return thread_id;
                }
                Err(error) => assert!(error.is_passing(), "{error}"),
            }
        }
    }

    /// Waits until no thread wants anything and nothing is to be sent.
    pub(super) async fn quiet(&self) {
        let now = || steward_model::Clock::now(self.db.clock()).as_micros();
        self.until("everything is done", async || {
            let busy = format!(
                "select (select count(*) from thread where hold_reason is null
                    and (state = 'running' or (state = 'queued' and wake_at <= {now})))
                 + (select count(*) from effect where state = 'inflight' or (state = 'pending' and not_before <= {now}))",
                now = now()
            );
            self.db.data().value(&busy).await == Cell::Int(0)
        })
        .await;
    }

    /// As [`Self::quiet`], but lets the time pass whenever nothing moves: until leases have run out, and until turns and
    /// sends that wait go on.
    pub(super) async fn settle(&self) {
        let started = Instant::now();
        while !self.rests().await {
            if started.elapsed() > PATIENCE {
                panic!("it never came to rest: {}", self.standing().await);
            }
            let lease = self.settings.lease + Duration::from_secs(1);
            self.db.clock().advance(lease);
            self.runtime.wake();
        }
    }

    /// Waits a while for everything to come to its end; tells whether it has.
    async fn rests(&self) -> bool {
        let unfinished = "select (select count(*) from turn where state = 'open')
             + (select count(*) from thread where state in ('queued', 'running') and hold_reason is null)
             + (select count(*) from effect where state in ('pending', 'inflight', 'unknown'))";
        let mut last = (self.mind.calls(), self.carrier.taken().len());
        let mut since = Instant::now();
        while since.elapsed() < Duration::from_millis(300) {
            if self.count(unfinished).await == 0 {
                return true;
            }
            let seen = (self.mind.calls(), self.carrier.taken().len());
            if std::mem::replace(&mut last, seen) != seen {
                since = Instant::now();
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        false
    }

    /// Waits until it is so.
    pub(super) async fn until(&self, what: &str, is_so: impl AsyncFn() -> bool) {
        let started = Instant::now();
        while !is_so().await {
            if started.elapsed() > PATIENCE {
                panic!("it never came to be that {what}: {}", self.standing().await);
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    /// Where everything stands, for whoever reads why a test failed.
    async fn standing(&self) -> String {
        let threads = "select state, hold_reason, count(*) from thread group by state, hold_reason";
        let turns =
            "select state, outcome, workers, count(*) from turn group by state, outcome, workers";
        let data = self.db.data();
        let (threads, turns) = (data.rows(threads).await, data.rows(turns).await);
        format!(
            "threads {threads:?}, turns {turns:?}, {} calls",
            self.mind.calls()
        )
    }

    /// Waits until the model was asked so often.
    pub(super) async fn asked(&self, calls: usize) {
        self.until(&format!("the model is asked {calls} times"), async || {
            self.mind.calls() >= calls
        })
        .await;
    }

    /// The count that a query tells.
    pub(super) async fn count(&self, sql: &str) -> i64 {
        match self.db.data().value(sql).await {
            Cell::Int(count) => count,
            other => panic!("{sql} told {other:?}"),
        }
    }

    /// Every turn, oldest first.
    pub(super) async fn turns(&self) -> Vec<TurnRecord> {
        let org = self.store.org(self.org);
        let every = TurnFilter::default();
        let mut turns = org.turns(&all(), &every).await.unwrap();
        turns.reverse();
        turns
    }

    /// How every turn ended, oldest first.
    pub(super) async fn outcomes(&self) -> Vec<String> {
        let turns = self.turns().await.into_iter();
        turns
            .map(|turn| turn.outcome.unwrap_or_else(|| "open".to_owned()))
            .collect()
    }

    /// Everything that people were told, oldest first.
    pub(super) async fn notices(&self) -> Vec<(NoticeKind, String)> {
        let notices = self.store.org(self.org).notices(&all(), false).await;
        let told = notices.unwrap().into_iter();
        told.map(|notice| (notice.kind, notice.text.unwrap_or_default()))
            .collect()
    }

    /// The questions that wait for a person.
    pub(super) async fn questions(&self) -> Vec<Approval> {
        let org = self.store.org(self.org);
        org.approvals(&all(), true).await.unwrap()
    }

    /// What stands on a thread, as its kinds and contents.
    pub(super) async fn items(&self, thread: ThreadId) -> Vec<(String, serde_json::Value)> {
        let items = self.store.org(self.org).items(thread, i64::MAX, 1000).await;
        let read = |item: steward_store::Item| {
            let content = serde_json::from_slice(&item.content).unwrap();
            (item.kind.to_string(), content)
        };
        items.unwrap().into_iter().map(read).collect()
    }

    /// Changes the agent, which counts as another revision of it.
    pub(super) async fn change_agent(&self, change: impl FnOnce(&mut NewAgent)) {
        let org = self.store.org(self.org);
        let agent = org.agent(self.agent).await.unwrap().unwrap();
        let mut settings = agent.settings;
        change(&mut settings);
        org.replace_agent(self.agent, agent.revision, settings, None)
            .await
            .unwrap();
    }
}

/// An agent that sends by itself and has every tool.
pub(super) fn autonomous() -> NewAgent {
    let tools = ["messaging", "reminders", "subagents", "history", TOOLSET];
    NewAgent {
        member_id: None,
        name: "Text Reply".into(),
        source: None,
        profile: AgentProfile::default(),
        model: None,
        tools: tools.map(String::from).to_vec(),
        send_mode: SendMode::Autonomous,
        memory_mode: MemoryMode::Shared,
        daily_micros: None,
        daily_tokens: None,
    }
}

pub(super) fn all() -> Page {
    Page {
        after: None,
        limit: 10_000,
    }
}

pub(super) fn phone(number: &str) -> Identifier {
    Identifier::parse(IdentifierKind::Phone, number).unwrap()
}

/// The words of a set, for messages.
pub(super) fn set<T: Ord>(all: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    all.into_iter().collect()
}

/// A runtime that stands in until the scene is set.
fn nothing(store: &Store) -> Parts {
    Parts {
        memory: memory(store),
        store: store.clone(),
        pipeline: Pipeline::new(Models::default(), PipelineSettings::default()),
        tools: Catalogue::builtin(),
        subagents: SubagentRegistry::default(),
        carriers: HashMap::new(),
        mailer: None,
        clock: Arc::new(steward_model::SystemClock),
        settings: RuntimeSettings::default(),
    }
}

/// A memory with the built-in model.
fn memory(store: &Store) -> Library {
    Library::new(store.clone(), Meaning::built_in().unwrap(), 64 << 20)
}
