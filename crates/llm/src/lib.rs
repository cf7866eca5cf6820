#![doc = include_str!("../README.md")]

mod anthropic;
mod calls;
mod failure;
mod http;
#[cfg(test)]
mod http_tests;
mod key;
mod limits;
mod openai;
mod pipeline;
mod price;
#[cfg(test)]
mod price_tests;
mod provider;
#[cfg(test)]
mod provider_tests;
mod scripted;
mod sse;
#[cfg(test)]
mod sse_tests;
mod tokens;

use futures_util::future::BoxFuture;
use steward_model::{ChatAnswer, ChatDelta, ChatRequest, ModelFailure};

pub use self::anthropic::Anthropic;
pub use self::http::Timeouts;
pub use self::key::ApiKey;
pub use self::openai::{Dialect, Embeddings, OpenAiChat};
pub use self::pipeline::{
    Attempt, Budget, Call, Chance, Charge, CountedBudget, Pipeline, PipelineSettings, Reservation,
    RetryPolicy, Unlimited,
};
pub use self::price::{NotAPrice, Price, PriceTable, Rate};
pub use self::provider::{
    Lent, ModelName, Models, Provider, ProviderAccess, ProviderError, ProviderSettings, Providers,
    searches_by_itself,
};
pub use self::scripted::{Reply, Scripted};
pub use self::tokens::{estimate_request, estimate_text};

/// Is told each piece of an answer as it comes.
pub type OnDelta<'a> = &'a mut (dyn FnMut(ChatDelta) + Send);

/// Something that answers a conversation.
///
/// Its role: the one contract between Steward and language models, whoever serves them. Implemented by [`Anthropic`],
/// [`OpenAiChat`] and, for tests, [`Scripted`]. An implementation makes one attempt; time-outs, retries, budget and
/// fall-back are the work of [`Pipeline`]. Dropping the future ends the call.
pub trait ChatModel: Send + Sync {
    /// Answers `request`, telling the pieces to `on_delta` as they come. The answer holds everything again.
    fn chat<'a>(
        &'a self,
        request: &'a ChatRequest,
        on_delta: OnDelta<'a>,
    ) -> BoxFuture<'a, Result<ChatAnswer, ModelFailure>>;
}
