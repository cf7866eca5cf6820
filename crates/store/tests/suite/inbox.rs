//! The one door: nothing is lost, nothing is taken in twice.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use steward_model::{AgentId, ContactId, EventKind, Integrity, OrgId, Scope, SystemIds};
use steward_store::{Accepted, NewEvent, Store, StoreError};
use steward_testkit::TestDatabase;

use super::agents::text_reply;
use super::story::new_org;

stories![
    what_arrives_is_on_its_thread_in_order,
    a_copy_is_recognised_however_it_comes,
    the_first_messages_of_a_contact_at_once_make_one_thread,
    the_same_name_from_another_place_is_another_event,
    an_agent_of_another_org_takes_nothing_in,
];

/// An organisation with an agent that answers texts.
pub(super) async fn agent(store: &Store, name: &str) -> (OrgId, AgentId) {
    let (org, _) = new_org(store, name).await;
    let agent = store.org(org).create_agent(text_reply()).await.unwrap();
    (org, agent.id)
}

/// The `n`-th text of a contact.
pub(super) fn text(agent: AgentId, contact: ContactId, n: usize) -> NewEvent {
    NewEvent {
        agent_id: agent,
        correlation_key: format!("contact:{contact}"),
        scope: Scope::Contact(contact),
        source: "twilio".into(),
        dedupe_key: format!("{contact}/{n}"),
        kind: EventKind::InboundSms,
        payload: format!(r#"{{"text":"message {n}"}}"#).into_bytes(),
        integrity: Integrity::Untrusted,
    }
}

pub(super) fn contact() -> ContactId {
    ContactId::generate(&SystemIds)
}

async fn what_arrives_is_on_its_thread_in_order(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let (ana, bo) = (contact(), contact());
    let mut threads = BTreeSet::new();
    for n in 1..=3 {
        for who in [ana, bo] {
            match store.org(org).accept(text(agent, who, n)).await.unwrap() {
                Accepted::Queued { thread_id, seq, .. } => {
                    assert_eq!(seq, n as i64);
                    threads.insert(thread_id);
                }
                Accepted::Duplicate { .. } => panic!("it came for the first time"),
            }
        }
    }
    assert_eq!(threads.len(), 2);
}

async fn a_copy_is_recognised_however_it_comes(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let who = contact();
    let copies = join_all((0..80).map(|n| {
        let store = store.clone();
        async move {
            store
                .org(org)
                .accept(text(agent, who, n % 16))
                .await
                .unwrap()
        }
    }));
    let (mut queued, mut seen) = (BTreeSet::new(), BTreeSet::new());
    for accepted in copies.await {
        match accepted {
            Accepted::Queued { event_id, seq, .. } => {
                assert!(queued.insert(seq), "two events have place {seq}");
                seen.insert(event_id);
            }
            Accepted::Duplicate { event_id, .. } => {
                seen.insert(event_id);
            }
        }
    }
    assert_eq!(queued, (1..=16).collect());
    assert_eq!(seen.len(), 16, "a copy names the event it is a copy of");
    let store = db.reopen(store).await;
    let late = store.org(org).accept(text(agent, who, 3)).await.unwrap();
    assert!(matches!(late, Accepted::Duplicate { .. }));
}

async fn the_first_messages_of_a_contact_at_once_make_one_thread(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let contacts: Vec<_> = (0..10).map(|_| contact()).collect();
    let arrivals = contacts.iter().flat_map(|who| (0..8).map(|n| (*who, n)));
    let accepted = join_all(arrivals.map(|(who, n)| {
        let store = store.clone();
        async move { store.org(org).accept(text(agent, who, n)).await.unwrap() }
    }))
    .await;
    let mut places = BTreeSet::new();
    let mut threads = BTreeSet::new();
    for accepted in accepted {
        let Accepted::Queued { thread_id, seq, .. } = accepted else {
            panic!("none came before")
        };
        threads.insert(thread_id);
        places.insert((thread_id, seq));
    }
    assert_eq!((threads.len(), places.len()), (10, 80));
    assert!(
        places.iter().all(|(_, seq)| (1..=8).contains(seq)),
        "places have gaps"
    );
}

async fn the_same_name_from_another_place_is_another_event(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let first = text(agent, contact(), 1);
    let second = NewEvent {
        source: "quo".into(),
        ..first.clone()
    };
    for new in [first, second] {
        let accepted = store.org(org).accept(new).await.unwrap();
        assert!(matches!(accepted, Accepted::Queued { .. }));
    }
}

async fn an_agent_of_another_org_takes_nothing_in(db: TestDatabase) {
    let store = db.open().await;
    let (_, agent) = agent(&store, "Acme").await;
    let (other, _) = new_org(&store, "Zenith").await;
    let refused = store.org(other).accept(text(agent, contact(), 1)).await;
    assert_err!(refused, StoreError::Refused(_));
    assert_eq!(store.waiting_threads(9).await.unwrap(), []);
}
