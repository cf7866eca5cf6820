//! What the store promises, on every database it runs on.

#[cfg(test)]
mod suite {
    #[macro_use]
    mod story;

    mod api_keys;
    mod contacts;
    mod disk;
    mod encryption;
    mod faults;
    mod keys;
    mod lines;
    mod members;
    mod migrations;
    mod model;
    mod orgs;
    mod postgres;
    mod rotation;
    mod sessions;
    mod statements;
    mod text;
}
