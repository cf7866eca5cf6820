//! The fuzz targets: each is a function of the server's own test suite, fed by libFuzzer.

use std::sync::LazyLock;

#[expect(
    dead_code,
    reason = "the suite uses more of these files than the targets do"
)]
mod support;

use support::hostile::{self, Rig};
use support::hostile_accounts;

static RIG: LazyLock<Rig> = LazyLock::new(Rig::new);

pub fn json_body(bytes: &[u8]) {
    RIG.json_body(bytes);
}

pub fn headers(bytes: &[u8]) {
    RIG.headers(bytes);
}

pub fn request_target(bytes: &[u8]) {
    RIG.address(bytes);
}

pub fn token(bytes: &[u8]) {
    RIG.token(bytes);
}

pub fn sealed(bytes: &[u8]) {
    RIG.sealed(bytes);
}

pub fn addresses(bytes: &[u8]) {
    hostile::addresses(bytes);
}

pub fn ids(bytes: &[u8]) {
    hostile::ids(bytes);
}

pub fn configuration(bytes: &[u8]) {
    hostile::configuration(bytes);
}

pub fn skill(bytes: &[u8]) {
    hostile::skill(bytes);
}

pub fn workspace_paths(bytes: &[u8]) {
    hostile::workspace_paths(bytes);
}

pub fn account_state(bytes: &[u8]) {
    hostile_accounts::account_state(bytes);
}

pub fn account_history(bytes: &[u8]) {
    hostile_accounts::account_history(bytes);
}

pub fn account_sentence(bytes: &[u8]) {
    hostile_accounts::account_sentence(bytes);
}
