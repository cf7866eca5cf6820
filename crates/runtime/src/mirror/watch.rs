//! Hears from the system that something in the folder may have changed, so that it need not be looked at all the time.

use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use rustix::fs::inotify::{self, CreateFlags, WatchFlags};
use rustix::io::{Errno, read};
use steward_model::WorkspacePath;
use tokio::io::unix::AsyncFd;

/// Folders that are listened to.
#[derive(Debug)]
pub(super) struct Watch {
    root: PathBuf,
    events: AsyncFd<OwnedFd>,
}

impl Watch {
    pub(super) fn new(root: &Path) -> io::Result<Self> {
        let events = inotify::init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC)?;
        Ok(Self {
            root: root.to_owned(),
            events: AsyncFd::new(events)?,
        })
    }

    /// Listens to a folder, too. It is only listened to, so that its path may lead where it will.
    pub(super) fn add(&self, folder: &WorkspacePath) -> io::Result<()> {
        let flags = WatchFlags::CREATE
            | WatchFlags::DELETE
            | WatchFlags::MODIFY
            | WatchFlags::MOVE
            | WatchFlags::ONLYDIR
            | WatchFlags::DONT_FOLLOW;
        match inotify::add_watch(self.events.get_ref(), self.root.join(folder.as_str()), flags) {
            // Gone already.
            Ok(_) | Err(Errno::NOENT | Errno::NOTDIR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Resolves when something may have changed since the last time.
    pub(super) async fn changed(&self) -> io::Result<()> {
        loop {
            let mut ready = self.events.readable().await?;
            let mut heard = false;
            let mut buffer = [0; 4096];
            // What it was does not matter: whoever is woken looks at everything.
            loop {
                match read(self.events.get_ref(), &mut buffer) {
                    Ok(_) => heard = true,
                    Err(Errno::AGAIN) => break,
                    Err(Errno::INTR) => {}
                    Err(error) => return Err(error.into()),
                }
            }
            ready.clear_ready();
            if heard {
                return Ok(());
            }
        }
    }
}
