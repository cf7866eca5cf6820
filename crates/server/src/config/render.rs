//! The three texts about the configuration: a file to start from, the documentation, and what is in force.

use super::catalogue::{Catalogue, Form, Section, Setting};
use super::environment;
use super::kind::Kind;
use super::load::{Loaded, load};
use super::problem::{ConfigError, Origin};
use super::source::Sources;

const FILE_HEAD: &str = "\
# Steward's configuration. Every setting stands here with its default; remove the `#` before one to change it.
# A secret `x` can be given as `x_file` instead: the path of a file that holds it.
# Environment variables win over this file, and flags over both.
";

const DOCS_HEAD: &str = "\
# Configuration

This file is generated from the code by `steward config docs`.

Steward reads, each over the one before: its defaults, a file, the environment, flags.

- **File.** The one named by `--config` or `STEWARD_CONFIG`; otherwise `steward.toml` in the working directory;
  otherwise `steward.toml` in the data folder. `steward config default` prints one with every setting.
- **Environment.** The names below. An empty variable counts as absent. A list is written as a TOML array or with commas.
- **Secrets.** A secret `x` can be given as `x_file`, the path of a file that holds it; a newline at its end is ignored.
  In the environment, the name ends in `_FILE`. Giving both in one place is an error.
- **Flags.** `--home`, `--listen` and `--database-url`.

Relative paths start from the working directory. A duration is a whole number with `ms`, `s`, `m`, `h` or `d`; a size
is a whole number with `B`, `kB`, `MB`, `GB`, `KiB`, `MiB` or `GiB`, or none for bytes. An unknown name is an error.
`steward config check` prints what is in force and where each value came from.
";

/// A `steward.toml` in which every setting is commented out at its default.
pub fn default_file() -> String {
    let mut out = FILE_HEAD.to_owned();
    for section in &Catalogue::new().sections {
        if !section.path.is_empty() {
            comment(&mut out, &format!("\n{}", section.meaning));
            line(&mut out, &format!("[{}]", section.path));
        }
        for setting in &section.settings {
            comment(&mut out, &format!("\n{}", setting.meaning));
            line(&mut out, &template(section, setting));
        }
    }
    out
}

/// The reference of all settings in Markdown.
pub fn docs() -> String {
    let mut out = DOCS_HEAD.to_owned();
    for section in &Catalogue::new().sections {
        match section.path.as_str() {
            "" => out.push_str("\n## At the top of the file\n"),
            path => line(&mut out, &format!("\n## [{path}]\n\n{}", section.meaning)),
        }
        out.push_str("\n| Key | Environment | Type | Default | Meaning |\n|---|---|---|---|---|\n");
        for setting in &section.settings {
            line(&mut out, &row(section, setting));
        }
    }
    out
}

/// The configuration in force, secrets hidden, and where each value came from.
pub fn check(sources: &Sources) -> Result<String, ConfigError> {
    let catalogue = Catalogue::new();
    let loaded = load(sources, &catalogue)?;
    let mut out = match &loaded.file {
        Some(path) => format!("The configuration is right. File: {}\n\n", path.display()),
        None => "The configuration is right. There is no file.\n\n".to_owned(),
    };
    let rows: Vec<[String; 3]> = catalogue
        .settings()
        .map(|setting| in_force(&loaded, setting))
        .collect();
    let width = |column: usize| {
        rows.iter()
            .map(|row| row[column].chars().count())
            .max()
            .unwrap_or(0)
    };
    let (name_width, value_width) = (width(0), width(1));
    for [name, value, origin] in &rows {
        line(
            &mut out,
            &format!("{name:name_width$}  {value:value_width$}  {origin}"),
        );
    }
    Ok(out)
}

fn in_force(loaded: &Loaded, setting: &Setting) -> [String; 3] {
    let (value, origin) = match loaded.layer.entries.get(&setting.path) {
        Some(entry) => {
            let value = match (&setting.kind, entry.form) {
                (_, Form::File) => format!("*** in {}", entry.value),
                (Kind::Secret, Form::Value) => "***".to_owned(),
                (_, Form::Value) => entry.value.to_string(),
            };
            (value, &entry.origin)
        }
        None => {
            let value = setting
                .default
                .as_ref()
                .map_or("not set".to_owned(), ToString::to_string);
            (value, &Origin::Default)
        }
    };
    [setting.path.clone(), value, origin.to_string()]
}

/// The line of a setting in the commented file.
///
/// Only a default of a section that is always there can be uncommented as it stands. JSON of texts, numbers and lists is
/// TOML as well.
fn template(section: &Section, setting: &Setting) -> String {
    let key = setting.key();
    match (&setting.default, &setting.example) {
        (Some(default), _) if section.optional => format!("# Default: {key} = {default}"),
        (Some(default), _) => format!("#{key} = {default}"),
        (None, Some(example)) if setting.required => {
            format!("# Required in this section. Example: {key} = {example}")
        }
        (None, Some(example)) => format!("# No default. Example: {key} = {example}"),
        (None, None) => format!("# No default: {key}"),
    }
}

fn row(section: &Section, setting: &Setting) -> String {
    let default = match &setting.default {
        Some(default) => format!("`{default}`"),
        None if setting.required => format!("required in `[{}]`", section.path),
        None => "none".to_owned(),
    };
    let keys: Vec<String> = setting
        .forms()
        .map(|(setting, form)| match form {
            Form::Value => format!("`{}`", setting.key()),
            Form::File => format!("`{}_file`", setting.key()),
        })
        .collect();
    let variables: Vec<String> = environment::names(setting, Form::Value)
        .map(|name| format!("`{name}`"))
        .collect();
    let cells = [
        keys.join(" or "),
        variables.join(" or "),
        setting.kind.name(),
        default,
        setting.meaning.clone(),
    ];
    format!(
        "| {} |",
        cells.map(|cell| cell.replace('|', "\\|")).join(" | ")
    )
}

/// Writes each line of the text as a comment, and an empty line as it is.
fn comment(out: &mut String, text: &str) {
    for text in text.lines() {
        match text {
            "" => out.push('\n'),
            text => line(out, &format!("# {text}")),
        }
    }
}

fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

#[cfg(test)]
#[path = "render_tests.rs"]
mod tests;
