//! What a sentence wants: to know something, to change something, or neither clearly.

mod asking;
mod rules;
mod telling;

use serde::{Deserialize, Serialize};

use crate::resolve::{Found, Resolution};
use crate::text::Token;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Intent {
    Search,
    Update,
    Unclear,
}

/// The intent, how sure the rule is, and its name.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Reading {
    pub intent: Intent,
    pub confidence: f64,
    pub rule: &'static str,
}

/// The rule that knows a greeting.
pub(crate) const SMALL_TALK: &str = "a greeting or small talk";

/// Reads the intent of a sentence whose account was looked for already.
pub fn classify(text: &str, tokens: &[Token], found: &Found) -> Reading {
    let sentence = rules::Sentence::new(text, tokens, found);
    let (intent, confidence, rule) = rules::RULES
        .iter()
        .find_map(|(rule, applies)| {
            applies(&sentence).map(|(intent, confidence)| (intent, confidence, *rule))
        })
        .unwrap_or((Intent::Unclear, 0.5, "nothing in it says what is wanted"));
    Reading {
        intent,
        confidence,
        rule,
    }
}

/// Whether the sentence names an account, an unknown one included.
fn named(found: &Found) -> bool {
    !matches!(found.resolution, Resolution::None)
}
