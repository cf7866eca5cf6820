//! Files with several writers at once, and with every write made to fail at every point.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use steward_model::{Author, WorkspacePath};
use steward_store::{DroppedFolder, Expect, FileWrite, OrgStore, Sha, Sql, Store, StoreError};
use steward_testkit::{FailAt, Recorder, on_both};

use super::files::{change, file, new_file, put};
use super::files_indexed::passages_of;
use super::story::new_org;
use super::sweep::assert_all_ran;

/// Whether this file makes the statement fail, or the suite of everything that is forgotten does.
pub(super) fn covers(sql: &Sql) -> bool {
    sql.name.starts_with("steward_store::files::")
}

const FILES: usize = 10;
const ROUNDS: usize = 100;

/// Reads a file and adds a line to it. Tells the line if it was written, and nothing if somebody else was first.
async fn add_line(here: &OrgStore<'_>, path: &str, line: String) -> Option<String> {
    let read = here.file(&file(path)).await.unwrap().unwrap();
    let content = read.content.unwrap();
    let write = FileWrite {
        expect: Expect::Sha256(Sha::of(content.as_bytes())),
        ..new_file(path, &format!("{content}{line}\n"))
    };
    match here.write_files(Author::System, vec![write]).await {
        Ok(written) => {
            assert!(written[0].revision > read.head.revision);
            Some(line)
        }
        Err(StoreError::Stale { path: at, there }) => {
            assert_eq!(at.as_str(), path);
            assert_ne!(there, read.head.sha256, "nobody was first");
            None
        }
        Err(error) => panic!("{error:?}"),
    }
}

#[test]
fn of_two_who_write_at_once_nobody_is_overwritten_in_silence() {
    on_both(|db| async move {
        let store = db.open().await;
        let (org, _) = new_org(&store, "Acme").await;
        let here = store.org(org);
        let told = join_all((0..FILES).map(|number| async move {
            let path = format!("areas/{number}.md");
            put(&here, new_file(&path, "")).await;
            let (mut kept, mut lost) = (Vec::new(), 0);
            for round in 0..ROUNDS {
                let person = add_line(&here, &path, format!("{round} person"));
                let agent = add_line(&here, &path, format!("{round} agent"));
                let (person, agent) = tokio::join!(person, agent);
                assert!(person.is_some() || agent.is_some(), "somebody is first");
                lost += usize::from(person.is_none()) + usize::from(agent.is_none());
                kept.extend(person.into_iter().chain(agent));
            }
            let found = here.file(&file(&path)).await.unwrap().unwrap();
            let content = found.content.unwrap();
            let lines: BTreeSet<_> = content.lines().collect();
            let expected: BTreeSet<_> = kept.iter().map(String::as_str).collect();
            assert_eq!(lines, expected, "what was written is there");
            assert_eq!(found.head.revision, 1 + kept.len() as i64);
            lost
        }));
        let lost: usize = told.await.into_iter().sum();
        assert!(lost > FILES, "hardly anybody met anybody: {lost}");
    });
}

/// The writes that are one transaction each, in order.
const ACTS: usize = 10;

async fn act(number: usize, store: &Store, here: &OrgStore<'_>) -> Result<(), StoreError> {
    let (by, folder) = (Author::System, WorkspacePath::folder("p/q").unwrap());
    match number {
        // The first use of the workspace begins it, which is a transaction of its own.
        0 => _ = here.file(&file("MEMORY.md")).await?,
        1 => {
            let several = vec![new_file("p/a.md", "one"), new_file("r/s/b.md", "one")];
            _ = here.write_files_once(by, several, "call").await?;
        }
        2 => {
            let copy = FileWrite {
                conflict_of: Some(file("p/a.md")),
                ..new_file("p/copy.md", "x")
            };
            _ = here.write_files(by, vec![copy]).await?;
        }
        3 => assert!(here.make_folder(by, &folder).await?),
        4 => {
            let dropped = here.drop_folder(by, &folder).await?;
            assert_eq!(dropped, DroppedFolder::Dropped);
        }
        5 => {
            let several = vec![
                change("p/a.md", "one", Some("two")),
                change("r/s/b.md", "one", None),
            ];
            _ = here.write_files(by, several).await?;
        }
        6 | 8 => {
            let found = here.files_to_index((100, 1 << 20)).await?.unwrap();
            let range = (found.from, found.upto);
            let marked = here.mark_files_indexed(range, passages_of(&found.files));
            assert!(marked.await?);
        }
        7 => {
            let again = change("p/a.md", "two", Some("three"));
            _ = here.write_files(by, vec![again]).await?;
        }
        // A folder that was there once is made again.
        _ => assert!(store.org(here.id()).make_folder(by, &folder).await?),
    }
    Ok(())
}

#[test]
fn files_are_never_half_written() {
    on_both(|db| async move {
        let (faults, recorder) = (FailAt::default(), Recorder::default());
        let db = db.with_probe(faults.probe()).with_probe(recorder.probe());
        let store = db.open().await;
        let (org, _) = new_org(&store, "Acme").await;
        let here = store.org(org);
        for number in 0..ACTS {
            let before = db.data().dump().await;
            for n in 1.. {
                faults.arm(n, || StoreError::Busy);
                let result = act(number, &store, &here).await;
                let struck = faults.disarm();
                let after = db.data().dump().await;
                if !struck {
                    result.unwrap();
                    assert_ne!(after, before, "act {number} does nothing");
                    break;
                }
                assert_err!(result, StoreError::Busy);
                if number == 0 && after != before {
                    // It is begun, and then it is read.
                    assert_eq!(after["workspace_revision"].len(), 4, "point {n}");
                    break;
                }
                assert_eq!(after, before, "act {number} at point {n} left something");
            }
        }
        let scrubs = |sql: &Sql| sql.name.contains("::files::scrub::");
        assert_all_ran(&recorder, |sql| covers(sql) && !scrubs(sql));
    });
}
