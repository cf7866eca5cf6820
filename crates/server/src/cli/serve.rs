//! `steward serve` and `steward demo`.

use std::sync::Arc;

use steward_model::Clock;
use steward_store::{Access, Store};
use tokio::net::TcpListener;

use super::open::Location;
use super::{Failure, demo, say};
use crate::assistant;
use crate::config::Config;
use crate::first_owner::{self, FirstOwner};
use crate::serve::{serve, shutdown_signal};
use crate::server::{Server, http_client};
use crate::{sign_in_link, telemetry};

/// Whom the server is started for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A team. A link is printed on first start alone.
    Service,
    /// Somebody who wants to look around. A link is printed every time.
    Demo,
}

pub(super) async fn run(config: &Config, purpose: Purpose) -> Result<(), Failure> {
    let config = &fit_for(config, purpose);
    let client = http_client().map_err(Failure::other)?;
    let telemetry =
        telemetry::init(&config.log, &config.telemetry, client).map_err(Failure::configuration)?;
    let stop = shutdown_signal().map_err(Failure::other)?;
    let location = Location::find(config)?;
    let clock = location.clock().await?;
    let store = location
        .open_with(Access::Alone, Arc::clone(&clock))
        .await?;
    let owner = first_owner::ensure(&store, token(config)).await?;
    if purpose == Purpose::Demo {
        demo::furnish(&store, owner.org, clock.now()).await?;
        if config.sending.phone_on_screen {
            demo::phone::connect(&store, owner.org).await?;
        }
    }
    if owner.is_new {
        assistant::welcome(&store.org(owner.org), owner.member).await;
    }
    let (listener, config) = listen(config).await?;
    let config = &config;
    let metrics = Some(telemetry.metrics.clone());
    let program = std::env::current_exe().map_err(Failure::other)?;
    let server = Server::with_metrics(config, store.clone(), Arc::clone(&clock), program, metrics)
        .map_err(Failure::configuration)?;
    let working = server.start_runtime().await?;
    let catching_up = tokio::spawn(server.keep_catching_up());
    let giving = tokio::spawn(assistant::back_fill(store.clone()));
    announce(config, &store, clock.as_ref(), &owner, purpose).await?;
    let readiness = server.readiness();
    let news = store.clone();
    let stopping = async move {
        stop.await;
        tracing::info!("Stopping.");
        readiness.stop();
        // Whoever follows what happens would otherwise be waited for.
        news.end_news();
    };
    serve(listener, server.router(), (&config.http).into(), stopping).await;
    working.stop(config.http.shutdown_timeout.get()).await;
    giving.abort();
    catching_up.abort();
    store.close().await;
    telemetry.shutdown().await;
    Ok(())
}

/// Whoever looks around needs no carrier: there is a phone on the screen, unless somebody real can be reached.
fn fit_for(config: &Config, purpose: Purpose) -> Config {
    let mut config = config.clone();
    if purpose == Purpose::Demo && !config.has_carrier() {
        config.sending.phone_on_screen = true;
    }
    config
}

/// Takes the address. The configuration that comes back names the port that was really taken, should it have said 0.
async fn listen(config: &Config) -> Result<(TcpListener, Config), Failure> {
    let address = config.http.listen;
    let listener = TcpListener::bind(address).await.map_err(|error| {
        Failure::other(format!(
            "cannot listen on {address}: {error}; is another Steward running there? Choose another address with --listen"
        ))
    })?;
    let mut config = config.clone();
    config.http.listen = listener.local_addr().map_err(Failure::other)?;
    Ok((listener, config))
}

fn token(config: &Config) -> Option<&str> {
    config
        .security
        .admin_token
        .as_ref()
        .map(|token| token.expose())
}

/// Says where Steward is, and on a fresh start how to come in.
async fn announce(
    config: &Config,
    store: &Store,
    clock: &dyn Clock,
    owner: &FirstOwner,
    purpose: Purpose,
) -> Result<(), Failure> {
    say(format_args!("Listening on {}", config.http.base_url()));
    if owner.is_new {
        say(format_args!("Data folder: {}", config.home.display()));
    }
    if let Some(token) = &owner.new_token {
        say(format_args!(
            "API key of the first owner, shown this once: {}",
            token.as_str()
        ));
    }
    if owner.is_new || purpose == Purpose::Demo {
        let expires_at = clock.now().plus(config.security.sign_in_link_ttl.get());
        let link = sign_in_link::create(
            store,
            owner.org,
            owner.member,
            &config.http.base_url(),
            expires_at,
        )
        .await?;
        say(format_args!("Sign in: {link}"));
        say(format_args!("The link works once, until {expires_at}."));
    }
    Ok(())
}
