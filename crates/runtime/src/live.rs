//! What whoever watches sees while a turn runs. Pieces of text are a preview and live in memory only; everything else is
//! also on the thread's stream in the database.

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

/// Where watchers of threads meet those who run them. Holds nothing for a thread that nobody watches.
#[derive(Debug, Clone, Default)]
pub struct Live {
    threads: Arc<Mutex<HashMap<ThreadId, broadcast::Sender<LiveEvent>>>>,
}

impl Live {
    /// Everything that happens on a thread from now on.
    pub fn watch(&self, thread: ThreadId) -> broadcast::Receiver<LiveEvent> {
        let mut threads = self.lock();
        threads.retain(|_, sender| sender.receiver_count() > 0);
        threads
            .entry(thread)
            .or_insert_with(|| broadcast::channel(BACKLOG).0)
            .subscribe()
    }

    /// Tells whoever watches.
    pub(crate) fn tell(&self, thread: ThreadId, event: LiveEvent) {
        let sender = self.lock().get(&thread).cloned();
        if let Some(sender) = sender {
            // Nobody listens any more; the next one to watch clears the entry.
            let _ = sender.send(event);
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<ThreadId, broadcast::Sender<LiveEvent>>> {
        self.threads.lock().unwrap_or_else(PoisonError::into_inner)
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

    #[tokio::test]
    async fn a_thread_that_nobody_watches_costs_nothing() {
        let live = Live::default();
        let thread = ThreadId::generate(&steward_model::SystemIds);
        let turn_id = TurnId::generate(&steward_model::SystemIds);
        let event = LiveEvent {
            turn_id,
            depth: 0,
            event: TurnEvent::TextDelta { delta: "x".into() },
        };
        live.tell(thread, event.clone());
        assert!(live.lock().is_empty());
        let mut watcher = live.watch(thread);
        live.tell(thread, event.clone());
        assert_eq!(watcher.recv().await.unwrap(), event);
        drop(watcher);
        let _other = live.watch(ThreadId::generate(&steward_model::SystemIds));
        assert_eq!(live.lock().len(), 1);
    }
}
