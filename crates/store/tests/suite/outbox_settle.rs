//! What came of a try: heard, not heard, asked about, reported or decided by a person.

use std::time::Duration;

use steward_model::{EffectClass, EffectId, EffectState, NoticeKind, SystemIds};
use steward_store::{
    CarrierReport, CarrierStatus, ClaimedEffect, Delivery, Lookup, NewEffect, ReviewDecision,
    SendRules, StoreError,
};
use steward_testkit::{Cell, TestDatabase};

use super::outbox::{RULES, World, sent};
use super::story::HOUR;

stories![
    what_did_not_leave_is_tried_again_a_few_times,
    the_carrier_says_when_to_come_back,
    what_the_carrier_refuses_is_given_up,
    a_lost_answer_is_treated_by_what_the_carrier_can_do,
    a_dead_sender_is_treated_like_a_lost_answer,
    only_a_sender_that_is_late_loses_its_claim,
    a_late_answer_counts_if_it_is_proof,
    the_carrier_has_it_after_all,
    what_is_missing_twice_is_sent_once_more,
    nothing_is_sent_again_where_that_is_not_wanted,
    a_carrier_that_cannot_be_asked_is_asked_ten_times,
    nobody_can_ask_about_what_cannot_be_read,
    reports_never_go_backwards,
    a_report_finds_its_effect_and_no_other,
    a_person_ends_a_review_once,
    what_the_carrier_said_is_sealed,
];

const GAP: Duration = Duration::from_secs(30);

fn not_sent(retry_after: Option<Duration>) -> Delivery {
    Delivery::NotSent {
        retry_after,
        reason: "connection refused".into(),
        status: Some(429),
    }
}

fn unknown() -> Delivery {
    Delivery::Unknown {
        reason: "the connection was reset".into(),
        status: None,
    }
}

impl World {
    async fn put_class(&self, class: EffectClass) -> EffectId {
        let effect = NewEffect {
            class,
            contact_id: self.another_contact().await,
            ..self.effect(class.as_str())
        };
        self.put(effect).await
    }

    /// One of a carrier that can be asked, whose answer was lost.
    async fn lost(&self, db: &TestDatabase) -> ClaimedEffect {
        self.put_class(EffectClass::Asked).await;
        let claimed = self.claim_one().await;
        let settled = self.settle(&claimed, unknown()).await;
        assert_eq!(settled, Some(EffectState::Unknown));
        assert!(self.store.due_lookups(9, &RULES).await.unwrap().is_empty());
        db.clock().advance(RULES.settle);
        self.due_lookup(&RULES).await
    }

    async fn settle(&self, effect: &ClaimedEffect, delivery: Delivery) -> Option<EffectState> {
        self.store.settle_effect(effect, delivery).await.unwrap()
    }

    async fn due_lookup(&self, rules: &SendRules) -> ClaimedEffect {
        let mut due = self.store.due_lookups(9, rules).await.unwrap();
        assert_eq!(due.len(), 1);
        due.remove(0)
    }

    async fn report(
        &self,
        provider_ref: &str,
        effect_id: Option<EffectId>,
        status: CarrierStatus,
    ) -> Option<EffectState> {
        let report = CarrierReport {
            channel: "sms".into(),
            provider_ref: provider_ref.into(),
            effect_id,
            status,
        };
        self.store.note_status(report).await.unwrap()
    }
}

async fn what_did_not_leave_is_tried_again_a_few_times(db: TestDatabase) {
    let it = World::new(&db).await;
    let id = it.put_class(EffectClass::Opaque).await;
    for attempt in 1..=8 {
        let claimed = it.claim_one().await;
        assert_eq!((claimed.id, claimed.attempt), (id, attempt));
        let settled = it.settle(&claimed, not_sent(None)).await;
        if attempt == 8 {
            assert_eq!(settled, Some(EffectState::Failed));
            break;
        }
        assert_eq!(settled, Some(EffectState::Pending));
        assert!(it.claim().await.is_empty(), "not at once");
        db.clock().advance(Duration::from_secs(5 << (attempt - 1)));
    }
    assert_eq!(it.notices().await, [NoticeKind::Failed]);
    let attempts = it
        .store
        .org(it.org)
        .effect(id)
        .await
        .unwrap()
        .unwrap()
        .attempts;
    assert_eq!(attempts.len(), 8);
    assert!(
        attempts
            .iter()
            .all(|one| one.outcome.as_deref() == Some("not_sent"))
    );
}

async fn the_carrier_says_when_to_come_back(db: TestDatabase) {
    let it = World::new(&db).await;
    it.put_class(EffectClass::Asked).await;
    let claimed = it.claim_one().await;
    let wait = Duration::from_secs(90);
    it.settle(&claimed, not_sent(Some(wait))).await;
    db.clock().advance(wait - Duration::from_secs(1));
    assert!(it.claim().await.is_empty());
    db.clock().advance(Duration::from_secs(1));
    assert_eq!(it.claim_one().await.attempt, 2);
}

async fn what_the_carrier_refuses_is_given_up(db: TestDatabase) {
    let it = World::new(&db).await;
    let id = it.put_class(EffectClass::Keyed).await;
    let claimed = it.claim_one().await;
    let refused = Delivery::Refused {
        reason: "no such number".into(),
        status: Some(400),
    };
    let settled = it.settle(&claimed, refused.clone()).await;
    assert_eq!(settled, Some(EffectState::Failed));
    assert_eq!(it.settle(&claimed, refused).await, None);
    let notices = it
        .store
        .org(it.org)
        .notices(&super::story::all(), true)
        .await
        .unwrap();
    assert_eq!(notices.len(), 1);
    assert!(
        notices[0]
            .text
            .as_deref()
            .unwrap()
            .contains("no such number")
    );
    let actions = it.actions(&db, &id).await;
    assert_eq!(
        actions,
        ["effect.pending", "effect.claimed", "effect.failed"]
    );
}

async fn a_lost_answer_is_treated_by_what_the_carrier_can_do(db: TestDatabase) {
    let it = World::new(&db).await;
    let expected = [
        (EffectClass::Keyed, EffectState::Pending),
        (EffectClass::Asked, EffectState::Unknown),
        (EffectClass::Opaque, EffectState::Review),
    ];
    for (class, state) in expected {
        let id = it.put_class(class).await;
        let claimed = it.claim_one().await;
        let settled = it.settle(&claimed, unknown()).await;
        assert_eq!((settled, it.state(id).await), (Some(state), state));
    }
    assert_eq!(it.notices().await, [NoticeKind::Review]);
    // The key protects, but not for ever: at last a person has to look.
    for attempt in 2..=8 {
        db.clock().advance(Duration::from_secs(5 << (attempt - 2)));
        let claimed = it.claim_one().await;
        assert_eq!(
            (claimed.class, claimed.attempt),
            (EffectClass::Keyed, attempt)
        );
        let settled = it.settle(&claimed, unknown()).await;
        let last = if attempt == 8 {
            EffectState::Review
        } else {
            EffectState::Pending
        };
        assert_eq!(settled, Some(last));
    }
}

async fn a_dead_sender_is_treated_like_a_lost_answer(db: TestDatabase) {
    let it = World::new(&db).await;
    let mut ids = Vec::new();
    for class in EffectClass::ALL {
        ids.push(it.put_class(*class).await);
    }
    assert_eq!(it.claim().await.len(), 3);
    let it = it.reopen(&db).await;
    let store = &it.store;
    assert_eq!(store.recover_effects(&RULES).await.unwrap(), 3);
    assert_eq!(store.recover_effects(&RULES).await.unwrap(), 0);
    let mut found = Vec::new();
    for id in &ids {
        let history = store.org(it.org).effect(*id).await.unwrap().unwrap();
        assert_eq!(history.attempts[0].outcome.as_deref(), Some("unknown"));
        found.push((history.effect.class, history.effect.state));
    }
    let expected = [
        (EffectClass::Keyed, EffectState::Pending),
        (EffectClass::Asked, EffectState::Unknown),
        (EffectClass::Opaque, EffectState::Review),
    ];
    assert_eq!(found, expected);
    // One whose contact was forgotten meanwhile leaves nothing to tell anybody.
    assert!(
        store
            .org(it.org)
            .forget_contact(it.contact, "system")
            .await
            .unwrap()
    );
    db.clock().advance(HOUR);
    assert!(
        store
            .claim_effects("node", 9, &RULES)
            .await
            .unwrap()
            .is_empty()
    );
}

async fn only_a_sender_that_is_late_loses_its_claim(db: TestDatabase) {
    let it = World::new(&db).await;
    let id = it.put_class(EffectClass::Opaque).await;
    it.claim_one().await;
    db.clock().advance(RULES.lease);
    assert_eq!(it.store.expire_effects(&RULES).await.unwrap(), 0);
    db.clock().advance(Duration::from_secs(1));
    assert_eq!(it.store.expire_effects(&RULES).await.unwrap(), 1);
    assert_eq!(it.state(id).await, EffectState::Review);
}

async fn a_late_answer_counts_if_it_is_proof(db: TestDatabase) {
    let it = World::new(&db).await;
    for class in EffectClass::ALL {
        let id = it.put_class(*class).await;
        let claimed = it.claim_one().await;
        db.clock().advance(RULES.lease * 2);
        it.store.expire_effects(&RULES).await.unwrap();
        for late in [not_sent(None), unknown()] {
            assert_eq!(it.settle(&claimed, late).await, None);
        }
        it.sent(&claimed).await;
        assert_eq!(it.settle(&claimed, sent(&claimed)).await, None);
        let history = it.store.org(it.org).effect(id).await.unwrap().unwrap();
        assert_eq!(history.effect.state, EffectState::Sent);
        assert_eq!(history.attempts[0].outcome.as_deref(), Some("sent"));
    }
    assert_eq!(it.notices().await, [], "nobody has to look any more");
    assert!(it.claim().await.is_empty());
}

async fn the_carrier_has_it_after_all(db: TestDatabase) {
    let it = World::new(&db).await;
    let due = it.lost(&db).await;
    let found = Lookup::Found {
        provider_ref: "SM1".into(),
    };
    let settled = it.store.reconcile(&due, found.clone()).await.unwrap();
    assert_eq!(settled, Some(EffectState::Sent));
    assert_eq!(it.store.reconcile(&due, found).await.unwrap(), None);
    assert_eq!(it.read(due.id).await.provider_ref.as_deref(), Some("SM1"));
}

async fn what_is_missing_twice_is_sent_once_more(db: TestDatabase) {
    let it = World::new(&db).await;
    let due = it.lost(&db).await;
    let first = it.store.reconcile(&due, Lookup::Missing).await.unwrap();
    assert_eq!(first, Some(EffectState::Unknown));
    let stale = it.store.reconcile(&due, Lookup::Missing).await.unwrap();
    assert_eq!(stale, None, "the same look does not count twice");
    assert!(it.store.due_lookups(9, &RULES).await.unwrap().is_empty());
    db.clock().advance(GAP);
    let due = it.due_lookup(&RULES).await;
    let second = it.store.reconcile(&due, Lookup::Missing).await.unwrap();
    assert_eq!(second, Some(EffectState::Pending));
    let again = it.claim_one().await;
    assert_eq!((again.id, again.attempt), (due.id, 2));
    it.settle(&again, unknown()).await;
    db.clock().advance(RULES.settle);
    for expected in [EffectState::Unknown, EffectState::Review] {
        let due = it.due_lookup(&RULES).await;
        let settled = it.store.reconcile(&due, Lookup::Missing).await.unwrap();
        assert_eq!(settled, Some(expected));
        db.clock().advance(GAP);
    }
    assert_eq!(it.notices().await, [NoticeKind::Review]);
}

async fn nothing_is_sent_again_where_that_is_not_wanted(db: TestDatabase) {
    let it = World::new(&db).await;
    let careful = SendRules {
        max_auto_resend: 0,
        ..RULES
    };
    it.lost(&db).await;
    for expected in [EffectState::Unknown, EffectState::Review] {
        let due = it.due_lookup(&careful).await;
        let settled = it.store.reconcile(&due, Lookup::Missing).await.unwrap();
        assert_eq!(settled, Some(expected));
        db.clock().advance(GAP);
    }
}

async fn a_carrier_that_cannot_be_asked_is_asked_ten_times(db: TestDatabase) {
    let it = World::new(&db).await;
    let mut due = it.lost(&db).await;
    for failure in 1..=10 {
        let settled = it.store.postpone_lookup(&due).await.unwrap();
        if failure == 10 {
            assert_eq!(settled, Some(EffectState::Review));
            break;
        }
        assert_eq!(settled, Some(EffectState::Unknown));
        assert_eq!(it.store.postpone_lookup(&due).await.unwrap(), None);
        db.clock().advance(GAP);
        due = it.due_lookup(&RULES).await;
    }
    assert_eq!(it.notices().await, [NoticeKind::Review]);
}

async fn nobody_can_ask_about_what_cannot_be_read(db: TestDatabase) {
    let it = World::new(&db).await;
    let due = it.lost(&db).await;
    let blob = db.data().literal(&Cell::Bytes(vec![1; 64]));
    let sql = format!("update effect set payload_enc = {blob}");
    db.data().execute(&sql).await;
    assert!(it.store.due_lookups(9, &RULES).await.unwrap().is_empty());
    let state = format!("select state from effect where id = '{}'", due.id);
    assert_eq!(db.data().value(&state).await, Cell::Text("review".into()));
}

async fn reports_never_go_backwards(db: TestDatabase) {
    let it = World::new(&db).await;
    let undelivered = CarrierStatus::Undelivered {
        reason: "the phone is off".into(),
        opted_out: false,
    };
    // Never tried, so that no carrier can have it.
    let id = it.put_class(EffectClass::Opaque).await;
    assert_eq!(it.report("SM1", Some(id), CarrierStatus::Sent).await, None);
    let claimed = it.claim_one().await;
    let state = it.report("SM1", Some(id), CarrierStatus::Sent).await;
    assert_eq!(state, Some(EffectState::Sent));
    assert_eq!(it.settle(&claimed, unknown()).await, None);
    assert_eq!(it.report("SM1", None, CarrierStatus::Sent).await, None);
    let state = it.report("SM1", None, CarrierStatus::Delivered).await;
    assert_eq!(state, Some(EffectState::Delivered));
    for late in [
        CarrierStatus::Sent,
        CarrierStatus::Delivered,
        undelivered.clone(),
    ] {
        assert_eq!(it.report("SM1", Some(id), late).await, None);
    }
    // From review straight to its end, whatever came in between.
    let second = NewEffect {
        class: EffectClass::Opaque,
        ..it.effect("second")
    };
    let second = it.put(second).await;
    it.claim_one().await;
    it.store.recover_effects(&RULES).await.unwrap();
    assert_eq!(it.notices().await, [NoticeKind::Review]);
    let state = it.report("SM2", Some(second), undelivered).await;
    assert_eq!(state, Some(EffectState::Failed));
    assert_eq!(it.notices().await, [NoticeKind::Failed]);
    assert_eq!(it.report("SM2", None, CarrierStatus::Delivered).await, None);
}

async fn a_report_finds_its_effect_and_no_other(db: TestDatabase) {
    let it = World::new(&db).await;
    let other = World::of(&db, it.store.clone(), "Zenith").await;
    let (ours, theirs) = (
        it.put(it.effect("a")).await,
        other.put(other.effect("a")).await,
    );
    for claimed in it.claim().await {
        let both = Delivery::Sent {
            provider_ref: "SM1".into(),
        };
        it.settle(&claimed, both).await;
    }
    let delivered = CarrierStatus::Delivered;
    assert_eq!(
        it.report("SM1", None, delivered.clone()).await,
        None,
        "whose?"
    );
    let nobody = EffectId::generate(&SystemIds);
    assert_eq!(
        it.report("SM1", Some(nobody), delivered.clone()).await,
        None
    );
    assert_eq!(
        it.report("SM2", Some(ours), delivered.clone()).await,
        None,
        "it is SM1"
    );
    assert_eq!(it.report("SM2", None, delivered.clone()).await, None);
    let state = it.report("SM1", Some(ours), delivered).await;
    assert_eq!(state, Some(EffectState::Delivered));
    assert_eq!(other.state(theirs).await, EffectState::Sent);
}

async fn a_person_ends_a_review_once(db: TestDatabase) {
    let it = World::new(&db).await;
    let other = World::of(&db, it.store.clone(), "Zenith").await;
    let id = it.put_class(EffectClass::Opaque).await;
    let here = it.store.org(it.org);
    let early = here.decide_effect(id, it.owner, ReviewDecision::Drop).await;
    assert_eq!(early.unwrap(), None, "it is not in review");
    it.claim_one().await;
    it.store.recover_effects(&RULES).await.unwrap();
    let strangers = [
        here.decide_effect(id, other.owner, ReviewDecision::Drop)
            .await,
        it.store
            .org(other.org)
            .decide_effect(id, other.owner, ReviewDecision::Drop)
            .await,
    ];
    for stranger in strangers {
        assert_eq!(stranger.unwrap(), None);
    }
    let decided = here
        .decide_effect(id, it.owner, ReviewDecision::WasSent)
        .await;
    assert_eq!(decided.unwrap(), Some(EffectState::Sent));
    assert_eq!(it.notices().await, []);
    let again = here
        .decide_effect(id, it.owner, ReviewDecision::SendAgain)
        .await;
    assert_eq!(again.unwrap(), None);
    let last = it.actions(&db, &id).await.pop();
    assert_eq!(last.as_deref(), Some("effect.sent"));
}

async fn what_the_carrier_said_is_sealed(db: TestDatabase) {
    let it = World::new(&db).await;
    let id = it.put_class(EffectClass::Asked).await;
    let claimed = it.claim_one().await;
    it.settle(&claimed, not_sent(None)).await;
    let here = it.store.org(it.org);
    let history = here.effect(id).await.unwrap().unwrap();
    assert_eq!(
        history.attempts[0].detail.as_deref(),
        Some("connection refused")
    );
    assert_eq!(history.attempts[0].status, Some(429));
    let blob = db.data().literal(&Cell::Bytes(vec![1; 64]));
    let sql = format!("update effect_attempt set detail_enc = {blob}");
    db.data().execute(&sql).await;
    assert_err!(
        here.effect(id).await,
        StoreError::Tampered {
            table: "effect_attempt",
            ..
        }
    );
}
