//! Browsers that are signed in, and the one-time links that sign them in.

use futures_util::future::join_all;
use steward_model::{Clock as _, MemberId, Role, SessionId, SystemIds};
use steward_store::{NewSession, OrgStore, StoreError};
use steward_testkit::TestDatabase;

use super::story::{HOUR, email, new_org, person, token};

stories![
    a_session_tells_who_calls,
    a_session_is_ended_once,
    a_member_is_signed_out_everywhere_else,
    what_has_expired_is_pruned,
    a_link_is_good_for_one_of_many_callers,
    an_expired_link_is_worth_nothing,
    only_members_sign_in,
];

async fn sign_in(
    org: OrgStore<'_>,
    db: &TestDatabase,
    member_id: MemberId,
    number: u8,
) -> SessionId {
    let new = NewSession {
        member_id,
        token_hash: token(number),
        expires_at: db.clock().now().plus(HOUR),
    };
    org.create_session(new).await.unwrap()
}

async fn a_session_tells_who_calls(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let org_store = store.org(org);
    let id = sign_in(org_store, &db, olga, 1).await;
    let expires_at = db.clock().now().plus(HOUR);
    db.clock().advance(HOUR * 2);
    let caller = store.session_principal(&token(1)).await.unwrap().unwrap();
    assert_eq!((caller.session_id, caller.expires_at), (id, expires_at));
    let holder = &caller.holder;
    assert_eq!((holder.org_id, holder.org_name.as_str()), (org, "Acme"));
    assert_eq!((holder.member_id, holder.role), (olga, Role::Owner));
    assert_eq!(
        (holder.member_name.as_str(), &holder.member_email),
        ("Olga", &None)
    );
    assert!(store.session_principal(&token(2)).await.unwrap().is_none());
    // A changed member is seen through the session that was there before.
    let address = email("olga@example.com");
    org_store
        .add_member_identifier(olga, &address)
        .await
        .unwrap();
    let caller = store.session_principal(&token(1)).await.unwrap().unwrap();
    assert_eq!(
        caller.holder.member_email.as_deref(),
        Some("olga@example.com")
    );
}

async fn a_session_is_ended_once(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let (other, _) = new_org(&store, "Other").await;
    let id = sign_in(store.org(org), &db, olga, 1).await;
    assert!(!store.org(other).delete_session(id).await.unwrap());
    assert!(store.session_principal(&token(1)).await.unwrap().is_some());
    assert!(store.org(org).delete_session(id).await.unwrap());
    assert!(!store.org(org).delete_session(id).await.unwrap());
    assert!(store.session_principal(&token(1)).await.unwrap().is_none());
}

async fn a_member_is_signed_out_everywhere_else(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let (other, _) = new_org(&store, "Other").await;
    let org = store.org(org);
    let ana = org
        .create_member(person("Ana", Role::Member))
        .await
        .unwrap();
    let here = sign_in(org, &db, olga, 1).await;
    sign_in(org, &db, olga, 2).await;
    sign_in(org, &db, ana.id, 3).await;
    let signed_in = async || {
        let mut found = Vec::new();
        for number in 1..=3 {
            if store
                .session_principal(&token(number))
                .await
                .unwrap()
                .is_some()
            {
                found.push(number);
            }
        }
        found
    };
    store
        .org(other)
        .delete_other_sessions(olga, None)
        .await
        .unwrap();
    assert_eq!(signed_in().await, [1, 2, 3]);
    org.delete_other_sessions(olga, Some(here)).await.unwrap();
    assert_eq!(signed_in().await, [1, 3]);
    org.delete_other_sessions(olga, None).await.unwrap();
    assert_eq!(signed_in().await, [3]);
}

async fn what_has_expired_is_pruned(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let org = store.org(org);
    let empty = db.data().dump().await;
    sign_in(org, &db, olga, 1).await;
    let expires_at = db.clock().now().plus(HOUR);
    org.create_sign_in_link(olga, &token(2), expires_at)
        .await
        .unwrap();
    let full = db.data().dump().await;
    db.clock().advance(HOUR);
    store.prune_expired_sign_ins().await.unwrap();
    assert_eq!(db.data().dump().await, full, "pruned at its last moment");
    db.clock().advance(HOUR);
    store.prune_expired_sign_ins().await.unwrap();
    assert_eq!(db.data().dump().await, empty);
}

async fn a_link_is_good_for_one_of_many_callers(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let expires_at = db.clock().now().plus(HOUR);
    for number in 1..=3 {
        let link = token(number);
        store
            .org(org)
            .create_sign_in_link(olga, &link, expires_at)
            .await
            .unwrap();
        let callers = join_all((0..20).map(|_| store.take_sign_in_link(&link))).await;
        let taken: Vec<_> = callers.into_iter().filter_map(Result::unwrap).collect();
        assert_eq!(taken, [(org, olga)]);
    }
}

async fn an_expired_link_is_worth_nothing(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let expires_at = db.clock().now().plus(HOUR);
    store
        .org(org)
        .create_sign_in_link(olga, &token(1), expires_at)
        .await
        .unwrap();
    assert_eq!(store.take_sign_in_link(&token(2)).await.unwrap(), None);
    db.clock().advance(HOUR);
    assert_eq!(store.take_sign_in_link(&token(1)).await.unwrap(), None);
}

async fn only_members_sign_in(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let (_, foreigner) = new_org(&store, "Other").await;
    let expires_at = db.clock().now().plus(HOUR);
    for member_id in [foreigner, MemberId::generate(&SystemIds)] {
        let new = NewSession {
            member_id,
            token_hash: token(1),
            expires_at,
        };
        assert_err!(
            store.org(org).create_session(new).await,
            StoreError::Refused(_)
        );
        assert_err!(
            store
                .org(org)
                .create_sign_in_link(member_id, &token(1), expires_at)
                .await,
            StoreError::Refused(_)
        );
    }
    assert!(store.session_principal(&token(1)).await.unwrap().is_none());
    assert_eq!(store.take_sign_in_link(&token(1)).await.unwrap(), None);
}
