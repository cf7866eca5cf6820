//! The one writer: group commit.
//!
//! While a commit waits for the disk, further operations queue up; the next transaction takes all of them, each in a
//! savepoint of its own, and one flush makes them durable together. An operation that is alone needs no savepoint. Nobody
//! waits for a timer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
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
}

enum Message {
    Write(Box<dyn Operation>),
    Close(oneshot::Sender<()>),
}

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
        let flag = Arc::clone(&stopped);
        thread::Builder::new()
            .name("sqlite-writer".into())
            .spawn(move || {
                Group {
                    connection,
                    probe,
                    hub,
                    stopped: flag,
                }
                .serve(&messages)
            })
            .map_err(StoreError::internal)?;
        Ok(Self { queue, stopped })
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
        if self.queue.len() >= LONGEST_QUEUE {
            return Err(StoreError::Busy);
        }
        self.queue
            .send(Message::Write(pending))
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
    connection: Connection,
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
                            Ok(Message::Close(reply)) => close = Some(reply),
                            Err(_) => break,
                        }
                    }
                    self.commit(group);
                }
                Ok(Message::Close(reply)) => close = Some(reply),
                Err(_) => return,
            }
        }
        // Leaves a database file that is whole without its log; a failure only leaves the log in place.
        let _ = self
            .connection
            .execute_batch("pragma wal_checkpoint(truncate)");
        drop(self.connection);
        if let Some(reply) = close {
            let _ = reply.send(());
        }
    }

    fn commit(&mut self, mut group: Vec<Box<dyn Operation>>) {
        let stopped = self.stopped.load(Ordering::Acquire);
        let outcome = if stopped {
            Err(StoreError::Stopped)
        } else {
            self.run(&mut group)
        };
        if outcome.is_err() && !self.connection.is_autocommit() {
            let _ = self.connection.execute_batch("rollback");
        }
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

    /// Runs the group in one transaction; an operation that fails takes only its own savepoint back.
    fn run(&mut self, group: &mut [Box<dyn Operation>]) -> Result<(), StoreError> {
        self.batch("begin immediate")?;
        if let [alone] = group {
            if !self.perform(alone)? {
                return self.batch("rollback");
            }
        } else {
            for operation in group {
                self.batch("savepoint operation")?;
                if !self.perform(operation)? {
                    self.batch("rollback to operation")?;
                }
                self.batch("release operation")?;
            }
        }
        if let Some(probe) = &self.probe {
            probe(Point::Commit)?;
        }
        self.batch("commit")?;
        if let Some(probe) = &self.probe {
            let _ = probe(Point::Committed);
        }
        Ok(())
    }

    /// Tells whether the operation succeeded.
    fn perform(&mut self, operation: &mut Box<dyn Operation>) -> Result<bool, StoreError> {
        let succeeded = operation.run(&mut self.connection, self.probe.as_ref());
        if self.connection.is_autocommit() {
            // SQLite took the whole transaction back by itself, as it does when the disk is full.
            return Err(StoreError::DiskFull);
        }
        Ok(succeeded)
    }

    fn batch(&self, sql: &'static str) -> Result<(), StoreError> {
        let mut statement = self
            .connection
            .prepare_cached(sql)
            .map_err(|error| map_error(&error))?;
        statement
            .raw_execute()
            .map(|_| ())
            .map_err(|error| map_error(&error))
    }
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
