use std::collections::BTreeSet;

use crate::problem::Problem;

const FOLDERS: [&str; 2] = ["migrations/sqlite/", "migrations/postgres/"];

/// Both databases go through the same steps, so both folders hold the same names.
pub(crate) fn check(paths: &BTreeSet<String>) -> Vec<Problem> {
    let [sqlite, postgres] = FOLDERS;
    let mut problems = lacking(paths, sqlite, postgres);
    problems.extend(lacking(paths, postgres, sqlite));
    problems
}

fn lacking(paths: &BTreeSet<String>, from: &str, to: &str) -> Vec<Problem> {
    let names = paths.iter().filter_map(|path| path.strip_prefix(from));
    let alone = names.filter(|name| !paths.contains(&format!("{to}{name}")));
    let problems = alone.map(|name| {
        Problem::new(
            format!("{from}{name}"),
            1,
            format!("there is no {to}{name}; write it"),
        )
    });
    problems.collect()
}
