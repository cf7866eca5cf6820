//! When what agents write leaves: by day, not once it was overtaken, and not too often.

use std::time::Duration;

use futures_util::future::join_all;
use steward_model::{Clock as _, EffectId, EffectState, NoticeKind, QuietHours, Timestamp};
use steward_store::{
    CONFIRMS_SILENCE, ClaimedEffect, NewEffect, NewWords, Origin, Outgoing, ReviewDecision, Said,
    SendRules, StoreError, Wish,
};
use steward_testkit::TestDatabase;

use super::outbox::{RULES, World};
use super::story::{HOUR, all};

stories![
    at_night_an_agent_waits_for_the_morning,
    who_has_just_written_is_answered_at_night,
    what_an_agent_begins_by_itself_waits_for_the_morning,
    what_a_person_sends_leaves_at_night,
    what_would_leave_at_nightfall_waits,
    what_confirms_a_stop_leaves_at_night,
    a_stop_in_the_night_takes_back_what_waits,
    who_takes_over_in_the_night_stops_what_waits,
    what_the_contact_overtook_is_shown_to_a_person,
    what_waits_for_the_morning_holds_nobody_up,
    a_contact_gets_no_more_in_a_day,
    midnight_does_not_begin_a_new_count,
    an_agent_sends_no_more_in_a_day,
    twenty_senders_keep_to_the_limits,
    one_contact_gets_no_more_from_twenty_senders,
];

/// Seven in the evening in San Francisco, where Bo's number is from.
const EVENING: &str = "2026-06-02T02:00:00Z";
const MORNING: &str = "2026-06-02T15:00:00Z";

fn at(text: &str) -> Timestamp {
    Timestamp::parse_rfc3339(text).unwrap()
}

fn quiet() -> SendRules {
    let night = QuietHours::parse(("21:00", "08:00"), "UTC", HOUR / 2);
    SendRules {
        quiet: Some(night.unwrap()),
        ..RULES
    }
}

/// Bo has written at seven in the evening, and it is ten.
async fn at_night(db: &TestDatabase) -> World {
    db.clock().set(at(EVENING));
    let it = World::new(db).await;
    let text = it.inbound(it.contact, "SM-evening", "The tap drips.");
    it.store.org(it.org).accept(text).await.unwrap();
    db.clock().advance(3 * HOUR);
    it
}

impl World {
    /// Something that the agent decides now.
    async fn put_now(&self, db: &TestDatabase, name: &str) -> EffectId {
        let effect = NewEffect {
            expires_at: db.clock().now().plus(HOUR),
            ..self.effect(name)
        };
        self.put(effect).await
    }

    /// The turn is about what was said so far.
    async fn read_all(&self, db: &TestDatabase) {
        let (turn, thread) = (self.turn, self.thread);
        let read = format!("update event set turn_id = '{turn}' where thread_id = '{thread}'");
        db.data().execute(&read).await;
    }

    async fn claim_by(&self, rules: &SendRules) -> Vec<ClaimedEffect> {
        self.store.claim_effects("node", 50, rules).await.unwrap()
    }

    async fn one_by(&self, rules: &SendRules) -> EffectId {
        let claimed = self.claim_by(rules).await;
        assert_eq!(claimed.len(), 1);
        self.sent(&claimed[0]).await;
        claimed[0].id
    }
}

async fn at_night_an_agent_waits_for_the_morning(db: TestDatabase) {
    let it = at_night(&db).await;
    let id = it.put_now(&db, "hello").await;
    assert!(it.claim_by(&quiet()).await.is_empty());
    let waiting = it.read(id).await;
    assert_eq!(waiting.state, EffectState::Pending);
    assert_eq!(waiting.not_before, at(MORNING));
    let reason = waiting.reason.as_deref();
    assert_eq!(reason, Some("It is night where the contact is."));
    let shown = it.store.org(it.org).inbox_messages(it.thread, &all()).await;
    let shown = shown.unwrap().remove(0);
    assert_eq!(shown.waits_until, Some(at(MORNING)));
    assert_eq!(it.notices().await, [], "nobody is asked");
    // Not a second before, and then it is not too late.
    db.clock().set(at("2026-06-02T14:59:59Z"));
    assert!(it.claim_by(&quiet()).await.is_empty());
    db.clock().set(at(MORNING));
    assert_eq!(it.one_by(&quiet()).await, id);
    let done = [
        "effect.pending",
        "effect.pending",
        "effect.claimed",
        "effect.sent",
    ];
    assert_eq!(it.actions(&db, &id).await, done);
}

async fn who_has_just_written_is_answered_at_night(db: TestDatabase) {
    let it = at_night(&db).await;
    let text = it.inbound(it.contact, "SM2", "Are you there?");
    it.store.org(it.org).accept(text).await.unwrap();
    it.read_all(&db).await;
    db.clock().advance(HOUR / 2 - Duration::from_secs(1));
    let id = it.put_now(&db, "yes").await;
    assert_eq!(it.one_by(&quiet()).await, id);
    db.clock().advance(Duration::from_secs(1));
    it.put_now(&db, "one more thing").await;
    assert!(it.claim_by(&quiet()).await.is_empty());
}

/// That somebody has just written does not make an answer of what was set up before.
async fn what_an_agent_begins_by_itself_waits_for_the_morning(db: TestDatabase) {
    let it = at_night(&db).await;
    let text = it.inbound(it.contact, "SM2", "Are you there?");
    it.store.org(it.org).accept(text).await.unwrap();
    let id = it.put_now(&db, "Your appointment is tomorrow.").await;
    assert!(it.claim_by(&quiet()).await.is_empty());
    assert_eq!(it.read(id).await.not_before, at(MORNING));
}

async fn what_a_person_sends_leaves_at_night(db: TestDatabase) {
    let it = at_night(&db).await;
    let here = it.store.org(it.org);
    let words = NewWords {
        client_id: "one".into(),
        text: "I am on my way.".into(),
    };
    let said = here.say(it.thread, it.owner, words).await.unwrap();
    assert!(matches!(said, Said::Message(_)), "{said:?}");
    it.one_by(&quiet()).await;
    // What an agent wrote and a person decided about is the person's word.
    let id = it.put_now(&db, "held").await;
    let held = format!("update effect set state = 'review' where id = '{id}'");
    db.data().execute(&held).await;
    let again = ReviewDecision::SendAgain;
    here.decide_effect(id, it.owner, again).await.unwrap();
    assert_eq!(it.one_by(&quiet()).await, id);
}

/// A sender may take as long as its lease, and by then it is night.
async fn what_would_leave_at_nightfall_waits(db: TestDatabase) {
    let it = at_night(&db).await;
    db.clock().set(at("2026-06-02T03:58:30Z"));
    let early = it.put_now(&db, "early enough").await;
    assert_eq!(it.one_by(&quiet()).await, early);
    db.clock().set(at("2026-06-02T03:59:30Z"));
    let late = it.put_now(&db, "too late").await;
    assert!(it.claim_by(&quiet()).await.is_empty());
    assert_eq!(it.read(late).await.not_before, at(MORNING));
}

async fn what_confirms_a_stop_leaves_at_night(db: TestDatabase) {
    let it = at_night(&db).await;
    let here = it.store.org(it.org);
    here.hear(it.word(1, Wish::Silence)).await.unwrap();
    let nobody = Origin {
        turn: None,
        agent: None,
        ..it.origin()
    };
    let confirms = NewEffect {
        rule: CONFIRMS_SILENCE.into(),
        expires_at: db.clock().now().plus(HOUR),
        ..it.effect("You get no more messages.")
    };
    let confirms = Outgoing {
        effects: vec![confirms],
        ..Outgoing::default()
    };
    let confirms = it.store.put_out(nobody, confirms).await.unwrap()[0];
    assert_eq!(it.one_by(&quiet()).await, confirms);
}

async fn a_stop_in_the_night_takes_back_what_waits(db: TestDatabase) {
    let it = at_night(&db).await;
    let id = it.put_now(&db, "hello").await;
    assert!(it.claim_by(&quiet()).await.is_empty());
    let here = it.store.org(it.org);
    here.hear(it.word(1, Wish::Silence)).await.unwrap();
    db.clock().set(at(MORNING));
    assert!(it.claim_by(&quiet()).await.is_empty());
    assert_eq!(it.state(id).await, EffectState::Cancelled);
}

async fn who_takes_over_in_the_night_stops_what_waits(db: TestDatabase) {
    let it = at_night(&db).await;
    let id = it.put_now(&db, "hello").await;
    assert!(it.claim_by(&quiet()).await.is_empty());
    let here = it.store.org(it.org);
    here.take_over(it.thread, it.owner).await.unwrap();
    db.clock().set(at(MORNING));
    assert!(it.claim_by(&quiet()).await.is_empty());
    assert_eq!(it.state(id).await, EffectState::Cancelled);
}

async fn what_the_contact_overtook_is_shown_to_a_person(db: TestDatabase) {
    let it = at_night(&db).await;
    let id = it.put_now(&db, "Shall we come tomorrow?").await;
    assert!(it.claim_by(&quiet()).await.is_empty());
    db.clock().advance(HOUR);
    let text = it.inbound(it.contact, "SM2", "It is mended, thanks.");
    it.store.org(it.org).accept(text).await.unwrap();
    db.clock().set(at(MORNING));
    assert!(it.claim_by(&quiet()).await.is_empty());
    let held = it.read(id).await;
    assert_eq!(held.state, EffectState::Review);
    assert!(held.reason.unwrap().contains("has written since"));
    assert_eq!(it.notices().await, [NoticeKind::Review]);
}

async fn what_waits_for_the_morning_holds_nobody_up(db: TestDatabase) {
    let it = at_night(&db).await;
    let tried = it.put_now(&db, "tried").await;
    // Somebody tried to send it when it was still day.
    let claimed = it.claim_by(&RULES).await.remove(0);
    let failed = steward_store::Delivery::NotSent {
        retry_after: None,
        reason: "busy".into(),
        status: None,
    };
    it.store.settle_effect(&claimed, failed).await.unwrap();
    db.clock().advance(HOUR / 2);
    assert!(it.claim_by(&quiet()).await.is_empty());
    assert_eq!(it.read(tried).await.not_before, at(MORNING));
    let own = Origin {
        turn: None,
        agent: None,
        ..it.origin()
    };
    let words = NewEffect {
        expires_at: db.clock().now().plus(HOUR),
        ..it.effect("a person's")
    };
    let words = Outgoing {
        effects: vec![words],
        ..Outgoing::default()
    };
    let words = it.store.put_out(own, words).await.unwrap()[0];
    assert_eq!(it.one_by(&quiet()).await, words);
}

async fn a_contact_gets_no_more_in_a_day(db: TestDatabase) {
    let it = World::new(&db).await;
    let rules = SendRules {
        max_per_contact_per_hour: 0,
        max_per_contact_per_day: 3,
        ..RULES
    };
    for n in 0..3 {
        let id = it.put_now(&db, &n.to_string()).await;
        assert_eq!(it.one_by(&rules).await, id);
        db.clock().advance(2 * HOUR);
    }
    let held = it.put_now(&db, "one more").await;
    assert!(it.claim_by(&rules).await.is_empty());
    let held = it.read(held).await;
    assert_eq!(held.state, EffectState::Review);
    assert!(held.reason.unwrap().contains("within a day"));
    assert_eq!(it.notices().await, [NoticeKind::Review]);
    db.clock().advance(18 * HOUR);
    let id = it.put_now(&db, "the next day").await;
    assert_eq!(it.one_by(&rules).await, id);
}

/// A day is the last twenty-four hours, by no clock's date: whoever gets the last message before midnight gets none after it.
async fn midnight_does_not_begin_a_new_count(db: TestDatabase) {
    db.clock().set(at("2026-06-02T23:59:00Z"));
    let it = World::new(&db).await;
    let rules = SendRules {
        max_per_contact_per_day: 1,
        max_per_agent_per_day: 2,
        ..RULES
    };
    let first = it.put_now(&db, "first").await;
    assert_eq!(it.one_by(&rules).await, first);
    // Midnight in Greenwich, and midnight in San Francisco.
    for midnight in ["2026-06-03T00:01:00Z", "2026-06-03T07:01:00Z"] {
        db.clock().set(at(midnight));
        let held = it.put_now(&db, midnight).await;
        assert!(it.claim_by(&rules).await.is_empty());
        assert_eq!(it.state(held).await, EffectState::Review);
    }
    db.clock().set(at("2026-06-03T23:59:01Z"));
    let next = it.put_now(&db, "next").await;
    assert_eq!(it.one_by(&rules).await, next);
}

async fn an_agent_sends_no_more_in_a_day(db: TestDatabase) {
    let it = World::new(&db).await;
    let rules = SendRules {
        max_per_agent_per_day: 2,
        ..RULES
    };
    let mut sent = Vec::new();
    for n in 0..4 {
        let effect = NewEffect {
            contact_id: it.another_contact().await,
            ..it.effect(&n.to_string())
        };
        sent.push(it.put(effect).await);
    }
    assert_eq!(it.claim_by(&rules).await.len(), 2);
    for id in &sent[2..] {
        let held = it.read(*id).await;
        assert_eq!(held.state, EffectState::Review);
        assert!(held.reason.unwrap().contains("The agent has sent"));
    }
    // A person says what becomes of them.
    let here = it.store.org(it.org);
    let again = ReviewDecision::SendAgain;
    here.decide_effect(sent[3], it.owner, again).await.unwrap();
    assert_eq!(it.one_by(&rules).await, sent[3]);
}

/// Twenty senders at once, each of which would find room for one more.
async fn twenty_senders_keep_to_the_limits(db: TestDatabase) {
    let it = World::new(&db).await;
    let rules = SendRules {
        max_per_contact_per_hour: 4,
        max_per_agent_per_day: 10,
        ..RULES
    };
    let mut all = Vec::new();
    for contact in 0..4 {
        let contact_id = it.another_contact().await;
        for n in 0..5 {
            let effect = NewEffect {
                contact_id,
                ..it.effect(&format!("{contact}-{n}"))
            };
            all.push(it.put(effect).await);
        }
    }
    // The agent's limit is a brake, a contact's holds.
    let sent = twenty_senders(&it, &rules).await;
    assert!((10..=16).contains(&sent), "{sent} left");
    let mut held = 0;
    for id in all {
        match it.state(id).await {
            EffectState::Sent => {}
            EffectState::Review => held += 1,
            other => panic!("{other}: dropped, or left behind"),
        }
    }
    assert_eq!(held, 20 - sent, "a person looks at the rest");
    let per_contact = "select max(n) from (select count(*) as n from effect where state = 'sent' group by contact_id) as sent";
    let steward_testkit::Cell::Int(most) = db.data().value(per_contact).await else {
        panic!("a count is a number")
    };
    assert!(most <= 4, "a contact got {most}");
}

async fn one_contact_gets_no_more_from_twenty_senders(db: TestDatabase) {
    let it = World::new(&db).await;
    let rules = SendRules {
        max_per_contact_per_hour: 0,
        max_per_contact_per_day: 5,
        ..RULES
    };
    let mut all = Vec::new();
    for n in 0..20 {
        all.push(it.put_now(&db, &n.to_string()).await);
    }
    assert_eq!(twenty_senders(&it, &rules).await, 5, "the contact's limit");
    let mut held = 0;
    for id in all {
        held += i32::from(it.state(id).await == EffectState::Review);
    }
    assert_eq!(held, 15, "a person looks at the rest");
}

/// How many left when twenty send what there is at once.
async fn twenty_senders(it: &World, rules: &SendRules) -> usize {
    let claims = (0..20).map(|node| async move {
        let mut left = 0;
        loop {
            let node = format!("node-{node}");
            let claimed = match it.store.claim_effects(&node, 3, rules).await {
                // As a sender does: it comes again.
                Err(StoreError::Busy) => continue,
                claimed => claimed.unwrap(),
            };
            if claimed.is_empty() {
                return left;
            }
            for one in &claimed {
                it.sent(one).await;
            }
            left += claimed.len();
        }
    });
    join_all(claims).await.into_iter().sum()
}
