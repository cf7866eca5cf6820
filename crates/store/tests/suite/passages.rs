//! Passages: remembered once, seen by whoever follows, gone when they are deleted.

use std::collections::BTreeMap;

use futures_util::future::join_all;
use steward_model::{
    AgentId, Clock as _, ContactId, Integrity, OrgId, PassageId, Scope, SystemIds, ThreadId,
    Timestamp,
};
use steward_store::{
    Embedding, Inserted, NewContact, NewPassage, Passage, PassageChange, PassageMeta, Store,
    StoreError,
};
use steward_testkit::TestDatabase;

use super::inbox::{agent, text};
use super::story::{all, new_org, page};

stories![
    a_passage_is_found_as_it_was_made,
    the_same_again_is_not_a_second_passage,
    the_feed_shows_every_change_in_order,
    whoever_follows_while_many_write_misses_nothing,
    passages_wait_until_their_model_has_embedded_them,
    the_passages_of_another_org_are_not_there,
    a_passage_opens_only_as_what_it_was_written,
];

/// A note of this name, with nothing left at its default.
pub(super) fn note(name: &str) -> NewPassage {
    NewPassage {
        agent_id: None,
        thread_id: None,
        contact_id: None,
        source: "archival".into(),
        source_ref: name.into(),
        chunk_index: 0,
        integrity: Integrity::User,
        text: format!("The text of {name}."),
        meta: PassageMeta {
            tags: vec!["note".into()],
            speaker: Some("Ana".into()),
            title: Some("A title".into()),
            entities: vec!["Zagreb".into()],
        },
        priority: 3,
        embedding: None,
        occurred_at: Timestamp::from_micros(7),
    }
}

pub(super) fn embedding(model: &str) -> Embedding {
    Embedding {
        model: model.into(),
        vector: vec![0.5, -1.25, f32::MIN_POSITIVE],
    }
}

/// Remembers one in the organisation's scope.
pub(super) async fn keep(store: &Store, org: OrgId, new: NewPassage) -> PassageId {
    let inserted = store
        .org(org)
        .insert_passages(Scope::Org(org), vec![new])
        .await;
    match inserted.unwrap()[..] {
        [Inserted::New(id)] => id,
        ref other => panic!("it was known: {other:?}"),
    }
}

/// A contact and the thread on which they wrote to the agent.
pub(super) async fn contact_thread(
    store: &Store,
    org: OrgId,
    agent: AgentId,
) -> (ContactId, ThreadId) {
    let here = store.org(org);
    let contact = here.create_contact(NewContact::default()).await.unwrap().id;
    here.accept(text(agent, contact, 1)).await.unwrap();
    let threads = here.threads(&all(), None).await.unwrap();
    let scope = Scope::Contact(contact).to_string();
    let thread = threads.iter().find(|thread| thread.scope == scope);
    (contact, thread.unwrap().id)
}

pub(super) async fn found(store: &Store, org: OrgId, id: PassageId) -> Option<Passage> {
    store.org(org).passage(id).await.unwrap()
}

async fn changes(store: &Store, org: OrgId, after: i64) -> Vec<PassageChange> {
    let feed = store
        .org(org)
        .passages_after(Scope::Org(org), after, 999)
        .await;
    feed.unwrap()
}

async fn a_passage_is_found_as_it_was_made(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let (contact, thread) = contact_thread(&store, org, agent).await;
    let new = NewPassage {
        agent_id: Some(agent),
        thread_id: Some(thread),
        contact_id: Some(contact),
        chunk_index: 2,
        embedding: Some(embedding("static")),
        ..note("a")
    };
    let id = keep(&store, org, new.clone()).await;
    let bare = NewPassage {
        text: String::new(),
        meta: PassageMeta::default(),
        ..note("b")
    };
    let bare_id = keep(&store, org, bare.clone()).await;
    let store = db.reopen(store).await;
    for (id, new, seq) in [(id, new, 1), (bare_id, bare, 2)] {
        let expected = Passage {
            id,
            scope: Scope::Org(org),
            seq,
            agent_id: new.agent_id,
            thread_id: new.thread_id,
            contact_id: new.contact_id,
            source: new.source,
            source_ref: new.source_ref,
            chunk_index: new.chunk_index,
            integrity: new.integrity,
            text: new.text,
            meta: new.meta,
            priority: new.priority,
            embedding: new.embedding,
            occurred_at: new.occurred_at,
            created_at: db.clock().now(),
        };
        assert_eq!(found(&store, org, id).await, Some(expected));
    }
    let missing = PassageId::generate(&SystemIds);
    assert_eq!(found(&store, org, missing).await, None);
    let none = store
        .org(org)
        .insert_passages(Scope::Org(org), vec![])
        .await;
    assert_eq!(none.unwrap(), []);
}

async fn the_same_again_is_not_a_second_passage(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let (here, scope) = (store.org(org), Scope::Org(org));
    let id = keep(&store, org, note("a")).await;
    let before = db.data().dump().await;
    let changed = NewPassage {
        text: "another text".into(),
        ..note("a")
    };
    let again = here.insert_passages(scope, vec![note("a"), changed]).await;
    assert_eq!(again.unwrap(), [Inserted::Known(id), Inserted::Known(id)]);
    assert_eq!(db.data().dump().await, before);
    // Another part, another source and another scope are other passages; a copy in the same call is not.
    let part = NewPassage {
        chunk_index: 1,
        ..note("a")
    };
    let source = NewPassage {
        source: "message".into(),
        ..note("a")
    };
    let more = here.insert_passages(scope, vec![part.clone(), source, part, note("a")]);
    let [Inserted::New(part), Inserted::New(_), copy, known] = more.await.unwrap()[..] else {
        panic!("another passage was taken for a known one");
    };
    assert_eq!((copy, known), (Inserted::Known(part), Inserted::Known(id)));
    let elsewhere = here.insert_passages(Scope::Agent(agent), vec![note("a")]);
    assert!(matches!(elsewhere.await.unwrap()[..], [Inserted::New(_)]));
    // What was deleted does not come back by being indexed again.
    assert!(here.delete_passage(id).await.unwrap());
    let back = here.insert_passages(scope, vec![note("a")]).await;
    assert_eq!(back.unwrap(), [Inserted::Known(id)]);
    assert_eq!(found(&store, org, id).await, None);
    let places: Vec<_> = changes(&store, org, 0)
        .await
        .iter()
        .map(PassageChange::seq)
        .collect();
    assert_eq!(places, [2, 3, 4]);
}

async fn the_feed_shows_every_change_in_order(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let (here, scope) = (store.org(org), Scope::Org(org));
    assert_eq!(changes(&store, org, 0).await, []);
    let one = keep(&store, org, note("a")).await;
    let two = keep(&store, org, note("b")).await;
    let three = keep(&store, org, note("c")).await;
    let first = here.passages_after(scope, 0, 2).await.unwrap();
    let [
        PassageChange::Written(first),
        PassageChange::Written(second),
    ] = &first[..]
    else {
        panic!("two were asked for: {first:?}");
    };
    assert_eq!(
        (first.id, first.seq, second.id, second.seq),
        (one, 1, two, 2)
    );
    let vectors = vec![(one, embedding("static"))];
    assert_eq!(here.set_vectors(scope, vectors).await.unwrap(), 1);
    assert!(here.delete_passage(two).await.unwrap());
    let after = changes(&store, org, 2).await;
    let [
        PassageChange::Written(third),
        PassageChange::Written(changed),
        deleted,
    ] = &after[..]
    else {
        panic!("three things happened: {after:?}");
    };
    assert_eq!((third.id, third.seq), (three, 3));
    assert_eq!((changed.id, changed.seq), (one, 4));
    assert_eq!(changed.embedding, Some(embedding("static")));
    assert_eq!(*deleted, PassageChange::Deleted { id: two, seq: 5 });
    // Whoever begins anew sees each passage once.
    assert_eq!(changes(&store, org, 0).await, after);
    assert_eq!(changes(&store, org, 5).await, []);
    let ahead = here.passages_after(scope, 6, 9).await;
    assert_err!(ahead, StoreError::Forgotten);
}

async fn whoever_follows_while_many_write_misses_nothing(db: TestDatabase) {
    const WRITERS: usize = 6;
    const EACH: usize = 10;
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let writers = (0..WRITERS).map(|writer| {
        let store = store.clone();
        tokio::spawn(async move {
            let here = store.org(org);
            for n in 0..EACH {
                let id = keep(&store, org, note(&format!("{writer}/{n}"))).await;
                let vectors = vec![(id, embedding("static"))];
                here.set_vectors(Scope::Org(org), vectors).await.unwrap();
                if n % 2 == 0 {
                    assert!(here.delete_passage(id).await.unwrap());
                }
            }
        })
    });
    let writing = tokio::spawn(join_all(writers.collect::<Vec<_>>()));
    let (mut seen, mut followed, mut over) = (0, BTreeMap::new(), false);
    loop {
        let news = changes(&store, org, seen).await;
        if news.is_empty() && over {
            break;
        }
        over = news.is_empty() && writing.is_finished();
        for change in news {
            assert!(change.seq() > seen);
            seen = change.seq();
            match change {
                PassageChange::Written(passage) => _ = followed.insert(passage.id, passage),
                PassageChange::Deleted { id, .. } => _ = followed.remove(&id),
            }
        }
        tokio::task::yield_now().await;
    }
    for writer in writing.await.unwrap() {
        writer.unwrap();
    }
    let there = store
        .org(org)
        .passages(Scope::Org(org), "archival", &all())
        .await;
    let there: BTreeMap<_, _> = there
        .unwrap()
        .into_iter()
        .map(|it| (it.id, Box::new(it)))
        .collect();
    assert_eq!(there.len(), WRITERS * EACH / 2);
    assert_eq!(followed, there);
}

async fn passages_wait_until_their_model_has_embedded_them(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let (here, scope) = (store.org(org), Scope::Org(org));
    let with = |model: &str, name: &str| NewPassage {
        embedding: Some(embedding(model)),
        ..note(name)
    };
    let old = keep(&store, org, with("b", "old")).await;
    let bare = keep(&store, org, note("bare")).await;
    keep(&store, org, with("m", "done")).await;
    let newer = keep(&store, org, with("z", "newer")).await;
    let gone = keep(&store, org, note("gone")).await;
    assert!(here.delete_passage(gone).await.unwrap());
    let own = here.insert_passages(Scope::Agent(agent), vec![note("own")]);
    let [Inserted::New(own)] = own.await.unwrap()[..] else {
        panic!("it is new");
    };
    let waiting = async |after: Option<PassageId>, limit| {
        let page = page(after.map(|id| id.to_string()), limit);
        let waiting = here.waiting_passages("m", &page).await.unwrap();
        waiting.iter().map(|passage| passage.id).collect::<Vec<_>>()
    };
    assert_eq!(waiting(None, 9).await, [old, bare, newer, own]);
    assert_eq!(waiting(None, 2).await, [old, bare]);
    assert_eq!(waiting(Some(bare), 2).await, [newer, own]);
    assert_eq!(here.count_waiting_passages("m").await.unwrap(), 4);
    let mut embedded = here.embedded_counts().await.unwrap();
    embedded.sort_by(|a, b| a.model.cmp(&b.model));
    let embedded = embedded.iter().map(|by| (by.model.as_str(), by.passages));
    assert!(embedded.eq([("b", 1), ("m", 1), ("z", 1)]));
    // One of another scope, one that is deleted and one that never was are passed over.
    let missing = PassageId::generate(&SystemIds);
    let vectors = [old, bare, newer, own, gone, missing].map(|id| (id, embedding("m")));
    assert_eq!(here.set_vectors(scope, vectors.to_vec()).await.unwrap(), 3);
    assert_eq!(waiting(None, 9).await, [own]);
    assert_eq!(here.count_waiting_passages("m").await.unwrap(), 1);
    assert_eq!(
        found(&store, org, old).await.unwrap().embedding,
        Some(embedding("m"))
    );
}

async fn the_passages_of_another_org_are_not_there(db: TestDatabase) {
    let store = db.open().await;
    let (mine, agent_of_mine) = agent(&store, "Mine").await;
    let (other, _) = new_org(&store, "Other").await;
    let (contact, thread) = contact_thread(&store, mine, agent_of_mine).await;
    let id = keep(&store, mine, note("a")).await;
    let before = db.data().dump().await;
    let (there, scope) = (store.org(other), Scope::Org(mine));
    assert_eq!(found(&store, other, id).await, None);
    assert_eq!(there.passages_after(scope, 0, 9).await.unwrap(), []);
    assert_eq!(there.passages(scope, "archival", &all()).await.unwrap(), []);
    let tagged = there
        .passages_tagged(scope, "archival", &["note".into()], &all())
        .await;
    assert_eq!(tagged.unwrap(), []);
    assert_eq!(there.waiting_passages("m", &all()).await.unwrap(), []);
    assert_eq!(there.passage_counts().await.unwrap(), []);
    assert!(!there.delete_passage(id).await.unwrap());
    assert_eq!(there.delete_passages_of_source("a").await.unwrap(), 0);
    let vectors = || vec![(id, embedding("m"))];
    assert_err!(
        there.set_vectors(scope, vectors()).await,
        StoreError::Refused(_)
    );
    assert_eq!(db.data().dump().await, before);
    for scope in [scope, Scope::Contact(contact), Scope::Agent(agent_of_mine)] {
        let inserted = there.insert_passages(scope, vec![note("b")]).await;
        assert_err!(inserted, StoreError::Refused(_));
    }
    let of = [
        NewPassage {
            thread_id: Some(thread),
            ..note("b")
        },
        NewPassage {
            contact_id: Some(contact),
            ..note("b")
        },
        NewPassage {
            agent_id: Some(agent_of_mine),
            ..note("b")
        },
    ];
    for new in of {
        let inserted = there.insert_passages(Scope::Org(other), vec![new]).await;
        assert_err!(inserted, StoreError::Refused(_));
    }
    assert_eq!(db.data().dump().await, before);
    assert_eq!(
        there
            .set_vectors(Scope::Org(other), vectors())
            .await
            .unwrap(),
        0
    );
    assert_eq!(found(&store, mine, id).await.unwrap().embedding, None);
}

async fn a_passage_opens_only_as_what_it_was_written(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let new = |name: &str| NewPassage {
        embedding: Some(embedding("static")),
        ..note(name)
    };
    let id = keep(&store, org, new("a")).await;
    let other = keep(&store, org, new("b")).await;
    for column in ["text_enc", "meta_enc", "vector_enc"] {
        let value = format!("select {column} from passage where id = '{id}'");
        let right = db.data().literal(&db.data().value(&value).await);
        let foreign = format!("select {column} from passage where id = '{other}'");
        let foreign = db.data().literal(&db.data().value(&foreign).await);
        let put = |value: &str| format!("update passage set {column} = {value} where id = '{id}'");
        db.data().execute(&put(&foreign)).await;
        match store.org(org).passage(id).await {
            Err(StoreError::Tampered { table, column: at }) => {
                assert_eq!((table, at), ("passage", column));
            }
            read => panic!("{column} opened: {read:?}"),
        }
        db.data().execute(&put(&right)).await;
        assert!(found(&store, org, id).await.is_some());
    }
    for forged in ["integrity = 'system'", "embedding_model = 'another'"] {
        let forge = format!("update passage set {forged} where id = '{other}'");
        db.data().execute(&forge).await;
        let read = store.org(org).passage(other).await;
        assert_err!(
            read,
            StoreError::Tampered {
                table: "passage",
                ..
            }
        );
    }
}
