//! Crashes, failing databases, and workers that never come back.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use steward_model::{ModelFailure, NoticeKind};
use steward_runtime::Runtime;
use steward_store::StoreError;
use steward_testkit::{Backend, FailAt, TestDatabase, on_both};
use steward_tools::{Reach, ToolOutput};
use tokio::sync::Semaphore;

use super::mind::{Asked, after_results, calls, fails, says, texts};
use super::scene::{Scene, set};
use super::tools::Fake;

/// More points than a turn has, with what goes on beside it.
const POINTS: usize = 150;

/// Looks something up, then answers.
fn looks_and_texts(asked: &Asked<'_>) -> super::mind::Answer {
    match after_results(asked.request) {
        false => calls([("count", json!({}))]),
        true => texts("One."),
    }
}

#[test]
fn an_answer_that_was_saved_is_not_asked_for_again_test_9() {
    on_both(async |db: TestDatabase| {
        let faults = FailAt::default();
        let db = db.with_probe(faults.probe());
        let mut scene = Scene::new(db, |asked| looks_and_texts(&asked)).await;
        scene.settings.send.max_per_contact_per_hour = 10_000;
        scene.settings.send.max_per_contact_per_day = 0;
        let tool = Arc::new(Fake::new("count", |_| ToolOutput::done("one")));
        scene.tools = vec![tool];
        scene.start().await;
        let mut struck = 0;
        for n in 1..=POINTS {
            let who = scene.person(n).await;
            let before = scene.mind.calls();
            let text = scene.text(&who, &format!("SM{n}"), "how many?");
            faults.arm(n, || StoreError::Unavailable("as planned".into()));
            // What was not taken in is not acknowledged, and comes again.
            let mut first = scene.runtime.accept(scene.org, text.clone()).await;
            while first.is_err() {
                first = scene.runtime.accept(scene.org, text.clone()).await;
            }
            scene.settle().await;
            let faulty = usize::from(faults.disarm());
            struck += faulty;
            let asked = scene.mind.calls() - before;
            assert!(
                (2..=2 + faulty).contains(&asked),
                "point {n}: asked {asked} times"
            );
            let sent = scene.carrier.taken();
            let to_them = sent.iter().filter(|one| one.to == who.number).count();
            assert_eq!(to_them, 1, "point {n}");
        }
        assert!(struck > POINTS / 2, "only {struck} points were reached");
        assert_eq!(set(scene.outcomes().await), set(["completed".to_owned()]));
        scene.finish().await;
    });
}

#[test]
fn an_answer_that_was_saved_survives_a_crash_test_9() {
    on_both(async |db: TestDatabase| {
        let never = Arc::new(Semaphore::new(0));
        let held = Arc::clone(&never);
        let script = move |asked: Asked<'_>| match asked.n {
            2 => texts("One.").behind(&held),
            _ => looks_and_texts(&asked),
        };
        let mut scene = Scene::new(db, script).await;
        let tool = Arc::new(Fake::reaching("count", Reach::Repeatable));
        scene.tools = vec![tool.clone()];
        scene.start().await;
        let ana = scene.person(0).await;
        scene.accept(scene.text(&ana, "SM1", "how many?")).await;
        scene.asked(2).await;
        scene.crash().await;
        scene.start().await;
        scene.settle().await;
        assert_eq!(
            scene.mind.calls(),
            3,
            "only the second question is asked again"
        );
        assert_eq!(tool.made(), 1, "what came of the tool was saved");
        assert_eq!(scene.carrier.texts(), ["One."]);
        scene.finish().await;
    });
}

/// Threads that are at work at the same time.
const THREADS: usize = 64;

/// Where the workers are when everything ends.
#[derive(Debug, Clone, Copy)]
enum Place {
    FirstQuestion,
    Tool,
    SecondQuestion,
}

#[test]
fn a_thousand_turns_that_crash_between_call_and_result_stay_well_formed_test_10() {
    on_both(async |db: TestDatabase| {
        let gates = [(); 3].map(|()| Arc::new(Semaphore::new(1_000_000)));
        let (first, second) = (gates[0].clone(), gates[2].clone());
        let script = move |asked: Asked<'_>| match after_results(asked.request) {
            false => calls([("once", json!({"n": 1})), ("again", json!({"n": 2}))]).behind(&first),
            true => says("Done.").behind(&second),
        };
        let mut scene = Scene::new(db, script).await;
        let once = Arc::new(Fake::reaching("once", Reach::Once).behind(&gates[1]));
        let again = Arc::new(Fake::reaching("again", Reach::Repeatable).behind(&gates[1]));
        scene.tools = vec![once.clone(), again.clone()];
        scene.settings.workers = THREADS;
        let places = [Place::FirstQuestion, Place::Tool, Place::SecondQuestion];
        // What differs between the databases is not the number of turns.
        let rounds = match scene.db.backend() {
            Backend::Sqlite => 16,
            Backend::Postgres => 4,
        };
        let mut made = 0;
        for (round, place) in places.into_iter().cycle().take(rounds).enumerate() {
            gates[place as usize].forget_permits(usize::MAX);
            everybody_at(&mut scene, &once, place, round).await;
            scene.crash().await;
            // Nobody of the old process slips through the gate before it is gone.
            let gone = async || scene.mind.is_alone() && once.is_alone() && again.is_alone();
            scene.until("the workers are gone", gone).await;
            gates[place as usize].add_permits(1_000_000);
            scene.start().await;
            scene.settle().await;
            scene.stop(Duration::from_secs(20)).await;
            made += THREADS;
            // One whose worker lost the database right before it may not have been made at all.
            let calls = once.made();
            assert!(
                calls <= made,
                "round {round}: a call that reaches outside was made twice"
            );
            assert!(
                calls + round >= made,
                "round {round}: {calls} calls of {made}"
            );
        }
        let resumed = "select count(*) from turn where workers > 1 and outcome = 'completed'";
        assert_eq!(scene.count(resumed).await, (rounds * THREADS) as i64);
        let interrupted = scene.mind.requests().iter().any(|request| {
            super::mind::whole(request).contains("Whether it did anything is not known")
        });
        assert!(
            interrupted,
            "the model is told that a call may have happened"
        );
        scene.finish().await;
    });
}

/// Gives every thread something to do, and waits until its worker is at the place.
async fn everybody_at(scene: &mut Scene, once: &Fake, place: Place, round: usize) {
    scene.start().await;
    let (asked, called) = (scene.mind.calls(), once.made());
    for n in 0..THREADS {
        let thread = format!("thread {n}");
        let message = scene.message(&thread, &format!("{round}/{n}"), "go");
        scene.accept(message).await;
    }
    let began = Instant::now();
    let reached = async || {
        if began.elapsed() > Duration::from_secs(30) {
            // The database was too busy for one of them, and its lease must run out.
            scene.db.clock().advance(scene.settings.lease * 2);
            scene.runtime.wake();
        }
        // One that was taken over asks twice: its questions do not stand for a turn that nobody has begun.
        let begun = "select count(*) from turn where state = 'open'";
        if scene.count(begun).await < THREADS as i64 {
            return false;
        }
        match place {
            Place::FirstQuestion => scene.mind.calls() >= asked + THREADS,
            Place::Tool => once.made() >= called + THREADS,
            Place::SecondQuestion => scene.mind.calls() >= asked + 2 * THREADS,
        }
    };
    let what = format!("everybody is there in round {round} at {place:?}");
    scene.until(&what, reached).await;
}

#[test]
fn a_turn_cut_short_in_any_way_leaves_a_thread_that_can_go_on_test_10() {
    on_both(async |db: TestDatabase| {
        let never = Arc::new(Semaphore::new(0));
        let (held, mode) = (never.clone(), Arc::new(AtomicUsize::new(0)));
        let chosen = Arc::clone(&mode);
        let script = move |asked: Asked<'_>| match (
            chosen.load(Ordering::SeqCst),
            after_results(asked.request),
        ) {
            (_, false) => calls([("hangs", json!({ "n": asked.n }))]),
            (1, true) => fails(ModelFailure::Refused {
                reason: "400".into(),
            }),
            (2, true) => fails(ModelFailure::TooLong),
            (3, true) => says("").telling(&["part"]).behind(&held),
            (_, true) => says("Through."),
        };
        let mut scene = Scene::new(db, script).await;
        let gate = Arc::new(Semaphore::new(0));
        scene.tools = vec![Arc::new(Fake::reaching("hangs", Reach::Once).behind(&gate))];
        scene.settings.tool_timeout = Duration::from_millis(20);
        scene.start().await;
        let cases = [
            ("time-out", "completed"),
            ("400", "failed"),
            ("too long", "failed"),
            ("cancelled", "cancelled"),
        ];
        for (n, (name, outcome)) in cases.into_iter().enumerate() {
            mode.store(n, Ordering::SeqCst);
            let before = scene.mind.calls();
            let thread = scene.accept(scene.message("chat", name, "go")).await;
            if name == "cancelled" {
                scene.asked(before + 2).await;
                scene
                    .until("it is stopped", async || scene.stop_turn(thread).await)
                    .await;
            }
            scene.quiet().await;
            assert_eq!(scene.outcomes().await.last().unwrap(), outcome, "{name}");
        }
        scene.finish().await;
    });
}

#[test]
fn a_turn_stopped_while_its_tool_hangs_leaves_a_thread_that_can_go_on_test_10() {
    on_both(async |db: TestDatabase| {
        let script = |asked: Asked<'_>| match after_results(asked.request) {
            false => calls([("hangs", json!({ "n": asked.n }))]),
            true => says("Through."),
        };
        let mut scene = Scene::new(db, script).await;
        let gate = Arc::new(Semaphore::new(0));
        scene.tools = vec![Arc::new(Fake::reaching("hangs", Reach::Once).behind(&gate))];
        scene.start().await;
        let message = scene.message("chat", "1", "go");
        let thread = scene.accept(message).await;
        let acting = "select count(*) from step where kind = 'tools' and state = 'started'";
        let hangs = async || scene.count(acting).await == 1;
        scene.until("the tool hangs", hangs).await;
        assert!(scene.stop_turn(thread).await);
        scene.quiet().await;
        gate.add_permits(100);
        scene.accept(scene.message("chat", "2", "go")).await;
        scene.quiet().await;
        assert_eq!(scene.outcomes().await, ["cancelled", "completed"]);
        let last = scene.mind.requests().pop().unwrap();
        assert!(super::mind::whole(&last).contains("interrupted: the turn was stopped"));
        scene.finish().await;
    });
}

#[test]
fn a_turn_that_kills_its_workers_is_given_up_and_shown_test_14() {
    on_both(async |db: TestDatabase| {
        let never = Arc::new(Semaphore::new(0));
        let held = Arc::clone(&never);
        let mut scene = Scene::new(db, move |_| says("never").behind(&held)).await;
        let mut thread = None;
        for round in 1..=3 {
            scene.start().await;
            if round == 1 {
                thread = Some(scene.accept(scene.message("chat", "1", "boom")).await);
            }
            scene.asked(round).await;
            scene.crash().await;
        }
        scene.start().await;
        scene.settle().await;
        assert_eq!(scene.mind.calls(), 3, "nobody tries a fourth time");
        assert_eq!(scene.outcomes().await, ["given_up"]);
        let notices = scene.notices().await;
        assert_eq!(notices.len(), 1);
        assert_eq!(notices[0].0, NoticeKind::Failed);
        assert!(
            notices[0]
                .1
                .contains("given up. What was asked is not answered.")
        );
        scene.mind.change(|_| says("Here."));
        let again = scene.accept(scene.message("chat", "2", "hello?")).await;
        assert_eq!(Some(again), thread);
        scene.quiet().await;
        assert_eq!(scene.outcomes().await, ["given_up", "completed"]);
        scene.finish().await;
    });
}

#[test]
fn a_worker_that_panics_costs_one_turn_a_while_and_no_other_anything() {
    on_both(async |db: TestDatabase| {
        let script = |asked: Asked<'_>| {
            assert!(asked.n != 1, "the model breaks, as planned");
            says("Well.")
        };
        let mut scene = Scene::new(db, script).await;
        scene.start().await;
        scene.accept(scene.message("one", "1", "hello")).await;
        scene.asked(1).await;
        scene.accept(scene.message("two", "2", "hello")).await;
        let done = "select count(*) from turn where state = 'done'";
        scene
            .until("the other is answered", async || {
                scene.count(done).await == 1
            })
            .await;
        scene.settle().await;
        assert_eq!(scene.outcomes().await, ["completed", "completed"]);
        scene.finish().await;
    });
}

#[test]
fn whoever_stops_hands_its_turns_over_however_often() {
    on_both(async |db: TestDatabase| {
        let never = Arc::new(Semaphore::new(0));
        let held = Arc::clone(&never);
        let mut scene = Scene::new(db, move |_| says("never").behind(&held)).await;
        for round in 1..=5 {
            scene.start().await;
            if round == 1 {
                scene.accept(scene.message("chat", "1", "hello")).await;
            }
            scene.asked(round).await;
            scene.stop(Duration::ZERO).await;
            let waits = "select count(*) from thread where state = 'queued'";
            assert_eq!(scene.count(waits).await, 1, "it is nobody's");
        }
        scene.mind.change(|_| says("At last."));
        scene.start().await;
        scene.quiet().await;
        assert_eq!(scene.outcomes().await, ["completed"]);
        assert_eq!(scene.turns().await[0].workers, 1, "nobody died");
        scene.finish().await;
    });
}

#[test]
fn a_stop_waits_for_turns_that_come_to_their_end() {
    on_both(async |db: TestDatabase| {
        let gate = Arc::new(Semaphore::new(0));
        let held = Arc::clone(&gate);
        let mut scene = Scene::new(db, move |_| says("In time.").behind(&held)).await;
        scene.start().await;
        scene.accept(scene.message("chat", "1", "hello")).await;
        scene.asked(1).await;
        let open = async {
            tokio::task::yield_now().await;
            gate.add_permits(1);
        };
        tokio::join!(open, scene.stop(Duration::from_secs(20)));
        assert_eq!(scene.outcomes().await, ["completed"]);
        scene.finish().await;
    });
}

#[test]
fn a_thread_whose_content_is_damaged_is_shown_and_stops_no_other() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_| says("Fine.")).await;
        scene.accept(scene.message("good", "1", "hello")).await;
        scene.accept(scene.message("bad", "2", "hello")).await;
        let data = scene.db.data();
        data.execute("update event set payload_enc = (select e.payload_enc from event e where e.dedupe_key = '1')
            where dedupe_key = '2'")
            .await;
        scene.start().await;
        scene.quiet().await;
        assert_eq!(scene.outcomes().await, ["completed"]);
        // The thread is not put on hold before that is shown.
        let notices = scene.notices().await;
        assert_eq!(notices.len(), 1);
        assert!(notices[0].1.contains("deleted or damaged"), "{notices:?}");
        scene.stop(Duration::from_secs(5)).await;
    });
}

#[test]
fn a_turn_is_stopped_from_another_node_test_14() {
    on_both(async |db: TestDatabase| {
        let never = Arc::new(Semaphore::new(0));
        let mut scene = Scene::new(db, move |_| says("").behind(&never)).await;
        scene.settings.lease = Duration::from_millis(300);
        let ana = scene.person(1).await;
        scene.start().await;
        let thread = scene.accept(scene.text(&ana, "SM1", "hello?")).await;
        scene.asked(1).await;
        // Another process on the same rows: it can write the wish down, and reaches nobody.
        let other = Runtime::new(scene.parts(scene.store.clone()));
        assert!(other.stop_turn(scene.org, thread).await.unwrap());
        scene.quiet().await;
        let ended = scene.turns().await;
        assert_eq!(ended[0].outcome.as_deref(), Some("cancelled"));
        assert!(!other.stop_turn(scene.org, thread).await.unwrap());
        scene.finish().await;
    });
}
