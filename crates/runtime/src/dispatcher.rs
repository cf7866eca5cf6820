//! Gives threads to workers: those it is told of at once, and all others when it looks around.

use std::collections::HashSet;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use steward_model::ThreadId;
use steward_store::{StoreError, WaitingThread};
use tokio::sync::{Notify, watch};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{Instant, sleep_until, timeout};

use crate::turn::{RunError, Signal, run_thread};
use crate::{
    Inner, clockwork, compaction, figures, files, indexer, mail, mirror, news, sender, switches,
    text,
};

/// The longest that nobody looks around: what other processes leave behind is found by then.
const LONGEST_NAP: Duration = Duration::from_secs(30);

/// How long handing over may take.
const HAND_OVER: Duration = Duration::from_secs(2);

/// Threads that are remembered by name; beyond that it is simpler to ask the database.
const MOST_TOLD: usize = 1_000;

/// Who is told that there is something to do.
#[derive(Debug, Default)]
pub(crate) struct Wakes {
    news: Mutex<News>,
    told: Notify,
    /// For the sender.
    pub(crate) outbox: Notify,
    /// For the indexer.
    pub(crate) memory: Notify,
}

/// What the dispatcher has not heard yet.
#[derive(Debug, Default)]
struct News {
    threads: HashSet<WaitingThread>,
    /// Somewhere is something that nobody named.
    look: bool,
}

impl Wakes {
    /// This thread has something to do.
    pub(crate) fn thread(&self, thread: WaitingThread) {
        let mut news = self.lock();
        if news.threads.len() < MOST_TOLD {
            news.threads.insert(thread);
        } else {
            news.look = true;
        }
        drop(news);
        self.told.notify_one();
    }

    /// Something has something to do.
    pub(crate) fn everything(&self) {
        self.lock().look = true;
        self.told.notify_one();
        self.outbox.notify_one();
    }

    fn take(&self) -> News {
        std::mem::take(&mut *self.lock())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, News> {
        self.news.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The runtime at work. Dropping it ends everything at once, as a crash would: what was under way is found by whoever
/// starts next.
pub struct Working {
    runtime: Arc<Inner>,
    stopping: watch::Sender<bool>,
    tasks: Vec<JoinHandle<()>>,
}

impl Drop for Working {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}

impl Working {
    pub(crate) async fn start(runtime: Arc<Inner>) -> Result<Self, StoreError> {
        clockwork::put_in_order(&runtime).await?;
        let (stopping, stop) = watch::channel(false);
        let tasks = vec![
            tokio::spawn(Dispatcher::new(Arc::clone(&runtime)).run(stop.clone())),
            tokio::spawn(sender::run(Arc::clone(&runtime), stop.clone())),
            tokio::spawn(clockwork::run(Arc::clone(&runtime), stop.clone())),
            tokio::spawn(indexer::run(Arc::clone(&runtime), stop.clone())),
            tokio::spawn(indexer::keep_ready(Arc::clone(&runtime), stop.clone())),
            tokio::spawn(indexer::read_accounts(Arc::clone(&runtime), stop.clone())),
            tokio::spawn(mirror::run(Arc::clone(&runtime), stop.clone())),
            tokio::spawn(news::run(Arc::clone(&runtime), stop.clone())),
            tokio::spawn(switches::run(Arc::clone(&runtime), stop.clone())),
            tokio::spawn(mail::run(Arc::clone(&runtime), stop.clone())),
            tokio::spawn(text::run(Arc::clone(&runtime), stop.clone())),
            tokio::spawn(files::run(Arc::clone(&runtime), stop.clone())),
            tokio::spawn(compaction::run(Arc::clone(&runtime), stop)),
        ];
        Ok(Self {
            runtime,
            stopping,
            tasks,
        })
    }

    /// Takes no more work, lets what is under way finish for so long, and leaves the rest to the next process.
    pub async fn stop(mut self, patience: Duration) {
        // Those who listen have ended if nobody does.
        let _ = self.stopping.send(true);
        if timeout(patience, self.finished()).await.is_err() {
            self.runtime.running.raise_all(Signal::Yield);
            // Whoever cannot hand over by then is left to its lease.
            let _ = timeout(HAND_OVER, self.finished()).await;
        }
    }

    async fn finished(&mut self) {
        while let Some(task) = self.tasks.last_mut() {
            // A task that broke has ended too.
            let _ = task.await;
            self.tasks.pop();
        }
    }
}

/// Resolves when everybody is to stop.
pub(crate) async fn stopped(stop: &mut watch::Receiver<bool>) {
    // Whoever would say so is gone: that says it too.
    let _ = stop.wait_for(|stop| *stop).await;
}

/// Who is at which thread.
struct Dispatcher {
    runtime: Arc<Inner>,
    workers: JoinSet<(WaitingThread, Result<bool, RunError>)>,
    busy: HashSet<ThreadId>,
    /// Told of while somebody was at it: to be looked at again afterwards.
    again: HashSet<WaitingThread>,
    ready: Vec<WaitingThread>,
    next_look: Instant,
    /// The last look did not show everything.
    more: bool,
}

impl Dispatcher {
    fn new(runtime: Arc<Inner>) -> Self {
        Self {
            runtime,
            workers: JoinSet::new(),
            busy: HashSet::new(),
            again: HashSet::new(),
            ready: Vec::new(),
            next_look: Instant::now(),
            more: false,
        }
    }

    async fn run(mut self, mut stop: watch::Receiver<bool>) {
        loop {
            tokio::select! {
                () = stopped(&mut stop) => break,
                () = self.runtime.wakes.told.notified() => {}
                () = sleep_until(self.next_look), if self.has_room() => self.look_around().await,
                Some(done) = self.workers.join_next(), if !self.workers.is_empty() => self.done(done),
            }
            while let Some(done) = self.workers.try_join_next() {
                self.done(done);
            }
            let news = self.runtime.wakes.take();
            for thread in news.threads {
                self.consider(thread);
            }
            self.employ();
            if news.look || (self.more && self.ready.is_empty()) {
                self.next_look = Instant::now();
            }
        }
        // Whoever is at work may finish; `Working::stop` decides for how long.
        while self.workers.join_next().await.is_some() {}
    }

    fn has_room(&self) -> bool {
        self.workers.len() < self.runtime.settings.workers
    }

    /// Asks the database for threads that nobody told us of.
    async fn look_around(&mut self) {
        let limit = u32::try_from(self.runtime.settings.workers).unwrap_or(u32::MAX);
        let limit = limit.saturating_mul(2);
        self.more = false;
        match self.runtime.store.waiting_threads(limit).await {
            Ok(waiting) => {
                self.more = waiting.len() >= limit as usize;
                figures::threads_wait(waiting.len());
                waiting.into_iter().for_each(|thread| self.consider(thread));
            }
            Err(error) => tracing::warn!(%error, "waiting threads could not be read"),
        }
        let poll = self.runtime.settings.poll;
        let nap = match self.runtime.store.next_wake().await {
            Ok(Some(at)) => {
                let wait = at
                    .as_micros()
                    .saturating_sub(self.runtime.now().as_micros());
                Duration::from_micros(u64::try_from(wait).unwrap_or(0)).clamp(poll, LONGEST_NAP)
            }
            Ok(None) => LONGEST_NAP,
            Err(_) => poll,
        };
        // With several processes on one database, another may leave a thread at any time.
        let nap = if self.runtime.store.is_shared() {
            nap.min(poll)
        } else {
            nap
        };
        self.next_look = Instant::now() + nap;
    }

    fn consider(&mut self, thread: WaitingThread) {
        if self.busy.contains(&thread.id) {
            self.again.insert(thread);
        } else if !self.ready.contains(&thread) {
            self.ready.push(thread);
        }
    }

    /// Gives ready threads to workers, as long as there is room.
    fn employ(&mut self) {
        let room = self
            .runtime
            .settings
            .workers
            .saturating_sub(self.workers.len());
        for thread in self.ready.drain(..room.min(self.ready.len())) {
            self.busy.insert(thread.id);
            let runtime = Arc::clone(&self.runtime);
            self.workers.spawn(async move {
                let work = AssertUnwindSafe(run_thread(&runtime, thread)).catch_unwind();
                let broken = RunError::Broken("a worker panicked");
                (thread, work.await.unwrap_or(Err(broken)))
            });
        }
        if !self.ready.is_empty() {
            // No room: whoever finishes comes back here.
            tracing::debug!(waiting = self.ready.len(), "every worker is busy");
        }
    }

    fn done(
        &mut self,
        done: Result<(WaitingThread, Result<bool, RunError>), tokio::task::JoinError>,
    ) {
        let (thread, result) = match done {
            Ok(done) => done,
            Err(error) => {
                // A panic is caught inside, and nobody cancels a worker but whoever ends everything.
                tracing::error!(%error, "a worker was cancelled");
                return;
            }
        };
        self.busy.remove(&thread.id);
        let told = self.again.remove(&thread);
        match result {
            Ok(more) => {
                if more || told {
                    self.consider(thread);
                }
            }
            // Somebody else has it, or something arrived just then: the database knows.
            Err(RunError::Lost | RunError::Deferred) => self.next_look = Instant::now(),
            Err(error) => {
                tracing::error!(thread = %thread.id, %error, "a turn broke off");
                self.next_look = self
                    .next_look
                    .min(Instant::now() + self.runtime.settings.poll);
            }
        }
    }
}
