//! What whoever watches sees while a turn runs. Pieces of text are a preview and live in memory only, of a turn that runs all
//! of them; everything else is also on the thread's stream in the database.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use steward_agent::TurnEvent;
use steward_model::{ThreadId, TurnId};
use tokio::sync::broadcast;

/// Pieces that come faster than this are joined.
const THROTTLE: Duration = Duration::from_millis(90);

/// How far a watcher may fall behind before it misses pieces.
const BACKLOG: usize = 256;

/// Something that happened in a turn.
#[derive(Debug, Clone, PartialEq)]
pub struct LiveEvent {
    /// The turn.
    pub turn_id: TurnId,
    /// How deep in sub-agents: nought is the turn itself.
    pub depth: u32,
    /// What.
    pub event: TurnEvent,
}

/// Where watchers of threads meet those who run them. Of a thread on which nothing runs and that nobody watches, it holds nothing.
#[derive(Debug, Clone, Default)]
pub struct Live {
    threads: Arc<Mutex<Threads>>,
}

#[derive(Debug, Default)]
struct Threads {
    watched: HashMap<ThreadId, broadcast::Sender<LiveEvent>>,
    running: HashMap<ThreadId, ToldSoFar>,
}

/// What was told of a turn since this process took it up, so that who comes late hears what the others heard.
#[derive(Debug, Clone, PartialEq)]
pub struct ToldSoFar {
    turn: TurnId,
    /// The last place of the thread's stream before that: what stands there of the turn is not repeated here. None if it began
    /// here, and nothing does.
    pub after: Option<i64>,
    /// In order; pieces of one text are joined.
    pub events: Vec<LiveEvent>,
}

/// A turn that this process runs. What was told of it is let go of when this is dropped.
#[derive(Debug)]
pub(crate) struct Running {
    live: Live,
    thread: ThreadId,
    turn: TurnId,
}

impl Drop for Running {
    fn drop(&mut self) {
        let mut threads = self.live.lock();
        // Another turn may have begun on the thread by now.
        if threads
            .running
            .get(&self.thread)
            .is_some_and(|told| told.turn == self.turn)
        {
            threads.running.remove(&self.thread);
        }
    }
}

impl Live {
    /// Everything that happens on a thread from now on.
    pub fn watch(&self, thread: ThreadId) -> broadcast::Receiver<LiveEvent> {
        self.lock().watch(thread)
    }

    /// Everything that happens on a thread from now on, and what was told of a turn on it before; nothing if it does not run
    /// here.
    pub fn join(
        &self,
        thread: ThreadId,
        turn: TurnId,
    ) -> Option<(broadcast::Receiver<LiveEvent>, ToldSoFar)> {
        let mut threads = self.lock();
        let told = threads.running.get(&thread)?.clone();
        (told.turn == turn).then(|| (threads.watch(thread), told))
    }

    /// From now on what is told of this turn is kept for who comes late. The beginning of one that did not begin here stands on
    /// the thread's stream, up to the place `after`.
    pub(crate) fn run(&self, thread: ThreadId, turn: TurnId, after: Option<i64>) -> Running {
        let told = ToldSoFar {
            turn,
            after,
            events: Vec::new(),
        };
        self.lock().running.insert(thread, told);
        Running {
            live: self.clone(),
            thread,
            turn,
        }
    }

    /// Tells whoever watches.
    pub(crate) fn tell(&self, thread: ThreadId, event: LiveEvent) {
        // Under one lock: who joins meanwhile hears it once, with what was told or after it.
        let mut threads = self.lock();
        if let Some(told) = threads.running.get_mut(&thread) {
            match &event.event {
                TurnEvent::TextRestarted { .. } => told.take_back(event.depth),
                _ => told.add(&event),
            }
        }
        if let Some(sender) = threads.watched.get(&thread) {
            // Nobody listens any more; the next one to watch clears the entry.
            let _ = sender.send(event);
        }
    }

    /// Whether this process runs a turn on the thread.
    pub fn runs(&self, thread: ThreadId) -> bool {
        self.lock().running.contains_key(&thread)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Threads> {
        self.threads.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Threads {
    fn watch(&mut self, thread: ThreadId) -> broadcast::Receiver<LiveEvent> {
        self.watched.retain(|_, sender| sender.receiver_count() > 0);
        self.watched
            .entry(thread)
            .or_insert_with(|| broadcast::channel(BACKLOG).0)
            .subscribe()
    }
}

impl ToldSoFar {
    fn add(&mut self, event: &LiveEvent) {
        let last = self
            .events
            .last_mut()
            .filter(|last| last.depth == event.depth);
        match (last.map(|last| &mut last.event), &event.event) {
            (Some(TurnEvent::TextDelta { delta: said }), TurnEvent::TextDelta { delta }) => {
                said.push_str(delta);
            }
            (Some(TurnEvent::Thinking { content: thought }), TurnEvent::Thinking { content }) => {
                thought.push_str(content);
            }
            _ => self.events.push(event.clone()),
        }
    }

    /// Takes back the pieces of an answer which begins anew: who comes late need not hear them.
    fn take_back(&mut self, depth: u32) {
        let is_void = |last: &LiveEvent| last.depth == depth && last.event.is_piece();
        while self.events.last().is_some_and(is_void) {
            self.events.pop();
        }
    }
}

/// Joins pieces of text so that a watcher's screen is not redrawn for every token.
#[derive(Debug, Default)]
pub(crate) struct Throttle {
    text: String,
    thinking: String,
    last: Option<Instant>,
}

impl Throttle {
    /// Takes a piece in and gives out what is due.
    pub(crate) fn push(&mut self, piece: Piece<'_>, now: Instant) -> Vec<TurnEvent> {
        match piece {
            Piece::Text(text) => self.text.push_str(text),
            Piece::Thinking(text) => self.thinking.push_str(text),
        }
        match self.last {
            Some(last) if now.duration_since(last) < THROTTLE => Vec::new(),
            _ => {
                self.last = Some(now);
                self.flush()
            }
        }
    }

    /// Gives out what is left.
    pub(crate) fn flush(&mut self) -> Vec<TurnEvent> {
        let thinking = std::mem::take(&mut self.thinking);
        let text = std::mem::take(&mut self.text);
        let thinking = (!thinking.is_empty()).then_some(TurnEvent::Thinking { content: thinking });
        let text = (!text.is_empty()).then_some(TurnEvent::TextDelta { delta: text });
        thinking.into_iter().chain(text).collect()
    }

    /// Forgets what was not given out: the answer begins anew.
    pub(crate) fn restart(&mut self) {
        self.text.clear();
        self.thinking.clear();
    }
}

/// A piece of an answer.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Piece<'a> {
    Text(&'a str),
    Thinking(&'a str),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_that_come_fast_are_joined_and_none_is_lost() {
        let mut throttle = Throttle::default();
        let start = Instant::now();
        let mut told = Vec::new();
        for n in 0..100_u64 {
            let at = start + Duration::from_millis(10 * n);
            told.extend(throttle.push(Piece::Text(&format!("{n},")), at));
        }
        told.extend(throttle.flush());
        assert!(told.len() <= 13, "{} pieces for a second", told.len());
        let text: String = told
            .iter()
            .map(|event| match event {
                TurnEvent::TextDelta { delta } => delta.as_str(),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(text, (0..100).map(|n| format!("{n},")).collect::<String>());
    }

    #[test]
    fn an_answer_that_begins_anew_takes_back_what_was_held() {
        let mut throttle = Throttle::default();
        let start = Instant::now();
        throttle.push(Piece::Text("first"), start);
        throttle.push(Piece::Text("half"), start);
        throttle.restart();
        assert_eq!(throttle.flush(), vec![]);
    }

    fn piece(turn_id: TurnId, text: &str) -> LiveEvent {
        LiveEvent {
            turn_id,
            depth: 0,
            event: TurnEvent::TextDelta { delta: text.into() },
        }
    }

    fn ids() -> (ThreadId, TurnId) {
        let ids = &steward_model::SystemIds;
        (ThreadId::generate(ids), TurnId::generate(ids))
    }

    #[tokio::test]
    async fn a_thread_that_nobody_watches_and_nobody_runs_costs_nothing() {
        let live = Live::default();
        let (thread, turn) = ids();
        live.tell(thread, piece(turn, "x"));
        assert!(live.lock().watched.is_empty() && live.lock().running.is_empty());
        let mut watcher = live.watch(thread);
        live.tell(thread, piece(turn, "x"));
        assert_eq!(watcher.recv().await.unwrap(), piece(turn, "x"));
        drop(watcher);
        let _other = live.watch(ids().0);
        assert_eq!(live.lock().watched.len(), 1);
        drop(live.run(thread, turn, None));
        assert!(live.lock().running.is_empty());
    }

    #[tokio::test]
    async fn who_joins_hears_what_was_told_and_what_comes_each_once() {
        let live = Live::default();
        let (thread, turn) = ids();
        let _running = live.run(thread, turn, Some(7));
        live.tell(thread, piece(turn, "Hel"));
        live.tell(thread, piece(turn, "lo"));
        let (mut rest, told) = live.join(thread, turn).unwrap();
        live.tell(thread, piece(turn, " there"));
        assert_eq!(
            (told.after, told.events),
            (Some(7), vec![piece(turn, "Hello")])
        );
        assert_eq!(rest.recv().await.unwrap(), piece(turn, " there"));
        assert!(live.join(thread, ids().1).is_none(), "another turn's");
    }

    #[test]
    fn what_was_taken_back_is_not_told_to_who_comes_late() {
        let live = Live::default();
        let (thread, turn) = ids();
        let _running = live.run(thread, turn, None);
        let notice = LiveEvent {
            event: TurnEvent::Error {
                error: "one moment".into(),
                recoverable: true,
            },
            ..piece(turn, "")
        };
        live.tell(thread, notice.clone());
        live.tell(thread, piece(turn, "Bad"));
        let restarted = TurnEvent::TextRestarted {
            text: String::new(),
        };
        let mut watcher = live.watch(thread);
        live.tell(
            thread,
            LiveEvent {
                event: restarted.clone(),
                ..piece(turn, "")
            },
        );
        assert_eq!(watcher.try_recv().unwrap().event, restarted);
        live.tell(thread, piece(turn, "Good"));
        let (_, told) = live.join(thread, turn).unwrap();
        assert_eq!(told.events, [notice, piece(turn, "Good")]);
    }
}
