//! What `run_skill_script` refuses before anything is started. That what is started is shut in is tested with the program itself.

use serde_json::{Value, json};
use steward_agent::Action;
use steward_model::{ApprovalId, Author, Integrity, SystemIds, WorkspacePath};
use steward_store::{Expect, FileWrite, NewMember, Sha};
use steward_testkit::on_both;

use super::{RunSkillScript, ScriptRunner, runs_scripts, shelf};
use crate::fixture::{call, refusal, turn};
use crate::{Tool as _, ToolContext};

const LEASES: &str = "---\nname: leases\ndescription: Checks leases.\n---\nRun the check.\n";
const CHECK: &str = "print('checked')\n";

async fn save(context: &ToolContext, path: &str, expect: Expect, text: &str) {
    let write = FileWrite {
        path: WorkspacePath::file(path).unwrap(),
        expect,
        content: Some(text.to_owned()),
        trust: Integrity::User,
        restored_from: None,
        conflict_of: None,
    };
    let org = context.store().org(context.org_id);
    org.write_files(Author::System, vec![write]).await.unwrap();
}

/// A skill with a script, whose hash is given back.
async fn leases(context: &ToolContext) -> String {
    save(context, "skills/leases/SKILL.md", Expect::Absent, LEASES).await;
    let script = "skills/leases/scripts/check.py";
    save(context, script, Expect::Absent, CHECK).await;
    hash(context).await
}

async fn hash(context: &ToolContext) -> String {
    let org = context.store().org(context.org_id);
    let shelf = shelf(&org).await.unwrap();
    assert_eq!(shelf.problems, []);
    shelf.find("leases").unwrap().sha256.clone()
}

async fn allow(context: &ToolContext, sha256: &str) {
    let org = context.store().org(context.org_id);
    let ada = NewMember {
        name: "Ada".into(),
        role: steward_model::Role::Admin,
        identifiers: vec![],
    };
    let ada = org.create_member(ada).await.unwrap().id;
    let what = ("leases", sha256);
    org.allow_skill_scripts(what, ada).await.unwrap();
}

/// The tool with a program that nobody finds: whatever comes as far as starting it was let through.
fn tool() -> RunSkillScript {
    RunSkillScript {
        runner: Some(ScriptRunner::new("/nowhere/steward".into())),
    }
}

fn check(path: &str, sha256: &str) -> Value {
    json!({"name": "leases", "path": path, "arguments": ["a b"], "sha256": sha256})
}

const STARTED: &str = "The script could not be run on this machine";

#[test]
fn a_script_runs_only_where_its_skill_is_allowed_as_it_is() {
    on_both(|db| async move {
        let context = turn(&db).await;
        let sha256 = leases(&context).await;
        let run = |arguments| call(tool(), &context, arguments);
        let org = context.store().org(context.org_id);
        let skills = shelf(&org).await.unwrap().skills;
        assert!(!runs_scripts(&org, &skills).await.unwrap());
        let refused = refusal(run(check("scripts/check.py", &sha256)).await);
        assert!(
            refused.starts_with("The scripts of this skill are not allowed."),
            "{refused}"
        );

        allow(&context, &sha256).await;
        assert!(runs_scripts(&org, &skills).await.unwrap());
        let let_through = refusal(run(check("scripts/check.py", &sha256)).await);
        assert!(let_through.starts_with(STARTED), "{let_through}");
        for path in [
            "SKILL.md",
            "scripts/other.py",
            "../leases/scripts/check.py",
            "/bin/sh",
            "",
        ] {
            let refused = refusal(run(check(path, &sha256)).await);
            assert_eq!(
                refused, "The skill has no such script. It has: scripts/check.py.",
                "{path}"
            );
        }

        let before = Expect::Sha256(Sha::of(CHECK.as_bytes()));
        let script = "skills/leases/scripts/check.py";
        save(&context, script, before, "print('other')\n").await;
        let skills = shelf(&org).await.unwrap().skills;
        assert!(!runs_scripts(&org, &skills).await.unwrap());
        let refused = refusal(run(check("scripts/check.py", &sha256)).await);
        assert!(
            refused.starts_with("The scripts of this skill are not allowed."),
            "{refused}"
        );
    });
}

#[test]
fn a_person_agrees_to_the_files_as_they_are() {
    on_both(|db| async move {
        let mut context = turn(&db).await;
        let first = leases(&context).await;
        allow(&context, &first).await;
        let wanted = json!({"name": "leases", "path": "scripts/check.py", "arguments": ["x"]});
        let asked = tool().asked(&context, wanted.clone()).await.unwrap();
        assert_eq!(asked["sha256"], first);
        assert_eq!(asked["arguments"], json!(["x"]));
        let action = tool().action(&context, &wanted).unwrap();
        assert!(matches!(action, Some(Action::CallForeign { .. })));
        // No model chooses the version, and nobody calls by hand without it.
        assert!(tool().action(&context, &asked).is_err());
        let without = refusal(call(tool(), &context, wanted.clone()).await);
        assert!(without.starts_with("It was not run: "), "{without}");

        save(&context, "skills/leases/notes.md", Expect::Absent, "New.").await;
        let second = hash(&context).await;
        assert_ne!(first, second);
        allow(&context, &second).await;
        context.approval = Some(ApprovalId::generate(&SystemIds));
        let late = refusal(call(tool(), &context, asked).await);
        assert_eq!(
            late,
            "It was not run: the files of the skill have changed since a person agreed to it."
        );
    });
}

#[test]
fn arguments_are_bounded() {
    on_both(|db| async move {
        let context = turn(&db).await;
        let with = |arguments: Vec<String>| json!({"name": "leases", "path": "scripts/check.py", "arguments": arguments});
        for arguments in [
            vec!["x".to_owned(); 65],
            vec!["x".repeat(8_001)],
            vec!["nul\0".to_owned()],
        ] {
            let refused = tool().action(&context, &with(arguments)).unwrap_err();
            assert!(
                refused.starts_with("A script takes at most 64"),
                "{refused}"
            );
        }
        assert!(
            tool()
                .action(&context, &with(vec!["; rm -rf /".to_owned()]))
                .is_ok()
        );
    });
}
