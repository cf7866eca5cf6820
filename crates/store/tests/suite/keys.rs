//! Master keys and data keys: made, refused, destroyed.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use steward_model::{ContactId, OrgId, Role, Scope};
use steward_store::{MasterKeys, NewContact, Store, StoreError, StoreOptions};
use steward_testkit::{Backend, Cell, TestDatabase};

use super::story::{all, email, new_org, person};

stories![
    the_key_file_is_made_for_its_owner_alone,
    a_key_file_that_others_can_read_is_refused,
    a_key_file_with_something_else_in_it_is_refused,
    another_key_is_refused,
    a_missing_key_is_not_replaced,
    keys_can_be_given_by_hand_newest_first,
    a_destroyed_scope_is_forgotten_for_good,
    an_old_backup_does_not_bring_a_contact_back,
    a_member_from_an_old_backup_does_not_hide_the_others,
    members_are_found_by_one_fingerprint_in_every_org,
];

fn named(name: &str) -> NewContact {
    NewContact {
        name: Some(name.into()),
        identifiers: vec![email("ana@example.com")],
    }
}

async fn org_with_contact(store: &Store) -> (OrgId, ContactId) {
    let (org, _) = new_org(store, "Acme").await;
    let contact = store.org(org).create_contact(named("Ana")).await.unwrap();
    (org, contact.id)
}

async fn the_key_file_is_made_for_its_owner_alone(db: TestDatabase) {
    let store = db.open().await;
    let mode = fs::metadata(db.master_key()).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let made = fs::read(db.master_key()).unwrap();
    db.reopen(store).await;
    assert_eq!(fs::read(db.master_key()).unwrap(), made);
}

async fn a_key_file_that_others_can_read_is_refused(db: TestDatabase) {
    db.open().await.close().await;
    for mode in [0o644, 0o640, 0o604, 0o620] {
        fs::set_permissions(db.master_key(), fs::Permissions::from_mode(mode)).unwrap();
        let message = MasterKeys::from_file(&db.master_key())
            .err()
            .unwrap()
            .to_string();
        let hint = format!("run `chmod 600 {}`", db.master_key().display());
        assert!(message.contains(&hint), "{mode:o}: {message}");
    }
    fs::set_permissions(db.master_key(), fs::Permissions::from_mode(0o400)).unwrap();
    db.open().await.close().await;
}

async fn a_key_file_with_something_else_in_it_is_refused(db: TestDatabase) {
    db.open().await.close().await;
    let good = "ab".repeat(32);
    for bad in [
        "",
        "# A comment.\n",
        "secret",
        &good[1..],
        &format!("{good}00"),
        &format!("{good}\nzz"),
    ] {
        fs::write(db.master_key(), bad).unwrap();
        let error = MasterKeys::from_file(&db.master_key()).err().unwrap();
        assert!(
            error.to_string().contains("64 hexadecimal digits"),
            "{bad}: {error}"
        );
        assert!(
            bad.len() < 20 || !error.to_string().contains(bad),
            "shows the key"
        );
    }
}

async fn another_key_is_refused(db: TestDatabase) {
    let store = db.open().await;
    org_with_contact(&store).await;
    store.close().await;
    drop(store);
    let (data, keys) = (db.data().dump().await, db.keys().dump().await);
    let options = StoreOptions {
        master: MasterKeys::parse(&"ab".repeat(32)).unwrap(),
        ..db.options()
    };
    let error = Store::open(options).await.err().unwrap();
    assert!(error.to_string().contains("not the master key"), "{error}");
    assert_eq!(
        (db.data().dump().await, db.keys().dump().await),
        (data, keys)
    );
}

async fn a_missing_key_is_not_replaced(db: TestDatabase) {
    let store = db.open().await;
    let (org, contact) = org_with_contact(&store).await;
    store.close().await;
    drop(store);
    let saved = db.folder().join("saved.key");
    fs::rename(db.master_key(), &saved).unwrap();
    let error = db.try_open().await.err().unwrap();
    let expected = format!("{} is missing", db.master_key().display());
    assert!(error.to_string().starts_with(&expected), "{error}");
    assert!(
        !db.master_key().exists(),
        "a new key was put in the way of the old one"
    );
    fs::rename(&saved, db.master_key()).unwrap();
    let store = db.open().await;
    let found = store.org(org).contact(contact).await.unwrap().unwrap();
    assert_eq!(found.name.as_deref(), Some("Ana"));
}

async fn keys_can_be_given_by_hand_newest_first(db: TestDatabase) {
    let (old, new) = ("0a".repeat(32), "0b".repeat(32));
    let both = format!("{new}, {old}");
    let open = async |keys: &str| {
        let master = MasterKeys::parse(keys).unwrap();
        Store::open(StoreOptions {
            master,
            ..db.options()
        })
        .await
    };
    let store = open(&old).await.unwrap();
    let (org, contact) = org_with_contact(&store).await;
    store.close().await;
    drop(store);
    // Nothing was moved yet, so the new key alone is not enough.
    assert_err!(open(&new).await, StoreError::MasterKey(_));
    let store = open(&both).await.unwrap();
    assert!(store.rotate_master_key().await.unwrap() > 0);
    assert_eq!(store.rotate_master_key().await.unwrap(), 0);
    store.close().await;
    drop(store);
    assert_err!(open(&old).await, StoreError::MasterKey(_));
    let store = open(&new).await.unwrap();
    let found = store.org(org).contact(contact).await.unwrap().unwrap();
    assert_eq!(found.name.as_deref(), Some("Ana"));
    assert!(!db.master_key().exists());
}

async fn a_destroyed_scope_is_forgotten_for_good(db: TestDatabase) {
    let store = db.open().await;
    let (org, contact) = org_with_contact(&store).await;
    let bo = person("Bo", Role::Member);
    let bo = store.org(org).create_member(bo).await.unwrap().id;
    let scopes = [Scope::Member(bo), Scope::Contact(contact)];
    let mut wrapped = Vec::new();
    for scope in scopes {
        let sql = format!("select wrapped from data_key where scope = '{scope}'");
        let Cell::Bytes(bytes) = db.keys().value(&sql).await else {
            panic!("{scope} has no key");
        };
        wrapped.push(bytes);
        store.forget_scope(scope).await.unwrap();
    }
    let store = db.reopen(store).await;
    for _ in 0..2 {
        assert_err!(store.org(org).member(bo).await, StoreError::Forgotten);
        assert!(
            store
                .org(org)
                .contact(contact)
                .await
                .unwrap()
                .unwrap()
                .forgotten
        );
        assert_err!(
            store.org(org).rename_contact(contact, "Ana").await,
            StoreError::Forgotten
        );
        // A second time changes nothing, and a rotation neither.
        store.forget_scope(scopes[0]).await.unwrap();
        store.rotate_master_key().await.unwrap();
    }
    let files = match db.backend() {
        Backend::Sqlite => ["keys.db", "keys.db-wal"].as_slice(),
        Backend::Postgres => &[],
    };
    let dump = format!("{:?}", db.keys().dump().await);
    for bytes in &wrapped {
        assert!(!dump.contains(&format!("{bytes:?}")));
        for file in files {
            let content = fs::read(db.folder().join(file)).unwrap();
            let found = content.windows(bytes.len()).any(|window| window == bytes);
            assert!(!found, "a destroyed key is still in {file}");
        }
    }
}

async fn an_old_backup_does_not_bring_a_contact_back(db: TestDatabase) {
    let store = db.open().await;
    let (org, contact) = org_with_contact(&store).await;
    let tables = ["contact", "contact_identifier"];
    for table in tables {
        let keep = format!("create table old_{table} as select * from {table}");
        db.data().execute(&keep).await;
    }
    assert!(
        store
            .org(org)
            .forget_contact(contact, "system")
            .await
            .unwrap()
    );
    let before = store.org(org).contact(contact).await.unwrap();
    for table in tables {
        let restore = format!("delete from {table}; insert into {table} select * from old_{table}");
        db.data().execute(&restore).await;
    }
    let store = db.reopen(store).await;
    let restored = store.org(org).contact(contact).await.unwrap();
    assert!(restored.as_ref().unwrap().forgotten);
    assert_eq!(restored, before);
    // It can be forgotten again, which clears the rows that came back.
    assert!(
        store
            .org(org)
            .forget_contact(contact, "system")
            .await
            .unwrap()
    );
    assert_eq!(
        db.data()
            .rows("select id from contact_identifier")
            .await
            .len(),
        0
    );
}

async fn a_member_from_an_old_backup_does_not_hide_the_others(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let org = store.org(org);
    let ana = org
        .create_member(person("Ana", Role::Member))
        .await
        .unwrap();
    db.data()
        .execute("create table old_member as select * from member")
        .await;
    assert!(org.delete_member(ana.id).await.unwrap());
    let restore = format!(
        "insert into member select * from old_member where id = '{}'",
        ana.id
    );
    db.data().execute(&restore).await;
    let members = org.members(&all()).await.unwrap();
    assert_eq!(
        members.iter().map(|member| member.id).collect::<Vec<_>>(),
        [olga]
    );
    assert_err!(org.member(ana.id).await, StoreError::Forgotten);
    assert!(org.delete_member(ana.id).await.unwrap());
}

async fn members_are_found_by_one_fingerprint_in_every_org(db: TestDatabase) {
    let store = db.open().await;
    for name in ["First", "Second"] {
        let (org, owner) = new_org(&store, name).await;
        for address in ["olga@example.com", &format!("{name}@example.com")] {
            store
                .org(org)
                .add_member_identifier(owner, &email(address))
                .await
                .unwrap();
        }
    }
    let blinds = "select distinct value_blind from member_identifier";
    assert_eq!(db.data().rows(blinds).await.len(), 3);
}
