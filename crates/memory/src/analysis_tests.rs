use proptest::prelude::*;

use super::*;

fn terms(text: &str) -> Vec<String> {
    analyse(text).terms
}

#[test]
fn the_lists_are_sorted_for_their_search() {
    assert!(TIME_WORDS.is_sorted());
    assert!(words::STOP_WORDS.is_sorted());
}

#[test]
fn forms_of_a_word_meet() {
    for forms in [
        "run runs running",
        "party parties",
        "paint painted painting paints",
        "church churches",
        "study studied studies",
        "adopt adoption adopted",
        "café cafe CAFÉS",
    ] {
        let terms = terms(forms);
        assert!(terms.iter().all(|term| *term == terms[0]), "{terms:?}");
    }
}

#[test]
fn stop_words_and_possessives_are_left_out() {
    assert_eq!(
        terms("What is Caroline's dog’s name? It isn't mine"),
        ["carolin", "dog", "name", "mine"]
    );
}

#[test]
fn numbers_are_found_as_they_are_meant() {
    assert_eq!(terms("$1,250.00"), ["1250"]);
    assert_eq!(terms("1250.50"), ["1250", "1250.5"]);
    assert_eq!(terms("unit 4b"), ["unit", "4b"]);
    assert_eq!(terms("1,2"), ["1", "2"]);
}

#[test]
fn a_telephone_number_is_found_however_it_is_written() {
    let stored = terms("Call +1 (415) 555-0100 today");
    for asked in ["415-555-0100", "+14155550100", "4155550100", "415.555.0100"] {
        let asked = terms(asked);
        assert!(
            asked
                .iter()
                .any(|term| term.len() >= 10 && stored.contains(term)),
            "{asked:?} {stored:?}"
        );
    }
}

#[test]
fn an_address_is_found_whole_and_in_parts() {
    let terms = terms("Write to <Jane.Doe@Example.com>.");
    for term in ["jane.doe@example.com", "jane", "doe"] {
        assert!(terms.iter().any(|found| found == term), "{terms:?}");
    }
}

#[test]
fn other_scripts_and_signs_are_terms() {
    assert_eq!(terms("日本語"), ["日", "本", "語"]);
    assert_eq!(terms("🎉🎂"), ["🎉", "🎂"]);
    assert_eq!(terms("שלום עולם"), ["שלום", "עולם"]);
    assert_eq!(terms("  \u{200b}…!? "), [] as [&str; 0]);
}

#[test]
fn questions_and_dates_are_noticed() {
    assert!(analyse("Really? ").traits.asks);
    assert!(!analyse("Really? Yes.").traits.asks);
    for text in ["last week", "on the 7th", "in 2023", "Yesterday!"] {
        assert!(analyse(text).traits.dated, "{text}");
    }
    for text in ["the dog", "room 7", "4711"] {
        assert!(!analyse(text).traits.dated, "{text}");
    }
}

#[test]
fn huge_texts_are_read() {
    let words = analyse(&"lorem ipsum ".repeat(80_000));
    assert_eq!(words.terms.len(), 160_000);
    let one = analyse(&"x".repeat(10_000_000));
    assert_eq!(one.terms, ["x".repeat(64)]);
    assert_eq!(analyse(&"-".repeat(10_000_000)), Analysis::default());
}

proptest! {
    #[test]
    fn any_text_gives_terms_in_lower_case(text in ".{0,300}") {
        for term in terms(&text) {
            prop_assert!(!term.is_empty());
            prop_assert!(!term.bytes().any(|b| b.is_ascii_uppercase()));
        }
    }

    #[test]
    fn numbers_and_marks_in_any_order_are_read(text in "[0-9,.() +@a-é'’-]{0,80}") {
        analyse(&text);
    }
}
