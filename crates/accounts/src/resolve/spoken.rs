//! How people say a name: without its legal form, or by its first letters.

use super::align::Words;
use crate::text;
use crate::words::LEGAL_ENDINGS;

/// The words of a name without an article in front, a legal form at the end, and with `J & M` as one word.
pub(super) fn name_words(name: &str) -> Vec<String> {
    let tokens = text::tokens(name);
    let mut words = Words::new(&tokens).norms;
    while words.len() > 1
        && words
            .last()
            .is_some_and(|last| last == "and" || LEGAL_ENDINGS.contains(&last.as_str()))
    {
        words.pop();
    }
    if words.len() > 1 && words[0] == "the" {
        words.remove(0);
    }
    words
}

/// First letters, with and without the small words and the legal form.
pub(super) fn initials(name: &str) -> Vec<String> {
    let all: Vec<String> = text::words(name)
        .into_iter()
        .filter(|word| word != "the")
        .collect();
    let letters = |words: &[String], small: bool| -> String {
        words
            .iter()
            .filter(|word| small || !matches!(word.as_str(), "and" | "of"))
            .filter_map(|word| word.chars().next())
            .collect()
    };
    let short: Vec<String> = all
        .iter()
        .filter(|word| !LEGAL_ENDINGS.contains(&word.as_str()))
        .cloned()
        .collect();
    let mut found = vec![
        letters(&short, false),
        letters(&short, true),
        letters(&all, false),
    ];
    found.sort();
    found.dedup();
    found
}
