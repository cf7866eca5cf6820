//! One search over everything.

use std::time::Duration;

use serde_json::{Value, json};
use steward_model::Role;
use steward_testkit::on_both;

use super::Memory;
use crate::support::tenant::add_member;
use crate::support::{TestServer, sqlite};

const NOTES: &str = "/v1/agent/memory/archival";
const SEARCH: &str = "/v1/agent/memory/search";

fn texts(found: &Value) -> Vec<&str> {
    let items = found["items"].as_array().unwrap().iter();
    items
        .map(|hit| hit["passage"]["text"].as_str().unwrap())
        .collect()
}

#[test]
fn a_message_is_found_with_where_it_came_from() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let working = server.start_runtime().await;
        let memory = Memory::of(&server);
        let scope = format!("contact:{}", server.ours.ids.contact);
        let body = json!({"query": "canaries", "scopes": [scope]});
        let hit = loop {
            let found = memory.post(SEARCH, body.clone()).await.expect(200);
            match found["items"].get(0) {
                Some(hit) => break hit.clone(),
                None => tokio::time::sleep(Duration::from_millis(5)).await,
            }
        };
        working.stop(Duration::from_secs(10)).await;
        assert_eq!(
            hit["passage"]["text"],
            "Canary of ours\n[1 file(s), which cannot be shown here]"
        );
        assert_eq!(hit["passage"]["source"], "message");
        assert_eq!(hit["passage"]["thread_id"], server.ours.ids.thread);
        assert_eq!(hit["passage"]["contact_id"], server.ours.ids.contact);
        assert_eq!(
            hit["source"],
            json!({"kind": "thread", "label": "Canary of ours"})
        );
        assert_eq!(hit["highlights"], json!([[0, 6]]));
        assert!(hit["score"].as_f64().unwrap() > 0.0);
        assert!(hit["why"]["words"].as_f64().unwrap() > 0.0);
    });
}

/// Three notes about boilers, in three scopes.
async fn tell_of_boilers(memory: &Memory<'_>, contact: &str) {
    for (text, tags, scope) in [
        (
            "The boiler was repaired.",
            json!(["heating"]),
            "org".to_owned(),
        ),
        (
            "The boiler broke again.",
            json!(["heating", "urgent"]),
            format!("contact:{contact}"),
        ),
        ("The boiler is mine.", json!([]), "member".to_owned()),
    ] {
        let body = json!({"text": text, "tags": tags, "scope": scope});
        memory.post(NOTES, body).await.expect(201);
    }
}

#[tokio::test]
async fn filters_keep_to_what_they_say() {
    let server = sqlite().await;
    let memory = Memory::of(&server);
    let contact = &server.ours.ids.contact;
    tell_of_boilers(&memory, contact).await;
    let find = async |mut body: Value| {
        body["query"] = json!("boiler");
        let found = memory.post(SEARCH, body).await.expect(200);
        // Whatever there is comes, the best first; here only what has the word counts.
        let found = texts(&found)
            .into_iter()
            .filter(|text| text.contains("boiler"));
        let mut found: Vec<String> = found.map(str::to_owned).collect();
        found.sort();
        found
    };
    assert_eq!(
        find(json!({})).await,
        ["The boiler is mine.", "The boiler was repaired."]
    );
    let all = json!(["org", "member", format!("contact:{contact}"), "org"]);
    assert_eq!(find(json!({"scopes": all})).await.len(), 3);
    assert_eq!(
        find(json!({"scopes": all, "tags": "urgent, none"})).await,
        ["The boiler broke again."]
    );
    assert_eq!(
        find(json!({"scopes": all, "tags": ["HEATING"]}))
            .await
            .len(),
        2
    );
    assert_eq!(
        find(json!({"scopes": all, "contact_id": contact})).await,
        ["The boiler broke again."]
    );
    assert_eq!(
        find(json!({"contact_id": contact})).await,
        ["The boiler broke again."]
    );
    assert_eq!(
        find(json!({"scopes": all, "sources": ["document"]})).await,
        [""; 0]
    );
    assert_eq!(
        find(json!({"scopes": all, "thread_id": server.ours.ids.thread})).await,
        [""; 0]
    );
    assert_eq!(
        find(json!({"scopes": all, "before": "2000-01-01T00:00:00Z"})).await,
        [""; 0]
    );
    assert_eq!(
        find(json!({"scopes": all, "after": "2000-01-01T00:00:00Z"}))
            .await
            .len(),
        3
    );
    assert_eq!(find(json!({"scopes": all, "limit": 1})).await.len(), 1);
}

#[tokio::test]
async fn documents_are_searched_unless_something_else_is_named() {
    let server = sqlite().await;
    let memory = Memory::of(&server);
    tell_of_boilers(&memory, &server.ours.ids.contact).await;
    let documents = memory
        .post("/v1/rag/search", json!({"query": "boiler"}))
        .await
        .expect(200);
    // What every organisation of the tests has comes, since nothing better does.
    assert_eq!(texts(&documents), ["Canary of ours"]);
    let named = json!({"query": "boiler", "sources": ["archival"]});
    let named = memory.post("/v1/rag/search", named).await.expect(200);
    assert_eq!(named["items"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn what_one_may_not_see_is_not_there_to_be_searched() {
    let server = sqlite().await;
    let memory = Memory::of(&server);
    let theirs = &server.theirs.ids;
    for body in [
        json!({"query": "x", "scopes": [format!("contact:{}", theirs.contact)]}),
        json!({"query": "x", "scopes": [format!("member:{}", server.theirs.owner)]}),
        json!({"query": "x", "thread_id": theirs.thread}),
        json!({"query": "x", "contact_id": theirs.contact}),
    ] {
        assert_eq!(memory.post(SEARCH, body).await.code(), "not_found");
    }
    let token = "stw_plain_member_0123456789";
    add_member(&server.store, server.ours.org, Role::Member, token).await;
    let member = Memory {
        server: &server,
        token,
    };
    let owners = json!({"query": "x", "scopes": [format!("member:{}", server.ours.owner)]});
    assert_eq!(
        member.post(SEARCH, owners.clone()).await.code(),
        "not_found"
    );
    memory.post(SEARCH, owners).await.expect(200);
    let found = memory
        .post(SEARCH, json!({"query": "canary"}))
        .await
        .expect(200);
    let found = texts(&found);
    assert!(!found.is_empty());
    assert!(
        found
            .iter()
            .all(|text| text.contains("Canary of ours") || *text == "A canary in every workspace."),
        "{found:?}"
    );
}

#[tokio::test]
async fn a_search_that_makes_no_sense_is_refused_by_its_field() {
    let server = sqlite().await;
    let memory = Memory::of(&server);
    for (body, field) in [
        (json!({"query": " "}), "query"),
        (json!({"query": "x".repeat(10_001)}), "query"),
        (json!({"query": "x", "limit": 0}), "limit"),
        (json!({"query": "x", "limit": 51}), "limit"),
        (json!({"query": "x", "scopes": []}), "scopes"),
        (json!({"query": "x", "scopes": vec!["org"; 21]}), "scopes"),
        (
            json!({"query": "x", "sources": vec!["message"; 21]}),
            "sources",
        ),
        (json!({"query": "x", "after": "yesterday"}), "after"),
        (json!({"query": "x", "thread_id": "7"}), "thread_id"),
    ] {
        let answer = memory.post(SEARCH, body).await;
        assert_eq!(
            (answer.status.as_u16(), answer.field().as_deref()),
            (422, Some(field)),
            "{answer}"
        );
    }
    for query in ["???", "the of and", "👍", "\u{202e}", "\"'`;--", "%_\\"] {
        memory
            .post(SEARCH, json!({"query": query}))
            .await
            .expect(200);
    }
}

#[tokio::test]
async fn the_stats_count_what_is_there_and_what_waits() {
    let server = sqlite().await;
    let memory = Memory::of(&server);
    memory
        .post(NOTES, json!({"text": "Mine."}))
        .await
        .expect(201);
    memory
        .post(SEARCH, json!({"query": "mine"}))
        .await
        .expect(200);
    let waiting = server.ours.store_note(&server.store).await;
    let stats = memory.get("/v1/rag/stats").await.expect(200);
    assert_eq!(stats["passages"]["archival"], 3);
    assert_eq!(stats["waiting"]["passages"], 1, "{waiting} has no vector");
    assert_eq!(stats["embedding"]["dimensions"], 256);
    assert_eq!(stats["embedding"]["reembedding"], Value::Null);
    assert!(stats["index"]["bytes"].as_u64().unwrap() > 0);
    let (bytes, budget) = (&stats["index"]["bytes"], &stats["index"]["budget_bytes"]);
    assert!(bytes.as_u64() < budget.as_u64());
    let token = "stw_plain_member_0123456789";
    add_member(&server.store, server.ours.org, Role::Member, token).await;
    let member = Memory {
        server: &server,
        token,
    };
    let stats = member.get("/v1/rag/stats").await.expect(200);
    assert_eq!(
        stats["passages"]["archival"], 2,
        "the owner's is the owner's"
    );
    let theirs = Memory {
        server: &server,
        token: &server.theirs.token,
    };
    let stats = theirs.get("/v1/rag/stats").await.expect(200);
    assert_eq!(stats["passages"]["archival"], 1, "ours are ours");
}
