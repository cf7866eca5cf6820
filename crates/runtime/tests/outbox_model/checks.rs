//! What must be true in every state, and what breaks without which rule.

use stateright::{Checker as _, Expectation, Model as _};
use steward_model::EffectClass;

use super::model::{DEADLINE, DELAY, NO_DUPLICATE, NOT_WRITTEN_OFF, Outbox};
use super::row::GAP;

/// Long enough leases, and a window that exceeds the carrier's delay.
const SAFE: Outbox = Outbox {
    class: EffectClass::Asked,
    nodes: 2,
    lease: 2 * DEADLINE + 1,
    settle: DELAY + 1,
    max_auto_resend: 1,
};

/// Looks at every state. Tells how many there are and which rules are broken in one of them.
fn explore(outbox: Outbox) -> (usize, Vec<&'static str>) {
    let checker = outbox.checker().spawn_bfs().join();
    assert!(checker.is_done());
    let discoveries = checker.discoveries();
    let (mut broken, mut seen) = (Vec::new(), Vec::new());
    for property in outbox.properties() {
        match (
            discoveries.contains_key(property.name),
            property.expectation,
        ) {
            (found, Expectation::Sometimes) => seen.push(found),
            (true, _) => broken.push(property.name),
            (false, _) => {}
        }
    }
    assert_eq!(
        seen,
        [true, true],
        "{outbox:?} never gets to where it matters"
    );
    (checker.unique_state_count(), broken)
}

#[test]
fn nobody_gets_it_twice_and_nothing_is_left_open_33() {
    let alone = explore(Outbox { nodes: 1, ..SAFE });
    let shared = explore(SAFE);
    assert_eq!((alone.1, shared.1), (vec![], vec![]));
    let states = alone.0 + shared.0;
    assert!(states >= 20_000, "only {states} states were looked at");
}

#[test]
fn without_the_window_somebody_gets_it_twice_33() {
    for settle in [0, DELAY - GAP] {
        let (_, broken) = explore(Outbox {
            nodes: 1,
            settle,
            ..SAFE
        });
        assert!(broken.contains(&NO_DUPLICATE), "{settle}: {broken:?}");
    }
}

#[test]
fn with_a_lease_shorter_than_a_send_somebody_gets_it_twice_33() {
    let (_, broken) = explore(Outbox {
        nodes: 1,
        lease: 0,
        ..SAFE
    });
    assert!(broken.contains(&NO_DUPLICATE), "{broken:?}");
}

#[test]
fn what_is_not_sent_again_by_itself_needs_no_window_33() {
    let (_, broken) = explore(Outbox {
        nodes: 1,
        settle: 0,
        max_auto_resend: 0,
        ..SAFE
    });
    assert_eq!(broken, Vec::<&str>::new());
}

#[test]
fn a_carrier_that_cannot_be_asked_leaves_it_to_a_person_33() {
    let (_, broken) = explore(Outbox {
        class: EffectClass::Opaque,
        settle: 0,
        ..SAFE
    });
    assert_eq!(broken, Vec::<&str>::new());
}

/// What waits to be tried again with its key may be taken back meanwhile, though the first try arrived. No carrier takes
/// keys yet; the first that does has to ask before it takes anything back.
#[test]
fn a_key_keeps_everybody_from_getting_it_twice_33() {
    let (_, broken) = explore(Outbox {
        class: EffectClass::Keyed,
        settle: 0,
        ..SAFE
    });
    assert_eq!(broken, [NOT_WRITTEN_OFF]);
}
