//! Agents that start agents: bounded, counted for whoever started them, and seen by whoever watches.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::json;
use steward_agent::{Capabilities, Capability, SubagentDefinition, SubagentRegistry};
use steward_model::{MemoryMode, ModelFailure, Scope, SendMode};
use steward_testkit::{TestDatabase, on_both};

use super::mind::{Answer, Asked, after_results, calls, says, whole};
use super::scene::Scene;

pub(super) fn helper() -> SubagentRegistry {
    let granted = BTreeSet::from([
        Capability::Spawn,
        Capability::Reply,
        Capability::SendElsewhere,
    ]);
    let tools = ["task", "send_sms", "text_contact"].map(String::from);
    let definition = SubagentDefinition {
        name: "helper".into(),
        description: "Helps.".into(),
        prompt: "You are a helper.".into(),
        model: None,
        tools: BTreeSet::from(tools),
        capabilities: Capabilities {
            granted,
            send_mode: SendMode::Autonomous,
        },
        memory: MemoryMode::Isolated,
        max_steps: 3,
        temperature_milli: 200,
    };
    SubagentRegistry::new(vec![definition]).unwrap()
}

/// Every agent starts another one level deeper, and tells what it heard.
fn delegate(asked: &Asked<'_>) -> Answer {
    let said = whole(asked.request);
    let level = (1..=4).rev().find(|n| said.contains(&format!("level {n}")));
    match after_results(asked.request) {
        false => {
            let task = format!("level {}", level.unwrap_or(0) + 1);
            calls([("task", json!({"agent": "helper", "task": task}))])
        }
        true => says(&format!("back from {}", level.unwrap_or(0))),
    }
}

#[test]
fn sub_agents_are_nested_three_deep_and_counted_for_the_parent() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |asked| delegate(&asked)).await;
        scene.subagents = helper();
        scene.start().await;
        let thread = scene.accept(scene.message("chat", "1", "go")).await;
        scene.quiet().await;
        assert_eq!(scene.outcomes().await, ["completed"]);
        assert_eq!(scene.mind.calls(), 8, "two for each of four agents");
        let deepest = scene.mind.requests().iter().map(whole).collect::<String>();
        assert!(
            deepest.contains("There is no tool `task`"),
            "the deepest starts nobody"
        );
        let turn = &scene.turns().await[0];
        assert_eq!((turn.input_tokens, turn.output_tokens), (80, 40));
        let org = scene.store.org(scene.org);
        let events = org
            .stream_events(&thread.to_string(), Scope::Org(scene.org), 0, 1_000)
            .await
            .unwrap();
        let depths: BTreeSet<i64> = events
            .iter()
            .map(|event| serde_json::from_slice::<serde_json::Value>(&event.data).unwrap())
            .map(|event| event["depth"].as_i64().unwrap())
            .collect();
        assert_eq!(depths, BTreeSet::from([0, 1, 2, 3]));
        scene.stop(Duration::from_secs(5)).await;
        let spent = "select max(spent_tokens) from budget";
        assert_eq!(scene.count(spent).await, 120);
        scene.finish().await;
    });
}

#[test]
fn a_long_report_of_a_sub_agent_is_summarised_or_says_how_much_is_missing() {
    on_both(async |db: TestDatabase| {
        // One line, as models write them.
        let report = "x".repeat(30_000);
        let (long, summary) = (report.clone(), "Thirty thousand times x.");
        let script = move |asked: Asked<'_>| {
            let said = whole(asked.request);
            if said.contains("You are given the result of a tool") {
                return says(summary);
            }
            match (
                said.contains("You are a helper."),
                after_results(asked.request),
            ) {
                (true, _) => says(&long),
                (false, false) => calls([("task", json!({"agent": "helper", "task": "go"}))]),
                (false, true) => says("Thank you."),
            }
        };
        let mut scene = Scene::new(db, script).await;
        scene.subagents = helper();
        scene.start().await;
        scene.accept(scene.message("chat", "1", "go")).await;
        scene.quiet().await;
        assert_eq!(scene.outcomes().await, ["completed"]);
        let last = whole(scene.mind.requests().last().unwrap());
        assert!(
            last.contains("summarized") && last.contains(summary),
            "{last}"
        );
        let turn = &scene.turns().await[0];
        assert_eq!((turn.input_tokens, turn.output_tokens), (40, 20));
        // Nobody to summarise it: the beginning, and how much more there was.
        let long = report;
        scene.mind.change(move |asked| {
            let said = whole(asked.request);
            if said.contains("You are given the result of a tool") {
                return super::mind::fails(ModelFailure::TooLong);
            }
            match (
                said.contains("You are a helper."),
                after_results(asked.request),
            ) {
                (true, _) => says(&long),
                (false, false) => calls([("task", json!({"agent": "helper", "task": "go"}))]),
                (false, true) => says("Thank you."),
            }
        });
        scene.accept(scene.message("other", "2", "go")).await;
        scene.quiet().await;
        let last = whole(scene.mind.requests().last().unwrap());
        assert!(
            last.contains("20100 of 30000 characters are missing"),
            "{last}"
        );
        assert!(last.contains("xxxx"));
        scene.finish().await;
    });
}

#[test]
fn a_sub_agent_cannot_send_whatever_its_parent_may_test_41() {
    on_both(async |db: TestDatabase| {
        for mode in [SendMode::Suggest, SendMode::Autonomous] {
            let db = TestDatabase::on(db.backend()).await;
            let mut scene = Scene::new(db, |_| says("")).await;
            scene.subagents = helper();
            scene.start().await;
            scene.change_agent(|agent| agent.send_mode = mode).await;
            let (ana, bo) = (scene.person(0).await, scene.person(1).await);
            let to = bo.id.to_string();
            scene
                .mind
                .change(move |asked| match after_results(asked.request) {
                    true => says("I tried."),
                    false if whole(asked.request).contains("You are a helper.") => calls([
                        ("send_sms", json!({"text": "hello"})),
                        ("text_contact", json!({"contact_id": to, "text": "hello"})),
                    ]),
                    false => calls([("task", json!({"agent": "helper", "task": "send it"}))]),
                });
            scene.accept(scene.text(&ana, "SM1", "send it")).await;
            scene.quiet().await;
            assert_eq!(scene.carrier.texts(), Vec::<String>::new());
            // It may ask a person where its parent may; that is all.
            let asked = usize::from(mode == SendMode::Autonomous);
            assert_eq!(scene.questions().await.len(), asked);
            assert_eq!(scene.count("select count(*) from effect").await, 0);
            scene.finish().await;
        }
    });
}
