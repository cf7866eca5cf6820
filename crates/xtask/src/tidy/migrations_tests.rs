use std::collections::BTreeSet;

use super::migrations::check;

fn problems(paths: &[&str]) -> Vec<String> {
    let paths: BTreeSet<String> = paths.iter().map(ToString::to_string).collect();
    check(&paths).iter().map(ToString::to_string).collect()
}

#[test]
fn equal_folders_pass() {
    assert!(
        problems(&[
            "migrations/sqlite/0001_a.sql",
            "migrations/postgres/0001_a.sql"
        ])
        .is_empty()
    );
}

#[test]
fn a_step_that_one_database_lacks_is_named_on_either_side() {
    assert_eq!(
        problems(&[
            "migrations/sqlite/0001_a.sql",
            "migrations/postgres/0002_b.sql"
        ]),
        [
            "migrations/sqlite/0001_a.sql:1: there is no migrations/postgres/0001_a.sql; write it",
            "migrations/postgres/0002_b.sql:1: there is no migrations/sqlite/0002_b.sql; write it",
        ]
    );
}
