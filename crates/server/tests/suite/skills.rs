//! Skills, as members see them.

use serde_json::json;

use crate::support::sqlite;

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
