use super::edges::check;
use crate::metadata::{Dependency, DependencyKind};

const MANIFEST: &str = "[package]\nname = \"x\"\n[dependencies]\nsteward-server.workspace = true\n";

fn problems(package: &str, dependency: &str, kind: Option<DependencyKind>) -> Vec<String> {
    let dependency = Dependency {
        name: dependency.to_owned(),
        kind,
    };
    let found = check("crates/x/Cargo.toml", MANIFEST, package, &[dependency]);
    found.iter().map(ToString::to_string).collect()
}

#[test]
fn an_edge_in_the_table_passes() {
    assert!(problems("steward-memory", "steward-store", None).is_empty());
    assert!(problems("steward-testkit", "steward-server", None).is_empty());
}

#[test]
fn an_edge_against_the_direction_is_named_with_its_line() {
    assert_eq!(
        problems("steward-store", "steward-server", None),
        [
            "crates/x/Cargo.toml:4: `store` may not use `server`; move the code down, or change the table and say why"
        ]
    );
}

#[test]
fn a_dev_dependency_follows_the_direction_too() {
    assert_eq!(
        problems("steward-llm", "steward-store", Some(DependencyKind::Dev)).len(),
        1
    );
}

#[test]
fn testkit_is_for_dev_dependencies_only() {
    assert!(
        problems(
            "steward-store",
            "steward-testkit",
            Some(DependencyKind::Dev)
        )
        .is_empty()
    );
    assert_eq!(problems("steward-server", "steward-testkit", None).len(), 1);
    assert_eq!(
        problems(
            "steward-server",
            "steward-testkit",
            Some(DependencyKind::Build)
        )
        .len(),
        1
    );
    assert_eq!(
        problems("xtask", "steward-testkit", Some(DependencyKind::Dev)).len(),
        1
    );
}

#[test]
fn heavy_crates_stay_where_they_are_confined() {
    for (package, dependency, count) in [
        ("steward-store", "sqlx", 0),
        ("steward-server", "sqlx", 1),
        ("steward-testkit", "rusqlite", 0),
        ("steward-tools", "rusqlite", 1),
        ("steward-server", "axum", 0),
        ("steward-testkit", "axum", 0),
        ("steward-runtime", "axum", 1),
        ("steward-model", "utoipa", 1),
        ("steward-agent", "tokio", 1),
        ("steward-model", "reqwest", 1),
        ("steward-llm", "reqwest", 0),
    ] {
        assert_eq!(
            problems(package, dependency, None).len(),
            count,
            "{package} with {dependency}"
        );
    }
}

#[test]
fn a_crate_without_a_row_is_refused() {
    assert!(problems("steward-extra", "serde", None)[0].contains("in no row"));
}
