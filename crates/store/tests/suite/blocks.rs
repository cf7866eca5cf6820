//! Blocks: no edit is lost, every version is kept.

use futures_util::future::join_all;
use steward_model::{AgentId, Author, BlockId, Integrity, OrgId, Scope, SystemIds};
use steward_store::{Block, BlockEdit, Edited, NewBlock, Rewrite, Store, StoreError};
use steward_testkit::{Cell, TestDatabase};

use super::agents::text_reply;
use super::inbox::agent;
use super::story::new_org;

stories![
    a_block_is_found_as_it_was_made,
    an_agents_own_block_stands_in_for_the_shared_one,
    a_label_is_taken_once,
    of_two_edits_to_one_version_the_second_is_refused,
    an_edit_that_is_made_again_is_made_once,
    twenty_editors_at_once_lose_nothing,
    a_full_block_says_so_and_counts_characters,
    a_read_only_block_is_edited_by_people_alone,
    a_block_is_trusted_as_the_least_of_what_wrote_it,
    versions_are_listed_newest_first_and_can_be_restored,
    forty_callers_at_once_make_the_defaults_once,
    an_own_block_goes_with_its_agent,
    the_blocks_of_another_org_are_not_there,
    a_value_opens_only_as_what_it_was_written,
];

pub(super) fn block(label: &str, value: &str) -> NewBlock {
    NewBlock {
        label: label.into(),
        description: format!("What {label} is for."),
        value: value.into(),
        char_limit: 100,
        read_only: false,
        author: Author::System,
        integrity: Integrity::System,
    }
}

pub(super) fn edit(value: &str) -> BlockEdit {
    BlockEdit {
        value: value.into(),
        rewrite: Rewrite::Part,
        author: Author::System,
        integrity: Integrity::System,
    }
}

async fn shared(store: &Store, org: OrgId, label: &str, value: &str) -> Block {
    let (org, scope) = (store.org(org), Scope::Org(org));
    org.create_block(scope, None, block(label, value))
        .await
        .unwrap()
}

async fn edited(store: &Store, org: OrgId, block: &Block, edit: BlockEdit) -> Block {
    let edited = store
        .org(org)
        .edit_block(block.id, block.version, edit)
        .await;
    match edited.unwrap().unwrap() {
        Edited::Edited(block) => block,
        other => panic!("it was not edited: {other:?}"),
    }
}

async fn an_edit_that_is_made_again_is_made_once(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let block = shared(&store, org, "human", "a").await;
    let once = async |version, value: &str, call: &str| {
        let edit = edit(value);
        let here = store.org(org);
        here.edit_block_once(block.id, version, edit, call)
            .await
            .unwrap()
            .unwrap()
    };
    let Edited::Edited(first) = once(1, "b", "call 1").await else {
        panic!("nobody was faster");
    };
    assert_eq!(first.version, 2);
    // Another edit came between; the first is still known to be made, and changes nothing.
    assert!(matches!(once(2, "c", "call 2").await, Edited::Edited(_)));
    let Edited::Edited(again) = once(1, "b", "call 1").await else {
        panic!("it was made");
    };
    assert_eq!((again.version, again.value.as_str()), (3, "c"));
    assert!(matches!(once(1, "d", "call 3").await, Edited::Stale(_)));
}

async fn a_block_is_found_as_it_was_made(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let persona = shared(&store, org, "persona", "I am šťastný 😀.").await;
    assert_eq!((persona.version, persona.read_only), (1, false));
    assert_eq!(persona.value, "I am šťastný 😀.");
    assert_eq!(persona.created_at, persona.updated_at);
    let human = shared(&store, org, "human", "").await;
    let store = db.reopen(store).await;
    let org_store = store.org(org);
    let found = org_store.block(persona.id).await.unwrap();
    assert_eq!(found, Some(persona.clone()));
    let all = org_store.blocks(Scope::Org(org), None).await.unwrap();
    assert_eq!(all, [human, persona]);
    let missing = BlockId::generate(&SystemIds);
    assert_eq!(org_store.block(missing).await.unwrap(), None);
    let edited = org_store.edit_block(missing, 1, edit("x")).await.unwrap();
    assert_eq!(edited, None);
    let versions = org_store.block_versions(missing, 9, 9).await.unwrap();
    assert_eq!(versions, []);
}

async fn an_agents_own_block_stands_in_for_the_shared_one(db: TestDatabase) {
    let store = db.open().await;
    let (org, mine) = agent(&store, "Acme").await;
    let other = store.org(org).create_agent(text_reply()).await.unwrap().id;
    let (here, scope) = (store.org(org), Scope::Org(org));
    let human = shared(&store, org, "human", "everybody's").await;
    let persona = shared(&store, org, "persona", "everybody's").await;
    let own = here.create_block(scope, Some(mine), block("persona", "mine"));
    let own = own.await.unwrap();
    let seen = |agent: Option<AgentId>| here.blocks(scope, agent);
    assert_eq!(seen(Some(mine)).await.unwrap(), [human.clone(), own]);
    let without = [human, persona];
    assert_eq!(seen(Some(other)).await.unwrap(), without);
    assert_eq!(seen(None).await.unwrap(), without);
}

async fn a_label_is_taken_once(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let here = store.org(org);
    for scope in [Scope::Org(org), Scope::Agent(agent)] {
        for owner in [None, Some(agent)] {
            let new = || block("persona", "x");
            here.create_block(scope, owner, new()).await.unwrap();
            let again = here.create_block(scope, owner, new()).await;
            assert_err!(again, StoreError::Conflict("block"));
        }
    }
    let rows = "select count(*) from block_version";
    assert_eq!(db.data().value(rows).await, Cell::Int(4));
}

async fn of_two_edits_to_one_version_the_second_is_refused(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let first = shared(&store, org, "human", "one").await;
    let second = edited(&store, org, &first, edit("two")).await;
    assert_eq!((second.version, second.value.as_str()), (2, "two"));
    assert_eq!(
        store.org(org).block(first.id).await.unwrap().as_ref(),
        Some(&second)
    );
    for version in [1, 3] {
        let late = store
            .org(org)
            .edit_block(first.id, version, edit("three"))
            .await;
        assert_eq!(
            late.unwrap(),
            Some(Edited::Stale(second.clone())),
            "version {version}"
        );
    }
}

async fn twenty_editors_at_once_lose_nothing(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let block = shared(&store, org, "human", "").await;
    let editors = ('a'..='t').map(|letter| {
        let (store, mut block) = (store.clone(), block.clone());
        tokio::spawn(async move {
            loop {
                let value = format!("{}{letter}", block.value);
                let edit = store
                    .org(org)
                    .edit_block(block.id, block.version, edit(&value))
                    .await;
                match edit.unwrap().unwrap() {
                    Edited::Edited(_) => return,
                    Edited::Stale(now) => block = now,
                    other => panic!("{other:?}"),
                }
            }
        })
    });
    for editor in join_all(editors).await {
        editor.unwrap();
    }
    let block = store.org(org).block(block.id).await.unwrap().unwrap();
    let mut letters: Vec<_> = block.value.chars().collect();
    letters.sort_unstable();
    assert_eq!(letters, ('a'..='t').collect::<Vec<_>>());
    let versions = store.org(org).block_versions(block.id, 99, 99).await;
    let lengths: Vec<_> = versions.unwrap().iter().map(|it| it.value.len()).collect();
    assert_eq!(lengths, (0..=20).rev().collect::<Vec<_>>());
}

async fn a_full_block_says_so_and_counts_characters(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let human = shared(&store, org, "human", "").await;
    let human = edited(&store, org, &human, edit(&"é".repeat(100))).await;
    let before = db.data().dump().await;
    let full = store
        .org(org)
        .edit_block(human.id, 2, edit(&"é".repeat(101)))
        .await;
    assert_eq!(full.unwrap(), Some(Edited::Full(human)));
    let long = block("long", &"é".repeat(101));
    let refused = store
        .org(org)
        .create_block(Scope::Org(org), None, long)
        .await;
    assert_err!(refused, StoreError::Refused(_));
    assert_eq!(db.data().dump().await, before);
}

async fn a_read_only_block_is_edited_by_people_alone(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let (_, owner) = new_org(&store, "Other").await;
    let new = NewBlock {
        read_only: true,
        ..block("rules", "Be kind.")
    };
    let rules = store
        .org(org)
        .create_block(Scope::Org(org), None, new)
        .await;
    let rules = rules.unwrap();
    let by = |author: Author| BlockEdit {
        author,
        ..edit("Be brief.")
    };
    let refused = store
        .org(org)
        .edit_block(rules.id, 1, by(Author::Agent(agent)))
        .await;
    assert_eq!(refused.unwrap(), Some(Edited::ReadOnly(rules.clone())));
    edited(&store, org, &rules, by(Author::Member(owner))).await;
}

async fn a_block_is_trusted_as_the_least_of_what_wrote_it(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let mut human = shared(&store, org, "human", "").await;
    for (integrity, rewrite, then) in [
        (Integrity::User, Rewrite::Part, Integrity::User),
        (Integrity::Untrusted, Rewrite::Part, Integrity::Untrusted),
        (Integrity::System, Rewrite::Part, Integrity::Untrusted),
        (Integrity::User, Rewrite::Whole, Integrity::User),
    ] {
        let edit = BlockEdit {
            rewrite,
            integrity,
            ..edit("x")
        };
        human = edited(&store, org, &human, edit).await;
        assert_eq!(human.integrity, then);
        let found = store.org(org).block(human.id).await.unwrap();
        assert_eq!(found.as_ref(), Some(&human));
    }
}

async fn versions_are_listed_newest_first_and_can_be_restored(db: TestDatabase) {
    let store = db.open().await;
    let (org, owner) = new_org(&store, "Acme").await;
    let mut human = shared(&store, org, "human", "1").await;
    for value in ["2", "3"] {
        let edit = BlockEdit {
            author: Author::Member(owner),
            integrity: Integrity::User,
            ..edit(value)
        };
        human = edited(&store, org, &human, edit).await;
    }
    let page = async |before, limit| {
        let versions = store.org(org).block_versions(human.id, before, limit).await;
        versions.unwrap()
    };
    let newest = page(i64::MAX, 2).await;
    assert_eq!((newest[0].version, newest[1].version), (3, 2));
    assert_eq!(newest[0].author, Author::Member(owner));
    let oldest = page(2, 9).await.remove(0);
    assert_eq!((oldest.version, oldest.author), (1, Author::System));
    let restored = BlockEdit {
        value: oldest.value,
        rewrite: Rewrite::Whole,
        author: Author::Member(owner),
        integrity: oldest.integrity,
    };
    let restored = edited(&store, org, &human, restored).await;
    assert_eq!((restored.version, restored.value.as_str()), (4, "1"));
    assert_eq!(restored.integrity, Integrity::System);
    assert_eq!(page(i64::MAX, 9).await.len(), 4);
}

async fn forty_callers_at_once_make_the_defaults_once(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    shared(&store, org, "human", "known already").await;
    for owner in [None, Some(agent)] {
        let callers = (0..40).map(|n| {
            let store = store.clone();
            tokio::spawn(async move {
                let defaults = ["human", "persona"].map(|label| block(label, &n.to_string()));
                let (org, scope) = (store.org(org), Scope::Org(org));
                let made = org.ensure_blocks(scope, owner, defaults.to_vec());
                made.await.unwrap()
            })
        });
        let made = join_all(callers).await.into_iter().map(Result::unwrap);
        let made: Vec<Vec<Block>> = made.collect();
        assert!(made.iter().all(|blocks| *blocks == made[0]));
        let labels: Vec<_> = made[0].iter().map(|block| block.label.as_str()).collect();
        assert_eq!(labels, ["human", "persona"]);
        assert_eq!(made[0][0].value == "known already", owner.is_none());
    }
}

async fn an_own_block_goes_with_its_agent(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let (here, scope) = (store.org(org), Scope::Org(org));
    let human = shared(&store, org, "human", "").await;
    let own = here.create_block(scope, Some(agent), block("own", "x"));
    let own = own.await.unwrap();
    assert!(here.delete_agent(agent).await.unwrap());
    assert_eq!(here.block(own.id).await.unwrap(), None);
    assert_eq!(here.blocks(scope, Some(agent)).await.unwrap(), [human]);
    let gone = here.create_block(scope, Some(agent), block("own", "x"));
    assert_err!(gone.await, StoreError::Refused(_));
}

async fn the_blocks_of_another_org_are_not_there(db: TestDatabase) {
    let store = db.open().await;
    let (mine, agent) = agent(&store, "Mine").await;
    let (other, _) = new_org(&store, "Other").await;
    let block_of_mine = shared(&store, mine, "human", "x").await;
    let before = db.data().dump().await;
    let there = store.org(other);
    assert_eq!(there.block(block_of_mine.id).await.unwrap(), None);
    for scope in [Scope::Org(mine), Scope::Agent(agent)] {
        assert_eq!(there.blocks(scope, Some(agent)).await.unwrap(), []);
        let made = there.create_block(scope, None, block("human", "y")).await;
        assert_err!(made, StoreError::Refused(_));
    }
    let own = there.create_block(Scope::Org(other), Some(agent), block("human", "y"));
    assert_err!(own.await, StoreError::Refused(_));
    let edited = there.edit_block(block_of_mine.id, 1, edit("y")).await;
    assert_eq!(edited.unwrap(), None);
    let versions = there.block_versions(block_of_mine.id, 9, 9).await;
    assert_eq!(versions.unwrap(), []);
    assert_eq!(db.data().dump().await, before);
}

async fn a_value_opens_only_as_what_it_was_written(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let human = shared(&store, org, "human", "one").await;
    let value = "select value_enc from block";
    let old = db.data().literal(&db.data().value(value).await);
    let human = edited(&store, org, &human, edit("two")).await;
    let new = db.data().literal(&db.data().value(value).await);
    for (tamper, mend) in [
        (
            format!("update block set value_enc = {old}"),
            format!("update block set value_enc = {new}"),
        ),
        (
            "update block set integrity = 'operator'".into(),
            "update block set integrity = 'system'".into(),
        ),
        (
            "update block set version = 1".into(),
            "update block set version = 2".into(),
        ),
    ] {
        db.data().execute(&tamper).await;
        let found = store.org(org).block(human.id).await;
        assert_err!(
            found,
            StoreError::Tampered {
                table: "block",
                column: "value_enc"
            }
        );
        db.data().execute(&mend).await;
        assert_eq!(
            store.org(org).block(human.id).await.unwrap().as_ref(),
            Some(&human)
        );
    }
    let forge = format!("update block_version set author = 'agent:{}'", human.id);
    db.data().execute(&forge).await;
    let versions = store.org(org).block_versions(human.id, 9, 9).await;
    assert_err!(
        versions,
        StoreError::Tampered {
            table: "block_version",
            column: "value_enc"
        }
    );
}
