//! What people do with blocks: settings, new values, taking them away; and that all of it is on the record.

use steward_model::{Author, BlockId, Integrity, OrgId, Scope};
use steward_store::{Block, BlockChange, BlockEdit, Edited, Store};
use steward_testkit::{Cell, TestDatabase};

use super::blocks::{block, edit};
use super::inbox::agent;
use super::passages::{found, keep, note};
use super::story::new_org;

stories![
    settings_change_without_a_version_and_values_with_one,
    a_change_of_an_older_version_changes_nothing,
    a_limit_may_not_cut_what_is_there,
    an_edit_that_was_checked_against_other_settings_is_made_again,
    a_deleted_block_takes_its_versions_along,
    what_somebody_stored_or_deleted_is_on_the_record,
    nobody_changes_the_blocks_of_another_org,
];

pub(super) fn change(author: Author) -> BlockChange {
    BlockChange {
        value: None,
        description: None,
        char_limit: None,
        read_only: None,
        author,
        integrity: Integrity::User,
    }
}

async fn made(store: &Store, org: OrgId) -> Block {
    let here = store.org(org);
    let made = here.create_block(Scope::Org(org), None, block("human", "a"));
    made.await.unwrap()
}

async fn changed(store: &Store, org: OrgId, block: &Block, change: BlockChange) -> Edited {
    let here = store.org(org);
    let changed = here.change_block(block.id, block.version, change);
    changed.await.unwrap().unwrap()
}

async fn recorded(db: &TestDatabase, subject: impl ToString) -> Vec<(Cell, Cell)> {
    let subject = subject.to_string();
    let sql = format!("select actor, action from audit where subject = '{subject}' order by id");
    let rows = db.data().rows(&sql).await.into_iter();
    rows.map(|row| (row[0].clone(), row[1].clone())).collect()
}

fn entry(actor: Author, action: &str) -> (Cell, Cell) {
    (Cell::Text(actor.to_string()), Cell::Text(action.into()))
}

async fn settings_change_without_a_version_and_values_with_one(db: TestDatabase) {
    let store = db.open().await;
    let (org, owner) = new_org(&store, "Acme").await;
    let by = Author::Member(owner);
    let block = made(&store, org).await;
    let settings = BlockChange {
        description: Some("New.".into()),
        read_only: Some(true),
        ..change(by)
    };
    let Edited::Edited(set) = changed(&store, org, &block, settings).await else {
        panic!("it was not changed")
    };
    assert_eq!((set.version, set.char_limit, set.read_only), (1, 100, true));
    assert_eq!(
        (set.description.as_str(), set.value.as_str()),
        ("New.", "a")
    );
    assert_eq!(set.integrity, Integrity::System);
    let value = BlockChange {
        value: Some("b".into()),
        char_limit: Some(1),
        ..change(by)
    };
    let Edited::Edited(written) = changed(&store, org, &set, value.clone()).await else {
        panic!("it was not changed")
    };
    assert_eq!((written.version, written.integrity), (2, Integrity::User));
    assert_eq!(
        store.org(org).block(block.id).await.unwrap(),
        Some(written.clone())
    );
    // The same again is nothing new.
    let same = changed(&store, org, &written, value).await;
    assert_eq!(same, Edited::Edited(written));
    let versions = store
        .org(org)
        .block_versions(block.id, 99, 9)
        .await
        .unwrap();
    assert_eq!(versions.len(), 2);
    let (made, edited) = ("block.created", "block.edited");
    let expected = [
        entry(Author::System, made),
        entry(by, "block.changed"),
        entry(by, edited),
        entry(by, "block.changed"),
    ];
    assert_eq!(recorded(&db, block.id).await, expected);
}

async fn a_change_of_an_older_version_changes_nothing(db: TestDatabase) {
    let store = db.open().await;
    let (org, owner) = new_org(&store, "Acme").await;
    let block = made(&store, org).await;
    let here = store.org(org);
    let edited = here.edit_block(block.id, 1, edit("b")).await.unwrap();
    let Some(Edited::Edited(current)) = edited else {
        panic!("it was not edited")
    };
    let before = db.data().dump().await;
    let late = BlockChange {
        value: Some("c".into()),
        description: Some("New.".into()),
        ..change(Author::Member(owner))
    };
    let refused = changed(&store, org, &block, late).await;
    assert_eq!(refused, Edited::Stale(current));
    assert_eq!(db.data().dump().await, before);
}

async fn a_limit_may_not_cut_what_is_there(db: TestDatabase) {
    let store = db.open().await;
    let (org, owner) = new_org(&store, "Acme").await;
    let block = made(&store, org).await;
    for (value, char_limit) in [
        (None, Some(0)),
        (Some("ab"), Some(1)),
        (Some("é".repeat(101).as_str()), None),
    ] {
        let change = BlockChange {
            value: value.map(str::to_owned),
            char_limit,
            ..change(Author::Member(owner))
        };
        let refused = changed(&store, org, &block, change).await;
        assert_eq!(refused, Edited::Full(block.clone()));
    }
}

/// An agent that read a block before somebody made it read-only does not get its edit in.
async fn an_edit_that_was_checked_against_other_settings_is_made_again(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let block = made(&store, org).await;
    for round in 0..20 {
        let open = BlockChange {
            read_only: Some(false),
            ..change(Author::System)
        };
        let current = store.org(org).block(block.id).await.unwrap().unwrap();
        changed(&store, org, &current, open).await;
        let close = BlockChange {
            read_only: Some(true),
            ..change(Author::System)
        };
        let write = BlockEdit {
            author: Author::Agent(agent),
            ..edit(&format!("{round}"))
        };
        let here = store.org(org);
        let (closed, written) = tokio::join!(
            here.change_block(block.id, current.version, close),
            here.edit_block(block.id, current.version, write),
        );
        let now = here.block(block.id).await.unwrap().unwrap();
        let was_written = matches!(written.unwrap(), Some(Edited::Edited(_)));
        assert_eq!(now.version > current.version, was_written, "round {round}");
        if matches!(closed.unwrap(), Some(Edited::Edited(_))) && was_written {
            // The edit came first, since nothing gets past the lock.
            assert!(now.read_only);
        }
    }
}

async fn a_deleted_block_takes_its_versions_along(db: TestDatabase) {
    let store = db.open().await;
    let (org, owner) = new_org(&store, "Acme").await;
    let (here, by) = (store.org(org), Author::Member(owner));
    let block = made(&store, org).await;
    here.edit_block(block.id, 1, edit("b")).await.unwrap();
    assert!(here.delete_block(block.id, by).await.unwrap());
    assert!(!here.delete_block(block.id, by).await.unwrap());
    assert_eq!(here.block(block.id).await.unwrap(), None);
    let left = db.data().value("select count(*) from block_version").await;
    assert_eq!(left, Cell::Int(0));
    assert_eq!(
        recorded(&db, block.id).await.last(),
        Some(&entry(by, "block.deleted"))
    );
    assert_ne!(made(&store, org).await.id, block.id);
}

async fn what_somebody_stored_or_deleted_is_on_the_record(db: TestDatabase) {
    let store = db.open().await;
    let (org, owner) = new_org(&store, "Acme").await;
    let (here, scope, by) = (store.org(org), Scope::Org(org), Author::Member(owner));
    let stored = here
        .store_passages(scope, vec![note("a"), note("b")], by)
        .await;
    let stored = stored.unwrap();
    let [first, second] = [&stored[0], &stored[1]].map(|inserted| match inserted {
        steward_store::Inserted::New(id) => *id,
        other => panic!("it was known: {other:?}"),
    });
    // The same again is the same again, and so is not noted twice.
    here.store_passages(scope, vec![note("a")], by)
        .await
        .unwrap();
    assert!(here.discard_passage(first, by).await.unwrap());
    assert!(!here.discard_passage(first, by).await.unwrap());
    assert_eq!(found(&store, org, first).await, None);
    assert!(found(&store, org, second).await.is_some());
    let expected = [entry(by, "passage.stored"), entry(by, "passage.deleted")];
    assert_eq!(recorded(&db, first).await, expected);
    // What was only indexed is on the record by what it was made from.
    let indexed = keep(&store, org, note("c")).await;
    assert_eq!(recorded(&db, indexed).await, []);
}

async fn nobody_changes_the_blocks_of_another_org(db: TestDatabase) {
    let store = db.open().await;
    let (mine, _) = new_org(&store, "Mine").await;
    let (other, owner) = new_org(&store, "Other").await;
    let (there, by) = (store.org(other), Author::Member(owner));
    let block = made(&store, mine).await;
    let kept = keep(&store, mine, note("a")).await;
    let before = db.data().dump().await;
    let id: BlockId = block.id;
    assert_eq!(there.change_block(id, 1, change(by)).await.unwrap(), None);
    assert!(!there.delete_block(id, by).await.unwrap());
    assert!(!there.discard_passage(kept, by).await.unwrap());
    assert_eq!(db.data().dump().await, before);
}
