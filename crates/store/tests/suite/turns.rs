//! Turns: one worker at a time, none that lost its thread can write, and what was learned is there with all that follows.

use std::collections::BTreeSet;
use std::time::Duration;

use futures_util::future::join_all;
use steward_model::{
    AgentId, Integrity, ItemKind, NoticeKind, OrgId, SystemIds, ThreadId, TurnId, Usage,
};
use steward_store::{
    Advance, Began, Changes, Claim, Learned, NewItem, NewNotice, NewStep, NewStreamEvent, NewTurn,
    Next, Page, Spent, Store, StoreError, ThreadView, TurnEnd, WaitingThread, Word,
};
use steward_testkit::TestDatabase;

use super::inbox::{agent, contact, text};
use super::story::new_org;

stories![
    a_claimed_thread_is_nobody_elses_until_its_lease_ends,
    a_turn_that_should_end_is_told_so_by_its_heartbeat_and_to_its_heir,
    many_workers_share_the_threads_without_meeting,
    a_thread_that_changed_since_it_was_seen_is_not_taken,
    a_worker_that_lost_its_thread_can_write_nothing,
    an_open_turn_is_taken_over_with_what_it_learned,
    what_arrives_during_a_turn_waits_or_joins_it,
    an_answer_written_without_the_news_is_refused,
    items_stand_in_order_and_are_read_from_the_newest,
    a_fresh_start_lets_go_of_every_thread,
    a_turn_that_waits_is_not_looked_at_before_its_time,
    turn_after_turn_that_fails_puts_the_thread_on_hold,
    content_that_was_moved_is_not_used,
    a_worker_sees_whether_the_agents_owner_is_still_there,
];

const LEASE: Duration = Duration::from_secs(30);

pub(super) async fn waiting(store: &Store) -> Vec<WaitingThread> {
    store.waiting_threads(100).await.unwrap()
}

async fn view(store: &Store, thread: WaitingThread) -> ThreadView {
    let org = store.org(thread.org_id);
    org.view_thread(thread.id, 0, 100).await.unwrap().unwrap()
}

fn model_step(no: i64) -> NewStep {
    NewStep {
        no,
        kind: "model",
        request_hash: [no as u8; 32],
    }
}

pub(super) fn new_turn() -> NewTurn {
    NewTurn {
        worker: "worker".into(),
        lease: LEASE,
        setup: b"the start".to_vec(),
        model: "test:model".into(),
        items: vec![],
        changes: Changes::default(),
        step: model_step(1),
    }
}

pub(super) fn learned(no: i64, says: &str) -> Learned {
    Learned {
        no,
        kind: "model",
        request_hash: [no as u8; 32],
        event: format!(r#"{{"says":"{says}"}}"#).into_bytes(),
        spent: spent(),
    }
}

pub(super) fn spent() -> Spent {
    let usage = Usage {
        input_tokens: 10,
        output_tokens: 5,
        ..Usage::default()
    };
    Spent {
        usage,
        cost_micros: 42,
    }
}

pub(super) fn item(says: &str) -> NewItem {
    NewItem {
        kind: ItemKind::Assistant,
        content: says.as_bytes().to_vec(),
        integrity: Integrity::Untrusted,
    }
}

fn end(failed: bool) -> Next {
    Next::End(TurnEnd {
        failed,
        outcome: if failed { "failed" } else { "completed" },
        detail: b"{}".to_vec(),
        on_hold: NewNotice {
            kind: NoticeKind::Held,
            text: "it is on hold".into(),
            dedupe_key: TurnId::generate(&SystemIds).to_string(),
        },
    })
}

pub(super) fn ending() -> Advance {
    Advance {
        next: end(false),
        ..Advance::default()
    }
}

/// Takes the thread that has waited longest.
pub(super) async fn claim(store: &Store) -> Result<Claim, StoreError> {
    let thread = store.waiting_threads(1).await?[0];
    let view = store
        .org(thread.org_id)
        .view_thread(thread.id, 0, 100)
        .await?;
    let view = view.unwrap();
    if view.open_turn.is_some() {
        let resumed = store.resume_turn(&view, "worker", LEASE).await?;
        return Ok(resumed.unwrap().claim);
    }
    match store.begin_turn(&view, new_turn()).await? {
        Began::Turn(claim) => Ok(claim),
        Began::Lost => panic!("nobody else was there"),
    }
}

/// A thread on which a text has arrived.
pub(super) async fn thread(store: &Store) -> (OrgId, AgentId, ThreadId) {
    let (org, agent) = agent(store, "Acme").await;
    let arrived = text(agent, contact(), 1);
    store.org(org).accept(arrived).await.unwrap();
    let waiting = waiting(store).await;
    (org, agent, waiting[0].id)
}

async fn a_claimed_thread_is_nobody_elses_until_its_lease_ends(db: TestDatabase) {
    let store = db.open().await;
    assert_eq!(waiting(&store).await, []);
    assert_eq!(store.next_wake().await.unwrap(), None);
    thread(&store).await;
    assert!(store.next_wake().await.unwrap().is_some());
    let first = claim(&store).await.unwrap();
    assert_eq!(waiting(&store).await, []);
    db.clock().advance(LEASE / 2);
    assert_eq!(store.renew_claim(&first).await.unwrap(), Word::GoOn);
    db.clock().advance(LEASE / 2 + Duration::from_secs(1));
    assert_eq!(waiting(&store).await, [], "it was renewed");
    db.clock().advance(LEASE);
    let second = claim(&store).await.unwrap();
    assert_eq!(
        (second.thread_id, second.turn_id),
        (first.thread_id, first.turn_id)
    );
    let advanced = store.advance(&second, ending()).await.unwrap();
    assert!(!advanced.queued);
    assert_eq!(waiting(&store).await, [], "nothing is left to do");
}

async fn a_turn_that_should_end_is_told_so_by_its_heartbeat_and_to_its_heir(db: TestDatabase) {
    let store = db.open().await;
    let (org, _, thread) = thread(&store).await;
    assert!(!store.org(org).stop_turn(thread).await.unwrap());
    let first = claim(&store).await.unwrap();
    let (stranger, _) = agent(&store, "Globex").await;
    assert!(!store.org(stranger).stop_turn(thread).await.unwrap());
    assert_eq!(store.renew_claim(&first).await.unwrap(), Word::GoOn);
    assert!(store.org(org).stop_turn(thread).await.unwrap());
    assert_eq!(store.renew_claim(&first).await.unwrap(), Word::Stop);
    db.clock().advance(LEASE + Duration::from_secs(1));
    let left = view(&store, waiting(&store).await[0]).await;
    let heir = store.resume_turn(&left, "heir", LEASE).await.unwrap();
    assert!(heir.unwrap().stop_wanted);
}

async fn many_workers_share_the_threads_without_meeting(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    for n in 0..24 {
        let arrived = text(agent, contact(), n);
        store.org(org).accept(arrived).await.unwrap();
    }
    let workers = (0..8).map(|_| {
        let store = store.clone();
        async move {
            let mut taken = Vec::new();
            for thread in waiting(&store).await {
                let org = store.org(thread.org_id);
                let Some(view) = org.view_thread(thread.id, 0, 10).await.unwrap() else {
                    continue;
                };
                if view.open_turn.is_some() {
                    continue;
                }
                match store.begin_turn(&view, new_turn()).await.unwrap() {
                    Began::Turn(claim) => taken.push(claim.thread_id),
                    Began::Lost => {}
                }
            }
            taken
        }
    });
    let taken: Vec<_> = join_all(workers).await.into_iter().flatten().collect();
    let threads: BTreeSet<_> = taken.iter().collect();
    assert_eq!((taken.len(), threads.len()), (24, 24));
}

async fn a_thread_that_changed_since_it_was_seen_is_not_taken(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let who = contact();
    store.org(org).accept(text(agent, who, 1)).await.unwrap();
    let seen = view(&store, waiting(&store).await[0]).await;
    store.org(org).accept(text(agent, who, 2)).await.unwrap();
    let began = store.begin_turn(&seen, new_turn()).await.unwrap();
    assert!(matches!(began, Began::Lost), "{began:?}");
    let seen = view(&store, waiting(&store).await[0]).await;
    let texts: Vec<_> = seen.unread.iter().map(|event| event.seq).collect();
    assert_eq!(texts, [1, 2]);
    let began = store.begin_turn(&seen, new_turn()).await.unwrap();
    assert!(matches!(began, Began::Turn(_)));
    let began = store.begin_turn(&seen, new_turn()).await.unwrap();
    assert!(matches!(began, Began::Lost), "{began:?}");
}

async fn a_worker_that_lost_its_thread_can_write_nothing(db: TestDatabase) {
    let store = db.open().await;
    let (org, ..) = thread(&store).await;
    let zombie = claim(&store).await.unwrap();
    db.clock().advance(LEASE + Duration::from_secs(1));
    let heir = claim(&store).await.unwrap();
    assert_err!(store.renew_claim(&zombie).await, StoreError::LeaseLost);
    let late = Advance {
        learned: vec![learned(1, "late")],
        items: vec![item("late")],
        ..Advance::default()
    };
    assert_err!(store.advance(&zombie, late).await, StoreError::LeaseLost);
    let ended = store.advance(&zombie, ending()).await;
    assert_err!(ended, StoreError::LeaseLost);
    let items = store.org(org).items(heir.thread_id, i64::MAX, 9).await;
    assert_eq!(items.unwrap(), []);
    store.advance(&heir, ending()).await.unwrap();
    let again = store.advance(&heir, ending()).await;
    assert_err!(again, StoreError::LeaseLost);
}

async fn an_open_turn_is_taken_over_with_what_it_learned(db: TestDatabase) {
    let store = db.open().await;
    thread(&store).await;
    let first = claim(&store).await.unwrap();
    let step = Advance {
        learned: vec![learned(1, "hello")],
        next: Next::Begin {
            step: model_step(2),
        },
        ..Advance::default()
    };
    let begun = store.advance(&first, step).await.unwrap();
    assert_eq!(begun.attempt, 1);
    db.clock().advance(LEASE + Duration::from_secs(1));

    let store = db.reopen(store).await;
    let seen = view(&store, waiting(&store).await[0]).await;
    assert_eq!(seen.open_turn, Some(first.turn_id));
    let resumed = store.resume_turn(&seen, "heir", LEASE).await.unwrap();
    let resumed = resumed.unwrap();
    assert_eq!((resumed.claim.turn_no, resumed.workers), (1, 2));
    assert_eq!(resumed.setup, b"the start");
    assert_eq!(resumed.learned, [br#"{"says":"hello"}"#.to_vec()]);
    assert_eq!(resumed.unfinished.as_deref(), Some("model"));
    let twice = store.resume_turn(&seen, "another", LEASE).await.unwrap();
    assert!(twice.is_none(), "somebody has it");
    let again = Advance {
        next: Next::Begin {
            step: model_step(2),
        },
        ..Advance::default()
    };
    let begun = store.advance(&resumed.claim, again).await.unwrap();
    assert_eq!(begun.attempt, 2);
    let known = Advance {
        learned: vec![learned(1, "otherwise")],
        ..Advance::default()
    };
    let twice = store.advance(&resumed.claim, known).await;
    assert_err!(twice, StoreError::Conflict("step"));
}

async fn what_arrives_during_a_turn_waits_or_joins_it(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let who = contact();
    store.org(org).accept(text(agent, who, 1)).await.unwrap();
    let seen = view(&store, waiting(&store).await[0]).await;
    let Began::Turn(turn) = store.begin_turn(&seen, new_turn()).await.unwrap() else {
        panic!("it was free");
    };
    assert_eq!(store.org(org).unread_events(&seen).await.unwrap(), []);
    store.org(org).accept(text(agent, who, 2)).await.unwrap();
    let news = store.org(org).unread_events(&seen).await.unwrap();
    assert_eq!(news.len(), 1);
    assert_eq!(news[0].payload, br#"{"text":"message 2"}"#);
    let join = Advance {
        join: Some(2),
        seen_event: Some(2),
        ..Advance::default()
    };
    store.advance(&turn, join).await.unwrap();
    assert_eq!(store.org(org).unread_events(&seen).await.unwrap(), []);
    store.org(org).accept(text(agent, who, 3)).await.unwrap();
    let advanced = store.advance(&turn, ending()).await.unwrap();
    assert!(advanced.queued);
    let next = view(&store, waiting(&store).await[0]).await;
    assert_eq!((next.id, next.last_turn), (turn.thread_id, 1));
    let unread: Vec<_> = next.unread.iter().map(|event| event.seq).collect();
    assert_eq!(unread, [3]);
}

async fn an_answer_written_without_the_news_is_refused(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let who = contact();
    store.org(org).accept(text(agent, who, 1)).await.unwrap();
    let turn = claim(&store).await.unwrap();
    store.org(org).accept(text(agent, who, 2)).await.unwrap();
    let answer = || Advance {
        items: vec![item("only to the first")],
        seen_event: Some(1),
        ..ending()
    };
    let refused = store.advance(&turn, answer()).await;
    assert_err!(refused, StoreError::Conflict("thread"));
    let items = store.org(org).items(turn.thread_id, i64::MAX, 9).await;
    assert_eq!(items.unwrap(), []);
}

async fn items_stand_in_order_and_are_read_from_the_newest(db: TestDatabase) {
    let store = db.open().await;
    let (org, ..) = thread(&store).await;
    let (other, _) = new_org(&store, "Zenith").await;
    let turn = claim(&store).await.unwrap();
    let thread = turn.thread_id;
    for no in 1..=4 {
        let step = Advance {
            learned: vec![learned(no, "x")],
            items: vec![item(&format!("step {no}"))],
            told: vec![NewStreamEvent {
                kind: "turn".into(),
                data: b"{}".to_vec(),
            }],
            ..Advance::default()
        };
        store.advance(&turn, step).await.unwrap();
    }
    let newest = store.org(org).items(thread, i64::MAX, 2).await.unwrap();
    let read: Vec<_> = newest
        .iter()
        .map(|item| (item.seq, item.content.as_slice()))
        .collect();
    assert_eq!(read, [(3, &b"step 3"[..]), (4, &b"step 4"[..])]);
    let earlier = store.org(org).items(thread, 3, 10).await.unwrap();
    let seqs =
        |items: &[steward_store::Item]| items.iter().map(|item| item.seq).collect::<Vec<_>>();
    assert_eq!(seqs(&earlier), [1, 2]);
    let between = store.org(org).items_between(thread, 1, 3).await.unwrap();
    assert_eq!(seqs(&between), [2, 3]);
    let foreign = store.org(other).items(thread, i64::MAX, 10).await.unwrap();
    assert_eq!(foreign, []);
    store.advance(&turn, ending()).await.unwrap();
    let foreign = store.org(other).view_thread(thread, 0, 10).await.unwrap();
    assert!(foreign.is_none());
}

async fn a_fresh_start_lets_go_of_every_thread(db: TestDatabase) {
    let store = db.open().await;
    thread(&store).await;
    let before = claim(&store).await.unwrap();
    assert_eq!(store.recover_threads().await.unwrap(), 1);
    let after = claim(&store).await.unwrap();
    assert_eq!(after.turn_id, before.turn_id);
    assert_err!(store.renew_claim(&before).await, StoreError::LeaseLost);
}

async fn a_turn_that_waits_is_not_looked_at_before_its_time(db: TestDatabase) {
    let store = db.open().await;
    thread(&store).await;
    let turn = claim(&store).await.unwrap();
    let until = store.next_wake().await.unwrap();
    assert_eq!(until, None, "a worker has it");
    let later = steward_model::Clock::now(db.clock()).plus(LEASE);
    let defer = Advance {
        next: Next::Defer {
            until: later,
            step: 1,
            spent: spent(),
        },
        ..Advance::default()
    };
    store.advance(&turn, defer).await.unwrap();
    assert_eq!(waiting(&store).await, []);
    assert_eq!(store.next_wake().await.unwrap(), Some(later));
    db.clock().advance(LEASE);
    let again = claim(&store).await.unwrap();
    assert_eq!(again.turn_id, turn.turn_id);
}

async fn turn_after_turn_that_fails_puts_the_thread_on_hold(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let who = contact();
    for n in 1..=3 {
        store.org(org).accept(text(agent, who, n)).await.unwrap();
        let turn = claim(&store).await.unwrap();
        let failed = Advance {
            next: end(true),
            ..Advance::default()
        };
        store.advance(&turn, failed).await.unwrap();
    }
    let page = Page {
        after: None,
        limit: 9,
    };
    let notices = store.org(org).notices(&page, true).await.unwrap();
    assert_eq!(notices.len(), 1, "one notice of the third failure");
    store.org(org).accept(text(agent, who, 4)).await.unwrap();
    assert_eq!(waiting(&store).await, [], "it is on hold");
    let thread = notices[0].thread_id.unwrap();
    assert!(store.org(org).release_thread(thread).await.unwrap());
    assert!(!store.org(org).release_thread(thread).await.unwrap());
    assert_eq!(waiting(&store).await.len(), 1);
    assert!(store.org(org).hold_thread(thread, "damaged").await.unwrap());
    assert!(!store.org(org).hold_thread(thread, "again").await.unwrap());
    assert_eq!(waiting(&store).await, []);
}

async fn content_that_was_moved_is_not_used(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let who = contact();
    store.org(org).accept(text(agent, who, 1)).await.unwrap();
    let turn = claim(&store).await.unwrap();
    let step = Advance {
        learned: vec![learned(1, "hello")],
        items: vec![item("hello")],
        ..ending()
    };
    store.advance(&turn, step).await.unwrap();
    store.org(org).accept(text(agent, who, 2)).await.unwrap();
    let found = store.org(org).turn(turn.turn_id).await.unwrap().unwrap();
    // Each takes the place of its neighbour, sealed under the same key but for the last.
    for swap in [
        "update item set content_enc = (select event_enc from step)",
        "update step set event_enc = (select setup_enc from turn)",
        "update turn set setup_enc = (select payload_enc from event where seq = 1)",
        "update event set payload_enc = (select profile_enc from agent)",
    ] {
        db.data().execute(swap).await;
    }
    let items = store.org(org).items(turn.thread_id, i64::MAX, 9).await;
    assert_err!(items, StoreError::Tampered { table: "item", .. });
    let record = store.org(org).turn_record(&found).await;
    assert_err!(record, StoreError::Tampered { .. });
    let seen = store.org(org).view_thread(turn.thread_id, 9, 9).await;
    assert_err!(seen, StoreError::Tampered { table: "event", .. });
    db.data()
        .execute("update agent set profile_enc = (select content_enc from item)")
        .await;
    let profile = store.org(org).agent(agent).await;
    assert_err!(profile, StoreError::Tampered { table: "agent", .. });
}

async fn a_worker_sees_whether_the_agents_owner_is_still_there(db: TestDatabase) {
    let store = db.open().await;
    let (org, owner) = new_org(&store, "Acme").await;
    let new = steward_store::NewAgent {
        member_id: Some(owner),
        ..super::agents::text_reply()
    };
    let agent = store.org(org).create_agent(new).await.unwrap();
    let arrived = text(agent.id, contact(), 1);
    store.org(org).accept(arrived).await.unwrap();
    let seen = view(&store, waiting(&store).await[0]).await;
    assert_eq!(seen.owner, Some(steward_model::Role::Owner));
}
