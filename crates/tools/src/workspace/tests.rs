use serde_json::{Value, json};
use steward_agent::Action;
use steward_model::{Author, Integrity, Scope, WorkspacePath};
use steward_store::{Expect, FileRevision, FileWrite};
use steward_testkit::TestDatabase;

use super::*;
use crate::fixture::{call, refusal, turn};
use crate::{Tool, ToolContext, ToolOutput};

/// The same turn at another call, by a member.
fn at(context: &ToolContext, call: &str) -> ToolContext {
    ToolContext {
        idem_key: call.to_owned(),
        label: Integrity::User,
        ..context.clone()
    }
}

fn said(output: &ToolOutput) -> String {
    output.content.clone().unwrap().join("\n")
}

async fn found(context: &ToolContext, path: &str) -> FileRevision {
    let path = WorkspacePath::file(path).unwrap();
    let org = context.store().org(context.org_id);
    org.file(&path).await.unwrap().unwrap()
}

/// The version that a tool told.
fn told(output: &ToolOutput) -> String {
    let said = said(output);
    let after = said.split("version ").nth(1).unwrap();
    let after = after.strip_prefix("is ").unwrap_or(after);
    after.chars().take(VERSION_CHARS).collect()
}

/// Somebody else writes.
async fn meanwhile(context: &ToolContext, path: &str, read: &str, text: &str) {
    let write = FileWrite {
        path: WorkspacePath::file(path).unwrap(),
        expect: Expect::Sha256(steward_store::Sha::of(read.as_bytes())),
        content: Some(text.to_owned()),
        trust: Integrity::User,
        restored_from: None,
        conflict_of: None,
    };
    let org = context.store().org(context.org_id);
    org.write_files(Author::System, vec![write]).await.unwrap();
}

#[tokio::test]
async fn a_file_is_written_read_and_replaced_by_whoever_has_read_it() {
    let db = TestDatabase::sqlite();
    let context = turn(&db).await;
    let new = json!({"path": "areas/a.md", "content": "One."});
    let made = call(WriteFile, &at(&context, "1"), new.clone()).await;
    let again = call(WriteFile, &at(&context, "1"), new.clone()).await;
    assert_eq!(said(&again), said(&made), "made again, it is made once");
    assert_eq!(found(&context, "areas/a.md").await.head.revision, 1);
    let blind = refusal(call(WriteFile, &at(&context, "2"), new).await);
    assert!(blind.contains("Read it first with read_file"), "{blind}");
    let read = call(ReadFile, &context, json!({"path": "areas/a.md"})).await;
    assert!(
        said(&read).ends_with("this is the end.\n\nOne."),
        "{read:?}"
    );
    assert_eq!(read.integrity, Integrity::User);
    let version = told(&read);
    assert_eq!(version, told(&made));
    let change = |text: &str, version: &str| json!({"path": "areas/a.md", "content": text, "version": version});
    let changed = call(WriteFile, &at(&context, "3"), change("Two.", &version)).await;
    assert!(changed.content.is_ok(), "{changed:?}");
    let again = call(WriteFile, &at(&context, "3"), change("Two.", &version)).await;
    assert_eq!(said(&again), said(&changed));
    let head = found(&context, "areas/a.md").await;
    assert_eq!(
        (head.head.revision, head.content.as_deref()),
        (2, Some("Two."))
    );
    assert_eq!(head.head.updated_by, Author::Agent(context.agent_id));
    meanwhile(&context, "areas/a.md", "Two.", "Three.").await;
    let stale = call(
        WriteFile,
        &at(&context, "4"),
        change("Four.", &told(&changed)),
    )
    .await;
    assert!(refusal(stale).contains("was changed since you read it"));
    let guess = call(WriteFile, &at(&context, "5"), change("Five.", "3")).await;
    assert!(refusal(guess).contains("12 letters"));
    let content = found(&context, "areas/a.md").await.content;
    assert_eq!(content.as_deref(), Some("Three."));
    let gone = json!({"path": "areas/gone.md", "content": "x", "version": version});
    let gone = call(WriteFile, &at(&context, "6"), gone).await;
    assert!(refusal(gone).contains("was changed since you read it"));
}

#[tokio::test]
async fn a_long_file_is_read_in_parts() {
    let db = TestDatabase::sqlite();
    let context = turn(&db).await;
    let text = "ä".repeat(10_000) + "end";
    let new = json!({"path": "long.txt", "content": text});
    call(WriteFile, &at(&context, "1"), new).await;
    let part = async |offset: Value| {
        let output = call(
            ReadFile,
            &context,
            json!({"path": "long.txt", "offset": offset}),
        )
        .await;
        let said = said(&output);
        let (about, part) = said.split_once("\n\n").unwrap();
        (about.to_owned(), part.to_owned())
    };
    let (about, first) = part(json!(0)).await;
    assert!(
        about.ends_with("10003 characters; 3 are left, read on with offset 10000."),
        "{about}"
    );
    assert_eq!(first.chars().count(), 10_000);
    let (about, rest) = part(json!(10_000)).await;
    assert!(about.ends_with("this is the end."), "{about}");
    assert_eq!(rest, "end");
    assert_eq!(part(json!(99_999)).await.1, "");
    let missing = call(ReadFile, &context, json!({"path": "none.md"})).await;
    assert!(refusal(missing).contains("no file `none.md`"));
}

#[tokio::test]
async fn what_is_added_stands_beside_what_others_wrote() {
    let db = TestDatabase::sqlite();
    let context = turn(&db).await;
    let note = "daily_notes/2026-11-16.md";
    let line = |text: &str| json!({"path": note, "content": text});
    call(AppendToFile, &at(&context, "1"), line("Ana called.")).await;
    meanwhile(&context, note, "Ana called.\n", "Ana called.\nBo came").await;
    for _ in 0..2 {
        let added = call(AppendToFile, &at(&context, "2"), line("Ana came.\n")).await;
        assert!(added.content.is_ok());
    }
    let content = found(&context, note).await.content.unwrap();
    assert_eq!(content, "Ana called.\nBo came\nAna came.\n");
    let nothing = call(AppendToFile, &at(&context, "3"), line(" ")).await;
    assert!(refusal(nothing).contains("nothing to add"));
}

#[tokio::test]
async fn a_strangers_words_stay_a_strangers_in_a_file() {
    let db = TestDatabase::sqlite();
    let context = turn(&db).await;
    assert_eq!(context.label, Integrity::Untrusted);
    let new = json!({"path": "areas/a.md", "content": "They said so."});
    call(WriteFile, &context, new).await;
    let head = found(&context, "areas/a.md").await.head;
    assert_eq!(head.trust, Integrity::Untrusted);
    let read = call(ReadFile, &context, json!({"path": "areas/a.md"})).await;
    assert_eq!(read.integrity, Integrity::Untrusted);
    // A member's turn adds to it, and it is not washed clean.
    let more = json!({"path": "areas/a.md", "content": "And more."});
    call(AppendToFile, &at(&context, "2"), more).await;
    let head = found(&context, "areas/a.md").await.head;
    assert_eq!(head.trust, Integrity::Untrusted);
    let listed = call(ListDirectory, &context, json!({"path": "areas"})).await;
    assert_eq!(listed.integrity, Integrity::Untrusted);
}

#[tokio::test]
async fn the_gate_sees_the_path_and_a_path_outside_makes_no_call() {
    let db = TestDatabase::sqlite();
    let context = turn(&db).await;
    let tools: [&dyn Tool; 2] = [&WriteFile, &AppendToFile];
    for tool in tools {
        let arguments = |path: &str| json!({"path": path, "content": "x"});
        for path in ["MEMORY.md", "skills/a/SKILL.md", "areas/a.md"] {
            let action = tool.action(&context, &arguments(path)).unwrap();
            let expected = Action::WriteFile { path: path.into() };
            assert_eq!(action, Some(expected));
        }
        for path in ["../a.md", "/etc/a.md", "a.exe", ".rev", "a\\b.md"] {
            let refused = tool.action(&context, &arguments(path)).unwrap_err();
            assert!(refused.contains("cannot be used"), "{refused}");
            let refused = refusal(tool.call(&context, arguments(path)).await);
            assert!(refused.contains("cannot be used"), "{refused}");
        }
    }
}

#[tokio::test]
async fn a_folder_is_listed_with_what_helps_to_choose() {
    let db = TestDatabase::sqlite();
    let context = turn(&db).await;
    let root = call(ListDirectory, &context, json!({})).await;
    let lines = root.content.clone().unwrap();
    assert_eq!(lines[..3], ["areas/", "daily_notes/", "skills/"]);
    assert!(lines[3].starts_with("MEMORY.md ("), "{lines:?}");
    assert_eq!(root.integrity, Integrity::System);
    let missing = call(ListDirectory, &context, json!({"path": "boats"})).await;
    assert_eq!(refusal(missing), "There is no folder `boats`.");
    let outside = call(ListDirectory, &context, json!({"path": "../"})).await;
    assert!(refusal(outside).contains("cannot be used"));
}

/// Two notes and what a customer said, in the index.
async fn boilers(context: &ToolContext) {
    let writes = [
        ("areas/mill.md", "The boiler of Mill House was replaced."),
        ("areas/lease.md", "The lease of Mill House ends in May."),
        ("accounts/7/sources/calls/a.md", "The boiler is insured."),
    ];
    let writes = writes.map(|(path, text)| FileWrite {
        path: WorkspacePath::file(path).unwrap(),
        expect: Expect::Absent,
        content: Some(text.to_owned()),
        trust: Integrity::Untrusted,
        restored_from: None,
        conflict_of: None,
    });
    let org = context.store().org(context.org_id);
    let written = org.write_files(Author::System, writes.to_vec()).await;
    written.unwrap();
    context.memory.index_workspaces().await.unwrap();
}

#[tokio::test]
async fn files_are_searched_by_words_beneath_a_folder_and_never_for_a_contact() {
    let db = TestDatabase::sqlite();
    let context = turn(&db).await;
    boilers(&context).await;
    let member = ToolContext {
        scope: Scope::Org(context.org_id),
        ..at(&context, "1")
    };
    let search = async |context, arguments| call(SearchFiles, context, arguments).await;

    let beneath = json!({"query": "boiler replaced", "path": "areas"});
    let found = search(&member, beneath).await;
    let first = "areas/mill.md: The boiler of Mill House";
    assert!(said(&found).starts_with(first), "{found:?}");
    assert!(!said(&found).contains("accounts/"), "{found:?}");
    assert_eq!(found.integrity, Integrity::Untrusted);
    let all = search(&member, json!({"query": "boiler"})).await;
    assert!(said(&all).contains("accounts/7/sources/calls/a.md"));
    let one = search(&member, json!({"query": "boiler", "limit": 1})).await;
    assert_eq!(one.content.unwrap().len(), 1);
    let elsewhere = json!({"query": "boiler", "path": "boats"});
    assert_eq!(
        said(&search(&member, elsewhere).await),
        "Nothing was found."
    );
    let to_contact = search(&context, json!({"query": "boiler"})).await;
    assert!(!said(&to_contact).contains("accounts/"), "{to_contact:?}");
}

#[tokio::test]
async fn searching_files_only_reads_and_stays_in_the_workspace() {
    let db = TestDatabase::sqlite();
    let context = turn(&db).await;
    for path in ["../keys", "/etc", "areas/../../keys"] {
        let outside = json!({"query": "boiler", "path": path});
        assert!(SearchFiles.action(&context, &outside).is_err(), "{path}");
    }
    assert!(SearchFiles.needs().is_empty());
    assert_eq!(SearchFiles.entry().least_origin, Integrity::User);
}
