//! Calls that a person agreed to, carried out when the decision arrives: exactly what was agreed to, once. What a person wants
//! to agree to in other words is tried before, so that nobody agrees to what cannot be done.

use serde_json::Value;
use steward_agent::{Capabilities, Execution, Limits, ToolResultSummary, Verdict, decide};
use steward_model::{
    ApprovalId, EffectVerdict, Integrity, NoticeKind, OrgId, Scope, ThreadId, TurnId,
};
use steward_store::{Agent, Approval, ApprovedCall, Changes, NewNotice, StoreError, ThreadView};
use steward_tools::{Reach, Reply, Tool, ToolContext, ToolOutput};

use super::arrived::Arrived;
use super::calls::{SWITCHED_OFF, guarded, labels};
use super::prepare;
use super::recorded::Recorded;
use crate::{Inner, Runtime};

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
    let Some(asked) = asking_turn(runtime, view.org_id(), call.turn_id).await? else {
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
    org: OrgId,
    turn: TurnId,
) -> Result<Option<Recorded>, StoreError> {
    let org = runtime.store.org(org);
    let Some(turn) = org.turn(turn).await? else {
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
        let occasion = Occasion {
            org: view.org_id(),
            thread: view.id,
            correlation_key: &view.correlation_key,
            scope: view.scope,
            agent: &view.agent,
            asked: self.asked,
            approval: id,
        };
        let capabilities = runtime
            .tools
            .capabilities(&offers, view.agent.settings.send_mode);
        let context = match occasion.judged(runtime, tool.as_ref(), &arguments, &capabilities) {
            Ok(context) => context,
            Err(reason) => return Ok(ToolOutput::failed(reason)),
        };
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
}

/// Where a call was asked about, and by whom.
struct Occasion<'o> {
    org: OrgId,
    thread: ThreadId,
    correlation_key: &'o str,
    scope: Scope,
    agent: &'o Agent,
    asked: &'o Recorded,
    approval: ApprovalId,
}

impl Occasion<'_> {
    /// What the tool may know once the gate has judged the call; or why there is none.
    fn judged(
        &self,
        runtime: &Inner,
        tool: &dyn Tool,
        arguments: &Value,
        capabilities: &Capabilities,
    ) -> Result<ToolContext, String> {
        let mut context = self.context(runtime);
        let Some(action) = tool.action(&context, arguments)? else {
            return Ok(context);
        };
        let labels = labels(self.asked, Integrity::User, Default::default());
        let decision = decide(&action, &labels, capabilities, &runtime.settings.policy);
        if decision.verdict == Verdict::Deny {
            return Err(format!("Not allowed (rule {:?}).", decision.rule));
        }
        context.decision = Some(decision);
        Ok(context)
    }

    fn context(&self, runtime: &Inner) -> ToolContext {
        let settings = &self.agent.settings;
        ToolContext {
            memory: runtime.memory.clone(),
            org_id: self.org,
            thread_id: self.thread,
            correlation_key: self.correlation_key.to_owned(),
            scope: self.scope,
            agent_id: self.agent.id,
            memory_mode: settings.memory_mode,
            reply: self.asked.reply.clone(),
            now: runtime.now(),
            today: runtime.today(),
            zone: prepare::zone(runtime, &settings.profile).to_owned(),
            label: Integrity::User,
            idem_key: format!("approval:{}", self.approval),
            decision: None,
            approval: Some(self.approval),
        }
    }
}

impl Runtime {
    /// Judges what a person wants to agree to in other words than were asked about: what makes no call or is not allowed is
    /// said before the one decision is spent on it. What stands in the way for other reasons shows when it is
    /// carried out.
    ///
    /// # Errors
    /// The rows cannot be reached or opened.
    pub async fn rehearse(
        &self,
        org: OrgId,
        approval: &Approval,
        arguments: Value,
    ) -> Result<Result<(), String>, StoreError> {
        let runtime: &Inner = &self.inner;
        let Some(tool) = runtime.tools.find(&approval.tool) else {
            return Ok(Ok(()));
        };
        let rows = runtime.store.org(org);
        let thread = rows.thread(approval.thread_id).await?;
        let agent = rows.agent(approval.agent_id).await?;
        let asked = asking_turn(runtime, org, approval.turn_id).await?;
        // A turn that has not the tool did not ask for it: there is no more to be known.
        let asked = asked.filter(|asked| {
            let mut offers = asked.tools.iter();
            offers.any(|offer| offer.spec.name == approval.tool)
        });
        let (Some(thread), Some(agent), Some(asked)) = (thread, agent, asked) else {
            return Ok(tool.check(&arguments));
        };
        let occasion = Occasion {
            org,
            thread: thread.id,
            correlation_key: &thread.correlation_key,
            scope: thread.scope.parse().map_err(|_| StoreError::Forgotten)?,
            agent: &agent,
            asked: &asked,
            approval: approval.id,
        };
        let capabilities = runtime.tools.capabilities(&asked.tools, asked.send_mode);
        let judged = occasion.judged(runtime, tool.as_ref(), &arguments, &capabilities);
        Ok(judged.map(|_| ()))
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
