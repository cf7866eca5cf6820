use std::num::NonZeroU32;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Problems, Secret, positive};

const SCHEMES: [&str; 3] = ["postgres://", "postgresql://", "sqlite:"];

/// Where Steward keeps its data.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Database {
    /// Address of the database. Without it, SQLite in the data folder.
    #[schemars(example = "postgres://steward:password@db.example.com/steward")]
    pub url: Option<Secret>,
    /// Address of the database for wrapped data keys, so that a restored backup of the data cannot bring a forgotten key back. Without it, a schema of its own in the Postgres of `url`, or `keys.db` in the data folder.
    #[schemars(example = "postgres://steward:password@keys.example.com/keys")]
    pub keys_url: Option<Secret>,
    /// Most connections to Postgres.
    pub max_connections: NonZeroU32,
    /// Threads that read from SQLite.
    pub readers: NonZeroU32,
}

impl Database {
    pub(super) fn validate(&self, problems: &mut Problems) {
        for (key, url) in [
            ("database.url", &self.url),
            ("database.keys_url", &self.keys_url),
        ] {
            let Some(url) = url else { continue };
            if !SCHEMES
                .iter()
                .any(|scheme| url.expose().starts_with(scheme))
            {
                problems.add(
                    key,
                    "is not the address of a database Steward knows",
                    "start it with `postgres://`, `postgresql://` or `sqlite:`",
                );
            }
        }
    }
}

impl Default for Database {
    fn default() -> Self {
        Self {
            url: None,
            keys_url: None,
            max_connections: positive(10),
            readers: positive(2),
        }
    }
}
