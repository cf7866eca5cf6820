//! Who asked for silence has it: whatever is delivered again, deleted, forgotten or made anew.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;

use futures_util::future::join_all;
use steward_model::{ConsentBy, ContactId, EffectId, EffectState, SystemIds};
use steward_store::{
    Accepted, CarrierReport, CarrierStatus, Delivery, Heard, NewEffect, NewKeyword, Point, Wish,
};
use steward_testkit::{Cell, TestDatabase, run_aside};

use super::inbox::text;
use super::outbox::{BO, RULES, World, sent};
use super::story::phone;

stories![
    a_stop_takes_back_what_waits,
    a_stop_after_the_peek_still_counts,
    a_word_that_is_delivered_again_changes_nothing,
    copies_at_once_are_one_word,
    a_yes_of_somebody_who_gets_messages_is_a_text,
    a_refusal_outlives_the_contact,
    a_refusal_is_of_one_address_on_one_channel_of_one_organisation,
    a_carrier_that_knows_of_a_refusal_is_believed,
    a_report_of_a_refusal_counts_once,
    a_forgotten_contact_leaves_no_address_behind,
];

impl World {
    /// What Bo says by text; the same number is the same word.
    pub(super) fn word(&self, number: u8, wish: Wish) -> NewKeyword {
        NewKeyword {
            source: "twilio".into(),
            dedupe_key: format!("SM{number}"),
            channel: "sms".into(),
            address: phone(BO),
            wish,
            how: ConsentBy::Keyword,
            line_id: Some(self.line),
            words: match wish {
                Wish::Silence => "STOP".into(),
                Wish::Messages => "START".into(),
            },
        }
    }

    async fn hear(&self, number: u8, wish: Wish) -> Heard {
        let here = self.store.org(self.org);
        here.hear(self.word(number, wish)).await.unwrap()
    }

    /// Whether a text to Bo, as this contact, would leave.
    async fn writes_to(&self, contact_id: ContactId, name: &str) -> bool {
        let effect = NewEffect {
            contact_id,
            ..self.effect(name)
        };
        let id = self.put(effect).await;
        let claimed = self.claim().await;
        for effect in &claimed {
            self.sent(effect).await;
        }
        match self.state(id).await {
            EffectState::Sent => true,
            EffectState::Cancelled => false,
            other => panic!("{other}"),
        }
    }

    async fn writes(&self, name: &str) -> bool {
        self.writes_to(self.contact, name).await
    }

    /// Whoever has Bo's number by now.
    async fn resolve_bo(&self) -> ContactId {
        let found = self.store.org(self.org).resolve_contact(&phone(BO)).await;
        found.unwrap().id
    }

    /// The same agent, where somebody else wrote.
    async fn on_another_thread(mut self) -> Self {
        let who = self.another_contact().await;
        let here = self.store.org(self.org);
        let accepted = here.accept(text(self.agent, who, 1)).await.unwrap();
        let Accepted::Queued { thread_id, .. } = accepted else {
            panic!("it is new")
        };
        self.thread = thread_id;
        self
    }

    async fn not_delivered(&self, id: EffectId, opted_out: bool) -> Option<EffectState> {
        let report = CarrierReport {
            channel: "sms".into(),
            provider_ref: format!("SM-{id}"),
            effect_id: Some(id),
            status: CarrierStatus::Undelivered {
                reason: "it was blocked".into(),
                opted_out,
            },
        };
        self.store.note_status(report).await.unwrap()
    }
}

async fn a_stop_takes_back_what_waits(db: TestDatabase) {
    let it = World::new(&db).await;
    let flying = it.put(it.effect("flying")).await;
    let waiting = it.put(it.effect("waiting")).await;
    let by_mail = NewEffect {
        channel: "email".into(),
        ..it.effect("by mail")
    };
    let by_mail = it.put(by_mail).await;
    let claimed = it.claim_one().await;
    assert_eq!(claimed.id, flying);
    assert_eq!(it.hear(1, Wish::Silence).await, Heard::Wish);
    assert_eq!(it.hear(2, Wish::Silence).await, Heard::Wish);
    assert_eq!(it.state(waiting).await, EffectState::Cancelled);
    assert_eq!(it.state(by_mail).await, EffectState::Pending);
    // The one that was under way is not lost sight of, and what comes after is never sent.
    it.sent(&claimed).await;
    let late = it.put(it.effect("late")).await;
    assert_eq!(it.claim_one().await.id, by_mail);
    db.clock().advance(RULES.lease * 2);
    it.store.expire_effects(&RULES).await.unwrap();
    db.clock().advance(RULES.settle);
    for effect in it.store.due_lookups(9, &RULES).await.unwrap() {
        it.sent(&effect).await;
    }
    assert!(it.claim().await.is_empty());
    assert_eq!(it.state(late).await, EffectState::Cancelled);
    let actions = it.actions(&db, &it.contact).await;
    assert_eq!(actions, ["contact.opted_out"]);
    let actions = it.actions(&db, &waiting).await;
    assert_eq!(actions, ["effect.pending", "effect.cancelled"]);
}

/// The word comes after the sender has looked and before it takes: while it reads the key.
async fn a_stop_after_the_peek_still_counts(db: TestDatabase) {
    let it = World::new(&db).await;
    let id = it.put(it.effect("hello")).await;
    let stop = format!(
        "insert into opt_out (org_id, channel, address_blind, opted_out_at)
        select org_id, channel, to_blind, 0 from effect where id = '{id}'"
    );
    let (raw, peeked, stopped) = (
        db.data(),
        AtomicBool::new(false),
        Arc::new(AtomicBool::new(false)),
    );
    let noted = Arc::clone(&stopped);
    let db = db.with_probe(Arc::new(move |point| {
        if let Point::Statement(sql) = point {
            if sql.name.ends_with("claim::DUE") {
                peeked.store(true, SeqCst);
            } else if sql.name.ends_with("::keys::FIND") && peeked.load(SeqCst) {
                let first = !noted.swap(true, SeqCst);
                run_aside(async {
                    if first {
                        raw.apart().await.execute(&stop).await;
                    }
                });
            }
        }
        Ok(())
    }));
    let it = it.reopen(&db).await;
    let store = &it.store;
    assert!(
        store
            .claim_effects("node", 9, &RULES)
            .await
            .unwrap()
            .is_empty()
    );
    assert!(stopped.load(SeqCst), "the word never came");
    let effect = store.org(it.org).effect(id).await.unwrap().unwrap().effect;
    assert_eq!((effect.state, effect.attempt), (EffectState::Cancelled, 0));
}

async fn a_word_that_is_delivered_again_changes_nothing(db: TestDatabase) {
    let it = World::new(&db).await;
    it.hear(1, Wish::Silence).await;
    assert_eq!(it.hear(2, Wish::Messages).await, Heard::Wish);
    assert!(it.writes("after the start").await);
    assert_eq!(it.hear(1, Wish::Silence).await, Heard::Wish);
    assert!(it.writes("after the old stop").await);
    it.hear(3, Wish::Silence).await;
    let before = db.data().dump().await;
    for (number, wish) in [(2, Wish::Messages), (1, Wish::Silence), (3, Wish::Silence)] {
        assert_eq!(it.hear(number, wish).await, Heard::Wish);
    }
    assert_eq!(db.data().dump().await, before);
    assert!(!it.writes("after the old start").await);
    // Nor does it help that the contact is gone, or that another organisation heard the same.
    let here = it.store.org(it.org);
    assert!(here.forget_contact(it.contact, "system").await.unwrap());
    it.hear(2, Wish::Messages).await;
    let other = World::of(&db, it.store.clone(), "Zenith").await;
    assert_eq!(other.hear(2, Wish::Messages).await, Heard::Text);
    let again = it.resolve_bo().await;
    let refusals = here.opt_outs(again).await.unwrap();
    assert_eq!(refusals.len(), 1);
}

async fn copies_at_once_are_one_word(db: TestDatabase) {
    let it = World::new(&db).await;
    it.hear(1, Wish::Silence).await;
    let heard = join_all((0..8).map(|_| it.hear(2, Wish::Messages))).await;
    assert_eq!(heard, [Heard::Wish; 8]);
    let actions = it.actions(&db, &it.contact).await;
    assert_eq!(actions, ["contact.opted_out", "contact.opted_in"]);
}

async fn a_yes_of_somebody_who_gets_messages_is_a_text(db: TestDatabase) {
    let it = World::new(&db).await;
    assert_eq!(it.hear(1, Wish::Messages).await, Heard::Text);
    it.hear(2, Wish::Silence).await;
    // It was a text then, and it is no word now.
    assert_eq!(it.hear(1, Wish::Messages).await, Heard::Text);
    assert!(!it.writes("still").await);
}

async fn a_refusal_outlives_the_contact(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    it.hear(1, Wish::Silence).await;
    here.rename_contact(it.contact, "Bobby").await.unwrap();
    assert!(!it.writes("renamed").await);
    let contact = here.contact(it.contact).await.unwrap().unwrap();
    for known in contact.identifiers {
        let removed = here.remove_contact_identifier(it.contact, known.id).await;
        assert!(removed.unwrap());
    }
    assert!(!it.writes("without a number").await);
    here.add_contact_identifier(it.contact, &phone("+1 (415) 555-0100"))
        .await
        .unwrap();
    assert!(!it.writes("with the number again").await);
    assert!(here.forget_contact(it.contact, "system").await.unwrap());
    // The thread that it wrote on is gone with the contact's key: another one writes.
    let it = it.on_another_thread().await;
    let second = it.resolve_bo().await;
    assert!(!it.writes_to(second, "forgotten and back").await);
    assert!(
        it.store
            .org(it.org)
            .delete_contact(second, "system")
            .await
            .unwrap()
    );
    let third = it.resolve_bo().await;
    assert!(!it.writes_to(third, "deleted and back").await);
    assert_eq!(it.hear(2, Wish::Messages).await, Heard::Wish);
    assert!(it.writes_to(third, "asked for").await);
}

async fn a_refusal_is_of_one_address_on_one_channel_of_one_organisation(db: TestDatabase) {
    let it = World::new(&db).await;
    let other = World::of(&db, it.store.clone(), "Zenith").await;
    let (here, there) = (it.store.org(it.org), it.store.org(other.org));
    it.hear(1, Wish::Silence).await;
    let by_mail = NewKeyword {
        channel: "email".into(),
        ..it.word(2, Wish::Silence)
    };
    here.hear(by_mail).await.unwrap();
    let refusals = here.opt_outs(it.contact).await.unwrap();
    let channels: Vec<_> = refusals.iter().map(|out| out.channel.as_str()).collect();
    assert_eq!(channels, ["email", "sms"]);
    assert_eq!(there.opt_outs(it.contact).await.unwrap(), []);
    assert_eq!(there.opt_outs(other.contact).await.unwrap(), []);
    assert!(other.writes("from elsewhere").await);
    let elsewhere = NewEffect {
        payload: br#"{"to":"+14155550101","text":"hello"}"#.to_vec(),
        ..it.effect("to another number")
    };
    let elsewhere = it.put(elsewhere).await;
    assert_eq!(it.claim_one().await.id, elsewhere);
    // Somebody whom nobody knows is heard as well.
    let stranger = NewKeyword {
        address: phone("+14155550177"),
        ..it.word(3, Wish::Silence)
    };
    assert_eq!(here.hear(stranger).await.unwrap(), Heard::Wish);
    let known = here.contact_by_identifier(&phone("+14155550177")).await;
    assert_eq!(known.unwrap(), None);
    assert_eq!(it.actions(&db, &"SM3").await, ["contact.opted_out"]);
}

async fn a_carrier_that_knows_of_a_refusal_is_believed(db: TestDatabase) {
    let it = World::new(&db).await;
    let other = World::of(&db, it.store.clone(), "Zenith").await;
    let here = it.store.org(it.org);
    it.put(it.effect("refused")).await;
    let waiting = it.put(it.effect("waiting")).await;
    let claimed = it.claim_one().await;
    let theirs = it.store.org(other.org);
    theirs.opt_out(claimed.id).await.unwrap();
    here.opt_out(EffectId::generate(&SystemIds)).await.unwrap();
    assert_eq!(here.opt_outs(it.contact).await.unwrap(), []);
    here.opt_out(claimed.id).await.unwrap();
    let refused = Delivery::Refused {
        reason: "they want silence".into(),
        status: Some(400),
    };
    let settled = it.store.settle_effect(&claimed, refused).await;
    assert_eq!(settled.unwrap(), Some(EffectState::Failed));
    assert_eq!(it.state(waiting).await, EffectState::Cancelled);
    assert!(!it.writes("after").await);
}

async fn a_report_of_a_refusal_counts_once(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    for (name, opted_out) in [("the phone is off", false), ("blocked", true)] {
        let id = it.put(it.effect(name)).await;
        let claimed = it.claim_one().await;
        it.store
            .settle_effect(&claimed, sent(&claimed))
            .await
            .unwrap();
        let state = it.not_delivered(id, opted_out).await;
        assert_eq!(state, Some(EffectState::Failed));
        let refusals = here.opt_outs(it.contact).await.unwrap();
        assert_eq!(refusals.len(), usize::from(opted_out), "{name}");
        if opted_out {
            it.hear(1, Wish::Messages).await;
            assert_eq!(it.not_delivered(id, opted_out).await, None);
            assert_eq!(here.opt_outs(it.contact).await.unwrap(), []);
        }
    }
}

async fn a_forgotten_contact_leaves_no_address_behind(db: TestDatabase) {
    let it = World::new(&db).await;
    let id = it.put(it.effect("hello")).await;
    let claimed = it.claim_one().await;
    it.sent(&claimed).await;
    let kept = "select count(*) from effect where to_blind is not null";
    assert_eq!(db.data().value(kept).await, Cell::Int(1));
    let here = it.store.org(it.org);
    assert!(here.forget_contact(it.contact, "system").await.unwrap());
    assert_eq!(db.data().value(kept).await, Cell::Int(0));
    // Nobody knows any more who did not want it.
    let state = it.not_delivered(id, true).await;
    assert_eq!(state, Some(EffectState::Failed));
    let refusals = "select count(*) from opt_out";
    assert_eq!(db.data().value(refusals).await, Cell::Int(0));
}
