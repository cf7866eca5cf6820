//! No statement goes through everything there is to find what it names.

use std::collections::BTreeSet;

use steward_store::statements;
use steward_testkit::TestDatabase;

/// Statements that read all rows of a table or of an organisation, and why they may.
const READ_ALL: &[(&str, &str)] = &[];

#[tokio::test]
async fn a_statement_finds_its_rows_by_an_index_that_narrows() {
    let db = TestDatabase::sqlite();
    db.open().await.close().await;
    let (data, keys) = (db.data(), db.keys());
    let of_keys: BTreeSet<String> = keys.tables().await.into_iter().collect();
    let mut wide = BTreeSet::new();
    for sql in statements() {
        let mut words = sql.text.split_whitespace();
        let raw = if words.any(|word| of_keys.contains(word)) {
            &keys
        } else {
            &data
        };
        let plan = raw.plan(sql.text);
        if plan.iter().any(|step| is_wide(step)) {
            eprintln!("{}: {plan:?}", sql.name);
            wide.insert(sql.name.trim_start_matches("steward_store::"));
        }
    }
    let excepted: BTreeSet<_> = READ_ALL.iter().map(|(name, _)| *name).collect();
    assert_eq!(wide, excepted);
}

/// Whether a step of a plan goes through a whole table, or through all that an organisation has in it.
fn is_wide(step: &str) -> bool {
    step.starts_with("SCAN") || step.ends_with("(org_id=?)")
}

#[test]
fn a_plan_that_reads_all_is_seen() {
    assert!(is_wide(
        "SEARCH passage USING INDEX passage_by_model (org_id=?)"
    ));
    assert!(is_wide("SCAN thread"));
    assert!(!is_wide(
        "SEARCH passage USING INDEX sqlite_autoindex_passage_1 (id=?)"
    ));
}
