//! Responses and conversations of a member's programs.

use std::collections::BTreeSet;

use steward_model::{MemberId, OrgId, Role, Scope, ThreadId};
use steward_store::{
    Accepted, Addition, Conversation, ConversationItem, Forgot, Inserted, ItemOrder, ItemPage,
    NewResponse, Page, Sql, Store,
};
use steward_testkit::{Cell, TestDatabase};

use super::agents::text_reply;
use super::passages::note;
use super::story::{all, new_org, person};

stories![
    a_response_is_kept_as_it_was_written_and_ends_once,
    the_newest_responses_come_first_and_items_are_found_by_their_member,
    a_response_goes_with_what_was_remembered_of_it,
    a_response_adds_to_its_conversation_and_goes_with_it,
    a_private_thread_is_one_from_its_first_moment,
    a_response_goes_with_the_thread_it_was_given_on,
    conversations_are_listed_from_the_newest_and_are_their_members_own,
    items_are_read_from_both_ends,
    a_deleted_item_takes_what_was_remembered_of_it_along,
    what_is_forgotten_is_taken_out_of_responses_and_conversations,
];

const SECRET: &str = "The nightingale sings at noon in unit five.";

/// Whether this file makes the statement fail.
pub(super) fn covers(sql: &Sql) -> bool {
    sql.name.contains("::responses::") && !sql.name.contains("::instructions::")
}

pub(super) fn response(id: &str) -> NewResponse {
    NewResponse {
        id: id.into(),
        thread_id: None,
        conversation_id: None,
        body: b"begun".to_vec(),
    }
}

pub(super) fn conversation(id: &str) -> Conversation {
    Conversation {
        id: id.into(),
        private: false,
        meta: b"{}".to_vec(),
        created_at: steward_model::Timestamp::from_micros(7),
    }
}

pub(super) fn item(id: &str) -> ConversationItem {
    ConversationItem {
        id: id.into(),
        body: format!("body of {id}").into_bytes(),
    }
}

fn items(order: ItemOrder, after: Option<&str>, limit: u32) -> ItemPage {
    ItemPage {
        after: after.map(str::to_owned),
        order,
        limit,
    }
}

async fn ids(store: &Store, org: OrgId, member: MemberId, page: ItemPage) -> Vec<String> {
    let here = store.org(org);
    let found = here.conversation_items(member, "conv_1", &page);
    let found = found.await.unwrap();
    found.into_iter().map(|item| item.id).collect()
}

/// Remembers something under the id of an item.
async fn remember(store: &Store, org: OrgId, member: MemberId, source: &str) {
    let inserted = store
        .org(org)
        .insert_passages(Scope::Member(member), vec![note(source)])
        .await;
    assert!(matches!(inserted.unwrap()[..], [Inserted::New(_)]));
}

async fn remembered(store: &Store, org: OrgId) -> i64 {
    let counts = store.org(org).passage_counts().await.unwrap();
    counts.iter().map(|count| count.passages).sum()
}

async fn a_response_is_kept_as_it_was_written_and_ends_once(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let here = store.org(org);
    here.begin_response(olga, response("resp_1")).await.unwrap();
    let begun = here.response(olga, "resp_1").await.unwrap().unwrap();
    assert_eq!(
        (begun.running, begun.body.as_slice()),
        (true, &b"begun"[..])
    );
    let finish = async |body: &[u8]| {
        here.finish_response(olga, "resp_1", body, None, Vec::new())
            .await
    };
    let running = async |member| here.response_is_running(member, "resp_1").await.unwrap();
    let bo = here.create_member(person("Bo", Role::Owner)).await.unwrap();
    assert!(running(olga).await && !running(bo.id).await);
    let note = async |member| {
        let noted = here.note_response(member, "resp_1", b"half").await;
        noted.unwrap()
    };
    assert!(note(olga).await && !note(bo.id).await);
    let noted = here.response(olga, "resp_1").await.unwrap().unwrap();
    assert_eq!((noted.running, noted.body.as_slice()), (true, &b"half"[..]));
    assert!(finish(b"first").await.unwrap());
    assert!(!running(olga).await && !note(olga).await);
    assert!(!finish(b"second").await.unwrap());
    let ended = here.response(olga, "resp_1").await.unwrap().unwrap();
    assert_eq!(
        (ended.running, ended.body.as_slice()),
        (false, &b"first"[..])
    );
    assert_eq!(here.response(bo.id, "resp_1").await.unwrap(), None);
    assert!(!here.delete_response(bo.id, "resp_1", vec![]).await.unwrap());
    let (other, _) = new_org(&store, "Other").await;
    assert_eq!(
        store.org(other).response(olga, "resp_1").await.unwrap(),
        None
    );
}

async fn the_newest_responses_come_first_and_items_are_found_by_their_member(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let here = store.org(org);
    for id in ["resp_1", "resp_2", "resp_3"] {
        here.begin_response(olga, response(id)).await.unwrap();
    }
    let newest = here.newest_responses(olga, 2).await.unwrap();
    let ids: Vec<&str> = newest.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(ids, ["resp_3", "resp_2"]);
    here.create_conversation(olga, conversation("conv_1"), &[item("msg_1")], Vec::new())
        .await
        .unwrap();
    let found = here.members_item(olga, "msg_1").await.unwrap();
    assert_eq!(found, Some((item("msg_1"), false)));
    let private = Conversation {
        private: true,
        ..conversation("conv_2")
    };
    here.create_conversation(olga, private, &[item("msg_2")], Vec::new())
        .await
        .unwrap();
    let found = here.members_item(olga, "msg_2").await.unwrap();
    assert_eq!(found, Some((item("msg_2"), true)));
    let bo = here.create_member(person("Bo", Role::Owner)).await.unwrap();
    assert_eq!(here.members_item(bo.id, "msg_1").await.unwrap(), None);
    assert_eq!(here.newest_responses(bo.id, 2).await.unwrap(), []);
    let (other, _) = new_org(&store, "Other").await;
    let there = store.org(other);
    assert_eq!(there.members_item(olga, "msg_1").await.unwrap(), None);
}

async fn a_response_goes_with_what_was_remembered_of_it(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let here = store.org(org);
    here.begin_response(olga, response("resp_1")).await.unwrap();
    remember(&store, org, olga, "msg_1").await;
    remember(&store, org, olga, "msg_2").await;
    let gone = here.delete_response(olga, "resp_1", vec!["msg_1".into()]);
    assert!(gone.await.unwrap());
    assert_eq!(here.response(olga, "resp_1").await.unwrap(), None);
    assert_eq!(remembered(&store, org).await, 1);
}

async fn a_response_adds_to_its_conversation_and_goes_with_it(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let here = store.org(org);
    here.create_conversation(olga, conversation("conv_1"), &[item("msg_0")], Vec::new())
        .await
        .unwrap();
    let new = NewResponse {
        conversation_id: Some("conv_1".into()),
        ..response("resp_1")
    };
    here.begin_response(olga, new).await.unwrap();
    let addition = Addition {
        conversation: "conv_1".into(),
        items: vec![item("msg_1"), item("msg_2")],
    };
    let said = vec![note("msg_1"), note("msg_2")];
    let ended = here.finish_response(olga, "resp_1", b"done", Some(addition), said);
    assert!(ended.await.unwrap());
    let listed = ids(&store, org, olga, items(ItemOrder::OldestFirst, None, 9)).await;
    assert_eq!(listed, ["msg_0", "msg_1", "msg_2"]);
    assert_eq!(remembered(&store, org).await, 2);
    assert!(here.delete_conversation(olga, "conv_1").await.unwrap());
    assert!(!here.delete_conversation(olga, "conv_1").await.unwrap());
    assert_eq!(here.response(olga, "resp_1").await.unwrap(), None);
    assert_eq!(remembered(&store, org).await, 0);
    assert!(
        !here
            .add_conversation_items(olga, "conv_1", &[item("msg_3")], vec![note("msg_3")])
            .await
            .unwrap()
    );
    assert_eq!(remembered(&store, org).await, 0);
}

pub(super) async fn threads(store: &Store, org: OrgId, member: MemberId) -> ThreadId {
    let agent = store.org(org).create_agent(text_reply()).await.unwrap().id;
    let event = super::chats::said(agent, member, "of an API", 1);
    match store.org(org).accept(event).await.unwrap() {
        Accepted::Queued { thread_id, .. } => thread_id,
        Accepted::Duplicate { .. } => panic!("it is new"),
    }
}

async fn a_response_goes_with_the_thread_it_was_given_on(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let here = store.org(org);
    let thread = threads(&store, org, olga).await;
    let new = NewResponse {
        thread_id: Some(thread),
        ..response("resp_1")
    };
    here.begin_response(olga, new).await.unwrap();
    assert_eq!(here.responses_on(thread).await.unwrap(), 1);
    let newest = here.newest_response_on(thread).await.unwrap();
    assert_eq!(newest.as_deref(), Some("resp_1"));
    let next = NewResponse {
        thread_id: Some(thread),
        ..response("resp_2")
    };
    here.begin_response(olga, next).await.unwrap();
    let newest = here.newest_response_on(thread).await.unwrap();
    assert_eq!(newest.as_deref(), Some("resp_2"));
    let elsewhere = store.org(new_org(&store, "Elsewhere").await.0);
    let newest = elsewhere.newest_response_on(thread).await.unwrap();
    assert_eq!(newest, None);
    let key = format!("{}of an API", steward_store::CHAT);
    assert_eq!(here.members_threads(olga, &key).await.unwrap(), [thread]);
    let bo = here.create_member(person("Bo", Role::Owner)).await.unwrap();
    assert_eq!(here.members_threads(bo.id, &key).await.unwrap(), []);
    assert!(here.delete_chat(olga, thread).await.unwrap());
    assert_eq!(here.response(olga, "resp_1").await.unwrap(), None);
}

async fn a_private_thread_is_one_from_its_first_moment(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let here = store.org(org);
    let thread = threads(&store, org, olga).await;
    let agent = here.thread(thread).await.unwrap().unwrap().agent_id;
    assert!(
        here.open_private_thread(olga, agent, "once:1")
            .await
            .unwrap()
    );
    assert!(
        here.open_private_thread(olga, agent, "once:1")
            .await
            .unwrap()
    );
    let [private] = here.members_threads(olga, "once:1").await.unwrap()[..] else {
        panic!("there is one");
    };
    let rows = "select id from thread where private = 1";
    let rows: Vec<Cell> = db.data().rows(rows).await.into_iter().flatten().collect();
    assert_eq!(rows, [Cell::Text(private.to_string())]);
    // Neither another member's thread of that name, nor one of another organisation's agent.
    let bo = here.create_member(person("Bo", Role::Owner)).await.unwrap();
    assert!(
        !here
            .open_private_thread(bo.id, agent, "once:1")
            .await
            .unwrap()
    );
    let (other, theirs) = new_org(&store, "Other").await;
    let there = store.org(other);
    assert!(
        !there
            .open_private_thread(theirs, agent, "once:1")
            .await
            .unwrap()
    );
}

async fn conversations_are_listed_from_the_newest_and_are_their_members_own(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let here = store.org(org);
    let bo = here.create_member(person("Bo", Role::Owner)).await.unwrap();
    for (member, id) in [(olga, "conv_1"), (bo.id, "conv_2"), (olga, "conv_3")] {
        here.create_conversation(member, conversation(id), &[], Vec::new())
            .await
            .unwrap();
    }
    let listed = here.conversations(olga, &all()).await.unwrap();
    assert_eq!(listed, [conversation("conv_3"), conversation("conv_1")]);
    let rest = Page {
        after: Some("conv_3".into()),
        limit: 9,
    };
    let rest = here.conversations(olga, &rest).await.unwrap();
    assert_eq!(rest, [conversation("conv_1")]);
    assert_eq!(here.conversation(olga, "conv_2").await.unwrap(), None);
    let change = async |member| here.change_conversation(member, "conv_1", b"new").await;
    assert!(!change(bo.id).await.unwrap());
    assert!(change(olga).await.unwrap());
    let changed = here.conversation(olga, "conv_1").await.unwrap().unwrap();
    assert_eq!(changed.meta, b"new");
    assert!(!here.delete_conversation(bo.id, "conv_1").await.unwrap());
}

async fn items_are_read_from_both_ends(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let here = store.org(org);
    let first = [item("msg_1"), item("msg_2")];
    here.create_conversation(olga, conversation("conv_1"), &first, Vec::new())
        .await
        .unwrap();
    assert!(
        here.add_conversation_items(olga, "conv_1", &[item("msg_3")], Vec::new())
            .await
            .unwrap()
    );
    let up = |after, limit| items(ItemOrder::OldestFirst, after, limit);
    let down = |after, limit| items(ItemOrder::NewestFirst, after, limit);
    assert_eq!(
        ids(&store, org, olga, up(None, 2)).await,
        ["msg_1", "msg_2"]
    );
    assert_eq!(
        ids(&store, org, olga, up(Some("msg_2"), 2)).await,
        ["msg_3"]
    );
    assert_eq!(
        ids(&store, org, olga, down(None, 2)).await,
        ["msg_3", "msg_2"]
    );
    assert_eq!(
        ids(&store, org, olga, down(Some("msg_2"), 2)).await,
        ["msg_1"]
    );
    let one = here
        .conversation_item(olga, "conv_1", "msg_2")
        .await
        .unwrap();
    assert_eq!(one, Some(item("msg_2")));
    let other = here.conversation_item(olga, "conv_2", "msg_2").await;
    assert_eq!(other.unwrap(), None);
}

async fn a_deleted_item_takes_what_was_remembered_of_it_along(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let here = store.org(org);
    here.create_conversation(olga, conversation("conv_1"), &[item("msg_1")], Vec::new())
        .await
        .unwrap();
    remember(&store, org, olga, "msg_1").await;
    assert!(
        here.delete_conversation_item("conv_1", "msg_1")
            .await
            .unwrap()
    );
    assert!(
        !here
            .delete_conversation_item("conv_1", "msg_1")
            .await
            .unwrap()
    );
    assert_eq!(remembered(&store, org).await, 0);
}

async fn what_is_forgotten_is_taken_out_of_responses_and_conversations(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let here = store.org(org);
    let quoted = serde_json::json!({ "text": SECRET })
        .to_string()
        .into_bytes();
    let told = ConversationItem {
        id: "msg_1".into(),
        body: quoted.clone(),
    };
    let new = Conversation {
        meta: quoted.clone(),
        ..conversation("conv_1")
    };
    here.create_conversation(olga, new, &[told], Vec::new())
        .await
        .unwrap();
    let new = NewResponse {
        body: quoted,
        ..response("resp_1")
    };
    here.begin_response(olga, new).await.unwrap();
    let passage = steward_store::NewPassage {
        text: SECRET.into(),
        ..note("msg_1")
    };
    let kept = here
        .insert_passages(Scope::Member(olga), vec![passage])
        .await;
    let [Inserted::New(passage)] = kept.unwrap()[..] else {
        panic!("it was known")
    };
    let places = async || {
        let looked = here.look_for(&["nightingale".to_owned()]).await.unwrap();
        let places = looked.found.into_iter().map(|(place, _)| place);
        places.collect::<BTreeSet<String>>()
    };
    for place in [
        "conversation.meta_enc",
        "conversation_item.body_enc",
        "response.body_enc",
    ] {
        assert!(places().await.contains(place), "{place}");
    }
    assert!(here.forget_passage(passage, "member:x").await.unwrap());
    assert_eq!(here.forget_asked().await.unwrap(), Forgot::Everything);
    assert_eq!(places().await, BTreeSet::new());
}
