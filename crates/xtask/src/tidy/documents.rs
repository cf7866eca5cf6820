use std::collections::BTreeSet;

use crate::problem::Problem;
use crate::repo::TextFile;

/// Text for the model, not about the repository: its paths are a workspace's.
const NOT_DOCUMENTS: [&str; 2] = ["prompts/", "skills/"];

/// A path that a document names.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Named {
    document: String,
    line: usize,
    /// From the root of the repository.
    pub(crate) target: String,
}

impl Named {
    pub(crate) fn problem(&self) -> Problem {
        let Self {
            document,
            line,
            target,
        } = self;
        Problem::new(
            document,
            *line,
            format!("`{target}` does not exist; correct the path"),
        )
    }
}

/// The paths a Markdown file names that are no file or folder of the repository.
pub(crate) fn missing(file: &TextFile, paths: &BTreeSet<String>) -> Vec<Named> {
    let document = file.path.as_str();
    if !document.ends_with(".md")
        || NOT_DOCUMENTS
            .iter()
            .any(|folder| document.starts_with(folder))
    {
        return Vec::new();
    }
    let folder = document.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut missing = Vec::new();
    for (line, text) in prose(&file.text) {
        let spans = code_spans(text)
            .into_iter()
            .filter_map(|span| from_code(span, folder, paths));
        let links = link_targets(text)
            .into_iter()
            .filter_map(|link| from_link(link, folder));
        let absent = spans.chain(links).filter(|target| !exists(target, paths));
        missing.extend(absent.map(|target| Named {
            document: document.to_owned(),
            line,
            target,
        }));
    }
    missing
}

/// The numbered lines outside fenced code, which shows examples.
fn prose(text: &str) -> Vec<(usize, &str)> {
    let mut fenced = false;
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            lines.push((index + 1, line));
        }
    }
    lines
}

fn code_spans(line: &str) -> Vec<&str> {
    line.split('`').skip(1).step_by(2).collect()
}

fn link_targets(line: &str) -> Vec<&str> {
    let after = line.split("](").skip(1);
    after
        .filter_map(|rest| rest.split([')', ' ']).next())
        .collect()
}

/// A code span is a path if it begins with something at the root of the repository; anything else in
/// backticks is a command, a type or a route.
fn from_code(span: &str, folder: &str, paths: &BTreeSet<String>) -> Option<String> {
    let unlike_a_path =
        |letter: char| letter.is_whitespace() || "*<>{}[]()$|?…=\"'".contains(letter);
    if span.contains(unlike_a_path) || span.contains("...") || span.contains("NNNN") {
        return None;
    }
    let path = span
        .split([':', '#'])
        .next()
        .unwrap_or(span)
        .trim_end_matches('/');
    let (top, _) = path.split_once('/').filter(|(top, _)| !top.is_empty())?;
    let near = resolve(folder, path).filter(|near| exists(near, paths));
    near.or_else(|| exists(top, paths).then(|| path.to_owned()))
}

/// A link is a path unless it has a scheme or points into its own page.
fn from_link(link: &str, folder: &str) -> Option<String> {
    let path = link
        .split('#')
        .next()
        .filter(|path| !path.is_empty() && !path.contains(':'))?;
    let resolved = match path.strip_prefix('/') {
        Some(from_root) => resolve("", from_root),
        None => resolve(folder, path),
    };
    // A link out of the repository resolves to nothing; as it is written, it does not exist either.
    Some(resolved.unwrap_or_else(|| path.to_owned()))
}

fn resolve(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

fn exists(path: &str, paths: &BTreeSet<String>) -> bool {
    let folder = format!("{path}/");
    let inside = paths
        .range(folder.clone()..)
        .next()
        .is_some_and(|next| next.starts_with(&folder));
    path.is_empty() || inside || paths.contains(path)
}
