//! Runs a script of a skill in a process of its own: this very program, started anew, which shuts itself in before it becomes the
//! script (`steward script`, in the server).
//!
//! Nothing of what a script does outlives it or is seen outside: what it printed is all there is of it.

use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use steward_model::is_invisible;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{Child, ChildStdin, Command};
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// The command that the child runs.
pub const SCRIPT_COMMAND: &str = "script";

/// How long a script may take.
const TIME: Duration = Duration::from_secs(30);
/// How long its keeper may take to end it.
const GRACE: Duration = Duration::from_secs(10);
/// The most that it may print; one that prints more is ended.
const MOST_PRINTED: u64 = 256 << 10;
/// More than a child says of how a script ended.
const MOST_TOLD: u64 = 4 << 10;
/// Scripts at once: each may use a core, and memory for every process it starts.
const AT_ONCE: usize = 2;
/// Who a script is where we are root: root is bound by no limit of processes.
const NOBODY: u32 = 65_534;

/// A script with everything it has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScriptTask {
    /// Which of the files is run, by path.
    pub script: String,
    /// What is handed to it, each as it is.
    pub arguments: Vec<String>,
    /// All files of its skill: paths beneath the skill's folder, and texts.
    pub files: Vec<(String, String)>,
}

/// How a script ended, as the child tells it on standard error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScriptEnd {
    /// With this code.
    Code(i32),
    /// By this signal: a limit that it reached, as a rule.
    Signal(i32),
    /// It did not begin, for a reason as a clause.
    NotBegun(String),
}

/// What came of a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ran {
    /// It ended, and printed this.
    Ended(ScriptEnd, String),
    /// It was ended for printing more than this.
    TooMuch(String),
    /// It was ended for taking too long, having printed this.
    TooLong(String),
}

/// Starts children. Cheap to clone.
#[derive(Debug, Clone)]
pub struct ScriptRunner {
    program: PathBuf,
    time: Duration,
    places: Arc<Semaphore>,
}

impl ScriptRunner {
    /// Runs this program, which must be ours.
    pub fn new(program: PathBuf) -> Self {
        Self {
            program,
            time: TIME,
            places: Arc::new(Semaphore::new(AT_ONCE)),
        }
    }

    /// With another limit of time.
    #[must_use]
    pub fn within(self, time: Duration) -> Self {
        Self { time, ..self }
    }

    /// Runs a script to its end. Dropped, it ends it with everything it started.
    ///
    /// # Errors
    /// No process could be started or heard.
    pub async fn run(&self, task: &ScriptTask) -> std::io::Result<Ran> {
        let mut line = serde_json::to_vec(task)?;
        line.push(b'\n');
        let _place = self.places.acquire().await.map_err(std::io::Error::other)?;
        let mut child = self.start()?;
        let (input, output, told) = pipes(&mut child)?;
        let mut printed = Vec::new();
        let work = hear(input, &line, output, told, &mut printed);
        let told = timeout(self.time, work).await;
        // Nobody gives it anything any more, so its keeper ends the script and then itself.
        if timeout(GRACE, child.wait()).await.is_err() {
            child.kill().await?;
        }
        let text = readable(&printed);
        Ok(match told {
            Err(_) => Ran::TooLong(text),
            Ok(_) if printed.len() as u64 > MOST_PRINTED => Ran::TooMuch(text),
            Ok(told) => Ran::Ended(end(&told?), text),
        })
    }

    fn start(&self) -> std::io::Result<Child> {
        let mut command = Command::new(&self.program);
        command
            .args([SCRIPT_COMMAND, "keep"])
            .env_clear()
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if rustix::process::geteuid().is_root() {
            command.uid(NOBODY).gid(NOBODY);
        }
        command.spawn()
    }
}

/// Gives the child the task and takes what it prints, then how it ended. The child reads for as long as somebody waits for
/// the script: it ends when its input does.
async fn hear(
    mut input: ChildStdin,
    line: &[u8],
    output: impl AsyncRead + Unpin,
    told: impl AsyncRead + Unpin,
    printed: &mut Vec<u8>,
) -> std::io::Result<Vec<u8>> {
    let give = async {
        // A child that could not begin closes its end, and says why.
        let _ = input.write_all(line).await;
    };
    let take = async { output.take(MOST_PRINTED + 1).read_to_end(printed).await };
    let ((), taken) = tokio::join!(give, take);
    if taken? as u64 > MOST_PRINTED {
        return Ok(Vec::new());
    }
    let mut end = Vec::new();
    told.take(MOST_TOLD).read_to_end(&mut end).await?;
    Ok(end)
}

type Pipes = (
    ChildStdin,
    tokio::process::ChildStdout,
    tokio::process::ChildStderr,
);

fn pipes(child: &mut Child) -> std::io::Result<Pipes> {
    match (child.stdin.take(), child.stdout.take(), child.stderr.take()) {
        (Some(input), Some(output), Some(told)) => Ok((input, output, told)),
        _ => Err(std::io::Error::other("the child has no pipes")),
    }
}

/// The first thing the child told counts: why a script did not begin comes before that its process ended.
fn end(told: &[u8]) -> ScriptEnd {
    let mut ends = serde_json::Deserializer::from_slice(told).into_iter::<ScriptEnd>();
    match ends.next() {
        Some(Ok(end)) => end,
        _ => ScriptEnd::NotBegun("its keeper ended without a word".to_owned()),
    }
}

/// What was printed, without what a reader would not see.
fn readable(printed: &[u8]) -> String {
    let shown = |c: &char| matches!(c, '\n' | '\t') || !c.is_control() && !is_invisible(*c);
    String::from_utf8_lossy(printed)
        .chars()
        .filter(shown)
        .collect()
}
