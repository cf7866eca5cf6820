//! Two organisations, their lines and agents, and the people who write to them; on the real store, with the real runtime.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use steward_agent::SubagentRegistry;
use steward_channels::Carrier;
use steward_llm::{Models, Pipeline, PipelineSettings, RetryPolicy};
use steward_memory::{Library, Meaning};
use steward_model::{
    AgentId, ContactId, LineId, LineProvider, MemberId, MemoryMode, NoticeId, OrgId, Role,
    SendMode, SystemIds, ThreadId,
};
use steward_runtime::{Parts, Runtime, RuntimeSettings, Working};
use steward_store::{
    AgentProfile, Database, NewAgent, NewContact, NewLine, NewMember, Point, Store,
};
use steward_testkit::{Backend, TestDatabase};
use steward_tools::Catalogue;
use tokio::task::{JoinHandle, yield_now};

use super::super::scene::phone;
use super::book::Book;
use super::carrier::Hands;
use super::chance::Chance;
use super::mind::{Mind, model};

/// A line and whose it is.
pub(super) struct LineOf {
    pub(super) org: usize,
    pub(super) number: &'static str,
    pub(super) provider: LineProvider,
}

pub(super) const LINES: [LineOf; 3] = [
    LineOf {
        org: 0,
        number: "+14155550101",
        provider: LineProvider::Twilio,
    },
    // This carrier confirms no STOP by itself.
    LineOf {
        org: 0,
        number: "+14155550102",
        provider: LineProvider::Quo,
    },
    LineOf {
        org: 1,
        number: "+14155550201",
        provider: LineProvider::Twilio,
    },
];

/// The numbers that people write from.
pub(super) const NUMBERS: [&str; 6] = [
    "+14155551000",
    "+14155551001",
    "+14155551002",
    "+14155551003",
    "+14155551004",
    "+14155551005",
];

/// Who has which numbers at first: the second has two, and two numbers are known to both organisations.
const CONTACTS: [(usize, &[usize]); 5] = [(0, &[0]), (0, &[1, 2]), (0, &[3]), (1, &[0]), (1, &[3])];

/// Whose line a number is.
pub(super) fn org_of(line: &str) -> usize {
    let found = LINES.iter().find(|one| one.number == line);
    found.map_or(usize::MAX, |line| line.org)
}

pub(super) struct Org {
    pub(super) id: OrgId,
    pub(super) owner: MemberId,
    /// The one that sends and the one that drafts.
    pub(super) agents: [AgentId; 2],
    pub(super) lines: Vec<(LineId, &'static LineOf)>,
}

pub(super) struct World {
    pub(super) db: TestDatabase,
    pub(super) store: Store,
    pub(super) orgs: Vec<Org>,
    pub(super) book: Arc<Book>,
    pub(super) mind: Arc<Mind>,
    pub(super) carrier: Arc<Hands>,
    pub(super) chance: Chance,
    pub(super) contacts: Vec<(usize, ContactId)>,
    pub(super) threads: Vec<(usize, ThreadId)>,
    /// Everything that was delivered to us, to come again.
    pub(super) delivered: Vec<super::door::Delivered>,
    pub(super) runtime: Runtime,
    working: Option<Working>,
    stirs: Arc<AtomicU64>,
    /// What looking around costs.
    own: u64,
    _still: Still,
}

/// Tokio's time stands still for as long as it exists, unless it is pushed: a runtime whose time is paused waits for blocking work.
struct Still {
    _release: mpsc::Sender<()>,
    _blocking: JoinHandle<()>,
}

impl Still {
    fn stand() -> Self {
        let (release, released) = mpsc::channel();
        let blocking = tokio::task::spawn_blocking(move || {
            // It ends when the other side is gone.
            let _ = released.recv();
        });
        Self {
            _release: release,
            _blocking: blocking,
        }
    }
}

impl World {
    pub(super) async fn new(backend: Backend, seed: u64) -> Self {
        let still = Still::stand();
        tokio::time::pause();
        let db = TestDatabase::on(backend).await;
        let (book, stirs) = (Arc::<Book>::default(), Arc::new(AtomicU64::new(0)));
        let store = open(&db, &book, &stirs).await;
        let mut orgs = Vec::new();
        for org in 0..2 {
            orgs.push(found(&store, org).await);
        }
        let (mind, carrier) = (Mind::new(&stirs), Hands::new(&book, &stirs));
        let runtime = Runtime::new(parts(&db, &store, &mind, &carrier));
        let mut world = Self {
            db,
            store,
            orgs,
            book,
            mind,
            carrier,
            chance: Chance::new(seed),
            contacts: Vec::new(),
            threads: Vec::new(),
            delivered: Vec::new(),
            runtime,
            working: None,
            stirs,
            own: 0,
            _still: still,
        };
        world.meet().await;
        let before = world.stirred();
        world.follow().await;
        world.own = world.stirred() - before;
        world.start().await;
        world
    }

    /// Everybody that is known from the start.
    async fn meet(&mut self) {
        for (org, numbers) in CONTACTS {
            let numbers = numbers.iter().map(|number| phone(NUMBERS[*number]));
            let new = NewContact {
                name: None,
                identifiers: numbers.collect(),
            };
            let here = self.store.org(self.orgs[org].id);
            let contact = here.create_contact(new).await.unwrap();
            self.note(org, &contact);
        }
    }

    /// Writes down who is known by which numbers.
    pub(super) fn note(&mut self, org: usize, contact: &steward_store::Contact) {
        let values = contact.identifiers.iter().map(|one| one.value.clone());
        let values: Vec<_> = values.collect();
        let mut pages = self.book.open();
        pages.note_numbers(&contact.id.to_string(), &values);
        if !self.contacts.contains(&(org, contact.id)) {
            self.contacts.push((org, contact.id));
        }
    }

    async fn start(&mut self) {
        let parts = parts(&self.db, &self.store, &self.mind, &self.carrier);
        self.runtime = Runtime::new(parts);
        self.working = Some(self.runtime.start().await.unwrap());
    }

    /// Everything ends at once; some of what was on its way to the carrier arrives all the same. Then all begins again.
    pub(super) async fn crash(&mut self) {
        for place in 0..self.carrier.waiting() {
            if self.chance.percent(50) {
                self.carrier.take_from_wire(place);
            }
        }
        drop(self.working.take());
        self.rest().await;
        if self.store.is_shared() {
            self.db.clock().advance(Duration::from_secs(61));
        }
        self.start().await;
    }

    /// Everything ends.
    pub(super) async fn end(mut self) {
        drop(self.working.take());
        self.store.close().await;
    }

    /// Time passes, on every clock.
    pub(super) async fn pass(&mut self, long: Duration) {
        tokio::time::advance(long).await;
        self.rest().await;
        self.db.clock().advance(long);
        self.runtime.wake();
        // Those who look at the clock every second.
        tokio::time::advance(Duration::from_secs(1)).await;
    }

    /// Waits until everybody has done what there is to do, but for whoever waits for the model or the carrier.
    pub(super) async fn rest(&self) {
        let mut quiet = 0;
        while quiet < 2 {
            let before = self.stirred();
            everybody().await;
            self.follow().await;
            everybody().await;
            let alone = self.stirred() - before == self.own;
            quiet = if alone { quiet + 1 } else { 0 };
        }
    }

    /// Goes through the queues of the writer and of the one reader, behind everybody who is there. Postgres has no such queues, and
    /// is given some time.
    async fn follow(&self) {
        if self.store.is_shared() {
            let nap = || std::thread::sleep(Duration::from_millis(2));
            tokio::task::spawn_blocking(nap).await.unwrap();
            return;
        }
        let org = self.store.org(OrgId::generate(&SystemIds));
        let (notice, member) = (
            NoticeId::generate(&SystemIds),
            MemberId::generate(&SystemIds),
        );
        let (resolved, pinged) =
            tokio::join!(org.resolve_notice(notice, member), self.store.ping());
        assert!(!resolved.unwrap());
        pinged.unwrap();
    }

    fn stirred(&self) -> u64 {
        self.stirs.load(Ordering::SeqCst)
    }
}

async fn everybody() {
    for _ in 0..3 {
        yield_now().await;
    }
}

/// Opens the store with one reader; every statement is counted, and the book is told when a claim begins.
async fn open(db: &TestDatabase, book: &Arc<Book>, stirs: &Arc<AtomicU64>) -> Store {
    let mut options = db.options();
    if let Database::Sqlite { readers, .. } = &mut options.data {
        *readers = 1;
    }
    let (book, stirs) = (Arc::clone(book), Arc::clone(stirs));
    let looked = std::sync::atomic::AtomicBool::new(false);
    options.probe = Some(Arc::new(move |point| {
        stirs.fetch_add(1, Ordering::SeqCst);
        if let Point::Statement(sql) = point {
            // A sender looks for what is due, and then takes it, contact by contact, in one transaction.
            if sql.name.ends_with("outbox::claim::DUE") {
                looked.store(true, Ordering::SeqCst);
            } else if sql.name.ends_with("outbox::claim::HOLD_CONTACT")
                && looked.swap(false, Ordering::SeqCst)
            {
                book.open().claim_begins();
            }
        }
        Ok(())
    }));
    Store::open(options).await.unwrap()
}

/// Makes an organisation.
async fn found(store: &Store, place: usize) -> Org {
    let owner = NewMember {
        name: "Olga".into(),
        role: Role::Owner,
        identifiers: vec![],
    };
    let (org, owner) = store.create_org("Acme", owner).await.unwrap();
    let here = store.org(org.id);
    let sends = here.create_agent(agent(place, SendMode::Autonomous)).await;
    let drafts = here.create_agent(agent(place, SendMode::Suggest)).await;
    let agents = [sends.unwrap().id, drafts.unwrap().id];
    let mut lines = Vec::new();
    for line in LINES.iter().filter(|line| line.org == place) {
        let new = NewLine {
            address: phone(line.number),
            label: "Front desk".into(),
            agent_id: Some(agents[0]),
            provider: line.provider,
        };
        lines.push((here.create_line(new).await.unwrap().id, line));
    }
    Org {
        id: org.id,
        owner: owner.id,
        agents,
        lines,
    }
}

fn agent(org: usize, send_mode: SendMode) -> NewAgent {
    let tools = ["messaging", "reminders", "history"];
    NewAgent {
        member_id: None,
        name: "Text Reply".into(),
        source: None,
        profile: AgentProfile::default(),
        model: Some(model(org, send_mode == SendMode::Autonomous)),
        tools: tools.map(String::from).to_vec(),
        send_mode,
        memory_mode: MemoryMode::Isolated,
        daily_micros: None,
        daily_tokens: None,
    }
}

fn parts(db: &TestDatabase, store: &Store, mind: &Arc<Mind>, carrier: &Arc<Hands>) -> Parts {
    let carrier: Arc<dyn Carrier> = carrier.clone();
    let names = (0..2).flat_map(|org| [model(org, true), model(org, false)]);
    let models = names.fold(Models::default(), |models, name| {
        models.with(&name, mind.clone())
    });
    let pipeline = PipelineSettings {
        retry: RetryPolicy {
            attempts: 1,
            ..RetryPolicy::default()
        },
        ..PipelineSettings::default()
    };
    let subagents = SubagentRegistry::default();
    let mut settings = RuntimeSettings {
        workers: 16,
        model: model(0, true),
        native_tools: vec!["test:".into()],
        max_tokens: 100,
        compaction_percent: 100_000,
        ..RuntimeSettings::default()
    };
    // Enough for a story, and few enough that a person is asked now and then.
    settings.send.max_per_contact_per_hour = 20;
    settings.send.max_per_contact_per_day = 0;
    Parts {
        mailer: None,
        memory: Library::new(store.clone(), Meaning::built_in().unwrap(), 64 << 20),
        store: store.clone(),
        pipeline: Pipeline::new(models, pipeline).with_chance(Box::new(|| 0.0)),
        tools: Catalogue::new(&subagents),
        subagents,
        carriers: HashMap::from([
            (LineProvider::Twilio, Arc::clone(&carrier)),
            (LineProvider::Quo, carrier),
        ]),
        clock: Arc::new(db.clock().clone()),
        settings,
    }
}
