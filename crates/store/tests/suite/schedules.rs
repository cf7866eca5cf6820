//! Schedules: each occurrence is told once, or reported as missed.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;
use steward_model::{
    AgentId, Clock as _, Integrity, MemberId, Misfire, OrgId, ScheduleId, Scope, SystemIds,
    Timestamp,
};
use steward_store::{Accepted, DueSchedule, Fire, Fired, Missed, NewSchedule, Store, StoreError};
use steward_testkit::{Cell, FailAt, TestDatabase, on_both};

use super::agents::text_reply;
use super::inbox::{agent, contact};
use super::story::{HOUR, all, new_org, page};

stories![
    a_schedule_is_found_as_it_was_made,
    of_two_changes_to_one_revision_the_second_is_refused,
    what_lies_ahead_is_found_by_whose_conversation_it_is,
    the_schedules_of_another_org_are_not_there,
    what_is_not_the_orgs_cannot_be_scheduled,
    only_what_is_due_and_enabled_is_fired,
    a_fired_schedule_tells_its_agent_and_moves_on,
    of_many_that_fire_an_occurrence_one_does,
    a_schedule_that_changed_since_it_was_read_is_not_fired,
    a_missed_occurrence_is_counted_and_reported,
    a_schedule_must_move_on,
    a_forgotten_scope_ends_its_schedules,
    a_damaged_schedule_stops_no_other,
];

/// Something to be said to an agent in an hour, and every hour from then on.
pub(super) fn hourly(agent: AgentId, now: Timestamp) -> NewSchedule {
    NewSchedule {
        agent_id: agent,
        correlation_key: "briefing".into(),
        scope: Scope::Agent(agent),
        name: "Briefing".into(),
        cron: Some("0 * * * *".into()),
        zone: "Europe/Berlin".into(),
        payload: json!({ "say": "good morning" }),
        next_at: Some(now.plus(HOUR)),
        misfire: Misfire::RunOnce,
        enabled: true,
        created_by: None,
        made_in: None,
    }
}

/// The one schedule that is due, an hour after it was made.
async fn due(db: &TestDatabase, store: &Store) -> DueSchedule {
    let mut due = store.due_schedules(db.clock().now(), 10).await.unwrap();
    assert_eq!(due.len(), 1);
    due.remove(0)
}

async fn due_in_an_hour(db: &TestDatabase, store: &Store) -> (OrgId, ScheduleId, DueSchedule) {
    let (org, agent) = agent(store, "Acme").await;
    let new = hourly(agent, db.clock().now());
    let made = store.org(org).create_schedule(new).await.unwrap();
    db.clock().advance(HOUR);
    (org, made.id, due(db, store).await)
}

/// How often each occurrence was told.
async fn told(db: &TestDatabase) -> Vec<Vec<Cell>> {
    let sql = "select dedupe_key, count(*) from event where source = 'schedule'
        group by dedupe_key order by dedupe_key";
    db.data().rows(sql).await
}

async fn a_schedule_is_found_as_it_was_made(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let owner = owner(&store, org).await;
    let cron = hourly(agent, db.clock().now());
    let once = NewSchedule {
        cron: None,
        enabled: false,
        misfire: Misfire::Skip,
        created_by: Some(owner),
        made_in: None,
        ..cron.clone()
    };
    let first = store.org(org).create_schedule(cron.clone()).await.unwrap();
    let second = store.org(org).create_schedule(once.clone()).await.unwrap();
    assert_eq!((first.revision, &first.settings), (1, &cron));
    let store = db.reopen(store).await;
    let here = store.org(org);
    assert_eq!(here.schedule(first.id).await.unwrap(), Some(first.clone()));
    assert_eq!(
        here.schedules(&all()).await.unwrap(),
        [first.clone(), second.clone()]
    );
    let rest = page(Some(first.id.to_string()), 1);
    assert_eq!(
        here.schedules(&rest).await.unwrap(),
        std::slice::from_ref(&second)
    );
    assert!(here.delete_schedule(first.id).await.unwrap());
    assert!(!here.delete_schedule(first.id).await.unwrap());
    assert_eq!(here.schedule(first.id).await.unwrap(), None);
    assert_eq!(here.schedules(&all()).await.unwrap(), [second]);
}

pub(super) async fn owner(store: &Store, org: OrgId) -> MemberId {
    store.org(org).members(&all()).await.unwrap()[0].id
}

async fn of_two_changes_to_one_revision_the_second_is_refused(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let here = store.org(org);
    let made = hourly(agent, db.clock().now());
    let made = here.create_schedule(made).await.unwrap();
    let change = |name: &str| NewSchedule {
        name: name.into(),
        payload: json!([1, 2]),
        // What it is about stays, whatever is said.
        scope: Scope::Org(org),
        correlation_key: "elsewhere".into(),
        ..made.settings.clone()
    };
    let replaced = here.replace_schedule(made.id, 1, change("First"));
    assert!(replaced.await.unwrap());
    let replaced = here.replace_schedule(made.id, 1, change("Second"));
    assert!(!replaced.await.unwrap());
    let found = here.schedule(made.id).await.unwrap().unwrap();
    let expected = NewSchedule {
        name: "First".into(),
        payload: json!([1, 2]),
        ..made.settings.clone()
    };
    assert_eq!((found.revision, found.settings), (2, expected));
    let missing = ScheduleId::generate(&SystemIds);
    let replaced = here.replace_schedule(missing, 1, change("Third"));
    assert!(!replaced.await.unwrap());
}

async fn what_lies_ahead_is_found_by_whose_conversation_it_is(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let here = store.org(org);
    let now = db.clock().now();
    let said = super::inbox::text(agent, contact(), 1);
    let Accepted::Queued { thread_id, .. } = here.accept(said.clone()).await.unwrap() else {
        panic!("it came for the first time")
    };
    let own = hourly(agent, now);
    let of_contact = NewSchedule {
        scope: said.scope,
        next_at: Some(now.plus(HOUR / 2)),
        ..own.clone()
    };
    let made_there = NewSchedule {
        made_in: Some(thread_id),
        ..own.clone()
    };
    let over = NewSchedule {
        next_at: None,
        ..of_contact.clone()
    };
    let mut ids = Vec::new();
    for new in [own, of_contact, made_there, over] {
        ids.push(here.create_schedule(new).await.unwrap().id);
    }
    let found = async |scope: Scope, limit: u32| {
        let found = here.schedules_of(agent, scope, limit).await.unwrap();
        found.into_iter().map(|it| it.id).collect::<Vec<_>>()
    };
    assert_eq!(found(said.scope, 10).await, [ids[1], ids[2]]);
    assert_eq!(found(said.scope, 1).await, [ids[1]]);
    assert_eq!(found(Scope::Agent(agent), 10).await, [ids[0], ids[2]]);
    let other = AgentId::generate(&SystemIds);
    let none = here.schedules_of(other, said.scope, 10).await.unwrap();
    assert_eq!(none, []);
}

async fn the_schedules_of_another_org_are_not_there(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let (other, _) = new_org(&store, "Zenith").await;
    let made = hourly(agent, db.clock().now());
    let made = store.org(org).create_schedule(made).await.unwrap();
    let there = store.org(other);
    assert_eq!(there.schedule(made.id).await.unwrap(), None);
    assert_eq!(there.schedules(&all()).await.unwrap(), []);
    let replaced = there.replace_schedule(made.id, 1, made.settings.clone());
    assert!(!replaced.await.unwrap());
    assert!(!there.delete_schedule(made.id).await.unwrap());
    assert_eq!(store.org(org).schedule(made.id).await.unwrap(), Some(made));
}

async fn what_is_not_the_orgs_cannot_be_scheduled(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let (other, stranger) = new_org(&store, "Zenith").await;
    let theirs = store.org(other).create_agent(text_reply()).await.unwrap();
    let now = db.clock().now();
    let by_stranger = NewSchedule {
        created_by: Some(stranger),
        made_in: None,
        ..hourly(agent, now)
    };
    for wrong in [hourly(theirs.id, now), by_stranger] {
        let refused = store.org(org).create_schedule(wrong).await;
        assert_err!(refused, StoreError::Refused(_));
    }
    assert_eq!(store.org(org).schedules(&all()).await.unwrap(), []);
}

async fn only_what_is_due_and_enabled_is_fired(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let now = db.clock().now();
    let mut ids = Vec::new();
    for (minutes, enabled) in [(50, true), (10, true), (20, false), (61, true)] {
        let new = NewSchedule {
            next_at: Some(now.plus(Duration::from_secs(60 * minutes))),
            enabled,
            ..hourly(agent, now)
        };
        ids.push(store.org(org).create_schedule(new).await.unwrap().id);
    }
    let over = NewSchedule {
        next_at: None,
        ..hourly(agent, now)
    };
    store.org(org).create_schedule(over).await.unwrap();
    assert!(store.due_schedules(now, 10).await.unwrap().is_empty());
    let due = store.due_schedules(now.plus(HOUR), 10).await.unwrap();
    let found: Vec<_> = due.iter().map(|due| due.id).collect();
    assert_eq!(found, [ids[1], ids[0]]);
    let first = store.due_schedules(now.plus(HOUR), 1).await.unwrap();
    assert_eq!(first[0].id, ids[1]);
}

async fn a_fired_schedule_tells_its_agent_and_moves_on(db: TestDatabase) {
    let store = db.open().await;
    let (org, id, due) = due_in_an_hour(&db, &store).await;
    let next = due.next_at.plus(HOUR);
    let fired = store.fire_schedule(&due, Some(next), 2, Fire::Run);
    let Fired::Told(Accepted::Queued { event_id, seq, .. }) = fired.await.unwrap() else {
        panic!("it was due");
    };
    assert_eq!(seq, 1);
    let schedule = store.org(org).schedule(id).await.unwrap().unwrap();
    assert_eq!(schedule.settings.next_at, Some(next));
    assert_eq!(schedule.last_at, Some(due.next_at));
    assert_eq!((schedule.missed, schedule.revision), (2, 1));
    let event =
        format!("select kind, integrity, source, dedupe_key from event where id = '{event_id}'");
    let name = format!("{id}|{}", due.next_at.as_micros());
    let expected = ["scheduled", Integrity::Operator.as_str(), "schedule", &name];
    let expected = expected.map(|text| Cell::Text(text.into()));
    assert_eq!(db.data().rows(&event).await, [expected]);
    let now = db.clock().now();
    assert!(store.due_schedules(now, 10).await.unwrap().is_empty());
    // The last occurrence: nothing is due any more.
    db.clock().advance(HOUR);
    let last = self::due(&db, &store).await;
    let fired = store.fire_schedule(&last, None, 0, Fire::Run).await;
    assert!(matches!(fired.unwrap(), Fired::Told(_)));
    db.clock().advance(HOUR * 1000);
    let now = db.clock().now();
    assert!(store.due_schedules(now, 10).await.unwrap().is_empty());
    assert_eq!(told(&db).await.len(), 2);
}

async fn of_many_that_fire_an_occurrence_one_does(db: TestDatabase) {
    let store = db.open().await;
    let (_, id, due) = due_in_an_hour(&db, &store).await;
    let next = Some(due.next_at.plus(HOUR));
    let fires = join_all((0..16).map(|n| {
        let (store, due) = (store.clone(), due.clone());
        let fire = if n % 4 == 3 { Fire::Report } else { Fire::Run };
        tokio::spawn(async move { store.fire_schedule(&due, next, 1, fire).await.unwrap() })
    }));
    let fires: Vec<_> = fires.await.into_iter().map(Result::unwrap).collect();
    let passed = fires.iter().filter(|fired| **fired == Fired::Passed);
    assert_eq!(passed.count(), 15);
    let ran = fires.iter().any(|fired| matches!(fired, Fired::Told(_)));
    assert_eq!(told(&db).await.len(), usize::from(ran));
    let missed = format!("select missed from schedule where id = '{id}'");
    assert_eq!(db.data().value(&missed).await, Cell::Int(1));
}

async fn a_schedule_that_changed_since_it_was_read_is_not_fired(db: TestDatabase) {
    let store = db.open().await;
    let (org, id, old) = due_in_an_hour(&db, &store).await;
    let here = store.org(org);
    let next = Some(old.next_at.plus(HOUR));
    let found = here.schedule(id).await.unwrap().unwrap();
    let changed = NewSchedule {
        payload: json!("something else"),
        ..found.settings.clone()
    };
    assert!(here.replace_schedule(id, 1, changed).await.unwrap());
    let fired = store.fire_schedule(&old, next, 0, Fire::Run).await.unwrap();
    assert_eq!(fired, Fired::Passed);
    let new = due(&db, &store).await;
    let fired = store.fire_schedule(&new, next, 0, Fire::Run).await.unwrap();
    assert!(matches!(fired, Fired::Told(Accepted::Queued { .. })));
    // Whoever sets it back to an occurrence that was told does not have it told again.
    assert!(here.replace_schedule(id, 2, found.settings).await.unwrap());
    let again = due(&db, &store).await;
    let fired = store.fire_schedule(&again, next, 0, Fire::Run).await;
    assert!(matches!(
        fired.unwrap(),
        Fired::Told(Accepted::Duplicate { .. })
    ));
    assert_eq!(told(&db).await.len(), 1);
    here.delete_schedule(id).await.unwrap();
    let fired = store.fire_schedule(&again, next, 0, Fire::Run).await;
    assert_eq!(fired.unwrap(), Fired::Passed);
}

async fn a_missed_occurrence_is_counted_and_reported(db: TestDatabase) {
    let store = db.open().await;
    let (org, id, due) = due_in_an_hour(&db, &store).await;
    let next = due.next_at.plus(HOUR * 4);
    let fired = store.fire_schedule(&due, Some(next), 4, Fire::Report);
    let report = Missed {
        org_id: org,
        schedule_id: id,
        name: "Briefing".into(),
        since: due.next_at,
        count: 4,
    };
    assert_eq!(fired.await.unwrap(), Fired::Missed(report));
    let schedule = store.org(org).schedule(id).await.unwrap().unwrap();
    assert_eq!(schedule.settings.next_at, Some(next));
    assert_eq!((schedule.missed, schedule.last_at), (4, None));
    assert!(told(&db).await.is_empty());
}

async fn a_schedule_must_move_on(db: TestDatabase) {
    let store = db.open().await;
    let (_, _, due) = due_in_an_hour(&db, &store).await;
    for fire in [Fire::Run, Fire::Report] {
        let stuck = store.fire_schedule(&due, Some(due.next_at), 0, fire).await;
        assert_err!(stuck, StoreError::Internal(_));
    }
    assert!(told(&db).await.is_empty());
}

async fn a_forgotten_scope_ends_its_schedules(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let now = db.clock().now();
    let who = contact();
    let new = NewSchedule {
        scope: Scope::Contact(who),
        ..hourly(agent, now)
    };
    let made = store.org(org).create_schedule(new.clone()).await.unwrap();
    store.forget_scope(Scope::Contact(who)).await.unwrap();
    let here = store.org(org);
    assert_eq!(here.schedule(made.id).await.unwrap(), None);
    assert_eq!(here.schedules(&all()).await.unwrap(), []);
    let replaced = here.replace_schedule(made.id, 1, new);
    assert!(!replaced.await.unwrap());
    db.clock().advance(HOUR);
    let due = due(&db, &store).await;
    let next = Some(due.next_at.plus(HOUR));
    let fired = store.fire_schedule(&due, next, 0, Fire::Run).await.unwrap();
    assert_eq!(fired, Fired::Forgotten);
    let later = now.plus(HOUR * 1000);
    assert!(store.due_schedules(later, 10).await.unwrap().is_empty());
    assert!(told(&db).await.is_empty());
    assert!(here.delete_schedule(made.id).await.unwrap());
}

async fn a_damaged_schedule_stops_no_other(db: TestDatabase) {
    let store = db.open().await;
    let (org, agent) = agent(&store, "Acme").await;
    let new = hourly(agent, db.clock().now());
    let bad = store.org(org).create_schedule(new.clone()).await.unwrap();
    let good = store.org(org).create_schedule(new).await.unwrap();
    // A ciphertext of the same key, in another row.
    db.data()
        .execute(&format!(
            "update schedule set payload_enc = (select payload_enc from schedule where id = '{}') where id = '{}'",
            good.id, bad.id
        ))
        .await;
    let read = store.org(org).schedule(bad.id).await;
    assert_err!(
        read,
        StoreError::Tampered {
            table: "schedule",
            column: "payload_enc"
        }
    );
    db.clock().advance(HOUR);
    for due in store.due_schedules(db.clock().now(), 10).await.unwrap() {
        let next = Some(due.next_at.plus(HOUR));
        let fired = store.fire_schedule(&due, next, 1, Fire::Run).await;
        if due.id == good.id {
            assert!(matches!(fired.unwrap(), Fired::Told(_)));
            continue;
        }
        assert_err!(fired, StoreError::Tampered { .. });
        let fired = store.fire_schedule(&due, next, 1, Fire::Report).await;
        assert!(matches!(fired.unwrap(), Fired::Missed(_)));
    }
    let now = db.clock().now();
    assert!(store.due_schedules(now, 10).await.unwrap().is_empty());
}

/// Whatever fails, and wherever, while occurrences come due: each is told once, and none is passed over.
#[test]
fn an_occurrence_is_told_once_wherever_the_firing_dies() {
    on_both(|db| async move {
        let faults = FailAt::default();
        let db = db.with_probe(faults.probe());
        let store = db.open().await;
        let (org, agent) = agent(&store, "Acme").await;
        let new = hourly(agent, db.clock().now());
        let made = store.org(org).create_schedule(new).await.unwrap();
        let mut expected = Vec::new();
        for n in 1.. {
            db.clock().advance(HOUR);
            let seen = due(&db, &store).await;
            let next = Some(seen.next_at.plus(HOUR));
            let name = format!("{}|{}", made.id, seen.next_at.as_micros());
            faults.arm(n, || StoreError::Busy);
            let first = store.fire_schedule(&seen, next, 0, Fire::Run).await;
            let struck = faults.disarm();
            assert_eq!(first.is_err(), struck);
            if struck {
                assert_eq!(told(&db).await, expected, "half told at point {n}");
                // What the next start finds.
                let again = due(&db, &store).await;
                let fired = store.fire_schedule(&again, next, 0, Fire::Run).await;
                assert!(matches!(fired.unwrap(), Fired::Told(_)));
            }
            expected.push(vec![Cell::Text(name), Cell::Int(1)]);
            let late = store.fire_schedule(&seen, next, 0, Fire::Run).await;
            assert_eq!(late.unwrap(), Fired::Passed);
            assert_eq!(told(&db).await, expected);
            if !struck {
                break;
            }
        }
        assert!(expected.len() > 5, "the firing has more points than that");
    });
}
