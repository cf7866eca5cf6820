//! The files of the team, through the API.

use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, ETAG, IF_MATCH, IF_NONE_MATCH};
use http::{HeaderName, Method};
use serde_json::{Value, json};
use steward_model::Role;
use steward_testkit::on_both;

use crate::support::tenant::add_member;
use crate::support::{Answer, TestServer, sqlite};

const NEW: (HeaderName, &str) = (IF_NONE_MATCH, "*");

/// A member's view of the workspace.
struct Desk<'s> {
    server: &'s TestServer,
    token: &'s str,
}

impl<'s> Desk<'s> {
    fn of(server: &'s TestServer) -> Self {
        Self {
            server,
            token: &server.ours.token,
        }
    }

    async fn get(&self, what: &str) -> Answer {
        let path = format!("/api/workspace/{what}");
        self.server.get(&path).bearer(self.token).send().await
    }

    async fn post(&self, what: &str, body: Value, condition: Option<(HeaderName, &str)>) -> Answer {
        let path = format!("/api/workspace/{what}");
        let mut request = self.server.post(&path).bearer(self.token).json(&body);
        if let Some((name, value)) = condition {
            request = request.header(name, value);
        }
        request.send().await
    }

    async fn write(&self, path: &str, text: &str, condition: (HeaderName, &str)) -> Answer {
        let body = json!({"path": path, "content": text});
        self.post("write", body, Some(condition)).await
    }

    async fn delete(&self, path: &str, condition: Option<&str>) -> Answer {
        let path = format!("/api/workspace/delete?path={path}");
        let mut request = self.server.request(Method::DELETE, &path);
        if let Some(tag) = condition {
            request = request.header(IF_MATCH, tag);
        }
        request.bearer(self.token).send().await
    }

    async fn names(&self, path: &str) -> Vec<String> {
        let listed = self.get(&format!("ls?path={path}")).await.expect(200);
        let entries = listed["entries"].as_array().unwrap();
        let name = |entry: &Value| entry["name"].as_str().unwrap().to_owned();
        entries.iter().map(name).collect()
    }
}

fn tag(answer: &Answer) -> String {
    answer.headers[ETAG].to_str().unwrap().to_owned()
}

/// Four revisions in two pages, of which the third deleted the file and the fourth brought the first back.
async fn assert_history(desk: &Desk<'_>) {
    let history = desk.get("history?path=areas/leases/a.md&limit=3").await;
    let history = history.expect(200);
    let revisions = history["revisions"].as_array().unwrap();
    let numbers: Vec<_> = revisions.iter().map(|it| &it["revision"]).collect();
    assert_eq!(numbers, [4, 3, 2]);
    assert_eq!(revisions[0]["restored_from"], 1);
    assert_eq!(revisions[1]["deleted"], true);
    assert_eq!(
        (&revisions[1]["sha256"], &history["next"]),
        (&Value::Null, &json!(2))
    );
    let rest = desk.get("history?path=areas/leases/a.md&before=2").await;
    let rest = rest.expect(200);
    assert_eq!(rest["revisions"][0]["revision"], 1);
    assert_eq!(
        (rest["revisions"].as_array().unwrap().len(), &rest["next"]),
        (1, &Value::Null)
    );
    assert_eq!(desk.get("history?path=areas/b.md").await.status, 404);
}

#[test]
fn a_file_is_written_read_changed_deleted_and_brought_back() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let desk = Desk::of(&server);
        let made = desk.write("areas/leases/a.md", "One.\n", NEW).await;
        let view = made.expect(201);
        assert_eq!((&view["revision"], &view["size"]), (&json!(1), &json!(5)));
        assert_eq!(view["updated_by"]["kind"], "member");
        assert_eq!(view["trust"], "user");
        let first = tag(&made);
        assert_eq!(first, format!("\"{}\"", view["sha256"].as_str().unwrap()));
        let read = desk.get("read?path=areas/leases/a.md").await;
        assert_eq!(tag(&read), first);
        let content = read.expect(200);
        assert_eq!(content["content"], "One.\n");
        assert_eq!(content["deleted"], false);

        let changed = desk
            .write("areas/leases/a.md", "Two.\n", (IF_MATCH, &first))
            .await;
        assert_eq!(changed.expect(200)["revision"], 2);
        let second = tag(&changed);
        assert_ne!(second, first);
        let old = desk.get("read?path=areas/leases/a.md&revision=1").await;
        assert_eq!(tag(&old), first);
        let old = old.expect(200);
        assert_eq!(
            (&old["content"], &old["latest_revision"]),
            (&json!("One.\n"), &json!(2))
        );

        desk.delete("areas/leases/a.md", Some(&second))
            .await
            .expect(204);
        assert_eq!(desk.get("read?path=areas/leases/a.md").await.status, 404);
        assert_eq!(desk.get("ls?path=areas/leases").await.status, 404);
        let restore = json!({"path": "areas/leases/a.md", "revision": 1});
        let back = desk.post("restore", restore, Some(NEW)).await;
        assert_eq!(back.expect(201)["revision"], 4);
        assert_eq!(tag(&back), first);
        let gone = json!({"path": "areas/leases/a.md", "revision": 3});
        let refused = desk.post("restore", gone, Some((IF_MATCH, &first))).await;
        assert_eq!(refused.field().as_deref(), Some("revision"));

        assert_history(&desk).await;
    });
}

#[tokio::test]
async fn nobody_changes_what_they_have_not_read() {
    let server = sqlite().await;
    let desk = Desk::of(&server);
    let body = |text: &str| json!({"path": "a.md", "content": text});
    let blind = desk.post("write", body("x"), None).await;
    assert_eq!(
        (blind.status.as_u16(), blind.code().as_str()),
        (428, "precondition_required")
    );
    let first = tag(&desk.write("a.md", "One.", NEW).await);
    let taken = desk.write("a.md", "Two.", NEW).await;
    assert_eq!(
        (taken.status.as_u16(), taken.code().as_str()),
        (412, "precondition_failed")
    );
    let second = tag(&desk.write("a.md", "Two.", (IF_MATCH, &first)).await);
    let stale = desk.write("a.md", "Three.", (IF_MATCH, &first)).await;
    assert_eq!(stale.status, 412);
    let nowhere = desk.write("b.md", "x", (IF_MATCH, &first)).await;
    assert_eq!(nowhere.status, 412);
    assert_eq!(desk.delete("a.md", None).await.status, 428);
    assert_eq!(desk.delete("a.md", Some(&first)).await.status, 412);
    assert_eq!(desk.delete("a.md", Some("*")).await.status, 428);
    let restore = json!({"path": "a.md", "revision": 1});
    assert_eq!(
        desk.post("restore", restore.clone(), None).await.status,
        428
    );
    let stale = desk
        .post("restore", restore, Some((IF_MATCH, &first)))
        .await;
    assert_eq!(stale.status, 412);
    let read = desk.get("read?path=a.md").await;
    assert_eq!(
        (tag(&read), read.expect(200)["revision"].clone()),
        (second, json!(2))
    );
}

#[tokio::test]
async fn of_two_who_edit_at_once_one_is_told() {
    let server = sqlite().await;
    let token = "stw_plain_member_0123456789";
    add_member(&server.store, server.ours.org, Role::Member, token).await;
    let (one, other) = (
        Desk::of(&server),
        Desk {
            server: &server,
            token,
        },
    );
    let mut seen = tag(&one.write("areas/raced.md", "", NEW).await);
    for round in 0..50 {
        let texts = [format!("{round} one"), format!("{round} other")];
        let (first, second) = tokio::join!(
            one.write("areas/raced.md", &texts[0], (IF_MATCH, &seen)),
            other.write("areas/raced.md", &texts[1], (IF_MATCH, &seen)),
        );
        let (won, lost) = match first.status.is_success() {
            true => (first, second),
            false => (second, first),
        };
        assert_eq!((won.status.as_u16(), lost.status.as_u16()), (200, 412));
        seen = tag(&won);
        let read = one.get("read?path=areas/raced.md").await;
        assert_eq!(tag(&read), seen, "round {round}");
    }
}

#[tokio::test]
async fn folders_are_made_listed_and_dropped_when_they_are_empty() {
    let server = sqlite().await;
    let desk = Desk::of(&server);
    let begun = desk.names("").await;
    assert_eq!(
        begun,
        ["accounts", "areas", "daily_notes", "skills", "MEMORY.md"]
    );
    let made = desk
        .post("mkdir", json!({"path": "areas/empty"}), None)
        .await;
    assert_eq!(made.expect(201)["path"], "areas/empty");
    desk.post("mkdir", json!({"path": "areas/empty"}), None)
        .await
        .expect(200);
    assert_eq!(desk.names("areas/empty").await, [""; 0]);
    let full = desk.delete("areas", None).await;
    assert_eq!(
        (full.status.as_u16(), full.code().as_str()),
        (409, "conflict")
    );
    desk.delete("areas/empty", None).await.expect(204);
    assert_eq!(desk.delete("areas/empty", None).await.status, 404);
    assert_eq!(desk.get("ls?path=areas/empty").await.status, 404);
    for name in ["b.md", "a.md", "c.md"] {
        desk.write(&format!("page/{name}"), "x", NEW)
            .await
            .expect(201);
    }
    let first = desk.get("ls?path=page&limit=2").await.expect(200);
    assert_eq!(first["entries"][0]["path"], "page/a.md");
    assert_eq!(first["entries"][0]["kind"], "file");
    let next = first["next"].as_str().unwrap();
    let rest = desk
        .get(&format!("ls?path=page&limit=2&after={next}"))
        .await;
    let rest = rest.expect(200);
    assert_eq!(
        (&rest["entries"][0]["name"], &rest["next"]),
        (&json!("c.md"), &Value::Null)
    );
    let twin = desk.write("page/A.md", "x", NEW).await;
    assert_eq!(twin.status, 409, "{twin}");
}

#[tokio::test]
async fn a_download_is_a_file_and_nothing_that_a_browser_shows() {
    let server = sqlite().await;
    let desk = Desk::of(&server);
    let text = "<script>alert(1)</script>";
    desk.write("ä \"b.md", text, NEW).await.expect(201);
    let answer = desk.get("download?path=%C3%A4%20%22b.md").await;
    assert_eq!(
        (answer.status.as_u16(), answer.text().as_str()),
        (200, text)
    );
    assert_eq!(answer.headers[CONTENT_TYPE], "application/octet-stream");
    assert_eq!(answer.headers["x-content-type-options"], "nosniff");
    let name = "attachment; filename*=UTF-8''%C3%A4%20%22b.md";
    assert_eq!(answer.headers[CONTENT_DISPOSITION], name);
    assert_eq!(desk.get("download?path=none.md").await.status, 404);
}

#[tokio::test]
async fn a_path_leads_nowhere_but_into_the_workspace() {
    let server = sqlite().await;
    let desk = Desk::of(&server);
    let before = desk.names("").await;
    for path in [
        "",
        "..",
        "../a.md",
        "areas/../../a.md",
        "/etc/a.md",
        "a/./b.md",
        "a//b.md",
        "a.md/",
        "C:\\a.md",
        "a\\b.md",
        ".rev/a.md",
        "a/.hidden.md",
        "con.md",
        "a\u{202e}b.md",
        "a.md\n",
        "a.exe",
        "a",
        &format!("{}.md", "x".repeat(300)),
        &format!("{}a.md", "d/".repeat(20)),
    ] {
        let written = desk.write(path, "x", NEW).await;
        assert_eq!(written.status, 422, "{path:?}: {written}");
        assert_eq!(written.field().as_deref(), Some("path"), "{path:?}");
        let encoded: String = url::form_urlencoded::byte_serialize(path.as_bytes()).collect();
        for what in ["read", "download", "history"] {
            let read = desk.get(&format!("{what}?path={encoded}")).await;
            assert_eq!(read.status, 422, "{what} {path:?}: {read}");
        }
    }
    let large = "x".repeat(1_000_001);
    let refused = desk.write("large.md", &large, NEW).await;
    assert_eq!(
        refused.field().as_deref(),
        Some("content"),
        "{}",
        refused.status
    );
    assert_eq!(desk.names("").await, before);
}
