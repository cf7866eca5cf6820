//! What the crate promises, over real connections to a carrier that fails as it is told.

#[cfg(test)]
mod suite {
    mod support;

    mod callbacks;
    mod faults;
    mod lookup;
    mod received;
    mod stops;
    mod texts;
    mod wire;
}
