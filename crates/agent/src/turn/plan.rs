//! Which of the calls the model wants are made.

use std::collections::{BTreeMap, BTreeSet};

use steward_model::{ToolCall, ToolOutcome, ToolResult};

use super::effect::PlannedCall;
use super::setup::Setup;
use crate::canonical::call_fingerprint;
use crate::response::{AgentResponse, coerce};
use crate::toolset::DONE;

/// The longest name of a tool that every provider takes.
const MAX_NAME: usize = 64;

/// A step's answer, before anything of it went out.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Draft {
    /// What it says.
    pub(super) said: Vec<String>,
    /// Every call it wants, in order.
    pub(super) calls: Vec<ToolCall>,
    /// Results that are known without calling.
    pub(super) known: BTreeMap<String, Known>,
    /// The calls to make.
    pub(super) runs: Vec<PlannedCall>,
    /// Whether it called `done`.
    pub(super) done: bool,
    /// What arrived while it was being written.
    pub(super) news: Option<String>,
}

/// A result that needs no call.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Known {
    /// The model did something wrong, and another such step is one too many.
    Fault(String),
    /// Nothing went wrong.
    Fine(String),
    /// The call was not made, for no fault of the tool's.
    Skipped(String),
}

/// What the turn remembers of calls that failed: fingerprint and what was said.
pub(super) type FailedCalls = BTreeMap<String, String>;

pub(super) fn plan(
    response: AgentResponse,
    setup: &Setup,
    step: u32,
    failed: &FailedCalls,
) -> Draft {
    let mut draft = Draft {
        said: response.messages,
        ..Draft::default()
    };
    let limit = setup.limits.max_calls_per_step;
    let excess = response.tool_calls.len().saturating_sub(limit);
    let mut seen = BTreeSet::new();
    // One call too many is kept to carry the message; a result for each of a thousand would fill the context.
    let considered = response
        .tool_calls
        .into_iter()
        .take(limit.saturating_add(1));
    for (index, written) in considered.enumerate() {
        let mut call = ToolCall {
            id: format!("{}_{step}_{}", setup.call_prefix, index + 1),
            name: written.name,
            arguments: written.args,
        };
        let judgement = if index < limit {
            judge(&mut call, setup, &mut seen, failed)
        } else {
            let text = format!(
                "Not made, {excess} in all: a step has room for {limit} calls. Ask again in the next step."
            );
            Judgement::Known(Known::Skipped(text))
        };
        make_sendable(&mut call);
        match judgement {
            Judgement::Done => {
                draft.done = true;
                draft
                    .known
                    .insert(call.id.clone(), Known::Fine("done".to_owned()));
            }
            Judgement::Known(known) => {
                draft.known.insert(call.id.clone(), known);
            }
            Judgement::Run(planned) => draft.runs.push(*planned),
        }
        draft.calls.push(call);
    }
    draft
}

impl Draft {
    /// Whether something of it speaks to the person.
    pub(super) fn answers(&self) -> bool {
        !self.said.is_empty() || self.runs.iter().any(PlannedCall::answers)
    }

    /// Takes back what speaks to the person, since something new came in.
    pub(super) fn withdraw(&mut self, news: String) {
        let runs = std::mem::take(&mut self.runs);
        let (answering, others): (Vec<_>, Vec<_>) =
            runs.into_iter().partition(PlannedCall::answers);
        self.runs = others;
        for planned in answering {
            let note = "Not done: a new message came in before this went out. See below.";
            self.known
                .insert(planned.call.id, Known::Skipped(note.to_owned()));
        }
        self.done = false;
        self.news = Some(news);
    }

    /// Its text as one.
    pub(super) fn text(&self) -> String {
        self.said.join("\n\n")
    }
}

impl PlannedCall {
    fn answers(&self) -> bool {
        self.role.answers()
    }
}

impl Known {
    pub(super) fn result(&self, call_id: &str) -> ToolResult {
        let (content, outcome) = match self {
            Self::Fine(content) => (content, ToolOutcome::Done),
            Self::Fault(content) | Self::Skipped(content) => (content, ToolOutcome::Failed),
        };
        ToolResult {
            call_id: call_id.to_owned(),
            content: content.clone(),
            outcome,
        }
    }
}

enum Judgement {
    Done,
    Known(Known),
    Run(Box<PlannedCall>),
}

/// Decides one call and fits its arguments. A call that cannot be made still gets a result the model can learn from.
fn judge(
    call: &mut ToolCall,
    setup: &Setup,
    seen: &mut BTreeSet<String>,
    failed: &FailedCalls,
) -> Judgement {
    if call.name == DONE {
        return Judgement::Done;
    }
    let Some(offer) = setup
        .tools
        .iter()
        .find(|offer| offer.spec.name == call.name)
    else {
        return fault(unknown_tool(&call.name, setup));
    };
    match coerce(&call.arguments, &offer.spec.input_schema) {
        Ok(arguments) => call.arguments = arguments,
        Err(problems) => return fault(format!("The arguments do not fit: {problems}")),
    }
    let fingerprint = call_fingerprint(&call.name, &call.arguments);
    if let Some(before) = failed.get(&fingerprint) {
        return fault(format!(
            "The same call failed before and was not made again. It said: {before}"
        ));
    }
    if !seen.insert(fingerprint) {
        return Judgement::Known(Known::Skipped(
            "The same call stands in this step already and was made once.".to_owned(),
        ));
    }
    Judgement::Run(Box::new(PlannedCall {
        call: call.clone(),
        role: offer.role.clone(),
        consent: offer.consent,
    }))
}

/// Providers refuse a conversation in which a call has an odd name or arguments that are no object, and would refuse it
/// in every later turn as well.
fn make_sendable(call: &mut ToolCall) {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || c == '_' || c == '-' {
            c
        } else {
            '_'
        }
    };
    let odd = call.name.len() > MAX_NAME
        || call.name.is_empty()
        || call.name.chars().any(|c| plain(c) != c);
    if odd {
        call.name = call
            .name
            .chars()
            .take(MAX_NAME - 1)
            .map(plain)
            .chain(['_'])
            .collect();
    }
    if !call.arguments.is_object() {
        call.arguments = serde_json::json!({ "written": call.arguments });
    }
}

fn fault(content: String) -> Judgement {
    Judgement::Known(Known::Fault(content))
}

fn unknown_tool(name: &str, setup: &Setup) -> String {
    let names: Vec<&str> = setup
        .tools
        .iter()
        .map(|offer| offer.spec.name.as_str())
        .collect();
    let name: String = name.chars().take(MAX_NAME).collect();
    format!(
        "There is no tool `{}`. There are: {}.",
        crate::context::neutral(&name),
        names.join(", ")
    )
}
