//! Names on the internet, without those that point inside.
//!
//! Where a file lies is said by others. A name of theirs that leads to an address of this machine or of the network it stands in is not
//! followed; it is looked at where the connection is made, so that a name cannot point elsewhere a moment later.

use std::error::Error;
use std::iter::successors;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use tokio::net::lookup_host;
use url::Url;

/// Finds the carrier wherever it is, and everybody else outside only.
pub(crate) struct Resolver {
    carrier: Option<String>,
}

/// A name that has no address outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it has no address on the internet")]
pub(crate) struct PointsInside;

impl Resolver {
    pub(crate) fn of(carrier: &Url) -> Self {
        Self {
            carrier: carrier.host_str().map(str::to_owned),
        }
    }
}

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        let is_carrier = self.carrier.as_deref() == Some(name.as_str());
        Box::pin(async move {
            let found = lookup_host((name.as_str(), 0)).await?;
            let usable: Vec<_> = found
                .filter(|address| is_carrier || is_outside(address.ip()))
                .collect();
            if usable.is_empty() {
                return Err(PointsInside.into());
            }
            Ok(Box::new(usable.into_iter()) as Addrs)
        })
    }
}

/// Whether a request failed because of where its name points.
pub(crate) fn points_inside(error: &reqwest::Error) -> bool {
    let mut causes = successors(error.source(), |cause| (*cause).source());
    causes.any(|cause| cause.is::<PointsInside>())
}

fn is_outside(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_outside_v4(address),
        IpAddr::V6(address) => is_outside_v6(address),
    }
}

/// By the registry of special addresses (RFC 6890 and what was added to it).
fn is_outside_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = matches!(
        (a, b, c),
        (0 | 10 | 127 | 224.., _, _)
            | (100, 64..=127, _)
            | (169, 254, _)
            | (172, 16..=31, _)
            | (192, 0, 0 | 2)
            | (192, 88, 99)
            | (192, 168, _)
            | (198, 18 | 19, _)
            | (198, 51, 100)
            | (203, 0, 113)
    );
    !special
}

/// Of IPv6 only what is given out to the internet, and of addresses that stand for one of IPv4 only what that one allows.
fn is_outside_v6(address: Ipv6Addr) -> bool {
    let [a, b, c, d, e, f, g, h] = address.segments();
    let v4 =
        |high: u16, low: u16| is_outside_v4(Ipv4Addr::from(u32::from(high) << 16 | u32::from(low)));
    match (a, b) {
        (0, 0) if (c, d, e, f) == (0, 0, 0, 0xffff) => v4(g, h),
        (0x64, 0xff9b) if (c, d, e, f) == (0, 0, 0, 0) => v4(g, h),
        (0x2002, _) => v4(b, c),
        // Tunnels, trials and examples.
        (0x2001, 0..=0x1ff | 0xdb8) | (0x3fff, 0..=0xfff) => false,
        (0x2000..=0x3fff, _) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::net::ToSocketAddrs;

    use super::*;

    #[test]
    fn only_addresses_of_the_internet_are_outside() {
        for outside in [
            "1.1.1.1",
            "100.63.255.255",
            "172.15.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "198.20.0.1",
            "223.255.255.255",
            "2606:4700::1111",
            "2a00:1450::1",
            "64:ff9b::101:101",
            "::ffff:1.1.1.1",
        ] {
            assert!(is_outside(outside.parse().unwrap()), "{outside}");
        }
        for inside in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "127.9.9.9",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.170",
            "192.168.1.1",
            "198.19.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::a00:1",
            "2002:7f00:1::",
            "2001::1",
            "2001:db8::1",
            "3fff::1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!is_outside(inside.parse().unwrap()), "{inside}");
        }
    }

    #[tokio::test]
    async fn a_name_that_points_inside_is_found_for_the_carrier_alone() {
        let carrier = Url::parse("http://localhost:4010").unwrap();
        let other = Url::parse("https://api.twilio.com").unwrap();
        let localhost = || "localhost".parse::<Name>().unwrap();

        let found = Resolver::of(&carrier).resolve(localhost()).await.unwrap();
        assert!(found.map(|at| at.ip()).all(|ip| ip.is_loopback()));
        let refused = Resolver::of(&other).resolve(localhost()).await.err();
        assert!(refused.unwrap().is::<PointsInside>());
    }

    #[tokio::test]
    async fn a_request_to_such_a_name_reaches_nobody_and_says_why() {
        let listener = tokio::net::TcpListener::bind("localhost:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        assert!(("localhost", port).to_socket_addrs().unwrap().count() > 0);
        let carrier = Url::parse("https://api.twilio.com").unwrap();
        let http = crate::http::client(crate::Timeouts::default(), &carrier).unwrap();

        let asked = http.get(format!("http://localhost:{port}/")).send();
        let error = asked.await.unwrap_err();
        assert!(points_inside(&error), "{error:?}");
    }
}
