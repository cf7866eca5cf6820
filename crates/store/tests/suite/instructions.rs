//! What models are to heed when a member's programs say nothing else.

use steward_model::{MemberId, OrgId, Role};
use steward_store::{Instruction, InstructionChange, Page, Sql, Store, StoreError};
use steward_testkit::{FailAt, Recorder, TestDatabase, on_both};

use super::story::{all, new_org, person};
use super::sweep::assert_all_ran;

stories![
    an_instruction_is_kept_changed_and_deleted,
    one_instruction_is_the_default,
    instructions_are_their_members_own,
    a_member_keeps_a_hundred_and_no_more,
    several_that_become_the_default_at_once_leave_one,
];

/// Whether this file makes the statement fail.
pub(super) fn covers(sql: &Sql) -> bool {
    sql.name.contains("::instructions::")
}

fn named(text: &str) -> InstructionChange {
    InstructionChange {
        body: Some(text.as_bytes().to_vec()),
        is_default: None,
    }
}

fn default(is_default: bool) -> InstructionChange {
    InstructionChange {
        body: None,
        is_default: Some(is_default),
    }
}

async fn find(store: &Store, org: OrgId, member: MemberId, id: &str) -> Option<Instruction> {
    store.org(org).instruction(member, id).await.unwrap()
}

async fn an_instruction_is_kept_changed_and_deleted(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let here = store.org(org);
    for id in ["instr_1", "instr_2"] {
        here.create_instruction(olga, id, named(id)).await.unwrap();
    }
    let changed = here.change_instruction(olga, "instr_1", named("other"));
    assert!(changed.await.unwrap());
    let found = find(&store, org, olga, "instr_1").await.unwrap();
    assert_eq!(found.body, b"other");
    assert!(!found.is_default && found.updated_at >= found.created_at);
    let page = Page {
        after: Some("instr_2".into()),
        ..all()
    };
    let (every, rest) = (
        here.instructions(olga, &all()).await.unwrap(),
        here.instructions(olga, &page).await.unwrap(),
    );
    let ids = |some: &[Instruction]| some.iter().map(|it| it.id.clone()).collect::<Vec<_>>();
    assert_eq!(ids(&every), ["instr_2", "instr_1"]);
    assert_eq!(ids(&rest), ["instr_1"]);
    assert!(here.delete_instruction(olga, "instr_1").await.unwrap());
    assert!(!here.delete_instruction(olga, "instr_1").await.unwrap());
    let changed = here.change_instruction(olga, "instr_1", named("late"));
    assert!(!changed.await.unwrap());
    assert_eq!(find(&store, org, olga, "instr_1").await, None);
}

async fn one_instruction_is_the_default(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let here = store.org(org);
    let counts = async || {
        let found = here.default_instruction(olga).await.unwrap();
        found.map(|found| found.id)
    };
    assert_eq!(counts().await, None);
    let first = InstructionChange {
        is_default: Some(true),
        ..named("first")
    };
    let made = here.create_instruction(olga, "instr_1", first);
    made.await.unwrap();
    let made = here.create_instruction(olga, "instr_2", named("second"));
    made.await.unwrap();
    assert_eq!(counts().await.as_deref(), Some("instr_1"));
    for (id, wanted, left) in [
        ("instr_2", true, Some("instr_2")),
        ("instr_1", false, Some("instr_2")),
        ("instr_2", false, None),
    ] {
        let changed = here.change_instruction(olga, id, default(wanted));
        assert!(changed.await.unwrap());
        assert_eq!(counts().await.as_deref(), left, "{id} {wanted}");
    }
}

async fn instructions_are_their_members_own(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let here = store.org(org);
    let bo = here.create_member(person("Bo", Role::Owner)).await.unwrap();
    let mine = InstructionChange {
        is_default: Some(true),
        ..named("mine")
    };
    let made = here.create_instruction(olga, "instr_1", mine);
    made.await.unwrap();
    assert_eq!(find(&store, org, bo.id, "instr_1").await, None);
    assert_eq!(here.default_instruction(bo.id).await.unwrap(), None);
    let changed = here.change_instruction(bo.id, "instr_1", default(false));
    assert!(!changed.await.unwrap());
    assert!(!here.delete_instruction(bo.id, "instr_1").await.unwrap());
    let (other, _) = new_org(&store, "Other").await;
    let there = store.org(other);
    assert_eq!(there.default_instruction(olga).await.unwrap(), None);
    assert!(!there.delete_instruction(olga, "instr_1").await.unwrap());
    assert!(find(&store, org, olga, "instr_1").await.is_some());
}

async fn a_member_keeps_a_hundred_and_no_more(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let here = store.org(org);
    for number in 0..100 {
        let id = format!("instr_{number:03}");
        let made = here.create_instruction(olga, &id, named("x"));
        made.await.unwrap();
    }
    let more = here.create_instruction(olga, "instr_more", named("x"));
    assert_err!(more.await, StoreError::Refused(_));
    assert!(here.delete_instruction(olga, "instr_000").await.unwrap());
    let more = here.create_instruction(olga, "instr_more", named("x"));
    more.await.unwrap();
}

async fn several_that_become_the_default_at_once_leave_one(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let here = store.org(org);
    let ids: Vec<String> = (0..8).map(|number| format!("instr_{number}")).collect();
    for id in &ids {
        here.create_instruction(olga, id, named(id)).await.unwrap();
    }
    let at_once = ids
        .iter()
        .map(|id| here.change_instruction(olga, id, default(true)));
    for changed in futures_util::future::join_all(at_once).await {
        assert!(changed.unwrap());
    }
    let kept = here.instructions(olga, &all()).await.unwrap();
    assert_eq!(kept.iter().filter(|it| it.is_default).count(), 1);
}

#[test]
fn instructions_are_never_half_written() {
    on_both(|db| async move {
        let (faults, recorder) = (FailAt::default(), Recorder::default());
        let db = db.with_probe(faults.probe()).with_probe(recorder.probe());
        let store = db.open().await;
        let (org, olga) = new_org(&store, "Acme").await;
        for number in 0..4 {
            sweep!(db, faults, act(number, &store, org, olga), "act {number}");
        }
        assert_all_ran(&recorder, covers);
    });
}

async fn act(number: usize, store: &Store, org: OrgId, olga: MemberId) -> Result<(), StoreError> {
    let here = store.org(org);
    let is_default = Some(true);
    let first = InstructionChange {
        is_default,
        ..named("first")
    };
    match number {
        0 => here.create_instruction(olga, "instr_1", first).await,
        1 => here.create_instruction(olga, "instr_2", named("x")).await,
        2 => {
            let both = InstructionChange {
                is_default,
                ..named("y")
            };
            let changed = here.change_instruction(olga, "instr_2", both);
            changed.await.map(|changed| assert!(changed))
        }
        _ => {
            let deleted = here.delete_instruction(olga, "instr_2");
            deleted.await.map(|deleted| assert!(deleted))
        }
    }
}
