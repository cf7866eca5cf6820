//! The fake carrier in a process of its own, so that what it knows outlives whatever a test kills.
//!
//! It prints its address on a line, and then serves until it is killed.

use std::io::Write as _;
use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Parser;
use steward_testkit::{CarrierSettings, FakeCarrier, Fault, FaultPlan};

#[derive(Parser)]
struct Arguments {
    /// Where to listen; port 0 is any.
    #[arg(long, default_value = "127.0.0.1:0")]
    listen: SocketAddr,
    /// Gets a line of JSON for every accepted message.
    #[arg(long)]
    ledger: PathBuf,
    /// Chooses which sends go wrong and how.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How many of a hundred sends go wrong.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u8).range(..=100))]
    fault_percent: u8,
    /// What goes wrong; everything if not said.
    #[arg(long, value_delimiter = ',')]
    faults: Vec<Fault>,
    /// How many of a hundred accepted messages are reported on.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u8).range(..=100))]
    callback_percent: u8,
    /// It cannot be asked what it has.
    #[arg(long)]
    no_lookup: bool,
    /// The account that messages are sent from.
    #[arg(long)]
    account_sid: Option<String>,
    /// Its token.
    #[arg(long)]
    auth_token: Option<String>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    let arguments = Arguments::parse();
    let default = CarrierSettings::default();
    let plan = FaultPlan::seeded(arguments.seed, arguments.fault_percent);
    let settings = CarrierSettings {
        account_sid: arguments.account_sid.unwrap_or(default.account_sid),
        auth_token: arguments.auth_token.unwrap_or(default.auth_token),
        plan: if arguments.faults.is_empty() {
            plan
        } else {
            plan.only(&arguments.faults)
        },
        callback_percent: arguments.callback_percent,
        ledger: Some(arguments.ledger),
        clock: default.clock,
    };
    let carrier = FakeCarrier::listen(arguments.listen, settings).await;
    if arguments.no_lookup {
        carrier.turn_lookup_off();
    }
    // Written rather than printed, so that a reader who is gone ends the process instead of a panic.
    writeln!(std::io::stdout(), "{}", carrier.address())?;
    std::future::pending().await
}
