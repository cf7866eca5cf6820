//! How many messages a carrier makes of a text, which is what it charges for.

/// Characters that the usual alphabet of text messages has (GSM 03.38), each in one place.
const ALPHABET: &str = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";

/// Characters that it has at the price of two places.
const EXTENSION: &str = "^{}\\[~]|€\u{c}";

/// How many messages a text is sent as.
pub fn segments(text: &str) -> usize {
    let places = |c: char| match c {
        c if ALPHABET.contains(c) => Some(1),
        c if EXTENSION.contains(c) => Some(2),
        _ => None,
    };
    match text.chars().map(places).collect::<Option<Vec<usize>>>() {
        Some(places) => count(&places, 160, 153),
        // One character of another alphabet makes the whole text one of sixteen bits.
        None => count(
            &text.chars().map(char::len_utf16).collect::<Vec<_>>(),
            70,
            67,
        ),
    }
}

/// A text in several parts has less room in each, and no character stands in two of them.
fn count(places: &[usize], alone: usize, part: usize) -> usize {
    if places.iter().sum::<usize>() <= alone {
        return 1;
    }
    let (mut parts, mut used) = (1, 0);
    for wide in places {
        if used + wide > part {
            parts += 1;
            used = 0;
        }
        used += wide;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::segments;

    #[test]
    fn a_text_is_counted_as_carriers_count_it() {
        for (text, expected) in [
            (String::new(), 1),
            ("a".repeat(160), 1),
            ("a".repeat(161), 2),
            ("a".repeat(306), 2),
            ("a".repeat(307), 3),
            ("€".repeat(80), 1),
            ("€".repeat(81), 2),
            // Nobody cuts a character in two: 76 of two places fill a part of 153.
            ("€".repeat(152), 2),
            ("€".repeat(153), 3),
            ("ж".repeat(70), 1),
            ("ж".repeat(71), 2),
            ("ж".repeat(134), 2),
            ("ж".repeat(135), 3),
            ("🙂".repeat(35), 1),
            ("🙂".repeat(36), 2),
            ("🙂".repeat(66), 2),
            ("🙂".repeat(67), 3),
            (format!("{}’", "a".repeat(70)), 2),
        ] {
            let length = text.chars().count();
            assert_eq!(segments(&text), expected, "{length} characters");
        }
    }
}
