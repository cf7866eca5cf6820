//! What is switched off stops and waits; when it is on again, all of it is worked off, once.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use steward_model::{
    Author, ChatRequest, Clock as _, Flag, Integrity, Misfire, ModelFailure, OrgId, Role, Scope,
    Timestamp, Timetable,
};
use steward_store::{
    Access, NewEvent, NewMember, NewPassage, NewSchedule, Origin, Outgoing, PassageMeta, Store,
    StoreOptions,
};
use steward_testkit::{TestDatabase, on_both};
use tokio::sync::Semaphore;

use super::mind::{Asked, says, texts, whole};
use super::scene::{Scene, autonomous};
use super::sending::{effect, origin};

/// Another organisation on the same runtime, whose agents nobody switches off: what it gets done, ours could have been.
struct Neighbour {
    org: OrgId,
    agent: steward_model::AgentId,
}

impl Scene {
    /// Turns something off or on for the organisation.
    pub(super) async fn switch(&self, flag: Flag, enabled: bool) {
        let org = self.store.org(self.org);
        let changed = org.set_flag(flag, enabled, None, self.owner).await;
        assert!(changed.unwrap(), "{flag} was so already");
    }

    async fn neighbour(&self) -> Neighbour {
        let owner = NewMember {
            name: "Nora".into(),
            role: Role::Owner,
            identifiers: vec![],
        };
        let (org, _) = self.store.create_org("Next", owner).await.unwrap();
        let here = self.store.org(org.id);
        let agent = here.create_agent(autonomous()).await.unwrap();
        Neighbour {
            org: org.id,
            agent: agent.id,
        }
    }

    /// Says something to the neighbour's agent and waits for the answer.
    async fn neighbour_answers(&self, next: &Neighbour, id: &str) {
        let said = NewEvent {
            agent_id: next.agent,
            scope: Scope::Org(next.org),
            ..self.message("next", id, "Are you there, neighbour?")
        };
        let answered = format!(
            "select count(*) from turn where org_id = '{}' and state = 'done'",
            next.org
        );
        let before = self.count(&answered).await;
        self.runtime.accept(next.org, said).await.unwrap();
        self.until("the neighbour is answered", async || {
            self.count(&answered).await > before
        })
        .await;
    }

    /// How often the model was asked for our own organisation.
    fn asked_for_us(&self) -> usize {
        let ours = |request: &&ChatRequest| !whole(request).contains("neighbour");
        self.mind.requests().iter().filter(ours).count()
    }

    /// Another process on the same database.
    async fn another_process(&self) -> Store {
        let options = StoreOptions {
            access: Access::Beside,
            ..self.db.options()
        };
        Store::open(options).await.unwrap()
    }
}

#[test]
fn what_comes_in_waits_while_agents_are_off_and_is_answered_afterwards() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_| says("Here I am.")).await;
        let next = scene.neighbour().await;
        scene.start().await;
        scene.switch(Flag::Agents, false).await;
        let (ana, bo) = (scene.person(1).await, scene.person(2).await);
        scene.accept(scene.text(&ana, "SM1", "hello")).await;
        scene.accept(scene.text(&bo, "SM2", "hello")).await;
        scene.accept(scene.message("chat", "1", "hello")).await;
        scene.neighbour_answers(&next, "n1").await;
        assert_eq!(scene.asked_for_us(), 0);
        assert_eq!(scene.outcomes().await, Vec::<String>::new());
        // Nobody says anything more: they are found all the same.
        scene.switch(Flag::Agents, true).await;
        scene.quiet().await;
        assert_eq!(scene.outcomes().await, ["completed"; 3]);
        assert_eq!(scene.asked_for_us(), 3);
        scene.finish().await;
    });
}

#[test]
fn a_text_that_was_being_answered_is_answered_once_agents_are_on_again() {
    on_both(async |db: TestDatabase| {
        let never = Arc::new(Semaphore::new(0));
        let script = move |asked: Asked<'_>| match asked.n {
            1 => says("").telling(&["Half an ", "answer"]).behind(&never),
            _ => texts("A whole one."),
        };
        let mut scene = Scene::new(db, script).await;
        scene.start().await;
        let ana = scene.person(1).await;
        scene.accept(scene.text(&ana, "SM1", "Is it free?")).await;
        scene.asked(1).await;
        scene.switch(Flag::Agents, false).await;
        scene
            .until("nobody asks the model any more", async || {
                scene.mind.is_alone()
            })
            .await;
        assert_eq!(scene.outcomes().await, ["open"]);
        scene.switch(Flag::Agents, true).await;
        scene.quiet().await;
        assert_eq!(scene.outcomes().await, ["completed"]);
        assert_eq!(scene.carrier.texts(), ["A whole one."]);
        scene.finish().await;
    });
}

#[test]
fn a_turn_under_way_is_stopped_by_a_switch_in_another_process() {
    on_both(async |db: TestDatabase| {
        let never = Arc::new(Semaphore::new(0));
        let script = move |asked: Asked<'_>| match asked.n {
            1 => says("").telling(&["Half an ", "answer"]).behind(&never),
            _ => says("A whole one."),
        };
        let mut scene = Scene::new(db, script).await;
        scene.start().await;
        let thread = scene.accept(scene.message("chat", "1", "hello")).await;
        scene.asked(1).await;
        let another = scene.another_process().await;
        assert!(
            another
                .set_instance_flag(Flag::Agents, false)
                .await
                .unwrap()
        );
        scene
            .until("the turn is stopped", async || {
                scene.outcomes().await == ["cancelled"]
            })
            .await;
        assert!(scene.mind.is_alone());
        let items = scene.items(thread).await;
        assert_eq!(items[1].1, json!({"text": "Half an answer"}));
        scene.accept(scene.message("chat", "2", "again")).await;
        assert!(another.set_instance_flag(Flag::Agents, true).await.unwrap());
        another.close().await;
        scene.quiet().await;
        assert_eq!(scene.outcomes().await, ["cancelled", "completed"]);
        scene.finish().await;
    });
}

#[test]
fn a_model_that_is_asked_without_an_agent_is_cut_short() {
    on_both(async |db: TestDatabase| {
        let never = Arc::new(Semaphore::new(0));
        let mut scene = Scene::new(db, move |_| says("").behind(&never)).await;
        scene.start().await;
        let thread = scene.accept(scene.message("chat", "1", "hello")).await;
        scene.asked(1).await;
        let request = scene.mind.requests().pop().unwrap();
        scene.stop_turn(thread).await;
        let (runtime, org) = (scene.runtime.clone(), scene.org);
        let asking =
            tokio::spawn(async move { runtime.ask(org, &request, &mut |_| ()).await.result });
        scene.asked(2).await;
        scene.switch(Flag::Agents, false).await;
        assert_eq!(asking.await.unwrap(), Err(ModelFailure::SwitchedOff));
        scene.quiet().await;
        scene.finish().await;
    });
}

#[test]
fn nothing_an_agent_wrote_is_sent_while_agents_are_off() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_| says("Good.")).await;
        let ana = scene.person(1).await;
        let origin = origin(&scene, &ana, None).await;
        scene.switch(Flag::Agents, false).await;
        for (text, agent) in [("the agent's", Some(scene.agent)), ("a person's", None)] {
            let origin = Origin { agent, ..origin };
            let outgoing = Outgoing {
                effects: vec![effect(&scene, &ana, text, text)],
                ..Outgoing::default()
            };
            scene.store.put_out(origin, outgoing).await.unwrap();
        }
        scene.start().await;
        scene
            .until("the person's words are sent", async || {
                !scene.carrier.texts().is_empty()
            })
            .await;
        assert_eq!(scene.carrier.texts(), ["a person's"]);
        scene.switch(Flag::Agents, true).await;
        scene.quiet().await;
        assert_eq!(scene.carrier.texts(), ["a person's", "the agent's"]);
        scene.finish().await;
    });
}

fn hourly(org: OrgId, agent: steward_model::AgentId, now: Timestamp) -> NewSchedule {
    let cron = "0 * * * *";
    NewSchedule {
        agent_id: agent,
        correlation_key: "hourly".into(),
        scope: Scope::Org(org),
        name: "Round".into(),
        cron: Some(cron.into()),
        zone: "UTC".into(),
        payload: json!({"text": "Look around."}),
        next_at: Timetable::parse(cron, "UTC").unwrap().next_after(now),
        misfire: Misfire::RunOnce,
        enabled: true,
        created_by: None,
        made_in: None,
    }
}

#[test]
fn schedules_do_not_fire_while_they_are_off_and_are_caught_up_once() {
    on_both(async |db: TestDatabase| {
        for flag in [Flag::Reminders, Flag::Agents] {
            let db = TestDatabase::on(db.backend()).await;
            let mut scene = Scene::new(db, |_| says("Good.")).await;
            let next = scene.neighbour().await;
            let now = scene.db.clock().now();
            for (org, agent) in [(scene.org, scene.agent), (next.org, next.agent)] {
                let new = hourly(org, agent, now);
                scene.store.org(org).create_schedule(new).await.unwrap();
            }
            scene.switch(flag, false).await;
            scene.start().await;
            let fired = async |org| {
                let count = "select count(*) from event where source = 'schedule' and org_id =";
                scene.count(&format!("{count} '{org}'")).await
            };
            for hour in 1..=3 {
                scene.db.clock().advance(Duration::from_secs(3600));
                let theirs = async || fired(next.org).await == hour;
                scene.until("the neighbour's fires", theirs).await;
                assert_eq!(fired(scene.org).await, 0, "{flag}");
            }
            scene.switch(flag, true).await;
            scene
                .until("ours is caught up", async || fired(scene.org).await == 1)
                .await;
            scene.quiet().await;
            assert_eq!(fired(scene.org).await, 1, "{flag}");
            scene.finish().await;
        }
    });
}

fn note(text: &str, now: Timestamp) -> NewPassage {
    NewPassage {
        agent_id: None,
        thread_id: None,
        contact_id: None,
        source: "archival".into(),
        source_ref: text.into(),
        chunk_index: 0,
        integrity: Integrity::User,
        text: String::new(),
        meta: PassageMeta::default(),
        priority: 0,
        embedding: None,
        occurred_at: now,
    }
}

#[test]
fn nothing_is_embedded_while_indexing_is_off_and_all_of_it_afterwards() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_| says("Good.")).await;
        let next = scene.neighbour().await;
        scene.start().await;
        scene.switch(Flag::Indexing, false).await;
        scene
            .accept(scene.message("chat", "1", "Bees live in Tartu."))
            .await;
        scene.quiet().await;
        // What is stored on purpose is stored, and waits for its vector.
        let (org, like) = (scene.org, note("stored", scene.db.clock().now()));
        let memory = scene.runtime.memory();
        let by = Author::Member(scene.owner);
        let stored = memory.remember(org, Scope::Org(org), "Owls live in Riga.", &like, by);
        assert_eq!(stored.await.unwrap().len(), 1);
        scene.neighbour_answers(&next, "n1").await;
        let unindexed = async |org| {
            let count = "select count(*) from thread where last_item > indexed_seq and org_id =";
            scene.count(&format!("{count} '{org}'")).await
        };
        scene
            .until("the neighbour's words are indexed", async || {
                unindexed(next.org).await == 0
            })
            .await;
        let passages = async |condition: &str| {
            let sql =
                format!("select count(*) from passage where org_id = '{org}' and {condition}");
            scene.count(&sql).await
        };
        assert_eq!(unindexed(org).await, 1);
        assert_eq!(passages("vector_enc is not null").await, 0);
        assert_eq!(passages("vector_enc is null").await, 1);
        scene.switch(Flag::Indexing, true).await;
        scene
            .until("it is worked off", async || {
                unindexed(org).await == 0 && passages("vector_enc is null").await == 0
            })
            .await;
        assert!(passages("vector_enc is not null").await >= 2);
        scene.finish().await;
    });
}

const SUMMARISER: &str = "anthropic:model";
const LONG: usize = 14;

impl Scene {
    /// Says so much on a thread that it is too long.
    async fn talk(&self, from: usize) -> steward_model::ThreadId {
        let mut thread = None;
        for n in from..from + LONG {
            let text = format!("Nothing special happened on walk number {n}.");
            let event = self.message("long", &format!("long/{n}"), &text);
            thread = Some(self.accept(event).await);
            self.quiet().await;
        }
        thread.unwrap()
    }

    fn asked_to_summarise(&self) -> usize {
        let requests = self.mind.requests();
        let summaries = requests.iter().filter(|one| one.model == SUMMARISER);
        summaries.count()
    }

    async fn has_summary(&self) {
        self.until("there is a summary", async || {
            self.count("select count(*) from summary").await > 0
        })
        .await;
    }
}

#[test]
fn no_summary_is_made_while_that_is_off() {
    on_both(async |db: TestDatabase| {
        let mut scene = Scene::new(db, |_| says("- They walked.\n\nNARRATIVE\nA walk.")).await;
        scene.settings.compaction_percent = 20;
        scene.settings.sub_model = Some(SUMMARISER.into());
        scene.start().await;
        scene.switch(Flag::Compaction, false).await;
        scene.talk(1).await;
        assert_eq!(scene.asked_to_summarise(), 0);
        assert_eq!(
            scene
                .count("select count(*) from job where kind = 'compact_thread'")
                .await,
            0
        );
        scene.switch(Flag::Compaction, true).await;
        scene.talk(100).await;
        scene.has_summary().await;
        scene.finish().await;
    });
}

#[test]
fn a_summary_under_way_is_cut_short_and_made_when_it_is_on_again() {
    on_both(async |db: TestDatabase| {
        let never = Arc::new(Semaphore::new(0));
        let script = move |asked: Asked<'_>| {
            let summary = says("- They walked.\n\nNARRATIVE\nA walk.");
            match asked.request.model == SUMMARISER {
                true => summary.behind(&never),
                false => says("Good."),
            }
        };
        let mut scene = Scene::new(db, script).await;
        scene.settings.compaction_percent = 20;
        scene.settings.sub_model = Some(SUMMARISER.into());
        scene.start().await;
        scene.talk(1).await;
        scene
            .until("a summary is under way", async || {
                scene.asked_to_summarise() > 0
            })
            .await;
        scene.switch(Flag::Compaction, false).await;
        let waiting = "select count(*) from job where kind = 'compact_thread' and state = 'queued' and attempt = 0";
        scene
            .until("it was let go", async || scene.count(waiting).await == 1)
            .await;
        assert!(scene.mind.is_alone());
        scene
            .mind
            .change(|_| says("- They walked.\n\nNARRATIVE\nA walk."));
        scene.switch(Flag::Compaction, true).await;
        scene.has_summary().await;
        scene.finish().await;
    });
}
