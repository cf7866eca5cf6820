//! Reads `steward.toml` into a layer that remembers the line of every value.

use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::IntoDeserializer;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use zeroize::Zeroizing;

use super::catalogue::Catalogue;
use super::layer::{Entry, Layer};
use super::nearest::{NO_SUGGESTION, nearest};
use super::problem::{Origin, Problem, Problems};
use super::source::Sources;

const NAME: &str = "steward.toml";

/// A configuration file that was found. Its text may hold secrets, so it is wiped.
pub(super) struct File {
    pub(super) path: PathBuf,
    text: Zeroizing<String>,
}

impl File {
    /// Finds the file: the one that was asked for, or the first of the usual places that has one.
    pub(super) fn find(sources: &Sources, home: &Path) -> Result<Option<Self>, Problem> {
        let asked_for = sources.config_path();
        let candidates = match &asked_for {
            Some(path) => vec![path.clone()],
            None => vec![PathBuf::from(NAME), home.join(NAME)],
        };
        for path in candidates {
            match std::fs::read_to_string(sources.directory.join(&path)) {
                Ok(text) => {
                    let text = Zeroizing::new(text);
                    return Ok(Some(Self { path, text }));
                }
                Err(error) if asked_for.is_none() && is_absent(&error) => {}
                Err(error) => {
                    let text = format!(
                        "the configuration cannot be read ({error}); check the path and its permissions"
                    );
                    return Err(Problem::new(Origin::File { path, line: None }, text));
                }
            }
        }
        Ok(None)
    }

    /// The settings in the file; `None` if it is not TOML.
    pub(super) fn read(&self, catalogue: &Catalogue, problems: &mut Problems) -> Option<Layer> {
        let (table, errors) = DeTable::parse_recoverable(&self.text);
        for error in &errors {
            // The error's own text quotes the line, which may hold a secret.
            let origin = self.origin(error.span().unwrap_or_default().start);
            problems.push(Problem::new(
                origin,
                format!("this is not TOML: {}", error.message()),
            ));
        }
        if !errors.is_empty() {
            return None;
        }
        let mut reader = Reader {
            file: self,
            catalogue,
            layer: Layer::default(),
            problems,
        };
        reader.table("", table.into_inner());
        Some(reader.layer)
    }

    fn origin(&self, offset: usize) -> Origin {
        let before = self.text.as_bytes().iter().take(offset);
        Origin::File {
            path: self.path.clone(),
            line: Some(1 + before.filter(|byte| **byte == b'\n').count()),
        }
    }
}

/// Where the data folder is a file, it holds no configuration; that it is a file is for the folder's own check to say.
fn is_absent(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

struct Reader<'a> {
    file: &'a File,
    catalogue: &'a Catalogue,
    layer: Layer,
    problems: &'a mut Problems,
}

impl Reader<'_> {
    fn table(&mut self, path: &str, table: DeTable<'_>) {
        for (key, value) in table {
            let origin = self.file.origin(key.span().start);
            let name = match path {
                "" => key.get_ref().to_string(),
                path => format!("{path}.{}", key.get_ref()),
            };
            self.item(&name, value, origin);
        }
    }

    fn item(&mut self, name: &str, value: Spanned<DeValue<'_>>, origin: Origin) {
        if let Some((setting, form)) = self.catalogue.find(name) {
            match toml::Value::deserialize(value.into_deserializer()) {
                Ok(value) => {
                    let entry = Entry {
                        value,
                        form,
                        origin,
                    };
                    self.layer.insert(setting, entry, self.problems);
                }
                Err(error) => {
                    let text = format!(
                        "`{name}` cannot be read: {}; {}",
                        error.message(),
                        setting.kind.advice()
                    );
                    self.problems.push(Problem::new(origin, text));
                }
            }
            return;
        }
        let known_section = self.catalogue.is_section(name);
        match value.into_inner() {
            DeValue::Table(table) if known_section || !table.is_empty() => self.table(name, table),
            _ if known_section => {
                let text = format!(
                    "`{name}` is a section, not a setting; write `[{name}]` and its settings below"
                );
                self.problems.push(Problem::new(origin, text));
            }
            _ => {
                let names: Vec<String> = self.catalogue.names().collect();
                let advice = match nearest(name, names.iter().map(String::as_str)) {
                    Some(right) => format!("did you mean `{right}`?"),
                    None => NO_SUGGESTION.to_owned(),
                };
                let text = format!("`{name}` is not a setting; {advice}");
                self.problems.push(Problem::new(origin, text));
            }
        }
    }
}

/// Reads a secret from the file that a `*_file` setting names; the newline that editors add is not part of it.
pub(super) fn read_secret(path: &Path) -> io::Result<String> {
    let mut text = std::fs::read_to_string(path)?;
    if text.ends_with('\n') {
        text.pop();
        if text.ends_with('\r') {
            text.pop();
        }
    }
    Ok(text)
}
