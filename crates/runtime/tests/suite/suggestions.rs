//! An agent that may not send drafts, a person sends, and the agent knows of it.

use serde_json::json;
use steward_model::{NoticeKind, SendMode, SuggestionState};
use steward_store::{Page, Picked, Seen, Suggestion};
use steward_testkit::{TestDatabase, on_both};

use super::mind::{Asked, calls, says};
use super::scene::{LINE, Scene};

/// A scene whose agent drafts two replies to every text.
async fn drafting(db: TestDatabase) -> Scene {
    let mut scene = Scene::new(db, |asked: Asked<'_>| {
        let last = asked.request.messages.last();
        match format!("{last:?}").contains("Your team has the drafts") {
            true => says("Drafted."),
            false => calls([(
                "propose_sms_replies",
                json!({"options": [{"body": "Yes, at 5.", "confidence": 0.9}, {"body": "At 6."}]}),
            )]),
        }
    })
    .await;
    scene
        .change_agent(|agent| agent.send_mode = SendMode::Suggest)
        .await;
    scene.start().await;
    scene
}

async fn waiting(scene: &Scene) -> Vec<Suggestion> {
    let page = Page {
        after: None,
        limit: 9,
    };
    let here = scene.store.org(scene.org);
    here.suggestions(&page, true).await.unwrap()
}

fn first() -> Picked {
    Picked {
        option: 0,
        text: None,
    }
}

#[test]
fn a_draft_is_sent_by_a_person_from_the_texted_line_and_the_agent_knows() {
    on_both(async |db: TestDatabase| {
        let scene = drafting(db).await;
        let ana = scene.person(1).await;
        scene.accept(scene.text(&ana, "SM1", "When?")).await;
        scene.quiet().await;
        let offered = scene.mind.requests().pop().unwrap().tools;
        let names: Vec<_> = offered.iter().map(|tool| tool.name.as_str()).collect();
        assert!(names.contains(&"propose_sms_replies"), "{names:?}");
        assert!(!names.contains(&"send_sms"), "{names:?}");
        assert_eq!(scene.carrier.texts(), Vec::<String>::new());
        let [draft] = <[_; 1]>::try_from(waiting(&scene).await).unwrap();
        assert_eq!((draft.contact_id, draft.line_id), (ana.id, scene.line));

        let asked = scene.mind.requests().len();
        let here = scene.store.org(scene.org);
        let seen = here.send_suggestion(draft.id, scene.owner, first()).await;
        assert_eq!(seen.unwrap(), Some(Seen::Now));
        scene.runtime.wake();
        scene.quiet().await;
        assert_eq!(scene.carrier.texts(), ["Yes, at 5."]);
        let sent = scene.carrier.taken();
        assert_eq!(
            (sent[0].to.as_str(), sent[0].from.as_str()),
            (ana.number.as_str(), LINE)
        );
        let same = scene.mind.requests().len();
        assert_eq!(same, asked, "no model is asked about what a person said");

        scene.accept(scene.text(&ana, "SM2", "Thanks!")).await;
        scene.quiet().await;
        let prompt = format!("{:?}", scene.mind.requests()[asked].messages);
        assert!(
            prompt.contains("A person of your team has answered: Yes, at 5."),
            "{prompt}"
        );
        scene.finish().await;
    });
}

#[test]
fn what_comes_in_meanwhile_outdates_a_draft_and_makes_another() {
    on_both(async |db: TestDatabase| {
        let scene = drafting(db).await;
        let ana = scene.person(1).await;
        scene.accept(scene.text(&ana, "SM1", "When?")).await;
        scene.quiet().await;
        let [old] = <[_; 1]>::try_from(waiting(&scene).await).unwrap();
        scene.accept(scene.text(&ana, "SM2", "And where?")).await;
        scene.quiet().await;
        let [new] = <[_; 1]>::try_from(waiting(&scene).await).unwrap();
        assert_ne!(new.id, old.id);
        let here = scene.store.org(scene.org);
        let late = here.send_suggestion(old.id, scene.owner, first()).await;
        assert_eq!(late.unwrap(), Some(Seen::Before(SuggestionState::Outdated)));
        let seen = here.send_suggestion(new.id, scene.owner, first()).await;
        assert_eq!(seen.unwrap(), Some(Seen::Now));
        scene.runtime.wake();
        scene.quiet().await;
        assert_eq!(scene.carrier.texts().len(), 1);
        scene.finish().await;
    });
}

#[test]
fn an_answer_that_was_written_and_not_sent_is_shown_to_a_person() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_: Asked<'_>| says("We open at nine.")).await;
        scene.start().await;
        let ana = scene.person(1).await;
        scene.accept(scene.text(&ana, "SM1", "When?")).await;
        scene.quiet().await;
        assert_eq!(scene.carrier.texts(), Vec::<String>::new());
        let [(kind, text)] = <[_; 1]>::try_from(scene.notices().await).unwrap();
        assert_eq!(kind, NoticeKind::Escalated);
        assert!(text.ends_with("We open at nine."), "{text}");
        // Whoever writes to us in the chat reads the answer there.
        scene.accept(scene.message("chat", "1", "When?")).await;
        scene.quiet().await;
        assert_eq!(scene.notices().await.len(), 1);
        scene.finish().await;
    });
}
