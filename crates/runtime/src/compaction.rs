//! Shortens long threads: what was said long ago becomes a summary, beside the turns and never in their way.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use steward_agent::{
    Compacted, Compaction, Digest, HISTORY_ITEMS, HistoryItem, Spoken, count_tokens, excerpt,
};
use steward_memory::SUMMARY;
use steward_model::{Flag, Integrity, OrgId, Scope, ThreadId, Timestamp};
use steward_store::{
    Agent, ClaimedJob, Item, NewJob, NewPassage, NewSummary, PassageMeta, StoreError, ThreadView,
    ToCompact, WaitingThread,
};
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::dispatcher::stopped;
use crate::switches::switched_off;
use crate::turn::{Funds, Piece, SCRIPTED, budget, fullest, limits, period};
use crate::{Inner, history, maintenance};

/// What the job is called. [`steward_store::Store::claim_jobs`] leaves it to [`run`].
const COMPACT: &str = steward_store::COMPACT_THREAD;
/// A model may take long, and another process must not begin the same meanwhile.
const LEASE: Duration = Duration::from_secs(15 * 60);
/// Threads that are summarised at the same time.
const AT_ONCE: usize = 4;
/// How often it looks for what nobody told it of, and for what failed before.
const LOOK: Duration = Duration::from_secs(30);
/// After this it is asked for again: whoever did the work, on whichever node, may have found it too early.
const ASK_AGAIN: Duration = LOOK;
/// Threads that were asked for lately; beyond that it is simpler to ask again.
const MOST_ASKED: usize = 10_000;
/// Items that are read at once.
const ITEMS: u32 = 400;
/// Characters of one message that a summary is made from.
const MESSAGE_CHARS: usize = 8_000;
/// After as many failures of the model the summary is made without one.
const MODEL_ATTEMPTS: i64 = 3;
/// What a summary may take of a prompt, in hundredths, and at most.
const SHARE_PERCENT: usize = 4;
const MOST_TOKENS: usize = 3_000;
/// What stands in for a model until one is set up.
const OFFLINE: &str = "offline";

/// Threads that are too long.
#[derive(Debug, Default)]
pub(crate) struct Compactions {
    asked: Mutex<HashMap<ThreadId, (OrgId, i64)>>,
    /// When they were asked for, so that a turn that finds its thread still too long writes nothing.
    told: Mutex<HashMap<(ThreadId, i64), Timestamp>>,
    wake: Notify,
}

impl Compactions {
    /// This thread is too long. Costs a turn nothing: whoever does the work writes it down.
    pub(crate) fn ask(&self, view: &ThreadView, now: Timestamp) {
        if view.correlation_key.starts_with(SCRIPTED) {
            return;
        }
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if told.len() >= MOST_ASKED {
            told.clear();
        }
        let key = (view.id, view.summary_epoch);
        if told.get(&key).is_some_and(|at| now < at.plus(ASK_AGAIN)) {
            return;
        }
        told.insert(key, now);
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.insert(view.id, (view.org_id(), view.summary_epoch));
        self.wake.notify_one();
    }

    /// There may be something to do again.
    pub(crate) fn wake(&self) {
        self.wake.notify_one();
    }

    /// The next turn asks again.
    fn untell(&self, thread: ThreadId, epoch: i64) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        told.remove(&(thread, epoch));
    }

    fn take(&self) -> HashMap<ThreadId, (OrgId, i64)> {
        std::mem::take(&mut *self.asked.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

pub(crate) async fn run(runtime: Arc<Inner>, mut stop: watch::Receiver<bool>) {
    let mut work: JoinSet<()> = JoinSet::new();
    loop {
        if let Err(error) = begin(&runtime, &mut work).await {
            tracing::warn!(%error, "long threads could not be looked at");
        }
        tokio::select! {
            () = stopped(&mut stop) => break,
            _ = timeout(LOOK, runtime.compactions.wake.notified()) => {}
            Some(_) = work.join_next(), if !work.is_empty() => {}
        }
    }
    // A summary that is under way is made again by whoever comes next.
    work.shutdown().await;
}

async fn begin(runtime: &Arc<Inner>, work: &mut JoinSet<()>) -> Result<(), StoreError> {
    for (thread, (org, epoch)) in runtime.compactions.take() {
        let subject = format!("{thread}:{epoch}");
        let job = NewJob {
            kind: COMPACT.to_owned(),
            dedupe_key: subject.clone(),
            subject,
            run_at: runtime.now(),
        };
        let asked = runtime.store.org(org).enqueue(job).await;
        if asked.is_err() {
            runtime.compactions.untell(thread, epoch);
        }
        asked?;
    }
    let room = AT_ONCE.saturating_sub(work.len()) as u32;
    let node = &runtime.settings.node;
    for job in runtime.store.claim_compactions(node, room, LEASE).await? {
        let runtime = Arc::clone(runtime);
        work.spawn(async move {
            let ended = tokio::select! {
                result = carry_out(&runtime, &job) => end(&runtime, &job, result).await,
                () = switched_off(&runtime, job.org_id, Flag::Compaction) => {
                    let (now, why) = (runtime.now(), "summarising is switched off");
                    runtime.store.put_off_job(&job, now, why).await.map(|_| ())
                }
            };
            if let Err(error) = ended {
                tracing::warn!(job = %job.id, %error, "how a job ended could not be written down");
            }
        });
    }
    Ok(())
}

/// What became of a job that did not fail.
enum Carried {
    Out,
    /// There is nothing yet that can be summarised, such as when all that was said belongs to the turn that is under way.
    TooEarly,
}

async fn end(
    runtime: &Inner,
    job: &ClaimedJob,
    carried: Result<Carried, String>,
) -> Result<(), StoreError> {
    match carried {
        Ok(Carried::TooEarly) => runtime.store.drop_job(job).await.map(|_| ()),
        carried => maintenance::end(runtime, job, carried.map(|_| ())).await,
    }
}

/// Makes summaries until the thread is short enough.
async fn carry_out(runtime: &Inner, job: &ClaimedJob) -> Result<Carried, String> {
    let (thread, epoch) = job
        .subject
        .split_once(':')
        .ok_or("the job names no thread")?;
    let thread = WaitingThread {
        org_id: job.org_id,
        id: thread.parse().map_err(|_| "the job names no thread")?,
    };
    let mut epoch: i64 = epoch.parse().map_err(|_| "the job names no epoch")?;
    let words = |error: StoreError| error.to_string();
    let org = runtime.store.org(thread.org_id);
    loop {
        let seen = match org.thread_to_compact(thread.id, ITEMS).await {
            Ok(Some(seen)) if seen.epoch == epoch => seen,
            // Somebody else was faster, or there is nothing left to read.
            Ok(_) | Err(StoreError::Forgotten) => return Ok(Carried::Out),
            Err(error) => return Err(words(error)),
        };
        let Some(agent) = org.agent(seen.agent_id).await.map_err(words)? else {
            return Ok(Carried::Out);
        };
        let Some(part) = Part::choose(runtime, &agent, &seen) else {
            return Ok(Carried::TooEarly);
        };
        let written = write(runtime, (thread, &agent), &seen, &part, job.attempt).await?;
        if !written || !part.more {
            return Ok(Carried::Out);
        }
        epoch += 1;
    }
}

/// The items of a thread that the next summary covers.
struct Part {
    said: Vec<Spoken>,
    range: (i64, i64),
    items: i64,
    integrity: Integrity,
    /// Whether the thread is too long even then.
    more: bool,
}

impl Part {
    /// The older half of what no summary covers; all that was read where there is much more. It ends before something
    /// heard, so that a call stays with its result and an answer with its question, and before a turn that is under way.
    fn choose(runtime: &Inner, agent: &Agent, seen: &ToCompact) -> Option<Self> {
        let read = history::remembered(&seen.items).into_iter();
        let pieces: Vec<Piece> = read.map(Piece::new).collect();
        let unread = seen.last_item - seen.items.last()?.seq;
        let tokens = budget(runtime, agent, model_of(runtime, agent));
        let half = fullest(runtime, agent) / 2;
        // Instructions and tools may fill most of a small prompt: of what was said, the older half goes in any case.
        let said: usize = pieces.iter().map(Piece::tokens).sum();
        let kept = tokens.share(half).limit().min(said / 2);
        let behind = unread >= HISTORY_ITEMS as i64;
        let wanted = match behind {
            true => pieces.len(),
            false => older(&pieces, HISTORY_ITEMS * half / 100, kept),
        };
        if wanted == 0 {
            return None;
        }
        // No more than a model can read at once.
        let mut room = tokens.limit() / 2;
        let readable = pieces.iter().take_while(|piece| {
            let takes = piece.tokens();
            let fits = takes <= room;
            room = room.saturating_sub(takes);
            fits
        });
        let readable = readable.count().max(1);
        let open = seen
            .items
            .iter()
            .find(|item| item.turn_id.is_some() && item.turn_id == seen.open_turn);
        let open = open.map_or(i64::MAX, |item| item.seq);
        let heard = |at: &usize| {
            let piece = pieces.get(*at);
            piece.is_some_and(|piece| {
                matches!(piece.item, HistoryItem::Heard { .. }) && piece.seq <= open
            })
        };
        let most = wanted.min(readable);
        let border = (1..=most)
            .rev()
            .find(heard)
            .or_else(|| (most..pieces.len()).find(heard))?;
        let upto = pieces[border].seq - 1;
        let covered: Vec<&Item> = seen
            .items
            .iter()
            .take_while(|item| item.seq <= upto)
            .collect();
        let integrity = covered.iter().map(|item| item.integrity);
        let before = seen.previous.iter().map(|summary| summary.integrity);
        Some(Self {
            said: spoken(&pieces[..border], &covered),
            range: (covered.first()?.seq, upto),
            items: covered.len() as i64,
            integrity: integrity.chain(before).min()?,
            more: behind || readable < wanted,
        })
    }
}

/// How many of the oldest pieces to summarise, so that of the newest no more than these stay.
fn older(pieces: &[Piece], most: usize, tokens: usize) -> usize {
    let mut left = tokens;
    let kept = pieces.iter().rev().take(most).take_while(|piece| {
        let takes = piece.tokens();
        let fits = takes <= left;
        left = left.saturating_sub(takes);
        fits
    });
    pieces.len() - kept.count()
}

fn spoken(pieces: &[Piece], items: &[&Item]) -> Vec<Spoken> {
    let day = |seq: i64| {
        let item = items.iter().find(|item| item.seq == seq);
        item.map_or_else(String::new, |item| {
            item.created_at.to_string().chars().take(10).collect()
        })
    };
    let spoken = pieces.iter().map(|piece| {
        let (by, text) = match &piece.item {
            HistoryItem::Heard { from, text, .. } => (from.clone(), text.as_str()),
            HistoryItem::Said { text, .. } => ("you".to_owned(), text.as_str()),
            HistoryItem::Used { call, result, .. } => (call.name.clone(), result.content.as_str()),
        };
        Spoken {
            by,
            day: day(piece.seq),
            text: excerpt(text, MESSAGE_CHARS).into_owned(),
        }
    });
    spoken.collect()
}

/// Writes the summary of a part. Tells whether it was written: not if somebody else was faster.
async fn write(
    runtime: &Inner,
    (thread, agent): (WaitingThread, &Agent),
    seen: &ToCompact,
    part: &Part,
    attempt: i64,
) -> Result<bool, String> {
    let earlier = seen
        .previous
        .as_ref()
        .map(|summary| serde_json::from_slice::<Digest>(&summary.content));
    let earlier = earlier.transpose().map_err(|error| error.to_string())?;
    let limit = budget(runtime, agent, model_of(runtime, agent))
        .share(SHARE_PERCENT)
        .limit();
    let compaction = Compaction::new(earlier.clone(), part.said.clone(), limit.min(MOST_TOKENS));
    let model = summariser(runtime, agent).filter(|_| attempt <= MODEL_ATTEMPTS);
    let Compacted { digest, fidelity } = match model {
        Some(model) => {
            ask(
                runtime,
                (thread.org_id, agent, seen.scope),
                &compaction,
                model,
            )
            .await?
        }
        None => compaction.extract(),
    };
    let new = NewSummary {
        range: part.range,
        item_count: part.items,
        content: serde_json::to_vec(&digest).map_err(|error| error.to_string())?,
        tokens: count_tokens(&digest.lines().join("\n")) as i64,
        fidelity: i64::from(fidelity),
        model: model.unwrap_or_default().to_owned(),
        integrity: part.integrity,
    };
    let like = passage(thread.id, agent, seen, part);
    let found_by = runtime
        .memory
        .passages(thread.org_id, &digest.news(earlier.as_ref()), &like)
        .await;
    let org = runtime.store.org(thread.org_id);
    match org.add_summary(seen, new, found_by).await {
        Ok(written) => Ok(written.is_some()),
        Err(StoreError::Forgotten) => Ok(false),
        Err(error) => Err(error.to_string()),
    }
}

async fn ask(
    runtime: &Inner,
    (org, agent, scope): (OrgId, &Agent, Scope),
    compaction: &Compaction,
    model: &str,
) -> Result<Compacted, String> {
    let limits = limits(runtime, org, agent, scope);
    let funds = Funds::new(runtime, org, limits, period(runtime.now()));
    let request = compaction.request(model);
    let call = runtime.pipeline.call(&request, &funds, &mut |_| ()).await;
    let answer = call.result.map_err(|failure| failure.to_string())?;
    let read = compaction.read(&answer);
    read.ok_or_else(|| "the model wrote no summary".to_owned())
}

fn passage(thread: ThreadId, agent: &Agent, seen: &ToCompact, part: &Part) -> NewPassage {
    let last = seen.items.iter().rfind(|item| item.seq <= part.range.1);
    let keeps_own = agent.settings.memory_mode.keeps_own();
    NewPassage {
        agent_id: keeps_own.then_some(agent.id),
        thread_id: Some(thread),
        contact_id: match seen.scope {
            Scope::Contact(contact) => Some(contact),
            Scope::Org(_) | Scope::Member(_) | Scope::Agent(_) => None,
        },
        source: SUMMARY.to_owned(),
        // The store names it after the summary.
        source_ref: String::new(),
        chunk_index: 0,
        integrity: part.integrity,
        text: String::new(),
        meta: PassageMeta::default(),
        priority: 0,
        embedding: None,
        occurred_at: last.map_or_else(|| agent.created_at, |item| item.created_at),
    }
}

/// The model that answers on the thread, whose prompts must be short enough.
fn model_of<'r>(runtime: &'r Inner, agent: &'r Agent) -> &'r str {
    agent
        .settings
        .model
        .as_deref()
        .unwrap_or(&runtime.settings.model)
}

/// The model for small work such as summaries, if there is one.
pub(crate) fn summariser<'r>(runtime: &'r Inner, agent: &'r Agent) -> Option<&'r str> {
    let own = runtime.settings.sub_model.as_deref();
    Some(own.unwrap_or_else(|| model_of(runtime, agent))).filter(|model| *model != OFFLINE)
}
