//! The shape of the tables, in words that both databases share.

use std::collections::{BTreeMap, BTreeSet};

use crate::raw::{Cell, Raw};

/// Tables, columns and indexes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schema {
    /// By table and name: what class of value a column holds, and whether it may be absent.
    pub columns: BTreeMap<(String, String), String>,
    /// By table: the columns of its primary key.
    pub primary_keys: BTreeMap<String, Vec<String>>,
    /// Every other index.
    pub indexes: BTreeSet<Index>,
}

/// An index that is not a primary key.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Index {
    /// Its name.
    pub name: String,
    /// Its table.
    pub table: String,
    /// Its columns, in order.
    pub columns: Vec<String>,
    /// Whether it forbids equals.
    pub unique: bool,
}

const SQLITE_COLUMNS: &str = "select t.name, c.name, lower(c.type), c.\"notnull\" = 0 and c.pk = 0
    from sqlite_schema t join pragma_table_info(t.name) c
    where t.type = 'table' and t.name not like 'sqlite_%'";
const SQLITE_KEYS: &str =
    "select t.name, c.name from sqlite_schema t join pragma_table_info(t.name) c
    where t.type = 'table' and t.name not like 'sqlite_%' and c.pk > 0 order by t.name, c.pk";
const SQLITE_INDEXES: &str = "select i.name, t.name, i.\"unique\", c.name
    from sqlite_schema t join pragma_index_list(t.name) i join pragma_index_info(i.name) c
    where t.type = 'table' and i.origin <> 'pk' order by i.name, c.seqno";
const POSTGRES_COLUMNS: &str =
    "select table_name::text, column_name::text, data_type::text, is_nullable = 'YES'
    from information_schema.columns where table_schema = current_schema()";
const POSTGRES_INDEXES: &str =
    "select i.relname::text, t.relname::text, x.indisunique, a.attname::text, x.indisprimary
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    join pg_namespace n on n.oid = t.relnamespace
    cross join lateral unnest(x.indkey) with ordinality as k (number, place)
    join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number
    where n.nspname = current_schema() order by i.relname, k.place";

impl Schema {
    /// Reads the shape of what is there.
    pub async fn of(raw: &Raw) -> Self {
        let mut schema = Self {
            columns: BTreeMap::new(),
            primary_keys: BTreeMap::new(),
            indexes: BTreeSet::new(),
        };
        match raw.schema_name() {
            None => schema.read_sqlite(raw).await,
            Some(_) => schema.read_postgres(raw).await,
        }
        schema
    }

    /// The tables that have a column of this name.
    pub fn tables_with(&self, column: &str) -> BTreeSet<&str> {
        let with = self.columns.keys().filter(|(_, name)| name == column);
        with.map(|(table, _)| table.as_str()).collect()
    }

    async fn read_sqlite(&mut self, raw: &Raw) {
        self.read_columns(raw.rows(SQLITE_COLUMNS).await);
        for row in raw.rows(SQLITE_KEYS).await {
            let key = self.primary_keys.entry(text(&row[0])).or_default();
            key.push(text(&row[1]));
        }
        self.read_indexes(&raw.rows(SQLITE_INDEXES).await);
    }

    async fn read_postgres(&mut self, raw: &Raw) {
        self.read_columns(raw.rows(POSTGRES_COLUMNS).await);
        let (keys, indexes): (Vec<_>, Vec<_>) = raw
            .rows(POSTGRES_INDEXES)
            .await
            .into_iter()
            .partition(|row| row[4] == Cell::Int(1));
        for row in keys {
            let key = self.primary_keys.entry(text(&row[1])).or_default();
            key.push(text(&row[3]));
        }
        self.read_indexes(&indexes);
    }

    fn read_columns(&mut self, rows: Vec<Vec<Cell>>) {
        for row in rows {
            let class = match text(&row[2]).as_str() {
                "integer" | "bigint" => "number",
                "blob" | "bytea" => "bytes",
                "text" => "text",
                other => panic!("a column has type {other}"),
            };
            let absent = if row[3] == Cell::Int(1) {
                " or nothing"
            } else {
                ""
            };
            self.columns
                .insert((text(&row[0]), text(&row[1])), format!("{class}{absent}"));
        }
    }

    fn read_indexes(&mut self, rows: &[Vec<Cell>]) {
        for rows in rows.chunk_by(|a, b| a[0] == b[0]) {
            self.indexes.insert(Index {
                name: text(&rows[0][0]),
                table: text(&rows[0][1]),
                unique: rows[0][2] == Cell::Int(1),
                columns: rows.iter().map(|row| text(&row[3])).collect(),
            });
        }
    }
}

fn text(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => text.clone(),
        other => panic!("expected a name, found {other:?}"),
    }
}
