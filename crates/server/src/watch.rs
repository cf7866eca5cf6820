//! Follows a turn as it happens, in whichever process it runs.

mod ending;
mod spoken;

use std::collections::VecDeque;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use steward_agent::TurnEvent;
use steward_llm::Lent;
use steward_model::{EventId, Flag, OrgId, Scope, ThreadId, ThreadState, TurnId, TurnState};
use steward_runtime::LiveEvent;
use steward_store::StoreError;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::timeout;

pub(crate) use self::ending::{Cut, cut};
use self::spoken::Spoken;
use crate::app::App;

/// How long nothing may be heard before the database is asked: another process may run the turn.
const SILENCE: Duration = Duration::from_secs(1);
/// Events that are read from the database at once.
const MANY: u32 = 500;

/// Follows the turns of a thread up to the end of one of them.
pub(crate) struct Watch {
    app: App,
    org: OrgId,
    scope: Scope,
    thread: ThreadId,
    live: Receiver<LiveEvent>,
    until: Until,
    source: Source,
    spoken: Spoken,
    /// The turn that answers, once it is known.
    turn: Option<TurnId>,
    /// How many events were told of the turn itself, but for pieces of text.
    told: usize,
    /// To be told next.
    ready: VecDeque<Shown>,
    /// Read from the database and not yet told, the next one last.
    stored: Vec<Shown>,
    after: i64,
    /// How many events of the turn itself were told before they are read from the database.
    known: usize,
    /// How far the database was read.
    read: Read,
    over: bool,
    /// A model that was lent to the turn, which is there as long as somebody watches.
    _lent: Option<Lent>,
}

/// When there is nothing more to follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Until {
    /// The first turn that ends, of those that are told of after this place of the thread's stream.
    First(i64),
    /// The turn that answers this event.
    Answered(EventId),
    /// This turn, whose beginning was missed.
    Turn(TurnId),
}

/// Where events come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    /// Nothing was heard yet.
    Unknown,
    /// This process runs the turn.
    Live,
    /// Another one does, or events were missed: the thread's stream has them.
    Stored,
}

/// How far the thread's stream in the database was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Read {
    /// Not at all.
    Not,
    /// There was nothing for whoever watches.
    InVain,
    /// There was something.
    Some,
}

/// An event as a watcher reads it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Shown {
    pub(crate) turn: TurnId,
    pub(crate) depth: u32,
    #[serde(flatten)]
    pub(crate) event: TurnEvent,
}

impl Watch {
    pub(crate) fn new(
        app: &App,
        (org, scope, thread): (OrgId, Scope, ThreadId),
        live: Receiver<LiveEvent>,
        until: Until,
    ) -> Self {
        let (source, after) = match until {
            Until::First(after) => (Source::Unknown, after),
            Until::Answered(_) => (Source::Unknown, 0),
            Until::Turn(_) => (Source::Stored, 0),
        };
        Self {
            app: app.clone(),
            org,
            scope,
            thread,
            live,
            until,
            source,
            spoken: Spoken::default(),
            turn: None,
            told: 0,
            ready: VecDeque::new(),
            stored: Vec::new(),
            after,
            known: 0,
            read: Read::Not,
            over: false,
            _lent: None,
        }
    }

    /// Keeps a model for as long as it watches.
    pub(crate) fn with_model(self, lent: Option<Lent>) -> Self {
        Self {
            _lent: lent,
            ..self
        }
    }

    /// The next event that is to be shown; nothing once it is over.
    pub(crate) async fn next(&mut self) -> Result<Option<Shown>, StoreError> {
        while !self.over || !self.ready.is_empty() {
            if let Some(shown) = self.ready.pop_front() {
                return Ok(Some(shown));
            }
            let shown = match self.stored.pop() {
                Some(shown) => shown,
                None => match self.hear().await? {
                    Some(shown) => shown,
                    None => continue,
                },
            };
            if !self.follows(shown.turn).await? {
                continue;
            }
            self.over = shown.depth == 0 && matches!(shown.event, TurnEvent::Complete { .. });
            self.told += usize::from(shown.is_milestone());
            let is_thought = matches!(shown.event, TurnEvent::Thinking { .. });
            if !is_thought || self.app.settings.show_thinking {
                self.ready.extend(self.spoken.tidy(shown));
            }
        }
        Ok(None)
    }

    /// Whether what is told of a turn is for whoever watches: others talk on the same thread, before and meanwhile.
    async fn follows(&mut self, turn: TurnId) -> Result<bool, StoreError> {
        Ok(match self.until {
            Until::First(_) => true,
            Until::Turn(wanted) => wanted == turn,
            Until::Answered(event) => {
                if self.turn != Some(turn) {
                    let org = self.app.store.org(self.org);
                    self.turn = org.turn_of_event(event).await?;
                }
                self.turn == Some(turn)
            }
        })
    }

    /// Whether there is nothing to wait for, however it ended: what was told of it may be gone.
    async fn is_done(&self) -> Result<bool, StoreError> {
        let org = self.app.store.org(self.org);
        let turn = match self.until {
            Until::First(_) => {
                let thread = org.thread(self.thread).await?;
                return Ok(thread.is_none_or(|thread| thread.state == ThreadState::Idle));
            }
            Until::Answered(event) => org.turn_of_event(event).await?,
            Until::Turn(turn) => Some(turn),
        };
        let Some(turn) = turn else {
            // While agents are off it is answered by nobody: what was said is kept, and whoever waits is not.
            let off = !self.app.store.switches().is_on(self.org, Flag::Agents);
            return Ok(off || org.thread(self.thread).await?.is_none());
        };
        let turn = org.turn(turn).await?;
        Ok(turn.is_none_or(|turn| turn.state != TurnState::Open))
    }

    async fn hear(&mut self) -> Result<Option<Shown>, StoreError> {
        if self.source == Source::Stored
            && let Until::Turn(turn) = self.until
        {
            if self.join(turn).await? {
                return Ok(None);
            }
            // What was said before somebody came to read is not to be waited for.
            if self.read == Read::Not {
                self.look_up().await?;
                return Ok(None);
            }
        }
        match timeout(SILENCE, self.live.recv()).await {
            Ok(Ok(live)) if self.source != Source::Stored => {
                self.source = Source::Live;
                return Ok(Some(Shown::of(live)));
            }
            // It says that there is something on the stream, perhaps in a moment.
            Ok(Ok(_)) => {}
            Ok(Err(RecvError::Lagged(_) | RecvError::Closed)) => self.read_instead(),
            // It may have been deleted, or another process has ended it.
            Err(_) if self.source == Source::Live => {
                let runs = self.app.runtime.live().runs(self.thread);
                if !runs && self.is_done().await? {
                    self.read_instead();
                }
            }
            Err(_) => {}
        }
        if self.source != Source::Live {
            self.look_up().await?;
        }
        Ok(None)
    }

    /// Reads the turn from the database from now on. What was told of it is passed over there; of a text that was told in pieces,
    /// what is missing is told.
    fn read_instead(&mut self) {
        if self.source != Source::Live {
            return;
        }
        self.source = Source::Stored;
        self.spoken.restart();
        if !matches!(self.until, Until::First(_)) {
            (self.after, self.known) = (0, self.told);
        }
    }

    /// Goes on with a turn that runs in this process from what was told of it to the others, which is all of it but for what the
    /// stream has of before. Tells whether it does.
    async fn join(&mut self, turn: TurnId) -> Result<bool, StoreError> {
        let Some((live, told)) = self.app.runtime.live().join(self.thread, turn) else {
            return Ok(false);
        };
        let mut earlier = match told.after {
            None if self.read == Read::Some => return Ok(false),
            // Something of it was read from the stream already, and must not be told again.
            Some(after) if after < self.after => return Ok(false),
            None => Vec::new(),
            Some(after) => self.read_up_to(turn, after).await?,
        };
        earlier.extend(told.events.into_iter().map(Shown::of));
        earlier.reverse();
        (self.live, self.stored, self.source) = (live, earlier, Source::Live);
        Ok(true)
    }

    /// What the stream has of a turn up to a place, as far as it was not read yet.
    async fn read_up_to(&mut self, turn: TurnId, place: i64) -> Result<Vec<Shown>, StoreError> {
        let org = self.app.store.org(self.org);
        let name = self.thread.to_string();
        let mut read = Vec::new();
        while self.after < place {
            let found = org
                .stream_events(&name, self.scope, self.after, MANY)
                .await?;
            let Some(last) = found.last() else { break };
            self.after = last.seq.min(place);
            let found = found.iter().filter(|event| event.seq <= place);
            let events = found.filter_map(|event| Shown::read(&event.data));
            read.extend(events.filter(|shown| shown.turn == turn));
        }
        Ok(read)
    }

    /// Reads what stands on the thread's stream, and whether there is anything to wait for.
    async fn look_up(&mut self) -> Result<(), StoreError> {
        if self.read_on().await? {
            return Ok(());
        }
        if self.is_done().await? {
            // What was told at the very end is told before it is over.
            self.over = !self.read_on().await? && !self.hear_the_rest();
        } else if self.live.is_closed() {
            // A closed channel answers at once, and would be asked without a pause.
            tokio::time::sleep(SILENCE).await;
        }
        Ok(())
    }

    /// Reads the stream up to something that is for whoever watches. Tells whether there was any.
    async fn read_on(&mut self) -> Result<bool, StoreError> {
        let org = self.app.store.org(self.org);
        let turn = match self.until {
            Until::First(_) => None,
            Until::Turn(turn) => Some(turn),
            // Before a turn took it up, all that stands there is of others.
            Until::Answered(event) => match org.turn_of_event(event).await? {
                Some(turn) => Some(turn),
                None => return Ok(false),
            },
        };
        let name = self.thread.to_string();
        self.read = self.read.max(Read::InVain);
        loop {
            let found = org
                .stream_events(&name, self.scope, self.after, MANY)
                .await?;
            let Some(last) = found.last() else {
                return Ok(false);
            };
            self.after = last.seq;
            let events = found.iter().filter_map(|event| Shown::read(&event.data));
            let ours = events.filter(|shown| turn.is_none_or(|turn| turn == shown.turn));
            self.stored = ours
                .filter(|shown| !pass_over(shown, &mut self.known))
                .collect();
            if !self.stored.is_empty() {
                self.source = Source::Stored;
                self.read = Read::Some;
                self.stored.reverse();
                return Ok(true);
            }
        }
    }

    /// Takes what was heard and not yet told. Tells whether there was any.
    fn hear_the_rest(&mut self) -> bool {
        while self.source != Source::Stored
            && let Ok(live) = self.live.try_recv()
        {
            self.stored.push(Shown::of(live));
        }
        self.stored.reverse();
        !self.stored.is_empty()
    }
}

/// Whether an event is among those that were told already, and before as many others.
fn pass_over(shown: &Shown, known: &mut usize) -> bool {
    let is_known = *known > 0;
    *known = known.saturating_sub(usize::from(shown.is_milestone()));
    is_known
}

impl Shown {
    /// Whether it is an event of the turn itself that everybody hears of in the same order.
    fn is_milestone(&self) -> bool {
        self.depth == 0 && !self.event.is_piece()
    }

    fn read(data: &[u8]) -> Option<Self> {
        serde_json::from_slice(data).ok()
    }

    fn of(live: LiveEvent) -> Self {
        Self {
            turn: live.turn_id,
            depth: live.depth,
            event: live.event,
        }
    }
}
