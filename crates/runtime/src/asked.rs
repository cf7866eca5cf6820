//! A model that is asked without an agent, on behalf of an organisation.

use steward_llm::{Call, OnDelta};
use steward_model::{ChatRequest, Flag, ModelFailure, OrgId, Scope};
use steward_store::Limit;

use crate::Runtime;
use crate::switches::switched_off;
use crate::turn::{Funds, period};

impl Runtime {
    /// Asks a model once. What it costs counts against what the organisation may spend in a day. It is cut short when agents
    /// are switched off.
    pub async fn ask(&self, org: OrgId, request: &ChatRequest, on_delta: OnDelta<'_>) -> Call {
        let inner = &self.inner;
        let daily = inner.settings.daily.org;
        let limits = vec![Limit {
            scope: Scope::Org(org).to_string(),
            micros: daily.micros,
            tokens: daily.tokens,
        }];
        let funds = Funds::new(inner, org, limits, period(inner.now()));
        tokio::select! {
            biased;
            () = switched_off(inner, org, Flag::Agents) => Call {
                result: Err(ModelFailure::SwitchedOff),
                attempts: Vec::new(),
            },
            call = inner.pipeline.call(request, &funds, on_delta) => call,
        }
    }
}
