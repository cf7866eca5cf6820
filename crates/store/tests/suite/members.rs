//! Members: the people of an organisation.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use steward_model::{Clock as _, IdentifierId, MemberId, Role, Scope, SystemIds};
use steward_store::{Member, MemberChange, NewApiKey, NewMember, NewSession, Point, StoreError};
use steward_testkit::{Backend, Cell, TestDatabase, run_aside};

use super::story::{HOUR, all, email, external, new_org, page, person, phone, token};

stories![
    whoever_becomes_an_owner_starts_afresh,
    a_member_is_found_as_it_was_made,
    members_are_listed_page_by_page,
    an_identifier_belongs_to_one_member_of_an_org,
    somebody_who_signs_in_is_looked_for_in_every_org,
    a_member_can_be_changed,
    what_belongs_to_another_org_is_not_there,
    the_last_owner_stays,
    of_two_owners_who_leave_at_once_one_stays,
    a_name_set_meanwhile_does_not_bring_an_old_role_back,
    identifiers_can_be_added_and_removed,
    a_password_is_set_and_read,
    deleting_a_member_deletes_what_is_theirs,
];

fn ana() -> NewMember {
    NewMember {
        name: "Ana Šimić".into(),
        role: Role::Admin,
        identifiers: vec![
            email("ana@example.com"),
            phone("+14155550123"),
            external("auth|77"),
        ],
    }
}

async fn a_member_is_found_as_it_was_made(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    db.clock().advance(HOUR);
    let made = store.org(org).create_member(ana()).await.unwrap();
    assert_eq!((made.name.as_str(), made.role), ("Ana Šimić", Role::Admin));
    assert_eq!(made.created_at, db.clock().now());
    let values: Vec<_> = made
        .identifiers
        .iter()
        .map(|known| known.value.as_str())
        .collect();
    assert_eq!(values, ["ana@example.com", "+14155550123", "auth|77"]);
    let store = db.reopen(store).await;
    assert_eq!(store.org(org).member(made.id).await.unwrap(), Some(made));
    let missing = MemberId::generate(&SystemIds);
    assert_eq!(store.org(org).member(missing).await.unwrap(), None);
}

async fn members_are_listed_page_by_page(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let org = store.org(org);
    for name in ["Ana", "Bo", "Cem", "Dee"] {
        org.create_member(person(name, Role::Member)).await.unwrap();
    }
    let mut names = Vec::new();
    let mut after = None;
    loop {
        let members = org.members(&page(after, 2)).await.unwrap();
        let Some(last) = members.last() else { break };
        assert!(members.len() <= 2);
        after = Some(last.id.to_string());
        names.extend(members.into_iter().map(|member| member.name));
    }
    assert_eq!(names, ["Olga", "Ana", "Bo", "Cem", "Dee"]);
    assert_eq!(org.members(&page(None, 0)).await.unwrap(), []);
}

async fn an_identifier_belongs_to_one_member_of_an_org(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let org = store.org(org);
    org.create_member(ana()).await.unwrap();
    let before = db.data().dump().await;
    let second = NewMember {
        identifiers: vec![email("new@example.com"), email("Ana@Example.com")],
        ..person("Ana again", Role::Member)
    };
    assert_err!(
        org.create_member(second).await,
        StoreError::Conflict("identifier")
    );
    assert_eq!(db.data().dump().await, before, "half a member was made");
}

async fn somebody_who_signs_in_is_looked_for_in_every_org(db: TestDatabase) {
    let store = db.open().await;
    let (first, _) = new_org(&store, "First").await;
    let (second, _) = new_org(&store, "Second").await;
    let one = store.org(first).create_member(ana()).await.unwrap();
    let two = store.org(second).create_member(ana()).await.unwrap();
    store
        .org(second)
        .set_password_hash(two.id, "hash")
        .await
        .unwrap();
    let found = store
        .sign_in_candidates(&email("ana@example.com"))
        .await
        .unwrap();
    let found: Vec<_> = found
        .iter()
        .map(|candidate| {
            (
                candidate.org_id,
                candidate.member_id,
                candidate.password_hash.as_deref(),
            )
        })
        .collect();
    assert_eq!(
        found,
        [(first, one.id, None), (second, two.id, Some("hash"))]
    );
    // The same text of another kind is another identifier.
    for other in [email("bo@example.com"), external("ana@example.com")] {
        assert!(store.sign_in_candidates(&other).await.unwrap().is_empty());
    }
}

async fn a_member_can_be_changed(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let org = store.org(org);
    let made = org.create_member(ana()).await.unwrap();
    let change = |name: Option<&str>, role| MemberChange {
        name: name.map(str::to_owned),
        role,
        ..MemberChange::default()
    };
    for (change, name, role) in [
        (change(None, None), "Ana Šimić", Role::Admin),
        (change(Some("Ana"), None), "Ana", Role::Admin),
        (change(None, Some(Role::Member)), "Ana", Role::Member),
        (change(Some(""), Some(Role::Owner)), "", Role::Owner),
    ] {
        let changed = org.update_member(made.id, change).await.unwrap().unwrap();
        let expected = Member {
            name: name.into(),
            role,
            ..made.clone()
        };
        assert_eq!(changed, expected);
        assert_eq!(org.member(made.id).await.unwrap(), Some(expected));
    }
    let missing = MemberId::generate(&SystemIds);
    let nobody = org.update_member(missing, change(Some("X"), None)).await;
    assert_eq!(nobody.unwrap(), None);
}

async fn what_belongs_to_another_org_is_not_there(db: TestDatabase) {
    let store = db.open().await;
    let (mine, _) = new_org(&store, "Mine").await;
    let (other, _) = new_org(&store, "Other").await;
    let ana = store.org(mine).create_member(ana()).await.unwrap();
    let (data, keys) = (db.data().dump().await, db.keys().dump().await);
    let other = store.org(other);
    let change = MemberChange {
        name: Some("Eve".into()),
        role: Some(Role::Owner),
        ..MemberChange::default()
    };
    assert_eq!(other.member(ana.id).await.unwrap(), None);
    assert_eq!(other.update_member(ana.id, change).await.unwrap(), None);
    assert!(!other.delete_member(ana.id).await.unwrap());
    let eve = email("eve@example.com");
    assert_eq!(
        other.add_member_identifier(ana.id, &eve).await.unwrap(),
        None
    );
    let known = ana.identifiers[0].id;
    assert!(!other.remove_member_identifier(ana.id, known).await.unwrap());
    assert!(!other.set_password_hash(ana.id, "hash").await.unwrap());
    assert_eq!(other.password_hash(ana.id).await.unwrap(), None);
    assert_eq!(other.members(&all()).await.unwrap().len(), 1);
    assert_eq!(
        (db.data().dump().await, db.keys().dump().await),
        (data, keys)
    );
}

async fn the_last_owner_stays(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let org = store.org(org);
    let demote = || MemberChange {
        role: Some(Role::Admin),
        ..MemberChange::default()
    };
    assert_err!(
        org.update_member(olga, demote()).await,
        StoreError::Refused(_)
    );
    assert_err!(org.delete_member(olga).await, StoreError::Refused(_));
    let bo = org.create_member(person("Bo", Role::Owner)).await.unwrap();
    assert_eq!(
        org.update_member(olga, demote())
            .await
            .unwrap()
            .unwrap()
            .role,
        Role::Admin
    );
    assert_err!(org.delete_member(bo.id).await, StoreError::Refused(_));
    // Somebody who is no owner may always go, and an owner may be told to stay one.
    assert!(org.delete_member(olga).await.unwrap());
    let stay = MemberChange {
        role: Some(Role::Owner),
        ..MemberChange::default()
    };
    assert!(org.update_member(bo.id, stay).await.unwrap().is_some());
}

async fn of_two_owners_who_leave_at_once_one_stays(db: TestDatabase) {
    let store = db.open().await;
    for round in 0..4 {
        let (org, olga) = new_org(&store, "Acme").await;
        let org = store.org(org);
        let bo = org.create_member(person("Bo", Role::Owner)).await.unwrap();
        let demote = MemberChange {
            role: Some(Role::Member),
            ..MemberChange::default()
        };
        let (first, second) =
            tokio::join!(org.update_member(olga, demote), org.delete_member(bo.id));
        let owners = org.members(&all()).await.unwrap();
        let owners = owners.iter().filter(|member| member.role == Role::Owner);
        assert_eq!(owners.count(), 1, "round {round}");
        assert!(first.is_ok() != second.is_ok(), "{first:?} {second:?}");
        let error = first.map(|_| ()).and(second.map(|_| ()));
        assert_err!(error, StoreError::Refused(_) | StoreError::Busy);
    }
}

/// Only Postgres lets two transactions in at once.
async fn a_name_set_meanwhile_does_not_bring_an_old_role_back(db: TestDatabase) {
    let (data, struck) = (db.data(), AtomicBool::new(db.backend() == Backend::Sqlite));
    let db = db.with_probe(Arc::new(move |point| {
        let update =
            matches!(point, Point::Statement(sql) if sql.name.ends_with("members::UPDATE"));
        if update && !struck.swap(true, Ordering::SeqCst) {
            run_aside(async {
                data.apart()
                    .await
                    .execute("update member set role = 'member' where role = 'admin'")
                    .await;
            });
        }
        Ok(())
    }));
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let ana = store.org(org).create_member(ana()).await.unwrap();
    if db.backend() == Backend::Sqlite {
        db.data()
            .execute("update member set role = 'member' where role = 'admin'")
            .await;
    }
    let rename = MemberChange {
        name: Some("Ana".into()),
        ..MemberChange::default()
    };
    let renamed = store
        .org(org)
        .update_member(ana.id, rename)
        .await
        .unwrap()
        .unwrap();
    assert_eq!((renamed.name.as_str(), renamed.role), ("Ana", Role::Member));
}

async fn identifiers_can_be_added_and_removed(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let org = store.org(org);
    let ana = org.create_member(ana()).await.unwrap();
    let address = email("olga@example.com");
    let added = org
        .add_member_identifier(olga, &address)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(added.value, "olga@example.com");
    let known = org.member(olga).await.unwrap().unwrap().identifiers;
    assert_eq!(known, std::slice::from_ref(&added));
    assert_err!(
        org.add_member_identifier(ana.id, &address).await,
        StoreError::Conflict("identifier")
    );
    // Only through the member who has it.
    assert!(
        !org.remove_member_identifier(ana.id, added.id)
            .await
            .unwrap()
    );
    assert!(org.remove_member_identifier(olga, added.id).await.unwrap());
    assert!(!org.remove_member_identifier(olga, added.id).await.unwrap());
    let missing = IdentifierId::generate(&SystemIds);
    assert!(!org.remove_member_identifier(olga, missing).await.unwrap());
    assert!(
        org.add_member_identifier(ana.id, &address)
            .await
            .unwrap()
            .is_some()
    );
    let nobody = MemberId::generate(&SystemIds);
    assert_eq!(
        org.add_member_identifier(nobody, &address).await.unwrap(),
        None
    );
}

async fn a_password_is_set_and_read(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let org = store.org(org);
    assert_eq!(org.password_hash(olga).await.unwrap(), None);
    for hash in ["$argon2id$one", "$argon2id$two"] {
        assert!(org.set_password_hash(olga, hash).await.unwrap());
        assert_eq!(
            org.password_hash(olga).await.unwrap().as_deref(),
            Some(hash)
        );
    }
    let nobody = MemberId::generate(&SystemIds);
    assert!(!org.set_password_hash(nobody, "hash").await.unwrap());
    assert_eq!(org.password_hash(nobody).await.unwrap(), None);
}

async fn deleting_a_member_deletes_what_is_theirs(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let org = store.org(org);
    let before = db.data().dump().await;
    let ana = org.create_member(ana()).await.unwrap();
    let later = db.clock().now().plus(HOUR);
    let key = NewApiKey {
        member_id: ana.id,
        name: "Script".into(),
        prefix: "sk_1".into(),
        token_hash: token(1),
        scopes: vec![],
        expires_at: None,
    };
    org.create_api_key(key).await.unwrap();
    let session = NewSession {
        member_id: ana.id,
        token_hash: token(2),
        expires_at: later,
    };
    org.create_session(session).await.unwrap();
    org.create_sign_in_link(ana.id, &token(3), later)
        .await
        .unwrap();
    assert!(org.delete_member(ana.id).await.unwrap());
    assert_eq!(db.data().dump().await, before);
    let scope = Scope::Member(ana.id);
    let wrapped = format!("select wrapped from data_key where scope = '{scope}'");
    assert_eq!(db.keys().rows(&wrapped).await, [[Cell::Null]]);
    assert!(store.api_key_principal(&token(1)).await.unwrap().is_none());
    assert!(store.session_principal(&token(2)).await.unwrap().is_none());
    assert_eq!(store.take_sign_in_link(&token(3)).await.unwrap(), None);
    assert!(
        store
            .sign_in_candidates(&email("ana@example.com"))
            .await
            .unwrap()
            .is_empty()
    );
    assert!(!org.delete_member(ana.id).await.unwrap());
}

async fn whoever_becomes_an_owner_starts_afresh(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let here = store.org(org);
    let ana = here
        .create_member(person("Ana", Role::Member))
        .await
        .unwrap()
        .id;
    let later = db.clock().now().plus(HOUR);
    here.set_password_hash(ana, "planted").await.unwrap();
    here.create_sign_in_link(ana, &token(1), later)
        .await
        .unwrap();
    let session = steward_store::NewSession {
        member_id: ana,
        token_hash: token(2),
        expires_at: later,
    };
    here.create_session(session).await.unwrap();
    let key = steward_store::NewApiKey {
        member_id: ana,
        name: "Planted".into(),
        prefix: "stw_".into(),
        token_hash: token(3),
        scopes: vec![],
        expires_at: None,
    };
    here.create_api_key(key).await.unwrap();
    let admin = MemberChange {
        role: Some(Role::Admin),
        ..MemberChange::default()
    };
    here.update_member(ana, admin).await.unwrap();
    assert!(store.api_key_principal(&token(3)).await.unwrap().is_some());
    let owner = MemberChange {
        role: Some(Role::Owner),
        ..MemberChange::default()
    };
    here.update_member(ana, owner).await.unwrap();
    assert_eq!(here.password_hash(ana).await.unwrap(), None);
    assert_eq!(store.take_sign_in_link(&token(1)).await.unwrap(), None);
    assert!(store.session_principal(&token(2)).await.unwrap().is_none());
    assert!(store.api_key_principal(&token(3)).await.unwrap().is_none());
}
