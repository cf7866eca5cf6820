//! Who answers one contact, where that is not what their line says.

use serde_json::{Value, json};
use steward_model::Role;
use steward_testkit::on_both;

use super::webhooks::{ANA, OURS, text_from, with_twilio};
use crate::support::TestServer;
use crate::support::tenant::add_member;

const MEMBER: &str = "stw_a_member_0123456789";

async fn change(server: &TestServer, token: &str, contact: &str, body: &Value) -> Value {
    let path = format!("/api/contacts/{contact}");
    let patch = server.patch(&path).bearer(token).json(body);
    patch.send().await.expect(200)
}

async fn list(server: &TestServer, path: &str) -> Vec<Value> {
    let listed = server.get(path).bearer(&server.ours.token).send().await;
    listed.expect(200)["items"].as_array().unwrap().clone()
}

#[test]
fn a_contact_is_answered_by_people_or_by_another_agent() {
    on_both(|database| async {
        let server = with_twilio(database).await;
        let token = &server.ours.token;
        let agents = list(&server, "/api/agents").await;
        let usual = server.ours.ids.agent.as_str();
        let other = agents.iter().find(|agent| agent["id"] != usual);
        let other = match other {
            Some(agent) => agent["id"].as_str().unwrap().to_owned(),
            None => {
                let body = json!({"name": "Other", "tools": []});
                let made = server.post("/api/agents").bearer(token).json(&body);
                made.send().await.expect(201)["id"]
                    .as_str()
                    .unwrap()
                    .to_owned()
            }
        };
        let threads = async |agent: &str| {
            let key = |thread: &Value| thread["key"].as_str().unwrap_or("").to_owned();
            let threads = list(&server, &format!("/api/threads?agent={agent}")).await;
            threads.iter().map(key).collect::<Vec<_>>()
        };
        text_from(&server, "SM01", (ANA, OURS), "Hello").await;
        let found = list(&server, "/api/contacts?query=%2B14155550177").await;
        let contact = found[0]["id"].as_str().unwrap().to_owned();
        let key = format!("contact:{contact}");
        assert!(threads(usual).await.contains(&key));

        let body = json!({"answering_agent_id": other});
        let changed = change(&server, token, &contact, &body).await;
        assert_eq!(changed["answering_agent_id"], other.as_str());
        assert_eq!(changed["answering"], "usual");
        assert!(!threads(&other).await.contains(&key));
        text_from(&server, "SM02", (ANA, OURS), "Hello again").await;
        assert!(threads(&other).await.contains(&key));

        let told = list(&server, "/api/notices?open=true").await.len();
        let body = json!({"answering": "people", "answering_agent_id": null});
        let changed = change(&server, token, &contact, &body).await;
        assert_eq!(changed["answering"], "people");
        assert_eq!(changed["answering_agent_id"], Value::Null);
        text_from(&server, "SM03", (ANA, OURS), "Anybody?").await;
        let notices = list(&server, "/api/notices?open=true").await;
        assert_eq!(notices.len(), told + 1);
        let last = notices.last().unwrap()["text"].as_str().unwrap();
        assert!(last.contains("whom the team answers itself"), "{last}");
    });
}

#[test]
fn the_inbox_says_who_answers_where_that_is_not_the_line() {
    on_both(|database| async {
        let server = with_twilio(database).await;
        let token = &server.ours.token;
        text_from(&server, "SM01", (ANA, OURS), "Hello").await;
        let found = list(&server, "/api/contacts?query=%2B14155550177").await;
        let contact = found[0]["id"].as_str().unwrap().to_owned();
        let body = json!({"name": "Night desk", "tools": []});
        let made = server.post("/api/agents").bearer(token).json(&body);
        let other = made.send().await.expect(201)["id"].clone();
        for (change, answering, agent) in [
            (json!({"answering": "usual"}), "usual", Value::Null),
            (json!({"answering": "drafts"}), "drafts", Value::Null),
            (
                json!({"answering_agent_id": other}),
                "drafts",
                json!("Night desk"),
            ),
            (
                json!({"answering": "people", "answering_agent_id": null}),
                "people",
                Value::Null,
            ),
        ] {
            self::change(&server, token, &contact, &change).await;
            let threads = list(&server, "/api/inbox").await;
            let listed = threads
                .iter()
                .find(|it| it["contact_id"] == contact.as_str());
            let listed = listed.unwrap();
            let path = format!("/api/inbox/{}", listed["thread_id"].as_str().unwrap());
            let one = server.get(&path).bearer(token).send().await.expect(200);
            for shown in [listed, &one["thread"]] {
                assert_eq!(shown["answering"], answering);
                assert_eq!(shown["answering_agent_name"], agent);
            }
        }
    });
}

#[test]
fn members_say_who_answers_and_admins_choose_the_agent() {
    on_both(|database| async {
        let server = with_twilio(database).await;
        add_member(&server.store, server.ours.org, Role::Member, MEMBER).await;
        let contact = server.ours.ids.contact.as_str();
        let changed = change(&server, MEMBER, contact, &json!({"answering": "drafts"})).await;
        assert_eq!(changed["answering"], "drafts");
        // A new name leaves it as it is.
        let changed = change(&server, MEMBER, contact, &json!({"name": "Ana"})).await;
        assert_eq!(
            (&changed["answering"], &changed["name"]),
            (&json!("drafts"), &json!("Ana"))
        );
        let path = format!("/api/contacts/{contact}");
        let agent = json!({"answering_agent_id": server.ours.ids.agent});
        let refused = server.patch(&path).bearer(MEMBER).json(&agent).send().await;
        assert_eq!(refused.status, 403, "{refused}");
        let theirs = json!({"answering_agent_id": server.theirs.ids.agent});
        let patch = server.patch(&path).bearer(&server.ours.token).json(&theirs);
        let refused = patch.send().await;
        assert_eq!(
            refused.field().as_deref(),
            Some("answering_agent_id"),
            "{refused}"
        );
        let patch = server.patch(&path).bearer(&server.ours.token);
        let refused = patch.json(&json!({"answering": "nobody"})).send().await;
        assert_eq!(refused.field().as_deref(), Some("answering"), "{refused}");
    });
}
