use crate::problem::{Problem, line_starting_with};

const ROOT: &str = "Cargo.toml";

/// Every workspace dependency has a comment above it that says what it is for. One comment serves
/// the lines below it that belong together: those whose names begin with the same word.
pub(crate) fn says_what_for(root: &str) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut commented = false;
    let mut family = None;
    for (number, line) in section(root, "[workspace.dependencies]") {
        let Some((name, _)) = line
            .split_once([' ', '=', '.'])
            .filter(|_| !line.starts_with('#'))
        else {
            commented = line.starts_with('#');
            family = None;
            continue;
        };
        let word = name.split(['-', '_']).next();
        if commented {
            family = word;
        } else if family.is_none() || family != word {
            let message = format!("`{name}` has no comment above it; say what it is for");
            problems.push(Problem::new(ROOT, number, message));
            family = None;
        }
        commented = false;
    }
    problems
}

/// The workspace forbids unsafe code.
pub(crate) fn forbids_unsafe(root: &str) -> Option<Problem> {
    let forbidden = section(root, "[workspace.lints.rust]")
        .any(|(_, line)| line.replace(' ', "") == "unsafe_code=\"forbid\"");
    let line = line_starting_with(root, "[workspace.lints.rust]");
    let message = "unsafe code is not forbidden; add `unsafe_code = \"forbid\"`";
    (!forbidden).then(|| Problem::new(ROOT, line, message))
}

/// A member takes the workspace's lints, and with them the ban on unsafe code.
pub(crate) fn inherits_lints(path: &str, manifest: &str) -> Option<Problem> {
    let inherited =
        section(manifest, "[lints]").any(|(_, line)| line.replace(' ', "") == "workspace=true");
    let message = "the crate has its own lints; write `[lints]` with `workspace = true`";
    (!inherited).then(|| Problem::new(path, 1, message))
}

/// The numbered lines below a header, up to the next.
fn section<'text>(
    manifest: &'text str,
    header: &'text str,
) -> impl Iterator<Item = (usize, &'text str)> {
    let lines = manifest
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()));
    let from_header = lines.skip_while(move |(_, line)| *line != header);
    from_header
        .skip(1)
        .take_while(|(_, line)| !line.starts_with('['))
}
