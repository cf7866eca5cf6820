//! Accounts that are read before anybody asks. On both databases.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;
use steward_accounts::resolve::Conversation;
use steward_memory::accounts::{Accounts, Asker, Incoming, Outcome, What};
use steward_model::{Author, OrgId, Role, Timestamp};
use steward_store::{NewMember, Point, Store};
use steward_testkit::{TestDatabase, on_both};

fn now() -> Timestamp {
    Timestamp::parse_rfc3339("2026-01-02T00:00:00Z").unwrap()
}

async fn org(store: &Store, name: &str) -> OrgId {
    let owner = NewMember {
        name: format!("Owner of {name}"),
        role: Role::Owner,
        identifiers: vec![],
    };
    store.create_org(name, owner).await.unwrap().0.id
}

/// An organisation with so many accounts, taken in by another process.
async fn with_accounts(store: &Store, name: &str, count: usize) -> OrgId {
    let org = org(store, name).await;
    let elsewhere = Accounts::new(store.clone());
    let mut ingestion = elsewhere.begin_ingestion(org, now()).await.unwrap();
    for n in 0..count {
        let account =
            json!({"id": n.to_string(), "name": format!("Linden Dental {n}"), "stage": "Quoted"});
        let row = Incoming {
            origin: "rows:1".into(),
            what: What::Account(serde_json::from_value(account).unwrap()),
        };
        assert_eq!(ingestion.take(&[row]).await.unwrap().refused, []);
    }
    org
}

#[test]
fn accounts_are_read_ahead_where_there_are_some() {
    on_both(async |db: TestDatabase| {
        let store = db.open().await;
        let two = with_accounts(&store, "Acme", 2).await;
        let one = with_accounts(&store, "Bolt", 1).await;
        let none = org(&store, "Crown").await;
        let accounts = Accounts::new(store.clone());
        accounts.read_ahead().await.unwrap();
        assert!(
            !store.org(none).has_workspace().await.unwrap(),
            "nobody has used it, and so it is not begun"
        );
        for (org, held) in [(two, 2), (one, 1), (none, 0)] {
            assert_eq!(accounts.clear(org).await, held);
        }
    });
}

#[test]
fn accounts_of_eight_organisations_are_read_ahead_and_no_more() {
    on_both(async |db: TestDatabase| {
        let store = db.open().await;
        let mut all = Vec::new();
        for n in 0..9 {
            all.push(with_accounts(&store, &format!("Org {n}"), 1).await);
        }
        let accounts = Accounts::new(store);
        accounts.read_ahead().await.unwrap();
        let mut held = 0;
        for org in all {
            held += accounts.clear(org).await;
        }
        assert_eq!(held, 8);
    });
}

#[test]
fn whoever_asks_then_reads_nothing_but_what_changed_since() {
    on_both(async |db: TestDatabase| {
        let reads = Arc::new(AtomicUsize::new(0));
        let seen = Arc::clone(&reads);
        let db = db.with_probe(Arc::new(move |point| {
            if matches!(point, Point::Statement(sql) if sql.name == "steward_store::files::READ") {
                seen.fetch_add(1, Ordering::Relaxed);
            }
            Ok(())
        }));
        let store = db.open().await;
        let org = with_accounts(&store, "Acme", 2).await;
        let accounts = Accounts::new(store.clone());
        accounts.read_ahead().await.unwrap();
        let before = reads.load(Ordering::Relaxed);
        let asker = Asker {
            org,
            author: Author::System,
            now: now(),
            today: jiff::civil::date(2026, 1, 2),
            mark: None,
        };
        let nothing = Conversation::default();
        let ask = async |accounts: &Accounts, text: &str| {
            let told = accounts.ask(&asker, text, &nothing, false).await;
            told.unwrap().outcome
        };
        let Outcome::Answered(answer, _) =
            ask(&accounts, "What stage is Linden Dental 1 in?").await
        else {
            panic!("it was a question");
        };
        assert!(answer.text.contains("Quoted"), "{}", answer.text);
        assert_eq!(reads.load(Ordering::Relaxed), before, "nothing was read");

        let elsewhere = Accounts::new(store.clone());
        let told = ask(&elsewhere, "Mark Linden Dental 1 as Bound").await;
        assert!(matches!(told, Outcome::Changed(_)));
        let before = reads.load(Ordering::Relaxed);
        let Outcome::Answered(answer, _) =
            ask(&accounts, "What stage is Linden Dental 1 in?").await
        else {
            panic!("it was a question");
        };
        assert!(answer.text.contains("Bound"), "{}", answer.text);
        assert_eq!(reads.load(Ordering::Relaxed), before + 1);
    });
}
