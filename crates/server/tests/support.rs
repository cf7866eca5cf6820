//! What the suites share.

pub(crate) mod document;
pub(crate) mod identity_provider;
pub(crate) mod process;
pub(crate) mod request;
pub(crate) mod server;
pub(crate) mod tenant;

pub(crate) use self::document::{Document, Operation};
pub(crate) use self::request::{Answer, Browser};
pub(crate) use self::server::{TestServer, sqlite};

/// How often a story is told: `short` in every run, `long` when `STEWARD_SOAK` is set.
#[expect(
    clippy::disallowed_methods,
    reason = "a test has no configuration to read it from"
)]
pub(crate) fn rounds(short: usize, long: usize) -> usize {
    match std::env::var_os("STEWARD_SOAK") {
        Some(_) => long,
        None => short,
    }
}
