//! Texts to members about notices: to whom, from where, and for how long they are wanted.

use std::time::Duration;

use steward_model::{
    ConsentBy, EffectId, EffectState, IdentifierKind, MemberId, NoticeId, NoticeKind, Role,
    ThreadId,
};
use steward_store::{
    Accepted, AlertReason, ClaimedEffect, Heard, Line, MemberChange, NewKeyword, NewMember,
    NewNotice, SendRules, Speaker, StoreError, TEXT_NOTICE, Wish,
};
use steward_testkit::{FailAt, TestDatabase, on_both};

use super::chats::said;
use super::jobs::LEASE;
use super::outbox::{RULES, World};
use super::story::{HOUR, all, email, person, phone};

stories![
    an_escalation_asks_for_one_text_per_member_who_wants_it,
    a_text_goes_to_the_members_own_number_once,
    a_text_is_not_due_once_nobody_needs_it,
    what_changes_before_it_leaves_takes_it_back,
    a_member_who_says_stop_is_left_alone,
    a_stranger_cannot_have_a_member_texted_without_end,
    a_contact_with_the_members_number_stays_who_they_are,
    a_members_own_thread_is_nobody_elses_text,
    texts_wait_for_whoever_asks_for_them_by_name,
];

const ANA: &str = "+14155550190";

fn notice(name: &str) -> NewNotice {
    NewNotice {
        kind: NoticeKind::Escalated,
        text: "Please look.".into(),
        dedupe_key: name.into(),
    }
}

fn wish(text_escalations: bool) -> MemberChange {
    MemberChange {
        text_escalations: Some(text_escalations),
        ..MemberChange::default()
    }
}

/// A member with a number who wants texts.
async fn wisher(it: &World, name: &str, number: &str) -> MemberId {
    let here = it.store.org(it.org);
    let new = NewMember {
        identifiers: vec![email(&format!("{name}@example.com")), phone(number)],
        ..person(name, Role::Member)
    };
    let member = here.create_member(new).await.unwrap();
    assert!(!member.text_escalations, "nobody is texted unasked");
    let changed = here.update_member(member.id, wish(true)).await.unwrap();
    let changed = changed.unwrap();
    assert!(changed.text_escalations && !changed.mail_escalations);
    member.id
}

/// What is asked for, in the order of members.
async fn asked(it: &World) -> Vec<(NoticeId, MemberId)> {
    let jobs = it.store.org(it.org).jobs(&all(), None).await.unwrap();
    let texts = jobs.iter().filter(|job| job.kind == TEXT_NOTICE);
    let ids = texts.map(|job| job.subject.split_once(':').unwrap());
    ids.map(|(notice, member)| (notice.parse().unwrap(), member.parse().unwrap()))
        .collect()
}

async fn raise(it: &World, thread: Option<ThreadId>, name: &str) -> NoticeId {
    let here = it.store.org(it.org);
    assert!(here.raise_notice(thread, notice(name)).await.unwrap());
    let notices = here.notices(&all(), false).await.unwrap();
    notices.last().unwrap().id
}

async fn line(it: &World) -> Line {
    let line = it.store.org(it.org).line(it.line).await.unwrap();
    line.unwrap()
}

/// Puts the text into the outbox, as a job does.
async fn text(it: &World, notice: NoticeId, member: MemberId) -> EffectId {
    let here = it.store.org(it.org);
    let due = here.due_text(notice, member).await.unwrap().unwrap();
    let words = "Acme: A text waits for a person: https://steward.example.com/needs-you";
    let put = here.text_member(&due, &line(it).await, words).await;
    put.unwrap()
}

async fn is_due(it: &World, notice: NoticeId, member: MemberId) -> bool {
    let here = it.store.org(it.org);
    here.due_text(notice, member).await.unwrap().is_some()
}

/// What its payload says of where it goes.
fn to(effect: &ClaimedEffect) -> String {
    let payload: serde_json::Value = serde_json::from_slice(&effect.payload).unwrap();
    payload["to"].as_str().unwrap().to_owned()
}

/// Ana says STOP or START.
async fn hear(it: &World, name: &str, wish: Wish) {
    let word = NewKeyword {
        source: "twilio".into(),
        dedupe_key: name.into(),
        channel: "sms".into(),
        address: phone(ANA),
        wish,
        how: ConsentBy::Keyword,
        line_id: Some(it.line),
        words: name.into(),
    };
    let heard = it.store.org(it.org).hear(word).await.unwrap();
    assert_eq!(heard, Heard::Wish);
}

async fn cancelled(it: &World, id: EffectId) -> String {
    assert!(it.claim().await.is_empty());
    let effect = it.read(id).await;
    assert_eq!(effect.state, EffectState::Cancelled);
    effect.reason.unwrap()
}

async fn an_escalation_asks_for_one_text_per_member_who_wants_it(db: TestDatabase) {
    let it = World::new(&db).await;
    let other = World::of(&db, it.store.clone(), "Zenith").await;
    wisher(&other, "zoe", "+14155550191").await;
    raise(&it, Some(it.thread), "nobody wants it").await;
    assert_eq!(asked(&it).await, []);
    let (ana, bo) = (
        wisher(&it, "ana", ANA).await,
        wisher(&it, "bo", "+14155550192").await,
    );
    let first = raise(&it, Some(it.thread), "turn:1").await;
    let again = it.store.org(it.org);
    let again = again.raise_notice(Some(it.thread), notice("turn:1")).await;
    assert!(!again.unwrap());
    assert_eq!(asked(&it).await, [(first, ana), (first, bo)]);
    for kind in NoticeKind::ALL {
        let new = NewNotice {
            kind: *kind,
            ..notice(&format!("kind:{kind}"))
        };
        let here = it.store.org(it.org);
        here.raise_notice(None, new).await.unwrap();
    }
    assert_eq!(
        asked(&it).await.len(),
        4,
        "only one of them is an escalation"
    );
    assert_eq!(asked(&other).await, []);
}

async fn a_text_goes_to_the_members_own_number_once(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    let ana = wisher(&it, "ana", ANA).await;
    let raised = raise(&it, Some(it.thread), "emergency:SM1").await;
    let due = here.due_text(raised, ana).await.unwrap().unwrap();
    assert_eq!((due.to.as_str(), due.reason), (ANA, AlertReason::Emergency));
    assert_eq!(due.inbox_thread, Some(it.thread));
    assert!(!format!("{due:?}").contains("4155550190"));
    let id = text(&it, raised, ana).await;
    assert_eq!(text(&it, raised, ana).await, id, "the same text again");
    let claimed = it.claim_one().await;
    assert_eq!((claimed.id, to(&claimed)), (id, ANA.to_owned()));
    it.sent(&claimed).await;
    assert_eq!(text(&it, raised, ana).await, id, "and after it was sent");
    assert!(it.claim().await.is_empty());
    // It stands where whoever has the number is written to, and not with the contact it is about.
    let contact = here.contact_by_identifier(&phone(ANA)).await.unwrap();
    let contact = contact.unwrap();
    assert_eq!(contact.name.as_deref(), Some("ana"));
    assert_eq!(claimed.contact_id, contact.id);
    let shown = here.inbox_messages(claimed.thread_id, &all()).await;
    let shown = shown.unwrap();
    assert_eq!(shown.len(), 1);
    assert_eq!(shown[0].by, Speaker::Automatic);
    let with_bo = here.inbox_messages(it.thread, &all()).await.unwrap();
    assert_eq!(with_bo.len(), 1, "what Bo wrote, and nothing else");
}

async fn a_text_is_not_due_once_nobody_needs_it(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    let (ana, bo) = (
        wisher(&it, "ana", ANA).await,
        wisher(&it, "bo", "+14155550192").await,
    );
    // The owner has no number.
    here.update_member(it.owner, wish(true)).await.unwrap();
    let raised = raise(&it, None, "turn:1").await;
    assert!(is_due(&it, raised, ana).await && is_due(&it, raised, bo).await);
    assert!(!is_due(&it, raised, it.owner).await);
    let other = World::of(&db, it.store.clone(), "Zenith").await;
    assert!(!is_due(&other, raised, ana).await);
    assert!(here.delete_member(bo).await.unwrap());
    assert!(!is_due(&it, raised, bo).await);
    here.update_member(ana, wish(false)).await.unwrap();
    assert!(!is_due(&it, raised, ana).await);
    here.update_member(ana, wish(true)).await.unwrap();
    assert!(here.resolve_notice(raised, it.owner).await.unwrap());
    assert!(!is_due(&it, raised, ana).await);
}

async fn what_changes_before_it_leaves_takes_it_back(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    let ana = wisher(&it, "ana", ANA).await;
    const WHY: &str = "The member does not want it there any more, or somebody has seen to it.";

    let seen_to = raise(&it, None, "turn:1").await;
    let id = text(&it, seen_to, ana).await;
    assert!(here.resolve_notice(seen_to, it.owner).await.unwrap());
    assert_eq!(cancelled(&it, id).await, WHY);

    let id = text(&it, raise(&it, None, "turn:2").await, ana).await;
    here.update_member(ana, wish(false)).await.unwrap();
    assert_eq!(cancelled(&it, id).await, WHY);
    here.update_member(ana, wish(true)).await.unwrap();

    // Another number is not the one that it was written to: it may be somebody else's by now.
    let id = text(&it, raise(&it, None, "turn:3").await, ana).await;
    let known = here.member(ana).await.unwrap().unwrap().identifiers;
    let old = known.iter().find(|one| one.kind == IdentifierKind::Phone);
    here.add_member_identifier(ana, &phone("+14155550193"))
        .await
        .unwrap();
    here.remove_member_identifier(ana, old.unwrap().id)
        .await
        .unwrap();
    assert_eq!(cancelled(&it, id).await, WHY);

    let id = text(&it, raise(&it, None, "turn:4").await, ana).await;
    assert!(here.delete_member(ana).await.unwrap());
    assert_eq!(cancelled(&it, id).await, WHY);
}

async fn a_member_who_says_stop_is_left_alone(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    let ana = wisher(&it, "ana", ANA).await;
    let waits = text(&it, raise(&it, None, "turn:1").await, ana).await;
    hear(&it, "SM-stop", Wish::Silence).await;
    assert_eq!(it.state(waits).await, EffectState::Cancelled);
    let later = text(&it, raise(&it, None, "turn:2").await, ana).await;
    let why = cancelled(&it, later).await;
    assert_eq!(why, "The contact does not want messages on this channel.");
    assert!(here.wants_silence("sms", &phone(ANA)).await.unwrap());
    hear(&it, "SM-start", Wish::Messages).await;
    let again = text(&it, raise(&it, None, "turn:3").await, ana).await;
    assert_eq!(it.claim_one().await.id, again);
}

async fn a_stranger_cannot_have_a_member_texted_without_end(db: TestDatabase) {
    let it = World::new(&db).await;
    let ana = wisher(&it, "ana", ANA).await;
    let mut texts = Vec::new();
    for n in 0..8 {
        let raised = raise(&it, Some(it.thread), &format!("emergency:SM{n}")).await;
        texts.push(text(&it, raised, ana).await);
    }
    // A conversation's messages leave one after the other.
    for id in &texts[..6] {
        let claimed = it.claim_one().await;
        assert_eq!(claimed.id, *id);
        it.sent(&claimed).await;
    }
    assert!(it.claim().await.is_empty());
    for id in &texts[6..] {
        let effect = it.read(*id).await;
        assert_eq!(effect.state, EffectState::Cancelled);
        let why = effect.reason.unwrap();
        assert_eq!(why, "The member got too many texts within an hour.");
    }
    db.clock().advance(HOUR + Duration::from_secs(1));
    let later = text(&it, raise(&it, None, "turn:1").await, ana).await;
    let claimed = it.claim_one().await;
    assert_eq!(claimed.id, later);
    it.sent(&claimed).await;
    // Nought is no limit.
    let free = SendRules {
        max_per_contact_per_hour: 0,
        ..RULES
    };
    for n in 0..8 {
        let raised = raise(&it, None, &format!("turn:more{n}")).await;
        let id = text(&it, raised, ana).await;
        let claimed = it.store.claim_effects("node", 50, &free).await.unwrap();
        assert_eq!(claimed.iter().map(|one| one.id).collect::<Vec<_>>(), [id]);
        it.sent(&claimed[0]).await;
    }
}

async fn a_contact_with_the_members_number_stays_who_they_are(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    let known = here.resolve_contact(&phone(ANA)).await.unwrap();
    here.rename_contact(known.id, "Ana of the office")
        .await
        .unwrap();
    let ana = wisher(&it, "ana", ANA).await;
    text(&it, raise(&it, None, "turn:1").await, ana).await;
    let claimed = it.claim_one().await;
    assert_eq!(claimed.contact_id, known.id);
    it.sent(&claimed).await;
    let still = here.contact(known.id).await.unwrap().unwrap();
    assert_eq!(still.name.as_deref(), Some("Ana of the office"));
    // Whoever is forgotten as a contact is a new one, and is texted on.
    assert!(here.forget_contact(known.id, "test").await.unwrap());
    text(&it, raise(&it, None, "turn:2").await, ana).await;
    let claimed = it.claim_one().await;
    assert_ne!(claimed.contact_id, known.id);
    assert_eq!(to(&claimed), ANA);
}

async fn a_members_own_thread_is_nobody_elses_text(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    let (ana, bo) = (
        wisher(&it, "ana", ANA).await,
        wisher(&it, "bo", "+14155550192").await,
    );
    let accepted = here.accept(said(it.agent, ana, "chat", 1)).await.unwrap();
    let Accepted::Queued { thread_id, .. } = accepted else {
        panic!("it is new")
    };
    let raised = raise(&it, Some(thread_id), "turn:1").await;
    assert_eq!(asked(&it).await, [(raised, ana)]);
    assert!(!is_due(&it, raised, bo).await);
    let due = here.due_text(raised, ana).await.unwrap().unwrap();
    assert_eq!(due.inbox_thread, None, "it is no conversation");
}

async fn texts_wait_for_whoever_asks_for_them_by_name(db: TestDatabase) {
    let it = World::new(&db).await;
    wisher(&it, "ana", ANA).await;
    raise(&it, None, "turn:1").await;
    let others = it.store.claim_jobs("node", 9, LEASE).await.unwrap();
    assert!(others.iter().all(|job| job.kind != TEXT_NOTICE));
    assert_eq!(it.store.claim_mails("node", 9, LEASE).await.unwrap(), []);
    let texts = it.store.claim_texts("node", 9, LEASE).await.unwrap();
    assert_eq!(texts.len(), 1);
    assert!(it.store.finish_job(&texts[0]).await.unwrap());
}

#[test]
fn a_text_is_put_out_whole_or_not_at_all() {
    on_both(|db| async move {
        let faults = FailAt::default();
        let db = db.with_probe(faults.probe());
        let it = World::new(&db).await;
        let here = it.store.org(it.org);
        let ana = wisher(&it, "ana", ANA).await;
        let raised = raise(&it, Some(it.thread), "turn:1").await;
        here.resolve_contact(&phone(ANA)).await.unwrap();
        let due = here.due_text(raised, ana).await.unwrap().unwrap();
        let line = line(&it).await;
        let before = db.data().dump().await;
        for n in 1.. {
            faults.arm(n, || StoreError::Busy);
            let put = here.text_member(&due, &line, "Look.").await;
            if !faults.disarm() {
                assert_eq!(it.claim_one().await.id, put.unwrap());
                break;
            }
            assert_err!(put, StoreError::Busy);
            assert_eq!(db.data().dump().await, before, "at point {n}");
        }
    });
}
