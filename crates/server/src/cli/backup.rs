//! `steward backup` and `steward restore`, for SQLite.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use steward_store::{Access, Database};

use super::open::Location;
use super::{Failure, say};
use crate::config::Config;

#[derive(Debug, Args)]
pub(super) struct Backup {
    /// The file to write; must not exist
    file: PathBuf,
    /// Also copy the wrapped data keys, into a file that belongs somewhere else
    #[arg(long, value_name = "FILE")]
    keys: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct Restore {
    /// A file that `steward backup` wrote
    file: PathBuf,
}

impl Backup {
    pub(super) async fn run(self, config: &Config) -> Result<(), Failure> {
        let location = Location::find(config)?;
        let home = location.home.clone();
        for file in [Some(&self.file), self.keys.as_ref()].into_iter().flatten() {
            if file.exists() {
                return Err(Failure::other(format!(
                    "{} exists already: choose another name",
                    file.display()
                )));
            }
        }
        let store = location.open(Access::Beside).await?;
        store.back_up(&self.file).await?;
        if let Some(keys) = &self.keys {
            store.back_up_keys(keys).await?;
        }
        store.close().await;
        say(format_args!("Wrote {}.", self.file.display()));
        say(format_args!(
            "It is encrypted. Keep {} and {} apart from it: together they read it.",
            home.keys().display(),
            home.master_key().display()
        ));
        Ok(())
    }
}

impl Restore {
    /// Puts the copy in place of the data and keeps the data it replaces. The keys stay as they are, so that what was
    /// forgotten since the copy was made stays forgotten.
    pub(super) async fn run(self, config: &Config) -> Result<(), Failure> {
        let location = Location::find(config)?;
        let Database::Sqlite { path, .. } = &location.data else {
            return Err(Failure::other("restore Postgres with pg_restore"));
        };
        let (path, home) = (path.clone(), location.home.clone());
        if !self.file.is_file() {
            return Err(Failure::other(format!(
                "{} is not a file",
                self.file.display()
            )));
        }
        // Whoever else has the data open is in the way; opening it alone proves that nobody has.
        location.open(Access::Alone).await?.close().await;
        let kept = set_aside(&path)?;
        let copied = fs::copy(&self.file, &path).map_err(Failure::other);
        let opened = match copied {
            Ok(_) => Location::find(config)?.open(Access::Alone).await,
            Err(error) => Err(error),
        };
        match opened {
            Ok(store) => {
                store.close().await;
                say(format_args!(
                    "Restored {} into {}.",
                    self.file.display(),
                    home.path().display()
                ));
                say(format_args!("The data so far is in {}.", kept.display()));
                Ok(())
            }
            Err(failure) => {
                fs::rename(&kept, &path).map_err(Failure::other)?;
                Err(failure)
            }
        }
    }
}

/// Moves the database out of the way, under a name that is free.
fn set_aside(path: &Path) -> Result<PathBuf, Failure> {
    let free = (1..)
        .map(|n| path.with_extension(format!("before-restore-{n}.db")))
        .find(|kept| !kept.exists());
    let kept = free.ok_or_else(|| Failure::other("no name is free"))?;
    fs::rename(path, &kept).map_err(Failure::other)?;
    for suffix in ["-wal", "-shm"] {
        let mut beside = path.as_os_str().to_owned();
        beside.push(suffix);
        // Closing the database has removed them; a leftover would be applied to the copy.
        let _ = fs::remove_file(PathBuf::from(beside));
    }
    Ok(kept)
}
