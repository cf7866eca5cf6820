//! What an agent wrote down in its own words, because of what somebody said, is forgotten with that.

use std::collections::BTreeSet;

use serde_json::json;
use steward_model::{Integrity, ItemKind, OrgId, Scope, ThreadId};
use steward_store::{Began, Inserted, NewItem, NewPassage, NewTurn, Store};
use steward_testkit::TestDatabase;

use super::forgetting::{forget_asked, found, said};
use super::inbox::agent;
use super::memory_forget::members_thread;
use super::passages::{contact_thread, keep, note};
use super::story::new_org;
use super::turns::{ending, new_turn};

stories![
    what_a_turn_wrote_down_of_a_message_goes_with_it,
    what_a_turn_wrote_down_of_a_contact_goes_with_them,
];

const SECRET: &str = "quokkasafe";
const SAID: &str = "The combination of my safe is QUOKKASAFE since last Monday.";
const WRITTEN: &str = "Code of the member's safe: QUOKKASAFE";

fn call(tool: &str, field: &str, text: &str) -> NewItem {
    let mut call =
        json!({"id": "c1", "name": tool, "arguments": {"label": "human", "path": "areas/safe.md"}});
    call["arguments"][field] = text.into();
    NewItem {
        kind: ItemKind::ToolCall,
        content: call.to_string().into_bytes(),
        integrity: Integrity::User,
    }
}

/// One turn on a thread that hears one thing and makes some calls.
async fn turn(store: &Store, org: OrgId, thread: ThreadId, called: Vec<NewItem>) {
    let here = store.org(org);
    let view = here.view_thread(thread, 0, 9).await.unwrap().unwrap();
    let mut items = vec![said(ItemKind::User, SAID)];
    items.extend(called);
    let new = NewTurn {
        items,
        ..new_turn()
    };
    let Began::Turn(claim) = store.begin_turn(&view, new).await.unwrap() else {
        panic!("nobody else was there");
    };
    store.advance(&claim, ending()).await.unwrap();
}

fn written(name: &str, text: &str) -> NewPassage {
    NewPassage {
        text: text.into(),
        ..note(name)
    }
}

async fn what_a_turn_wrote_down_of_a_message_goes_with_it(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let here = store.org(org);
    let (member, _, thread) = members_thread(&store, org).await;
    let called = call("archival_insert", "text", WRITTEN);
    turn(&store, org, thread, vec![called]).await;
    keep(&store, org, written("note", WRITTEN)).await;
    keep(&store, org, written("other", "The safe is in the cellar.")).await;
    let message = NewPassage {
        source: "message".into(),
        thread_id: Some(thread),
        ..written(&format!("{thread}:1"), SAID)
    };
    let own = Scope::Member(member);
    let inserted = here.insert_passages(own, vec![message]).await.unwrap();
    let [Inserted::New(message)] = inserted[..] else {
        panic!("it is new");
    };
    assert!(here.forget_passage(message, "member:x").await.unwrap());
    forget_asked(&store, org).await;
    assert_eq!(found(&store, org, SECRET).await, BTreeSet::new());
    let left = found(&store, org, "in the cellar").await;
    assert_eq!(left, BTreeSet::from(["passage.text_enc".to_owned()]));
}

async fn what_a_turn_wrote_down_of_a_contact_goes_with_them(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let here = store.org(org);
    let (contact, thread) = contact_thread(&store, org, agent).await;
    let called = call("append_to_file", "content", WRITTEN);
    let other = "Nothing that was said here was written down by anybody.";
    let looked = call("search_files", "query", other);
    turn(&store, org, thread, vec![called, looked]).await;
    keep(&store, org, written("line", WRITTEN)).await;
    keep(&store, org, written("other", other)).await;
    assert!(here.forget_contact(contact, "member:x").await.unwrap());
    forget_asked(&store, org).await;
    let texts = [SECRET, "written down by anybody"].map(str::to_owned);
    let looked = here.look_for(&texts).await.unwrap();
    assert_eq!(looked.found, [("passage.text_enc".to_owned(), 1)]);
}
