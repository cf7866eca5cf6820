use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// Units and their length in milliseconds, the longest first so that printing finds the shortest text.
const UNITS: [(&str, u64); 5] = [
    ("d", 86_400_000),
    ("h", 3_600_000),
    ("m", 60_000),
    ("s", 1_000),
    ("ms", 1),
];

/// A length of time as people write it: a whole number and a unit, such as `250ms`, `30s`, `5m`, `24h` or `30d`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct HumanDuration(Duration);

/// Why a text is not a duration.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum DurationError {
    #[error("it does not start with a whole number")]
    NoNumber,
    #[error("it has no unit")]
    NoUnit,
    #[error("it has an unknown unit `{0}`")]
    UnknownUnit(String),
    #[error("it is too long")]
    TooLong,
}

impl HumanDuration {
    pub const fn from_millis(millis: u64) -> Self {
        Self(Duration::from_millis(millis))
    }

    pub const fn from_secs(seconds: u64) -> Self {
        Self(Duration::from_secs(seconds))
    }

    pub const fn get(self) -> Duration {
        self.0
    }
}

impl FromStr for HumanDuration {
    type Err = DurationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let digits = text
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(text.len());
        let (number, unit) = text.split_at(digits);
        let unit = unit.trim_start();
        if number.is_empty() {
            return Err(DurationError::NoNumber);
        }
        if unit.is_empty() {
            return Err(DurationError::NoUnit);
        }
        let (_, factor) = UNITS
            .iter()
            .find(|(name, _)| *name == unit)
            .ok_or_else(|| DurationError::UnknownUnit(unit.to_owned()))?;
        number
            .parse::<u64>()
            .ok()
            .and_then(|number| number.checked_mul(*factor))
            .map(Self::from_millis)
            .ok_or(DurationError::TooLong)
    }
}

impl TryFrom<String> for HumanDuration {
    type Error = DurationError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<HumanDuration> for String {
    fn from(duration: HumanDuration) -> Self {
        duration.to_string()
    }
}

impl fmt::Display for HumanDuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = self.0.as_millis();
        for (unit, factor) in UNITS {
            let factor = u128::from(factor);
            if millis > 0 && millis.is_multiple_of(factor) {
                return write!(f, "{}{unit}", millis / factor);
            }
        }
        f.write_str("0s")
    }
}

impl JsonSchema for HumanDuration {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "HumanDuration".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "duration" })
    }
}

#[cfg(test)]
#[path = "human_duration_tests.rs"]
mod tests;
