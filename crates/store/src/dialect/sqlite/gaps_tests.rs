use std::collections::BTreeMap;
use std::path::Path;

use rusqlite::ToSql;

use super::super::{Access, connect};
use super::*;

const MARK: &[u8] = b"a value that was replaced";

fn holds_mark(path: &Path) -> usize {
    let bytes = std::fs::read(path).unwrap();
    bytes.windows(MARK.len()).filter(|it| *it == MARK).count()
}

/// Rows that grow push their neighbours onto other pages; then everything is overwritten.
fn push_about(connection: &Connection) -> BTreeMap<i64, Vec<u8>> {
    let tables = "create table row (id integer primary key, value blob not null, name text);
                  create index by_name on row (name);";
    connection.execute_batch(tables).unwrap();
    let run = |sql: &str, values: &[&dyn ToSql]| connection.execute(sql, values).unwrap();
    let mut rows = BTreeMap::new();
    for id in 0..400_i64 {
        let mut value = MARK.to_vec();
        // Some are longer than a page.
        let length = if id % 50 == 0 { 9_000 } else { 500 };
        value.resize(length, b'.');
        run(
            "insert into row (id, value, name) values (?1, ?2, ?1)",
            &[&id, &value],
        );
        value.fill(b'x');
        rows.insert(id, value);
    }
    for id in (0..400_i64).step_by(3) {
        run(
            "update row set name = printf('%.*c', 700, 'n') where id = ?1",
            &[&id],
        );
    }
    rows.retain(|id, value| {
        if id % 5 == 0 {
            run("delete from row where id = ?1", &[id]);
            return false;
        }
        run("update row set value = ?1 where id = ?2", &[value, id]);
        true
    });
    rows
}

#[test]
fn nothing_of_what_was_overwritten_stays_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.db");
    let mut connection = connect(&path, Access::Write).unwrap();
    let rows = push_about(&connection);
    let empty_log = |connection: &Connection| {
        connection
            .query_row("pragma wal_checkpoint(truncate)", [], |row| {
                row.get::<_, i64>(0)
            })
            .unwrap()
    };
    assert_eq!(empty_log(&connection), 0);
    assert!(
        holds_mark(&path) > 0,
        "SQLite leaves nothing any more: this module can go"
    );
    wipe(&mut connection).unwrap();
    assert_eq!(empty_log(&connection), 0);
    assert_eq!(holds_mark(&path), 0);
    drop(connection);
    let connection = connect(&path, Access::Read).unwrap();
    let check: String = connection
        .query_row("pragma integrity_check", [], |row| row.get(0))
        .unwrap();
    assert_eq!(check, "ok");
    let mut statement = connection.prepare("select id, value from row").unwrap();
    let kept = statement
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap();
    let kept: BTreeMap<i64, Vec<u8>> = kept.collect::<Result<_, _>>().unwrap();
    assert_eq!(kept, rows);
}

#[test]
fn a_page_of_a_long_value_is_left_alone() {
    let mut page = vec![0xff_u8; 4_096];
    page[..4].copy_from_slice(&0x0d00_0001_u32.to_be_bytes());
    // Such a page exists in a file with that many pages only.
    assert_eq!(gap(&page, 9, 0x0d00_0001), None);
    // What makes no sense as a page of rows is left alone too.
    assert_eq!(gap(&page, 9, 100), None);
    assert_eq!(gap(&[0x0d, 0, 0], 9, 100), None);
    assert_eq!(gap(&[], 9, 100), None);
    let mut first = vec![0_u8; 4_096];
    first[100] = LEAF_TABLE;
    first[105..107].copy_from_slice(&4_000_u16.to_be_bytes());
    assert_eq!(gap(&first, 1, 100), Some(108..4_000));
}
