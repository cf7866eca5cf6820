//! Kills a server while people change accounts. An account is both of its files or neither, in the database and on disk, and what
//! somebody was told to be changed is in its history.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};
use steward_accounts::history;
use steward_accounts::state::StateFile;
use steward_testkit::Backend;
use tokio::task::JoinHandle;

use crate::chance::Chance;
use crate::judge::Findings;
use crate::report::Outcome;
use crate::server::LONG;
use crate::world::{Carrier, Fault, Programs, World};

/// Who is changed, each by somebody of their own.
const NAMES: [&str; 4] = [
    "Alder Bakery",
    "Birch Diner",
    "Cedar Motors",
    "Dogwood Clinic",
];

/// How long a server lives at least and at most.
const SHORTEST: u64 = 10;
const LONGEST: u64 = 400;

/// How often the folder is compared with the database.
const GLANCE: Duration = Duration::from_millis(50);

/// An account and what was asked of it.
struct Account {
    id: String,
    name: &'static str,
    /// The amount that is asked for next. None is asked for twice.
    next: u64,
    /// The amounts that somebody was told to be written.
    told: Vec<u64>,
}

/// Kills a server again and again while four people change an account each.
pub(crate) async fn accounts(
    programs: &Programs,
    name: &str,
    carrier: Carrier,
    kills: usize,
) -> Outcome {
    let begun = Instant::now();
    let world = World::new(programs, Backend::Sqlite, 1, carrier).await;
    let mut chance = Chance::seeded(carrier.seed);
    let mut findings = Findings::default();
    let mut accounts = make(&world).await;
    for _ in 0..kills {
        let server = world.start(0, Fault::None);
        let writing = accounts.drain(..).map(|account| write(&world, account));
        let writing: Vec<JoinHandle<Account>> = writing.collect();
        let life = Duration::from_millis(SHORTEST + chance.below(LONGEST - SHORTEST));
        tokio::time::sleep(life).await;
        drop(server);
        for account in writing {
            accounts.push(account.await.unwrap());
        }
        whole_files(&world, &mut findings);
    }
    end(&world, &accounts, &mut findings).await;
    findings.texts = accounts.iter().map(|account| account.told.len()).sum();
    let kept = (!findings.broken.is_empty()).then(|| world.keep());
    Outcome {
        name: name.to_owned(),
        seed: carrier.seed,
        kills,
        freezes: 0,
        faults: BTreeMap::new(),
        findings,
        took: begun.elapsed(),
        kept,
    }
}

async fn make(world: &World) -> Vec<Account> {
    let server = world.start(0, Fault::None).unwrap();
    let mut accounts = Vec::new();
    for name in NAMES {
        let asked = json!({"query": format!("Mark {name} as Quoted, premium $1,000")});
        let asked = world.ask(Method::POST, "/query", &asked).await;
        let agreed = json!({"session_id": asked["session_id"], "confirmed": true});
        let made = world.ask(Method::POST, "/confirm", &agreed).await;
        accounts.push(Account {
            id: made["account_id"].as_str().unwrap().to_owned(),
            name,
            next: 1_001,
            told: Vec::new(),
        });
    }
    assert!(
        server.stop().await,
        "the server did not stop when it was asked to"
    );
    accounts
}

/// Changes an account until nobody answers.
fn write(world: &World, mut account: Account) -> JoinHandle<Account> {
    let asking = world.asking();
    tokio::spawn(async move {
        loop {
            let amount = account.next;
            account.next += 1;
            let asked = format!("Set the premium of {} to ${amount}", account.name);
            match asking.post("/query", &json!({ "query": asked })).await {
                Some(answer) if answer["history_entry_id"].is_string() => account.told.push(amount),
                Some(_) => {}
                None => return account,
            }
        }
    })
}

/// No file of an account is half written, whenever the server died.
fn whole_files(world: &World, findings: &mut Findings) {
    for (path, content) in mirrored(world) {
        let read = match path.ends_with("state.md") {
            true => StateFile::parse(&content).map(drop),
            false => history::parse(&content).map(drop),
        };
        if let Err(error) = read {
            findings.breaks(format!("{} is torn: {error}", path.display()));
        }
    }
}

/// Both files of every account that the folder has.
fn mirrored(world: &World) -> Vec<(PathBuf, String)> {
    let folder = world.folder().join("workspace/accounts");
    let accounts = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let files = accounts
        .flat_map(|account| ["state.md", "history.md"].map(|file| account.path().join(file)));
    let read = |path: PathBuf| Some((path.clone(), std::fs::read_to_string(path).ok()?));
    files.filter_map(read).collect()
}

/// Looks at everything once a server is left alone.
async fn end(world: &World, accounts: &[Account], findings: &mut Findings) {
    let server = world.start(0, Fault::None).unwrap();
    for account in accounts {
        let path = format!("/api/accounts/{}", account.id);
        let view = world.ask(Method::GET, &path, &Value::Null).await;
        if view["verified"]["ok"] != json!(true) {
            findings.breaks(format!(
                "{} does not add up: {}",
                account.name, view["verified"]
            ));
        }
        let written = amounts(&view);
        for amount in &account.told {
            if !written.contains(amount) {
                findings.lost += 1;
                findings.breaks(format!(
                    "{}: {amount} was told and is not there",
                    account.name
                ));
            }
        }
        for (place, amount) in written.iter().enumerate() {
            if written[..place].contains(amount) {
                findings.duplicates += 1;
                findings.breaks(format!("{}: {amount} was written twice", account.name));
            }
        }
        findings.sent += written.len();
    }
    if !is_level(world, accounts).await {
        findings.breaks("the folder never became what the database has".to_owned());
    }
    drop(server);
    let (whole, said) = world.run(&["verify"]);
    if !whole {
        findings.breaks(format!("the record is not whole: {said}"));
    }
}

/// The premiums that a history gave an account after the first, oldest first.
fn amounts(view: &Value) -> Vec<u64> {
    let entries = view["history"].as_array().into_iter().flatten();
    let changes = entries.flat_map(|entry| entry["changes"].as_array().into_iter().flatten());
    let premiums = changes.filter(|change| change["field"] == "premium");
    let amounts = premiums.filter_map(|change| change["new_value"].as_u64());
    amounts.skip(1).collect()
}

/// Whether the folder comes to say what the database says.
async fn is_level(world: &World, accounts: &[Account]) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < LONG {
        let mut level = true;
        for account in accounts {
            for file in ["state.md", "history.md"] {
                let path = format!("accounts/{}/{file}", account.id);
                let stored = world
                    .ask(Method::GET, &format!("/file?path={path}"), &Value::Null)
                    .await;
                let on_disk = read(world, &path);
                level &= stored["content"].as_str() == on_disk.as_deref();
            }
        }
        if level {
            return true;
        }
        tokio::time::sleep(GLANCE).await;
    }
    false
}

fn read(world: &World, path: &str) -> Option<String> {
    let file: &Path = &world.folder().join("workspace").join(path);
    std::fs::read_to_string(file).ok()
}
