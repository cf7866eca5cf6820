use super::{what, without_mark};

#[test]
fn the_mark_of_an_encoding_is_no_part_of_the_first_line() {
    let marked = b"\xef\xbb\xbf{\"id\": \"1\"}";
    assert_eq!(without_mark(marked, 0), b"{\"id\": \"1\"}");
    assert_eq!(without_mark(marked, 1), marked);
    assert_eq!(without_mark(b"{}", 0), b"{}");
}

#[test]
fn a_premium_below_nothing_is_refused() {
    let refused = what(r#"{"id": "1", "name": "Birch Cafe", "premium": -5}"#);
    assert_eq!(
        refused.err().as_deref(),
        Some("a premium is not less than nothing")
    );
    assert!(what(r#"{"id": "1", "name": "Birch Cafe", "premium": 5}"#).is_ok());
}
