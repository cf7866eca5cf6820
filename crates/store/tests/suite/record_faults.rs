//! The record and the streams, with every write made to fail at every point.

use steward_model::Clock as _;
use steward_store::{Sql, StoreError};
use steward_testkit::{FailAt, Recorder, on_both};

use super::audit::{arrive, verify};
use super::inbox::agent;
use super::story::{HOUR, new_org};
use super::streams::{events, scope};
use super::sweep::assert_all_ran;

/// Whether this file makes the statement fail.
pub(super) fn covers(sql: &Sql) -> bool {
    ["audit::", "streams::"]
        .iter()
        .any(|file| sql.name.contains(file))
}

#[test]
fn a_seal_that_fails_at_any_point_is_made_by_the_next_try() {
    on_both(|db| async move {
        let (faults, recorder) = (FailAt::default(), Recorder::default());
        let db = db.with_probe(faults.probe()).with_probe(recorder.probe());
        let store = db.open().await;
        let (org, agent) = agent(&store, "Acme").await;
        let mut rows = 0;
        for n in 1.. {
            arrive(&store, org, agent, 2).await;
            rows += 2;
            db.clock().advance(HOUR);
            faults.arm(n, || StoreError::DiskFull);
            let result = store.seal_audit().await;
            let struck = faults.disarm();
            assert_eq!(result.is_err(), struck, "point {n}: {result:?}");
            // Whole rows under whole seals, or none.
            let report = verify(&store, org, None).await;
            assert_eq!(report.problems, [], "point {n}");
            assert_eq!(report.rows + report.unsealed, rows, "point {n}");
            store.seal_audit().await.unwrap();
            let report = verify(&store, org, None).await;
            assert_eq!((report.problems, report.rows), (vec![], rows), "point {n}");
            let noted = db.keys().value("select rows from audit_checkpoint").await;
            assert_eq!(noted, steward_testkit::Cell::Int(rows), "point {n}");
            if !struck {
                assert!(n > 8, "the sweep ended at point {n}");
                break;
            }
        }
        assert_all_ran(&recorder, |sql| sql.name.contains("audit::"));
    });
}

#[test]
fn a_stream_is_never_half_written() {
    on_both(|db| async move {
        let (faults, recorder) = (FailAt::default(), Recorder::default());
        let db = db.with_probe(faults.probe()).with_probe(recorder.probe());
        let store = db.open().await;
        let (org, _) = new_org(&store, "Acme").await;
        let scope = scope();
        let later = db.clock().now().plus(HOUR);
        for trim in [false, true] {
            let before = db.data().dump().await;
            for n in 1.. {
                faults.arm(n, || StoreError::Busy);
                let result = if trim {
                    store.trim_streams(later, 9).await.map(|_| ())
                } else {
                    let new = events(&["a", "b"]);
                    let last = store.org(org).append_stream("s", scope, None, new).await;
                    last.map(|_| ())
                };
                let struck = faults.disarm();
                let after = db.data().dump().await;
                if !struck {
                    result.unwrap();
                    assert_ne!(after, before);
                    break;
                }
                assert_err!(result, StoreError::Busy);
                assert_eq!(after, before, "point {n}");
            }
        }
        assert_all_ran(&recorder, |sql| sql.name.contains("streams::"));
    });
}
