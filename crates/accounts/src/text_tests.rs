use super::text::{distance, plain, stem, tokens, words};

#[test]
fn words_lose_case_possessives_and_signs() {
    assert_eq!(words("J&M Plumbing's"), ["j", "and", "m", "plumbing"]);
    assert_eq!(
        words("don\u{2019}t pay $5,200.50."),
        ["don't", "pay", "$", "5,200.50"]
    );
    assert_eq!(plain("  Follow-up:\tnow "), "follow up now");
}

#[test]
fn places_point_into_the_text() {
    let text = "Set Caf\u{e9} Ortega to Bound.";
    let found = tokens(text);
    assert_eq!(&text[found[1].start..found[1].end], "Caf\u{e9}");
    assert_eq!(&text[found[2].start..found[2].end], "Ortega");
}

#[test]
fn breaks_and_sentences_are_seen() {
    let found = tokens("Lost. Dr. Pike said no, thanks");
    let starts: Vec<&str> = found
        .iter()
        .filter(|token| token.starts_sentence)
        .map(|token| token.norm.as_str())
        .collect();
    assert_eq!(starts, ["lost", "dr"]);
    assert!(found.last().is_some_and(|token| token.after_break));
}

#[test]
fn stems_bring_forms_together() {
    for (one, other) in [
        ("submitted", "submit"),
        ("binding", "bind"),
        ("policies", "policy"),
        ("declined", "declining"),
        ("harnesses", "harness"),
        ("requires", "required"),
        ("inspection", "inspections"),
    ] {
        assert_eq!(stem(one), stem(other), "{one} {other}");
    }
}

#[test]
fn distance_counts_a_swap_once_and_stops_at_its_limit() {
    assert_eq!(distance("contry", "country", 2), Some(1));
    assert_eq!(distance("abcd", "abdc", 1), Some(1));
    assert_eq!(distance("short", "shorter", 1), None);
    assert_eq!(distance("", "ab", 2), Some(2));
}
