//! The phone on the screen: what somebody sees who has it.

use steward_testkit::TestDatabase;

use super::outbox::{BO, World};
use super::story::phone;

stories![a_phone_shows_what_was_written_on_it_and_what_has_arrived];

async fn a_phone_shows_what_was_written_on_it_and_what_has_arrived(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    let seen = async |number: &str| {
        let seen = here.seen_from(it.line, &phone(number), 10).await.unwrap();
        let texts: Vec<_> = seen.into_iter().filter_map(|one| one.text).collect();
        texts
    };
    it.hears("Hello?").await;
    it.rest(&db).await;
    it.say("one", "Yes.").await;
    assert_eq!(seen(BO).await, ["Hello?"]);
    let sent = it.messages().await.remove(0).id;
    let arrive = format!("update effect set state = 'delivered' where id = '{sent}'");
    db.data().execute(&arrive).await;
    assert_eq!(seen(BO).await, ["Yes.", "Hello?"]);
    assert!(seen("+14155550198").await.is_empty());
}
