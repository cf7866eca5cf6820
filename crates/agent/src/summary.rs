//! How a tool's result reaches the model: whole, summarised or shortened, and always saying which.

mod call;

pub use call::{SUMMARISER_CHARS, SummaryCall, summary_call};

use serde::{Deserialize, Serialize};

/// A longer result goes through the summarising sub-agent.
pub const VERBATIM_CHARS: usize = 10_000;

/// What is kept of an item that is too long by itself: with the word about the rest it is no longer than the others.
const CUT_CHARS: usize = VERBATIM_CHARS - 100;

/// A tool's result together with how much of it this is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolResultSummary {
    /// What was done to it.
    pub format: ResultFormat,
    /// How many items the tool found.
    pub item_count: usize,
    /// How many of them this speaks of.
    pub returned_count: usize,
    /// The items, or what was made of them.
    pub content: String,
}

/// What was done to a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResultFormat {
    /// Nothing.
    Verbatim,
    /// A model wrote it in fewer words.
    Summarized,
    /// Items at the end are left out.
    Truncated,
}

/// Whether a model can be asked to summarise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Summariser {
    /// There is one, and the budget allows a call.
    Available,
    /// There is none, or it already failed.
    Absent,
}

/// What to do with a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Handling {
    /// Give this to the model.
    Ready(ToolResultSummary),
    /// Make the [`SummaryCall`] of [`summary_call`], then use [`SummaryCall::summary`].
    Summarise,
}

/// Decides how a result of several items is given to the model.
pub fn handle_result(items: &[String], summariser: Summariser) -> Handling {
    let length: usize = items.iter().map(|item| item.chars().count() + 1).sum();
    if length.saturating_sub(1) <= VERBATIM_CHARS {
        return Handling::Ready(ToolResultSummary {
            format: ResultFormat::Verbatim,
            item_count: items.len(),
            returned_count: items.len(),
            content: items.join("\n"),
        });
    }
    match summariser {
        Summariser::Available => Handling::Summarise,
        Summariser::Absent => Handling::Ready(ToolResultSummary::truncated(items)),
    }
}

impl ToolResultSummary {
    /// What the summarising sub-agent made of the `returned_count` items it read. Even a summary is shortened when it is
    /// too long.
    pub fn summarized(item_count: usize, returned_count: usize, summary: &str) -> Self {
        let lines: Vec<String> = summary.lines().map(str::to_owned).collect();
        let (content, _) = bounded(&lines);
        Self {
            format: ResultFormat::Summarized,
            item_count,
            returned_count,
            content,
        }
    }

    /// As many whole items from the start as fit. An item is not cut, since half a record reads like another record: unless
    /// it is the first and alone too long, and then the text says that it is cut.
    pub fn truncated(items: &[String]) -> Self {
        let (content, returned_count) = bounded(items);
        Self {
            format: ResultFormat::Truncated,
            item_count: items.len(),
            returned_count,
            content,
        }
    }
}

/// As many whole items as fit, or as much of the first as does, with a word about the rest.
fn bounded(items: &[String]) -> (String, usize) {
    let (content, count) = whole_items(items, VERBATIM_CHARS);
    match items.first() {
        Some(first) if count == 0 => (cut(first), 0),
        _ => (content, count),
    }
}

fn cut(item: &str) -> String {
    let length = item.chars().count();
    let kept: String = item.chars().take(CUT_CHARS).collect();
    let missing = length.saturating_sub(CUT_CHARS);
    format!("{kept}\n[cut off here: {missing} of {length} characters are missing]")
}

fn whole_items(items: &[String], limit: usize) -> (String, usize) {
    let mut content = String::new();
    let mut length = 0;
    for (count, item) in items.iter().enumerate() {
        length += item.chars().count() + usize::from(count > 0);
        if length > limit {
            return (content, count);
        }
        if count > 0 {
            content.push('\n');
        }
        content.push_str(item);
    }
    (content, items.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(count: usize, length: usize) -> Vec<String> {
        vec!["é".repeat(length); count]
    }

    #[test]
    fn ten_thousand_characters_stay_as_they_are() {
        for (count, length) in [(0, 0), (1, 10_000), (2, 4_999), (10, 999)] {
            let Handling::Ready(summary) =
                handle_result(&items(count, length), Summariser::Available)
            else {
                panic!("{count} items of {length} characters fit");
            };
            assert_eq!(summary.format, ResultFormat::Verbatim);
            assert_eq!((summary.item_count, summary.returned_count), (count, count));
            assert_eq!(summary.content, items(count, length).join("\n"));
        }
    }

    #[test]
    fn one_character_more_is_summarised() {
        for (count, length) in [(1, 10_001), (2, 5_000)] {
            assert_eq!(
                handle_result(&items(count, length), Summariser::Available),
                Handling::Summarise
            );
        }
    }

    #[test]
    fn without_a_summariser_whole_items_are_left_out() {
        let expected = ToolResultSummary {
            format: ResultFormat::Truncated,
            item_count: 5,
            returned_count: 3,
            content: items(3, 3_000).join("\n"),
        };
        assert_eq!(
            handle_result(&items(5, 3_000), Summariser::Absent),
            Handling::Ready(expected)
        );
        let one = ToolResultSummary::truncated(&items(1, 20_000));
        assert_eq!((one.item_count, one.returned_count), (1, 0));
        let said = "\n[cut off here: 10100 of 20000 characters are missing]";
        assert_eq!(one.content, format!("{}{said}", "é".repeat(9_900)));
        assert!(one.content.chars().count() <= VERBATIM_CHARS);
    }

    #[test]
    fn a_summary_is_bounded_too() {
        let summary = ToolResultSummary::summarized(40, 30, &"line\n".repeat(10_000));
        assert_eq!((summary.item_count, summary.returned_count), (40, 30));
        assert!(summary.content.chars().count() <= VERBATIM_CHARS);
        assert!(summary.content.ends_with("line"));
        let one_line = ToolResultSummary::summarized(40, 30, &"x".repeat(12_000));
        assert!(one_line.content.starts_with("xxx"));
        let said = "[cut off here: 2100 of 12000 characters are missing]";
        assert!(one_line.content.ends_with(said));
    }

    #[test]
    fn the_model_reads_the_names_of_the_contract() {
        insta::assert_json_snapshot!(ToolResultSummary::truncated(&items(1, 2)), @r#"
        {
          "format": "truncated",
          "item_count": 1,
          "returned_count": 1,
          "content": "éé"
        }
        "#);
    }
}
