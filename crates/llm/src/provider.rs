//! From the name of a model to something that answers.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, PoisonError, RwLock};

use moka::sync::Cache;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, Url};

use crate::anthropic::VERSION;
use crate::http::{self, Endpoint, KeyHeader};
use crate::{Anthropic, ApiKey, ChatModel, Dialect, Embeddings, OpenAiChat, Timeouts};

/// How many models are kept ready; one that is asked for again is made again.
const MODELS_KEPT: u64 = 256;

/// The models that can be named: those of the providers, and those given by hand.
#[derive(Clone, Default)]
pub struct Models {
    named: HashMap<String, Arc<dyn ChatModel>>,
    lent: Arc<RwLock<HashMap<String, Arc<dyn ChatModel>>>>,
    providers: Option<Providers>,
}

/// A model that can be named until this is dropped.
#[must_use]
pub struct Lent {
    name: String,
    models: Models,
}

impl Drop for Lent {
    fn drop(&mut self) {
        let lent = self.models.lent.write();
        lent.unwrap_or_else(PoisonError::into_inner)
            .remove(&self.name);
    }
}

impl Models {
    /// Every model of these providers.
    pub fn of(providers: Providers) -> Self {
        Self {
            providers: Some(providers),
            ..Self::default()
        }
    }

    /// One model more, which takes precedence over a provider's of the same name.
    #[must_use]
    pub fn with(mut self, name: &str, model: Arc<dyn ChatModel>) -> Self {
        self.named.insert(name.to_owned(), model);
        self
    }

    /// One model more for a while, for every clone of these.
    pub fn lend(&self, name: &str, model: Arc<dyn ChatModel>) -> Lent {
        let lent = self.lent.write();
        lent.unwrap_or_else(PoisonError::into_inner)
            .insert(name.to_owned(), model);
        Lent {
            name: name.to_owned(),
            models: self.clone(),
        }
    }

    /// The model of this name.
    pub fn find(&self, name: &str) -> Result<Arc<dyn ChatModel>, ProviderError> {
        let given = self.named.get(name).cloned().or_else(|| {
            let lent = self.lent.read().unwrap_or_else(PoisonError::into_inner);
            lent.get(name).cloned()
        });
        match (given, &self.providers) {
            (Some(model), _) => Ok(model),
            (None, Some(providers)) => providers.model(name),
            (None, None) => Err(ProviderError::UnknownProvider {
                name: name.to_owned(),
            }),
        }
    }
}

/// Keys and addresses of the providers.
#[derive(Debug, Clone, Default)]
pub struct ProviderSettings {
    /// `anthropic:…`; needs a key.
    pub anthropic: ProviderAccess,
    /// `openai:…`; needs a key.
    pub openai: ProviderAccess,
    /// `openrouter:…`; needs a key.
    pub openrouter: ProviderAccess,
    /// `ollama:…`
    pub ollama: ProviderAccess,
    /// Keys of the servers named by their base URL. By URL, so that no key goes to a server it is not for.
    pub keys: BTreeMap<String, ApiKey>,
    /// For all of them.
    pub timeouts: Timeouts,
}

/// How one provider is reached.
#[derive(Debug, Clone, Default)]
pub struct ProviderAccess {
    /// The key.
    pub api_key: Option<ApiKey>,
    /// Another address than the provider's own, such as a gateway's.
    pub base_url: Option<String>,
}

/// The providers, ready to be asked. Cheap to clone; all models share one client.
#[derive(Clone)]
pub struct Providers {
    settings: Arc<ProviderSettings>,
    client: Client,
    /// Kept, because a model learns what its server refuses.
    models: Cache<String, Arc<dyn ChatModel>>,
}

impl Providers {
    /// Checks nothing but that a client can be made: a provider that is never asked needs no settings.
    pub fn new(settings: ProviderSettings) -> Result<Self, ProviderError> {
        let client = http::client(&settings.timeouts).map_err(|error| ProviderError::NoClient {
            reason: error.to_string(),
        })?;
        Ok(Self {
            settings: Arc::new(settings),
            client,
            models: Cache::new(MODELS_KEPT),
        })
    }

    /// The model of this name, if its provider's settings allow to ask it.
    pub fn model(&self, name: &str) -> Result<Arc<dyn ChatModel>, ProviderError> {
        if let Some(model) = self.models.get(name) {
            return Ok(model);
        }
        let model = self.build(name.parse()?)?;
        self.models.insert(name.to_owned(), Arc::clone(&model));
        Ok(model)
    }

    /// The embedding model of this name.
    ///
    /// # Errors
    /// It names no model, its provider has none that embed, or its settings do not allow to ask it.
    pub fn embeddings(&self, name: &str) -> Result<Embeddings, ProviderError> {
        let name: ModelName = name.parse()?;
        if name.provider == Provider::Anthropic {
            return Err(ProviderError::NoEmbeddings {
                provider: name.provider.to_string(),
            });
        }
        let endpoint = self.endpoint(&name.provider, "/embeddings")?;
        Ok(Embeddings::new(endpoint, name.model))
    }

    fn build(&self, name: ModelName) -> Result<Arc<dyn ChatModel>, ProviderError> {
        let model = name.model;
        let dialect = match &name.provider {
            Provider::Anthropic => {
                let endpoint = self.endpoint(&name.provider, "/v1/messages")?;
                return Ok(Arc::new(Anthropic::new(endpoint, model)));
            }
            Provider::OpenAi => Dialect::OPENAI,
            Provider::OpenRouter => Dialect::openrouter(&model),
            Provider::Ollama | Provider::Url(_) => Dialect::COMPATIBLE,
        };
        let endpoint = self.endpoint(&name.provider, "/chat/completions")?;
        Ok(Arc::new(OpenAiChat::new(endpoint, model, dialect)))
    }

    fn endpoint(&self, provider: &Provider, path: &str) -> Result<Endpoint, ProviderError> {
        let (access, default_url) = match provider {
            Provider::Anthropic => (&self.settings.anthropic, "https://api.anthropic.com"),
            Provider::OpenAi => (&self.settings.openai, "https://api.openai.com/v1"),
            Provider::OpenRouter => (&self.settings.openrouter, "https://openrouter.ai/api/v1"),
            Provider::Ollama => (&self.settings.ollama, "http://127.0.0.1:11434/v1"),
            Provider::Url(url) => {
                let mut keys = self.settings.keys.iter();
                let key = keys.find(|(base, _)| base.trim_end_matches('/') == url);
                return self.connect(provider, url, path, key.map(|(_, key)| key.clone()));
            }
        };
        let key = access.api_key.clone();
        if key.is_none() && !matches!(provider, Provider::Ollama) {
            return Err(ProviderError::NoKey {
                provider: provider.to_string(),
            });
        }
        let base = access.base_url.as_deref().unwrap_or(default_url);
        self.connect(provider, base, path, key)
    }

    fn connect(
        &self,
        provider: &Provider,
        base: &str,
        path: &str,
        key: Option<ApiKey>,
    ) -> Result<Endpoint, ProviderError> {
        let mut headers = HeaderMap::new();
        let key_header = if matches!(provider, Provider::Anthropic) {
            let version = HeaderName::from_static("anthropic-version");
            headers.insert(version, HeaderValue::from_static(VERSION));
            KeyHeader::ApiKey
        } else {
            KeyHeader::Bearer
        };
        if let Some(key) = &key {
            let header = key_header.with(key);
            let (name, value) = header.ok_or_else(|| ProviderError::UnusableKey {
                provider: provider.to_string(),
            })?;
            headers.insert(name, value);
        }
        Ok(Endpoint {
            client: self.client.clone(),
            url: parse_url(base, path)?,
            headers,
            key,
            timeouts: self.settings.timeouts,
        })
    }
}

/// A model and who serves it: `anthropic:claude-sonnet-4-5`, `ollama:qwen3:8b`, `http://127.0.0.1:8000/v1#my-model`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelName {
    /// Who serves it.
    pub provider: Provider,
    /// Its name there.
    pub model: String,
}

/// Who serves a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Provider {
    /// The Messages API.
    Anthropic,
    /// The chat completions API.
    OpenAi,
    /// Many models behind one key.
    OpenRouter,
    /// Open models on one's own machine.
    Ollama,
    /// Any server with a chat completions API, by its base URL.
    Url(String),
}

impl FromStr for ModelName {
    type Err = ProviderError;

    fn from_str(name: &str) -> Result<Self, ProviderError> {
        let malformed = || ProviderError::Malformed {
            name: name.to_owned(),
        };
        let (provider, model) = if name.starts_with("http://") || name.starts_with("https://") {
            let (url, model) = name.split_once('#').ok_or_else(malformed)?;
            parse_url(url, "")?;
            (Provider::Url(url.trim_end_matches('/').to_owned()), model)
        } else {
            let (provider, model) = name.split_once(':').ok_or_else(malformed)?;
            (provider.parse()?, model)
        };
        if model.is_empty() || model.contains(char::is_whitespace) {
            return Err(malformed());
        }
        Ok(Self {
            provider,
            model: model.to_owned(),
        })
    }
}

impl FromStr for Provider {
    type Err = ProviderError;

    fn from_str(name: &str) -> Result<Self, ProviderError> {
        match name {
            "anthropic" => Ok(Self::Anthropic),
            "openai" => Ok(Self::OpenAi),
            "openrouter" => Ok(Self::OpenRouter),
            "ollama" => Ok(Self::Ollama),
            _ => Err(ProviderError::UnknownProvider {
                name: name.to_owned(),
            }),
        }
    }
}

impl fmt::Display for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Anthropic => "anthropic",
            Self::OpenAi => "openai",
            Self::OpenRouter => "openrouter",
            Self::Ollama => "ollama",
            Self::Url(url) => url,
        })
    }
}

/// Whether the provider of this model searches the web by itself when it is told that it may.
pub fn searches_by_itself(model: &str) -> bool {
    let name: Result<ModelName, _> = model.parse();
    name.is_ok_and(|name| name.provider == Provider::Anthropic)
}

/// Why a model cannot be asked, and what to set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProviderError {
    /// Not the name of a model.
    #[error("`{name}` names no model; write `provider:model` or `https://base-url#model`")]
    Malformed {
        /// As it was written.
        name: String,
    },
    /// It answers and does not embed.
    #[error(
        "{provider} has no embeddings; use openai, openrouter or ollama, or write `https://base-url#model`"
    )]
    NoEmbeddings {
        /// Who was named.
        provider: String,
    },
    /// Not a provider.
    #[error(
        "`{name}` is no provider; use anthropic, openai, openrouter or ollama, or write `https://base-url#model`"
    )]
    UnknownProvider {
        /// As it was written.
        name: String,
    },
    /// A key is needed.
    #[error("{provider} needs an API key; set `api_key` or `api_key_file` of {provider}")]
    NoKey {
        /// Whose.
        provider: String,
    },
    /// A key with characters that no header takes.
    #[error("the API key of {provider} has characters that cannot be sent; set it again")]
    UnusableKey {
        /// Whose.
        provider: String,
    },
    /// An address that cannot be used.
    #[error(
        "`{url}` is no base URL; it begins with http:// or https:// and has no key, no `?` and no `#`"
    )]
    BadUrl {
        /// Without what may be secret in it.
        url: String,
    },
    /// No requests can be made at all.
    #[error("the HTTP client cannot be made: {reason}")]
    NoClient {
        /// From the library.
        reason: String,
    },
}

/// The address of `path` below a base URL.
fn parse_url(base: &str, path: &str) -> Result<Url, ProviderError> {
    // What stands before an `@` may be a password, and what follows a `?` a key.
    let bad = || {
        let address = base.split(['?', '#']).next().unwrap_or_default();
        let url = address.rsplit('@').next().unwrap_or_default().to_owned();
        ProviderError::BadUrl { url }
    };
    let url = Url::parse(&format!("{}{path}", base.trim_end_matches('/'))).map_err(|_| bad())?;
    let is_plain = matches!(url.scheme(), "http" | "https")
        && url.has_host()
        && url.username().is_empty()
        && url.password().is_none()
        && !base.contains(['?', '#']);
    if is_plain { Ok(url) } else { Err(bad()) }
}
