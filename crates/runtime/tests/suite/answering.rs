//! A contact for whom agents only draft, or whom the team answers itself, whatever the agent may do elsewhere.

use steward_model::{Answering, NoticeKind};
use steward_store::Outgoing;
use steward_testkit::{TestDatabase, on_both};

use super::mind::{says, texts};
use super::scene::{Person, Scene};
use super::sending::{effect, origin};

async fn answered(scene: &Scene, who: &Person, how: Answering) {
    let here = scene.store.org(scene.org);
    let by = format!("member:{}", scene.owner);
    let answered = here.answer_contact(who.id, (how, None), &by).await;
    assert_eq!(answered.unwrap().unwrap().answering, how);
}

#[test]
fn an_agent_that_may_send_has_only_drafts_in_its_hands_for_such_a_contact() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_| texts("Here you are.")).await;
        scene.start().await;
        let (ana, bo) = (scene.person(0).await, scene.person(1).await);
        for how in [Answering::Drafts, Answering::People] {
            answered(&scene, &ana, how).await;
            scene.accept(scene.text(&ana, how.as_str(), "When?")).await;
            scene.quiet().await;
            let offered = scene.mind.requests().pop().unwrap().tools;
            let names: Vec<_> = offered.iter().map(|tool| tool.name.as_str()).collect();
            assert!(names.contains(&"propose_sms_replies"), "{names:?}");
            assert!(!names.contains(&"send_sms"), "{names:?}");
        }
        assert_eq!(scene.carrier.taken().len(), 0);
        scene.accept(scene.text(&bo, "SM1", "When?")).await;
        scene.quiet().await;
        answered(&scene, &ana, Answering::Usual).await;
        scene.accept(scene.text(&ana, "SM2", "When?")).await;
        scene.quiet().await;
        let to: Vec<_> = scene
            .carrier
            .taken()
            .into_iter()
            .map(|one| one.to)
            .collect();
        assert_eq!(to, [bo.number, ana.number]);
        scene.finish().await;
    });
}

#[test]
fn what_was_on_its_way_is_held_for_a_person() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_| says("Noted.")).await;
        for (number, how) in [(0, Answering::Drafts), (1, Answering::People)] {
            let person = scene.person(number).await;
            let origin = origin(&scene, &person, Some(scene.agent)).await;
            let name = how.as_str();
            let outgoing = Outgoing {
                effects: vec![effect(&scene, &person, name, "Here you are.")],
                ..Outgoing::default()
            };
            scene.store.put_out(origin, outgoing).await.unwrap();
            answered(&scene, &person, how).await;
        }
        scene.start().await;
        scene.quiet().await;
        assert_eq!(scene.carrier.taken().len(), 0);
        let told = scene.notices().await;
        for why in [
            "agents only draft for this contact",
            "only people answer this contact",
        ] {
            let held = told
                .iter()
                .any(|(kind, text)| *kind == NoticeKind::Review && text.contains(why));
            assert!(held, "{why}: {told:?}");
        }
        scene.finish().await;
    });
}
