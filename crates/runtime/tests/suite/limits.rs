//! However many turns run at once, no more leaves than was agreed; the rest is shown to a person.

use futures_util::future::join_all;
use steward_model::{EffectState, SendMode};
use steward_testkit::{TestDatabase, on_both};

use super::mind::{Asked, after_results, says, texts};
use super::scene::{Scene, all};

const TURNS: usize = 20;

#[test]
fn twenty_turns_at_once_keep_to_what_an_agent_may_send_in_a_day() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |asked: Asked<'_>| match after_results(asked.request) {
            true => says("Done."),
            false => texts("Yes, at noon."),
        })
        .await;
        scene.settings.send.max_per_agent_per_day = 7;
        let autonomous =
            |agent: &mut steward_store::NewAgent| agent.send_mode = SendMode::Autonomous;
        scene.change_agent(autonomous).await;
        scene.start().await;
        let mut people = Vec::new();
        for number in 0..TURNS {
            people.push(scene.person(number).await);
        }
        let texts = people.iter().zip(0..).map(|(person, n)| {
            let text = scene.text(person, &format!("SM{n}"), "Can you come?");
            scene.accept(text)
        });
        join_all(texts).await;
        scene.quiet().await;
        assert_eq!(scene.carrier.texts().len(), 7);
        let here = scene.store.org(scene.org);
        let effects = here.effects(&all(), Some(EffectState::Review)).await;
        let held = effects.unwrap();
        assert_eq!(held.len(), TURNS - 7, "one reply, or one item for a person");
        for effect in &held {
            let why = effect.reason.as_deref().unwrap();
            assert!(why.contains("The agent has sent too many"), "{why}");
        }
        let notices = here.notices(&all(), true).await.unwrap();
        assert_eq!(notices.len(), TURNS - 7);
    });
}
