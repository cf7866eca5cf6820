//! What a turn and the sub-agents inside it share: a model to ask, a watcher to tell, a signal to heed.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use steward_agent::{Preview, Protocol, TurnEvent};
use steward_llm::Call;
use steward_model::{ChatDelta, ChatRequest, TurnId};
use steward_store::{Claim, NewStreamEvent};
use tokio::sync::watch;

use super::funds::Funds;
use super::recorded::Recorded;
use crate::live::{LiveEvent, Piece, Running, Throttle};
use crate::{Inner, figures};

/// What a running turn is told from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Signal {
    /// Nothing: go on.
    Go,
    /// Somebody stopped the turn.
    Stop,
    /// The process is going down, or agents are off: leave the turn to another, or to later.
    Yield,
    /// The thread is another's by now.
    Lost,
}

/// Where the work of a turn is done.
pub(crate) struct Desk<'r> {
    pub(crate) runtime: &'r Inner,
    pub(crate) claim: &'r Claim,
    pub(crate) recorded: &'r Recorded,
    pub(crate) correlation_key: &'r str,
    /// The time zone of whoever the agent works for.
    pub(crate) zone: &'r str,
    pub(crate) funds: &'r Funds<'r>,
    pub(crate) signal: watch::Receiver<Signal>,
    /// Whether a person was called already: one call a turn is heard, sixteen are noise.
    pub(crate) escalated: AtomicBool,
    /// What goes onto the thread's stream with the next transaction.
    pub(crate) told: Mutex<Vec<Emitted>>,
    /// Keeps what was told for who comes late.
    pub(crate) _running: Running,
}

/// A turn's event on its way to the stream.
#[derive(Debug, Clone)]
pub(crate) struct Emitted {
    pub(crate) event: TurnEvent,
    pub(crate) depth: u32,
    pub(crate) live: Live,
}

/// Whether watchers were told of an event before it was written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Live {
    /// They are told when it is.
    Later,
    /// They were, or they saw it come in pieces.
    Told,
}

/// A turn's event as it stands on a stream.
#[derive(serde::Serialize)]
struct Kept<'e> {
    turn: TurnId,
    depth: u32,
    #[serde(flatten)]
    event: &'e TurnEvent,
}

impl Emitted {
    pub(crate) fn on_stream(&self, turn: TurnId) -> NewStreamEvent {
        let kept = Kept {
            turn,
            depth: self.depth,
            event: &self.event,
        };
        NewStreamEvent {
            kind: "turn".to_owned(),
            // Strings, numbers and maps of them: there is nothing here that JSON cannot hold.
            data: serde_json::to_vec(&kept).unwrap_or_default(),
        }
    }
}

/// What came of asking a model.
pub(crate) enum Asked {
    Told(Call),
    /// A signal came first; this much had been written.
    Cut(Signal, String),
}

impl Desk<'_> {
    /// Asks the model, telling watchers the pieces as they come.
    pub(crate) async fn ask(&self, request: &ChatRequest, depth: u32) -> Asked {
        let mut heard = Heard {
            desk: self,
            depth,
            throttle: Throttle::default(),
            partial: String::new(),
            preview: Preview::default(),
        };
        let mut signal = self.signal.clone();
        let mut on_delta = |delta| heard.hear(&delta);
        let call = self
            .runtime
            .pipeline
            .call(request, self.funds, &mut on_delta);
        let asked = tokio::select! {
            call = call => Ok(call),
            signal = raised(&mut signal) => Err(signal),
        };
        heard.finish();
        match asked {
            Ok(call) => {
                figures::model_asked(&call);
                Asked::Told(call)
            }
            Err(signal) => Asked::Cut(signal, heard.partial),
        }
    }

    /// Takes back what watchers have seen of an answer: it does not go out.
    pub(crate) fn take_back(&self, depth: u32) {
        self.tell(restarted(), depth);
    }

    /// Waits for `work`, or for a signal.
    pub(crate) async fn unless_cut<T>(&self, work: impl Future<Output = T>) -> Result<T, Signal> {
        let mut signal = self.signal.clone();
        tokio::select! {
            // A sub-agent inside the work hears the signal too and ends; that end is not what came of the work.
            biased;
            signal = raised(&mut signal) => Err(signal),
            done = work => Ok(done),
        }
    }

    /// Puts an event onto the thread's stream. Whoever watches is told when it stands there, and not before; a
    /// sub-agent's, whose step may take long, at once.
    pub(crate) fn emit(&self, event: TurnEvent, depth: u32) {
        if let TurnEvent::Error {
            recoverable: true, ..
        } = event
        {
            // The answer was of no use, and the model is asked again.
            self.take_back(depth);
        }
        let live = if depth > 0 {
            self.tell(event.clone(), depth);
            Live::Told
        } else {
            Live::Later
        };
        self.keep(Emitted { event, depth, live });
    }

    /// Puts it onto the thread's stream.
    pub(crate) fn keep(&self, emitted: Emitted) {
        self.told
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(emitted);
    }

    /// What is to go onto the stream.
    pub(crate) fn take_told(&self) -> Vec<Emitted> {
        std::mem::take(&mut *self.told.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Tells whoever watches what stands on the stream by now.
    pub(crate) fn tell_all(&self, emitted: Vec<Emitted>) {
        for emitted in emitted {
            if emitted.live == Live::Later {
                self.tell(emitted.event, emitted.depth);
            }
        }
    }

    /// Puts back what was taken, before whatever came since.
    pub(crate) fn put_back(&self, mut events: Vec<Emitted>) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        events.append(&mut told);
        *told = events;
    }

    /// Tells whoever watches right now.
    pub(crate) fn tell(&self, event: TurnEvent, depth: u32) {
        let live = LiveEvent {
            turn_id: self.claim.turn_id,
            depth,
            event,
        };
        self.runtime.live.tell(self.claim.thread_id, live);
    }
}

fn restarted() -> TurnEvent {
    TurnEvent::TextRestarted {
        text: String::new(),
    }
}

/// Resolves when there is something to heed.
async fn raised(signal: &mut watch::Receiver<Signal>) -> Signal {
    match signal.wait_for(|signal| *signal != Signal::Go).await {
        Ok(signal) => *signal,
        // Whoever would raise it is gone, and with it the claim's heartbeat.
        Err(_) => Signal::Lost,
    }
}

/// Hears an answer as it comes.
struct Heard<'d> {
    desk: &'d Desk<'d>,
    depth: u32,
    throttle: Throttle,
    partial: String,
    preview: Preview,
}

impl Heard<'_> {
    fn hear(&mut self, delta: &ChatDelta) {
        let due = match delta {
            ChatDelta::Text { text } => {
                self.partial.push_str(text);
                // The text of the structured protocol is JSON, of which nobody wants to watch more than what it says.
                let said = match self.desk.recorded.protocol {
                    Protocol::Structured => &self.preview.push(text),
                    Protocol::Native => text,
                };
                if said.is_empty() {
                    return;
                }
                self.throttle.push(Piece::Text(said), Instant::now())
            }
            ChatDelta::Thinking { text } => {
                self.throttle.push(Piece::Thinking(text), Instant::now())
            }
            ChatDelta::Restarted => {
                self.partial.clear();
                self.preview = Preview::default();
                self.throttle.restart();
                vec![restarted()]
            }
        };
        self.tell(due);
    }

    fn finish(&mut self) {
        let rest = self.throttle.flush();
        self.tell(rest);
    }

    fn tell(&self, events: Vec<TurnEvent>) {
        for event in events {
            self.desk.tell(event, self.depth);
        }
    }
}
