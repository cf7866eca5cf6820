//! Long texts in parts that can be found one by one.

/// About as much as a person says at once: longer texts are about several things, and their vector about none.
const PART_CHARS: usize = 1_000;
/// A text has no more parts than this: the rest of a very long one is kept where it came from.
const MOST_PARTS: usize = 2_000;

/// The text in parts of at most [`PART_CHARS`] characters, cut where a paragraph, a line, a sentence or at least a word ends.
/// Nothing but white space is lost between them.
pub(crate) fn parts(text: &str) -> Vec<&str> {
    first_parts(text, MOST_PARTS)
}

/// The same, but no more than this many.
pub(crate) fn first_parts(text: &str, most: usize) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() && parts.len() < most {
        let (part, after) = rest.split_at(cut(rest));
        parts.push(part.trim_end());
        rest = after.trim_start();
    }
    parts
}

/// Where the first part of a text ends.
fn cut(text: &str) -> usize {
    let Some((limit, _)) = text.char_indices().nth(PART_CHARS) else {
        return text.len();
    };
    let window = &text[..limit];
    // A cut in the first half would leave many small parts.
    let late = |at: usize| (at > limit / 2).then_some(at);
    let after = |found: &str| {
        window
            .rfind(found)
            .map(|at| at + found.len())
            .and_then(late)
    };
    after("\n\n")
        .or_else(|| after("\n"))
        .or_else(|| {
            [". ", "? ", "! ", "。"]
                .iter()
                .filter_map(|end| after(end))
                .max()
        })
        .or_else(|| after(" "))
        .unwrap_or(limit)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_short_text_is_one_part_and_nothing_is_none() {
        assert_eq!(parts("  Hello there.\n"), ["Hello there."]);
        assert_eq!(parts(" \n\t "), Vec::<&str>::new());
    }

    #[test]
    fn a_long_text_is_cut_where_a_sentence_ends() {
        let sentence = "This is one sentence of several. ";
        let text = sentence.repeat(60);
        let parts = parts(&text);
        assert_eq!(parts.len(), 2);
        assert!(parts.iter().all(|part| part.ends_with("several.")));
    }

    proptest! {
        #[test]
        fn nothing_but_space_is_lost(text in "(\\PC|[ \n.]){0,3000}") {
            let parts = parts(&text);
            prop_assert!(parts.iter().all(|part| part.chars().count() <= PART_CHARS && !part.is_empty()));
            let solid = |text: &str| text.split_whitespace().collect::<String>();
            prop_assert_eq!(solid(&parts.concat()), solid(&text));
        }
    }
}
