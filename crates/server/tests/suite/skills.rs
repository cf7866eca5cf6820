//! Skills, as members see them.

use serde_json::json;
use steward_model::{Author, Integrity, WorkspacePath};
use steward_store::{Expect, FileWrite};
use steward_testkit::on_both;

use crate::support::{TestServer, sqlite};

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
