//! Reads documents in a process of their own.
//!
//! A file that somebody uploads may be made to break whatever parses it: a few bytes that unpack to all there is of memory, a
//! loop, a panic. Here that costs one child of this very program, which has little memory, little time, no files to write and
//! nothing of our environment.

use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use steward_memory::DocumentKind;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{Child, Command};
use tokio::sync::Semaphore;

/// The command that the child runs.
pub(crate) const COMMAND: &str = "extract";

/// How long a child may take.
const TIME: Duration = Duration::from_secs(20);
/// More text than any document may have.
const MOST_TEXT: u64 = 32 << 20;
/// Children at once: each may use a core and half a gigabyte.
const AT_ONCE: usize = 2;

/// Why there is no text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NoText {
    /// The file cannot be read, for a reason as a clause.
    Unreadable(String),
    /// It would be too much.
    TooLong,
    /// The child could not be started or heard.
    Failed(String),
}

/// Starts children. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct Extractor {
    program: PathBuf,
    places: Arc<Semaphore>,
}

impl Extractor {
    /// Runs this program, which must be ours.
    pub(crate) fn new(program: PathBuf) -> Self {
        Self {
            program,
            places: Arc::new(Semaphore::new(AT_ONCE)),
        }
    }

    /// The text of a file.
    pub(crate) async fn text(&self, kind: DocumentKind, file: Bytes) -> Result<String, NoText> {
        if !kind.is_hazardous() {
            return kind
                .text_of(&file)
                .map_err(|error| NoText::Unreadable(error.to_string()));
        }
        let _place = self.places.acquire().await.map_err(failed)?;
        let child = self.start(kind).map_err(failed)?;
        match tokio::time::timeout(TIME, hear(child, file)).await {
            Ok(text) => text,
            Err(_) => Err(NoText::Unreadable("it takes too long to read".to_owned())),
        }
    }

    fn start(&self, kind: DocumentKind) -> std::io::Result<Child> {
        Command::new(&self.program)
            .args([COMMAND, kind.as_str()])
            .env_clear()
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
    }
}

/// Gives the child the file and takes the text. Dropped, it kills the child.
async fn hear(mut child: Child, file: Bytes) -> Result<String, NoText> {
    let pipes = (child.stdin.take(), child.stdout.take());
    let (Some(mut input), Some(output)) = pipes else {
        return Err(failed("the child has no pipes"));
    };
    let give = async move {
        // A child that has heard enough closes its end; what it made of it shows in its answer.
        let _ = input.write_all(&file).await;
    };
    let take = async {
        let mut text = Vec::new();
        output
            .take(MOST_TEXT + 1)
            .read_to_end(&mut text)
            .await
            .map(|_| text)
    };
    let ((), text) = tokio::join!(give, take);
    let text = text.map_err(failed)?;
    if text.len() as u64 > MOST_TEXT {
        return Err(NoText::TooLong);
    }
    let status = child.wait().await.map_err(failed)?;
    let text = String::from_utf8(text).map_err(failed)?;
    match status.code() {
        Some(0) => Ok(text),
        Some(code) if code == i32::from(crate::cli::UNREADABLE) => Err(NoText::Unreadable(text)),
        // A panic, or a limit that was reached.
        _ => Err(NoText::Unreadable(
            "it is damaged, or made to be too much".to_owned(),
        )),
    }
}

fn failed(error: impl std::fmt::Display) -> NoText {
    NoText::Failed(error.to_string())
}
