#![doc = include_str!("../README.md")]

mod generate;
mod metadata;
mod problem;
mod repo;
mod tidy;

use std::process::ExitCode;

use anyhow::{Result, bail};

use crate::metadata::Metadata;
use crate::problem::Problem;
use crate::repo::Repo;

const USAGE: &str = "usage: cargo run -p xtask -- tidy [--sources] | deny | gen [--check]";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&arguments) {
        Ok(problems) if problems.is_empty() => ExitCode::SUCCESS,
        Ok(problems) => {
            report(problems);
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[&str]) -> Result<Vec<Problem>> {
    let metadata = match arguments {
        ["tidy" | "deny" | "gen"] | ["tidy", "--sources"] | ["gen", "--check"] => Metadata::load()?,
        _ => bail!(USAGE),
    };
    let root = &metadata.workspace_root;
    match arguments {
        // Generated files are made by the server, which takes a build; the sources alone take none.
        ["tidy", "--sources"] => tidy::all(&Repo::read(root)?, &metadata),
        ["tidy"] => {
            let mut problems = tidy::all(&Repo::read(root)?, &metadata)?;
            problems.extend(generate::check(root)?);
            Ok(problems)
        }
        ["deny"] => Ok(tidy::supply_chain(&Repo::read(root)?, &metadata)),
        ["gen"] => generate::write(root).map(|()| Vec::new()),
        _ => generate::check(root),
    }
}

fn report(mut problems: Vec<Problem>) {
    problems.sort();
    for problem in &problems {
        eprintln!("{problem}");
    }
    let count = problems.len();
    eprintln!(
        "{count} {}",
        if count == 1 { "problem" } else { "problems" }
    );
}
