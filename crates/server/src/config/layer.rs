use std::collections::BTreeMap;

use super::catalogue::{Form, Setting};
use super::problem::{Origin, Problem, Problems};

/// The settings that one source gives, by path.
#[derive(Default)]
pub(super) struct Layer {
    pub(super) entries: BTreeMap<String, Entry>,
}

pub(super) struct Entry {
    pub(super) value: toml::Value,
    pub(super) form: Form,
    pub(super) origin: Origin,
}

impl Layer {
    /// Adds what the source says of a setting; saying it under two names is a problem, since neither is the later one.
    pub(super) fn insert(&mut self, setting: &Setting, entry: Entry, problems: &mut Problems) {
        if let Some(earlier) = self.entries.get(&setting.path) {
            let text = format!(
                "`{}` is already given by {}; remove one of them",
                setting.path, earlier.origin
            );
            problems.push(Problem::new(entry.origin, text));
            return;
        }
        self.entries.insert(setting.path.clone(), entry);
    }

    /// Puts a later source over this one. A secret given as a file gives way to a later value, and the other way round.
    pub(super) fn overlay(&mut self, later: Self) {
        self.entries.extend(later.entries);
    }
}
