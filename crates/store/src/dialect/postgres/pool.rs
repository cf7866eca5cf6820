//! Connections to a Postgres server, lent to one operation at a time.
//!
//! Not the library's pool, which asks the server whether a connection is alive before and after each use: two waits more for
//! every operation, of which most have two or three. Here a connection is asked only if it lay idle, or if whoever had it did not
//! come to an end with it.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection as _, Executor as _, PgConnection};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep, timeout, timeout_at};

use super::map_error;
use crate::StoreError;

/// For how long somebody waits for a connection.
const LONGEST_WAIT: Duration = Duration::from_secs(5);
/// The first pause before a server that refuses is tried again; each is twice as long as the one before.
const FIRST_PAUSE: Duration = Duration::from_millis(10);
/// A connection that was idle for longer is asked whether it is alive.
const SURELY_ALIVE: Duration = Duration::from_secs(1);
/// What is not needed is given up.
const LONGEST_IDLE: Duration = Duration::from_secs(600);
/// The server keeps things for a connection that only its end frees.
const LONGEST_LIFE: Duration = Duration::from_secs(1800);

/// At most so many connections, made when they are needed.
#[derive(Clone)]
pub(super) struct Pool {
    shared: Arc<Shared>,
}

struct Shared {
    options: PgConnectOptions,
    most: u32,
    places: Arc<Semaphore>,
    /// The one used last is lent first, so that the others grow old.
    idle: Mutex<Vec<Idle>>,
}

struct Idle {
    connection: PgConnection,
    made: Instant,
    since: Instant,
}

/// What a connection is lent for, and so what must be done to it before somebody else may have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// Single statements.
    Reads,
    /// A transaction.
    Writes,
}

/// A connection, until this is dropped.
pub(super) struct Lent {
    /// Nothing once it is given back.
    held: Option<Held>,
    lent_for: Use,
    is_through: bool,
}

struct Held {
    connection: PgConnection,
    made: Instant,
    shared: Arc<Shared>,
    place: OwnedSemaphorePermit,
}

impl Pool {
    /// Opens the pool and proves that the database answers.
    pub(super) async fn open(options: PgConnectOptions, most: u32) -> Result<Self, StoreError> {
        let pool = Self {
            shared: Arc::new(Shared {
                options,
                most,
                places: Arc::new(Semaphore::new(most as usize)),
                idle: Mutex::default(),
            }),
        };
        pool.lend(Use::Reads).await?.end(None);
        Ok(pool)
    }

    /// A connection that answers. [`StoreError::Busy`] if others have all there may be for too long.
    pub(super) async fn lend(&self, lent_for: Use) -> Result<Lent, StoreError> {
        let until = Instant::now() + LONGEST_WAIT;
        let shared = Arc::clone(&self.shared);
        let place = match timeout_at(until, Arc::clone(&shared.places).acquire_owned()).await {
            Ok(Ok(place)) => place,
            Ok(Err(_)) => return Err(StoreError::Unavailable("the database is closed".into())),
            Err(_) => return Err(StoreError::Busy),
        };
        let (connection, made) = match shared.alive(until).await {
            Some(found) => found,
            None => (shared.connect(until).await?, Instant::now()),
        };
        Ok(Lent {
            held: Some(Held {
                connection,
                made,
                shared,
                place,
            }),
            lent_for,
            is_through: false,
        })
    }

    /// Waits until every connection was given back, and closes them.
    pub(super) async fn close(&self) {
        let all = self.shared.places.acquire_many(self.shared.most).await;
        self.shared.places.close();
        drop(all);
        let idle = std::mem::take(&mut *self.shared.idle());
        for idle in idle {
            // Whether it says goodbye or not, the server drops the connection.
            let _ = idle.connection.close().await;
        }
    }
}

impl Shared {
    fn idle(&self) -> MutexGuard<'_, Vec<Idle>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An idle connection, asked whether it is alive unless that is known.
    async fn alive(&self, until: Instant) -> Option<(PgConnection, Instant)> {
        loop {
            let mut idle = self.idle().pop()?;
            if idle.since.elapsed() < SURELY_ALIVE {
                return Some((idle.connection, idle.made));
            }
            if let Ok(Ok(())) = timeout_at(until, idle.connection.ping()).await {
                return Some((idle.connection, idle.made));
            }
        }
    }

    /// A new connection. A server that refuses may be about to start, and is tried again for a while.
    async fn connect(&self, until: Instant) -> Result<PgConnection, StoreError> {
        let mut pause = FIRST_PAUSE;
        loop {
            match timeout_at(until, PgConnection::connect_with(&self.options)).await {
                Ok(Ok(connection)) => return Ok(connection),
                Ok(Err(error)) if !may_be_starting(&error) => return Err(map_error(error)),
                Ok(Err(_)) if Instant::now() + pause < until => sleep(pause).await,
                Ok(Err(_)) | Err(_) => {
                    let reason = "no connection could be made".to_owned();
                    return Err(StoreError::Unavailable(reason));
                }
            }
            pause *= 2;
        }
    }

    fn take_back(&self, connection: PgConnection, made: Instant) {
        if self.places.is_closed() || made.elapsed() > LONGEST_LIFE {
            return;
        }
        let mut idle = self.idle();
        if idle
            .first()
            .is_some_and(|first| first.since.elapsed() > LONGEST_IDLE)
        {
            idle.remove(0);
        }
        idle.push(Idle {
            connection,
            made,
            since: Instant::now(),
        });
    }
}

/// Whether a server that does not let us in may do so in a moment.
fn may_be_starting(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(error) => error.kind() == std::io::ErrorKind::ConnectionRefused,
        // It starts, or has all the connections it may have.
        sqlx::Error::Database(error) => matches!(error.code().as_deref(), Some("57P03" | "53300")),
        _ => false,
    }
}

impl Lent {
    /// The operation came to its end: well, or with an error. Without one nothing is open any more, and every answer was read.
    pub(super) fn end(mut self, error: Option<&StoreError>) {
        match (error, &self.held) {
            (None, _) => self.is_through = true,
            // It is gone, and most likely the others with it, as when the server was started anew.
            (Some(StoreError::Unavailable(_)), Some(held)) => {
                held.shared.idle().clear();
                self.held = None;
            }
            (Some(_), _) => {}
        }
    }
}

impl Held {
    /// Gives the connection back.
    fn give_back(self) {
        self.shared.take_back(self.connection, self.made);
        drop(self.place);
    }

    /// Brings a connection that was left in the middle of something to where the next one can begin.
    async fn tidy(mut self, lent_for: Use) {
        let tidied = timeout(LONGEST_WAIT, async {
            match lent_for {
                Use::Reads => self.connection.ping().await,
                Use::Writes => self.connection.execute("rollback").await.map(|_| ()),
            }
        });
        match tidied.await {
            Ok(Ok(())) => self.give_back(),
            _ => self.shared.idle().clear(),
        }
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        let Some(held) = self.held.take() else {
            return;
        };
        if self.is_through {
            held.give_back();
        } else if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(held.tidy(self.lent_for));
        }
        // Without a runtime it ends here, and what was open on it with it.
    }
}

impl Deref for Lent {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        match &self.held {
            Some(held) => &held.connection,
            None => unreachable!("it is given back when it is dropped"),
        }
    }
}

impl DerefMut for Lent {
    fn deref_mut(&mut self) -> &mut PgConnection {
        match &mut self.held {
            Some(held) => &mut held.connection,
            None => unreachable!("it is given back when it is dropped"),
        }
    }
}
