//! `steward doctor`: what works, what does not, what to do.

use steward_store::{Access, Store};

use super::open::Location;
use super::{Failure, health, say};
use crate::config::{Config, Mail, Sources};
use crate::machine::mail_server;
use crate::server::http_client;
use crate::web_ui;

/// What was found out about one thing.
enum Finding {
    Good(String),
    /// Works, but somebody should know.
    Note(String),
    Bad(String),
}

pub(super) async fn run(sources: &Sources) -> Result<(), Failure> {
    let mut findings = Vec::new();
    match Config::load(sources) {
        Ok(config) => {
            findings.push(Finding::Good("The configuration is valid.".into()));
            examine(&config, &mut findings).await;
        }
        Err(error) => findings.push(Finding::Bad(format!("The configuration is wrong: {error}"))),
    }
    for finding in &findings {
        match finding {
            Finding::Good(text) => say(format_args!("ok    {text}")),
            Finding::Note(text) => say(format_args!("note  {text}")),
            Finding::Bad(text) => say(format_args!("FAIL  {text}")),
        }
    }
    match findings
        .iter()
        .filter(|finding| matches!(finding, Finding::Bad(_)))
        .count()
    {
        0 => Ok(()),
        _ => Err(Failure::silent()),
    }
}

async fn examine(config: &Config, findings: &mut Vec<Finding>) {
    findings.push(match web_ui::is_built() {
        true => Finding::Good("The web UI is part of this binary.".into()),
        false => Finding::Note("This binary has no web UI: run `make web` and build again.".into()),
    });
    if !config.home.exists() {
        let folder = config.home.display();
        findings.push(Finding::Note(format!(
            "There is no data folder {folder} yet: `steward serve` makes it."
        )));
        return;
    }
    match Location::find(config) {
        Ok(location) => {
            let folder = location.home.path().display().to_string();
            findings.push(Finding::Good(format!(
                "The data folder {folder} can be written to."
            )));
            match location.open(Access::Beside).await {
                Ok(store) => examine_store(&store, findings).await,
                Err(failure) => findings.push(Finding::Bad(failure.to_string())),
            }
        }
        Err(failure) => findings.push(Finding::Bad(failure.to_string())),
    }
    examine_server(config, findings).await;
    if let Some(oidc) = &config.auth.oidc {
        let issuer = oidc.issuer.as_str().trim_end_matches('/');
        let url = oidc.jwks_url.as_ref().map(|url| url.as_str().to_owned());
        let url = url.unwrap_or_else(|| format!("{issuer}/.well-known/openid-configuration"));
        findings.push(reach("The OIDC provider", &url).await);
    }
    if let Some(mail) = &config.mail {
        findings.push(greet(mail).await);
        if config.http.public_url.is_none() {
            findings.push(Finding::Note(
                "Emails link to this machine, because `http.public_url` is not set: nobody else can open them.".into(),
            ));
        }
    }
    if let Some(endpoint) = &config.telemetry.otlp_endpoint {
        findings.push(reach("The OpenTelemetry collector", endpoint.as_str()).await);
    }
}

async fn examine_store(store: &Store, findings: &mut Vec<Finding>) {
    findings.push(match store.check_integrity().await {
        Ok(()) => Finding::Good("The database is whole, and the master key fits it.".into()),
        Err(error) => Finding::Bad(format!("The database is not well: {error}")),
    });
    match store.count_orgs().await {
        Ok(0) => findings.push(Finding::Note(
            "Nobody can sign in yet: start `steward serve`; it prints a link.".into(),
        )),
        Ok(count) => findings.push(Finding::Good(format!("Organisations: {count}."))),
        Err(error) => findings.push(Finding::Bad(format!(
            "The database cannot be read: {error}"
        ))),
    }
    store.close().await;
}

async fn examine_server(config: &Config, findings: &mut Vec<Finding>) {
    let address = health::reachable(config);
    findings.push(match ask(&format!("http://{address}/ready")).await {
        Ok(200) => Finding::Good(format!("A server answers on {address} and is ready.")),
        Ok(status) => Finding::Bad(format!(
            "A server answers on {address}, but with status {status}."
        )),
        Err(_) => Finding::Note(format!("No server runs on {address}.")),
    });
    if config.http.public_url.is_none() && !config.http.listen.ip().is_loopback() {
        findings.push(Finding::Note(
            "Steward listens beyond this machine without `http.public_url`: put a proxy with TLS in front and set it."
                .into(),
        ));
    }
}

async fn greet(mail: &Mail) -> Finding {
    let server = match mail_server(mail) {
        Ok(server) => server,
        Err(error) => return Finding::Bad(error),
    };
    match server.greet().await {
        Ok(()) => Finding::Good("The mail server answers.".into()),
        Err(error) => Finding::Bad(format!(
            "The mail server {} cannot be used: {error}; see `[mail]`.",
            mail.server
        )),
    }
}

async fn reach(what: &str, url: &str) -> Finding {
    match ask(url).await {
        Ok(_) => Finding::Good(format!("{what} answers.")),
        Err(error) => Finding::Bad(format!("{what} cannot be reached at {url}: {error}")),
    }
}

async fn ask(url: &str) -> Result<u16, String> {
    let response = http_client()?
        .get(url)
        .send()
        .await
        .map_err(|error| error.to_string())?;
    Ok(response.status().as_u16())
}
