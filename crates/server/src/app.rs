//! What every handler shares.

use std::sync::Arc;
use std::time::Duration;

use steward_channels::quo;
use steward_channels::twilio::WebhookKeys;
use steward_llm::Models;
use steward_memory::accounts::Accounts;
use steward_model::{Clock, Timestamp};
use steward_runtime::Runtime;
use steward_store::{Store, StoreError};
use steward_tools::Catalogue;

use crate::auth::{Oidc, Passwords, Principals};
use crate::error::ApiError;
use crate::extractor::Extractor;
use crate::http::client_address::TrustedProxies;
use crate::http::rate_limit::Limiter;
use crate::readiness::Readiness;
use crate::routes::openai::responses::Writing;
use crate::telemetry::metrics::Metrics;

/// The running application. Cheap to clone.
#[derive(Clone)]
pub(crate) struct App {
    inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub(crate) store: Store,
    pub(crate) runtime: Runtime,
    /// Accounts, as their files say.
    pub(crate) accounts: Accounts,
    /// For whoever lends a model to one turn.
    pub(crate) models: Models,
    /// What agents can be given.
    pub(crate) tools: Catalogue,
    /// Reads what is uploaded.
    pub(crate) extractor: Extractor,
    /// What proves that a webhook is Twilio's; nothing where Twilio is not set up.
    pub(crate) twilio: Option<WebhookKeys>,
    /// What proves that a webhook is Quo's; nothing where Quo is not set up.
    pub(crate) quo: Option<quo::WebhookKeys>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) limiter: Limiter,
    pub(crate) principals: Principals,
    pub(crate) passwords: Passwords,
    pub(crate) oidc: Option<Oidc>,
    pub(crate) settings: AppSettings,
    /// Responses to programs that are being written here.
    pub(crate) writing: Writing,
    pub(crate) readiness: Readiness,
    /// None in tests, where many applications share a process.
    pub(crate) metrics: Option<Metrics>,
}

/// Plain values from the configuration.
#[derive(Debug, Clone)]
pub(crate) struct AppSettings {
    /// How people reach Steward, without a slash at the end.
    pub(crate) base_url: String,
    pub(crate) session_ttl: Duration,
    pub(crate) sign_in_link_ttl: Duration,
    pub(crate) trusted_proxies: TrustedProxies,
    /// How long a request may take.
    pub(crate) request_timeout: Duration,
    /// The largest file that can be uploaded.
    pub(crate) upload_limit: usize,
    /// Where a day begins and ends.
    pub(crate) time_zone: String,
    /// Whether what a model thought is shown.
    pub(crate) show_thinking: bool,
    /// What programs may ask of models without an agent.
    pub(crate) asking: Asking,
    /// The model of agents that name none.
    pub(crate) model: String,
    /// Whether a line's carrier can be a phone on the screen.
    pub(crate) phone_on_screen: bool,
    /// Whether there is a mail server.
    pub(crate) sends_mail: bool,
}

/// How models are asked on behalf of programs.
#[derive(Debug, Clone)]
pub(crate) struct Asking {
    /// The models that are set up, the usual one first.
    pub(crate) models: Vec<String>,
    /// How freely they write where the program does not say, in thousandths.
    pub(crate) temperature_milli: u32,
    /// The most they write at once.
    pub(crate) max_tokens: u32,
    /// The most they read at once.
    pub(crate) context_tokens: u32,
}

impl AppSettings {
    /// Cookies are for TLS alone where people use TLS.
    pub(crate) fn is_https(&self) -> bool {
        self.base_url.starts_with("https://")
    }
}

impl App {
    pub(crate) fn new(inner: Inner) -> Self {
        Self {
            inner: Arc::new(inner),
        }
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.inner.clock.now()
    }

    /// What "yesterday" is seen from.
    pub(crate) fn local_now(&self) -> jiff::Zoned {
        let now = jiff::Timestamp::from_microsecond(self.now().as_micros()).unwrap_or_default();
        now.in_tz(&self.settings.time_zone)
            .unwrap_or_else(|_| now.to_zoned(jiff::tz::TimeZone::UTC))
    }
}

impl std::ops::Deref for App {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.inner
    }
}

/// What a caller reads when the store refuses or fails.
impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Conflict(_) | StoreError::Refused(_) => {
                Self::conflict(sentence(&error.to_string()))
            }
            StoreError::Stale { .. } => Self::precondition_failed(sentence(&error.to_string())),
            StoreError::Forgotten => Self::forgotten(),
            StoreError::DiskFull => Self::insufficient_storage(),
            StoreError::Busy | StoreError::LeaseLost => {
                Self::unavailable("The database is busy. Try again.")
            }
            StoreError::Unavailable(_) | StoreError::Stopped => {
                Self::unavailable("The database cannot be used at the moment.").with_detail(error)
            }
            StoreError::Tampered { .. } => Self::new(
                http::StatusCode::INTERNAL_SERVER_ERROR,
                "tampered",
                "Stored content is damaged and was not used.",
            )
            .with_detail(error),
            StoreError::NewerDatabase { .. }
            | StoreError::Migration { .. }
            | StoreError::Locked(_)
            | StoreError::OldSqlite(_)
            | StoreError::MasterKey(_)
            | StoreError::Open { .. }
            | StoreError::Internal(_) => Self::internal(error),
        }
    }
}

/// What a caller reads when the memory fails.
impl From<steward_memory::Error> for ApiError {
    fn from(error: steward_memory::Error) -> Self {
        match error {
            steward_memory::Error::Store(error) => error.into(),
            error => Self::internal(error),
        }
    }
}

/// The store's messages are clauses; the API's are sentences.
pub(crate) fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    let first = letters
        .next()
        .map(|letter| letter.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}
