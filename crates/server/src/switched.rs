//! Routes that run a model or an agent, which answer 503 while agents are switched off. Everything else stays open: reading, the events
//! channel, people's decisions, what carriers deliver, and putting right what an agent remembers or is told.

use axum::extract::MatchedPath;
use http::Method;
use http::request::Parts;
use steward_model::{Flag, OrgId};
use steward_store::{StoppedBy, Switches};

use crate::error::ApiError;

/// By method and the template of the path.
const RUNS_AN_AGENT: [(Method, &str); 10] = [
    (Method::POST, "/api/chat"),
    (Method::POST, "/api/turns/debug"),
    (Method::POST, "/v1/agent/chat"),
    (Method::POST, "/v1/chat/completions"),
    (Method::POST, "/v1/embeddings"),
    (Method::POST, "/v1/responses"),
    (Method::POST, "/confirm"),
    (Method::POST, "/query"),
    (Method::POST, "/query/stream"),
    (Method::POST, "/search"),
];

/// Refuses a request that would run one for an organisation whose agents are off.
pub(crate) fn refuse(switches: &Switches, org: OrgId, parts: &Parts) -> Result<(), ApiError> {
    let Some(path) = parts.extensions.get::<MatchedPath>() else {
        return Ok(());
    };
    let runs = RUNS_AN_AGENT
        .iter()
        .any(|(method, route)| parts.method == method && path.as_str() == *route);
    match switches.stopped_by(org, Flag::Agents) {
        Some(by) if runs => Err(ApiError::switched_off(sentence(by))),
        _ => Ok(()),
    }
}

fn sentence(by: StoppedBy) -> &'static str {
    match by {
        StoppedBy::Configuration => {
            "Agents are switched off in the configuration. Whoever runs this installation can turn them on there."
        }
        StoppedBy::Installation => {
            "Agents are switched off for the whole installation. Whoever runs it can turn them on with `steward flags on agents`."
        }
        StoppedBy::Organisation => {
            "Agents are switched off. An owner or an admin can turn them on under Settings, Switches."
        }
    }
}
