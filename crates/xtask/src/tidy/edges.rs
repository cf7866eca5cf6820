use crate::metadata::{Dependency, DependencyKind};
use crate::problem::{Problem, line_starting_with};

/// Our crates in the order of their direction: each sees only crates before it.
const ORDER: [&str; 13] = [
    "seal", "model", "accounts", "agent", "store", "llm", "channels", "memory", "tools", "runtime",
    "server", "testkit", "xtask",
];

/// Those for which sealing is the store's business.
const UNSEALED: &[&str] = ORDER.split_at(1).1;

/// Which of our crates each may use.
const EDGES: [(&str, &[&str]); ORDER.len()] = [
    ("seal", &[]),
    ("model", &[]),
    ("accounts", &[]),
    ("agent", &["model"]),
    ("store", &["seal", "model"]),
    ("llm", &["model"]),
    ("channels", &["model"]),
    ("memory", &["model", "accounts", "store", "llm"]),
    // The dates in a text are read in one place, which is among the accounts.
    (
        "tools",
        &["model", "accounts", "agent", "store", "memory", "channels"],
    ),
    ("runtime", UNSEALED.split_at(8).0),
    ("server", UNSEALED.split_at(9).0),
    ("testkit", UNSEALED.split_at(10).0),
    ("xtask", &[]),
];

/// Third-party crates that stay in a few of ours, and why.
const CONFINED: [(&str, &[&str], &str); 5] = [
    ("sqlx", &["store", "testkit"], "only `store` knows SQL"),
    ("rusqlite", &["store", "testkit"], "only `store` knows SQL"),
    ("axum", &["server", "testkit"], "only `server` knows HTTP"),
    ("utoipa", &["server", "testkit"], "only `server` knows HTTP"),
    (
        "utoipa-axum",
        &["server", "testkit"],
        "only `server` knows HTTP",
    ),
];

/// Crates without IO, and what would bring it in.
const PURE: [&str; 3] = ["accounts", "agent", "model"];
const IO: [&str; 2] = ["tokio", "reqwest"];

/// Checks one member's dependencies of every kind against the tables.
pub(crate) fn check(
    manifest: &str,
    text: &str,
    package: &str,
    dependencies: &[Dependency],
) -> Vec<Problem> {
    let name = short(package);
    let Some((_, allowed)) = EDGES.iter().find(|(row, _)| *row == name) else {
        let message = format!(
            "`{package}` is in no row of the crate table; add one to crates/xtask/src/tidy/edges.rs"
        );
        return vec![Problem::new(
            manifest,
            line_starting_with(text, "name"),
            message,
        )];
    };
    let broken = dependencies.iter().filter_map(|dependency| {
        let message = broken_rule(name, allowed, dependency)?;
        Some(Problem::new(
            manifest,
            line_starting_with(text, &dependency.name),
            message,
        ))
    });
    broken.collect()
}

fn broken_rule(name: &str, allowed: &[&str], dependency: &Dependency) -> Option<String> {
    let target = short(&dependency.name);
    if EDGES.iter().any(|(row, _)| *row == target) {
        return broken_edge(name, allowed, target, dependency.kind);
    }
    if let Some((_, homes, reason)) = CONFINED.iter().find(|(row, ..)| *row == target) {
        let homes_or = homes.join(" or ");
        return (!homes.contains(&name)).then(|| {
            format!("`{name}` uses `{target}`, but {reason}; move the code to {homes_or}")
        });
    }
    (PURE.contains(&name) && IO.contains(&target)).then(|| {
        format!("`{name}` uses `{target}`, but does no IO; move the code to a crate that does")
    })
}

fn broken_edge(
    name: &str,
    allowed: &[&str],
    target: &str,
    kind: Option<DependencyKind>,
) -> Option<String> {
    if target == "testkit" && name != "xtask" {
        return (kind != Some(DependencyKind::Dev))
            .then(|| format!("`{name}` ships `testkit`; make it a dev-dependency"));
    }
    (!allowed.contains(&target)).then(|| {
        format!(
            "`{name}` may not use `{target}`; move the code down, or change the table and say why"
        )
    })
}

fn short(package: &str) -> &str {
    package.strip_prefix("steward-").unwrap_or(package)
}
