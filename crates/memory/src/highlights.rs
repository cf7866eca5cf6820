//! Where the words of a question stand in a text.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::analysis::{for_each_token, for_each_token_at, term_of};
use crate::query::LONGEST_QUESTION;

/// The bytes of a text that the words of a question were found by, in order and apart from each other. Words are compared as
/// the index compares them: "renewed" lights up for "renewing".
pub fn highlights(question: &str, text: &str) -> Vec<Range<usize>> {
    let question = &question[..question.floor_char_boundary(LONGEST_QUESTION)];
    let mut terms = BTreeSet::new();
    for_each_token(question, |token| terms.extend(term_of(token)));
    let mut found: Vec<Range<usize>> = Vec::new();
    for_each_token_at(text, |token, at| {
        if term_of(token).is_some_and(|term| terms.contains(&term)) {
            found.push(at);
        }
    });
    // A number is a token by itself and as a part of a longer one.
    found.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
    let mut apart: Vec<Range<usize>> = Vec::with_capacity(found.len());
    for range in found {
        match apart.last_mut() {
            Some(last) if range.start < last.end => last.end = last.end.max(range.end),
            _ => apart.push(range),
        }
    }
    apart
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(question: &str, text: &str, expected: &[&str]) {
        let found = highlights(question, text);
        let found: Vec<&str> = found.into_iter().map(|at| &text[at]).collect();
        assert_eq!(found, expected, "{question:?} in {text:?}");
    }

    #[test]
    fn words_light_up_by_their_stems_and_stop_words_do_not() {
        check(
            "when was the lease renewed",
            "The leases were renewing; the LEASE is old.",
            &["leases", "renewing", "LEASE"],
        );
        check("the and of", "the cat and the dog", &[]);
        check("", "anything", &[]);
    }

    #[test]
    fn accents_case_and_possessives_do_not_matter() {
        check(
            "cafe anna",
            "Zum Café von Anna's Tochter",
            &["Café", "Anna"],
        );
        check("naïve", "NAIVE", &["NAIVE"]);
    }

    #[test]
    fn numbers_telephones_and_addresses_light_up_whole() {
        check("1250", "It costs $1,250.00 a month.", &["1,250.00"]);
        check(
            "4155550100",
            "Call +1 (415) 555-0100 now",
            &["1 (415) 555-0100"],
        );
        check(
            "ana@example.org",
            "Write to <Ana@Example.org>, please.",
            &["Ana@Example.org"],
        );
    }

    #[test]
    fn every_script_lights_up() {
        check("田", "田中さん", &["田"]);
        check("👍", "ok 👍👍", &["👍", "👍"]);
        check("שלום", "אמר שלום לכולם", &["שלום"]);
    }

    proptest! {
        #[test]
        fn ranges_are_of_the_text_and_apart(question in "\\PC{0,40}", text in "(\\PC|[ .,'@0-9]){0,200}") {
            let mut end = 0;
            for range in highlights(&question, &text) {
                prop_assert!(range.start >= end && range.start < range.end);
                prop_assert!(text.get(range.clone()).is_some());
                end = range.end;
            }
        }

        #[test]
        fn a_word_lights_up_for_itself(word in "[a-z]{4,12}x") {
            prop_assert_eq!(highlights(&word, &word), vec![0..word.len()]);
        }
    }
}
