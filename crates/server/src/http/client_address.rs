//! Who is at the other end, behind the proxies we trust.

use std::net::{IpAddr, SocketAddr};

use http::{HeaderMap, HeaderName};

use crate::config::Network;

#[cfg(test)]
#[path = "client_address_tests.rs"]
mod tests;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The proxies whose `X-Forwarded-For` is believed.
#[derive(Debug, Clone, Default)]
pub(crate) struct TrustedProxies(Vec<Network>);

impl TrustedProxies {
    /// Trusts the given networks and no other.
    pub(crate) fn new(networks: Vec<Network>) -> Self {
        Self(networks)
    }

    /// The nearest address that no trusted proxy vouches for being a proxy.
    ///
    /// Entries are read from the right, where our own proxies write; anything further left is the caller's to forge.
    pub(crate) fn client_address(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut nearest = peer.to_canonical();
        if self.0.is_empty() {
            return nearest;
        }
        let mut hops = headers
            .get_all(FORWARDED_FOR)
            .iter()
            .rev()
            .flat_map(|value| value.to_str().unwrap_or_default().rsplit(','));
        while self.trusts(nearest) {
            let Some(hop) = hops.next().and_then(parse_hop) else {
                break;
            };
            nearest = hop;
        }
        nearest
    }

    fn trusts(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(address))
    }
}

/// Some proxies write the port too.
fn parse_hop(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let address = text
        .parse()
        .or_else(|_| text.parse().map(|socket: SocketAddr| socket.ip()))
        .ok()?;
    Some(address.to_canonical())
}
