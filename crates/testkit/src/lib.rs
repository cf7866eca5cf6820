#![doc = include_str!("../README.md")]
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot be set up has failed"
)]

mod carrier;
mod database;
mod postgres;
mod probe;
mod raw;
mod schema;

pub use self::carrier::{Accepted, Callback, CarrierSettings, FakeCarrier, Fault, FaultPlan};
pub use self::database::{Backend, TestDatabase, on_both};
pub use self::probe::{FailAt, Recorder};
pub use self::raw::{Cell, Dump, Raw};
pub use self::schema::{Index, Schema};

/// Runs a future to its end on a thread of its own, for probes: they are called inside the runtime but cannot await.
pub fn run_aside<T: Send>(future: impl Future<Output = T> + Send) -> T {
    std::thread::scope(|scope| {
        let aside = scope.spawn(|| {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(future)
        });
        aside.join().unwrap()
    })
}
