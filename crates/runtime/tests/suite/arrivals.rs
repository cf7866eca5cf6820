//! What arrives: once each, in order, answered together, and by one turn at a time.

use std::collections::BTreeMap;
use std::sync::Arc;

use futures_util::{StreamExt as _, stream};
use steward_testkit::{TestDatabase, on_both};
use tokio::sync::Semaphore;

use super::mind::{says, texts, whole};
use super::scene::Scene;

#[test]
fn a_thousand_messages_delivered_five_times_each_are_taken_in_once_test_1() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_| says("Noted.")).await;
        scene.start().await;
        let mut people = Vec::new();
        for n in 0..50 {
            people.push(scene.person(n).await);
        }
        let deliveries = (0..5_000).map(|n| {
            // Copies come close together and far apart.
            let id = if n % 2 == 0 { n / 5 } else { n % 1_000 };
            scene.text(&people[id % 50], &format!("SM{id}"), &format!("<m{id}>"))
        });
        let copies: Vec<_> =
            deliveries
                .chain((0..1_000).map(|id| {
                    scene.text(&people[id % 50], &format!("SM{id}"), &format!("<m{id}>"))
                }))
                .collect();
        stream::iter(copies)
            .for_each_concurrent(16, |copy| async { _ = scene.accept(copy).await })
            .await;
        scene.quiet().await;
        assert_eq!(scene.count("select count(*) from event").await, 1_000);
        let mut heard = BTreeMap::<String, usize>::new();
        for thread in scene.db.data().rows("select id from thread").await {
            let steward_testkit::Cell::Text(id) = &thread[0] else {
                panic!("an id is text");
            };
            for (kind, content) in scene.items(id.parse().unwrap()).await {
                if kind == "user" && content["from"] == "contact" {
                    *heard
                        .entry(content["text"].as_str().unwrap().to_owned())
                        .or_default() += 1;
                }
            }
        }
        assert_eq!(heard.len(), 1_000);
        assert!(heard.values().all(|times| *times == 1));
        let asked: String = scene.mind.requests().iter().map(whole).collect();
        let unseen: Vec<_> = heard.keys().filter(|text| !asked.contains(*text)).collect();
        assert_eq!(unseen, Vec::<&String>::new());
        scene.finish().await;
    });
}

#[test]
fn the_first_messages_of_two_hundred_contacts_make_two_hundred_threads_test_4() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_| says("Noted.")).await;
        scene.start().await;
        let mut people = Vec::new();
        for n in 0..200 {
            people.push(scene.person(n).await);
        }
        let texts = (0..1_600).map(|n| {
            let who = &people[n / 8];
            scene.text(who, &format!("SM{n}"), &format!("message {n}"))
        });
        stream::iter(texts)
            .for_each_concurrent(64, |text| async { _ = scene.accept(text).await })
            .await;
        scene.quiet().await;
        assert_eq!(scene.count("select count(*) from thread").await, 200);
        assert_eq!(scene.count("select count(*) from event").await, 1_600);
        let heard = "select count(*) from item where kind = 'user'";
        assert_eq!(scene.count(heard).await, 1_600);
        scene.finish().await;
    });
}

#[test]
fn a_burst_on_one_thread_gets_one_reply_and_loses_nothing_test_18() {
    on_both(async |db: TestDatabase| {
        let gate = Arc::new(Semaphore::new(0));
        let held = Arc::clone(&gate);
        let script = move |_: super::mind::Asked<'_>| texts("Here you are.").behind(&held);
        let mut scene = Scene::new(db, script).await;
        scene.settings.send.max_per_contact_per_hour = 1_000;
        scene.settings.send.max_per_contact_per_day = 0;
        // The thread grows long; a model that summarises it would take a place in the queue.
        scene.settings.sub_model = Some("offline".into());
        scene.start().await;
        let ana = scene.person(0).await;
        let open = "select count(*) from turn where state = 'open'";
        for burst in 0..10 {
            for n in 0..5 {
                let id = format!("SM{burst}-{n}");
                scene
                    .accept(scene.text(&ana, &id, &format!("<{id}>")))
                    .await;
                if n == 0 {
                    let asked = scene.mind.calls();
                    scene
                        .until("a turn runs", async || scene.count(open).await == 1)
                        .await;
                    scene.asked(asked.max(1)).await;
                }
                assert!(scene.count(open).await <= 1, "two turns at once");
            }
            gate.add_permits(2);
            scene.quiet().await;
            gate.forget_permits(usize::MAX);
            assert_eq!(
                scene.carrier.taken().len(),
                burst + 1,
                "one burst, one reply"
            );
        }
        let heard = "select count(*) from item where kind = 'user'";
        // One more for each answer that was taken back: the note that says so.
        assert!(scene.count(heard).await >= 50);
        let asked: String = scene.mind.requests().iter().map(whole).collect();
        for burst in 0..10 {
            for n in 0..5 {
                assert!(asked.contains(&format!("<SM{burst}-{n}>")));
            }
        }
        scene.finish().await;
    });
}
