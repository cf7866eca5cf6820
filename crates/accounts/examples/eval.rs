//! Prints the figures of a folder of graded rows, and with `--misses` every row that went wrong.

use std::error::Error;
use std::io::Write;
use std::path::Path;

use steward_accounts::answer::WordsOnly;
use steward_accounts::eval::evaluate;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let folder = arguments.first().ok_or("usage: eval FOLDER [--misses]")?;
    let mut report = evaluate(Path::new(folder), &WordsOnly)?;
    let misses = std::mem::take(&mut report.misses);
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
    for miss in misses
        .iter()
        .filter(|_| arguments.iter().any(|argument| argument == "--misses"))
    {
        writeln!(
            out,
            "\n[{}] {}\n  expected {}\n  got {}\n  rule {}",
            miss.kind, miss.query, miss.expected, miss.got, miss.rule
        )?;
    }
    Ok(())
}
