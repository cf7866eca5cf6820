//! Chats: a member's own, by the names their client gave them.

use steward_model::{
    AgentId, Clock as _, EventKind, Integrity, MemberId, OrgId, Role, Scope, ThreadState,
};
use steward_store::{
    Accepted, CHAT, Inserted, NewEvent, NewPassage, ONCE, PassageMeta, Store, StoreError,
};
use steward_testkit::{FailAt, TestDatabase, on_both};

use super::agents::text_reply;
use super::story::{all, new_org, page, person};
use super::turns::claim;

stories![
    chats_are_listed_from_the_newest_and_are_their_members_own,
    a_chat_is_called_what_its_member_calls_it,
    a_deleted_chat_takes_what_was_remembered_of_it_along,
    an_event_belongs_to_a_turn_once_one_began,
    the_thread_of_an_answer_that_nobody_took_away_goes_after_a_day,
];

async fn set_up(store: &Store) -> (OrgId, MemberId, AgentId) {
    let (org, member) = new_org(store, "Acme").await;
    let agent = store.org(org).create_agent(text_reply()).await.unwrap();
    (org, member, agent.id)
}

pub(super) fn said(agent: AgentId, member: MemberId, chat: &str, n: usize) -> NewEvent {
    NewEvent {
        agent_id: agent,
        correlation_key: format!("{CHAT}{chat}"),
        scope: Scope::Member(member),
        source: "chat".into(),
        dedupe_key: format!("{member}:{chat}:{n}"),
        kind: EventKind::UserMessage,
        payload: b"{}".to_vec(),
        integrity: Integrity::User,
    }
}

async fn names(store: &Store, org: OrgId, member: MemberId) -> Vec<String> {
    let chats = store.org(org).chats(member, &all()).await.unwrap();
    chats.into_iter().map(|chat| chat.name).collect()
}

async fn chats_are_listed_from_the_newest_and_are_their_members_own(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga, agent) = set_up(&store).await;
    let here = store.org(org);
    let bo = here.create_member(person("Bo", Role::Owner)).await.unwrap();
    for (member, chat, n) in [
        (olga, "a", 1),
        (olga, "b", 1),
        (bo.id, "c", 1),
        (olga, "a", 2),
    ] {
        db.clock().advance(std::time::Duration::from_secs(1));
        here.accept(said(agent, member, chat, n)).await.unwrap();
    }
    assert_eq!(names(&store, org, olga).await, ["a", "b"]);
    assert_eq!(names(&store, org, bo.id).await, ["c"]);
    assert_eq!(here.chat(olga, "c").await.unwrap(), None);
    let first = here.chats(olga, &page(None, 1)).await.unwrap().remove(0);
    let rest = page(Some(first.id.to_string()), 9);
    let rest = here.chats(olga, &rest).await.unwrap();
    assert_eq!(rest.len(), 1);
    assert_eq!(
        (rest[0].name.as_str(), rest[0].state),
        ("b", ThreadState::Queued)
    );
}

async fn the_thread_of_an_answer_that_nobody_took_away_goes_after_a_day(db: TestDatabase) {
    const DAY: std::time::Duration = std::time::Duration::from_secs(24 * 60 * 60);
    let store = db.open().await;
    let (org, olga, agent) = set_up(&store).await;
    let here = store.org(org);
    here.accept(said(agent, olga, "a", 1)).await.unwrap();
    let open = async |key: &str| {
        let opened = here.open_private_thread(olga, agent, key).await;
        assert!(opened.unwrap());
    };
    open(&format!("{ONCE}old")).await;
    // What was said in private and is kept is another matter.
    open("conv:private").await;
    db.clock().advance(DAY);
    open(&format!("{ONCE}new")).await;
    let left = async || {
        store
            .drop_left_threads(db.clock().now().minus(DAY / 2), 10)
            .await
    };
    assert_eq!(left().await.unwrap(), 1);
    assert_eq!(left().await.unwrap(), 0);
    for (key, there) in [
        ("once:old", 0),
        ("once:new", 1),
        ("conv:private", 1),
        ("chat:a", 1),
    ] {
        let threads = here.members_threads(olga, key).await.unwrap();
        assert_eq!(threads.len(), there, "{key}");
    }
}

async fn a_chat_is_called_what_its_member_calls_it(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga, agent) = set_up(&store).await;
    let here = store.org(org);
    here.accept(said(agent, olga, "a", 1)).await.unwrap();
    let chat = here.chat(olga, "a").await.unwrap().unwrap();
    assert_eq!(chat.title, None);
    assert!(here.name_chat(olga, chat.id, "Boilers").await.unwrap());
    let named = here.chat(olga, "a").await.unwrap().unwrap();
    assert_eq!(named.title.as_deref(), Some("Boilers"));
    let (stranger, _) = new_org(&store, "Globex").await;
    let there = store.org(stranger);
    assert!(!there.name_chat(olga, chat.id, "Mine").await.unwrap());
}

async fn a_deleted_chat_takes_what_was_remembered_of_it_along(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga, agent) = set_up(&store).await;
    let here = store.org(org);
    here.accept(said(agent, olga, "a", 1)).await.unwrap();
    let chat = here.chat(olga, "a").await.unwrap().unwrap();
    let passage = NewPassage {
        agent_id: None,
        thread_id: Some(chat.id),
        contact_id: None,
        source: "message".into(),
        source_ref: format!("{}:1", chat.id),
        chunk_index: 0,
        integrity: Integrity::User,
        text: "The boiler is old.".into(),
        meta: PassageMeta::default(),
        priority: 0,
        embedding: None,
        occurred_at: chat.created_at,
    };
    let made = here.insert_passages(Scope::Member(olga), vec![passage]);
    let Inserted::New(made) = made.await.unwrap().remove(0) else {
        panic!("it is new")
    };
    let (stranger, somebody) = new_org(&store, "Globex").await;
    let there = store.org(stranger);
    assert!(!there.delete_chat(somebody, chat.id).await.unwrap());
    assert!(!here.delete_chat(somebody, chat.id).await.unwrap());
    assert!(here.delete_chat(olga, chat.id).await.unwrap());
    assert!(!here.delete_chat(olga, chat.id).await.unwrap());
    assert_eq!(here.chat(olga, "a").await.unwrap(), None);
    assert_eq!(here.passage(made).await.unwrap(), None);
}

async fn an_event_belongs_to_a_turn_once_one_began(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga, agent) = set_up(&store).await;
    let here = store.org(org);
    let accepted = here.accept(said(agent, olga, "a", 1)).await.unwrap();
    let Accepted::Queued { event_id, .. } = accepted else {
        panic!("it is new")
    };
    assert_eq!(here.turn_of_event(event_id).await.unwrap(), None);
    let claim = claim(&store).await.unwrap();
    let turn = here.turn_of_event(event_id).await.unwrap();
    assert_eq!(turn, Some(claim.turn_id));
}

#[test]
fn a_change_of_a_chat_that_fails_at_any_point_changes_nothing() {
    on_both(|db| async move {
        let faults = FailAt::default();
        let db = db.with_probe(faults.probe());
        let store = db.open().await;
        let (org, olga, agent) = set_up(&store).await;
        let here = store.org(org);
        here.accept(said(agent, olga, "a", 1)).await.unwrap();
        let chat = here.chat(olga, "a").await.unwrap().unwrap().id;
        for delete in [false, true] {
            let before = db.data().dump().await;
            for point in 1.. {
                faults.arm(point, || StoreError::Busy);
                let changed = match delete {
                    true => here.delete_chat(olga, chat).await,
                    false => here.name_chat(olga, chat, "Boilers").await,
                };
                if !faults.disarm() {
                    assert!(changed.unwrap());
                    break;
                }
                assert!(changed.is_err());
                assert_eq!(db.data().dump().await, before, "at point {point}");
            }
        }
        assert_eq!(here.chat(olga, "a").await.unwrap(), None);
    });
}
