//! Nothing happens but what was agreed to: these bytes, by this agent, on this thread, once.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use steward_model::{
    ApprovalDecision, ApprovalId, ChatRequest, Clock as _, EventKind, Integrity, Role, SendMode,
    ServerTool,
};
use steward_store::{Decided, NewEvent};
use steward_testkit::{TestDatabase, on_both};
use steward_tools::{Reach, ToolOutput};

use super::approvals::Pending;
use super::mind::{Asked, calls, says, whole};
use super::scene::Scene;
use super::tools::Fake;

#[test]
fn an_agent_that_only_suggests_sends_by_no_way_test_41() {
    on_both(async |db: TestDatabase| {
        let pending = Pending::new(db).await;
        let scene = &pending.scene;
        // What was asked before, approved after.
        scene
            .change_agent(|agent| agent.send_mode = SendMode::Suggest)
            .await;
        pending.approve().await;
        scene.quiet().await;
        assert_eq!(pending.told_bo(), 0);
        // A model that calls what it was not given.
        let to = pending.bo.id.to_string();
        scene
            .mind
            .change(move |asked| match asked.request.messages.len() {
                n if n > 12 => says("I give up."),
                _ => calls([
                    ("send_sms", json!({"text": "hello"})),
                    ("text_contact", json!({"contact_id": to, "text": "hello"})),
                ]),
            });
        scene
            .accept(scene.text(&pending.ana, "SM2", "send it"))
            .await;
        scene.quiet().await;
        let offered = scene.mind.requests().pop().unwrap().tools;
        assert!(
            !offered
                .iter()
                .any(|tool| tool.name == "send_sms" || tool.name == "text_contact")
        );
        // What it put out while it could, or by a way around the tools.
        let effect = super::sending::effect(scene, &pending.ana, "direct", "hello");
        let thread = scene.questions().await;
        assert_eq!(thread, []);
        let origin = super::sending::origin(scene, &pending.ana, Some(scene.agent)).await;
        let outgoing = steward_store::Outgoing {
            effects: vec![effect],
            ..Default::default()
        };
        scene.store.put_out(origin, outgoing).await.unwrap();
        scene.runtime.wake();
        scene.quiet().await;
        assert_eq!(scene.carrier.texts(), Vec::<String>::new());
        // A person may still want it sent; nobody else can.
        let held = "select count(*) from effect where state = 'review'";
        assert_eq!(scene.count(held).await, 1);
        pending.scene.finish().await;
    });
}

#[test]
fn who_may_search_the_web_is_trusted_no_further_than_the_web() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_: Asked<'_>| says("Found.")).await;
        scene.settings.model = "anthropic:model".into();
        scene.settings.native_tools.push("anthropic:".into());
        scene.settings.policy.fetch_hosts = ["example.com".to_owned()].into();
        scene.start().await;
        let reminds = |request: &ChatRequest| {
            let mut tools = request.tools.iter();
            tools.any(|tool| tool.name == "schedule_task")
        };
        scene.accept(scene.message("one", "1", "Look it up.")).await;
        scene.quiet().await;
        scene
            .change_agent(|agent| agent.tools.push("web_search".into()))
            .await;
        scene.accept(scene.message("two", "2", "Look it up.")).await;
        scene.quiet().await;
        let requests = scene.mind.requests();
        let [plain, searching] = requests.as_slice() else {
            panic!("{requests:?}");
        };
        let seen = (&plain.server_tools, reminds(plain));
        assert_eq!(seen, (&Vec::new(), true));
        let search = ServerTool::WebSearch {
            allowed_domains: vec!["example.com".into()],
        };
        let seen = (&searching.server_tools, reminds(searching));
        assert_eq!(seen, (&vec![search], false));
        let labels = "select count(*) from item where integrity = 'untrusted'";
        assert_eq!(scene.count(labels).await, 1);
        scene.finish().await;
    });
}

/// What is done between a question and its approval.
type Mutation = (&'static str, &'static str);

#[test]
fn an_approval_is_for_these_bytes_of_this_agent_on_this_thread_test_42() {
    // Each makes what would be carried out another thing than what was agreed to.
    const MUTATIONS: &[Mutation] = &[
        (
            "arguments",
            "update approval set arguments_enc = (select payload_enc from event limit 1)",
        ),
        (
            "fingerprint",
            "update approval set arguments_hash = (select setup_enc from turn limit 1)",
        ),
        (
            "revision",
            "update approval set agent_revision = agent_revision + 1",
        ),
        ("tool", "update approval set tool = 'send_sms'"),
        ("turn", "update approval set tool = 'unheard_of'"),
    ];
    on_both(async |db: TestDatabase| {
        for (name, sql) in MUTATIONS {
            let pending = Pending::new(TestDatabase::on(db.backend()).await).await;
            let scene = &pending.scene;
            pending.approve_then(sql).await;
            scene.settle().await;
            assert_eq!(pending.told_bo(), 0, "{name}");
            assert_eq!(scene.carrier.texts(), Vec::<String>::new(), "{name}");
            // The conversation goes on all the same.
            scene
                .accept(scene.text(&pending.ana, "SM9", "hello?"))
                .await;
            scene.settle().await;
            assert_eq!(
                scene.outcomes().await.last().unwrap(),
                "completed",
                "{name}"
            );
        }
    });
}

impl Pending {
    /// Approves while nobody works, and changes something before anybody does.
    async fn approve_then(&self, sql: &str) {
        let id = self.question().await;
        let scene = &self.scene;
        scene.db.data().execute(sql).await;
        let by = (scene.owner, Role::Owner);
        let org = scene.store.org(scene.org);
        let decided = org
            .decide_approval(id, by, ApprovalDecision::Approved, None)
            .await;
        decided.unwrap();
        scene.runtime.wake();
    }

    /// The decision as an event of its own, on a thread of this name.
    fn replayed(&self, id: ApprovalId, key: &str, like: NewEvent) -> NewEvent {
        NewEvent {
            source: "approval".into(),
            dedupe_key: key.into(),
            kind: EventKind::ApprovalDecision,
            payload: json!({"approval": id, "decision": "approved"})
                .to_string()
                .into_bytes(),
            integrity: Integrity::User,
            ..like
        }
    }
}

#[test]
fn an_agent_that_was_changed_must_ask_again_test_42() {
    on_both(async |db: TestDatabase| {
        let pending = Pending::new(db).await;
        let scene = &pending.scene;
        scene
            .change_agent(|agent| agent.name = "Other".into())
            .await;
        pending.approve().await;
        scene.quiet().await;
        assert_eq!(pending.told_bo(), 0);
        assert!(
            pending
                .last_request()
                .contains("the agent was changed after it asked")
        );
        let told = scene.notices().await;
        let is_told =
            |(_, text): &(_, String)| text.starts_with("Something was approved and not done.");
        assert_eq!(
            told.iter().filter(|notice| is_told(notice)).count(),
            1,
            "{told:?}"
        );
        pending.scene.finish().await;
    });
}

#[test]
fn a_second_click_and_a_replayed_decision_do_nothing_test_42() {
    on_both(async |db: TestDatabase| {
        let pending = Pending::new(db).await;
        let scene = &pending.scene;
        let id = pending.approve().await;
        let again = pending.decide(id, ApprovalDecision::Approved).await;
        assert_eq!(again, Some(Decided::Before(ApprovalDecision::Approved)));
        scene.quiet().await;
        assert_eq!(pending.told_bo(), 1);
        let same = scene.text(&pending.ana, "x", "x");
        scene.accept(pending.replayed(id, "replay", same)).await;
        let other = scene.text(&pending.bo, "x", "x");
        scene.accept(pending.replayed(id, "elsewhere", other)).await;
        scene.quiet().await;
        assert_eq!(pending.told_bo(), 1);
        let read: String = scene.mind.requests().iter().map(whole).collect();
        assert!(read.contains("It was carried out before, or whether it was is not known."));
        assert!(read.contains("It was not done: it was asked in another conversation."));
        pending.scene.finish().await;
    });
}

#[test]
fn a_decision_on_another_thread_does_not_carry_anything_out_test_42() {
    on_both(async |db: TestDatabase| {
        let pending = Pending::new(db).await;
        let scene = &pending.scene;
        let id = pending.question().await;
        // Approved by hand, so that no event of its own comes.
        let sql = format!(
            "update approval set decision = 'approved', decided_at = {}, decided_by = '{}'",
            scene.db.clock().now().as_micros(),
            scene.owner
        );
        scene.db.data().execute(&sql).await;
        let other = scene.text(&pending.bo, "x", "x");
        scene.accept(pending.replayed(id, "elsewhere", other)).await;
        scene.quiet().await;
        assert_eq!(pending.told_bo(), 0);
        // No check: the record knows that nobody decided.
        drop(pending);
    });
}

#[test]
fn an_approved_call_that_reaches_outside_is_made_once_with_the_exact_bytes_test_42() {
    on_both(async |db: TestDatabase| {
        let script = |asked: Asked<'_>| match asked.n {
            1 => calls([("pay", json!({"n": 5, "to": {"b": 1, "a": "é"}}))]),
            _ => says("Paid."),
        };
        let mut scene = Scene::new(db, script).await;
        let paid: Arc<Mutex<Vec<Value>>> = Arc::default();
        let book = Arc::clone(&paid);
        let pay = Fake::reaching("pay", Reach::Once)
            .asking()
            .doing(move |arguments| {
                book.lock().unwrap().push(arguments.clone());
                ToolOutput::done("paid")
            });
        scene.tools = vec![Arc::new(pay)];
        scene.start().await;
        scene.accept(scene.message("chat", "1", "pay five")).await;
        scene.quiet().await;
        let question = scene.questions().await.remove(0);
        let shown = question.arguments.clone().unwrap();
        assert_eq!(paid.lock().unwrap().len(), 0, "nobody agreed yet");
        let org = scene.store.org(scene.org);
        let by = (scene.owner, Role::Owner);
        let decided = org
            .decide_approval(question.id, by, ApprovalDecision::Approved, None)
            .await;
        decided.unwrap();
        scene.runtime.wake();
        scene.quiet().await;
        let made = paid.lock().unwrap().clone();
        assert_eq!(made, [serde_json::from_slice::<Value>(&shown).unwrap()]);
        assert_eq!(scene.outcomes().await, ["awaits_approval", "completed"]);
        assert!(whole(&scene.mind.requests()[1]).contains("It was done: paid"));
        scene.finish().await;
    });
}

#[test]
fn without_rules_that_this_version_knows_nothing_leaves_test_43() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_| says("")).await;
        scene.settings.policy.version = 99;
        scene.start().await;
        let (ana, bo) = (scene.person(0).await, scene.person(1).await);
        let to = bo.id.to_string();
        scene.mind.change(
            move |asked| match super::mind::after_results(asked.request) {
                false => calls([
                    ("send_sms", json!({"text": "hello"})),
                    ("text_contact", json!({"contact_id": to, "text": "hello"})),
                ]),
                true => says("No."),
            },
        );
        scene.accept(scene.text(&ana, "SM1", "send it")).await;
        scene.quiet().await;
        assert_eq!(
            scene.questions().await,
            [],
            "what is forbidden is not asked about"
        );
        assert_eq!(scene.count("select count(*) from effect").await, 0);
        assert!(whole(&scene.mind.requests()[1]).contains("Not allowed (rule R0)"));
        scene.finish().await;
    });
}
