//! Passages as they are listed, found by their tags, counted and deleted.

use steward_model::{ContactId, PassageId, Scope, SystemIds};
use steward_store::{NewPassage, PassageChange};
use steward_testkit::{Cell, TestDatabase};

use super::inbox::agent;
use super::passages::{contact_thread, embedding, found, keep, note};
use super::story::{all, page};

stories![
    any_of_the_tags_is_enough_and_spelling_is_not_asked_for,
    passages_are_listed_newest_first,
    a_deleted_passage_keeps_its_place_alone,
    everything_of_a_source_or_a_thread_goes_together,
    passages_are_counted_by_scope_and_source,
];

async fn any_of_the_tags_is_enough_and_spelling_is_not_asked_for(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let (here, scope) = (store.org(org), Scope::Org(org));
    let tagged = |name: &str, tags: &[&str]| {
        let mut new = note(name);
        new.meta.tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
        new
    };
    let one = keep(
        &store,
        org,
        tagged("1", &[" Price ", "price", "", "O'Neill \"x\""]),
    )
    .await;
    let two = keep(&store, org, tagged("2", &["ŠKODA", "price"])).await;
    let three = keep(&store, org, tagged("3", &["price;--"])).await;
    let own = here.insert_passages(Scope::Agent(agent), vec![tagged("1", &["price"])]);
    own.await.unwrap();
    let tags = found(&store, org, one).await.unwrap().meta.tags;
    assert_eq!(tags, ["o'neill \"x\"", "price"]);
    let with = async |tags: &[&str], after: Option<PassageId>, limit| {
        let tags: Vec<_> = tags.iter().map(|tag| (*tag).to_owned()).collect();
        let page = page(after.map(|id| id.to_string()), limit);
        let found = here
            .passages_tagged(scope, "archival", &tags, &page)
            .await
            .unwrap();
        found.iter().map(|passage| passage.id).collect::<Vec<_>>()
    };
    assert_eq!(with(&["PRICE"], None, 9).await, [two, one]);
    assert_eq!(with(&["škoda", "O'NEILL \"X\""], None, 9).await, [two, one]);
    assert_eq!(with(&["price", "price;--"], None, 2).await, [three, two]);
    assert_eq!(with(&["price", "price;--"], Some(two), 2).await, [one]);
    assert_eq!(with(&["unknown"], None, 9).await, []);
    assert_eq!(with(&[], None, 9).await, []);
    let blinds = "select distinct tag_blind from passage_tag";
    assert_eq!(
        db.data().rows(blinds).await.len(),
        5,
        "a tag is told from scope to scope"
    );
    let nowhere = Scope::Contact(ContactId::generate(&SystemIds));
    let none = here
        .passages_tagged(nowhere, "archival", &["price".into()], &all())
        .await;
    assert_eq!(none.unwrap(), []);
}

async fn passages_are_listed_newest_first(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let (here, scope) = (store.org(org), Scope::Org(org));
    let mut made = Vec::new();
    for name in ["a", "b", "c", "d"] {
        made.insert(0, keep(&store, org, note(name)).await);
    }
    let document = NewPassage {
        source: "document".into(),
        ..note("a")
    };
    keep(&store, org, document).await;
    let own = here.insert_passages(Scope::Agent(agent), vec![note("own")]);
    own.await.unwrap();
    assert!(here.delete_passage(made.remove(1)).await.unwrap());
    let listed = async |after: Option<String>, limit| {
        let page = page(after, limit);
        let listed = here.passages(scope, "archival", &page).await.unwrap();
        listed.iter().map(|passage| passage.id).collect::<Vec<_>>()
    };
    assert_eq!(listed(None, 2).await, made[..2]);
    assert_eq!(listed(Some(made[1].to_string()), 2).await, made[2..]);
    let none = here.passages(scope, "unknown", &all()).await.unwrap();
    assert_eq!(none, []);
}

async fn a_deleted_passage_keeps_its_place_alone(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let (contact, thread) = contact_thread(&store, org, agent).await;
    let new = NewPassage {
        thread_id: Some(thread),
        contact_id: Some(contact),
        embedding: Some(embedding("static")),
        ..note("a")
    };
    let id = keep(&store, org, new).await;
    let other = keep(&store, org, note("b")).await;
    assert!(store.org(org).delete_passage(id).await.unwrap());
    assert!(!store.org(org).delete_passage(id).await.unwrap());
    let left = "select seq, agent_id, thread_id, contact_id, text_enc, meta_enc, embedding_model, vector_enc
        from passage where deleted_at is not null";
    let mut empty = vec![Cell::Null; 8];
    empty[0] = Cell::Int(3);
    assert_eq!(db.data().rows(left).await, [empty]);
    let tags = db.data().rows("select passage_id from passage_tag").await;
    assert_eq!(tags, [[Cell::Text(other.to_string())]]);
    let missing = PassageId::generate(&SystemIds);
    assert!(!store.org(org).delete_passage(missing).await.unwrap());
}

async fn everything_of_a_source_or_a_thread_goes_together(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let (contact, thread) = contact_thread(&store, org, agent).await;
    let here = store.org(org);
    let scopes = [Scope::Org(org), Scope::Contact(contact)];
    let chunk = |chunk_index| NewPassage {
        chunk_index,
        ..note("document")
    };
    let message = NewPassage {
        thread_id: Some(thread),
        ..note("message")
    };
    for scope in scopes {
        let new = vec![chunk(0), chunk(1), message.clone(), note("other")];
        here.insert_passages(scope, new).await.unwrap();
    }
    assert_eq!(here.delete_passages_of_source("document").await.unwrap(), 4);
    assert_eq!(here.delete_passages_of_source("document").await.unwrap(), 0);
    assert_eq!(here.delete_passages_of_thread(thread).await.unwrap(), 2);
    for scope in scopes {
        let left = here.passages(scope, "archival", &all()).await.unwrap();
        assert_eq!(left.len(), 1);
        assert_eq!(left[0].source_ref, "other");
        let feed = here.passages_after(scope, 4, 9).await.unwrap();
        let places: Vec<_> = feed.iter().map(PassageChange::seq).collect();
        assert_eq!(places, [5, 6, 7], "every deletion has its own place");
        let deleted = |change: &PassageChange| matches!(change, PassageChange::Deleted { .. });
        assert!(feed.iter().all(deleted));
    }
}

async fn passages_are_counted_by_scope_and_source(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let here = store.org(org);
    assert_eq!(here.passage_counts().await.unwrap(), []);
    let message = |name: &str| NewPassage {
        source: "message".into(),
        ..note(name)
    };
    let gone = keep(&store, org, note("gone")).await;
    for new in [note("a"), note("b"), message("a")] {
        keep(&store, org, new).await;
    }
    let own = here.insert_passages(Scope::Agent(agent), vec![note("a")]);
    own.await.unwrap();
    assert!(here.delete_passage(gone).await.unwrap());
    let counts = here.passage_counts().await.unwrap();
    let counts: Vec<_> = counts
        .iter()
        .map(|count| (count.scope, count.source.as_str(), count.passages))
        .collect();
    let expected = [
        (Scope::Agent(agent), "archival", 1),
        (Scope::Org(org), "archival", 2),
        (Scope::Org(org), "message", 1),
    ];
    assert_eq!(counts, expected);
}
