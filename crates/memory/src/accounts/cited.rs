//! The lines of files that an answer rests on.

use steward_accounts::query::{Answer, Citation};
use steward_model::{OrgId, WorkspacePath};
use steward_store::StoreError;

use super::Accounts;
use super::shelf::Shelf;

/// The most files that are cited.
const FILES: usize = 50;
/// A value that is shorter says nothing about where it came from.
const TELLING: usize = 2;

/// A line of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cited {
    /// Which file.
    pub path: String,
    /// From 1.
    pub line: usize,
    /// What stands there.
    pub quote: String,
}

impl Accounts {
    pub(super) async fn cite(
        &self,
        org: OrgId,
        shelf: &Shelf,
        answer: &Answer,
    ) -> Result<Vec<Cited>, StoreError> {
        let mut cited: Vec<Cited> = Vec::new();
        for citation in answer.citations.iter().take(FILES) {
            let Some((path, first)) = place(shelf, citation) else {
                continue;
            };
            let Ok(path) = WorkspacePath::file(&path) else {
                continue;
            };
            let file = self.inner.store.org(org).file(&path).await?;
            let content = file.and_then(|file| file.content).unwrap_or_default();
            let lines = match (first, citation.line) {
                (Some(first), line) => vec![first + line.unwrap_or(1).saturating_sub(1)],
                (None, _) => telling(&content, &answer.text),
            };
            for line in lines {
                let quote = content.lines().nth(line - 1).unwrap_or_default();
                let one = Cited {
                    path: path.as_str().to_owned(),
                    line,
                    quote: quote.trim().to_owned(),
                };
                if !cited.contains(&one) {
                    cited.push(one);
                }
            }
        }
        Ok(cited)
    }
}

/// The file of a citation, and the line where a source's words begin.
fn place(shelf: &Shelf, citation: &Citation) -> Option<(String, Option<usize>)> {
    if let Some(id) = citation.id.strip_prefix("state:") {
        return Some((format!("accounts/{id}/state.md"), None));
    }
    let (path, file) = shelf.source_file(&citation.id)?;
    Some((path.to_owned(), Some(file.raw_line)))
}

/// The lines of a state whose value the answer repeats; its name if there is none.
fn telling(content: &str, answer: &str) -> Vec<usize> {
    // Files write amounts without the marks that people read them with.
    let plain = answer.replace(',', "");
    let value_of = |line: &str| {
        let line = line.trim().trim_start_matches("- ");
        let value = line.split_once(": ").map_or(line, |(_, value)| value);
        value.trim_matches('"').to_owned()
    };
    let name = content.lines().find(|line| line.starts_with("name:"));
    let name = name.map(value_of).unwrap_or_default();
    let repeated = |line: &str| {
        let value = value_of(line);
        // Every answer says whom it is about: the name, or a shorter one, says nothing about where it came from.
        let told = value.chars().count() > TELLING && !name.contains(&value);
        told && !line.starts_with("id:") && (answer.contains(&value) || plain.contains(&value))
    };
    let lines = content.lines().enumerate().skip(1);
    let mut found: Vec<usize> = lines
        .take_while(|(_, line)| *line != "---")
        .filter(|(_, line)| repeated(line))
        .map(|(place, _)| place + 1)
        .collect();
    if found.is_empty() {
        let name = content.lines().position(|line| line.starts_with("name:"));
        found.extend(name.map(|place| place + 1));
    }
    found
}
