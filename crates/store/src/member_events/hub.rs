//! Where those who listen meet those who write, inside one process.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::broadcast::{self, Receiver, Sender};

use super::MemberEvent;

/// How far a listener may fall behind before it has to read the log. Each stream that is listened to holds so many at most.
const BACKLOG: usize = 32;

/// Channels beyond which those that nobody listens to are looked for.
const SOME: usize = 64;

/// Passes on what is durable to whoever listens. Holds nothing for a stream that nobody listens to.
#[derive(Debug, Clone, Default)]
pub(crate) struct Hub {
    channels: Arc<Mutex<Channels>>,
}

#[derive(Debug, Default)]
struct Channels {
    open: HashMap<String, Channel>,
    /// How many may be open before they are looked through.
    room: usize,
    closed: bool,
}

#[derive(Debug)]
struct Channel {
    sender: Sender<Arc<MemberEvent>>,
    /// The last place that was passed on.
    last: i64,
}

impl Hub {
    /// What is written on a stream from now on; the end at once if nothing is passed on any more.
    pub(super) fn listen(&self, stream: String) -> Receiver<Arc<MemberEvent>> {
        let mut channels = self.lock();
        if channels.closed {
            return broadcast::channel(1).1;
        }
        if channels.open.len() >= channels.room {
            channels
                .open
                .retain(|_, channel| channel.sender.receiver_count() > 0);
            channels.room = SOME + channels.open.len() * 2;
        }
        let channel = channels.open.entry(stream).or_insert_with(|| Channel {
            sender: broadcast::channel(BACKLOG).0,
            last: 0,
        });
        channel.sender.subscribe()
    }

    /// Passes on what was committed. Of two that commit after each other the second may come here first: the other is
    /// then a gap, which listeners see.
    pub(crate) fn publish(&self, events: Vec<MemberEvent>) {
        if events.is_empty() {
            return;
        }
        let mut channels = self.lock();
        for event in events {
            let Some(channel) = channels.open.get_mut(&event.stream_id) else {
                continue;
            };
            if event.seq > channel.last {
                channel.last = event.seq;
                // Nobody listens any more; the channel goes when there are many.
                let _ = channel.sender.send(Arc::new(event));
            }
        }
    }

    pub(super) fn is_listened_to(&self) -> bool {
        let channels = self.lock();
        let mut open = channels.open.values();
        open.any(|channel| channel.sender.receiver_count() > 0)
    }

    /// The last place of a stream that was passed on; nothing if nobody listens to it.
    pub(super) fn last(&self, stream: &str) -> Option<i64> {
        let channels = self.lock();
        let channel = channels.open.get(stream)?;
        (channel.sender.receiver_count() > 0).then_some(channel.last)
    }

    pub(super) fn close(&self) {
        let mut channels = self.lock();
        channels.closed = true;
        channels.open.clear();
    }

    fn lock(&self) -> MutexGuard<'_, Channels> {
        self.channels.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
