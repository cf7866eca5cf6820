//! `steward reindex`: embeds everything that the configured model has not embedded yet.

use std::io::{IsTerminal as _, Write as _};

use steward_memory::Library;
use steward_model::{Flag, OrgId};
use steward_store::{Access, Org, Page, Store};

use super::open::Location;
use super::{Failure, say};
use crate::config::Config;
use crate::machine;

const ORGS: u32 = 100;

/// Runs beside a server, which goes on searching by what there is. Stopped, it goes on where it was when it is run again.
pub(super) async fn run(config: &Config) -> Result<(), Failure> {
    let store = Location::existing(config)?.open(Access::Beside).await?;
    store.allow_flags(config.flags.allowed());
    let done = embed_all(config, &store).await;
    store.close().await;
    done
}

async fn embed_all(config: &Config, store: &Store) -> Result<(), Failure> {
    let memory = machine::library(config, store.clone()).map_err(Failure::configuration)?;
    memory
        .meaning()
        .known_mark()
        .await
        .map_err(Failure::other)?;
    let mut page = Page {
        after: None,
        limit: ORGS,
    };
    let mut embedded = 0;
    loop {
        let orgs = store.orgs(&page).await?;
        for org in &orgs {
            embedded += embed(&memory, org).await?;
        }
        match orgs.last() {
            Some(last) if orgs.len() == ORGS as usize => page.after = Some(last.id.to_string()),
            _ => break,
        }
    }
    say(format_args!(
        "{embedded} passages were embedded by {}.",
        memory.meaning().name()
    ));
    Ok(())
}

async fn embed(memory: &Library, org: &Org) -> Result<u64, Failure> {
    let total = waiting(memory, org.id).await?;
    let (mut done, mut after) = (0, None);
    while let Some(some) = memory
        .embed_some(org.id, after)
        .await
        .map_err(Failure::other)?
    {
        done += some.passages;
        after = Some(some.last);
        show(&org.name, done, total);
    }
    if done > 0 && std::io::stderr().is_terminal() {
        let _ = writeln!(std::io::stderr());
    }
    let left = waiting(memory, org.id).await?;
    if left > 0 {
        let switches = memory.store().switches();
        let why = match switches.is_on(org.id, Flag::Indexing) {
            true => "they came meanwhile or cannot be read",
            false => "indexing is switched off",
        };
        say(format_args!(
            "{}: {left} passages still wait, since {why}.",
            org.name
        ));
    }
    Ok(done)
}

async fn waiting(memory: &Library, org: OrgId) -> Result<i64, Failure> {
    let waiting = memory.waiting(org).await.map_err(Failure::other)?;
    Ok(waiting.unembedded + waiting.outdated)
}

/// One line that is written again and again where somebody watches, and a line each time where it is kept.
fn show(name: &str, done: u64, total: i64) {
    let mut errors = std::io::stderr();
    let (start, end) = match errors.is_terminal() {
        true => ("\r", ""),
        false => ("", "\n"),
    };
    let _ = write!(errors, "{start}{name}: {done} of {total} passages{end}");
}
