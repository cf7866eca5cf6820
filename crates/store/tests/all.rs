//! What the store promises, on every database it runs on.

#[cfg(test)]
mod suite {
    #[macro_use]
    mod story;

    mod agents;
    mod api_keys;
    mod claims;
    mod contacts;
    mod disk;
    mod encryption;
    mod faults;
    mod inbox;
    mod keys;
    mod lines;
    mod members;
    mod migrations;
    mod model;
    mod orgs;
    mod postgres;
    mod rotation;
    mod runtime_faults;
    mod sessions;
    mod statements;
    mod text;
}
