//! Kills the real server, at every point where that could hurt and at random, while people write to it and its carrier
//! loses requests and answers. Then it looks for broken promises: in the database, and in the carrier's own ledger.
//!
//! It needs the server with faults on demand, the example `faulty` of `steward-server`; `scripts/kill.sh` builds it and runs this.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up has failed"
)]

mod accounts;
mod chance;
mod chapters;
mod course;
mod judge;
mod load;
mod model;
mod report;
mod server;
mod world;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, ValueEnum};

use self::report::Outcome;
use self::world::{Carrier, Fault, Programs};

#[derive(Parser)]
struct Arguments {
    /// The server, with its faults
    #[arg(long)]
    steward: PathBuf,
    /// The carrier
    #[arg(long)]
    carrier: PathBuf,
    /// Where the report goes
    #[arg(long)]
    report: PathBuf,
    /// Chooses moments, orders and losses
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Random kills for each one of `make test`, which sees only some of the points of two servers
    #[arg(long, default_value_t = 1)]
    times: usize,
    /// Only these
    #[arg(long, value_delimiter = ',')]
    only: Vec<Chapter>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Chapter {
    /// A kill at every point
    Sweep,
    /// The same with a carrier that cannot be asked what it has
    SweepUnasked,
    /// Kills at random
    Random,
    /// Kills at random of two servers on one Postgres
    Pair,
    /// One of two freezes for longer than its lease
    Freeze,
    /// One of two is killed at every point
    PairSweep,
    /// A turn that kills whoever runs it
    Poison,
    /// Kills at random while accounts are changed
    Accounts,
}

/// What goes on at the same time: most of it is waiting.
const SIDE_BY_SIDE: [&[Chapter]; 3] = [
    &[Chapter::Sweep, Chapter::SweepUnasked],
    &[Chapter::Poison, Chapter::Random, Chapter::Accounts],
    &[Chapter::Pair, Chapter::Freeze, Chapter::PairSweep],
];

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let [first, second, third] = SIDE_BY_SIDE.map(|chapters| arguments.run(chapters));
    let (first, second, third) = tokio::join!(first, second, third);
    let outcomes: Vec<Outcome> = first.into_iter().chain(second).chain(third).collect();
    let kills: usize = outcomes.iter().map(|outcome| outcome.kills).sum();
    let lines: Vec<_> = outcomes.iter().map(ToString::to_string).collect();
    let report = format!("{}\nkills in all: {kills}\n", lines.join("\n"));
    std::fs::write(&arguments.report, report).unwrap();
    tell(format_args!("kills in all: {kills}"));
    match outcomes.iter().all(Outcome::is_clean) {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

impl Arguments {
    async fn run(&self, chapters: &[Chapter]) -> Vec<Outcome> {
        let mut outcomes = Vec::new();
        for chapter in chapters {
            if self.only.is_empty() || self.only.contains(chapter) {
                let outcome = chapter.run(self).await;
                tell(&outcome);
                outcomes.push(outcome);
            }
        }
        outcomes
    }
}

impl Chapter {
    async fn run(self, arguments: &Arguments) -> Outcome {
        let programs = Programs {
            steward: arguments.steward.clone(),
            carrier: arguments.carrier.clone(),
        };
        let programs = &programs;
        let carrier = Carrier {
            seed: arguments.seed,
            fault_percent: 15,
            callback_percent: 30,
            can_be_asked: true,
        };
        let unasked = Carrier {
            callback_percent: 0,
            can_be_asked: false,
            ..carrier
        };
        let steady = Carrier {
            fault_percent: 0,
            ..carrier
        };
        let times = arguments.times;
        let stride = if times > 1 { 1 } else { 7 };
        match self {
            Self::Sweep => chapters::sweep(programs, "sqlite sweep", carrier, 1).await,
            Self::SweepUnasked => {
                chapters::sweep(programs, "sqlite sweep, no lookup", unasked, 2).await
            }
            Self::Random => chapters::random(programs, "sqlite random", carrier, 225 * times).await,
            Self::Pair => {
                chapters::random_pair(
                    programs,
                    "postgres random, two servers",
                    carrier,
                    100 * times,
                )
                .await
            }
            Self::Freeze => {
                let fault = (Fault::Stop as fn(u64) -> Fault, stride);
                chapters::strike_one_of_two(programs, "postgres freeze, two servers", steady, fault)
                    .await
            }
            Self::PairSweep => {
                let fault = (Fault::Kill as fn(u64) -> Fault, stride);
                chapters::strike_one_of_two(programs, "postgres sweep, two servers", carrier, fault)
                    .await
            }
            Self::Poison => chapters::poison(programs, "sqlite poison", steady).await,
            Self::Accounts => {
                accounts::accounts(programs, "sqlite accounts", steady, 50 * times).await
            }
        }
    }
}

/// Says a line. A reader that went away is no failure.
fn tell(line: impl std::fmt::Display) {
    let _ = writeln!(std::io::stdout().lock(), "{line}");
}
