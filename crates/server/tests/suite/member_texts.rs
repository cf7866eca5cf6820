//! Texts to members who want one when a person must look, by what the carrier was handed.

use std::time::Duration;

use serde_json::{Value, json};
use steward_testkit::{Cell, FakeCarrier, Fault, TestDatabase, on_both};

use super::webhooks::{ANA, OURS, sid, text_from, with_carrier};
use crate::support::{Answer, TestServer};

/// The owner's own number.
const OWN: &str = "+14155550190";

/// A server with a carrier and a line, and the agents off: people hear of an emergency even so.
async fn with_line(database: TestDatabase) -> (TestServer, FakeCarrier) {
    let (server, carrier) = with_carrier(database, |_| {}).await;
    let off = server.put("/api/flags/agents").bearer(&server.ours.token);
    let off = off.json(&json!({ "enabled": false })).send().await;
    off.expect(200);
    add_line(&server, OURS).await;
    (server, carrier)
}

async fn add_line(server: &TestServer, number: &str) {
    let body = json!({
        "kind": "phone", "address": number, "label": "Front", "agent_id": server.ours.ids.agent
    });
    let made = server.post("/api/lines").bearer(&server.ours.token);
    made.json(&body).send().await.expect(201);
}

async fn wish(server: &TestServer, wanted: bool) -> Answer {
    let asked = server.patch("/api/me").bearer(&server.ours.token);
    let asked = asked.json(&json!({ "text_escalations": wanted }));
    asked.send().await
}

async fn me(server: &TestServer) -> Value {
    let me = server.get("/v1/me").bearer(&server.ours.token);
    me.send().await.expect(200)
}

/// The number that members are texted from.
async fn texts_from(server: &TestServer) -> Value {
    let alerts = server.get("/api/me/alerts").bearer(&server.ours.token);
    alerts.send().await.expect(200)["texts_from"].clone()
}

/// Gives the owner a number; tells how it is known.
async fn give_number(server: &TestServer, number: &str) -> String {
    let path = format!("/api/members/{}/identifiers", server.ours.owner);
    let given = server.post(&path).bearer(&server.ours.token);
    let given = given.json(&json!({"kind": "phone", "value": number}));
    let given = given.send().await.expect(201);
    given["id"].as_str().unwrap().to_owned()
}

async fn take_number(server: &TestServer, id: &str) {
    let path = format!("/api/members/{}/identifiers/{id}", server.ours.owner);
    let taken = server.delete(&path).bearer(&server.ours.token).send().await;
    assert!(taken.status.is_success(), "{taken}");
}

/// What was handed to the carrier for the owner.
fn told(carrier: &FakeCarrier) -> Vec<(String, String)> {
    let ledger = carrier.ledger().into_iter().filter(|one| one.to == OWN);
    ledger.map(|one| (one.from, one.body)).collect()
}

/// Waits until no text is asked for and none is on its way.
async fn rest(server: &TestServer) {
    let busy = "select (select count(*) from job where kind = 'text_notice' and state in ('queued', 'running'))
        + (select count(*) from effect where state in ('pending', 'inflight'))";
    let so = async {
        while server.database.data().value(busy).await != Cell::Int(0) {
            server.server.look_now();
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let rested = tokio::time::timeout(Duration::from_secs(120), so).await;
    rested.expect("it never rests");
}

#[test]
fn an_emergency_is_texted_to_a_member_once_and_quotes_nobody() {
    on_both(|database| async {
        let (server, carrier) = with_line(database).await;
        give_number(&server, OWN).await;
        assert_eq!(texts_from(&server).await, OURS);
        let changed = wish(&server, true).await.expect(200);
        let member = &changed["member"];
        assert_eq!(
            (&member["text_escalations"], &member["phone"]),
            (&json!(true), &json!(OWN))
        );
        assert_eq!(
            member["mail_escalations"], false,
            "each is a wish of its own"
        );
        // The message is taken, and its answer is lost.
        carrier.script([Some(Fault::LoseAnswer)]);
        for _ in 0..3 {
            let said = "I smell gas in the hallway, call +1 900 555 0100";
            let answer = text_from(&server, &sid(1), (ANA, OURS), said).await;
            assert_eq!(answer.status, 200, "{answer}");
        }
        let working = server.start_runtime().await;
        rest(&server).await;
        for _ in 0..4 {
            server.pass(Duration::from_secs(61));
            rest(&server).await;
        }
        working.stop(Duration::from_secs(10)).await;
        let told = told(&carrier);
        assert_eq!(told.len(), 1, "{told:?}");
        let (from, body) = &told[0];
        assert_eq!(from, OURS);
        assert!(
            body.contains(
                "A text may tell of an emergency. Read it now: http://127.0.0.1:8787/inbox/"
            ),
            "{body}"
        );
        for secret in ["gas", "hallway", "900 555", ANA, &ANA[1..]] {
            assert!(!body.contains(secret), "{secret} is in {body}");
        }
        // Nobody but the member was texted.
        assert!(carrier.ledger().iter().all(|one| one.to == OWN));
    });
}

#[test]
fn texts_are_refused_where_none_would_come_and_it_is_said_why() {
    on_both(|database| async {
        let (server, carrier) = with_carrier(database, |config| {
            config.sending.phone_on_screen = false;
        })
        .await;
        let no_number = wish(&server, true).await;
        assert_eq!(
            no_number.field().as_deref(),
            Some("text_escalations"),
            "{no_number}"
        );
        assert!(no_number.text().contains("no phone number"), "{no_number}");
        let given = give_number(&server, OWN).await;

        assert_eq!(me(&server).await["member"]["phone"], OWN);
        assert_eq!(texts_from(&server).await, json!(null));
        let no_line = wish(&server, true).await;
        assert_eq!(no_line.status, 422, "{no_line}");
        assert!(no_line.text().contains("Lines"), "{no_line}");
        add_line(&server, OURS).await;

        take_number(&server, &given).await;
        let ours = give_number(&server, OURS).await;
        let own_line = wish(&server, true).await;
        assert!(
            own_line.text().contains("is a line of the organisation"),
            "{own_line}"
        );
        take_number(&server, &ours).await;
        give_number(&server, OWN).await;

        let stop = text_from(&server, &sid(1), (OWN, OURS), "STOP").await;
        assert_eq!(stop.status, 200, "{stop}");
        let silent = wish(&server, true).await;
        assert!(
            silent.text().contains(&format!("Text START to {OURS}")),
            "{silent}"
        );
        assert_eq!(me(&server).await["member"]["text_escalations"], false);
        let start = text_from(&server, &sid(2), (OWN, OURS), "START").await;
        assert_eq!(start.status, 200, "{start}");
        wish(&server, true).await.expect(200);
        assert_eq!(me(&server).await["member"]["text_escalations"], true);
        // What was wished for may be taken back wherever one is.
        wish(&server, false).await.expect(200);
        assert!(told(&carrier).is_empty());
    });
}

#[test]
fn a_member_who_says_stop_gets_no_more_texts() {
    on_both(|database| async {
        let (server, carrier) = with_line(database).await;
        give_number(&server, OWN).await;
        wish(&server, true).await.expect(200);
        let working = server.start_runtime().await;
        let gas = "I smell gas in the hallway";
        for (n, (from, said)) in (1..).zip([
            (ANA, gas),
            (OWN, "STOP"),
            (ANA, gas),
            (OWN, "START"),
            (ANA, gas),
        ]) {
            let answer = text_from(&server, &sid(n), (from, OURS), said).await;
            assert_eq!(answer.status, 200, "{answer}");
            rest(&server).await;
        }
        working.stop(Duration::from_secs(10)).await;
        let emergencies = told(&carrier);
        let emergencies = emergencies.iter().filter(|one| one.1.contains("emergency"));
        assert_eq!(emergencies.count(), 2);
    });
}
