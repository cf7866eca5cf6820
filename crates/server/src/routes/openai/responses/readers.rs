//! Whoever reads a response while it is written: the program that asked, and those that come back for it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use serde_json::{Value, json};
use steward_store::StoredResponse;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::watch;
use tokio::time::sleep;

use super::job::LOOK;
use super::{Kept, find};
use crate::auth::Caller;
use crate::error::ApiError;
use crate::routes::openai::events::replay;
use crate::routes::openai::wrong;

const DONE: &[u8] = b"data: [DONE]\n\n";

/// Everything that was told of a response, one event after the other.
type Told = watch::Receiver<Vec<Bytes>>;

/// The responses that this process writes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Writing {
    responses: Arc<Mutex<HashMap<String, Told>>>,
}

/// What is told of a response, for as long as it is written.
#[derive(Debug)]
struct Log {
    writing: Writing,
    id: String,
    lines: watch::Sender<Vec<Bytes>>,
}

/// Who is told of a response.
pub(super) struct Readers {
    /// The program that asked.
    first: UnboundedSender<Bytes>,
    /// For those that come back; one that is not kept has none.
    log: Option<Log>,
}

impl Writing {
    fn begin(&self, id: &str) -> Log {
        let (lines, told) = watch::channel(Vec::new());
        self.lock().insert(id.to_owned(), told);
        Log {
            writing: self.clone(),
            id: id.to_owned(),
            lines,
        }
    }

    fn of(&self, id: &str) -> Option<Told> {
        self.lock().get(id).cloned()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Told>> {
        self.responses
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        self.writing.lock().remove(&self.id);
    }
}

impl Readers {
    /// The readers of a response that is kept.
    pub(super) fn of_kept(writing: &Writing, id: &str) -> (Self, UnboundedReceiver<Bytes>) {
        let (mut readers, told) = Self::of_passing();
        readers.log = Some(writing.begin(id));
        (readers, told)
    }

    /// The one reader of a response that is not.
    pub(super) fn of_passing() -> (Self, UnboundedReceiver<Bytes>) {
        let (first, told) = unbounded_channel();
        (Self { first, log: None }, told)
    }

    pub(super) fn tell(&self, events: Vec<Value>) {
        for event in events {
            let line = line(&event);
            if let Some(log) = &self.log {
                log.lines.send_modify(|lines| lines.push(line.clone()));
            }
            // A reader that went away does not keep the answer from being written.
            let _ = self.first.send(line);
        }
    }

    /// Tells that nothing more comes.
    pub(super) fn end(self) {
        let _ = self.first.send(Bytes::from_static(DONE));
    }

    /// Waits until the program that asked has gone.
    pub(super) async fn gone(&self) {
        self.first.closed().await;
    }
}

/// Refuses to begin after an event that was never told. Whoever reads on from another process's response, or from one that
/// was ended by somebody else than its writer, may have heard more of it than is known here.
pub(super) fn check_start(
    caller: &Caller,
    stored: &StoredResponse,
    kept: &Kept,
    after: Option<u64>,
) -> Result<(), ApiError> {
    let Some(after) = after else { return Ok(()) };
    let told = match caller.app().writing.of(&stored.id) {
        Some(told) => told.borrow().len(),
        None if stored.running || kept.ended_by_another => return Ok(()),
        None => replay(&kept.response, &kept.pieces).len(),
    };
    match after < told as u64 {
        true => Ok(()),
        false => Err(wrong(
            "starting_after",
            "No event of this response has this number.",
        )),
    }
}

/// The events of a response after one of them: those that were told, then the others as they come.
pub(super) fn read_on(caller: Caller, id: String, after: Option<u64>) -> UnboundedReceiver<Bytes> {
    let (lines, told) = unbounded_channel();
    let next = after.map_or(0, |after| after.saturating_add(1));
    tokio::spawn(async move {
        tokio::select! {
            () = lines.closed() => return,
            () = tell(&caller, &id, next, &lines) => {}
        }
        let _ = lines.send(Bytes::from_static(DONE));
    });
    told
}

async fn tell(caller: &Caller, id: &str, next: u64, lines: &UnboundedSender<Bytes>) {
    loop {
        if let Some(told) = caller.app().writing.of(id)
            && follow(told, next, lines).await
        {
            return;
        }
        let events = match find(caller, id).await {
            Ok((stored, _)) if stored.running => {
                // Another process writes it, and tells of it when it is whole.
                sleep(LOOK).await;
                continue;
            }
            Ok((_, kept)) => from(&kept, next),
            Err(error) => vec![failure(&error, next)],
        };
        for event in events {
            let _ = lines.send(line(&event));
        }
        return;
    }
}

/// Tells what comes after an event for as long as the response is written, and whether anything came.
async fn follow(mut told: Told, next: u64, lines: &UnboundedSender<Bytes>) -> bool {
    let first = usize::try_from(next).unwrap_or(usize::MAX);
    let mut next = first;
    loop {
        let new = told.borrow_and_update().get(next..).map(<[Bytes]>::to_vec);
        for line in new.into_iter().flatten() {
            next += 1;
            let _ = lines.send(line);
        }
        // The last events are seen before it is found that nobody writes any more.
        if told.changed().await.is_err() {
            return next > first;
        }
    }
}

/// The events from one number on.
fn from(kept: &Kept, next: u64) -> Vec<Value> {
    let mut events = replay(&kept.response, &kept.pieces);
    if kept.ended_by_another {
        return after_another(events, next);
    }
    events.retain(|event| event["sequence_number"].as_u64() >= Some(next));
    events
}

/// The same if its writer did not end it. Of that one more pieces may have been heard than are kept: to whoever heard some, the
/// whole text is told, and how it ended.
fn after_another(events: Vec<Value>, next: u64) -> Vec<Value> {
    let is_piece = |event: &Value| event["type"] == "response.output_text.delta";
    let end = events.len().saturating_sub(1);
    let first = events.iter().position(is_piece).unwrap_or(end);
    if next <= first as u64 {
        return events.into_iter().skip(next as usize).collect();
    }
    let last = events.iter().rposition(is_piece);
    let rest = events.into_iter().skip(last.map_or(end, |last| last + 1));
    let numbered = rest.zip(next..);
    let numbered = numbered.map(|(mut event, number)| {
        event["sequence_number"] = json!(number);
        event
    });
    numbered.collect()
}

fn failure(error: &ApiError, number: u64) -> Value {
    json!({
        "type": "error", "sequence_number": number, "code": error.code, "message": error.message, "param": null,
        "error": {"type": "server_error", "code": error.code, "message": error.message, "param": null},
    })
}

fn line(event: &Value) -> Bytes {
    let kind = event["type"].as_str().unwrap_or_default();
    Bytes::from(format!("event: {kind}\ndata: {event}\n\n"))
}
