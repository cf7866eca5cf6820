//! One text, one reply: over HTTP, judged by what the carrier was handed.
//!
//! That a kill at any point changes nothing of it is proved by the kill harness, which has the program in a process of its own.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use futures_util::{StreamExt as _, stream};
use serde_json::{Value, json};
use steward_model::EffectId;
use steward_runtime::Working;
use steward_testkit::{Fault, FaultPlan, TestDatabase, on_both};

use super::hijacked::{Office, id};
use super::webhooks::text_from;
use crate::support::hijacked::{HijackedModel, call, content};
use crate::support::rounds;

const FRONT: &str = "+14155550111";
const BACK: &str = "+14155550112";

/// What can go wrong with a send and be known at once.
const FAULTS: [Fault; 6] = [
    Fault::LoseRequest,
    Fault::ErrorBefore,
    Fault::TooMany,
    Fault::LoseAnswer,
    Fault::ErrorAfter,
    Fault::CutAnswer,
];

/// Texts that were written, by their marks.
#[derive(Default)]
struct Texts(Vec<Text>);

struct Text {
    sid: String,
    from: String,
    line: &'static str,
}

/// The marks of this kind in a text.
pub(super) fn marks(text: &str, kind: char) -> Vec<usize> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    let number = |word: &str| word.strip_prefix(kind)?.strip_suffix('x')?.parse().ok();
    words.filter_map(number).collect()
}

/// Answers every text that no call answered which was carried out: it reads which those are, and remembers nothing.
pub(super) fn answer_each(said: &[Value]) -> Vec<Value> {
    let (mut open, mut called) = (BTreeSet::new(), Vec::new());
    for one in said {
        let text = content(one);
        if one["role"] == "assistant" {
            called = marks(text, 'a');
        } else if one["role"] == "user" {
            let failed = text.contains(r#"outcome="failed""#);
            for answered in called.drain(..).filter(|_| !failed) {
                open.remove(&answered);
            }
            open.extend(marks(text, 't'));
        }
    }
    if open.is_empty() {
        return vec![call("done", json!({}))];
    }
    let words: Vec<_> = open.iter().map(|mark| format!("a{mark}x")).collect();
    vec![call("send_sms", json!({"text": words.join(" ")}))]
}

/// An office where an agent answers by itself on two lines.
async fn answering(database: TestDatabase, plan: FaultPlan) -> Office {
    let model = HijackedModel::reading(answer_each).await;
    let office = Office::around(database, model, plan, |config| {
        config.sending.max_per_contact_per_hour = 0;
        config.sending.max_per_contact_per_day = 0;
        config.sending.max_per_agent_per_day = 0;
        config.sending.quiet_hours = false;
    })
    .await;
    let agent = id(&office
        .post("/api/agents", &json!({"name": "Desk"}))
        .await
        .expect(201));
    office.change(&agent, "autonomous", &["send_sms"]).await;
    for line in [FRONT, BACK] {
        office.line(line, &agent).await;
    }
    office
}

fn person(number: usize) -> String {
    format!("+49152{number:08}")
}

impl Texts {
    /// Somebody new to the carrier's books, not yet delivered. Tells its mark.
    fn write(&mut self, from: &str, line: &'static str) -> usize {
        let mark = self.0.len();
        self.0.push(Text {
            sid: format!("SM{:032x}", mark + 1),
            from: from.to_owned(),
            line,
        });
        mark
    }

    async fn deliver(&self, office: &Office, mark: usize) {
        let Text { sid, from, line } = &self.0[mark];
        let answer = text_from(&office.server, sid, (from, line), &format!("t{mark}x?")).await;
        assert_eq!(answer.status, 200, "{answer}");
    }

    async fn say(&mut self, office: &Office, from: &str, line: &'static str) {
        let mark = self.write(from, line);
        self.deliver(office, mark).await;
    }

    /// Holds all that the carrier was handed against what was written. Tells which texts were answered.
    fn judge(&self, office: &Office) -> BTreeSet<usize> {
        let (mut effects, mut answered) = (BTreeSet::new(), BTreeSet::new());
        for one in office.sent() {
            let said = format!("to {} from {}: {:?}", one.to, one.from, one.body);
            assert!(effects.insert(one.effect().unwrap()), "sent twice, {said}");
            let answers = marks(&one.body, 'a');
            assert!(!answers.is_empty(), "nobody asked for it, {said}");
            let lines: BTreeSet<_> = answers.iter().map(|mark| self.0[*mark].line).collect();
            assert!(lines.contains(one.from.as_str()), "another line, {said}");
            for mark in answers {
                assert_eq!(self.0[mark].from, one.to, "somebody else's, {said}");
                assert!(answered.insert(mark), "answered twice, {said}");
            }
        }
        answered
    }

    fn assert_each_answered(&self, office: &Office, about: &str) {
        let answered = self.judge(office);
        let missing: Vec<_> = (0..self.0.len())
            .filter(|mark| !answered.contains(mark))
            .collect();
        assert!(missing.is_empty(), "{about}: never answered: {missing:?}");
    }
}

/// All messages that left or wait, by their states, but for these.
async fn effects(office: &Office, but: &BTreeMap<EffectId, String>) -> BTreeMap<EffectId, String> {
    let mut all = BTreeMap::new();
    let mut cursor = String::new();
    loop {
        let path = format!("/api/effects?limit=200{cursor}");
        let page = office.get(&path).await;
        for one in page["items"].as_array().unwrap() {
            all.insert(
                id(one).parse().unwrap(),
                one["state"].as_str().unwrap().to_owned(),
            );
        }
        match page["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => {
                all.retain(|effect, _| !but.contains_key(effect));
                return all;
            }
        }
    }
}

/// The same chance in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

#[test]
fn texts_told_of_five_times_each_are_answered_once_over_http_test_1() {
    on_both(|database| async {
        let office = answering(database, FaultPlan::none()).await;
        let working = office.server.start_runtime().await;
        let mut texts = Texts::default();
        let many = rounds(300, 1_000);
        for n in 0..many {
            texts.write(&person(n % (many / 5)), FRONT);
        }
        // Copies come close together and far apart, sixteen at a time.
        let close = (0..2 * many).map(|n| n / 2);
        let far = (0..3 * many).map(|n| n % many);
        stream::iter(close.chain(far))
            .for_each_concurrent(16, |mark| texts.deliver(&office, mark))
            .await;
        office.rest().await;
        texts.assert_each_answered(&office, "five times each");
        let sent = office.sent().len();
        for mark in (0..many).step_by(7) {
            texts.deliver(&office, mark).await;
        }
        office.rest().await;
        assert_eq!(office.sent().len(), sent, "an old text was answered again");
        let mut kept = BTreeMap::<String, usize>::new();
        for thread in office.items("/api/inbox?limit=200").await {
            let path = format!(
                "/api/inbox/{}/messages?limit=200",
                thread["thread_id"].as_str().unwrap()
            );
            for message in office.items(&path).await {
                if message["direction"] == "in" {
                    let text = message["text"].as_str().unwrap();
                    *kept.entry(text.to_owned()).or_default() += 1;
                }
            }
        }
        let ours: BTreeMap<_, _> = (0..many).map(|mark| (format!("t{mark}x?"), 1)).collect();
        let differs = ours
            .iter()
            .find(|(text, times)| kept.get(*text) != Some(times));
        assert_eq!(differs, None, "not in the inbox, or not once");
        working.stop(Duration::from_secs(10)).await;
    });
}

#[test]
fn no_reply_is_lost_or_sent_twice_whatever_befalls_any_send_over_http_test_6() {
    on_both(|database| async {
        let office = answering(database, FaultPlan::none()).await;
        let working = office.server.start_runtime().await;
        let before = effects(&office, &BTreeMap::new()).await;
        let mut texts = Texts::default();
        for fault in FAULTS {
            for at in 0.. {
                let untouched = std::iter::repeat_n(None, at);
                office.carrier.script(untouched.chain([Some(fault)]));
                for n in 0..3 {
                    texts.say(&office, &person(n), FRONT).await;
                }
                office.settle().await;
                texts.assert_each_answered(&office, &format!("{fault:?} of send {at}"));
                if office.carrier.unscript() > 0 {
                    assert!(at >= 3, "{fault:?}: three texts, {at} sends");
                    break;
                }
            }
        }
        let states: BTreeSet<_> = effects(&office, &before).await.into_values().collect();
        assert_eq!(
            states,
            ["sent".to_owned()].into(),
            "the carrier could be asked"
        );
        working.stop(Duration::from_secs(10)).await;
    });
}

#[test]
fn what_the_carrier_may_have_lost_is_answered_once_or_shown_over_http_test_6() {
    on_both(|database| async {
        // A tenth of the requests is lost, a tenth of the answers; a tenth are errors, a tenth are cut off.
        let plan = FaultPlan::seeded(6, 40).only(&[
            Fault::LoseRequest,
            Fault::LoseAnswer,
            Fault::ErrorBefore,
            Fault::CutAnswer,
        ]);
        let office = answering(database, plan).await;
        let working = office.server.start_runtime().await;
        let before = effects(&office, &BTreeMap::new()).await;
        let mut texts = Texts::default();
        let people = rounds(120, 2_000);
        for n in 0..people {
            texts.say(&office, &person(n), FRONT).await;
        }
        office.settle().await;
        let answered = texts.judge(&office);
        let taken: BTreeSet<_> = office
            .sent()
            .iter()
            .map(|one| one.effect().unwrap())
            .collect();
        let notices = office.items("/api/notices?open=true&limit=200").await;
        let shown: BTreeSet<_> = notices
            .iter()
            .filter_map(|one| one["effect_id"].as_str())
            .collect();
        let mut left = 0;
        for (effect, state) in effects(&office, &before).await {
            if state == "review" {
                left += 1;
                // The carrier was asked: nothing that it has is left to a person.
                assert!(!taken.contains(&effect), "{effect} left, and is in review");
                assert!(
                    shown.contains(effect.to_string().as_str()),
                    "nobody is told of {effect}"
                );
            } else {
                assert!(taken.contains(&effect), "{effect} never left");
                assert_eq!(state, "sent", "{effect}");
            }
        }
        assert_eq!(
            answered.len() + left,
            people,
            "one reply, or one item for a person"
        );
        assert!(
            left * 5 < people,
            "{left} of {people} were left to a person"
        );
        eprintln!("{left} of {people} were left to a person");
        working.stop(Duration::from_secs(10)).await;
    });
}

/// A worker that is gone from one moment to the next, and another.
async fn restart(office: &Office, working: &mut Option<Working>) {
    drop(working.take());
    *working = Some(office.server.start_runtime().await);
}

#[test]
fn a_reply_goes_only_to_who_wrote_from_the_line_they_wrote_to_over_http_test_49() {
    on_both(|database| async {
        let office = answering(database, FaultPlan::none()).await;
        let before = effects(&office, &BTreeMap::new()).await;
        let mut working = Some(office.server.start_runtime().await);
        let (mut texts, mut chance) = (Texts::default(), Chance(49));
        let mut faults = 0;
        for step in 0..rounds(300, 10_000) {
            // Six at a time, and then others: this model goes by what it reads, and of long conversations it reads no more than what
            // a summary says.
            let who = person(step / 40 * 6 + chance.below(6));
            match chance.below(20) {
                0..=12 => {
                    let line = [FRONT, BACK][chance.below(2)];
                    texts.say(&office, &who, line).await;
                }
                13 => {
                    if !texts.0.is_empty() {
                        texts.deliver(&office, chance.below(texts.0.len())).await;
                    }
                }
                14..=15 => {
                    faults += 1;
                    office
                        .carrier
                        .script([Some(FAULTS[chance.below(FAULTS.len())])]);
                }
                16 => restart(&office, &mut working).await,
                17 => office
                    .server
                    .pass(Duration::from_secs([31, 95][chance.below(2)])),
                // What a worker had that is gone is free for the next one once its lease is over.
                _ => office.settle().await,
            }
            texts.judge(&office);
        }
        office.settle().await;
        texts.judge(&office);
        assert!(faults > 0 && texts.0.len() > 100);
        let lines: BTreeSet<_> = office.sent().into_iter().map(|one| one.from).collect();
        assert_eq!(lines.len(), 2, "both lines answered");
        // One reply, or one item for a person.
        let mut seen = texts.judge(&office);
        for (effect, state) in effects(&office, &before).await {
            if state == "review" {
                let shown = office.get(&format!("/api/effects/{effect}")).await;
                seen.extend(marks(&shown.to_string(), 'a'));
            }
        }
        assert_eq!(seen.len(), texts.0.len(), "{seen:?}");
        drop(working);
    });
}
