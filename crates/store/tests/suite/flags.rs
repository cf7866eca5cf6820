//! Switches: what is off waits, whoever switched it, and is there when it is on again.

use steward_model::{Clock as _, EffectId, Flag, FlagSet, MemberEventKind, OrgId};
use steward_store::{
    Access, COMPACT_THREAD, NewJob, NewsPlace, OrgFlag, Origin, Outgoing, ReadOn, StoppedBy, Store,
    StoreError, StoreOptions,
};
use steward_testkit::{Cell, FailAt, TestDatabase};

use super::inbox::{agent, contact, text};
use super::outbox::World;
use super::schedules::hourly;
use super::story::{HOUR, new_org, person};
use super::turns::{claim, ending, item};

stories![
    what_an_organisation_switches_is_on_the_record_and_told,
    what_the_installation_switches_is_on_every_record,
    what_is_known_at_the_start_is_what_the_rows_say,
    another_process_learns_of_it_and_keeps_it_if_the_rows_cannot_be_read,
    threads_wait_while_agents_are_off,
    schedules_and_summaries_wait,
    what_was_said_waits_to_be_indexed,
    an_agents_words_wait_and_a_persons_do_not,
    a_reason_that_was_changed_is_not_read,
    whoever_switched_it_may_leave,
];

/// Everything that is off for an organisation.
fn off(store: &Store, org: OrgId) -> Vec<Flag> {
    let switches = store.switches();
    let is_off = |flag: &Flag| !switches.is_on(org, *flag);
    Flag::ALL.iter().copied().filter(is_off).collect()
}

async fn actions(db: &TestDatabase, org: OrgId) -> Vec<(String, String, String)> {
    let sql = format!(
        "select actor, action, subject from audit where org_id = '{org}' and action like 'flag.%' order by id"
    );
    let text = |cell: &Cell| match cell {
        Cell::Text(text) => text.clone(),
        other => panic!("{other:?}"),
    };
    let rows = db.data().rows(&sql).await;
    rows.iter()
        .map(|row| (text(&row[0]), text(&row[1]), text(&row[2])))
        .collect()
}

async fn what_an_organisation_switches_is_on_the_record_and_told(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let (other, _) = new_org(&store, "Other").await;
    let here = store.org(org);
    assert_eq!(here.flags().await.unwrap(), []);
    // On already: nothing to write down.
    assert!(!here.set_flag(Flag::Tools, true, None, olga).await.unwrap());
    let why = Some("It texted the wrong person.");
    assert!(here.set_flag(Flag::Tools, false, why, olga).await.unwrap());
    assert!(!here.set_flag(Flag::Tools, false, None, olga).await.unwrap());
    assert_eq!(off(&store, org), [Flag::Tools]);
    assert_eq!(off(&store, other), []);
    let switched = OrgFlag {
        flag: Flag::Tools,
        enabled: false,
        reason: why.map(str::to_owned),
        changed_by: Some(olga),
        changed_at: db.clock().now(),
    };
    assert_eq!(here.flags().await.unwrap(), [switched]);
    assert!(here.set_flag(Flag::Tools, true, None, olga).await.unwrap());
    assert_eq!(off(&store, org), []);
    let [flag] = &here.flags().await.unwrap()[..] else {
        panic!("one row for each flag")
    };
    assert_eq!((flag.enabled, &flag.reason), (true, &None));
    let by = format!("member:{olga}");
    let noted = |action: &str| (by.clone(), action.to_owned(), "tools".to_owned());
    assert_eq!(
        actions(&db, org).await,
        [noted("flag.off"), noted("flag.on")]
    );
    assert_eq!(actions(&db, other).await, []);
    let told = here.member_events(olga, NewsPlace::default(), 10).await;
    let ReadOn::Events(told) = told.unwrap() else {
        panic!("something was missed")
    };
    let told: Vec<_> = told
        .iter()
        .map(|event| (event.kind, event.subject.as_deref(), event.state.as_deref()))
        .collect();
    let flag = |state| (MemberEventKind::Flag, Some("tools"), Some(state));
    assert_eq!(told, [flag("off"), flag("on")]);
}

async fn what_the_installation_switches_is_on_every_record(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let (other, _) = new_org(&store, "Other").await;
    assert!(!store.set_instance_flag(Flag::Agents, true).await.unwrap());
    assert!(store.set_instance_flag(Flag::Agents, false).await.unwrap());
    assert!(!store.set_instance_flag(Flag::Agents, false).await.unwrap());
    assert_eq!(
        (off(&store, org), off(&store, other)),
        (Flag::ALL.to_vec(), Flag::ALL.to_vec())
    );
    let by = store.switches().stopped_by(org, Flag::Agents);
    assert_eq!(by, Some(StoppedBy::Installation));
    // An organisation cannot overrule it.
    let here = store.org(org);
    assert!(!here.set_flag(Flag::Agents, true, None, olga).await.unwrap());
    assert_eq!(off(&store, org), Flag::ALL);
    let [row] = store.instance_flags().await.unwrap()[..] else {
        panic!("one row for each flag")
    };
    assert_eq!((row.flag, row.enabled), (Flag::Agents, false));
    assert_eq!(row.changed_at, db.clock().now());
    assert!(store.set_instance_flag(Flag::Agents, true).await.unwrap());
    assert_eq!(off(&store, org), []);
    let noted = |action: &str| ("operator".into(), action.to_owned(), "agents".to_owned());
    for org in [org, other] {
        let both = [noted("flag.instance_off"), noted("flag.instance_on")];
        assert_eq!(actions(&db, org).await, both);
    }
}

async fn what_is_known_at_the_start_is_what_the_rows_say(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let here = store.org(org);
    here.set_flag(Flag::Indexing, false, None, olga)
        .await
        .unwrap();
    store.set_instance_flag(Flag::Tools, false).await.unwrap();
    let store = db.reopen(store).await;
    assert_eq!(off(&store, org), [Flag::Indexing, Flag::Tools]);
    store.allow_flags(FlagSet::from_iter([Flag::Agents, Flag::Indexing]));
    store.refresh_switches().await.unwrap();
    let rest = Flag::ALL.iter().filter(|flag| **flag != Flag::Agents);
    assert_eq!(off(&store, org), rest.copied().collect::<Vec<_>>());
    assert!(!store.switches().is_allowed(Flag::Compaction));
}

async fn another_process_learns_of_it_and_keeps_it_if_the_rows_cannot_be_read(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let faults = FailAt::default();
    let options = StoreOptions {
        access: Access::Beside,
        probe: Some(faults.probe()),
        ..db.options()
    };
    let another = Store::open(options).await.unwrap();
    let here = store.org(org);
    here.set_flag(Flag::Agents, false, None, olga)
        .await
        .unwrap();
    assert_eq!(off(&another, org), []);
    let mut watch = another.watch_switches();
    another.refresh_switches().await.unwrap();
    assert!(watch.has_changed().unwrap());
    watch.mark_unchanged();
    assert_eq!(off(&another, org), Flag::ALL);
    here.set_flag(Flag::Agents, true, None, olga).await.unwrap();
    faults.arm(1, || StoreError::Busy);
    assert_err!(another.refresh_switches().await, StoreError::Busy);
    assert_eq!(off(&another, org), Flag::ALL);
    assert!(!watch.has_changed().unwrap());
    another.refresh_switches().await.unwrap();
    assert_eq!(off(&another, org), []);
    another.close().await;
}

async fn threads_wait_while_agents_are_off(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let (other, their_agent) = super::inbox::agent(&store, "Other").await;
    let olga = store.org(org).members(&super::story::all()).await.unwrap()[0].id;
    let set = async |enabled| {
        let here = store.org(org);
        here.set_flag(Flag::Agents, enabled, None, olga)
            .await
            .unwrap()
    };
    set(false).await;
    // What arrives is taken in all the same.
    for n in 1..=2 {
        let said = text(agent, contact(), n);
        store.org(org).accept(said).await.unwrap();
    }
    let said = text(their_agent, contact(), 1);
    store.org(other).accept(said).await.unwrap();
    let waiting = async |limit| {
        let waiting = store.waiting_threads(limit).await.unwrap();
        waiting
            .iter()
            .map(|thread| thread.org_id)
            .collect::<Vec<_>>()
    };
    // Those who are off do not stand in the way of the others.
    assert_eq!(waiting(1).await, [other]);
    assert_eq!(waiting(9).await, [other]);
    assert!(store.next_wake().await.unwrap().is_some());
    store.set_instance_flag(Flag::Agents, false).await.unwrap();
    assert_eq!(waiting(9).await, []);
    store.set_instance_flag(Flag::Agents, true).await.unwrap();
    set(true).await;
    assert_eq!(waiting(9).await, [org, org, other]);
    // So do turns whose worker was lost.
    let lost = claim(&store).await.unwrap();
    assert_eq!(lost.org_id, org);
    db.clock().advance(HOUR);
    set(false).await;
    assert!(
        !store
            .waiting_threads(9)
            .await
            .unwrap()
            .iter()
            .any(|it| it.id == lost.thread_id)
    );
    set(true).await;
    assert!(
        store
            .waiting_threads(9)
            .await
            .unwrap()
            .iter()
            .any(|it| it.id == lost.thread_id)
    );
}

async fn schedules_and_summaries_wait(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let here = store.org(org);
    let olga = here.members(&super::story::all()).await.unwrap()[0].id;
    let due = hourly(agent, db.clock().now());
    here.create_schedule(due).await.unwrap();
    let job = NewJob {
        kind: COMPACT_THREAD.into(),
        subject: "x".into(),
        dedupe_key: "x".into(),
        run_at: db.clock().now(),
    };
    here.enqueue(job).await.unwrap();
    db.clock().advance(HOUR);
    let schedules = async || {
        store
            .due_schedules(db.clock().now(), 9)
            .await
            .unwrap()
            .len()
    };
    let summaries = async || store.claim_compactions("node", 9, HOUR).await.unwrap();
    for flag in [Flag::Reminders, Flag::Agents] {
        here.set_flag(flag, false, None, olga).await.unwrap();
        assert_eq!(schedules().await, 0, "{flag}");
        here.set_flag(flag, true, None, olga).await.unwrap();
        store.set_instance_flag(flag, false).await.unwrap();
        assert_eq!(schedules().await, 0, "{flag}");
        store.set_instance_flag(flag, true).await.unwrap();
        assert_eq!(schedules().await, 1, "{flag}");
    }
    for flag in [Flag::Compaction, Flag::Agents] {
        here.set_flag(flag, false, None, olga).await.unwrap();
        assert_eq!(summaries().await.len(), 0, "{flag}");
        here.set_flag(flag, true, None, olga).await.unwrap();
        store.set_instance_flag(flag, false).await.unwrap();
        assert_eq!(summaries().await.len(), 0, "{flag}");
        store.set_instance_flag(flag, true).await.unwrap();
    }
    assert_eq!(summaries().await.len(), 1);
}

async fn what_was_said_waits_to_be_indexed(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let here = store.org(org);
    let olga = here.members(&super::story::all()).await.unwrap()[0].id;
    here.accept(text(agent, contact(), 1)).await.unwrap();
    let running = claim(&store).await.unwrap();
    let mut said = ending();
    said.items = vec![item("hello")];
    store.advance(&running, said).await.unwrap();
    let threads = async || store.threads_to_index(None, 9).await.unwrap().len();
    assert_eq!(threads().await, 1);
    for flag in [Flag::Indexing, Flag::Agents] {
        here.set_flag(flag, false, None, olga).await.unwrap();
        assert_eq!(threads().await, 0, "{flag}");
        here.set_flag(flag, true, None, olga).await.unwrap();
        store.set_instance_flag(flag, false).await.unwrap();
        assert_eq!(threads().await, 0, "{flag}");
        store.set_instance_flag(flag, true).await.unwrap();
        assert_eq!(threads().await, 1, "{flag}");
    }
}

async fn an_agents_words_wait_and_a_persons_do_not(db: TestDatabase) {
    let it = World::new(&db).await;
    let set = async |enabled| {
        let here = it.store.org(it.org);
        here.set_flag(Flag::Agents, enabled, None, it.owner)
            .await
            .unwrap()
    };
    let agents = it.put(it.effect("written by the agent")).await;
    set(false).await;
    // To the same contact, and later.
    let person = Origin {
        turn: None,
        agent: None,
        ..it.origin()
    };
    let outgoing = Outgoing {
        effects: vec![it.effect("written by a person")],
        ..Outgoing::default()
    };
    let persons = it.store.put_out(person, outgoing).await.unwrap()[0];
    let claim = async || -> Vec<EffectId> {
        let claimed = it.claim().await;
        for effect in &claimed {
            it.sent(effect).await;
        }
        claimed.iter().map(|effect| effect.id).collect()
    };
    assert_eq!(claim().await, [persons]);
    assert_eq!(claim().await, []);
    set(true).await;
    it.store
        .set_instance_flag(Flag::Agents, false)
        .await
        .unwrap();
    assert_eq!(claim().await, []);
    it.store
        .set_instance_flag(Flag::Agents, true)
        .await
        .unwrap();
    assert_eq!(claim().await, [agents]);
}

async fn a_reason_that_was_changed_is_not_read(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let here = store.org(org);
    for flag in [Flag::Tools, Flag::Indexing] {
        let why = format!("Because of {flag}.");
        let off = here.set_flag(flag, false, Some(&why), olga);
        assert!(off.await.unwrap());
    }
    // One reason in the place of another.
    let moved = "update org_flag set reason_enc =
        (select reason_enc from org_flag where name = 'tools') where name = 'indexing'";
    db.data().execute(moved).await;
    assert_err!(here.flags().await, StoreError::Tampered { .. });
    // What is off stays off, and can be turned on.
    store.refresh_switches().await.unwrap();
    assert_eq!(off(&store, org), [Flag::Indexing, Flag::Tools]);
    let on = here.set_flag(Flag::Indexing, true, None, olga);
    assert!(on.await.unwrap());
    assert_eq!(here.flags().await.unwrap().len(), 2);
}

async fn whoever_switched_it_may_leave(db: TestDatabase) {
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let here = store.org(org);
    let ana = here.create_member(person("Ana", steward_model::Role::Admin));
    let ana = ana.await.unwrap().id;
    let why = Some("Because.");
    here.set_flag(Flag::Agents, false, why, ana).await.unwrap();
    here.delete_member(ana).await.unwrap();
    let [flag] = &here.flags().await.unwrap()[..] else {
        panic!("it is off still")
    };
    assert_eq!((flag.enabled, flag.changed_by), (false, None));
    assert_eq!(flag.reason.as_deref(), why);
}
