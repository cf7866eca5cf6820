//! A text that raised an alarm by itself, and on which an agent calls people too: they are called once.

use steward_model::{NoticeKind, TurnId};
use steward_store::{EMERGENCY, NewNotice, Notice, Origin, Outgoing, TEXT};
use steward_testkit::{Cell, TestDatabase};

use super::audit::verify;
use super::mails::{asked, wisher};
use super::outbox::World;
use super::story::all;

stories![
    what_an_agent_says_of_a_text_is_put_to_its_alarm,
    an_alarm_that_is_over_or_of_another_text_is_left_alone,
];

async fn read_by_turn(db: &TestDatabase, it: &World) {
    let (turn, thread) = (it.turn, it.thread);
    let sql = format!("update event set turn_id = '{turn}' where thread_id = '{thread}'");
    db.data().execute(&sql).await;
}

/// The alarm of the text that the turn reads.
pub(super) async fn alarm(db: &TestDatabase, it: &World, about: &str) {
    read_by_turn(db, it).await;
    let new = NewNotice {
        kind: NoticeKind::Escalated,
        text: "Read it now.".into(),
        dedupe_key: format!("{about}:{}/1", it.contact),
    };
    let here = it.store.org(it.org);
    here.raise_notice(Some(it.thread), new).await.unwrap();
}

async fn escalate(it: &World, kind: NoticeKind, call: &str, turn: Option<TurnId>) {
    let new = NewNotice {
        kind,
        text: format!("I cannot help: {call}."),
        dedupe_key: call.into(),
    };
    let outgoing = Outgoing {
        notices: vec![new],
        ..Outgoing::default()
    };
    let origin = Origin {
        turn,
        ..it.origin()
    };
    it.store.put_out(origin, outgoing).await.unwrap();
}

async fn open(it: &World) -> Vec<Notice> {
    let open = it.store.org(it.org).notices(&all(), true).await;
    open.unwrap()
}

fn says(notices: &[Notice]) -> Vec<&str> {
    let texts = notices.iter().map(|notice| notice.text.as_deref());
    texts.map(Option::unwrap).collect()
}

async fn what_an_agent_says_of_a_text_is_put_to_its_alarm(db: TestDatabase) {
    let store = db.open().await;
    for about in [EMERGENCY, TEXT] {
        let it = World::of(&db, store.clone(), about).await;
        let wisher = wisher(&it, about).await;
        alarm(&db, &it, about).await;
        let raised = open(&it).await;
        escalate(&it, NoticeKind::Escalated, about, Some(it.turn)).await;
        let added = open(&it).await;
        let said = format!("Read it now.\n\nI cannot help: {about}.");
        assert_eq!(says(&added), [said.as_str()]);
        assert_eq!(
            (added[0].id, added[0].turn_id),
            (raised[0].id, Some(it.turn))
        );
        assert_eq!(asked(&it).await, [(raised[0].id, wisher)], "one email");
        let noted = it.actions(&db, &raised[0].id).await;
        assert_eq!(noted, ["notice.raised", "notice.added"]);
        let named = async || {
            let place = format!("notice {}", raised[0].id);
            let report = verify(&it.store, it.org, None).await;
            report.problems.iter().any(|it| it.place == place)
        };
        assert!(!named().await);
        // Without the note nobody could tell it from words that were put into it.
        let unsaid = "delete from audit where action = 'notice.added'";
        db.data().execute(unsaid).await;
        assert!(named().await);
    }
}

async fn an_alarm_that_is_over_or_of_another_text_is_left_alone(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    alarm(&db, &it, EMERGENCY).await;
    let first = open(&it).await[0].id;
    // What failed is another trouble than what the text says, and so is what no turn or another turn tells.
    escalate(&it, NoticeKind::Failed, "a", Some(it.turn)).await;
    escalate(&it, NoticeKind::Escalated, "b", None).await;
    db.data().execute("update event set turn_id = null").await;
    escalate(&it, NoticeKind::Escalated, "c", Some(it.turn)).await;
    read_by_turn(&db, &it).await;
    assert!(here.resolve_notice(first, it.owner).await.unwrap());
    escalate(&it, NoticeKind::Escalated, "d", Some(it.turn)).await;
    let alone = ["a", "b", "c", "d"].map(|call| format!("I cannot help: {call}."));
    assert_eq!(says(&open(&it).await), alone);
    // One that cannot be read keeps nobody from being called.
    let sql = format!("update notice set resolved_at = null where id = '{first}'");
    db.data().execute(&sql).await;
    let blob = db.data().literal(&Cell::Bytes(vec![1; 64]));
    let sql = format!("update notice set text_enc = {blob} where id = '{first}'");
    db.data().execute(&sql).await;
    escalate(&it, NoticeKind::Escalated, "e", Some(it.turn)).await;
    let sql = "select id from notice where resolved_at is null";
    assert_eq!(db.data().rows(sql).await.len(), 6);
}
