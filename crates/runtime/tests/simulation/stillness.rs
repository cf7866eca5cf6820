//! Lets time stand still while the database is at work.
//!
//! Simulated time goes on when nobody has anything to do. A task that waits for the database's threads has nothing to do
//! either, and so an answer would come at another time in every run. Here somebody looks at every moment at which a task
//! may act, and stops the time until the database has answered everybody.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use steward_model::{Clock, MemberId, NoticeId, OrgId, SystemIds, Timestamp};
use steward_store::{Probe, Store};
use tokio::task::{JoinHandle, yield_now};

/// Every timer in the simulation goes off at a multiple of it.
pub(super) const MOMENT: Duration = Duration::from_millis(10);

/// After so many times everybody who could do something has done it.
const TURNS: usize = 3;

/// 2026-01-01T00:00:00Z.
const START: Timestamp = Timestamp::from_micros(1_767_225_600_000_000);

/// The simulation's time, which also counts who works. Whoever acts by himself looks at the clock first, whoever hears
/// something from outside says so, and nobody goes on without a statement.
#[derive(Debug, Clone, Default)]
pub(super) struct Hands {
    micros: Arc<AtomicI64>,
    work: Arc<AtomicU64>,
}

impl Clock for Hands {
    fn now(&self) -> Timestamp {
        self.stir();
        // The database's threads are outside of the simulation.
        if let Some(elapsed) = turmoil::sim_elapsed() {
            let micros = i64::try_from(elapsed.as_micros()).unwrap();
            self.micros.store(micros, Ordering::SeqCst);
        }
        let elapsed = u64::try_from(self.micros.load(Ordering::SeqCst)).unwrap();
        START.plus(Duration::from_micros(elapsed))
    }
}

impl Hands {
    /// Somebody begins to work.
    pub(super) fn stir(&self) {
        self.work.fetch_add(1, Ordering::SeqCst);
    }

    /// Counts the statements.
    pub(super) fn probe(&self) -> Probe {
        let hands = self.clone();
        Arc::new(move |_| {
            hands.stir();
            Ok(())
        })
    }

    fn work(&self) -> u64 {
        self.work.load(Ordering::SeqCst)
    }
}

/// Time stands still for as long as it exists: a runtime whose time is simulated waits for blocking work.
pub(super) struct Still {
    release: mpsc::Sender<()>,
    blocking: JoinHandle<()>,
}

impl Still {
    pub(super) fn stand() -> Self {
        let (release, released) = mpsc::channel();
        let blocking = tokio::task::spawn_blocking(move || {
            // It ends when the other side is gone.
            let _ = released.recv();
        });
        Self { release, blocking }
    }

    pub(super) async fn go_on(self) {
        drop(self.release);
        self.blocking.await.unwrap();
    }
}

/// Watches over one store.
pub(super) struct Watch {
    store: Store,
    hands: Hands,
    /// What looking costs.
    own: u64,
}

impl Watch {
    /// While nobody else works.
    pub(super) async fn new(store: Store, hands: Hands) -> Self {
        let mut watch = Self {
            store,
            hands,
            own: 0,
        };
        let before = watch.hands.work();
        watch.follow().await;
        watch.own = watch.hands.work() - before;
        watch
    }

    /// Stops the time at every moment at which somebody works, until nobody does.
    pub(super) async fn run(self) {
        loop {
            let before = self.hands.work();
            tokio::time::sleep(MOMENT).await;
            self.everybody().await;
            if self.hands.work() != before {
                self.rest().await;
            }
        }
    }

    /// Waits until the database has answered everybody and nobody asks any more.
    pub(super) async fn rest(&self) {
        let still = Still::stand();
        let mut quiet = 0;
        // Once is not enough: whoever was answered just before the first look may ask after it.
        while quiet < 2 {
            let before = self.hands.work();
            self.everybody().await;
            self.follow().await;
            self.everybody().await;
            let alone = self.hands.work() - before == self.own;
            quiet = if alone { quiet + 1 } else { 0 };
        }
        still.go_on().await;
    }

    /// Goes through the queues of the writer and of the one reader, behind everybody who is there.
    async fn follow(&self) {
        let nobody = OrgId::generate(&SystemIds);
        let (notice, member) = (
            NoticeId::generate(&SystemIds),
            MemberId::generate(&SystemIds),
        );
        let org = self.store.org(nobody);
        assert!(!org.resolve_notice(notice, member).await.unwrap());
        self.store.ping().await.unwrap();
    }

    async fn everybody(&self) {
        for _ in 0..TURNS {
            yield_now().await;
        }
    }
}
