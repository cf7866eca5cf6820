//! The calls of a step: each through the gate, then side by side, and none can bring the turn down.

use std::collections::BTreeSet;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::join_all;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use steward_agent::{
    Action, Capabilities, Consent, Decision, Execution, Handling, Labels, Mention, PlannedCall,
    ReplyAddress, Summariser, ToolEnd, ToolReport, ToolResultSummary, ToolRole, Verdict,
    canonical_json, decide, handle_result, mentions, summary_call,
};
use steward_model::{ApprovalId, ApproverRole, Integrity, SystemIds, ToolCall, Usage};
use steward_store::{Changes, NewApproval};
use steward_tools::{Reach, Tool, ToolContext, ToolOutput, escalate};
use tracing::Instrument as _;

use super::desk::{Asked, Desk};
use super::prepare::execution;
use super::recorded::Recorded;
use super::rehearsal::scope_of;

/// What a model reads whose call was decided before tools were switched off.
pub(crate) const SWITCHED_OFF: &str = "\
It was not done: tools are switched off for now. Do not try it again in this turn; answer without tools, or call \
escalate_to_user if it cannot wait.";

/// What the calls of one step have in common.
pub(crate) struct StepOfCalls<'s> {
    /// The step, as it is named in keys: unique in the turn, sub-agents included.
    pub(crate) name: String,
    /// How deep in sub-agents.
    pub(crate) depth: u32,
    /// How far the context can be trusted.
    pub(crate) label: Integrity,
    /// What the agent may do.
    pub(crate) capabilities: &'s Capabilities,
    /// What the agent is, for the sub-agents it starts.
    pub(crate) setup: &'s steward_agent::Setup,
    /// Whether an earlier worker began this step and was never heard of again.
    pub(crate) tried_before: bool,
}

/// What came of the calls of one step.
#[derive(Debug, Default)]
pub(crate) struct Results {
    pub(crate) reports: Vec<ToolReport>,
    pub(crate) changes: Changes,
    pub(crate) cost_micros: i64,
}

/// What came of one call.
pub(crate) struct CallResult {
    pub(crate) report: ToolReport,
    pub(crate) changes: Changes,
    pub(crate) cost_micros: i64,
}

/// What the gate makes of a call.
enum Judged {
    Run(Option<Decision>),
    Ask(ApproverRole, String),
    Refuse(String),
}

impl Desk<'_> {
    /// Whether every one of the calls only returns changes, so that nothing is lost if it is made again.
    pub(crate) fn is_local(&self, calls: &[PlannedCall]) -> bool {
        calls.iter().all(|planned| match planned.role {
            ToolRole::Meta => true,
            ToolRole::Subagent => false,
            _ => {
                let tool = self.runtime.tools.find(&planned.call.name);
                tool.is_none_or(|tool| tool.reach() == Reach::Local)
            }
        })
    }

    /// Carries out the calls of a step side by side.
    pub(crate) async fn carry_out(&self, step: &StepOfCalls<'_>, calls: &[PlannedCall]) -> Results {
        let mut addressed = BTreeSet::new();
        let judged: Vec<_> = (1..)
            .zip(calls)
            .map(|(ordinal, planned)| {
                let context = self.context(step, ordinal);
                let judged = self.judge(step, &context, planned, &mut addressed);
                (planned, context, judged)
            })
            .collect();
        let work = judged
            .into_iter()
            .map(|(planned, mut context, judged)| async move {
                match judged {
                    Judged::Refuse(reason) => CallResult::failed(&planned.call, reason),
                    Judged::Ask(approver, rule) => match self.rehearsed_asking(&planned.call) {
                        Some(rehearsed) => rehearsed,
                        None => {
                            let asking = (approver, rule);
                            self.ask_a_person(&context, &planned.call, asking).await
                        }
                    },
                    Judged::Run(decision) => {
                        context.decision = decision;
                        self.call(step, &context, planned).await
                    }
                }
            });
        let mut results = Results::default();
        for result in join_all(work).await {
            results.reports.push(result.report);
            results.changes.extend(result.changes);
            results.cost_micros += result.cost_micros;
        }
        results
    }

    /// Calls a tool that was let through. It may fail, hang or panic; the turn goes on.
    pub(crate) async fn call(
        &self,
        step: &StepOfCalls<'_>,
        context: &ToolContext,
        planned: &PlannedCall,
    ) -> CallResult {
        let call = &planned.call;
        if let Some(rehearsed) = self.rehearsed(planned) {
            return rehearsed;
        }
        if planned.role == ToolRole::Subagent {
            return Box::pin(self.delegate(step, planned)).await;
        }
        if planned.role == ToolRole::Meta {
            let output = escalate(context, call.arguments.clone());
            if output.content.is_ok() && self.escalated.swap(true, Ordering::Relaxed) {
                return CallResult::of(call, ToolOutput::done("A person was told already."));
            }
            return CallResult::of(call, output);
        }
        let Some(tool) = self.runtime.tools.find(&call.name) else {
            return CallResult::failed(call, format!("There is no tool `{}` any more.", call.name));
        };
        if step.tried_before && tool.reach() == Reach::Once {
            return CallResult::failed(
                call,
                "The call was interrupted. Whether it did anything is not known, and it was not made again."
                    .to_owned(),
            );
        }
        let span = tracing::info_span!(
            "execute_tool",
            otel.name = format!("execute_tool {}", call.name),
            gen_ai.operation.name = "execute_tool",
            gen_ai.tool.name = call.name,
            gen_ai.tool.call.id = call.id,
        );
        let limit = self.runtime.settings.tool_timeout;
        let arguments = call.arguments.clone();
        let output = guarded(tool.as_ref(), context, arguments, limit);
        let output = output.instrument(span).await;
        self.shorten(step, call, output).await
    }

    /// What a tool may know.
    fn context(&self, step: &StepOfCalls<'_>, ordinal: usize) -> ToolContext {
        let claim = self.claim;
        let key = format!(
            "{}|{}|{}|{}|{ordinal}",
            claim.org_id, claim.thread_id, claim.turn_no, step.name
        );
        ToolContext {
            memory: self.runtime.memory.clone(),
            org_id: claim.org_id,
            thread_id: claim.thread_id,
            correlation_key: self.correlation_key.to_owned(),
            scope: scope_of(self.correlation_key, claim.scope),
            agent_id: claim.agent_id,
            memory_mode: self.recorded.memory_mode,
            reply: self.recorded.reply.clone(),
            now: self.runtime.now(),
            today: self.runtime.today(),
            zone: self.zone.to_owned(),
            label: step.label,
            idem_key: hex::encode(Sha256::digest(key)),
            decision: None,
            approval: None,
        }
    }

    fn judge(
        &self,
        step: &StepOfCalls<'_>,
        context: &ToolContext,
        planned: &PlannedCall,
        addressed: &mut BTreeSet<String>,
    ) -> Judged {
        let call = &planned.call;
        let steers = planned.role == ToolRole::Meta;
        if !steers && execution(self.runtime, self.claim.org_id) == Execution::Off {
            return Judged::Refuse(SWITCHED_OFF.to_owned());
        }
        let action = match planned.role {
            ToolRole::Meta => Some(Action::Draft),
            // Judged with what the sub-agent would be able to do, when it is about to start.
            ToolRole::Subagent => None,
            _ => match self.runtime.tools.find(&call.name) {
                Some(tool) => match tool.action(context, &call.arguments) {
                    Ok(action) => action,
                    Err(reason) => return Judged::Refuse(reason),
                },
                None => Some(Action::Unknown),
            },
        };
        let decision = action.map(|action| {
            let labels = labels(self.recorded, step.label, addressed.clone());
            let decision = decide(
                &action,
                &labels,
                step.capabilities,
                &self.runtime.settings.policy,
            );
            if let Action::Send { to, .. } = action {
                addressed.insert(to);
            }
            decision
        });
        match (decision, planned.consent) {
            (Some(decision), _) if decision.verdict == Verdict::Deny => Judged::Refuse(format!(
                "Not allowed (rule {:?}). Do not try to get around it; escalate if it matters.",
                decision.rule
            )),
            (
                Some(Decision {
                    verdict: Verdict::Approve(by),
                    rule,
                    ..
                }),
                _,
            ) => Judged::Ask(by, format!("{rule:?}")),
            (_, Consent::Always) => Judged::Ask(ApproverRole::Member, "consent".to_owned()),
            (decision, Consent::ByGate) => Judged::Run(decision),
        }
    }

    async fn ask_a_person(
        &self,
        context: &ToolContext,
        call: &ToolCall,
        (approver, rule): (ApproverRole, String),
    ) -> CallResult {
        let id = ApprovalId::generate(&SystemIds);
        let arguments = match self.runtime.tools.find(&call.name) {
            Some(tool) => tool.asked(context, call.arguments.clone()).await,
            None => Ok(call.arguments.clone()),
        };
        let arguments = match arguments {
            Ok(arguments) => arguments,
            Err(reason) => return CallResult::failed(call, reason),
        };
        let approval = NewApproval {
            id,
            call_id: call.id.clone(),
            tool: call.name.clone(),
            arguments: canonical_json(&arguments).into_bytes(),
            agent_revision: self.recorded.agent_revision,
            approver,
            rule,
            expires_at: self.runtime.now().plus(self.runtime.settings.approval_ttl),
        };
        CallResult {
            report: ToolReport {
                call_id: call.id.clone(),
                end: ToolEnd::Waiting {
                    approval: id.to_string(),
                },
                integrity: Integrity::System,
                usage: Usage::default(),
                inner: Vec::new(),
            },
            changes: Changes {
                approvals: vec![approval],
                ..Changes::default()
            },
            cost_micros: 0,
        }
    }

    /// Brings a long result into a form that the model can read.
    async fn shorten(
        &self,
        step: &StepOfCalls<'_>,
        call: &ToolCall,
        output: ToolOutput,
    ) -> CallResult {
        let items = match &output.content {
            Ok(items) => items.clone(),
            Err(_) => return CallResult::of(call, output),
        };
        let result = CallResult::of(call, output);
        self.summarise(step, call, &items, result).await
    }

    /// Puts a summary in the place of a result that is too long, or as much of it as there is room for.
    pub(crate) async fn summarise(
        &self,
        step: &StepOfCalls<'_>,
        call: &ToolCall,
        items: &[String],
        mut result: CallResult,
    ) -> CallResult {
        let summary = match handle_result(items, Summariser::Available) {
            Handling::Ready(_) => return result,
            Handling::Summarise => summary_call(call, items, self.sub_model(), 4_096),
        };
        let mut short = ToolResultSummary::truncated(items);
        if let Asked::Told(told) = self.ask(&summary.request, step.depth + 1).await {
            result.report.usage += told.usage();
            let cost = told.cost_micros().unwrap_or(0);
            let cost = i64::try_from(cost).unwrap_or(i64::MAX);
            result.cost_micros = result.cost_micros.saturating_add(cost);
            if let Some(better) = told.result.ok().and_then(|answer| summary.summary(&answer)) {
                short = better;
            }
        }
        result.report.end = ToolEnd::Done {
            content: serde_json::to_string(&short).unwrap_or_default(),
        };
        result
    }

    fn sub_model(&self) -> &str {
        let own = self.runtime.settings.sub_model.as_ref();
        own.unwrap_or(&self.recorded.model)
    }
}

/// Calls a tool that may hang or panic.
pub(super) async fn guarded(
    tool: &dyn Tool,
    context: &ToolContext,
    arguments: Value,
    limit: Duration,
) -> ToolOutput {
    let work = AssertUnwindSafe(async { tool.call(context, arguments).await }).catch_unwind();
    match tokio::time::timeout(limit, work).await {
        Ok(Ok(output)) => output,
        Ok(Err(_)) => {
            tracing::error!(tool = tool.entry().spec.name, "a tool panicked");
            ToolOutput::failed("The tool broke. Whether it did anything is not known.")
        }
        Err(_) => ToolOutput::failed(
            "The tool did not answer in time. Whether it did anything is not known.",
        ),
    }
}

/// Where the texts of a turn came from.
pub(crate) fn labels(
    recorded: &Recorded,
    context: Integrity,
    addressed: BTreeSet<String>,
) -> Labels {
    let named = recorded.trusted_text.iter().flat_map(|text| mentions(text));
    Labels {
        context,
        reply: recorded.reply.as_ref().map(|reply| ReplyAddress {
            contact: reply.to.clone(),
            line: reply.from.clone(),
        }),
        named: named.filter_map(address).collect(),
        addressed,
        trusted_text: recorded.trusted_text.clone(),
        confidential: Vec::new(),
    }
}

/// The address of somebody who was named.
fn address(mention: Mention) -> Option<String> {
    match mention {
        Mention::Email(email) => Some(email),
        Mention::Phone(digits) => Some(format!("+{digits}")),
        Mention::Link(_) | Mention::Iban(_) => None,
    }
}

impl CallResult {
    pub(crate) fn of(call: &ToolCall, output: ToolOutput) -> Self {
        let end = match output.content {
            Ok(items) => ToolEnd::Done {
                content: items.join("\n"),
            },
            Err(content) => ToolEnd::Failed { content },
        };
        Self {
            report: ToolReport {
                call_id: call.id.clone(),
                end,
                integrity: output.integrity,
                usage: Usage::default(),
                inner: Vec::new(),
            },
            changes: output.changes,
            cost_micros: 0,
        }
    }

    pub(crate) fn failed(call: &ToolCall, reason: String) -> Self {
        Self::of(call, ToolOutput::failed(reason))
    }
}
