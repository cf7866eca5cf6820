//! The command line.

mod backup;
mod bench;
mod config;
mod demo;
mod doctor;
mod eval;
mod exit;
mod extract;
mod flags;
mod health;
mod ingest;
mod key;
mod member;
mod open;
mod openapi;
mod reindex;
mod replay;
mod script;
mod serve;
mod verify;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use self::exit::Failure;
pub(crate) use self::extract::UNREADABLE;
use crate::config::{Config, Overrides, Secret, Sources};

/// A self-hosted AI agent for a team.
#[derive(Debug, Parser)]
#[command(name = "steward", version, about, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    settings: Settings,
    #[command(subcommand)]
    command: Command,
}

/// Flags that override the configuration.
#[derive(Debug, Clone, Default, Args)]
struct Settings {
    /// Configuration file [default: ./steward.toml or steward.toml in the data folder, if there is one]
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Data folder [default: ./steward-data]
    #[arg(long, global = true, value_name = "DIR")]
    home: Option<String>,
    /// Address to listen on [default: 127.0.0.1:8787]
    #[arg(long, global = true, value_name = "ADDRESS")]
    listen: Option<String>,
    /// Postgres to use instead of SQLite
    #[arg(long, global = true, value_name = "URL")]
    database_url: Option<Secret>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Start the server
    Serve,
    /// Start the server for a look around, with accounts and notes in it: prints a sign-in link every time
    Demo,
    /// Tell what works, what does not and what to do
    Doctor,
    /// Print, check or describe the configuration
    #[command(subcommand)]
    Config(config::Command),
    /// Make or rotate master keys
    #[command(subcommand)]
    Key(key::Command),
    /// List and add members, and make sign-in links
    #[command(subcommand)]
    Member(member::Command),
    /// List, and switch off or on, what agents may do: for every organisation, without a restart
    #[command(subcommand)]
    Flags(flags::Command),
    /// Write a consistent copy of the SQLite data, also while the server runs
    Backup(backup::Backup),
    /// Replace the SQLite data with a copy made by `backup`
    Restore(backup::Restore),
    /// Prove that the record of everything that was done is what it was; exits with 0 if so
    Verify(verify::Verify),
    /// Run a recorded turn again and compare; exits with 0 if everything is as it was
    Replay(replay::Replay),
    /// Embed what the configured model has not embedded yet, also while the server runs; stopped, it goes on the next time
    Reindex,
    /// Take in accounts and what was written and said about them, also while the server runs; what is there already is left
    Ingest(ingest::Ingest),
    /// Ask a running server whether it is well; exits with 0 if so
    Health,
    /// Print the API's description
    Openapi,
    /// Measure the program on this machine
    #[command(subcommand)]
    Bench(bench::Command),
    /// Measure the offline engine, or a language model, on a folder of graded questions, intents, updates and text messages
    Eval(eval::Eval),
    #[command(hide = true)]
    Extract(extract::Extract),
    #[command(hide = true)]
    Script(script::Script),
}

/// Runs the program.
pub fn run() -> ExitCode {
    // Whatever this process makes is for its own user: the data folder may be one that others can look into.
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
    let Cli { settings, command } = Cli::parse();
    match &command {
        Command::Extract(extract) => return extract.run(),
        Command::Script(script) => return script.run(),
        _ => {}
    }
    match execute(&settings, command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn execute(settings: &Settings, command: Command) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(Failure::other)?;
    let sources = settings.sources();
    runtime.block_on(async move {
        match command {
            Command::Serve => serve::run(&load(&sources)?, serve::Purpose::Service).await,
            Command::Demo => serve::run(&load(&sources)?, serve::Purpose::Demo).await,
            Command::Doctor => doctor::run(&sources).await,
            Command::Config(command) => config::run(&command, &sources),
            Command::Key(command) => key::run(&command, &sources).await,
            Command::Member(command) => member::run(command, &load(&sources)?).await,
            Command::Flags(command) => flags::run(command, &load(&sources)?).await,
            Command::Backup(backup) => backup.run(&load(&sources)?).await,
            Command::Restore(restore) => restore.run(&load(&sources)?).await,
            Command::Verify(verify) => verify.run(&load(&sources)?).await,
            Command::Replay(replay) => replay.run(&load(&sources)?).await,
            Command::Reindex => reindex::run(&load(&sources)?).await,
            Command::Ingest(ingest) => ingest.run(&load(&sources)?).await,
            Command::Health => health::run(&load(&sources)?).await,
            Command::Openapi => openapi::run(),
            Command::Bench(command) => bench::run(command).await,
            Command::Eval(eval) => eval.run(&load(&sources)?).await,
            // They ran before there was anything that they could harm.
            Command::Extract(_) | Command::Script(_) => Ok(()),
        }
    })
}

impl Settings {
    fn sources(&self) -> Sources {
        Sources::from_process(Overrides {
            config: self.config.clone(),
            home: self.home.clone(),
            listen: self.listen.clone(),
            database_url: self.database_url.clone(),
        })
    }
}

fn load(sources: &Sources) -> Result<Config, Failure> {
    Config::load(sources).map_err(Failure::configuration)
}

/// Writes a line to standard output. A reader that went away is no failure of ours.
fn say(line: impl std::fmt::Display) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stdout().lock(), "{line}");
}
