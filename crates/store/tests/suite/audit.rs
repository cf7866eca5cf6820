//! The record: what was noted is sealed, whoever seals it and whenever.

use std::time::Duration;

use futures_util::future::join_all;
use steward_model::{AgentId, OrgId};
use steward_store::{Access, AuditReport, Checkpoint, Store, StoreError, StoreOptions};
use steward_testkit::{Backend, Cell, Raw, TestDatabase};

use super::inbox::{agent, contact, text};

stories![
    an_untouched_record_is_whole,
    a_seal_holds_no_more_than_a_thousand_rows,
    many_who_seal_at_once_make_one_chain,
    rows_are_sealed_and_verified_while_others_are_written,
    how_far_it_has_come_is_noted_after_a_while_and_at_the_end,
    a_checkpoint_of_another_org_is_refused,
    what_is_not_on_the_record_is_named,
];

/// Lets `count` texts arrive, each of which is a row of the record.
pub(super) async fn arrive(store: &Store, org: OrgId, agent: AgentId, count: usize) {
    let who = contact();
    for n in 0..count {
        store.org(org).accept(text(agent, who, n)).await.unwrap();
    }
}

pub(super) async fn verify(store: &Store, org: OrgId, kept: Option<&Checkpoint>) -> AuditReport {
    store.org(org).verify_audit(kept, &|_| {}).await.unwrap()
}

/// A record of four seals over three rows each, as its last checkpoint.
pub(super) async fn sealed(store: &Store, org: OrgId, agent: AgentId) -> Checkpoint {
    for _ in 0..4 {
        arrive(store, org, agent, 3).await;
        assert_eq!(store.seal_audit().await.unwrap(), 3);
    }
    verify(store, org, None).await.checkpoint.unwrap()
}

/// `count` rows that nothing but the record knows.
pub(super) async fn fill(data: &Raw, org: OrgId, count: usize) {
    let hash = data.literal(&Cell::Bytes(vec![7; 32]));
    let rows: Vec<_> = (0..count)
        .map(|n| format!("('row-{n:06}', '{org}', {n}, 'system', 'test.done', 'it', {hash})"))
        .collect();
    let columns = "id, org_id, at, actor, action, subject, detail_hash";
    let rows = rows.join(", ");
    data.execute(&format!("insert into audit ({columns}) values {rows}"))
        .await;
}

async fn an_untouched_record_is_whole(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let empty = verify(&store, org, None).await;
    assert!(empty.is_whole() && empty.checkpoint.is_none(), "{empty:?}");
    let kept = sealed(&store, org, agent).await;
    assert_eq!((kept.no, kept.rows), (4, 12));
    assert_eq!(store.seal_audit().await.unwrap(), 0);
    let store = db.reopen(store).await;
    let begun = steward_model::Clock::now(db.clock());
    arrive(&store, org, agent, 2).await;
    db.clock().advance(Duration::from_secs(60));
    arrive(&store, org, agent, 1).await;
    let report = verify(&store, org, Some(&kept)).await;
    assert_eq!(report.problems, []);
    assert_eq!((report.seals, report.rows, report.unsealed), (4, 12, 3));
    assert_eq!(report.oldest_unsealed, Some(begun));
    assert_eq!(report.checkpoint, Some(kept.clone()));
    store.seal_audit().await.unwrap();
    let report = verify(&store, org, Some(&kept)).await;
    assert_eq!(report.problems, []);
    assert_eq!((report.seals, report.rows, report.unsealed), (5, 15, 0));
    assert_eq!(report.oldest_unsealed, None);
}

async fn a_seal_holds_no_more_than_a_thousand_rows(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = agent(&store, "Acme").await;
    let (other, _) = agent(&store, "Zenith").await;
    fill(&db.data(), org, 2500).await;
    assert_eq!(store.seal_audit().await.unwrap(), 2500);
    let report = verify(&store, org, None).await;
    assert_eq!(report.problems, []);
    assert_eq!((report.seals, report.rows), (3, 2500));
    let report = verify(&store, other, None).await;
    assert_eq!((report.seals, report.rows), (0, 0));
}

/// Another node, or another process beside a server.
async fn beside(db: &TestDatabase) -> Store {
    let access = match db.backend() {
        Backend::Sqlite => Access::Beside,
        Backend::Postgres => Access::Alone,
    };
    let options = StoreOptions {
        access,
        ..db.options()
    };
    Store::open(options).await.unwrap()
}

async fn many_who_seal_at_once_make_one_chain(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = agent(&store, "Acme").await;
    let nodes = [
        store.clone(),
        store.clone(),
        beside(&db).await,
        beside(&db).await,
    ];
    fill(&db.data(), org, 3300).await;
    let sealing = nodes.iter().map(|node| {
        let node = node.clone();
        tokio::spawn(async move { node.seal_audit().await })
    });
    let mut sealed = 0;
    for done in join_all(sealing).await {
        sealed += done.unwrap().unwrap();
    }
    assert_eq!(sealed, 3300);
    let report = verify(&store, org, None).await;
    assert_eq!(report.problems, []);
    assert_eq!((report.rows, report.unsealed), (3300, 0));
}

async fn rows_are_sealed_and_verified_while_others_are_written(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let writing = (0..4).map(|_| {
        let store = store.clone();
        tokio::spawn(async move { arrive(&store, org, agent, 20).await })
    });
    let writing = join_all(writing);
    let sealing = [store.clone(), beside(&db).await].map(|node| {
        tokio::spawn(async move {
            for _ in 0..10 {
                node.seal_audit().await.unwrap();
                let report = verify(&node, org, None).await;
                assert_eq!(report.problems, []);
            }
        })
    });
    for done in writing.await.into_iter().chain(join_all(sealing).await) {
        done.unwrap();
    }
    store.seal_audit().await.unwrap();
    let report = verify(&store, org, None).await;
    assert_eq!(report.problems, []);
    assert_eq!((report.rows, report.unsealed), (80, 0));
}

async fn how_far_it_has_come_is_noted_after_a_while_and_at_the_end(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let keys = db.keys();
    let noted = async || keys.rows("select no, rows from audit_checkpoint").await;
    for (wait, expected) in [(0, 1), (9, 1), (1, 3), (5, 3)] {
        db.clock().advance(Duration::from_secs(wait));
        arrive(&store, org, agent, 2).await;
        store.seal_audit().await.unwrap();
        let expected = [[Cell::Int(expected), Cell::Int(expected * 2)]];
        assert_eq!(noted().await, expected, "after {wait} more seconds");
    }
    // What waited is noted though nothing new has come.
    db.clock().advance(Duration::from_secs(5));
    assert_eq!(store.seal_audit().await.unwrap(), 0);
    assert_eq!(noted().await, [[Cell::Int(4), Cell::Int(8)]]);
    arrive(&store, org, agent, 1).await;
    store.seal_audit().await.unwrap();
    store.close().await;
    assert_eq!(noted().await, [[Cell::Int(5), Cell::Int(9)]]);
}

async fn a_checkpoint_of_another_org_is_refused(db: TestDatabase) {
    let store = db.open().await;
    let (org, ours) = agent(&store, "Acme").await;
    let (other, _) = agent(&store, "Zenith").await;
    let kept = sealed(&store, org, ours).await;
    let refused = store.org(other).verify_audit(Some(&kept), &|_| {}).await;
    assert_err!(refused, StoreError::Refused(_));
}

async fn what_is_not_on_the_record_is_named(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    arrive(&store, org, agent, 2).await;
    let data = db.data();
    let text = async |sql: &str| match data.value(sql).await {
        Cell::Text(text) => text,
        other => panic!("{sql}: {other:?}"),
    };
    let event = text("select max(id) from event").await;
    let thread = text("select id from thread").await;
    act_in_the_dark(&data, org, agent, &thread).await;
    let noted = async |subject: &str, action: &str| {
        let hash = data.literal(&Cell::Bytes(vec![7; 32]));
        let id = format!("{subject}/{action}");
        let row = format!("'{id}', '{org}', 0, 'system', '{action}', '{subject}', {hash}");
        let columns = "id, org_id, at, actor, action, subject, detail_hash";
        data.execute(&format!("insert into audit ({columns}) values ({row})"))
            .await;
    };
    let steps = [
        ("effect-1", "effect.pending"),
        ("effect-1", "effect.sent"),
        ("approval-1", "approval.asked"),
        ("approval-1", "approval.decided"),
    ];
    let effect = "effect effect-1 was decided or carried out and is not on the record";
    let approval = "approval approval-1 was asked for or decided and is not on the record";
    let expected: [&[&str]; 5] = [
        &[effect, approval],
        &[effect, approval],
        &[approval],
        &[approval],
        &[],
    ];
    // Of what was put there in the dark nothing can be opened, which is told as well.
    let left_out = async || {
        let report = verify(&store, org, None).await;
        let told = report.problems.iter().map(ToString::to_string);
        let left_out = told.filter(|told| told.ends_with("not on the record"));
        left_out.collect::<Vec<_>>()
    };
    for (done, expected) in expected.iter().enumerate() {
        if let Some((subject, action)) = done.checked_sub(1).map(|step| steps[step]) {
            noted(subject, action).await;
        }
        assert_eq!(left_out().await, *expected, "after {done} rows");
    }
    data.execute(&format!("delete from audit where subject = '{event}'"))
        .await;
    let expected = format!("event {event} was taken in and is not on the record");
    assert_eq!(left_out().await, [expected]);
}

/// A message that was sent and a call that was approved, without a word of it.
async fn act_in_the_dark(data: &Raw, org: OrgId, agent: AgentId, thread: &str) {
    let blob = data.literal(&Cell::Bytes(vec![7; 32]));
    data.execute(&format!(
        "insert into contact (id, org_id, created_at) values ('contact-1', '{org}', 0);
        insert into line (id, org_id, kind, address_enc, address_blind, label, created_at)
            values ('line-1', '{org}', 'phone', {blob}, {blob}, 'Office', 0);
        insert into turn (id, org_id, thread_id, no, epoch, workers, state, setup_enc, agent_revision, model, steps,
                input_tokens, output_tokens, cost_micros, started_at, ended_at)
            values ('turn-1', '{org}', '{thread}', 1, 1, 1, 'done', {blob}, 1, 'm', 0, 0, 0, 0, 0, 0);
        insert into approval (id, org_id, thread_id, turn_id, agent_id, agent_revision, call_id, tool, arguments_enc,
                arguments_hash, edited, approver, rule, asked_at, expires_at, decision, decided_at)
            values ('approval-1', '{org}', '{thread}', 'turn-1', '{agent}', 1, 'c', 't', {blob}, {blob}, 0, 'member',
                'r', 0, 0, 'approved', 0);
        insert into effect (id, org_id, idem_key, thread_id, turn_id, agent_id, contact_id, line_id, class, channel,
                payload_enc, payload_hash, integrity, verdict, rule, state, not_before, expires_at, attempt, misses,
                lookup_failures, created_at)
            values ('effect-1', '{org}', 'k', '{thread}', 'turn-1', '{agent}', 'contact-1', 'line-1', 'keyed', 'sms',
                {blob}, {blob}, 'untrusted', 'allow', 'r', 'sent', 0, 0, 1, 0, 0, 0)"
    ))
    .await;
}
