//! `steward backup` and `steward restore`, for SQLite.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use clap::Args;
use steward_store::{Access, Database, lock_database};

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
        let location = Location::existing(config)?;
        let file = free_name(&self.file)?;
        let keys = self.keys.as_deref().map(free_name).transpose()?;
        let store = location.open(Access::Beside).await?;
        store.back_up(&file).await?;
        say(format_args!("Wrote {}.", file.display()));
        if let Some(keys) = &keys {
            store.back_up_keys(keys).await?;
            say(format_args!("Wrote {}.", keys.display()));
        }
        store.close().await;
        say(
            "It is encrypted. Keep the wrapped keys and the master key apart from it: together they read it.",
        );
        Ok(())
    }
}

/// A name nobody uses, as a whole path: SQLite takes some relative ones for something else than a file.
fn free_name(path: &Path) -> Result<PathBuf, Failure> {
    if path.symlink_metadata().is_ok() {
        return Err(Failure::other(format!(
            "{} exists already: choose another name",
            path.display()
        )));
    }
    std::path::absolute(path).map_err(Failure::other)
}

impl Restore {
    /// Puts the copy in place of the data and keeps the data it replaces. The keys stay as they are, so that what was
    /// forgotten since the copy was made stays forgotten.
    pub(super) async fn run(self, config: &Config) -> Result<(), Failure> {
        let location = Location::find(config)?;
        let Database::Sqlite { path, readers } = location.data.clone() else {
            return Err(Failure::other("restore Postgres with pg_restore"));
        };
        let home = location.home.clone();
        // Whoever else has the data open is in the way, until the copy is in place.
        let _alone = lock_database(&path)?;
        let copy = path.with_extension("restoring.db");
        let fits = match copy_file(&self.file, &copy) {
            Ok(()) => {
                check(Location {
                    data: Database::Sqlite {
                        path: copy.clone(),
                        readers,
                    },
                    ..location
                })
                .await
            }
            Err(error) => Err(Failure::other(error)),
        };
        remove(&copy.with_extension("lock"));
        if let Err(failure) = fits {
            remove(&copy);
            let file = self.file.display();
            return Err(Failure::other(format!(
                "{file} was not restored: {failure}"
            )));
        }
        let kept = put_in_place(&copy, &path).map_err(Failure::other)?;
        say(format_args!(
            "Restored {} into {}.",
            self.file.display(),
            home.path().display()
        ));
        if let Some(kept) = kept {
            say(format_args!("The data so far is in {}.", kept.display()));
        }
        Ok(())
    }
}

/// Opens the copy where it is, with the keys there are: what does not fit them is not put in place.
async fn check(location: Location) -> Result<(), Failure> {
    let store = location.open(Access::Alone).await?;
    let orgs = store.count_orgs().await;
    store.close().await;
    match orgs? {
        0 => Err(Failure::other("there is no organisation in it")),
        _ => Ok(()),
    }
}

/// A copy for this user alone, whatever the original allows, that is on the disk when this returns.
fn copy_file(from: &Path, to: &Path) -> io::Result<()> {
    remove(to);
    let mut source = File::open(from)?;
    let mut target = File::options()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(to)?;
    io::copy(&mut source, &mut target)?;
    target.sync_all()
}

/// Swaps the copy in. Where it goes when there was something in its place.
fn put_in_place(copy: &Path, path: &Path) -> io::Result<Option<PathBuf>> {
    let mut kept = None;
    if path.exists() {
        let free = (1..).map(|n| path.with_extension(format!("before-restore-{n}.db")));
        kept = free.into_iter().find(|name| !name.exists());
        if let Some(kept) = &kept {
            fs::rename(path, kept)?;
        }
    }
    for suffix in ["-wal", "-shm"] {
        // A leftover would be applied to the copy.
        let mut beside = path.as_os_str().to_owned();
        beside.push(suffix);
        remove(Path::new(&beside));
    }
    fs::rename(copy, path)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()?;
    Ok(kept)
}

/// Removes what may not be there.
fn remove(path: &Path) {
    let _ = fs::remove_file(path);
}
