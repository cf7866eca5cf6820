//! `steward verify` as an operator meets it.

use serde_json::Value;
use steward_model::{
    ContactId, EventKind, Integrity, MemoryMode, OrgId, Role, Scope, SendMode, SystemIds,
};
use steward_store::{AgentProfile, Database, NewAgent, NewEvent, NewMember, Store};
use steward_testkit::{Cell, TestDatabase, on_both};

use crate::support::process::{Ended, Launch};

/// An organisation on whose record are `events` arrivals.
async fn org(store: &Store, name: &str, events: usize) -> OrgId {
    let owner = NewMember {
        name: "Olga".into(),
        role: Role::Owner,
        identifiers: vec![],
    };
    let (org, _) = store.create_org(name, owner).await.unwrap();
    let agent = NewAgent {
        member_id: None,
        name: "Text Reply".into(),
        source: None,
        profile: AgentProfile::default(),
        model: None,
        tools: vec![],
        send_mode: SendMode::default(),
        memory_mode: MemoryMode::Shared,
        daily_micros: None,
        daily_tokens: None,
    };
    let agent = store.org(org.id).create_agent(agent).await.unwrap();
    let contact = ContactId::generate(&SystemIds);
    for n in 0..events {
        let event = NewEvent {
            agent_id: agent.id,
            correlation_key: format!("contact:{contact}"),
            scope: Scope::Contact(contact),
            source: "test".into(),
            dedupe_key: n.to_string(),
            kind: EventKind::InboundSms,
            payload: b"{}".to_vec(),
            integrity: Integrity::Untrusted,
        };
        store.org(org.id).accept(event).await.unwrap();
    }
    org.id
}

fn verify(db: &TestDatabase, arguments: &[&str]) -> Ended {
    let launch = Launch::in_folder(db.folder());
    let url = match db.data_location() {
        Database::Postgres { url, .. } => Some(url),
        Database::Sqlite { .. } => None,
    };
    let mut words = vec!["verify"];
    words.extend(arguments);
    if let Some(url) = &url {
        words.extend(["--database-url", url.as_str()]);
    }
    launch.run(&words)
}

#[test]
fn a_record_is_verified_and_its_damage_named() {
    on_both(|db| async move {
        let store = db.open().await;
        let (acme, zenith) = (org(&store, "Acme", 3).await, org(&store, "Zenith", 2).await);
        store.seal_audit().await.unwrap();
        store.close().await;
        drop(store);
        let file = db.folder().join("kept");
        let file = file.to_str().unwrap();

        let ended = verify(&db, &["--write-checkpoint", file]);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        let expected = format!(
            "ok    Acme ({acme}): 1 seals over 3 rows, 3 contents compared\n\
             ok    Zenith ({zenith}): 1 seals over 2 rows, 2 contents compared\n"
        );
        assert_eq!(ended.output, expected);
        let kept = std::fs::read_to_string(file).unwrap();
        assert_eq!(kept.lines().count(), 2, "{kept}");
        assert!(kept.starts_with(&format!("steward-audit-v1 {acme} 1 3 ")));
        let ended = verify(&db, &["--checkpoint", file]);
        assert_eq!(ended.code, Some(0), "{ended:?}");

        let row = format!("select min(id) from audit where org_id = '{acme}'");
        let Cell::Text(row) = db.data().value(&row).await else {
            panic!("the record is empty")
        };
        let change = format!("update audit set actor = 'nobody' where id = '{row}'");
        db.data().execute(&change).await;
        let ended = verify(&db, &["--write-checkpoint", file]);
        assert_eq!(ended.code, Some(1), "{ended:?}");
        let problem = format!("row {row} (under seal 1) was changed after it was sealed");
        assert!(ended.output.contains(&problem), "{ended:?}");
        assert_eq!(std::fs::read_to_string(file).unwrap(), kept);
        let ended = verify(&db, &["--org", &zenith.to_string()]);
        assert_eq!(ended.code, Some(0), "{ended:?}");

        let ended = verify(&db, &["--json"]);
        assert_eq!(ended.code, Some(1), "{ended:?}");
        let found: Value = serde_json::from_str(&ended.output).unwrap();
        assert_eq!(found["whole"], false);
        let problem = &found["orgs"][0]["problems"][0];
        assert_eq!(problem["place"], format!("row {row}"));
        assert_eq!(problem["seal"], 1);
        assert_eq!(found["orgs"][1]["whole"], true);
    });
}

#[test]
fn what_was_kept_elsewhere_tells_of_a_record_that_is_gone() {
    on_both(|db| async move {
        let store = db.open().await;
        let acme = org(&store, "Acme", 3).await;
        store.seal_audit().await.unwrap();
        store.close().await;
        drop(store);
        let file = db.folder().join("kept");
        let file = file.to_str().unwrap();
        assert_eq!(verify(&db, &["--write-checkpoint", file]).code, Some(0));
        db.data()
            .execute("delete from event; delete from audit; delete from audit_seal")
            .await;
        db.keys().execute("delete from audit_checkpoint").await;
        assert_eq!(verify(&db, &[]).code, Some(0));
        let ended = verify(&db, &["--checkpoint", file]);
        assert_eq!(ended.code, Some(1), "{ended:?}");
        let problem = "seal 1 was noted, with 3 rows up to it, and is not there";
        assert!(ended.output.contains(problem), "{ended:?}");
        db.data()
            .execute(&format!("delete from org where id = '{acme}'"))
            .await;
        let ended = verify(&db, &["--checkpoint", file]);
        assert_eq!(ended.code, Some(1), "{ended:?}");
        let problem = format!("FAIL  {acme}: a checkpoint was kept");
        assert!(ended.output.starts_with(&problem), "{ended:?}");
    });
}

#[tokio::test]
async fn what_is_new_is_sealed_only_where_no_server_runs() {
    let db = TestDatabase::sqlite();
    let store = db.open().await;
    let acme = org(&store, "Acme", 3).await;
    let ended = verify(&db, &[]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let expected = format!(
        "ok    Acme ({acme}): 0 seals over 0 rows, 3 contents compared, 3 not sealed yet, \
         since 2026-01-01T00:00:00Z\n"
    );
    assert_eq!(ended.output, expected);
    store.close().await;
    drop(store);
    let ended = verify(&db, &[]);
    let expected = format!("ok    Acme ({acme}): 1 seals over 3 rows, 3 contents compared\n");
    assert_eq!((ended.code, ended.output), (Some(0), expected));
    let noted = "select no, rows from audit_checkpoint";
    assert_eq!(db.keys().rows(noted).await, [[Cell::Int(1), Cell::Int(3)]]);
}

#[tokio::test]
async fn mistakes_are_explained() {
    let db = TestDatabase::sqlite();
    db.open().await.close().await;
    let file = db.folder().join("kept");
    let file = file.to_str().unwrap();
    for (text, word) in [
        (None, "No such file"),
        (Some("nonsense"), "steward-audit-v1"),
    ] {
        if let Some(text) = text {
            std::fs::write(file, text).unwrap();
        }
        let ended = verify(&db, &["--checkpoint", file]);
        assert_eq!(ended.code, Some(1), "{ended:?}");
        assert!(ended.errors.contains(word), "{ended:?}");
    }
    let nobody = OrgId::generate(&SystemIds).to_string();
    let ended = verify(&db, &["--org", &nobody]);
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(
        ended.errors.contains("there is no organisation"),
        "{ended:?}"
    );
}
