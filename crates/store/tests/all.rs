//! What the store promises, on every database it runs on.

#[cfg(test)]
mod suite {
    #[macro_use]
    mod story;

    mod api_keys;
    mod contacts;
    mod lines;
    mod members;
    mod orgs;
    mod sessions;
}
