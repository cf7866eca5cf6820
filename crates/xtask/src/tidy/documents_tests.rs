use std::collections::BTreeSet;

use super::documents::{Named, missing};
use crate::repo::TextFile;

fn problems(document: &str, text: &str) -> Vec<String> {
    let paths = [
        "README.md",
        "crates/store/src/lib.rs",
        "docs/CONFIG.md",
        "docs/adr/0001-sql.md",
    ];
    let paths: BTreeSet<String> = paths.iter().map(ToString::to_string).collect();
    let file = TextFile {
        path: document.to_owned(),
        text: text.to_owned(),
    };
    missing(&file, &paths)
        .iter()
        .map(|named| Named::problem(named).to_string())
        .collect()
}

fn fine(document: &str, text: &str) {
    assert_eq!(problems(document, text), Vec::<String>::new(), "{text}");
}

#[test]
fn files_and_folders_that_exist_pass() {
    fine(
        "README.md",
        "See `crates/store/src/lib.rs:12`, `crates/store/`, `docs` and `docs/adr`.",
    );
    fine(
        "README.md",
        "See [the settings](docs/CONFIG.md#http) and [here](./docs/adr \"title\").",
    );
    fine(
        "docs/adr/0001-sql.md",
        "[Up](../CONFIG.md), [root](/README.md), `docs/CONFIG.md`.",
    );
}

#[test]
fn a_missing_path_is_named_with_its_line() {
    assert_eq!(
        problems("README.md", "First.\nSee `crates/store/src/gone.rs`."),
        ["README.md:2: `crates/store/src/gone.rs` does not exist; correct the path"]
    );
    assert_eq!(
        problems("docs/CONFIG.md", "[a](adr/0002-gone.md)"),
        ["docs/CONFIG.md:1: `docs/adr/0002-gone.md` does not exist; correct the path"]
    );
    assert_eq!(problems("README.md", "[out](../elsewhere.md)").len(), 1);
}

#[test]
fn what_is_no_path_into_the_repository_is_left_alone() {
    fine(
        "README.md",
        "`/v1/me`, `application/json`, `store::Store`, `make test`, `a/b`.",
    );
    fine(
        "README.md",
        "`crates/<name>/src`, `docs/adr/NNNN-title.md`, `docs/*.md`, `crates/…`.",
    );
    fine(
        "README.md",
        "[web](https://example.com/docs/gone.md), [mail](mailto:a@b.c), [top](#top)",
    );
}

#[test]
fn fenced_code_and_text_for_the_model_are_no_documents() {
    fine("README.md", "```\n[a](gone.md) `docs/gone.md`\n```\n");
    fine("skills/notes/SKILL.md", "Write to `docs/gone.md`.");
    fine("docs/CONFIG.txt", "`docs/gone.md`");
}
