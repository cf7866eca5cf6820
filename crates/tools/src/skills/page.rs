//! A long text, a part at a time.

use steward_agent::VERBATIM_CHARS;

/// What is kept free for the sentence about the rest.
const NOTE_CHARS: usize = 100;

/// The text from `offset` on, as much as fits beside `after`, which is put below it. Ends with a whole line where it can.
///
/// # Errors
/// The text is shorter than that, in words for the model.
pub(super) fn page(text: &str, offset: usize, after: &str) -> Result<String, String> {
    let length = text.chars().count();
    if offset > 0 && offset >= length {
        return Err(format!("Nothing is there: it has {length} characters."));
    }
    let rest: String = text.chars().skip(offset).collect();
    let room = VERBATIM_CHARS.saturating_sub(after.chars().count() + NOTE_CHARS);
    let Some((end, _)) = rest.char_indices().nth(room) else {
        return Ok(rest + after);
    };
    // A line that alone is longer than the room is cut, or nobody could go on behind it.
    let end = rest[..end].rfind('\n').map_or(end, |line| line + 1);
    let next = offset + rest[..end].chars().count();
    let left = length - next;
    let shown = &rest[..end];
    Ok(format!(
        "{shown}\n({left} characters are left: go on with offset {next}.){after}"
    ))
}
