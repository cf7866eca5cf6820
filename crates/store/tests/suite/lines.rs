//! Lines: the addresses an organisation is reached at.

use steward_model::{Clock as _, Identifier, LineId, LineKind, SystemIds};
use steward_store::{Line, LineChange, NewContact, NewLine, StoreError};
use steward_testkit::TestDatabase;

use super::agents::text_reply;
use super::story::{HOUR, all, email, external, new_org, page, phone};

stories![
    a_line_is_found_as_it_was_made,
    a_line_is_a_phone_number_or_a_mailbox,
    lines_are_listed_page_by_page,
    an_address_is_one_line_of_an_org,
    a_line_can_be_relabelled,
    a_line_has_an_agent_of_its_own_org_until_the_agent_is_gone,
    a_line_is_removed_once,
    a_carrier_is_asked_from_where_it_was_asked_last_and_never_for_what_was_forgotten,
    what_belongs_to_another_org_is_not_there,
];

fn line(address: Identifier, label: &str) -> NewLine {
    NewLine {
        address,
        label: label.into(),
        agent_id: None,
        provider: steward_model::LineProvider::Twilio,
    }
}

async fn a_line_is_found_as_it_was_made(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let office = line(phone("+1 415 555 0123"), "Office");
    let made = store.org(org).create_line(office).await.unwrap();
    let expected = Line {
        id: made.id,
        kind: LineKind::Phone,
        address: "+14155550123".into(),
        label: "Office".into(),
        agent_id: None,
        provider: Some(steward_model::LineProvider::Twilio),
        created_at: db.clock().now(),
    };
    assert_eq!(made, expected);
    let store = db.reopen(store).await;
    let org = store.org(org);
    let found = org.line_by_address(&phone("+14155550123")).await.unwrap();
    assert_eq!(found.as_ref(), Some(&expected));
    assert_eq!(org.line(made.id).await.unwrap(), Some(expected));
    let missing = LineId::generate(&SystemIds);
    assert_eq!(org.line(missing).await.unwrap(), None);
    let unknown = phone("+14155550199");
    assert_eq!(org.line_by_address(&unknown).await.unwrap(), None);
}

async fn a_line_is_a_phone_number_or_a_mailbox(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let org = store.org(org);
    let desk = line(email("desk@example.com"), "Desk");
    assert_eq!(org.create_line(desk).await.unwrap().kind, LineKind::Mailbox);
    assert_err!(
        org.create_line(line(external("auth|77"), "Odd")).await,
        StoreError::Refused(_)
    );
    assert_eq!(org.lines(&all()).await.unwrap().len(), 1);
}

async fn lines_are_listed_page_by_page(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let org = store.org(org);
    let mut made = Vec::new();
    for number in 0..3 {
        let number = phone(&format!("+1415555010{number}"));
        made.push(org.create_line(line(number, "Office")).await.unwrap());
    }
    let first = org.lines(&page(None, 2)).await.unwrap();
    assert_eq!(first, made[..2]);
    let after = Some(first[1].id.to_string());
    assert_eq!(org.lines(&page(after, 2)).await.unwrap(), made[2..]);
}

async fn an_address_is_one_line_of_an_org(db: TestDatabase) {
    let store = db.open().await;
    let (mine, _) = new_org(&store, "Mine").await;
    let (other, _) = new_org(&store, "Other").await;
    let office = || line(phone("+14155550123"), "Office");
    let made = store.org(mine).create_line(office()).await.unwrap();
    assert_err!(
        store.org(mine).create_line(office()).await,
        StoreError::Conflict("line")
    );
    assert_eq!(store.org(mine).lines(&all()).await.unwrap(), [made]);
    store.org(other).create_line(office()).await.unwrap();
}

async fn a_line_can_be_relabelled(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let org = store.org(org);
    let made = org
        .create_line(line(phone("+14155550123"), "Office"))
        .await
        .unwrap();
    let relabelled = org
        .relabel_line(made.id, "Reception")
        .await
        .unwrap()
        .unwrap();
    let expected = Line {
        label: "Reception".into(),
        ..made
    };
    assert_eq!(relabelled, expected);
    let missing = LineId::generate(&SystemIds);
    assert_eq!(org.relabel_line(missing, "Nowhere").await.unwrap(), None);
}

async fn a_line_has_an_agent_of_its_own_org_until_the_agent_is_gone(db: TestDatabase) {
    let store = db.open().await;
    let (mine, _) = new_org(&store, "Mine").await;
    let (other, _) = new_org(&store, "Other").await;
    let foreign = store.org(other).create_agent(text_reply()).await.unwrap();
    let org = store.org(mine);
    let agent = org.create_agent(text_reply()).await.unwrap();
    let assigned = |agent_id| NewLine {
        agent_id: Some(agent_id),
        ..line(phone("+14155550123"), "Office")
    };
    assert_err!(
        org.create_line(assigned(foreign.id)).await,
        StoreError::Refused(_)
    );
    let made = org.create_line(assigned(agent.id)).await.unwrap();
    assert_eq!(made.agent_id, Some(agent.id));
    let change = |agent_id| LineChange {
        label: Some("Desk".into()),
        agent_id: Some(agent_id),
    };
    let refused = org.change_line(made.id, change(Some(foreign.id))).await;
    assert_eq!(refused.unwrap(), None);
    // What was refused left nothing of itself.
    assert_eq!(org.line(made.id).await.unwrap(), Some(made.clone()));
    let freed = org.change_line(made.id, change(None)).await.unwrap();
    let freed = freed.unwrap();
    assert_eq!((freed.agent_id, freed.label.as_str()), (None, "Desk"));
    let again = org.change_line(made.id, change(Some(agent.id))).await;
    assert_eq!(again.unwrap().unwrap().agent_id, Some(agent.id));
    assert!(org.delete_agent(agent.id).await.unwrap());
    let left = org.line(made.id).await.unwrap().unwrap();
    assert_eq!(left.agent_id, None);
}

async fn a_line_is_removed_once(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let org = store.org(org);
    let made = org
        .create_line(line(phone("+14155550123"), "Office"))
        .await
        .unwrap();
    assert!(org.delete_line(made.id).await.unwrap());
    assert!(!org.delete_line(made.id).await.unwrap());
    assert_eq!(org.lines(&all()).await.unwrap(), []);
}

async fn what_belongs_to_another_org_is_not_there(db: TestDatabase) {
    let store = db.open().await;
    let (mine, _) = new_org(&store, "Mine").await;
    let (other, _) = new_org(&store, "Other").await;
    let number = phone("+14155550123");
    let made = store
        .org(mine)
        .create_line(line(number.clone(), "Office"))
        .await
        .unwrap();
    let other = store.org(other);
    assert_eq!(other.line(made.id).await.unwrap(), None);
    assert_eq!(other.line_by_address(&number).await.unwrap(), None);
    assert_eq!(other.lines(&all()).await.unwrap(), []);
    assert_eq!(other.relabel_line(made.id, "Eve").await.unwrap(), None);
    assert!(!other.delete_line(made.id).await.unwrap());
    assert_eq!(store.org(mine).line(made.id).await.unwrap(), Some(made));
}

async fn a_carrier_is_asked_from_where_it_was_asked_last_and_never_for_what_was_forgotten(
    db: TestDatabase,
) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let here = store.org(org);
    let made = here
        .create_line(line(phone("+14155550123"), "Office"))
        .await;
    let made = made.unwrap();
    let since = async || here.asks_since(made.id).await.unwrap();
    assert_eq!(since().await, Some(made.created_at));
    let later = made.created_at.plus(HOUR);
    here.ask_since(made.id, later).await.unwrap();
    here.ask_since(made.id, made.created_at).await.unwrap();
    assert_eq!(since().await, Some(later), "it never goes back");
    db.clock().advance(HOUR * 2);
    let contact = here.create_contact(NewContact::default()).await.unwrap();
    assert!(here.forget_contact(contact.id, "member:1").await.unwrap());
    let second = std::time::Duration::from_secs(1);
    assert_eq!(since().await, Some(db.clock().now().plus(second)));
    let missing = LineId::generate(&SystemIds);
    assert_eq!(here.asks_since(missing).await.unwrap(), None);
}
