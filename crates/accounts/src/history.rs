//! How an account came to be what it is: a chain of entries, each with what changed, on what evidence, and a hash over itself
//! and the one before.

mod file;
mod fold;

use jiff::Timestamp;
use serde_json::Value;
use sha2::{Digest, Sha256};

pub use self::file::parse;
pub use self::fold::{as_of, creation, delta, fold, until, verify, verify_chain};

/// One field before and after. A field is a name (`stage`) or a part of a contact (`contacts[Ann Lee].phone`).
#[derive(Debug, Clone, PartialEq)]
pub struct Delta {
    pub field: String,
    pub old: Value,
    pub new: Value,
}

/// An entry of `history.md`. Its id is the text of its time.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub at: Timestamp,
    pub prose: String,
    pub deltas: Vec<Delta>,
    pub evidence: String,
    pub previous: Option<String>,
    pub hash: String,
    /// The line of its heading in the file; 0 for one that was not read from a file.
    pub line: usize,
}

/// The entries of an account, oldest first.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct History {
    pub entries: Vec<Entry>,
}

/// What stands in files where a text was forgotten.
pub(crate) const FORGOTTEN: &str = "[forgotten]";

/// The first place where a history is not what it was, or does not give the state.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}line {line}: {what}", entry.as_ref().map(|id| format!("entry {id}, ")).unwrap_or_default())]
pub struct Break {
    pub entry: Option<String>,
    /// The field of the state that the history does not give.
    pub field: Option<String>,
    pub line: usize,
    pub what: String,
}

impl Entry {
    pub fn id(&self) -> String {
        self.at.to_string()
    }

    /// The entry as `history.md` has it.
    pub fn render(&self) -> String {
        format!("{}- **Hash**: {}\n\n---\n", self.body(), self.hash)
    }

    /// All but the hash, which is over this text and the hash before it.
    fn body(&self) -> String {
        let mut text = format!("## {}\n\n", self.id());
        if !self.prose.is_empty() {
            text.push_str(&format!("{}\n\n", self.prose));
        }
        for Delta { field, old, new } in &self.deltas {
            text.push_str(&format!("- **{field}**: {old} \u{2192} {new}\n"));
        }
        text.push_str(&format!(
            "- **Evidence**: {}\n",
            Value::String(self.evidence.clone())
        ));
        if let Some(previous) = &self.previous {
            let anchor = previous.to_lowercase().replace([':', '.'], "");
            text.push_str(&format!("- **Previous**: [{previous}](#{anchor})\n"));
        }
        text
    }

    pub(crate) fn digest(&self, before: &str) -> String {
        let mut hasher = Sha256::new();
        hasher.update(before.as_bytes());
        hasher.update(b"\n");
        hasher.update(self.body().as_bytes());
        hex::encode(hasher.finalize())
    }
}

impl History {
    /// Appends an entry and links it. A time that is not after the last one is moved a microsecond past it: ids are times, and
    /// no two entries may share one.
    pub fn append(
        &mut self,
        at: Timestamp,
        prose: &str,
        deltas: Vec<Delta>,
        evidence: &str,
    ) -> &Entry {
        let last = self.entries.last();
        let at = match last {
            Some(last) if at <= last.at => {
                Timestamp::from_microsecond(last.at.as_microsecond() + 1).unwrap_or(at)
            }
            _ => at,
        };
        let before = last.map(|last| last.hash.clone()).unwrap_or_default();
        let prose = single_line(prose);
        let mut entry = Entry {
            at,
            prose,
            deltas,
            evidence: evidence.to_owned(),
            previous: last.map(Entry::id),
            hash: String::new(),
            line: 0,
        };
        entry.hash = entry.digest(&before);
        self.entries.push(entry);
        let place = self.entries.len() - 1;
        &self.entries[place]
    }

    pub fn render(&self) -> String {
        let mut file = String::from("# History\n");
        for entry in &self.entries {
            file.push('\n');
            file.push_str(&entry.render());
        }
        file
    }
}

/// Prose is one line, so that nothing in it can look like a part of the chain.
fn single_line(prose: &str) -> String {
    let line = prose.split_whitespace().collect::<Vec<_>>().join(" ");
    line.trim_start_matches(['#', '-', ' ']).to_owned()
}
