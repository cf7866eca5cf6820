//! Prints the figures of a folder and, with a second argument, its misses of that kind.
use std::io::Write;
use steward_accounts::answer::WordsOnly;
use steward_accounts::eval::evaluate;
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let folder = args.next().unwrap_or_default();
    let kind = args.next().unwrap_or_default();
    let report = evaluate(folder.as_ref(), &WordsOnly)?;
    let mut out = std::io::stdout();
    for miss in report.misses.iter().filter(|miss| kind == "all" || miss.kind == kind) {
        writeln!(out, "[{}] {}\n   want {}\n   got  {}\n   rule {}", miss.kind, miss.query, miss.expected, miss.got, miss.rule)?;
    }
    writeln!(out, "intent {:.3} resolution {:.3} updates {:.3} wrong {} l1 {:.3} l2 {:.3} l3 {:.3} unans {:.3} clar {:.3} ms {:.3}", report.intent_accuracy, report.resolution_accuracy, report.updates_exact, report.wrong_fields, report.l1, report.l2, report.l3, report.unanswerable, report.clarification_rate, report.latency_ms_p50)?;
    Ok(())
}
