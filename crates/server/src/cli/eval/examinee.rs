//! A language model that answers in the place of the offline engine, and what becomes of text messages without one.

use std::time::Duration;

use steward_accounts::eval::by_model::{self, INSTRUCTIONS, TEXT_INSTRUCTIONS};
use steward_accounts::eval::{Evaluation, Handled, Spent, TextRow};
use steward_channels::{Keyword, Plea};
use steward_llm::{Pipeline, Unlimited};
use steward_model::{CachePoint, ChatMessage, ChatRequest, SystemText};

use crate::cli::Failure;
use crate::config::Models;
use crate::machine;

/// Nobody waited, and nothing was paid.
const FREE: Spent = Spent {
    took: Duration::ZERO,
    dollars: 0.0,
};

/// The model that is examined.
pub(super) struct Examinee {
    pipeline: Pipeline,
    model: String,
    max_tokens: u32,
}

impl Examinee {
    pub(super) fn new(config: &Models, model: &str) -> Result<Self, String> {
        Ok(Self {
            pipeline: machine::asking(config)?,
            model: model.to_owned(),
            max_tokens: config.max_tokens.get(),
        })
    }

    /// Has the model answer every row. A model that cannot be asked ends it: half a run is no figure.
    pub(super) async fn answer_all(&self, evaluation: &mut Evaluation) -> Result<(), Failure> {
        for at in 0..evaluation.len() {
            let scene = evaluation.scene();
            let shown = by_model::shown(&scene, evaluation.query(at));
            let (answer, spent) = self.ask(INSTRUCTIONS, shown).await?;
            let response = by_model::read(&scene, &answer);
            evaluation.grade(at, &response, spent);
        }
        for at in 0..evaluation.texts().len() {
            let row = &evaluation.texts()[at];
            let (handled, spent) = match settled(row) {
                Some(handled) => (handled, FREE),
                None => {
                    let shown = by_model::shown_text(row);
                    let (answer, spent) = self.ask(TEXT_INSTRUCTIONS, shown).await?;
                    let mut handled = by_model::read_text(&answer, row.opted_out_before);
                    // The door tells a person whatever the model makes of it.
                    handled.escalated |= Plea::of(&row.text).is_some();
                    (handled, spent)
                }
            };
            evaluation.grade_text(at, &handled, spent);
        }
        Ok(())
    }

    async fn ask(&self, instructions: &str, shown: String) -> Result<(String, Spent), Failure> {
        let request = ChatRequest {
            model: self.model.clone(),
            system: vec![SystemText {
                text: instructions.to_owned(),
                cache: CachePoint::After,
            }],
            messages: vec![ChatMessage::User { text: shown }],
            tools: Vec::new(),
            server_tools: Vec::new(),
            temperature_milli: 0,
            max_tokens: self.max_tokens,
            stop: Vec::new(),
        };
        let call = self.pipeline.call(&request, &Unlimited, &mut |_| ()).await;
        let spent = Spent {
            took: call.attempts.iter().map(|attempt| attempt.took).sum(),
            dollars: call.cost_micros().unwrap_or_default() as f64 / 1e6,
        };
        match call.result {
            Ok(answer) => Ok((answer.text, spent)),
            Err(failure) => Err(Failure::other(format!(
                "{} did not answer: {failure}",
                self.model
            ))),
        }
    }
}

/// Without a language model a person answers what is not settled by itself.
pub(super) fn texts_to_a_person(evaluation: &mut Evaluation) {
    for at in 0..evaluation.texts().len() {
        let row = &evaluation.texts()[at];
        let handled = settled(row).unwrap_or(Handled {
            reply: None,
            escalated: true,
            opted_out: row.opted_out_before,
        });
        evaluation.grade_text(at, &handled, FREE);
    }
}

/// What no model is asked about: words to the carrier, who wants no messages, and what says nothing.
fn settled(row: &TextRow) -> Option<Handled> {
    let silent = |opted_out: bool, escalated: bool| Handled {
        reply: None,
        escalated,
        opted_out,
    };
    match Keyword::of(&row.text) {
        Some(Keyword::Stop) => Some(silent(true, false)),
        Some(Keyword::Start) => Some(silent(false, false)),
        Some(Keyword::Help) => Some(silent(row.opted_out_before, false)),
        None if row.opted_out_before => Some(silent(true, true)),
        None if row.text.trim().is_empty() => Some(silent(false, false)),
        None => None,
    }
}

#[cfg(test)]
#[path = "examinee_tests.rs"]
mod tests;
