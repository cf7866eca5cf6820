//! Whatever a model calls for and whatever happens meanwhile: nothing goes to anybody but who wrote or whom a person agreed to,
//! nothing leaves from another line, nothing reaches who asked for silence, and nothing is sent twice.
//!
//! A story is a seed: people of two organisations write, ask for silence and for messages again, a model makes calls of every
//! kind, persons approve, pick, take over and change their minds, the carrier loses requests and answers, time jumps, and the whole
//! runtime dies at any point. The runtime and its sender are the real ones, on a real store. The judge is the carrier's log,
//! beside what the test itself knows of who wrote, who agreed and who wants silence.
//!
//! The same seed makes the same choices, from what there is to choose in the same order. What is not repeated is which of several
//! tasks that wake at the same moment reaches the database first: a story may take another course from there on.

mod book;
mod carrier;
mod chance;
mod door;
mod judge;
mod mind;
mod persons;
mod steps;
mod world;

use std::collections::BTreeMap;

use steward_testkit::{Backend, TestDatabase};

use self::book::Pages;
use self::world::World;

/// How many steps a story has.
const STEPS: usize = 400;

/// Calls of the model and other steps in an ordinary run: what fits into about twenty seconds.
const USUAL: usize = 3_000;

/// The same when `STEWARD_SOAK` is set.
const SOAKING: usize = 1_000_000;

/// After how many stories a long run says how far it is.
const OF_WORD: usize = 50;

/// How much of it is told on Postgres.
const OF_POSTGRES: usize = 20;

#[test]
fn nothing_leaves_after_a_stop_and_nothing_goes_to_anybody_else_whatever_is_called_test_53() {
    let all = soak(USUAL, SOAKING);
    let told = tell_until(Backend::Sqlite, all);
    // What the judge looks at has happened, and a STOP to whom something was on its way. What is rarer is missed in a short run now
    // and then.
    let (often, rarely) = (
        ["answered", "own words", "confirmed", "on its way"],
        ["approved", "picked"],
    );
    let rarely = rarely.iter().filter(|_| all == SOAKING);
    for kind in often.iter().chain(rarely) {
        assert!(told.seen.contains_key(kind), "never {kind}: {told:?}");
    }
    if on(async { TestDatabase::postgres().await.is_some() }) {
        tell_until(Backend::Postgres, all / OF_POSTGRES);
    }
}

/// What was told.
#[derive(Debug, Default)]
struct Told {
    stories: usize,
    /// Calls of the model and other steps.
    moves: usize,
    calls: usize,
    /// Messages that the carrier took.
    taken: usize,
    seen: BTreeMap<&'static str, usize>,
}

impl Told {
    /// What left in a story.
    fn add(&mut self, pages: &Pages) {
        self.stories += 1;
        self.taken += pages.taken.len();
        for (what, times) in &pages.seen {
            *self.seen.entry(what).or_default() += times;
        }
    }
}

/// Tells stories until so much has happened.
fn tell_until(backend: Backend, moves: usize) -> Told {
    let mut told = Told::default();
    for seed in first_seed().. {
        if let Err(fault) = tell(backend, seed, moves, &mut told) {
            panic!("On {backend}, seed {seed} fails; STOPS_SEED={seed} begins with it.\n{fault}");
        }
        if told.moves >= moves {
            break;
        }
        if told.stories % OF_WORD == 0 {
            eprintln!("{backend}, up to seed {seed}: {told:?}");
        }
    }
    eprintln!("{backend}: {told:?}");
    told
}

/// Tells a story, up to the first step after which something is wrong: as the judge looks after every step, no shorter beginning
/// of it fails. It ends when enough has happened.
fn tell(backend: Backend, seed: u64, moves: usize, told: &mut Told) -> Result<(), String> {
    on(async {
        let mut world = World::new(backend, seed).await;
        let mut steps = Vec::new();
        while steps.len() < STEPS && told.moves < moves {
            let (what, calls) = world.step().await;
            steps.push(what);
            told.moves += 1 + calls;
            told.calls += calls;
            let faults = std::mem::take(&mut world.book.open().faults);
            if !faults.is_empty() {
                let (faults, count, steps) = (faults.join("\n"), steps.len(), steps.join(", "));
                return Err(format!("{faults}\nafter these {count} steps: {steps}"));
            }
        }
        told.add(&world.book.open());
        world.end().await;
        Ok(())
    })
}

/// Runs it on one thread.
fn on<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(future)
}

/// How much: a little with every change, a lot when `STEWARD_SOAK` is set.
#[expect(
    clippy::disallowed_methods,
    reason = "a test has no configuration to read it from"
)]
fn soak(usual: usize, soaking: usize) -> usize {
    match std::env::var_os("STEWARD_SOAK") {
        None => usual,
        Some(_) => soaking,
    }
}

/// Where to begin.
#[expect(
    clippy::disallowed_methods,
    reason = "a test has no configuration to read it from"
)]
fn first_seed() -> u64 {
    let named = std::env::var("STOPS_SEED").ok();
    named.map_or(0, |seed| seed.parse().unwrap())
}
