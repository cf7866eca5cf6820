//! Emails to members who want one when a person must look, as a mail server gets them.

use std::time::Duration;

use serde_json::{Value, json};
use steward_server::config::{Mail, MailSecurity};
use steward_testkit::{TestDatabase, on_both};

use super::webhooks::{ANA, OURS, account, sid, text_from};
use crate::support::TestServer;
use crate::support::mail_server::MailServer;
use crate::support::process::Launch;

const MINUTE: Duration = Duration::from_secs(60);

/// A server with a phone line and a mail server, both on this machine.
async fn with_mail(database: TestDatabase) -> (TestServer, MailServer) {
    let mail = MailServer::start().await;
    let server = TestServer::configured(database, |config| {
        config.twilio = Some(account());
        config.mail = Some(Mail {
            server: "127.0.0.1".into(),
            port: mail.port.try_into().ok(),
            security: MailSecurity::None,
            user: None,
            password: None,
            from: "Büro <steward@example.com>".into(),
        });
    })
    .await;
    let body = json!({
        "kind": "phone", "address": OURS, "label": "Front", "agent_id": server.ours.ids.agent
    });
    let made = server.post("/api/lines").bearer(&server.ours.token);
    made.json(&body).send().await.expect(201);
    // People hear of an emergency even so, and the agent has no trouble of its own to tell of.
    let off = server.put("/api/flags/agents").bearer(&server.ours.token);
    off.json(&json!({ "enabled": false }))
        .send()
        .await
        .expect(200);
    (server, mail)
}

async fn wish(server: &TestServer, wanted: bool) -> Value {
    let asked = server.patch("/api/me").bearer(&server.ours.token);
    let asked = asked.json(&json!({ "mail_escalations": wanted }));
    asked.send().await.expect(200)
}

async fn me(server: &TestServer) -> Value {
    let me = server.get("/v1/me").bearer(&server.ours.token);
    me.send().await.expect(200)
}

/// The jobs of emails, as the page of jobs shows them.
async fn jobs(server: &TestServer) -> Vec<Value> {
    let jobs = server.get("/api/jobs?limit=200").bearer(&server.ours.token);
    let jobs = jobs.send().await.expect(200);
    let jobs = jobs["items"].as_array().unwrap().iter();
    jobs.filter(|job| job["kind"] == "mail_notice")
        .cloned()
        .collect()
}

async fn until_state(server: &TestServer, states: &[&str]) {
    let so = async {
        loop {
            let jobs = jobs(server).await;
            if jobs.iter().map(|job| &job["state"]).eq(states) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    if tokio::time::timeout(Duration::from_secs(30), so)
        .await
        .is_err()
    {
        panic!("the jobs never were {states:?}: {:?}", jobs(server).await);
    }
}

#[test]
fn an_emergency_is_mailed_once_although_the_mail_server_was_busy() {
    on_both(|database| async {
        let (server, mail) = with_mail(database).await;
        let changed = wish(&server, true).await;
        assert_eq!(changed["member"]["mail_escalations"], true);
        mail.answer_next("451 come back later, ana@example.com");
        let said = "I smell gas in the hallway";
        for _ in 0..2 {
            let answer = text_from(&server, &sid(1), (ANA, OURS), said).await;
            assert_eq!(answer.status, 200, "{answer}");
        }
        let working = server.start_runtime().await;
        let so = async {
            while mail.offered().is_empty() || jobs(&server).await[0]["state"] != "queued" {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), so)
            .await
            .unwrap();
        let waits = jobs(&server).await;
        assert_eq!(waits[0]["error"], "the mail server answered 451");
        server.pass(2 * MINUTE);
        until_state(&server, &["done"]).await;
        working.stop(Duration::from_secs(10)).await;

        let (offered, kept) = (mail.offered(), mail.kept());
        assert_eq!((offered.len(), kept.len()), (2, 1));
        assert_eq!(offered[0], offered[1]);
        let email = &kept[0];
        let address = me(&server).await["member"]["email"].clone();
        assert_eq!(email.from, "<steward@example.com>");
        assert_eq!(email.to, [format!("<{}>", address.as_str().unwrap())]);
        let content = &email.content;
        assert!(content.is_ascii());
        assert!(
            content.contains("From: =?utf-8?b?QsO8cm8=?= <steward@example.com>\r\n"),
            "{content}"
        );
        assert!(
            content.contains("Subject: Read now: this may be an emergency\r\n"),
            "{content}"
        );
        assert!(
            content.contains("http://127.0.0.1:8787/inbox/"),
            "{content}"
        );
        for secret in ["gas", "hallway", ANA, &ANA[1..], "5550177"] {
            assert!(!content.contains(secret), "{secret} is in {content}");
        }
    });
}

#[test]
fn what_the_mail_server_refuses_is_shown_and_can_be_tried_again() {
    on_both(|database| async {
        let (server, mail) = with_mail(database).await;
        wish(&server, true).await;
        mail.answer_next("550 no such mailbox");
        let answer = text_from(
            &server,
            &sid(1),
            (ANA, OURS),
            "Can I talk to a real person?",
        )
        .await;
        assert_eq!(answer.status, 200, "{answer}");
        let working = server.start_runtime().await;
        until_state(&server, &["dead"]).await;
        let dead = jobs(&server).await.remove(0);
        assert_eq!(dead["error"], "the mail server answered 550");
        let path = format!("/api/jobs/{}/retry", dead["id"].as_str().unwrap());
        let again = server.post(&path).bearer(&server.ours.token).send().await;
        assert!(again.status.is_success(), "{again}");
        until_state(&server, &["done"]).await;
        working.stop(Duration::from_secs(10)).await;
        assert_eq!(mail.kept().len(), 1);
        assert!(
            mail.kept()[0]
                .content
                .contains("Subject: A text waits for a person\r\n")
        );
    });
}

#[test]
fn emails_are_a_members_own_wish_and_off_until_then() {
    on_both(|database| async {
        let (server, mail) = with_mail(database).await;
        let before = me(&server).await;
        assert_eq!(before["sends_mail"], true);
        assert_eq!(before["member"]["mail_escalations"], false);
        for wanted in [true, false] {
            let changed = wish(&server, wanted).await;
            assert_eq!(changed["member"]["mail_escalations"], wanted);
            assert_eq!(changed["member"]["name"], before["member"]["name"]);
            assert_eq!(me(&server).await["member"]["mail_escalations"], wanted);
        }
        let answer = text_from(&server, &sid(1), (ANA, OURS), "I smell gas in the hallway").await;
        assert_eq!(answer.status, 200, "{answer}");
        assert_eq!(jobs(&server).await, Vec::<Value>::new());
        assert_eq!(mail.offered(), []);
    });
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_doctor_greets_the_mail_server_and_sends_nothing() {
    let mail = MailServer::start().await;
    let home = tempfile::tempdir().unwrap();
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let closed = nobody.local_addr().unwrap().port();
    drop(nobody);
    for (port, security, told) in [
        (mail.port, "none", "ok    The mail server answers."),
        (mail.port, "starttls", "does not offer what"),
        (closed, "none", "no connection to the mail server"),
    ] {
        let launch = Launch::in_folder(home.path())
            .with("STEWARD__MAIL__SERVER", "127.0.0.1")
            .with("STEWARD__MAIL__PORT", &port.to_string())
            .with("STEWARD__MAIL__SECURITY", security)
            .with("STEWARD__MAIL__FROM", "steward@example.com");
        let doctor = tokio::task::spawn_blocking(move || launch.run(&["doctor"]));
        let doctor = doctor.await.unwrap();
        assert!(doctor.output.contains(told), "{doctor:?}");
        assert!(doctor.output.contains("`http.public_url` is not set"));
    }
    assert_eq!(mail.offered(), []);
}
