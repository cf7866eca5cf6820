//! What the store promises, on every database it runs on.

#[cfg(test)]
mod suite {
    #[macro_use]
    mod story;

    mod api_keys;
    mod contacts;
    mod encryption;
    mod keys;
    mod lines;
    mod members;
    mod migrations;
    mod orgs;
    mod rotation;
    mod sessions;
    mod statements;
    mod text;
}
