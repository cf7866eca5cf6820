//! Calls, what came of them, and what a stopped turn leaves behind.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use steward_model::{ChatMessage, Integrity, ToolCall, ToolOutcome, ToolResult};

use super::answer;
use super::effect::{Effect, PlannedCall, TurnEvent};
use super::event::{ToolEnd, ToolReport};
use super::outcome::{Outcome, WAITING, WaitingCall};
use super::plan::{Draft, Known};
use super::state::State;
use super::{Turn, said};
use crate::canonical::call_fingerprint;
use crate::context::{neutral, untrusted};
use crate::summary::ToolResultSummary;
use crate::toolset::{DONE, ToolRole};

const NO_REPORT: &str = "The tool did not answer. Whether it did anything is not known.";
const INTERRUPTED: &str = "interrupted: the turn was stopped before this was through";

impl Turn {
    pub(super) fn act(&mut self, draft: Draft, out: &mut Vec<Effect>) -> State {
        if draft.runs.is_empty() {
            return self.settle(draft, Vec::new(), out);
        }
        for planned in &draft.runs {
            self.announce(planned, out);
        }
        self.stats.tool_calls += u32::try_from(draft.runs.len()).unwrap_or(u32::MAX);
        out.push(Effect::RunTools {
            step: self.stats.steps,
            calls: draft.runs.clone(),
            label: self.label,
        });
        State::Acting { draft }
    }

    /// Takes in what came of a step's calls and decides what comes next.
    pub(super) fn settle(
        &mut self,
        draft: Draft,
        reports: Vec<ToolReport>,
        out: &mut Vec<Effect>,
    ) -> State {
        let results = self.results(&draft, reports, out);
        let failed = draft
            .known
            .values()
            .any(|known| matches!(known, Known::Fault(_)))
            || draft
                .runs
                .iter()
                .any(|planned| outcome_of(&results, &planned.call.id) == ToolOutcome::Failed);
        let escalation = self.count_failures(&draft, &results);
        let mut messages = vec![said(&draft), ChatMessage::ToolResults { results }];
        let has_news = draft.news.is_some();
        messages.extend(draft.news.map(|text| ChatMessage::User { text }));
        self.append(messages, out);
        if let Some(outcome) = escalation {
            return self.finish(outcome, out);
        }
        // What arrived meanwhile belongs to this turn and must be answered by it, approval or not.
        if !self.waiting.is_empty() && !has_news {
            return self.finish(Outcome::Completed, out);
        }
        // A model that says it is done could not know that a call beside it would fail.
        if draft.done && !failed {
            return self.finish(Outcome::Completed, out);
        }
        self.next_step(out)
    }

    pub(super) fn cancel(
        &mut self,
        state: State,
        partial_text: &str,
        out: &mut Vec<Effect>,
    ) -> State {
        match state {
            State::Fresh | State::Over => {}
            State::Asking | State::Correcting { .. } => {
                let text = format!("{}{partial_text}", self.paused);
                let kept = answer::partial(
                    self.setup.protocol,
                    &text,
                    self.setup.limits.max_answer_chars,
                );
                if let Some(text) = kept {
                    self.append(
                        vec![ChatMessage::Assistant {
                            text,
                            tool_calls: Vec::new(),
                        }],
                        out,
                    );
                }
            }
            State::Looking { draft } => {
                let note =
                    "<note>Your last answer was not sent: the turn was stopped.</note>".to_owned();
                self.abandon(&draft, Some(note), out);
            }
            State::Acting { draft } => self.abandon(&draft, draft.news.clone(), out),
        }
        self.finish(Outcome::Cancelled, out)
    }

    /// Writes down a step that will not be finished, with a result for every call.
    fn abandon(&mut self, draft: &Draft, note: Option<String>, out: &mut Vec<Effect>) {
        let mut messages = vec![said(draft)];
        if !draft.calls.is_empty() {
            let interrupted = |call: &ToolCall| match draft.known.get(&call.id) {
                Some(known) => known.result(&call.id),
                None => failed_result(&call.id, INTERRUPTED.to_owned()),
            };
            messages.push(ChatMessage::ToolResults {
                results: draft.calls.iter().map(interrupted).collect(),
            });
        }
        messages.extend(note.map(|text| ChatMessage::User { text }));
        self.append(messages, out);
    }

    /// One result for each call, in the order of the calls.
    fn results(
        &mut self,
        draft: &Draft,
        reports: Vec<ToolReport>,
        out: &mut Vec<Effect>,
    ) -> Vec<ToolResult> {
        let mut by_call: BTreeMap<String, ToolReport> = BTreeMap::new();
        for report in reports {
            by_call.entry(report.call_id.clone()).or_insert(report);
        }
        let mut results = Vec::with_capacity(draft.calls.len());
        for call in &draft.calls {
            let run = draft.runs.iter().find(|planned| planned.call.id == call.id);
            let result = match (draft.known.get(&call.id), run) {
                (Some(known), _) => {
                    self.announce_known(call, out);
                    known.result(&call.id)
                }
                (None, _) => self.reported(call, by_call.remove(&call.id)),
            };
            self.announce_end(call, run, &result, out);
            results.push(result);
        }
        results
    }

    fn reported(&mut self, call: &ToolCall, report: Option<ToolReport>) -> ToolResult {
        let Some(report) = report else {
            return failed_result(&call.id, NO_REPORT.to_owned());
        };
        self.stats.usage += report.usage;
        self.label = self.label.mixed_with(report.integrity);
        match report.end {
            ToolEnd::Done { content } => ToolResult {
                call_id: call.id.clone(),
                content: self.shown(&content, report.integrity),
                outcome: ToolOutcome::Done,
            },
            ToolEnd::Failed { content } => {
                failed_result(&call.id, self.shown(&content, report.integrity))
            }
            ToolEnd::Waiting { approval } => {
                let content = format!("{WAITING}{approval}");
                self.waiting.push(WaitingCall {
                    call_id: call.id.clone(),
                    tool: call.name.clone(),
                    approval,
                });
                ToolResult {
                    call_id: call.id.clone(),
                    content,
                    outcome: ToolOutcome::Done,
                }
            }
        }
    }

    /// A result as the model reads it: bounded, and marked where it came from outside.
    fn shown(&self, content: &str, integrity: Integrity) -> String {
        let limit = self.setup.limits.max_result_chars;
        let bounded = if content.len() > limit && content.chars().count() > limit {
            let lines: Vec<String> = content.lines().map(str::to_owned).collect();
            let summary = ToolResultSummary::truncated(&lines);
            serde_json::to_string(&summary).unwrap_or_default()
        } else {
            content.to_owned()
        };
        match integrity {
            Integrity::Untrusted => untrusted(&bounded),
            Integrity::User | Integrity::Operator | Integrity::System => neutral(&bounded),
        }
    }

    /// Remembers failed calls and counts the steps in which each tool failed. Calls of one step count once: the model
    /// could not have learned from the first of them. A step in which the tool works wipes the slate.
    fn count_failures(&mut self, draft: &Draft, results: &[ToolResult]) -> Option<Outcome> {
        let mut failed: BTreeMap<&str, &str> = BTreeMap::new();
        let mut worked: BTreeSet<&str> = BTreeSet::new();
        for (call, result) in draft.calls.iter().zip(results) {
            let skipped = matches!(draft.known.get(&call.id), Some(Known::Skipped(_)));
            match result.outcome {
                ToolOutcome::Failed if skipped => {}
                ToolOutcome::Failed => {
                    self.stats.failed_calls += 1;
                    failed.insert(&call.name, &result.content);
                    let fingerprint = call_fingerprint(&call.name, &call.arguments);
                    self.failed_calls
                        .entry(fingerprint)
                        .or_insert_with(|| result.content.clone());
                }
                ToolOutcome::Done => {
                    worked.insert(&call.name);
                }
            }
        }
        for tool in worked {
            self.failures.remove(tool);
            failed.remove(tool);
        }
        let mut escalation = None;
        for (tool, reason) in failed {
            let count = self.failures.entry(tool.to_owned()).or_default();
            *count += 1;
            if *count >= self.setup.limits.max_tool_failures && escalation.is_none() {
                escalation = Some(Outcome::Escalated {
                    tool: tool.to_owned(),
                    reason: reason.to_owned(),
                });
            }
        }
        escalation
    }

    fn announce(&self, planned: &PlannedCall, out: &mut Vec<Effect>) {
        let call = &planned.call;
        self.emit(start_of(call), out);
        if planned.role == ToolRole::Subagent {
            let event = TurnEvent::SubagentStart {
                agent: text_of(&call.arguments, "agent"),
                task: text_of(&call.arguments, "task"),
                call_id: call.id.clone(),
            };
            self.emit(event, out);
        }
    }

    /// A call that was not made is shown all the same, or its failure would come from nowhere.
    fn announce_known(&self, call: &ToolCall, out: &mut Vec<Effect>) {
        if call.name != DONE {
            self.emit(start_of(call), out);
        }
    }

    fn announce_end(
        &self,
        call: &ToolCall,
        run: Option<&PlannedCall>,
        result: &ToolResult,
        out: &mut Vec<Effect>,
    ) {
        if run.is_some_and(|planned| planned.role == ToolRole::Subagent) {
            let event = TurnEvent::SubagentComplete {
                agent: text_of(&call.arguments, "agent"),
                result: result.content.clone(),
                call_id: call.id.clone(),
            };
            self.emit(event, out);
        }
        if call.name != DONE {
            let event = TurnEvent::ToolCallComplete {
                tool: call.name.clone(),
                result: result.content.clone(),
                outcome: result.outcome,
                call_id: call.id.clone(),
            };
            self.emit(event, out);
        }
    }
}

fn start_of(call: &ToolCall) -> TurnEvent {
    TurnEvent::ToolCallStart {
        tool: call.name.clone(),
        input: call.arguments.clone(),
        call_id: call.id.clone(),
    }
}

fn failed_result(call_id: &str, content: String) -> ToolResult {
    ToolResult {
        call_id: call_id.to_owned(),
        content,
        outcome: ToolOutcome::Failed,
    }
}

fn outcome_of(results: &[ToolResult], call_id: &str) -> ToolOutcome {
    let result = results.iter().find(|result| result.call_id == call_id);
    result.map_or(ToolOutcome::Failed, |result| result.outcome)
}

fn text_of(arguments: &Value, key: &str) -> String {
    arguments
        .get(key)
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned()
}
