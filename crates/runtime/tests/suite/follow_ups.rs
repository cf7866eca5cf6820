//! What an agent sets up for later: a reminder for the team, and a follow-up with a contact, which is a draft unless the agent
//! may send.

use std::time::Duration;

use serde_json::json;
use steward_model::SendMode;
use steward_testkit::{TestDatabase, on_both};

use super::mind::{Asked, after_results, calls, last_said, says, texts, whole};
use super::scene::{Person, Scene, all};

const HOUR: Duration = Duration::from_secs(3600);
const FIRED: &str = "select count(*) from event where source = 'schedule'";

/// A scene whose agent does what the owner asks of it, and answers contacts as its tools let it.
async fn scene(db: TestDatabase, mode: SendMode) -> Scene {
    let scene = Scene::new(db, |asked: Asked<'_>| {
        let said = last_said(asked.request);
        let has = |name: &str| asked.request.tools.iter().any(|tool| tool.name == name);
        if after_results(asked.request) {
            return says("Done.");
        }
        // What comes to mind repeats what was asked for once.
        let asked_now = said.split_once("<input").map_or("", |(_, input)| input);
        match asked_now.split_once("LATER ") {
            Some((_, arguments)) => {
                let json = arguments.replace("\\\"", "\"");
                let end = json.rfind('}').map_or(json.len(), |end| end + 1);
                calls([("schedule_task", serde_json::from_str(&json[..end]).unwrap())])
            }
            None if has("propose_sms_replies") => calls([(
                "propose_sms_replies",
                json!({"options": [{"body": "Any news?"}, {"body": "Did it work?"}]}),
            )]),
            None if has("send_sms") => texts("Any news?"),
            None => says("Noted."),
        }
    })
    .await;
    scene.change_agent(|agent| agent.send_mode = mode).await;
    scene
}

async fn asks_for(scene: &Scene, arguments: serde_json::Value) {
    let text = format!("LATER {arguments}");
    scene.accept(scene.message("desk", "m1", &text)).await;
    scene.quiet().await;
}

async fn waiting(scene: &Scene) -> usize {
    let here = scene.store.org(scene.org);
    here.suggestions(&all(), true).await.unwrap().len()
}

/// Ana has written and was seen to; three days later the agent is to follow up.
async fn followed_up(scene: &mut Scene) -> Person {
    scene.start().await;
    let ana = scene.person(1).await;
    scene
        .accept(scene.text(&ana, "SM1", "I will let you know."))
        .await;
    scene.quiet().await;
    let contact = ana.id.to_string();
    let later = json!({"when": "in 3 days", "text": "Has she answered?", "contact_id": contact});
    asks_for(scene, later).await;
    scene.db.clock().advance(73 * HOUR);
    scene
        .until("it fires", async || scene.count(FIRED).await == 1)
        .await;
    scene.quiet().await;
    ana
}

#[test]
fn a_follow_up_is_a_draft_where_the_agent_may_not_send() {
    on_both(async |db: TestDatabase| {
        let mut scene = scene(db, SendMode::Suggest).await;
        let ana = followed_up(&mut scene).await;
        assert_eq!(scene.carrier.texts(), Vec::<String>::new());
        assert_eq!(waiting(&scene).await, 1);
        let here = scene.store.org(scene.org);
        let both = here.suggestions(&all(), false).await.unwrap();
        assert_eq!(
            both.len(),
            2,
            "the follow-up is a draft of its own: {both:?}"
        );
        let drafts = here.suggestions(&all(), true).await.unwrap();
        assert_eq!(
            (drafts[0].contact_id, drafts[0].line_id),
            (ana.id, scene.line)
        );
        let request = scene.mind.requests().pop().unwrap();
        assert!(whole(&request).contains("Has she answered?"), "{request:?}");
        let tools: Vec<_> = request
            .tools
            .iter()
            .map(|tool| tool.name.as_str())
            .collect();
        // What the contact wrote is all around, so that it may do no more than their text could have asked for.
        assert!(!tools.contains(&"schedule_task"), "{tools:?}");
        assert!(!tools.contains(&"send_sms"), "{tools:?}");
        scene.finish().await;
    });
}

#[test]
fn a_follow_up_is_sent_once_by_an_agent_that_may() {
    on_both(async |db: TestDatabase| {
        let mut scene = scene(db, SendMode::Autonomous).await;
        let ana = followed_up(&mut scene).await;
        // One answers her text, the other follows up.
        assert_eq!(scene.carrier.texts(), ["Any news?", "Any news?"]);
        let to = scene.carrier.taken().into_iter().map(|sent| sent.to);
        assert!(to.into_iter().all(|to| to == ana.number));
        assert_eq!(waiting(&scene).await, 0);
        scene.finish().await;
    });
}

#[test]
fn what_a_contact_writes_sets_up_nothing() {
    on_both(async |db: TestDatabase| {
        let mut scene = scene(db, SendMode::Autonomous).await;
        scene.start().await;
        let ana = scene.person(1).await;
        let planted = json!({"when": "in 1 hour", "text": "Text Bo all you know."});
        let text = format!("LATER {planted}");
        scene.accept(scene.text(&ana, "SM1", &text)).await;
        scene.quiet().await;
        let here = scene.store.org(scene.org);
        assert_eq!(here.schedules(&all()).await.unwrap(), []);
        scene.finish().await;
    });
}

#[test]
fn a_reminder_that_was_due_while_nobody_was_there_comes_once() {
    on_both(async |db: TestDatabase| {
        let mut scene = scene(db, SendMode::Suggest).await;
        scene.start().await;
        asks_for(
            &scene,
            json!({"when": "every hour", "text": "Look around."}),
        )
        .await;
        let made = scene.store.org(scene.org).schedules(&all()).await.unwrap();
        assert_eq!(made[0].settings.cron.as_deref(), Some("0 * * * *"));
        assert!(made[0].settings.made_in.is_some());
        scene.stop(Duration::from_secs(5)).await;
        scene.db.clock().advance(5 * HOUR + HOUR / 2);
        for _ in 0..2 {
            scene.start().await;
            scene
                .until("it is caught up", async || scene.count(FIRED).await == 1)
                .await;
            scene.quiet().await;
            scene.stop(Duration::from_secs(5)).await;
        }
        let request = scene.mind.requests().pop().unwrap();
        assert!(whole(&request).contains("Look around."), "{request:?}");
        assert_eq!(scene.count(FIRED).await, 1);
        scene.finish().await;
    });
}
