//! `steward health`, for containers and scripts.

use super::{Failure, say};
use crate::config::Config;
use crate::server::http_client;

pub(super) async fn run(config: &Config) -> Result<(), Failure> {
    let address = reachable(config);
    let url = format!("http://{address}/health");
    let answer = http_client()
        .map_err(Failure::other)?
        .get(&url)
        .send()
        .await;
    match answer {
        Ok(response) if response.status().is_success() => {
            say("ok");
            Ok(())
        }
        Ok(response) => Err(Failure::other(format!(
            "{url} answers {}",
            response.status()
        ))),
        Err(error) => Err(Failure::other(format!("{url} does not answer: {error}"))),
    }
}

/// The server's own address: the public one may lead through a proxy that is down.
pub(super) fn reachable(config: &Config) -> std::net::SocketAddr {
    let mut address = config.http.listen;
    if address.ip().is_unspecified() {
        let own: std::net::IpAddr = match address {
            std::net::SocketAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
            std::net::SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
        };
        address.set_ip(own);
    }
    address
}
