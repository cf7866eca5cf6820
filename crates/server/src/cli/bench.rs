//! `steward bench`: measures the program on the machine at hand, as another process sees it.

mod accounts;
mod audit;
mod chat;
mod child;
mod figures;
mod inbox;
mod load;
mod office;
mod recall;
mod start;
mod turns;
mod webhooks;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use serde::Serialize;
use steward_agent::retention;

use super::{Failure, say};

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Many accounts: taking them in, opening, asking and changing them
    Accounts(Accounts),
    /// Rows of the record sealed and verified per second
    Audit(Audit),
    /// What streaming adds to a model's first word, and many chats at once
    Chat(Chat),
    /// Facts that are still known after many compactions of a thread
    Compaction(Compaction),
    /// Authenticated requests per second to GET /v1/me
    Http(Http),
    /// A page of the team's inbox with many conversations behind it
    Inbox(Inbox),
    /// Evidence found by the built-in search in conversations with questions
    Recall(Recall),
    /// Time from start to the first answer, memory at rest, size of the binary
    Start(Start),
    /// What a turn costs with a model that answers at once
    Turns(Turns),
    /// Text messages taken in per second, signed and durable
    Webhooks(Webhooks),
}

#[derive(Debug, Args)]
pub(super) struct Accounts {
    /// How many accounts to make
    #[arg(long, default_value_t = 10_000)]
    accounts: usize,
    /// How many emails, calls and text messages to make of them
    #[arg(long, default_value_t = 100_000)]
    sources: usize,
    /// How often each thing is asked
    #[arg(long, default_value_t = 300)]
    rounds: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(super) struct Audit {
    /// How long a record to make
    #[arg(long, default_value_t = 1_000_000)]
    rows: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(super) struct Chat {
    /// Chats at the same time
    #[arg(long, default_value_t = 200)]
    chats: usize,
    /// Chats one after the other
    #[arg(long, default_value_t = 100)]
    rounds: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(super) struct Compaction {
    /// Threads to make
    #[arg(long, default_value_t = 10)]
    threads: u64,
    /// Compactions of each, one after the other
    #[arg(long, default_value_t = 20)]
    compactions: usize,
    /// Facts that are planted before each
    #[arg(long, default_value_t = 6)]
    facts: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(super) struct Http {
    /// How long to measure, after a second of warming up
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// Connections that are kept busy
    #[arg(long, default_value_t = 32)]
    connections: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(super) struct Inbox {
    /// People who wrote
    #[arg(long, default_value_t = 100_000)]
    contacts: usize,
    /// What was written, by them and to them
    #[arg(long, default_value_t = 1_000_000)]
    messages: usize,
    /// How often each page is asked for
    #[arg(long, default_value_t = 300)]
    rounds: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(super) struct Recall {
    /// Conversations with questions, in the form of LoCoMo
    #[arg(long, visible_alias = "data", value_name = "FILE")]
    dataset: PathBuf,
    /// Another model than the built-in one: `folder:PATH`
    #[arg(long, value_name = "NAME")]
    embedder: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(super) struct Start {
    /// Size the database is filled to first, in megabytes
    #[arg(long, default_value_t = 1024)]
    database_mb: u64,
    /// How often to start
    #[arg(long, default_value_t = 7)]
    rounds: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(super) struct Turns {
    /// Measure on this Postgres; on SQLite without it
    #[arg(
        long,
        value_name = "URL",
        env = "STEWARD_BENCH_POSTGRES",
        hide_env_values = true
    )]
    postgres: Option<String>,
    /// Threads that talk at the same time
    #[arg(long, default_value_t = 64)]
    threads: usize,
    /// Members whose threads those are: what a member is told is put in one order
    #[arg(long, default_value_t = 1)]
    members: usize,
    /// Turns of each part
    #[arg(long, default_value_t = 5_000)]
    turns: usize,
    /// Earlier items of the long thread
    #[arg(long, default_value_t = 5_000)]
    items: usize,
    /// Threads that stand idle while memory is measured
    #[arg(long, default_value_t = 10_000)]
    idle_threads: usize,
    /// Count the statements of a turn by their names; the counting takes time too
    #[arg(long)]
    statements: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(super) struct Webhooks {
    /// How long to measure, after a second of warming up
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Webhooks that are under way at the same time
    #[arg(long, default_value_t = 32)]
    connections: usize,
    /// People who write
    #[arg(long, default_value_t = 1_000)]
    contacts: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) async fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Accounts(many) => print(many.json, &accounts::measure(many.plan()).await?),
        Command::Audit(audit) => print(audit.json, &audit::measure(audit.rows).await?),
        Command::Chat(chat) => print(chat.json, &chat::measure(chat.chats, chat.rounds).await?),
        Command::Compaction(many) => print(many.json, &retention::measure(many.plan())),
        Command::Http(http) => {
            let length = Duration::from_secs(http.seconds);
            print(http.json, &load::measure(http.connections, length).await?)
        }
        Command::Inbox(many) => print(many.json, &inbox::measure(many.plan()).await?),
        Command::Recall(recall) => {
            let report = recall::measure(&recall.dataset, recall.embedder.as_deref())?;
            print(recall.json, &report)
        }
        Command::Start(start) => {
            let figures = start::measure(start.database_mb, start.rounds).await?;
            print(start.json, &figures)
        }
        Command::Turns(turns) => print(turns.json, &turns::measure(turns.plan()).await?),
        Command::Webhooks(many) => print(many.json, &webhooks::measure(many.plan()).await?),
    }
}

impl Accounts {
    fn plan(&self) -> accounts::Plan {
        accounts::Plan {
            accounts: self.accounts.max(1),
            sources: self.sources,
            rounds: self.rounds.max(1),
        }
    }
}

impl Compaction {
    fn plan(&self) -> retention::Plan {
        retention::Plan {
            threads: self.threads,
            compactions: self.compactions,
            facts: self.facts,
        }
    }
}

impl Inbox {
    fn plan(&self) -> inbox::Plan {
        inbox::Plan {
            contacts: self.contacts.clamp(1, inbox::MOST_CONTACTS),
            messages: self.messages,
            rounds: self.rounds.max(1),
        }
    }
}

impl Turns {
    fn plan(&self) -> turns::Plan<'_> {
        turns::Plan {
            database_url: self.postgres.as_deref(),
            threads: self.threads,
            members: self.members.max(1),
            turns: self.turns,
            items: self.items,
            idle_threads: self.idle_threads,
            by_statement: self.statements,
        }
    }
}

impl Webhooks {
    fn plan(&self) -> webhooks::Plan {
        webhooks::Plan {
            connections: self.connections.max(1),
            contacts: self.contacts.clamp(1, webhooks::MOST_CONTACTS),
            length: Duration::from_secs(self.seconds),
        }
    }
}

/// One figure a line, or all of them as JSON.
fn print(json: bool, figures: &impl Serialize) -> Result<(), Failure> {
    let value = serde_json::to_value(figures).map_err(Failure::other)?;
    if json {
        say(value);
        return Ok(());
    }
    for (name, figure) in value.as_object().into_iter().flatten() {
        say(format_args!("{name:24} {figure}"));
    }
    Ok(())
}
