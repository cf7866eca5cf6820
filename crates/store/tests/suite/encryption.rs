//! Content is unreadable without its key, and does not open anywhere but in its place.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use steward_model::{ContactId, LineId, MemberId, OrgId, Role};
use steward_store::{MemberChange, NewApiKey, NewContact, NewLine, NewMember, Store, StoreError};
use steward_testkit::{Backend, Cell, TestDatabase, on_both};

use super::story::{email, external, person, phone, token};

/// Rows of every kind that holds content.
struct Content {
    org: OrgId,
    member: MemberId,
    contact: ContactId,
    line: LineId,
}

/// Plants a word, and a number of eight digits for phones, in every field that is content.
async fn plant(store: &Store, word: &str, digits: &str) -> Content {
    let identifiers = |kind: &str| {
        vec![
            email(&format!("{word}.{kind}@example.com")),
            external(&format!("{kind}|{word}")),
            phone(&format!("+49{digits}")),
        ]
    };
    let owner = NewMember {
        name: format!("{word} owner"),
        identifiers: identifiers("member"),
        ..person("", Role::Owner)
    };
    let (org, owner) = store.create_org("Plain", owner).await.unwrap();
    let here = store.org(org.id);
    let contact = NewContact {
        name: Some(format!("{word} contact")),
        identifiers: identifiers("contact"),
    };
    let contact = here.create_contact(contact).await.unwrap();
    let line = NewLine {
        address: email(&format!("{word}.line@example.com")),
        label: "Plain".into(),
        agent_id: None,
        provider: steward_model::LineProvider::Twilio,
    };
    let line = here.create_line(line).await.unwrap();
    Content {
        org: org.id,
        member: owner.id,
        contact: contact.id,
        line: line.id,
    }
}

/// Everything an intruder could take away, the master key excepted.
pub(super) async fn stolen(db: &TestDatabase) -> Vec<u8> {
    if db.backend() == Backend::Postgres {
        let mut bytes = Vec::new();
        for part in [db.data(), db.keys()] {
            for cell in part.dump().await.into_values().flatten().flatten() {
                match cell {
                    Cell::Text(text) => bytes.extend(text.into_bytes()),
                    Cell::Bytes(content) => bytes.extend(content),
                    Cell::Int(_) | Cell::Null => {}
                }
            }
        }
        return bytes;
    }
    let files = std::fs::read_dir(db.folder())
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let files = files.filter(|path| *path != db.master_key());
    files
        .flat_map(|path| std::fs::read(path).unwrap())
        .collect()
}

/// The text itself, in hexadecimal, and in base64 wherever it may begin.
fn spellings(text: &str) -> Vec<Vec<u8>> {
    let mut spellings = vec![text.as_bytes().to_vec(), text.to_uppercase().into_bytes()];
    let hex: String = text.bytes().map(|byte| format!("{byte:02x}")).collect();
    spellings.extend([hex.to_uppercase().into_bytes(), hex.into_bytes()]);
    for offset in 0..3 {
        let padded = [vec![0; offset], text.as_bytes().to_vec()].concat();
        let encoded = STANDARD_NO_PAD.encode(padded);
        // The characters at both ends depend on the neighbours.
        spellings.push(encoded.as_bytes()[2 + offset..encoded.len() - 2].to_vec());
    }
    spellings
}

pub(super) fn holds(bytes: &[u8], text: &str) -> bool {
    let found = |spelling: &Vec<u8>| {
        bytes
            .windows(spelling.len())
            .any(|window| window == spelling)
    };
    spellings(text).iter().any(found)
}

#[test]
fn whoever_steals_the_database_reads_no_content() {
    on_both(|db| async move {
        let store = db.open().await;
        let content = plant(&store, "canary-first", "30184655").await;
        let org = store.org(content.org);
        let change = MemberChange {
            name: Some("canary-second".into()),
            ..MemberChange::default()
        };
        org.update_member(content.member, change).await.unwrap();
        org.rename_contact(content.contact, "canary-third")
            .await
            .unwrap();
        let key = NewApiKey {
            member_id: content.member,
            name: "Plain".into(),
            prefix: "sk_1".into(),
            token_hash: token(1),
            scopes: vec![],
            expires_at: None,
        };
        org.create_api_key(key).await.unwrap();
        let mut taken = vec![stolen(&db).await];
        if db.backend() == Backend::Sqlite {
            store.back_up(&db.folder().join("backup.db")).await.unwrap();
        }
        org.forget_contact(content.contact, "system").await.unwrap();
        taken.push(stolen(&db).await);
        store.close().await;
        taken.push(stolen(&db).await);
        for bytes in taken {
            assert!(holds(&bytes, "Plain"), "the search finds nothing at all");
            for canary in ["canary", "30184655"] {
                assert!(!holds(&bytes, canary), "{canary} can be read");
            }
        }
    });
}

/// A ciphertext: its table and column, its row, and the read that must open it.
struct Sealed {
    place: (&'static str, &'static str),
    row: String,
    bytes: Vec<u8>,
    owner: usize,
}

async fn sealed(db: &TestDatabase, contents: &[Content]) -> Vec<Sealed> {
    let mut found = Vec::new();
    for (owner, content) in contents.iter().enumerate() {
        for place in [
            ("member", "name_enc"),
            ("member_identifier", "value_enc"),
            ("contact", "name_enc"),
            ("contact_identifier", "value_enc"),
            ("line", "address_enc"),
        ] {
            let (table, column) = place;
            let (org, limit) = (
                content.org,
                if table.ends_with("identifier") { 2 } else { 1 },
            );
            let sql = format!(
                "select id, {column} from {table} where org_id = '{org}' order by id limit {limit}"
            );
            for row in db.data().rows(&sql).await {
                let [Cell::Text(row), Cell::Bytes(bytes)] = &row[..] else {
                    panic!("{table} holds {row:?}");
                };
                found.push(Sealed {
                    place,
                    row: row.clone(),
                    bytes: bytes.clone(),
                    owner,
                });
            }
        }
    }
    found
}

async fn put(db: &TestDatabase, at: &Sealed, bytes: &[u8]) {
    let (table, column) = at.place;
    let value = db.data().literal(&Cell::Bytes(bytes.to_vec()));
    let sql = format!(
        "update {table} set {column} = {value} where id = '{}'",
        at.row
    );
    db.data().execute(&sql).await;
}

async fn read(store: &Store, content: &Content, at: &Sealed) -> Result<(), StoreError> {
    let org = store.org(content.org);
    match at.place.0 {
        "member" | "member_identifier" => org.member(content.member).await.map(|_| ()),
        "contact" | "contact_identifier" => org.contact(content.contact).await.map(|_| ()),
        _ => org.line(content.line).await.map(|_| ()),
    }
}

async fn assert_tampered(store: &Store, content: &Content, at: &Sealed) {
    match read(store, content, at).await {
        Err(StoreError::Tampered { table, column }) => assert_eq!((table, column), at.place),
        other => panic!("{:?} opened: {other:?}", at.place),
    }
}

#[test]
fn a_ciphertext_opens_only_where_it_was_written() {
    on_both(|db| async move {
        let store = db.open().await;
        let contents = [
            plant(&store, "first", "30184655").await,
            plant(&store, "second", "30184656").await,
        ];
        let sealed = sealed(&db, &contents).await;
        assert_eq!(sealed.len(), 14);
        for at in &sealed {
            for other in sealed.iter().filter(|other| other.bytes != at.bytes) {
                put(&db, at, &other.bytes).await;
                assert_tampered(&store, &contents[at.owner], at).await;
            }
            put(&db, at, &at.bytes).await;
            read(&store, &contents[at.owner], at).await.unwrap();
        }
    });
}

#[test]
fn a_ciphertext_with_any_bit_flipped_is_noticed() {
    on_both(|db| async move {
        let store = db.open().await;
        let content = [plant(&store, "a", "30184655").await];
        let sealed = sealed(&db, &content).await;
        let at = sealed.iter().find(|at| at.place.0 == "contact").unwrap();
        for bit in 0..at.bytes.len() * 8 {
            let mut bytes = at.bytes.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            put(&db, at, &bytes).await;
            assert_tampered(&store, &content[0], at).await;
        }
    });
}

#[test]
fn what_is_no_ciphertext_is_noticed() {
    on_both(|db| async move {
        let store = db.open().await;
        let content = [plant(&store, "first", "30184655").await];
        for at in sealed(&db, &content).await {
            let longer = [at.bytes.clone(), vec![0]].concat();
            let garbage = vec![0xff; at.bytes.len()];
            for length in [0, 1, 12, 13, 28, 29, at.bytes.len() - 1] {
                put(&db, &at, &at.bytes[..length]).await;
                assert_tampered(&store, &content[0], &at).await;
            }
            for bytes in [longer, garbage, b"first owner".to_vec(), vec![0; 100_000]] {
                put(&db, &at, &bytes).await;
                assert_tampered(&store, &content[0], &at).await;
            }
            put(&db, &at, &at.bytes).await;
        }
    });
}

#[test]
fn a_damaged_data_key_is_noticed() {
    on_both(|db| async move {
        let mut store = db.open().await;
        let content = plant(&store, "first", "30184655").await;
        let keys = db.keys();
        let scope = format!("scope = 'contact:{}'", content.contact);
        let wrapped = keys
            .value(&format!("select wrapped from data_key where {scope}"))
            .await;
        let member = format!("scope = 'member:{}'", content.member);
        let foreign = keys
            .value(&format!("select wrapped from data_key where {member}"))
            .await;
        let Cell::Bytes(mut flipped) = wrapped else {
            panic!("no key: {wrapped:?}");
        };
        flipped[20] ^= 1;
        for bad in [foreign, Cell::Bytes(flipped), Cell::Bytes(vec![])] {
            let bad = keys.literal(&bad);
            keys.execute(&format!(
                "update data_key set wrapped = {bad} where {scope}"
            ))
            .await;
            store = db.reopen(store).await;
            let read = store.org(content.org).contact(content.contact).await;
            assert_err!(
                read,
                StoreError::Tampered {
                    table: "data_key",
                    column: "wrapped"
                }
            );
        }
    });
}
