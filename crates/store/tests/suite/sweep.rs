//! Failing everywhere: something is done again and again, each time with the next point failing.

use std::collections::BTreeSet;

use steward_store::{Sql, statements};
use steward_testkit::Recorder;

/// Does something until nothing fails any more. What failed has left nothing, and what went through has done something. A name can
/// be given where what is done does not tell which of several it is.
macro_rules! sweep {
    ($db:expr, $faults:expr, $act:expr) => {
        sweep!($db, $faults, $act, "{}", stringify!($act))
    };
    ($db:expr, $faults:expr, $act:expr, $($name:tt)+) => {{
        let name = format!($($name)+);
        let before = $db.data().dump().await;
        let mut n = 1;
        loop {
            $faults.arm(n, || steward_store::StoreError::Busy);
            let result = $act.await;
            let struck = $faults.disarm();
            let after = $db.data().dump().await;
            if !struck {
                assert_ne!(after, before, "{name} does nothing");
                break result.unwrap();
            }
            assert_err!(result, steward_store::StoreError::Busy);
            assert_eq!(after, before, "{name} left something at point {n}");
            n += 1;
        }
    }};
}

/// Asserts that every statement among these which writes was run.
pub(super) fn assert_all_ran(recorder: &Recorder, covers: impl Fn(&Sql) -> bool) {
    let run: BTreeSet<_> = recorder.statements().iter().map(|sql| sql.text).collect();
    let writes = |sql: &Sql| covers(sql) && !sql.text.starts_with("select");
    let missed: Vec<_> = statements()
        .into_iter()
        .filter(|sql| writes(sql) && !run.contains(sql.text))
        .map(|sql| sql.name)
        .collect();
    assert_eq!(missed, Vec::<&str>::new());
}
