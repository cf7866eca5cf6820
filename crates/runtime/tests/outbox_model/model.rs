//! The nodes, the wire and the carrier around the row.

use std::collections::{BTreeMap, BTreeSet};

use stateright::{Model, Property};
use steward_model::{EffectClass, EffectState};

use super::row::{Row, Seen, is_final};

/// As in `outbox::course`, but smaller: one more would only repeat the others.
const MAX_ATTEMPTS: u8 = 3;
/// As in `outbox::lookup`.
const MAX_MISSES: u8 = 2;
const MAX_CRASHES: u8 = 2;

/// A part of the lease in which a request must have begun, and as much again in which it must be over.
pub(super) const DEADLINE: u8 = 1;
const BACK_OFF: u8 = 1;
/// Steps between a request's leaving and the carrier's having it, at the most.
pub(super) const DELAY: u8 = 2;

pub(super) const NO_DUPLICATE: &str = "nobody gets it twice";
pub(super) const NOT_WRITTEN_OFF: &str = "what was taken is not written off";

/// What is checked.
#[derive(Debug, Clone, Copy)]
pub(super) struct Outbox {
    pub(super) class: EffectClass,
    pub(super) nodes: usize,
    pub(super) lease: u8,
    pub(super) settle: u8,
    pub(super) max_auto_resend: u8,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct State {
    row: Row,
    nodes: Vec<Node>,
    /// Requests that left and did not arrive yet: by attempt, the steps left to them.
    wire: BTreeMap<u8, u8>,
    /// What the carrier has, by attempt. More than one and somebody got the message twice.
    taken: BTreeSet<u8>,
    crashes: u8,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Node {
    Down,
    Idle,
    /// It has taken the effect so many steps ago, and nothing has left yet.
    Holds {
        seen: Seen,
        age: u8,
    },
    /// The request has left.
    Waits {
        seen: Seen,
    },
    Asks {
        seen: Seen,
        answer: Option<Answer>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Answer {
    Found(u8),
    Missing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Action {
    /// A step of time.
    Tick,
    /// `Store::claim_effects`.
    Claim(usize),
    /// `outbox::claim::judge`: what should not leave any more.
    PutAside(EffectState),
    /// `sender::send`, when it is on time.
    Leave(usize),
    /// `sender::send`, when it is too late, or the carrier surely did not take it.
    NotSent(usize),
    /// `Store::settle_effect` with the carrier's answers.
    HearSent(usize),
    HearRefused(usize),
    /// `sender::guarded` gives up.
    HearNothing(usize),
    /// `Store::expire_effects`.
    Expire,
    /// `Store::due_lookups`, by a node that asks.
    Ask(usize),
    /// The carrier answers as things stand now.
    Answer(usize),
    /// `Store::reconcile`.
    Reconcile(usize),
    /// `Store::postpone_lookup`.
    Postpone(usize),
    /// `Store::note_status`.
    Report(u8, EffectState),
    Take(u8),
    Lose(u8),
    Crash(usize),
    /// `clockwork::put_in_order`.
    Start(usize),
}

impl Model for Outbox {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        vec![State {
            row: Row::new(),
            nodes: vec![Node::Idle; self.nodes],
            wire: BTreeMap::new(),
            taken: BTreeSet::new(),
            crashes: 0,
        }]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        if !state.wire.values().any(|left| *left == 0) {
            actions.push(Action::Tick);
        }
        for attempt in state.wire.keys() {
            actions.extend([Action::Take(*attempt), Action::Lose(*attempt)]);
        }
        for attempt in &state.taken {
            use EffectState::{Delivered, Failed, Sent};
            actions.extend([Sent, Delivered, Failed].map(|to| Action::Report(*attempt, to)));
        }
        let row = &state.row;
        let is_due = row.state == EffectState::Pending && row.wait == 0;
        if is_due {
            use EffectState::{Cancelled, Expired, Review};
            actions.extend([Cancelled, Expired, Review].map(Action::PutAside));
        }
        if row.state == EffectState::Inflight && row.lease == 0 {
            actions.push(Action::Expire);
        }
        for (n, node) in state.nodes.iter().enumerate() {
            match node {
                Node::Down => actions.push(Action::Start(n)),
                Node::Idle if is_due => actions.push(Action::Claim(n)),
                Node::Idle if row.state == EffectState::Unknown && row.wait == 0 => {
                    actions.push(Action::Ask(n));
                }
                Node::Idle => {}
                Node::Holds { age, .. } => {
                    actions.push(Action::NotSent(n));
                    if *age <= 2 * DEADLINE {
                        actions.push(Action::Leave(n));
                    }
                }
                Node::Waits { seen } => {
                    actions.push(Action::HearNothing(n));
                    if self.answers(state, *seen).is_some() {
                        actions.push(Action::HearSent(n));
                    } else if state.wire.contains_key(&seen.attempt) {
                        actions.push(Action::HearRefused(n));
                    }
                }
                Node::Asks { answer: None, .. } => {
                    actions.extend([Action::Answer(n), Action::Postpone(n)]);
                }
                Node::Asks { .. } => actions.push(Action::Reconcile(n)),
            }
            if *node != Node::Down && state.crashes < MAX_CRASHES {
                actions.push(Action::Crash(n));
            }
        }
    }

    fn next_state(&self, last: &State, action: Action) -> Option<State> {
        let mut next = last.clone();
        match action {
            Action::Tick => next.tick(),
            Action::Take(attempt) => self.take(&mut next, attempt),
            Action::Lose(attempt) => _ = next.wire.remove(&attempt),
            Action::Report(reference, to) => next.row.prove(to, reference),
            Action::PutAside(to) => next.row.go(next.row.seen(), to, 0),
            Action::Expire => {
                let seen = next.row.seen();
                self.after_silence(&mut next.row, seen);
            }
            Action::Crash(n) => {
                next.nodes[n] = Node::Down;
                next.crashes += 1;
            }
            Action::Start(n) => {
                next.nodes[n] = Node::Idle;
                let seen = next.row.seen();
                // Only who has the database to itself knows that nobody is sending.
                if self.nodes == 1 && seen.state == EffectState::Inflight {
                    self.after_silence(&mut next.row, seen);
                }
            }
            Action::Claim(n) => {
                next.row.claim(self.lease);
                let seen = next.row.seen();
                next.nodes[n] = Node::Holds { seen, age: 0 };
            }
            Action::Ask(n) => {
                let (seen, answer) = (next.row.seen(), None);
                next.nodes[n] = Node::Asks { seen, answer };
            }
            Action::Leave(n)
            | Action::NotSent(n)
            | Action::HearSent(n)
            | Action::HearRefused(n)
            | Action::HearNothing(n)
            | Action::Answer(n)
            | Action::Reconcile(n)
            | Action::Postpone(n) => self.go_on(&mut next, n, action),
        }
        (next != *last).then_some(next)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        use EffectState::{Cancelled, Delivered, Expired, Failed, Review, Sent};
        vec![
            Property::<Self>::always(NO_DUPLICATE, |_, state| state.taken.len() <= 1),
            Property::<Self>::always("what is sent was taken", |_, state| {
                !matches!(state.row.state, Sent | Delivered) || !state.taken.is_empty()
            }),
            Property::<Self>::always(NOT_WRITTEN_OFF, |_, state| {
                let row = &state.row;
                let is_known = row.provider_ref.is_some();
                is_known
                    || !matches!(row.state, Cancelled | Expired | Failed)
                    || state.taken.is_empty()
            }),
            Property::<Self>::always("everything ends, or a person is asked", |model, state| {
                let row = &state.row;
                is_final(row.state) || row.state == Review || !model.next_states(state).is_empty()
            }),
            Property::<Self>::sometimes("it is known as sent after a crash", |_, state| {
                state.row.state == Sent && state.row.attempt == 1 && state.crashes > 0
            }),
            Property::<Self>::sometimes("a second try is taken", |_, state| {
                state.row.attempt == 2 && state.row.state == Sent
            }),
        ]
    }
}

impl Outbox {
    /// One node goes on with what it is at.
    fn go_on(&self, next: &mut State, n: usize, action: Action) {
        let before = std::mem::replace(&mut next.nodes[n], Node::Idle);
        match (before, action) {
            (Node::Holds { seen, .. }, Action::Leave(_)) => {
                next.wire.insert(seen.attempt, DELAY);
                next.nodes[n] = Node::Waits { seen };
            }
            (Node::Holds { seen, .. }, Action::NotSent(_)) => {
                // `Store::after_delivery`.
                if seen.attempt < MAX_ATTEMPTS {
                    next.row.go(seen, EffectState::Pending, BACK_OFF);
                } else {
                    next.row.go(seen, EffectState::Failed, 0);
                }
            }
            (Node::Waits { seen }, Action::HearSent(_)) => {
                if let Some(reference) = self.answers(next, seen) {
                    next.row.prove(EffectState::Sent, reference);
                }
            }
            (Node::Waits { seen }, Action::HearRefused(_)) => {
                next.wire.remove(&seen.attempt);
                next.row.go(seen, EffectState::Failed, 0);
            }
            (Node::Waits { seen }, Action::HearNothing(_)) => {
                self.after_silence(&mut next.row, seen);
            }
            (Node::Asks { seen, .. }, Action::Answer(_)) => {
                // `Carrier::look_up` finds the newest.
                let newest = next.taken.last().copied();
                let answer = Some(newest.map_or(Answer::Missing, Answer::Found));
                next.nodes[n] = Node::Asks { seen, answer };
            }
            (Node::Asks { seen, .. }, Action::Postpone(_)) => next.row.postpone(seen),
            (Node::Asks { seen, answer }, Action::Reconcile(_)) => match answer {
                Some(Answer::Found(reference)) => next.row.prove(EffectState::Sent, reference),
                Some(Answer::Missing) => self.missing(&mut next.row, seen),
                None => {}
            },
            (other, _) => next.nodes[n] = other,
        }
    }

    /// The carrier takes a request; with a key it knows the second for the first.
    fn take(&self, next: &mut State, attempt: u8) {
        next.wire.remove(&attempt);
        if self.class != EffectClass::Keyed || next.taken.is_empty() {
            next.taken.insert(attempt);
        }
    }

    /// How the carrier names what it took at this attempt, if it has answered.
    fn answers(&self, state: &State, seen: Seen) -> Option<u8> {
        if state.wire.contains_key(&seen.attempt) {
            return None;
        }
        match self.class {
            EffectClass::Keyed => state.taken.first().copied(),
            _ => state.taken.get(&seen.attempt).copied(),
        }
    }

    /// `Store::after_silence`.
    fn after_silence(&self, row: &mut Row, seen: Seen) {
        match self.class {
            EffectClass::Keyed if seen.attempt < MAX_ATTEMPTS => {
                row.go(seen, EffectState::Pending, BACK_OFF);
            }
            EffectClass::Asked => row.go(seen, EffectState::Unknown, self.settle),
            EffectClass::Keyed | EffectClass::Opaque => row.go(seen, EffectState::Review, 0),
        }
    }

    /// `Store::reconcile`, when the carrier does not have it.
    fn missing(&self, row: &mut Row, seen: Seen) {
        if seen.misses + 1 < MAX_MISSES {
            row.look_again(seen, (seen.misses + 1, seen.failures));
        } else if seen.attempt < 2 && self.max_auto_resend > 0 {
            row.go(seen, EffectState::Pending, 0);
        } else {
            row.go(seen, EffectState::Review, 0);
        }
    }
}

impl State {
    fn tick(&mut self) {
        self.row.wait = self.row.wait.saturating_sub(1);
        self.row.lease = self.row.lease.saturating_sub(1);
        for left in self.wire.values_mut() {
            *left -= 1;
        }
        for node in &mut self.nodes {
            if let Node::Holds { age, .. } = node {
                // Beyond that, nothing changes any more.
                *age = (*age + 1).min(2 * DEADLINE + 1);
            }
        }
    }
}
