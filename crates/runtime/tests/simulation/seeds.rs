//! What must be true of every story.

use std::collections::BTreeSet;
use std::time::Duration;

use steward_model::EffectState;
use steward_store::SendRules;

use super::mind::{name, names};
use super::people::{MESSAGES, PEOPLE};
use super::plan::HEALED;
use super::story::{Told, tell};

/// The carrier takes nothing later than this after it came.
const SLOWEST: Duration = Duration::from_secs(4);

/// A message that the network held back arrives when it is healed: the window exceeds that and what the carrier takes.
const SEND: SendRules = SendRules {
    lease: Duration::from_secs(9),
    settle: Duration::from_secs(25),
    gap: Duration::from_secs(5),
    back_off: Duration::from_secs(1),
    max_per_contact_per_hour: 1_000,
    max_per_contact_per_day: 0,
    max_per_agent_per_day: 0,
    quiet: None,
    max_auto_resend: 1,
};

#[test]
fn nothing_is_lost_and_nothing_comes_twice_32() {
    const { assert!(SEND.settle.as_secs() > HEALED.as_secs() + SLOWEST.as_secs()) };
    let (mut crashes, mut again) = (0, 0);
    for seed in seeds(25, 1_000) {
        let _name = NameOnPanic(seed);
        let told = tell(seed, SEND, SLOWEST);
        check(&told);
        crashes += told.crashes;
        again += told.effects.iter().filter(|effect| effect.2 > 1).count();
    }
    assert!(again > 0 && crashes > 0, "nothing ever went wrong");
}

#[test]
fn a_seed_tells_the_same_story_again_32() {
    for seed in seeds(3, 100) {
        let _name = NameOnPanic(seed);
        let (first, second) = (tell(seed, SEND, SLOWEST), tell(seed, SEND, SLOWEST));
        assert_eq!(first.trace, second.trace);
        assert_eq!(first.effects, second.effects);
    }
}

#[test]
fn without_the_window_something_comes_twice_32() {
    let hasty = SendRules {
        settle: Duration::ZERO,
        gap: Duration::from_secs(1),
        ..SEND
    };
    let twice = |seed| {
        let told = tell(seed, hasty.clone(), 4 * SLOWEST);
        let different: BTreeSet<_> = told.taken.iter().collect();
        different.len() < told.taken.len()
    };
    assert!((0..10).any(twice), "the simulation would not notice");
}

/// Every message is answered once and in order, by what the carrier has or by what a person has to decide about. Only what
/// killed every worker that took it may stay without an answer, and a person knows.
fn check(told: &Told) {
    let mut answered: Vec<_> = told
        .taken
        .iter()
        .flat_map(|(_, text)| names(text))
        .collect();
    for person in 0..PEOPLE {
        let prefix = format!("message-{person}-");
        let own: Vec<_> = answered
            .iter()
            .filter(|name| name.starts_with(&prefix))
            .collect();
        assert!(own.is_sorted(), "{own:?}");
    }
    for (text, state, _) in &told.effects {
        match state {
            EffectState::Sent | EffectState::Delivered => {}
            EffectState::Review => answered.extend(names(text)),
            other => panic!("{text} is {other}"),
        }
    }
    let trace = told.trace.join("\n");
    for name in (0..PEOPLE).flat_map(|person| (0..MESSAGES).map(move |n| name(person, n))) {
        match answered.iter().filter(|one| **one == name).count() {
            1 => {}
            0 => assert!(told.given_up.contains(&name), "{name} is lost:\n{trace}"),
            times => panic!("{name} is answered {times} times:\n{trace}"),
        }
    }
}

/// A few with every change, many when `STEWARD_SOAK` is set, one when `SIMULATION_SEED` names it.
#[expect(
    clippy::disallowed_methods,
    reason = "a test has no configuration to read it from"
)]
fn seeds(few: u64, many: u64) -> std::ops::Range<u64> {
    if let Ok(seed) = std::env::var("SIMULATION_SEED") {
        let seed = seed.parse().unwrap();
        return seed..seed + 1;
    }
    match std::env::var_os("STEWARD_SOAK") {
        Some(_) => 0..many,
        None => 0..few,
    }
}

struct NameOnPanic(u64);

impl Drop for NameOnPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!(
                "Seed {0} failed; SIMULATION_SEED={0} runs it alone.",
                self.0
            );
        }
    }
}
