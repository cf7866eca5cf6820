use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{ByteSize, HttpUrl, HumanDuration, Network, Problems, positive};

/// How Steward listens, and what it allows each caller.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Http {
    /// Address and port to listen on. `0.0.0.0:8787` listens on every network.
    #[schemars(extend("format" = "socket-address"))]
    pub listen: SocketAddr,
    /// Address under which people and providers reach Steward; used for links and cookies. Without it, links point at `listen`.
    #[schemars(example = "https://steward.example.com")]
    pub public_url: Option<HttpUrl>,
    /// Largest request body.
    pub body_limit: ByteSize,
    /// Longest time a request may take before it is answered with an error.
    pub request_timeout: HumanDuration,
    /// Longest time open requests get to finish when Steward stops.
    pub shutdown_timeout: HumanDuration,
    /// Reading requests one caller may make per second.
    pub reads_per_second: NonZeroU32,
    /// Writing requests one caller may make per second.
    pub writes_per_second: NonZeroU32,
    /// Attempts to sign in per minute from one network address; ten times as many for one email address.
    pub sign_in_attempts_per_minute: NonZeroU32,
    /// Proxies whose `X-Forwarded-For` header is believed: addresses or ranges.
    #[schemars(extend("examples" = [["10.0.0.0/8", "127.0.0.1"]]))]
    pub trusted_proxies: Vec<Network>,
    /// Most connections open at once.
    pub max_connections: NonZeroU32,
}

impl Http {
    /// The address to put in links, without a slash at its end.
    pub fn base_url(&self) -> String {
        match &self.public_url {
            Some(url) => url.as_str().trim_end_matches('/').to_owned(),
            None => format!("http://{}", reachable(self.listen)),
        }
    }

    pub(super) fn validate(&self, problems: &mut Problems) {
        problems.require_positive("http.request_timeout", self.request_timeout);
        problems.require_positive("http.shutdown_timeout", self.shutdown_timeout);
        if self.body_limit.bytes() == 0 {
            problems.add(
                "http.body_limit",
                "is zero, so that every body would be refused",
                "write a size such as `1MiB`",
            );
        }
        if let Some(url) = &self.public_url
            && (url.url().query().is_some() || url.url().fragment().is_some())
        {
            problems.add(
                "http.public_url",
                &format!("is `{url}`, which has a query or a fragment"),
                "write the address alone, such as `https://steward.example.com`",
            );
        }
    }
}

impl Default for Http {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 8787)),
            public_url: None,
            body_limit: ByteSize::from_bytes(1 << 20),
            request_timeout: HumanDuration::from_secs(30),
            shutdown_timeout: HumanDuration::from_secs(4),
            reads_per_second: positive(100_000),
            writes_per_second: positive(200),
            sign_in_attempts_per_minute: positive(10),
            trusted_proxies: Vec::new(),
            max_connections: positive(10_000),
        }
    }
}

/// Listening on every network is not an address a browser can open; this machine's own is.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}
