//! What people say while they think. It tells nothing, and hides how a sentence begins.

use crate::text::Token;

/// Sounds that mean nothing wherever they stand.
const SOUNDS: &[&str] = list!("um" "uh" "er" "erm" "hmm" "uhm" "ah");

/// Openings that mean nothing if a pause follows; the longest come first.
const OPENINGS: &[&[&str]] = &[
    &["i", "tell", "you", "what"],
    &["one", "more", "thing"],
    &["before", "i", "forget"],
    &["by", "the", "way"],
    &["tell", "you", "what"],
    &["you", "know", "what"],
    &["let", "me", "see"],
    &["let", "me", "think"],
    &["real", "quick"],
    &["you", "know"],
    &["let's", "see"],
    &["all", "right"],
    &["okay", "so"],
    &["ok", "so"],
    &["oh", "and"],
    &["alright"],
    &["anyway"],
    &["anyhow"],
    &["listen"],
    &["okay"],
    &["look"],
    &["well"],
    &["yeah"],
    &["hey"],
    &["ok"],
    &["oh"],
    &["so"],
];

/// The words without what only fills a pause.
pub(crate) fn without(mut tokens: Vec<Token>) -> Vec<Token> {
    let all = tokens.clone();
    tokens.retain(|token| !SOUNDS.contains(&token.norm.as_str()) || token.upper);
    while let Some(length) = opening(&tokens) {
        tokens.drain(..length);
    }
    match tokens.first_mut() {
        Some(first) => first.starts_sentence = true,
        None => return all,
    }
    tokens
}

/// How many words at the beginning only fill a pause.
fn opening(tokens: &[Token]) -> Option<usize> {
    let begins = |words: &&&[&str]| {
        tokens.len() > words.len()
            && words
                .iter()
                .zip(tokens)
                .all(|(word, token)| *word == token.norm)
            && tokens[words.len()].after_break
    };
    OPENINGS.iter().find(begins).map(|words| words.len())
}
