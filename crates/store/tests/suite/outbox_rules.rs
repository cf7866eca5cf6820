//! What may not leave any more stays: whatever changed since it was decided counts.

use steward_model::{AgentId, Answering, EffectId, EffectState, NoticeKind, SendMode};
use steward_store::{
    LineChange, NewAgent, NewEffect, Origin, Outgoing, ReviewDecision, Said, StoreError,
};
use steward_testkit::{Cell, TestDatabase};

use super::agents::text_reply;
use super::outbox::World;
use super::story::{HOUR, all};

stories![
    an_agent_that_may_not_send_any_more_does_not,
    an_agent_that_has_nothing_to_send_with_any_more_does_not,
    an_agent_that_does_not_answer_on_the_line_any_more_does_not,
    what_a_person_said_meanwhile_is_not_contradicted,
    nobody_writes_to_a_forgotten_contact,
    a_person_looks_before_a_contact_gets_too_many,
    a_changed_message_is_not_sent,
    a_line_that_messages_left_from_stays,
];

async fn a_line_that_messages_left_from_stays(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    let id = it.put(it.effect("hello")).await;
    assert_err!(
        here.delete_line(it.line).await,
        StoreError::Conflict("line")
    );
    assert!(here.line(it.line).await.unwrap().is_some());
    assert!(here.effect(id).await.unwrap().is_some());
}

async fn an_agent_that_may_not_send_any_more_does_not(db: TestDatabase) {
    let it = World::new(&db).await;
    let id = it.put(it.effect("hello")).await;
    let own = Outgoing {
        effects: vec![NewEffect {
            contact_id: it.another_contact().await,
            ..it.effect("a member's own")
        }],
        ..Outgoing::default()
    };
    let nobodys = Origin {
        turn: None,
        agent: None,
        ..it.origin()
    };
    let own = it.store.put_out(nobodys, own).await.unwrap()[0];
    let here = it.store.org(it.org);
    assert!(
        here.replace_agent(it.agent, 1, text_reply(), None)
            .await
            .unwrap()
    );
    assert_eq!(it.claim_one().await.id, own);
    it.assert_asked(id, "The agent may not send by itself any more.")
        .await;
}

async fn an_agent_that_has_nothing_to_send_with_any_more_does_not(db: TestDatabase) {
    let it = World::new(&db).await;
    let id = it.put(it.effect("hello")).await;
    let without = NewAgent {
        send_mode: SendMode::Autonomous,
        tools: vec!["memory".into()],
        ..text_reply()
    };
    let here = it.store.org(it.org);
    assert!(
        here.replace_agent(it.agent, 1, without, None)
            .await
            .unwrap()
    );
    assert!(it.claim().await.is_empty());
    it.assert_asked(id, "What the agent sends texts with was taken from it.")
        .await;
}

impl World {
    /// A person is asked about it, and it leaves once they say so.
    async fn assert_asked(&self, id: EffectId, reason: &str) {
        let effect = self.read(id).await;
        assert_eq!(effect.state, EffectState::Review);
        assert_eq!(effect.reason.as_deref(), Some(reason));
        assert_eq!(self.notices().await, [NoticeKind::Review]);
        let here = self.store.org(self.org);
        let again = ReviewDecision::SendAgain;
        here.decide_effect(id, self.owner, again).await.unwrap();
        let claimed = self.claim_one().await;
        assert_eq!(claimed.id, id);
        self.sent(&claimed).await;
    }

    /// Says who answers on the line.
    async fn assign(&self, agent: Option<AgentId>) {
        let here = self.store.org(self.org);
        let change = LineChange {
            agent_id: Some(agent),
            ..LineChange::default()
        };
        here.change_line(self.line, change).await.unwrap();
    }
}

async fn an_agent_that_does_not_answer_on_the_line_any_more_does_not(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    let other = here.create_agent(text_reply()).await.unwrap().id;
    let reason = "The agent does not answer on this line any more.";
    for (n, answers) in [Some(other), None].into_iter().enumerate() {
        it.assign(answers).await;
        let id = it.put(it.effect(&format!("hello {n}"))).await;
        assert!(it.claim().await.is_empty());
        it.assert_asked(id, reason).await;
    }
    // Who answers this one contact answers them on every line that agents answer on.
    it.assign(Some(other)).await;
    let mine = (Answering::Usual, Some(it.agent));
    let answered = here.answer_contact(it.contact, mine, "system").await;
    assert!(answered.unwrap().is_some());
    let id = it.put(it.effect("for you")).await;
    assert_eq!(it.claim_one().await.id, id);
}

async fn what_a_person_said_meanwhile_is_not_contradicted(db: TestDatabase) {
    let it = World::new(&db).await;
    let text = it.inbound(it.contact, "SM1", "Is it mended?");
    it.store.org(it.org).accept(text).await.unwrap();
    let own = it.say("one", "It is mended.").await;
    let Said::Message(own) = own else {
        panic!("{own:?}")
    };
    let id = it.put(it.effect("We come tomorrow.")).await;
    let claimed = it.claim_one().await;
    assert_eq!(claimed.id.to_string(), own.id);
    it.sent(&claimed).await;
    assert!(it.claim().await.is_empty());
    let reason = "Somebody of the team wrote to the contact meanwhile.";
    it.assert_asked(id, reason).await;
}

async fn nobody_writes_to_a_forgotten_contact(db: TestDatabase) {
    let it = World::new(&db).await;
    let id = it.put(it.effect("hello")).await;
    let bare = it.another_contact().await;
    let to_bare = NewEffect {
        contact_id: bare,
        ..it.effect("to bare")
    };
    let to_bare = it.put(to_bare).await;
    let here = it.store.org(it.org);
    assert!(here.forget_contact(it.contact, "system").await.unwrap());
    let forgotten = format!("update contact set forgotten_at = 1 where id = '{bare}'");
    db.data().execute(&forgotten).await;
    assert!(it.claim().await.is_empty());
    let effect = it.read(id).await;
    assert_eq!(
        (effect.state, effect.payload),
        (EffectState::Cancelled, None)
    );
    assert_eq!(it.state(to_bare).await, EffectState::Cancelled);
    let refused = it.try_put(it.effect("more")).await;
    assert_err!(refused, StoreError::Forgotten);
}

async fn a_person_looks_before_a_contact_gets_too_many(db: TestDatabase) {
    let it = World::new(&db).await;
    let mut all_of_them = Vec::new();
    for n in 0..8 {
        all_of_them.push(it.put(it.effect(&n.to_string())).await);
    }
    for id in &all_of_them[..6] {
        let claimed = it.claim_one().await;
        assert_eq!(claimed.id, *id);
        it.sent(&claimed).await;
    }
    assert!(it.claim().await.is_empty());
    assert_eq!(it.notices().await, [NoticeKind::Review, NoticeKind::Review]);
    let (one, other) = (all_of_them[6], all_of_them[7]);
    assert_eq!(it.state(one).await, EffectState::Review);
    // What a person wants sent is sent, though its hour is over by then.
    db.clock().advance(HOUR);
    let here = it.store.org(it.org);
    let again = here
        .decide_effect(one, it.owner, ReviewDecision::SendAgain)
        .await;
    assert_eq!(again.unwrap(), Some(EffectState::Pending));
    let dropped = here
        .decide_effect(other, it.owner, ReviewDecision::Drop)
        .await;
    assert_eq!(dropped.unwrap(), Some(EffectState::Cancelled));
    assert_eq!(it.notices().await, []);
    assert_eq!(it.claim_one().await.id, one);
    let twice = here
        .decide_effect(one, it.owner, ReviewDecision::WasSent)
        .await;
    assert_eq!(twice.unwrap(), None);
    assert_eq!(it.read(one).await.decided_by, Some(it.owner));
}

async fn a_changed_message_is_not_sent(db: TestDatabase) {
    let it = World::new(&db).await;
    let (one, other) = (it.another_contact().await, it.another_contact().await);
    let whole = it.put(it.effect("whole")).await;
    let mut changed = Vec::new();
    for (contact_id, name) in [(one, "flipped"), (other, "replayed")] {
        let effect = NewEffect {
            contact_id,
            ..it.effect(name)
        };
        changed.push(it.put(effect).await);
    }
    let blob = db.data().literal(&Cell::Bytes(vec![1; 64]));
    for (id, column) in [(changed[0], "payload_enc"), (changed[1], "payload_hash")] {
        let sql = format!("update effect set {column} = {blob} where id = '{id}'");
        db.data().execute(&sql).await;
    }
    assert_eq!(it.claim_one().await.id, whole);
    let failed = db
        .data()
        .rows("select id from effect where state = 'failed'")
        .await;
    assert_eq!(failed.len(), 2);
    assert_eq!(it.notices().await, [NoticeKind::Failed, NoticeKind::Failed]);
    let here = it.store.org(it.org);
    for id in changed {
        assert_err!(
            here.effect(id).await,
            StoreError::Tampered {
                table: "effect",
                ..
            }
        );
    }
    let listed = here.effects(&all(), None).await;
    assert_err!(
        listed,
        StoreError::Tampered {
            table: "effect",
            ..
        }
    );
}
