//! Text is data: whatever it looks like, it comes back as it was.

use steward_model::Role;
use steward_store::{NewApiKey, NewContact, NewLine, Store, StoreError};
use steward_testkit::on_both;

use super::story::{external, new_org, person, phone, token};

const HOSTILE: &[&str] = &[
    "Robert'); drop table member; --",
    "' or '1'='1",
    "\" or \"\"=\"",
    "1; delete from org where 1=1; --",
    "' union select password_hash from member --",
    "\\'; select pg_sleep(10); --",
    "'||(select 1)||'",
    "$1 $2 $3 ?1 :a @b %s {0}",
    "x'00'; attach database 'evil.db' as evil; --",
    "$$ begin; end $$",
    "\u{202e}txet desrever\u{200b}\u{feff}",
    "line\r\nbreak\ttab\u{7f}\u{1b}[31m",
    "😀 Ǆ ﷺ e\u{301}",
];

async fn round_trip(store: &Store, text: &str, number: u8) {
    let (org, owner) = new_org(store, text).await;
    let org = store.org(org);
    assert_eq!(org.get().await.unwrap().unwrap().name, text);
    assert_eq!(org.rename(text).await.unwrap().unwrap().name, text);
    let member = org.create_member(person(text, Role::Member)).await.unwrap();
    let known = org
        .add_member_identifier(member.id, &external(text))
        .await
        .unwrap();
    let member = org.member(member.id).await.unwrap().unwrap();
    assert_eq!(
        (member.name.as_str(), &member.identifiers),
        (text, &vec![known.unwrap()])
    );
    let candidates = store.sign_in_candidates(&external(text)).await.unwrap();
    assert!(
        candidates
            .iter()
            .any(|candidate| candidate.member_id == member.id)
    );
    org.set_password_hash(owner, text).await.unwrap();
    assert_eq!(
        org.password_hash(owner).await.unwrap().as_deref(),
        Some(text)
    );
    let key = NewApiKey {
        member_id: owner,
        name: text.into(),
        prefix: text.into(),
        token_hash: token(number),
        scopes: vec![],
        expires_at: None,
    };
    let key = org.create_api_key(key).await.unwrap();
    assert_eq!((key.name.as_str(), key.prefix.as_str()), (text, text));
    let contact = NewContact {
        name: Some(text.into()),
        identifiers: vec![external(text)],
    };
    let contact = org.create_contact(contact).await.unwrap();
    let found = org.contact_by_identifier(&external(text)).await.unwrap();
    assert_eq!(found, Some(contact));
    let line = NewLine {
        address: phone("+14155550123"),
        label: text.into(),
        agent_id: None,
        provider: steward_model::LineProvider::Twilio,
    };
    let line = org.create_line(line).await.unwrap();
    assert_eq!(org.line(line.id).await.unwrap().unwrap().label, text);
    assert_eq!(
        org.relabel_line(line.id, text)
            .await
            .unwrap()
            .unwrap()
            .label,
        text
    );
}

#[test]
fn hostile_text_comes_back_as_it_was() {
    on_both(|db| async move {
        let store = db.open().await;
        for (number, text) in (0..).zip(HOSTILE) {
            round_trip(&store, text, number).await;
        }
        assert_eq!(store.count_orgs().await.unwrap(), HOSTILE.len() as i64);
    });
}

/// Postgres has no room for it in text; bytes may hold it.
#[test]
fn the_character_zero_is_refused_in_text_and_kept_in_content() {
    on_both(|db| async move {
        let store = db.open().await;
        let (org, owner) = new_org(&store, "Acme").await;
        let org = store.org(org);
        assert_err!(org.rename("a\0b").await, StoreError::Refused(_));
        assert_err!(
            org.set_password_hash(owner, "a\0b").await,
            StoreError::Refused(_)
        );
        assert_eq!(org.get().await.unwrap().unwrap().name, "Acme");
        let contact = NewContact {
            name: Some("a\0b".into()),
            identifiers: vec![external("c\0d")],
        };
        let contact = org.create_contact(contact).await.unwrap();
        assert_eq!(org.contact(contact.id).await.unwrap(), Some(contact));
    });
}
