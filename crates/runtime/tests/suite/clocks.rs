//! Schedules, and clocks that jump.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use steward_model::{Clock as _, Misfire, NoticeKind, Scope, Timestamp, Timetable};
use steward_runtime::Runtime;
use steward_store::NewSchedule;
use steward_testkit::{Backend, TestDatabase, on_both};
use tokio::sync::Semaphore;

use super::mind::{Asked, says, texts, whole};
use super::scene::Scene;

const HOUR: Duration = Duration::from_secs(3600);

fn schedule(scene: &Scene, cron: &str, zone: &str, misfire: Misfire) -> NewSchedule {
    let now = scene.db.clock().now();
    NewSchedule {
        agent_id: scene.agent,
        correlation_key: format!("{zone} {misfire}"),
        scope: Scope::Org(scene.org),
        name: "Briefing".into(),
        cron: Some(cron.into()),
        zone: zone.into(),
        payload: json!({"text": "Good morning."}),
        next_at: Timetable::parse(cron, zone).unwrap().next_after(now),
        misfire,
        enabled: true,
        created_by: None,
        made_in: None,
    }
}

const FIRED: &str = "select count(*) from event where source = 'schedule'";

#[test]
fn what_was_due_while_nobody_was_there_is_made_up_for_or_reported_test_13() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_| says("Good morning.")).await;
        let org = scene.store.org(scene.org);
        for misfire in [Misfire::RunOnce, Misfire::Skip] {
            let new = schedule(&scene, "0 * * * *", "UTC", misfire);
            org.create_schedule(new).await.unwrap();
        }
        scene.db.clock().advance(5 * HOUR + HOUR / 2);
        for _ in 0..3 {
            scene.start().await;
            let told = async || scene.notices().await.len() == 1 && scene.count(FIRED).await == 1;
            scene.until("each did its part", told).await;
            scene.quiet().await;
            scene.stop(Duration::from_secs(5)).await;
        }
        let request = scene.mind.requests().pop().unwrap();
        assert!(
            whole(&request).contains("Good morning.\\n(This was due at"),
            "{request:?}"
        );
        let notices = scene.notices().await;
        assert_eq!(notices[0].0, NoticeKind::Missed);
        assert!(
            notices[0].1.contains("did not run 5 time(s)"),
            "{notices:?}"
        );
        // The next hour comes as if nothing had been.
        scene.start().await;
        scene.db.clock().advance(HOUR / 2);
        scene
            .until("both fire", async || scene.count(FIRED).await == 3)
            .await;
        scene.quiet().await;
        scene.finish().await;
    });
}

#[test]
fn two_runtimes_fire_each_occurrence_once_test_13() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_| says("Good morning.")).await;
        for minute in 0..20 {
            let cron = format!("{minute} * * * *");
            let mut new = schedule(&scene, &cron, "UTC", Misfire::RunOnce);
            new.correlation_key = format!("schedule {minute}");
            scene
                .store
                .org(scene.org)
                .create_schedule(new)
                .await
                .unwrap();
        }
        let other = match scene.db.backend() {
            Backend::Sqlite => scene.store.clone(),
            Backend::Postgres => scene.db.open().await,
        };
        let mut parts = scene.parts(other);
        parts.settings.node = "other".into();
        let other = Runtime::new(parts).start().await.unwrap();
        scene.start().await;
        for hour in 1..=3 {
            scene.db.clock().advance(HOUR);
            scene
                .until("all have fired", async || {
                    scene.count(FIRED).await == 20 * hour
                })
                .await;
        }
        scene.quiet().await;
        other.stop(Duration::from_secs(5)).await;
        assert_eq!(scene.count(FIRED).await, 60);
        scene.finish().await;
    });
}

#[test]
fn a_daily_schedule_fires_once_a_day_when_the_clocks_change_test_13() {
    // The days on which the clocks go forward and back, and the hour that is missing or comes twice.
    const ZONES: [(&str, &str, &str, &str); 3] = [
        (
            "Europe/Berlin",
            "30 2 * * *",
            "2026-03-28T12:00:00Z",
            "2026-10-24T12:00:00Z",
        ),
        (
            "America/New_York",
            "30 1 * * *",
            "2026-03-07T12:00:00Z",
            "2026-10-31T12:00:00Z",
        ),
        (
            "Australia/Lord_Howe",
            "15 2 * * *",
            "2026-04-04T02:00:00Z",
            "2026-10-03T02:00:00Z",
        ),
    ];
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_| says("Good morning.")).await;
        let mut days: Vec<_> = ZONES
            .iter()
            .flat_map(|(zone, cron, one, other)| [(*one, *zone, *cron), (*other, *zone, *cron)])
            .collect();
        days.sort_unstable();
        for (fired, (day, zone, cron)) in days.into_iter().enumerate() {
            scene.db.clock().set(Timestamp::parse_rfc3339(day).unwrap());
            let mut new = schedule(&scene, cron, zone, Misfire::RunOnce);
            new.correlation_key = format!("{zone} {day}");
            let made = scene
                .store
                .org(scene.org)
                .create_schedule(new)
                .await
                .unwrap();
            let before = 3 * fired as i64;
            scene.start().await;
            for passed in 1..=3 {
                scene.db.clock().advance(24 * HOUR);
                let told = async || scene.count(FIRED).await == before + passed;
                scene
                    .until(&format!("day {passed} in {zone} fires"), told)
                    .await;
            }
            scene.stop(Duration::from_secs(5)).await;
            scene
                .store
                .org(scene.org)
                .delete_schedule(made.id)
                .await
                .unwrap();
        }
        assert_eq!(scene.count(FIRED).await, 18);
        scene.finish().await;
    });
}

#[test]
fn a_clock_that_jumps_makes_no_second_owner_test_36() {
    on_both(async |db: TestDatabase| {
        let gate = Arc::new(Semaphore::new(0));
        let held = Arc::clone(&gate);
        let mut scene = Scene::new(db, move |_: Asked<'_>| texts("Once.").behind(&held)).await;
        scene.start().await;
        let ana = scene.person(0).await;
        scene.accept(scene.text(&ana, "SM1", "hello")).await;
        scene.asked(1).await;
        let other = match scene.db.backend() {
            Backend::Sqlite => None,
            Backend::Postgres => {
                let mut parts = scene.parts(scene.db.open().await);
                parts.settings.node = "other".into();
                Some(Runtime::new(parts).start().await.unwrap())
            }
        };
        let start = scene.db.clock().now();
        scene.db.clock().set(start.plus(HOUR));
        scene.runtime.wake();
        if other.is_some() {
            // For all it knows the first is gone; it takes the thread, and the first can write nothing.
            scene.asked(2).await;
        }
        gate.add_permits(10);
        scene.settle().await;
        assert_eq!(scene.carrier.texts(), ["Once."]);
        assert_eq!(scene.outcomes().await, ["completed"]);
        if let Some(other) = other {
            other.stop(Duration::from_secs(5)).await;
        }
        scene.finish().await;
    });
}

#[test]
fn a_clock_that_is_put_back_makes_nobody_wait_test_36() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_| says("Here.")).await;
        scene.db.clock().advance(HOUR);
        scene.accept(scene.message("chat", "1", "hello")).await;
        let now = scene.db.clock().now();
        scene.db.clock().set(now.minus(HOUR));
        scene.start().await;
        let done = "select count(*) from turn where state = 'done'";
        scene
            .until("it is answered", async || scene.count(done).await == 1)
            .await;
        scene.accept(scene.message("chat", "2", "hello")).await;
        scene
            .until("the next is", async || scene.count(done).await == 2)
            .await;
        scene.finish().await;
    });
}
