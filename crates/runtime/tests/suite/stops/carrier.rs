//! The carrier: every message waits in its hands until the story says what becomes of it, and its log is what people got.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use futures_util::future::BoxFuture;
use steward_channels::{Carrier, InboundText, LookupResult, Outbound, SendResult};
use steward_model::{EffectClass, EffectId, Timestamp};
use tokio::sync::oneshot;

use super::book::{Book, Ends, Handed, Wants};
use super::world::org_of;

/// One question in so many cannot be answered.
const UNANSWERED: usize = 7;

/// What becomes of a message that waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    Sent,
    /// It is taken, and nobody hears of it.
    AnswerLost,
    /// It is taken, and the sender waits for an answer.
    AnswerLate,
    RequestLost,
    Busy,
    Refused,
    /// The carrier knows that they want silence.
    OptedOut,
}

pub(super) const FATES: [Fate; 12] = [
    Fate::Sent,
    Fate::Sent,
    Fate::Sent,
    Fate::Sent,
    Fate::Sent,
    Fate::AnswerLost,
    Fate::AnswerLate,
    Fate::AnswerLate,
    Fate::RequestLost,
    Fate::Busy,
    Fate::Refused,
    Fate::OptedOut,
];

struct Parked {
    handed: Handed,
    taken: Option<String>,
    answer: oneshot::Sender<SendResult>,
}

pub(super) struct Hands {
    book: Arc<Book>,
    stirs: Arc<AtomicU64>,
    parked: Mutex<Vec<Parked>>,
    /// To whom the carrier brings nothing, for whom.
    blocked: Mutex<BTreeSet<(usize, String)>>,
    questions: AtomicUsize,
}

impl Hands {
    pub(super) fn new(book: &Arc<Book>, stirs: &Arc<AtomicU64>) -> Arc<Self> {
        Arc::new(Self {
            book: Arc::clone(book),
            stirs: Arc::clone(stirs),
            parked: Mutex::default(),
            blocked: Mutex::default(),
            questions: AtomicUsize::new(0),
        })
    }

    /// How many messages wait.
    pub(super) fn waiting(&self) -> usize {
        let mut parked = self.parked.lock().unwrap();
        parked.retain(|one| !one.answer.is_closed());
        // By what they say: which of them came first is chance that no seed decides.
        parked.sort_by(|one, other| one.handed.text.cmp(&other.handed.text));
        parked.len()
    }

    /// Between whom the messages are that wait.
    pub(super) fn ends(&self) -> Vec<Ends> {
        self.waiting();
        let parked = self.parked.lock().unwrap();
        parked.iter().map(|one| one.handed.ends.clone()).collect()
    }

    /// Somebody wants messages again, and the carrier knows.
    pub(super) fn unblock(&self, org: usize, number: &str) {
        let mut blocked = self.blocked.lock().unwrap();
        blocked.remove(&(org, number.to_owned()));
    }

    /// Takes what waits, if it is not taken: it was on the wire already when its sender went away.
    pub(super) fn take_from_wire(&self, place: usize) {
        let mut parked = self.parked.lock().unwrap();
        if let Some(one) = parked.get_mut(place)
            && one.taken.is_none()
            && !self.is_blocked(&one.handed)
        {
            one.taken = Some(self.take(&one.handed));
        }
    }

    /// Decides about a message that waits.
    pub(super) fn decide(&self, place: usize, fate: Fate) {
        let mut parked = self.parked.lock().unwrap();
        let mut one = parked.remove(place);
        let unknown = || SendResult::Unknown {
            reason: "no answer".to_owned(),
            status: None,
        };
        let refused = |opted_out| SendResult::Refused {
            opted_out,
            reason: "not to them".to_owned(),
            status: Some(400),
        };
        let result = match (&one.taken, fate) {
            (Some(_), Fate::AnswerLost | Fate::RequestLost) => unknown(),
            (Some(taken), _) => SendResult::Sent {
                provider_ref: taken.clone(),
            },
            (None, Fate::RequestLost) => unknown(),
            (None, Fate::Busy) => SendResult::NotSent {
                retry_after: None,
                reason: "busy".to_owned(),
                status: Some(429),
            },
            (None, Fate::Refused) => refused(false),
            (None, Fate::OptedOut) => self.block(&one.handed, refused(true)),
            (None, _) if self.is_blocked(&one.handed) => self.block(&one.handed, refused(true)),
            (None, Fate::Sent) => SendResult::Sent {
                provider_ref: self.take(&one.handed),
            },
            (None, Fate::AnswerLost) => {
                self.take(&one.handed);
                unknown()
            }
            (None, Fate::AnswerLate) => {
                one.taken = Some(self.take(&one.handed));
                parked.push(one);
                return;
            }
        };
        // Who asked may be gone.
        let _ = one.answer.send(result);
    }

    fn is_blocked(&self, handed: &Handed) -> bool {
        self.blocked.lock().unwrap().contains(&whose(handed))
    }

    fn block(&self, handed: &Handed, refused: SendResult) -> SendResult {
        let (org, number) = whose(handed);
        let mut pages = self.book.open();
        if pages.wants(org, &number) == Wants::Messages {
            let now = pages.tick();
            pages.note_wish((org, &number), now, Wants::AsCarrierSays);
        }
        self.blocked.lock().unwrap().insert((org, number));
        refused
    }

    fn take(&self, handed: &Handed) -> String {
        let mut pages = self.book.open();
        pages.take(handed.clone());
        format!("SM{:06}", pages.taken.len())
    }

    /// What the carrier calls a message, if it has it.
    fn find(&self, effect: EffectId) -> Option<String> {
        let pages = self.book.open();
        let place = pages.taken.iter().rposition(|one| one.effect == effect);
        place.map(|place| format!("SM{:06}", place + 1))
    }
}

fn whose(handed: &Handed) -> (usize, String) {
    (org_of(&handed.ends.ours), handed.ends.theirs.clone())
}

impl Carrier for Hands {
    fn class(&self) -> EffectClass {
        EffectClass::Asked
    }

    fn send<'a>(&'a self, outbound: &'a Outbound) -> BoxFuture<'a, SendResult> {
        Box::pin(async move {
            self.stirs.fetch_add(1, Ordering::SeqCst);
            let (answer, answered) = oneshot::channel();
            let handed = Handed {
                effect: outbound.effect_id,
                ends: Ends {
                    theirs: outbound.to.clone(),
                    ours: outbound.from.clone(),
                },
                text: outbound.text.clone(),
                claimed: self.book.open().last_claim(),
            };
            let parked = Parked {
                handed,
                taken: None,
                answer,
            };
            self.parked.lock().unwrap().push(parked);
            let result = answered.await;
            self.stirs.fetch_add(1, Ordering::SeqCst);
            result.unwrap_or_else(|_| SendResult::Unknown {
                reason: "no answer".to_owned(),
                status: None,
            })
        })
    }

    fn look_up<'a>(
        &'a self,
        outbound: &'a Outbound,
        _since: Timestamp,
    ) -> BoxFuture<'a, LookupResult> {
        Box::pin(async move {
            let questions = self.questions.fetch_add(1, Ordering::SeqCst);
            if questions % UNANSWERED == UNANSWERED - 1 {
                return LookupResult::Failed {
                    reason: "busy".to_owned(),
                };
            }
            match self.find(outbound.effect_id) {
                Some(provider_ref) => LookupResult::Found { provider_ref },
                None => LookupResult::Missing,
            }
        })
    }

    fn received<'a>(
        &'a self,
        _line: &'a str,
        _since: Timestamp,
    ) -> BoxFuture<'a, Result<Vec<InboundText>, String>> {
        Box::pin(std::future::ready(Ok(Vec::new())))
    }
}
