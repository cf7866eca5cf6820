//! API keys: how programs sign in.

use steward_model::{ApiKeyId, Clock as _, KeyScope, MemberId, OrgId, Role, SystemIds};
use steward_store::{ApiKey, NewApiKey, StoreError};
use steward_testkit::TestDatabase;

use super::story::{HOUR, all, email, new_org, page, person, token};

stories![
    a_key_is_found_as_it_was_made,
    keys_are_listed_page_by_page,
    a_token_is_good_for_one_key,
    a_key_tells_who_calls,
    a_revoked_key_tells_nothing,
    a_key_remembers_when_it_was_used,
    a_key_is_given_to_members_only,
    what_belongs_to_another_org_is_not_there,
];

fn key(member_id: MemberId, number: u8) -> NewApiKey {
    NewApiKey {
        member_id,
        name: format!("Script {number}"),
        prefix: format!("sk_{number}"),
        token_hash: token(number),
        scopes: vec![KeyScope::Read, KeyScope::Admin],
        expires_at: None,
    }
}

async fn a_key_is_found_as_it_was_made(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let expires_at = Some(db.clock().now().plus(HOUR));
    let new = NewApiKey {
        expires_at,
        ..key(olga, 1)
    };
    let made = store.org(org).create_api_key(new).await.unwrap();
    let expected = ApiKey {
        id: made.id,
        member_id: olga,
        name: "Script 1".into(),
        prefix: "sk_1".into(),
        scopes: vec![KeyScope::Read, KeyScope::Admin],
        created_at: db.clock().now(),
        expires_at,
        revoked_at: None,
        last_used_at: None,
    };
    assert_eq!(made, expected);
    assert_eq!(store.org(org).api_key(made.id).await.unwrap(), Some(made));
    let missing = ApiKeyId::generate(&SystemIds);
    assert_eq!(store.org(org).api_key(missing).await.unwrap(), None);
}

async fn keys_are_listed_page_by_page(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let org = store.org(org);
    let mut made = Vec::new();
    for number in 1..=3 {
        made.push(org.create_api_key(key(olga, number)).await.unwrap());
    }
    let first = org.api_keys(&page(None, 2)).await.unwrap();
    assert_eq!(first, made[..2]);
    let after = Some(first[1].id.to_string());
    assert_eq!(org.api_keys(&page(after, 2)).await.unwrap(), made[2..]);
}

async fn a_token_is_good_for_one_key(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let (other, bo) = new_org(&store, "Other").await;
    store.org(org).create_api_key(key(olga, 1)).await.unwrap();
    for (org, member) in [(org, olga), (other, bo)] {
        assert_err!(
            store.org(org).create_api_key(key(member, 1)).await,
            StoreError::Conflict("token")
        );
    }
    assert_eq!(store.org(other).api_keys(&all()).await.unwrap(), []);
}

async fn a_key_tells_who_calls(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let ana = store
        .org(org)
        .create_member(person("Ana", Role::Admin))
        .await
        .unwrap();
    let address = email("ana@example.com");
    store
        .org(org)
        .add_member_identifier(ana.id, &address)
        .await
        .unwrap();
    let expires_at = Some(db.clock().now().plus(HOUR));
    let new = NewApiKey {
        expires_at,
        scopes: vec![],
        ..key(ana.id, 1)
    };
    let made = store.org(org).create_api_key(new).await.unwrap();
    // The store hands an expired key out with its time; the caller compares it.
    db.clock().advance(HOUR * 2);
    let caller = store.api_key_principal(&token(1)).await.unwrap().unwrap();
    assert_eq!((caller.key_id, caller.expires_at), (made.id, expires_at));
    assert_eq!(caller.scopes, []);
    let holder = caller.holder;
    assert_eq!((holder.org_id, holder.org_name.as_str()), (org, "Acme"));
    assert_eq!(
        (holder.member_id, holder.member_name.as_str()),
        (ana.id, "Ana")
    );
    assert_eq!(holder.member_email.as_deref(), Some("ana@example.com"));
    assert_eq!(holder.role, Role::Admin);
    for unknown in [token(2), vec![], token(1)[1..].to_vec()] {
        assert!(store.api_key_principal(&unknown).await.unwrap().is_none());
    }
}

async fn a_revoked_key_tells_nothing(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let org = store.org(org);
    let made = org.create_api_key(key(olga, 1)).await.unwrap();
    db.clock().advance(HOUR);
    let revoked_at = db.clock().now();
    assert!(org.revoke_api_key(made.id).await.unwrap());
    assert!(store.api_key_principal(&token(1)).await.unwrap().is_none());
    db.clock().advance(HOUR);
    assert!(!org.revoke_api_key(made.id).await.unwrap());
    let revoked = org.api_key(made.id).await.unwrap().unwrap();
    assert_eq!(revoked.revoked_at, Some(revoked_at));
    assert_eq!(org.api_keys(&all()).await.unwrap(), [revoked]);
    let missing = ApiKeyId::generate(&SystemIds);
    assert!(!org.revoke_api_key(missing).await.unwrap());
}

async fn a_key_remembers_when_it_was_used(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let org = store.org(org);
    let made = org.create_api_key(key(olga, 1)).await.unwrap();
    let other = org.create_api_key(key(olga, 2)).await.unwrap();
    db.clock().advance(HOUR);
    store.touch_api_key(&token(1)).await.unwrap();
    store.touch_api_key(&token(9)).await.unwrap();
    let used = org.api_key(made.id).await.unwrap().unwrap();
    assert_eq!(used.last_used_at, Some(db.clock().now()));
    assert_eq!(org.api_key(other.id).await.unwrap(), Some(other));
}

async fn a_key_is_given_to_members_only(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let (_, foreigner) = new_org(&store, "Other").await;
    let nobody = MemberId::generate(&SystemIds);
    for member in [foreigner, nobody] {
        assert_err!(
            store.org(org).create_api_key(key(member, 1)).await,
            StoreError::Refused(_)
        );
    }
    let nowhere = OrgId::generate(&SystemIds);
    assert_err!(
        store.org(nowhere).create_api_key(key(foreigner, 1)).await,
        StoreError::Refused(_)
    );
    assert!(store.api_key_principal(&token(1)).await.unwrap().is_none());
}

async fn what_belongs_to_another_org_is_not_there(db: TestDatabase) {
    let store = db.open().await;
    let (mine, olga) = new_org(&store, "Mine").await;
    let (other, _) = new_org(&store, "Other").await;
    let made = store.org(mine).create_api_key(key(olga, 1)).await.unwrap();
    let other = store.org(other);
    assert_eq!(other.api_key(made.id).await.unwrap(), None);
    assert_eq!(other.api_keys(&all()).await.unwrap(), []);
    assert!(!other.revoke_api_key(made.id).await.unwrap());
    assert_eq!(store.org(mine).api_key(made.id).await.unwrap(), Some(made));
}
