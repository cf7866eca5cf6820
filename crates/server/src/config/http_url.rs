use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use url::{Host, Url};

/// An `http` or `https` address.
///
/// The text stays as it was written, because an OIDC issuer is compared byte for byte and `Url` would add a slash to it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct HttpUrl {
    text: String,
    url: Url,
}

/// Why a text is not such an address.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum HttpUrlError {
    #[error("{0}")]
    Malformed(url::ParseError),
    #[error("it does not start with `http://` or `https://`")]
    NotHttp,
    #[error("it holds a user name or password")]
    Credentials,
}

impl HttpUrl {
    /// The address as it was written.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    pub fn url(&self) -> &Url {
        &self.url
    }

    /// Whether nobody on the way can read or change what is fetched from it.
    pub fn is_private_channel(&self) -> bool {
        let loopback = match self.url.host() {
            Some(Host::Ipv4(address)) => address.is_loopback(),
            Some(Host::Ipv6(address)) => address.is_loopback(),
            Some(Host::Domain(name)) => name == "localhost",
            None => false,
        };
        self.url.scheme() == "https" || loopback
    }
}

impl FromStr for HttpUrl {
    type Err = HttpUrlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let url = Url::parse(text).map_err(|error| match error {
            url::ParseError::RelativeUrlWithoutBase => HttpUrlError::NotHttp,
            error => HttpUrlError::Malformed(error),
        })?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(HttpUrlError::NotHttp);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(HttpUrlError::Credentials);
        }
        Ok(Self {
            text: text.to_owned(),
            url,
        })
    }
}

impl TryFrom<String> for HttpUrl {
    type Error = HttpUrlError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl fmt::Display for HttpUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl JsonSchema for HttpUrl {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "HttpUrl".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "url" })
    }
}

#[cfg(test)]
#[path = "http_url_tests.rs"]
mod tests;
