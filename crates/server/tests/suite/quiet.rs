//! At night nobody is written to by an agent, whatever clock they go by; and nobody at all in a country that is not allowed.

use std::time::Duration;

use jiff::tz::TimeZone;
use serde_json::{Value, json};
use steward_model::{
    AgentId, Clock as _, ContactId, EffectClass, EffectVerdict, Integrity, LineId, ThreadId,
    Timestamp,
};
use steward_server::config::Config;
use steward_store::{NewEffect, Origin, Outgoing};
use steward_testkit::{Accepted, Cell, FakeCarrier, TestDatabase, on_both};

use super::webhooks::{OURS, sid, text_from, with_carrier};
use crate::support::{Answer, Request, TestServer};

const HOUR: Duration = Duration::from_secs(3600);

/// Numbers, and the clocks that their holders may go by.
pub(super) const PEOPLE: [(&str, &[&str]); 14] = [
    ("+12125550101", &["America/New_York"]),
    ("+13125550102", &["America/Chicago"]),
    ("+13035550103", &["America/Denver"]),
    ("+16025550104", &["America/Phoenix"]),
    ("+14155550105", &["America/Los_Angeles"]),
    ("+19075550106", &["America/Anchorage", "America/Adak"]),
    ("+18085550107", &["Pacific/Honolulu"]),
    ("+17875550108", &["America/Puerto_Rico"]),
    ("+17095550109", &["America/St_Johns"]),
    ("+18505550110", &["America/New_York", "America/Chicago"]),
    ("+12085550112", &["America/Boise", "America/Los_Angeles"]),
    ("+4930901820", &["Europe/Berlin"]),
    ("+61491570156", &["Australia/Sydney", "Australia/Perth"]),
    // Nobody knows where this one is.
    (
        "+18005550113",
        &[
            "America/St_Johns",
            "America/New_York",
            "Pacific/Honolulu",
            "Pacific/Guam",
        ],
    ),
];

/// A server whose carrier keeps a ledger, and an agent that may send.
struct Scene {
    server: TestServer,
    carrier: FakeCarrier,
    agent: AgentId,
    line: LineId,
}

async fn ask(server: &TestServer, request: Request<'_>, body: Value) -> Answer {
    let request = request.bearer(&server.ours.token).json(&body);
    request.send().await
}

/// Somebody who has written.
struct Person {
    number: &'static str,
    contact: ContactId,
    thread: ThreadId,
}

impl Scene {
    async fn new(database: TestDatabase, now: &str) -> Self {
        Self::with(database, now, |_| {}).await
    }

    async fn with(database: TestDatabase, now: &str, set: impl FnOnce(&mut Config)) -> Self {
        database.clock().set(at(now));
        let (server, carrier) = with_carrier(database, |config| {
            config.sending.max_per_contact_per_hour = 0;
            config.sending.max_per_contact_per_day = 0;
            set(config);
        })
        .await;
        let made = ask(
            &server,
            server.post("/api/agents"),
            json!({"name": "Texts"}),
        )
        .await;
        let made = made.expect(201);
        let id = made["id"].as_str().unwrap();
        let sends = json!({
            "revision": made["revision"], "name": "Texts", "send_mode": "autonomous", "tools": ["send_sms"]
        });
        let changed = ask(&server, server.put(&format!("/api/agents/{id}")), sends).await;
        changed.expect(200);
        let line = json!({"kind": "phone", "address": OURS, "label": "Front", "agent_id": id});
        let line = ask(&server, server.post("/api/lines"), line)
            .await
            .expect(201);
        Self {
            agent: id.parse().unwrap(),
            line: line["id"].as_str().unwrap().parse().unwrap(),
            server,
            carrier,
        }
    }

    async fn get(&self, path: &str) -> Value {
        let request = self.server.get(path).bearer(&self.server.ours.token);
        request.send().await.expect(200)
    }

    async fn person(&self, number: &'static str, n: u8) -> Person {
        let said = text_from(&self.server, &sid(n), (number, OURS), "Hello").await;
        assert_eq!(said.status, 200, "{said}");
        let found = self
            .get(&format!("/api/contacts?query=%2B{}", &number[1..]))
            .await;
        let contact = found["items"][0]["id"].as_str().unwrap().to_owned();
        let inbox = self.get("/api/inbox?limit=200").await;
        let threads = inbox["items"].as_array().unwrap();
        let theirs = threads.iter().find(|one| one["contact_id"] == *contact);
        Person {
            number,
            contact: contact.parse().unwrap(),
            thread: theirs.unwrap()["thread_id"]
                .as_str()
                .unwrap()
                .parse()
                .unwrap(),
        }
    }

    /// The agent writes to somebody who has not just written.
    async fn write(&self, person: &Person, text: &str) {
        let message = json!({"to": person.number, "from": OURS, "text": text});
        let effect = NewEffect {
            idem_key: format!("{}{text}", person.number),
            contact_id: person.contact,
            line_id: self.line,
            class: EffectClass::Asked,
            channel: "sms".into(),
            payload: message.to_string().into_bytes(),
            integrity: Integrity::User,
            verdict: EffectVerdict::Allow,
            rule: "R2".into(),
            approval_id: None,
            not_before: None,
            expires_at: self.server.database.clock().now().plus(HOUR),
        };
        let outgoing = Outgoing {
            effects: vec![effect],
            ..Outgoing::default()
        };
        let origin = Origin {
            org: self.server.ours.org,
            thread: person.thread,
            turn: None,
            agent: Some(self.agent),
        };
        self.server.store.put_out(origin, outgoing).await.unwrap();
    }

    /// Waits until the outbox has nothing to do at this hour.
    async fn rest(&self) {
        self.server.server.look_now();
        let now = self.server.database.clock().now().as_micros();
        let busy = format!(
            "select count(*) from effect where state in ('inflight', 'unknown') or (state = 'pending' and not_before <= {now})"
        );
        let rest = async {
            while self.server.database.data().value(&busy).await != Cell::Int(0) {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let rested = tokio::time::timeout(Duration::from_secs(30), rest).await;
        rested.expect("the outbox never rests");
    }

    fn sent(&self) -> Vec<Accepted> {
        self.carrier.ledger()
    }
}

fn at(text: &str) -> Timestamp {
    Timestamp::parse_rfc3339(text).unwrap()
}

#[test]
fn no_agent_writes_to_anybody_at_night_test_54() {
    on_both(|database| async {
        // The clocks go back in the night that follows.
        let scene = Scene::new(database, "2026-10-31T18:00:00Z").await;
        let mut people = Vec::new();
        for (n, (number, _)) in (1..).zip(PEOPLE) {
            people.push(scene.person(number, n).await);
        }
        let _working = scene.server.start_runtime().await;
        let steps = 10;
        for step in 0..steps {
            scene.server.pass(4 * HOUR);
            for person in &people {
                scene.write(person, &format!("News {step}")).await;
            }
            scene.rest().await;
        }
        // A day later it was day everywhere, and nothing waits any more.
        for _ in 0..6 {
            scene.server.pass(4 * HOUR);
            scene.rest().await;
        }
        let sent = scene.sent();
        assert_eq!(sent.len(), steps * PEOPLE.len(), "put off, not dropped");
        for one in &sent {
            let (_, zones) = PEOPLE.iter().find(|(number, _)| *number == one.to).unwrap();
            for zone in *zones {
                let at = jiff::Timestamp::from_microsecond(one.at.as_micros()).unwrap();
                let hour = TimeZone::get(zone).unwrap().to_datetime(at).hour();
                assert!((8..21).contains(&hour), "{} at {hour} in {zone}", one.to);
            }
        }
        let notices = scene.get("/api/notices?open=true").await;
        let about = notices.to_string();
        assert!(!about.contains("held back"), "nobody was asked: {about}");
    });
}

/// Numbers where it is day when it is noon in New York, some of which begin like one at home.
const FAR: [&str; 5] = [
    "+18765550123",
    "+18095550123",
    "+447700900123",
    "+4930901820",
    "+233302123456",
];

#[test]
fn nothing_goes_to_a_country_that_is_not_allowed_test_55() {
    on_both(|database| async {
        let home = |config: &mut Config| config.sending.countries = vec!["1".into()];
        let scene = Scene::with(database, "2026-01-15T17:00:00Z", home).await;
        let near = scene.person("+12125550101", 1).await;
        let mut far = Vec::new();
        for (n, number) in (2..).zip(FAR) {
            far.push(scene.person(number, n).await);
        }
        let _working = scene.server.start_runtime().await;
        for person in far.iter().chain([&near]) {
            scene.write(person, "News").await;
        }
        scene.rest().await;
        let sent = scene.sent();
        let to: Vec<_> = sent.iter().map(|one| one.to.as_str()).collect();
        assert_eq!(to, [near.number]);
        // Whoever runs it reads of each, with what to change.
        let notices = scene.get("/api/notices?open=true&limit=200").await;
        let told = notices.to_string();
        let refused = told.matches("see `sending.countries`").count();
        assert_eq!(refused, FAR.len(), "{told}");
    });
}

#[test]
fn what_waits_for_the_morning_is_shown_and_a_stop_takes_it_back() {
    on_both(|database| async {
        let scene = Scene::new(database, "2026-06-02T02:00:00Z").await;
        let ana = scene.person("+14155550105", 1).await;
        let bo = scene.person("+14155550106", 2).await;
        let _working = scene.server.start_runtime().await;
        // Ten in the evening.
        scene.server.pass(3 * HOUR);
        for person in [&ana, &bo] {
            scene.write(person, "The plumber comes tomorrow.").await;
        }
        scene.rest().await;
        assert_eq!(scene.sent(), []);
        let path = format!("/api/inbox/{}/messages", ana.thread);
        let shown = scene.get(&path).await;
        let news = &shown["items"][0];
        assert_eq!(news["delivery"], "pending");
        assert_eq!(news["waits_until"], "2026-06-02T15:00:00Z");
        let stop = text_from(&scene.server, &sid(3), (ana.number, OURS), "STOP").await;
        assert_eq!(stop.status, 200, "{stop}");
        // A person's own words do not wait.
        let say = scene
            .server
            .post(&format!("/api/inbox/{}/messages", bo.thread));
        let say = say.bearer(&scene.server.ours.token);
        let said = say.json(&json!({"client_id": "1", "text": "I called you."}));
        said.send().await.expect(201);
        scene.rest().await;
        assert_eq!(scene.sent().len(), 1);
        assert_eq!(scene.sent()[0].body, "I called you.");
        scene
            .server
            .database
            .clock()
            .set(at("2026-06-02T15:00:00Z"));
        scene.rest().await;
        let sent = scene.sent();
        assert_eq!(sent.len(), 2, "{sent:?}");
        assert_eq!(
            (sent[1].to.as_str(), sent[1].at),
            (bo.number, at("2026-06-02T15:00:00Z"))
        );
        let shown = scene.get(&path).await;
        let news = shown["items"].as_array().unwrap().iter();
        let news: Vec<_> = news.filter(|one| one["direction"] == "out").collect();
        assert_eq!(news[0]["delivery"], "cancelled");
        assert_eq!(news[0]["waits_until"], Value::Null);
    });
}
