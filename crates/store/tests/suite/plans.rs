//! However much there is: a row that is named is found by its name, a page is read in its order, and what refers to a row is found
//! when the row goes.

use steward_store::{Sql, statements};
use steward_testkit::TestDatabase;

#[tokio::test]
async fn a_row_that_is_named_is_found_by_its_name() {
    let plans = plans(|sql| names_rows(sql.text)).await;
    assert!(plans.len() > 100, "{}", plans.len());
    for (sql, plan) in plans {
        let wide = plan.first().is_some_and(|step| is_wide(step));
        assert!(!wide, "{} reads far too much: {plan:?}", sql.name);
    }
}

#[tokio::test]
async fn a_page_is_read_in_its_order() {
    // Work in the background goes through what one scope or one model has, and may sort it.
    let is_page = |sql: Sql| {
        (sql.name.ends_with("::LIST") && sql.text.contains(" order by id limit $"))
            || sql.name.ends_with("::record::NEWEST")
    };
    let plans = plans(is_page).await;
    assert!(plans.len() > 5, "{}", plans.len());
    for (sql, plan) in plans {
        let sorted = plan.iter().any(|step| step.contains("FOR ORDER BY"));
        assert!(!sorted, "{} sorts everything: {plan:?}", sql.name);
    }
}

/// How SQLite finds the rows of these statements. Those of the key store, which is small, are left out.
async fn plans(wanted: impl Fn(Sql) -> bool) -> Vec<(Sql, Vec<String>)> {
    let db = TestDatabase::sqlite();
    db.open().await.close().await;
    let (data, of_keys) = (db.data(), db.keys().tables().await);
    let is_key = |sql: Sql| {
        let mut words = sql.text.split_whitespace();
        words.any(|word| of_keys.iter().any(|table| table == word))
    };
    let chosen = statements()
        .into_iter()
        .filter(|sql| wanted(*sql) && !is_key(*sql));
    chosen.map(|sql| (sql, data.plan(sql.text))).collect()
}

#[tokio::test]
async fn the_record_of_an_agent_is_counted_without_reading_the_others() {
    let plans = plans(|sql| sql.name.ends_with("suggestions::record::COUNT")).await;
    assert_eq!(plans.len(), 1);
    let index =
        "suggestion USING INDEX suggestion_record (org_id=? AND agent_id=? AND created_at>?)";
    for (sql, plan) in plans {
        let found = plan.iter().any(|step| step.contains(index));
        assert!(found, "{}: {plan:?}", sql.name);
        let scanned = plan
            .iter()
            .any(|step| step.contains("SCAN event") || step.contains("SCAN thread"));
        assert!(!scanned, "{}: {plan:?}", sql.name);
    }
}

#[tokio::test]
async fn the_few_conversations_that_need_somebody_are_found_by_their_names() {
    let plans = plans(|sql| sql.name.ends_with("team_inbox::NEEDS_YOU")).await;
    assert_eq!(plans.len(), 1);
    let by_name = "SEARCH thread USING INDEX sqlite_autoindex_thread_1 (id=?)";
    let (sql, plan) = &plans[0];
    let found = plan.iter().any(|step| step == by_name);
    assert!(found, "{}: {plan:?}", sql.name);
    let by_time = plan.iter().any(|step| step.contains("thread_inbox"));
    assert!(!by_time, "{}: {plan:?}", sql.name);
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
