//! One id per request, in the log, in the answer and across services.

use http::{HeaderMap, HeaderName, HeaderValue};

pub(super) const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// Longer ids would let a caller fill the log.
const MAX_LENGTH: usize = 64;

/// The caller's id if it is harmless in a log line, or else a new one.
pub(super) fn of(headers: &HeaderMap) -> HeaderValue {
    match headers.get(HEADER) {
        Some(id) if is_harmless(id.as_bytes()) => id.clone(),
        _ => random(),
    }
}

fn is_harmless(id: &[u8]) -> bool {
    (1..=MAX_LENGTH).contains(&id.len())
        && id
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(byte))
}

fn random() -> HeaderValue {
    let mut bytes = [0; 16];
    // Without randomness the ids repeat, which is better than to refuse every request.
    let _ = getrandom::fill(&mut bytes);
    HeaderValue::try_from(hex::encode(bytes)).unwrap_or(HeaderValue::from_static("unknown"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id_for(sent: &str) -> HeaderValue {
        let mut headers = HeaderMap::new();
        headers.insert(HEADER, HeaderValue::from_str(sent).unwrap());
        of(&headers)
    }

    #[test]
    fn a_harmless_id_is_kept() {
        let longest = "a".repeat(64);
        for id in ["a", "A-1_b.c", &longest] {
            assert_eq!(id_for(id), id);
        }
    }

    #[test]
    fn any_other_id_is_replaced_by_32_random_digits() {
        let too_long = "a".repeat(65);
        for id in ["", "a b", "a\"b", "a\tb", "ä", &too_long] {
            let made = id_for(id);
            assert_ne!(made, id);
            assert_eq!(made.len(), 32, "{made:?}");
            assert!(made.as_bytes().iter().all(u8::is_ascii_hexdigit));
        }
        assert_ne!(of(&HeaderMap::new()), of(&HeaderMap::new()));
    }
}
