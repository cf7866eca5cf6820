//! How fast a long record is sealed and verified.

use std::time::{Duration, Instant};

use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};
use serde::Serialize;
use steward_model::{
    AgentId, ContactId, EventKind, IdGen as _, Integrity, OrgId, Scope, SystemIds,
};
use steward_store::{MasterKeys, NewEvent, Store, StoreOptions};

use super::Failure;
use super::office::Office;

/// How many events of the filling share a thread, as a conversation would.
const PER_THREAD: u64 = 100;

/// What was measured.
#[derive(Debug, Serialize)]
pub(super) struct Figures {
    rows: i64,
    seals: i64,
    database_mb: u64,
    accept_rows_per_second: u64,
    seal_rows_per_second: u64,
    verify_rows_per_second: u64,
    verify_seconds: f64,
}

pub(super) async fn measure(rows: u64) -> Result<Figures, Failure> {
    let folder = tempfile::tempdir().map_err(Failure::other)?;
    let master = MasterKeys::from_file(&folder.path().join("master.key"))?;
    let store = Store::open(StoreOptions::in_folder(folder.path(), master)).await?;
    let Office { org, agent, .. } = Office::open(&store).await?;
    let begun = Instant::now();
    fill(&store, org, agent, rows).await?;
    let filled = begun.elapsed();
    let begun = Instant::now();
    store.seal_audit().await?;
    let sealed = begun.elapsed();
    let begun = Instant::now();
    let report = store.org(org).verify_audit(None, &|_| {}).await?;
    let verified = begun.elapsed();
    if !report.is_whole() || report.rows.unsigned_abs() != rows {
        return Err(Failure::other("the record is not what was written"));
    }
    store.close().await;
    let size = std::fs::metadata(folder.path().join("steward.db")).map_err(Failure::other)?;
    let rate = |time: Duration| (rows as f64 / time.as_secs_f64()) as u64;
    Ok(Figures {
        rows: report.rows,
        seals: report.seals,
        database_mb: size.len() / 1_000_000,
        accept_rows_per_second: rate(filled),
        seal_rows_per_second: rate(sealed),
        verify_rows_per_second: rate(verified),
        verify_seconds: (verified.as_secs_f64() * 100.0).round() / 100.0,
    })
}

/// Takes events in through the one door, so that what is verified is what a long life would leave.
async fn fill(store: &Store, org: OrgId, agent: AgentId, rows: u64) -> Result<(), Failure> {
    let contact = ContactId::generate(&SystemIds);
    stream::iter(0..rows)
        .map(|number| {
            let event = NewEvent {
                agent_id: agent,
                correlation_key: format!("bench:{}", number / PER_THREAD),
                scope: Scope::Contact(contact),
                source: "bench".into(),
                dedupe_key: SystemIds.next().to_string(),
                kind: EventKind::InboundSms,
                payload: br#"{"text":"hello"}"#.to_vec(),
                integrity: Integrity::Untrusted,
            };
            async move { store.org(org).accept(event).await }
        })
        .buffer_unordered(64)
        .try_for_each(|_| async { Ok(()) })
        .await?;
    Ok(())
}
