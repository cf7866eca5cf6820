//! Looks for broken promises, in the database and in the carrier's own ledger.

use std::collections::{BTreeMap, BTreeSet};

use steward_model::EffectState;
use steward_store::Page;
use steward_testkit::Cell;

use crate::load::Text;
use crate::model::{ACK, numbered};
use crate::world::{LINE, World, patiently};

/// Turns that are run again.
const REPLAYS: usize = 4;

/// Queries that find nothing where all is well, and what it means if they do.
const NEVER: [(&str, &str); 9] = [
    ("a turn is open", "select id from turn where state = 'open'"),
    ("a thread waits", "select id from thread where state in ('queued', 'running')"),
    ("an event was not read", "select id from event where turn_id is null"),
    ("an effect is under way", "select id from effect where state in ('pending', 'inflight', 'unknown')"),
    ("a try has no end", "select effect_id from effect_attempt where ended_at is null"),
    (
        "events have gaps",
        "select thread.id from thread where last_event <> (select count(*) from event where thread_id = thread.id)
            or last_event <> (select coalesce(max(seq), 0) from event where thread_id = thread.id)",
    ),
    (
        "items have gaps",
        "select thread.id from thread where last_item <> (select count(*) from item where thread_id = thread.id)
            or last_item <> (select coalesce(max(seq), 0) from item where thread_id = thread.id)",
    ),
    (
        "turns have gaps",
        "select thread.id from thread where last_turn <> (select count(*) from turn where thread_id = thread.id)
            or last_turn <> (select coalesce(max(no), 0) from turn where thread_id = thread.id)",
    ),
    (
        "a call stands without its result",
        "select call.id from item call where call.kind = 'tool_call' and not exists (select 1 from item result
            where result.thread_id = call.thread_id and result.seq = call.seq + 1 and result.kind = 'tool_output')
        union all select result.id from item result where result.kind = 'tool_output' and not exists (
            select 1 from item call
            where call.thread_id = result.thread_id and call.seq = result.seq - 1 and call.kind = 'tool_call')",
    ),
];

/// What was found.
#[derive(Default)]
pub(crate) struct Findings {
    pub(crate) texts: usize,
    pub(crate) sent: usize,
    pub(crate) review: usize,
    pub(crate) given_up: usize,
    pub(crate) duplicates: usize,
    pub(crate) lost: usize,
    pub(crate) unknown: usize,
    pub(crate) stuck: usize,
    pub(crate) model_calls: u64,
    /// Each broken promise, in words.
    pub(crate) broken: Vec<String>,
}

/// Judges a world that is at rest and has no server.
pub(crate) async fn judge(world: &World, texts: &[Text]) -> Findings {
    let mut findings = Findings {
        texts: texts.len(),
        model_calls: world.model.requests(),
        ..Findings::default()
    };
    findings.taken_in(world, texts).await;
    let told = Told::read(world).await;
    findings.answered(world, texts, &told);
    findings.at_rest(world).await;
    findings.asked(world).await;
    findings.recorded(world).await;
    findings
}

impl Findings {
    /// Every acknowledged text is there, and once.
    async fn taken_in(&mut self, world: &World, texts: &[Text]) {
        let sql =
            "select dedupe_key, count(*) from event where source = 'twilio' group by dedupe_key";
        let rows = world.data().rows(sql).await;
        let stored: BTreeMap<String, Cell> = rows
            .into_iter()
            .map(|mut row| (text(row.remove(0)), row.remove(0)))
            .collect();
        for one in texts {
            match stored.get(&one.sid()) {
                Some(Cell::Int(1)) => {}
                Some(other) => {
                    self.breaks(format!("text {} is stored {other:?} times", one.number))
                }
                None => {
                    self.lost += 1;
                    self.breaks(format!(
                        "text {} was acknowledged and is not there",
                        one.number
                    ));
                }
            }
        }
        if stored.len() > texts.len() {
            self.breaks(format!(
                "{} texts are stored, {} were written",
                stored.len(),
                texts.len()
            ));
        }
    }

    /// Every text was answered once, to whoever wrote it, or a person was told.
    fn answered(&mut self, world: &World, texts: &[Text], told: &Told) {
        let mut answers: BTreeMap<u32, usize> = BTreeMap::new();
        let mut effects = BTreeSet::new();
        let writers: BTreeMap<u32, &str> = texts
            .iter()
            .map(|one| (one.number, one.from.as_str()))
            .collect();
        for message in world.ledger() {
            self.sent += 1;
            if !effects.insert(message.effect()) {
                self.duplicates += 1;
                self.breaks(format!(
                    "{:?} was sent twice: {}",
                    message.effect(),
                    message.body
                ));
            }
            for number in numbered(&message.body, ACK) {
                *answers.entry(number).or_default() += 1;
                if writers.get(&number) != Some(&message.to.as_str()) || message.from != LINE {
                    self.breaks(format!(
                        "the answer to {number} went from {} to {}",
                        message.from, message.to
                    ));
                }
            }
        }
        for one in texts {
            match answers.get(&one.number) {
                Some(1) => {}
                Some(times) => {
                    self.duplicates += 1;
                    self.breaks(format!("text {} was answered {times} times", one.number));
                }
                None if told.in_review.contains(&one.number) => {}
                None if told.given_up.contains(&one.sid()) => self.given_up += 1,
                None => {
                    self.lost += 1;
                    self.breaks(format!(
                        "text {} was not answered, and nobody was told",
                        one.number
                    ));
                }
            }
        }
        self.review = told.reviews;
        self.broken.extend(told.broken.iter().cloned());
    }

    /// Nothing stands half-way.
    async fn at_rest(&mut self, world: &World) {
        for (what, sql) in NEVER {
            let found = world.data().rows(sql).await.len();
            if found > 0 {
                self.stuck += found;
                self.breaks(format!("{what} ({found})"));
            }
        }
        let unknown = "select count(*) from effect where state in ('inflight', 'unknown')";
        self.unknown = usize::try_from(number(world.data().value(unknown).await)).unwrap();
    }

    /// No model was asked without a step that says so.
    async fn asked(&mut self, world: &World) {
        let sql = "select cast(coalesce(sum(attempt), 0) as bigint) from step where kind = 'model'";
        let noted = number(world.data().value(sql).await);
        if i64::try_from(self.model_calls).unwrap() > noted {
            self.breaks(format!(
                "the model was asked {} times, and {noted} are noted",
                self.model_calls
            ));
        }
    }

    /// The record is whole, and turns run again as they ran.
    async fn recorded(&mut self, world: &World) {
        let (whole, said) = world.run(&["verify"]);
        if !whole {
            self.breaks(format!("the record is not whole: {said}"));
        }
        // Those with several workers have the most to hide.
        let sql = format!(
            "select id from turn where outcome <> 'given_up' order by workers desc, id limit {REPLAYS}"
        );
        for mut row in world.data().rows(&sql).await {
            let turn = text(row.remove(0));
            let (faithful, said) = world.run(&["replay", &turn]);
            if !faithful {
                self.breaks(format!("turn {turn} does not run again as it ran: {said}"));
            }
        }
    }

    pub(crate) fn breaks(&mut self, promise: String) {
        self.broken.push(promise);
    }
}

/// What people were told of.
#[derive(Default)]
struct Told {
    /// The texts whose answer may not have left.
    in_review: BTreeSet<u32>,
    reviews: usize,
    /// The messages whose turn was given up.
    given_up: BTreeSet<String>,
    broken: Vec<String>,
}

impl Told {
    async fn read(world: &World) -> Self {
        let mut told = Self::default();
        let notices = world
            .data()
            .rows("select dedupe_key from notice where resolved_at is null")
            .await;
        let notices: BTreeSet<String> = notices
            .into_iter()
            .map(|mut row| text(row.remove(0)))
            .collect();
        let given_up =
            "select event.dedupe_key, turn.id from event join turn on turn.id = event.turn_id
            where turn.outcome = 'given_up' and turn.workers > 3";
        for mut row in world.data().rows(given_up).await {
            let sid = text(row.remove(0));
            if notices.contains(&format!("turn:{}", text(row.remove(0)))) {
                told.given_up.insert(sid);
            }
        }
        told.read_reviews(world, &notices).await;
        told
    }

    async fn read_reviews(&mut self, world: &World, notices: &BTreeSet<String>) {
        let orgs = world.data().rows("select id from org").await;
        let store = world.store().await;
        for mut org in orgs {
            let org = store.org(text(org.remove(0)).parse().unwrap());
            let mut page = Page {
                after: None,
                limit: 100,
            };
            loop {
                let effects = patiently(|| org.effects(&page, Some(EffectState::Review))).await;
                for effect in &effects {
                    self.reviews += 1;
                    let notice = format!("effect:{}:review:{}", effect.id, effect.attempt);
                    if !notices.contains(&notice) {
                        self.broken.push(format!(
                            "effect {} is in review, and nobody was told",
                            effect.id
                        ));
                    }
                    let payload =
                        String::from_utf8_lossy(effect.payload.as_deref().unwrap()).into_owned();
                    self.in_review.extend(numbered(&payload, ACK));
                }
                match effects.last() {
                    Some(last) if effects.len() == 100 => page.after = Some(last.id.to_string()),
                    _ => break,
                }
            }
        }
        store.close().await;
    }
}

fn text(cell: Cell) -> String {
    match cell {
        Cell::Text(text) => text,
        other => panic!("{other:?} is no text"),
    }
}

fn number(cell: Cell) -> i64 {
    match cell {
        Cell::Int(number) => number,
        other => panic!("{other:?} is no number"),
    }
}
