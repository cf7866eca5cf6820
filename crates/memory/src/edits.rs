//! How an agent edits a block of memory: by words that say exactly where, or not at all.

/// Why an edit was not made, in words a model can act on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// There is nothing to write.
    #[error("the text is empty")]
    Empty,
    /// The text to replace is not there.
    #[error("the block does not have this text; it must match exactly, letter for letter")]
    NotFound,
    /// The text to replace is there more than once.
    #[error(
        "the block has this text {0} times; give more of the text around it, so that it is there once"
    )]
    Ambiguous(usize),
    /// There is no such line.
    #[error("the block has {0} lines; give a line from 0 to {0}")]
    NoSuchLine(usize),
}

/// The block with a line added at its end.
///
/// # Errors
/// There is nothing to add.
pub fn append(value: &str, text: &str) -> Result<String, EditError> {
    let text = text.trim_end();
    if text.trim().is_empty() {
        return Err(EditError::Empty);
    }
    Ok(match value.trim_end() {
        "" => text.to_owned(),
        value => format!("{value}\n{text}"),
    })
}

/// The block with one text in place of another, which must stand in it once.
///
/// # Errors
/// It does not, or it does several times.
pub fn replace(value: &str, old: &str, new: &str) -> Result<String, EditError> {
    if old.is_empty() {
        return Err(EditError::Empty);
    }
    // Two that overlap are two places as well: `matches` would tell of one, and the wrong one might be replaced.
    let starts = value.char_indices().map(|(start, _)| &value[start..]);
    match starts.filter(|rest| rest.starts_with(old)).count() {
        0 => Err(EditError::NotFound),
        1 => Ok(value.replacen(old, new, 1)),
        times => Err(EditError::Ambiguous(times)),
    }
}

/// The block with a text after this many of its lines.
///
/// # Errors
/// It has fewer lines, or there is nothing to insert.
pub fn insert(value: &str, line: usize, text: &str) -> Result<String, EditError> {
    if text.trim().is_empty() {
        return Err(EditError::Empty);
    }
    let mut lines: Vec<&str> = value.lines().collect();
    if line > lines.len() {
        return Err(EditError::NoSuchLine(lines.len()));
    }
    lines.insert(line, text.trim_end());
    Ok(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_added_at_the_end() {
        assert_eq!(append("", "Likes tea.").unwrap(), "Likes tea.");
        assert_eq!(
            append("Likes tea.\n", "Has a dog.\n").unwrap(),
            "Likes tea.\nHas a dog."
        );
        assert_eq!(append("x", " \n"), Err(EditError::Empty));
    }

    #[test]
    fn a_text_is_replaced_where_it_stands_once() {
        assert_eq!(
            replace("Likes tea.", "tea", "coffee").unwrap(),
            "Likes coffee."
        );
        assert_eq!(
            replace("Likes tea.", "Tea", "coffee"),
            Err(EditError::NotFound)
        );
        assert_eq!(
            replace("tea and tea", "tea", "coffee"),
            Err(EditError::Ambiguous(2))
        );
        assert_eq!(replace("aaa", "aa", "b"), Err(EditError::Ambiguous(2)));
        assert_eq!(
            replace("née, née, née", "née, née", "x"),
            Err(EditError::Ambiguous(2))
        );
        assert_eq!(replace("x", "", "y"), Err(EditError::Empty));
        assert_eq!(replace("Likes tea.", " tea", "").unwrap(), "Likes.");
    }

    #[test]
    fn a_text_is_inserted_after_a_line() {
        assert_eq!(insert("a\nb", 0, "x").unwrap(), "x\na\nb");
        assert_eq!(insert("a\nb", 1, "x").unwrap(), "a\nx\nb");
        assert_eq!(insert("a\nb", 2, "x").unwrap(), "a\nb\nx");
        assert_eq!(insert("", 0, "x").unwrap(), "x");
        assert_eq!(insert("a\nb", 3, "x"), Err(EditError::NoSuchLine(2)));
    }
}
