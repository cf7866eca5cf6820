//! People who text, and text again until they are heard.

use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::mind::name;
use super::plan::Chance;
use super::story::Trace;
use super::wire::ask;

pub(super) const PEOPLE: u32 = 3;
pub(super) const MESSAGES: u32 = 4;

const PATIENCE: Duration = Duration::from_secs(3);

/// Writes everything that everybody has to say.
pub(super) async fn write(seed: u64, trace: Trace) -> turmoil::Result {
    let mut people = JoinSet::new();
    for person in 0..PEOPLE {
        people.spawn_local(write_all(person, seed, trace.clone()));
    }
    people.join_all().await;
    Ok(())
}

async fn write_all(person: u32, seed: u64, trace: Trace) {
    let mut chance = Chance::new(seed, &format!("person {person}"));
    for message in 0..MESSAGES {
        sleep(chance.steps(50)).await;
        let name = name(person, message);
        let text = format!("text {person} {name}");
        loop {
            let heard = timeout(PATIENCE, ask("node", &text)).await;
            // Some are heard and write again all the same.
            if matches!(heard, Ok(Ok(_))) && chance.below(4) > 0 {
                break;
            }
            sleep(chance.steps(10)).await;
        }
        trace.note(&format!("{name} is heard"));
    }
}
