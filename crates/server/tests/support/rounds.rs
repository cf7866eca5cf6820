//! Short runs and long ones.

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
