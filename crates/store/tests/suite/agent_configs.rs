//! Who uses the agent's own API: off until they want it, with one conversation each.

use std::time::Duration;

use futures_util::future::join_all;
use steward_model::{AgentId, Clock as _, MemberId, OrgId, Role};
use steward_store::{Accepted, MAIN, NewAgent, NewEvent, Store, StoreError};
use steward_testkit::{Cell, TestDatabase};

use super::agents::text_reply;
use super::inbox::text;
use super::story::{new_org, person};

stories![
    it_is_off_until_it_is_turned_on_which_is_on_the_record,
    there_is_one_conversation_however_many_ask_for_it,
    a_deleted_conversation_is_followed_by_another,
    it_belongs_to_its_member_and_organisation,
];

async fn own_agent(store: &Store, org: OrgId, member: MemberId) -> AgentId {
    let own = NewAgent {
        member_id: Some(member),
        ..text_reply()
    };
    store.org(org).create_agent(own).await.unwrap().id
}

async fn it_is_off_until_it_is_turned_on_which_is_on_the_record(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let here = store.org(org);
    assert_eq!(here.agent_config(olga).await.unwrap(), None);
    assert!(!here.enable_agent(olga, true).await.unwrap());
    let agent = own_agent(&store, org, olga).await;
    let config = here.add_agent_config(olga, agent).await.unwrap();
    assert_eq!((config.agent_id, config.enabled), (agent, false));
    assert_eq!(
        (config.thread_id, config.updated_at),
        (None, db.clock().now())
    );
    assert!(here.enable_agent(olga, true).await.unwrap());
    assert!(!here.enable_agent(olga, true).await.unwrap());
    // Made again, it stays as it is.
    let again = here.add_agent_config(olga, agent).await.unwrap();
    assert!(again.enabled);
    assert!(here.enable_agent(olga, false).await.unwrap());
    let noted = "select count(*) from audit where action like 'agent_config.%'";
    assert_eq!(db.data().value(noted).await, Cell::Int(2));
}

async fn there_is_one_conversation_however_many_ask_for_it(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let here = store.org(org);
    let agent = own_agent(&store, org, olga).await;
    here.add_agent_config(olga, agent).await.unwrap();
    let asking = (0..8).map(|_| {
        let store = store.clone();
        tokio::spawn(async move { store.org(org).main_thread(olga).await.unwrap() })
    });
    let mut threads: Vec<_> = join_all(asking)
        .await
        .into_iter()
        .map(Result::unwrap)
        .collect();
    threads.dedup();
    let [thread] = threads[..] else {
        panic!("several conversations: {threads:?}")
    };
    let config = here.agent_config(olga).await.unwrap().unwrap();
    assert_eq!(config.thread_id, Some(thread));
    // What is said goes there, however long it was silent.
    db.clock().advance(Duration::from_secs(400 * 24 * 3600));
    let before = db.clock().now();
    assert_eq!(here.archive_idle_threads(before, 100).await.unwrap(), 0);
    let said = NewEvent {
        correlation_key: MAIN.into(),
        scope: steward_model::Scope::Member(olga),
        ..text(agent, super::inbox::contact(), 1)
    };
    let accepted = here.accept(said).await.unwrap();
    assert!(matches!(accepted, Accepted::Queued { thread_id, .. } if thread_id == thread));
}

async fn a_deleted_conversation_is_followed_by_another(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let here = store.org(org);
    let agent = own_agent(&store, org, olga).await;
    here.add_agent_config(olga, agent).await.unwrap();
    let first = here.main_thread(olga).await.unwrap();
    assert!(here.delete_chat(olga, first).await.unwrap());
    let config = here.agent_config(olga).await.unwrap().unwrap();
    assert_eq!(config.thread_id, None);
    assert_ne!(here.main_thread(olga).await.unwrap(), first);
}

async fn it_belongs_to_its_member_and_organisation(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let (theirs, other) = new_org(&store, "Other").await;
    let here = store.org(org);
    let bo = here.create_member(person("Bo", Role::Owner)).await.unwrap();
    let agent = own_agent(&store, org, olga).await;
    for (org, member) in [(org, bo.id), (theirs, other), (theirs, olga)] {
        let taken = store.org(org).add_agent_config(member, agent).await;
        assert_err!(taken, StoreError::Refused(_));
        let thread = store.org(org).main_thread(member).await;
        assert_err!(thread, StoreError::Refused(_));
    }
    here.add_agent_config(olga, agent).await.unwrap();
    let there = store.org(theirs);
    assert_eq!(there.agent_config(olga).await.unwrap(), None);
    assert!(!there.enable_agent(olga, true).await.unwrap());
    assert_err!(there.main_thread(olga).await, StoreError::Refused(_));
}
