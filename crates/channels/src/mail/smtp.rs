//! Emails by SMTP.

use std::time::{Duration, UNIX_EPOCH};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use lettre::message::Mailbox;
use lettre::message::header::{ContentType, Header, HeaderName, HeaderValue, MIME_VERSION_1_0};
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::Credentials;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor};
use tokio::time::timeout;

use super::{Mail, MailResult, Mailer, Sender, written};
use crate::{Secret, Timeouts};

/// How the way to the mail server is kept private.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Security {
    /// It begins in the clear and goes on encrypted, or not at all.
    StartTls,
    /// It is encrypted from the start.
    Tls,
    /// Everything is in the clear: for a mail server on this machine.
    None,
}

/// How the mail server is reached.
#[derive(Debug, Clone)]
pub struct SmtpSettings {
    /// Its name or address.
    pub server: String,
    /// Its port; the usual one of the security without it.
    pub port: Option<u16>,
    /// How the way to it is kept private.
    pub security: Security,
    /// Whom it knows us as, and the password.
    pub credentials: Option<(String, Secret)>,
    /// Who emails come from.
    pub from: Sender,
    /// How long it may take.
    pub timeouts: Timeouts,
}

impl SmtpSettings {
    /// A mail server does more than a carrier before it answers: it may look at the email first.
    pub const TIMEOUTS: Timeouts = Timeouts {
        connect: Duration::from_secs(10),
        total: Duration::from_secs(30),
    };
}

/// A mail server. Each email has a connection of its own.
pub struct Smtp {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Sender,
    total: Duration,
}

impl Smtp {
    /// Connects to nothing yet.
    ///
    /// # Errors
    /// Why encryption cannot be set up.
    pub fn new(settings: SmtpSettings) -> Result<Self, String> {
        // A second call finds the provider installed, which is all that matters.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let server = settings.server.as_str();
        let mut transport = match settings.security {
            Security::StartTls => AsyncSmtpTransport::<Tokio1Executor>::starttls_relay(server),
            Security::Tls => AsyncSmtpTransport::<Tokio1Executor>::relay(server),
            Security::None => Ok(AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(
                server,
            )),
        }
        .map_err(|error| error.to_string())?
        .timeout(Some(settings.timeouts.connect));
        if let Some(port) = settings.port {
            transport = transport.port(port);
        }
        if let Some((user, password)) = settings.credentials {
            let password = password.expose().to_owned();
            transport = transport.credentials(Credentials::new(user, password));
        }
        Ok(Self {
            transport: transport.build(),
            from: settings.from,
            total: settings.timeouts.total,
        })
    }

    /// Whether the mail server answers and knows us. Nothing is sent.
    ///
    /// # Errors
    /// Why not.
    pub async fn greet(&self) -> Result<(), String> {
        match timeout(self.total, self.transport.test_connection()).await {
            Err(_) => Err(SILENT.to_owned()),
            Ok(Err(error)) => Err(reason(&error)),
            Ok(Ok(false)) => Err("it hung up".to_owned()),
            Ok(Ok(true)) => Ok(()),
        }
    }

    async fn post_once(&self, mail: &Mail) -> MailResult {
        let Some(message) = message(self.from.mailbox(), mail) else {
            return MailResult::Refused {
                reason: "the member's address is not one that mail servers take".to_owned(),
            };
        };
        match timeout(self.total, self.transport.send(message)).await {
            Err(_) => MailResult::NotNow {
                reason: SILENT.to_owned(),
            },
            Ok(Err(error)) => judge(&error),
            Ok(Ok(_)) => MailResult::Taken,
        }
    }
}

impl Mailer for Smtp {
    fn post<'a>(&'a self, mail: &'a Mail) -> BoxFuture<'a, MailResult> {
        self.post_once(mail).boxed()
    }
}

const SILENT: &str = "the mail server did not answer in time";

/// What a lasting refusal is: the server's own, or that it does not offer what is asked of it.
fn judge(error: &Error) -> MailResult {
    let reason = reason(error);
    if error.is_permanent() || error.is_client() {
        MailResult::Refused { reason }
    } else {
        MailResult::NotNow { reason }
    }
}

/// In our words: those of the server may name the address.
fn reason(error: &Error) -> String {
    if let Some(code) = error.status() {
        format!("the mail server answered {code}")
    } else if error.is_client() {
        "the mail server does not offer what `mail.security` or `mail.user` asks of it".to_owned()
    } else if error.is_tls() || is_untrusted(error) {
        "the way to the mail server could not be encrypted: its certificate is not one that this machine trusts, or not for its name"
            .to_owned()
    } else if error.is_timeout() {
        SILENT.to_owned()
    } else if error.is_response() {
        "the mail server's answer cannot be read".to_owned()
    } else {
        "no connection to the mail server".to_owned()
    }
}

/// Whether encryption failed while the connection was made, which is told as any other failure to connect.
fn is_untrusted(error: &Error) -> bool {
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        let inner = error.downcast_ref::<std::io::Error>();
        let inner = inner.and_then(std::io::Error::get_ref);
        if inner.is_some_and(|inner| inner.is::<rustls::Error>()) {
            return true;
        }
        cause = error.source();
    }
    false
}

/// The email as it travels; nothing if nobody could be reached at the address.
pub(super) fn message(from: &Mailbox, mail: &Mail) -> Option<Message> {
    let to = Mailbox::new(None, written(&mail.to)?);
    let at = u64::try_from(mail.at.as_micros()).unwrap_or(0);
    Message::builder()
        .message_id(Some(format!("<{}@{}>", mail.id, from.email.domain())))
        .date(UNIX_EPOCH + Duration::from_micros(at))
        .from(from.clone())
        .to(to)
        .subject(mail.subject.as_str())
        .header(AutoSubmitted)
        .header(MIME_VERSION_1_0)
        .header(ContentType::TEXT_PLAIN)
        .body(mail.text.clone())
        .ok()
}

/// That no person wrote it, so that no absent one's machine answers it (RFC 3834).
#[derive(Clone)]
struct AutoSubmitted;

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}

#[cfg(test)]
#[path = "smtp_tests.rs"]
mod tests;
