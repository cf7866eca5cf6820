//! How long a page of the team's inbox takes with many conversations behind it.

use std::time::{Duration, Instant};

use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};
use serde::Serialize;
use steward_model::{
    E164, EffectState, EventKind, Identifier, InboundSms, Integrity, LineId, LineProvider,
    NoticeKind, Scope, ThreadId,
};
use steward_store::{
    Accepted, InboxFilter, InboxPlace, MasterKeys, NewContact, NewEvent, NewLine, NewNotice,
    NewWords, Page, Store, StoreOptions,
};

use super::Failure;
use super::figures::{millis, percentile};
use super::office::Office;

const OFFICE: &str = "+14155550100";
/// Numbers of the form +1415xxxxxxx.
pub(super) const MOST_CONTACTS: usize = 1_000_000;
/// Conversations on a page, as the API gives them.
const PAGE: u32 = 50;
/// How many conversations wait for a person.
const ESCALATED: usize = 200;

pub(super) struct Plan {
    pub(super) contacts: usize,
    pub(super) messages: usize,
    pub(super) rounds: usize,
}

/// What was measured, in milliseconds.
#[derive(Debug, Serialize)]
pub(super) struct Figures {
    contacts: usize,
    messages: usize,
    database_mb: u64,
    fill_messages_per_second: u64,
    all_p50: f64,
    all_p99: f64,
    unread_p50: f64,
    unread_p99: f64,
    needs_you_p50: f64,
    needs_you_p99: f64,
    in_the_middle_p50: f64,
    in_the_middle_p99: f64,
    conversation_p50: f64,
    conversation_p99: f64,
    /// Messages that may have been sent and wait for a person, of which there are none among all that left.
    in_doubt_p50: f64,
    in_doubt_p99: f64,
}

pub(super) async fn measure(plan: Plan) -> Result<Figures, Failure> {
    let folder = tempfile::tempdir().map_err(Failure::other)?;
    let master = MasterKeys::from_file(&folder.path().join("master.key"))?;
    let store = Store::open(StoreOptions::in_folder(folder.path(), master)).await?;
    let office = Office::open(&store).await?;
    let begun = Instant::now();
    let middle = fill(&store, &office, &plan).await?;
    let filled = begun.elapsed();
    let bench = Bench {
        store: &store,
        office: &office,
        rounds: plan.rounds,
    };
    let all = bench.pages(InboxFilter::All, None).await?;
    let unread = bench.pages(InboxFilter::Unread, None).await?;
    let needs_you = bench.pages(InboxFilter::NeedsYou, None).await?;
    let in_the_middle = bench.pages(InboxFilter::All, Some(middle)).await?;
    let conversation = bench.conversation(middle.id).await?;
    let in_doubt = bench.in_doubt().await?;
    store.close().await;
    let size = std::fs::metadata(folder.path().join("steward.db")).map_err(Failure::other)?;
    let at = |times: &[Duration], percent| millis(percentile(times, percent));
    Ok(Figures {
        contacts: plan.contacts,
        messages: plan.contacts * plan.each(),
        database_mb: size.len() / 1_000_000,
        fill_messages_per_second: ((plan.contacts * plan.each()) as f64 / filled.as_secs_f64())
            as u64,
        all_p50: at(&all, 50),
        all_p99: at(&all, 99),
        unread_p50: at(&unread, 50),
        unread_p99: at(&unread, 99),
        needs_you_p50: at(&needs_you, 50),
        needs_you_p99: at(&needs_you, 99),
        in_the_middle_p50: at(&in_the_middle, 50),
        in_the_middle_p99: at(&in_the_middle, 99),
        conversation_p50: at(&conversation, 50),
        conversation_p99: at(&conversation, 99),
        in_doubt_p50: at(&in_doubt, 50),
        in_doubt_p99: at(&in_doubt, 99),
    })
}

impl Plan {
    /// Messages of each contact: texts of theirs, and one answer.
    fn each(&self) -> usize {
        (self.messages / self.contacts).max(2)
    }
}

struct Bench<'b> {
    store: &'b Store,
    office: &'b Office,
    rounds: usize,
}

impl Bench<'_> {
    async fn pages(
        &self,
        filter: InboxFilter,
        after: Option<InboxPlace>,
    ) -> Result<Vec<Duration>, Failure> {
        let mut times = Vec::with_capacity(self.rounds);
        for _ in 0..self.rounds {
            let begun = Instant::now();
            let here = self.store.org(self.office.org);
            if here.inbox(filter, after, PAGE).await?.is_empty() {
                return Err(Failure::other("a page of the inbox is empty"));
            }
            times.push(begun.elapsed());
        }
        times.sort_unstable();
        Ok(times)
    }

    async fn in_doubt(&self) -> Result<Vec<Duration>, Failure> {
        let first = Page {
            after: None,
            limit: PAGE,
        };
        let mut times = Vec::with_capacity(self.rounds);
        for _ in 0..self.rounds {
            let begun = Instant::now();
            let here = self.store.org(self.office.org);
            here.effects(&first, Some(EffectState::Review)).await?;
            times.push(begun.elapsed());
        }
        times.sort_unstable();
        Ok(times)
    }

    async fn conversation(&self, thread: ThreadId) -> Result<Vec<Duration>, Failure> {
        let newest = Page {
            after: None,
            limit: PAGE,
        };
        let mut times = Vec::with_capacity(self.rounds);
        for _ in 0..self.rounds {
            let begun = Instant::now();
            let here = self.store.org(self.office.org);
            here.inbox_messages(thread, &newest).await?;
            times.push(begun.elapsed());
        }
        times.sort_unstable();
        Ok(times)
    }
}

/// Fills the inbox through the doors that texts and people's answers come in by. Tells a place in its middle.
async fn fill(store: &Store, office: &Office, plan: &Plan) -> Result<InboxPlace, Failure> {
    let phone = |number: &str| number.parse::<E164>().map(Identifier::Phone);
    let line = NewLine {
        address: phone(OFFICE).map_err(Failure::other)?,
        label: "Office".into(),
        agent_id: Some(office.agent),
        provider: LineProvider::Loopback,
    };
    let line = store.org(office.org).create_line(line).await?.id;
    let every = (plan.contacts / ESCALATED).max(1);
    let threads: Vec<ThreadId> = stream::iter(0..plan.contacts)
        .map(|number| async move {
            let talk = Talk {
                store,
                office,
                line,
                number,
            };
            let thread = talk.have(plan.each()).await?;
            if number % every == 0 {
                talk.escalate(thread).await?;
            }
            Ok::<_, Failure>(thread)
        })
        .buffered(64)
        .try_collect()
        .await?;
    let middle = threads.get(threads.len() / 2).copied();
    let middle = middle.ok_or_else(|| Failure::other("there is no conversation"))?;
    let found = store.org(office.org).inbox_thread(middle).await?;
    let found = found.ok_or_else(|| Failure::other("a conversation is gone"))?;
    Ok(InboxPlace {
        active_at: found.active_at,
        id: middle,
    })
}

/// What one contact writes, and what is answered.
struct Talk<'t> {
    store: &'t Store,
    office: &'t Office,
    line: LineId,
    number: usize,
}

impl Talk<'_> {
    async fn have(&self, messages: usize) -> Result<ThreadId, Failure> {
        let here = self.store.org(self.office.org);
        let phone = format!("+1415{}", 2_000_000 + self.number);
        let contact = NewContact {
            name: Some(format!("Contact {}", self.number)),
            identifiers: vec![Identifier::Phone(phone.parse().map_err(Failure::other)?)],
        };
        let contact = here.create_contact(contact).await?.id;
        let mut thread = None;
        for text in 1..messages {
            let message_id = format!("bench-{}-{text}", self.number);
            let sms = InboundSms {
                message_id: message_id.clone(),
                contact_id: contact,
                line_id: self.line,
                from: phone.clone(),
                to: OFFICE.into(),
                text: "Is the boiler mended? It was cold again this morning, and the kitchen has no hot water."
                    .into(),
                media: Vec::new(),
            };
            let event = NewEvent {
                agent_id: self.office.agent,
                correlation_key: format!("contact:{contact}"),
                scope: Scope::Contact(contact),
                source: "bench".into(),
                dedupe_key: message_id,
                kind: EventKind::InboundSms,
                payload: serde_json::to_vec(&sms).map_err(Failure::other)?,
                integrity: Integrity::Untrusted,
            };
            let (Accepted::Queued { thread_id, .. } | Accepted::Duplicate { thread_id, .. }) =
                here.accept(event).await?;
            thread = Some(thread_id);
        }
        let thread = thread.ok_or_else(|| Failure::other("nothing was said"))?;
        let words = NewWords {
            client_id: "1".into(),
            text: "Somebody is on the way and will be with you before noon.".into(),
        };
        here.say(thread, self.office.owner, words).await?;
        Ok(thread)
    }

    async fn escalate(&self, thread: ThreadId) -> Result<(), Failure> {
        let notice = NewNotice {
            kind: NoticeKind::Escalated,
            text: "They ask for a person.".into(),
            dedupe_key: format!("turn:{thread}"),
        };
        let here = self.store.org(self.office.org);
        here.raise_notice(Some(thread), notice).await?;
        Ok(())
    }
}
