//! A server of our own, in a folder and a process of its own.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::Failure;

/// The key the server is started with.
pub(super) const TOKEN: &str = "bench-token-0123456789abcdef";

/// A running server; stopped when it is dropped.
pub(super) struct Server {
    child: Child,
    pub(super) address: SocketAddr,
    pub(super) started: Instant,
}

impl Server {
    /// Starts this very program with its default settings, and reads from its output where it listens. Logs are
    /// written, to nowhere.
    pub(super) fn start(home: &Path) -> Result<Self, Failure> {
        Self::start_with(home, &[])
    }

    /// The same with some settings of its own.
    pub(super) fn start_with(home: &Path, settings: &[(&str, &str)]) -> Result<Self, Failure> {
        let started = Instant::now();
        let program = std::env::current_exe().map_err(Failure::other)?;
        let mut child = Command::new(program)
            .args(["serve", "--listen", "127.0.0.1:0", "--home"])
            .arg(home)
            .env("STEWARD_ADMIN_TOKEN", TOKEN)
            .envs(settings.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(Failure::other)?;
        let output = child
            .stdout
            .take()
            .ok_or_else(|| Failure::other("the server has no output"))?;
        let mut line = String::new();
        let address = BufReader::new(output)
            .read_line(&mut line)
            .ok()
            .and_then(|_| {
                line.trim()
                    .strip_prefix("Listening on http://")?
                    .parse()
                    .ok()
            });
        match address {
            Some(address) => Ok(Self {
                child,
                address,
                started,
            }),
            None => {
                let _ = child.kill();
                let _ = child.wait();
                Err(Failure::other("the server did not start"))
            }
        }
    }

    /// Resident memory in kilobytes.
    pub(super) fn resident_kb(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().strip_suffix(" kB")?.trim().parse().ok()
    }

    /// Time the processor has spent on the server so far.
    pub(super) fn cpu_time(&self) -> Option<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        // The name in parentheses may have spaces; what counts comes after it: user and system ticks of 10 ms.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
        let user: u64 = fields.next()?.parse().ok()?;
        let system: u64 = fields.next()?.parse().ok()?;
        Some(Duration::from_millis((user + system) * 10))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let id = rustix::process::Pid::from_child(&self.child);
        let _ = rustix::process::kill_process(id, rustix::process::Signal::TERM);
        let _ = self.child.wait();
    }
}
