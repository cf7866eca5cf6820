//! The Search agent: what the files say but the offline engine does not find, a language model may. It has tools that read, and
//! no other.

use std::collections::HashMap;

use serde_json::Value;
use steward_agent::TurnEvent;
use steward_memory::accounts::{Intent, Outcome, Told};
use steward_model::{AgentId, IdGen as _, SystemIds, ToolOutcome, WorkspacePath};
use steward_store::ONCE;
use tokio::time::timeout;

use super::answer::{AccountAnswer, LineCitation, Step};
use crate::assistant;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::routes::openai::{drop_thread, tell_agent};
use crate::watch::Watch;

/// The most lines that are cited.
const MOST_LINES: usize = 20;
const FOLDER: &str = "accounts/";

/// Who looks on after the engine has given up.
pub(super) struct SearchAgent {
    id: AgentId,
    model: String,
}

/// What it said, and what it did to say it.
struct Found {
    text: String,
    steps: Vec<Step>,
}

/// Whether the engine has no answer and a reader of all the files may have one. What asks for a change is never guessed at.
pub(super) fn may_know(told: &Told) -> bool {
    match &told.outcome {
        Outcome::Answered(answer, _) => !answer.known,
        Outcome::Clarify(..) => told.response.reading.intent != Intent::Update,
        _ => false,
    }
}

impl SearchAgent {
    /// The caller's own, if it has a language model to think with.
    pub(super) async fn of(caller: &Caller) -> Result<Option<Self>, ApiError> {
        let usual = &caller.app().settings.model;
        let agent = assistant::searcher(&caller.org(), caller.member_id, usual).await?;
        Ok(agent.map(|(id, model)| Self { id, model }))
    }

    /// Looks on, and puts what it finds in the place of the engine's answer. If it does not come to an end, that stays.
    pub(super) async fn improve(
        &self,
        caller: &Caller,
        question: &str,
        answer: &mut AccountAnswer,
        mut on_step: impl FnMut(&Step),
    ) -> Result<(), ApiError> {
        let key = format!("{ONCE}{}", SystemIds.next());
        let said = question.to_owned();
        let (watch, place) = tell_agent(caller, (self.id, &key), said, true).await?;
        let limit = caller.app().settings.request_timeout;
        let found = timeout(limit, follow(watch, &mut on_step)).await;
        drop_thread(caller, place.thread).await?;
        match found {
            Ok(Ok(Some(found))) => {
                let cited = cite(caller, &found.text).await?;
                answer.found_by_model((&self.model, found.text), found.steps, cited);
            }
            Ok(Ok(None)) | Err(_) => answer.note("The language model gave no answer in time."),
            Ok(Err(error)) => {
                tracing::warn!(%error, "the Search agent failed");
                answer.note("The language model could not be asked.");
            }
        }
        Ok(())
    }
}

/// What the agent says at the end, unless it has nothing to say.
async fn follow(
    mut watch: Watch,
    on_step: &mut impl FnMut(&Step),
) -> Result<Option<Found>, ApiError> {
    let mut called: HashMap<String, Value> = HashMap::new();
    let mut steps = Vec::new();
    while let Some(shown) = watch.next().await? {
        match shown.event {
            TurnEvent::ToolCallStart { input, call_id, .. } => {
                called.insert(call_id, input);
            }
            TurnEvent::ToolCallComplete {
                tool,
                outcome,
                call_id,
                ..
            } => {
                let arguments = called.remove(&call_id).unwrap_or_default();
                let step = Step::of_tool(tool, arguments, outcome == ToolOutcome::Done);
                on_step(&step);
                steps.push(step);
            }
            TurnEvent::Complete { final_text, .. } => {
                let text = final_text.trim().to_owned();
                return Ok((!text.is_empty()).then_some(Found { text, steps }));
            }
            TurnEvent::Error {
                error,
                recoverable: false,
            } => return Err(ApiError::unavailable(error)),
            _ => {}
        }
    }
    Ok(None)
}

/// The lines that an answer names, as they stand in the files. What is not there is not cited.
async fn cite(caller: &Caller, text: &str) -> Result<Vec<LineCitation>, ApiError> {
    let mut cited = Vec::new();
    for (path, line) in mentioned(text).into_iter().take(MOST_LINES) {
        let Ok(path) = WorkspacePath::file(&path) else {
            continue;
        };
        let file = caller.org().file(&path).await?;
        let content = file.and_then(|file| file.content);
        let quote = content.as_deref().and_then(|all| all.lines().nth(line - 1));
        if let Some(quote) = quote {
            cited.push(LineCitation::at(path.as_str(), line, quote.trim()));
        }
    }
    Ok(cited)
}

/// Files of accounts in a text, each with the number that follows it: `accounts/1/state.md` line 4, or :4.
fn mentioned(text: &str) -> Vec<(String, usize)> {
    let places = text.match_indices(FOLDER);
    let mut found: Vec<(String, usize)> = Vec::new();
    for (start, _) in places {
        let rest = &text[start..];
        let part_of_path = |c: char| c.is_alphanumeric() || "/._-".contains(c);
        let end = rest.find(|c| !part_of_path(c)).unwrap_or(rest.len());
        let path = rest[..end].trim_end_matches('.');
        let after = rest[end..].trim_start_matches(['`', ':', ',', ' ', '*', ')', '(']);
        let after = after.strip_prefix("line ").unwrap_or(after);
        let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
        let one = (path.to_owned(), digits.parse().unwrap_or(1).max(1));
        if !found.contains(&one) {
            found.push(one);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::mentioned;

    #[test]
    fn files_are_found_with_their_lines_however_they_are_written() {
        let text = "Yes (`accounts/7/state.md` line 12), see accounts/7/sources/emails/a.md:3 and accounts/7/history.md.";
        let found = mentioned(text);
        let lines: Vec<(&str, usize)> = found
            .iter()
            .map(|(path, line)| (path.as_str(), *line))
            .collect();
        assert_eq!(
            lines,
            [
                ("accounts/7/state.md", 12),
                ("accounts/7/sources/emails/a.md", 3),
                ("accounts/7/history.md", 1)
            ]
        );
        assert!(mentioned("Not known.").is_empty());
    }
}
