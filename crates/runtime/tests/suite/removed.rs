//! What a turn needs is taken away while it runs: the turn ends with a name, and nothing waits for anybody.

use std::sync::Arc;

use steward_model::NoticeKind;
use steward_store::Forgot;
use steward_testkit::{TestDatabase, on_both};
use tokio::sync::Semaphore;

use super::mind::texts;
use super::scene::Scene;

/// A scene in which somebody waits for an answer that comes when the gate is opened.
async fn under_way(db: TestDatabase) -> (Scene, super::scene::Person, Arc<Semaphore>) {
    let gate = Arc::new(Semaphore::new(0));
    let held = Arc::clone(&gate);
    let mut scene = Scene::new(db, move |_| texts("At nine.").behind(&held)).await;
    scene.start().await;
    let ana = scene.person(1).await;
    scene.accept(scene.text(&ana, "SM1", "When?")).await;
    scene.asked(1).await;
    (scene, ana, gate)
}

/// Nothing is open, on hold, or still to be told.
async fn nothing_is_left(scene: &Scene) {
    let left = "select (select count(*) from turn where state = 'open')
        + (select count(*) from thread where state <> 'archived' or hold_reason is not null)";
    assert_eq!(scene.count(left).await, 0);
    assert_eq!(scene.notices().await, []);
    assert_eq!(scene.carrier.texts(), Vec::<String>::new());
    let org = scene.store.org(scene.org);
    assert_eq!(org.forget_asked().await.unwrap(), Forgot::Everything);
}

#[test]
fn a_turn_whose_contact_is_deleted_ends_as_forgotten() {
    on_both(async |db: TestDatabase| {
        let (mut scene, ana, gate) = under_way(db).await;
        let org = scene.store.org(scene.org);
        assert!(org.delete_contact(ana.id, "system").await.unwrap());
        gate.add_permits(1);
        scene.quiet().await;
        assert_eq!(scene.outcomes().await, ["forgotten"]);
        assert_eq!(scene.mind.calls(), 1);
        nothing_is_left(&scene).await;
        scene.stop(std::time::Duration::from_secs(5)).await;
    });
}

#[test]
fn a_turn_whose_worker_and_contact_are_gone_ends_as_forgotten() {
    on_both(async |db: TestDatabase| {
        let (mut scene, ana, _gate) = under_way(db).await;
        scene.crash().await;
        let org = scene.store.org(scene.org);
        assert!(org.forget_contact(ana.id, "system").await.unwrap());
        scene.start().await;
        scene.settle().await;
        assert_eq!(scene.outcomes().await, ["forgotten"]);
        assert_eq!(scene.mind.calls(), 1);
        nothing_is_left(&scene).await;
        scene.stop(std::time::Duration::from_secs(5)).await;
    });
}

#[test]
fn a_turn_whose_line_is_deleted_ends_as_refused_and_a_person_is_told() {
    on_both(async |db: TestDatabase| {
        let (scene, ana, gate) = under_way(db).await;
        let org = scene.store.org(scene.org);
        assert!(org.delete_line(scene.line).await.unwrap());
        gate.add_permits(1);
        scene.quiet().await;
        assert_eq!(scene.outcomes().await, ["refused"]);
        assert_eq!(scene.mind.calls(), 1, "asking again would bring the same");
        assert_eq!(scene.carrier.texts(), Vec::<String>::new());
        let notices = scene.notices().await;
        assert_eq!(notices.len(), 1);
        assert_eq!(notices[0].0, NoticeKind::Failed);
        assert!(notices[0].1.ends_with("Not sent: At nine."), "{notices:?}");
        let turn = &scene.turns().await[0];
        assert_eq!((turn.input_tokens, turn.output_tokens), (10, 5));
        // The thread goes on: nothing in its history says that an answer went out.
        scene.mind.change(|_| super::mind::says("Well."));
        scene.accept(scene.text(&ana, "SM2", "Hello?")).await;
        scene.quiet().await;
        let last = scene.mind.requests().pop().unwrap();
        assert!(!super::mind::whole(&last).contains("At nine."));
        assert_eq!(scene.outcomes().await, ["refused", "completed"]);
        scene.finish().await;
    });
}
