//! Files of the workspace are found as they are, and not once they are deleted or forgotten. On both databases.

use steward_memory::accounts::{Accounts, Incoming, What};
use steward_memory::{Found, Library, Query, Reader};
use steward_model::{
    AgentId, Author, ContactId, Integrity, Scope, SystemIds, Timestamp, WorkspacePath,
};
use steward_store::{Expect, FileWrite, Forgot, Sha, WORKSPACE};
use steward_testkit::{TestDatabase, on_both};

use super::library::{PLENTY, Team};

const CELLAR: &str = "The boiler in the cellar of Mill House was replaced in 2019.";
const LIFT: &str = "The lift of Mill House is inspected every March.";

fn write(path: &str, read: Option<&str>, content: Option<&str>) -> FileWrite {
    FileWrite {
        path: WorkspacePath::file(path).unwrap(),
        expect: read.map_or(Expect::Absent, |read| {
            Expect::Sha256(Sha::of(read.as_bytes()))
        }),
        content: content.map(str::to_owned),
        trust: Integrity::Untrusted,
        restored_from: None,
        conflict_of: None,
    }
}

async fn put(team: &Team, library: &Library, write: FileWrite) {
    let org = team.store.org(team.org);
    org.write_files(Author::System, vec![write]).await.unwrap();
    library.index_workspaces().await.unwrap();
}

async fn found(team: &Team, library: &Library, text: &str) -> Vec<Found> {
    let now = "2026-01-02T00:00:00+00:00[UTC]".parse().unwrap();
    let (scopes, query) = ([Scope::Org(team.org)], Query::new(text, now));
    let found = library.search(team.org, &scopes, Reader::Anyone, &query);
    found.await.unwrap().found
}

async fn texts(team: &Team, library: &Library, text: &str) -> Vec<String> {
    let found = found(team, library, text).await;
    found.into_iter().map(|found| found.passage.text).collect()
}

#[test]
fn a_file_is_found_as_it_is_now() {
    on_both(async |db: TestDatabase| {
        let team = Team::new(&db).await;
        let library = team.library(PLENTY);
        put(&team, &library, write("areas/mill.md", None, Some(CELLAR))).await;
        let hits = found(&team, &library, "When was the boiler replaced?").await;
        // What every workspace begins with is not remembered.
        assert_eq!(hits.len(), 1);
        let passage = &hits[0].passage;
        assert_eq!(passage.text, CELLAR);
        assert_eq!(passage.source, WORKSPACE);
        assert_eq!(passage.integrity, Integrity::Untrusted);
        assert_eq!(passage.meta.title.as_deref(), Some("areas/mill.md"));
        assert!(passage.embedding.is_some());
        put(
            &team,
            &library,
            write("areas/mill.md", Some(CELLAR), Some(LIFT)),
        )
        .await;
        for library in [library, team.library(PLENTY)] {
            assert_eq!(texts(&team, &library, "boiler in the cellar").await, [LIFT]);
        }
    });
}

#[test]
fn a_deleted_file_is_not_found() {
    on_both(async |db: TestDatabase| {
        let team = Team::new(&db).await;
        let library = team.library(PLENTY);
        put(&team, &library, write("areas/mill.md", None, Some(CELLAR))).await;
        put(&team, &library, write("areas/lift.md", None, Some(LIFT))).await;
        assert_eq!(
            texts(&team, &library, "boiler in the cellar").await[0],
            CELLAR
        );
        put(&team, &library, write("areas/mill.md", Some(CELLAR), None)).await;
        for library in [library, team.library(PLENTY)] {
            assert_eq!(texts(&team, &library, "boiler in the cellar").await, [LIFT]);
        }
    });
}

#[test]
fn a_forgotten_file_is_not_found_nor_indexed_again() {
    on_both(async |db: TestDatabase| {
        let team = Team::new(&db).await;
        let library = team.library(PLENTY);
        put(&team, &library, write("areas/mill.md", None, Some(CELLAR))).await;
        put(&team, &library, write("areas/lift.md", None, Some(LIFT))).await;
        let hit = found(&team, &library, "boiler in the cellar")
            .await
            .remove(0);
        let org = team.store.org(team.org);
        assert!(org.forget_passage(hit.passage.id, "system").await.unwrap());
        assert_eq!(texts(&team, &library, "boiler in the cellar").await, [LIFT]);
        assert_eq!(org.forget_asked().await.unwrap(), Forgot::Everything);
        library.index_workspaces().await.unwrap();
        for library in [library, team.library(PLENTY)] {
            let left = texts(&team, &library, "boiler in the cellar").await;
            assert!(!left.iter().any(|text| text.contains("boiler")), "{left:?}");
            assert!(left.contains(&LIFT.to_owned()), "{left:?}");
        }
    });
}

#[test]
fn what_is_taken_in_of_an_account_is_found_at_the_time_it_was_said() {
    on_both(async |db: TestDatabase| {
        let team = Team::new(&db).await;
        let library = team.library(PLENTY);
        let accounts = Accounts::new(team.store.clone());
        let now = Timestamp::parse_rfc3339("2026-01-02T00:00:00Z").unwrap();
        let mut ingestion = accounts.begin_ingestion(team.org, now).await.unwrap();
        let account = serde_json::json!({"id": "7", "name": "Linden Dental"});
        let source = serde_json::json!({"account_id": "7", "kind": "email", "id": "e1",
            "at": "2025-12-24T09:00:00Z", "from": "Ana Ortega", "summary": "A van.",
            "raw": "We bought a second delivery van."});
        let what = [
            What::Account(serde_json::from_value(account).unwrap()),
            What::Source(serde_json::from_value(source).unwrap()),
        ];
        let rows = what.map(|what| Incoming {
            origin: "rows:1".into(),
            what,
        });
        for row in rows {
            assert_eq!(ingestion.take(&[row]).await.unwrap().refused, []);
        }
        library.index_workspace(team.org).await.unwrap();
        let hit = found(&team, &library, "second delivery van")
            .await
            .remove(0);
        let passage = hit.passage;
        assert!(passage.text.contains("second delivery van"));
        assert_eq!(passage.occurred_at.to_string(), "2025-12-24T09:00:00Z");
        assert_eq!(passage.meta.speaker.as_deref(), Some("Ana Ortega"));
        let path = "accounts/7/sources/emails/e1.md";
        assert_eq!(passage.meta.title.as_deref(), Some(path));
    });
}

#[test]
fn an_id_that_names_no_folder_of_its_own_is_refused_by_itself() {
    on_both(async |db: TestDatabase| {
        let team = Team::new(&db).await;
        let accounts = Accounts::new(team.store.clone());
        let now = Timestamp::parse_rfc3339("2026-01-02T00:00:00Z").unwrap();
        let account = |line: usize, id: &str| {
            let state = serde_json::json!({"id": id, "name": format!("Account {line}")});
            Incoming {
                origin: format!("rows:{line}"),
                what: What::Account(serde_json::from_value(state).unwrap()),
            }
        };
        let rows = [
            account(1, "linden"),
            account(2, "Linden"),
            account(3, "a/b"),
            account(4, "ortega"),
            account(5, "ortega"),
        ];
        let mut ingestion = accounts.begin_ingestion(team.org, now).await.unwrap();
        let taken = ingestion.take(&rows).await.unwrap();
        assert_eq!((taken.accounts, taken.known), (2, 1));
        let refused = [
            (
                "rows:2",
                "accounts/Linden/state.md differs from accounts/linden/state.md by case alone",
            ),
            ("rows:3", "the id `a/b` has a slash"),
        ];
        assert_eq!(
            taken.refused,
            refused.map(|(line, why)| (line.to_owned(), why.to_owned()))
        );
        // The same in a run of its own.
        let mut again = accounts.begin_ingestion(team.org, now).await.unwrap();
        let taken = again.take(&rows[1..2]).await.unwrap();
        assert_eq!(taken.refused.len(), 1);
    });
}

#[test]
fn what_is_known_of_one_customer_is_not_found_for_another() {
    on_both(async |db: TestDatabase| {
        let team = Team::new(&db).await;
        let library = team.library(PLENTY);
        put(&team, &library, write("areas/mill.md", None, Some(CELLAR))).await;
        let of_account = write(
            "accounts/7/boiler.md",
            None,
            Some("The boiler of account 7."),
        );
        put(&team, &library, of_account).await;
        let agent = Reader::Agent(AgentId::generate(&SystemIds));
        let contact = Scope::Contact(ContactId::generate(&SystemIds));
        let now: jiff::Zoned = "2026-01-02T00:00:00+00:00[UTC]".parse().unwrap();
        let titles = async |scopes: &[Scope], reader, accounts| {
            let query = Query {
                accounts,
                ..Query::new("boiler", now.clone())
            };
            let found = library.search(team.org, scopes, reader, &query).await;
            let found = found.unwrap().found.into_iter();
            let mut titles: Vec<_> = found.filter_map(|found| found.passage.meta.title).collect();
            titles.sort_unstable();
            titles
        };
        let team_scope = Scope::Org(team.org);
        let both = ["accounts/7/boiler.md", "areas/mill.md"];
        assert_eq!(titles(&[team_scope], agent, true).await, both);
        assert_eq!(
            titles(&[contact, team_scope], Reader::Anyone, true).await,
            both
        );
        let others = ["areas/mill.md"];
        assert_eq!(titles(&[contact, team_scope], agent, true).await, others);
        assert_eq!(titles(&[team_scope], agent, false).await, others);
    });
}
