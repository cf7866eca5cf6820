//! The record of drafts: every one came to exactly one thing, whatever happened in which order, and the numbers say so.

use std::time::Duration;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use steward_model::{
    Clock as _, DraftOutcome, EffectState, MessageKind, OutdatedBy, Skipped, SuggestionId,
    Timestamp,
};
use steward_store::{DraftCounts, DraftRecord, NewSuggestion, Outgoing, Picked, Said, Seen};
use steward_testkit::TestDatabase;

use super::outbox::World;
use super::story::{all, page, soak};

const UNDONE: &str = "drop index suggestion_record;\nalter table suggestion drop column kind;\nalter table suggestion drop column outdated_by";
/// The same text for both databases.
const MIGRATION: &str = include_str!("../../../../migrations/sqlite/0024_drafts.sql");

stories![
    what_became_of_each_draft_is_told,
    a_draft_knows_what_came_before_anybody_decided,
    drafts_are_counted_by_kind_and_from_a_time_on,
    the_newest_drafts_come_first_and_pages_do_not_overlap,
    the_record_of_another_org_is_not_there,
    what_was_forgotten_is_counted_and_not_shown,
    what_was_outdated_before_there_was_a_record_knows_why,
];

const EVER: Timestamp = Timestamp::from_micros(0);

impl World {
    /// Drafts replies to everything that has arrived.
    async fn drafts(&self, db: &TestDatabase, name: &str, kind: MessageKind) -> SuggestionId {
        self.read_everything(db).await;
        let drafted = NewSuggestion {
            kind,
            ..self.suggestion(name)
        };
        let outgoing = Outgoing {
            suggestions: vec![drafted],
            ..Outgoing::default()
        };
        self.store.put_out(self.origin(), outgoing).await.unwrap();
        self.record().await[0].suggestion.id
    }

    /// Everything that the agent drafted, the newest first.
    async fn record(&self) -> Vec<DraftRecord> {
        let here = self.store.org(self.org);
        here.drafts_of(self.agent, &all()).await.unwrap()
    }

    async fn counts(&self, since: Timestamp) -> Vec<DraftCounts> {
        let here = self.store.org(self.org);
        here.count_drafts(self.agent, since).await.unwrap()
    }

    async fn picks(&self, id: SuggestionId, option: usize, text: Option<&str>) -> Seen {
        let picked = Picked {
            option,
            text: text.map(str::to_owned),
        };
        let here = self.store.org(self.org);
        let seen = here.send_suggestion(id, self.owner, picked).await.unwrap();
        seen.unwrap()
    }

    async fn puts_aside(&self, id: SuggestionId) -> Seen {
        let here = self.store.org(self.org);
        let seen = here.dismiss_suggestion(id, self.owner).await.unwrap();
        seen.unwrap()
    }

    /// Bo asks the carrier for silence.
    async fn hears_keyword(&self, name: &str) {
        let text = self.inbound(self.contact, name, "STOP");
        let here = self.store.org(self.org);
        here.set_aside(text, Skipped::Keyword).await.unwrap();
    }
}

fn total(counts: &[DraftCounts]) -> DraftCounts {
    let all = counts.iter().find(|counts| counts.kind.is_none());
    all.cloned().unwrap_or_default()
}

async fn what_became_of_each_draft_is_told(db: TestDatabase) {
    let it = World::new(&db).await;
    let second = Duration::from_secs(1);
    let changed = it.drafts(&db, "one", MessageKind::Question).await;
    db.clock().advance(second);
    assert_eq!(it.picks(changed, 1, Some("At 6:30.")).await, Seen::Now);
    db.clock().advance(second);
    it.hears_keyword("SM1").await;
    assert_eq!(it.record().await[0].answered_at, None, "STOP is no answer");
    it.hears("SM2").await;
    let same = it.drafts(&db, "two", MessageKind::Thanks).await;
    assert_eq!(it.picks(same, 0, Some("Yes, at 5. ")).await, Seen::Now);
    let aside = it.drafts(&db, "three", MessageKind::Other).await;
    assert_eq!(it.puts_aside(aside).await, Seen::Now);

    let [third, second, first] = <[_; 3]>::try_from(it.record().await).unwrap();
    assert_eq!(first.suggestion.id, changed);
    assert_eq!(first.suggestion.outcome(), DraftOutcome::Edited);
    assert_eq!(first.suggestion.kind, MessageKind::Question);
    assert_eq!(first.suggestion.picked, Some(1));
    let options = &first.suggestion.draft.as_ref().unwrap().options;
    assert_eq!(options[1].body, "At 6.");
    let sent = first.sent.unwrap();
    assert_eq!(sent.text.as_deref(), Some("At 6:30."));
    assert_eq!(sent.delivery, EffectState::Pending);
    assert!(first.answered_at > first.suggestion.decided_at);

    assert_eq!(second.suggestion.outcome(), DraftOutcome::Unchanged);
    assert_eq!(second.answered_at, None);
    assert_eq!(third.suggestion.outcome(), DraftOutcome::Dismissed);
    assert_eq!(third.suggestion.decided_by, Some(it.owner));
    assert_eq!((third.sent, third.answered_at), (None, None));
    assert_eq!(third.suggestion.outdated_by, None);
}

async fn a_draft_knows_what_came_before_anybody_decided(db: TestDatabase) {
    let it = World::new(&db).await;
    it.hears("SM1").await;
    let by = async || {
        let newest = it.record().await.swap_remove(0).suggestion;
        newest.outdated_by
    };
    it.drafts(&db, "one", MessageKind::Other).await;
    assert_eq!(by().await, None);
    it.hears("SM2").await;
    assert_eq!(by().await, Some(OutdatedBy::NewerText));
    it.drafts(&db, "two", MessageKind::Other).await;
    let said = it.say("c1", "I am on it.").await;
    assert!(matches!(said, Said::Message(_)), "{said:?}");
    assert_eq!(by().await, Some(OutdatedBy::TeamReply));
    it.drafts(&db, "three", MessageKind::Other).await;
    it.drafts(&db, "four", MessageKind::Other).await;
    // What happens later does not change what came first.
    it.hears("SM3").await;
    let record = it.record().await;
    let by: Vec<_> = record
        .iter()
        .map(|one| one.suggestion.outdated_by)
        .collect();
    let expected = [
        OutdatedBy::NewerText,
        OutdatedBy::LaterDraft,
        OutdatedBy::TeamReply,
        OutdatedBy::NewerText,
    ];
    assert_eq!(by, expected.map(Some));
}

async fn drafts_are_counted_by_kind_and_from_a_time_on(db: TestDatabase) {
    let it = World::new(&db).await;
    assert_eq!(it.counts(EVER).await, []);
    for (number, seconds) in [10, 40, 20, 30].into_iter().enumerate() {
        let name = number.to_string();
        let id = it.drafts(&db, &name, MessageKind::Question).await;
        db.clock().advance(Duration::from_secs(seconds));
        it.picks(id, number % 2, None).await;
        it.hears(&name).await;
    }
    db.clock().advance(Duration::from_secs(1));
    let later = db.clock().now();
    let id = it.drafts(&db, "aside", MessageKind::Complaint).await;
    db.clock().advance(Duration::from_secs(5));
    it.puts_aside(id).await;
    it.drafts(&db, "waits", MessageKind::Complaint).await;

    let questions = DraftCounts {
        kind: Some(MessageKind::Question),
        offered: 4,
        unchanged: 4,
        first_unchanged: 2,
        answered: 4,
        median_micros: Some(20_000_000),
        ..DraftCounts::default()
    };
    let complaints = DraftCounts {
        kind: Some(MessageKind::Complaint),
        offered: 2,
        dismissed: 1,
        waiting: 1,
        median_micros: Some(5_000_000),
        ..DraftCounts::default()
    };
    let everything = it.counts(EVER).await;
    assert_eq!(everything.len(), 3);
    assert!(everything.contains(&questions), "{everything:?}");
    assert!(everything.contains(&complaints), "{everything:?}");
    let together = DraftCounts {
        kind: None,
        offered: 6,
        dismissed: 1,
        waiting: 1,
        ..questions.clone()
    };
    assert_eq!(total(&everything), together);
    let since = it.counts(later).await;
    assert_eq!(since.len(), 2);
    assert!(since.contains(&complaints), "{since:?}");
}

async fn the_newest_drafts_come_first_and_pages_do_not_overlap(db: TestDatabase) {
    let it = World::new(&db).await;
    for number in 0..5 {
        it.drafts(&db, &number.to_string(), MessageKind::Other)
            .await;
    }
    let ids = |record: Vec<DraftRecord>| -> Vec<_> {
        let ids = record.into_iter().map(|one| one.suggestion.id.to_string());
        ids.collect()
    };
    let everything = ids(it.record().await);
    assert!(everything.is_sorted_by(|one, next| one > next));
    let here = it.store.org(it.org);
    let mut read = Vec::new();
    while read.len() < 5 {
        let page = page(read.last().cloned(), 2);
        read.extend(ids(here.drafts_of(it.agent, &page).await.unwrap()));
    }
    assert_eq!(read, everything);
}

async fn the_record_of_another_org_is_not_there(db: TestDatabase) {
    let it = World::new(&db).await;
    let other = World::of(&db, it.store.clone(), "Zenith").await;
    it.drafts(&db, "one", MessageKind::Other).await;
    let there = other.store.org(other.org);
    assert_eq!(there.count_drafts(it.agent, EVER).await.unwrap(), []);
    assert_eq!(there.drafts_of(it.agent, &all()).await.unwrap(), []);
    assert_eq!(other.counts(EVER).await, []);
}

async fn what_was_forgotten_is_counted_and_not_shown(db: TestDatabase) {
    let it = World::new(&db).await;
    it.hears("SM1").await;
    let id = it.drafts(&db, "one", MessageKind::Other).await;
    it.picks(id, 0, Some("Changed.")).await;
    it.drafts(&db, "two", MessageKind::Other).await;
    let here = it.store.org(it.org);
    here.forget_contact(it.contact, "tests").await.unwrap();
    for one in it.record().await {
        assert_eq!(one.suggestion.draft, None);
        assert_eq!(one.sent.as_ref().and_then(|sent| sent.text.as_ref()), None);
    }
    let counts = total(&it.counts(EVER).await);
    assert_eq!((counts.offered, counts.edited), (2, 1));
    // What waited waits no more: nobody could send it or put it aside.
    assert_eq!((counts.outdated, counts.waiting), (1, 0));
}

async fn what_was_outdated_before_there_was_a_record_knows_why(db: TestDatabase) {
    let it = World::new(&db).await;
    it.hears("SM1").await;
    let second = Duration::from_secs(1);
    it.drafts(&db, "one", MessageKind::Question).await;
    db.clock().advance(second);
    it.hears("SM2").await;
    for name in ["two", "three"] {
        db.clock().advance(second);
        it.drafts(&db, name, MessageKind::Question).await;
    }
    db.clock().advance(second);
    it.hears("SM3").await;
    let mut before = it.record().await;
    for sql in format!("{UNDONE};\n{MIGRATION}").split_terminator(";\n") {
        db.data().execute(sql).await;
    }
    let it = it.reopen(&db).await;
    for one in &mut before {
        // Nobody had been asked for it.
        one.suggestion.kind = MessageKind::Other;
    }
    assert_eq!(it.record().await, before);
}

#[derive(Debug, Clone, Copy)]
enum Act {
    Draft(MessageKind),
    Send { which: usize, option: usize },
    SendChanged { which: usize },
    PutAside { which: usize },
    TheyWrite,
    TheyStop,
    TeamWrites,
    Wait(u64),
}

fn act() -> impl Strategy<Value = Act> {
    let kind = prop::sample::select(MessageKind::ALL[..3].to_vec());
    let which = 0..3usize;
    prop_oneof![
        4 => kind.prop_map(Act::Draft),
        2 => (which.clone(), 0..2usize).prop_map(|(which, option)| Act::Send { which, option }),
        2 => which.clone().prop_map(|which| Act::SendChanged { which }),
        1 => which.prop_map(|which| Act::PutAside { which }),
        2 => Just(Act::TheyWrite),
        1 => Just(Act::TheyStop),
        1 => Just(Act::TeamWrites),
        2 => (1..90u64).prop_map(Act::Wait),
    ]
}

/// What one draft should have come to.
#[derive(Debug)]
struct Expected {
    id: SuggestionId,
    kind: MessageKind,
    outcome: DraftOutcome,
    /// Whether something was said since, which alone outdates nothing that a later draft has not replaced.
    replaced: bool,
    first: bool,
    answered: bool,
    drafted_at: u64,
    took: Option<u64>,
}

/// What should be on the record, kept in the head.
#[derive(Default)]
struct Reference {
    drafts: Vec<Expected>,
    now: u64,
    acts: usize,
}

impl Reference {
    /// The draft so many before the newest.
    fn recent(&mut self, which: usize) -> Option<&mut Expected> {
        self.drafts.iter_mut().rev().nth(which)
    }

    fn overtake(&mut self) {
        let waiting = self.drafts.iter_mut();
        for one in waiting.filter(|one| one.outcome == DraftOutcome::Waiting) {
            one.outcome = DraftOutcome::Outdated;
        }
    }

    async fn apply(&mut self, act: Act, it: &World, db: &TestDatabase) {
        self.acts += 1;
        let (name, now) = (self.acts.to_string(), self.now);
        match act {
            Act::Draft(kind) => {
                let id = it.drafts(db, &name, kind).await;
                self.overtake();
                for one in &mut self.drafts {
                    one.replaced = true;
                }
                self.drafts.push(Expected {
                    id,
                    kind,
                    outcome: DraftOutcome::Waiting,
                    replaced: false,
                    first: false,
                    answered: false,
                    drafted_at: now,
                    took: None,
                });
            }
            Act::Send { which, option } => self.send(it, which, option, None).await,
            Act::SendChanged { which } => self.send(it, which, 0, Some("Changed.")).await,
            Act::PutAside { which } => {
                let Some(one) = self.recent(which) else {
                    return;
                };
                let seen = it.puts_aside(one.id).await;
                let open = matches!(one.outcome, DraftOutcome::Waiting | DraftOutcome::Outdated);
                assert_eq!(seen == Seen::Now, open && !one.replaced);
                if seen == Seen::Now {
                    one.outcome = DraftOutcome::Dismissed;
                    one.took = Some(now - one.drafted_at);
                }
            }
            Act::TheyWrite => {
                it.hears(&name).await;
                self.overtake();
                let sent = [DraftOutcome::Unchanged, DraftOutcome::Edited];
                for one in &mut self.drafts {
                    one.answered |= sent.contains(&one.outcome);
                }
            }
            Act::TheyStop => {
                it.hears_keyword(&name).await;
                self.overtake();
            }
            Act::TeamWrites => {
                let said = it.say(&name, "Own words.").await;
                assert!(matches!(said, Said::Message(_)), "{said:?}");
                self.overtake();
            }
            Act::Wait(seconds) => {
                db.clock().advance(Duration::from_secs(seconds));
                self.now += seconds;
            }
        }
    }

    async fn send(&mut self, it: &World, which: usize, option: usize, text: Option<&str>) {
        let now = self.now;
        let Some(one) = self.recent(which) else {
            return;
        };
        let seen = it.picks(one.id, option, text).await;
        assert_eq!(seen == Seen::Now, one.outcome == DraftOutcome::Waiting);
        if seen == Seen::Now {
            one.outcome = match text {
                Some(_) => DraftOutcome::Edited,
                None => DraftOutcome::Unchanged,
            };
            one.first = option == 0 && text.is_none();
            one.took = Some(now - one.drafted_at);
        }
    }

    fn counts(&self, kind: Option<MessageKind>) -> DraftCounts {
        let ours = |one: &&Expected| kind.is_none_or(|kind| one.kind == kind);
        let drafts: Vec<_> = self.drafts.iter().filter(ours).collect();
        let count = |of: &dyn Fn(&Expected) -> bool| {
            i64::try_from(drafts.iter().filter(|one| of(one)).count()).unwrap()
        };
        let came_to = |outcome| count(&|one| one.outcome == outcome);
        let mut took: Vec<_> = drafts.iter().filter_map(|one| one.took).collect();
        took.sort_unstable();
        let middle = took.get(took.len().saturating_sub(1) / 2);
        DraftCounts {
            kind,
            offered: count(&|_| true),
            unchanged: came_to(DraftOutcome::Unchanged),
            first_unchanged: count(&|one| one.first),
            edited: came_to(DraftOutcome::Edited),
            dismissed: came_to(DraftOutcome::Dismissed),
            outdated: came_to(DraftOutcome::Outdated),
            waiting: came_to(DraftOutcome::Waiting),
            answered: count(&|one| one.answered),
            median_micros: middle.map(|seconds| i64::try_from(seconds * 1_000_000).unwrap()),
        }
    }

    fn check(&self, found: &[DraftCounts], record: &[DraftRecord]) {
        for counts in found {
            assert_eq!(*counts, self.counts(counts.kind));
            let sum = counts.unchanged
                + counts.edited
                + counts.dismissed
                + counts.outdated
                + counts.waiting;
            assert_eq!(counts.offered, sum, "{counts:?}");
        }
        assert_eq!(total(found).offered, self.counts(None).offered);
        let told = record.iter().rev().map(|one| {
            let outcome = one.suggestion.outcome();
            (one.suggestion.id, outcome, one.answered_at.is_some())
        });
        let expected = self.drafts.iter();
        let expected = expected.map(|one| (one.id, one.outcome, one.answered));
        assert!(told.eq(expected), "{record:?}");
    }
}

#[test]
fn the_numbers_add_up_whatever_happens_in_which_order() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap();
    let mut databases = vec![TestDatabase::sqlite()];
    databases.extend(runtime.block_on(TestDatabase::postgres()));
    let stores: Vec<_> = databases
        .iter()
        .map(|db| runtime.block_on(db.open()))
        .collect();
    let config = Config {
        cases: u32::try_from(soak(25, 2_000)).unwrap(),
        failure_persistence: None,
        ..Config::default()
    };
    let acts = proptest::collection::vec(act(), 1..40);
    let run = TestRunner::new(config).run(&acts, |acts| {
        for (db, store) in databases.iter().zip(&stores) {
            runtime.block_on(async {
                let it = World::of(db, store.clone(), "Acme").await;
                it.hears("first").await;
                let mut reference = Reference::default();
                for act in &acts {
                    reference.apply(*act, &it, db).await;
                }
                reference.check(&it.counts(EVER).await, &it.record().await);
            });
        }
        Ok(())
    });
    run.unwrap_or_else(|failure| panic!("{failure}"));
}
