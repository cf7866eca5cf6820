use std::sync::Arc;

use futures_util::future::join_all;
use steward_model::{OrgId, Role};
use steward_store::NewMember;
use steward_testkit::on_both;

use super::*;

const PERIOD: &str = "2026-01-01";

async fn org(store: &Store) -> OrgId {
    let owner = NewMember {
        name: "Olga".into(),
        role: Role::Owner,
        identifiers: Vec::new(),
    };
    store.create_org("Acme", owner).await.unwrap().0.id
}

fn limit(tokens: i64) -> Limit {
    Limit {
        scope: "agent:a".into(),
        micros: None,
        tokens: Some(tokens),
    }
}

fn tokens(tokens: i64) -> Amount {
    Amount { micros: 0, tokens }
}

async fn counted(store: &Store, org: OrgId) -> (i64, i64) {
    let used = store.org(org).budget_use("agent:a", PERIOD).await.unwrap();
    used.map_or((0, 0), |used| (used.spent_tokens, used.reserved_tokens))
}

#[test]
fn several_processes_never_take_more_than_there_is() {
    on_both(|db| async move {
        let store = db.open().await;
        let org = org(&store).await;
        // The budget is for ten calls; 64 of them ask, in two processes.
        let purses = [Arc::new(Purse::default()), Arc::new(Purse::default())];
        let asked = (0..64).map(|n| {
            let (purse, store) = (Arc::clone(&purses[n % 2]), store.clone());
            async move {
                let limits = [limit(1_000)];
                purse.hold(&store, org, &limits, PERIOD, tokens(100)).await
            }
        });
        let granted = join_all(asked).await.into_iter();
        assert_eq!(granted.filter(|held| *held.as_ref().unwrap()).count(), 10);
        assert_eq!(counted(&store, org).await, (0, 1_000));
    });
}

#[test]
fn what_was_not_spent_can_be_spent_again() {
    on_both(|db| async move {
        let store = db.open().await;
        let org = org(&store).await;
        let (purse, limits) = (Purse::default(), [limit(100)]);
        for n in 1..=10 {
            let held = purse.hold(&store, org, &limits, PERIOD, tokens(90)).await;
            assert_eq!(held.unwrap(), n <= 2, "call {n}");
            if n <= 2 {
                purse.settle(org, &limits, PERIOD, tokens(90), tokens(10));
                purse.write_down(&store, Rest::Keep).await.unwrap();
            }
        }
        assert_eq!(counted(&store, org).await.0, 20);
        purse.write_down(&store, Rest::Return).await.unwrap();
        assert_eq!(counted(&store, org).await, (20, 0));
    });
}

#[test]
fn a_large_budget_is_asked_for_seldom_and_counted_exactly() {
    on_both(|db| async move {
        let store = db.open().await;
        let org = org(&store).await;
        let (purse, limits) = (Purse::default(), [limit(1_000_000)]);
        for _ in 0..100 {
            let held = purse.hold(&store, org, &limits, PERIOD, tokens(100)).await;
            assert!(held.unwrap());
            purse.settle(org, &limits, PERIOD, tokens(100), tokens(120));
        }
        assert_eq!(counted(&store, org).await, (0, 20_000), "one allowance");
        let held = purse.hold(&store, org, &limits, PERIOD, tokens(100)).await;
        assert!(held.unwrap());
        purse.write_down(&store, Rest::Keep).await.unwrap();
        assert_eq!(counted(&store, org).await, (12_000, 8_000), "in use");
        purse.settle(org, &limits, PERIOD, tokens(100), tokens(0));
        purse.write_down(&store, Rest::Keep).await.unwrap();
        assert_eq!(counted(&store, org).await, (12_000, 0), "nobody uses it");
    });
}

#[test]
fn what_a_dead_process_had_taken_stays_counted() {
    on_both(|db| async move {
        let store = db.open().await;
        let org = org(&store).await;
        let dead = Purse::default();
        let limits = [limit(100)];
        assert!(
            dead.hold(&store, org, &limits, PERIOD, tokens(60))
                .await
                .unwrap()
        );
        drop(dead);
        let next = Purse::default();
        assert!(
            !next
                .hold(&store, org, &limits, PERIOD, tokens(60))
                .await
                .unwrap()
        );
        assert!(
            next.hold(&store, org, &limits, PERIOD, tokens(40))
                .await
                .unwrap()
        );
    });
}

#[test]
fn a_call_waits_for_what_others_under_way_leave() {
    on_both(|db| async move {
        let store = db.open().await;
        let org = org(&store).await;
        // The budget is for one call at its dearest, and each of twenty that come at once needs a hundredth of that.
        let patience = Duration::from_secs(60);
        let (purse, limits) = (Purse::new(patience), [limit(100)]);
        let calls = (0..20).map(|_| async {
            let held = purse.hold(&store, org, &limits, PERIOD, tokens(80)).await;
            assert!(held.unwrap());
            tokio::task::yield_now().await;
            purse.settle(org, &limits, PERIOD, tokens(80), tokens(1));
        });
        join_all(calls).await;
        purse.write_down(&store, Rest::Keep).await.unwrap();
        assert_eq!(counted(&store, org).await, (20, 0));
        let held = purse.hold(&store, org, &limits, PERIOD, tokens(90)).await;
        assert!(!held.unwrap(), "nobody is under way who could leave some");
    });
}

#[test]
fn what_has_no_limit_is_counted_all_the_same() {
    on_both(|db| async move {
        let store = db.open().await;
        let org = org(&store).await;
        let unlimited = Limit {
            tokens: None,
            ..limit(0)
        };
        let (purse, limits) = (Purse::default(), [unlimited]);
        assert!(
            purse
                .hold(&store, org, &limits, PERIOD, tokens(7))
                .await
                .unwrap()
        );
        purse.settle(org, &limits, PERIOD, tokens(7), tokens(5));
        purse.write_down(&store, Rest::Keep).await.unwrap();
        assert_eq!(counted(&store, org).await, (5, 0));
    });
}
