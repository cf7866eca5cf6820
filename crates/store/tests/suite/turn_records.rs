//! Turns as people read them afterwards.

use std::collections::BTreeSet;

use steward_model::{AgentId, MemberId, Scope, SystemIds, ThreadState, Timestamp, TurnState};
use steward_store::{Accepted, Advance, NewEvent, Next, Page, StoreError, TurnFilter};
use steward_testkit::{Cell, TestDatabase};

use super::inbox::{contact, text};
use super::story::{all, new_org};
use super::turns::{claim, ending, item, learned, spent, thread};

stories![
    what_became_of_a_turn_can_be_read,
    threads_and_turns_are_listed_and_a_members_own_are_theirs,
    a_try_that_brought_nothing_is_part_of_what_a_turn_cost,
];

async fn a_try_that_brought_nothing_is_part_of_what_a_turn_cost(db: TestDatabase) {
    let store = db.open().await;
    thread(&store).await;
    let turn = claim(&store).await.unwrap();
    let defer = Advance {
        next: Next::Defer {
            until: Timestamp::from_micros(0),
            step: 1,
            spent: spent(),
        },
        ..Advance::default()
    };
    store.advance(&turn, defer).await.unwrap();
    let again = claim(&store).await.unwrap();
    let done = Advance {
        learned: vec![learned(1, "hello")],
        ..ending()
    };
    store.advance(&again, done).await.unwrap();
    let cost = "input_tokens = 20 and output_tokens = 10 and cost_micros = 84";
    for table in ["turn", "step"] {
        let count = format!("select count(*) from {table} where {cost}");
        assert_eq!(db.data().value(&count).await, Cell::Int(1), "{table}");
    }
}

async fn what_became_of_a_turn_can_be_read(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent, thread) = thread(&store).await;
    let (other, _) = new_org(&store, "Zenith").await;
    let turn = claim(&store).await.unwrap();
    let last = Advance {
        learned: vec![learned(1, "hello")],
        items: vec![item("hello")],
        ..ending()
    };
    store.advance(&turn, last).await.unwrap();
    assert_eq!(store.org_of_turn(turn.turn_id).await.unwrap(), Some(org));
    let page = Page {
        after: None,
        limit: 9,
    };
    let turns = store
        .org(org)
        .turns(&page, &TurnFilter::default())
        .await
        .unwrap();
    assert_eq!(
        store
            .org(other)
            .turns(&page, &TurnFilter::default())
            .await
            .unwrap(),
        []
    );
    assert_eq!(store.org(other).turn(turn.turn_id).await.unwrap(), None);
    let found = store.org(org).turn(turn.turn_id).await.unwrap().unwrap();
    assert_eq!(turns, std::slice::from_ref(&found));
    assert_eq!((found.thread_id, found.agent_id), (thread, agent));
    assert_eq!(
        (found.state, found.outcome.as_deref(), found.steps),
        (TurnState::Done, Some("completed"), 1)
    );
    assert_eq!(
        (found.input_tokens, found.output_tokens, found.cost_micros),
        (10, 5, 42)
    );
    let record = store.org(org).turn_record(&found).await.unwrap();
    assert_eq!(record.setup, b"the start");
    assert_eq!(record.outcome.as_deref(), Some(&b"{}"[..]));
    let step = &record.steps[0];
    assert_eq!((step.no, step.kind.as_str(), step.attempt), (1, "model", 1));
    assert_eq!(step.event.as_deref(), Some(&br#"{"says":"hello"}"#[..]));
    let foreign = store.org(other).turn_record(&found).await;
    assert_err!(foreign, StoreError::Forgotten);
}

async fn threads_and_turns_are_listed_and_a_members_own_are_theirs(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent, contacts) = thread(&store).await;
    let here = store.org(org);
    let owner = here.members(&all()).await.unwrap()[0].id;
    let private = NewEvent {
        correlation_key: "debug:1".into(),
        scope: Scope::Member(owner),
        ..text(agent, contact(), 2)
    };
    let Accepted::Queued { thread_id: own, .. } = here.accept(private).await.unwrap() else {
        panic!("it is new")
    };
    for _ in 0..2 {
        let turn = claim(&store).await.unwrap();
        store.advance(&turn, ending()).await.unwrap();
    }
    let stranger = here.seen_by(MemberId::generate(&SystemIds));
    let both = BTreeSet::from([contacts, own]);
    for (seen, expected) in [
        (here, both.clone()),
        (here.seen_by(owner), both),
        (stranger, BTreeSet::from([contacts])),
    ] {
        let threads = seen.threads(&all(), Some(agent)).await.unwrap();
        let found: BTreeSet<_> = threads.iter().map(|thread| thread.id).collect();
        assert_eq!(found, expected);
        let filter = TurnFilter {
            agent: Some(agent),
            state: Some(TurnState::Done),
            ..TurnFilter::default()
        };
        let turns = seen.turns(&all(), &filter).await.unwrap();
        let found: BTreeSet<_> = turns.iter().map(|turn| turn.thread_id).collect();
        assert_eq!(found, expected);
        for turn in here.turns(&all(), &filter).await.unwrap() {
            let is_there = expected.contains(&turn.thread_id);
            assert_eq!(seen.turn(turn.id).await.unwrap().is_some(), is_there);
            let thread = seen.thread(turn.thread_id).await.unwrap();
            assert_eq!(thread.is_some(), is_there);
        }
    }
    let thread = here.thread(own).await.unwrap().unwrap();
    assert_eq!((thread.state, thread.last_turn), (ThreadState::Idle, 1));
    let filter = TurnFilter {
        thread: Some(own),
        ..TurnFilter::default()
    };
    assert_eq!(here.turns(&all(), &filter).await.unwrap().len(), 1);
    let nobody = Some(AgentId::generate(&SystemIds));
    assert_eq!(here.threads(&all(), nobody).await.unwrap(), []);
    let (other, _) = new_org(&store, "Zenith").await;
    assert_eq!(store.org(other).thread(own).await.unwrap(), None);
    let theirs = store.org(other).threads(&all(), None).await;
    assert_eq!(theirs.unwrap(), []);
}
