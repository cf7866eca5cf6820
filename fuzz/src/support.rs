//! Files of the server's tests.

#[path = "../../crates/server/tests/support/hostile.rs"]
pub(crate) mod hostile;
#[path = "../../crates/server/tests/support/hostile_accounts.rs"]
pub(crate) mod hostile_accounts;
#[path = "../../crates/server/tests/support/identifiers.rs"]
mod identifiers;
#[path = "../../crates/server/tests/support/identity_provider.rs"]
mod identity_provider;
#[path = "../../crates/server/tests/support/seeds.rs"]
mod seeds;
#[path = "../../crates/server/tests/support/tenant.rs"]
mod tenant;
