//! Budgets: set aside from all or from none, and never overspent.

use futures_util::future::join_all;
use steward_model::OrgId;
use steward_store::{BudgetUse, Hold, Limit, Settlement, Store, StoreError};
use steward_testkit::TestDatabase;

use super::story::new_org;

stories![
    a_race_for_a_budget_is_never_overspent,
    what_one_budget_refuses_is_held_from_none,
    a_settlement_frees_what_was_held_and_counts_what_was_spent,
    tokens_are_limited_like_money,
    a_budget_without_a_cap_is_counted_all_the_same,
    nothing_is_given_back_twice,
    what_a_dead_process_set_aside_is_given_back,
    a_negative_amount_is_refused,
    usage_is_listed_by_period_and_only_ones_own,
];

const DAY: &str = "2026-01-01";

pub(super) fn limit(scope: &str, micros: i64) -> Limit {
    Limit {
        scope: scope.into(),
        micros: Some(micros),
        tokens: None,
    }
}

pub(super) fn hold(limits: Vec<Limit>, micros: i64) -> Hold {
    Hold {
        limits,
        period: DAY.into(),
        micros,
        tokens: 7,
    }
}

/// The end of a [`hold`] of as much from one scope.
pub(super) fn settlement(scope: &str, held_micros: i64, spent_micros: i64) -> Settlement {
    Settlement {
        scopes: vec![scope.into()],
        period: DAY.into(),
        held_micros,
        held_tokens: 7,
        spent_micros,
        spent_tokens: 5,
    }
}

async fn used(store: &Store, org: OrgId, scope: &str) -> [i64; 4] {
    let used = store.org(org).budget_use(scope, DAY).await.unwrap();
    used.map_or([0; 4], |used| {
        [
            used.spent_micros,
            used.spent_tokens,
            used.reserved_micros,
            used.reserved_tokens,
        ]
    })
}

async fn a_race_for_a_budget_is_never_overspent(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let race = join_all((0..64).map(|n| {
        let store = store.clone();
        tokio::spawn(async move {
            // The caller's order is not the order of the locks.
            let mut limits = vec![limit("agent:a", 1000), limit("org", 100_000)];
            if n % 2 == 0 {
                limits.reverse();
            }
            store.org(org).hold_budget(hold(limits, 100)).await.unwrap()
        })
    }));
    let held = race
        .await
        .into_iter()
        .filter(|held| *held.as_ref().unwrap());
    assert_eq!(held.count(), 10);
    for scope in ["agent:a", "org"] {
        assert_eq!(used(&store, org, scope).await, [0, 0, 1000, 70], "{scope}");
    }
}

async fn what_one_budget_refuses_is_held_from_none(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let here = store.org(org);
    // The tight one is looked at first, in the middle and last.
    for tight in ["a", "b", "c"] {
        let limits = ["a", "b", "c"].map(|scope| limit(scope, if scope == tight { 9 } else { 10 }));
        assert!(!here.hold_budget(hold(limits.to_vec(), 10)).await.unwrap());
    }
    // The strictest of two limits on one scope counts, and the scope is charged once.
    let twice = vec![limit("a", 100), limit("a", 9)];
    assert!(!here.hold_budget(hold(twice, 10)).await.unwrap());
    for scope in ["a", "b", "c"] {
        assert_eq!(used(&store, org, scope).await, [0; 4], "{scope}");
    }
    let twice = vec![limit("a", 10), limit("a", 10)];
    assert!(here.hold_budget(hold(twice, 10)).await.unwrap());
    assert_eq!(used(&store, org, "a").await, [0, 0, 10, 7]);
}

async fn a_settlement_frees_what_was_held_and_counts_what_was_spent(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let here = store.org(org);
    let try_hold = |micros| here.hold_budget(hold(vec![limit("a", 10)], micros));
    assert!(try_hold(10).await.unwrap());
    assert!(!try_hold(1).await.unwrap());
    here.settle_budget(settlement("a", 10, 4)).await.unwrap();
    assert_eq!(used(&store, org, "a").await, [4, 5, 0, 0]);
    assert!(!try_hold(7).await.unwrap());
    assert!(try_hold(6).await.unwrap());
    // A call may turn out dearer than was thought: what was spent is spent.
    here.settle_budget(settlement("a", 6, 60)).await.unwrap();
    assert_eq!(used(&store, org, "a").await, [64, 10, 0, 0]);
    assert!(!try_hold(0).await.unwrap());
    let store = db.reopen(store).await;
    assert_eq!(used(&store, org, "a").await, [64, 10, 0, 0]);
}

async fn tokens_are_limited_like_money(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let limit = Limit {
        tokens: Some(20),
        ..limit("a", i64::MAX)
    };
    let here = store.org(org);
    for expected in [true, true, false] {
        let held = here.hold_budget(hold(vec![limit.clone()], 1));
        assert_eq!(held.await.unwrap(), expected);
    }
    assert_eq!(used(&store, org, "a").await, [0, 0, 2, 14]);
}

async fn a_budget_without_a_cap_is_counted_all_the_same(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let free = Limit {
        scope: "a".into(),
        micros: None,
        tokens: None,
    };
    for _ in 0..3 {
        let free = hold(vec![free.clone()], 1_000_000);
        assert!(store.org(org).hold_budget(free).await.unwrap());
    }
    assert_eq!(used(&store, org, "a").await, [0, 0, 3_000_000, 21]);
    // An amount beyond all numbers fits into no cap.
    let endless = hold(vec![limit("a", i64::MAX - 1)], i64::MAX);
    assert!(!store.org(org).hold_budget(endless).await.unwrap());
}

async fn nothing_is_given_back_twice(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let here = store.org(org);
    let limits = vec![limit("a", 10), limit("b", 10)];
    assert!(here.hold_budget(hold(limits, 10)).await.unwrap());
    here.settle_budget(settlement("a", 10, 4)).await.unwrap();
    let both = Settlement {
        scopes: vec!["b".into(), "a".into()],
        ..settlement("", 10, 4)
    };
    let unknown = settlement("c", 0, 4);
    for wrong in [settlement("a", 10, 4), both, unknown] {
        assert_err!(here.settle_budget(wrong).await, StoreError::Internal(_));
    }
    assert_eq!(used(&store, org, "a").await, [4, 5, 0, 0]);
    assert_eq!(used(&store, org, "b").await, [0, 0, 10, 7]);
}

async fn what_a_dead_process_set_aside_is_given_back(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let here = store.org(org);
    let limits = vec![limit("a", 10), limit("b", 10)];
    assert!(here.hold_budget(hold(limits, 10)).await.unwrap());
    here.settle_budget(settlement("a", 10, 4)).await.unwrap();
    assert_eq!(store.recover_budgets().await.unwrap(), 1);
    assert_eq!(
        used(&store, org, "a").await,
        [4, 5, 0, 0],
        "what was spent stays"
    );
    assert_eq!(used(&store, org, "b").await, [0, 0, 0, 0]);
    assert_eq!(store.recover_budgets().await.unwrap(), 0);
}

async fn a_negative_amount_is_refused(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let here = store.org(org);
    let negative = here.hold_budget(hold(vec![limit("a", 10)], -1)).await;
    assert_err!(negative, StoreError::Internal(_));
    let negative = here.settle_budget(settlement("a", 0, -1)).await;
    assert_err!(negative, StoreError::Internal(_));
    assert_eq!(here.budget_use("a", DAY).await.unwrap(), None);
}

async fn usage_is_listed_by_period_and_only_ones_own(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let (other, _) = new_org(&store, "Zenith").await;
    for (org, period, scope) in [
        (org, "2026-01-03", "a"),
        (org, "2026-01-02", "b"),
        (org, "2026-01-02", "a"),
        (org, "2025-12-31", "a"),
        (other, "2026-01-02", "a"),
    ] {
        let held = Hold {
            period: period.into(),
            ..hold(vec![limit(scope, 10)], 10)
        };
        // Each has room for one: neither a period nor an organisation takes from another.
        assert!(store.org(org).hold_budget(held).await.unwrap());
    }
    let here = store.org(org);
    let listed = here.usage("2026-01-01", "2026-01-03").await.unwrap();
    let one = |period: &str, scope: &str| BudgetUse {
        scope: scope.into(),
        period: period.into(),
        spent_micros: 0,
        spent_tokens: 0,
        reserved_micros: 10,
        reserved_tokens: 7,
    };
    assert_eq!(
        listed,
        [
            one("2026-01-02", "a"),
            one("2026-01-02", "b"),
            one("2026-01-03", "a")
        ]
    );
}
