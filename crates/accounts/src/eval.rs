//! How good the engine, or a language model in its place, is on a folder of graded questions, intents, updates and text
//! messages.

pub mod by_model;
mod load;
mod run;
mod score;
mod texts;

#[cfg(test)]
#[path = "eval/score_tests.rs"]
mod score_tests;

use std::path::Path;
use std::time::{Duration, Instant};

use jiff::civil::Date;
use serde::Serialize;

use self::load::{IntentRow, QuestionRow, Set, UpdateRow};
use self::run::Run;
pub use self::texts::{Handled, TextRow};
use crate::answer::Nearness;
use crate::book::Book;
use crate::engine::{Response, Scene, respond};
use crate::resolve::Conversation;

/// Why a folder could not be read.
#[derive(Debug, thiserror::Error)]
pub enum EvalError {
    #[error("{file}: {source}")]
    Io {
        file: String,
        source: std::io::Error,
    },
    #[error("{file}, line {line}: {source}")]
    Row {
        file: String,
        line: usize,
        source: serde_json::Error,
    },
}

/// The figures, each a share from 0 to 1 unless its name says otherwise.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    pub intent_accuracy: f64,
    pub resolution_accuracy: f64,
    pub updates_exact: f64,
    /// Fields that were changed and should not have been, or to another value than expected.
    pub wrong_fields: usize,
    pub l1: f64,
    pub l2: f64,
    pub l3: f64,
    /// Questions that the file does not answer and the engine said so.
    pub unanswerable: f64,
    /// Rows with a right answer or change for which the engine asked back instead.
    pub clarification_rate: f64,
    pub latency_ms_p50: f64,
    /// Text messages that were dealt with as they should be; nothing if there are none.
    pub sms: Option<f64>,
    /// Of the language model; nothing without one.
    pub cost_dollars: f64,
    pub misses: Vec<Miss>,
}

/// A row that went wrong.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Miss {
    pub kind: &'static str,
    pub query: String,
    pub expected: String,
    pub got: String,
    pub rule: String,
}

/// What an answer took.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spent {
    pub took: Duration,
    pub dollars: f64,
}

/// A folder whose rows are answered by whoever is graded, one by one.
pub struct Evaluation {
    set: Rows,
    book: Book,
    today: Date,
    run: Run,
}

struct Rows {
    intents: Vec<IntentRow>,
    updates: Vec<UpdateRow>,
    questions: Vec<QuestionRow>,
    texts: Vec<TextRow>,
}

enum Row<'a> {
    Intent(&'a IntentRow),
    Update(&'a UpdateRow),
    Question(&'a QuestionRow),
}

impl Evaluation {
    pub fn open(folder: &Path) -> Result<Self, EvalError> {
        let set = Set::load(folder)?;
        Ok(Self {
            today: set.today,
            book: Book::new(set.accounts, set.sources, set.staff),
            set: Rows {
                intents: set.intents,
                updates: set.updates,
                questions: set.questions,
                texts: set.texts,
            },
            run: Run::default(),
        })
    }

    pub fn scene(&self) -> Scene<'_> {
        Scene::new(&self.book, self.today)
    }

    /// How many sentences there are.
    pub fn len(&self) -> usize {
        let rows = &self.set;
        rows.intents.len() + rows.updates.len() + rows.questions.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A sentence, by its place.
    pub fn query(&self, at: usize) -> &str {
        match self.set.row(at) {
            Some(Row::Intent(row)) => &row.query,
            Some(Row::Update(row)) => &row.query,
            Some(Row::Question(row)) => &row.query,
            None => "",
        }
    }

    /// Takes what was answered to the sentence at a place.
    pub fn grade(&mut self, at: usize, response: &Response, spent: Spent) {
        self.run.spend(spent);
        match self.set.row(at) {
            Some(Row::Intent(row)) => self.run.intent(row, response),
            Some(Row::Update(row)) => self.run.update(row, response, &self.book),
            Some(Row::Question(row)) => self.run.question(row, response),
            None => {}
        }
    }

    /// Has the engine answer every sentence.
    pub fn by_engine(&mut self, nearness: &dyn Nearness) {
        for at in 0..self.len() {
            let scene = Scene {
                nearness,
                ..self.scene()
            };
            let start = Instant::now();
            let response = respond(&scene, self.query(at), &Conversation::default());
            let took = start.elapsed();
            self.grade(at, &response, Spent { took, dollars: 0.0 });
        }
    }

    /// The text messages that customers wrote.
    pub fn texts(&self) -> &[TextRow] {
        &self.set.texts
    }

    /// Takes what was done with the text message at a place.
    pub fn grade_text(&mut self, at: usize, handled: &Handled, spent: Spent) {
        self.run.spend(spent);
        let Some(row) = self.set.texts.get(at) else {
            return;
        };
        let problems = row.problems(handled);
        self.run.texts.add(problems.is_empty());
        if !problems.is_empty() {
            let expected = format!("{:?}", row.expect);
            let got = format!("{}; {handled:?}", problems.join("; "));
            self.run
                .miss("sms", &row.text, expected, got, "text messages");
        }
    }

    pub fn report(self) -> Report {
        self.run.report()
    }
}

impl Rows {
    fn row(&self, at: usize) -> Option<Row<'_>> {
        let updates = self.intents.len();
        let questions = updates + self.updates.len();
        if at < updates {
            self.intents.get(at).map(Row::Intent)
        } else if at < questions {
            self.updates.get(at - updates).map(Row::Update)
        } else {
            self.questions.get(at - questions).map(Row::Question)
        }
    }
}
