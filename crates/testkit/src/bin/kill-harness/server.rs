//! The programs under test, each in a process of its own.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// Longer than anything here takes on a busy machine; only what hangs meets it.
pub(crate) const LONG: Duration = Duration::from_secs(60);

/// How often it is looked what became of a process.
const GLANCE: Duration = Duration::from_millis(5);

/// A process that is killed when this is dropped.
pub(crate) struct Process {
    child: Child,
}

impl Process {
    /// Starts a program and waits for the first line it prints, or until it stands still; nothing if it ends before.
    pub(crate) fn start(mut command: Command, log: &Path) -> Option<(Self, String)> {
        let errors = File::options().create(true).append(true).open(log).unwrap();
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.stderr(errors).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let process = Self { child };
        let (sender, first_line) = channel();
        std::thread::spawn(move || {
            let mut line = String::new();
            output.read_line(&mut line).unwrap();
            // Whoever gave up waiting does not want it.
            let _ = sender.send(line);
        });
        loop {
            match first_line.recv_timeout(GLANCE) {
                Ok(line) if line.is_empty() => return None,
                Ok(line) => return Some((process, line.trim_end().to_owned())),
                Err(_) if process.is_stopped() => return Some((process, String::new())),
                Err(_) => {}
            }
        }
    }

    pub(crate) fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    pub(crate) fn has_ended(&mut self) -> bool {
        self.child.try_wait().unwrap().is_some()
    }

    /// Whether it stands still until it is told to go on.
    pub(crate) fn is_stopped(&self) -> bool {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()));
        stat.is_ok_and(|stat| stat.rsplit(") ").next().unwrap_or("").starts_with('T'))
    }

    pub(crate) fn signal(&self, signal: Signal) {
        // One that ended by itself meanwhile needs no signal.
        let _ = kill_process(self.pid(), signal);
    }

    /// Asks it to end, and waits until it has.
    pub(crate) async fn stop(mut self) -> bool {
        self.signal(Signal::TERM);
        let begun = Instant::now();
        while begun.elapsed() < LONG {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.success();
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        false
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
