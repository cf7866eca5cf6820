//! Files that came with texts: sealed like the text, kept once, and gone with the contact.

use steward_model::{EventId, InboundSms, LineProvider, SmsMedia};
use steward_store::{NewEvent, StoreError, TextFile, TextFileState};
use steward_testkit::TestDatabase;

use super::outbox::World;
use super::story::all;

stories![
    files_of_a_text_are_kept_once,
    files_of_somebody_who_was_forgotten_are_gone,
    files_of_another_organisation_are_not_there,
];

impl World {
    /// Bo sends two pictures.
    async fn gets_pictures(&self) -> EventId {
        let text = self.inbound(self.contact, "pictures", "");
        let mut sms: InboundSms = serde_json::from_slice(&text.payload).unwrap();
        sms.media = ["1", "2"]
            .map(|name| SmsMedia {
                url: format!("https://media.example/{name}"),
                content_type: "image/png".into(),
            })
            .into();
        let text = NewEvent {
            payload: serde_json::to_vec(&sms).unwrap(),
            ..text
        };
        let here = self.store.org(self.org);
        here.accept(text).await.unwrap();
        self.messages().await[0].id.parse().unwrap()
    }
}

fn picture(state: TextFileState) -> TextFile {
    TextFile {
        content_type: "image/png".into(),
        state,
    }
}

async fn files_of_a_text_are_kept_once(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    let event = it.gets_pictures().await;
    let waiting = picture(TextFileState::Waiting);
    assert_eq!(
        it.messages().await[0].files,
        [waiting.clone(), waiting.clone()]
    );
    for _ in 0..2 {
        here.ask_for_files(event).await.unwrap();
    }
    let lease = std::time::Duration::from_secs(60);
    assert!(it.store.claim_jobs("n", 9, lease).await.unwrap().is_empty());
    let jobs = it.store.claim_files("n", 9, lease).await.unwrap();
    assert_eq!(jobs.len(), 1);
    assert_eq!(jobs[0].subject, event.to_string());

    let wanted = here.files_to_keep(event).await.unwrap().unwrap();
    assert_eq!(
        (wanted.thread_id, wanted.provider),
        (it.thread, LineProvider::Twilio)
    );
    assert_eq!(wanted.files.len(), 2);
    for content in [&b"first"[..], b"second"] {
        let kept = here.keep_file(it.thread, (event, 1), Some(content));
        kept.await.unwrap();
    }
    let found = here.text_file(it.thread, (event, 1)).await.unwrap();
    assert_eq!(found.as_deref(), Some(&b"first"[..]));
    assert_eq!(here.text_file(it.thread, (event, 0)).await.unwrap(), None);
    let wanted = here.files_to_keep(event).await.unwrap().unwrap();
    assert_eq!(wanted.files, [(0, "https://media.example/1".to_owned())]);
    here.keep_file(it.thread, (event, 0), None).await.unwrap();
    assert_eq!(here.text_file(it.thread, (event, 0)).await.unwrap(), None);
    let gone = picture(TextFileState::Gone);
    let kept = picture(TextFileState::Kept { size: 5 });
    assert_eq!(it.messages().await[0].files, [gone, kept]);
    let wanted = here.files_to_keep(event).await.unwrap().unwrap();
    assert_eq!(wanted.files, []);
}

async fn files_of_somebody_who_was_forgotten_are_gone(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    let event = it.gets_pictures().await;
    let kept = here.keep_file(it.thread, (event, 0), Some(b"picture"));
    kept.await.unwrap();
    here.forget_contact(it.contact, "tests").await.unwrap();
    let found = here.text_file(it.thread, (event, 0)).await;
    assert!(
        matches!(found, Ok(None) | Err(StoreError::Forgotten)),
        "{found:?}"
    );
    assert_eq!(here.files_to_keep(event).await.unwrap(), None);
    let late = here.keep_file(it.thread, (event, 1), Some(b"late"));
    late.await.unwrap();
    let shown = here.inbox_messages(it.thread, &all()).await.unwrap();
    assert!(shown.iter().all(|message| message.files.is_empty()));
}

async fn files_of_another_organisation_are_not_there(db: TestDatabase) {
    let it = World::new(&db).await;
    let event = it.gets_pictures().await;
    let here = it.store.org(it.org);
    let kept = here.keep_file(it.thread, (event, 0), Some(b"picture"));
    kept.await.unwrap();
    let other = World::of(&db, it.store.clone(), "Zenith").await;
    let there = other.store.org(other.org);
    for thread in [it.thread, other.thread] {
        let found = there.text_file(thread, (event, 0)).await.unwrap();
        assert_eq!(found, None);
        let kept = there.keep_file(thread, (event, 1), Some(b"another"));
        kept.await.unwrap();
    }
    assert_eq!(there.files_to_keep(event).await.unwrap(), None);
    assert_eq!(here.text_file(it.thread, (event, 1)).await.unwrap(), None);
}
