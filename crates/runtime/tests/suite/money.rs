//! Budgets hold, however many ask at once.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{StreamExt as _, stream};
use serde_json::json;
use steward_llm::estimate_request;
use steward_model::{ModelFailure, NoticeKind};
use steward_testkit::{TestDatabase, on_both};
use tokio::sync::Semaphore;

use super::mind::{Asked, calls, fails, says};
use super::scene::Scene;

#[test]
fn sixty_four_turns_at_once_do_not_overspend_a_budget_for_ten_test_56() {
    on_both(async |db: TestDatabase| {
        let gate = Arc::new(Semaphore::new(0));
        let held = Arc::clone(&gate);
        let script = move |_: super::mind::Asked<'_>| says("Yes.").costing(10, 5).behind(&held);
        let mut scene = Scene::new(db, script).await;
        scene.settings.workers = 64;
        // None of the calls under way ends before the others have asked.
        scene.settings.budget_wait = Duration::ZERO;
        scene.start().await;
        let one = one_call(&mut scene, &gate).await;

        // The next week, with room for ten and a half.
        scene.db.clock().advance(Duration::from_secs(7 * 24 * 3600));
        let cap = one * 10 + one / 2;
        scene.settings.daily.org.tokens = Some(cap);
        scene.start().await;
        let team = &scene;
        stream::iter(10..74)
            .for_each_concurrent(16, |n| async move {
                let message = team.message(
                    &format!("thread {n}"),
                    &n.to_string(),
                    &format!("hello {n}"),
                );
                team.accept(message).await;
            })
            .await;
        let refused = "select count(*) from turn where state = 'failed'";
        scene
            .until("all but ten are refused", async || {
                scene.count(refused).await >= 54
            })
            .await;
        assert_eq!(scene.mind.calls() - 1, 10);
        let over =
            format!("select count(*) from budget where spent_tokens + reserved_tokens > {cap}");
        assert_eq!(scene.count(&over).await, 0);
        gate.add_permits(100);
        scene.quiet().await;
        assert_eq!(
            scene
                .count("select count(*) from turn where state = 'done'")
                .await,
            11
        );
        let notices = scene.notices().await;
        assert_eq!(notices.len(), 54);
        for (kind, text) in notices {
            assert_eq!(kind, NoticeKind::Failed);
            assert_eq!(text, "the budget is used up. Nothing was answered.");
        }
        scene.stop(Duration::from_secs(5)).await;
        let held = "select count(*) from budget where reserved_tokens <> 0";
        assert_eq!(scene.count(held).await, 0, "what nobody used goes back");
        assert_eq!(scene.count(&over).await, 0);
        scene.finish().await;
    });
}

#[test]
fn a_turn_has_cost_what_its_calls_have_cost_whatever_came_of_them() {
    on_both(async |db: TestDatabase| {
        // The model breaks off, and is asked again later; so is a sub-agent's, and is not.
        let broken = || {
            let reason = "the connection broke".to_owned();
            fails(ModelFailure::Interrupted { reason }).telling(&["half an answer"])
        };
        let script = move |asked: Asked<'_>| match asked.n {
            1 => broken(),
            2 => calls([("task", json!({"agent": "helper", "task": "go"}))]),
            3 => broken(),
            _ => says("Well."),
        };
        let mut scene = Scene::new(db, script).await;
        scene.subagents = super::subagents::helper();
        scene.start().await;
        let ana = scene.person(1).await;
        scene.accept(scene.text(&ana, "SM1", "hello?")).await;
        scene.settle().await;
        assert_eq!(scene.mind.calls(), 4);
        let turn = scene.turns().await.remove(0);
        assert_eq!(turn.workers, 2, "it went on later");
        scene.stop(Duration::from_secs(5)).await;
        let spent = scene.count("select max(spent_tokens) from budget").await;
        assert!(spent > 30, "what broke off had its price: {spent}");
        assert_eq!(turn.input_tokens + turn.output_tokens, spent);
        let steps = "select cast(sum(input_tokens + output_tokens) as bigint) from step";
        assert_eq!(scene.count(steps).await, spent);
        scene.finish().await;
    });
}

/// What one call sets aside: it is made, and what it spent is counted.
async fn one_call(scene: &mut Scene, gate: &Semaphore) -> i64 {
    let hello = scene.message("first", "first", "hello 00");
    scene.accept(hello).await;
    scene.asked(1).await;
    let most = estimate_request(&scene.mind.requests()[0]);
    gate.add_permits(1);
    scene.quiet().await;
    scene.stop(Duration::from_secs(5)).await;
    let spent = "select max(spent_tokens) from budget";
    assert_eq!(scene.count(spent).await, 15);
    (most.input_tokens + most.output_tokens) as i64
}
