//! The one writer: group commit.
//!
//! While a commit waits for the disk, further operations queue up; the next transaction takes all of them, each in a
//! savepoint of its own, and one flush makes them durable together. An operation that is alone needs no savepoint. Nobody
//! waits for a timer. Short reads are made between two transactions: by whoever wants them while the connection is free, else
//! by the writer in its next pause.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use crossbeam_channel::{Receiver, Sender, unbounded};
use futures_util::future::BoxFuture;
use rusqlite::Connection;
use tokio::sync::oneshot;

use super::{map_error, run_now};
use crate::StoreError;
use crate::db::{Point, Probe, Tx};
use crate::member_events::MemberEvent;
use crate::member_events::hub::Hub;

/// How many operations share one flush at the most.
const LARGEST_GROUP: usize = 64;
/// How many operations may wait; more are told that the database is busy.
const LONGEST_QUEUE: usize = 4096;

/// A handle to the writer's thread.
#[derive(Clone)]
pub(super) struct Writer {
    queue: Sender<Message>,
    stopped: Arc<AtomicBool>,
    connection: Shared,
    probe: Option<Probe>,
}

/// The connection, held for a transaction or a glance; nothing once it is closed.
type Shared = Arc<Mutex<Option<Connection>>>;

enum Message {
    Write(Box<dyn Operation>),
    Glance(Glance),
    Close(oneshot::Sender<()>),
}

/// A short read, which answers its caller by itself.
type Glance = Box<dyn FnOnce(&mut Connection, Option<&Probe>) + Send>;

/// A caller's operation with its result type erased; `Pending` is the only one.
trait Operation: Send {
    /// Runs it and tells whether it succeeded.
    fn run(&mut self, connection: &mut Connection, probe: Option<&Probe>) -> bool;
    /// Gives the caller the operation's own result, or why the group did not commit; and members their news.
    fn acknowledge(self: Box<Self>, committed: Result<(), StoreError>, hub: &Hub);
}

struct Pending<T, F> {
    op: Option<F>,
    result: Option<Result<T, StoreError>>,
    news: Vec<MemberEvent>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> Operation for Pending<T, F>
where
    T: Send + 'static,
    F: for<'t, 'c> FnOnce(&'t mut Tx<'c>) -> BoxFuture<'t, Result<T, StoreError>> + Send + 'static,
{
    fn run(&mut self, connection: &mut Connection, probe: Option<&Probe>) -> bool {
        let result = self.op.take().map(|op| run_now(connection, probe, op));
        self.result = result.map(|result| {
            result.map(|(value, news)| {
                self.news = news;
                value
            })
        });
        matches!(self.result, Some(Ok(_)))
    }

    fn acknowledge(self: Box<Self>, committed: Result<(), StoreError>, hub: &Hub) {
        if committed.is_ok() {
            hub.publish(self.news);
        }
        let answer = match (self.result, committed) {
            (Some(Err(error)), _) | (_, Err(error)) => Err(error),
            (Some(result), Ok(())) => result,
            (None, Ok(())) => Err(StoreError::internal("an operation was not run")),
        };
        // A caller that went away does not want its answer; the write stands all the same.
        let _ = self.reply.send(answer);
    }
}

impl Writer {
    pub(super) fn start(
        connection: Connection,
        probe: Option<Probe>,
        hub: Hub,
    ) -> Result<Self, StoreError> {
        // Not a bounded one: that keeps what was sent while the thread ended, and its caller would wait for ever.
        let (queue, messages) = unbounded();
        let stopped = Arc::new(AtomicBool::new(false));
        let connection = Arc::new(Mutex::new(Some(connection)));
        let group = Group {
            connection: Arc::clone(&connection),
            probe: probe.clone(),
            hub,
            stopped: Arc::clone(&stopped),
        };
        thread::Builder::new()
            .name("sqlite-writer".into())
            .spawn(move || group.serve(&messages))
            .map_err(StoreError::internal)?;
        Ok(Self {
            queue,
            stopped,
            connection,
            probe,
        })
    }

    pub(super) async fn write<T, F>(&self, op: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'t, 'c> FnOnce(&'t mut Tx<'c>) -> BoxFuture<'t, Result<T, StoreError>>
            + Send
            + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let pending = Box::new(Pending {
            op: Some(op),
            result: None,
            news: Vec::new(),
            reply,
        });
        self.ask(Message::Write(pending), answer).await
    }

    /// Reads what was committed last. Whatever it writes is taken back.
    pub(super) async fn glance<T, F>(&self, op: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'t, 'c> FnOnce(&'t mut Tx<'c>) -> BoxFuture<'t, Result<T, StoreError>>
            + Send
            + 'static,
    {
        if let Ok(mut free) = self.connection.try_lock()
            && let Some(connection) = free.as_mut()
        {
            // Two changes of threads would cost more than most glances.
            return glance(connection, self.probe.as_ref(), op);
        }
        let (reply, answer) = oneshot::channel();
        let later: Glance = Box::new(move |connection, probe| {
            // A caller that went away does not want its answer.
            let _ = reply.send(glance(connection, probe, op));
        });
        self.ask(Message::Glance(later), answer).await
    }

    async fn ask<T>(
        &self,
        message: Message,
        answer: oneshot::Receiver<Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        if self.queue.len() >= LONGEST_QUEUE {
            return Err(StoreError::Busy);
        }
        self.queue
            .send(message)
            .map_err(|_| StoreError::Unavailable("it is closed".into()))?;
        answer
            .await
            .map_err(|_| StoreError::Unavailable("it is closed".into()))?
    }

    /// Whether a flush failed, so that nothing more is written.
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Acquire)
    }

    /// Finishes what is queued and stops the thread.
    pub(super) async fn close(&self) {
        let (reply, closed) = oneshot::channel();
        if self.queue.send(Message::Close(reply)).is_ok() {
            let _ = closed.await;
        }
    }
}

/// The writer's state on its own thread.
struct Group {
    connection: Shared,
    probe: Option<Probe>,
    hub: Hub,
    /// Set when a flush failed: what the disk holds is unknown, and a second try could report success for lost data.
    stopped: Arc<AtomicBool>,
}

impl Group {
    fn serve(mut self, messages: &Receiver<Message>) {
        let mut close = None;
        while close.is_none() {
            match messages.recv() {
                Ok(Message::Write(first)) => {
                    let mut group = vec![first];
                    while group.len() < LARGEST_GROUP && close.is_none() {
                        match messages.try_recv() {
                            Ok(Message::Write(next)) => group.push(next),
                            // Nothing of the group is written yet: it sees what was committed, and need not wait.
                            Ok(Message::Glance(glance)) => self.glance(glance),
                            Ok(Message::Close(reply)) => close = Some(reply),
                            Err(_) => break,
                        }
                    }
                    self.commit(group);
                }
                Ok(Message::Glance(glance)) => self.glance(glance),
                Ok(Message::Close(reply)) => close = Some(reply),
                Err(_) => return,
            }
        }
        // Leaves a database file that is whole without its log; a failure only leaves the log in place.
        if let Some(connection) = lock(&self.connection).take() {
            let _ = connection.execute_batch("pragma wal_checkpoint(truncate)");
        }
        if let Some(reply) = close {
            let _ = reply.send(());
        }
    }

    fn glance(&self, glance: Glance) {
        if let Some(connection) = lock(&self.connection).as_mut() {
            glance(connection, self.probe.as_ref());
        }
    }

    fn commit(&mut self, mut group: Vec<Box<dyn Operation>>) {
        let stopped = self.stopped.load(Ordering::Acquire);
        let outcome = match lock(&self.connection).as_mut() {
            Some(connection) if !stopped => self.run(connection, &mut group),
            _ => Err(StoreError::Stopped),
        };
        if matches!(outcome, Err(StoreError::Stopped)) && !stopped {
            self.stopped.store(true, Ordering::Release);
            tracing::error!(
                "The disk failed while saving; nothing more is written until a restart."
            );
        }
        for operation in group {
            operation.acknowledge(outcome.as_ref().copied().map_err(again), &self.hub);
        }
    }

    /// Runs the group, and leaves no transaction open.
    fn run(
        &self,
        connection: &mut Connection,
        group: &mut [Box<dyn Operation>],
    ) -> Result<(), StoreError> {
        let outcome = self.run_together(connection, group);
        if outcome.is_err() && !connection.is_autocommit() {
            let _ = connection.execute_batch("rollback");
        }
        outcome
    }

    /// Runs the group in one transaction; an operation that fails takes only its own savepoint back.
    fn run_together(
        &self,
        connection: &mut Connection,
        group: &mut [Box<dyn Operation>],
    ) -> Result<(), StoreError> {
        batch(connection, "begin immediate")?;
        if let [alone] = group {
            if !self.perform(connection, alone)? {
                return batch(connection, "rollback");
            }
        } else {
            for operation in group {
                batch(connection, "savepoint operation")?;
                if !self.perform(connection, operation)? {
                    batch(connection, "rollback to operation")?;
                }
                batch(connection, "release operation")?;
            }
        }
        if let Some(probe) = &self.probe {
            probe(Point::Commit)?;
        }
        batch(connection, "commit")?;
        if let Some(probe) = &self.probe {
            let _ = probe(Point::Committed);
        }
        Ok(())
    }

    /// Tells whether the operation succeeded.
    fn perform(
        &self,
        connection: &mut Connection,
        operation: &mut Box<dyn Operation>,
    ) -> Result<bool, StoreError> {
        let succeeded = operation.run(connection, self.probe.as_ref());
        if connection.is_autocommit() {
            // SQLite took the whole transaction back by itself, as it does when the disk is full.
            return Err(StoreError::DiskFull);
        }
        Ok(succeeded)
    }
}

fn lock(connection: &Shared) -> MutexGuard<'_, Option<Connection>> {
    connection.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads in a transaction that is taken back, so that all of it sees the same and nothing is written.
fn glance<T, F>(connection: &mut Connection, probe: Option<&Probe>, op: F) -> Result<T, StoreError>
where
    F: for<'t, 'c> FnOnce(&'t mut Tx<'c>) -> BoxFuture<'t, Result<T, StoreError>>,
{
    batch(connection, "begin")?;
    let read = run_now(connection, probe, op).map(|(read, _)| read);
    match connection.is_autocommit() {
        true => read,
        false => batch(connection, "rollback").and(read),
    }
}

fn batch(connection: &Connection, sql: &'static str) -> Result<(), StoreError> {
    let mut statement = connection
        .prepare_cached(sql)
        .map_err(|error| map_error(&error))?;
    statement
        .raw_execute()
        .map(|_| ())
        .map_err(|error| map_error(&error))
}

/// The same error once more, for each of the group.
fn again(error: &StoreError) -> StoreError {
    match error {
        StoreError::DiskFull => StoreError::DiskFull,
        StoreError::Busy => StoreError::Busy,
        StoreError::Stopped => StoreError::Stopped,
        other => StoreError::internal(other),
    }
}
