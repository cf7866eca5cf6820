//! Messages as snippets: who, when, how, and the words around what was looked for.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use steward_memory::{Found, MESSAGE, Query, highlights};
use steward_model::{Scope, Timestamp};

use super::search::{found_in, query, show};
use crate::{ToolContext, ToolOutput};

/// Characters on each side of the first word that was found.
const AROUND: usize = 120;

/// What a model looks for.
pub(super) struct Asked {
    pub(super) query: String,
    pub(super) after: Option<String>,
    pub(super) before: Option<String>,
    pub(super) limit: Option<u32>,
}

/// Searches the messages of these scopes. The note is what the model is told beside what is found.
pub(super) async fn search(
    context: &ToolContext,
    scopes: &[Scope],
    asked: Asked,
    note: Option<&'static str>,
) -> ToolOutput {
    let moments = (day(asked.after.as_deref()), day(asked.before.as_deref()));
    let (Ok(after), Ok(before)) = moments else {
        return ToolOutput::failed("Nothing was searched: write a day like 2026-05-01.");
    };
    let query = Query {
        sources: vec![MESSAGE.to_owned()],
        after,
        before,
        ..query(context, asked.query, asked.limit)
    };
    match found_in(context, scopes, &query).await {
        Ok(searched) => show(&searched, note, |found| line(&query.text, found)),
        Err(refused) => refused,
    }
}

/// The beginning of a day, if one is named.
fn day(text: Option<&str>) -> Result<Option<Timestamp>, ()> {
    let Some(text) = text else { return Ok(None) };
    let day: Date = text.trim().parse().map_err(|_| ())?;
    let begins = day.to_zoned(TimeZone::UTC).map_err(|_| ())?;
    Ok(Some(Timestamp::from_micros(
        begins.timestamp().as_microsecond(),
    )))
}

fn line(query: &str, found: &Found) -> String {
    let passage = &found.passage;
    let when: String = passage.occurred_at.to_string().chars().take(16).collect();
    let how = match passage.scope {
        Scope::Contact(_) => "SMS",
        Scope::Member(_) => "chat",
        Scope::Agent(_) | Scope::Org(_) => "internal",
    };
    let who = passage.meta.speaker.as_deref().unwrap_or("somebody");
    let thread = passage.thread_id.map(|thread| thread.to_string());
    let thread = thread.unwrap_or_default();
    let text = snippet(query, &passage.text);
    format!(
        "[{}, {how}, conversation {thread}] {who}: {text}",
        when.replace('T', " ")
    )
}

/// The words around the first that was looked for, on one line.
pub(crate) fn snippet(query: &str, text: &str) -> String {
    let found = highlights(query, text).into_iter().next().unwrap_or(0..0);
    let before = text[..found.start].char_indices().rev().nth(AROUND - 1);
    let start = before.map_or(0, |(at, _)| at);
    let after = text[found.end..].char_indices().nth(AROUND);
    let end = after.map_or(text.len(), |(at, _)| found.end + at);
    let words: Vec<&str> = text[start..end].split_whitespace().collect();
    let dots = |cut: bool| if cut { "…" } else { "" };
    format!(
        "{}{}{}",
        dots(start > 0),
        words.join(" "),
        dots(end < text.len())
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snippet_is_what_stands_around_the_word() {
        assert_eq!(
            snippet("boiler", "The boilers\nbroke."),
            "The boilers broke."
        );
        let text = format!("{} boiler {}", "a".repeat(300), "é".repeat(300));
        let cut = snippet("the boiler", &text);
        assert!(
            cut.starts_with("…a") && cut.ends_with("é…") && cut.contains(" boiler "),
            "{cut}"
        );
        assert_eq!(cut.chars().count(), 2 * AROUND + "boiler".len() + 2);
        assert_eq!(
            snippet("nothing of it", "Said otherwise."),
            "Said otherwise."
        );
    }

    #[test]
    fn a_day_is_a_day_or_nothing() {
        assert_eq!(day(None), Ok(None));
        assert_eq!(
            day(Some("1970-01-02")),
            Ok(Some(Timestamp::from_micros(86_400_000_000)))
        );
        assert_eq!(day(Some("yesterday")), Err(()));
    }
}
