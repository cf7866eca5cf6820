//! An email, a call or a text message as a file: what is known of it, its summary, and its words as they came.

use std::sync::Arc;

use serde_json::Value;

use crate::book::Source;
use crate::state::{ParseError, front};

const SUMMARY: &str = "## Summary\n\n";
const RAW: &str = "\n\n## Raw\n\n";

/// A source with the place of its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    pub source: Arc<Source>,
    /// The line on which its words begin.
    pub raw_line: usize,
}

impl SourceFile {
    /// Reads a file; the error names the line.
    pub fn parse(file: &str) -> Result<Self, ParseError> {
        let (front, text) = front::split(file)?;
        let (fields, _) = front::parse(front)?;
        let mut source: Source =
            serde_json::from_value(Value::Object(fields)).map_err(|error| ParseError {
                line: 2,
                reason: error.to_string(),
            })?;
        let text = text.trim_start_matches('\n');
        let text = text.strip_prefix(SUMMARY).unwrap_or(text);
        let (summary, raw) = text.split_once(RAW).unwrap_or((text, ""));
        let before = file.len() - raw.len();
        let raw_line = file[..before].matches('\n').count() + 1;
        source.summary = summary.to_owned();
        source.raw = raw.strip_suffix('\n').unwrap_or(raw).to_owned();
        Ok(Self {
            source: Arc::new(source),
            raw_line,
        })
    }
}

impl Source {
    /// Where its file lies in the workspace.
    pub fn path(&self) -> String {
        let folder = match self.kind.as_str() {
            "email" => "emails",
            "call" => "calls",
            other => other,
        };
        format!(
            "accounts/{}/sources/{folder}/{}.md",
            self.account_id, self.id
        )
    }

    /// Its file.
    pub fn render(&self) -> String {
        let mut file = String::from("---\n");
        let fields = [
            ("account_id", Some(self.account_id.clone())),
            ("kind", Some(self.kind.clone())),
            ("id", Some(self.id.clone())),
            ("at", Some(self.at.to_string())),
            ("from", Some(self.from.clone())),
            ("to", Some(self.to.clone())),
            ("subject", self.subject.clone()),
        ];
        for (key, value) in fields {
            let value = value.filter(|value| !value.is_empty());
            front::write_field(&mut file, key, &value.map_or(Value::Null, Value::String));
        }
        // What separates the parts does not occur within the first of them.
        let summary = self
            .summary
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        file.push_str(&format!("---\n{SUMMARY}{summary}{RAW}{}\n", self.raw));
        file
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source() -> Source {
        Source {
            account_id: "29041".into(),
            kind: "email".into(),
            id: "em-7".into(),
            at: "2026-01-03T10:00:00Z".parse().unwrap(),
            from: "Ana: <ana@example.com>".into(),
            to: "desk@example.com".into(),
            subject: Some("Re: \"the roof\" # 2".into()),
            summary: "Ana asks for a quote.".into(),
            raw: "Hello,\n\n## Raw\n\nhow much is it?\n".into(),
        }
    }

    #[test]
    fn a_source_comes_back_from_its_file() {
        let file = source().render();
        let read = SourceFile::parse(&file).unwrap();
        assert_eq!(*read.source, source());
        let line = file.lines().nth(read.raw_line - 1);
        assert_eq!(line, Some("Hello,"));
        assert_eq!(source().path(), "accounts/29041/sources/emails/em-7.md");
    }

    #[test]
    fn a_file_that_is_no_source_says_where() {
        let error = SourceFile::parse("---\nkind: email\n---\n").unwrap_err();
        assert!(error.reason.contains("account_id"), "{}", error.reason);
        assert_eq!(SourceFile::parse("hello").unwrap_err().line, 1);
    }
}
