use steward_model::Integrity;

use crate::turn::{Outcome, ToolEnd, ToolReport, TurnStats};

/// What comes of the call that started a sub-agent.
///
/// The answer is everything the sub-agent released, the rest stands in the last effect of its turn. The parent takes over
/// its trust and its usage.
pub fn subagent_report(
    call_id: &str,
    answer: &str,
    outcome: &Outcome,
    stats: TurnStats,
    label: Integrity,
) -> ToolReport {
    ToolReport {
        call_id: call_id.to_owned(),
        end: end(answer, outcome),
        integrity: label,
        usage: stats.usage,
        inner: Vec::new(),
    }
}

fn end(answer: &str, outcome: &Outcome) -> ToolEnd {
    let failed = |why: String| ToolEnd::Failed {
        content: with_answer(why, answer),
    };
    match outcome {
        Outcome::Completed if answer.trim().is_empty() => ToolEnd::Done {
            content: "The sub-agent is through and had nothing to say.".to_owned(),
        },
        Outcome::Completed => ToolEnd::Done {
            content: answer.to_owned(),
        },
        // Nothing is suspended: the approval stands for itself, and the parent can say that it was asked for.
        Outcome::AwaitsApproval { calls } => {
            let waiting: Vec<String> = calls
                .iter()
                .map(|call| format!("`{}` (approval #{})", call.tool, call.approval))
                .collect();
            let note = format!("These calls wait for a person: {}.", waiting.join(", "));
            ToolEnd::Done {
                content: with_answer(note, answer),
            }
        }
        Outcome::Escalated { tool, reason } => failed(format!(
            "The sub-agent's tool `{tool}` kept failing: {reason}"
        )),
        Outcome::OutOfSteps => failed("The sub-agent used up its steps.".to_owned()),
        Outcome::Cancelled => failed("The sub-agent was stopped.".to_owned()),
        Outcome::Failed { failure } => failed(format!("The sub-agent failed. {failure}")),
    }
}

/// A sub-agent that ends badly may have found something all the same.
fn with_answer(note: String, answer: &str) -> String {
    if answer.trim().is_empty() {
        note
    } else {
        format!("{note}\n\nIt said:\n{answer}")
    }
}
