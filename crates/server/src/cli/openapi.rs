//! `steward openapi`.

use super::{Failure, say};
use crate::router;

pub(super) fn run() -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(&router::description()).map_err(Failure::other)?;
    say(text);
    Ok(())
}
