use insta::assert_snapshot;
use proptest::prelude::*;

use crate::config::tests::Fixture;
use crate::config::{Config, Overrides, check, default_file, docs};

/// Removes the `#` of the settings for which `chosen` says so, by their number.
fn uncomment(chosen: impl Fn(usize) -> bool) -> (String, usize) {
    let mut count = 0;
    let lines: Vec<String> = default_file()
        .lines()
        .map(|line| match line.strip_prefix('#') {
            Some(setting) if !setting.starts_with(' ') => {
                count += 1;
                if chosen(count - 1) { setting } else { line }.to_owned()
            }
            _ => line.to_owned(),
        })
        .collect();
    (lines.join("\n"), count)
}

fn loads_as_default(file: &str) -> bool {
    let config = Fixture::new().file("steward.toml", file).load();
    format!("{config:?}") == format!("{:?}", Config::default())
}

#[test]
fn the_default_file_uncommented_is_the_default() {
    let (file, count) = uncomment(|_| true);
    assert!(count > 10, "only {count} settings were uncommented");
    assert!(loads_as_default(&file));
    assert!(loads_as_default(&default_file()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_part_of_the_default_file_uncommented_is_the_default(mask: u64) {
        let (file, _) = uncomment(|number| mask >> (number % 64) & 1 == 1);
        prop_assert!(loads_as_default(&file));
    }

    #[test]
    fn any_text_is_read_or_refused(file in "(\\[?[a-z_.]{1,9}\\]?( = .{0,9})?\n){0,5}", value in "[^\0]*") {
        let fixture = Fixture::new()
            .file("steward.toml", &file)
            .variable("STEWARD__HTTP__TRUSTED_PROXIES", &value)
            .variable("STEWARD__HTTP__REQUEST_TIMEOUT", &value)
            .variable("STEWARD__HTTP__BODY_LIMIT", &value)
            .variable("STEWARD_MASTER_KEY", &value);
        if let Err(error) = Config::load(&fixture.sources()) {
            prop_assert!(!error.problems().is_empty());
        }
    }
}

#[test]
fn the_default_file_explains_each_setting() {
    let file = default_file();
    let (_, telemetry) = file.split_once("# Export of traces").unwrap();
    let (telemetry, _) = telemetry.split_once("# Language models").unwrap();
    assert_snapshot!(telemetry.trim(), @r#"
    to an OpenTelemetry collector.
    [telemetry]

    # Address of the collector (OTLP over HTTP). Without it, nothing is exported.
    # No default. Example: otlp_endpoint = "http://127.0.0.1:4318"

    # Name under which the traces appear.
    #service_name = "steward"

    # Share of traces that is exported, from 0.0 to 1.0.
    #sample_ratio = 1.0
    "#);
    let (_, oidc) = file.split_once("[auth.oidc]").unwrap();
    let (oidc, _) = oidc.split_once("[log]").unwrap();
    assert_snapshot!(oidc.trim(), @r#"
    # The provider's `iss`, exactly as its tokens write it.
    # Required in this section. Example: issuer = "https://accounts.google.com"

    # The `aud` that tokens for Steward carry.
    # Required in this section. Example: audience = "steward"

    # Where the provider publishes its signing keys. Without it, what the issuer's discovery document names.
    # No default. Example: jwks_url = "https://www.googleapis.com/oauth2/v3/certs"

    # Email domains whose people may sign in, in lower case.
    # Required in this section. Example: allowed_email_domains = ["example.com"]

    # Makes a member for somebody from an allowed domain who signs in for the first time.
    # Default: create_members = false

    # Id of the org that tokens sign in to. Without it, the oldest one.
    # No default: org

    # What is logged, and in which form.
    "#);
}

#[test]
fn the_documentation_has_a_table_for_each_section() {
    let docs = docs();
    let headings: Vec<&str> = docs
        .lines()
        .filter(|line| line.starts_with("## "))
        .collect();
    assert_snapshot!(headings.join("\n"), @"
    ## At the top of the file
    ## [http]
    ## [database]
    ## [security]
    ## [auth.oidc]
    ## [log]
    ## [telemetry]
    ## [models]
    ## [models.anthropic]
    ## [models.openai]
    ## [models.openrouter]
    ## [models.ollama]
    ## [runtime]
    ## [budgets]
    ## [memory]
    ## [workspace]
    ## [sending]
    ## [twilio]
    ## [quo]
    ## [mail]
    ## [flags]
    ");
    let (_, security) = docs.split_once("## [security]").unwrap();
    let (security, _) = security.split_once("## [auth.oidc]").unwrap();
    assert_snapshot!(security.trim(), @r#"
    Keys, and how long a sign-in lasts.

    | Key | Environment | Type | Default | Meaning |
    |---|---|---|---|---|
    | `master_key` or `master_key_file` | `STEWARD_MASTER_KEY` or `STEWARD__SECURITY__MASTER_KEY` | secret | none | Master keys, each 32 bytes in base64 or hexadecimal, separated by commas, the newest first. The newest encrypts; the others still decrypt. Without it, `master.key` in the data folder, made on first start. |
    | `admin_token` or `admin_token_file` | `STEWARD_ADMIN_TOKEN` or `STEWARD__SECURITY__ADMIN_TOKEN` | secret | none | API key of the first owner, at least 24 characters. Without it, one is made on first start and printed once. |
    | `session_ttl` | `STEWARD__SECURITY__SESSION_TTL` | duration | `"30d"` | How long a browser stays signed in. |
    | `sign_in_link_ttl` | `STEWARD__SECURITY__SIGN_IN_LINK_TTL` | duration | `"15m"` | How long a sign-in link can be used. |
    "#);
}

#[test]
fn every_setting_is_documented() {
    for row in docs().lines().filter(|line| line.starts_with("| `")) {
        let meaning = row.trim_end_matches(" |").rsplit(" | ").next().unwrap();
        assert!(meaning.ends_with('.'), "{row}");
    }
}

/// Settings from every place that they can come from, some of them secret.
fn from_everywhere() -> Fixture {
    let file = "[http]\nbody_limit = '2 MB'\ntrusted_proxies = ['10.0.0.0/8']\n[database]\nurl_file = 'url'";
    Fixture::new()
        .file("steward.toml", file)
        .file("url", "sqlite:hunter2")
        .variable("STEWARD_ADMIN_TOKEN", "hunter2-hunter2-hunter2-hunter2")
        .variable("STEWARD__LOG__LEVEL", "debug")
        .flags(Overrides {
            listen: Some("0.0.0.0:80".to_owned()),
            ..Overrides::default()
        })
}

#[test]
fn the_check_shows_each_value_and_its_origin_but_no_secret() {
    let checked = check(&from_everywhere().sources()).unwrap();
    // The sections with most settings would only make this long.
    let long = "models. runtime. budgets. sending. memory. flags.".split(' ');
    let shown = checked
        .lines()
        .filter(|line| !long.clone().any(|section| line.starts_with(section)));
    assert_snapshot!(shown.collect::<Vec<_>>().join("\n"), @r#"
    The configuration is right. File: steward.toml

    home                              "./steward-data"  default
    subagents                         []                default
    http.listen                       "0.0.0.0:80"      --listen
    http.public_url                   not set           default
    http.body_limit                   "2 MB"            steward.toml:2
    http.request_timeout              "30s"             default
    http.shutdown_timeout             "4s"              default
    http.reads_per_second             100000            default
    http.writes_per_second            200               default
    http.sign_in_attempts_per_minute  10                default
    http.trusted_proxies              ["10.0.0.0/8"]    steward.toml:3
    http.max_connections              10000             default
    database.url                      *** in "url"      steward.toml:5
    database.keys_url                 not set           default
    database.max_connections          10                default
    database.readers                  2                 default
    security.master_key               not set           default
    security.admin_token              ***               STEWARD_ADMIN_TOKEN
    security.session_ttl              "30d"             default
    security.sign_in_link_ttl         "15m"             default
    auth.oidc.issuer                  not set           default
    auth.oidc.audience                not set           default
    auth.oidc.jwks_url                not set           default
    auth.oidc.allowed_email_domains   not set           default
    auth.oidc.create_members          false             default
    auth.oidc.org                     not set           default
    log.level                         "debug"           STEWARD__LOG__LEVEL
    log.format                        "auto"            default
    telemetry.otlp_endpoint           not set           default
    telemetry.service_name            "steward"         default
    telemetry.sample_ratio            1.0               default
    workspace.mirror                  true              default
    workspace.path                    not set           default
    twilio.account_sid                not set           default
    twilio.auth_token                 not set           default
    twilio.webhook_key_id             not set           default
    twilio.webhook_key_secret         not set           default
    twilio.base_url                   not set           default
    quo.api_key                       not set           default
    quo.webhook_secret                not set           default
    quo.legacy_webhook_secret         not set           default
    quo.base_url                      not set           default
    mail.server                       not set           default
    mail.port                         not set           default
    mail.security                     "starttls"        default
    mail.user                         not set           default
    mail.password                     not set           default
    mail.from                         not set           default
    "#);
}

#[test]
fn the_check_fails_like_the_start() {
    let fixture = Fixture::new().variable("STEWARD_LISTEN", "x");
    let error = check(&fixture.sources()).unwrap_err().to_string();
    assert_eq!(error, fixture.error());
}
