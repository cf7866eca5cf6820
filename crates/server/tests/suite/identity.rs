//! Members, contacts and lines.

use http::Method;
use serde_json::{Value, json};
use steward_testkit::on_both;

use crate::support::{Answer, TestServer, sqlite};

#[test]
fn a_member_is_known_by_several_identifiers() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let new = json!({"name": " Ana ", "role": "member", "email": "Ana@Example.org", "phone": "+1 (415) 555-0199"});
        let member = ask(&server, "POST", "/api/members", new).await.expect(201);
        let id = member["id"].as_str().unwrap();
        assert_eq!(member["name"], "Ana");
        assert_eq!(values(&member), ["ana@example.org", "+14155550199"]);
        let path = format!("/api/members/{id}/identifiers");
        let added = json!({"kind": "external", "value": "idp|4711"});
        let added = ask(&server, "POST", &path, added).await.expect(201);
        let first = member["identifiers"][0]["id"].as_str().unwrap();
        ask(&server, "DELETE", &format!("{path}/{first}"), Value::Null)
            .await
            .expect(204);
        let now = ask(&server, "GET", &format!("/api/members/{id}"), Value::Null)
            .await
            .expect(200);
        assert_eq!(values(&now), ["+14155550199", "idp|4711"]);
        assert_eq!(now["identifiers"][1], added);
    });
}

#[test]
fn an_identifier_has_one_owner() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let taken = json!({"kind": "email", "value": "OWNER@ours.example"});
        let path = format!("/api/members/{}/identifiers", server.ours.ids.member);
        assert_eq!(ask(&server, "POST", &path, taken).await.code(), "conflict");
        let taken = json!({"name": "Other", "email": "contact@ours.example"});
        assert_eq!(
            ask(&server, "POST", "/api/contacts", taken).await.code(),
            "conflict"
        );
        let taken = json!({"kind": "mailbox", "address": "line@ours.example", "label": "Again"});
        assert_eq!(
            ask(&server, "POST", "/api/lines", taken).await.code(),
            "conflict"
        );
    });
}

#[test]
fn a_forgotten_contact_says_so_and_stays_forgotten() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let contact = format!("/api/contacts/{}", server.ours.ids.contact);
        let before = ask(&server, "GET", &contact, Value::Null).await.expect(200);
        for _ in 0..2 {
            ask(&server, "POST", &format!("{contact}/forget"), Value::Null)
                .await
                .expect(204);
        }
        let now = ask(&server, "GET", &contact, Value::Null).await.expect(200);
        assert_eq!(
            now,
            json!({
                "id": before["id"], "created_at": before["created_at"],
                "name": null, "identifiers": [], "forgotten": true,
                "answering": "usual", "answering_agent_id": null,
            })
        );
        for (method, path, body) in [
            ("PATCH", contact.clone(), json!({"name": "Back"})),
            (
                "POST",
                format!("{contact}/identifiers"),
                json!({"kind": "email", "value": "back@example.org"}),
            ),
        ] {
            let answer = ask(&server, method, &path, body).await;
            assert_eq!(
                (answer.status.as_u16(), answer.code().as_str()),
                (410, "forgotten")
            );
        }
        let list = ask(&server, "GET", "/api/contacts?query=canary", Value::Null)
            .await
            .expect(200);
        assert_eq!(list["items"], json!([]));
        // Whoever writes again is somebody new.
        let again = json!({"email": "contact@ours.example"});
        let again = ask(&server, "POST", "/api/contacts", again)
            .await
            .expect(201);
        assert_ne!(again["id"], before["id"]);
        ask(&server, "DELETE", &contact, Value::Null)
            .await
            .expect(204);
        assert_eq!(
            ask(&server, "GET", &contact, Value::Null).await.code(),
            "not_found"
        );
    });
}

#[test]
fn lists_come_in_pages_that_miss_and_repeat_nothing() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        for number in 0..6 {
            let body = json!({"name": format!("Contact {number}")});
            ask(&server, "POST", "/api/contacts", body)
                .await
                .expect(201);
        }
        let all = ask(&server, "GET", "/api/contacts", Value::Null)
            .await
            .expect(200);
        assert_eq!(all["next_cursor"], Value::Null);
        for limit in [1, 3, 7] {
            let mut path = format!("/api/contacts?limit={limit}");
            let mut seen = Vec::new();
            loop {
                let page = ask(&server, "GET", &path, Value::Null).await.expect(200);
                seen.extend(page["items"].as_array().unwrap().clone());
                let Some(cursor) = page["next_cursor"].as_str() else {
                    break;
                };
                path = format!("/api/contacts?limit={limit}&cursor={cursor}");
            }
            assert_eq!(Value::from(seen), all["items"], "pages of {limit}");
        }
    });
}

#[tokio::test]
async fn a_page_that_cannot_be_is_refused_by_field() {
    let server = sqlite().await;
    for list in ["members", "contacts", "lines", "keys"] {
        for (query, field) in [
            ("limit=0", "limit"),
            ("limit=201", "limit"),
            ("limit=-1", "limit"),
            ("limit=many", "limit"),
            ("limit=99999999999", "limit"),
            ("cursor=first", "cursor"),
            ("cursor=%00", "cursor"),
        ] {
            let answer = ask(&server, "GET", &format!("/api/{list}?{query}"), Value::Null).await;
            assert_eq!(answer.status, 422, "{list}?{query}: {answer}");
            assert_eq!(
                answer.field().as_deref(),
                Some(field),
                "{list}?{query}: {answer}"
            );
        }
        let unknown = ask(
            &server,
            "GET",
            &format!("/api/{list}?offset=1"),
            Value::Null,
        )
        .await;
        assert!(
            unknown.status.is_client_error() && unknown.text().contains("offset"),
            "{unknown}"
        );
    }
}

#[test]
fn contacts_are_found_by_part_of_a_name_or_a_whole_address() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let body = json!({"name": "Zoë Ångström", "phone": "+442079460958"});
        let made = ask(&server, "POST", "/api/contacts", body)
            .await
            .expect(201);
        for (query, found) in [
            ("ångst", true),
            ("%C3%85NGSTR%C3%96M", true),
            ("%2B44%2020%207946%200958", true),
            ("%2B442079460959", false),
            ("%25", false),
            ("'%20or%201=1--", false),
        ] {
            let query = query.replace('å', "%C3%A5");
            let path = format!("/api/contacts?query={query}");
            let list = ask(&server, "GET", &path, Value::Null).await.expect(200);
            let expected = if found { json!([made]) } else { json!([]) };
            assert_eq!(list["items"], expected, "{query}");
        }
    });
}

#[test]
fn a_line_is_added_renamed_and_removed() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let new = json!({"kind": "phone", "address": "+1 415 555 0177", "label": "Support"});
        let line = ask(&server, "POST", "/api/lines", new).await.expect(201);
        assert_eq!(
            (&line["kind"], &line["address"]),
            (&json!("phone"), &json!("+14155550177"))
        );
        let path = format!("/api/lines/{}", line["id"].as_str().unwrap());
        let renamed = ask(&server, "PATCH", &path, json!({"label": "Help"}))
            .await
            .expect(200);
        assert_eq!(renamed["label"], "Help");
        assert_eq!(
            ask(&server, "GET", &path, Value::Null).await.expect(200),
            renamed
        );
        ask(&server, "DELETE", &path, Value::Null).await.expect(204);
        assert_eq!(
            ask(&server, "GET", &path, Value::Null).await.code(),
            "not_found"
        );
        let wrong_kind = json!({"kind": "mailbox", "address": "+14155550177", "label": "X"});
        let answer = ask(&server, "POST", "/api/lines", wrong_kind).await;
        assert_eq!(answer.field().as_deref(), Some("address"));
    });
}

#[test]
fn the_organisation_and_ones_own_name_can_be_changed() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        ask(&server, "PATCH", "/api/org", json!({"name": "Renamed"}))
            .await
            .expect(200);
        ask(&server, "PATCH", "/api/me", json!({"name": "Somebody"}))
            .await
            .expect(200);
        let me = ask(&server, "GET", "/v1/me", Value::Null).await.expect(200);
        assert_eq!(
            (&me["org"]["name"], &me["member"]["name"]),
            (&json!("Renamed"), &json!("Somebody"))
        );
        let theirs = server
            .get("/v1/me")
            .bearer(&server.theirs.token)
            .send()
            .await
            .expect(200);
        assert_eq!(theirs["org"]["name"], "theirs");
    });
}

async fn ask(server: &TestServer, method: &str, path: &str, body: Value) -> Answer {
    let method: Method = method.parse().unwrap();
    let request = server.request(method, path).bearer(&server.ours.token);
    match body {
        Value::Null => request.send().await,
        body => request.json(&body).send().await,
    }
}

fn values(person: &Value) -> Vec<&str> {
    let identifiers = person["identifiers"].as_array().unwrap();
    identifiers
        .iter()
        .map(|known| known["value"].as_str().unwrap())
        .collect()
}
