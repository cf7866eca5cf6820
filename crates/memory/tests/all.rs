//! What the crate promises, over real rows on both databases.

#[cfg(test)]
mod suite {
    mod ahead;
    mod library;
    mod recollections;
    mod reindex;
    mod service;
    mod workspace;
}
