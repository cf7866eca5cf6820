use crate::problem::Problem;

/// Every crate says what it is for and what it refuses to become.
pub(crate) fn check(path: &str, text: Option<&str>) -> Option<Problem> {
    let Some(text) = text else {
        return Some(Problem::new(
            path,
            1,
            "the crate has no README.md; write its purpose and non-goals",
        ));
    };
    let sections = sections(text);
    let written = |wanted: fn(&str) -> bool| {
        sections
            .iter()
            .any(|(heading, body)| wanted(heading) && !body.is_empty())
    };
    let purpose = written(|heading| heading.starts_with("# ") || heading.starts_with("## Purpose"));
    let non_goals = written(|heading| heading.to_lowercase().ends_with("non-goals"));
    let missing = match (purpose, non_goals) {
        (true, true) => return None,
        (false, _) => "the README does not say what the crate is for; write it below the title",
        (true, false) => "the README has no non-goals; add a section `## Non-goals`",
    };
    Some(Problem::new(path, 1, missing))
}

/// Headings with the text below them, up to the next heading.
fn sections(text: &str) -> Vec<(&str, String)> {
    let mut sections: Vec<(&str, String)> = Vec::new();
    for line in text.lines() {
        match sections.last_mut() {
            _ if line.starts_with('#') => sections.push((line, String::new())),
            Some((_, body)) => body.push_str(line.trim()),
            None => {}
        }
    }
    sections
}
