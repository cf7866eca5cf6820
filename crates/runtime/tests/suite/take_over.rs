//! A person talks to a contact, and the agent is silent meanwhile.

use std::sync::Arc;

use steward_model::Skipped;
use steward_testkit::{TestDatabase, on_both};
use tokio::sync::Semaphore;

use super::mind::{texts, whole};
use super::scene::Scene;

/// A model that answers when it is let.
async fn held(db: TestDatabase) -> (Scene, Arc<Semaphore>) {
    let gate = Arc::new(Semaphore::new(0));
    let held = Arc::clone(&gate);
    let script = move |_: super::mind::Asked<'_>| texts("Here you are.").behind(&held);
    let mut scene = Scene::new(db, script).await;
    scene.start().await;
    (scene, gate)
}

#[test]
fn a_turn_under_way_sends_nothing_once_a_person_has_taken_over() {
    // The node that runs the turn is told at once, or it is another one and learns of it when it sends.
    for told in [true, false] {
        on_both(async move |db: TestDatabase| {
            let (scene, gate) = held(db).await;
            let ana = scene.person(0).await;
            let thread = scene.accept(scene.text(&ana, "SM1", "Is it free?")).await;
            scene.asked(1).await;
            let here = scene.store.org(scene.org);
            assert!(here.take_over(thread, scene.owner).await.unwrap());
            if told {
                scene.runtime.stop_turn(scene.org, thread).await.unwrap();
            }
            gate.add_permits(100);
            scene.quiet().await;
            assert_eq!(scene.carrier.taken().len(), 0);
            let calls = scene.mind.calls();
            scene.accept(scene.text(&ana, "SM2", "<meanwhile>")).await;
            scene.quiet().await;
            assert_eq!(scene.mind.calls(), calls, "a model was asked");

            assert!(here.hand_back(thread, scene.owner).await.unwrap());
            scene.runtime.wake();
            scene.quiet().await;
            assert_eq!(
                scene.mind.calls(),
                calls,
                "what was said before is answered"
            );
            scene.accept(scene.text(&ana, "SM3", "And now?")).await;
            scene.quiet().await;
            assert_eq!(scene.carrier.taken().len(), 1);
            let asked = scene.mind.requests().pop().unwrap();
            assert!(
                whole(&asked).contains("<meanwhile>"),
                "the agent has read it"
            );
            scene.finish().await;
        });
    }
}

#[test]
fn a_text_that_is_set_aside_costs_no_call_of_a_model() {
    on_both(async |db: TestDatabase| {
        let (scene, gate) = held(db).await;
        let ana = scene.person(0).await;
        gate.add_permits(100);
        scene.accept(scene.text(&ana, "SM1", "Is it free?")).await;
        scene.quiet().await;
        let usual = scene.mind.calls();
        gate.forget_permits(usize::MAX);
        scene.accept(scene.text(&ana, "SM2", "And now?")).await;
        scene.asked(usual + 1).await;
        let here = scene.store.org(scene.org);
        let picture = scene.text(&ana, "SM3", "<picture>");
        here.set_aside(picture, Skipped::MediaOnly).await.unwrap();
        gate.add_permits(100);
        scene.quiet().await;
        assert_eq!(scene.mind.calls(), 2 * usual);
        assert_eq!(scene.carrier.taken().len(), 2);
        scene
            .accept(scene.text(&ana, "SM4", "Did you see it?"))
            .await;
        scene.quiet().await;
        let asked: String = scene.mind.requests().iter().map(whole).collect();
        assert!(asked.contains("<picture>"), "the agent reads it later");
        scene.finish().await;
    });
}
