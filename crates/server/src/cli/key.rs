//! `steward key`.

use clap::Subcommand;
use steward_store::{Database, Store};

use super::open::Location;
use super::{Failure, load, say};
use crate::config::Sources;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Print a fresh master key, for `STEWARD_MASTER_KEY`
    New,
    /// Wrap every data key under a fresh master key; a running server goes on
    Rotate,
}

pub(super) async fn run(command: &Command, sources: &Sources) -> Result<(), Failure> {
    match command {
        Command::New => {
            let mut bytes = zeroize::Zeroizing::new([0_u8; 32]);
            getrandom::fill(bytes.as_mut()).map_err(Failure::other)?;
            say(hex::encode(bytes.as_ref()));
            Ok(())
        }
        Command::Rotate => rotate(sources).await,
    }
}

async fn rotate(sources: &Sources) -> Result<(), Failure> {
    let config = load(sources)?;
    let given = config
        .security
        .master_keys()
        .map_err(Failure::configuration)?;
    if given.len() == 1 {
        return Err(Failure::configuration(
            "the master key comes from the configuration, where this program cannot change it: make a new one with \
             `steward key new`, add it behind the old one (`old,new`) and restart every server, put it in front \
             (`new,old`) and restart them again, then run this",
        ));
    }
    let location = Location::existing(&config)?;
    if given.is_empty() && matches!(location.keys, Database::Postgres { .. }) {
        return Err(Failure::configuration(
            "other nodes may share this Postgres, and their key files would not learn of a new key: give the master \
             keys through `security.master_key` on every node, as docs/OPERATIONS.md describes",
        ));
    }
    let master_file = location.home.master_key();
    let moved = Store::rotate_master_key_of(&location.keys, location.master).await?;
    say(format_args!(
        "Wrapped {moved} data keys under the new master key."
    ));
    if given.is_empty() {
        say(format_args!(
            "Keep a copy of {} apart from your backups.",
            master_file.display()
        ));
    } else {
        say("The old master key can now be taken out of the configuration.");
    }
    Ok(())
}
