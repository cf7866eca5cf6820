//! What waits for a person: nothing stands still for it.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use steward_model::{ApprovalDecision, ApprovalId, LineId, LineProvider, NoticeKind, Role};
use steward_store::{Decided, NewLine};
use steward_testkit::{TestDatabase, on_both};
use tokio::sync::Semaphore;

use super::mind::{Answer, Asked, calls, last_said, says, whole};
use super::scene::{LINE, Person, Scene, phone};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Somebody wrote, and the agent asks whether it may tell another.
pub(super) struct Pending {
    pub(super) scene: Scene,
    pub(super) ana: Person,
    pub(super) bo: Person,
}

impl Pending {
    pub(super) async fn new(db: TestDatabase) -> Self {
        let mut scene = Scene::new(db, |_| says("")).await;
        scene.start().await;
        let (ana, bo) = (scene.person(0).await, scene.person(1).await);
        let to = bo.id.to_string();
        scene.mind.change(move |asked| tells(&asked, &to));
        scene
            .accept(scene.text(&ana, "SM1", "ask Bo to come"))
            .await;
        scene.quiet().await;
        assert_eq!(scene.outcomes().await, ["awaits_approval"]);
        assert_eq!(scene.questions().await.len(), 1);
        Self { scene, ana, bo }
    }

    pub(super) async fn question(&self) -> ApprovalId {
        self.scene.questions().await[0].id
    }

    pub(super) async fn decide(
        &self,
        id: ApprovalId,
        decision: ApprovalDecision,
    ) -> Option<Decided> {
        let scene = &self.scene;
        let by = (scene.owner, Role::Owner);
        let org = scene.store.org(scene.org);
        let decided = org.decide_approval(id, by, decision, None).await.unwrap();
        scene.runtime.wake();
        decided
    }

    pub(super) async fn approve(&self) -> ApprovalId {
        let id = self.question().await;
        let decided = self.decide(id, ApprovalDecision::Approved).await;
        assert!(matches!(decided, Some(Decided::Now { .. })));
        id
    }

    pub(super) fn told_bo(&self) -> usize {
        let taken = self.scene.carrier.taken();
        taken.iter().filter(|one| one.to == self.bo.number).count()
    }

    pub(super) fn last_request(&self) -> String {
        whole(&self.scene.mind.requests().pop().unwrap())
    }
}

/// Asks once for each message that asks for it; otherwise says something.
fn tells(asked: &Asked<'_>, to: &str) -> Answer {
    let said = last_said(asked.request);
    let fresh = said.rsplit("<input").next().unwrap_or_default();
    match fresh.contains("ask Bo") {
        true => calls([(
            "text_contact",
            json!({"contact_id": to, "text": "Please come."}),
        )]),
        false => says("I see."),
    }
}

#[test]
fn what_is_approved_is_done_once_while_the_conversation_goes_on_test_11() {
    on_both(async |db: TestDatabase| {
        // Pending, and the person writes again; then it is approved.
        let pending = Pending::new(db).await;
        let scene = &pending.scene;
        scene
            .accept(scene.text(&pending.ana, "SM2", "hello?"))
            .await;
        scene.quiet().await;
        assert_eq!(scene.outcomes().await, ["awaits_approval", "completed"]);
        assert_eq!(pending.told_bo(), 0);
        pending.approve().await;
        scene.quiet().await;
        assert_eq!(pending.told_bo(), 1);
        assert!(
            pending
                .last_request()
                .contains("It was done: The text is on its way.")
        );
        pending.scene.finish().await;
    });
}

const OTHER_LINE: &str = "+14155550198";

/// Another line of the team's.
async fn another_line(scene: &Scene) -> LineId {
    let line = NewLine {
        address: phone(OTHER_LINE),
        label: "Other".into(),
        agent_id: Some(scene.agent),
        provider: LineProvider::Twilio,
    };
    let line = scene.store.org(scene.org).create_line(line).await;
    line.unwrap().id
}

#[test]
fn what_is_approved_leaves_from_the_line_that_was_shown_test_53() {
    on_both(async |db: TestDatabase| {
        let pending = Pending::new(db).await;
        let scene = &pending.scene;
        let other = another_line(scene).await;
        // The conversation goes on on another line, and the agent asks again there.
        scene
            .accept(scene.text_to((other, OTHER_LINE), &pending.ana, "SM2", "ask Bo again"))
            .await;
        scene.quiet().await;
        let shown = |question: &steward_store::Approval| {
            let arguments = question.arguments.as_deref().unwrap();
            serde_json::from_slice::<serde_json::Value>(arguments).unwrap()["from"].clone()
        };
        let questions = scene.questions().await;
        let lines: Vec<_> = questions.iter().map(shown).collect();
        assert_eq!(lines, [LINE, OTHER_LINE]);
        for (question, line) in questions.iter().zip([LINE, OTHER_LINE]) {
            pending
                .decide(question.id, ApprovalDecision::Approved)
                .await;
            scene.quiet().await;
            let taken = scene.carrier.taken();
            let told = taken.iter().rfind(|one| one.to == pending.bo.number);
            assert_eq!(told.unwrap().from, line);
        }
        pending.scene.finish().await;
    });
}

#[test]
fn what_is_approved_for_a_line_that_is_gone_leaves_from_no_other_and_a_person_is_told() {
    on_both(async |db: TestDatabase| {
        let pending = Pending::new(db).await;
        let scene = &pending.scene;
        another_line(scene).await;
        let here = scene.store.org(scene.org);
        assert!(here.delete_line(scene.line).await.unwrap());
        pending.approve().await;
        scene.quiet().await;
        assert_eq!(pending.told_bo(), 0);
        let notices = scene.notices().await;
        let told = notices.iter().find(|one| one.0 == NoticeKind::Failed);
        let text = &told.unwrap().1;
        let expected = format!("The team has no line {LINE}, which a person agreed to.");
        assert!(text.contains(&expected), "{text}");
        pending.scene.finish().await;
    });
}

#[test]
fn what_is_denied_is_not_done_and_the_agent_knows_test_11() {
    on_both(async |db: TestDatabase| {
        let pending = Pending::new(db).await;
        let scene = &pending.scene;
        for n in 2..=3 {
            scene
                .accept(scene.text(&pending.ana, &format!("SM{n}"), "hello?"))
                .await;
        }
        let id = pending.question().await;
        pending.decide(id, ApprovalDecision::Denied).await;
        scene.quiet().await;
        assert!(pending.last_request().contains("A person said no"));
        assert_eq!(pending.told_bo(), 0);
        pending.scene.finish().await;
    });
}

#[test]
fn what_nobody_decides_expires_and_the_agent_knows_test_11() {
    on_both(async |db: TestDatabase| {
        let pending = Pending::new(db).await;
        let (scene, id) = (&pending.scene, pending.question().await);
        scene.db.clock().advance(DAY + Duration::from_secs(1));
        scene
            .until("it has expired", async || {
                scene.questions().await.is_empty()
            })
            .await;
        scene.quiet().await;
        assert!(pending.last_request().contains("Nobody answered"));
        let late = pending.decide(id, ApprovalDecision::Approved).await;
        assert_eq!(late, Some(Decided::Before(ApprovalDecision::Expired)));
        scene.quiet().await;
        assert_eq!(pending.told_bo(), 0);
        pending.scene.finish().await;
    });
}

#[test]
fn a_decision_that_comes_while_a_turn_runs_is_carried_out_by_the_next_test_11() {
    on_both(async |db: TestDatabase| {
        for decision in [ApprovalDecision::Approved, ApprovalDecision::Denied] {
            let db = TestDatabase::on(db.backend()).await;
            let pending = Pending::new(db).await;
            let scene = &pending.scene;
            let gate = Arc::new(Semaphore::new(0));
            let held = Arc::clone(&gate);
            scene.mind.change(move |_| says("I see.").behind(&held));
            let before = scene.mind.calls();
            scene
                .accept(scene.text(&pending.ana, "SM2", "hello?"))
                .await;
            scene.asked(before + 1).await;
            let id = pending.question().await;
            pending.decide(id, decision).await;
            scene
                .accept(scene.text(&pending.ana, "SM3", "are you there?"))
                .await;
            gate.add_permits(100);
            scene.quiet().await;
            let expected = usize::from(decision == ApprovalDecision::Approved);
            assert_eq!(pending.told_bo(), expected, "{decision}");
            let unread = "select count(*) from event where turn_id is null";
            assert_eq!(scene.count(unread).await, 0);
            pending.scene.finish().await;
        }
    });
}

#[test]
fn a_turn_that_is_stopped_leaves_the_question_as_it_was_test_11() {
    on_both(async |db: TestDatabase| {
        let pending = Pending::new(db).await;
        let scene = &pending.scene;
        let never = Arc::new(Semaphore::new(0));
        scene.mind.change(move |_| says("").behind(&never));
        let before = scene.mind.calls();
        let thread = scene
            .accept(scene.text(&pending.ana, "SM2", "hello?"))
            .await;
        scene.asked(before + 1).await;
        scene
            .until("it is stopped", async || scene.stop_turn(thread).await)
            .await;
        scene.quiet().await;
        scene.mind.change(|_| says("I see."));
        pending.approve().await;
        scene.quiet().await;
        assert_eq!(pending.told_bo(), 1);
        pending.scene.finish().await;
    });
}

#[test]
fn several_questions_are_decided_in_any_order_test_11() {
    on_both(async |db: TestDatabase| {
        let pending = Pending::new(db).await;
        let scene = &pending.scene;
        scene
            .accept(scene.text(&pending.ana, "SM2", "ask Bo again"))
            .await;
        scene.quiet().await;
        let questions = scene.questions().await;
        assert_eq!(questions.len(), 2);
        pending
            .decide(questions[1].id, ApprovalDecision::Approved)
            .await;
        pending
            .decide(questions[0].id, ApprovalDecision::Approved)
            .await;
        scene.quiet().await;
        assert_eq!(pending.told_bo(), 2);
        pending.scene.finish().await;
    });
}

#[test]
fn a_crash_around_a_decision_does_what_was_approved_once_test_11() {
    on_both(async |db: TestDatabase| {
        let mut pending = Pending::new(db).await;
        let never = Arc::new(Semaphore::new(0));
        pending.scene.mind.change(move |_| says("").behind(&never));
        pending.scene.crash().await;
        pending.approve().await;
        let before = pending.scene.mind.calls();
        pending.scene.start().await;
        pending.scene.asked(before + 1).await;
        // The turn that carried it out dies before it ends.
        pending.scene.crash().await;
        pending.scene.mind.change(|_| says("I see."));
        pending.scene.start().await;
        pending.scene.settle().await;
        assert_eq!(pending.told_bo(), 1);
        pending.scene.finish().await;
    });
}

#[test]
fn what_the_tool_would_refuse_is_said_before_anybody_agrees() {
    on_both(async |db: TestDatabase| {
        let pending = Pending::new(db).await;
        let scene = &pending.scene;
        let question = scene.questions().await.remove(0);
        let bo = pending.bo.id.to_string();
        let rehearsed = async |arguments| {
            let tried = scene.runtime.rehearse(scene.org, &question, arguments);
            tried.await.unwrap()
        };
        let tried = async |to: &str, text: &str| {
            rehearsed(json!({"contact_id": to, "text": text, "from": LINE})).await
        };
        assert_eq!(tried(&bo, "come at nine").await, Ok(()));
        let too_long = tried(&bo, &"x".repeat(1_601)).await.unwrap_err();
        assert!(too_long.contains("1601 characters"), "{too_long}");
        assert!(tried("Bo", "come at nine").await.is_err());
        let no_line = rehearsed(json!({"contact_id": bo, "text": "come at nine"})).await;
        assert!(no_line.unwrap_err().starts_with("`from` is missing"));
        // Trying changes nothing: the one decision can still be taken.
        assert_eq!(pending.told_bo(), 0);
        pending.approve().await;
        scene.quiet().await;
        assert_eq!(pending.told_bo(), 1);
        pending.scene.finish().await;
    });
}
