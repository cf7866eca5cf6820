//! `steward flags`: what is switched off for the whole installation, at once and without a restart.

use clap::{Subcommand, builder::PossibleValuesParser, builder::TypedValueParser as _};
use steward_model::Flag;
use steward_store::{Access, Store};

use super::open::Location;
use super::{Failure, say};
use crate::config::Config;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// List what can be switched off, and what is
    List,
    /// Switch something on again for every organisation
    On {
        /// What: `agents` is everything
        #[arg(value_parser = flag())]
        name: Flag,
    },
    /// Switch something off for every organisation; every process obeys within a second
    Off {
        /// What: `agents` is everything
        #[arg(value_parser = flag())]
        name: Flag,
    },
}

pub(super) async fn run(command: Command, config: &Config) -> Result<(), Failure> {
    let store = Location::existing(config)?.open(Access::Beside).await?;
    let done = match command {
        Command::List => list(&store, config).await,
        Command::On { name } => set(&store, config, name, true).await,
        Command::Off { name } => set(&store, config, name, false).await,
    };
    store.close().await;
    done
}

async fn list(store: &Store, config: &Config) -> Result<(), Failure> {
    let (allowed, rows) = (config.flags.allowed(), store.instance_flags().await?);
    for flag in Flag::ALL.iter().copied() {
        let row = rows.iter().find(|row| row.flag == flag);
        let state = match row {
            _ if !allowed.contains(flag) => "off, in the configuration".to_owned(),
            Some(row) if !row.enabled => format!("off, since {}", row.changed_at),
            Some(row) => format!("on, since {}", row.changed_at),
            None => "on".to_owned(),
        };
        say(format_args!("{:20} {state}", flag.as_str()));
        say(format_args!("{:20} Off: {}", "", flag.stops()));
    }
    Ok(())
}

async fn set(store: &Store, config: &Config, flag: Flag, enabled: bool) -> Result<(), Failure> {
    let word = if enabled { "on" } else { "off" };
    match store.set_instance_flag(flag, enabled).await? {
        true => say(format_args!("`{flag}` is {word} for every organisation.")),
        false => say(format_args!("`{flag}` was {word} already.")),
    }
    if enabled && !config.flags.allowed().contains(flag) {
        say(format_args!(
            "The configuration still has it off: see `flags.{flag}`."
        ));
    }
    Ok(())
}

fn flag() -> impl clap::builder::TypedValueParser<Value = Flag> {
    let names = Flag::ALL.iter().map(|flag| flag.as_str());
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Flag>())
}
