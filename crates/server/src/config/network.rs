use std::borrow::Cow;
use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// A range of IP addresses, written `10.0.0.0/8`, `fd00::/8`, or as a single address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct Network {
    address: IpAddr,
    prefix: u8,
}

/// Why a text is not such a range.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    #[error("`{0}` is not an IP address")]
    NotAnAddress(String),
    #[error("`{0}` is not a prefix length from 0 to {1}")]
    BadPrefix(String, u8),
}

impl Network {
    /// Whether the address lies in the range; an IPv4 address mapped into IPv6 counts as the IPv4 address.
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(network), IpAddr::V4(address)) => same_prefix(
                network.to_bits().into(),
                address.to_bits().into(),
                32 - self.prefix,
            ),
            (IpAddr::V6(network), IpAddr::V6(address)) => {
                same_prefix(network.to_bits(), address.to_bits(), 128 - self.prefix)
            }
            (IpAddr::V4(_), IpAddr::V6(_)) | (IpAddr::V6(_), IpAddr::V4(_)) => false,
        }
    }
}

impl FromStr for Network {
    type Err = NetworkError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (address, prefix) = match text.split_once('/') {
            Some((address, prefix)) => (address, Some(prefix)),
            None => (text, None),
        };
        let address: IpAddr = address
            .parse()
            .map_err(|_| NetworkError::NotAnAddress(address.to_owned()))?;
        let longest = if address.is_ipv4() { 32 } else { 128 };
        let prefix = match prefix {
            None => longest,
            Some(text) => text
                .parse()
                .ok()
                .filter(|prefix| *prefix <= longest)
                .ok_or_else(|| NetworkError::BadPrefix(text.to_owned(), longest))?,
        };
        Ok(Self { address, prefix })
    }
}

impl TryFrom<String> for Network {
    type Error = NetworkError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Network> for String {
    fn from(network: Network) -> Self {
        network.to_string()
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.prefix)
    }
}

impl JsonSchema for Network {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Network".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "network" })
    }
}

/// Compares all but the lowest `host_bits` bits; a shift by the whole width is not defined, hence the check.
fn same_prefix(left: u128, right: u128, host_bits: u8) -> bool {
    (left ^ right).checked_shr(host_bits.into()).unwrap_or(0) == 0
}

#[cfg(test)]
#[path = "network_tests.rs"]
mod tests;
