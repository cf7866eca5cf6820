//! The log of consent: one row for every change, whatever is delivered again; what was said goes with the contact, that it was said stays.

use futures_util::future::join_all;
use steward_model::{ConsentBy, ConsentChange, ContactId, IdentifierKind};
use steward_store::{CarrierReport, CarrierStatus, Consent, NewKeyword, Page, Wish};
use steward_testkit::{Cell, TestDatabase};

use super::audit::verify;
use super::outbox::{BO, World, sent};
use super::story::{all, phone};

stories![
    every_change_is_written_down_with_what_it_is_known_from,
    copies_of_a_word_are_one_change,
    a_member_writes_down_what_they_were_told,
    a_forgotten_contact_leaves_the_refusal_without_words,
    a_deleted_contact_leaves_the_refusal_without_words,
    what_another_said_from_the_number_is_not_shown,
    a_change_that_is_not_on_the_record_is_named,
    the_log_comes_in_pages_and_is_of_one_organisation,
];

const BY_TEXT: (IdentifierKind, &str) = (IdentifierKind::Phone, "sms");

impl World {
    async fn wish(&self, number: u8, wish: Wish) {
        let here = self.store.org(self.org);
        here.hear(self.word(number, wish)).await.unwrap();
    }

    async fn log_of(&self, contact: ContactId) -> Vec<Consent> {
        let here = self.store.org(self.org);
        let mut log = here.consent_log(contact, &all()).await.unwrap();
        log.reverse();
        log
    }

    async fn log(&self) -> Vec<Consent> {
        self.log_of(self.contact).await
    }
}

/// Refuses mail in these words. Texts still leave.
pub(super) async fn refuse_by_mail(it: &World, words: String) {
    let refusal = NewKeyword {
        channel: "email".into(),
        how: ConsentBy::PlainWords,
        words,
        ..it.word(77, Wish::Silence)
    };
    it.store.org(it.org).hear(refusal).await.unwrap();
}

fn changes(log: &[Consent]) -> Vec<(ConsentChange, ConsentBy, Option<&str>)> {
    log.iter()
        .map(|one| (one.change, one.how, one.words.as_deref()))
        .collect()
}

async fn every_change_is_written_down_with_what_it_is_known_from(db: TestDatabase) {
    let it = World::new(&db).await;
    let plain = NewKeyword {
        how: ConsentBy::PlainWords,
        words: "please leave me alone".into(),
        ..it.word(1, Wish::Silence)
    };
    it.store.org(it.org).hear(plain).await.unwrap();
    // It is so already, and nothing changes.
    it.wish(2, Wish::Silence).await;
    it.wish(3, Wish::Messages).await;
    let effect = it.put(it.effect("hello")).await;
    let claimed = it.claim_one().await;
    let settled = it.store.settle_effect(&claimed, sent(&claimed)).await;
    settled.unwrap();
    let report = CarrierReport {
        channel: "sms".into(),
        provider_ref: format!("SM-{effect}"),
        effect_id: Some(effect),
        status: CarrierStatus::Undelivered {
            reason: "it was blocked".into(),
            opted_out: true,
        },
    };
    it.store.note_status(report).await.unwrap();
    let log = it.log().await;
    assert_eq!(
        changes(&log),
        [
            (
                ConsentChange::OptedOut,
                ConsentBy::PlainWords,
                Some("please leave me alone")
            ),
            (ConsentChange::OptedIn, ConsentBy::Keyword, Some("START")),
            (ConsentChange::OptedOut, ConsentBy::Carrier, None),
        ]
    );
    assert!(log.iter().all(|one| one.line_id == Some(it.line)));
    let named = |one: &Consent| (one.source.clone(), one.message.clone(), one.effect_id);
    assert_eq!(
        named(&log[0]),
        (Some("twilio".into()), Some("SM1".into()), None)
    );
    assert_eq!(named(&log[2]), (None, None, Some(effect)));
    assert!(verify(&it.store, it.org, None).await.is_whole());
}

async fn copies_of_a_word_are_one_change(db: TestDatabase) {
    let it = World::new(&db).await;
    join_all((0..8).map(|_| it.wish(1, Wish::Silence))).await;
    assert_eq!(it.log().await.len(), 1);
    join_all((2..10).map(|number| it.wish(number, Wish::Messages))).await;
    it.wish(1, Wish::Silence).await;
    assert_eq!(it.log().await.len(), 2);
}

async fn a_member_writes_down_what_they_were_told(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    let waiting = it.put(it.effect("waiting")).await;
    let (kind, channel) = BY_TEXT;
    for wish in [Wish::Silence, Wish::Silence, Wish::Messages] {
        let noted = here.note_wish((it.contact, kind, channel), wish, it.owner);
        assert!(noted.await.unwrap());
    }
    let state = it.state(waiting).await;
    assert_eq!(state, steward_model::EffectState::Cancelled);
    let log = it.log().await;
    let by_hand = |change| (change, ConsentBy::Member, None);
    assert_eq!(
        changes(&log),
        [ConsentChange::OptedOut, ConsentChange::OptedIn].map(by_hand)
    );
    assert!(log.iter().all(|one| one.member_id == Some(it.owner)));
    let elsewhere = (it.contact, IdentifierKind::External, "chat");
    let noted = here.note_wish(elsewhere, Wish::Silence, it.owner);
    assert!(!noted.await.unwrap(), "there is no such address");
    assert!(verify(&it.store, it.org, None).await.is_whole());
}

async fn a_forgotten_contact_leaves_the_refusal_without_words(db: TestDatabase) {
    let it = World::new(&db).await;
    it.wish(1, Wish::Silence).await;
    let here = it.store.org(it.org);
    assert!(here.forget_contact(it.contact, "system").await.unwrap());
    assert_eq!(it.log().await, [], "nothing leads to them");
    assert_outlived(&db, &it).await;
}

async fn a_deleted_contact_leaves_the_refusal_without_words(db: TestDatabase) {
    let it = World::new(&db).await;
    it.wish(1, Wish::Silence).await;
    let here = it.store.org(it.org);
    assert!(here.delete_contact(it.contact, "system").await.unwrap());
    assert_outlived(&db, &it).await;
}

/// Whoever has the number next is known to have opted out, and no more.
async fn assert_outlived(db: &TestDatabase, it: &World) {
    let next = it.store.org(it.org).resolve_contact(&phone(BO)).await;
    let log = it.log_of(next.unwrap().id).await;
    let silent = (ConsentChange::OptedOut, ConsentBy::Keyword, None);
    assert_eq!(changes(&log), [silent]);
    assert_eq!(log[0].message, None);
    let left = "select count(*) from consent
        where words_enc is not null or message is not null or contact_id is not null";
    assert_eq!(db.data().value(left).await, Cell::Int(0));
    assert!(verify(&it.store, it.org, None).await.is_whole());
}

async fn what_another_said_from_the_number_is_not_shown(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    it.wish(1, Wish::Silence).await;
    let contact = here.contact(it.contact).await.unwrap().unwrap();
    for known in contact.identifiers {
        let removed = here.remove_contact_identifier(it.contact, known.id).await;
        assert!(removed.unwrap());
    }
    let next = here.resolve_contact(&phone(BO)).await.unwrap().id;
    let log = it.log_of(next).await;
    assert_eq!((log.len(), log[0].words.as_deref()), (1, None));
    let log = it.log().await;
    assert_eq!((log.len(), log[0].words.as_deref()), (1, Some("STOP")));
}

async fn a_change_that_is_not_on_the_record_is_named(db: TestDatabase) {
    let it = World::new(&db).await;
    it.wish(1, Wish::Silence).await;
    let unsaid = "delete from audit where action = 'consent.opted_out'";
    db.data().execute(unsaid).await;
    let report = verify(&it.store, it.org, None).await;
    let named = report.problems.iter().map(|problem| problem.what.as_str());
    let named: Vec<_> = named.collect();
    assert!(
        named.contains(&"was given or withdrawn and is not on the record"),
        "{named:?}"
    );
}

async fn the_log_comes_in_pages_and_is_of_one_organisation(db: TestDatabase) {
    let it = World::new(&db).await;
    let other = World::of(&db, it.store.clone(), "Zenith").await;
    for number in 0..5 {
        let wish = [Wish::Silence, Wish::Messages][usize::from(number) % 2];
        it.wish(number, wish).await;
    }
    let (here, there) = (it.store.org(it.org), it.store.org(other.org));
    let mut after = None;
    let mut seen = Vec::new();
    loop {
        let page = Page { after, limit: 2 };
        let found = here.consent_log(it.contact, &page).await.unwrap();
        let Some(last) = found.last() else { break };
        after = Some(last.id.to_string());
        seen.extend(found);
    }
    seen.reverse();
    assert_eq!(seen, it.log().await);
    assert_eq!(seen.len(), 5);
    assert_eq!(there.consent_log(it.contact, &all()).await.unwrap(), []);
    assert_eq!(other.log().await, []);
}
