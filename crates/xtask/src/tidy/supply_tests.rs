use super::supply::{Policy, check};
use crate::metadata::Package;

const DENY: &str = r#"
[licenses]
allow = [
    "MIT",
    # "GPL-3.0-only",
]
[bans]
deny = [
    { crate = "openssl", reason = "rustls" },
]
"#;
const LOCK: &str = "[[package]]\nname = \"a\"\nversion = \"1.0.0\"\n";
const CRATES_IO: &str = "\"registry+https://github.com/rust-lang/crates.io-index\"";

fn problems(name: &str, licence: &str, source: &str) -> Vec<String> {
    let json = format!(
        r#"{{"id":"i","name":"{name}","version":"1.0.0","license":{licence},"source":{source},
            "dependencies":[],"manifest_path":"Cargo.toml"}}"#
    );
    let package: Package = serde_json::from_str(&json).unwrap();
    let found = check(&Policy::parse(DENY), LOCK, &[package]);
    found.iter().map(ToString::to_string).collect()
}

#[test]
fn the_lists_are_those_of_deny_toml() {
    let policy = Policy::parse(DENY);
    assert_eq!(
        policy,
        Policy {
            licences: vec!["MIT".into()],
            banned: vec!["openssl".into()]
        }
    );
}

#[test]
fn a_clean_package_passes() {
    assert_eq!(problems("a", "\"MIT\"", CRATES_IO), Vec::<String>::new());
    assert_eq!(problems("ours", "\"MIT\"", "null"), Vec::<String>::new());
}

#[test]
fn licence_ban_and_source_are_each_a_problem() {
    assert_eq!(
        problems("a", "\"GPL-3.0-only\"", CRATES_IO),
        [
            "Cargo.lock:2: `a` 1.0.0 is under `GPL-3.0-only`; replace it, or allow the licence in deny.toml"
        ]
    );
    assert!(problems("a", "null", CRATES_IO)[0].contains("names no licence"));
    assert!(problems("openssl", "\"MIT\"", CRATES_IO)[0].contains("is banned"));
    assert!(
        problems("a", "\"MIT\"", "\"git+https://example.com/a\"")[0].contains("comes from git+")
    );
}

#[test]
fn an_unreadable_policy_is_refused_rather_than_empty() {
    assert_eq!(
        check(&Policy::parse("[licenses]\nallow = [\"MIT\"]\n"), LOCK, &[]).len(),
        1
    );
}
