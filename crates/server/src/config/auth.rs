use schemars::JsonSchema;
use serde::Deserialize;

use super::{HttpUrl, Problems};

/// Ways to sign in beside API keys, links and passwords.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Auth {
    pub oidc: Option<Oidc>,
}

/// Bearer tokens of an OpenID Connect provider. Off unless one of its settings is given.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Oidc {
    /// The provider's `iss`, exactly as its tokens write it.
    #[schemars(example = "https://accounts.google.com")]
    pub issuer: HttpUrl,
    /// The `aud` that tokens for Steward carry.
    #[schemars(example = &"steward")]
    pub audience: String,
    /// Where the provider publishes its signing keys. Without it, what the issuer's discovery document names.
    #[schemars(example = "https://www.googleapis.com/oauth2/v3/certs")]
    pub jwks_url: Option<HttpUrl>,
    /// Email domains whose people may sign in, in lower case.
    #[schemars(extend("examples" = [["example.com"]]))]
    pub allowed_email_domains: Vec<String>,
    /// Makes a member for somebody from an allowed domain who signs in for the first time.
    #[serde(default)]
    pub create_members: bool,
    /// Id of the org that tokens sign in to. Without it, the oldest one.
    pub org: Option<String>,
}

impl Auth {
    pub(super) fn validate(&self, problems: &mut Problems) {
        if let Some(oidc) = &self.oidc {
            oidc.validate(problems);
        }
    }
}

impl Oidc {
    fn validate(&self, problems: &mut Problems) {
        let addresses = [
            ("auth.oidc.issuer", Some(&self.issuer)),
            ("auth.oidc.jwks_url", self.jwks_url.as_ref()),
        ];
        for (key, url) in addresses {
            if let Some(url) = url
                && !url.is_private_channel()
            {
                problems.add(
                    key,
                    &format!("is `{url}`, over which anybody on the way could forge keys"),
                    "write an address that starts with `https://`",
                );
            }
        }
        problems.require_text("auth.oidc.audience", &self.audience);
        if let Some(org) = &self.org {
            problems.require_text("auth.oidc.org", org);
        }
        self.validate_domains(problems);
    }

    fn validate_domains(&self, problems: &mut Problems) {
        const KEY: &str = "auth.oidc.allowed_email_domains";
        const FIX: &str = "list domains such as `[\"example.com\"]`";
        if self.allowed_email_domains.is_empty() {
            problems.add(KEY, "is empty, so that nobody could sign in", FIX);
        }
        for domain in &self.allowed_email_domains {
            if !is_domain(domain) {
                problems.add(
                    KEY,
                    &format!("has `{domain}`, which is not a domain in lower case"),
                    FIX,
                );
            }
        }
    }
}

fn is_domain(text: &str) -> bool {
    text.split('.').all(|label| {
        !label.is_empty()
            && label
                .chars()
                .all(|c| matches!(c, 'a'..='z' | '0'..='9' | '-'))
    })
}
