//! Where a text gets to that is quoted by somebody else: a member's own conversation, a document, and what people call things.

use std::collections::BTreeSet;

use serde_json::json;
use steward_model::{Author, ItemKind, MemberId, Scope, Timestamp};
use steward_store::{
    Began, Conversation, ConversationItem, Inserted, InstructionChange, LineChange, NewAgent,
    NewContact, NewPassage, NewResponse, NewStreamEvent, NewTurn, WaitingThread,
};
use steward_testkit::TestDatabase;

use super::blocks::block;
use super::documents::{document, parts};
use super::forgetting::{SECRET, STEM, forget_asked, found, quoted, said};
use super::memory_forget::members_thread;
use super::outbox::World;
use super::passages::{keep, note};
use super::summaries::{seen, summary};
use super::turns::{ending, new_turn};

stories![
    a_name_outlives_a_message_that_says_the_name,
    what_was_forgotten_already_is_forgotten_once,
];

/// Quotes the text everywhere outside the conversation that it was said in.
pub(super) async fn quote(it: &World) {
    let member = in_a_members_chat(it).await;
    in_a_members_own_words(it).await;
    in_a_programs_conversation(it, member).await;
    in_what_things_are_called(it).await;
}

/// Nothing that was said there holds it: only what was made of it and what was shown.
async fn in_a_members_chat(it: &World) -> MemberId {
    let here = it.store.org(it.org);
    let (member, _, id) = members_thread(&it.store, it.org).await;
    let view = here.view_thread(id, 0, 9).await.unwrap().unwrap();
    let turn = NewTurn {
        items: vec![said(ItemKind::User, "Hello.")],
        ..new_turn()
    };
    let Began::Turn(claim) = it.store.begin_turn(&view, turn).await.unwrap() else {
        panic!("nobody else was there");
    };
    it.store.advance(&claim, ending()).await.unwrap();
    let shown = NewStreamEvent {
        kind: "message".into(),
        data: quoted(),
    };
    let (stream, scope) = (id.to_string(), Scope::Member(member));
    let shown = here.append_stream(&stream, scope, None, vec![shown]);
    shown.await.unwrap();
    let thread = WaitingThread { org_id: it.org, id };
    let content = json!({ "narrative": SECRET }).to_string();
    let before = seen(&it.store, thread).await;
    let added = here.add_summary(&before, summary((1, 1), &content), vec![]);
    assert!(added.await.unwrap().is_some());
    assert!(here.name_chat(member, id, SECRET).await.unwrap());
    member
}

/// A member's own words hold a copy in another letter case, the answer holds the text, and so do passages of both and of what a
/// program told a model.
async fn in_a_members_own_words(it: &World) {
    let here = it.store.org(it.org);
    let (member, _, id) = members_thread(&it.store, it.org).await;
    let view = here.view_thread(id, 0, 9).await.unwrap().unwrap();
    let turn = NewTurn {
        items: vec![
            said(ItemKind::User, &shouted()),
            said(ItemKind::Assistant, SECRET),
        ],
        ..new_turn()
    };
    let Began::Turn(claim) = it.store.begin_turn(&view, turn).await.unwrap() else {
        panic!("nobody else was there");
    };
    it.store.advance(&claim, ending()).await.unwrap();
    let place = |place: u8| NewPassage {
        thread_id: Some(id),
        ..message(&format!("{id}:{place}"))
    };
    let copied = NewPassage {
        text: shouted(),
        ..place(1)
    };
    let made = vec![copied, place(2), message("msg_1")];
    let inserted = here.insert_passages(Scope::Member(member), made).await;
    assert_eq!(inserted.unwrap().len(), 3);
}

fn shouted() -> String {
    format!("LOOK: {}", SECRET.to_uppercase())
}

/// A passage of something that was said.
fn message(name: &str) -> NewPassage {
    NewPassage {
        source: "message".into(),
        text: format!("You told me: {SECRET}"),
        ..note(name)
    }
}

async fn in_a_programs_conversation(it: &World, member: MemberId) {
    let here = it.store.org(it.org);
    let name = format!("conv_{}", it.org);
    let new = Conversation {
        id: name.clone(),
        private: false,
        meta: quoted(),
        created_at: Timestamp::from_micros(1),
    };
    let item = ConversationItem {
        id: format!("msg_{}", it.org),
        body: quoted(),
    };
    here.create_conversation(member, new, &[item], Vec::new())
        .await
        .unwrap();
    let response = NewResponse {
        id: format!("resp_{}", it.org),
        thread_id: None,
        conversation_id: Some(name),
        body: quoted(),
    };
    here.begin_response(member, response).await.unwrap();
    let heeded = InstructionChange {
        body: Some(quoted()),
        is_default: Some(true),
    };
    let id = format!("instr_{}", it.org);
    let made = here.create_instruction(member, &id, heeded);
    made.await.unwrap();
}

async fn in_what_things_are_called(it: &World) {
    let (here, scope) = (it.store.org(it.org), Scope::Org(it.org));
    let made = here.create_document(scope, document(SECRET), parts(1), Author::System);
    made.await.unwrap();
    let agent = here.agent(it.agent).await.unwrap().unwrap();
    let named = NewAgent {
        name: SECRET.into(),
        ..agent.settings
    };
    let replaced = here.replace_agent(it.agent, agent.revision, named, None);
    assert!(replaced.await.unwrap());
    let mut described = block("people", "Nothing.");
    described.description = SECRET.into();
    here.create_block(scope, None, described).await.unwrap();
    let labelled = LineChange {
        label: Some(SECRET.into()),
        ..LineChange::default()
    };
    let changed = here.change_line(it.line, labelled).await;
    assert!(changed.unwrap().is_some());
    here.create_contact(called(SECRET)).await.unwrap();
}

fn called(name: &str) -> NewContact {
    NewContact {
        name: Some(name.into()),
        identifiers: vec![],
    }
}

/// What people are called is the team's to say: it goes if it is what was said, and not because somebody wrote their name.
async fn a_name_outlives_a_message_that_says_the_name(db: TestDatabase) {
    let it = World::new(&db).await;
    db.data().execute("delete from turn").await;
    let here = it.store.org(it.org);
    let mut contacts = Vec::new();
    for name in ["Dana Whitfield", "Dana (the kanarienvogel sings at noon)"] {
        let contact = here.create_contact(called(name)).await.unwrap().id;
        let mut told = note(name);
        told.text = name.replace("Dana (", "").replace(')', "");
        let scope = Scope::Contact(contact);
        let inserted = here.insert_passages(scope, vec![told]).await.unwrap();
        let [Inserted::New(passage)] = inserted[..] else {
            panic!("it is new: {inserted:?}")
        };
        assert!(here.forget_passage(passage, "member:x").await.unwrap());
        contacts.push(contact);
    }
    forget_asked(&it.store, it.org).await;
    let mut names = Vec::new();
    for contact in contacts {
        names.push(here.contact(contact).await.unwrap().unwrap().name.unwrap());
    }
    assert_eq!(names, ["Dana Whitfield", "Dana ([forgotten])"]);
    assert_eq!(found(&it.store, it.org, STEM).await, BTreeSet::new());
}

/// A text that stands in the mark of what was forgotten would be found for ever, and nothing else be forgotten meanwhile.
async fn what_was_forgotten_already_is_forgotten_once(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    let mut passages = Vec::new();
    for text in [
        "Forgotten.",
        "[forgotten]",
        "We have forgotten the [forgotten] of the kanarienvogel.",
        "It is [forgotten].",
    ] {
        let mut told = note(text);
        told.text = text.into();
        passages.push(keep(&it.store, it.org, told).await);
    }
    let kept = passages.pop().unwrap();
    for passage in passages {
        assert!(here.forget_passage(passage, "member:x").await.unwrap());
    }
    forget_asked(&it.store, it.org).await;
    let kept = here.passage(kept).await.unwrap().unwrap();
    assert_eq!(kept.text, "It is [forgotten].");
}
