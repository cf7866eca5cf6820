//! Schedules for members who are no admins: their own, and no other.

use serde_json::{Value, json};
use steward_model::{KeyScope, MemberId, Misfire, Role, ScheduleId, Scope, ThreadId, Timestamp};
use steward_store::NewSchedule;
use steward_testkit::on_both;

use crate::support::TestServer;
use crate::support::tenant::{add_key, add_member};

const OWN: &str = "stw_the_member_0123456789";
const ADMIN: &str = "stw_plain_admin_0123456789";
const NOWHERE: &str = "01900000-0000-7000-8000-00000000dead";

struct Scene {
    server: TestServer,
    member: MemberId,
    /// The member's conversation with an agent.
    chat: ThreadId,
    other: MemberId,
}

impl Scene {
    async fn new(database: steward_testkit::TestDatabase) -> Self {
        let server = TestServer::new(database).await;
        let org = server.ours.org;
        let member = add_member(&server.store, org, Role::Member, OWN).await;
        let other = add_member(&server.store, org, Role::Member, "stw_other_0123456789abc").await;
        add_member(&server.store, org, Role::Admin, ADMIN).await;
        let chat = server.ours.say_in_private(&server.store, member).await;
        Self {
            server,
            member,
            chat,
            other,
        }
    }

    /// As an agent sets it up.
    async fn schedule(&self, name: &str, scope: Scope, made_in: Option<ThreadId>) -> String {
        let weekly = name == "Weekly";
        let new = NewSchedule {
            agent_id: self.server.ours.ids.agent.parse().unwrap(),
            correlation_key: scope.to_string(),
            scope,
            name: name.to_owned(),
            cron: weekly.then(|| "30 8 * * 1".to_owned()),
            zone: "Europe/Berlin".into(),
            payload: json!({ "text": "Call Ana.", "when": "as it was said" }),
            next_at: Some(Timestamp::parse_rfc3339("2026-01-05T07:30:00Z").unwrap()),
            misfire: Misfire::RunOnce,
            enabled: true,
            created_by: None,
            made_in,
        };
        let org = self.server.store.org(self.server.ours.org);
        org.create_schedule(new).await.unwrap().id.to_string()
    }

    /// Two that are the member's, each between others'.
    async fn mixed(&self) -> (Vec<String>, Vec<String>) {
        let ids = &self.server.ours.ids;
        let contact = Scope::Contact(ids.contact.parse().unwrap());
        let (mine, theirs) = (Scope::Member(self.member), Scope::Member(self.other));
        let mut others = vec![self.schedule("Another's", theirs, None).await];
        let mut own = vec![self.schedule("Weekly", mine, Some(self.chat)).await];
        others.push(self.schedule("A contact's", contact, None).await);
        others.push(self.schedule("Another's too", theirs, None).await);
        own.push(self.schedule("Follow-up", contact, Some(self.chat)).await);
        others.push(ids.schedule.clone());
        (own, others)
    }

    async fn pages(&self, token: &str, limit: u32) -> Vec<Vec<String>> {
        let mut pages = Vec::new();
        let mut cursor = String::new();
        loop {
            let path = format!("/api/schedules?limit={limit}{cursor}");
            let page = self.server.get(&path).bearer(token).send().await;
            let page = page.expect(200);
            let items = page["items"].as_array().unwrap().iter();
            pages.push(
                items
                    .map(|it| it["id"].as_str().unwrap().to_owned())
                    .collect(),
            );
            match page["next_cursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => return pages,
            }
        }
    }

    async fn get(&self, id: &str) -> Value {
        let path = format!("/api/schedules/{id}");
        self.server.get(&path).bearer(OWN).send().await.expect(200)
    }

    /// What the page sends when somebody switches one.
    async fn put(
        &self,
        token: &str,
        id: &str,
        seen: &Value,
        change: Value,
    ) -> crate::support::Answer {
        let mut body = json!({});
        for field in [
            "revision", "name", "text", "cron", "zone", "misfire", "enabled",
        ] {
            body[field] = seen[field].clone();
        }
        if seen["cron"].is_null() {
            body["at"] = seen["next_at"].clone();
        }
        for (field, value) in change.as_object().unwrap() {
            body[field] = value.clone();
        }
        let put = self.server.put(&format!("/api/schedules/{id}"));
        put.bearer(token).json(&body).send().await
    }
}

#[test]
fn a_member_lists_their_own_schedules_page_by_page_and_an_admin_all() {
    on_both(|database| async {
        let scene = Scene::new(database).await;
        let (own, others) = scene.mixed().await;
        assert_eq!(scene.pages(OWN, 50).await, std::slice::from_ref(&own));
        let one_by_one = scene.pages(OWN, 1).await;
        assert_eq!(one_by_one.concat(), own);
        assert_eq!(
            one_by_one[0].len(),
            1,
            "others' rows leave no gaps in a page"
        );
        let all = scene.pages(ADMIN, 3).await.concat();
        assert!(own.iter().chain(&others).all(|id| all.contains(id)));
    });
}

#[test]
fn what_is_not_a_members_own_is_not_there_for_them() {
    on_both(|database| async {
        let scene = Scene::new(database).await;
        let (_, others) = scene.mixed().await;
        let theirs = scene.server.theirs.ids.schedule.clone();
        let seen = json!({
            "revision": 1, "name": "Mine", "text": "Mine.", "cron": "0 9 * * *", "zone": "UTC", "misfire": "skip"
        });
        for method in ["GET", "PUT", "DELETE"] {
            let ask = async |id: &str| match method {
                "PUT" => scene.put(OWN, id, &seen, json!({"enabled": false})).await,
                _ => {
                    let path = format!("/api/schedules/{id}");
                    let request = scene.server.request(method.parse().unwrap(), &path);
                    request.bearer(OWN).send().await
                }
            };
            let missing = ask(NOWHERE).await;
            assert_eq!(missing.code(), "not_found");
            for id in others.iter().chain([&theirs]) {
                let answer = ask(id).await;
                assert_eq!(answer.status, 404, "{method}: {answer}");
                assert_eq!(answer.text(), missing.text(), "{method}");
            }
        }
        let store = scene.server.store.org(scene.server.ours.org);
        for id in &others {
            let id: ScheduleId = id.parse().unwrap();
            let kept = store.schedule(id).await.unwrap().unwrap();
            assert_eq!((kept.revision, kept.settings.enabled), (1, true));
        }
    });
}

#[test]
fn a_member_switches_and_deletes_their_own_and_changes_no_more() {
    on_both(|database| async {
        let scene = Scene::new(database).await;
        let (own, _) = scene.mixed().await;
        for id in &own {
            let first = scene.get(id).await;
            for (change, what) in [
                (json!({"text": "Something else."}), "what is said"),
                (json!({"name": "Other"}), "the name"),
                (json!({"misfire": "skip"}), "what is missed"),
                (json!({"zone": "UTC"}), "the zone"),
                (json!({"cron": "* * * * *", "at": null}), "the rhythm"),
                (
                    json!({"cron": null, "at": "2026-06-01T00:00:00Z"}),
                    "the moment",
                ),
            ] {
                let refused = scene.put(OWN, id, &first, change).await;
                assert_eq!(refused.code(), "forbidden", "{what}: {refused}");
            }
            let off = scene.put(OWN, id, &first, json!({"enabled": false})).await;
            let off = off.expect(200);
            assert_eq!(
                (&off["enabled"], &off["revision"]),
                (&json!(false), &json!(2))
            );
            let late = scene.put(OWN, id, &first, json!({"enabled": false})).await;
            assert_eq!(late.status, 409, "{late}");
            let on = scene.put(OWN, id, &off, json!({"enabled": true})).await;
            assert_eq!(on.expect(200)["next_runs"], first["next_runs"]);
            let store = scene.server.store.org(scene.server.ours.org);
            let kept = store.schedule(id.parse().unwrap()).await.unwrap().unwrap();
            assert_eq!(kept.settings.payload["when"], "as it was said");
            let path = format!("/api/schedules/{id}");
            let delete = scene.server.delete(&path).bearer(OWN);
            delete.send().await.expect(204);
        }
        assert_eq!(scene.pages(OWN, 50).await, [Vec::<String>::new()]);
    });
}

#[tokio::test]
async fn keys_change_schedules_only_with_their_scope_and_members_make_none() {
    let scene = Scene::new(steward_testkit::TestDatabase::sqlite()).await;
    let (own, others) = scene.mixed().await;
    let org = scene.server.ours.org;
    let [reads, writes] = ["stw_member_reads_0123456789", "stw_admin_writes_0123456789"];
    add_key(
        &scene.server.store,
        org,
        scene.member,
        reads,
        &[KeyScope::Read],
        None,
    )
    .await;
    let owner = scene.server.ours.owner;
    add_key(
        &scene.server.store,
        org,
        owner,
        writes,
        &[KeyScope::Write],
        None,
    )
    .await;
    assert_eq!(scene.pages(reads, 50).await.concat(), own);
    let seen = scene.get(&own[0]).await;
    for token in [reads, writes] {
        let path = format!("/api/schedules/{}", others[0]);
        let deleted = scene.server.delete(&path).bearer(token).send().await;
        assert_eq!(deleted.code(), "forbidden", "{deleted}");
        let put = scene
            .put(token, &own[0], &seen, json!({"enabled": false}))
            .await;
        assert_eq!(put.code(), "forbidden", "{put}");
    }
    let body = json!({
        "agent_id": scene.server.ours.ids.agent, "name": "Mine", "text": "Mine.", "cron": "0 9 * * *"
    });
    let post = scene.server.post("/api/schedules").bearer(OWN).json(&body);
    assert_eq!(post.send().await.code(), "forbidden");
}
