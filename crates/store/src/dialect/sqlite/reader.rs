//! Connections that only read, each on a thread of its own.

use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};
use futures_util::future::BoxFuture;
use rusqlite::Connection;
use tokio::sync::oneshot;

use super::{map_error, run_now};
use crate::StoreError;
use crate::db::{Probe, Tx};

/// A read that takes longer is given up: while it runs, the write-ahead log cannot be reset and grows.
const LONGEST_READ: Duration = Duration::from_secs(2);
/// How often a running statement looks at the time, in steps of SQLite's virtual machine.
const STEPS_BETWEEN_LOOKS: i32 = 20_000;
const LONGEST_QUEUE: usize = 4096;

/// A handle to the readers' threads.
#[derive(Clone)]
pub(super) struct Readers {
    queue: Sender<Job>,
    count: usize,
}

type Read = Box<dyn FnOnce(&mut Connection, Option<&Probe>) + Send>;

enum Job {
    Read(Read),
    Close(oneshot::Sender<()>),
}

impl Readers {
    pub(super) fn start(
        connections: Vec<Connection>,
        probe: Option<&Probe>,
    ) -> Result<Self, StoreError> {
        // As the writer's.
        let (queue, jobs) = unbounded();
        let count = connections.len();
        for connection in connections {
            let jobs = jobs.clone();
            let probe = probe.cloned();
            thread::Builder::new()
                .name("sqlite-reader".into())
                .spawn(move || serve(connection, probe.as_ref(), &jobs))
                .map_err(StoreError::internal)?;
        }
        Ok(Self { queue, count })
    }

    pub(super) async fn read<T, F>(&self, op: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'t, 'c> FnOnce(&'t mut Tx<'c>) -> BoxFuture<'t, Result<T, StoreError>>
            + Send
            + 'static,
    {
        self.run(move |connection, probe| {
            limit_time(connection)?;
            run_now(connection, probe, op).map(|(read, _)| read)
        })
        .await
    }

    pub(super) async fn copy_into(&self, path: PathBuf) -> Result<(), StoreError> {
        self.run(move |connection, _| {
            connection
                .progress_handler(0, None::<fn() -> bool>)
                .map_err(|error| map_error(&error))?;
            // `query_only` forbids even a copy into another file.
            connection
                .execute_batch("pragma query_only = off")
                .map_err(|error| map_error(&error))?;
            let copied = connection.execute("vacuum into ?1", [path.to_string_lossy()]);
            connection
                .execute_batch("pragma query_only = on")
                .map_err(|error| map_error(&error))?;
            copied.map(|_| ()).map_err(|error| StoreError::Open {
                path,
                reason: error.to_string(),
            })
        })
        .await
    }

    async fn run<T, F>(&self, job: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&mut Connection, Option<&Probe>) -> Result<T, StoreError> + Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let job = Job::Read(Box::new(move |connection, probe| {
            // A caller that went away does not want its answer.
            let _ = reply.send(job(connection, probe));
        }));
        if self.queue.len() >= LONGEST_QUEUE {
            return Err(StoreError::Busy);
        }
        self.queue
            .send(job)
            .map_err(|_| StoreError::Unavailable("it is closed".into()))?;
        answer
            .await
            .map_err(|_| StoreError::Unavailable("it is closed".into()))?
    }

    pub(super) async fn close(&self) {
        for _ in 0..self.count {
            let (reply, closed) = oneshot::channel();
            if self.queue.send(Job::Close(reply)).is_ok() {
                let _ = closed.await;
            }
        }
    }
}

fn serve(mut connection: Connection, probe: Option<&Probe>, jobs: &Receiver<Job>) {
    while let Ok(job) = jobs.recv() {
        match job {
            Job::Read(read) => read(&mut connection, probe),
            Job::Close(reply) => {
                drop(connection);
                let _ = reply.send(());
                return;
            }
        }
    }
}

/// Interrupts the connection's statements once this read has had its time.
fn limit_time(connection: &mut Connection) -> Result<(), StoreError> {
    let deadline = Instant::now() + LONGEST_READ;
    connection
        .progress_handler(STEPS_BETWEEN_LOOKS, Some(move || Instant::now() > deadline))
        .map_err(|error| map_error(&error))
}
