use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Problems;

const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

/// What is logged, and in which form.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Log {
    /// Least serious level that is logged (`off`, `error`, `warn`, `info`, `debug`, `trace`), also per module: `info,steward_store=debug`.
    pub level: String,
    /// `text` for people, `json` for machines; `auto` is `text` on a terminal and `json` elsewhere.
    pub format: LogFormat,
}

/// Form of a log line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum LogFormat {
    #[default]
    Auto,
    Json,
    Text,
}

impl Log {
    pub(super) fn validate(&self, problems: &mut Problems) {
        for directive in self.level.split(',') {
            if !is_directive(directive.trim()) {
                problems.add(
                    "log.level",
                    &format!("has `{directive}`, which names no level"),
                    "write one of `off`, `error`, `warn`, `info`, `debug`, `trace`, or a list such as `info,steward_store=debug`",
                );
            }
        }
    }
}

impl Default for Log {
    fn default() -> Self {
        Self {
            level: "info".to_owned(),
            format: LogFormat::Auto,
        }
    }
}

/// The filter itself takes a misspelt level for the name of a module and then logs nothing, so a level is demanded here.
fn is_directive(text: &str) -> bool {
    let level = match text.rsplit_once('=') {
        Some(("", _)) => return false,
        Some((_, level)) => level,
        None => text,
    };
    LEVELS.iter().any(|known| known.eq_ignore_ascii_case(level))
}
