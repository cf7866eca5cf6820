//! What other tests rely on.

#[cfg(test)]
mod suite {
    mod carrier;
}
