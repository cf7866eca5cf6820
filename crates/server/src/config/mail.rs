use std::net::IpAddr;
use std::num::NonZeroU16;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use steward_channels::mail::Sender;
use url::Host;

use super::{Problems, Secret};

/// A mail server, for members who want an email when a person must look. Off unless one of its settings is given. Links in emails begin with
/// `http.public_url`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Mail {
    /// Name or address of the mail server.
    #[schemars(example = &"smtp.example.com")]
    pub server: String,
    /// Its port. Without it, 587 for `starttls`, 465 for `tls` and 25 for `none`.
    #[schemars(example = 587)]
    pub port: Option<NonZeroU16>,
    /// `starttls` begins in the clear and goes on encrypted or not at all, `tls` is encrypted from the start. `none` is for a mail server on
    /// this machine alone.
    #[serde(default)]
    pub security: MailSecurity,
    /// The name that the mail server knows Steward by. Without it, Steward does not sign in.
    #[schemars(example = &"steward@example.com")]
    pub user: Option<String>,
    /// The password that goes with `user`.
    pub password: Option<Secret>,
    /// Whom emails come from: an address, or a name and an address.
    #[schemars(example = &"Steward <steward@example.com>")]
    pub from: String,
}

/// How the way to the mail server is kept private.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum MailSecurity {
    #[default]
    StartTls,
    Tls,
    None,
}

impl Mail {
    pub(super) fn validate(&self, problems: &mut Problems) {
        if Host::parse(&self.server).is_err() && self.server.parse::<IpAddr>().is_err() {
            problems.add(
                "mail.server",
                &format!("is `{}`, which is no name of a server", self.server),
                "write a name such as `smtp.example.com`, without a port",
            );
        } else if self.security == MailSecurity::None && !is_this_machine(&self.server) {
            problems.add(
                "mail.security",
                "is `none`, so that everybody on the way to the mail server could read emails and the password",
                "write `starttls` or `tls`",
            );
        }
        if self.from.parse::<Sender>().is_err() {
            problems.add(
                "mail.from",
                "is not an email address",
                "write one such as `steward@example.com` or `Steward <steward@example.com>`",
            );
        }
        match (&self.user, &self.password) {
            (Some(user), Some(password)) => {
                problems.require_text("mail.user", user);
                problems.require_text("mail.password", password.expose());
            }
            (Some(_), None) => problems.add(
                "mail.password",
                "is missing",
                "write the password of `mail.user`, or leave out both",
            ),
            (None, Some(_)) => problems.add(
                "mail.user",
                "is missing",
                "write the name that goes with `mail.password`, or leave out both",
            ),
            (None, None) => {}
        }
    }
}

/// Whether nothing leaves this machine on the way there.
fn is_this_machine(server: &str) -> bool {
    server == "localhost"
        || server
            .parse::<IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}
