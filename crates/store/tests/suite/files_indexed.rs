//! Files as passages: every change once, the last state of a file alone, and nothing of what was forgotten.

use steward_model::Scope;
use steward_store::{
    FileRevision, FilesToIndex, Forgot, NewPassage, OrgStore, Passage, Snapshot, Store, WORKSPACE,
    source_of_file,
};
use steward_testkit::TestDatabase;

use super::files::{change, file, new_file, put};
use super::passages::note;
use super::story::{all, new_org};

stories![
    files_are_indexed_in_the_order_of_changes_and_once,
    no_more_is_read_at_once_than_fits,
    a_changed_file_is_found_as_it_is_and_a_deleted_one_not_at_all,
    what_was_read_before_a_change_is_not_indexed_after_it,
    of_two_indexers_one_indexes,
    a_saved_index_outlives_a_change_and_not_a_forgetting,
    what_is_forgotten_is_not_indexed_again,
    the_files_of_another_org_are_not_indexed,
];

const MANY: (u32, i64) = (100, 1 << 20);

/// The passages that are made of files: one of each that is there.
pub(super) fn passages_of(files: &[FileRevision]) -> Vec<NewPassage> {
    let there = files.iter().filter(|file| file.content.is_some());
    let passage = |file: &FileRevision| NewPassage {
        source: WORKSPACE.into(),
        source_ref: source_of_file(file.head.id, file.head.change_no),
        text: file.content.clone().unwrap(),
        ..note("")
    };
    there.map(passage).collect()
}

async fn waiting(here: &OrgStore<'_>, most: (u32, i64)) -> Option<FilesToIndex> {
    here.files_to_index(most).await.unwrap()
}

async fn mark(here: &OrgStore<'_>, found: &FilesToIndex) -> bool {
    let range = (found.from, found.upto);
    let marked = here.mark_files_indexed(range, passages_of(&found.files));
    marked.await.unwrap()
}

async fn index(here: &OrgStore<'_>) {
    while let Some(found) = waiting(here, MANY).await {
        assert!(mark(here, &found).await);
    }
}

fn paths(found: &FilesToIndex) -> Vec<&str> {
    let paths = found.files.iter().map(|file| file.head.path.as_str());
    paths.collect()
}

async fn found(here: &OrgStore<'_>) -> Vec<String> {
    let scope = Scope::Org(here.id());
    let found = here.passages(scope, WORKSPACE, &all()).await.unwrap();
    let mut found: Vec<String> = found.into_iter().map(|passage| passage.text).collect();
    found.sort();
    found
}

/// A workspace in which only what it begins with is there, and indexed.
async fn begun(store: &Store) -> OrgStore<'_> {
    let (org, _) = new_org(store, "Acme").await;
    let here = store.org(org);
    here.file(&file("MEMORY.md")).await.unwrap();
    let seeds = waiting(&here, MANY).await.unwrap();
    assert!(
        here.mark_files_indexed((0, seeds.upto), vec![])
            .await
            .unwrap()
    );
    here
}

async fn files_are_indexed_in_the_order_of_changes_and_once(db: TestDatabase) {
    let store = db.open().await;
    let here = begun(&store).await;
    assert_eq!(store.workspaces_to_index(None, 9).await.unwrap(), []);
    for path in ["a.md", "b.md", "c.md"] {
        put(&here, new_file(path, path)).await;
    }
    assert_eq!(here.count_files_to_index().await.unwrap(), 3);
    let waits = store.workspaces_to_index(None, 9).await.unwrap();
    assert_eq!(waits, [here.id()]);
    let after = store.workspaces_to_index(Some(here.id()), 9).await.unwrap();
    assert_eq!(after, []);
    let two = waiting(&here, (2, 1 << 20)).await.unwrap();
    assert_eq!(paths(&two), ["a.md", "b.md"]);
    assert!(mark(&here, &two).await);
    let last = waiting(&here, (2, 1 << 20)).await.unwrap();
    assert_eq!(paths(&last), ["c.md"]);
    assert!(mark(&here, &last).await);
    assert_eq!(waiting(&here, MANY).await, None);
    assert_eq!(here.count_files_to_index().await.unwrap(), 0);
    assert_eq!(found(&here).await, ["a.md", "b.md", "c.md"]);
}

async fn no_more_is_read_at_once_than_fits(db: TestDatabase) {
    let store = db.open().await;
    let here = begun(&store).await;
    for path in ["a.md", "b.md", "c.md"] {
        put(&here, new_file(path, "0123456789")).await;
    }
    for expected in [&["a.md", "b.md"][..], &["c.md"]] {
        let some = waiting(&here, (9, 15)).await.unwrap();
        assert_eq!(paths(&some), expected);
        assert!(mark(&here, &some).await);
    }
    put(&here, new_file("d.md", "0123456789")).await;
    // One that is too large for any round is a round of its own.
    let large = waiting(&here, (9, 1)).await.unwrap();
    assert_eq!(paths(&large), ["d.md"]);
}

async fn a_changed_file_is_found_as_it_is_and_a_deleted_one_not_at_all(db: TestDatabase) {
    let store = db.open().await;
    let here = begun(&store).await;
    put(&here, new_file("a.md", "one")).await;
    put(&here, new_file("b.md", "bee")).await;
    index(&here).await;
    put(&here, change("a.md", "one", Some("two"))).await;
    put(&here, change("a.md", "two", Some("three"))).await;
    index(&here).await;
    assert_eq!(found(&here).await, ["bee", "three"]);
    put(&here, change("b.md", "bee", None)).await;
    index(&here).await;
    assert_eq!(found(&here).await, ["three"]);
    put(&here, new_file("b.md", "bee")).await;
    index(&here).await;
    assert_eq!(found(&here).await, ["bee", "three"]);
}

async fn what_was_read_before_a_change_is_not_indexed_after_it(db: TestDatabase) {
    let store = db.open().await;
    let here = begun(&store).await;
    put(&here, new_file("a.md", "one")).await;
    put(&here, new_file("b.md", "bee")).await;
    let read = waiting(&here, MANY).await.unwrap();
    put(&here, change("a.md", "one", Some("two"))).await;
    assert!(mark(&here, &read).await);
    assert_eq!(found(&here).await, ["bee"]);
    let next = waiting(&here, MANY).await.unwrap();
    assert_eq!(paths(&next), ["a.md"]);
    assert!(mark(&here, &next).await);
    assert_eq!(found(&here).await, ["bee", "two"]);
}

async fn of_two_indexers_one_indexes(db: TestDatabase) {
    let store = db.open().await;
    let here = begun(&store).await;
    put(&here, new_file("a.md", "one")).await;
    let read = waiting(&here, MANY).await.unwrap();
    let both = tokio::join!(mark(&here, &read), mark(&here, &read));
    assert!(both.0 != both.1, "{both:?}");
    assert_eq!(found(&here).await, ["one"]);
}

async fn only_passage(here: &OrgStore<'_>) -> Passage {
    let scope = Scope::Org(here.id());
    let mut found = here.passages(scope, WORKSPACE, &all()).await.unwrap();
    assert_eq!(found.len(), 1);
    found.remove(0)
}

async fn forget(here: &OrgStore<'_>, passage: &Passage) {
    assert!(here.forget_passage(passage.id, "system").await.unwrap());
    assert_eq!(here.forget_asked().await.unwrap(), Forgot::Everything);
}

const SECRET: &str = "The kanarienvogel sings at noon in unit four.";

async fn a_saved_index_outlives_a_change_and_not_a_forgetting(db: TestDatabase) {
    let store = db.open().await;
    let here = begun(&store).await;
    let (scope, text) = (Scope::Org(here.id()), format!("{SECRET} One."));
    put(&here, new_file("a.md", &text)).await;
    put(&here, new_file("b.md", SECRET)).await;
    index(&here).await;
    let saved = Snapshot {
        upto_seq: 2,
        body: b"index".to_vec(),
    };
    assert!(here.save_snapshot(scope, "m", saved).await.unwrap());
    put(&here, change("a.md", &text, Some("Two."))).await;
    put(&here, change("b.md", SECRET, None)).await;
    index(&here).await;
    assert!(here.load_snapshot(scope, "m").await.unwrap().is_some());
    // Nothing but earlier revisions says it now, and what was saved.
    let said = NewPassage {
        text: SECRET.into(),
        ..note("said")
    };
    let member = Scope::Member(here.members(&all()).await.unwrap()[0].id);
    here.insert_passages(member, vec![said]).await.unwrap();
    let passage = here
        .passages(member, "archival", &all())
        .await
        .unwrap()
        .remove(0);
    forget(&here, &passage).await;
    assert_eq!(here.load_snapshot(scope, "m").await.unwrap(), None);
}

async fn what_is_forgotten_is_not_indexed_again(db: TestDatabase) {
    let store = db.open().await;
    let here = begun(&store).await;
    put(&here, new_file("a.md", SECRET)).await;
    index(&here).await;
    put(&here, new_file("b.md", &format!("They said: {SECRET}"))).await;
    let read = waiting(&here, MANY).await.unwrap();
    forget(&here, &only_passage(&here).await).await;
    // Whoever read it before comes too late.
    assert!(mark(&here, &read).await);
    index(&here).await;
    for text in found(&here).await {
        assert!(!text.contains("kanarienvogel"), "{text}");
    }
    assert_eq!(here.count_files_to_index().await.unwrap(), 0);
}

async fn the_files_of_another_org_are_not_indexed(db: TestDatabase) {
    let store = db.open().await;
    let here = begun(&store).await;
    put(&here, new_file("a.md", "one")).await;
    let (org, _) = new_org(&store, "Elsewhere").await;
    let there = store.org(org);
    assert_eq!(waiting(&there, MANY).await, None);
    assert_eq!(there.count_files_to_index().await.unwrap(), 0);
    assert!(!there.mark_files_indexed((0, 5), vec![]).await.unwrap());
    assert_eq!(here.count_files_to_index().await.unwrap(), 1);
}
