//! What was said is remembered, by whom it belongs to, and comes to mind when it matters.

use serde_json::json;
use steward_model::{ChatMessage, ChatRequest, Integrity, MemoryMode};
use steward_testkit::{TestDatabase, on_both};

use super::mind::{Asked, calls, says};
use super::scene::Scene;

/// Everything the model was shown.
fn prompt(request: &ChatRequest) -> String {
    let system = request.system.iter().map(|part| part.text.clone());
    let messages = request.messages.iter().map(|message| match message {
        ChatMessage::User { text } | ChatMessage::Assistant { text, .. } => text.clone(),
        ChatMessage::ToolResults { results } => format!("{results:?}"),
    });
    system.chain(messages).collect::<Vec<_>>().join("\n")
}

/// What was recalled for the newest question.
fn recalled(scene: &Scene) -> String {
    let request = scene.mind.requests().pop().unwrap();
    let prompt = prompt(&request);
    let from = prompt.rfind("<relevant_memories").unwrap_or(prompt.len());
    let upto = prompt[from..].find("</relevant_memories>").unwrap_or(0);
    prompt[from..from + upto].to_owned()
}

impl Scene {
    async fn indexed(&self) {
        let waiting = "select count(*) from thread where last_item > indexed_seq";
        self.until("everything is indexed", async || {
            self.count(waiting).await == 0
        })
        .await;
    }
}

const FACT: &str = "My sister Mirela keeps bees in Tartu.";

#[test]
fn what_a_member_said_on_one_thread_comes_to_mind_on_another() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_: Asked<'_>| says("Good.")).await;
        scene.start().await;
        scene.accept(scene.message("one", "1", FACT)).await;
        scene.quiet().await;
        scene.indexed().await;
        scene
            .accept(scene.message("two", "2", "Where does Mirela keep her bees?"))
            .await;
        scene.quiet().await;
        assert!(recalled(&scene).contains(FACT), "{}", recalled(&scene));
        // On its own thread it stands in the conversation already.
        scene
            .accept(scene.message("one", "3", "Where does Mirela keep her bees?"))
            .await;
        scene.quiet().await;
        assert!(!recalled(&scene).contains(FACT), "{}", recalled(&scene));
        scene.finish().await;
    });
}

#[test]
fn what_a_contact_said_comes_to_mind_for_nobody_else() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_: Asked<'_>| says("Good.")).await;
        scene.start().await;
        let (ana, bo) = (scene.person(1).await, scene.person(2).await);
        scene.accept(scene.text(&ana, "SM1", FACT)).await;
        scene.quiet().await;
        scene.indexed().await;
        scene
            .accept(scene.text(&bo, "SM2", "Where does Mirela keep her bees?"))
            .await;
        scene.quiet().await;
        scene
            .accept(scene.message("one", "3", "Where does Mirela keep her bees?"))
            .await;
        scene.quiet().await;
        for request in &scene.mind.requests()[1..] {
            assert!(!prompt(request).contains("Tartu"));
        }
        scene.finish().await;
    });
}

#[test]
fn an_agent_writes_down_what_it_learns_and_reads_it_in_every_turn() {
    on_both(async |db: TestDatabase| {
        let script = |asked: Asked<'_>| match asked.n {
            1 => calls([(
                "memory_append",
                json!({"label": "human", "text": "Prefers mornings."}),
            )]),
            _ => says("Noted."),
        };
        let mut scene = Scene::new(db, script).await;
        scene
            .change_agent(|agent| agent.tools.push("memory".into()))
            .await;
        scene.start().await;
        let ana = scene.person(1).await;
        scene
            .accept(scene.text(&ana, "SM1", "Mornings are best for me."))
            .await;
        scene.quiet().await;
        scene
            .accept(scene.text(&ana, "SM2", "When do you come?"))
            .await;
        scene.quiet().await;
        let shown = prompt(&scene.mind.requests().pop().unwrap());
        assert!(shown.contains("Prefers mornings."), "{shown}");
        let untrusted =
            "select count(*) from block where integrity = 'untrusted' and label = 'human'";
        assert_eq!(scene.count(untrusted).await, 1);
        scene.finish().await;
    });
}

#[test]
fn an_agent_that_keeps_to_itself_is_not_reminded_of_what_others_heard() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_: Asked<'_>| says("Good.")).await;
        scene.start().await;
        scene.accept(scene.message("one", "1", FACT)).await;
        scene.quiet().await;
        scene.indexed().await;
        scene
            .change_agent(|agent| agent.memory_mode = MemoryMode::Isolated)
            .await;
        scene
            .accept(scene.message("two", "2", "Where does Mirela keep her bees?"))
            .await;
        scene.quiet().await;
        assert_eq!(recalled(&scene), "");
        scene.finish().await;
    });
}

#[test]
fn what_was_recalled_of_a_stranger_makes_the_turn_a_strangers() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_: Asked<'_>| says("Good.")).await;
        scene.start().await;
        let mut told = scene.message("one", "1", FACT);
        told.integrity = Integrity::Untrusted;
        scene.accept(told).await;
        scene.quiet().await;
        scene.indexed().await;
        scene
            .accept(scene.message("two", "2", "Where does Mirela keep her bees?"))
            .await;
        scene.quiet().await;
        assert!(recalled(&scene).contains(FACT));
        let answers =
            "select count(*) from item where kind = 'assistant' and integrity <> 'untrusted'";
        assert_eq!(scene.count(answers).await, 0);
        scene.finish().await;
    });
}
