//! A statement that names rows by their ids finds them by their ids, however much else there is.

use steward_store::statements;
use steward_testkit::TestDatabase;

#[tokio::test]
async fn a_row_that_is_named_is_found_by_its_name() {
    let db = TestDatabase::sqlite();
    db.open().await.close().await;
    let (data, keys) = (db.data(), db.keys());
    let of_keys = keys.tables().await;
    let mut looked_at = 0;
    for sql in statements() {
        let mut words = sql.text.split_whitespace();
        let is_key = words.any(|word| of_keys.iter().any(|table| table == word));
        if !names_rows(sql.text) || is_key {
            continue;
        }
        looked_at += 1;
        let plan = data.plan(sql.text);
        let wide = plan.first().is_some_and(|step| is_wide(step));
        assert!(!wide, "{} reads far too much: {plan:?}", sql.name);
    }
    assert!(looked_at > 100, "{looked_at}");
}

/// Whether a statement gives ids of rows.
fn names_rows(sql: &str) -> bool {
    sql.contains(" id = $") || sql.contains(" id in ($")
}

/// Whether a step of a plan goes through a whole table, or through all that an organisation has in it.
fn is_wide(step: &str) -> bool {
    (step.starts_with("SCAN") && step != "SCAN CONSTANT ROW") || step.ends_with("(org_id=?)")
}

#[test]
fn a_plan_that_reads_all_is_seen() {
    assert!(is_wide(
        "SEARCH passage USING INDEX passage_by_model (org_id=?)"
    ));
    assert!(is_wide("SCAN thread"));
    assert!(!is_wide("SCAN CONSTANT ROW"));
    assert!(!is_wide(
        "SEARCH passage USING INDEX sqlite_autoindex_passage_1 (id=?)"
    ));
}
