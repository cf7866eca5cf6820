//! Faults on demand, for the kill harness. Only a build with the feature `faults` has them, and no package is built so.
//!
//! The process counts the points it comes by: before and after every commit, every call to a carrier and every call to a
//! model. At the one that it was told, it kills or stops itself, as nothing else could so exactly.

use std::io::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use futures_util::future::BoxFuture;
use rustix::process::{Signal, getpid, kill_process};
use steward_channels::{Carrier, FileResult, InboundText, LookupResult, Outbound, SendResult};
use steward_llm::{ChatModel, Models, OnDelta};
use steward_model::{ChatAnswer, ChatRequest, EffectClass, ModelFailure, Timestamp};
use steward_runtime::RuntimeSettings;
use steward_store::{Point, Probe, SendRules};

/// Points that were come by since the start.
static PASSED: AtomicU64 = AtomicU64::new(0);
/// At which point to be killed, counted from one.
static KILL_AT: LazyLock<Option<u64>> = LazyLock::new(|| told("STEWARD_FAULT_KILL_AT"));
/// At which point to be stopped, until somebody says that it goes on.
static STOP_AT: LazyLock<Option<u64>> = LazyLock::new(|| told("STEWARD_FAULT_STOP_AT"));

/// What looks at every commit.
#[expect(clippy::unnecessary_wraps, reason = "a build without faults has none")]
pub(crate) fn probe() -> Option<Probe> {
    Some(Arc::new(|at| {
        match at {
            Point::Commit => point("before a commit"),
            Point::Committed => point("after a commit"),
            Point::Statement(_) => {}
        }
        Ok(())
    }))
}

/// Times that are safe when everybody is on one machine and nobody is slow, so that a harness need not wait for minutes.
pub(crate) fn hastened(settings: RuntimeSettings) -> RuntimeSettings {
    RuntimeSettings {
        lease: Duration::from_secs(1),
        poll: Duration::from_millis(100),
        send: SendRules {
            lease: Duration::from_secs(3),
            settle: Duration::from_millis(500),
            gap: Duration::from_millis(300),
            back_off: Duration::from_millis(50),
            ..settings.send
        },
        ..settings
    }
}

/// A carrier whose calls are points.
pub(crate) fn carrier(carrier: impl Carrier + 'static) -> Arc<dyn Carrier> {
    Arc::new(Watched(carrier))
}

/// Models of which the one with this name has calls that are points.
pub(crate) fn models(models: Models, name: &str) -> Models {
    match models.find(name) {
        Ok(model) => models.with(name, Arc::new(Watched(model))),
        Err(_) => models,
    }
}

fn point(name: &str) {
    let no = PASSED.fetch_add(1, Ordering::SeqCst) + 1;
    let signal = match Some(no) {
        at if at == *KILL_AT => Signal::KILL,
        at if at == *STOP_AT => Signal::STOP,
        _ => return,
    };
    // Whether anybody reads it or not, this is the end.
    let _ = writeln!(std::io::stderr(), "fault {no}: {name}");
    let _ = kill_process(getpid(), signal);
}

#[expect(
    clippy::disallowed_methods,
    reason = "no setting: a build without faults refuses to start with it"
)]
fn told(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Somebody whose calls are points.
struct Watched<T>(T);

impl<T: Carrier> Carrier for Watched<T> {
    fn class(&self) -> EffectClass {
        self.0.class()
    }

    fn send<'a>(&'a self, outbound: &'a Outbound) -> BoxFuture<'a, SendResult> {
        Box::pin(async move {
            point("before a send");
            let result = self.0.send(outbound).await;
            point("after a send");
            result
        })
    }

    fn look_up<'a>(
        &'a self,
        outbound: &'a Outbound,
        since: Timestamp,
    ) -> BoxFuture<'a, LookupResult> {
        Box::pin(async move {
            point("before a lookup");
            let result = self.0.look_up(outbound, since).await;
            point("after a lookup");
            result
        })
    }

    fn received<'a>(
        &'a self,
        line: &'a str,
        since: Timestamp,
    ) -> BoxFuture<'a, Result<Vec<InboundText>, String>> {
        self.0.received(line, since)
    }

    fn file<'a>(&'a self, url: &'a str) -> BoxFuture<'a, FileResult> {
        self.0.file(url)
    }
}

impl ChatModel for Watched<Arc<dyn ChatModel>> {
    fn chat<'a>(
        &'a self,
        request: &'a ChatRequest,
        on_delta: OnDelta<'a>,
    ) -> BoxFuture<'a, Result<ChatAnswer, ModelFailure>> {
        Box::pin(async move {
            point("before a model call");
            let answer = self.0.chat(request, on_delta).await;
            point("after a model call");
            answer
        })
    }
}
