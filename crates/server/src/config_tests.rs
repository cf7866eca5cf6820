use std::collections::BTreeMap;
use std::fs;

use tempfile::TempDir;

use super::*;

/// A folder of its own and an environment that is not the process's.
pub(super) struct Fixture {
    folder: TempDir,
    variables: BTreeMap<String, String>,
    overrides: Overrides,
}

impl Fixture {
    pub(super) fn new() -> Self {
        Self {
            folder: TempDir::new().unwrap(),
            variables: BTreeMap::new(),
            overrides: Overrides::default(),
        }
    }

    /// Writes a file; `steward.toml` is the configuration.
    pub(super) fn file(self, name: &str, text: &str) -> Self {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    pub(super) fn variable(mut self, name: &str, value: &str) -> Self {
        self.variables.insert(name.to_owned(), value.to_owned());
        self
    }

    pub(super) fn flags(mut self, overrides: Overrides) -> Self {
        self.overrides = overrides;
        self
    }

    pub(super) fn sources(&self) -> Sources {
        Sources {
            environment: Environment::from(self.variables.clone()),
            overrides: self.overrides.clone(),
            directory: self.folder.path().to_owned(),
        }
    }

    pub(super) fn load(&self) -> Config {
        Config::load(&self.sources()).unwrap()
    }

    pub(super) fn error(&self) -> String {
        Config::load(&self.sources()).unwrap_err().to_string()
    }
}

fn listen_flag(listen: &str) -> Overrides {
    Overrides {
        listen: Some(listen.to_owned()),
        ..Overrides::default()
    }
}

#[test]
fn the_later_source_wins() {
    const FILE: &str = "[http]\nlisten = '127.0.0.1:1'";
    for (file, variable, flag, port) in [
        (false, false, false, 8787),
        (true, false, false, 1),
        (false, true, false, 2),
        (false, false, true, 3),
        (true, true, false, 2),
        (true, false, true, 3),
        (false, true, true, 3),
        (true, true, true, 3),
    ] {
        for name in ["STEWARD_LISTEN", "STEWARD__HTTP__LISTEN"] {
            let mut fixture = Fixture::new();
            if file {
                fixture = fixture.file("steward.toml", FILE);
            }
            if variable {
                fixture = fixture.variable(name, "127.0.0.1:2");
            }
            if flag {
                fixture = fixture.flags(listen_flag("127.0.0.1:3"));
            }
            assert_eq!(
                fixture.load().http.listen.port(),
                port,
                "{file} {variable} {flag}"
            );
        }
    }
}

#[test]
fn a_later_secret_wins_in_either_form() {
    const NEW: &str = "sqlite:new";
    for (earlier, name, value) in [
        ("url = 'sqlite:old'", "STEWARD_DATABASE_URL", NEW),
        ("url = 'sqlite:old'", "STEWARD_DATABASE_URL_FILE", "new"),
        ("url_file = 'absent'", "STEWARD__DATABASE__URL", NEW),
        ("url_file = 'absent'", "STEWARD__DATABASE__URL_FILE", "new"),
    ] {
        let config = Fixture::new()
            .file("steward.toml", &format!("[database]\n{earlier}"))
            .file("new", &format!("{NEW}\n"))
            .variable(name, value)
            .load();
        assert_eq!(
            config.database.url.unwrap().expose(),
            NEW,
            "{earlier} {name}"
        );
    }
}

#[test]
fn a_secret_file_loses_only_the_newline_at_its_end() {
    for (text, secret) in [
        ("sqlite:a", "sqlite:a"),
        ("sqlite:a\n", "sqlite:a"),
        ("sqlite:a\r\n", "sqlite:a"),
        ("sqlite: a \n\n", "sqlite: a \n"),
    ] {
        let config = Fixture::new()
            .file("steward.toml", "database.url_file = 'secret'")
            .file("secret", text)
            .load();
        assert_eq!(config.database.url.unwrap().expose(), secret);
    }
}

#[test]
fn the_file_is_looked_for_in_order() {
    let everywhere = || {
        Fixture::new()
            .file("flag.toml", "telemetry.service_name = 'flag'")
            .file("variable.toml", "telemetry.service_name = 'variable'")
            .file("home/steward.toml", "telemetry.service_name = 'home'")
    };
    let flags = Overrides {
        config: Some("flag.toml".into()),
        ..Overrides::default()
    };
    let here = everywhere().file("steward.toml", "telemetry.service_name = 'here'");
    let name = |fixture: &Fixture| fixture.load().telemetry.service_name;

    let fixture = everywhere().variable("STEWARD_HOME", "home");
    assert_eq!(name(&fixture), "home");
    let fixture = everywhere().flags(Overrides {
        home: Some("home".to_owned()),
        ..Overrides::default()
    });
    assert_eq!(name(&fixture), "home");
    assert_eq!(name(&everywhere()), "steward");
    let fixture = here.variable("STEWARD_HOME", "home");
    assert_eq!(name(&fixture), "here");
    let fixture = fixture.variable("STEWARD_CONFIG", "variable.toml");
    assert_eq!(name(&fixture), "variable");
    assert_eq!(name(&fixture.flags(flags)), "flag");
}

#[test]
fn the_default_data_folder_may_hold_the_file() {
    let fixture = Fixture::new().file("steward-data/steward.toml", "log.level = 'debug'");
    assert_eq!(fixture.load().log.level, "debug");
}

#[test]
fn variables_are_read_by_the_type_of_their_setting() {
    let config = Fixture::new()
        .variable("STEWARD__HTTP__MAX_CONNECTIONS", "12")
        .variable("STEWARD__HTTP__BODY_LIMIT", "2048")
        .variable("STEWARD__HTTP__TRUSTED_PROXIES", "10.0.0.0/8, 127.0.0.1")
        .variable("STEWARD__TELEMETRY__SAMPLE_RATIO", "0.5")
        .variable("STEWARD__TELEMETRY__SERVICE_NAME", "12")
        .variable("STEWARD__LOG__FORMAT", "json")
        .variable("STEWARD__AUTH__OIDC__ISSUER", "https://id.example.com")
        .variable("STEWARD__AUTH__OIDC__AUDIENCE", "steward")
        .variable("STEWARD__AUTH__OIDC__CREATE_MEMBERS", "true")
        .variable(
            "STEWARD__AUTH__OIDC__ALLOWED_EMAIL_DOMAINS",
            "[\"example.com\", \"example.org\"]",
        )
        .load();
    let oidc = config.auth.oidc.unwrap();
    assert_eq!(config.http.max_connections.get(), 12);
    assert_eq!(config.http.body_limit.bytes(), 2048);
    assert_eq!(config.http.trusted_proxies.len(), 2);
    assert_eq!(config.telemetry.sample_ratio, 0.5);
    assert_eq!(config.telemetry.service_name, "12");
    assert_eq!(config.log.format, LogFormat::Json);
    assert!(oidc.create_members);
    assert_eq!(oidc.issuer.as_str(), "https://id.example.com");
    assert_eq!(oidc.allowed_email_domains, ["example.com", "example.org"]);
}

#[test]
fn every_short_name_sets_its_setting() {
    let key = "ab".repeat(32);
    let config = Fixture::new()
        .variable("STEWARD_HOME", "data")
        .variable("STEWARD_LISTEN", "127.0.0.1:1")
        .variable("STEWARD_DATABASE_URL", "sqlite:a")
        .variable("STEWARD_MASTER_KEY", &key)
        .variable("STEWARD_ADMIN_TOKEN", &key)
        .load();
    let text = |secret: Option<Secret>| secret.unwrap().expose().to_owned();
    assert_eq!(config.home, PathBuf::from("data"));
    assert_eq!(config.http.listen.port(), 1);
    assert_eq!(text(config.database.url), "sqlite:a");
    assert_eq!(text(config.security.master_key), key);
    assert_eq!(text(config.security.admin_token), key);
}

#[test]
fn an_empty_variable_is_absent_and_other_programs_names_are_left_alone() {
    let config = Fixture::new()
        .variable("STEWARD_LISTEN", "")
        .variable("STEWARD_CONFIG", "")
        .variable("STEWARD_MODEL", "")
        .variable("STEWARD_SOAK", "1")
        .variable("STEWARD_SERVICE_HOST", "10.0.0.1")
        .variable("STEWARD_PORT", "tcp://10.0.0.1:8787")
        .variable("STEWARD_PORT_8787_TCP_PROTO", "tcp")
        .variable("OPENAI_API_VERSION", "2")
        .variable("STEWARDS", "two")
        .load();
    assert_eq!(format!("{config:?}"), format!("{:?}", Config::default()));
}

#[test]
fn an_admin_token_has_24_characters_and_no_space() {
    for (token, accepted) in [
        ("123456789012345678901234", true),
        ("12345678901234567890123", false),
        ("123456789012 45678901234567", false),
    ] {
        let fixture = Fixture::new().variable("STEWARD_ADMIN_TOKEN", token);
        assert_eq!(
            Config::load(&fixture.sources()).is_ok(),
            accepted,
            "{token}"
        );
    }
}

#[test]
fn links_point_at_the_public_address_or_at_one_that_can_be_opened() {
    for (listen, public, base) in [
        ("127.0.0.1:8787", None, "http://127.0.0.1:8787"),
        ("0.0.0.0:80", None, "http://127.0.0.1:80"),
        ("[::]:8787", None, "http://[::1]:8787"),
        (
            "0.0.0.0:80",
            Some("https://steward.example.com/"),
            "https://steward.example.com",
        ),
        (
            "0.0.0.0:80",
            Some("https://example.com/steward"),
            "https://example.com/steward",
        ),
    ] {
        let http = Http {
            listen: listen.parse().unwrap(),
            public_url: public.map(|url| url.parse().unwrap()),
            ..Http::default()
        };
        assert_eq!(http.base_url(), base);
    }
}

#[test]
fn secrets_do_not_print() {
    let secret = Secret::from("hunter2".to_owned());
    assert_eq!(format!("{secret} {secret:?}"), "*** ***");
    let config = Fixture::new()
        .variable("STEWARD_DATABASE_URL", "sqlite:hunter2")
        .load();
    assert!(!format!("{config:?}").contains("hunter2"));
}

#[test]
fn the_environment_of_the_process_is_read() {
    assert!(Environment::from_process().get("PATH").is_some());
}

#[test]
fn a_model_wants_the_key_of_its_provider() {
    let named = |model: &str| Fixture::new().variable("STEWARD_MODEL", model);
    let error = named("anthropic:claude-sonnet-4-5").error();
    assert!(error.contains("ANTHROPIC_API_KEY"), "{error}");
    let config = named("anthropic:claude-sonnet-4-5")
        .variable("ANTHROPIC_API_KEY", "secret")
        .load();
    assert_eq!(config.models.default_model(), "anthropic:claude-sonnet-4-5");
    assert!(!format!("{config:?}").contains("secret"));
    for local in ["offline", "ollama:llama3", "http://127.0.0.1:8000/v1#x"] {
        assert_eq!(named(local).load().models.default_model(), local);
    }
    for wrong in ["gpt", "nobody:x", "openai:"] {
        let error = named(wrong).error();
        assert!(error.contains("models.default"), "{wrong}: {error}");
    }
    assert_eq!(Config::default().models.default_model(), "offline");
}

#[test]
fn prices_and_subagents_are_tables() {
    let file = "
[models.prices]
\"openai:gpt-5*\" = { input = 1.25, output = 10.0 }
[[subagents]]
name = 'reader'
description = 'Reads.'
prompt = 'Read.'
tools = ['read_history']
";
    let config = Fixture::new().file("steward.toml", file).load();
    assert_eq!(config.models.prices["openai:gpt-5*"].output, 10.0);
    assert_eq!(config.subagents[0].name, "reader");
    let from_variable = Fixture::new()
        .variable(
            "STEWARD__MODELS__PRICES",
            "{ \"x:*\" = { input = 1.0, output = 2.0 } }",
        )
        .load();
    assert_eq!(from_variable.models.prices["x:*"].input, 1.0);
    for (wrong, named) in [
        ("[models.prices]\nx = 3", "models.prices"),
        (
            "[models.prices]\nx = { input = -1.0, output = 1.0 }",
            "models.prices",
        ),
        ("[[subagents]]\nname = 'a'", "subagents"),
        (
            "[[subagents]]\nname = 'A B'\ndescription = 'x'\nprompt = 'x'",
            "`subagents` cannot be used",
        ),
        (
            "[[subagents]]\nname = 'a'\ndescription = 'x'\nprompt = 'x'\ntools = ['fly']",
            "`fly`",
        ),
    ] {
        let error = Fixture::new().file("steward.toml", wrong).error();
        assert!(error.contains(named), "{wrong}: {error}");
    }
}

#[test]
fn budgets_sending_and_twilio_are_checked() {
    for (wrong, named) in [
        ("[budgets]\norg_dollars = -1.0", "budgets.org_dollars"),
        ("[sending]\ncountries = ['US']", "sending.countries"),
        ("[runtime]\ntime_zone = 'Mars/Base'", "runtime.time_zone"),
        ("[models]\ntemperature = 3.0", "models.temperature"),
        ("[models]\ncontext_tokens = 7999", "models.context_tokens"),
        (
            "[twilio]\naccount_sid = 'x'\nauth_token = 'y'",
            "twilio.account_sid",
        ),
        ("[twilio]\naccount_sid = 'x'", "twilio.auth_token"),
        (
            "[twilio]\naccount_sid = 'x'\nauth_token = 'y'\nwebhook_key_id = 'z'",
            "twilio.webhook_key_id",
        ),
        (
            "[sending]\nphone_on_screen = true\n[quo]\napi_key = 'x'\nwebhook_secret = 'y'",
            "sending.phone_on_screen",
        ),
    ] {
        let error = Fixture::new().file("steward.toml", wrong).error();
        assert!(error.contains(named), "{wrong}: {error}");
    }
}

#[test]
fn the_mail_server_is_checked() {
    let from = "from = 'steward@example.com'";
    for (wrong, named) in [
        (from.to_owned(), "mail.server"),
        ("server = 'smtp.example.com'".to_owned(), "mail.from"),
        (format!("server = 'a b'\n{from}"), "write a name such as"),
        (format!("server = 'smtp:25'\n{from}"), "without a port"),
        (
            format!("server = 'smtp.example.com'\nport = 0\n{from}"),
            "mail.port",
        ),
        (
            "server = 'smtp.example.com'\nfrom = 'Steward'".to_owned(),
            "`mail.from` is not an email address",
        ),
        (
            format!("server = 'smtp.example.com'\nsecurity = 'ssl'\n{from}"),
            "mail.security",
        ),
        (
            format!("server = 'smtp.example.com'\nsecurity = 'none'\n{from}"),
            "write `starttls` or `tls`",
        ),
        (
            format!("server = 'smtp.example.com'\nuser = 'steward'\n{from}"),
            "`mail.password` is missing",
        ),
        (
            format!("server = 'smtp.example.com'\npassword = 'hunter2'\n{from}"),
            "`mail.user` is missing",
        ),
    ] {
        let file = format!("[mail]\n{wrong}");
        let error = Fixture::new().file("steward.toml", &file).error();
        assert!(error.contains(named), "{wrong}: {error}");
        assert!(!error.contains("hunter2"), "{error}");
    }
}

#[test]
fn emails_are_off_unless_a_mail_server_is_named() {
    assert!(Fixture::new().load().mail.is_none());
    for (server, security) in [
        ("smtp.example.com", ""),
        ("192.0.2.1", "security = 'tls'"),
        ("localhost", "security = 'none'"),
        ("127.0.0.1", "security = 'none'"),
        ("::1", "security = 'none'"),
    ] {
        let file = format!(
            "[mail]\nserver = '{server}'\n{security}\nfrom = 'Steward <steward@example.com>'\nuser = 'a'\npassword = 'hunter2'"
        );
        let config = Fixture::new().file("steward.toml", &file).load();
        let mail = config.mail.unwrap();
        assert_eq!((mail.server.as_str(), mail.port), (server, None));
        assert!(!format!("{mail:?}").contains("hunter2"));
    }
}
