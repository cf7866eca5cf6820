//! Forgetting: what somebody said is in no row, no file and no index afterwards, wherever it had got to.

use std::collections::HashSet;

use futures_util::future::join_all;
use steward_model::{
    AgentId, Author, ContactId, MemberId, OrgId, PassageId, Role, Scope, ThreadId,
};
use steward_store::{
    BlockEdit, Inserted, NewAgent, NewEvent, NewPassage, PassageChange, Store, StoreError,
};
use steward_testkit::{Backend, Cell, FailAt, TestDatabase, on_both};

use super::agents::text_reply;
use super::blocks::{block, edit};
use super::encryption::{holds, stolen};
use super::inbox::{agent, text};
use super::memory_index::snapshot;
use super::passages::{contact_thread, embedding, keep, note};
use super::story::{all, new_org, person};

stories![
    a_forgotten_contact_is_remembered_nowhere,
    a_deleted_contact_is_remembered_nowhere,
    a_deleted_member_is_remembered_nowhere,
    a_deleted_agent_is_remembered_nowhere,
    a_members_agent_is_remembered_nowhere_after_the_member,
    a_forgotten_scope_takes_nothing_more_in,
    whoever_follows_a_forgotten_scope_is_told,
    what_is_written_while_a_contact_is_forgotten_goes_too,
];

const CANARY: &str = "canary-in-the-mine";

/// Somebody with a memory, and an organisation that remembers them and somebody else.
struct Planted {
    org: OrgId,
    scope: Scope,
    /// What the organisation remembers because of them, and what it remembers otherwise.
    because: PassageId,
    otherwise: PassageId,
    /// Everything sealed that must be gone.
    sealed: Vec<Vec<u8>>,
}

/// A passage with the canary in every field that is sealed.
fn canary(name: &str) -> NewPassage {
    let mut new = note(name);
    new.text = CANARY.into();
    new.meta.tags = vec![CANARY.into()];
    new.meta.title = Some(CANARY.into());
    new.embedding = Some(embedding("m"));
    new
}

/// Plants canaries in everything a scope can remember, and `because` in the organisation's.
async fn plant(
    db: &TestDatabase,
    store: &Store,
    (org, scope): (OrgId, Scope),
    because: NewPassage,
) -> Planted {
    let here = store.org(org);
    let otherwise = keep(store, org, note("otherwise")).await;
    let human = here.create_block(scope, None, block("human", CANARY));
    let human = human.await.unwrap();
    let changed = BlockEdit {
        author: Author::System,
        ..edit(&format!("{CANARY} again"))
    };
    here.edit_block(human.id, 1, changed).await.unwrap();
    let new = vec![canary("a"), canary("b")];
    here.insert_passages(scope, new).await.unwrap();
    let because = keep(store, org, because).await;
    for scope in [scope, Scope::Org(org)] {
        let index = snapshot(2, CANARY.as_bytes());
        assert!(here.save_snapshot(scope, "m", index).await.unwrap());
    }
    let mut sealed = Vec::new();
    for sql in [
        "select value_enc from block".to_owned(),
        "select value_enc from block_version".into(),
        format!("select text_enc from passage where id <> '{otherwise}'"),
        format!("select meta_enc from passage where id <> '{otherwise}'"),
        format!("select vector_enc from passage where id <> '{otherwise}'"),
        format!("select distinct tag_blind from passage_tag where passage_id <> '{otherwise}'"),
        "select body_enc from index_snapshot_part".into(),
    ] {
        for row in db.data().rows(&sql).await {
            let [Cell::Bytes(bytes)] = &row[..] else {
                panic!("{sql}: {row:?}");
            };
            sealed.push(bytes.clone());
        }
    }
    assert_eq!(sealed.len(), 1 + 2 + 3 * 3 + 2 + 2);
    Planted {
        org,
        scope,
        because,
        otherwise,
        sealed,
    }
}

/// Nothing of it is left: not to be read, not as rows, and not in any file even sealed.
async fn assert_forgotten(db: &TestDatabase, store: &Store, planted: &Planted) {
    let here = store.org(planted.org);
    assert_eq!(here.passage(planted.because).await.unwrap(), None);
    let counts = here.passage_counts().await.unwrap();
    assert_eq!(
        (counts.len(), counts[0].scope),
        (1, Scope::Org(planted.org))
    );
    let scope = Scope::Org(planted.org);
    let feed = here.passages_after(scope, 0, 9).await.unwrap();
    let [
        PassageChange::Written(otherwise),
        PassageChange::Deleted { id, seq: 3 },
    ] = &feed[..]
    else {
        panic!("whoever follows the organisation sees the deletion: {feed:?}");
    };
    assert_eq!((otherwise.id, *id), (planted.otherwise, planted.because));
    assert_eq!(here.load_snapshot(scope, "m").await.unwrap(), None);
    for (table, left) in [
        ("block", 0),
        ("block_version", 0),
        ("index_snapshot", 0),
        ("index_snapshot_part", 0),
        ("passage_tag", 1),
        ("passage", 2),
    ] {
        let rows = db
            .data()
            .value(&format!("select count(*) from {table}"))
            .await;
        assert_eq!(rows, Cell::Int(left), "{table}");
    }
    let name = planted.scope;
    let scopes = format!("select 1 from memory_scope where scope = '{name}'");
    assert!(db.data().rows(&scopes).await.is_empty());
    if db.backend() == Backend::Sqlite {
        let backup = db.folder().join("backup.db");
        store.back_up(&backup).await.unwrap();
    }
    let bytes = stolen(db).await;
    assert!(holds(&bytes, "Acme"), "the search finds nothing at all");
    assert!(!holds(&bytes, CANARY), "the canary can be read");
    // The first bytes are a nonce or a fingerprint, which nothing else has.
    let sealed: HashSet<&[u8]> = planted.sealed.iter().map(|bytes| &bytes[..16]).collect();
    assert_eq!(sealed.len(), planted.sealed.len());
    let left = bytes.windows(16).any(|window| sealed.contains(window));
    assert!(!left, "something sealed is left");
}

/// An organisation with a contact, whose thread is known.
async fn with_contact(store: &Store) -> (OrgId, ContactId, ThreadId) {
    let (org, agent) = agent(store, "Acme").await;
    let (contact, thread) = contact_thread(store, org, agent).await;
    (org, contact, thread)
}

async fn a_forgotten_contact_is_remembered_nowhere(db: TestDatabase) {
    let store = db.open().await;
    let (org, contact, _) = with_contact(&store).await;
    let because = NewPassage {
        contact_id: Some(contact),
        ..canary("because")
    };
    let planted = plant(&db, &store, (org, Scope::Contact(contact)), because).await;
    assert!(
        store
            .org(org)
            .forget_contact(contact, "system")
            .await
            .unwrap()
    );
    assert_forgotten(&db, &store, &planted).await;
}

async fn a_deleted_contact_is_remembered_nowhere(db: TestDatabase) {
    let store = db.open().await;
    let (org, contact, thread) = with_contact(&store).await;
    let because = NewPassage {
        thread_id: Some(thread),
        ..canary("because")
    };
    let planted = plant(&db, &store, (org, Scope::Contact(contact)), because).await;
    assert!(
        store
            .org(org)
            .delete_contact(contact, "system")
            .await
            .unwrap()
    );
    assert_forgotten(&db, &store, &planted).await;
}

/// A member's own agent and a thread of theirs with it.
pub(super) async fn members_thread(store: &Store, org: OrgId) -> (MemberId, AgentId, ThreadId) {
    let here = store.org(org);
    let member = here
        .create_member(person("Ana", Role::Member))
        .await
        .unwrap();
    let own = NewAgent {
        member_id: Some(member.id),
        ..text_reply()
    };
    let own = here.create_agent(own).await.unwrap().id;
    let arrived = NewEvent {
        correlation_key: "main".into(),
        scope: Scope::Member(member.id),
        ..text(own, super::inbox::contact(), 1)
    };
    here.accept(arrived).await.unwrap();
    let threads = here.threads(&all(), Some(own)).await.unwrap();
    (member.id, own, threads[0].id)
}

async fn a_deleted_member_is_remembered_nowhere(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let (member, _, thread) = members_thread(&store, org).await;
    let because = NewPassage {
        thread_id: Some(thread),
        ..canary("because")
    };
    let planted = plant(&db, &store, (org, Scope::Member(member)), because).await;
    assert!(store.org(org).delete_member(member).await.unwrap());
    assert_forgotten(&db, &store, &planted).await;
}

async fn a_deleted_agent_is_remembered_nowhere(db: TestDatabase) {
    let store = db.open().await;
    let (_, own, planted) = plant_with_agent(&db, &store).await;
    assert!(store.org(planted.org).delete_agent(own).await.unwrap());
    assert_forgotten(&db, &store, &planted).await;
}

async fn a_members_agent_is_remembered_nowhere_after_the_member(db: TestDatabase) {
    let store = db.open().await;
    let (member, _, planted) = plant_with_agent(&db, &store).await;
    let deleted = store.org(planted.org).delete_member(member).await;
    assert!(deleted.unwrap());
    assert_forgotten(&db, &store, &planted).await;
}

async fn plant_with_agent(db: &TestDatabase, store: &Store) -> (MemberId, AgentId, Planted) {
    let (org, _) = new_org(store, "Acme").await;
    let (member, own, _) = members_thread(store, org).await;
    let because = NewPassage {
        agent_id: Some(own),
        ..canary("because")
    };
    let planted = plant(db, store, (org, Scope::Agent(own)), because).await;
    (member, own, planted)
}

async fn a_forgotten_scope_takes_nothing_more_in(db: TestDatabase) {
    let store = db.open().await;
    let (org, contact, _) = with_contact(&store).await;
    let here = store.org(org);
    let scope = Scope::Contact(contact);
    let about = |name: &str| NewPassage {
        contact_id: Some(contact),
        ..note(name)
    };
    keep(&store, org, about("a")).await;
    assert!(here.forget_contact(contact, "system").await.unwrap());
    let before = db.data().dump().await;
    let inserted = here.insert_passages(scope, vec![note("b")]).await;
    assert_err!(inserted, StoreError::Forgotten);
    let made = here.create_block(scope, None, block("human", "x")).await;
    assert_err!(made, StoreError::Forgotten);
    // Nor does any other scope take in what is about them.
    let elsewhere = here
        .insert_passages(Scope::Org(org), vec![about("b")])
        .await;
    assert_err!(elsewhere, StoreError::Refused(_));
    assert_eq!(db.data().dump().await, before);
}

async fn whoever_follows_a_forgotten_scope_is_told(db: TestDatabase) {
    let store = db.open().await;
    let (org, contact, _) = with_contact(&store).await;
    let (here, scope) = (store.org(org), Scope::Contact(contact));
    here.insert_passages(scope, vec![note("a")]).await.unwrap();
    assert_eq!(here.passages_after(scope, 1, 9).await.unwrap(), []);
    assert!(here.forget_contact(contact, "system").await.unwrap());
    let told = here.passages_after(scope, 1, 9).await;
    assert_err!(told, StoreError::Forgotten);
    assert_eq!(here.passages_after(scope, 0, 9).await.unwrap(), []);
    assert_eq!(here.blocks(scope, None).await.unwrap(), []);
}

async fn what_is_written_while_a_contact_is_forgotten_goes_too(db: TestDatabase) {
    let store = db.open().await;
    let (org, contact, thread) = with_contact(&store).await;
    let writers = (0..6).map(|writer| {
        let store = store.clone();
        tokio::spawn(async move {
            for n in 0.. {
                let mut new = note(&format!("{writer}/{n}"));
                match writer % 2 {
                    0 => new.contact_id = Some(contact),
                    _ => new.thread_id = Some(thread),
                }
                let inserted = store
                    .org(org)
                    .insert_passages(Scope::Org(org), vec![new])
                    .await;
                match inserted {
                    Ok(inserted) => assert!(matches!(inserted[..], [Inserted::New(_)])),
                    Err(StoreError::Forgotten | StoreError::Refused(_)) => return,
                    Err(error) if error.is_passing() => {}
                    Err(error) => panic!("{error:?}"),
                }
            }
        })
    });
    let writers: Vec<_> = writers.collect();
    let remembered = "select count(*) from passage";
    while db.data().value(remembered).await < Cell::Int(12) {
        tokio::task::yield_now().await;
    }
    while let Err(error) = store.org(org).forget_contact(contact, "system").await {
        assert!(error.is_passing(), "{error:?}");
    }
    for writer in join_all(writers).await {
        writer.unwrap();
    }
    let left = "select count(*) from passage where deleted_at is null";
    assert_eq!(db.data().value(left).await, Cell::Int(0));
}

/// Wherever forgetting dies, whoever reads as forgotten is, and the next try ends it.
#[test]
fn forgetting_that_died_half_way_is_finished_by_the_next() {
    on_both(|db| async move {
        let faults = FailAt::default();
        let db = db.with_probe(faults.probe());
        let store = db.open().await;
        let (org, agent) = agent(&store, "Acme").await;
        let here = store.org(org);
        for n in 1.. {
            let (contact, thread) = contact_thread(&store, org, agent).await;
            let (own, of) = (Scope::Contact(contact), [Some(thread), None]);
            here.insert_passages(own, vec![note("own")]).await.unwrap();
            let elsewhere = of.map(|thread_id| NewPassage {
                thread_id,
                contact_id: Some(contact),
                ..note(&format!("{n}/{}", thread_id.is_some()))
            });
            here.insert_passages(Scope::Org(org), elsewhere.to_vec())
                .await
                .unwrap();
            faults.arm(n, || StoreError::Busy);
            let forgotten = here.forget_contact(contact, "system").await;
            let struck = faults.disarm();
            assert_eq!(forgotten.is_err(), struck, "point {n}");
            let left = here.passages(Scope::Org(org), "archival", &all()).await;
            if here.contact(contact).await.unwrap().unwrap().forgotten {
                assert_eq!(left.unwrap(), [], "point {n}");
            }
            here.forget_contact(contact, "system").await.unwrap();
            let left = here.passages(Scope::Org(org), "archival", &all()).await;
            assert_eq!(left.unwrap(), [], "point {n}");
            let own = format!("select 1 from memory_scope where scope = '{own}'");
            assert!(db.data().rows(&own).await.is_empty(), "point {n}");
            if !struck {
                assert!(n > 15, "the sweep ended at point {n}");
                break;
            }
        }
    });
}
