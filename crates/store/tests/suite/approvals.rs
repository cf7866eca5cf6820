//! Approvals: what a person agreed to, to the byte, once, in time.

use std::time::Duration;

use futures_util::future::join_all;
use steward_model::{
    ApprovalDecision, ApprovalId, ApproverRole, Clock as _, EffectState, EffectVerdict, EventKind,
    Integrity, Role, SystemIds, Timestamp,
};
use steward_store::{Decided, NewApproval, NewEffect, Origin, Outgoing, StoreError};
use steward_testkit::{Cell, TestDatabase};

use super::outbox::World;
use super::story::{HOUR, all, page, person};

stories![
    a_call_is_asked_about_once,
    only_a_turn_of_an_agent_asks,
    of_twenty_deciders_one_wins,
    what_was_agreed_to_is_what_is_called,
    an_edit_takes_the_place_of_what_was_asked,
    what_was_denied_is_not_called,
    some_things_need_an_operator,
    nobody_in_time_is_a_decision,
    an_approval_is_used_once_on_its_thread_in_time,
    the_answer_follows_an_archived_thread,
    the_approvals_of_another_org_are_not_there,
    older_arguments_are_not_called,
    an_approval_of_a_forgotten_thread_expires_quietly,
];

const ARGUMENTS: &[u8] = br#"{"amount":5,"to":"Bo"}"#;

impl World {
    pub(super) async fn ask(
        &self,
        db: &TestDatabase,
        call: &str,
        approver: ApproverRole,
    ) -> ApprovalId {
        let new = approval(db.clock().now().plus(HOUR), call, approver);
        let id = new.id;
        let outgoing = Outgoing {
            approvals: vec![new],
            ..Outgoing::default()
        };
        self.store.put_out(self.origin(), outgoing).await.unwrap();
        id
    }

    async fn decide(&self, id: ApprovalId, decision: ApprovalDecision) -> Option<Decided> {
        let owner = (self.owner, Role::Owner);
        let here = self.store.org(self.org);
        here.decide_approval(id, owner, decision, None)
            .await
            .unwrap()
    }

    pub(super) fn approved_effect(&self, name: &str, id: ApprovalId) -> NewEffect {
        NewEffect {
            verdict: EffectVerdict::Approved,
            approval_id: Some(id),
            ..self.effect(name)
        }
    }
}

fn approval(expires_at: Timestamp, call: &str, approver: ApproverRole) -> NewApproval {
    NewApproval {
        id: ApprovalId::generate(&SystemIds),
        call_id: call.into(),
        tool: "send_money".into(),
        arguments: ARGUMENTS.to_vec(),
        agent_revision: 1,
        approver,
        rule: "R8".into(),
        expires_at,
    }
}

/// The decisions that threads were told of, as the event's kind, source and trust.
async fn told(db: &TestDatabase) -> Vec<Vec<Cell>> {
    let sql = "select kind, dedupe_key, integrity, thread_id from event where source = 'approval' order by id";
    db.data().rows(sql).await
}

async fn a_call_is_asked_about_once(db: TestDatabase) {
    let it = World::new(&db).await;
    let id = it.ask(&db, "call 1", ApproverRole::Member).await;
    it.ask(&db, "call 1", ApproverRole::Member).await;
    let other = it.ask(&db, "call 2", ApproverRole::Operator).await;
    let here = it.store.org(it.org);
    let open = here.approvals(&all(), true).await.unwrap();
    let mut ids: Vec<_> = open.iter().map(|one| one.id).collect();
    let mut expected = [id, other];
    expected.sort();
    ids.sort();
    assert_eq!(ids, expected);
    let found = here.approval(id).await.unwrap().unwrap();
    assert_eq!(found.arguments.as_deref(), Some(ARGUMENTS));
    assert_eq!(
        (
            found.thread_id,
            found.turn_id,
            found.agent_id,
            found.decision
        ),
        (it.thread, it.turn, it.agent, None)
    );
    let after = page(Some(expected[0].to_string()), 9);
    assert_eq!(here.approvals(&after, false).await.unwrap().len(), 1);
    assert_eq!(it.actions(&db, &id).await, ["approval.asked"]);
    assert_eq!(here.approved_call(id).await.unwrap(), None, "nobody agreed");
}

async fn only_a_turn_of_an_agent_asks(db: TestDatabase) {
    let it = World::new(&db).await;
    let other = World::of(&db, it.store.clone(), "Zenith").await;
    for origin in [
        Origin {
            turn: None,
            ..it.origin()
        },
        Origin {
            agent: None,
            ..it.origin()
        },
        Origin {
            turn: Some(other.turn),
            ..it.origin()
        },
        Origin {
            agent: Some(other.agent),
            ..it.origin()
        },
    ] {
        let later = db.clock().now().plus(HOUR);
        let outgoing = Outgoing {
            approvals: vec![approval(later, "call", ApproverRole::Member)],
            ..Outgoing::default()
        };
        let refused = it.store.put_out(origin, outgoing).await;
        assert_err!(refused, StoreError::Refused(_));
    }
    let mut binary = approval(db.clock().now().plus(HOUR), "call", ApproverRole::Member);
    binary.arguments = vec![0xff];
    let outgoing = Outgoing {
        approvals: vec![binary],
        ..Outgoing::default()
    };
    let refused = it.store.put_out(it.origin(), outgoing).await;
    assert_err!(refused, StoreError::Refused(_));
}

async fn of_twenty_deciders_one_wins(db: TestDatabase) {
    let it = World::new(&db).await;
    let id = it.ask(&db, "call", ApproverRole::Member).await;
    let deciders = (0..20).map(|n| {
        let (store, org, owner) = (it.store.clone(), it.org, it.owner);
        let decision = match n % 2 {
            0 => ApprovalDecision::Approved,
            _ => ApprovalDecision::Denied,
        };
        tokio::spawn(async move {
            let by = (owner, Role::Owner);
            let decided = store.org(org).decide_approval(id, by, decision, None).await;
            (decision, decided.unwrap().unwrap())
        })
    });
    let decided: Vec<_> = join_all(deciders)
        .await
        .into_iter()
        .map(Result::unwrap)
        .collect();
    let winners: Vec<_> = decided
        .iter()
        .filter(|(_, decided)| matches!(decided, Decided::Now { .. }))
        .collect();
    assert_eq!(winners.len(), 1);
    let won = winners[0].0;
    let losers = decided
        .iter()
        .filter(|(_, decided)| *decided == Decided::Before(won));
    assert_eq!(losers.count(), 19);
    let found = it.store.org(it.org).approval(id).await.unwrap().unwrap();
    assert_eq!(
        (found.decision, found.decided_by),
        (Some(won), Some(it.owner))
    );
    assert_eq!(told(&db).await.len(), 1);
    let actions = it.actions(&db, &id).await;
    assert_eq!(actions, ["approval.asked", "approval.decided"]);
}

async fn what_was_agreed_to_is_what_is_called(db: TestDatabase) {
    let it = World::new(&db).await;
    let id = it.ask(&db, "call", ApproverRole::Member).await;
    let decided = it.decide(id, ApprovalDecision::Approved).await;
    assert!(matches!(decided, Some(Decided::Now { thread_id, .. }) if thread_id == it.thread));
    let expected = vec![
        Cell::Text(EventKind::ApprovalDecision.to_string()),
        Cell::Text(id.to_string()),
        Cell::Text(Integrity::User.to_string()),
        Cell::Text(it.thread.to_string()),
    ];
    assert_eq!(told(&db).await, [expected]);
    let here = it.store.org(it.org);
    let call = here.approved_call(id).await.unwrap().unwrap();
    assert_eq!(call.arguments, ARGUMENTS);
    assert_eq!(
        (
            call.tool.as_str(),
            call.call_id.as_str(),
            call.agent_revision
        ),
        ("send_money", "call", 1)
    );
    assert_eq!((call.edited, call.approved_by), (false, Some(it.owner)));
    assert_eq!(here.approvals(&all(), true).await.unwrap(), []);
}

async fn an_edit_takes_the_place_of_what_was_asked(db: TestDatabase) {
    let it = World::new(&db).await;
    let id = it.ask(&db, "call", ApproverRole::Member).await;
    let here = it.store.org(it.org);
    let (by, edited) = (
        (it.owner, Role::Owner),
        br#"{"amount":1,"to":"Bo"}"#.to_vec(),
    );
    for (decision, edited) in [
        (ApprovalDecision::Denied, edited.clone()),
        (ApprovalDecision::Approved, vec![0xff]),
    ] {
        let refused = here.decide_approval(id, by, decision, Some(edited)).await;
        assert_err!(refused, StoreError::Refused(_));
    }
    let approved = ApprovalDecision::Approved;
    let decided = here
        .decide_approval(id, by, approved, Some(edited.clone()))
        .await;
    assert!(matches!(decided.unwrap(), Some(Decided::Now { .. })));
    let call = here.approved_call(id).await.unwrap().unwrap();
    assert_eq!((call.arguments, call.edited), (edited, true));
}

async fn what_was_denied_is_not_called(db: TestDatabase) {
    let it = World::new(&db).await;
    let id = it.ask(&db, "call", ApproverRole::Member).await;
    it.decide(id, ApprovalDecision::Denied).await;
    assert_eq!(it.store.org(it.org).approved_call(id).await.unwrap(), None);
    let refused = it.try_put(it.approved_effect("a", id)).await;
    assert_err!(refused, StoreError::Refused(_));
    let nothing = ApprovalId::generate(&SystemIds);
    assert_eq!(it.decide(nothing, ApprovalDecision::Denied).await, None);
    assert_eq!(
        it.store.org(it.org).approved_call(nothing).await.unwrap(),
        None
    );
}

async fn some_things_need_an_operator(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    let member = here
        .create_member(person("Ana", Role::Member))
        .await
        .unwrap()
        .id;
    let admin = here
        .create_member(person("Cem", Role::Admin))
        .await
        .unwrap()
        .id;
    let id = it.ask(&db, "operator", ApproverRole::Operator).await;
    let approved = ApprovalDecision::Approved;
    let refused = here
        .decide_approval(id, (member, Role::Member), approved, None)
        .await;
    assert_err!(refused, StoreError::Refused(_));
    let expired = ApprovalDecision::Expired;
    let refused = here
        .decide_approval(id, (admin, Role::Admin), expired, None)
        .await;
    assert_err!(refused, StoreError::Refused(_));
    let decided = here
        .decide_approval(id, (admin, Role::Admin), approved, None)
        .await;
    assert!(matches!(decided.unwrap(), Some(Decided::Now { .. })));
    let id = it.ask(&db, "member", ApproverRole::Member).await;
    let decided = here
        .decide_approval(id, (member, Role::Member), approved, None)
        .await;
    assert!(matches!(decided.unwrap(), Some(Decided::Now { .. })));
}

async fn nobody_in_time_is_a_decision(db: TestDatabase) {
    let it = World::new(&db).await;
    let id = it.ask(&db, "call", ApproverRole::Member).await;
    assert_eq!(it.store.expire_approvals(9).await.unwrap(), 0);
    db.clock().advance(HOUR);
    assert_eq!(
        it.decide(id, ApprovalDecision::Approved).await,
        Some(Decided::TooLate)
    );
    assert_eq!(it.store.expire_approvals(9).await.unwrap(), 1);
    assert_eq!(it.store.expire_approvals(9).await.unwrap(), 0);
    let late = it.decide(id, ApprovalDecision::Approved).await;
    assert_eq!(late, Some(Decided::Before(ApprovalDecision::Expired)));
    let told = told(&db).await;
    assert_eq!(told.len(), 1);
    assert_eq!(told[0][2], Cell::Text(Integrity::System.to_string()));
    let actions = it.actions(&db, &id).await;
    assert_eq!(actions, ["approval.asked", "approval.expired"]);
}

async fn an_approval_is_used_once_on_its_thread_in_time(db: TestDatabase) {
    let it = World::new(&db).await;
    let other = World::of(&db, it.store.clone(), "Zenith").await;
    let id = it.ask(&db, "call", ApproverRole::Member).await;
    let early = it.try_put(it.approved_effect("a", id)).await;
    assert_err!(early, StoreError::Refused(_));
    it.decide(id, ApprovalDecision::Approved).await;
    let theirs = other.try_put(other.approved_effect("a", id)).await;
    assert_err!(theirs, StoreError::Refused(_));
    let effect = it.put(it.approved_effect("a", id)).await;
    assert_eq!(
        it.put(it.approved_effect("a", id)).await,
        effect,
        "the same again"
    );
    let twice = it.try_put(it.approved_effect("b", id)).await;
    assert_err!(twice, StoreError::Refused(_));
    let here = it.store.org(it.org);
    assert_eq!(here.approved_call(id).await.unwrap(), None, "it was used");
    assert!(here.approval(id).await.unwrap().unwrap().used_at.is_some());
    let found = it.read(effect).await;
    assert_eq!(
        (found.state, found.approval_id),
        (EffectState::Pending, Some(id))
    );
    let actions = it.actions(&db, &id).await;
    assert_eq!(
        actions,
        ["approval.asked", "approval.decided", "approval.used"]
    );

    let late = it.ask(&db, "late", ApproverRole::Member).await;
    it.decide(late, ApprovalDecision::Approved).await;
    db.clock().advance(HOUR - Duration::from_secs(1));
    assert!(here.approved_call(late).await.unwrap().is_some());
    db.clock().advance(Duration::from_secs(1));
    assert_eq!(here.approved_call(late).await.unwrap(), None);
    let refused = it.try_put(it.approved_effect("c", late)).await;
    assert_err!(refused, StoreError::Refused(_));
}

async fn the_answer_follows_an_archived_thread(db: TestDatabase) {
    let it = World::new(&db).await;
    let id = it.ask(&db, "call", ApproverRole::Member).await;
    db.data()
        .execute("update thread set state = 'archived'")
        .await;
    let Some(Decided::Now { thread_id, .. }) = it.decide(id, ApprovalDecision::Approved).await
    else {
        panic!("it counts all the same")
    };
    assert_ne!(thread_id, it.thread);
    let call = it
        .store
        .org(it.org)
        .approved_call(id)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(call.arguments, ARGUMENTS);
    let old = it.try_put(it.approved_effect("old", id)).await;
    assert_err!(old, StoreError::Refused(_));
    let moved = Origin {
        thread: thread_id,
        turn: None,
        ..it.origin()
    };
    let outgoing = Outgoing {
        effects: vec![it.approved_effect("new", id)],
        ..Outgoing::default()
    };
    it.store.put_out(moved, outgoing).await.unwrap();
}

async fn the_approvals_of_another_org_are_not_there(db: TestDatabase) {
    let it = World::new(&db).await;
    let other = World::of(&db, it.store.clone(), "Zenith").await;
    let id = it.ask(&db, "call", ApproverRole::Member).await;
    let theirs = it.store.org(other.org);
    let by = (other.owner, Role::Owner);
    let approved = ApprovalDecision::Approved;
    assert_eq!(theirs.approval(id).await.unwrap(), None);
    assert_eq!(theirs.approvals(&all(), false).await.unwrap(), []);
    let decided = theirs.decide_approval(id, by, approved, None).await;
    assert_eq!(decided.unwrap(), None);
    let stranger = it
        .store
        .org(it.org)
        .decide_approval(id, by, approved, None)
        .await;
    assert_err!(stranger, StoreError::Refused(_));
    it.decide(id, approved).await;
    assert_eq!(theirs.approved_call(id).await.unwrap(), None);
}

async fn older_arguments_are_not_called(db: TestDatabase) {
    let it = World::new(&db).await;
    let id = it.ask(&db, "call", ApproverRole::Member).await;
    let sql = "select arguments_enc from approval";
    let asked = db.data().literal(&db.data().value(sql).await);
    let here = it.store.org(it.org);
    let (by, edited) = ((it.owner, Role::Owner), br#"{"amount":1}"#.to_vec());
    let approved = ApprovalDecision::Approved;
    here.decide_approval(id, by, approved, Some(edited))
        .await
        .unwrap();
    // Sealed by us for this very row, but not what was agreed to.
    let put_back = format!("update approval set arguments_enc = {asked}");
    db.data().execute(&put_back).await;
    for _ in 0..2 {
        assert_err!(
            here.approved_call(id).await,
            StoreError::Tampered {
                table: "approval",
                ..
            }
        );
        assert_err!(here.approval(id).await, StoreError::Tampered { .. });
        let blob = db.data().literal(&Cell::Bytes(vec![1; 64]));
        let flip = format!("update approval set arguments_enc = {blob}");
        db.data().execute(&flip).await;
    }
}

async fn an_approval_of_a_forgotten_thread_expires_quietly(db: TestDatabase) {
    let it = World::new(&db).await;
    let id = it.ask(&db, "call", ApproverRole::Member).await;
    let here = it.store.org(it.org);
    assert!(here.forget_contact(it.contact, "system").await.unwrap());
    assert_eq!(here.approval(id).await.unwrap().unwrap().arguments, None);
    let by = (it.owner, Role::Owner);
    let decided = here
        .decide_approval(id, by, ApprovalDecision::Approved, None)
        .await;
    assert_err!(decided, StoreError::Forgotten);
    db.clock().advance(HOUR);
    assert_eq!(it.store.expire_approvals(9).await.unwrap(), 1);
    assert_eq!(told(&db).await, Vec::<Vec<Cell>>::new());
    assert_eq!(it.store.expire_approvals(9).await.unwrap(), 0);
}
