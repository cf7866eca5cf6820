//! However much there is: a row that is named is found by its name, a page is read in its order, and what refers to a row is found
//! when the row goes.

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

#[tokio::test]
async fn a_page_is_read_in_its_order() {
    let db = TestDatabase::sqlite();
    db.open().await.close().await;
    let (data, keys) = (db.data(), db.keys());
    let of_keys = keys.tables().await;
    let mut looked_at = 0;
    for sql in statements() {
        let mut words = sql.text.split_whitespace();
        let is_key = words.any(|word| of_keys.iter().any(|table| table == word));
        // Work in the background goes through what one scope or one model has, and may sort it.
        let is_page = sql.name.ends_with("::LIST") && sql.text.contains(" order by id limit $");
        if !is_page || is_key {
            continue;
        }
        looked_at += 1;
        let plan = data.plan(sql.text);
        let sorted = plan
            .iter()
            .any(|step| step == "USE TEMP B-TREE FOR ORDER BY");
        assert!(
            !sorted,
            "{} sorts everything for a page: {plan:?}",
            sql.name
        );
    }
    assert!(looked_at > 5, "{looked_at}");
}

#[tokio::test]
async fn what_refers_to_a_row_is_found_by_an_index() {
    let db = TestDatabase::sqlite();
    db.open().await.close().await;
    let references = "select t.name || '.' || f.\"from\" from sqlite_schema t, pragma_foreign_key_list(t.name) f
        where t.type = 'table' and t.name <> 'instance' and f.seq = 0 and f.\"from\" <> 'org_id' and not exists (
            select 1 from pragma_index_list(t.name) i, pragma_index_info(i.name) c where c.seqno = 0 and c.name = f.\"from\")";
    // `instance` has one row.
    let unfound = db.data().rows(references).await;
    assert!(unfound.is_empty(), "{unfound:?}");
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
