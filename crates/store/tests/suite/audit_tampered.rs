//! Whatever is done to the record behind Steward's back is noticed, and the place is named.

use steward_model::OrgId;
use steward_store::{Checkpoint, Store, StoreError};
use steward_testkit::{Cell, Raw, TestDatabase};

use super::audit::{arrive, sealed, verify};
use super::inbox::agent;

stories![
    a_row_with_any_column_changed_is_named,
    a_row_that_is_taken_away_is_named,
    rows_that_change_places_are_named,
    a_row_that_is_added_is_named,
    a_seal_that_is_changed_or_taken_away_is_named,
    an_end_that_is_cut_off_is_missed,
    a_chain_made_anew_without_the_key_is_recognised,
    a_chain_made_anew_with_the_key_is_not_the_one_that_was_kept,
];

/// A record of four seals over three rows each, and how it is put back after it was tampered with.
struct Record {
    db: TestDatabase,
    store: Store,
    org: OrgId,
    agent: steward_model::AgentId,
    kept: Checkpoint,
}

impl Record {
    async fn new(db: TestDatabase) -> Self {
        let store = db.open().await;
        let (org, agent) = agent(&store, "Acme").await;
        let kept = sealed(&store, org, agent).await;
        // Closing notes how far it has come.
        let store = db.reopen(store).await;
        for table in ["audit", "audit_seal"] {
            let keep = format!("create table kept_{table} as select * from {table}");
            db.data().execute(&keep).await;
        }
        Self {
            db,
            store,
            org,
            agent,
            kept,
        }
    }

    fn data(&self) -> Raw {
        self.db.data()
    }

    /// What is wrong after this was done; then it is undone.
    async fn after(&self, sql: &str) -> Vec<String> {
        self.data().execute(sql).await;
        let problems = self.problems(None).await;
        self.restore().await;
        assert_eq!(self.problems(None).await, [""; 0], "undone: {sql}");
        problems
    }

    async fn restore(&self) {
        for table in ["audit", "audit_seal"] {
            let restore =
                format!("delete from {table}; insert into {table} select * from kept_{table}");
            self.data().execute(&restore).await;
        }
    }

    async fn problems(&self, kept: Option<&Checkpoint>) -> Vec<String> {
        let report = verify(&self.store, self.org, kept).await;
        report.problems.iter().map(ToString::to_string).collect()
    }

    /// The ids of the rows under a seal.
    async fn rows(&self, seal: i64) -> Vec<String> {
        let sql = format!("select id from audit where seal_no = {seal} order by id");
        let rows = self.data().rows(&sql).await;
        let text = |row: Vec<Cell>| match row.into_iter().next() {
            Some(Cell::Text(text)) => text,
            other => panic!("{other:?}"),
        };
        rows.into_iter().map(text).collect()
    }
}

const ANEW: &str = "seal 4 is not the one that was noted: the record was written anew";

fn changed(row: &str, seal: i64) -> String {
    format!("row {row} (under seal {seal}) was changed after it was sealed")
}

fn added(row: &str, seal: i64) -> String {
    format!("row {row} (under seal {seal}) was added after the seal was made")
}

fn gone(row: &str, seal: i64) -> String {
    format!("row {row} (under seal {seal}) was taken away")
}

fn orphan(row: &str, seal: i64) -> String {
    format!("row {row} (under seal {seal}) was added, or its seal was taken away")
}

fn not_ours(seal: i64) -> String {
    format!("seal {seal} was changed, or was made without the organisation's key")
}

fn unlinked(seal: i64) -> String {
    format!("seal {seal} does not follow the seal before it")
}

fn lost(seal: i64) -> String {
    format!("seal {seal} is missing: nobody can vouch for the rows under it")
}

fn cut_off(seal: i64, rows: i64) -> String {
    format!(
        "seal {seal} was noted, with {rows} rows up to it, and is not there: the end of the record was cut off, or an \
         older copy of the data was restored"
    )
}

async fn a_row_with_any_column_changed_is_named(db: TestDatabase) {
    let it = Record::new(db).await;
    let other = agent(&it.store, "Zenith").await.0;
    let blob = it.data().literal(&Cell::Bytes(vec![7; 32]));
    for seal in 1..=4 {
        for row in it.rows(seal).await {
            for change in [
                "at = at + 1".to_owned(),
                "actor = 'member:me'".to_owned(),
                "action = 'event.refused'".to_owned(),
                format!("detail_hash = {blob}"),
            ] {
                let sql = format!("update audit set {change} where id = '{row}'");
                // Without its action an event is not on the record either.
                let problems = it.after(&sql).await;
                assert_eq!(problems[0], changed(&row, seal), "{change}");
            }
            let set = |change: &str| format!("update audit set {change} where id = '{row}'");
            let problems = it.after(&set("subject = 'another'")).await;
            assert_eq!(problems.len(), 2, "{problems:?}");
            assert_eq!(problems[0], changed(&row, seal));
            assert!(problems[1].ends_with("not on the record"), "{problems:?}");
            let problems = it.after(&set("id = 'another'")).await;
            assert_eq!(problems, [added("another", seal), gone(&row, seal)]);
            let problems = it.after(&set("seal_no = null")).await;
            assert_eq!(problems, [gone(&row, seal)]);
            let problems = it.after(&set(&format!("org_id = '{other}'"))).await;
            assert_eq!(problems[0], gone(&row, seal));
        }
    }
    // A row that moved to another organisation is not one of its own.
    let row = it.rows(2).await.remove(0);
    let moved = format!("update audit set org_id = '{other}' where id = '{row}'");
    it.data().execute(&moved).await;
    let report = verify(&it.store, other, None).await;
    assert_eq!(report.problems.len(), 1, "{report:?}");
    assert_eq!(report.problems[0].to_string(), orphan(&row, 2));
}

async fn a_row_that_is_taken_away_is_named(db: TestDatabase) {
    let it = Record::new(db).await;
    for seal in 1..=4 {
        for row in it.rows(seal).await {
            let problems = it
                .after(&format!("delete from audit where id = '{row}'"))
                .await;
            assert_eq!(problems[0], gone(&row, seal));
            assert_eq!(problems.len(), 2, "{problems:?}");
            assert!(problems[1].ends_with("not on the record"), "{problems:?}");
        }
        let rows = it.rows(seal).await;
        let problems = it
            .after(&format!("delete from audit where seal_no = {seal}"))
            .await;
        let expected: Vec<_> = rows.iter().map(|row| gone(row, seal)).collect();
        assert_eq!(problems[..3], expected);
    }
}

async fn rows_that_change_places_are_named(db: TestDatabase) {
    let it = Record::new(db).await;
    let (second, third) = (it.rows(2).await, it.rows(3).await);
    // The ids, and so the order, of two rows under one seal.
    let (a, b) = (&second[0], &second[2]);
    let swap = format!(
        "update audit set id = 'between' where id = '{a}'; update audit set id = '{a}' where id = '{b}';
        update audit set id = '{b}' where id = 'between'"
    );
    assert_eq!(it.after(&swap).await, [changed(a, 2), changed(b, 2)]);
    // The seals of two rows.
    let c = &third[1];
    let swap = format!(
        "update audit set seal_no = 3 where id = '{a}'; update audit set seal_no = 2 where id = '{c}'"
    );
    let problems = it.after(&swap).await;
    assert_eq!(problems, [added(c, 2), gone(a, 2), added(a, 3), gone(c, 3)]);
}

async fn a_row_that_is_added_is_named(db: TestDatabase) {
    let it = Record::new(db).await;
    let copy = |id: &str, seal: i64| {
        format!(
            "insert into audit (id, org_id, at, actor, action, subject, detail_hash, seal_no)
            select '{id}', org_id, at, actor, action, subject, detail_hash, {seal} from audit
            where id = (select min(id) from audit)"
        )
    };
    for id in ["0", "01900000-0000-7000-8000-00000000ffff", "zzz"] {
        for seal in 1..=4 {
            let problems = it.after(&copy(id, seal)).await;
            assert_eq!(problems, [added(id, seal)]);
        }
        for seal in [-1, 0, 5, 1000, i64::MAX] {
            let problems = it.after(&copy(id, seal)).await;
            assert_eq!(problems, [orphan(id, seal)]);
        }
    }
    // A number that was taken beforehand does not make a row one of the next seal.
    it.data().execute(&copy("early", 5)).await;
    arrive(&it.store, it.org, it.agent, 1).await;
    assert_eq!(it.store.seal_audit().await.unwrap(), 1);
    assert_eq!(it.problems(None).await, [added("early", 5)]);
}

async fn a_seal_that_is_changed_or_taken_away_is_named(db: TestDatabase) {
    let it = Record::new(db).await;
    let blob = it.data().literal(&Cell::Bytes(vec![7; 32]));
    for seal in 1..=4 {
        for change in ["rows = rows + 1", "total = total - 1", "sealed_at = 0"] {
            let sql = format!("update audit_seal set {change} where no = {seal}");
            let problems = it.after(&sql).await;
            assert_eq!(problems[0], not_ours(seal), "{change}");
        }
        let set =
            |change: &str| format!("update audit_seal set {change} = {blob} where no = {seal}");
        let problems = it.after(&set("previous")).await;
        assert_eq!(problems, [unlinked(seal), not_ours(seal)]);
        let problems = it.after(&set("leaves")).await;
        assert_eq!(problems, [not_ours(seal)]);
        let problems = it.after(&set("hash")).await;
        let next = match seal {
            4 => ANEW.to_owned(),
            _ => unlinked(seal + 1),
        };
        assert_eq!(problems, [not_ours(seal), next]);
        let taken = format!("delete from audit_seal where no = {seal}");
        let problems = it.after(&taken).await;
        let expected = match seal {
            4 => {
                let rows = it.rows(4).await;
                let orphans = rows.iter().map(|row| orphan(row, 4));
                [cut_off(4, 12)].into_iter().chain(orphans).collect()
            }
            _ => vec![lost(seal)],
        };
        assert_eq!(problems, expected);
    }
    let problems = it.after("delete from audit_seal where no in (2, 3)").await;
    let both = "seals 2 to 3 are missing: nobody can vouch for the rows under them";
    assert_eq!(problems, [both]);
    let copy = |no: i64| {
        format!(
            "insert into audit_seal (org_id, no, rows, total, leaves, previous, hash, sealed_at)
            select org_id, {no}, rows, total, leaves, previous, hash, sealed_at from audit_seal where no = 1"
        )
    };
    let problems = it.after(&copy(0)).await;
    assert_eq!(problems, ["seal 0 was added: seals are counted from 1"]);
    let problems = it.after(&copy(i64::MAX)).await;
    assert!(problems.contains(&not_ours(i64::MAX)), "{problems:?}");
    // Nothing can follow the last number there is, and that is said.
    it.data().execute(&copy(i64::MAX)).await;
    arrive(&it.store, it.org, it.agent, 1).await;
    let failed = it.store.seal_audit().await;
    assert_err!(failed, StoreError::Tampered { .. });
}

async fn an_end_that_is_cut_off_is_missed(db: TestDatabase) {
    let it = Record::new(db).await;
    // Their events are gone too, so that nothing else is missing.
    let cut = "delete from event where id in (select subject from audit where seal_no > 2);
        delete from audit where seal_no > 2; delete from audit_seal where no > 2";
    it.data().execute(cut).await;
    assert_eq!(it.problems(None).await, [cut_off(4, 12)]);
    // The chain goes on from where it was cut, and what was noted does not follow it there.
    for _ in 0..4 {
        arrive(&it.store, it.org, it.agent, 3).await;
        it.db.clock().advance(super::story::HOUR);
        it.store.seal_audit().await.unwrap();
    }
    assert_eq!(it.problems(None).await, [ANEW]);
    // Whoever reaches the keys too is found out by what was kept elsewhere.
    it.db.keys().execute("delete from audit_checkpoint").await;
    assert_eq!(it.problems(None).await, [""; 0]);
    assert_eq!(it.problems(Some(&it.kept)).await, [ANEW]);
    it.data()
        .execute("delete from event; delete from audit; delete from audit_seal")
        .await;
    assert_eq!(it.problems(None).await, [""; 0]);
    assert_eq!(it.problems(Some(&it.kept)).await, [cut_off(4, 12)]);
}

async fn a_chain_made_anew_without_the_key_is_recognised(db: TestDatabase) {
    let it = Record::new(db).await;
    // Another Steward gives the same ids and has keys of its own. It seals the rows with one of them changed.
    let forger = TestDatabase::on(it.db.backend()).await;
    let forging = forger.open().await;
    let (org, _) = agent(&forging, "Acme").await;
    assert_eq!(org, it.org);
    let columns = "id, org_id, at, actor, action, subject, detail_hash";
    for seal in 1..=4 {
        let rows = format!("select {columns} from audit where seal_no = {seal} order by id");
        for (number, mut row) in it.data().rows(&rows).await.into_iter().enumerate() {
            if seal == 2 && number == 1 {
                row[3] = Cell::Text("nobody".into());
            }
            insert(&forger.data(), "audit", columns, &row).await;
        }
        forging.seal_audit().await.unwrap();
    }
    let columns = "org_id, no, rows, total, leaves, previous, hash, sealed_at";
    let seals = forger
        .data()
        .rows(&format!("select {columns} from audit_seal"))
        .await;
    let target = it.rows(2).await.remove(1);
    it.data()
        .execute(&format!(
            "delete from audit_seal; update audit set actor = 'nobody' where id = '{target}'"
        ))
        .await;
    for seal in &seals {
        insert(&it.data(), "audit_seal", columns, seal).await;
    }
    it.db.keys().execute("delete from audit_checkpoint").await;
    let expected: Vec<_> = (1..=4).map(not_ours).collect();
    assert_eq!(it.problems(None).await, expected);
    assert_eq!(verify(&it.store, it.org, None).await.checkpoint, None);
}

async fn a_chain_made_anew_with_the_key_is_not_the_one_that_was_kept(db: TestDatabase) {
    let it = Record::new(db).await;
    let target = it.rows(2).await.remove(1);
    it.data()
        .execute(&format!(
            "update kept_audit set actor = 'nobody' where id = '{target}';
            delete from audit; delete from audit_seal"
        ))
        .await;
    it.db.keys().execute("delete from audit_checkpoint").await;
    for seal in 1..=4 {
        it.data()
            .execute(&format!(
                "insert into audit select * from kept_audit where seal_no = {seal};
                update audit set seal_no = null where seal_no = {seal}
                    and not exists (select 1 from audit_seal where no = {seal})"
            ))
            .await;
        assert_eq!(it.store.seal_audit().await.unwrap(), 3);
    }
    let report = verify(&it.store, it.org, None).await;
    assert_eq!(report.problems, [], "nothing here tells");
    assert_eq!((report.seals, report.rows), (4, 12));
    assert_eq!(it.problems(Some(&it.kept)).await, [ANEW]);
}

async fn insert(raw: &Raw, table: &str, columns: &str, row: &[Cell]) {
    let values: Vec<_> = row.iter().map(|cell| raw.literal(cell)).collect();
    let values = values.join(", ");
    raw.execute(&format!(
        "insert into {table} ({columns}) values ({values})"
    ))
    .await;
}
