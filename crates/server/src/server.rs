//! Putting the application together from its configuration.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use steward_model::Clock;
use steward_runtime::Working;
use steward_store::{Store, StoreError};

use crate::app::{App, AppSettings, Asking, Inner};
use crate::auth::{Newcomers, Oidc, OidcSettings, Passwords, Principals};
use crate::config::{self, Config};
use crate::extractor::Extractor;
use crate::http::client_address::TrustedProxies;
use crate::http::rate_limit::Limiter;
use crate::machine::Machine;
use crate::readiness::Readiness;
use crate::routes::openai::responses::Writing;
use crate::telemetry::metrics::Metrics;
use crate::{door, http, router};

/// The whole application, ready to be served.
pub struct Server {
    router: Router,
    app: App,
    readiness: Readiness,
}

impl Server {
    /// Builds it around an open store. The program is this one: it is started again for work that may end badly.
    ///
    /// # Errors
    /// A setting that only shows to be wrong when it is used, as a sentence.
    pub fn new(
        config: &Config,
        store: Store,
        clock: Arc<dyn Clock>,
        program: PathBuf,
    ) -> Result<Self, String> {
        Self::with_metrics(config, store, clock, program, None)
    }

    pub(crate) fn with_metrics(
        config: &Config,
        store: Store,
        clock: Arc<dyn Clock>,
        program: PathBuf,
        metrics: Option<Metrics>,
    ) -> Result<Self, String> {
        let readiness = Readiness::default();
        let settings = AppSettings {
            base_url: config.http.base_url(),
            session_ttl: config.security.session_ttl.get(),
            sign_in_link_ttl: config.security.sign_in_link_ttl.get(),
            trusted_proxies: TrustedProxies::new(config.http.trusted_proxies.clone()),
            request_timeout: config.http.request_timeout.get(),
            upload_limit: config.memory.upload_limit.bytes(),
            time_zone: config.runtime.time_zone.clone(),
            show_thinking: config.runtime.show_thinking,
            asking: asking(&config.models),
            model: config.models.default_model().to_owned(),
            phone_on_screen: config.sending.phone_on_screen,
            sends_mail: config.mail.is_some(),
        };
        store.allow_flags(config.flags.allowed());
        let limits = &config.http;
        let machine = Machine::new(config, store.clone(), Arc::clone(&clock), &program)?;
        let app = App::new(Inner {
            principals: Principals::new(store.clone()),
            accounts: machine.runtime.memory().accounts().clone(),
            store,
            runtime: machine.runtime,
            models: machine.models,
            tools: machine.tools,
            extractor: Extractor::new(program),
            twilio: machine.twilio,
            quo: machine.quo,
            clock,
            limiter: Limiter::new(
                limits.reads_per_second,
                limits.writes_per_second,
                limits.sign_in_attempts_per_minute,
            ),
            passwords: Passwords::new(),
            oidc: config.auth.oidc.as_ref().map(oidc).transpose()?,
            settings,
            writing: Writing::default(),
            readiness: readiness.clone(),
            metrics,
        });
        let (routes, _) = router::router(app.clone());
        let edge = http::HttpSettings {
            upload_limit: config.memory.upload_limit.bytes() + http::FORM_FRAME,
            ..(&config.http).into()
        };
        Ok(Self {
            router: http::layers(routes, edge),
            app,
            readiness,
        })
    }

    /// Answers requests.
    pub fn router(&self) -> Router {
        self.router.clone()
    }

    /// Starts the runtime: until then nothing that arrives is worked on.
    ///
    /// # Errors
    /// What an earlier process left could not be put in order.
    pub async fn start_runtime(&self) -> Result<Working, StoreError> {
        self.app.runtime.start().await
    }

    /// Looks at once for what is due: for whoever pushed the clock.
    pub fn look_now(&self) {
        self.app.runtime.wake();
    }

    /// Asks the carriers once for texts that they never told of.
    ///
    /// # Errors
    /// The database cannot be reached.
    pub async fn catch_up(&self) -> Result<(), StoreError> {
        door::catch_up(&self.app).await
    }

    /// Asks them now and then, for as long as it is polled.
    pub(crate) fn keep_catching_up(&self) -> impl Future<Output = ()> + use<> {
        door::keep_catching_up(self.app.clone())
    }

    pub(crate) fn readiness(&self) -> Readiness {
        self.readiness.clone()
    }
}

/// The one HTTP client: with time-outs, without redirects to where nobody asked.
pub(crate) fn http_client() -> Result<reqwest::Client, String> {
    // A second call finds the provider installed, which is all that matters.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder()
        .connect_timeout(Duration::from_secs(5))
        .timeout(Duration::from_secs(15))
        .redirect(reqwest::redirect::Policy::none())
        .no_proxy()
        .user_agent(concat!("steward/", env!("CARGO_PKG_VERSION")))
        .build()
        .map_err(|error| format!("the HTTP client cannot be made: {error}"))
}

fn asking(models: &config::Models) -> Asking {
    Asking {
        models: models.named().into_iter().map(str::to_owned).collect(),
        temperature_milli: (models.temperature * 1000.0).round() as u32,
        max_tokens: models.max_tokens.get(),
        context_tokens: models.context_tokens.get(),
    }
}

fn oidc(oidc: &config::Oidc) -> Result<Oidc, String> {
    let org = oidc.org.as_deref().map(str::parse).transpose();
    let settings = OidcSettings {
        issuer: oidc.issuer.as_str().to_owned(),
        audience: oidc.audience.clone(),
        jwks_url: oidc.jwks_url.as_ref().map(|url| url.as_str().to_owned()),
        allowed_email_domains: oidc.allowed_email_domains.clone(),
        newcomers: if oidc.create_members {
            Newcomers::BecomeMembers
        } else {
            Newcomers::Refused
        },
        org: org.map_err(|_| "`auth.oidc.org` is not the id of an organisation".to_owned())?,
    };
    Ok(Oidc::new(settings, http_client()?))
}
