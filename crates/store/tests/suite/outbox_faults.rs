//! The life of what leaves, with every write made to fail at every point: nothing is half done, and the next try goes on.

use steward_model::{
    ApprovalDecision, ApprovalId, ApproverRole, Clock as _, EffectClass, IdentifierKind,
    NoticeKind, QuietHours, Role, Skipped, SystemIds, Timestamp,
};
use steward_store::{
    CarrierReport, CarrierStatus, Delivery, EMERGENCY, Lookup, NewApproval, NewEffect, NewKeyword,
    NewNotice, NewWords, Origin, Outgoing, Picked, ReviewDecision, SendRules, Sql, StoreError,
    Wish,
};
use steward_testkit::{FailAt, Recorder, TestDatabase, on_both};

use super::outbox::{RULES, World, sent};
use super::story::{HOUR, all};
use super::sweep::assert_all_ran;

/// Whether this file makes the statement fail. What forgetting somebody does to their drafts is in `faults.rs`.
pub(super) fn covers(sql: &Sql) -> bool {
    let files = [
        "approvals::",
        "suggestions::",
        "audit::INSERT",
        "consent::INSERT",
        "notices::",
        "opt_outs::",
        "outbox::",
        "team_inbox::",
    ];
    files.iter().any(|file| sql.name.contains(file)) && !sql.name.ends_with("suggestions::FORGET")
}

#[test]
fn what_leaves_is_never_half_done() {
    on_both(|db| async move {
        let (faults, recorder) = (FailAt::default(), Recorder::default());
        let db = db.with_probe(faults.probe()).with_probe(recorder.probe());
        let it = World::new(&db).await;
        approvals(&db, &faults, &it).await;
        messages(&db, &faults, &it).await;
        lookups(&db, &faults, &it).await;
        reviews(&db, &faults, &it).await;
        nights(&db, &faults, &it).await;
        conversations(&db, &faults, &it).await;
        alarms(&db, &faults, &it).await;
        assert_all_ran(&recorder, covers);
    });
}

fn asked(db: &TestDatabase, call: &str) -> NewApproval {
    NewApproval {
        id: ApprovalId::generate(&SystemIds),
        call_id: call.into(),
        tool: "send_sms".into(),
        arguments: b"{}".to_vec(),
        agent_revision: 1,
        approver: ApproverRole::Member,
        rule: "R4".into(),
        expires_at: db.clock().now().plus(HOUR),
    }
}

async fn approvals(db: &TestDatabase, faults: &FailAt, it: &World) {
    let (store, here) = (&it.store, it.store.org(it.org));
    let (one, other) = (asked(db, "one"), asked(db, "other"));
    it.read_everything(db).await;
    let outgoing = Outgoing {
        effects: vec![it.effect("allowed")],
        approvals: vec![one.clone(), other],
        notices: vec![NewNotice {
            kind: NoticeKind::Escalated,
            text: "Please look.".into(),
            dedupe_key: "one".into(),
        }],
        suggestions: vec![it.suggestion("drafted")],
    };
    sweep!(db, faults, store.put_out(it.origin(), outgoing.clone()));
    let drafted = here.suggestions(&all(), true).await.unwrap()[0].id;
    let picked = Picked {
        option: 0,
        text: None,
    };
    sweep!(
        db,
        faults,
        here.send_suggestion(drafted, it.owner, picked.clone())
    );
    it.read_everything(db).await;
    let again = Outgoing {
        suggestions: vec![it.suggestion("put aside")],
        ..Outgoing::default()
    };
    sweep!(db, faults, store.put_out(it.origin(), again.clone()));
    let drafted = here.suggestions(&all(), true).await.unwrap()[0].id;
    sweep!(db, faults, here.dismiss_suggestion(drafted, it.owner));
    let (by, decision) = ((it.owner, Role::Owner), ApprovalDecision::Approved);
    let edited = Some(b"{\"text\":\"hi\"}".to_vec());
    sweep!(
        db,
        faults,
        here.decide_approval(one.id, by, decision, edited.clone())
    );
    let approved = NewEffect {
        contact_id: it.another_contact().await,
        ..it.approved_effect("approved", one.id)
    };
    sweep!(db, faults, it.try_put(approved.clone()));
    db.clock().advance(HOUR);
    sweep!(db, faults, store.expire_approvals(9));
    let open = here.notices(&all(), true).await.unwrap();
    sweep!(db, faults, here.resolve_notice(open[0].id, it.owner));
    holds(db, faults, it).await;
}

async fn alarms(db: &TestDatabase, faults: &FailAt, it: &World) {
    super::alarms::alarm(db, it, EMERGENCY).await;
    let outgoing = Outgoing {
        notices: vec![NewNotice {
            kind: NoticeKind::Escalated,
            text: "Please look.".into(),
            dedupe_key: "beside an alarm".into(),
        }],
        ..Outgoing::default()
    };
    sweep!(db, faults, it.store.put_out(it.origin(), outgoing.clone()));
}

async fn holds(db: &TestDatabase, faults: &FailAt, it: &World) {
    let here = it.store.org(it.org);
    let held = NewNotice {
        kind: NoticeKind::Held,
        text: "It is on hold.".into(),
        dedupe_key: format!("unreadable:{}", it.thread),
    };
    sweep!(db, faults, here.raise_notice(None, held.clone()));
    sweep!(db, faults, here.hold_thread(it.thread, "unreadable"));
    let open = here.notices(&all(), true).await.unwrap();
    for notice in open.iter().filter(|one| one.kind == NoticeKind::Held) {
        assert!(here.resolve_notice(notice.id, it.owner).await.unwrap());
    }
    let text = super::inbox::text(it.agent, it.contact, 99);
    sweep!(db, faults, here.accept(text.clone()));
    sweep!(db, faults, here.release_thread(it.thread));
}

async fn messages(db: &TestDatabase, faults: &FailAt, it: &World) {
    let (store, here) = (&it.store, it.store.org(it.org));
    let stale = store.claim_effects("node", 9, &RULES).await.unwrap();
    assert!(stale.is_empty(), "the hour is over");
    let later = db.clock().now().plus(HOUR * 24);
    let fresh = |name: &str| NewEffect {
        expires_at: later,
        ..it.effect(name)
    };
    it.put(fresh("first")).await;
    let second = NewEffect {
        channel: "email".into(),
        ..fresh("second")
    };
    it.put(second).await;
    let overdue = NewEffect {
        expires_at: db.clock().now(),
        ..it.effect("overdue")
    };
    it.put(overdue).await;
    // One is sent and one has expired, in one transaction.
    let claimed = sweep!(db, faults, store.claim_effects("node", 9, &RULES)).remove(0);
    let not_sent = Delivery::NotSent {
        retry_after: None,
        reason: "busy".into(),
        status: Some(429),
    };
    sweep!(db, faults, store.settle_effect(&claimed, not_sent.clone()));
    let by_mail = |number, wish| NewKeyword {
        channel: "email".into(),
        ..it.word(number, wish)
    };
    sweep!(db, faults, here.hear(by_mail(1, Wish::Silence)));
    sweep!(db, faults, here.hear(by_mail(2, Wish::Messages)));
    db.clock().advance(HOUR);
    let claimed = it.claim_one().await;
    sweep!(db, faults, store.settle_effect(&claimed, sent(&claimed)));
    let report = CarrierReport {
        channel: "sms".into(),
        provider_ref: format!("SM-{}", claimed.id),
        effect_id: None,
        status: CarrierStatus::Undelivered {
            reason: "they want silence".into(),
            opted_out: true,
        },
    };
    sweep!(db, faults, store.note_status(report.clone()));
    sweep!(db, faults, here.hear(it.word(3, Wish::Messages)));
    let by_hand = (it.contact, IdentifierKind::Phone, "sms");
    sweep!(db, faults, here.note_wish(by_hand, Wish::Silence, it.owner));
    sweep!(
        db,
        faults,
        here.note_wish(by_hand, Wish::Messages, it.owner)
    );
}

async fn lookups(db: &TestDatabase, faults: &FailAt, it: &World) {
    let store = &it.store;
    let asked = NewEffect {
        expires_at: db.clock().now().plus(HOUR * 24),
        ..it.effect("asked")
    };
    it.put(asked).await;
    it.claim_one().await;
    db.clock().advance(RULES.lease * 2);
    sweep!(db, faults, store.expire_effects(&RULES));
    db.clock().advance(RULES.settle);
    let due = store.due_lookups(9, &RULES).await.unwrap().remove(0);
    sweep!(db, faults, store.postpone_lookup(&due));
    for _ in 0..2 {
        db.clock().advance(RULES.settle);
        let due = store.due_lookups(9, &RULES).await.unwrap().remove(0);
        sweep!(db, faults, store.reconcile(&due, Lookup::Missing));
    }
    let claimed = it.claim_one().await;
    assert_eq!(claimed.attempt, 2);
    it.sent(&claimed).await;
}

async fn reviews(db: &TestDatabase, faults: &FailAt, it: &World) {
    let (store, here) = (&it.store, it.store.org(it.org));
    let opaque = NewEffect {
        class: EffectClass::Opaque,
        expires_at: db.clock().now().plus(HOUR * 24),
        ..it.effect("opaque")
    };
    let id = it.put(opaque).await;
    it.claim_one().await;
    sweep!(db, faults, store.recover_effects(&RULES));
    let again = ReviewDecision::SendAgain;
    sweep!(db, faults, here.decide_effect(id, it.owner, again));
    let claimed = it.claim_one().await;
    it.sent(&claimed).await;
}

/// What waits for the morning, and what a person decides in the morning, stand or fall with what leaves beside them.
async fn nights(db: &TestDatabase, faults: &FailAt, it: &World) {
    let here = it.store.org(it.org);
    let rules = SendRules {
        quiet: Some(QuietHours::parse(("21:00", "08:00"), "UTC", HOUR / 2).unwrap()),
        ..RULES
    };
    // Ten in the evening where the contact's number is from.
    let evening = Timestamp::parse_rfc3339("2031-06-02T05:00:00Z").unwrap();
    db.clock().set(evening);
    let waits = NewEffect {
        expires_at: evening.plus(HOUR),
        ..it.effect("waits")
    };
    it.put(waits).await;
    by_a_person(it, "late", evening).await;
    let left = sweep!(db, faults, it.store.claim_effects("node", 9, &rules));
    assert_eq!(left.len(), 1);
    it.sent(&left[0]).await;
    db.clock().advance(HOUR);
    let text = it.inbound(it.contact, "SM-night", "It is mended.");
    here.accept(text).await.unwrap();
    let morning = evening.plus(10 * HOUR);
    db.clock().set(morning);
    by_a_person(it, "early", morning).await;
    // They have written since: a person is asked.
    let left = sweep!(db, faults, it.store.claim_effects("node", 9, &rules));
    assert_eq!(left.len(), 1);
    it.sent(&left[0]).await;
}

/// Somebody of the team writes to another contact, at any hour.
async fn by_a_person(it: &World, name: &str, now: Timestamp) {
    let words = NewEffect {
        contact_id: it.another_contact().await,
        expires_at: now.plus(HOUR),
        ..it.effect(name)
    };
    let origin = Origin {
        turn: None,
        agent: None,
        ..it.origin()
    };
    let outgoing = Outgoing {
        effects: vec![words],
        ..Outgoing::default()
    };
    it.store.put_out(origin, outgoing).await.unwrap();
}

async fn conversations(db: &TestDatabase, faults: &FailAt, it: &World) {
    let it = World::of(db, it.store.clone(), "Zenith").await;
    let here = it.store.org(it.org);
    let text = it.inbound(it.contact, "SM1", "Is it free?");
    sweep!(db, faults, here.set_aside(text.clone(), Skipped::MediaOnly));
    let page = all();
    let newest = here.inbox_messages(it.thread, &page).await.unwrap()[0]
        .id
        .clone();
    sweep!(db, faults, here.read_up_to(it.thread, &newest));
    let event = newest.parse().unwrap();
    sweep!(db, faults, here.ask_for_files(event));
    sweep!(
        db,
        faults,
        here.keep_file(it.thread, (event, 0), Some(b"file"))
    );
    let words = NewWords {
        client_id: "one".into(),
        text: "Yes.".into(),
    };
    // What failed after it was written down is the same message when it is said again.
    let mut n = 1;
    loop {
        faults.arm(n, || StoreError::Busy);
        let said = here.say(it.thread, it.owner, words.clone()).await;
        if !faults.disarm() {
            said.unwrap();
            break;
        }
        assert_err!(said, StoreError::Busy);
        n += 1;
    }
    let said = here.inbox_messages(it.thread, &page).await.unwrap();
    let leaving = said.iter().filter(|one| one.delivery.is_some());
    assert_eq!(leaving.count(), 1);
    it.put(it.effect("the agent's own")).await;
    sweep!(db, faults, here.take_over(it.thread, it.owner));
    sweep!(db, faults, here.hand_back(it.thread, it.owner));
}
