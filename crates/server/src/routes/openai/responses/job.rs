//! A response while it is written: told to whoever listens, and kept at its end whether anybody does or not. One that is not
//! kept ends when its program is gone.

use std::pin::pin;
use std::time::Duration;

use bytes::Bytes;
use serde_json::Value;
use steward_model::ThreadId;
use steward_store::{Addition, ConversationItem, NewResponse};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep};

use super::Kept;
use super::asked::Asked;
use super::left::BEAT;
use super::readers::Readers;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::routes::openai::answer::{AgentsPlace, Answer, Piece, drop_thread};
use crate::routes::openai::events::Telling;
use crate::routes::openai::late::Outcome;
use crate::routes::openai::memory;

/// How soon a model stops whose answer was cancelled.
pub(super) const LOOK: Duration = Duration::from_secs(1);

/// A response that is being written.
pub(super) struct Job {
    caller: Caller,
    asked: Asked,
    telling: Telling,
    /// Where an agent writes it.
    place: Option<AgentsPlace>,
}

impl Job {
    /// Notes that it is being written.
    pub(super) async fn begin(
        caller: Caller,
        asked: Asked,
        place: Option<AgentsPlace>,
    ) -> Result<Self, ApiError> {
        let draft = asked.draft(seconds(&caller), &caller.app().settings.asking);
        let job = Self {
            telling: Telling::new(draft),
            caller,
            asked,
            place,
        };
        if job.asked.is_kept() {
            let conversation = job.asked.conversation.as_ref();
            let new = NewResponse {
                id: job.asked.id.clone(),
                thread_id: job.thread(),
                conversation_id: conversation.map(|conversation| conversation.id.clone()),
                body: job.kept().bytes()?,
            };
            let org = job.caller.org();
            org.begin_response(job.caller.member_id, new).await?;
        }
        Ok(job)
    }

    /// The response as it stands.
    pub(super) fn object(&self) -> &Value {
        self.telling.object()
    }

    /// Writes it to the end; tells what came of it.
    pub(super) fn run(self, pieces: UnboundedReceiver<Piece>) -> oneshot::Receiver<Outcome> {
        let (mut sender, outcome) = oneshot::channel();
        let (readers, _) = self.readers();
        let unwanted = self.unwanted();
        tokio::spawn(async move {
            let ended = self.drive(pieces, &readers, unwanted.or_gone(sender.closed()));
            let ended = ended.await;
            // Whoever waited may have gone.
            let _ = sender.send(ended);
        });
        outcome
    }

    /// The same, told as it comes.
    pub(super) fn stream(self, pieces: UnboundedReceiver<Piece>) -> UnboundedReceiver<Bytes> {
        let (readers, told) = self.readers();
        let unwanted = self.unwanted();
        tokio::spawn(async move {
            // A failure is told as an event.
            let _ = self
                .drive(pieces, &readers, unwanted.or_gone(readers.gone()))
                .await;
            readers.end();
        });
        told
    }

    fn readers(&self) -> (Readers, UnboundedReceiver<Bytes>) {
        match self.asked.is_kept() {
            true => Readers::of_kept(&self.caller.app().writing, &self.asked.id),
            false => Readers::of_passing(),
        }
    }

    fn unwanted(&self) -> Unwanted {
        let kept = self.asked.is_kept();
        Unwanted {
            caller: self.caller.clone(),
            kept: kept.then(|| (self.asked.id.clone(), self.kept())),
        }
    }

    fn thread(&self) -> Option<ThreadId> {
        self.place.map(|place| place.thread)
    }

    async fn drive(
        mut self,
        mut pieces: UnboundedReceiver<Piece>,
        readers: &Readers,
        unwanted: impl Future<Output = ()>,
    ) -> Outcome {
        readers.tell(self.telling.begin());
        let mut unwanted = pin!(unwanted);
        let ended = loop {
            let piece = tokio::select! {
                piece = pieces.recv() => piece,
                () = &mut unwanted => None,
            };
            match piece {
                Some(Piece::Text(text)) => readers.tell(self.telling.text(&text)),
                Some(Piece::Restarted) => self.telling.restart(),
                Some(Piece::Ended(ended)) => break ended,
                None => break Err(ApiError::internal("an answer was given up")),
            }
        };
        // A model that is still at work stops.
        drop(pieces);
        let ended = self.finish(ended, readers).await;
        readers.tell(vec![self.telling.end()]);
        let object = self.telling.object().clone();
        match ended {
            Ok(()) => Ok(object),
            Err(error) => {
                tracing::warn!(%error, detail = error.detail(), "A response failed.");
                Err((error, object))
            }
        }
    }

    async fn finish(
        &mut self,
        ended: Result<Answer, ApiError>,
        readers: &Readers,
    ) -> Result<(), ApiError> {
        let now = seconds(&self.caller);
        let result = match ended {
            Ok(answer) => {
                readers.tell(self.telling.finish(&answer, now));
                Ok(())
            }
            Err(error) => {
                self.telling.fail(&error);
                Err(error)
            }
        };
        let kept = match self.asked.is_kept() {
            true => self.keep(result.is_ok()).await,
            false => self.drop_all().await.map(|()| true),
        };
        match (kept, result) {
            (Ok(true), result) => result,
            // How it was answered does not matter to whoever has ended it.
            (Ok(false), _) => Ok(()),
            (Err(error), Ok(())) => {
                self.telling.fail(&error);
                Err(error)
            }
            (Err(_), failed) => failed,
        }
    }

    /// Keeps what came of it, and remembers what was said. Tells whether nobody else has ended it.
    async fn keep(&mut self, answered: bool) -> Result<bool, ApiError> {
        let said = self.said();
        let conversation = self.asked.conversation.as_ref().filter(|_| answered);
        let addition = conversation.map(|conversation| Addition {
            conversation: conversation.id.clone(),
            items: conversation_items(&said),
        });
        let (org, member) = (self.caller.org(), self.caller.member_id);
        let body = self.kept().bytes()?;
        let id = &self.asked.id;
        // An agent's thread remembers by itself.
        let remembered = match answered && !self.asked.is_private() && self.place.is_none() {
            true => memory::worth_remembering(&self.caller, &said).await,
            false => Vec::new(),
        };
        let ended = org.finish_response(member, id, &body, addition, remembered);
        if ended.await? {
            return Ok(true);
        }
        // Somebody cancelled or deleted it meanwhile; that is how it ended.
        let Some(stored) = org.response(member, id).await? else {
            return Ok(true);
        };
        self.telling.end_as(Kept::read(&stored)?.response);
        Ok(false)
    }

    /// Leaves nothing where it was answered.
    async fn drop_all(&self) -> Result<(), ApiError> {
        match self.thread() {
            Some(thread) => drop_thread(&self.caller, thread).await,
            None => Ok(()),
        }
    }

    fn said(&self) -> Vec<Value> {
        let output = self.telling.object()["output"].as_array();
        let output = output.into_iter().flatten();
        self.asked.input.iter().chain(output).cloned().collect()
    }

    fn kept(&self) -> Kept {
        Kept {
            response: self.telling.object().clone(),
            input: self.asked.input.clone(),
            private: Some(self.asked.is_private()),
            event: self.place.map(|place| place.event),
            written_at: Some(self.caller.app().now()),
            pieces: self.telling.pieces().to_vec(),
            ended_by_another: false,
        }
    }
}

/// Whose answer nobody wants any more.
struct Unwanted {
    caller: Caller,
    /// An answer that is kept by its id, whether its program listens or not, as it was begun.
    kept: Option<(String, Kept)>,
}

impl Unwanted {
    /// Waits until somebody has cancelled or deleted it, on whichever node; one that is not kept, until its program is gone.
    async fn or_gone(self, gone: impl Future<Output = ()>) {
        let Some((id, mut kept)) = self.kept else {
            return gone.await;
        };
        let (org, member) = (self.caller.org(), self.caller.member_id);
        let mut last_beat = Instant::now();
        loop {
            sleep(LOOK).await;
            let running = match last_beat.elapsed() < BEAT {
                true => org.response_is_running(member, &id).await,
                false => {
                    last_beat = Instant::now();
                    kept.written_at = Some(self.caller.app().now());
                    let Ok(body) = kept.bytes() else { continue };
                    org.note_response(member, &id, &body).await
                }
            };
            // What cannot be looked up is taken to be wanted.
            if let Ok(false) = running {
                return;
            }
        }
    }
}

/// What was said, as a conversation takes it in.
pub(super) fn conversation_items(said: &[Value]) -> Vec<ConversationItem> {
    said.iter().filter_map(item).collect()
}

fn item(item: &Value) -> Option<ConversationItem> {
    Some(ConversationItem {
        id: item["id"].as_str()?.to_owned(),
        body: item.to_string().into_bytes(),
    })
}

pub(super) fn seconds(caller: &Caller) -> i64 {
    caller.app().now().as_micros() / 1_000_000
}
