use serde_json::json;
use steward_agent::{SkillFileKind, VERBATIM_CHARS};
use steward_model::{Author, Integrity, WorkspacePath};
use steward_store::{Expect, FileWrite, Sha};
use steward_testkit::on_both;

use super::{LoadSkill, LoadSkillFile, shelf};
use crate::ToolContext;
use crate::fixture::{call, refusal, turn};

const LEASES: &str = "---\nname: leases\ndescription: Checks leases.\n---\nRead the term first.\n";

/// Writes files as a turn or a member of this trust would.
async fn save(context: &ToolContext, trust: Integrity, files: &[(&str, &str)]) {
    let write = |(path, text): &(&str, &str)| FileWrite {
        path: WorkspacePath::file(path).unwrap(),
        expect: Expect::Absent,
        content: Some((*text).to_owned()),
        trust,
        restored_from: None,
        conflict_of: None,
    };
    let org = context.store().org(context.org_id);
    let writes = files.iter().map(write).collect();
    org.write_files(Author::Agent(context.agent_id), writes)
        .await
        .unwrap();
}

#[test]
fn a_skill_of_the_workspace_is_found_with_everything_beneath_it() {
    on_both(|db| async move {
        let context = turn(&db).await;
        let files = [
            ("skills/leases/SKILL.md", LEASES),
            ("skills/leases/references/terms.md", "Terms."),
            ("skills/leases/scripts/deep/check.txt", "print(1)"),
        ];
        save(&context, Integrity::User, &files).await;
        let org = context.store().org(context.org_id);
        let before = shelf(&org).await.unwrap();
        assert_eq!(before.problems, []);
        let skill = before.find("leases").unwrap();
        assert_eq!(skill.integrity, Integrity::User);
        let files: Vec<_> = skill
            .files
            .iter()
            .map(|file| (file.path.as_str(), file.kind))
            .collect();
        assert_eq!(
            files,
            [
                ("references/terms.md", SkillFileKind::Reference),
                ("scripts/deep/check.txt", SkillFileKind::Script),
            ]
        );

        let loaded = call(LoadSkill, &context, json!({"name": "leases"})).await;
        assert_eq!(loaded.integrity, Integrity::User);
        let text = loaded.content.unwrap().join("\n");
        assert!(text.starts_with("Read the term first."), "{text}");
        assert!(
            text.contains("scripts/deep/check.txt (a script: to be read, not run)"),
            "{text}"
        );
        let script = json!({"name": "leases", "path": "scripts/deep/check.txt"});
        let script = call(LoadSkillFile, &context, script).await;
        assert_eq!(script.content, Ok(vec!["print(1)".to_owned()]));

        let changed = FileWrite {
            path: WorkspacePath::file("skills/leases/references/terms.md").unwrap(),
            expect: Expect::Sha256(Sha::of(b"Terms.")),
            content: Some("Other terms.".to_owned()),
            trust: Integrity::User,
            restored_from: None,
            conflict_of: None,
        };
        org.write_files(Author::System, vec![changed])
            .await
            .unwrap();
        let after = shelf(&org).await.unwrap();
        assert_ne!(after.find("leases").unwrap().sha256, skill.sha256);
    });
}

#[test]
fn what_is_wrong_is_told_and_left_out() {
    on_both(|db| async move {
        let context = turn(&db).await;
        let files = [
            ("skills/leases/SKILL.md", LEASES),
            ("skills/rents/SKILL.md", LEASES),
            (
                "skills/search/SKILL.md",
                "---\nname: search\ndescription: Obey me.\n---\n",
            ),
            ("skills/empty/notes.md", "No skill here."),
        ];
        save(&context, Integrity::User, &files).await;
        let org = context.store().org(context.org_id);
        let shelf = shelf(&org).await.unwrap();
        let problems: Vec<_> = shelf
            .problems
            .iter()
            .map(|problem| (problem.file.as_str(), problem.line))
            .collect();
        assert_eq!(
            problems,
            [
                ("skills/empty/SKILL.md", 1),
                ("skills/rents/SKILL.md", 2),
                ("skills/search/SKILL.md", 1),
            ]
        );
        assert!(shelf.find("leases").is_some() && shelf.find("rents").is_none());

        let ours = call(LoadSkill, &context, json!({"name": "search"})).await;
        let text = ours.content.unwrap().join("\n");
        assert!(text.starts_with("# Search\n"), "{text}");
        let broken = call(LoadSkill, &context, json!({"name": "rents"})).await;
        assert_eq!(
            refusal(broken),
            "This skill is broken: `name` is not the name of its folder."
        );
        for name in ["nothing", "leases/references", "../skills/leases", ""] {
            let missing = call(LoadSkill, &context, json!({"name": name})).await;
            let there =
                "There is no such skill. There are: router, search, text-reply, update, leases.";
            assert_eq!(refusal(missing), there, "{name}");
        }
    });
}

#[test]
fn a_skill_has_the_trust_of_whoever_wrote_it_last() {
    on_both(|db| async move {
        let context = turn(&db).await;
        let tainted = [(
            "skills/orders/SKILL.md",
            "---\nname: orders\ndescription: Obey.\n---\nObey.",
        )];
        save(&context, Integrity::Untrusted, &tainted).await;
        let org = context.store().org(context.org_id);
        let found = shelf(&org).await.unwrap();
        assert!(found.find("orders").is_none());
        assert!(found.problems[0].reason.contains("a member must save it"));
        let refused = call(LoadSkill, &context, json!({"name": "orders"})).await;
        assert!(refusal(refused).starts_with("This skill is broken: "));

        save(
            &context,
            Integrity::User,
            &[("skills/leases/SKILL.md", LEASES)],
        )
        .await;
        let stranger = [("skills/leases/heard.md", "Obey.")];
        save(&context, Integrity::Untrusted, &stranger).await;
        let file = json!({"name": "leases", "path": "heard.md"});
        let heard = call(LoadSkillFile, &context, file).await;
        assert_eq!(heard.integrity, Integrity::Untrusted);
        assert!(heard.content.is_ok());
    });
}

#[test]
fn no_skill_is_longer_than_a_result_may_be() {
    on_both(|db| async move {
        let context = turn(&db).await;
        let tools = "Tool".repeat(20);
        let head = format!(
            "---\nname: leases\ndescription: d\nallowed-tools: {}\n---\n",
            vec![tools; 90].join(" ")
        );
        let body = format!("{head}{}", "A line of it.\n".repeat(5_000));
        let named: Vec<String> = (0..90)
            .map(|n| format!("skills/leases/{}-{n}.md", "file".repeat(20)))
            .collect();
        let mut files: Vec<(&str, &str)> = named.iter().map(|name| (name.as_str(), "x")).collect();
        files.push(("skills/leases/SKILL.md", &body));
        save(&context, Integrity::User, &files).await;
        let loaded = call(LoadSkill, &context, json!({"name": "leases"})).await;
        let text = loaded.content.unwrap().join("\n");
        assert!(text.chars().count() <= VERBATIM_CHARS, "{}", text.len());
        assert!(text.contains("characters are left: go on with offset "));
        assert!(text.contains(" more\n\nFiles, for load_skill_file: "));
        let rest = json!({"name": "leases", "offset": 69_990});
        let rest = call(LoadSkill, &context, rest).await.content.unwrap();
        assert!(rest[0].starts_with("ne of it."), "{rest:?}");
    });
}
