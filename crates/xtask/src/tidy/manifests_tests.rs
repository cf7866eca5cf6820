use super::manifests::{forbids_unsafe, inherits_lints, says_what_for};

fn uncommented(dependencies: &str) -> Vec<String> {
    let root = format!("[workspace.dependencies]\n{dependencies}\n[profile.dev]\ndebug = false\n");
    says_what_for(&root)
        .iter()
        .map(ToString::to_string)
        .collect()
}

#[test]
fn a_comment_serves_the_lines_of_one_family() {
    let root = "# Ours.\nsteward-agent = {}\nsteward-store = {}\n\n# Bytes.\nbytes = \"1\"\n";
    assert_eq!(uncommented(root), Vec::<String>::new());
}

#[test]
fn a_dependency_without_its_own_comment_is_named() {
    assert_eq!(
        uncommented("# JSON Schema.\nschemars = \"1\"\nserde = \"1\"\nserde_json = \"1\"\n"),
        [
            "Cargo.toml:4: `serde` has no comment above it; say what it is for",
            "Cargo.toml:5: `serde_json` has no comment above it; say what it is for",
        ]
    );
    assert_eq!(uncommented("# Lost.\n\nserde = \"1\"\n").len(), 1);
}

#[test]
fn unsafe_code_must_be_forbidden_by_the_workspace() {
    assert_eq!(
        forbids_unsafe("[workspace.lints.rust]\nunsafe_code = \"forbid\"\n"),
        None
    );
    assert!(forbids_unsafe("[workspace.lints.rust]\nunsafe_code = \"warn\"\n").is_some());
    assert!(forbids_unsafe("[workspace.lints.clippy]\nunsafe_code = \"forbid\"\n").is_some());
}

#[test]
fn a_member_must_inherit_the_lints() {
    assert_eq!(
        inherits_lints("a/Cargo.toml", "[package]\n\n[lints]\nworkspace = true\n"),
        None
    );
    assert!(inherits_lints("a/Cargo.toml", "[lints.rust]\nunsafe_code = \"allow\"\n").is_some());
}
