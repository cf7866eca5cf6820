//! What a turn costs: with a model that answers at once, everything that is left is ours.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures_util::future::{BoxFuture, try_join_all};
use serde::Serialize;
use steward_agent::{SubagentRegistry, TurnEvent};
use steward_llm::{ChatModel, Models, OnDelta, Pipeline, PipelineSettings};
use steward_memory::{Library, Meaning};
use steward_model::{
    AgentId, ChatAnswer, ChatRequest, EventKind, IdGen as _, Integrity, MemberId, MemoryMode,
    ModelFailure, OrgId, Role, Scope, SendMode, StopReason, SystemClock, SystemIds, ThreadId,
    Usage, UserMessage,
};
use steward_runtime::{LiveEvent, Parts, Runtime, RuntimeSettings, Working};
use steward_store::{
    Accepted, AgentProfile, Database, MasterKeys, NewAgent, NewEvent, NewMember, Point, Store,
    StoreOptions,
};
use steward_tools::Catalogue;
use tokio::sync::broadcast::Receiver;

use super::Failure;
use super::figures::{cpu_time, memory_mb, millis, percentile, round};

const MODEL: &str = "bench:model";

/// What is to be measured.
pub(super) struct Plan<'p> {
    pub(super) database_url: Option<&'p str>,
    pub(super) threads: usize,
    pub(super) members: usize,
    pub(super) turns: usize,
    pub(super) items: usize,
    pub(super) idle_threads: usize,
    pub(super) by_statement: bool,
}

/// What was measured.
#[derive(Debug, Serialize)]
pub(super) struct Figures {
    database: &'static str,
    sequential_turns_per_second: f64,
    sequential_ms_p50: f64,
    sequential_ms_p99: f64,
    cpu_ms_per_turn: f64,
    disk_waits_per_turn: f64,
    threads: usize,
    concurrent_turns_per_second: f64,
    concurrent_cpu_ms_per_turn: f64,
    long_thread_items: i64,
    long_thread_cpu_ratio: f64,
    idle_threads: usize,
    memory_mb_before_idle_threads: f64,
    memory_mb_after_idle_threads: f64,
    /// How often each statement ran in a turn, where that was asked for: counting them takes time too.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    statements_per_turn: BTreeMap<&'static str, f64>,
}

pub(super) async fn measure(plan: Plan<'_>) -> Result<Figures, Failure> {
    let folder = tempfile::tempdir().map_err(Failure::other)?;
    let bench = Bench::open(folder.path(), &plan).await?;
    let working = bench.runtime.start().await?;
    let figures = bench.run(&plan).await;
    working_stop(working).await;
    bench.store.close().await;
    figures
}

async fn working_stop(working: Working) {
    working.stop(Duration::from_secs(5)).await;
}

/// A runtime with one agent, and a counter of the times it waited for the disk.
struct Bench {
    store: Store,
    runtime: Runtime,
    org: OrgId,
    members: Vec<MemberId>,
    agent: AgentId,
    counts: Arc<Counts>,
    database: &'static str,
}

/// What the database was asked.
#[derive(Default)]
struct Counts {
    commits: AtomicU64,
    statements: Mutex<BTreeMap<&'static str, u64>>,
    by_statement: bool,
}

impl Counts {
    fn count(&self, point: Point) {
        match point {
            Point::Commit => {
                self.commits.fetch_add(1, Ordering::Relaxed);
            }
            Point::Statement(sql) if self.by_statement => {
                *self.statements().entry(sql.name).or_default() += 1;
            }
            Point::Statement(_) | Point::Committed => {}
        }
    }

    fn statements(&self) -> MutexGuard<'_, BTreeMap<&'static str, u64>> {
        self.statements
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// One thread of one member.
struct Talk {
    key: String,
    member: MemberId,
}

/// What a stretch of turns took.
struct Taken {
    wall: Duration,
    cpu: Duration,
    waits: u64,
    each: Vec<Duration>,
}

impl Bench {
    async fn open(folder: &Path, plan: &Plan<'_>) -> Result<Self, Failure> {
        let master = MasterKeys::from_file(&folder.join("master.key"))?;
        let counts = Arc::new(Counts {
            by_statement: plan.by_statement,
            ..Counts::default()
        });
        let counter = Arc::clone(&counts);
        let mut options = StoreOptions::in_folder(folder, master);
        if let Some(url) = plan.database_url {
            options.data = Database::Postgres {
                url: url.to_owned(),
                max_connections: 40,
            };
        }
        options.probe = Some(Arc::new(move |point| {
            counter.count(point);
            Ok(())
        }));
        let store = Store::open(options).await?;
        let (org, owner) = store.create_org("Bench", member(Role::Owner)).await?;
        let mut members = vec![owner.id];
        for _ in 1..plan.members {
            let new = store
                .org(org.id)
                .create_member(member(Role::Member))
                .await?;
            members.push(new.id);
        }
        let agent = store.org(org.id).create_agent(agent()).await?;
        Ok(Self {
            runtime: runtime(store.clone())?,
            store,
            org: org.id,
            members,
            agent: agent.id,
            counts,
            database: plan.database_url.map_or("sqlite", |_| "postgres"),
        })
    }

    async fn run(&self, plan: &Plan<'_>) -> Result<Figures, Failure> {
        self.turns("warm", plan.turns / 10 + 1).await?;
        self.counts.statements().clear();
        let short = self.turns("sequential", plan.turns).await?;
        let statements = std::mem::take(&mut *self.counts.statements());
        let concurrent = self.concurrent(plan.threads, plan.turns).await?;
        let (ratio, items) = self.compare_lengths(plan).await?;
        let before = memory_mb();
        self.make_idle(plan.idle_threads).await?;
        let after = memory_mb();
        let turns = plan.turns as f64;
        let all = (plan.turns / plan.threads.max(1) * plan.threads) as f64;
        Ok(Figures {
            database: self.database,
            sequential_turns_per_second: round(turns / short.wall.as_secs_f64()),
            sequential_ms_p50: millis(percentile(&short.each, 50)),
            sequential_ms_p99: millis(percentile(&short.each, 99)),
            cpu_ms_per_turn: round(short.cpu.as_secs_f64() * 1e3 / turns),
            disk_waits_per_turn: round(short.waits as f64 / turns),
            threads: plan.threads,
            concurrent_turns_per_second: round(all / concurrent.wall.as_secs_f64()),
            concurrent_cpu_ms_per_turn: round(concurrent.cpu.as_secs_f64() * 1e3 / all),
            long_thread_items: items,
            long_thread_cpu_ratio: round(ratio),
            idle_threads: plan.idle_threads,
            memory_mb_before_idle_threads: before,
            memory_mb_after_idle_threads: after,
            statements_per_turn: statements
                .into_iter()
                .map(|(name, times)| (name, round(times as f64 / turns)))
                .collect(),
        })
    }

    /// Turns on one thread, one after the other.
    async fn turns(&self, key: &str, count: usize) -> Result<Taken, Failure> {
        let talk = self.talk(key, 0);
        let (thread, mut watcher) = self.first(&talk).await?;
        let (begun, cpu, waits) = (Instant::now(), cpu_time(), self.waits());
        let mut each = Vec::with_capacity(count);
        for _ in 0..count {
            let sent = Instant::now();
            self.say(&talk).await?;
            finished(&mut watcher).await?;
            each.push(sent.elapsed());
        }
        each.sort_unstable();
        drop(watcher);
        tracing::debug!(%thread, "measured");
        Ok(Taken {
            wall: begun.elapsed(),
            cpu: cpu_time().saturating_sub(cpu),
            waits: self.waits() - waits,
            each,
        })
    }

    /// Turns on many threads at the same time.
    async fn concurrent(&self, threads: usize, turns: usize) -> Result<Taken, Failure> {
        let mut talks = Vec::with_capacity(threads);
        for number in 0..threads {
            let talk = self.talk(&format!("concurrent:{number}"), number);
            let (_, watcher) = self.first(&talk).await?;
            talks.push((talk, watcher));
        }
        let (begun, cpu, waits) = (Instant::now(), cpu_time(), self.waits());
        let each = turns / threads.max(1);
        try_join_all(talks.into_iter().map(|(talk, mut watcher)| async move {
            for _ in 0..each {
                self.say(&talk).await?;
                finished(&mut watcher).await?;
            }
            Ok::<_, Failure>(())
        }))
        .await?;
        Ok(Taken {
            wall: begun.elapsed(),
            cpu: cpu_time().saturating_sub(cpu),
            waits: self.waits() - waits,
            each: Vec::new(),
        })
    }

    /// What a turn on a long thread costs against one on a short thread, taken in turns so that both see the same
    /// machine.
    async fn compare_lengths(&self, plan: &Plan<'_>) -> Result<(f64, i64), Failure> {
        let (long, _) = self.first(&self.talk("long", 0)).await?;
        // A turn leaves two items.
        self.turns("long", plan.items / 2).await?;
        self.turns("short", 4).await?;
        let (mut long_cpu, mut short_cpu) = (Duration::ZERO, Duration::ZERO);
        for round in 0..20 {
            // A short thread stays short: a fresh one for each round, with ten items.
            let key = format!("short:{round}");
            self.turns(&key, 4).await?;
            long_cpu += self.turns("long", 10).await?.cpu;
            short_cpu += self.turns(&key, 10).await?.cpu;
        }
        let items = self.store.org(self.org).items(long, i64::MAX, 1).await?;
        let ratio = long_cpu.as_secs_f64() / short_cpu.as_secs_f64();
        Ok((ratio, items.last().map_or(0, |item| item.seq)))
    }

    async fn make_idle(&self, count: usize) -> Result<(), Failure> {
        let watched: Vec<usize> = (0..count).collect();
        for some in watched.chunks(64) {
            try_join_all(some.iter().map(|number| async move {
                let talk = self.talk(&format!("idle:{number}"), *number);
                self.first(&talk).await.map(|_| ())
            }))
            .await?;
        }
        Ok(())
    }

    fn talk(&self, name: &str, number: usize) -> Talk {
        Talk {
            key: format!("bench:{name}"),
            member: self.members[number % self.members.len()],
        }
    }

    /// The first turn of a thread, and a watcher of the next ones.
    async fn first(&self, talk: &Talk) -> Result<(ThreadId, Receiver<LiveEvent>), Failure> {
        let thread = self.say(talk).await?;
        let watcher = self.runtime.live().watch(thread);
        // It may have ended before it was watched; the record knows.
        loop {
            let view = self
                .store
                .org(self.org)
                .view_thread(thread, i64::MAX, 0)
                .await?;
            if view.is_none() {
                return Ok((thread, watcher.resubscribe()));
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    async fn say(&self, talk: &Talk) -> Result<ThreadId, Failure> {
        let message = UserMessage {
            member_id: talk.member,
            text: "When does the office open on Mondays?".into(),
            page_context: None,
            again: false,
        };
        let event = NewEvent {
            agent_id: self.agent,
            correlation_key: talk.key.clone(),
            scope: Scope::Member(talk.member),
            source: "bench".into(),
            dedupe_key: SystemIds.next().to_string(),
            kind: EventKind::UserMessage,
            payload: serde_json::to_vec(&message).map_err(Failure::other)?,
            integrity: Integrity::User,
        };
        match self.runtime.accept(self.org, event).await? {
            Accepted::Queued { thread_id, .. } | Accepted::Duplicate { thread_id, .. } => {
                Ok(thread_id)
            }
        }
    }

    fn waits(&self) -> u64 {
        self.counts.commits.load(Ordering::Relaxed)
    }
}

/// Waits for the end of the turn that runs.
async fn finished(watcher: &mut Receiver<LiveEvent>) -> Result<(), Failure> {
    let limit = Duration::from_secs(30);
    loop {
        let told = tokio::time::timeout(limit, watcher.recv()).await;
        let event = told.map_err(Failure::other)?.map_err(Failure::other)?;
        if let TurnEvent::Complete { .. } = event.event {
            return Ok(());
        }
    }
}

fn member(role: Role) -> NewMember {
    NewMember {
        name: "Somebody".into(),
        role,
        identifiers: Vec::new(),
    }
}

fn agent() -> NewAgent {
    NewAgent {
        member_id: None,
        name: "Bench".into(),
        source: None,
        profile: AgentProfile::default(),
        model: Some(MODEL.into()),
        tools: vec!["messaging".into(), "memory".into(), "reminders".into()],
        send_mode: SendMode::default(),
        memory_mode: MemoryMode::Shared,
        daily_micros: None,
        daily_tokens: None,
    }
}

fn runtime(store: Store) -> Result<Runtime, Failure> {
    let models = Models::default().with(MODEL, Arc::new(AtOnce));
    let subagents = SubagentRegistry::new(Vec::new()).map_err(Failure::other)?;
    let meaning = Meaning::built_in().map_err(Failure::other)?;
    Ok(Runtime::new(Parts {
        memory: Library::new(store.clone(), meaning, 256 << 20),
        store,
        pipeline: Pipeline::new(models, PipelineSettings::default()),
        tools: Catalogue::new(&subagents),
        subagents,
        carriers: HashMap::new(),
        mailer: None,
        clock: Arc::new(SystemClock),
        settings: RuntimeSettings {
            model: MODEL.into(),
            workers: 256,
            ..RuntimeSettings::default()
        },
    }))
}

/// A model that answers at once and always the same.
struct AtOnce;

impl ChatModel for AtOnce {
    fn chat<'a>(
        &'a self,
        _: &'a ChatRequest,
        _: OnDelta<'a>,
    ) -> BoxFuture<'a, Result<ChatAnswer, ModelFailure>> {
        Box::pin(async {
            Ok(ChatAnswer {
                text: r#"{"messages": ["At eight in the morning."], "tool_calls": []}"#.into(),
                thinking: String::new(),
                tool_calls: Vec::new(),
                stop: StopReason::End,
                usage: Usage {
                    input_tokens: 700,
                    output_tokens: 20,
                    ..Usage::default()
                },
            })
        })
    }
}
