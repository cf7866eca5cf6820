//! Memory, with every write made to fail at every point.

use steward_model::{Author, BlockId, ContactId, DocumentId, OrgId, PassageId, Scope};
use steward_store::{
    BlockChange, Edited, Inserted, NewPassage, Sql, Store, StoreError, WaitingThread,
};
use steward_testkit::{FailAt, Recorder, on_both};

use super::agents::text_reply;
use super::blocks::{block, edit};
use super::blocks_changed::change;
use super::documents::{document, parts};
use super::memory_forget::members_thread;
use super::memory_index::{passages_of, snapshot, talk, to_index};
use super::passages::{embedding, note};
use super::summaries::{found_by, summary};
use super::sweep::assert_all_ran;

/// Whether this file makes the statement fail.
pub(super) fn covers(sql: &Sql) -> bool {
    let files = [
        "blocks::",
        "documents::",
        "memory_index::",
        "memory_scopes::",
        "passages::",
        "summaries::",
    ];
    files.iter().any(|file| sql.name.contains(file))
}

/// What the acts so far have made.
struct Memory {
    org: OrgId,
    thread: WaitingThread,
    contact: ContactId,
    block: Option<BlockId>,
    passage: Option<PassageId>,
    document: Option<DocumentId>,
}

impl Memory {
    async fn of(store: &Store) -> Self {
        let (org, thread) = talk(store, 4).await;
        let Scope::Contact(contact) = to_index(store, thread, 1).await.scope else {
            panic!("the thread is a contact's");
        };
        Self {
            org,
            thread,
            contact,
            block: None,
            passage: None,
            document: None,
        }
    }

    fn about(&self, name: &str) -> NewPassage {
        NewPassage {
            contact_id: Some(self.contact),
            thread_id: Some(self.thread.id),
            ..note(name)
        }
    }
}

/// The writes that are one transaction each, in order.
const ACTS: usize = 19;

async fn act(number: usize, store: &Store, memory: &mut Memory) -> Result<(), StoreError> {
    let (org, scope) = (store.org(memory.org), Scope::Org(memory.org));
    let own = Scope::Contact(memory.contact);
    match number {
        0 => {
            let new = vec![block("human", ""), block("persona", "x")];
            memory.block = Some(org.ensure_blocks(scope, None, new).await?[0].id);
        }
        1 => {
            _ = org
                .edit_block_once(memory.block.unwrap(), 1, edit("x"), "call")
                .await?
        }
        2 => {
            let new = vec![memory.about("a"), memory.about("b"), note("c"), note("d")];
            let inserted = org.insert_passages(scope, new).await?;
            let Inserted::New(id) = inserted[0] else {
                panic!("it was half there");
            };
            memory.passage = Some(id);
        }
        3 => {
            let vectors = vec![(memory.passage.unwrap(), embedding("m"))];
            assert_eq!(org.set_vectors(scope, vectors).await?, 1);
        }
        4 => {
            let found = org.items_to_index(memory.thread.id, 3).await?.unwrap();
            let new = passages_of(memory.thread.id, &found);
            let marked = org.mark_indexed(memory.thread.id, (0, 3), own, new).await?;
            assert_eq!(marked.unwrap().len(), 3);
        }
        5 => assert!(org.delete_passage(memory.passage.unwrap()).await?),
        6 => assert_eq!(org.delete_passages_of_source("c").await?, 1),
        7 => assert_eq!(org.delete_passages_of_thread(memory.thread.id).await?, 4),
        8 => _ = org.create_block(own, None, block("human", "x")).await?,
        9 => org.drop_snapshots(scope).await?,
        10 => {
            let found = org.items_to_index(memory.thread.id, 3).await?.unwrap();
            let places = (found.from, found.upto);
            let marked = org.mark_indexed(memory.thread.id, places, own, vec![]);
            assert_eq!(marked.await?, Some(vec![]));
        }
        _ => act_later(number, store, memory).await?,
    }
    Ok(())
}

async fn act_later(number: usize, store: &Store, memory: &mut Memory) -> Result<(), StoreError> {
    let (org, scope) = (store.org(memory.org), Scope::Org(memory.org));
    match number {
        11 => {
            let stored = org.store_passages(scope, vec![note("stored")], Author::System);
            let Inserted::New(id) = stored.await?[0] else {
                panic!("it was half there");
            };
            memory.passage = Some(id);
        }
        12 => assert!(
            org.discard_passage(memory.passage.unwrap(), Author::System)
                .await?
        ),
        13 => {
            let change = BlockChange {
                value: Some("y".into()),
                read_only: Some(true),
                ..change(Author::System)
            };
            let changed = org.change_block(memory.block.unwrap(), 2, change).await?;
            assert!(matches!(changed, Some(Edited::Edited(_))));
        }
        14 => assert!(
            org.delete_block(memory.block.unwrap(), Author::System)
                .await?
        ),
        15 => {
            let made = org.create_document(scope, document("a"), parts(2), Author::System);
            memory.document = Some(made.await?.id);
        }
        16 => assert!(
            org.delete_document(memory.document.unwrap(), Author::System)
                .await?
        ),
        17 => {
            let seen = org.thread_to_compact(memory.thread.id, 9).await?.unwrap();
            let found_by = found_by(memory.thread);
            let added = org.add_summary(&seen, summary((1, 2), "x"), found_by);
            assert!(added.await?.is_some());
        }
        _ => {
            let dropped = org.drop_summaries_covering(memory.thread.id, 1);
            assert_eq!(dropped.await?, 1);
        }
    }
    Ok(())
}

#[test]
fn memory_is_never_half_written() {
    on_both(|db| async move {
        let (faults, recorder) = (FailAt::default(), Recorder::default());
        let db = db.with_probe(faults.probe()).with_probe(recorder.probe());
        let store = db.open().await;
        let mut memory = Memory::of(&store).await;
        for number in 0..ACTS {
            if number == 9 {
                let (org, scope) = (store.org(memory.org), Scope::Org(memory.org));
                let saved = org.save_snapshot(scope, "m", snapshot(99, b"index")).await;
                assert!(saved.unwrap());
            }
            let before = db.data().dump().await;
            for n in 1.. {
                faults.arm(n, || StoreError::Busy);
                let result = act(number, &store, &mut memory).await;
                let struck = faults.disarm();
                let after = db.data().dump().await;
                if !struck {
                    result.unwrap();
                    assert_ne!(after, before, "act {number} does nothing");
                    break;
                }
                assert_err!(result, StoreError::Busy);
                if after != before {
                    // A block is read again after it was made: it may be there, and whole.
                    assert!(
                        matches!(number, 0 | 8),
                        "act {number} at point {n} left something"
                    );
                    let rows = |table: &str| after[table].len() - before[table].len();
                    assert_eq!(rows("block"), rows("block_version"));
                    let (org, own) = (store.org(memory.org), Scope::Contact(memory.contact));
                    if number == 8 {
                        assert_eq!(org.blocks(own, None).await.unwrap().len(), 1);
                    } else {
                        act(number, &store, &mut memory).await.unwrap();
                    }
                    break;
                }
            }
        }
        snapshots_are_whole_or_not_there(&store, &faults, &memory).await;
        forget_everybody(&store, &faults, &memory).await;
        assert_all_ran(&recorder, covers);
    });
}

/// A snapshot is written in several transactions: whichever fails, the one before it counts or the new one does.
async fn snapshots_are_whole_or_not_there(store: &Store, faults: &FailAt, memory: &Memory) {
    let (org, scope) = (store.org(memory.org), Scope::Org(memory.org));
    let (old, new) = (snapshot(99, b"old"), snapshot(100, b"new"));
    for n in 1.. {
        org.drop_snapshots(scope).await.unwrap();
        assert!(org.save_snapshot(scope, "m", old.clone()).await.unwrap());
        faults.arm(n, || StoreError::DiskFull);
        let saved = org.save_snapshot(scope, "m", new.clone()).await;
        let struck = faults.disarm();
        assert_eq!(saved.is_err(), struck, "point {n}");
        let loaded = org.load_snapshot(scope, "m").await.unwrap().unwrap();
        assert!(loaded == new || (struck && loaded == old), "point {n}");
        if !struck {
            assert!(n > 10, "the sweep ended at point {n}");
            break;
        }
    }
    let stale = snapshot(1, b"it knows what was deleted");
    assert!(!org.save_snapshot(scope, "m", stale).await.unwrap());
}

/// Forgetting goes on in the key store: a failed one may have done a part, and the next one does the rest.
async fn forget_everybody(store: &Store, faults: &FailAt, memory: &Memory) {
    let (org, shared) = (store.org(memory.org), Scope::Org(memory.org));
    for n in 1.. {
        let (member, own, thread) = members_thread(store, memory.org).await;
        let agent = org.create_agent(text_reply()).await.unwrap().id;
        let scopes = [
            Scope::Member(member),
            Scope::Agent(own),
            Scope::Agent(agent),
        ];
        for scope in scopes {
            org.insert_passages(scope, vec![note("a")]).await.unwrap();
        }
        let said = NewPassage {
            thread_id: Some(thread),
            ..note(&format!("{n}/said"))
        };
        let learned = [own, agent].map(|agent| NewPassage {
            agent_id: Some(agent),
            ..note(&format!("{n}/{agent}"))
        });
        let [one, other] = learned;
        org.insert_passages(shared, vec![said, one, other])
            .await
            .unwrap();
        faults.arm(n, || StoreError::Busy);
        let first = match org.delete_member(member).await {
            Ok(_) => org.delete_agent(agent).await,
            failed => failed,
        };
        let struck = faults.disarm();
        assert_eq!(first.is_err(), struck, "point {n}");
        org.delete_member(member).await.unwrap();
        org.delete_agent(agent).await.unwrap();
        let left = org.passage_counts().await.unwrap();
        assert_eq!(
            (left.len(), left[0].passages),
            (1, 1),
            "point {n}: {left:?}"
        );
        if !struck {
            assert!(n > 20, "the sweep ended at point {n}");
            break;
        }
    }
    let about = vec![memory.about("about")];
    org.insert_passages(shared, about).await.unwrap();
    assert!(org.forget_contact(memory.contact, "system").await.unwrap());
}
