//! What the crate promises, over real connections and with a clock that can be pushed.

#[cfg(test)]
mod suite {
    mod provider;
    mod request;

    mod anthropic;
    mod budget;
    mod embeddings;
    mod failures;
    mod openai;
    mod pipeline;
    mod timeouts;
}
