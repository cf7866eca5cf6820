//! What many accounts cost: taking them in, opening them, asking and changing them.

mod made;

use std::path::Path;
use std::time::{Duration, Instant};

use jiff::tz::TimeZone;
use serde::Serialize;
use steward_accounts::resolve::Conversation;
use steward_memory::accounts::{Accounts, Asker, Incoming, Outcome, Taken};
use steward_memory::{Library, Meaning, Query, Reader};
use steward_model::{Author, Clock as _, MemberId, OrgId, Role, Scope, SystemClock};
use steward_store::{MasterKeys, NewMember, Store, StoreOptions};

use super::Failure;
use super::figures::{memory_mb, millis, percentile, round};
use crate::cli::ingest::take_and_index;

/// What the indexes may take.
const INDEX_BYTES: usize = 1 << 30;

/// What was measured.
#[derive(Debug, Serialize)]
pub(super) struct Figures {
    accounts: usize,
    sources: usize,
    ingest_seconds: f64,
    ingest_sources_per_second: f64,
    passages: i64,
    database_mb: u64,
    cold_open_ms: f64,
    cold_first_answer_ms: f64,
    cold_first_search_ms: f64,
    lookup_ms_p50: f64,
    lookup_ms_p99: f64,
    filter_ms_p50: f64,
    filter_ms_p99: f64,
    query_ms_p50: f64,
    query_ms_p99: f64,
    update_ms_p50: f64,
    update_ms_p99: f64,
    memory_search_ms_p50: f64,
    memory_search_ms_p99: f64,
    memory_mb_accounts: f64,
    memory_mb: f64,
    /// Sentences of which something else came than what they ask for.
    missed: usize,
}

/// How much there is, and how often each thing is asked.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plan {
    pub(super) accounts: usize,
    pub(super) sources: usize,
    pub(super) rounds: usize,
}

pub(super) async fn measure(plan: Plan) -> Result<Figures, Failure> {
    let folder = tempfile::tempdir().map_err(Failure::other)?;
    let (org, member, ingested, passages) = fill(folder.path(), plan).await?;
    let begun = Instant::now();
    let bench = Bench::open(folder.path(), (org, member)).await?;
    let opened = begun.elapsed();
    let figures = bench.run(plan, (opened, ingested, passages)).await;
    bench.store.close().await;
    let size = std::fs::metadata(folder.path().join("steward.db")).map_err(Failure::other)?;
    figures.map(|figures| Figures {
        database_mb: size.len() / 1_000_000,
        ..figures
    })
}

/// Takes everything in as `steward ingest` does, until all of it is found by search.
async fn fill(
    folder: &Path,
    plan: Plan,
) -> Result<(OrgId, MemberId, (Duration, Duration), i64), Failure> {
    let store = open(folder).await?;
    let owner = NewMember {
        name: "Priya Raman".into(),
        role: Role::Owner,
        identifiers: Vec::new(),
    };
    let (org, member) = store.create_org("Bench", owner).await?;
    let library = library(&store)?;
    let accounts = Accounts::new(store.clone());
    let mut ingestion = accounts.begin_ingestion(org.id, SystemClock.now()).await?;
    let mut total = Taken::default();
    let mut times = [Duration::ZERO; 2];
    let rows: [Box<dyn Iterator<Item = Incoming>>; 2] = [
        Box::new((0..plan.accounts).map(made::account)),
        Box::new((0..plan.sources).map(|number| made::source(number, plan.accounts))),
    ];
    for (rows, time) in rows.into_iter().zip(&mut times) {
        let mut rows = rows.peekable();
        let begun = Instant::now();
        while rows.peek().is_some() {
            let some: Vec<Incoming> = rows.by_ref().take(crate::cli::ingest::AT_ONCE).collect();
            take_and_index((&mut ingestion, &library, org.id), &some, &mut total).await?;
        }
        let indexed = library.index_workspace(org.id).await;
        indexed.map_err(Failure::other)?;
        *time = begun.elapsed();
    }
    let of_org = store.org(org.id);
    let model = library.meaning().name();
    let waiting =
        of_org.count_files_to_index().await? + of_org.count_waiting_passages(model).await?;
    if waiting > 0 || total.accounts + total.sources != plan.accounts + plan.sources {
        return Err(Failure::other("not everything was taken in"));
    }
    let passages = of_org.passage_counts().await?;
    let passages = passages.iter().map(|count| count.passages).sum();
    // As a server does now and then, so that the next one loads it quickly.
    search(&library, org.id, "flood cover").await?;
    library.tidy().await.map_err(Failure::other)?;
    store.close().await;
    Ok((org.id, member.id, (times[0], times[1]), passages))
}

async fn open(folder: &Path) -> Result<Store, Failure> {
    let master = MasterKeys::from_file(&folder.join("master.key"))?;
    Ok(Store::open(StoreOptions::in_folder(folder, master)).await?)
}

fn library(store: &Store) -> Result<Library, Failure> {
    let meaning = Meaning::built_in().map_err(Failure::other)?;
    Ok(Library::new(store.clone(), meaning, INDEX_BYTES))
}

async fn search(library: &Library, org: OrgId, text: &str) -> Result<usize, Failure> {
    let query = Query::new(
        text,
        made::TODAY
            .to_zoned(TimeZone::UTC)
            .map_err(Failure::other)?,
    );
    let found = library
        .search(org, &[Scope::Org(org)], Reader::Anyone, &query)
        .await
        .map_err(Failure::other)?;
    Ok(found.found.len())
}

/// Accounts in a process that has just begun.
struct Bench {
    store: Store,
    accounts: Accounts,
    library: Library,
    org: OrgId,
    member: MemberId,
}

impl Bench {
    async fn open(folder: &Path, (org, member): (OrgId, MemberId)) -> Result<Self, Failure> {
        let store = open(folder).await?;
        Ok(Self {
            accounts: Accounts::new(store.clone()),
            library: library(&store)?,
            store,
            org,
            member,
        })
    }

    async fn run(
        &self,
        plan: Plan,
        (opened, (accounts_took, sources_took), passages): (Duration, (Duration, Duration), i64),
    ) -> Result<Figures, Failure> {
        let before = memory_mb();
        let begun = Instant::now();
        self.is_done(&made::lookup(0, plan.accounts), true).await?;
        let first = begun.elapsed();
        let held = memory_mb() - before;
        let begun = Instant::now();
        search(&self.library, self.org, "who wants flood cover").await?;
        let first_search = begun.elapsed();
        let reads = |made: fn(usize, usize) -> String| self.series(plan, made, true);
        let (lookup, unfound) = reads(made::lookup).await?;
        let (filter, uncounted) = reads(made::filter).await?;
        let (query, unanswered) = reads(made::question).await?;
        let (update, unchanged) = self.series(plan, made::update, false).await?;
        let mut searches = Vec::with_capacity(plan.rounds);
        for round in 0..plan.rounds {
            let begun = Instant::now();
            search(
                &self.library,
                self.org,
                &made::question(round, plan.accounts),
            )
            .await?;
            searches.push(begun.elapsed());
        }
        searches.sort_unstable();
        let at = |times: &[Duration], percent: usize| millis(percentile(times, percent));
        Ok(Figures {
            accounts: plan.accounts,
            sources: plan.sources,
            ingest_seconds: round((accounts_took + sources_took).as_secs_f64()),
            ingest_sources_per_second: round(plan.sources as f64 / sources_took.as_secs_f64()),
            passages,
            database_mb: 0,
            cold_open_ms: millis(opened),
            cold_first_answer_ms: millis(first),
            cold_first_search_ms: millis(first_search),
            lookup_ms_p50: at(&lookup, 50),
            lookup_ms_p99: at(&lookup, 99),
            filter_ms_p50: at(&filter, 50),
            filter_ms_p99: at(&filter, 99),
            query_ms_p50: at(&query, 50),
            query_ms_p99: at(&query, 99),
            update_ms_p50: at(&update, 50),
            update_ms_p99: at(&update, 99),
            memory_search_ms_p50: at(&searches, 50),
            memory_search_ms_p99: at(&searches, 99),
            memory_mb_accounts: round(held),
            memory_mb: memory_mb(),
            missed: unfound + uncounted + unanswered + unchanged,
        })
    }

    /// The times of many sentences, one after the other, and how many of them were not understood.
    async fn series(
        &self,
        plan: Plan,
        sentence: fn(usize, usize) -> String,
        reads_only: bool,
    ) -> Result<(Vec<Duration>, usize), Failure> {
        let (mut times, mut missed) = (Vec::with_capacity(plan.rounds), 0);
        for round in 0..plan.rounds {
            let sentence = sentence(round, plan.accounts);
            let begun = Instant::now();
            let done = self.is_done(&sentence, reads_only).await?;
            times.push(begun.elapsed());
            missed += usize::from(!done);
        }
        times.sort_unstable();
        Ok((times, missed))
    }

    /// Whether a question is answered from what is on file, or a change is made.
    async fn is_done(&self, sentence: &str, reads_only: bool) -> Result<bool, Failure> {
        let asker = Asker {
            org: self.org,
            author: Author::Member(self.member),
            now: SystemClock.now(),
            today: made::TODAY,
            mark: None,
        };
        let told = self
            .accounts
            .ask(&asker, sentence, &Conversation::default(), reads_only)
            .await
            .map_err(Failure::other)?;
        Ok(match (&told.outcome, reads_only) {
            (Outcome::Answered(answer, _), true) => answer.known,
            (Outcome::Changed(_), false) => true,
            _ => false,
        })
    }
}
