use super::machine::check;
use crate::repo::TextFile;

fn count(path: &str, text: &str) -> usize {
    check(&TextFile {
        path: path.to_owned(),
        text: text.to_owned(),
    })
    .len()
}

/// Put together here, or this file would break the rule it tests.
fn below(folder: &str, rest: &str) -> String {
    format!("/{folder}/{rest}")
}

#[test]
fn a_path_of_one_machine_is_named_with_its_line() {
    let text = format!("fine\nsee {}\n", below("home", "ada/steward"));
    let problems = check(&TextFile {
        path: "a.md".to_owned(),
        text,
    });
    assert_eq!(
        problems[0].to_string(),
        "a.md:2: a path below /home is of one machine; write it relative to the repository"
    );
    assert_eq!(
        count(
            "a.rs",
            &format!("let path = \"{}\";", below("root", ".cargo"))
        ),
        1
    );
}

#[test]
fn routes_and_relative_paths_pass() {
    assert_eq!(
        count(
            "a.md",
            &format!("https://example.com{}", below("home", "page"))
        ),
        0
    );
    assert_eq!(
        count("a.rs", &format!("\"..{}\"", below("root", ".ssh"))),
        0
    );
    assert_eq!(count("a.md", "`/data/steward.db` and `/home/`"), 0);
}

#[test]
fn lock_files_name_public_registries_only() {
    let index = "https://github.com/rust-lang/crates.io-index";
    assert_eq!(
        count("Cargo.lock", &format!("source = \"registry+{index}\"\n")),
        0
    );
    assert_eq!(
        count(
            "Cargo.lock",
            "source = \"registry+https://mirror.example/index\"\n"
        ),
        1
    );
    let lock = "web/package-lock.json";
    assert_eq!(
        count(
            lock,
            "\"resolved\": \"https://registry.npmjs.org/a/-/a-1.tgz\",\n"
        ),
        0
    );
    assert_eq!(
        count(lock, "\"resolved\": \"https://mirror.example/a-1.tgz\",\n"),
        1
    );
}

#[test]
fn installers_are_not_told_where_to_fetch() {
    assert_eq!(count("web/.npmrc", "engine-strict=true\n"), 0);
    assert_eq!(count("web/.npmrc", "registry=https://mirror.example\n"), 1);
    assert_eq!(
        count(
            "tests/clients/requirements.txt",
            "--index-url https://mirror.example\n"
        ),
        1
    );
    assert_eq!(
        count("docs/install.md", "registry=https://mirror.example\n"),
        0
    );
}
