//! How much leaves, and when: over HTTP, judged by what the carrier was handed and by what the model was asked.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::time::Duration;

use jiff::tz::TimeZone;
use serde_json::{Value, json};
use steward_model::Timestamp;
use steward_server::config::Config;
use steward_testkit::{Cell, FaultPlan, TestDatabase, on_both};

use super::hijacked::{Office, id};
use super::one_reply::answer_each;
use super::quiet::PEOPLE;
use crate::support::hijacked::{HijackedModel, call, content};
use crate::support::rounds;
use crate::support::sse::Events;

const LINE: &str = "+14155550111";
const HOUR: Duration = Duration::from_secs(3600);
const MINUTE: Duration = Duration::from_secs(60);

/// What the agent is told later, to know it by.
const LATER: &str = "FOLLOW-UP: ask whether it worked.";

/// An office where an agent answers by itself, at this time.
async fn office(
    database: TestDatabase,
    now: &str,
    model: (HijackedModel, String),
    set: impl FnOnce(&mut Config),
) -> Office {
    database.clock().set(Timestamp::parse_rfc3339(now).unwrap());
    let office = Office::around(database, model, FaultPlan::none(), set).await;
    let agent = office.post("/api/agents", &json!({"name": "Desk"})).await;
    let agent = id(&agent.expect(201));
    office.change(&agent, "autonomous", &["send_sms"]).await;
    office.line(LINE, &agent).await;
    office
}

/// Sets up what a member asks for, and follows up when it is told to.
fn follows_up(said: &[Value]) -> Vec<Value> {
    let last = said.last().map(content).unwrap_or_default();
    if last.starts_with("<tool_results>") {
        return vec![call("done", json!({}))];
    }
    // What comes to mind repeats what was asked for once.
    let asked = last.split_once("<input").map_or("", |(_, input)| input);
    if let Some((_, contact)) = asked.split_once("FOLLOW UP WITH ") {
        let contact: String = contact.chars().take(36).collect();
        let later = json!({"when": "in 9 hours", "text": LATER, "contact_id": contact});
        return vec![call("schedule_task", later)];
    }
    if last.contains(LATER) {
        return vec![call("send_sms", json!({"text": "Did it work?"}))];
    }
    vec![call("done", json!({}))]
}

/// A member says something to their agent, and hears it out.
async fn say(office: &Office, input: &str) {
    let request = http::Request::post("/v1/agent/chat")
        .header(
            http::header::AUTHORIZATION,
            format!("Bearer {}", office.server.ours.token),
        )
        .header(http::header::CONTENT_TYPE, "application/json")
        .body(json!({ "input": input }).to_string().into());
    let told = Events::of(office.server.call(request.unwrap()).await)
        .rest()
        .await;
    assert_eq!(told.last().unwrap().kind, "agent.done", "{told:?}");
}

/// Waits until so many reminders have come.
async fn told_later(office: &Office, times: usize) {
    let came = "select count(*) from event where source = 'schedule'";
    let so = async {
        while office.server.database.data().value(came).await != Cell::Int(times as i64) {
            office.server.server.look_now();
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let came = tokio::time::timeout(Duration::from_secs(120), so).await;
    came.expect("a reminder never came");
}

#[test]
fn what_an_agent_says_by_itself_at_night_waits_for_the_morning_over_http_test_54() {
    on_both(|database| async {
        // Noon in California; nine hours later it is night there, and all over America. The clocks go forward in the night that follows.
        let now = "2026-03-07T20:00:00Z";
        let model = HijackedModel::reading(follows_up).await;
        let office = office(database, now, model, |_| {}).await;
        let working = office.server.start_runtime().await;
        let request = office.server.put("/v1/agent/config");
        let request = request.bearer(&office.server.ours.token);
        let own = request
            .json(&json!({"enabled": true}))
            .send()
            .await
            .expect(200);
        let own = own["agent_id"].as_str().unwrap();
        office.change(own, "suggest", &["reminders"]).await;
        for (number, _) in PEOPLE {
            office.text((number, LINE), "I will let you know.").await;
            office.rest().await;
            let contact = office.contact(number).await;
            say(&office, &format!("FOLLOW UP WITH {contact}")).await;
        }
        office.rest().await;
        assert_eq!(office.carrier.sends(), 0);
        office.server.pass(9 * HOUR + MINUTE);
        told_later(&office, PEOPLE.len()).await;
        for _ in 0..24 {
            office.rest().await;
            office.server.pass(HOUR);
        }
        office.rest().await;
        let mut sent = BTreeMap::new();
        for one in office.sent() {
            let (_, zones) = PEOPLE.iter().find(|(number, _)| *number == one.to).unwrap();
            for zone in *zones {
                let at = jiff::Timestamp::from_microsecond(one.at.as_micros()).unwrap();
                let hour = TimeZone::get(zone).unwrap().to_datetime(at).hour();
                assert!((8..21).contains(&hour), "{} at {hour} in {zone}", one.to);
            }
            *sent.entry(one.to).or_insert(0) += 1;
        }
        assert_eq!(sent.len(), PEOPLE.len(), "put off, not dropped: {sent:?}");
        assert!(sent.values().all(|times| *times == 1), "{sent:?}");
        working.stop(Duration::from_secs(10)).await;
    });
}

/// How much waits for a person to look.
async fn notices(office: &Office) -> usize {
    let open = office.items("/api/notices?open=true&limit=200").await;
    open.len()
}

/// Numbers of somewhere else, of which some begin like one at home.
fn far(number: usize) -> String {
    let country = ["+4477009", "+4930901", "+2333021", "+1876555", "+1809555"][number % 5];
    match country.starts_with("+1") {
        true => format!("{country}{number:04}"),
        false => format!("{country}{number:05}"),
    }
}

#[test]
fn a_bot_and_far_numbers_get_no_more_than_is_allowed_over_http_test_55() {
    on_both(|database| async {
        let model = HijackedModel::reading(answer_each).await;
        let office = office(database, "2026-01-15T17:00:00Z", model, |config| {
            config.sending.countries = vec!["1".into()];
            config.sending.max_per_agent_per_day = 0;
        })
        .await;
        let told = notices(&office).await;
        let working = office.server.start_runtime().await;
        // A bot answers at once whatever it gets, and goes on when it gets nothing.
        let bot = "+14155550177";
        for hour in 1..=5 {
            for n in 0..12 {
                office
                    .text((bot, LINE), &format!("t{}x And now?", hour * 100 + n))
                    .await;
                office.rest().await;
            }
            let most = (6 * hour).min(20);
            assert_eq!(office.sent().len(), most, "in {hour} hours");
            office.server.pass(HOUR + MINUTE);
        }
        assert!(notices(&office).await > told, "a person sees the rest");

        let tried = office.carrier.sends();
        for n in 0..rounds(100, 500) {
            office
                .text((&far(n), LINE), &format!("t{}x Free?", 1_000 + n))
                .await;
        }
        office.rest().await;
        assert_eq!(
            office.carrier.sends(),
            tried,
            "something left for another country"
        );
        working.stop(Duration::from_secs(10)).await;
    });
}

#[test]
fn what_models_cost_stays_below_the_cap_over_http_test_55() {
    const CAP: u32 = 30_000;
    on_both(|database| async {
        let model = HijackedModel::reading(answer_each).await;
        let office = office(database, "2026-01-15T17:00:00Z", model, |config| {
            config.budgets.agent_tokens = CAP;
            config.models.max_tokens = NonZeroU32::new(200).unwrap();
        })
        .await;
        let told = notices(&office).await;
        let working = office.server.start_runtime().await;
        for n in 0..100 {
            let from = format!("+1415557{n:04}");
            office.text((&from, LINE), &format!("t{n}x Free?")).await;
        }
        office.rest().await;
        let (sent, spent) = (office.sent().len(), office.model.spent());
        assert!((1..100).contains(&sent), "{sent} were answered");
        assert!(spent <= CAP as usize, "{spent} tokens");
        // By our own books, too.
        let usage = office.items("/api/usage").await;
        let agents = usage
            .iter()
            .filter(|one| one["scope"].as_str().unwrap().starts_with("agent:"));
        for one in agents {
            let tokens = one["tokens"].as_i64().unwrap() + one["reserved_tokens"].as_i64().unwrap();
            assert!(tokens <= i64::from(CAP), "{one}");
        }
        assert!(
            notices(&office).await > told,
            "nobody is told of the others"
        );
        working.stop(Duration::from_secs(10)).await;
    });
}
