//! Sub-agents: a turn within a call. It has no thread of its own; what it did stands in the result of the call.

use std::collections::VecDeque;

use steward_agent::{
    Decision, Effect, Event, InnerCall, Parent, PlannedCall, Setup, Spawn, SubagentTask, ToolEnd,
    ToolReport, Turn, Verdict, decide, subagent_report,
};
use steward_model::{ToolCall, Usage};
use steward_store::Changes;
use steward_tools::TaskInput;

use super::calls::{CallResult, StepOfCalls, labels};
use super::desk::{Asked, Desk};

impl Desk<'_> {
    /// Starts the sub-agent that a call asks for and waits for what it finds.
    pub(crate) async fn delegate(
        &self,
        step: &StepOfCalls<'_>,
        planned: &PlannedCall,
    ) -> CallResult {
        let call = &planned.call;
        let input: TaskInput = match serde_json::from_value(call.arguments.clone()) {
            Ok(input) => input,
            Err(error) => {
                return CallResult::failed(call, format!("The arguments do not fit: {error}."));
            }
        };
        let parent = Parent {
            depth: step.depth,
            tools: step
                .setup
                .tools
                .iter()
                .map(|offer| offer.spec.name.clone())
                .collect(),
            capabilities: step.capabilities.clone(),
            label: step.label,
        };
        let spawn = match self.runtime.subagents.spawn(&input.agent, &parent) {
            Ok(spawn) => spawn,
            Err(refused) => return CallResult::failed(call, refused.to_string()),
        };
        let labels = labels(self.recorded, step.label, Default::default());
        let policy = &self.runtime.settings.policy;
        let Decision { verdict, rule, .. } =
            decide(&spawn.action(), &labels, step.capabilities, policy);
        if verdict != Verdict::Allow {
            return CallResult::failed(call, format!("Not allowed (rule {rule:?})."));
        }
        let task = SubagentTask {
            call_id: call.id.clone(),
            text: input.task,
            current_time: self.runtime.now().spoken_in(&self.runtime.settings.zone),
            memory: Vec::new(),
            skills: self.recorded.context.skills.clone(),
        };
        let mut setup = spawn.setup(&task, step.setup);
        if spawn.definition.model.is_none()
            && let Some(model) = &self.runtime.settings.sub_model
        {
            setup.model.clone_from(model);
        }
        let result = self.run_subagent(call, &spawn, setup).await;
        match &result.report.end {
            // What a sub-agent reports is a result like any other: a long one is not for the one that asked to read.
            ToolEnd::Done { content } => {
                let lines: Vec<String> = content.lines().map(str::to_owned).collect();
                self.summarise(step, call, &lines, result).await
            }
            ToolEnd::Failed { .. } | ToolEnd::Waiting { .. } => result,
        }
    }

    async fn run_subagent(&self, call: &ToolCall, spawn: &Spawn, setup: Setup) -> CallResult {
        let mut run = SubagentRun {
            desk: self,
            spawn,
            machine: Turn::new(setup.clone()),
            setup,
            answer: Vec::new(),
            changes: Changes::default(),
            cost_micros: 0,
            unanswered: Usage::default(),
            inner: Vec::new(),
        };
        let mut queue: VecDeque<Effect> = run.machine.handle(Event::Started).into();
        while let Some(effect) = queue.pop_front() {
            if let Effect::Finish {
                outcome,
                stats,
                label,
            } = effect
            {
                let answer = run.answer.join("\n\n");
                let mut report = subagent_report(&call.id, &answer, &outcome, stats, label);
                report.usage += run.unanswered;
                report.inner = run.inner;
                return CallResult {
                    report,
                    changes: run.changes,
                    cost_micros: run.cost_micros,
                };
            }
            if let Some(event) = run.follow(effect).await {
                queue.extend(run.machine.handle(event));
            }
        }
        CallResult::failed(call, "The sub-agent came to no end.".to_owned())
    }
}

/// A sub-agent at work.
struct SubagentRun<'d> {
    desk: &'d Desk<'d>,
    spawn: &'d Spawn,
    setup: Setup,
    machine: Turn,
    answer: Vec<String>,
    changes: Changes,
    cost_micros: i64,
    /// Tokens of calls that brought no answer, which the machine does not hear of.
    unanswered: Usage,
    /// What it called.
    inner: Vec<InnerCall>,
}

impl SubagentRun<'_> {
    /// Keeps what was called for people to read, in the order of the calls.
    fn note_calls(&mut self, calls: &[PlannedCall], reports: &mut [ToolReport]) {
        for planned in calls {
            let report = reports
                .iter_mut()
                .find(|report| report.call_id == planned.call.id);
            if let Some(report) = report {
                self.inner.push(InnerCall::of(planned, &report.end));
                self.inner.append(&mut report.inner);
            }
        }
    }

    /// Does what the machine wants; tells what it is to learn, if anything.
    async fn follow(&mut self, effect: Effect) -> Option<Event> {
        match effect {
            Effect::CallModel { request, .. } => {
                Some(match self.desk.ask(&request, self.spawn.depth).await {
                    Asked::Told(call) => {
                        self.cost_micros += call
                            .cost_micros()
                            .and_then(|cost| i64::try_from(cost).ok())
                            .unwrap_or(0);
                        let usage = call.usage();
                        match call.result {
                            Ok(answer) => Event::ModelAnswered { answer },
                            Err(failure) => {
                                self.unanswered += usage;
                                Event::ModelFailed { failure }
                            }
                        }
                    }
                    Asked::Cut(_, partial_text) => Event::Cancelled { partial_text },
                })
            }
            Effect::RunTools { step, calls, label } => {
                let step = StepOfCalls {
                    name: format!("{}/{step}", self.setup.call_prefix),
                    depth: self.spawn.depth,
                    label,
                    capabilities: &self.spawn.capabilities,
                    setup: &self.setup,
                    tried_before: false,
                };
                let mut results = Box::pin(self.desk.carry_out(&step, &calls)).await;
                self.note_calls(&calls, &mut results.reports);
                self.changes.extend(results.changes);
                self.cost_micros += results.cost_micros;
                Some(Event::ToolsFinished {
                    reports: results.reports,
                })
            }
            // Nobody writes to a sub-agent.
            Effect::LookAgain { .. } => Some(Event::LookedAgain { inputs: Vec::new() }),
            Effect::Release { messages, .. } => {
                self.answer.extend(messages);
                None
            }
            Effect::Emit { event, .. } => {
                self.desk.emit(event, self.spawn.depth);
                None
            }
            // What it said and did stands in the result of the call that started it.
            Effect::Append { .. } | Effect::Finish { .. } => None,
        }
    }
}
