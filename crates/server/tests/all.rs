//! What the server promises, through its real router and through its real process.

#[cfg(test)]
mod support;

#[cfg(test)]
mod suite {
    mod bad_input;
    mod cancelled;
    mod credentials;
    mod errors;
    mod hostile_bytes;
    mod identity;
    mod keys;
    mod oidc;
    mod openapi;
    mod process;
    mod roles;
    mod sign_in;
    mod tampered;
    mod tenants;
}
