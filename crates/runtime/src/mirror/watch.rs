//! Hears from the system that something in the folder may have changed, so that it need not be looked at all the time.

use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use rustix::fs::inotify::{self, CreateFlags, WatchFlags};
use rustix::io::{Errno, read};
use steward_model::WorkspacePath;

/// Folders that are listened to.
#[derive(Debug)]
pub(super) struct Watch {
    root: PathBuf,
    events: OwnedFd,
}

impl Watch {
    pub(super) fn new(root: &Path) -> io::Result<Self> {
        let events = inotify::init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC)?;
        Ok(Self {
            root: root.to_owned(),
            events,
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
        match inotify::add_watch(&self.events, self.root.join(folder.as_str()), flags) {
            // Gone already.
            Ok(_) | Err(Errno::NOENT | Errno::NOTDIR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether something may have changed since the last time.
    pub(super) fn heard(&self) -> io::Result<bool> {
        let mut heard = false;
        let mut buffer = [0; 4096];
        // What it was does not matter: whoever hears of it looks at everything.
        loop {
            match read(&self.events, &mut buffer) {
                Ok(_) => heard = true,
                Err(Errno::AGAIN) => return Ok(heard),
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}
