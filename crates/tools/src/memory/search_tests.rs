use serde_json::json;
use steward_memory::MESSAGE;
use steward_model::{ContactId, EventKind, Integrity, Scope, ThreadId, Timestamp};
use steward_store::{NewEvent, NewPassage, PassageMeta};
use steward_testkit::TestDatabase;

use super::*;
use crate::fixture::{call, known_by, phone, refusal, turn};
use crate::{Tool, ToolContext, ToolOutput};

/// Lets somebody have said something, on the turn's thread or on none.
async fn said(
    context: &ToolContext,
    contact: ContactId,
    thread: Option<ThreadId>,
    (number, text): (usize, &str),
) {
    let day = format!("2026-03-0{number}T09:30:00Z");
    let passage = NewPassage {
        agent_id: None,
        thread_id: thread,
        contact_id: Some(contact),
        source: MESSAGE.into(),
        source_ref: format!("{contact}:{number}"),
        chunk_index: 0,
        integrity: Integrity::Untrusted,
        text: text.into(),
        meta: PassageMeta {
            speaker: Some("Ana".into()),
            ..PassageMeta::default()
        },
        priority: 0,
        embedding: None,
        occurred_at: Timestamp::parse_rfc3339(&day).unwrap(),
    };
    let org = context.store().org(context.org_id);
    let scope = Scope::Contact(contact);
    org.insert_passages(scope, vec![passage]).await.unwrap();
}

fn own(context: &ToolContext) -> ContactId {
    match context.scope {
        Scope::Contact(contact) => contact,
        other => panic!("the turn is of {other}"),
    }
}

fn lines(output: ToolOutput) -> Vec<String> {
    output.content.unwrap()
}

#[tokio::test]
async fn snippets_tell_who_when_and_how() {
    let db = TestDatabase::sqlite();
    let context = turn(&db).await;
    let (contact, thread) = (own(&context), Some(context.thread_id));
    said(&context, contact, thread, (1, "The boiler broke.")).await;
    said(&context, contact, thread, (2, "It is about the hedge.")).await;
    let found = call(
        SearchConversations,
        &context,
        json!({"query": "boilers", "limit": 1}),
    )
    .await;
    assert_eq!(found.integrity, Integrity::Untrusted);
    let thread = context.thread_id;
    let expected = format!("[2026-03-01 09:30, SMS, conversation {thread}] Ana: The boiler broke.");
    assert_eq!(lines(found), [expected]);
    for (query, days, count) in [
        ("hedge", json!({"after": "2026-03-02"}), 1),
        (
            "hedge",
            json!({"before": "2026-03-02", "query": "hedge"}),
            0,
        ),
        ("boiler", json!({"before": "2026-03-02"}), 1),
    ] {
        let mut input = days;
        input["query"] = json!(query);
        let found = lines(call(SearchConversations, &context, input).await);
        let found = found.iter().filter(|line| line.contains(query)).count();
        assert_eq!(found, count, "{query}");
    }
    let odd = json!({"query": "x", "after": "yesterday"});
    let refused = refusal(call(SearchConversations, &context, odd).await);
    assert!(refused.contains("2026-05-01"), "{refused}");
}

#[tokio::test]
async fn whoever_talks_to_a_contact_reads_theirs_alone_and_a_member_reads_all() {
    let db = TestDatabase::sqlite();
    let context = turn(&db).await;
    let org = context.store().org(context.org_id);
    let other = org
        .create_contact(known_by(phone("+14155550177")))
        .await
        .unwrap()
        .id;
    let (contact, thread) = (own(&context), Some(context.thread_id));
    said(&context, contact, thread, (1, "My boiler broke.")).await;
    said(&context, other, None, (2, "Our boiler is fine.")).await;
    let query = json!({"query": "boiler"});
    let theirs = json!({"query": "boiler", "contact_id": other.to_string()});
    let found = lines(call(SearchSmsHistory, &context, query.clone()).await);
    assert_eq!(found.len(), 1);
    assert!(found[0].contains("My boiler broke."));
    refusal(call(SearchSmsHistory, &context, theirs.clone()).await);

    let member = ToolContext {
        scope: Scope::Org(context.org_id),
        ..context.clone()
    };
    // Nobody has heard of the other contact on a thread, so they must be named.
    let found = lines(call(SearchSmsHistory, &member, query).await);
    assert_eq!(found.len(), 1);
    let found = lines(call(SearchSmsHistory, &member, theirs).await);
    assert!(found[0].contains("Our boiler is fine."), "{found:?}");
    let odd = json!({"query": "x", "contact_id": "Ana"});
    refusal(call(SearchSmsHistory, &member, odd).await);
}

#[tokio::test]
async fn whoever_talks_to_the_team_is_told_where_the_texts_of_contacts_are() {
    let db = TestDatabase::sqlite();
    let context = turn(&db).await;
    let (contact, thread) = (own(&context), Some(context.thread_id));
    said(&context, contact, thread, (1, "The boiler broke.")).await;
    let member = ToolContext {
        scope: Scope::Org(context.org_id),
        ..context.clone()
    };
    let query = json!({"query": "boiler"});
    let elsewhere =
        "Nothing was found. What contacts texted is not among this; `search_sms_history` finds it.";
    let asked = query.clone();
    for tool in [
        &ConversationSearch as &dyn Tool,
        &SearchConversations,
        &MemorySearch,
    ] {
        let output = tool.call(&member, asked.clone()).await;
        assert_eq!(output.integrity, Integrity::System);
        assert_eq!(lines(output), [elsewhere]);
        let theirs = lines(tool.call(&context, asked.clone()).await);
        assert_eq!(theirs.len(), 1, "{theirs:?}");
        let description = &tool.entry().spec.description;
        assert!(description.contains("search_sms_history"), "{description}");
    }
    let noted = lines(call(ArchivalSearch, &member, query.clone()).await);
    assert_eq!(noted, ["Nothing was found."]);
    let found = call(SearchSmsHistory, &member, query).await;
    assert_eq!(found.integrity, Integrity::Untrusted);
    assert_eq!(lines(found).len(), 1);
}

#[tokio::test]
async fn whoever_searches_some_of_the_contacts_is_told_so() {
    let db = TestDatabase::sqlite();
    let context = turn(&db).await;
    let org = context.store().org(context.org_id);
    for number in 1..26 {
        let known = known_by(phone(&format!("+141555502{number:02}")));
        let contact = org.create_contact(known).await.unwrap().id;
        wrote(&context, contact).await;
    }
    let member = ToolContext {
        scope: Scope::Org(context.org_id),
        ..context.clone()
    };
    let output = call(SearchSmsHistory, &member, json!({"query": "boiler"})).await;
    let told = "Nothing was found. Only the messages of the 25 contacts who wrote last were searched; name a contact \
                to search theirs.";
    assert_eq!(lines(output), [told]);
}

/// Lets somebody else have written.
async fn wrote(context: &ToolContext, contact: ContactId) {
    let event = NewEvent {
        agent_id: context.agent_id,
        correlation_key: format!("contact:{contact}"),
        scope: Scope::Contact(contact),
        source: "twilio".into(),
        dedupe_key: contact.to_string(),
        kind: EventKind::InboundSms,
        payload: b"{}".to_vec(),
        integrity: Integrity::Untrusted,
    };
    let org = context.store().org(context.org_id);
    org.accept(event).await.unwrap();
}

#[tokio::test]
async fn a_file_of_the_workspace_is_found() {
    let db = TestDatabase::sqlite();
    let context = turn(&db).await;
    let org = context.store().org(context.org_id);
    let path = steward_model::WorkspacePath::file("areas/mill.md").unwrap();
    let file = steward_store::FileWrite {
        path,
        expect: steward_store::Expect::Absent,
        content: Some("The boiler of Mill House was replaced in 2019.".into()),
        trust: Integrity::Untrusted,
        restored_from: None,
        conflict_of: None,
    };
    let by = steward_model::Author::System;
    org.write_files(by, vec![file]).await.unwrap();
    context.memory.index_workspaces().await.unwrap();
    let found = call(
        MemorySearch,
        &context,
        json!({"query": "Mill House boiler"}),
    )
    .await;
    assert_eq!(found.integrity, Integrity::Untrusted);
    let lines = lines(found);
    assert_eq!(lines.len(), 1);
    assert!(
        lines[0]
            .ends_with("workspace] areas/mill.md: The boiler of Mill House was replaced in 2019.")
    );
}
