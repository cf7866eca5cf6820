//! One story: a seed, from the first text until everything is settled.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use steward_channels::Message;
use steward_model::EffectState;
use steward_runtime::replay;
use steward_store::{SendRules, TurnFilter};
use steward_testkit::Cell;
use turmoil::Sim;

use super::carrier::Ledger;
use super::node::{Node, all};
use super::plan::{Event, Fault, HEALED, STEP, faults, steps_in};
use super::{invariants, people};

/// Everything is settled by then.
const LATEST: Duration = Duration::from_secs(600);

/// How often somebody looks whether everything is settled.
const LOOK: Duration = Duration::from_secs(5);

/// What happened, with the time.
#[derive(Clone, Default)]
pub(super) struct Trace(Arc<Mutex<Vec<String>>>);

impl Trace {
    pub(super) fn note(&self, what: &str) {
        let now = turmoil::sim_elapsed().unwrap_or_default();
        self.note_at(now, what);
    }

    fn note_at(&self, now: Duration, what: &str) {
        let line = format!("{:>6} ms: {what}", now.as_millis());
        self.0.lock().unwrap().push(line);
    }
}

/// How a story ended.
pub(super) struct Told {
    pub(super) trace: Vec<String>,
    /// What the carrier took, as to whom and what.
    pub(super) taken: Vec<(String, String)>,
    /// What the outbox says, in order: the text, where it stands and how often it was tried.
    pub(super) effects: Vec<(String, EffectState, i64)>,
    /// The messages of turns that died too often; a person was told.
    pub(super) given_up: Vec<String>,
    pub(super) crashes: usize,
}

/// Tells the story of a seed. The carrier takes nothing later than `slowest` after it came.
pub(super) fn tell(seed: u64, send: SendRules, slowest: Duration) -> Told {
    let outside = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let node = Arc::new(outside.block_on(Node::new(send)));
    let (trace, ledger) = (Trace::default(), Ledger::default());
    let mut sim = turmoil::Builder::new()
        .rng_seed(seed)
        .tick_duration(STEP)
        .min_message_latency(STEP)
        .max_message_latency(STEP)
        .simulation_duration(2 * LATEST)
        .build();
    let books = (ledger.clone(), trace.clone());
    sim.host("carrier", move || {
        let (ledger, trace) = books.clone();
        ledger.serve(seed, steps_in(slowest), trace)
    });
    let running = Arc::clone(&node);
    sim.host("node", move || Arc::clone(&running).run());
    sim.client("people", people::write(seed, trace.clone()));

    let events = faults(seed);
    let mut heard = false;
    loop {
        let step = steps_in(sim.elapsed());
        events
            .iter()
            .for_each(|event| happen(&mut sim, event, step, &trace));
        heard |= sim.step().unwrap();
        let look = step.is_multiple_of(steps_in(LOOK)) && sim.elapsed() > HEALED;
        if heard && look && outside.block_on(is_settled(&node)) {
            break;
        }
        assert!(sim.elapsed() < LATEST, "it is never settled");
    }
    drop(sim);
    let (effects, given_up) =
        outside.block_on(async { (check(&node).await, given_up(&node).await) });
    let is_crash = |event: &&Event| event.fault == Fault::Crash("node");
    Told {
        trace: trace.0.lock().unwrap().clone(),
        taken: ledger.taken(),
        effects,
        given_up,
        crashes: events.iter().filter(is_crash).count(),
    }
}

/// Lets a fault begin or end, if this is the step for it.
fn happen(sim: &mut Sim<'_>, event: &Event, step: u32, trace: &Trace) {
    if step == event.at {
        trace.note_at(sim.elapsed(), &format!("{:?}", event.fault));
        match event.fault {
            Fault::Crash(host) => sim.crash(host),
            Fault::Cut(one, other) => sim.partition(one, other),
            Fault::CutOneWay(from, to) => sim.partition_oneway(from, to),
            Fault::Stall(one, other) => sim.hold(one, other),
            Fault::Latency(one, other, steps) => sim.set_link_latency(one, other, STEP * steps),
        }
    }
    if step == event.until {
        match event.fault {
            Fault::Crash(host) => sim.bounce(host),
            Fault::Cut(one, other) | Fault::CutOneWay(one, other) => sim.repair(one, other),
            Fault::Stall(one, other) => sim.release(one, other),
            Fault::Latency(one, other, _) => sim.set_link_latency(one, other, STEP),
        }
    }
}

async fn is_settled(node: &Node) -> bool {
    let open = "select (select count(*) from thread where state <> 'idle') +
        (select count(*) from effect where state in ('pending', 'inflight', 'unknown'))";
    node.db.data().value(open).await == Cell::Int(0)
}

/// Checks what must be true of any story, and reads the outbox.
async fn check(node: &Node) -> Vec<(String, EffectState, i64)> {
    let store = node.db.open().await;
    invariants::check(&node.db, &store, node.org).await;
    let org = store.org(node.org);
    for turn in org.turns(&all(), &TurnFilter::default()).await.unwrap() {
        let replayed = replay(&store, turn.id).await.unwrap();
        assert!(replayed.is_faithful(), "turn {}: {replayed:?}", turn.no);
    }
    let effects = org.effects(&all(), None).await.unwrap().into_iter();
    let read = effects.map(|effect| {
        let message: Message = serde_json::from_slice(&effect.payload.unwrap()).unwrap();
        (message.text, effect.state, effect.attempt)
    });
    let read = read.collect();
    store.close().await;
    read
}

async fn given_up(node: &Node) -> Vec<String> {
    let sql = "select event.dedupe_key from event join turn on turn.id = event.turn_id
        join notice on notice.dedupe_key = 'turn:' || turn.id where turn.outcome = 'given_up'";
    let rows = node.db.data().rows(sql).await.into_iter().flatten();
    let names = rows.map(|cell| match cell {
        Cell::Text(name) => name,
        other => panic!("{other:?} is no name"),
    });
    names.collect()
}
