use std::collections::BTreeMap;
use std::path::PathBuf;

use super::Secret;

/// Where a configuration is read from.
#[derive(Default)]
pub struct Sources {
    pub environment: Environment,
    pub overrides: Overrides,
    /// What relative paths are relative to; empty for the working directory.
    pub directory: PathBuf,
}

/// Environment variables by name. It has no `Debug`, since some of them are secrets.
#[derive(Clone, Default)]
pub struct Environment(BTreeMap<String, String>);

/// What the command line says.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    pub config: Option<PathBuf>,
    pub home: Option<String>,
    pub listen: Option<String>,
    pub database_url: Option<Secret>,
}

impl Sources {
    /// The process's own environment and working directory, and the command line.
    pub fn from_process(overrides: Overrides) -> Self {
        Self {
            environment: Environment::from_process(),
            overrides,
            directory: PathBuf::new(),
        }
    }

    /// The configuration file that was asked for.
    pub(super) fn config_path(&self) -> Option<PathBuf> {
        let from_environment = || self.environment.get("STEWARD_CONFIG").map(PathBuf::from);
        self.overrides.config.clone().or_else(from_environment)
    }
}

impl Environment {
    /// Reads the environment; everything else takes it as a value, so that tests never touch the process's own.
    ///
    /// What is not UTF-8 becomes a replacement character, by which the loader finds and refuses it.
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the one place that reads the environment"
    )]
    pub fn from_process() -> Self {
        let lossy = |text: std::ffi::OsString| text.to_string_lossy().into_owned();
        std::env::vars_os()
            .map(|(name, value)| (lossy(name), lossy(value)))
            .collect()
    }

    /// A variable that is empty counts as absent: that is how containers leave an optional one out.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0
            .get(name)
            .map(String::as_str)
            .filter(|value| !value.is_empty())
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

impl From<BTreeMap<String, String>> for Environment {
    fn from(variables: BTreeMap<String, String>) -> Self {
        Self(variables)
    }
}

impl FromIterator<(String, String)> for Environment {
    fn from_iter<I: IntoIterator<Item = (String, String)>>(variables: I) -> Self {
        Self(variables.into_iter().collect())
    }
}
