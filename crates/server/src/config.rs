//! Steward's configuration: defaults, then `steward.toml`, then the environment, then flags; the later wins.
//!
//! The structs of the sections are the only description of the settings. Their JSON Schema tells the loader which names
//! exist and how to read a variable, and is what the commented file and the documentation are written from. To add a
//! section, add its file, its field in [`Config`] and a line in `Config::validate`; a short environment name is a line in
//! the table of `environment.rs`.

mod auth;
mod budgets;
mod byte_size;
mod catalogue;
mod database;
mod environment;
mod file;
mod flags;
mod http;
mod http_url;
mod human_duration;
mod kind;
mod layer;
mod load;
mod log;
mod mail;
mod memory;
mod models;
mod nearest;
mod network;
mod problem;
mod render;
mod runtime;
mod secret;
mod security;
mod sending;
mod source;
mod telemetry;
mod workspace;

use std::num::NonZeroU32;
use std::path::PathBuf;

use schemars::JsonSchema;
use serde::Deserialize;

pub use self::auth::{Auth, Oidc};
pub use self::budgets::Budgets;
pub use self::byte_size::{ByteSize, SizeError};
pub use self::database::Database;
pub use self::flags::Flags;
pub use self::http::Http;
pub use self::http_url::{HttpUrl, HttpUrlError};
pub use self::human_duration::{DurationError, HumanDuration};
pub use self::log::{Log, LogFormat};
pub use self::mail::{Mail, MailSecurity};
pub(crate) use self::memory::FOLDER;
pub use self::memory::MemorySettings;
pub use self::models::{ModelPrice, Models, OFFLINE};
pub use self::network::{Network, NetworkError};
pub use self::problem::{ConfigError, Problem};
pub use self::render::{check, default_file, docs};
pub(crate) use self::runtime::registry;
pub use self::runtime::{Memory, Runtime, Subagent};
pub use self::secret::Secret;
pub use self::security::{MasterKey, MasterKeyError, Security};
pub use self::sending::{Quo, Sending, Twilio};
pub use self::source::{Environment, Overrides, Sources};
pub use self::telemetry::Telemetry;
pub use self::workspace::Workspace;

use self::catalogue::Catalogue;
use self::problem::Problems;

/// Everything that can be set.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Config {
    /// Folder of Steward's data: the database, the keys and the workspace. It is made on first start.
    #[schemars(extend("format" = "path"))]
    pub home: PathBuf,
    pub http: Http,
    pub database: Database,
    pub security: Security,
    pub auth: Auth,
    pub log: Log,
    pub telemetry: Telemetry,
    /// Sub-agents that agents can give tasks to, each a table `[[subagents]]` with `name`, `description` and `prompt`, and perhaps `tools`, `model` and `memory` (`shared`, `isolated` or `overlay`).
    #[schemars(extend("format" = "subagents"))]
    pub subagents: Vec<Subagent>,
    pub models: Models,
    pub runtime: Runtime,
    pub budgets: Budgets,
    pub memory: MemorySettings,
    pub workspace: Workspace,
    pub sending: Sending,
    pub twilio: Option<Twilio>,
    pub quo: Option<Quo>,
    pub mail: Option<Mail>,
    pub flags: Flags,
}

impl Config {
    /// Reads the configuration, or tells everything that is wrong with it.
    pub fn load(sources: &Sources) -> Result<Self, ConfigError> {
        load::load(sources, &Catalogue::new()).map(|loaded| loaded.config)
    }

    /// Whether messages can reach anybody outside.
    pub(crate) fn has_carrier(&self) -> bool {
        self.twilio.is_some() || self.quo.is_some()
    }

    fn validate(&self, problems: &mut Problems) {
        if self.home.as_os_str().is_empty() {
            problems.add("home", "is empty", "write the path of a folder");
        }
        self.http.validate(problems);
        self.database.validate(problems);
        self.security.validate(problems);
        self.auth.validate(problems);
        self.log.validate(problems);
        self.telemetry.validate(problems);
        self.models.validate(problems);
        self.runtime.validate(problems);
        self.budgets.validate(problems);
        self.memory.validate(problems);
        self.workspace.validate(problems);
        self.sending.validate(problems);
        // Whoever writes on the screen writes in anybody's name, and may take back somebody's STOP: nobody real may be behind a number.
        if self.sending.phone_on_screen && self.has_carrier() {
            problems.add(
                "sending.phone_on_screen",
                "is on, and so is a carrier",
                "switch it off, or leave out the settings of Twilio and Quo",
            );
        }
        if let Some(twilio) = &self.twilio {
            twilio.validate(problems);
        }
        if let Some(quo) = &self.quo {
            quo.validate(problems);
        }
        if let Some(mail) = &self.mail {
            mail.validate(problems);
        }
        for subagent in &self.subagents {
            subagent.validate(problems);
        }
        if let Err(error) = runtime::registry(&self.subagents) {
            let fix = "see `[[subagents]]` in docs/CONFIG.md";
            problems.add("subagents", &format!("cannot be used: {error}"), fix);
        }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            home: PathBuf::from("./steward-data"),
            http: Http::default(),
            database: Database::default(),
            security: Security::default(),
            auth: Auth::default(),
            log: Log::default(),
            telemetry: Telemetry::default(),
            subagents: Vec::new(),
            models: Models::default(),
            runtime: Runtime::default(),
            budgets: Budgets::default(),
            memory: MemorySettings::default(),
            workspace: Workspace::default(),
            sending: Sending::default(),
            twilio: None,
            quo: None,
            mail: None,
            flags: Flags::default(),
        }
    }
}

/// A default that is not zero; the other arm is never taken and saves a panic.
const fn positive(number: u32) -> NonZeroU32 {
    match NonZeroU32::new(number) {
        Some(number) => number,
        None => NonZeroU32::MIN,
    }
}

#[cfg(test)]
#[path = "config_tests.rs"]
mod tests;
