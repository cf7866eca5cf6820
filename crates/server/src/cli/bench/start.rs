//! From nothing to the first answer.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};

use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};
use serde::Serialize;
use steward_store::{MasterKeys, NewContact, Store, StoreOptions};

use super::Failure;
use super::child::Server;

/// How long the server rests before its memory is read.
const REST: Duration = Duration::from_secs(2);
/// How much one filling row holds.
const ROW: usize = 64 * 1024;

/// What was measured.
#[derive(Debug, Serialize)]
pub(super) struct Figures {
    database_mb: u64,
    start_ms_best: f64,
    start_ms_median: f64,
    start_ms_worst: f64,
    idle_resident_mb: f64,
    binary_mb: f64,
}

pub(super) async fn measure(database_mb: u64, rounds: usize) -> Result<Figures, Failure> {
    let folder = tempfile::tempdir().map_err(Failure::other)?;
    let home = folder.path();
    drop(Server::start(home)?);
    fill(home, database_mb).await?;
    let mut times = Vec::with_capacity(rounds);
    let mut resident_kb = 0;
    for round in 0..rounds.max(1) {
        let server = Server::start(home)?;
        ask_health(server.address)?;
        times.push(server.started.elapsed());
        if round + 1 == rounds.max(1) {
            std::thread::sleep(REST);
            resident_kb = server.resident_kb().unwrap_or_default();
        }
    }
    times.sort_unstable();
    let ms = |time: Duration| (time.as_secs_f64() * 10_000.0).round() / 10.0;
    let at = |index: usize| times.get(index).copied().map_or(0.0, ms);
    let program = std::env::current_exe()
        .and_then(std::fs::metadata)
        .map_err(Failure::other)?;
    let size = std::fs::metadata(home.join("steward.db")).map_err(Failure::other)?;
    Ok(Figures {
        database_mb: size.len() / 1_000_000,
        start_ms_best: at(0),
        start_ms_median: at(times.len() / 2),
        start_ms_worst: at(times.len() - 1),
        idle_resident_mb: resident_kb as f64 / 1000.0,
        binary_mb: (program.len() as f64 / 100_000.0).round() / 10.0,
    })
}

/// Fills the database through the store itself, so that what is opened later is what a long life would leave.
async fn fill(home: &Path, megabytes: u64) -> Result<(), Failure> {
    let master = MasterKeys::from_file(&home.join("master.key"))?;
    let store = Store::open(StoreOptions::in_folder(home, master)).await?;
    let org = store
        .first_org()
        .await?
        .ok_or_else(|| Failure::other("there is no organisation"))?;
    let rows = megabytes * 1_000_000 / ROW as u64;
    let began = Instant::now();
    stream::iter(0..rows)
        .map(|_| {
            let new = NewContact {
                name: Some("x".repeat(ROW)),
                identifiers: Vec::new(),
            };
            let store = &store;
            async move { store.org(org).create_contact(new).await }
        })
        .buffer_unordered(64)
        .try_for_each(|_| async { Ok(()) })
        .await?;
    tracing::debug!(
        rows,
        seconds = began.elapsed().as_secs_f64(),
        "The database is filled."
    );
    store.close().await;
    Ok(())
}

fn ask_health(address: SocketAddr) -> Result<(), Failure> {
    let mut stream = TcpStream::connect(address).map_err(Failure::other)?;
    stream
        .write_all(b"GET /health HTTP/1.1\r\nhost: bench\r\nconnection: close\r\n\r\n")
        .map_err(Failure::other)?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).map_err(Failure::other)?;
    if answer.starts_with("HTTP/1.1 200") {
        Ok(())
    } else {
        Err(Failure::other("the server is not well"))
    }
}
