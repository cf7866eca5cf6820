use std::time::Duration;

use proptest::prelude::*;
use steward_model::ModelFailure;

use super::RetryPolicy;

const POLICY: RetryPolicy = RetryPolicy {
    attempts: 5,
    first_wait: Duration::from_millis(100),
    longest_wait: Duration::from_millis(500),
    patience: Duration::from_secs(60),
};

fn milliseconds(failed: u32, failure: &ModelFailure, chance: f64) -> Option<u128> {
    let wait = POLICY.wait(failed, failure, chance);
    wait.map(|wait| wait.as_millis())
}

fn overloaded(retry_after_ms: Option<u64>) -> ModelFailure {
    ModelFailure::Overloaded { retry_after_ms }
}

#[test]
fn each_wait_is_twice_as_long_up_to_the_longest() {
    let waits = |chance| [1, 2, 3, 4].map(|n| milliseconds(n, &ModelFailure::TimedOut, chance));
    assert_eq!(waits(1.0), [Some(100), Some(200), Some(400), Some(500)]);
    assert_eq!(waits(0.0), [Some(50), Some(100), Some(200), Some(250)]);
}

#[test]
fn after_the_last_attempt_there_is_no_wait() {
    assert_eq!(milliseconds(5, &ModelFailure::TimedOut, 1.0), None);
}

#[test]
fn what_does_not_pass_is_not_waited_for() {
    let refused = ModelFailure::Refused {
        reason: String::new(),
    };
    for failure in [ModelFailure::TooLong, ModelFailure::OverBudget, refused] {
        assert_eq!(milliseconds(1, &failure, 1.0), None);
    }
}

#[test]
fn what_the_provider_asks_for_is_the_least() {
    assert_eq!(milliseconds(1, &overloaded(Some(300)), 1.0), Some(300));
    assert_eq!(milliseconds(1, &overloaded(Some(1)), 1.0), Some(100));
    assert_eq!(milliseconds(1, &overloaded(None), 1.0), Some(100));
}

#[test]
fn a_provider_that_asks_for_too_long_is_given_up() {
    assert_eq!(milliseconds(1, &overloaded(Some(501)), 1.0), None);
}

proptest! {
    #[test]
    fn no_wait_is_longer_than_the_longest(
        failed in any::<u32>(),
        asked in proptest::option::of(any::<u64>()),
        chance in any::<f64>(),
    ) {
        let policy = RetryPolicy { attempts: u32::MAX, ..POLICY };
        let wait = policy.wait(failed, &overloaded(asked), chance);
        prop_assert!(wait.is_none_or(|wait| wait <= POLICY.longest_wait));
    }
}
