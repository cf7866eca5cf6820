//! `steward ingest`: takes in accounts and what was written and said about them.

use std::io::{BufRead as _, BufReader, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::Value;
use steward_memory::Library;
use steward_memory::accounts::{Accounts, Incoming, Ingestion, Taken, What};
use steward_model::{Clock as _, OrgId, SystemClock};
use steward_store::{Access, Page, Store};

use super::open::Location;
use super::{Failure, say};
use crate::config::Config;
use crate::machine;

/// Lines that are taken in at once: a stop loses at most these, and only until the next time.
pub(super) const AT_ONCE: usize = 500;

#[derive(Debug, Args)]
pub(super) struct Ingest {
    /// A file of JSON lines, or a folder with accounts.jsonl and sources.jsonl
    #[arg(value_name = "PATH")]
    from: PathBuf,
    /// Whose accounts they become; not needed where there is one organisation
    #[arg(long, value_name = "ID")]
    org: Option<OrgId>,
}

impl Ingest {
    /// Runs beside a server. Stopped, it goes on where it was when it is run again.
    pub(super) async fn run(&self, config: &Config) -> Result<(), Failure> {
        let files = files(&self.from)?;
        let store = Location::existing(config)?.open(Access::Beside).await?;
        store.allow_flags(config.flags.allowed());
        let library = machine::library(config, store.clone()).map_err(Failure::configuration)?;
        let done = self.take_all(&library, &files).await;
        store.close().await;
        done
    }

    async fn take_all(&self, library: &Library, files: &[PathBuf]) -> Result<(), Failure> {
        let store = library.store();
        let org = self.organisation(store).await?;
        let accounts = Accounts::new(store.clone());
        let mut ingestion = accounts.begin_ingestion(org, SystemClock.now()).await?;
        let mut total = Taken::default();
        for path in files {
            let length = std::fs::metadata(path).map_err(|error| unreadable(path, &error))?;
            let mut read = 0;
            let mut waiting = Vec::new();
            for (number, line) in lines(path)?.enumerate() {
                let line = line.map_err(|error| unreadable(path, &error))?;
                read += line.len() as u64 + 1;
                let line = without_mark(&line, number);
                if line.trim_ascii().is_empty() {
                    continue;
                }
                let origin = format!("{}:{}", path.display(), number + 1);
                let text = std::str::from_utf8(line).map_err(|_| "it is not UTF-8".to_owned());
                match text.and_then(what) {
                    Ok(what) => waiting.push(Incoming { origin, what }),
                    Err(reason) => total.refused.push((origin, reason)),
                }
                if waiting.len() == AT_ONCE {
                    take_and_index((&mut ingestion, library, org), &waiting, &mut total).await?;
                    waiting.clear();
                    show(path, read, length.len());
                }
            }
            take_and_index((&mut ingestion, library, org), &waiting, &mut total).await?;
            show(path, length.len(), length.len());
            end_of_line();
        }
        // What is not indexed when this ends is indexed by the server.
        library.index_workspace(org).await.map_err(Failure::other)?;
        report(&total)
    }

    async fn organisation(&self, store: &Store) -> Result<OrgId, Failure> {
        if let Some(id) = self.org {
            let org = store.org(id).get().await?;
            let org =
                org.ok_or_else(|| Failure::other(format!("there is no organisation {id}")))?;
            return Ok(org.id);
        }
        let page = Page {
            after: None,
            limit: 2,
        };
        match &store.orgs(&page).await?[..] {
            [only] => Ok(only.id),
            [] => Err(Failure::other(
                "there is no organisation yet: start `steward serve` once",
            )),
            _ => Err(Failure::other(
                "there are several organisations: say which with --org",
            )),
        }
    }
}

fn files(from: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !from.is_dir() {
        return Ok(vec![from.to_owned()]);
    }
    // Accounts come first: a source belongs to one.
    let wanted = ["accounts.jsonl", "sources.jsonl"].map(|name| from.join(name));
    let found: Vec<PathBuf> = wanted.into_iter().filter(|path| path.exists()).collect();
    match found.is_empty() {
        true => Err(Failure::other(format!(
            "{} has neither accounts.jsonl nor sources.jsonl",
            from.display()
        ))),
        false => Ok(found),
    }
}

fn lines(path: &Path) -> Result<impl Iterator<Item = std::io::Result<Vec<u8>>>, Failure> {
    let file = std::fs::File::open(path).map_err(|error| unreadable(path, &error))?;
    Ok(BufReader::new(file).split(b'\n'))
}

/// Some programs begin a file with a mark of its encoding, which is no part of the first line.
fn without_mark(line: &[u8], number: usize) -> &[u8] {
    let marked = line.strip_prefix(b"\xef\xbb\xbf").filter(|_| number == 0);
    marked.unwrap_or(line)
}

fn unreadable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::other(format!("{}: {error}", path.display()))
}

/// A line is a source if it says whose it is, and an account otherwise.
pub(super) fn what(line: &str) -> Result<What, String> {
    let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let is_source = value.get("account_id").is_some();
    let read = match is_source {
        true => serde_json::from_value(value).map(|source| What::Source(Box::new(source))),
        false => serde_json::from_value(value).map(|state| What::Account(Box::new(state))),
    };
    read.map_err(|error| error.to_string())
}

/// Takes some of it in while what was taken in before is indexed.
pub(super) async fn take_and_index(
    (ingestion, library, org): (&mut Ingestion, &Library, OrgId),
    some: &[Incoming],
    total: &mut Taken,
) -> Result<(), Failure> {
    let indexing = library.index_workspace(org);
    let (taken, indexed) = tokio::join!(ingestion.take(some), indexing);
    add(total, taken?);
    indexed.map_err(Failure::other)
}

fn add(total: &mut Taken, some: Taken) {
    total.accounts += some.accounts;
    total.sources += some.sources;
    total.known += some.known;
    total.refused.extend(some.refused);
}

fn report(total: &Taken) -> Result<(), Failure> {
    for (origin, reason) in &total.refused {
        say(format_args!("{origin}: {reason}"));
    }
    say(format_args!(
        "{} accounts and {} sources were taken in; {} were there already; {} were refused.",
        total.accounts,
        total.sources,
        total.known,
        total.refused.len()
    ));
    match total.refused.is_empty() {
        true => Ok(()),
        false => Err(Failure::silent()),
    }
}

/// A bar where somebody watches.
fn show(path: &Path, done: u64, total: u64) {
    let mut errors = std::io::stderr();
    if !errors.is_terminal() {
        return;
    }
    const WIDTH: u64 = 30;
    let filled = (done * WIDTH / total.max(1)).min(WIDTH);
    let bar: String = (0..WIDTH)
        .map(|at| if at < filled { '█' } else { '░' })
        .collect();
    let percent = (done * 100 / total.max(1)).min(100);
    let _ = write!(errors, "\r{} {bar} {percent:3} %", path.display());
}

fn end_of_line() {
    let mut errors = std::io::stderr();
    if errors.is_terminal() {
        let _ = writeln!(errors);
    }
}

#[cfg(test)]
#[path = "ingest_tests.rs"]
mod tests;
