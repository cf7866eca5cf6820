//! `steward config`.

use clap::Subcommand;

use super::{Failure, say};
use crate::config::{self, Sources};

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Print a commented steward.toml with every setting at its default
    Default,
    /// Check the configuration and print every value with where it came from
    Check,
    /// Print the documentation of every setting
    Docs,
}

pub(super) fn run(command: &Command, sources: &Sources) -> Result<(), Failure> {
    let text = match command {
        Command::Default => config::default_file(),
        Command::Check => config::check(sources).map_err(Failure::configuration)?,
        Command::Docs => config::docs(),
    };
    say(text.trim_end());
    Ok(())
}
