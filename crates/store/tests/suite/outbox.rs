//! The outbox: what may leave leaves once, in order, and what may not any more stays.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use futures_util::future::join_all;
use steward_model::{
    AgentId, Clock as _, ContactId, EffectClass, EffectId, EffectState, EffectVerdict, Integrity,
    LineId, MemberId, NoticeKind, OrgId, SendMode, SystemIds, ThreadId, Timestamp, TurnId,
};
use steward_store::{
    Accepted, ClaimedEffect, Delivery, Effect, NewAgent, NewContact, NewEffect, NewLine, OrgStore,
    Origin, Outgoing, SendRules, Store, StoreError,
};
use steward_testkit::{Cell, TestDatabase};

use super::agents::text_reply;
use super::inbox::text;
use super::story::{HOUR, all, email, new_org, phone};

stories![
    what_was_decided_twice_leaves_once,
    an_effect_stays_within_its_organisation,
    an_effect_is_claimed_with_what_it_says,
    many_senders_share_the_effects_without_meeting,
    a_conversation_leaves_in_order,
    a_message_for_later_holds_nobody_up,
    nothing_stale_leaves_after_a_long_pause,
];

pub(super) const RULES: SendRules = SendRules {
    lease: Duration::from_secs(60),
    settle: Duration::from_secs(60),
    gap: Duration::from_secs(30),
    back_off: Duration::from_secs(5),
    max_per_contact_per_hour: 6,
    max_per_contact_per_day: 20,
    max_per_agent_per_day: 1_000,
    quiet: None,
    max_auto_resend: 1,
};

/// The number that everything is sent to.
pub(super) const BO: &str = "+14155550100";

/// An organisation whose agent writes to a contact.
pub(super) struct World {
    pub(super) store: Store,
    pub(super) org: OrgId,
    pub(super) owner: MemberId,
    pub(super) agent: AgentId,
    pub(super) contact: ContactId,
    pub(super) line: LineId,
    pub(super) thread: ThreadId,
    pub(super) turn: TurnId,
    now: Timestamp,
}

impl World {
    pub(super) async fn new(db: &TestDatabase) -> Self {
        Self::of(db, db.open().await, "Acme").await
    }

    pub(super) async fn of(db: &TestDatabase, store: Store, name: &str) -> Self {
        let (org, owner) = new_org(&store, name).await;
        let here = store.org(org);
        let sender = NewAgent {
            send_mode: SendMode::Autonomous,
            tools: vec!["messaging".into()],
            ..text_reply()
        };
        let agent = here.create_agent(sender).await.unwrap().id;
        let contact = NewContact {
            name: Some("Bo".into()),
            identifiers: vec![email("bo@example.com"), phone(BO)],
        };
        let contact = here.create_contact(contact).await.unwrap().id;
        let line = NewLine {
            address: phone("+14155550123"),
            label: "Office".into(),
            agent_id: Some(agent),
            provider: steward_model::LineProvider::Twilio,
        };
        let line = here.create_line(line).await.unwrap().id;
        let accepted = here.accept(text(agent, contact, 1)).await.unwrap();
        let Accepted::Queued { thread_id, .. } = accepted else {
            panic!("it is new")
        };
        let now = db.clock().now();
        let turn = TurnId::generate(&SystemIds);
        let setup = db.data().literal(&Cell::Bytes(vec![0]));
        db.data()
            .execute(&format!(
                "insert into turn (id, org_id, thread_id, no, epoch, workers, state, setup_enc, agent_revision, model,
                    steps, input_tokens, output_tokens, cost_micros, started_at, ended_at)
                values ('{turn}', '{org}', '{thread_id}', 1, 1, 1, 'done', {setup}, 1, 'a:b', 1, 0, 0, 0, 0, 1)"
            ))
            .await;
        Self {
            store,
            org,
            owner,
            agent,
            contact,
            line,
            thread: thread_id,
            turn,
            now,
        }
    }

    /// The same after a restart.
    pub(super) async fn reopen(self, db: &TestDatabase) -> Self {
        Self {
            store: db.reopen(self.store).await,
            ..self
        }
    }

    pub(super) fn origin(&self) -> Origin {
        Origin {
            org: self.org,
            thread: self.thread,
            turn: Some(self.turn),
            agent: Some(self.agent),
        }
    }

    /// An effect that the gate allows, good for an hour.
    pub(super) fn effect(&self, name: &str) -> NewEffect {
        NewEffect {
            idem_key: name.into(),
            contact_id: self.contact,
            line_id: self.line,
            class: EffectClass::Asked,
            channel: "sms".into(),
            payload: payload(name),
            integrity: Integrity::Untrusted,
            verdict: EffectVerdict::Allow,
            rule: "R2".into(),
            approval_id: None,
            not_before: None,
            expires_at: self.now.plus(HOUR),
        }
    }

    pub(super) async fn put(&self, effect: NewEffect) -> EffectId {
        self.try_put(effect).await.unwrap()
    }

    pub(super) async fn try_put(&self, effect: NewEffect) -> Result<EffectId, StoreError> {
        let outgoing = Outgoing {
            effects: vec![effect],
            ..Outgoing::default()
        };
        Ok(self.store.put_out(self.origin(), outgoing).await?[0])
    }

    /// Another contact of the organisation.
    pub(super) async fn another_contact(&self) -> ContactId {
        let new = NewContact::default();
        self.store
            .org(self.org)
            .create_contact(new)
            .await
            .unwrap()
            .id
    }

    pub(super) async fn claim(&self) -> Vec<ClaimedEffect> {
        self.store.claim_effects("node", 50, &RULES).await.unwrap()
    }

    pub(super) async fn claim_one(&self) -> ClaimedEffect {
        let mut claimed = self.claim().await;
        assert_eq!(claimed.len(), 1);
        claimed.remove(0)
    }

    pub(super) async fn sent(&self, effect: &ClaimedEffect) {
        let settled = self
            .store
            .settle_effect(effect, sent(effect))
            .await
            .unwrap();
        assert_eq!(settled, Some(EffectState::Sent));
    }

    pub(super) async fn read(&self, id: EffectId) -> Effect {
        let found = self.store.org(self.org).effect(id).await.unwrap();
        found.unwrap().effect
    }

    pub(super) async fn state(&self, id: EffectId) -> EffectState {
        self.read(id).await.state
    }

    /// The kinds of the notices that are open.
    pub(super) async fn notices(&self) -> Vec<NoticeKind> {
        let open = self.store.org(self.org).notices(&all(), true).await;
        open.unwrap().iter().map(|notice| notice.kind).collect()
    }

    /// What was done to something, in order.
    pub(super) async fn actions(&self, db: &TestDatabase, subject: &impl ToString) -> Vec<String> {
        let subject = subject.to_string();
        let sql = format!("select action from audit where subject = '{subject}' order by id");
        let rows = db.data().rows(&sql).await.into_iter().flatten();
        rows.map(|cell| match cell {
            Cell::Text(action) => action,
            other => panic!("{other:?}"),
        })
        .collect()
    }
}

pub(super) fn payload(text: &str) -> Vec<u8> {
    format!(r#"{{"to":"{BO}","text":"{text}"}}"#).into_bytes()
}

pub(super) fn sent(effect: &ClaimedEffect) -> Delivery {
    Delivery::Sent {
        provider_ref: format!("SM-{}", effect.id),
    }
}

async fn standing(org: &OrgStore<'_>, state: EffectState) -> Vec<EffectId> {
    let effects = org.effects(&all(), Some(state)).await.unwrap();
    effects.iter().map(|effect| effect.id).collect()
}

async fn what_was_decided_twice_leaves_once(db: TestDatabase) {
    let it = World::new(&db).await;
    let first = it.put(it.effect("hello")).await;
    let again = NewEffect {
        payload: payload("something else"),
        ..it.effect("hello")
    };
    assert_eq!(it.put(again).await, first);
    let at_once = join_all((0..8).map(|_| it.put(it.effect("at once")))).await;
    assert_eq!(BTreeSet::from_iter(at_once).len(), 1);
    let effects = it.store.org(it.org).effects(&all(), None).await.unwrap();
    assert_eq!(effects.len(), 2);
    let turn = effects[0].turn_id.unwrap();
    let of_turn = it.store.org(it.org).effects_of_turn(turn).await.unwrap();
    assert_eq!(of_turn, effects);
    let no_turn = TurnId::generate(&SystemIds);
    let of_none = it.store.org(it.org).effects_of_turn(no_turn).await;
    assert_eq!(of_none.unwrap(), []);
    assert_eq!(effects[0].payload, Some(payload("hello")));
    assert_eq!(it.actions(&db, &first).await, ["effect.pending"]);
    let nowhere = [
        &[0xff][..],
        b"something else",
        br#"{"text":"hello"}"#,
        br#"{"to":""}"#,
    ];
    for payload in nowhere {
        let nowhere = NewEffect {
            payload: payload.to_vec(),
            ..it.effect("nowhere")
        };
        assert_err!(it.try_put(nowhere).await, StoreError::Refused(_));
    }
}

async fn an_effect_stays_within_its_organisation(db: TestDatabase) {
    let ours = World::new(&db).await;
    let theirs = World::of(&db, ours.store.clone(), "Zenith").await;
    let strange = [
        NewEffect {
            contact_id: theirs.contact,
            ..ours.effect("contact")
        },
        NewEffect {
            line_id: theirs.line,
            ..ours.effect("line")
        },
    ];
    for effect in strange {
        assert_err!(ours.try_put(effect).await, StoreError::Refused(_));
    }
    for origin in [
        Origin {
            thread: theirs.thread,
            ..ours.origin()
        },
        Origin {
            turn: Some(theirs.turn),
            ..ours.origin()
        },
        Origin {
            agent: Some(theirs.agent),
            ..ours.origin()
        },
    ] {
        let outgoing = Outgoing {
            effects: vec![ours.effect("origin")],
            ..Outgoing::default()
        };
        let refused = ours.store.put_out(origin, outgoing).await;
        assert_err!(refused, StoreError::Refused(_));
    }
    let id = ours.put(ours.effect("hello")).await;
    assert_eq!(theirs.store.org(theirs.org).effect(id).await.unwrap(), None);
    let listed = theirs.store.org(theirs.org).effects(&all(), None).await;
    assert_eq!(listed.unwrap(), []);
}

async fn an_effect_is_claimed_with_what_it_says(db: TestDatabase) {
    let it = World::new(&db).await;
    let id = it.put(it.effect("hello")).await;
    let store = &it.store;
    assert_eq!(
        store.claim_effects("node", 0, &RULES).await.unwrap().len(),
        0
    );
    let claimed = it.claim_one().await;
    assert_eq!(
        (claimed.id, claimed.attempt, claimed.payload.as_slice()),
        (id, 1, payload("hello").as_slice())
    );
    assert!(it.claim().await.is_empty());
    let history = store.org(it.org).effect(id).await.unwrap().unwrap();
    assert_eq!(history.effect.state, EffectState::Inflight);
    assert_eq!(history.attempts.len(), 1);
    assert_eq!(history.attempts[0].ended_at, None);
    it.sent(&claimed).await;
    let history = store.org(it.org).effect(id).await.unwrap().unwrap();
    assert_eq!(history.effect.provider_ref, Some(format!("SM-{id}")));
    assert_eq!(history.attempts[0].outcome.as_deref(), Some("sent"));
    assert_eq!(standing(&store.org(it.org), EffectState::Sent).await, [id]);
    assert_eq!(standing(&store.org(it.org), EffectState::Pending).await, []);
    let actions = it.actions(&db, &id).await;
    assert_eq!(actions, ["effect.pending", "effect.claimed", "effect.sent"]);
}

async fn many_senders_share_the_effects_without_meeting(db: TestDatabase) {
    let it = World::new(&db).await;
    for n in 0..100 {
        let contact_id = it.another_contact().await;
        let effect = NewEffect {
            contact_id,
            ..it.effect(&n.to_string())
        };
        it.put(effect).await;
    }
    let senders = (0..8).map(|node| {
        let store = it.store.clone();
        tokio::spawn(async move {
            let mut taken = Vec::new();
            loop {
                let node = format!("node {node}");
                match store.claim_effects(&node, 7, &RULES).await.unwrap() {
                    none if none.is_empty() => return taken,
                    some => taken.extend(some.into_iter().map(|effect| effect.id)),
                }
            }
        })
    });
    let taken: Vec<_> = join_all(senders)
        .await
        .into_iter()
        .flat_map(Result::unwrap)
        .collect();
    assert_eq!(taken.len(), 100);
    assert_eq!(BTreeSet::from_iter(taken).len(), 100);
    assert_eq!(
        db.data().rows("select no from effect_attempt").await.len(),
        100
    );
}

async fn a_conversation_leaves_in_order(db: TestDatabase) {
    let it = World::new(&db).await;
    let mut waiting = Vec::new();
    for name in ["one", "two", "three"] {
        waiting.push(it.put(it.effect(name)).await);
    }
    let beside = NewEffect {
        contact_id: it.another_contact().await,
        ..it.effect("beside")
    };
    let beside = it.put(beside).await;
    let taken: Vec<_> = it.claim().await.iter().map(|effect| effect.id).collect();
    assert_eq!(taken, [waiting[0], beside]);
    assert!(it.claim().await.is_empty());
    // Even while nobody knows what became of the first, the second waits.
    db.clock().advance(RULES.lease * 2);
    assert_eq!(it.store.expire_effects(&RULES).await.unwrap(), 2);
    assert!(it.claim().await.is_empty());
    db.clock().advance(RULES.settle);
    for effect in it.store.due_lookups(9, &RULES).await.unwrap() {
        it.sent(&effect).await;
    }
    for id in &waiting[1..] {
        let next = it.claim_one().await;
        assert_eq!(next.id, *id);
        it.sent(&next).await;
    }
}

async fn a_message_for_later_holds_nobody_up(db: TestDatabase) {
    let it = World::new(&db).await;
    let tomorrow = db.clock().now().plus(HOUR * 24);
    let reminder = NewEffect {
        not_before: Some(tomorrow),
        expires_at: tomorrow.plus(HOUR),
        ..it.effect("reminder")
    };
    let reminder = it.put(reminder).await;
    let reply = it.put(it.effect("reply")).await;
    let claimed = it.claim_one().await;
    assert_eq!(claimed.id, reply);
    it.sent(&claimed).await;
    assert!(it.claim().await.is_empty());
    db.clock().advance(HOUR * 24);
    assert_eq!(it.claim_one().await.id, reminder);
}

/// 110 messages whose time is over after a minute to thirty days, and a restart after an hour.
async fn nothing_stale_leaves_after_a_long_pause(db: TestDatabase) {
    let it = World::new(&db).await;
    let (start, mut fresh, mut stale) = (db.clock().now(), BTreeSet::new(), BTreeSet::new());
    let mut contacts = Vec::new();
    for _ in 0..10 {
        contacts.push(it.another_contact().await);
    }
    for n in 0..110_u32 {
        let good_for = Duration::from_secs(60 + u64::from(n) * u64::from(n) * 215);
        let effect = NewEffect {
            contact_id: contacts[n as usize % 10],
            expires_at: start.plus(good_for),
            ..it.effect(&n.to_string())
        };
        let list = if good_for <= HOUR {
            &mut stale
        } else {
            &mut fresh
        };
        list.insert(it.put(effect).await);
    }
    db.clock().advance(HOUR);
    let it = it.reopen(&db).await;
    let store = &it.store;
    let rules = SendRules {
        max_per_contact_per_hour: 100,
        ..RULES
    };
    let mut left = BTreeMap::new();
    loop {
        let claimed = store.claim_effects("node", 8, &rules).await.unwrap();
        if claimed.is_empty() {
            break;
        }
        for effect in claimed {
            store.settle_effect(&effect, sent(&effect)).await.unwrap();
            left.insert(effect.id, effect.expires_at);
        }
    }
    assert!(!stale.is_empty() && left.values().all(|until| *until > db.clock().now()));
    assert_eq!(left.into_keys().collect::<BTreeSet<_>>(), fresh);
    let expired = standing(&store.org(it.org), EffectState::Expired).await;
    assert_eq!(BTreeSet::from_iter(expired), stale);
    let notices = store.org(it.org).notices(&all(), true).await.unwrap();
    assert_eq!(notices.len(), stale.len());
    assert!(
        notices
            .iter()
            .all(|notice| notice.kind == NoticeKind::Expired)
    );
}
