//! Carries out what the machine wants and tells it what came of it.
//!
//! Nothing acts on what is not written down: an answer is recorded together with everything that follows from it, and
//! what follows is carried out only then. Until that moment the machine's next state is a guess that can be dropped.

mod refused;
mod told;

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use sha2::{Digest as _, Sha256};
use steward_agent::{
    Capabilities, Effect, Event, Input, Outcome, PlannedCall, Protocol, Setup, Turn, TurnEvent,
};
use steward_model::{ChatRequest, EventKind, Integrity, ModelFailure};
use steward_store::{
    Advance, Advanced, Changes, Learned, NewItem, NewStep, Next, Spent, StoreError, ThreadEvent,
    ThreadView,
};

use self::refused::Kept;
use self::told::{Told, cost_of, cost_of_all, reported};
use super::arrived::Arrived;
use super::calls::StepOfCalls;
use super::desk::{Asked, Desk, Emitted, Live, Signal};
use super::ending;
use crate::{figures, history};

/// Workers that may try a turn before it is given up.
pub(super) const MOST_WORKERS: i64 = 3;

/// How long a turn waits after the first failure of its model; four times as long after the next.
const FIRST_WAIT: Duration = Duration::from_secs(30);

/// The same while a member or a program of theirs waits for the answer.
const FIRST_WAIT_OF_MEMBER: Duration = Duration::from_secs(5);

/// How long they wait at the most for a model's provider to come back. Then they are told, and can ask again.
const PATIENCE_OF_MEMBER: Duration = Duration::from_secs(60);

/// Why a turn did not come to its end here.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RunError {
    /// The thread is another's, or changed before it was taken.
    #[error("another worker has the thread")]
    Lost,
    /// It goes on later.
    #[error("the turn goes on later")]
    Deferred,
    /// The database.
    #[error(transparent)]
    Store(StoreError),
    /// A mistake in this program.
    #[error("{0}")]
    Broken(&'static str),
    /// What was recorded cannot be read.
    #[error("what was recorded of the turn cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
}

impl From<StoreError> for RunError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::LeaseLost => Self::Lost,
            other => Self::Store(other),
        }
    }
}

/// What is written down with the next transaction.
#[derive(Debug, Clone, Default)]
struct Batch {
    learned: Vec<Learned>,
    join: Option<i64>,
    seen_event: Option<i64>,
    items: Vec<NewItem>,
    /// What came in during the turn and does not stand in the history yet.
    news: Vec<Input>,
    changes: Changes,
}

/// A turn at work.
pub(super) struct Run<'r> {
    pub(super) desk: Desk<'r>,
    pub(super) view: &'r ThreadView,
    pub(super) setup: Arc<Setup>,
    pub(super) capabilities: Capabilities,
    pub(super) machine: Turn,
    /// The number of the next thing that is learned.
    pub(super) next_no: i64,
    /// Whether the next step was begun by the transaction that began the turn.
    pub(super) begun: Begun,
    pub(super) workers: i64,
    batch: Batch,
    /// What is left of the last transaction if it was refused.
    kept: Option<Kept>,
    /// The price of what was taken back, since something arrived: it goes with whatever is learned next.
    undone: Spent,
    /// What was spent since it looked for news.
    since_look: Spent,
    /// As it was before it looked for news, to come back to if some arrive before the answer is out.
    before_look: Option<Box<BeforeLook>>,
    /// The place of the last event that the turn knows of.
    seen: i64,
    /// Whether something after that place is known to have arrived.
    has_news: bool,
}

/// Everything that looking for news may have to be taken back to.
struct BeforeLook {
    machine: Turn,
    batch: Batch,
    told: Vec<Emitted>,
    next_no: i64,
}

/// Whether the next step is written down already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Begun {
    No,
    /// With the hash of what is asked.
    Yes {
        request_hash: [u8; 32],
    },
}

impl<'r> Run<'r> {
    pub(super) fn new(
        desk: Desk<'r>,
        view: &'r ThreadView,
        setup: Arc<Setup>,
        machine: Turn,
    ) -> Self {
        let send_mode = desk.recorded.send_mode;
        let capabilities = desk.runtime.tools.capabilities(&setup.tools, send_mode);
        Self {
            desk,
            view,
            setup,
            capabilities,
            machine,
            next_no: 1,
            begun: Begun::No,
            workers: 1,
            batch: Batch::default(),
            kept: None,
            undone: Spent::default(),
            since_look: Spent::default(),
            before_look: None,
            seen: seen(view),
            has_news: false,
        }
    }

    /// Goes on with what came in before another worker was lost.
    pub(super) fn heard(&mut self, news: Vec<Input>) {
        self.batch.news = news;
    }

    /// Runs the turn from what the machine wants now to its end. Tells whether the thread has more to do.
    pub(super) async fn drive(mut self, effects: Vec<Effect>) -> Result<bool, RunError> {
        let mut queue: VecDeque<Effect> = effects.into();
        while let Some(effect) = queue.pop_front() {
            match self.follow(effect).await {
                Ok(ControlFlow::Break(queued)) => return Ok(queued),
                Ok(ControlFlow::Continue(Some(told))) => queue = self.learn(told)?.into(),
                Ok(ControlFlow::Continue(None)) => {}
                Err(RunError::Store(StoreError::Conflict("thread"))) => {
                    queue = self.look_once_more();
                }
                Err(RunError::Store(StoreError::Refused(reason))) => {
                    return self.end_refused(reason).await;
                }
                Err(error) => return Err(error),
            }
        }
        Err(RunError::Broken("the machine came to no end"))
    }

    /// Carries an effect out. Tells what the machine is to be told of it, or, at the end, whether the thread has more to do.
    async fn follow(
        &mut self,
        effect: Effect,
    ) -> Result<ControlFlow<bool, Option<Told>>, RunError> {
        let told = match effect {
            Effect::CallModel { request, .. } => Some(self.call_model(&request).await?),
            Effect::RunTools { step, calls, label } => {
                Some(self.run_tools(step, &calls, label).await?)
            }
            Effect::LookAgain { .. } => Some(self.look_again().await?),
            Effect::Append { messages, label } => {
                let news = std::mem::take(&mut self.batch.news);
                let items = history::appended(&messages, label, &news);
                self.batch.items.extend(items);
                None
            }
            Effect::Emit { event, .. } => {
                self.desk.emit(event, 0);
                None
            }
            Effect::Release { messages, .. } => {
                self.release(&messages);
                None
            }
            Effect::Finish { outcome, .. } => {
                return Ok(ControlFlow::Break(self.finish(&outcome).await?.queued));
            }
        };
        Ok(ControlFlow::Continue(told))
    }

    /// Writes down what is learned, then lets the machine see it.
    fn learn(&mut self, mut told: Told) -> Result<Vec<Effect>, RunError> {
        if matches!(&told.event, Event::LookedAgain { inputs } if inputs.is_empty()) {
            return Ok(self.machine.handle(told.event));
        }
        told.spent += std::mem::take(&mut self.undone);
        self.batch.learned.push(Learned {
            no: self.next_no,
            kind: told.kind,
            request_hash: told.request_hash,
            event: serde_json::to_vec(&told.event)?,
            spent: told.spent,
        });
        self.next_no += 1;
        Ok(self.machine.handle(told.event))
    }

    async fn call_model(&mut self, request: &ChatRequest) -> Result<Told, RunError> {
        let hash = match std::mem::replace(&mut self.begun, Begun::No) {
            Begun::Yes { request_hash } => request_hash,
            Begun::No => self.begin_model(request).await?,
        };
        let call = match self.desk.ask(request, 0).await {
            Asked::Told(call) => call,
            Asked::Cut(signal, partial_text) => {
                return self.cut("model", hash, signal, partial_text).await;
            }
        };
        let spent = cost_of(&call);
        let event = match call.result {
            Ok(answer) => Event::ModelAnswered { answer },
            Err(failure) => match self.later().filter(|_| failure.is_passing()) {
                Some(wait) => return self.try_later(&failure, wait, spent).await,
                None => Event::ModelFailed { failure },
            },
        };
        Ok(Told {
            kind: "model",
            request_hash: hash,
            event,
            spent,
        })
    }

    /// Writes down what the model is about to be asked, and tells the hash of it.
    async fn begin_model(&mut self, request: &ChatRequest) -> Result<[u8; 32], RunError> {
        let hash = request_hash(request)?;
        let step = NewStep {
            no: self.next_no,
            kind: "model",
            request_hash: hash,
        };
        self.commit(Next::Begin { step }).await?;
        Ok(hash)
    }

    async fn run_tools(
        &mut self,
        step: u32,
        calls: &[PlannedCall],
        label: Integrity,
    ) -> Result<Told, RunError> {
        let hash = Sha256::digest(serde_json::to_vec(calls)?).into();
        let mut tried_before = false;
        // Calls that only return changes need no mark of their own: made again, they change nothing twice.
        if !self.desk.is_local(calls) {
            let begin = NewStep {
                no: self.next_no,
                kind: "tools",
                request_hash: hash,
            };
            tried_before = self.commit(Next::Begin { step: begin }).await?.attempt > 1;
        }
        let of_calls = StepOfCalls {
            name: step.to_string(),
            depth: 0,
            label,
            capabilities: &self.capabilities,
            setup: &self.setup,
            tried_before,
        };
        let work = self.desk.carry_out(&of_calls, calls);
        let results = match self.desk.unless_cut(work).await {
            Ok(results) => results,
            Err(signal) => return self.cut("tools", hash, signal, String::new()).await,
        };
        self.batch.changes.extend(results.changes);
        let reports = results.reports;
        let usages = reports.iter().map(|report| report.usage);
        Ok(Told {
            kind: "tools",
            request_hash: hash,
            spent: reported(usages, results.cost_micros),
            event: Event::ToolsFinished { reports },
        })
    }

    /// Sees whether something arrived before the answer goes out.
    async fn look_again(&mut self) -> Result<Told, RunError> {
        let told = self.desk.take_told();
        self.desk.put_back(told.clone());
        self.before_look = Some(Box::new(BeforeLook {
            machine: self.machine.clone(),
            batch: self.batch.clone(),
            told,
            next_no: self.next_no,
        }));
        // The transaction that writes the answer down finds out whether something arrived; only then is it read.
        let mut news = Vec::new();
        if std::mem::take(&mut self.has_news) {
            let org = self.desk.runtime.store.org(self.desk.claim.org_id);
            news = org.unread_events(self.view).await?;
        }
        self.batch.seen_event = Some(news.last().map_or(self.seen, |last| last.seq));
        // What no agent is asked about is worth no call of a model: it waits for a turn that is.
        if news.iter().all(|event| event.skipped.is_some()) {
            news.clear();
        }
        // A decision is for a turn of its own, which begins with the call that was decided about.
        let decision = |event: &ThreadEvent| event.kind == EventKind::ApprovalDecision;
        news.truncate(news.iter().position(decision).unwrap_or(news.len()));
        let inputs: Vec<Input> = Arrived::read(&news).inputs;
        if !inputs.is_empty() {
            self.desk.take_back(0);
        }
        self.batch.join = news.last().map(|last| last.seq);
        self.batch.news.clone_from(&inputs);
        Ok(Told::free("look", [0; 32], Event::LookedAgain { inputs }))
    }

    /// Goes back to before the answer, since something arrived while it was being put down.
    fn look_once_more(&mut self) -> VecDeque<Effect> {
        self.has_news = true;
        if let Some(before) = self.before_look.take() {
            self.undone += std::mem::take(&mut self.since_look);
            self.machine = before.machine;
            self.batch = before.batch;
            self.next_no = before.next_no;
            self.desk.take_told();
            self.desk.put_back(before.told);
        }
        let look = Effect::LookAgain {
            step: 0,
            label: self.machine.label(),
        };
        VecDeque::from([look])
    }

    fn release(&self, messages: &[String]) {
        let event = TurnEvent::TextDelta {
            delta: messages.join("\n\n"),
        };
        let live = match self.setup.protocol {
            // Watchers saw a preview: they are told the whole, of which they take what they do not have.
            Protocol::Structured => {
                self.desk.take_back(0);
                Live::Later
            }
            // They saw the text as it was written.
            Protocol::Native => Live::Told,
        };
        self.desk.keep(Emitted {
            event,
            depth: 0,
            live,
        });
    }

    /// What a signal makes of a step that it cut short.
    async fn cut(
        &mut self,
        kind: &'static str,
        hash: [u8; 32],
        signal: Signal,
        partial_text: String,
    ) -> Result<Told, RunError> {
        match signal {
            Signal::Stop => Ok(Told::free(kind, hash, Event::Cancelled { partial_text })),
            Signal::Lost | Signal::Go => Err(RunError::Lost),
            Signal::Yield => {
                self.commit(Next::HandOver).await?;
                Err(RunError::Deferred)
            }
        }
    }

    /// How long to wait before the model is asked again; nothing if that is no use, or longer than somebody waits.
    fn later(&self) -> Option<Duration> {
        if self.workers >= MOST_WORKERS {
            return None;
        }
        let exponent = u32::try_from(self.workers - 1).unwrap_or(0);
        let growth = 4_u32.saturating_pow(exponent);
        let recorded = self.desk.recorded;
        let inputs = &recorded.context.input;
        if inputs
            .iter()
            .all(|input| input.integrity != Integrity::User)
        {
            return Some(FIRST_WAIT * growth);
        }
        let wait = FIRST_WAIT_OF_MEMBER * growth;
        let until = self.desk.runtime.now().plus(wait);
        (until <= recorded.began_at.plus(PATIENCE_OF_MEMBER)).then_some(wait)
    }

    /// Lets go of the thread for a while: the model's provider may be back by then.
    async fn try_later(
        &mut self,
        failure: &ModelFailure,
        wait: Duration,
        mut spent: Spent,
    ) -> Result<Told, RunError> {
        tracing::warn!(turn = %self.desk.claim.turn_id, %failure, ?wait, "the turn goes on later");
        self.desk.take_back(0);
        let until = self.desk.runtime.now().plus(wait);
        spent += std::mem::take(&mut self.undone);
        let step = self.next_no;
        self.commit(Next::Defer { until, step, spent }).await?;
        Err(RunError::Deferred)
    }

    async fn finish(&mut self, outcome: &Outcome) -> Result<Advanced, RunError> {
        let unsaid = self.desk.recorded.reply.as_ref();
        let unsaid = unsaid.and_then(|_| self.machine.unsaid());
        let (end, notices) = ending::of(self.desk.claim, outcome, unsaid)?;
        self.batch.changes.notices.extend(notices);
        let word = end.outcome;
        let advanced = self.commit(Next::End(end)).await?;
        let began_at = self.desk.recorded.began_at;
        figures::turn_ended(word, began_at, self.desk.runtime.now());
        Ok(advanced)
    }

    async fn commit(&mut self, next: Next) -> Result<Advanced, RunError> {
        let batch = std::mem::take(&mut self.batch);
        self.kept = Kept::of(&batch);
        if let Some(before) = &self.before_look {
            let known = before.batch.learned.len();
            self.since_look = cost_of_all(batch.learned.get(known..).unwrap_or_default());
        }
        // They follow what the machine appends when its tools are through.
        self.batch.news = batch.news;
        let seen = batch.seen_event;
        let told = self.desk.take_told();
        let turn = self.desk.claim.turn_id;
        let advance = Advance {
            learned: batch.learned,
            join: batch.join,
            seen_event: batch.seen_event,
            items: batch.items,
            changes: self.desk.changing(batch.changes),
            told: told.iter().map(|told| told.on_stream(turn)).collect(),
            next,
        };
        let sends = !advance.changes.effects.is_empty();
        let advanced = self
            .desk
            .runtime
            .store
            .advance(self.desk.claim, advance)
            .await?;
        self.seen = seen.unwrap_or(self.seen);
        self.before_look = None;
        self.desk.tell_all(told);
        if sends {
            self.desk.runtime.wakes.outbox.notify_one();
        }
        Ok(advanced)
    }
}

/// The place of the last event that belongs to the turn.
fn seen(view: &ThreadView) -> i64 {
    match (view.open_turn, view.unread.first()) {
        (Some(_), Some(first)) => first.seq - 1,
        _ => view.last_event,
    }
}

/// What proves that a replay asks the same.
pub(super) fn request_hash(request: &ChatRequest) -> Result<[u8; 32], serde_json::Error> {
    Ok(Sha256::digest(serde_json::to_vec(request)?).into())
}
