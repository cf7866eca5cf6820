//! From text to the terms it is found by.

mod stem;
mod words;

pub(crate) use words::{Token, for_each_token, for_each_token_at, is_stop_word};

use stem::stem;

/// What a text is about, as the index keeps it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Analysis {
    /// Stems in the order of the text, with repetitions.
    pub(crate) terms: Vec<String>,
    pub(crate) traits: Traits,
}

/// What kind of statement a text is, whatever its words.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Traits {
    /// It ends in a question mark.
    pub(crate) asks: bool,
    /// It says when something was, is or will be.
    pub(crate) dated: bool,
}

/// Words that place something in time, sorted.
const TIME_WORDS: [&str; 37] = [
    "ago",
    "april",
    "august",
    "december",
    "evening",
    "february",
    "friday",
    "january",
    "july",
    "june",
    "last",
    "march",
    "may",
    "monday",
    "month",
    "morning",
    "next",
    "november",
    "october",
    "recently",
    "saturday",
    "september",
    "since",
    "soon",
    "sunday",
    "thursday",
    "today",
    "tomorrow",
    "tonight",
    "tuesday",
    "wednesday",
    "week",
    "weekend",
    "weekends",
    "year",
    "years",
    "yesterday",
];

/// Reads a passage, or the part of a question that names no person.
pub(crate) fn analyse(text: &str) -> Analysis {
    let mut analysis = Analysis::default();
    for_each_token(text, |token| {
        analysis.traits.dated |= is_time_word(&token);
        if let Some(term) = term_of(token) {
            analysis.terms.push(term);
        }
    });
    analysis.traits.asks = text.trim_end().ends_with(['?', '？', '؟']);
    analysis
}

/// The term of one token, unless it is a stop word.
pub(crate) fn term_of(token: Token<'_>) -> Option<String> {
    match token {
        Token::Word(word) => (!is_stop_word(word)).then(|| stem(word)),
        Token::Exact(text) => Some(text.to_owned()),
    }
}

fn is_time_word(token: &Token<'_>) -> bool {
    let (Token::Word(word) | Token::Exact(word)) = token;
    if TIME_WORDS.binary_search(word).is_ok() {
        return true;
    }
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &word[digits..];
    let ordinal = (1..=2).contains(&digits) && ["st", "nd", "rd", "th"].contains(&rest);
    let year = digits == 4 && rest.is_empty() && (word.starts_with("19") || word.starts_with("20"));
    ordinal || year
}

#[cfg(test)]
#[path = "analysis_tests.rs"]
mod tests;
