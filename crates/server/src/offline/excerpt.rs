//! What of a memory answers a question, in a line.

/// The most letters of one memory that an answer shows.
const LONGEST: usize = 240;

/// The lines of a memory that fit, as many as there is room for; all of it if it is short. What stands before it, as the name of
/// a file does, stays.
pub(super) fn excerpt(text: &str, fits: impl Fn(&str) -> bool) -> String {
    let (place, body) = match text.split_once(".md: ") {
        Some((place, body)) if !place.contains(char::is_whitespace) => {
            (format!("{place}.md: "), body)
        }
        _ => (String::new(), text),
    };
    let lines: Vec<String> = body.lines().map(plain).collect();
    let said = |line: &&String| !line.is_empty();
    let whole = joined(lines.iter().filter(said));
    if whole.chars().count() <= LONGEST {
        return place + &whole;
    }
    let fitting = joined(lines.iter().filter(said).filter(|line| fits(line)));
    let told = if fitting.is_empty() { whole } else { fitting };
    place + &shortened(&told)
}

fn joined<'l>(lines: impl Iterator<Item = &'l String>) -> String {
    lines.map(String::as_str).collect::<Vec<_>>().join(" ")
}

/// A line of Markdown without what makes it a heading, a point or a row.
fn plain(line: &str) -> String {
    let line = line.trim();
    if line.starts_with('|') {
        let cells = line.split('|').map(str::trim);
        let told = cells.filter(|cell| cell.chars().any(char::is_alphanumeric));
        return told.collect::<Vec<_>>().join(", ");
    }
    let line = line.trim_start_matches(['#', '-', '>', ' ']);
    line.strip_prefix("* ").unwrap_or(line).to_owned()
}

/// As many whole words as there is room for.
fn shortened(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(LONGEST) else {
        return text.to_owned();
    };
    let cut = text[..end].rfind(' ').unwrap_or(end);
    format!("{} …", &text[..cut])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_short_is_told_whole() {
        assert_eq!(
            excerpt("Ana: I keep bees\nin Tartu.", |_| false),
            "Ana: I keep bees in Tartu."
        );
    }

    #[test]
    fn of_a_long_file_the_lines_that_fit_are_told_without_their_marks() {
        let filler = "Nothing of that. ".repeat(20);
        let file = format!(
            "areas/rent.md: # Late rent\n\n{filler}\n| Day | What |\n|---|---|\n| 8th | Call about rent |\n- Rent is due."
        );
        let told = excerpt(&file, |line| line.to_lowercase().contains("rent"));
        assert_eq!(
            told,
            "areas/rent.md: Late rent 8th, Call about rent Rent is due."
        );
    }

    #[test]
    fn what_is_too_long_ends_with_a_whole_word() {
        let told = excerpt(&"bees ".repeat(100), |_| true);
        assert!(
            told.ends_with("bees …") && told.chars().count() <= LONGEST + 2,
            "{told}"
        );
    }
}
