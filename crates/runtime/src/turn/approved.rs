//! Calls that a person agreed to, carried out when the decision arrives: exactly what was agreed to, once.

use serde_json::Value;
use steward_agent::{Execution, Limits, ToolResultSummary, Verdict, decide};
use steward_model::{ApprovalId, EffectVerdict, Integrity, NoticeKind};
use steward_store::{ApprovedCall, Changes, NewNotice, StoreError, ThreadView};
use steward_tools::{Reach, Reply, Tool, ToolContext, ToolOutput};

use super::arrived::Arrived;
use super::calls::{SWITCHED_OFF, guarded, labels};
use super::prepare;
use super::recorded::Recorded;
use crate::Inner;

const CHANGED: &str =
    "It was not done: the agent was changed after it asked. Ask again if it is still wanted.";
const ELSEWHERE: &str = "It was not done: it was asked in another conversation.";
const DAMAGED: &str = "It was not done: what is stored of it was changed or damaged.";
const UNCERTAIN: &str = "It was carried out before, or whether it was is not known.";

/// Carries out what was approved. What came of each call is put into what the model reads of the decision.
pub(super) async fn carry_out(
    runtime: &Inner,
    view: &ThreadView,
    arrived: &mut Arrived,
) -> Result<Changes, StoreError> {
    let mut changes = Changes::default();
    for (place, id) in arrived.approved.clone() {
        let output = match carry_out_one(runtime, view, id).await {
            // It will not be whole another time, and the thread must not stand still for it.
            Err(StoreError::Tampered { .. } | StoreError::Forgotten) => Err(DAMAGED.to_owned()),
            other => other?,
        };
        let (text, integrity, made) = words(id, output);
        changes.extend(made);
        arrived.add(place, &text, integrity);
    }
    Ok(changes)
}

/// Tells the model that none of it was done, since it could not be written down.
pub(super) fn refuse(arrived: &mut Arrived, reason: &str) {
    for (place, _) in arrived.approved.clone() {
        let text = format!("It was not done: {reason}.");
        arrived.add(place, &text, Integrity::System);
    }
}

async fn carry_out_one(
    runtime: &Inner,
    view: &ThreadView,
    id: ApprovalId,
) -> Result<Result<ToolOutput, String>, StoreError> {
    let refused = |why: &str| Ok(Err(why.to_owned()));
    let org = runtime.store.org(view.org_id());
    let asked_here = org.approval(id).await?;
    if asked_here.is_none_or(|approval| approval.thread_id != view.id) {
        return refused(ELSEWHERE);
    }
    let Some(call) = org.approved_call(id).await? else {
        return refused(UNCERTAIN);
    };
    if call.agent_revision != view.agent.revision {
        return refused(CHANGED);
    }
    let Some(asked) = asking_turn(runtime, view, &call).await? else {
        return refused(DAMAGED);
    };
    let work = Work {
        runtime,
        view,
        call: &call,
        asked: &asked,
    };
    work.make().await.map(Ok)
}

/// What the turn started from that asked: whom it answered and what it could trust.
async fn asking_turn(
    runtime: &Inner,
    view: &ThreadView,
    call: &ApprovedCall,
) -> Result<Option<Recorded>, StoreError> {
    let org = runtime.store.org(view.org_id());
    let Some(turn) = org.turn(call.turn_id).await? else {
        return Ok(None);
    };
    let record = org.turn_record(&turn).await?;
    Ok(serde_json::from_slice(&record.setup).ok())
}

/// A call that was agreed to.
struct Work<'w> {
    runtime: &'w Inner,
    view: &'w ThreadView,
    call: &'w ApprovedCall,
    asked: &'w Recorded,
}

impl Work<'_> {
    /// Makes the call, if its tool is still among those the agent may have and the gate does not forbid it by now.
    async fn make(&self) -> Result<ToolOutput, StoreError> {
        let (runtime, view, id) = (self.runtime, self.view, self.call.id);
        if prepare::execution(runtime, view.org_id()) == Execution::Off {
            return Ok(ToolOutput::failed(SWITCHED_OFF));
        }
        // A person stands behind the call now; whom it may answer is what the asking turn answered.
        let offers = prepare::tools(runtime, view, self.reply(), Integrity::User);
        let offered = offers.iter().any(|offer| offer.spec.name == self.call.tool);
        let tool = runtime.tools.find(&self.call.tool).filter(|_| offered);
        let Some(tool) = tool else {
            let gone = "The agent does not have the tool any more.";
            return Ok(ToolOutput::failed(gone));
        };
        let arguments: Value = match serde_json::from_slice(&self.call.arguments) {
            Ok(arguments) => arguments,
            Err(error) => {
                let reason = format!("The arguments do not fit: {error}.");
                return Ok(ToolOutput::failed(reason));
            }
        };
        let mut context = self.context();
        let capabilities = runtime
            .tools
            .capabilities(&offers, view.agent.settings.send_mode);
        context.decision = match tool.action(&context, &arguments) {
            Err(reason) => return Ok(ToolOutput::failed(reason)),
            Ok(None) => None,
            Ok(Some(action)) => {
                let policy = &runtime.settings.policy;
                let labels = labels(self.asked, Integrity::User, Default::default());
                Some(decide(&action, &labels, &capabilities, policy))
            }
        };
        if let Some(decision) = context.decision
            && decision.verdict == Verdict::Deny
        {
            let reason = format!("Not allowed (rule {:?}).", decision.rule);
            return Ok(ToolOutput::failed(reason));
        }
        // Something outside may happen: it is marked as done before, so that a crash in the middle cannot do it twice.
        let outside = tool.reach() != Reach::Local;
        if outside && !runtime.store.org(view.org_id()).mark_used(id).await? {
            return Ok(ToolOutput::failed("It was carried out before."));
        }
        Ok(self.run(tool.as_ref(), &context, arguments).await)
    }

    async fn run(&self, tool: &dyn Tool, context: &ToolContext, arguments: Value) -> ToolOutput {
        let limit = self.runtime.settings.tool_timeout;
        let mut output = guarded(tool, context, arguments, limit).await;
        // Whatever reaches outside was marked before.
        let spent = output.changes.effects.iter().any(is_approved) || tool.reach() != Reach::Local;
        if output.content.is_ok() && !spent {
            output.changes.used.push(self.call.id);
        }
        output
    }

    fn reply(&self) -> Option<&Reply> {
        self.asked.reply.as_ref()
    }

    fn context(&self) -> ToolContext {
        let (view, id) = (self.view, self.call.id);
        ToolContext {
            memory: self.runtime.memory.clone(),
            org_id: view.org_id(),
            thread_id: view.id,
            correlation_key: view.correlation_key.clone(),
            scope: view.scope,
            agent_id: view.agent.id,
            memory_mode: view.agent.settings.memory_mode,
            reply: self.reply().cloned(),
            now: self.runtime.now(),
            today: self.runtime.today(),
            zone: prepare::zone(self.runtime, &view.agent.settings.profile).to_owned(),
            label: Integrity::User,
            idem_key: format!("approval:{id}"),
            decision: None,
            approval: Some(id),
        }
    }
}

/// A message marks its approval as used when it is written down.
fn is_approved(effect: &steward_store::NewEffect) -> bool {
    effect.verdict == EffectVerdict::Approved
}

/// What the model reads of it, how far that can be trusted, and what is changed.
fn words(id: ApprovalId, output: Result<ToolOutput, String>) -> (String, Integrity, Changes) {
    let output = match output {
        Ok(output) => output,
        Err(reason) => {
            let told = not_done(id, &reason);
            return (reason, Integrity::System, told);
        }
    };
    match output.content {
        Ok(items) => {
            let said = bounded(&items);
            (
                format!("It was done: {said}"),
                output.integrity,
                output.changes,
            )
        }
        Err(reason) => {
            let told = not_done(id, &reason);
            let text = format!("It did not work: {reason}");
            (text, output.integrity, told)
        }
    }
}

/// Whoever agreed believes that it was done.
fn not_done(id: ApprovalId, reason: &str) -> Changes {
    let notice = NewNotice {
        kind: NoticeKind::Failed,
        text: format!("Something was approved and not done. {reason}"),
        dedupe_key: format!("approval:{id}"),
    };
    Changes {
        notices: vec![notice],
        ..Changes::default()
    }
}

/// As much of a result as a turn shows of any.
fn bounded(items: &[String]) -> String {
    let said = items.join("\n");
    if said.chars().count() <= Limits::for_agent().max_result_chars {
        return said;
    }
    // Strings and numbers: there is nothing here that JSON cannot hold.
    serde_json::to_string(&ToolResultSummary::truncated(items)).unwrap_or_default()
}
