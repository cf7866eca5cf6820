//! Turns without tools, and with the instructions that people wrote.

use std::sync::Arc;

use serde_json::json;
use steward_model::{ApprovalDecision, ChatRequest, Flag, Role};
use steward_testkit::{TestDatabase, on_both};
use steward_tools::ToolOutput;
use tokio::sync::Semaphore;

use super::mind::{Asked, after_results, calls, says, whole};
use super::scene::Scene;
use super::tools::Fake;

fn offered(request: &ChatRequest) -> Vec<&str> {
    let tools = request.tools.iter();
    tools.map(|tool| tool.name.as_str()).collect()
}

#[test]
fn without_tools_a_turn_can_end_and_hand_over() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_| says("Good.")).await;
        scene.tools = vec![Arc::new(Fake::new("look", |_| ToolOutput::done("a thing")))];
        scene.start().await;
        let ana = scene.person(1).await;
        for on in [true, false, true] {
            if !on || scene.mind.calls() > 0 {
                scene.switch(Flag::Tools, on).await;
            }
            let id = format!("SM{}", scene.mind.calls());
            scene.accept(scene.text(&ana, &id, "hello")).await;
            scene.quiet().await;
            let request = scene.mind.requests().pop().unwrap();
            let names = offered(&request);
            match on {
                true => assert!(names.contains(&"look") && names.contains(&"send_sms")),
                false => assert_eq!(names, ["done", "escalate_to_user"]),
            }
        }
        scene.finish().await;
    });
}

#[test]
fn a_call_that_was_decided_before_tools_were_off_is_not_made() {
    on_both(async |db: TestDatabase| {
        let gate = Arc::new(Semaphore::new(0));
        let held = Arc::clone(&gate);
        let script = move |asked: Asked<'_>| match after_results(asked.request) {
            false => calls([("look", json!({}))]).behind(&held),
            true => says("I could not look."),
        };
        let mut scene = Scene::new(db, script).await;
        let look = Arc::new(Fake::new("look", |_| ToolOutput::done("a thing")));
        scene.tools = vec![look.clone()];
        scene.start().await;
        scene.accept(scene.message("chat", "1", "look")).await;
        scene.asked(1).await;
        scene.switch(Flag::Tools, false).await;
        gate.add_permits(1);
        scene.quiet().await;
        assert_eq!(look.made(), 0);
        let told = whole(&scene.mind.requests()[1]);
        assert!(told.contains("tools are switched off for now"), "{told}");
        assert_eq!(scene.outcomes().await, ["completed"]);
        scene.finish().await;
    });
}

#[test]
fn a_call_that_a_person_agreed_to_is_not_made_while_tools_are_off() {
    on_both(async |db: TestDatabase| {
        let script = |asked: Asked<'_>| match asked.n {
            1 => calls([("look", json!({}))]),
            _ => says("Then not."),
        };
        let mut scene = Scene::new(db, script).await;
        let look = Arc::new(Fake::new("look", |_| ToolOutput::done("a thing")).asking());
        scene.tools = vec![look.clone()];
        scene.start().await;
        scene.accept(scene.message("chat", "1", "look")).await;
        scene.quiet().await;
        let question = scene.questions().await.pop().unwrap().id;
        scene.switch(Flag::Tools, false).await;
        let org = scene.store.org(scene.org);
        let approved = ApprovalDecision::Approved;
        org.decide_approval(question, (scene.owner, Role::Owner), approved, None)
            .await
            .unwrap();
        scene.runtime.wake();
        scene.quiet().await;
        assert_eq!(look.made(), 0);
        let told = whole(&scene.mind.requests().pop().unwrap());
        assert!(told.contains("tools are switched off for now"), "{told}");
        scene.finish().await;
    });
}

#[test]
fn what_an_optimiser_wrote_is_used_only_while_that_is_on() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_| says("Good.")).await;
        scene
            .change_agent(|agent| {
                agent.profile.instructions = "Written by a person.".into();
                agent.profile.optimised = Some("Written by an optimiser.".into());
            })
            .await;
        scene.start().await;
        let mut said = Vec::new();
        for on in [true, false, true] {
            if !on || !said.is_empty() {
                scene.switch(Flag::PromptOptimisation, on).await;
            }
            let id = said.len().to_string();
            scene.accept(scene.message("chat", &id, "hello")).await;
            scene.quiet().await;
            let told = whole(&scene.mind.requests().pop().unwrap());
            said.push((
                told.contains("Written by an optimiser."),
                told.contains("Written by a person."),
            ));
        }
        assert_eq!(said, [(true, false), (false, true), (true, false)]);
        scene.finish().await;
    });
}
