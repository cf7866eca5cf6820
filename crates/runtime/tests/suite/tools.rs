//! Tools as tests need them: one that counts, one that breaks, one that hangs, one that says very much.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use steward_agent::{Action, Capability, Consent, ToolEntry, ToolRole};
use steward_model::{Integrity, ToolSpec};
use steward_tools::{Reach, Tool, ToolContext, ToolOutput};
use tokio::sync::Semaphore;

use super::mind::Inside;

/// The group of all of them.
pub(super) const TOOLSET: &str = "test";

type Act = dyn Fn(&Value) -> ToolOutput + Send + Sync;

/// A tool that does as a test says, and counts.
pub(super) struct Fake {
    name: &'static str,
    reach: Reach,
    consent: Consent,
    gate: Option<Arc<Semaphore>>,
    act: Box<Act>,
    made: AtomicUsize,
    inside: AtomicUsize,
}

impl Fake {
    pub(super) fn new(
        name: &'static str,
        act: impl Fn(&Value) -> ToolOutput + Send + Sync + 'static,
    ) -> Self {
        Self {
            name,
            reach: Reach::Local,
            consent: Consent::ByGate,
            gate: None,
            act: Box::new(act),
            made: AtomicUsize::new(0),
            inside: AtomicUsize::new(0),
        }
    }

    /// Says `done` and reaches this far.
    pub(super) fn reaching(name: &'static str, reach: Reach) -> Self {
        let mut tool = Self::new(name, |_| ToolOutput::done("done"));
        tool.reach = reach;
        tool
    }

    /// Does this instead.
    pub(super) fn doing(
        mut self,
        act: impl Fn(&Value) -> ToolOutput + Send + Sync + 'static,
    ) -> Self {
        self.act = Box::new(act);
        self
    }

    /// A person must agree to each call.
    pub(super) fn asking(mut self) -> Self {
        self.consent = Consent::Always;
        self
    }

    /// Ends when the gate lets one more through.
    pub(super) fn behind(mut self, gate: &Arc<Semaphore>) -> Self {
        self.gate = Some(Arc::clone(gate));
        self
    }

    /// How often it was called.
    pub(super) fn made(&self) -> usize {
        self.made.load(Ordering::SeqCst)
    }

    /// Whether no call is under way.
    pub(super) fn is_alone(&self) -> bool {
        self.inside.load(Ordering::SeqCst) == 0
    }
}

impl Tool for Fake {
    fn entry(&self) -> ToolEntry {
        ToolEntry {
            spec: ToolSpec {
                name: self.name.to_owned(),
                description: "A tool of a test.".to_owned(),
                input_schema: json!({
                    "type": "object",
                    "properties": {"n": {"type": "integer"}},
                }),
            }
            .into(),
            toolset: TOOLSET.to_owned(),
            role: ToolRole::Domain,
            consent: self.consent,
            right: None,
            least_origin: Integrity::Untrusted,
        }
    }

    fn needs(&self) -> &[Capability] {
        &[]
    }

    fn reach(&self) -> Reach {
        self.reach
    }

    fn action(&self, _: &ToolContext, _: &Value) -> Result<Option<Action>, String> {
        Ok(None)
    }

    fn call<'a>(&'a self, _: &'a ToolContext, arguments: Value) -> BoxFuture<'a, ToolOutput> {
        Box::pin(async move {
            let _inside = Inside::enter(&self.inside);
            self.made.fetch_add(1, Ordering::SeqCst);
            if let Some(gate) = &self.gate {
                gate.acquire().await.unwrap().forget();
            }
            (self.act)(&arguments)
        })
    }
}
