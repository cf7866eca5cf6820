//! `steward extract`: the text of one document, for the server that started this process.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::process::ExitCode;

use clap::Args;
use rustix::process::{Resource, Rlimit, setrlimit};
use steward_memory::DocumentKind;

/// How the process ends when there is no text; the reason is what it wrote.
pub(crate) const UNREADABLE: u8 = 3;

/// Bytes of memory, seconds of a processor.
const MEMORY: u64 = 512 << 20;
const ADDRESSES: u64 = 2 << 30;
const SECONDS: u64 = 15;

/// Reads a document from standard input and writes its text to standard output
#[derive(Debug, Args)]
pub(super) struct Extract {
    /// What kind of document it is
    kind: DocumentKind,
}

impl Extract {
    /// Runs without anything that the program needs otherwise: a file that nobody vouches for is about to be read.
    pub(super) fn run(&self) -> ExitCode {
        match self.extract() {
            Ok(code) => code,
            Err(_) => ExitCode::FAILURE,
        }
    }

    fn extract(&self) -> std::io::Result<ExitCode> {
        // Whatever a parser prints must not be taken for text.
        let mut answer = File::from(rustix::io::dup(rustix::stdio::stdout())?);
        rustix::stdio::dup2_stdout(rustix::stdio::stderr())?;
        limit()?;
        let mut file = Vec::new();
        std::io::stdin().lock().read_to_end(&mut file)?;
        let (text, code) = match self.kind.text_of(&file) {
            Ok(text) => (text, ExitCode::SUCCESS),
            Err(reason) => (reason.to_string(), ExitCode::from(UNREADABLE)),
        };
        answer.write_all(text.as_bytes())?;
        Ok(code)
    }
}

/// From here on, too much is the end of this process and of nothing else.
fn limit() -> std::io::Result<()> {
    for (resource, most) in [
        (Resource::Data, MEMORY),
        (Resource::As, ADDRESSES),
        (Resource::Cpu, SECONDS),
        (Resource::Fsize, 0),
        (Resource::Core, 0),
    ] {
        let limit = Rlimit {
            current: Some(most),
            maximum: Some(most),
        };
        setrlimit(resource, limit)?;
    }
    Ok(())
}
