//! Overwrites the copies of old rows that stay in the pages.
//!
//! `secure_delete` zeroes a row that is deleted where it lies. A row that was moved to another page before then, when its
//! neighbours grew, left a copy in the part of its old page that nothing uses: between the list of its rows and the first
//! of them. SQLite never reads it, and overwrites it only when it needs the room.

use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior, params};

use super::map_error;
use crate::StoreError;

/// How many pages are looked at, and at most written, at a time: others write in between.
const TOGETHER: u32 = 1_000;
/// What the first page begins with, before it is a page like the others.
const FILE_HEADER: usize = 100;
const INTERIOR_INDEX: u8 = 0x02;
const INTERIOR_TABLE: u8 = 0x05;
const LEAF_INDEX: u8 = 0x0a;
const LEAF_TABLE: u8 = 0x0d;

/// Zeroes whatever lies in no row, page by page.
pub(super) fn wipe(connection: &mut Connection) -> Result<(), StoreError> {
    let failed = |error: rusqlite::Error| map_error(&error);
    let pages: u32 = connection
        .query_row("pragma page_count", [], |row| row.get(0))
        .map_err(failed)?;
    for first in (1..=pages).step_by(TOGETHER as usize) {
        let last = first.saturating_add(TOGETHER - 1).min(pages);
        let dirty = dirty_pages(connection, first, last, pages).map_err(failed)?;
        if !dirty.is_empty() {
            wipe_pages(connection, &dirty, pages).map_err(failed)?;
        }
    }
    Ok(())
}

fn dirty_pages(
    connection: &Connection,
    first: u32,
    last: u32,
    pages: u32,
) -> rusqlite::Result<Vec<u32>> {
    let sql = "select pgno, data from sqlite_dbpage where pgno between ?1 and ?2";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([first, last])?;
    let mut dirty = Vec::new();
    while let Some(row) = rows.next()? {
        let (number, page) = (row.get(0)?, row.get_ref(1)?.as_blob()?);
        let gap = gap(page, number, pages).and_then(|gap| page.get(gap));
        if gap.is_some_and(|gap| gap.iter().any(|byte| *byte != 0)) {
            dirty.push(number);
        }
    }
    Ok(dirty)
}

/// The pages are read again, since others may have written them.
fn wipe_pages(connection: &mut Connection, dirty: &[u32], pages: u32) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for number in dirty {
        let sql = "select data from sqlite_dbpage where pgno = ?1";
        let page: Option<Vec<u8>> = transaction
            .prepare_cached(sql)?
            .query_row([number], |row| row.get(0))
            .optional()?;
        let Some(mut page) = page else { continue };
        let gap = gap(&page, *number, pages).and_then(|gap| page.get_mut(gap));
        let Some(gap) = gap else { continue };
        gap.fill(0);
        transaction
            .prepare_cached("update sqlite_dbpage set data = ?1 where pgno = ?2")?
            .execute(params![page, number])?;
    }
    transaction.commit()
}

/// Where nothing is in a page of rows; none in any other page. `pages` is how many the file has.
fn gap(page: &[u8], number: u32, pages: u32) -> Option<std::ops::Range<usize>> {
    // The page of a long value begins with the number of the next one, which is never as large as a page's kind makes it.
    let next = u32::from_be_bytes(page.first_chunk().copied()?);
    if number > 1 && next <= pages {
        return None;
    }
    let start = if number == 1 { FILE_HEADER } else { 0 };
    let header = page.get(start..)?;
    let length = match header.first()? {
        &INTERIOR_INDEX | &INTERIOR_TABLE => 12,
        &LEAF_INDEX | &LEAF_TABLE => 8,
        _ => return None,
    };
    let two = |at: usize| Some(u16::from_be_bytes([*header.get(at)?, *header.get(at + 1)?]));
    let rows = usize::from(two(3)?);
    let first_row = match two(5)? {
        0 => 65_536,
        first => usize::from(first),
    };
    let list_end = start + length + 2 * rows;
    (list_end <= first_row && first_row <= page.len()).then_some(list_end..first_row)
}

#[cfg(test)]
#[path = "gaps_tests.rs"]
mod tests;
