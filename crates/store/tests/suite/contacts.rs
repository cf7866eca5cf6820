//! Contacts: the people outside.

use futures_util::future::join_all;
use steward_model::{Answering, Clock as _, ContactId, Identifier, IdentifierId, Scope, SystemIds};
use steward_store::{Contact, NewContact, StoreError};
use steward_testkit::{Cell, TestDatabase};

use super::agents::text_reply;
use super::story::{HOUR, all, email, new_org, page, phone};

stories![
    a_contact_is_found_as_it_was_made,
    contacts_are_listed_page_by_page,
    an_identifier_belongs_to_one_contact_of_an_org,
    forty_callers_at_once_resolve_one_contact,
    a_contact_can_be_renamed,
    who_answers_a_contact_is_kept_until_the_agent_is_gone,
    identifiers_can_be_added_and_removed,
    a_forgotten_contact_keeps_its_id_alone,
    a_deleted_contact_is_gone_with_its_key,
    what_belongs_to_another_org_is_not_there,
];

fn ana() -> NewContact {
    NewContact {
        name: Some("Ana Šimić".into()),
        identifiers: vec![phone("+14155550123"), email("ana@example.com")],
    }
}

fn known_by(identifier: Identifier) -> NewContact {
    NewContact {
        name: None,
        identifiers: vec![identifier],
    }
}

async fn a_contact_is_found_as_it_was_made(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let made = store.org(org).create_contact(ana()).await.unwrap();
    assert_eq!(made.name.as_deref(), Some("Ana Šimić"));
    assert_eq!((made.forgotten, made.created_at), (false, db.clock().now()));
    let values: Vec<_> = made
        .identifiers
        .iter()
        .map(|known| known.value.as_str())
        .collect();
    assert_eq!(values, ["+14155550123", "ana@example.com"]);
    let store = db.reopen(store).await;
    let org = store.org(org);
    for number in [phone("+1 415 555 0123"), email("Ana@example.com")] {
        let found = org.contact_by_identifier(&number).await.unwrap();
        assert_eq!(found.as_ref(), Some(&made));
    }
    assert_eq!(org.contact(made.id).await.unwrap(), Some(made));
    let bare = org.create_contact(NewContact::default()).await.unwrap();
    assert_eq!(org.contact(bare.id).await.unwrap(), Some(bare));
    let missing = ContactId::generate(&SystemIds);
    assert_eq!(org.contact(missing).await.unwrap(), None);
    let unknown = email("bo@example.com");
    assert_eq!(org.contact_by_identifier(&unknown).await.unwrap(), None);
}

async fn contacts_are_listed_page_by_page(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let org = store.org(org);
    let mut made = Vec::new();
    for number in 0..5 {
        let number = phone(&format!("+1415555010{number}"));
        made.push(org.create_contact(known_by(number)).await.unwrap());
    }
    let first = org.contacts(&page(None, 3)).await.unwrap();
    assert_eq!(first, made[..3]);
    let after = Some(first[2].id.to_string());
    assert_eq!(org.contacts(&page(after, 3)).await.unwrap(), made[3..]);
}

async fn an_identifier_belongs_to_one_contact_of_an_org(db: TestDatabase) {
    let store = db.open().await;
    let (mine, _) = new_org(&store, "Mine").await;
    let (other, _) = new_org(&store, "Other").await;
    store.org(mine).create_contact(ana()).await.unwrap();
    let before = db.data().dump().await;
    let second = NewContact {
        name: Some("Ana again".into()),
        identifiers: vec![email("new@example.com"), email("ANA@example.com")],
    };
    assert_err!(
        store.org(mine).create_contact(second).await,
        StoreError::Conflict("identifier")
    );
    assert_eq!(db.data().dump().await, before, "half a contact was made");
    store.org(other).create_contact(ana()).await.unwrap();
    // The fingerprints of one number in two organisations have nothing in common.
    let blinds = "select distinct value_blind from contact_identifier";
    assert_eq!(db.data().rows(blinds).await.len(), 4);
}

async fn forty_callers_at_once_resolve_one_contact(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let number = phone("+14155550123");
    let callers = (0..40).map(|_| {
        let (store, number) = (store.clone(), number.clone());
        tokio::spawn(async move { store.org(org).resolve_contact(&number).await.unwrap() })
    });
    let found: Vec<Contact> = join_all(callers)
        .await
        .into_iter()
        .map(Result::unwrap)
        .collect();
    assert!(found.iter().all(|contact| *contact == found[0]));
    assert_eq!(store.org(org).contacts(&all()).await.unwrap(), found[..1]);
    assert_eq!(
        store.org(org).resolve_contact(&number).await.unwrap(),
        found[0]
    );
}

async fn a_contact_can_be_renamed(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let org = store.org(org);
    let made = org.resolve_contact(&phone("+14155550123")).await.unwrap();
    assert_eq!(made.name, None);
    for name in ["Ana", ""] {
        let renamed = org.rename_contact(made.id, name).await.unwrap().unwrap();
        let expected = Contact {
            name: Some(name.into()),
            ..made.clone()
        };
        assert_eq!(renamed, expected);
        assert_eq!(org.contact(made.id).await.unwrap(), Some(expected));
    }
    let missing = ContactId::generate(&SystemIds);
    assert_eq!(org.rename_contact(missing, "Bo").await.unwrap(), None);
}

async fn identifiers_can_be_added_and_removed(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let org = store.org(org);
    let ana = org.create_contact(ana()).await.unwrap();
    let bo = org.create_contact(NewContact::default()).await.unwrap();
    let address = email("bo@example.com");
    let added = org
        .add_contact_identifier(bo.id, &address)
        .await
        .unwrap()
        .unwrap();
    let known = org.contact(bo.id).await.unwrap().unwrap().identifiers;
    assert_eq!(known, std::slice::from_ref(&added));
    assert_err!(
        org.add_contact_identifier(ana.id, &address).await,
        StoreError::Conflict("identifier")
    );
    assert!(
        !org.remove_contact_identifier(ana.id, added.id)
            .await
            .unwrap()
    );
    assert!(
        org.remove_contact_identifier(bo.id, added.id)
            .await
            .unwrap()
    );
    assert!(
        !org.remove_contact_identifier(bo.id, added.id)
            .await
            .unwrap()
    );
    let missing = IdentifierId::generate(&SystemIds);
    assert!(!org.remove_contact_identifier(bo.id, missing).await.unwrap());
    assert_eq!(org.contact_by_identifier(&address).await.unwrap(), None);
    let nobody = ContactId::generate(&SystemIds);
    assert_eq!(
        org.add_contact_identifier(nobody, &address).await.unwrap(),
        None
    );
}

async fn a_forgotten_contact_keeps_its_id_alone(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let org = store.org(org);
    let ana = org.create_contact(ana()).await.unwrap();
    db.clock().advance(HOUR);
    assert!(org.forget_contact(ana.id, "system").await.unwrap());
    let forgotten = Contact {
        name: None,
        identifiers: vec![],
        forgotten: true,
        ..ana.clone()
    };
    assert_eq!(
        org.contact(ana.id).await.unwrap().as_ref(),
        Some(&forgotten)
    );
    assert_eq!(org.contacts(&all()).await.unwrap(), [forgotten]);
    assert!(!org.forget_contact(ana.id, "system").await.unwrap());
    assert_err!(
        org.rename_contact(ana.id, "Ana").await,
        StoreError::Forgotten
    );
    let number = phone("+14155550123");
    assert_err!(
        org.add_contact_identifier(ana.id, &number).await,
        StoreError::Forgotten
    );
    // Whoever writes from that number now is somebody new.
    assert_ne!(org.resolve_contact(&number).await.unwrap().id, ana.id);
    let missing = ContactId::generate(&SystemIds);
    assert!(!org.forget_contact(missing, "system").await.unwrap());
}

async fn a_deleted_contact_is_gone_with_its_key(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let org = store.org(org);
    let before = db.data().dump().await;
    let ana = org.create_contact(ana()).await.unwrap();
    assert!(org.delete_contact(ana.id, "system").await.unwrap());
    let mut after = db.data().dump().await;
    // That it is to be forgotten is on the record and among the jobs, without a word of what it was.
    for table in ["audit", "forgetting", "job"] {
        after.insert(table.to_owned(), Vec::new());
    }
    assert_eq!(after, before);
    let scope = Scope::Contact(ana.id);
    let wrapped = format!("select wrapped from data_key where scope = '{scope}'");
    assert_eq!(db.keys().rows(&wrapped).await, [[Cell::Null]]);
    assert!(!org.delete_contact(ana.id, "system").await.unwrap());
}

async fn what_belongs_to_another_org_is_not_there(db: TestDatabase) {
    let store = db.open().await;
    let (mine, _) = new_org(&store, "Mine").await;
    let (other, _) = new_org(&store, "Other").await;
    let ana = store.org(mine).create_contact(ana()).await.unwrap();
    let other = store.org(other);
    // Its first look makes the other organisation's own key.
    assert_eq!(
        other
            .contact_by_identifier(&phone("+14155550123"))
            .await
            .unwrap(),
        None
    );
    let (data, keys) = (db.data().dump().await, db.keys().dump().await);
    assert_eq!(other.contact(ana.id).await.unwrap(), None);
    assert_eq!(other.contacts(&all()).await.unwrap(), []);
    assert_eq!(other.rename_contact(ana.id, "Eve").await.unwrap(), None);
    let eve = email("eve@example.com");
    assert_eq!(
        other.add_contact_identifier(ana.id, &eve).await.unwrap(),
        None
    );
    let known = ana.identifiers[0].id;
    assert!(
        !other
            .remove_contact_identifier(ana.id, known)
            .await
            .unwrap()
    );
    assert!(!other.forget_contact(ana.id, "system").await.unwrap());
    assert!(!other.delete_contact(ana.id, "system").await.unwrap());
    assert_eq!(
        (db.data().dump().await, db.keys().dump().await),
        (data, keys)
    );
}

async fn who_answers_a_contact_is_kept_until_the_agent_is_gone(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let (others, _) = new_org(&store, "Others").await;
    let theirs = store.org(others).create_agent(text_reply()).await.unwrap();
    let here = store.org(org);
    let agent = here.create_agent(text_reply()).await.unwrap();
    let made = here.create_contact(ana()).await.unwrap();
    assert_eq!(
        (made.answering, made.answering_agent),
        (Answering::Usual, None)
    );
    let drafts = (Answering::Drafts, Some(agent.id));
    let answered = here.answer_contact(made.id, drafts, "member:1").await;
    let answered = answered.unwrap().unwrap();
    assert_eq!((answered.answering, answered.answering_agent), drafts);
    assert_eq!(here.contacts(&all()).await.unwrap(), [answered]);
    let wrong = (Answering::Drafts, Some(theirs.id));
    let refused = here.answer_contact(made.id, wrong, "member:1").await;
    assert_eq!(refused.unwrap(), None);
    assert!(here.delete_agent(agent.id).await.unwrap());
    let left = here.contact(made.id).await.unwrap().unwrap();
    assert_eq!(
        (left.answering, left.answering_agent),
        (Answering::Drafts, None)
    );
}
