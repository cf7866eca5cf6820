//! What a seed decides.

use std::time::Duration;

/// The network's step. Whatever arrives anywhere arrives at a multiple of it.
pub(super) const STEP: Duration = Duration::from_millis(100);

/// Nothing goes wrong from here on.
pub(super) const HEALED: Duration = Duration::from_secs(20);

/// Numbers that look random and come from a seed alone (SplitMix64).
#[derive(Debug, Clone)]
pub(super) struct Chance(u64);

/// Something that goes wrong between two hosts, or on one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// The host ends without a word and is back some time later. What it has saved is there.
    Crash(&'static str),
    /// Everything between them is lost.
    Cut(&'static str, &'static str),
    /// Everything from the first to the second is lost.
    CutOneWay(&'static str, &'static str),
    /// Everything between them waits, and arrives all at once.
    Stall(&'static str, &'static str),
    /// Everything between them takes so many steps from now on.
    Latency(&'static str, &'static str, u32),
}

/// A fault, from its first step to the one at which it is over.
#[derive(Debug, Clone, Copy)]
pub(super) struct Event {
    pub(super) at: u32,
    pub(super) until: u32,
    pub(super) fault: Fault,
}

impl Chance {
    /// Of a seed and a purpose, so that what one purpose takes is not missed by another.
    pub(super) fn new(seed: u64, purpose: &str) -> Self {
        let mix = |state: u64, byte| (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        Self(purpose.bytes().fold(seed ^ 0xcbf2_9ce4_8422_2325, mix))
    }

    /// Below `bound`.
    pub(super) fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        u32::try_from((mixed ^ (mixed >> 31)) % u64::from(bound)).unwrap()
    }

    /// Some steps.
    pub(super) fn steps(&mut self, bound: u32) -> Duration {
        STEP * self.below(bound)
    }
}

/// Everything that goes wrong in the network, in order.
pub(super) fn faults(seed: u64) -> Vec<Event> {
    let mut chance = Chance::new(seed, "faults");
    let end = steps_in(HEALED);
    let mut events: Vec<_> = (0..12)
        .map(|_| {
            let at = 1 + chance.below(end - 1);
            let longest = match chance.below(2) {
                0 => 10,
                _ => 80,
            };
            Event {
                at,
                until: (at + 1 + chance.below(longest)).min(end),
                fault: fault(&mut chance),
            }
        })
        .collect();
    events.sort_by_key(|event| event.at);
    events
}

/// In steps of the network.
pub(super) fn steps_in(time: Duration) -> u32 {
    u32::try_from(time.as_millis() / STEP.as_millis()).unwrap()
}

fn fault(chance: &mut Chance) -> Fault {
    let (one, other) = match chance.below(3) {
        0 => ("people", "node"),
        _ => ("node", "carrier"),
    };
    match chance.below(10) {
        0..=3 => Fault::Crash("node"),
        4 => Fault::Crash("carrier"),
        5 => Fault::Cut(one, other),
        6 => Fault::CutOneWay(one, other),
        7 => Fault::CutOneWay(other, one),
        8 => Fault::Stall(one, other),
        _ => Fault::Latency(one, other, 1 + chance.below(8)),
    }
}
