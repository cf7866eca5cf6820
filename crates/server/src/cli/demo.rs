//! What somebody who looks around finds: the accounts of a small brokerage, and the notes of a company that lets homes.

pub(super) mod phone;

use steward_memory::accounts::{Accounts, Incoming};
use steward_model::{Author, Integrity, OrgId, Timestamp, WorkspacePath};
use steward_store::{Expect, FileWrite, Store, StoreError};

use super::Failure;
use super::ingest::what;

/// Lines that are taken in at once.
const AT_ONCE: usize = 200;
const ROWS: [(&str, &str); 2] = [
    ("demo/accounts.jsonl", include_str!("demo/accounts.jsonl")),
    ("demo/sources.jsonl", include_str!("demo/sources.jsonl")),
];

/// A file of the workspace, and its text in the program.
macro_rules! files {
    ($($path:literal)*) => {
        [$(($path, include_str!(concat!("demo/workspace/", $path)))),*]
    };
}
const FILES: [(&str, &str); 11] = files![
    "MEMORY.md"
    "daily_notes/2026-11-13.md"
    "daily_notes/2026-11-14.md"
    "areas/buildings/larkfield-court.md"
    "areas/buildings/mill-house.md"
    "areas/buildings/quay-12.md"
    "areas/processes/late-rent.md"
    "areas/processes/move-in.md"
    "areas/team/who-does-what.md"
    "areas/vendors/electricians.md"
    "areas/vendors/plumbing.md"
];

/// Fills a workspace in which there is no account yet.
pub(super) async fn furnish(store: &Store, org: OrgId, now: Timestamp) -> Result<(), Failure> {
    let accounts = Accounts::new(store.clone());
    let (known, _) = accounts.all(org).await?;
    if !known.is_empty() {
        return Ok(());
    }
    let mut ingestion = accounts.begin_ingestion(org, now).await?;
    for (name, rows) in ROWS {
        let mut incoming = Vec::new();
        for (number, row) in rows.lines().enumerate() {
            let origin = format!("{name}:{}", number + 1);
            let what = what(row).map_err(|reason| Failure::other(format!("{origin}: {reason}")))?;
            incoming.push(Incoming { origin, what });
        }
        for some in incoming.chunks(AT_ONCE) {
            ingestion.take(some).await?;
        }
    }
    for (path, text) in FILES {
        write(store, org, path, text).await?;
    }
    Ok(())
}

/// Writes a file, over the one that every workspace begins with.
async fn write(store: &Store, org: OrgId, path: &str, text: &str) -> Result<(), Failure> {
    let path = WorkspacePath::file(path).map_err(Failure::other)?;
    let org = store.org(org);
    let there = org.file(&path).await?.and_then(|file| file.head.sha256);
    let write = FileWrite {
        path,
        expect: there.map_or(Expect::Absent, Expect::Sha256),
        content: Some(text.to_owned()),
        trust: Integrity::User,
        restored_from: None,
        conflict_of: None,
    };
    match org.write_files(Author::System, vec![write]).await {
        // Whoever was faster wrote something of their own.
        Ok(_) | Err(StoreError::Stale { .. }) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
