use schemars::JsonSchema;
use serde::Deserialize;
use steward_model::{QuietHours, QuietHoursError};

use super::{HttpUrl, HumanDuration, Problems, Secret};

/// What holds for every text message that leaves.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Sending {
    /// Messages of agents that one contact gets within an hour; a person decides about more. 0 is no limit, here and below.
    pub max_per_contact_per_hour: u32,
    /// Messages of agents that one contact gets within a day.
    pub max_per_contact_per_day: u32,
    /// Messages that one agent sends within a day. Several senders at the same moment may run over it by a few.
    pub max_per_agent_per_day: u32,
    /// Agents write to nobody at night, by the clock of whoever gets it: what they write then waits for the morning. What a person sends
    /// leaves at once.
    pub quiet_hours: bool,
    /// When the night begins. A number tells its country, and in North America its area; where that may be in several time zones, it must be
    /// day in all of them. Numbers of no country go by `runtime.time_zone`.
    pub quiet_from: String,
    /// When it ends.
    pub quiet_until: String,
    /// For this long after their own text, a contact is answered at night too.
    pub quiet_answers: HumanDuration,
    /// Calling codes of the countries that messages may go to. Without any, to all.
    #[schemars(extend("examples" = [["1", "49"]]))]
    pub countries: Vec<String>,
    /// Allows lines whose carrier is a phone on the screen, to try Steward out: what leaves from them reaches nobody, and admins write on
    /// the phone as if they were a contact. Not together with a carrier. `steward demo` switches it on where there is none.
    pub phone_on_screen: bool,
}

impl Sending {
    /// When agents leave people alone.
    pub(crate) fn quiet(&self, zone: &str) -> Result<Option<QuietHours>, QuietHoursError> {
        if !self.quiet_hours {
            return Ok(None);
        }
        let hours = (self.quiet_from.as_str(), self.quiet_until.as_str());
        QuietHours::parse(hours, zone, self.quiet_answers.get()).map(Some)
    }

    pub(super) fn validate(&self, problems: &mut Problems) {
        // The zone is looked at where it is set.
        if let Err(error) = self.quiet("UTC") {
            problems.add(
                "sending.quiet_from",
                &format!("does not go with `quiet_until`: {error}"),
                "write times such as `21:00` and `08:00`",
            );
        }
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
    /// The id of a key that Twilio signs webhooks with by SHA-256, in the place of the account's token. What the token signs is taken as before.
    pub webhook_key_id: Option<String>,
    /// The secret of that key.
    pub webhook_key_secret: Option<Secret>,
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
        let (id, secret) = (&self.webhook_key_id, &self.webhook_key_secret);
        let empty =
            id.as_deref() == Some("") || secret.as_ref().is_some_and(|s| s.expose().is_empty());
        if id.is_some() != secret.is_some() || empty {
            problems.add(
                "twilio.webhook_key_id",
                "and `twilio.webhook_key_secret` belong together",
                "write both as Twilio shows them, or neither",
            );
        }
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
            max_per_contact_per_day: 20,
            max_per_agent_per_day: 1_000,
            quiet_hours: true,
            quiet_from: "21:00".to_owned(),
            quiet_until: "08:00".to_owned(),
            quiet_answers: HumanDuration::from_secs(30 * 60),
            countries: Vec::new(),
            phone_on_screen: false,
        }
    }
}
