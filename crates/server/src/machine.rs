//! The runtime as the configuration describes it.

use std::collections::HashMap;
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use steward_agent::Policy;
use steward_channels::mail::{Mailer, Security, Smtp, SmtpSettings};
use steward_channels::quo::{self, Quo, QuoSettings};
use steward_channels::twilio::{Credentials, SharedKey, Twilio, TwilioSettings, WebhookKeys};
use steward_channels::{
    Carrier, FileResult, InboundText, LookupResult, Outbound, Secret as CarrierSecret, SendResult,
    calling_code,
};
use steward_llm::{
    ApiKey, Models, Pipeline, PipelineSettings, Price, PriceTable, ProviderAccess,
    ProviderSettings, Providers, Rate, RetryPolicy, Timeouts,
};
use steward_memory::{Library, Meaning};
use steward_model::{Clock, E164, EffectClass, IdGen, LineProvider, SystemIds, Timestamp};
use steward_runtime::{DailyLimit, DailyLimits, Parts, Runtime, RuntimeSettings};
use steward_store::{SendRules, Store};
use steward_tools::{Catalogue, ScriptRunner};

use crate::config::{self, Config, HttpUrl, MailSecurity, OFFLINE, Secret};
use crate::loopback::Loopback;
use crate::offline::Offline;
use crate::watched;

/// The runtime, and what the rest of the server needs of its parts.
pub(crate) struct Machine {
    pub(crate) runtime: Runtime,
    /// For whoever lends a model to one turn.
    pub(crate) models: Models,
    /// What agents can be given.
    pub(crate) tools: Catalogue,
    /// What proves that a webhook is Twilio's; nothing where Twilio is not set up.
    pub(crate) twilio: Option<WebhookKeys>,
    /// What proves that a webhook is Quo's; nothing where Quo is not set up.
    pub(crate) quo: Option<quo::WebhookKeys>,
}

impl Machine {
    /// Puts it together. Nothing runs yet. The program is this one, started again for scripts of skills.
    ///
    /// # Errors
    /// A setting that only shows to be wrong when it is used, as a sentence.
    pub(crate) fn new(
        config: &Config,
        store: Store,
        clock: Arc<dyn Clock>,
        program: &Path,
    ) -> Result<Self, String> {
        let providers = providers(&config.models)?;
        let memory = memory(config, store.clone(), providers.clone())?;
        let models = Models::of(providers).with(OFFLINE, Arc::new(Offline));
        let models = watched::models(models, config.models.default_model());
        let subagents = config::registry(&config.subagents).map_err(|error| error.to_string())?;
        let mut carriers: HashMap<LineProvider, Arc<dyn Carrier>> = HashMap::new();
        let mut keys = None;
        if let Some(twilio) = &config.twilio {
            let token = CarrierSecret::new(twilio.auth_token.expose())
                .map_err(|_| "`twilio.auth_token` is empty".to_owned())?;
            keys = Some(twilio_webhook_keys(twilio, token.clone())?);
            let carrier = twilio_carrier(twilio, token, config)?;
            carriers.insert(LineProvider::Twilio, watched::carrier(carrier));
        }
        let mut quo_keys = None;
        if let Some(quo) = &config.quo {
            quo_keys = Some(quo_webhook_keys(quo)?);
            let carrier = quo_carrier(quo, config)?;
            carriers.insert(LineProvider::Quo, watched::carrier(carrier));
        }
        if config.sending.phone_on_screen {
            let carrier = Loopback::new(store.clone());
            carriers.insert(LineProvider::Loopback, watched::carrier(carrier));
        }
        let runner = ScriptRunner::new(program.to_owned());
        let tools = Catalogue::new(&subagents).running_scripts(runner);
        let parts = Parts {
            memory,
            store,
            pipeline: Pipeline::new(models.clone(), pipeline(&config.models)?),
            tools: tools.clone(),
            subagents,
            carriers,
            mailer: mailer(config)?,
            clock,
            settings: watched::hastened(settings(config)?),
        };
        Ok(Self {
            runtime: Runtime::new(parts),
            models,
            tools,
            twilio: keys,
            quo: quo_keys,
        })
    }
}

fn settings(config: &Config) -> Result<RuntimeSettings, String> {
    let quiet = config.sending.quiet(&config.runtime.time_zone);
    let (models, runtime) = (&config.models, &config.runtime);
    Ok(RuntimeSettings {
        // Two processes of one name would take each other's leases for their own.
        node: format!("node-{}", SystemIds.next()),
        workers: runtime.workers.get() as usize,
        model: models.default_model().to_owned(),
        sub_model: models.sub_model.clone(),
        native_tools: native_tools(models),
        temperature_milli: (models.temperature * 1000.0).round() as u32,
        max_tokens: models.max_tokens.get(),
        context_tokens: models.context_tokens.get() as usize,
        compaction_percent: (config.memory.compaction_threshold * 100.0).round() as usize,
        context_cache: config.memory.context_cache.get(),
        rewrite_queries: config.memory.rewrite_queries,
        tool_timeout: runtime.tool_timeout.get(),
        approval_ttl: runtime.approval_ttl.get(),
        daily: daily(&config.budgets),
        send: SendRules {
            max_per_contact_per_hour: config.sending.max_per_contact_per_hour,
            max_per_contact_per_day: config.sending.max_per_contact_per_day,
            max_per_agent_per_day: config.sending.max_per_agent_per_day,
            quiet: quiet.map_err(|error| error.to_string())?,
            ..SendRules::default()
        },
        policy: Policy {
            fetch_hosts: models.web_hosts.iter().cloned().collect(),
            ..Policy::default()
        },
        archive_after: runtime.archive_after.get(),
        zone: runtime.time_zone.clone(),
        base_url: config.http.base_url(),
        mirror: config.workspace.folder(&config.home),
        ..RuntimeSettings::default()
    })
}

fn mailer(config: &Config) -> Result<Option<Arc<dyn Mailer>>, String> {
    let Some(mail) = &config.mail else {
        return Ok(None);
    };
    Ok(Some(Arc::new(mail_server(mail)?)))
}

/// The mail server as it is set up.
pub(crate) fn mail_server(mail: &config::Mail) -> Result<Smtp, String> {
    let credentials = match (&mail.user, &mail.password) {
        (Some(user), Some(password)) => {
            let password = CarrierSecret::new(password.expose())
                .map_err(|_| "`mail.password` is empty".to_owned())?;
            Some((user.clone(), password))
        }
        _ => None,
    };
    let settings = SmtpSettings {
        server: mail.server.clone(),
        port: mail.port.map(NonZeroU16::get),
        security: match mail.security {
            MailSecurity::StartTls => Security::StartTls,
            MailSecurity::Tls => Security::Tls,
            MailSecurity::None => Security::None,
        },
        credentials,
        from: mail
            .from
            .parse()
            .map_err(|error| format!("`mail.from`: {error}"))?,
        timeouts: SmtpSettings::TIMEOUTS,
    };
    Smtp::new(settings).map_err(|error| format!("`mail`: {error}"))
}

/// The model that is no language model reads offered tools as such, whatever is configured for others.
fn native_tools(models: &config::Models) -> Vec<String> {
    let mut native = models.native_tools.clone();
    native.push(OFFLINE.to_owned());
    native
}

fn daily(budgets: &config::Budgets) -> DailyLimits {
    let limit = |dollars: f64, tokens: u32| DailyLimit {
        micros: (dollars > 0.0).then_some((dollars * 1e6).round() as i64),
        tokens: (tokens > 0).then_some(i64::from(tokens)),
    };
    DailyLimits {
        org: limit(budgets.org_dollars, budgets.org_tokens),
        agent: limit(budgets.agent_dollars, budgets.agent_tokens),
        contact: limit(budgets.contact_dollars, budgets.contact_tokens),
    }
}

/// The models that are configured, for whoever asks one outside of a turn.
pub(crate) fn asking(config: &config::Models) -> Result<Pipeline, String> {
    let models = Models::of(providers(config)?);
    Ok(Pipeline::new(models, pipeline(config)?))
}

/// What is remembered, as the configuration says it is searched.
pub(crate) fn library(config: &Config, store: Store) -> Result<Library, String> {
    memory(config, store, providers(&config.models)?)
}

fn memory(config: &Config, store: Store, providers: Providers) -> Result<Library, String> {
    let meaning = match &config.memory.embedder {
        None => Meaning::built_in().map_err(|error| error.to_string())?,
        Some(name) => service(name, &providers)
            .map_err(|error| format!("`memory.embedder` cannot be used: {error}"))?,
    };
    let budget = config.memory.index_megabytes.get() as usize * 1_000_000;
    let former = move |name: &str| service(name, &providers).ok();
    Ok(Library::with_former(store, meaning, budget, former))
}

fn service(name: &str, providers: &Providers) -> Result<Meaning, String> {
    if let Some(folder) = name.strip_prefix(config::FOLDER) {
        return Meaning::from_folder(Path::new(folder)).map_err(|error| error.to_string());
    }
    let model = providers.embeddings(name);
    let model = model.map_err(|error| error.to_string())?;
    Ok(Meaning::service(name, model))
}

fn providers(config: &config::Models) -> Result<Providers, String> {
    let access = |key: Option<&Secret>, url: Option<&HttpUrl>| ProviderAccess {
        api_key: key.map(|key| ApiKey::new(key.expose())),
        base_url: url.map(|url| url.as_str().to_owned()),
    };
    let (anthropic, openai) = (&config.anthropic, &config.openai);
    let settings = ProviderSettings {
        anthropic: access(anthropic.api_key.as_ref(), anthropic.base_url.as_ref()),
        openai: access(openai.api_key.as_ref(), openai.base_url.as_ref()),
        openrouter: access(config.openrouter.api_key.as_ref(), None),
        ollama: access(None, config.ollama.base_url.as_ref()),
        timeouts: Timeouts {
            connect: config.connect_timeout.get(),
            first_byte: config.first_byte_timeout.get(),
            idle: config.idle_timeout.get(),
        },
        ..ProviderSettings::default()
    };
    Providers::new(settings).map_err(|error| error.to_string())
}

fn pipeline(config: &config::Models) -> Result<PipelineSettings, String> {
    let prices = config.prices.iter().map(|(name, price)| {
        let rate = |dollars| Rate::try_from(dollars);
        let price = Price {
            input: rate(price.input)?,
            cached: price.cached.map(rate).transpose()?,
            cache_write: price.cache_write.map(rate).transpose()?,
            output: rate(price.output)?,
        };
        Ok((name.clone(), price))
    });
    let prices: Result<Vec<_>, steward_llm::NotAPrice> = prices.collect();
    Ok(PipelineSettings {
        fallback: config.fallback.clone(),
        retry: RetryPolicy::default(),
        deadline: config.deadline.get(),
        prices: PriceTable::new(prices.map_err(|error| format!("`models.prices`: {error}"))?),
    })
}

fn quo_carrier(quo: &config::Quo, config: &Config) -> Result<Within<Quo>, String> {
    let key = CarrierSecret::new(quo.api_key.expose())
        .map_err(|_| "`quo.api_key` is empty".to_owned())?;
    let mut settings = QuoSettings::new(key);
    if let Some(url) = &quo.base_url {
        settings.base_url = url.as_str().to_owned();
    }
    let carrier = Quo::new(&settings).map_err(|error| format!("`quo`: {error}"))?;
    Ok(Within {
        carrier,
        countries: config.sending.countries.clone(),
    })
}

fn quo_webhook_keys(quo: &config::Quo) -> Result<quo::WebhookKeys, String> {
    let mut keys = quo::WebhookKeys::default();
    if let Some(secret) = &quo.webhook_secret {
        let read = keys.with_current(secret.expose());
        keys = read.map_err(|error| format!("`quo.webhook_secret`: {error}"))?;
    }
    if let Some(secret) = &quo.legacy_webhook_secret {
        let read = keys.with_legacy(secret.expose());
        keys = read.map_err(|error| format!("`quo.legacy_webhook_secret`: {error}"))?;
    }
    Ok(keys)
}

fn twilio_carrier(
    twilio: &config::Twilio,
    token: CarrierSecret,
    config: &Config,
) -> Result<Within<Twilio>, String> {
    let credentials = Credentials::AuthToken(token);
    let mut settings =
        TwilioSettings::new(&twilio.account_sid, credentials, config.http.base_url());
    if let Some(url) = &twilio.base_url {
        settings.base_url = url.as_str().to_owned();
    }
    let carrier = Twilio::new(settings).map_err(|error| format!("`twilio`: {error}"))?;
    Ok(Within {
        carrier,
        countries: config.sending.countries.clone(),
    })
}

fn twilio_webhook_keys(
    twilio: &config::Twilio,
    token: CarrierSecret,
) -> Result<WebhookKeys, String> {
    let keys = WebhookKeys::new(&twilio.account_sid, token);
    let (Some(id), Some(secret)) = (&twilio.webhook_key_id, &twilio.webhook_key_secret) else {
        return Ok(keys);
    };
    let secret = CarrierSecret::new(secret.expose())
        .map_err(|_| "`twilio.webhook_key_secret` is empty".to_owned())?;
    let id = id.clone();
    Ok(keys.with_shared_key(SharedKey { id, secret }))
}

/// A carrier that sends to some countries only.
struct Within<C> {
    carrier: C,
    /// All of them where there is none.
    countries: Vec<String>,
}

impl<C> Within<C> {
    fn allows(&self, number: &str) -> bool {
        if self.countries.is_empty() {
            return true;
        }
        let number: Result<E164, _> = number.parse();
        number.is_ok_and(|number| {
            calling_code(&number).is_some_and(|code| self.countries.iter().any(|one| one == code))
        })
    }
}

impl<C: Carrier> Carrier for Within<C> {
    fn class(&self) -> EffectClass {
        self.carrier.class()
    }

    fn send<'a>(&'a self, outbound: &'a Outbound) -> BoxFuture<'a, SendResult> {
        if self.allows(&outbound.to) {
            return self.carrier.send(outbound);
        }
        Box::pin(std::future::ready(SendResult::Refused {
            opted_out: false,
            reason: "messages to this country are not allowed; see `sending.countries`".to_owned(),
            status: None,
        }))
    }

    fn look_up<'a>(
        &'a self,
        outbound: &'a Outbound,
        since: Timestamp,
    ) -> BoxFuture<'a, LookupResult> {
        self.carrier.look_up(outbound, since)
    }

    fn received<'a>(
        &'a self,
        line: &'a str,
        since: Timestamp,
    ) -> BoxFuture<'a, Result<Vec<InboundText>, String>> {
        self.carrier.received(line, since)
    }

    fn file<'a>(&'a self, url: &'a str) -> BoxFuture<'a, FileResult> {
        self.carrier.file(url)
    }
}
