//! Takes a thread: begins its next turn, or goes on with one that another worker left.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use steward_agent::{Effect, Event, Input, Setup, Turn};
use steward_model::{Flag, Integrity, Scope};
use steward_store::{
    Advance, Began, Changes, Claim, NewStep, NewTurn, Next, Resumed, StoreError, ThreadView,
    WaitingThread,
};
use tokio::sync::watch;
use tracing::Instrument as _;

use super::arrived::{Arrived, reply};
use super::conversation::Conversation;
use super::desk::{Desk, Signal};
pub(crate) use super::drive::RunError;
use super::drive::{Begun, MOST_WORKERS, Run, request_hash};
use super::funds::Funds;
use super::prepare::{self, ITEMS_READ};
use super::recalled::Recalled;
use super::recorded::Recorded;
use super::window::{self, Fill};
use super::{approved, ending};
use crate::live::Running;
use crate::pulse::Pulse;
use crate::{Inner, history};

/// Runs a turn on the thread, if it has something to do. Tells whether it has more.
pub(crate) async fn run_thread(runtime: &Inner, thread: WaitingThread) -> Result<bool, RunError> {
    let ran = take(runtime, thread).await;
    let forgotten = matches!(ran, Err(RunError::Store(StoreError::Forgotten)));
    if forgotten && close_forgotten(runtime, thread).await? {
        return Ok(false);
    }
    ran
}

async fn take(runtime: &Inner, thread: WaitingThread) -> Result<bool, RunError> {
    if !runtime.store.switches().is_on(thread.org_id, Flag::Agents) {
        // It stays in the queue, and everybody is woken when agents are on again.
        return Ok(false);
    }
    let mut known = runtime.conversations.get(&thread.id).unwrap_or_default();
    let org = runtime.store.org(thread.org_id);
    let mut view = match org.view_thread(thread.id, known.last, ITEMS_READ).await {
        Ok(Some(view)) => view,
        Ok(None) => return Ok(false),
        Err(error) => return unreadable(runtime, thread, error).await,
    };
    if known.is_outdated(&view) {
        known = Conversation::default();
        view = match org.view_thread(thread.id, 0, ITEMS_READ).await? {
            Some(view) => view,
            None => return Ok(false),
        };
    }
    if view.open_turn.is_some() {
        let _alone = if view.lost_workers == MOST_WORKERS - 1 {
            Some(runtime.last_chance.lock().await)
        } else {
            None
        };
        return match take_over(runtime, &view).await {
            Ok(Some(resumed)) => resume(runtime, &view, resumed).await,
            Ok(None) => Err(RunError::Lost),
            Err(error) => unreadable(runtime, thread, error).await,
        };
    }
    if view.unread.is_empty() {
        return Ok(false);
    }
    let conversation = known.extended(&view);
    let conversation = conversation.after_summary(runtime, &view).await;
    runtime
        .conversations
        .insert(thread.id, conversation.clone());
    begin(runtime, &view, &conversation).await
}

/// Closes a thread whose content was forgotten, before its turn or during it: somebody wanted that, and nothing is left
/// that a person could decide about. Tells whether that is what happened.
async fn close_forgotten(runtime: &Inner, thread: WaitingThread) -> Result<bool, StoreError> {
    let org = runtime.store.org(thread.org_id);
    let closed = org.close_forgotten_thread(thread.id).await?;
    if closed {
        tracing::info!(thread = %thread.id, "the thread was forgotten, and its turn ended with it");
    }
    Ok(closed)
}

/// Puts a thread whose content is lost or damaged on hold: trying again would change nothing.
async fn unreadable(
    runtime: &Inner,
    thread: WaitingThread,
    error: StoreError,
) -> Result<bool, RunError> {
    if matches!(error, StoreError::Forgotten) && close_forgotten(runtime, thread).await? {
        return Ok(false);
    }
    if !matches!(error, StoreError::Forgotten | StoreError::Tampered { .. }) {
        return Err(error.into());
    }
    tracing::error!(thread = %thread.id, %error, "the thread cannot be read and is put on hold");
    let org = runtime.store.org(thread.org_id);
    // Told first: should we die in between, the thread is found again, and is not silent. Under the organisation's key:
    // the thread's own may be what is gone.
    org.raise_notice(None, ending::unreadable(thread.id))
        .await?;
    org.hold_thread(thread.id, "unreadable").await?;
    Ok(false)
}

async fn begin(
    runtime: &Inner,
    view: &ThreadView,
    conversation: &Conversation,
) -> Result<bool, RunError> {
    let mut arrived = arrived(runtime, view).await?;
    let changes = approved::carry_out(runtime, view, &mut arrived).await?;
    let funds = funds(runtime, view);
    let mut recalled = Recalled::of(runtime, view, conversation, &arrived, &funds).await;
    let mut opening = Opening::new(runtime, view, (conversation, &recalled), &arrived);
    if opening.leaves_out {
        // What the prompt has no room for comes to mind like anything else that was said long ago.
        let shown = (conversation, opening.recorded.history.0);
        recalled.come_to_mind(runtime, view, shown, &arrived).await;
        opening = Opening::new(runtime, view, (conversation, &recalled), &arrived);
    }
    let new = opening.new_turn(runtime, &arrived, changes)?;
    let mut request_hash = new.step.request_hash;
    let mut began = runtime.store.begin_turn(view, new).await;
    if let Err(StoreError::Refused(reason)) = &began
        && !arrived.approved.is_empty()
    {
        // What was approved cannot be written down, and the thread must not stand still for it.
        arrived = self::arrived(runtime, view).await?;
        approved::refuse(&mut arrived, reason);
        opening = Opening::new(runtime, view, (conversation, &recalled), &arrived);
        let new = opening.new_turn(runtime, &arrived, Changes::default())?;
        request_hash = new.step.request_hash;
        began = runtime.store.begin_turn(view, new).await;
    }
    let Began::Turn(claim) = began? else {
        return Err(RunError::Lost);
    };
    if !arrived.approved.is_empty() {
        runtime.wakes.outbox.notify_one();
    }
    let Opening {
        recorded,
        setup,
        machine,
        effects,
        ..
    } = opening;
    let pulse = Pulse::start(runtime, &claim, Signal::Go, recorded.when_off());
    let ears = (
        pulse.signal(),
        runtime.live.run(view.id, claim.turn_id, None),
    );
    let desk = desk(runtime, view, &claim, &recorded, &funds, ears);
    let mut run = Run::new(desk, view, setup, machine);
    run.begun = Begun::Yes { request_hash };
    let ran = run.drive(effects).instrument(span(&claim, &recorded)).await;
    runtime.wakes.memory.notify_one();
    ran
}

/// What arrived on a thread. Where a schedule wakes a conversation with a contact, their last text is what is answered, from the
/// line that they wrote to; and with no more than that text could have set in motion, since what they wrote is all around.
async fn arrived(runtime: &Inner, view: &ThreadView) -> Result<Arrived, StoreError> {
    let mut arrived = Arrived::read(&view.unread);
    let woken = arrived.reply.is_none() && arrived.scheduled;
    if let (true, Scope::Contact(contact)) = (woken, view.scope) {
        let org = runtime.store.org(view.org_id());
        let last = org.last_text(view.id).await?;
        let last = last.filter(|sms| sms.contact_id == contact && sms.can_be_answered());
        arrived.reply = last.map(reply);
        arrived.origin = arrived.origin.mixed_with(Integrity::Untrusted);
    }
    Ok(arrived)
}

/// A turn that is about to begin, with what it asks first.
struct Opening {
    /// Whether there is no room for all of the conversation.
    leaves_out: bool,
    recorded: Recorded,
    setup: Arc<Setup>,
    machine: Turn,
    effects: Vec<Effect>,
}

impl Opening {
    fn new(
        runtime: &Inner,
        view: &ThreadView,
        (conversation, recalled): (&Conversation, &Recalled),
        arrived: &Arrived,
    ) -> Self {
        let mut recorded = prepare::prepare(runtime, view, arrived, conversation, recalled);
        let mut setup = Arc::new(recorded.setup(window::shown(conversation)));
        let whole = recorded.history;
        let fill = window::fit(
            runtime,
            &view.agent,
            &mut recorded,
            &mut setup,
            conversation,
        );
        let may_shorten = || {
            let switches = runtime.store.switches();
            switches.is_on(view.org_id(), Flag::Compaction)
        };
        if fill == Fill::TooFull && may_shorten() {
            runtime.compactions.ask(view, runtime.now());
        }
        let mut machine = Turn::new(Arc::clone(&setup));
        let effects = machine.handle(Event::Started);
        Self {
            leaves_out: recorded.history != whole,
            recorded,
            setup,
            machine,
            effects,
        }
    }

    fn new_turn(
        &self,
        runtime: &Inner,
        arrived: &Arrived,
        changes: Changes,
    ) -> Result<NewTurn, RunError> {
        let request = self.effects.iter().find_map(|effect| match effect {
            Effect::CallModel { request, .. } => Some(request),
            _ => None,
        });
        let request = request.ok_or(RunError::Broken("a turn began without a question"))?;
        Ok(NewTurn {
            worker: runtime.settings.node.clone(),
            lease: runtime.settings.lease,
            setup: serde_json::to_vec(&self.recorded)?,
            model: self.recorded.model.clone(),
            items: history::heard(&arrived.inputs),
            changes,
            step: NewStep {
                no: 1,
                kind: "model",
                request_hash: request_hash(request)?,
            },
        })
    }
}

async fn take_over(runtime: &Inner, view: &ThreadView) -> Result<Option<Resumed>, StoreError> {
    let (node, lease) = (&runtime.settings.node, runtime.settings.lease);
    runtime.store.resume_turn(view, node, lease).await
}

async fn resume(runtime: &Inner, view: &ThreadView, resumed: Resumed) -> Result<bool, RunError> {
    if resumed.workers > MOST_WORKERS {
        return give_up(runtime, &resumed.claim).await;
    }
    let recorded: Recorded = serde_json::from_slice(&resumed.setup)?;
    let (after, upto) = recorded.history;
    let org = runtime.store.org(view.org_id());
    let items = org.items_between(view.id, after, upto).await?;
    let setup = Arc::new(recorded.setup(history::remembered(&items)));
    let (machine, effects, news) = catch_up(Arc::clone(&setup), &resumed)?;
    let funds = funds(runtime, view);
    let claim = &resumed.claim;
    let at_first = if resumed.stop_wanted {
        Signal::Stop
    } else {
        Signal::Go
    };
    let pulse = Pulse::start(runtime, claim, at_first, recorded.when_off());
    let told = org.stream_end(&view.id.to_string()).await?;
    let running = runtime.live.run(view.id, claim.turn_id, Some(told));
    let ears = (pulse.signal(), running);
    let desk = desk(runtime, view, claim, &recorded, &funds, ears);
    let mut run = Run::new(desk, view, setup, machine);
    run.next_no = resumed.learned.len() as i64 + 1;
    run.workers = resumed.workers;
    run.heard(news);
    run.drive(effects).instrument(span(claim, &recorded)).await
}

/// The machine as it stood, what it waits for, and what came in that it has not appended. What it wanted written was
/// written with what it learned.
fn catch_up(
    setup: Arc<Setup>,
    resumed: &Resumed,
) -> Result<(Turn, Vec<Effect>, Vec<Input>), serde_json::Error> {
    let mut machine = Turn::new(setup);
    let mut effects = machine.handle(Event::Started);
    let mut news = Vec::new();
    for event in &resumed.learned {
        let event = serde_json::from_slice(event)?;
        past_empty_look(&mut machine, &mut effects, Some(&event));
        if let Event::LookedAgain { inputs } = &event {
            news.clone_from(inputs);
        }
        effects = machine.handle(event);
        if effects
            .iter()
            .any(|effect| matches!(effect, Effect::Append { .. }))
        {
            news.clear();
        }
    }
    past_empty_look(&mut machine, &mut effects, None);
    let waits =
        |effect: &Effect| matches!(effect, Effect::CallModel { .. } | Effect::RunTools { .. });
    effects.retain(waits);
    Ok((machine, effects, news))
}

/// Looking for news and finding none is not written down: an answer stands on the record only with what followed from
/// the look.
pub(super) fn past_empty_look(machine: &mut Turn, effects: &mut Vec<Effect>, next: Option<&Event>) {
    let looks = |effect: &Effect| matches!(effect, Effect::LookAgain { .. });
    if effects.iter().any(looks) && !matches!(next, Some(Event::LookedAgain { .. })) {
        *effects = machine.handle(Event::LookedAgain { inputs: Vec::new() });
    }
}

async fn give_up(runtime: &Inner, claim: &Claim) -> Result<bool, RunError> {
    let (end, notice) = ending::given_up(claim);
    let mut advance = Advance {
        next: Next::End(end),
        ..Advance::default()
    };
    advance.changes.notices.push(notice);
    Ok(runtime.store.advance(claim, advance).await?.queued)
}

fn funds<'r>(runtime: &'r Inner, view: &ThreadView) -> Funds<'r> {
    let limits = prepare::limits(runtime, view.org_id(), &view.agent, view.scope);
    Funds::new(
        runtime,
        view.org_id(),
        limits,
        prepare::period(runtime.now()),
    )
}

fn desk<'r>(
    runtime: &'r Inner,
    view: &'r ThreadView,
    claim: &'r Claim,
    recorded: &'r Recorded,
    funds: &'r Funds<'r>,
    (signal, running): (watch::Receiver<Signal>, Running),
) -> Desk<'r> {
    Desk {
        runtime,
        claim,
        recorded,
        correlation_key: &view.correlation_key,
        zone: prepare::zone(runtime, &view.agent.settings.profile),
        funds,
        signal,
        escalated: AtomicBool::new(false),
        told: Mutex::default(),
        _running: running,
    }
}

/// The span of a turn, by the conventions of OpenTelemetry for generative AI.
fn span(claim: &Claim, recorded: &Recorded) -> tracing::Span {
    tracing::info_span!(
        "turn",
        otel.name = "invoke_agent",
        gen_ai.operation.name = "invoke_agent",
        gen_ai.agent.id = %claim.agent_id,
        gen_ai.conversation.id = %claim.thread_id,
        gen_ai.request.model = recorded.model,
        turn = %claim.turn_id,
    )
}
