//! Changes that sources speak for: proposed, and applied only by a person.

use serde_json::{Value, json};
use steward_model::{Author, Integrity, WorkspacePath};
use steward_store::{Expect, FileWrite};
use steward_testkit::on_both;

use super::openai::{get, post};
use crate::support::TestServer;

const EMAIL: &str = "---\naccount_id: \"ID\"\nkind: email\nid: em-ID\nat: 2026-01-08T10:00:00Z\nfrom: Ana Lee\nto: desk\n\
    ---\n## Summary\n\nAna writes.\n\n## Raw\n\nHi,\n\nThe renewal date is June 15.\n\n\
    The premium is $5,650 now.\n";

async fn account(server: &TestServer) -> String {
    named(server, "Juniper Street Bakery").await
}

/// Makes an account that has an email; tells its id.
async fn named(server: &TestServer, name: &str) -> String {
    let request = json!({"query": format!("Mark {name} as Quoted, premium $5,200")});
    let asked = post(server, "/query", &request).await.expect(200);
    let body = json!({"session_id": asked["session_id"], "confirmed": true});
    let made = post(server, "/confirm", &body).await.expect(200);
    let id = made["account_id"].as_str().unwrap().to_owned();
    // Written later than the account: what it says is news.
    let email = EMAIL.replace("ID", &id).replace("2026-01", "2099-01");
    let write = FileWrite {
        path: WorkspacePath::file(&format!("accounts/{id}/sources/emails/em-1.md")).unwrap(),
        expect: Expect::Absent,
        content: Some(email),
        trust: Integrity::Untrusted,
        restored_from: None,
        conflict_of: None,
    };
    let org = server.store.org(server.ours.org);
    org.write_files(Author::System, vec![write]).await.unwrap();
    id
}

async fn proposals(server: &TestServer, id: &str) -> Vec<Value> {
    let path = format!("/api/accounts/{id}/proposals");
    let found = get(server, &path).await.expect(200);
    found["proposals"].as_array().unwrap().clone()
}

fn of<'a>(all: &'a [Value], field: &str) -> &'a Value {
    let mut named = all.iter().filter(|one| one["change"]["field"] == field);
    named.next().unwrap_or_else(|| panic!("{all:?}"))
}

#[test]
fn what_a_source_says_is_proposed_and_a_person_decides() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        let id = account(&server).await;
        let all = proposals(&server, &id).await;
        assert_eq!(all.len(), 2, "{all:?}");
        let premium = of(&all, "premium");
        assert_eq!(premium["change"]["old_value"], 5200, "{premium}");
        assert_eq!(premium["change"]["new_value"], 5650, "{premium}");
        let path = format!("accounts/{id}/sources/emails/em-1.md");
        assert_eq!(premium["path"], *path, "{premium}");
        assert_eq!(premium["quote"], "The premium is $5,650 now.");
        let line = premium["line"].as_u64().unwrap() as usize;
        let email = EMAIL.lines().nth(line - 1).unwrap();
        assert_eq!(email, "The premium is $5,650 now.");
        let before = get(&server, &format!("/api/accounts/{id}"))
            .await
            .expect(200);
        assert_eq!(
            before["state"]["premium"], 5200,
            "nothing is applied by itself"
        );

        let decide = |proposal: &Value| {
            let proposal = proposal["id"].as_str().unwrap();
            format!("/api/accounts/{id}/proposals/{proposal}")
        };
        let done = post(&server, &decide(premium), &json!({"accept": true})).await;
        let done = done.expect(200);
        assert_eq!(done["changes"][0]["new_value"], 5650, "{done}");
        let other = of(&all, "renewal_date");
        let dismissed = post(&server, &decide(other), &json!({"accept": false})).await;
        assert_eq!(dismissed.expect(200)["changes"], json!([]));

        let after = get(&server, &format!("/api/accounts/{id}"))
            .await
            .expect(200);
        assert_eq!(after["state"]["premium"], 5650, "{after}");
        assert_eq!(after["state"]["renewal_date"], Value::Null, "{after}");
        assert_eq!(after["verified"]["ok"], true, "{after}");
        let history = after["history"].as_array().unwrap();
        assert_eq!(history.len(), 4, "{after}");
        for entry in &history[2..] {
            let evidence = entry["evidence"].as_str().unwrap();
            assert!(evidence.starts_with(&path), "{evidence}");
            assert!(
                !evidence.contains("renewal date is"),
                "the words of others are not trusted"
            );
        }
        // Decided once, whoever clicks again; and not proposed again.
        for proposal in [premium, other] {
            let again = post(&server, &decide(proposal), &json!({"accept": true})).await;
            assert_eq!(again.status, 409, "{again}");
        }
        assert_eq!(proposals(&server, &id).await, [] as [Value; 0]);
    });
}

#[tokio::test]
async fn what_was_never_proposed_cannot_be_accepted() {
    let server = crate::support::sqlite().await;
    let id = account(&server).await;
    for path in [
        format!("/api/accounts/{id}/proposals/000000000000"),
        "/api/accounts/none/proposals/000000000000".to_owned(),
    ] {
        let refused = post(&server, &path, &json!({"accept": true})).await;
        assert_eq!(refused.status, 404, "{refused}");
    }
    assert_eq!(
        get(&server, "/api/accounts/none/proposals").await.status,
        404
    );
}

#[test]
fn proposals_of_all_accounts_are_in_one_list_and_their_organisations_own() {
    on_both(|database| async {
        let server = TestServer::new(database).await;
        // One is there to begin with, in either organisation.
        assert_eq!(waiting(&server).await["total"], 1);
        let first = account(&server).await;
        let second = named(&server, "Orchard Lane Florist").await;
        let all = waiting(&server).await;
        assert_eq!(all["total"], 5, "{all}");
        let listed = all["proposals"].as_array().unwrap();
        let of_account = |id: &str| {
            let own = listed.iter().filter(|one| one["account_id"] == id);
            own.cloned().collect::<Vec<_>>()
        };
        for (id, name) in [
            (&first, "Juniper Street Bakery"),
            (&second, "Orchard Lane Florist"),
        ] {
            let own = of_account(id);
            assert_eq!(own.len(), 2, "{all}");
            assert_eq!(own[0]["account_name"], name);
            let alone = proposals(&server, id).await;
            for (one, alone) in own.iter().zip(&alone) {
                assert_eq!(
                    one["change"], alone["change"],
                    "the same as with the account"
                );
            }
        }
        let theirs = server.get("/api/proposals").bearer(&server.theirs.token);
        let theirs = theirs.send().await.expect(200);
        assert_eq!(theirs["total"], 1, "{theirs}");
        let strange = [&first, &second].map(|id| theirs.to_string().contains(id.as_str()));
        assert_eq!(strange, [false, false], "{theirs}");

        // What is decided on or answered by a change of the account is not there any more.
        let own = of_account(&second);
        let premium = of(&own, "premium")["id"].as_str().unwrap().to_owned();
        let path = format!("/api/accounts/{second}/proposals/{premium}");
        post(&server, &path, &json!({"accept": true}))
            .await
            .expect(200);
        assert_eq!(waiting(&server).await["total"], 4);
        let told = json!({"query": "Set the premium of Juniper Street Bakery to $5,650"});
        post(&server, "/query", &told).await.expect(200);
        let left = waiting(&server).await;
        assert_eq!(left["total"], 3, "{left}");
    });
}

async fn waiting(server: &TestServer) -> Value {
    get(server, "/api/proposals").await.expect(200)
}
