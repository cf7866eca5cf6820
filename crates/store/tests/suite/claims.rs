//! Claims: one worker at a time, and none that lost its thread can write.

use std::collections::BTreeSet;
use std::time::Duration;

use futures_util::future::join_all;
use steward_model::{Integrity, ItemKind, TurnState, Usage};
use steward_store::{Begun, Claim, NewItem, NewStep, StepResult, Store, StoreError};
use steward_testkit::TestDatabase;

use super::inbox::{agent, contact, text};

stories![
    a_claimed_thread_is_nobody_elses_until_its_lease_ends,
    many_workers_share_the_threads_without_meeting,
    a_worker_that_lost_its_thread_can_write_nothing,
    an_open_turn_is_taken_over_with_what_it_learned,
    what_arrives_during_a_turn_waits_or_joins_it,
    items_stand_in_order_and_are_read_from_the_newest,
    a_fresh_start_lets_go_of_every_thread,
    content_that_was_moved_is_not_used,
];

const LEASE: Duration = Duration::from_secs(30);

async fn claim(store: &Store) -> Option<Claim> {
    store.claim_thread("worker", LEASE).await.unwrap()
}

fn model_step(no: i64) -> NewStep {
    NewStep {
        no,
        kind: "model",
        request_hash: [no as u8; 32],
    }
}

fn answer(no: i64, says: &str) -> StepResult {
    StepResult {
        no,
        event: format!(r#"{{"says":"{says}"}}"#).into_bytes(),
        usage: Usage {
            input_tokens: 10,
            output_tokens: 5,
            ..Usage::default()
        },
        cost_micros: 42,
        items: vec![NewItem {
            kind: ItemKind::Assistant,
            content: says.as_bytes().to_vec(),
            integrity: Integrity::Untrusted,
        }],
    }
}

async fn a_claimed_thread_is_nobody_elses_until_its_lease_ends(db: TestDatabase) {
    let store = db.open().await;
    assert!(claim(&store).await.is_none());
    let (org, agent) = agent(&store, "Acme").await;
    store
        .org(org)
        .accept(text(agent, contact(), 1))
        .await
        .unwrap();
    let first = claim(&store).await.unwrap();
    assert!(claim(&store).await.is_none());
    db.clock().advance(LEASE / 2);
    store.renew_claim(&first).await.unwrap();
    db.clock().advance(LEASE / 2 + Duration::from_secs(1));
    assert!(claim(&store).await.is_none(), "it was renewed");
    db.clock().advance(LEASE);
    let second = claim(&store).await.unwrap();
    assert_eq!(
        (second.thread_id, second.turn_id),
        (first.thread_id, first.turn_id)
    );
    store
        .end_turn(&second, TurnState::Done, "answered")
        .await
        .unwrap();
    assert!(claim(&store).await.is_none(), "nothing is left to do");
}

async fn many_workers_share_the_threads_without_meeting(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    for n in 0..24 {
        store
            .org(org)
            .accept(text(agent, contact(), n))
            .await
            .unwrap();
    }
    let claims = join_all((0..32).map(|_| {
        let store = store.clone();
        async move { claim(&store).await }
    }));
    // On Postgres a claim that meets another passes over its row, and may come away with nothing.
    let mut taken: Vec<_> = claims.await.into_iter().flatten().collect();
    while let Some(more) = claim(&store).await {
        taken.push(more);
    }
    let threads: BTreeSet<_> = taken.iter().map(|claim| claim.thread_id).collect();
    assert_eq!((taken.len(), threads.len()), (24, 24));
}

async fn a_worker_that_lost_its_thread_can_write_nothing(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    store
        .org(org)
        .accept(text(agent, contact(), 1))
        .await
        .unwrap();
    let zombie = claim(&store).await.unwrap();
    store.begin_step(&zombie, model_step(1)).await.unwrap();
    db.clock().advance(LEASE + Duration::from_secs(1));
    let heir = claim(&store).await.unwrap();
    assert_err!(store.renew_claim(&zombie).await, StoreError::LeaseLost);
    assert_err!(
        store.begin_step(&zombie, model_step(1)).await,
        StoreError::LeaseLost
    );
    assert_err!(
        store.finish_step(&zombie, answer(1, "late")).await,
        StoreError::LeaseLost
    );
    assert_err!(store.take_unread(&zombie).await, StoreError::LeaseLost);
    assert_err!(
        store.save_setup(&zombie, b"{}").await,
        StoreError::LeaseLost
    );
    let end = store.end_turn(&zombie, TurnState::Done, "late").await;
    assert_err!(end, StoreError::LeaseLost);
    assert_eq!(store.finished_steps(&heir).await.unwrap(), []);
    store
        .end_turn(&heir, TurnState::Failed, "gave up")
        .await
        .unwrap();
    let again = store.end_turn(&heir, TurnState::Done, "twice").await;
    assert_err!(again, StoreError::LeaseLost);
}

async fn an_open_turn_is_taken_over_with_what_it_learned(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    store
        .org(org)
        .accept(text(agent, contact(), 1))
        .await
        .unwrap();
    let first = claim(&store).await.unwrap();
    assert_eq!(store.setup(&first).await.unwrap(), None);
    store.save_setup(&first, b"the start").await.unwrap();
    store.save_setup(&first, b"another start").await.unwrap();
    assert_eq!(
        store.begin_step(&first, model_step(1)).await.unwrap(),
        Begun::Attempt(1)
    );
    store.finish_step(&first, answer(1, "hello")).await.unwrap();
    assert_eq!(
        store.begin_step(&first, model_step(2)).await.unwrap(),
        Begun::Attempt(1)
    );
    db.clock().advance(LEASE + Duration::from_secs(1));

    let store = db.reopen(store).await;
    let heir = claim(&store).await.unwrap();
    assert_eq!(heir.turn_no, 1);
    assert_eq!(
        store.setup(&heir).await.unwrap().as_deref(),
        Some(&b"the start"[..])
    );
    assert_eq!(
        store.begin_step(&heir, model_step(1)).await.unwrap(),
        Begun::Done
    );
    assert_eq!(
        store.begin_step(&heir, model_step(2)).await.unwrap(),
        Begun::Attempt(2)
    );
    let told = store.finished_steps(&heir).await.unwrap();
    assert_eq!(
        told,
        [("model".to_owned(), br#"{"says":"hello"}"#.to_vec())]
    );
    store.finish_step(&heir, answer(2, "again")).await.unwrap();
    assert_err!(
        store.finish_step(&heir, answer(2, "twice")).await,
        StoreError::Conflict("step")
    );
    let events = store.claimed_events(&heir).await.unwrap();
    assert_eq!(events.len(), 1);
    assert_eq!(events[0].payload, br#"{"text":"message 1"}"#);
}

async fn what_arrives_during_a_turn_waits_or_joins_it(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let who = contact();
    store.org(org).accept(text(agent, who, 1)).await.unwrap();
    let turn = claim(&store).await.unwrap();
    assert_eq!(store.count_unread(&turn).await.unwrap(), 0);
    store.org(org).accept(text(agent, who, 2)).await.unwrap();
    assert_eq!(store.count_unread(&turn).await.unwrap(), 1);
    assert_eq!(store.take_unread(&turn).await.unwrap(), 1);
    assert_eq!(store.claimed_events(&turn).await.unwrap().len(), 2);
    store.org(org).accept(text(agent, who, 3)).await.unwrap();
    store
        .end_turn(&turn, TurnState::Done, "answered")
        .await
        .unwrap();
    let next = claim(&store).await.unwrap();
    assert_eq!((next.thread_id, next.turn_no), (turn.thread_id, 2));
    let waiting: Vec<_> = store
        .claimed_events(&next)
        .await
        .unwrap()
        .iter()
        .map(|event| event.seq)
        .collect();
    assert_eq!(waiting, [3]);
}

async fn items_stand_in_order_and_are_read_from_the_newest(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let (other, _) = super::story::new_org(&store, "Zenith").await;
    store
        .org(org)
        .accept(text(agent, contact(), 1))
        .await
        .unwrap();
    let turn = claim(&store).await.unwrap();
    assert_eq!(
        store
            .org(org)
            .items(turn.thread_id, i64::MAX, 10)
            .await
            .unwrap(),
        []
    );
    for no in 1..=4 {
        store.begin_step(&turn, model_step(no)).await.unwrap();
        store
            .finish_step(&turn, answer(no, &format!("step {no}")))
            .await
            .unwrap();
    }
    let newest = store
        .org(org)
        .items(turn.thread_id, i64::MAX, 2)
        .await
        .unwrap();
    let read: Vec<_> = newest
        .iter()
        .map(|item| (item.seq, item.content.as_slice()))
        .collect();
    assert_eq!(read, [(3, &b"step 3"[..]), (4, &b"step 4"[..])]);
    let earlier = store.org(org).items(turn.thread_id, 3, 10).await.unwrap();
    assert_eq!(
        earlier.iter().map(|item| item.seq).collect::<Vec<_>>(),
        [1, 2]
    );
    assert_eq!(
        store
            .org(other)
            .items(turn.thread_id, i64::MAX, 10)
            .await
            .unwrap(),
        []
    );
}

async fn a_fresh_start_lets_go_of_every_thread(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    store
        .org(org)
        .accept(text(agent, contact(), 1))
        .await
        .unwrap();
    let before = claim(&store).await.unwrap();
    assert_eq!(store.recover_claims().await.unwrap(), 1);
    let after = claim(&store).await.unwrap();
    assert_eq!(after.turn_id, before.turn_id);
    assert_err!(store.renew_claim(&before).await, StoreError::LeaseLost);
}

async fn content_that_was_moved_is_not_used(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    store
        .org(org)
        .accept(text(agent, contact(), 1))
        .await
        .unwrap();
    let turn = claim(&store).await.unwrap();
    store.save_setup(&turn, b"{}").await.unwrap();
    store.begin_step(&turn, model_step(1)).await.unwrap();
    store.finish_step(&turn, answer(1, "hello")).await.unwrap();
    // Each takes the place of its neighbour, sealed under the same key but for the last.
    db.data()
        .execute("update item set content_enc = (select event_enc from step)")
        .await;
    db.data()
        .execute("update step set event_enc = (select setup_enc from turn)")
        .await;
    db.data()
        .execute("update turn set setup_enc = (select payload_enc from event)")
        .await;
    db.data()
        .execute("update event set payload_enc = (select profile_enc from agent)")
        .await;
    db.data()
        .execute("update agent set profile_enc = (select content_enc from item)")
        .await;
    let items = store.org(org).items(turn.thread_id, i64::MAX, 9).await;
    assert_err!(items, StoreError::Tampered { table: "item", .. });
    let steps = store.finished_steps(&turn).await;
    assert_err!(steps, StoreError::Tampered { table: "step", .. });
    let setup = store.setup(&turn).await;
    assert_err!(setup, StoreError::Tampered { table: "turn", .. });
    let events = store.claimed_events(&turn).await;
    assert_err!(events, StoreError::Tampered { table: "event", .. });
    let profile = store.org(org).agent(agent).await;
    assert_err!(profile, StoreError::Tampered { table: "agent", .. });
}
