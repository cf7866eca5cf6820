//! Documents: kept whole with their passages, or not at all.

use steward_model::{Author, DocumentId, Integrity, OrgId, Scope, SystemIds};
use steward_store::{
    DOCUMENT, Document, DocumentPart, NewContact, NewDocument, Page, Store, StoreError,
};
use steward_testkit::{Cell, TestDatabase};

use super::agents::text_reply;
use super::inbox::agent;
use super::passages::{contact_thread, embedding};
use super::story::{all, new_org};

stories![
    a_document_is_found_as_it_was_made_with_its_parts_in_order,
    documents_are_listed_newest_first_by_scope,
    a_deleted_document_takes_its_parts_along_and_both_are_on_the_record,
    a_document_goes_when_its_scope_is_forgotten,
    a_forgotten_scope_takes_no_document_in,
    the_documents_of_another_org_are_not_there,
    what_is_known_of_a_document_opens_only_where_it_stands,
    contacts_are_known_by_when_they_were_heard_of_last,
];

pub(super) fn document(title: &str) -> NewDocument {
    NewDocument {
        title: title.into(),
        file_name: Some(format!("{title}.txt")),
        tags: vec!["law".into()],
        media_type: "text/plain".into(),
        bytes: 7,
        integrity: Integrity::User,
    }
}

pub(super) fn parts(count: usize) -> Vec<DocumentPart> {
    let part = |number| DocumentPart {
        text: format!("Part {number}"),
        embedding: (number > 0).then(|| embedding("m")),
    };
    (0..count).map(part).collect()
}

async fn kept(store: &Store, org: OrgId, scope: Scope, title: &str) -> Document {
    let here = store.org(org);
    let made = here.create_document(scope, document(title), parts(3), Author::System);
    made.await.unwrap()
}

async fn a_document_is_found_as_it_was_made_with_its_parts_in_order(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let (here, scope) = (store.org(org), Scope::Org(org));
    let made = kept(&store, org, scope, "Lease").await;
    assert_eq!((made.chunks, &made.about), (3, &document("Lease")));
    assert_eq!(here.document(made.id).await.unwrap(), Some(made.clone()));
    let name = made.id.to_string();
    let source = (DOCUMENT, name.as_str());
    let found = here.passages_of_source(scope, source, -1, 2).await.unwrap();
    let texts: Vec<_> = found.iter().map(|part| part.text.as_str()).collect();
    assert_eq!(texts, ["Part 0", "Part 1"]);
    assert_eq!(found[0].embedding, None);
    assert_eq!(found[1].embedding, Some(embedding("m")));
    let meta = &found[0].meta;
    assert_eq!(
        (meta.title.as_deref(), &meta.tags),
        (Some("Lease"), &vec!["law".to_owned()])
    );
    let rest = here.passages_of_source(scope, source, 1, 9).await.unwrap();
    assert_eq!((rest.len(), rest[0].chunk_index), (1, 2));
    let missing = DocumentId::generate(&SystemIds);
    assert_eq!(here.document(missing).await.unwrap(), None);
}

async fn documents_are_listed_newest_first_by_scope(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let (here, scope) = (store.org(org), Scope::Org(org));
    assert_eq!(here.documents(scope, &all()).await.unwrap(), []);
    for title in ["a", "b", "c"] {
        kept(&store, org, scope, title).await;
    }
    let own = kept(&store, org, Scope::Agent(agent), "own").await;
    let titles = async |page: &Page| {
        let listed = here.documents(scope, page).await.unwrap();
        let titles = listed.iter().map(|one| one.about.title.clone());
        (
            titles.collect::<Vec<_>>(),
            listed.last().map(|one| one.id.to_string()),
        )
    };
    let (first, after) = titles(&Page {
        after: None,
        limit: 2,
    })
    .await;
    assert_eq!(first, ["c", "b"]);
    assert_eq!(titles(&Page { after, limit: 2 }).await.0, ["a"]);
    let listed = here.documents(Scope::Agent(agent), &all()).await;
    assert_eq!(listed.unwrap(), [own]);
}

async fn a_deleted_document_takes_its_parts_along_and_both_are_on_the_record(db: TestDatabase) {
    let store = db.open().await;
    let (org, owner) = new_org(&store, "Acme").await;
    let (here, scope, by) = (store.org(org), Scope::Org(org), Author::Member(owner));
    let other = kept(&store, org, scope, "Other").await;
    let made = here
        .create_document(scope, document("Lease"), parts(3), by)
        .await
        .unwrap();
    assert!(here.delete_document(made.id, by).await.unwrap());
    assert!(!here.delete_document(made.id, by).await.unwrap());
    assert_eq!(here.document(made.id).await.unwrap(), None);
    assert_eq!(here.documents(scope, &all()).await.unwrap(), [other]);
    let counts = here.passage_counts().await.unwrap();
    assert_eq!((counts.len(), counts[0].passages), (1, 3));
    let id = made.id;
    let sql = format!("select action from audit where subject = '{id}' order by id");
    let noted: Vec<Cell> = db.data().rows(&sql).await.into_iter().flatten().collect();
    assert_eq!(
        noted,
        ["stored", "deleted"].map(|a| Cell::Text(format!("document.{a}")))
    );
}

async fn a_document_goes_when_its_scope_is_forgotten(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let here = store.org(org);
    let contact = here.create_contact(NewContact::default()).await.unwrap().id;
    let agent = here.create_agent(text_reply()).await.unwrap().id;
    let made = kept(&store, org, Scope::Contact(contact), "a").await;
    kept(&store, org, Scope::Agent(agent), "b").await;
    assert!(here.forget_contact(contact, "test").await.unwrap());
    assert!(here.delete_agent(agent).await.unwrap());
    assert_eq!(here.document(made.id).await.unwrap(), None);
    let left = db.data().value("select count(*) from document").await;
    assert_eq!(left, Cell::Int(0));
}

async fn a_forgotten_scope_takes_no_document_in(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let here = store.org(org);
    let contact = here.create_contact(NewContact::default()).await.unwrap().id;
    assert!(here.forget_contact(contact, "test").await.unwrap());
    let late = here.create_document(
        Scope::Contact(contact),
        document("a"),
        vec![],
        Author::System,
    );
    assert_err!(late.await, StoreError::Forgotten);
}

async fn the_documents_of_another_org_are_not_there(db: TestDatabase) {
    let store = db.open().await;
    let (mine, _) = new_org(&store, "Mine").await;
    let (other, _) = new_org(&store, "Other").await;
    let made = kept(&store, mine, Scope::Org(mine), "Lease").await;
    let before = db.data().dump().await;
    let (there, scope) = (store.org(other), Scope::Org(mine));
    assert_eq!(there.document(made.id).await.unwrap(), None);
    assert_eq!(there.documents(scope, &all()).await.unwrap(), []);
    let name = made.id.to_string();
    let parts = there
        .passages_of_source(scope, (DOCUMENT, &name), -1, 9)
        .await;
    assert_eq!(parts.unwrap(), []);
    assert!(
        !there
            .delete_document(made.id, Author::System)
            .await
            .unwrap()
    );
    let made = there.create_document(scope, document("a"), vec![], Author::System);
    assert_err!(made.await, StoreError::Refused(_));
    assert_eq!(db.data().dump().await, before);
}

async fn what_is_known_of_a_document_opens_only_where_it_stands(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let scope = Scope::Org(org);
    let [one, two] = [
        kept(&store, org, scope, "a").await.id,
        kept(&store, org, scope, "b").await.id,
    ];
    let data = db.data();
    data.execute(&format!(
        "update document set meta_enc = (select meta_enc from document where id = '{two}') where id = '{one}'"
    ))
    .await;
    data.execute(&format!(
        "update document set integrity = 'system' where id = '{two}'"
    ))
    .await;
    for id in [one, two] {
        assert_err!(
            store.org(org).document(id).await,
            StoreError::Tampered { .. }
        );
    }
}

async fn contacts_are_known_by_when_they_were_heard_of_last(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let here = store.org(org);
    assert_eq!(here.contacts_by_activity(9).await.unwrap(), []);
    let mut heard = Vec::new();
    for _ in 0..3 {
        db.clock().advance(std::time::Duration::from_secs(1));
        heard.insert(0, contact_thread(&store, org, agent).await.0);
    }
    assert_eq!(here.contacts_by_activity(9).await.unwrap(), heard);
    assert_eq!(here.contacts_by_activity(1).await.unwrap(), heard[..1]);
    let (other, _) = new_org(&store, "Other").await;
    assert_eq!(store.org(other).contacts_by_activity(9).await.unwrap(), []);
}
