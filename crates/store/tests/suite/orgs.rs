//! Organisations.

use futures_util::future::join_all;
use steward_model::{Clock as _, OrgId, Role, SystemIds};
use steward_store::{NewMember, StoreError};
use steward_testkit::{Backend, TestDatabase};

use super::story::{HOUR, all, email, new_org, page, person};

stories![
    a_fresh_database_has_no_org,
    an_org_begins_with_its_first_owner,
    the_first_org_is_the_oldest,
    of_nodes_that_start_at_once_one_makes_the_first_org,
    an_org_can_be_renamed,
    an_org_whose_owner_cannot_be_made_is_not_made,
    the_database_answers,
    that_something_can_be_written_is_tried,
    changes_of_identity_are_counted_where_one_process_writes,
];

async fn a_fresh_database_has_no_org(db: TestDatabase) {
    let store = db.open().await;
    assert_eq!(store.count_orgs().await.unwrap(), 0);
    assert_eq!(store.first_org().await.unwrap(), None);
    let missing = OrgId::generate(&SystemIds);
    assert_eq!(store.org(missing).get().await.unwrap(), None);
}

async fn an_org_begins_with_its_first_owner(db: TestDatabase) {
    let store = db.open().await;
    let (org, owner) = store
        .create_org("Acme", person("Olga", Role::Member))
        .await
        .unwrap();
    assert_eq!(owner.role, Role::Owner);
    assert_eq!(org.created_at, db.clock().now());
    assert_eq!(store.org(org.id).get().await.unwrap().as_ref(), Some(&org));
    assert_eq!(store.org(org.id).members(&all()).await.unwrap(), [owner]);
    assert_eq!(store.count_orgs().await.unwrap(), 1);
}

async fn the_first_org_is_the_oldest(db: TestDatabase) {
    let store = db.open().await;
    let (first, _) = new_org(&store, "First").await;
    db.clock().advance(HOUR);
    let (second, _) = new_org(&store, "Second").await;
    assert_eq!(store.first_org().await.unwrap(), Some(first));
    assert_eq!(store.count_orgs().await.unwrap(), 2);
    let listed = store.orgs(&all()).await.unwrap();
    let ids: Vec<_> = listed.iter().map(|org| org.id).collect();
    assert_eq!(ids, [first, second]);
    let rest = page(Some(first.to_string()), 1);
    assert_eq!(store.orgs(&rest).await.unwrap(), listed[1..]);
}

async fn of_nodes_that_start_at_once_one_makes_the_first_org(db: TestDatabase) {
    let store = db.open().await;
    let nodes = (0..8).map(|_| store.create_first_org("Acme", person("Olga", Role::Owner)));
    let (made, refused): (Vec<_>, Vec<_>) =
        join_all(nodes).await.into_iter().partition(Result::is_ok);
    assert_eq!((made.len(), refused.len()), (1, 7));
    for refused in refused {
        assert_err!(refused, StoreError::Conflict("organisation"));
    }
    assert_eq!(store.count_orgs().await.unwrap(), 1);
    // Further ones are made without asking to be the first.
    new_org(&store, "Another").await;
    assert_eq!(store.count_orgs().await.unwrap(), 2);
}

async fn an_org_can_be_renamed(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let (other, _) = new_org(&store, "Other").await;
    let renamed = store.org(org).rename("Acme & Sons").await.unwrap();
    assert_eq!(renamed.unwrap().name, "Acme & Sons");
    let other = store.org(other).get().await.unwrap();
    assert_eq!(other.unwrap().name, "Other");
    let missing = OrgId::generate(&SystemIds);
    assert_eq!(store.org(missing).rename("Nobody").await.unwrap(), None);
}

async fn an_org_whose_owner_cannot_be_made_is_not_made(db: TestDatabase) {
    let store = db.open().await;
    let twice = NewMember {
        identifiers: vec![email("olga@example.com"), email("OLGA@example.com")],
        ..person("Olga", Role::Owner)
    };
    assert_err!(
        store.create_org("Acme", twice).await,
        StoreError::Conflict("identifier")
    );
    assert_eq!(store.count_orgs().await.unwrap(), 0);
}

async fn the_database_answers(db: TestDatabase) {
    let store = db.open().await;
    store.ping().await.unwrap();
    store.close().await;
    assert_err!(store.ping().await, StoreError::Unavailable(_));
}

async fn that_something_can_be_written_is_tried(db: TestDatabase) {
    let store = db.open().await;
    let owner = person("Olga", Role::Owner);
    store.create_first_org("Acme", owner).await.unwrap();
    let before = db.data().dump().await;
    store.try_write().await.unwrap();
    assert_eq!(db.data().dump().await, before);
    store.close().await;
    assert_err!(store.try_write().await, StoreError::Unavailable(_));
}

async fn changes_of_identity_are_counted_where_one_process_writes(db: TestDatabase) {
    let store = db.open().await;
    let before = store.identity_version();
    let (org, owner) = new_org(&store, "Acme").await;
    let after = store.identity_version();
    match db.backend() {
        Backend::Sqlite => assert!(after > before, "{before:?} {after:?}"),
        Backend::Postgres => assert_eq!((before, after), (None, None)),
    }
    // What a signed-in member is shown of themselves includes how they are known.
    let org = store.org(org);
    let known = org
        .add_member_identifier(owner, &email("olga@example.com"))
        .await
        .unwrap()
        .unwrap();
    let added = store.identity_version();
    org.remove_member_identifier(owner, known.id).await.unwrap();
    let removed = store.identity_version();
    if db.backend() == Backend::Sqlite {
        assert!(after < added && added < removed);
    }
    org.members(&all()).await.unwrap();
    assert_eq!(store.identity_version(), removed);
}
