use serde_json::{Value, json};
use steward_model::{Author, Integrity, MemoryMode, Scope};
use steward_store::{BlockEdit, NewBlock, Rewrite};
use steward_testkit::TestDatabase;

use super::*;
use crate::fixture::{call, refusal, turn};
use crate::{Tool, ToolContext, ToolOutput};

/// The same turn at another call.
fn at(context: &ToolContext, call: &str) -> ToolContext {
    ToolContext {
        idem_key: call.to_owned(),
        ..context.clone()
    }
}

fn said(output: &ToolOutput) -> String {
    output.content.clone().unwrap().join("\n")
}

async fn human(context: &ToolContext) -> (String, i64, Integrity) {
    let org = context.store().org(context.org_id);
    let blocks = org
        .blocks(context.scope, Some(context.agent_id))
        .await
        .unwrap();
    let block = blocks
        .into_iter()
        .find(|block| block.label == "human")
        .unwrap();
    (block.value, block.version, block.integrity)
}

#[tokio::test]
async fn a_block_is_edited_line_by_line() {
    let db = TestDatabase::sqlite();
    let context = turn(&db).await;
    let line = json!({"label": "human", "text": "Likes tea."});
    let output = call(MemoryAppend, &at(&context, "1"), line).await;
    assert_eq!(
        said(&output),
        "`human` was changed; 4990 characters are left in it."
    );
    let line = json!({"label": "human", "line": 0, "text": "Is called Ana."});
    call(MemoryInsert, &at(&context, "2"), line).await;
    let words = json!({"label": "human", "old": "tea", "new": "coffee"});
    call(MemoryReplace, &at(&context, "3"), words).await;
    // Empty, and three edits. A stranger's words stay a stranger's.
    let expected = (
        "Is called Ana.\nLikes coffee.".to_owned(),
        4,
        Integrity::Untrusted,
    );
    assert_eq!(human(&context).await, expected);
}

#[tokio::test]
async fn a_call_that_is_made_again_changes_nothing_more() {
    let db = TestDatabase::sqlite();
    let context = turn(&db).await;
    for _ in 0..2 {
        let line = json!({"label": "human", "text": "Likes tea."});
        assert!(
            call(MemoryAppend, &at(&context, "1"), line)
                .await
                .content
                .is_ok()
        );
        let words = json!({"label": "human", "old": "Likes tea.", "new": "Likes milk."});
        assert!(
            call(MemoryReplace, &at(&context, "2"), words)
                .await
                .content
                .is_ok()
        );
    }
    assert_eq!(human(&context).await.0, "Likes milk.");
    let entry = json!({"text": "The boiler is new.", "tags": ["House"]});
    for _ in 0..2 {
        call(ArchivalInsert, &at(&context, "3"), entry.clone()).await;
    }
    let found = call(ArchivalSearch, &context, json!({"query": "boiler"})).await;
    assert_eq!(found.content.unwrap().len(), 1);
}

#[tokio::test]
async fn an_edit_that_cannot_be_meant_is_refused_in_words() {
    let db = TestDatabase::sqlite();
    let context = turn(&db).await;
    call(
        MemoryAppend,
        &at(&context, "1"),
        json!({"label": "human", "text": "a b a"}),
    )
    .await;
    let append = |label: &str, text: &str| json!({"label": label, "text": text});
    let cases: [(&dyn Tool, Value, &str); 5] = [
        (
            &MemoryAppend,
            append("human", " "),
            "Nothing was changed: the text is empty.",
        ),
        (
            &MemoryAppend,
            append("boat", "x"),
            "There is no block `boat`. There are: human.",
        ),
        (
            &MemoryAppend,
            append("human", &"x".repeat(5_000)),
            "Nothing was changed: `human` holds 5000 characters and would have 5006. Shorten it first with memory_replace.",
        ),
        (
            &MemoryReplace,
            json!({"label": "human", "old": "a", "new": "c"}),
            "Nothing was changed: the block has this text 2 times; give more of the text around it, so that it is there once.",
        ),
        (
            &MemoryInsert,
            json!({"label": "human", "line": 9, "text": "x"}),
            "Nothing was changed: the block has 1 lines; give a line from 0 to 1.",
        ),
    ];
    for (index, (tool, arguments, reason)) in cases.into_iter().enumerate() {
        let context = at(&context, &format!("case {index}"));
        assert_eq!(refusal(tool.call(&context, arguments).await), reason);
    }
    assert_eq!(human(&context).await.0, "a b a");
}

#[tokio::test]
async fn a_block_for_people_alone_and_one_that_somebody_just_changed() {
    let db = TestDatabase::sqlite();
    let context = turn(&db).await;
    let org = context.store().org(context.org_id);
    let rules = NewBlock {
        label: "rules".into(),
        description: "House rules".into(),
        value: "No dogs.".into(),
        char_limit: 100,
        read_only: true,
        author: Author::System,
        integrity: Integrity::Operator,
    };
    let scope = Scope::Org(context.org_id);
    let block = org.create_block(scope, None, rules).await.unwrap();
    let line = json!({"label": "rules", "text": "Dogs are fine."});
    let reason = refusal(call(MemoryAppend, &at(&context, "1"), line).await);
    assert_eq!(
        reason,
        "Nothing was changed: only a person may edit `rules`."
    );
    let edit = BlockEdit {
        value: "No cats.".into(),
        rewrite: Rewrite::Whole,
        author: Author::System,
        integrity: Integrity::Operator,
    };
    org.edit_block(block.id, block.version, edit).await.unwrap();
    let blocks = org.blocks(scope, None).await.unwrap();
    assert_eq!(blocks[0].value, "No cats.");
}

#[tokio::test(flavor = "multi_thread")]
async fn many_who_add_to_a_block_at_once_all_do() {
    const MANY: usize = 24;
    let db = TestDatabase::sqlite();
    let context = turn(&db).await;
    let line = json!({"label": "human", "text": "Likes tea."});
    call(MemoryAppend, &at(&context, "first"), line).await;
    let appends = (0..MANY).map(|number| {
        let context = at(&context, &number.to_string());
        let line = json!({"label": "human", "text": format!("Fact {number}.")});
        tokio::spawn(async move { call(MemoryAppend, &context, line).await })
    });
    for append in appends.collect::<Vec<_>>() {
        said(&append.await.unwrap());
    }
    let (value, version, _) = human(&context).await;
    assert_eq!(version, 2 + MANY as i64);
    let mut lines: Vec<&str> = value.lines().collect();
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 1 + MANY, "{value}");
}

#[tokio::test]
async fn what_was_stored_is_found_with_its_source_and_its_trust() {
    let db = TestDatabase::sqlite();
    let context = turn(&db).await;
    let entry = json!({"text": "The boiler in the cellar is from 2019.", "tags": ["House "]});
    assert_eq!(
        said(&call(ArchivalInsert, &at(&context, "1"), entry).await),
        "It is stored."
    );
    let query = json!({"query": "How old is the boiler?", "tags": ["house"]});
    let found = call(ArchivalSearch, &context, query).await;
    assert!(said(&found).ends_with(" 2026-01-01 archival] The boiler in the cellar is from 2019."));
    assert_eq!(found.integrity, Integrity::Untrusted);
    let elsewhere = json!({"query": "boiler", "tags": ["boat"]});
    assert_eq!(
        said(&call(ArchivalSearch, &context, elsewhere).await),
        "Nothing was found."
    );
    assert_eq!(
        said(&call(ConversationSearch, &context, json!({"query": "boiler"})).await),
        "Nothing was found."
    );
    let everything = call(
        MemorySearch,
        &context,
        json!({"query": "boiler", "limit": 3}),
    )
    .await;
    assert_eq!(everything.content.unwrap().len(), 1);
}

#[tokio::test]
async fn several_tags_in_one_text_are_several_tags() {
    let db = TestDatabase::sqlite();
    let context = turn(&db).await;
    let entry = json!({"text": "The gate code is 4471.", "tags": ["Yard, Gate \"codes\"", ","]});
    call(ArchivalInsert, &at(&context, "1"), entry).await;
    for (tags, is_found) in [
        (json!(["yard"]), true),
        (json!(["attic, gate \"codes\""]), true),
        (json!(["attic,cellar"]), false),
    ] {
        let query = json!({"query": "gate code", "tags": tags});
        let found = said(&call(ArchivalSearch, &context, query).await);
        assert_eq!(found.contains("4471"), is_found, "{tags}: {found}");
    }
}

#[tokio::test]
async fn an_agent_that_keeps_to_itself_shares_nothing() {
    let db = TestDatabase::sqlite();
    let shared = turn(&db).await;
    let isolated = ToolContext {
        memory_mode: MemoryMode::Isolated,
        ..shared.clone()
    };
    call(
        ArchivalInsert,
        &at(&shared, "1"),
        json!({"text": "Tea for all."}),
    )
    .await;
    call(
        ArchivalInsert,
        &at(&isolated, "2"),
        json!({"text": "Tea for me."}),
    )
    .await;
    let found = call(MemorySearch, &isolated, json!({"query": "tea"})).await;
    assert_eq!(found.content.unwrap().len(), 1);
    call(
        MemoryAppend,
        &at(&shared, "3"),
        json!({"label": "human", "text": "Seen by all."}),
    )
    .await;
    call(
        MemoryAppend,
        &at(&isolated, "4"),
        json!({"label": "human", "text": "Seen by me."}),
    )
    .await;
    let org = shared.store().org(shared.org_id);
    let blocks = org.blocks(shared.scope, None).await.unwrap();
    assert_eq!(blocks[0].value, "Seen by all.");
}

#[tokio::test]
async fn a_text_of_no_use_is_not_stored() {
    let db = TestDatabase::sqlite();
    let context = turn(&db).await;
    for text in [String::new(), "x".repeat(20_001)] {
        let reason = refusal(call(ArchivalInsert, &context, json!({"text": text})).await);
        assert!(reason.starts_with("Nothing was stored: "), "{reason}");
    }
    let reason = refusal(
        call(
            ConversationSearch,
            &context,
            json!({"query": "x", "conversation_id": "7"}),
        )
        .await,
    );
    assert_eq!(reason, "`conversation_id` is not the id of a conversation.");
}
