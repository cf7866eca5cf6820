//! Skills: told of by name to whoever can load them, and read when they are asked for.

use std::collections::BTreeSet;

use serde_json::json;
use steward_agent::{Capabilities, SubagentDefinition, SubagentRegistry};
use steward_model::{Author, Flag, Integrity, MemoryMode, SendMode, WorkspacePath};
use steward_store::{Expect, FileWrite};
use steward_testkit::{TestDatabase, on_both};
use steward_tools::shelf;

use super::mind::{Asked, after_results, calls, says, whole};
use super::scene::Scene;

/// A line of the list, a line of a body, and a line of the rules for those who have no skills, as JSON has them.
const LISTED: &str = r"\n- text-reply: ";
const TAUGHT: &str = "Somebody who wants no more texts";
const RULES: &str = "What you read beats what you remember";

impl Scene {
    /// What the newest call of the model was shown, after one more message.
    async fn told(&self, id: &str) -> String {
        self.accept(self.message("chat", id, "hello")).await;
        self.quiet().await;
        whole(&self.mind.requests().pop().unwrap())
    }
}

#[test]
fn an_agent_with_skills_is_told_their_names_and_loads_what_it_needs() {
    on_both(async |db: TestDatabase| {
        let script = |asked: Asked<'_>| match after_results(asked.request) {
            false => calls([("load_skill", json!({"name": "text-reply"}))]),
            true => says("Good."),
        };
        let mut scene = Scene::new(db, script).await;
        scene
            .change_agent(|agent| agent.tools.push("load_skill".into()))
            .await;
        scene.start().await;
        let after = scene.told("1").await;
        let before = whole(&scene.mind.requests()[0]);
        assert!(
            before.contains(LISTED) && !before.contains(TAUGHT),
            "{before}"
        );
        assert!(!before.contains(RULES), "{before}");
        assert!(after.contains(TAUGHT), "{after}");
        scene.finish().await;
    });
}

#[test]
fn a_skill_that_a_member_saves_is_in_the_next_turn() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_| says("Good.")).await;
        scene
            .change_agent(|agent| agent.tools.push("skills".into()))
            .await;
        scene.start().await;
        assert!(!scene.told("1").await.contains(r"\n- leases: "));
        let saved = FileWrite {
            path: WorkspacePath::file("skills/leases/SKILL.md").unwrap(),
            expect: Expect::Absent,
            content: Some("---\nname: leases\ndescription: Checks leases.\n---\n".into()),
            trust: Integrity::User,
            restored_from: None,
            conflict_of: None,
        };
        let org = scene.store.org(scene.org);
        org.write_files(Author::Member(scene.owner), vec![saved])
            .await
            .unwrap();
        let told = scene.told("2").await;
        assert!(told.contains(r"\n- leases: Checks leases.\n"), "{told}");
        scene.finish().await;
    });
}

#[test]
fn a_script_is_run_by_nobody_whose_skills_are_not_allowed_as_they_are() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_| says("Good.")).await;
        scene
            .change_agent(|agent| agent.tools.push("skills".into()))
            .await;
        scene.start().await;
        let org = scene.store.org(scene.org);
        let file = |path: &str, text: &str| FileWrite {
            path: WorkspacePath::file(path).unwrap(),
            expect: Expect::Absent,
            content: Some(text.into()),
            trust: Integrity::User,
            restored_from: None,
            conflict_of: None,
        };
        let body = "---\nname: leases\ndescription: Checks leases.\n---\n";
        let files = vec![
            file("skills/leases/SKILL.md", body),
            file("skills/leases/scripts/check.py", "print(1)"),
        ];
        let by = Author::Member(scene.owner);
        org.write_files(by, files).await.unwrap();
        let offered = async |id: &str| {
            scene.accept(scene.message("chat", id, "hello")).await;
            scene.quiet().await;
            let asked = scene.mind.requests().pop().unwrap();
            whole(&asked).contains("run_skill_script")
        };
        assert!(!offered("1").await);
        let skills = shelf(&org).await.unwrap().skills;
        let sha256 = &skills
            .iter()
            .find(|one| one.name == "leases")
            .unwrap()
            .sha256;
        let what = ("leases", sha256.as_str());
        org.allow_skill_scripts(what, scene.owner).await.unwrap();
        assert!(offered("2").await);
        let more = vec![file("skills/leases/notes.md", "New.")];
        org.write_files(by, more).await.unwrap();
        assert!(!offered("3").await);
        scene.finish().await;
    });
}

#[test]
fn an_agent_without_skills_is_told_the_rules_unless_somebody_wrote_others() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_| says("Good.")).await;
        scene.start().await;
        let told = scene.told("1").await;
        assert!(told.contains(RULES) && !told.contains(LISTED), "{told}");
        scene
            .change_agent(|agent| agent.profile.instructions = "Write poems.".into())
            .await;
        let told = scene.told("2").await;
        assert!(told.contains("Write poems."), "{told}");
        assert!(!told.contains(RULES) && !told.contains(LISTED), "{told}");
        scene.finish().await;
    });
}

#[test]
fn nobody_is_told_of_skills_while_tools_are_switched_off() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_| says("Good.")).await;
        scene
            .change_agent(|agent| agent.tools.push("skills".into()))
            .await;
        scene.start().await;
        assert!(scene.told("1").await.contains(LISTED));
        scene.switch(Flag::Tools, false).await;
        assert!(!scene.told("2").await.contains(LISTED));
        scene.finish().await;
    });
}

#[test]
fn a_sub_agent_is_told_of_skills_if_it_can_load_them() {
    on_both(async |db: TestDatabase| {
        let script = |asked: Asked<'_>| match after_results(asked.request) {
            true => says("Good."),
            false if whole(asked.request).contains("You are a helper.") => says("Done."),
            false => calls([
                ("task", json!({"agent": "taught", "task": "one"})),
                ("task", json!({"agent": "plain", "task": "two"})),
            ]),
        };
        let mut scene = Scene::new(db, script).await;
        let plain = helper("plain", &[]);
        let taught = helper("taught", &["load_skill"]);
        scene.subagents = SubagentRegistry::new(vec![plain, taught]).unwrap();
        scene
            .change_agent(|agent| agent.tools.push("skills".into()))
            .await;
        scene.start().await;
        scene.told("1").await;
        let helpers: Vec<String> = scene.mind.requests().iter().map(whole).collect();
        let told = |task: &str| {
            let own =
                |request: &&String| request.contains("You are a helper.") && request.contains(task);
            helpers.iter().find(own).unwrap().contains(LISTED)
        };
        assert_eq!((told(r"\none\n"), told(r"\ntwo\n")), (true, false));
        scene.finish().await;
    });
}

fn helper(name: &str, tools: &[&str]) -> SubagentDefinition {
    SubagentDefinition {
        name: name.into(),
        description: "Helps.".into(),
        prompt: "You are a helper.".into(),
        model: None,
        tools: tools.iter().map(ToString::to_string).collect(),
        capabilities: Capabilities {
            granted: BTreeSet::new(),
            send_mode: SendMode::Suggest,
        },
        memory: MemoryMode::Isolated,
        max_steps: 3,
        temperature_milli: 200,
    }
}
