//! The record of an agent's drafts, as a person at the API reads it: from the text on the phone to the contact's answer.

use serde_json::{Value, json};
use steward_model::{KeyScope, Role};
use steward_testkit::{Cell, on_both};

use crate::support::tenant::{add_key, add_member};
use crate::support::{TestServer, sqlite};

const DANA: &str = "+14155550142";

/// An agent that drafts answers to what is written on the phone, without a language model.
async fn drafting_agent(server: &TestServer) -> String {
    let body = json!({"name": "Drafter", "tools": ["messaging"], "model": "offline"});
    let made = server.post("/api/agents").bearer(&server.ours.token);
    let made = made.json(&body).send().await.expect(201);
    let id = made["id"].as_str().unwrap().to_owned();
    let path = format!("/api/lines/{}", server.ours.ids.phone);
    let line = server.patch(&path).bearer(&server.ours.token);
    let line = line.json(&json!({ "agent_id": id })).send().await;
    line.expect(200);
    id
}

/// Dana writes, and the agent has drafted so many times.
async fn write(server: &TestServer, agent: &str, said: &str, drafts: i64) {
    let path = format!("/api/phone/{}/messages", server.ours.ids.phone);
    let body = json!({"number": DANA, "text": said, "client_id": said.len().to_string()});
    let request = server.post(&path).bearer(&server.ours.token);
    request.json(&body).send().await.expect(204);
    let drafted = format!("suggestion where agent_id = '{agent}'");
    until(server, &drafted, drafts).await;
}

/// Runs the runtime until there are so many.
async fn until(server: &TestServer, what: &str, many: i64) {
    let working = server.start_runtime().await;
    let sql = format!("select count(*) from {what}");
    while server.database.data().value(&sql).await != Cell::Int(many) {
        tokio::task::yield_now().await;
    }
    working.stop(std::time::Duration::from_secs(10)).await;
}

async fn get(server: &TestServer, path: &str) -> Value {
    let answer = server.get(path).bearer(&server.ours.token).send().await;
    answer.expect(200)
}

async fn decide(server: &TestServer, draft: &Value, what: &str, body: Value) {
    let id = draft["suggestion"]["id"].as_str().unwrap();
    let path = format!("/api/suggestions/{id}/{what}");
    let request = server.post(&path).bearer(&server.ours.token);
    request.json(&body).send().await.expect(200);
}

#[test]
fn a_draft_is_on_the_record_from_the_text_to_the_answer() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let agent = drafting_agent(&server).await;
        let path = format!("/api/agents/{agent}/drafts");
        let newest = async || get(&server, &path).await["items"][0].clone();
        let statistics = async || get(&server, &format!("{path}/statistics?days=30")).await;
        let empty = statistics().await;
        assert_eq!(
            (&empty["total"]["offered"], &empty["kinds"]),
            (&json!(0), &json!([]))
        );

        write(&server, &agent, "Is it free?", 1).await;
        let waiting = newest().await;
        assert_eq!(waiting["outcome"], "waiting");
        assert_eq!(waiting["suggestion"]["kind"], "question");
        assert_eq!(statistics().await["total"]["waiting"], 1);
        let draft = waiting["suggestion"]["options"][0]["body"].clone();
        let changed = format!("{} Yes.", draft.as_str().unwrap());
        let choice = json!({"option": 0, "text": changed});
        decide(&server, &waiting, "send", choice).await;
        until(&server, "effect where state = 'delivered'", 1).await;
        let sent = newest().await;
        assert_eq!(sent["outcome"], "edited");
        assert_eq!(sent["suggestion"]["options"][0]["body"], draft);
        assert_eq!(sent["sent_text"], changed);
        assert_eq!(sent["delivery"], "delivered");
        assert_eq!(sent["answered_at"], json!(null));

        write(&server, &agent, "Good, then I will come at five.", 2).await;
        decide(&server, &newest().await, "dismiss", json!({})).await;
        let list = get(&server, &path).await;
        let outcomes: Vec<_> = list["items"].as_array().unwrap().iter().collect();
        assert_eq!(outcomes.len(), 2);
        assert_eq!(outcomes[0]["outcome"], "dismissed");
        assert_eq!(outcomes[0]["sent_text"], json!(null));
        assert!(outcomes[1]["answered_at"].is_string(), "{list}");

        let told = statistics().await;
        assert!(told["since"].is_string());
        let total = &told["total"];
        let of = |name: &str| total[name].as_i64().unwrap();
        let sum = of("unchanged") + of("edited") + of("dismissed") + of("outdated") + of("waiting");
        assert_eq!((of("offered"), sum), (2, 2), "{told}");
        assert_eq!((of("edited"), of("dismissed"), of("answered")), (1, 1, 1));
        assert_eq!(total["median_seconds"], 0);
        let kinds: Vec<_> = told["kinds"].as_array().unwrap().iter().collect();
        let words: Vec<_> = kinds.iter().map(|one| &one["kind"]).collect();
        assert_eq!(words, ["other", "question"]);
        assert_eq!(kinds[1]["counts"]["edited"], 1);
    });
}

#[tokio::test]
async fn what_was_drafted_long_ago_is_only_counted_with_everything() {
    let server = sqlite().await;
    let path = format!("/api/agents/{}/drafts/statistics", server.ours.ids.agent);
    let offered = async |query: &str| {
        let told = get(&server, &format!("{path}{query}")).await;
        told["total"]["offered"].as_i64().unwrap()
    };
    let now = offered("?days=1").await;
    assert!(now > 0);
    let long = std::time::Duration::from_secs(40 * 24 * 60 * 60);
    server.database.clock().advance(long);
    assert_eq!(offered("?days=30").await, 0);
    assert_eq!((offered("?days=41").await, offered("").await), (now, now));
    for days in ["0", "367"] {
        let wrong = format!("{path}?days={days}");
        let wrong = server.get(&wrong).bearer(&server.ours.token).send().await;
        assert_eq!(wrong.field().as_deref(), Some("days"), "{wrong}");
    }
}

#[tokio::test]
async fn the_record_of_somebodys_own_agent_is_there_for_them_and_for_admins() {
    let server = sqlite().await;
    let [own, other, admin] =
        ["own", "other", "admin"].map(|who| format!("stw_{who}_0123456789ab"));
    let new = json!({"name": "Mia", "role": "member"});
    let new = server
        .post("/api/members")
        .bearer(&server.ours.token)
        .json(&new);
    let member = new.send().await.expect(201)["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let key = (server.ours.org, member.parse().unwrap());
    add_key(&server.store, key.0, key.1, &own, KeyScope::ALL, None).await;
    add_member(&server.store, server.ours.org, Role::Member, &other).await;
    add_member(&server.store, server.ours.org, Role::Admin, &admin).await;
    let agents = get(&server, "/api/agents?limit=200").await;
    let agents = agents["items"].as_array().unwrap();
    let theirs = |agent: &&Value| agent["member_id"] == member.as_str();
    let agent = agents.iter().find(theirs).unwrap()["id"].as_str().unwrap();
    for path in ["drafts", "drafts/statistics"] {
        let path = format!("/api/agents/{agent}/{path}");
        for (token, status) in [(&own, 200), (&admin, 200), (&other, 404)] {
            let answer = server.get(&path).bearer(token).send().await;
            assert_eq!(answer.status, status, "{path}: {answer}");
        }
        let foreign = server.get(&path).bearer(&server.theirs.token).send().await;
        assert_eq!(foreign.code(), "not_found");
    }
}
