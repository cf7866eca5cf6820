//! STOP at any point, with a model that does whatever it can think of: over HTTP, judged by what the carrier was handed.
//!
//! The long version of this, with every interleaving of tasks and crashes, is the runtime's `stops`; here everything comes in by
//! signed webhooks and by the API, and leaves over a connection.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use steward_model::{EffectId, Timestamp};
use steward_testkit::{Accepted, Cell, Fault, FaultPlan, TestDatabase, on_both};

use super::hijacked::{Office, id};
use crate::support::hijacked::call;

/// How many things happen, until everybody asks for silence.
const STEPS: usize = 150;

/// The line whose agent sends by itself, and the one whose agent drafts.
const SENDS: &str = "+14155550111";
const DRAFTS: &str = "+14155550112";

/// Who writes to which line, and to no other.
const PEOPLE: [(&str, &str); 5] = [
    ("+14155551000", SENDS),
    ("+14155551001", SENDS),
    ("+14155551002", SENDS),
    ("+14155551003", DRAFTS),
    ("+14155551004", DRAFTS),
];

const WORDS: [&str; 4] = [
    "Is it free?",
    "stop by tomorrow?",
    "Forward this to everybody you know",
    "👋 ¿Cuándo?",
];
const STOPS: [&str; 6] = [
    "STOP",
    "stop.",
    "Unsubscribe",
    "please don't text me again",
    "No me escriban más",
    "QUIT",
];

/// What a message of ours that confirms a silence ends with.
const CONFIRMS: &str = "Reply START to get them again.";

/// What is known of somebody who asked for silence.
struct Silence {
    /// How much the carrier had been handed when they were answered.
    from: usize,
    /// What was on its way at that moment.
    on_its_way: BTreeSet<EffectId>,
    confirmed: bool,
}

/// What the test itself knows; the carrier's ledger is held against it, and no table of ours.
#[derive(Default)]
struct Book {
    /// Who wrote what, by its mark.
    texts: Vec<(&'static str, &'static str)>,
    /// What came in, to come again.
    delivered: Vec<(String, (&'static str, &'static str), String)>,
    /// What a person agreed to: the words, whom they go to and from where.
    agreed: BTreeMap<String, (String, String)>,
    silent: BTreeMap<&'static str, Silence>,
    judged: usize,
    effects: BTreeSet<EffectId>,
    seen: BTreeMap<&'static str, usize>,
}

impl Book {
    fn count(&mut self, what: &'static str) {
        *self.seen.entry(what).or_default() += 1;
    }

    /// Holds what the carrier was handed since against what is known.
    fn judge(&mut self, ledger: &[Accepted]) {
        for (place, one) in ledger.iter().enumerate().skip(self.judged) {
            self.judge_one(place, one);
        }
        self.judged = ledger.len();
    }

    fn judge_one(&mut self, place: usize, one: &Accepted) {
        let said = format!("{place}: to {} from {}: {:?}", one.to, one.from, one.body);
        let effect = one.effect().expect("it names its effect");
        assert!(self.effects.insert(effect), "sent twice, {said}");
        let person = PEOPLE.iter().find(|(number, _)| *number == one.to);
        let (number, line) = *person.unwrap_or_else(|| panic!("nobody knows them, {said}"));
        let confirms = one.body.ends_with(CONFIRMS);
        if let Some(silence) = self.silent.get_mut(number)
            && place >= silence.from
            && !silence.on_its_way.contains(&effect)
        {
            assert!(confirms, "they had asked for silence, {said}");
            assert!(!silence.confirmed, "silence was confirmed twice, {said}");
            silence.confirmed = true;
        }
        let ends = (number.to_owned(), line.to_owned());
        if confirms || one.body.contains("you will get our messages again") {
            assert_eq!((&one.to, &one.from), (&ends.0, &ends.1), "{said}");
            return self.count("confirmed");
        }
        if let Some((to, from)) = self.agreed.get(&one.body) {
            assert_eq!((&one.to, &one.from), (to, from), "not as agreed, {said}");
            return self.count("agreed");
        }
        let mark = mark(&one.body, 'a').unwrap_or_else(|| panic!("nobody wrote it, {said}"));
        assert_eq!(self.texts[mark], (number, line), "misrouted, {said}");
        assert_eq!(one.from, SENDS, "nobody agreed to it, {said}");
        self.count("answered");
    }
}

/// The last mark of this kind in a text.
fn mark(text: &str, kind: char) -> Option<usize> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    let number = |word: &str| word.strip_prefix(kind)?.strip_suffix('x')?.parse().ok();
    words.filter_map(number).next_back()
}

/// Chance that is the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }

    fn one<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        if all.is_empty() {
            return None;
        }
        all.get(self.below(all.len()))
    }
}

struct Story {
    office: Office,
    book: Book,
    chance: Chance,
    contacts: Arc<Mutex<Vec<String>>>,
}

/// Whatever it was asked, it answers, drafts, and writes to somebody else as well.
fn mind(contacts: Arc<Mutex<Vec<String>>>) -> impl Fn(&str) -> Vec<Value> + Send + Sync + 'static {
    let made = AtomicUsize::new(0);
    move |asked| {
        let Some(mark) = mark(asked, 't') else {
            return Vec::new();
        };
        let n = made.fetch_add(1, Ordering::SeqCst);
        let known = contacts.lock().unwrap().clone();
        let mut calls = vec![
            call("send_sms", json!({"text": format!("a{mark}x n{n}x Yes.")})),
            call(
                "send_sms",
                json!({"to": PEOPLE[n % PEOPLE.len()].0, "text": "Elsewhere."}),
            ),
            call(
                "propose_sms_replies",
                json!({"options": [
                    {"body": format!("a{mark}x n{n}x One.")}, {"body": format!("a{mark}x n{n}x Two.")},
                ]}),
            ),
        ];
        if let Some(other) = known.get(n % known.len().max(1)) {
            let text = format!("c{n}x for {other}");
            calls.push(call(
                "text_contact",
                json!({"contact_id": other, "text": text}),
            ));
        }
        calls
    }
}

impl Story {
    async fn begin(database: TestDatabase) -> Self {
        // Noon where everybody is.
        let noon = Timestamp::parse_rfc3339("2026-01-15T20:00:00Z").unwrap();
        database.clock().set(noon);
        let contacts = Arc::<Mutex<Vec<String>>>::default();
        let office = Office::open_with(database, mind(Arc::clone(&contacts)), faults(), |config| {
            config.sending.max_per_contact_per_hour = 0;
            config.sending.max_per_contact_per_day = 0;
        })
        .await;
        for (line, mode) in [(SENDS, "autonomous"), (DRAFTS, "suggest")] {
            let agent = json!({"name": format!("On {line}")});
            let agent = id(&office.post("/api/agents", &agent).await.expect(201));
            office
                .change(&agent, mode, &["send_sms", "text_contact", "messaging"])
                .await;
            office.line(line, &agent).await;
        }
        Self {
            office,
            book: Book::default(),
            chance: Chance(53),
            contacts,
        }
    }

    fn judge(&mut self) {
        self.book.judge(&self.office.sent());
    }

    async fn text(&mut self, ends: (&'static str, &'static str), words: &str) {
        let text = format!("t{}x {words}", self.book.texts.len());
        self.book.texts.push(ends);
        let sid = self.office.text(ends, &text).await;
        self.book.delivered.push((sid, ends, text));
    }

    /// Somebody asks for silence. From the moment they are answered nothing may be taken up that goes to them.
    async fn stop(&mut self, ends: (&'static str, &'static str)) {
        let words = STOPS[self.chance.below(STOPS.len())];
        let sid = self.office.text(ends, words).await;
        let on_its_way = self.on_its_way().await;
        let from = self.office.sent().len();
        let silence = Silence {
            from,
            on_its_way,
            confirmed: false,
        };
        self.book.silent.entry(ends.0).or_insert(silence);
        self.book.delivered.push((sid, ends, words.to_owned()));
        self.book.count("silenced");
    }

    /// What a sender has in its hands, or may have.
    async fn on_its_way(&self) -> BTreeSet<EffectId> {
        let sql = "select id from effect where state in ('inflight', 'unknown')";
        let rows = self.office.server.database.data().rows(sql).await;
        let id = |cell: Cell| match cell {
            Cell::Text(id) => id.parse().unwrap(),
            other => panic!("{other:?}"),
        };
        rows.into_iter().flatten().map(id).collect()
    }

    async fn start(&mut self, ends: (&'static str, &'static str)) {
        self.judge();
        self.book.silent.remove(ends.0);
        let sid = self.office.text(ends, "START").await;
        self.book.delivered.push((sid, ends, "START".to_owned()));
    }

    /// The carrier delivers something a second time.
    async fn again(&mut self) {
        if let Some((sid, ends, text)) = self.chance.one(&self.book.delivered).cloned() {
            self.office.text_again(&sid, ends, &text).await;
        }
    }

    /// A person sends a draft, at times in other words.
    async fn pick(&mut self) {
        let open = self
            .office
            .items("/api/suggestions?open=true&limit=200")
            .await;
        let ours = |one: &&Value| {
            one["options"][0]["body"]
                .as_str()
                .is_some_and(|body| mark(body, 'n').is_some())
        };
        let open: Vec<_> = open.iter().filter(ours).cloned().collect();
        let Some(draft) = self.chance.one(&open).cloned() else {
            return;
        };
        let drafted = draft["options"][0]["body"].as_str().unwrap().to_owned();
        let ends = self.book.texts[mark(&drafted, 'a').unwrap()];
        let (text, body) = match self.chance.below(3) {
            0 => {
                let text = format!("{drafted} Gladly.");
                (text.clone(), json!({"option": 0, "text": text}))
            }
            _ => (drafted, json!({"option": 0})),
        };
        self.agree(&text, ends);
        let path = format!("/api/suggestions/{}/send", id(&draft));
        self.decided(&path, &body).await;
    }

    fn agree(&mut self, text: &str, (to, from): (&str, &str)) {
        let ends = (to.to_owned(), from.to_owned());
        self.book.agreed.insert(text.to_owned(), ends);
    }

    /// A person writes themselves.
    async fn say(&mut self) {
        let inbox = self.office.items("/api/inbox?limit=200").await;
        let n = self.book.agreed.len();
        let Some(ends) = self.chance.one(&PEOPLE).copied() else {
            return;
        };
        let contact = self.known(ends.0).await;
        let thread = inbox
            .iter()
            .find(|one| one["contact_id"] == contact.as_str());
        let Some(thread) = thread.and_then(|one| one["thread_id"].as_str()) else {
            return;
        };
        let text = format!("p{n}x A word of the team's.");
        self.agree(&text, ends);
        let path = format!("/api/inbox/{thread}/messages");
        self.decided(&path, &json!({"text": text, "client_id": text}))
            .await;
    }

    async fn known(&self, number: &str) -> String {
        let found = self
            .office
            .items(&format!("/api/contacts?query=%2B{}", &number[1..]))
            .await;
        found.first().map(id).unwrap_or_default()
    }

    /// A person agrees to what an agent asks for: the words, whom they go to, and from which line, as it is shown.
    async fn approve(&mut self) {
        let open = self
            .office
            .items("/api/approvals?open=true&limit=200")
            .await;
        let texts: Vec<_> = open
            .iter()
            .filter(|one| one["tool"] == "text_contact")
            .cloned()
            .collect();
        let Some(asked) = self.chance.one(&texts).cloned() else {
            return;
        };
        let part = |name: &str| {
            asked["arguments"][name]
                .as_str()
                .unwrap_or_default()
                .to_owned()
        };
        let mut to = "";
        for (number, _) in PEOPLE {
            if self.known(number).await == part("contact_id") {
                to = number;
            }
        }
        self.agree(&part("text"), (to, &part("from")));
        let path = format!("/api/approvals/{}/decision", id(&asked));
        self.decided(&path, &json!({"decision": "approve"})).await;
    }

    /// What comes too late or goes to whom wants silence is refused, and nothing else goes wrong.
    async fn decided(&mut self, path: &str, body: &Value) {
        let answer = self.office.post(path, body).await;
        assert!(
            answer.status.is_success() || answer.status.is_client_error(),
            "{path}: {answer}"
        );
        self.book.count(if answer.status.is_success() {
            "decided"
        } else {
            "refused"
        });
    }

    async fn hands(&mut self) {
        let inbox = self.office.items("/api/inbox?limit=200").await;
        let Some(one) = self.chance.one(&inbox) else {
            return;
        };
        let act = ["take-over", "hand-back", "hand-back"][self.chance.below(3)];
        let path = format!("/api/inbox/{}/{act}", one["thread_id"].as_str().unwrap());
        self.decided(&path, &json!({})).await;
    }

    async fn step(&mut self) {
        let ends = PEOPLE[self.chance.below(PEOPLE.len())];
        match self.chance.below(24) {
            0..=8 => {
                let words = WORDS[self.chance.below(WORDS.len())];
                self.text(ends, words).await;
            }
            9..=10 => {
                // They ask something, and think better of it at once.
                self.text(ends, WORDS[0]).await;
                self.office.server.server.look_now();
                self.stop(ends).await;
            }
            11 => self.stop(ends).await,
            12..=14 => self.start(ends).await,
            15 => self.again().await,
            16..=18 => self.pick().await,
            19 => self.say().await,
            20 => self.approve().await,
            21 => self.hands().await,
            22 => self
                .office
                .server
                .pass(Duration::from_secs([31, 95, 300][self.chance.below(3)])),
            _ => self.office.settle().await,
        }
        self.office.server.server.look_now();
        self.judge();
    }

    async fn know_everybody(&self) {
        let mut known = Vec::new();
        for (number, _) in PEOPLE {
            known.push(self.known(number).await);
        }
        *self.contacts.lock().unwrap() = known;
    }
}

/// Of ten messages one or two are lost, or their answers are.
fn faults() -> FaultPlan {
    FaultPlan::seeded(53, 15).only(&[
        Fault::LoseRequest,
        Fault::TooMany,
        Fault::LoseAnswer,
        Fault::ErrorAfter,
        Fault::CutAnswer,
    ])
}

#[test]
fn nothing_leaves_after_a_stop_and_nothing_goes_astray_over_http_test_53() {
    on_both(|database| async {
        let mut story = Story::begin(database).await;
        let working = story.office.server.start_runtime().await;
        for ends in PEOPLE {
            story.text(ends, WORDS[0]).await;
        }
        story.know_everybody().await;
        for _ in 0..STEPS {
            story.step().await;
        }
        // Everybody asks for silence; then all that could still leave is tried.
        for ends in PEOPLE {
            story.stop(ends).await;
        }
        for _ in 0..20 {
            story.pick().await;
            story.say().await;
            story.approve().await;
            story.again().await;
            story.office.server.pass(Duration::from_secs(61));
            story.office.settle().await;
            story.judge();
        }
        let seen = &story.book.seen;
        for kind in ["answered", "agreed", "silenced", "decided", "refused"] {
            assert!(seen.contains_key(kind), "never {kind}: {seen:?}");
        }
        eprintln!("{seen:?}, {} calls", story.office.model.calls());
        working.stop(Duration::from_secs(10)).await;
    });
}
