//! Skills, as members see them.

use std::time::Duration;

use serde_json::{Value, json};
use steward_model::{Author, Integrity, Role, WorkspacePath};
use steward_store::{Expect, FileWrite};
use steward_testkit::{TestDatabase, on_both};

use super::openai::{post, scripted};
use crate::support::model::Line;
use crate::support::tenant::add_member;
use crate::support::{Answer, TestServer, sqlite};

#[tokio::test]
async fn the_built_in_skills_are_told_with_their_files_and_hashes() {
    let server = sqlite().await;
    let request = server.get("/api/skills").bearer(&server.ours.token);
    let list = request.send().await.expect(200);
    assert_eq!(list["problems"], json!([]));
    let skills = list["skills"].as_array().unwrap();
    let names: Vec<_> = skills.iter().map(|skill| &skill["name"]).collect();
    assert_eq!(names, ["router", "search", "text-reply", "update"]);
    let update = &skills[3];
    assert_eq!(update["source"], "built_in");
    assert_eq!(
        update["files"],
        json!([{"path": "history_chain.md", "kind": "reference"}])
    );
    assert_eq!(update["sha256"].as_str().unwrap().len(), 64);
    assert!(update["description"].as_str().unwrap().contains("account"));

    assert_eq!(server.get("/api/skills").send().await.status, 401);
}

#[test]
fn skills_of_the_workspace_are_told_with_what_is_wrong_and_to_nobody_else() {
    on_both(|database| async move {
        let server = TestServer::new(database).await;
        let file = |path: &str, text: &str| FileWrite {
            path: WorkspacePath::file(path).unwrap(),
            expect: Expect::Absent,
            content: Some(text.to_owned()),
            trust: Integrity::User,
            restored_from: None,
            conflict_of: None,
        };
        let good = "---\nname: leases\ndescription: Checks leases.\n---\nBody.";
        let files = vec![
            file("skills/leases/SKILL.md", good),
            file("skills/leases/references/terms.md", "Terms."),
            file("skills/rents/SKILL.md", "---\nname: rents\n---\n"),
        ];
        let org = server.store.org(server.ours.org);
        org.write_files(Author::System, files).await.unwrap();

        let request = server.get("/api/skills").bearer(&server.ours.token);
        let list = request.send().await.expect(200);
        let own = &list["skills"][4];
        assert_eq!(own["name"], "leases");
        assert_eq!(own["source"], "workspace");
        assert_eq!(
            own["files"],
            json!([{"path": "references/terms.md", "kind": "reference"}])
        );
        let problem = json!({"file": "skills/rents/SKILL.md", "line": 1, "reason": "`description` is missing"});
        assert_eq!(list["problems"], json!([problem]));

        let request = server.get("/api/skills").bearer(&server.theirs.token);
        let list = request.send().await.expect(200);
        assert_eq!(list["skills"].as_array().unwrap().len(), 4);
        assert_eq!(list["problems"], json!([]));
    });
}

const CHECK: &str = "import sys\nprint('checked', sys.argv[1:])\n";

/// Saves a file as a member does on the page, over what it says now.
async fn save(server: &TestServer, path: &str, text: &str) {
    let org = server.store.org(server.ours.org);
    let path = WorkspacePath::file(path).unwrap();
    let there = org.file(&path).await.unwrap();
    let sha = there.and_then(|there| there.head.sha256);
    let write = FileWrite {
        path,
        expect: sha.map_or(Expect::Absent, Expect::Sha256),
        content: Some(text.to_owned()),
        trust: Integrity::User,
        restored_from: None,
        conflict_of: None,
    };
    org.write_files(Author::System, vec![write]).await.unwrap();
}

/// The skill as the list tells it.
async fn leases(server: &TestServer) -> Value {
    let list = server.get("/api/skills").bearer(&server.ours.token);
    let list = list.send().await.expect(200);
    let all = list["skills"].as_array().unwrap();
    all.iter()
        .find(|one| one["name"] == "leases")
        .unwrap()
        .clone()
}

async fn with_script(server: &TestServer) -> Value {
    let body = "---\nname: leases\ndescription: Checks leases.\n---\nRun the check.";
    save(server, "skills/leases/SKILL.md", body).await;
    save(server, "skills/leases/scripts/check.py", CHECK).await;
    leases(server).await
}

async fn allow(server: &TestServer, token: &str, body: Value) -> Answer {
    let request = server.put("/api/skills/leases/scripts").bearer(token);
    request.json(&body).send().await
}

#[test]
fn an_admin_allows_scripts_as_they_are_and_a_change_takes_it_back() {
    on_both(|database| async move {
        let server = TestServer::new(database).await;
        let token = server.ours.token.clone();
        let skill = with_script(&server).await;
        let nothing = json!({"allowed": false, "changed_since": false, "allowed_by": null, "allowed_at": null});
        assert_eq!(skill["scripts"], nothing);
        let sha256 = skill["sha256"].clone();
        let yes = json!({"allowed": true, "sha256": sha256});

        for role in [Role::Member, Role::Admin] {
            let plain = format!("stw_plain_{role:?}_0123456789");
            add_member(&server.store, server.ours.org, role, &plain).await;
            let answer = allow(&server, &plain, yes.clone()).await;
            let expected = if role == Role::Admin { 200 } else { 403 };
            assert_eq!(answer.status, expected, "{answer}");
        }
        let allowed = leases(&server).await["scripts"].clone();
        assert_eq!(
            (&allowed["allowed"], &allowed["changed_since"]),
            (&json!(true), &json!(false))
        );
        assert!(allowed["allowed_by"]["name"].is_string(), "{allowed}");

        save(
            &server,
            "skills/leases/scripts/check.py",
            "print('other')\n",
        )
        .await;
        let after = leases(&server).await;
        let scripts = &after["scripts"];
        assert_eq!(
            (&scripts["allowed"], &scripts["changed_since"]),
            (&json!(false), &json!(true))
        );
        let late = allow(&server, &token, yes).await;
        assert_eq!(
            (late.status.as_u16(), late.code()),
            (409, "conflict".into()),
            "{late}"
        );
        let blind = allow(&server, &token, json!({"allowed": true})).await;
        assert_eq!(blind.field().as_deref(), Some("sha256"), "{blind}");
        let again = json!({"allowed": true, "sha256": after["sha256"]});
        let view = allow(&server, &token, again).await.expect(200);
        assert_eq!(view["scripts"]["allowed"], true);
        let view = allow(&server, &token, json!({"allowed": false}))
            .await
            .expect(200);
        assert_eq!(view["scripts"], nothing);
    });
}

#[tokio::test]
async fn scripts_that_there_are_not_cannot_be_allowed() {
    let server = sqlite().await;
    let token = &server.ours.token;
    with_script(&server).await;
    let no_scripts = server.put("/api/skills/router/scripts").bearer(token);
    let no_scripts = no_scripts.json(&json!({"allowed": false})).send().await;
    assert_eq!(no_scripts.status, 409, "{no_scripts}");
    for (token, name) in [(token, "nothing"), (&server.theirs.token, "leases")] {
        let path = format!("/api/skills/{name}/scripts");
        let missing = server.put(&path).bearer(token);
        let missing = missing.json(&json!({"allowed": false})).send().await;
        assert_eq!(missing.status, 404, "{missing}");
    }
    let only_scripts = WorkspacePath::file("areas/scripts/check.py");
    assert!(only_scripts.is_err());
}

fn run(path: &str) -> Line {
    let call = json!({"name": "run_skill_script", "arguments": {"name": "leases", "path": path, "arguments": ["7"]}});
    Line::Written(json!({"messages": [], "tool_calls": [call]}).to_string())
}

#[tokio::test]
async fn an_agent_runs_an_allowed_script_once_a_person_agreed() {
    let script = vec![Line::Agent("Hello."), run("scripts/check.py")];
    let (server, model, name) = scripted(TestDatabase::sqlite(), script).await;
    let skill = with_script(&server).await;
    let body = json!({"name": "Clerk", "model": name, "tools": ["skills"]});
    let agent = post(&server, "/api/agents", &body).await.expect(201);
    let agent = format!("steward:{}", agent["id"].as_str().unwrap());
    let _working = server.start_runtime().await;
    let ask = json!({"model": agent, "input": "Check the lease."});
    post(&server, "/v1/responses", &ask).await.expect(200);
    let offered = |turn: usize| model.asked()[turn].to_string().contains("run_skill_script");
    assert!(!offered(0), "nothing is allowed yet");

    let token = server.ours.token.clone();
    let yes = json!({"allowed": true, "sha256": skill["sha256"]});
    allow(&server, &token, yes).await.expect(200);
    model.goes_on([Line::Agent("It was checked.")]);
    post(&server, "/v1/responses", &ask).await;
    assert!(offered(1));
    let open = server.get("/api/approvals?open=true").bearer(&token);
    let open = open.send().await.expect(200);
    let all = open["items"].as_array().unwrap();
    let asked = all
        .iter()
        .find(|one| one["tool"] == "run_skill_script")
        .unwrap();
    let arguments = json!({"name": "leases", "path": "scripts/check.py", "arguments": ["7"], "sha256": skill["sha256"]});
    assert_eq!(asked["arguments"], arguments);
    let decide = format!("/api/approvals/{}/decision", asked["id"].as_str().unwrap());
    post(&server, &decide, &json!({"decision": "approve"}))
        .await
        .expect(200);
    let heard = async {
        while !model
            .asked()
            .iter()
            .any(|asked| asked.to_string().contains("checked ['7']"))
        {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), heard)
        .await
        .unwrap();
}
