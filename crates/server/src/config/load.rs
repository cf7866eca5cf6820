//! Puts the sources together, later over earlier, and collects everything that is wrong with them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_path_to_error::Segment;

use super::catalogue::{Catalogue, Form, Setting};
use super::file::{File, read_secret};
use super::kind::Kind;
use super::layer::{Entry, Layer};
use super::problem::{Origin, Problem, Problems};
use super::source::Sources;
use super::{Config, ConfigError, Secret, environment};

/// A configuration and where it came from.
pub(super) struct Loaded {
    pub(super) config: Config,
    pub(super) layer: Layer,
    pub(super) file: Option<PathBuf>,
}

pub(super) fn load(sources: &Sources, catalogue: &Catalogue) -> Result<Loaded, ConfigError> {
    let mut problems = Problems::default();
    let mut later = environment::read(&sources.environment, catalogue, &mut problems);
    later.overlay(flags(sources, catalogue, &mut problems));

    let Some((file, mut layer)) = read_file(sources, &home(&later), catalogue, &mut problems)
    else {
        // Without the file's values the checks below would report what the file may well say.
        return Err(problems.into_error());
    };
    layer.overlay(later);

    for (path, entry) in &layer.entries {
        problems.set_origin(path, entry.origin.clone());
    }
    let values = resolve(sources, &layer, &mut problems);
    report_missing(catalogue, &layer, &mut problems);
    let config = deserialize(catalogue, values, &mut problems);
    config.validate(&mut problems);
    problems.into_result(Loaded {
        config,
        layer,
        file,
    })
}

/// The file's path and settings; nothing of either if there is no file, and `None` if it cannot be used.
fn read_file(
    sources: &Sources,
    home: &Path,
    catalogue: &Catalogue,
    problems: &mut Problems,
) -> Option<(Option<PathBuf>, Layer)> {
    match File::find(sources, home) {
        Ok(Some(file)) => {
            let layer = file.read(catalogue, problems)?;
            Some((Some(file.path), layer))
        }
        Ok(None) => Some((None, Layer::default())),
        Err(problem) => {
            problems.push(problem);
            None
        }
    }
}

fn flags(sources: &Sources, catalogue: &Catalogue, problems: &mut Problems) -> Layer {
    let overrides = &sources.overrides;
    let flags = [
        ("--home", "home", overrides.home.as_deref()),
        ("--listen", "http.listen", overrides.listen.as_deref()),
        (
            "--database-url",
            "database.url",
            overrides.database_url.as_ref().map(Secret::expose),
        ),
    ];
    let mut layer = Layer::default();
    for (flag, path, text) in flags {
        if let (Some(text), Some((setting, form))) = (text, catalogue.find(path)) {
            let entry = Entry {
                value: setting.kind.read(text),
                form,
                origin: Origin::Flag(flag),
            };
            layer.insert(setting, entry, problems);
        }
    }
    layer
}

/// The data folder as far as it is known before the file is read: the file may lie in it.
fn home(layer: &Layer) -> PathBuf {
    match layer.entries.get("home").map(|entry| &entry.value) {
        Some(toml::Value::String(home)) => PathBuf::from(home),
        _ => Config::default().home,
    }
}

/// The value of every entry, with secrets read from their files.
fn resolve(
    sources: &Sources,
    layer: &Layer,
    problems: &mut Problems,
) -> BTreeMap<String, toml::Value> {
    let mut values = BTreeMap::new();
    for (path, entry) in &layer.entries {
        let value = match (&entry.form, &entry.value) {
            (Form::Value, value) => value.clone(),
            (Form::File, toml::Value::String(file)) => {
                match read_secret(&sources.directory.join(file)) {
                    Ok(secret) => toml::Value::String(secret),
                    Err(error) => {
                        let wrong =
                            format!("is to be read from `{file}`, which cannot be read ({error})");
                        problems.add(path, &wrong, "check its path and permissions");
                        continue;
                    }
                }
            }
            (Form::File, _) => {
                problems.add(
                    path,
                    "is to be read from something that is not a path",
                    &Kind::Path.advice(),
                );
                continue;
            }
        };
        values.insert(path.clone(), value);
    }
    values
}

/// Reports what an optional section that is not left out lacks.
fn report_missing(catalogue: &Catalogue, layer: &Layer, problems: &mut Problems) {
    let given = |setting: &Setting| layer.entries.get(&setting.path);
    for section in catalogue.sections.iter().filter(|section| section.optional) {
        let Some(first) = section.settings.iter().find_map(given) else {
            continue;
        };
        for setting in &section.settings {
            if setting.required && given(setting).is_none() {
                let text = format!(
                    "`{}` is missing; `[{}]` needs it",
                    setting.path, section.path
                );
                problems.push(Problem::new(first.origin.clone(), text));
            }
        }
    }
}

/// Reads the configuration. Values that do not fit their setting are reported and left out until the rest can be read.
fn deserialize(
    catalogue: &Catalogue,
    mut values: BTreeMap<String, toml::Value>,
    problems: &mut Problems,
) -> Config {
    loop {
        let error = match serde_path_to_error::deserialize(nest(&values)) {
            Ok(config) => return config,
            Err(error) => error,
        };
        let path = path_of(error.path(), catalogue);
        let reason = error.inner().message();
        if let (Some((setting, _)), Some(value)) = (catalogue.find(&path), values.remove(&path)) {
            problems.add(
                &path,
                &describe(&setting.kind, &value, reason),
                &setting.kind.advice(),
            );
            continue;
        }
        // What remains is an optional section that lacks a value, which was reported when the value was missed.
        let before = values.len();
        values.retain(|name, _| !name.starts_with(&format!("{path}.")));
        if values.len() == before {
            problems.add(
                &path,
                &format!("cannot be read: {reason}"),
                "see `steward config default`",
            );
            return Config::default();
        }
    }
}

/// Turns dotted names into tables within tables.
fn nest(values: &BTreeMap<String, toml::Value>) -> toml::Table {
    let mut root = toml::Table::new();
    for (path, value) in values {
        insert(&mut root, path, value.clone());
    }
    root
}

fn insert(table: &mut toml::Table, path: &str, value: toml::Value) {
    let Some((section, rest)) = path.split_once('.') else {
        table.insert(path.to_owned(), value);
        return;
    };
    let inner = table
        .entry(section)
        .or_insert_with(|| toml::Table::new().into());
    if let toml::Value::Table(inner) = inner {
        insert(inner, rest, value);
    }
}

/// The setting at which reading stopped; a place within a list or a table of values counts as the whole.
fn path_of(path: &serde_path_to_error::Path, catalogue: &Catalogue) -> String {
    let keys: Vec<&str> = path
        .iter()
        .map_while(|segment| match segment {
            Segment::Map { key } => Some(key.as_str()),
            Segment::Seq { .. } | Segment::Enum { .. } | Segment::Unknown => None,
        })
        .collect();
    let known = (1..=keys.len())
        .map(|count| keys[..count].join("."))
        .find(|name| catalogue.find(name).is_some());
    known.unwrap_or_else(|| keys.join("."))
}

/// Says what the value is and, where the type can tell, why that is wrong. The words of serde itself name Rust types.
fn describe(kind: &Kind, value: &toml::Value, reason: &str) -> String {
    // What stands before an `@` in an address is a password more often than not.
    let hides_password =
        |value: &toml::Value| value.as_str().is_some_and(|text| text.contains('@'));
    match kind {
        Kind::Secret => "is not a text".to_owned(),
        Kind::Url if hides_password(value) => format!("is not right: {reason}"),
        Kind::Duration | Kind::Size | Kind::Url | Kind::Networks
            if !reason.starts_with("invalid type") =>
        {
            format!("is `{value}`: {reason}")
        }
        _ => format!("is `{value}`"),
    }
}
