//! `steward eval`: how good the offline engine, or a language model in its place, is on a folder of graded questions, intents,
//! updates and text messages, and whether it became better.

mod examinee;

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use jiff::Timestamp;
use serde_json::{Map, Value};
use steward_accounts::answer::WordsOnly;
use steward_accounts::eval::{Evaluation, Miss, Report};
use steward_model::{Clock as _, SystemClock};

use self::examinee::Examinee;
use super::{Failure, say};
use crate::config::Config;

/// Where runs are kept, beneath the data folder.
const KEPT: &str = "evals";

/// The figures in the order in which they are told, and how each is written.
const FIGURES: [(&str, Unit); 12] = [
    ("intent_accuracy", Unit::Share),
    ("resolution_accuracy", Unit::Share),
    ("updates_exact", Unit::Share),
    ("wrong_fields", Unit::Count),
    ("l1", Unit::Share),
    ("l2", Unit::Share),
    ("l3", Unit::Share),
    ("unanswerable", Unit::Share),
    ("sms", Unit::Share),
    ("clarification_rate", Unit::Share),
    ("latency_ms_p50", Unit::Number),
    ("cost_dollars", Unit::Number),
];

#[derive(Debug, Clone, Copy)]
enum Unit {
    Share,
    Count,
    Number,
}

#[derive(Debug, Args)]
pub(super) struct Eval {
    /// Folder with meta.json, accounts.jsonl, sources.jsonl, intents.jsonl, questions.jsonl, updates.jsonl, sms.jsonl and sms_lines.json
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Have a language model answer instead of the offline engine, as `provider:model`
    #[arg(long, value_name = "MODEL")]
    model: Option<String>,
}

impl Eval {
    pub(super) async fn run(&self, config: &Config) -> Result<(), Failure> {
        let mut evaluation = Evaluation::open(&self.folder).map_err(Failure::other)?;
        match &self.model {
            None => {
                evaluation.by_engine(&WordsOnly);
                examinee::texts_to_a_person(&mut evaluation);
            }
            Some(name) => {
                let examinee = Examinee::new(&config.models, name).map_err(Failure::other)?;
                examinee.answer_all(&mut evaluation).await?;
            }
        }
        let report = evaluation.report();
        let told = all_of(&report)?;
        let kept = Kept::of(&config.home, &self.folder, self.model.as_deref());
        let before = kept.as_ref().and_then(Kept::last).unwrap_or_default();
        if let Some(kept) = &kept {
            kept.add(&told)?;
        }
        if self.json {
            say(serde_json::to_string_pretty(&report).map_err(Failure::other)?);
            return Ok(());
        }
        report.misses.iter().for_each(|miss| print(miss, &before));
        for (name, unit) in FIGURES {
            if !told[name].is_null() {
                say(line(name, unit, &told[name], before.get(name)));
            }
        }
        if kept.is_none() {
            let home = config.home.display();
            say(format_args!(
                "This run is not kept to be compared with: there is no data folder {home}. --home names another."
            ));
        }
        Ok(())
    }
}

fn all_of(report: &Report) -> Result<Map<String, Value>, Failure> {
    match serde_json::to_value(report).map_err(Failure::other)? {
        Value::Object(all) => Ok(all),
        _ => Err(Failure::other("a report is no object")),
    }
}

/// Earlier runs of the same model over the same folder.
struct Kept {
    folder: PathBuf,
    /// What their files are called before the time.
    name: String,
}

impl Kept {
    /// Nothing is kept where there is no data folder: measuring makes none.
    fn of(home: &Path, set: &Path, model: Option<&str>) -> Option<Self> {
        let set = set.canonicalize().ok()?;
        let name = set.file_name()?.to_str()?.to_owned();
        let plain = |letter: char| {
            if letter.is_alphanumeric() {
                letter
            } else {
                '_'
            }
        };
        let model = model.map(|model| model.chars().map(plain).collect::<String>() + "-");
        home.is_dir().then(|| Self {
            folder: home.join(KEPT),
            name: format!("{name}-{}", model.unwrap_or_default()),
        })
    }

    /// The figures of the latest one that can be read.
    fn last(&self) -> Option<Map<String, Value>> {
        let files = fs::read_dir(&self.folder).ok()?.flatten();
        let names = files.filter_map(|file| file.file_name().into_string().ok());
        // Names do not sort as their times do: a fraction of a second is written as short as it can be.
        let runs = names.filter_map(|name| Some((self.time_of(&name)?, name)));
        let (_, latest) = runs.max()?;
        let text = fs::read_to_string(self.folder.join(latest)).ok()?;
        serde_json::from_str(&text).ok()
    }

    /// When a file was written, if it is a run over this folder: another one may be called almost the same.
    fn time_of(&self, file: &str) -> Option<Timestamp> {
        let time = file.strip_prefix(&self.name)?.strip_suffix(".json")?;
        time.parse().ok()
    }

    fn add(&self, figures: &Map<String, Value>) -> Result<(), Failure> {
        let file = format!("{}{}.json", self.name, SystemClock.now());
        let text = serde_json::to_string_pretty(figures).map_err(Failure::other)?;
        let written = fs::create_dir_all(&self.folder);
        let written = written.and_then(|()| fs::write(self.folder.join(file), text));
        written.map_err(|error| Failure::other(format!("{}: {error}", self.folder.display())))
    }
}

/// A figure, with how it stood the last time if that was otherwise.
fn line(name: &str, unit: Unit, now: &Value, then: Option<&Value>) -> String {
    let words = |value: &Value| {
        let number = value.as_f64().unwrap_or_default();
        match unit {
            Unit::Share => format!("{:.1} %", number * 100.0),
            Unit::Count => format!("{number:.0}"),
            Unit::Number => format!("{number:.2}"),
        }
    };
    let told = words(now);
    let then = then.map(words).filter(|then| *then != told);
    let before = then.map(|then| format!("  (last time {then})"));
    format!("{name:22} {told}{}", before.unwrap_or_default())
}

/// A row that went wrong, and whether it went right the last time.
fn print(miss: &Miss, before: &Map<String, Value>) {
    let new = match is_new(miss, before) {
        true => " (right the last time)",
        false => "",
    };
    say(format_args!(
        "{}: {}{new}\n  expected {}\n  got      {}\n  by       {}\n",
        miss.kind, miss.query, miss.expected, miss.got, miss.rule
    ));
}

fn is_new(miss: &Miss, before: &Map<String, Value>) -> bool {
    let misses = before.get("misses").and_then(Value::as_array);
    misses.is_some_and(|misses| {
        let same = |old: &Value| old["kind"] == miss.kind && old["query"] == miss.query.as_str();
        !misses.iter().any(same)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn some(share: f64) -> Map<String, Value> {
        json!({"l1": share}).as_object().unwrap().clone()
    }

    #[test]
    fn a_run_is_compared_with_the_last_one_over_the_same_folder() {
        let home = tempfile::tempdir().unwrap();
        let [set, other] = ["set", "set-two"].map(|name| home.path().join(name));
        fs::create_dir(&set).unwrap();
        fs::create_dir(&other).unwrap();
        let kept = Kept::of(home.path(), &set, None).unwrap();
        assert_eq!(kept.last(), None);
        kept.add(&some(0.5)).unwrap();
        kept.add(&some(0.75)).unwrap();
        for (set, model) in [(&other, None), (&set, Some("openai:gpt-5-mini"))] {
            let kept = Kept::of(home.path(), set, model).unwrap();
            kept.add(&some(0.1)).unwrap();
        }
        assert_eq!(kept.last(), Some(some(0.75)));
        assert!(Kept::of(&home.path().join("none"), &set, None).is_none());
    }

    #[test]
    fn a_row_that_went_right_the_last_time_is_marked() {
        let miss = |query: &str| Miss {
            kind: "question",
            query: query.to_owned(),
            expected: "3".to_owned(),
            got: "4".to_owned(),
            rule: "count".to_owned(),
        };
        let run = |misses: Value| json!({"misses": misses}).as_object().unwrap().clone();
        let before = run(json!([{"kind": "question", "query": "How many?"}]));
        assert!(!is_new(&miss("How many?"), &before));
        assert!(is_new(&miss("Who?"), &before));
        assert!(is_new(&miss("Who?"), &run(json!([]))));
        // A run that was kept without its rows tells nothing of them.
        assert!(!is_new(&miss("Who?"), &some(0.5)));
    }

    #[test]
    fn what_changed_is_told_beside_what_it_was() {
        let told = |then: Option<f64>| {
            let then = then.map(|then| json!(then));
            line("l1", Unit::Share, &json!(0.5), then.as_ref())
        };
        assert_eq!(told(None), "l1                     50.0 %");
        assert_eq!(told(Some(0.5)), told(None));
        assert_eq!(
            told(Some(0.4)),
            "l1                     50.0 %  (last time 40.0 %)"
        );
    }
}
