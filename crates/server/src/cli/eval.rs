//! `steward eval`: how good the offline engine is on a folder of graded questions, intents and updates.

use std::path::PathBuf;

use clap::Args;
use steward_accounts::answer::WordsOnly;
use steward_accounts::eval::{Miss, Report, evaluate};

use super::{Failure, say};

#[derive(Debug, Args)]
pub(super) struct Eval {
    /// Folder with meta.json, accounts.jsonl, sources.jsonl, intents.jsonl, questions.jsonl and updates.jsonl
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Print JSON, with every miss
    #[arg(long)]
    json: bool,
    /// Print every row that went wrong
    #[arg(long)]
    misses: bool,
}

impl Eval {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let report = evaluate(&self.folder, &WordsOnly).map_err(Failure::other)?;
        if self.json {
            say(serde_json::to_string_pretty(&report).map_err(Failure::other)?);
            return Ok(());
        }
        for (name, figure) in table(&report) {
            say(format_args!("{name:22} {figure}"));
        }
        if self.misses {
            report.misses.iter().for_each(print);
        } else if !report.misses.is_empty() {
            say(format_args!(
                "{} rows went wrong; --misses prints them",
                report.misses.len()
            ));
        }
        Ok(())
    }
}

fn table(report: &Report) -> [(&'static str, String); 10] {
    let share = |figure: f64| format!("{:.1} %", figure * 100.0);
    [
        ("intent_accuracy", share(report.intent_accuracy)),
        ("resolution_accuracy", share(report.resolution_accuracy)),
        ("updates_exact", share(report.updates_exact)),
        ("wrong_fields", report.wrong_fields.to_string()),
        ("l1", share(report.l1)),
        ("l2", share(report.l2)),
        ("l3", share(report.l3)),
        ("unanswerable", share(report.unanswerable)),
        ("clarification_rate", share(report.clarification_rate)),
        ("latency_ms_p50", format!("{:.2}", report.latency_ms_p50)),
    ]
}

fn print(miss: &Miss) {
    say(format_args!(
        "\n{}: {}\n  expected {}\n  got      {}\n  by       {}",
        miss.kind, miss.query, miss.expected, miss.got, miss.rule
    ));
}
