use insta::assert_snapshot;

use crate::config::tests::Fixture;
use crate::config::{Config, Overrides};

/// The problems of a file.
fn file_error(text: &str) -> String {
    Fixture::new().file("steward.toml", text).error()
}

/// The problems of variables, each alone.
fn variable_errors(variables: &[(&str, &str)]) -> String {
    let problems = variables.iter().map(|(name, value)| {
        let sources = Fixture::new().variable(name, value).sources();
        let error = Config::load(&sources).unwrap_err();
        error
            .problems()
            .iter()
            .map(|problem| format!("{problem}\n"))
            .collect::<String>()
    });
    problems.collect()
}

#[test]
fn unknown_keys_come_with_the_nearest_right_one() {
    let file = "
hme = 'x'
listen = 'x'
colours = {}
[htpp]
listen = 'x'
[http]
litsen = 'x'
[server]
readers = 2
[security]
master_keyfile = 'x'
[weather]
sunny = true
";
    assert_snapshot!(file_error(file), @"
    The configuration has 8 problems:
      steward.toml:2: `hme` is not a setting; did you mean `home`?
      steward.toml:3: `listen` is not a setting; did you mean `http.listen`?
      steward.toml:4: `colours` is not a setting; run `steward config docs` to see every setting
      steward.toml:6: `htpp.listen` is not a setting; did you mean `http.listen`?
      steward.toml:8: `http.litsen` is not a setting; did you mean `http.listen`?
      steward.toml:10: `server.readers` is not a setting; did you mean `database.readers`?
      steward.toml:12: `security.master_keyfile` is not a setting; did you mean `security.master_key_file`?
      steward.toml:14: `weather.sunny` is not a setting; run `steward config docs` to see every setting
    ");
}

#[test]
fn unknown_variables_come_with_the_nearest_right_one() {
    let errors = variable_errors(&[
        ("STEWARD__HTPP__LISTEN", "x"),
        ("STEWARD__http__listen", "x"),
        ("STEWARD__HTTP__", "x"),
        ("STEWARD_LISTN", "x"),
        ("STEWARD_ADMINTOKEN_FILE", "x"),
        ("STEWARD_PORT", "9000"),
        ("STEWARD_WEATHER", ""),
    ]);
    assert_snapshot!(errors, @"
    STEWARD__HTPP__LISTEN: this is not a setting; did you mean `STEWARD__HTTP__LISTEN`?
    STEWARD__http__listen: this is not a setting; did you mean `STEWARD__HTTP__LISTEN`?
    STEWARD__HTTP__: this is not a setting; run `steward config docs` to see every setting
    STEWARD_LISTN: this is not a setting; did you mean `STEWARD_LISTEN`?
    STEWARD_ADMINTOKEN_FILE: this is not a setting; did you mean `STEWARD_ADMIN_TOKEN_FILE`?
    STEWARD_PORT: this is not a setting; run `steward config docs` to see every setting
    STEWARD_WEATHER: this is not a setting; run `steward config docs` to see every setting
    ");
}

#[test]
fn values_of_a_wrong_type_are_all_told_at_once() {
    let file = "
home = 1
[http]
listen = 'localhost'
public_url = 'steward.example.com'
body_limit = -1
request_timeout = 30
shutdown_timeout = '1h30m'
reads_per_second = 'many'
writes_per_second = 0
max_connections = 5_000_000_000
trusted_proxies = ['10.0.0.0/8', 'proxy']
[database]
url = 5
readers = 1.5
[log]
level = true
format = 'xml'
[auth.oidc]
issuer = 'ftp://id.example.com'
audience = 'steward'
allowed_email_domains = 'example.com'
create_members = 'yes'
";
    assert_snapshot!(file_error(file), @r#"
    The configuration has 17 problems:
      steward.toml:2: `home` is `1`; write a path in quotes
      steward.toml:4: `http.listen` is `"localhost"`; write an IP address and a port such as `127.0.0.1:8787`
      steward.toml:5: `http.public_url` is `"steward.example.com"`: it does not start with `http://` or `https://`; write an address such as `https://example.com`
      steward.toml:6: `http.body_limit` is `-1`: it is negative; write a size such as `1MiB`, `2 MB` or a number of bytes
      steward.toml:7: `http.request_timeout` is `30`; write a duration such as `250ms`, `30s`, `5m`, `24h` or `30d`
      steward.toml:8: `http.shutdown_timeout` is `"1h30m"`: it has an unknown unit `h30m`; write a duration such as `250ms`, `30s`, `5m`, `24h` or `30d`
      steward.toml:9: `http.reads_per_second` is `"many"`; write a whole number from 1 to 4294967295
      steward.toml:10: `http.writes_per_second` is `0`; write a whole number from 1 to 4294967295
      steward.toml:11: `http.max_connections` is `5000000000`; write a whole number from 1 to 4294967295
      steward.toml:12: `http.trusted_proxies` is `["10.0.0.0/8", "proxy"]`: `proxy` is not an IP address; list addresses or ranges such as `["10.0.0.0/8"]`
      steward.toml:14: `database.url` is not a text; write it as text in quotes
      steward.toml:15: `database.readers` is `1.5`; write a whole number from 1 to 4294967295
      steward.toml:17: `log.level` is `true`; write a text in quotes
      steward.toml:18: `log.format` is `"xml"`; write one of `auto`, `json`, `text`
      steward.toml:20: `auth.oidc.issuer` is `"ftp://id.example.com"`: it does not start with `http://` or `https://`; write an address such as `https://example.com`
      steward.toml:22: `auth.oidc.allowed_email_domains` is `"example.com"`; write a list of texts such as `["a", "b"]`
      steward.toml:23: `auth.oidc.create_members` is `"yes"`; write `true` or `false`
    "#);
}

#[test]
fn values_that_cannot_work_are_refused() {
    let file = "
home = ''
[http]
public_url = 'https://example.com/?a=b'
body_limit = 0
request_timeout = '0s'
shutdown_timeout = '0ms'
[database]
url = 'mysql://hunter2@db'
keys_url = ''
[security]
master_key = 'hunter2'
admin_token = 'hunter2'
session_ttl = '0d'
sign_in_link_ttl = '0s'
[auth.oidc]
issuer = 'http://id.example.com'
jwks_url = 'http://127.0.0.1/keys'
audience = ' '
allowed_email_domains = ['@example.com', 'Example.com', 'example.com']
org = ''
[log]
level = 'inof,steward_store=debug,=info,steward_model=loud'
[telemetry]
otlp_endpoint = 'https://user:hunter2@example.com'
service_name = ''
sample_ratio = 1.5
";
    assert_snapshot!(file_error(file), @r#"
    The configuration has 22 problems:
      steward.toml:2: `home` is empty; write the path of a folder
      steward.toml:4: `http.public_url` is `https://example.com/?a=b`, which has a query or a fragment; write the address alone, such as `https://steward.example.com`
      steward.toml:5: `http.body_limit` is zero, so that every body would be refused; write a size such as `1MiB`
      steward.toml:6: `http.request_timeout` is zero; write a duration such as `30s`
      steward.toml:7: `http.shutdown_timeout` is zero; write a duration such as `30s`
      steward.toml:9: `database.url` is not the address of a database Steward knows; start it with `postgres://`, `postgresql://` or `sqlite:`
      steward.toml:10: `database.keys_url` is not the address of a database Steward knows; start it with `postgres://`, `postgresql://` or `sqlite:`
      steward.toml:12: `security.master_key` has a key that is not 32 bytes in base64 or hexadecimal (number 1 of the list); make one with `openssl rand -base64 32`
      steward.toml:13: `security.admin_token` is shorter than 24 characters or holds a space; make one with `openssl rand -hex 24`
      steward.toml:14: `security.session_ttl` is zero; write a duration such as `30s`
      steward.toml:15: `security.sign_in_link_ttl` is zero; write a duration such as `30s`
      steward.toml:17: `auth.oidc.issuer` is `http://id.example.com`, over which anybody on the way could forge keys; write an address that starts with `https://`
      steward.toml:19: `auth.oidc.audience` is empty; write a text
      steward.toml:20: `auth.oidc.allowed_email_domains` has `@example.com`, which is not a domain in lower case; list domains such as `["example.com"]`
      steward.toml:20: `auth.oidc.allowed_email_domains` has `Example.com`, which is not a domain in lower case; list domains such as `["example.com"]`
      steward.toml:21: `auth.oidc.org` is empty; write a text
      steward.toml:23: `log.level` has `inof`, which names no level; write one of `off`, `error`, `warn`, `info`, `debug`, `trace`, or a list such as `info,steward_store=debug`
      steward.toml:23: `log.level` has `=info`, which names no level; write one of `off`, `error`, `warn`, `info`, `debug`, `trace`, or a list such as `info,steward_store=debug`
      steward.toml:23: `log.level` has `steward_model=loud`, which names no level; write one of `off`, `error`, `warn`, `info`, `debug`, `trace`, or a list such as `info,steward_store=debug`
      steward.toml:25: `telemetry.otlp_endpoint` is not right: it holds a user name or password; write an address such as `https://example.com`
      steward.toml:26: `telemetry.service_name` is empty; write a text
      steward.toml:27: `telemetry.sample_ratio` is `1.5`; write a number from 0.0 to 1.0
    "#);
}

#[test]
fn variables_are_refused_by_name() {
    let errors = variable_errors(&[
        ("STEWARD_LISTEN", "8787"),
        ("STEWARD__HTTP__MAX_CONNECTIONS", "lots"),
        ("STEWARD__HTTP__BODY_LIMIT", "1 parsec"),
        ("STEWARD__HTTP__REQUEST_TIMEOUT", "30"),
        ("STEWARD__HTTP__TRUSTED_PROXIES", "[10.0.0.0/8"),
        ("STEWARD__HTTP__PUBLIC_URL", "ftp://example.com"),
        ("STEWARD__LOG__FORMAT", "xml"),
        ("STEWARD__TELEMETRY__SAMPLE_RATIO", "half"),
        ("STEWARD__TELEMETRY__SAMPLE_RATIO", "NaN"),
        ("STEWARD__TELEMETRY__SERVICE_NAME", "caf\u{fffd}"),
        ("STEWARD_ADMIN_TOKEN", "hunter2"),
    ]);
    assert_snapshot!(errors, @r#"
    STEWARD_LISTEN: `http.listen` is `"8787"`; write an IP address and a port such as `127.0.0.1:8787`
    STEWARD__HTTP__MAX_CONNECTIONS: `http.max_connections` is `"lots"`; write a whole number from 1 to 4294967295
    STEWARD__HTTP__BODY_LIMIT: `http.body_limit` is `"1 parsec"`: it has an unknown unit `parsec`; write a size such as `1MiB`, `2 MB` or a number of bytes
    STEWARD__HTTP__REQUEST_TIMEOUT: `http.request_timeout` is `"30"`: it has no unit; write a duration such as `250ms`, `30s`, `5m`, `24h` or `30d`
    STEWARD__HTTP__TRUSTED_PROXIES: `http.trusted_proxies` is `"[10.0.0.0/8"`; list addresses or ranges such as `["10.0.0.0/8"]`
    STEWARD__HTTP__PUBLIC_URL: `http.public_url` is `"ftp://example.com"`: it does not start with `http://` or `https://`; write an address such as `https://example.com`
    STEWARD__LOG__FORMAT: `log.format` is `"xml"`; write one of `auto`, `json`, `text`
    STEWARD__TELEMETRY__SAMPLE_RATIO: `telemetry.sample_ratio` is `"half"`; write a number such as `0.5`
    STEWARD__TELEMETRY__SAMPLE_RATIO: `telemetry.sample_ratio` is `NaN`; write a number from 0.0 to 1.0
    STEWARD__TELEMETRY__SERVICE_NAME: `telemetry.service_name` is not UTF-8; write it as UTF-8
    STEWARD_ADMIN_TOKEN: `security.admin_token` is shorter than 24 characters or holds a space; make one with `openssl rand -hex 24`
    "#);
}

#[test]
fn an_optional_section_names_what_it_lacks() {
    assert_snapshot!(file_error("auth.oidc.create_members = true"), @"
    The configuration has 3 problems:
      steward.toml:1: `auth.oidc.issuer` is missing; `[auth.oidc]` needs it
      steward.toml:1: `auth.oidc.audience` is missing; `[auth.oidc]` needs it
      steward.toml:1: `auth.oidc.allowed_email_domains` is missing; `[auth.oidc]` needs it
    ");
    let empty = Fixture::new().file("steward.toml", "[auth.oidc]");
    assert!(empty.load().auth.oidc.is_none());
}

#[test]
fn a_setting_given_twice_in_one_source_is_refused() {
    let file = "[security]\nadmin_token = 'a'\nadmin_token_file = 'b'";
    let error = Fixture::new()
        .file("steward.toml", file)
        .variable("STEWARD_LISTEN", "127.0.0.1:1")
        .variable("STEWARD__HTTP__LISTEN", "127.0.0.1:2")
        .variable("STEWARD_DATABASE_URL", "sqlite:a")
        .variable("STEWARD_DATABASE_URL_FILE", "b")
        .error();
    assert_snapshot!(error, @"
    The configuration has 4 problems:
      steward.toml:2: `security.admin_token` is shorter than 24 characters or holds a space; make one with `openssl rand -hex 24`
      steward.toml:3: `security.admin_token` is already given by steward.toml:2; remove one of them
      STEWARD_DATABASE_URL_FILE: `database.url` is already given by STEWARD_DATABASE_URL; remove one of them
      STEWARD__HTTP__LISTEN: `http.listen` is already given by STEWARD_LISTEN; remove one of them
    ");
}

#[test]
fn a_secret_file_that_cannot_be_read_is_named() {
    let error = Fixture::new()
        .file(
            "steward.toml",
            "[security]\nmaster_key_file = 'absent.key'\nadmin_token_file = 5",
        )
        .variable("STEWARD_DATABASE_URL_FILE", "absent.url")
        .error();
    assert_snapshot!(error, @"
    The configuration has 3 problems:
      steward.toml:2: `security.master_key` is to be read from `absent.key`, which cannot be read (No such file or directory (os error 2)); check its path and permissions
      steward.toml:3: `security.admin_token` is to be read from something that is not a path; write a path in quotes
      STEWARD_DATABASE_URL_FILE: `database.url` is to be read from `absent.url`, which cannot be read (No such file or directory (os error 2)); check its path and permissions
    ");
}

#[test]
fn a_configuration_file_that_was_asked_for_must_be_there() {
    assert_snapshot!(variable_errors(&[("STEWARD_CONFIG", "absent.toml")]), @"absent.toml: the configuration cannot be read (No such file or directory (os error 2)); check the path and its permissions");
    let folder = Fixture::new().file("steward.toml/file", "");
    assert_snapshot!(folder.error(), @"
    The configuration has a problem:
      steward.toml: the configuration cannot be read (Is a directory (os error 21)); check the path and its permissions
    ");
}

#[test]
fn text_that_is_not_toml_is_told_by_line_and_not_quoted() {
    let error = Fixture::new()
        .file(
            "steward.toml",
            "[security]\nadmin_token = 'hunter2\n[http]\nlisten =\n",
        )
        .variable("STEWARD_LISTN", "x")
        .error();
    assert_snapshot!(error, @"
    The configuration has 3 problems:
      steward.toml:2: this is not TOML: invalid literal string, expected `'`
      steward.toml:4: this is not TOML: string values must be quoted, expected literal string
      STEWARD_LISTN: this is not a setting; did you mean `STEWARD_LISTEN`?
    ");
    let twice = "[http]\nmax_connections = 1\nmax_connections = 2";
    assert_snapshot!(file_error(twice), @"
    The configuration has a problem:
      steward.toml:3: this is not TOML: duplicate key
    ");
}

#[test]
fn a_section_is_not_a_value_nor_a_value_a_section() {
    assert_snapshot!(file_error("http = 5\nauth = []\n[[log]]\n[home]\nx = 1"), @"
    The configuration has 4 problems:
      steward.toml:1: `http` is a section, not a setting; write `[http]` and its settings below
      steward.toml:2: `auth` is a section, not a setting; write `[auth]` and its settings below
      steward.toml:3: `log` is a section, not a setting; write `[log]` and its settings below
      steward.toml:4: `home` is `{ x = 1 }`; write a path in quotes
    ");
}

#[test]
fn flags_are_refused_by_name() {
    let flags = Overrides {
        listen: Some("everywhere".to_owned()),
        database_url: Some("mysql://hunter2@db".to_owned().into()),
        ..Overrides::default()
    };
    assert_snapshot!(Fixture::new().flags(flags).error(), @r#"
    The configuration has 2 problems:
      --database-url: `database.url` is not the address of a database Steward knows; start it with `postgres://`, `postgresql://` or `sqlite:`
      --listen: `http.listen` is `"everywhere"`; write an IP address and a port such as `127.0.0.1:8787`
    "#);
}
