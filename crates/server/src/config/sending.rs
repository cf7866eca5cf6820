use schemars::JsonSchema;
use serde::Deserialize;

use super::{HttpUrl, Problems, Secret};

/// What holds for every text message that leaves.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Sending {
    /// Messages of agents that one contact gets within an hour; a person decides about more.
    pub max_per_contact_per_hour: u32,
    /// Calling codes of the countries that messages may go to. Without any, to all.
    #[schemars(extend("examples" = [["1", "49"]]))]
    pub countries: Vec<String>,
    /// Allows lines whose carrier is a phone on the screen, to try Steward out: what leaves from them reaches nobody, and admins write on
    /// the phone as if they were a contact. Not together with a carrier. `steward demo` switches it on where there is none.
    pub phone_on_screen: bool,
}

impl Sending {
    pub(super) fn validate(&self, problems: &mut Problems) {
        for code in &self.countries {
            if code.is_empty() || code.len() > 4 || !code.bytes().all(|b| b.is_ascii_digit()) {
                problems.add(
                    "sending.countries",
                    &format!("has `{code}`, which is no calling code"),
                    "list codes such as `[\"1\", \"49\"]`",
                );
            }
        }
    }
}

/// Text messages through Twilio. Off unless one of its settings is given. Twilio must reach Steward at `http.public_url`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Twilio {
    /// The account.
    #[schemars(example = &"AC00000000000000000000000000000000")]
    pub account_sid: String,
    /// The account's token, which also proves that a message comes from Twilio.
    pub auth_token: Secret,
    /// Another address than Twilio's own.
    #[schemars(example = "http://127.0.0.1:9000")]
    pub base_url: Option<HttpUrl>,
}

impl Twilio {
    pub(super) fn validate(&self, problems: &mut Problems) {
        let is_sid = self.account_sid.len() == 34
            && self.account_sid.starts_with("AC")
            && self.account_sid.bytes().all(|b| b.is_ascii_alphanumeric());
        if !is_sid {
            problems.add(
                "twilio.account_sid",
                "is not the id of an account",
                "write `AC` and the 32 letters and digits that follow it in the console",
            );
        }
        problems.require_text("twilio.auth_token", self.auth_token.expose());
    }
}

/// Text messages through Quo (OpenPhone). Off unless one of its settings is given. In Quo, webhooks for messages go to `/webhooks/quo` at
/// `http.public_url`; Quo shows the secret of one when it is made.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Quo {
    /// The workspace's API key.
    pub api_key: Secret,
    /// The secret of the webhook, which proves that a message comes from Quo.
    pub webhook_secret: Option<Secret>,
    /// The secret of a webhook of the older kind, whose requests have the header `openphone-signature`.
    pub legacy_webhook_secret: Option<Secret>,
    /// Another address than Quo's own.
    #[schemars(example = "http://127.0.0.1:9000")]
    pub base_url: Option<HttpUrl>,
}

impl Quo {
    pub(super) fn validate(&self, problems: &mut Problems) {
        problems.require_text("quo.api_key", self.api_key.expose());
        if self.webhook_secret.is_none() && self.legacy_webhook_secret.is_none() {
            problems.add(
                "quo.webhook_secret",
                "is missing",
                "write the secret that Quo shows when a webhook is made",
            );
        }
    }
}

impl Default for Sending {
    fn default() -> Self {
        Self {
            max_per_contact_per_hour: 6,
            countries: Vec::new(),
            phone_on_screen: false,
        }
    }
}
