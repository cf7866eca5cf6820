//! Keeps the memory up to what was said.

use std::sync::Arc;
use std::time::Duration;

use steward_memory::{Error, Meaning};
use steward_store::Page;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

use crate::dispatcher::stopped;
use crate::{Inner, history};

/// What is said within this time is indexed together: soon enough to be found, and not a write for every turn.
const GATHER: Duration = Duration::from_millis(20);
/// How often it looks for what nobody told it of: for files, which people, agents, the mirror and other processes write, and now
/// and then for everything else.
const LOOK_AT_FILES: Duration = Duration::from_millis(500);
const LOOK: Duration = Duration::from_secs(30);
const ORGS: u32 = 100;

pub(crate) async fn run(runtime: Arc<Inner>, mut stop: watch::Receiver<bool>) {
    let mut looked: Option<Instant> = None;
    let mut switches = runtime.store.watch_switches();
    loop {
        let look = looked.is_none_or(|looked| looked.elapsed() >= LOOK);
        if let Err(error) = catch_up(&runtime, look).await {
            tracing::warn!(%error, "what was said is not in the index yet");
        }
        if look {
            looked = Some(Instant::now());
        }
        tokio::select! {
            () = stopped(&mut stop) => break,
            told = timeout(LOOK_AT_FILES, runtime.wakes.memory.notified()) => if told.is_ok() {
                sleep(GATHER).await;
            },
            // What waited while it was off is worked off at once when it is on again.
            Ok(()) = switches.changed() => looked = None,
        }
    }
}

async fn catch_up(runtime: &Inner, look: bool) -> Result<(), Error> {
    let memory = &runtime.memory;
    memory.index_threads(history::utterance).await?;
    memory.index_workspaces().await?;
    let later = !matches!(memory.meaning(), Meaning::BuiltIn(_));
    if later || look {
        embed_waiting(runtime).await?;
    }
    Ok(())
}

/// Keeps the indexes ready and saved. A task of its own: a large memory takes seconds to read, and what is said meanwhile should
/// be found.
pub(crate) async fn keep_ready(runtime: Arc<Inner>, mut stop: watch::Receiver<bool>) {
    loop {
        // What is half read when it stops is read by whoever comes next.
        tokio::select! {
            () = stopped(&mut stop) => break,
            tidied = runtime.memory.tidy() => if let Err(error) = tidied {
                tracing::warn!(%error, "an index could not be kept ready");
            },
        }
        tokio::select! {
            () = stopped(&mut stop) => break,
            () = sleep(LOOK) => {}
        }
    }
}

/// Reads the accounts once, so that whoever asks first after a start does not wait for it. A task of its own, as above: nothing
/// waits for it but questions about accounts.
pub(crate) async fn read_accounts(runtime: Arc<Inner>, mut stop: watch::Receiver<bool>) {
    tokio::select! {
        () = stopped(&mut stop) => {}
        read = runtime.memory.accounts().read_ahead() => if let Err(error) = read {
            tracing::warn!(%error, "accounts could not be read ahead; whoever asks first reads them");
        },
    }
}

/// What a service must be asked for, and what another model embedded before.
async fn embed_waiting(runtime: &Inner) -> Result<(), Error> {
    let mut page = Page {
        after: None,
        limit: ORGS,
    };
    loop {
        let orgs = runtime.store.orgs(&page).await?;
        for org in &orgs {
            runtime.memory.embed_waiting(org.id).await?;
        }
        match orgs.last() {
            Some(last) if orgs.len() == ORGS as usize => page.after = Some(last.id.to_string()),
            _ => return Ok(()),
        }
    }
}
