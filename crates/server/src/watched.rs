//! Points that somebody may watch: before and after every commit, every call to a carrier and every call to a model.
//!
//! Nobody watches the program that people install. The kill harness runs it with somebody who ends the process at one of the points
//! (`examples/faulty.rs`), as nothing else could so exactly.

use std::process::ExitCode;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use futures_util::future::BoxFuture;
use steward_channels::{Carrier, FileResult, InboundText, LookupResult, Outbound, SendResult};
use steward_llm::{ChatModel, Models, OnDelta};
use steward_model::{ChatAnswer, ChatRequest, EffectClass, ModelFailure, Timestamp};
use steward_runtime::RuntimeSettings;
use steward_store::{Point, Probe, SendRules};

/// Who watches: is told the name of every point that is come by.
pub type Watcher = fn(&'static str);

static WATCHER: OnceLock<Watcher> = OnceLock::new();

/// Runs the program as [`crate::run`] does, with somebody who watches, and with times that are short.
pub fn run_watched(watcher: Watcher) -> ExitCode {
    WATCHER.get_or_init(|| watcher);
    crate::run()
}

/// What looks at every commit.
pub(crate) fn probe() -> Option<Probe> {
    let watcher = WATCHER.get()?;
    Some(Arc::new(move |at| {
        match at {
            Point::Commit => watcher("before a commit"),
            Point::Committed => watcher("after a commit"),
            Point::Statement(_) => {}
        }
        Ok(())
    }))
}

/// While somebody watches, times that are safe when everybody is on one machine and nobody is slow, so that a harness need not
/// wait for minutes.
pub(crate) fn hastened(settings: RuntimeSettings) -> RuntimeSettings {
    if WATCHER.get().is_none() {
        return settings;
    }
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
    match WATCHER.get() {
        Some(watcher) => Arc::new(Watched(carrier, *watcher)),
        None => Arc::new(carrier),
    }
}

/// Models of which the one with this name has calls that are points.
pub(crate) fn models(models: Models, name: &str) -> Models {
    match (WATCHER.get(), models.find(name)) {
        (Some(watcher), Ok(model)) => models.with(name, Arc::new(Watched(model, *watcher))),
        _ => models,
    }
}

/// Somebody whose calls are points.
struct Watched<T>(T, Watcher);

impl<T: Carrier> Carrier for Watched<T> {
    fn class(&self) -> EffectClass {
        self.0.class()
    }

    fn send<'a>(&'a self, outbound: &'a Outbound) -> BoxFuture<'a, SendResult> {
        Box::pin(async move {
            (self.1)("before a send");
            let result = self.0.send(outbound).await;
            (self.1)("after a send");
            result
        })
    }

    fn look_up<'a>(
        &'a self,
        outbound: &'a Outbound,
        since: Timestamp,
    ) -> BoxFuture<'a, LookupResult> {
        Box::pin(async move {
            (self.1)("before a lookup");
            let result = self.0.look_up(outbound, since).await;
            (self.1)("after a lookup");
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
            (self.1)("before a model call");
            let answer = self.0.chat(request, on_delta).await;
            (self.1)("after a model call");
            answer
        })
    }
}
