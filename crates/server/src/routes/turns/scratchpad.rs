//! Everything that happened in a turn, as people read it.

use serde::Serialize;
use serde_json::{Value, json};
use steward_agent::{Event, ToolEnd};
use steward_model::{Role, Timestamp};
use steward_store::{Prompted, StepRecord, TurnRecord};
use utoipa::ToSchema;

use super::TurnView;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::routes::effects::EffectView;

/// Items of one turn that are shown at the most.
const MOST_ITEMS: i64 = 200;

/// A turn and everything that happened in it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TurnDetail {
    turn: TurnView,
    steps: Vec<StepView>,
    artifacts: Vec<Artifact>,
    stats: Stats,
}

/// One step of a turn.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TurnStep)]
pub(crate) struct StepView {
    no: i64,
    /// `model`, `tools` or `look`.
    kind: String,
    /// `started` or `done`.
    status: String,
    /// How often it was begun; more than once means that it was interrupted.
    attempt: i64,
    /// What came of it; null while it is under way.
    #[schema(value_type = Option<Object>)]
    result: Option<Value>,
    /// Why there is no answer, if so.
    error: Option<String>,
    input_tokens: i64,
    output_tokens: i64,
    /// In millionths of a dollar.
    cost_micros: i64,
    latency_ms: Option<i64>,
    #[schema(format = DateTime)]
    started_at: String,
}

/// Something that a turn started from or brought about.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TurnArtifact)]
pub(crate) struct Artifact {
    /// What it is, such as `setup`, `user`, `assistant`, `tool_call`, `effect` or `outcome`.
    key: String,
    value: Value,
    visibility: Visibility,
    #[schema(format = DateTime)]
    created_at: String,
}

/// Whom an artifact is shown to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ArtifactVisibility)]
pub(crate) enum Visibility {
    /// Admins and owners: what the model was told.
    Internal,
    /// The team: what was said and done.
    Team,
}

/// What a turn took.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TurnStats)]
pub(crate) struct Stats {
    model_calls: usize,
    tool_calls: usize,
    failed_calls: usize,
    /// Steps that were begun more than once.
    retries: i64,
    duration_ms: Option<i64>,
}

/// Reads everything the caller may see of it.
pub(super) async fn read(caller: &Caller, turn: TurnRecord) -> Result<TurnDetail, ApiError> {
    let record = caller.org().turn_record(&turn).await?;
    let learned = record.steps.iter().map(|step| {
        let event = step.event.as_deref();
        event.and_then(|json| serde_json::from_slice::<Event>(json).ok())
    });
    let learned: Vec<Option<Event>> = learned.collect();
    let stats = stats(&turn, &record.steps, &learned);
    let artifacts = artifacts(caller, &turn, &record).await?;
    let show_thinking = caller.app().settings.show_thinking;
    let steps = record.steps.into_iter().zip(learned);
    Ok(TurnDetail {
        steps: steps
            .map(|(step, event)| step_view(step, event, show_thinking))
            .collect(),
        turn: turn.into(),
        artifacts,
        stats,
    })
}

async fn artifacts(
    caller: &Caller,
    turn: &TurnRecord,
    record: &Prompted,
) -> Result<Vec<Artifact>, ApiError> {
    let setup: Value = serde_json::from_slice(&record.setup).unwrap_or_default();
    // What the model saw of the thread ends here; what the turn itself said follows.
    let seen = setup["history"][1].as_i64().unwrap_or(0);
    let mut artifacts = Vec::new();
    if caller.role >= Role::Admin {
        artifacts.push(artifact(
            "setup",
            setup,
            Visibility::Internal,
            turn.started_at,
        ));
    }
    let last = seen.saturating_add(MOST_ITEMS);
    let org = caller.org();
    for item in org.items_between(turn.thread_id, seen, last).await? {
        if item.turn_id == Some(turn.id) {
            let value = serde_json::from_slice(&item.content).unwrap_or_default();
            let key = item.kind.as_str();
            artifacts.push(artifact(key, value, Visibility::Team, item.created_at));
        }
    }
    for effect in org.effects_of_turn(turn.id).await? {
        let at = effect.created_at;
        let value = serde_json::to_value(EffectView::from(effect)).map_err(ApiError::internal)?;
        artifacts.push(artifact("effect", value, Visibility::Team, at));
    }
    if let (Some(outcome), Some(at)) = (&record.outcome, turn.ended_at) {
        let value = serde_json::from_slice(outcome).unwrap_or_default();
        artifacts.push(artifact("outcome", value, Visibility::Team, at));
    }
    Ok(artifacts)
}

fn artifact(key: &str, value: Value, visibility: Visibility, at: Timestamp) -> Artifact {
    Artifact {
        key: key.to_owned(),
        value,
        visibility,
        created_at: at.to_string(),
    }
}

fn step_view(step: StepRecord, event: Option<Event>, show_thinking: bool) -> StepView {
    let (mut result, mut error) = (None, None);
    match event {
        Some(Event::ModelAnswered { mut answer }) => {
            if !show_thinking {
                answer.thinking.clear();
            }
            result = Some(json!(answer));
        }
        Some(Event::ModelFailed { failure }) => error = Some(failure.to_string()),
        Some(Event::ToolsFinished { reports }) => result = Some(json!({ "reports": reports })),
        Some(Event::LookedAgain { inputs }) => result = Some(json!({ "inputs": inputs })),
        Some(Event::Cancelled { partial_text }) => {
            error = Some("Somebody stopped it.".to_owned());
            result = Some(json!({ "partial_text": partial_text }));
        }
        Some(Event::Started) | None => {}
    }
    let status = if step.event.is_some() {
        "done"
    } else {
        "started"
    };
    StepView {
        no: step.no,
        kind: step.kind,
        status: status.to_owned(),
        attempt: step.attempt,
        result,
        error,
        input_tokens: step.input_tokens,
        output_tokens: step.output_tokens,
        cost_micros: step.cost_micros,
        latency_ms: step.ended_at.map(|at| millis(step.started_at, at)),
        started_at: step.started_at.to_string(),
    }
}

fn stats(turn: &TurnRecord, steps: &[StepRecord], learned: &[Option<Event>]) -> Stats {
    let reports = learned.iter().flatten().filter_map(|event| match event {
        Event::ToolsFinished { reports } => Some(reports),
        _ => None,
    });
    let reports: Vec<_> = reports.flatten().collect();
    let failed = |end: &ToolEnd| matches!(end, ToolEnd::Failed { .. });
    Stats {
        model_calls: steps.iter().filter(|step| step.kind == "model").count(),
        tool_calls: reports.len(),
        failed_calls: reports.iter().filter(|report| failed(&report.end)).count(),
        retries: steps.iter().map(|step| step.attempt - 1).sum(),
        duration_ms: turn.ended_at.map(|at| millis(turn.started_at, at)),
    }
}

fn millis(from: Timestamp, to: Timestamp) -> i64 {
    to.as_micros().saturating_sub(from.as_micros()) / 1_000
}
