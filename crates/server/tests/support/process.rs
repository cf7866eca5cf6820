//! The real program in a process of its own.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tempfile::TempDir;

/// A key that every server of these tests accepts.
pub(crate) const TOKEN: &str = "stw_process_test_0123456789";
/// Longer than anything here may take; only a hanging program meets it.
pub(crate) const LONG: Duration = Duration::from_secs(60);

/// How to start the program: a folder for its data, and settings.
pub(crate) struct Launch {
    pub(crate) home: PathBuf,
    pub(crate) settings: Vec<(&'static str, String)>,
    /// What runs the program, such as a tracer; empty for nothing.
    pub(crate) wrapper: Vec<String>,
    logs: Arc<TempDir>,
}

/// A server that listens.
pub(crate) struct Running {
    child: Child,
    pub(crate) url: String,
    log: PathBuf,
    /// Where the log is.
    _logs: Arc<TempDir>,
}

/// How the program ended, and what it wrote.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) output: String,
    pub(crate) errors: String,
    pub(crate) took: Duration,
}

impl Launch {
    pub(crate) fn in_folder(home: &Path) -> Self {
        Self {
            home: home.to_owned(),
            settings: vec![("STEWARD_ADMIN_TOKEN", TOKEN.to_owned())],
            wrapper: Vec::new(),
            logs: Arc::new(tempfile::tempdir().unwrap()),
        }
    }

    #[must_use]
    pub(crate) fn with(mut self, name: &'static str, value: &str) -> Self {
        self.settings.retain(|(known, _)| *known != name);
        self.settings.push((name, value.to_owned()));
        self
    }

    #[must_use]
    pub(crate) fn under(mut self, wrapper: &[&str]) -> Self {
        self.wrapper = wrapper.iter().map(|&word| word.to_owned()).collect();
        self
    }

    /// Runs a command to its end.
    pub(crate) fn run(&self, arguments: &[&str]) -> Ended {
        let begun = Instant::now();
        let output = self.command(arguments).output().unwrap();
        Ended {
            code: output.status.code(),
            output: String::from_utf8(output.stdout).unwrap(),
            errors: String::from_utf8(output.stderr).unwrap(),
            took: begun.elapsed(),
        }
    }

    /// Starts the server and waits until it listens.
    pub(crate) fn start(&self) -> Running {
        let log = self.logs.path().join("log");
        let mut command = self.command(&["serve"]);
        command.stderr(File::create(&log).unwrap());
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let Some(url) = line.trim_end().strip_prefix("Listening on ") else {
            let _ = output.read_to_string(&mut line);
            let _ = child.wait();
            panic!("{line}{}", std::fs::read_to_string(&log).unwrap());
        };
        Running {
            url: url.to_owned(),
            child,
            log,
            _logs: Arc::clone(&self.logs),
        }
    }

    /// All that the server says on its standard output from its start to its end.
    pub(crate) fn first_words(&self) -> String {
        let mut child = self.command(&["serve"]).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut text = String::new();
        output.read_line(&mut text).unwrap();
        kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
        output.read_to_string(&mut text).unwrap();
        assert!(child.wait().unwrap().success(), "{text}");
        text
    }

    /// Tries to start the server where it must not start.
    pub(crate) fn refuse(&self) -> Ended {
        let ended = self.run(&["serve"]);
        assert_eq!(ended.output, "", "it was announced: {ended:?}");
        ended
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let program = env!("CARGO_BIN_EXE_steward").to_owned();
        let mut words = self.wrapper.iter().chain([&program]);
        let mut command = Command::new(words.next().unwrap());
        command
            .args(words)
            .args(arguments)
            .arg("--home")
            .arg(&self.home)
            .args(["--listen", "127.0.0.1:0"])
            .env_clear()
            .env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin")
            .envs(self.settings.iter().map(|(name, value)| (name, value)))
            .current_dir(self.logs.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }
}

impl Running {
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn address(&self) -> &str {
        self.url.strip_prefix("http://").unwrap()
    }

    pub(crate) fn signal(&self, signal: Signal) {
        let pid = Pid::from_child(&self.child);
        kill_process(pid, signal).unwrap();
    }

    /// Waits for the end of the process.
    pub(crate) fn wait(mut self) -> (ExitStatus, String) {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return (status, std::fs::read_to_string(&self.log).unwrap());
            }
            assert!(begun.elapsed() < LONG, "it does not end");
            std::thread::yield_now();
        }
    }

    /// Asks it to end, and gives its log.
    pub(crate) fn stop(self) -> String {
        self.signal(Signal::TERM);
        let (status, log) = self.wait();
        assert!(status.success(), "{status}: {log}");
        log
    }

    /// Ends it without asking.
    pub(crate) fn kill(self) {
        self.signal(Signal::KILL);
        assert!(!self.wait().0.success());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A client that opens a connection for every request, so that none is closed under it.
pub(crate) fn client() -> reqwest::Client {
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder()
        .pool_max_idle_per_host(0)
        .timeout(LONG)
        .no_proxy()
        .build()
        .unwrap()
}

/// Makes a contact; its id, if the server said that it is stored.
pub(crate) async fn create_contact(
    client: &reqwest::Client,
    url: &str,
    name: &str,
) -> Result<(u16, Value), reqwest::Error> {
    let request = client
        .post(format!("{url}/api/contacts"))
        .bearer_auth(TOKEN)
        .json(&serde_json::json!({ "name": name }));
    let response = request.send().await?;
    let status = response.status().as_u16();
    Ok((status, response.json().await?))
}
