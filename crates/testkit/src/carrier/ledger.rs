use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;

use serde::{Deserialize, Serialize};
use steward_model::{EffectId, Timestamp};
use url::Url;

/// A message that the carrier has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Accepted {
    /// Which send brought it, counted from one.
    pub no: u64,
    /// What the carrier calls it.
    pub sid: String,
    /// Who gets it.
    pub to: String,
    /// Which number it comes from.
    pub from: String,
    /// What it says.
    pub body: String,
    /// When it was accepted.
    pub at: Timestamp,
    /// Where reports on it go.
    pub status_callback: Option<String>,
}

impl Accepted {
    /// The effect that sent it, as the address for its reports says.
    pub fn effect(&self) -> Option<EffectId> {
        let url = Url::parse(self.status_callback.as_deref()?).ok()?;
        let (_, effect) = url.query_pairs().find(|(name, _)| name == "effect")?;
        effect.parse().ok()
    }

    /// Reads a ledger's file, which may be written to at the same time: a line that is not whole yet is left out.
    pub fn read_all(file: &Path) -> Vec<Self> {
        let text = std::fs::read_to_string(file).unwrap();
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        let lines = whole.lines();
        lines
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }
}

/// What was accepted, here and in a file.
pub(super) struct Ledger {
    accepted: Vec<Accepted>,
    file: Option<File>,
}

impl Ledger {
    pub(super) fn open(path: Option<&Path>) -> Self {
        let Some(path) = path else {
            return Self {
                accepted: Vec::new(),
                file: None,
            };
        };
        let mut options = OpenOptions::new();
        let file = options.append(true).create(true).open(path).unwrap();
        Self {
            accepted: Accepted::read_all(path),
            file: Some(file),
        }
    }

    pub(super) fn accepted(&self) -> &[Accepted] {
        &self.accepted
    }

    pub(super) fn last_no(&self) -> u64 {
        self.accepted.iter().map(|one| one.no).max().unwrap_or(0)
    }

    /// The file has it before anybody hears of it.
    pub(super) fn push(&mut self, accepted: Accepted) {
        if let Some(file) = &mut self.file {
            let mut line = serde_json::to_vec(&accepted).unwrap();
            line.push(b'\n');
            file.write_all(&line).unwrap();
        }
        self.accepted.push(accepted);
    }
}
