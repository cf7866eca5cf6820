//! The team's inbox: what contacts wrote, who answers, and who is silent meanwhile.

use futures_util::future::join_all;
use steward_model::{
    ContactId, EffectState, EventKind, InboundSms, Integrity, MemberId, Scope, Skipped,
    SuggestionState, SystemIds, ThreadId, ThreadState,
};
use steward_store::{
    Accepted, AiOrigin, InboxFilter, InboxMessage, InboxPlace, InboxThread, NewContact, NewEvent,
    NewWords, Outgoing, Picked, Said, Speaker, Unsendable, Wish,
};
use steward_testkit::TestDatabase;

use super::outbox::{BO, World};
use super::story::{all, page, phone};

stories![
    the_newest_activity_comes_first_and_pages_do_not_overlap,
    what_was_said_is_shown_in_order_with_who_said_it,
    a_message_is_sent_once_and_outdates_the_drafts,
    of_copies_at_once_one_is_sent,
    nobody_writes_where_nobody_can_or_may,
    what_was_read_stays_read,
    a_text_that_is_set_aside_wakes_nobody,
    an_agent_is_silent_while_a_person_talks,
    what_waits_is_the_persons_after_a_take_over,
    a_conversation_needs_you_while_something_is_open,
    the_inbox_of_another_organisation_is_not_there,
    a_forgotten_contact_says_nothing,
    a_text_without_an_agent_is_kept_with_whoever_answered_last,
];

impl World {
    pub(super) fn inbound(&self, contact: ContactId, name: &str, text: &str) -> NewEvent {
        let sms = InboundSms {
            message_id: name.to_owned(),
            contact_id: contact,
            line_id: self.line,
            from: BO.into(),
            to: "+14155550123".into(),
            text: text.to_owned(),
            media: Vec::new(),
        };
        NewEvent {
            agent_id: self.agent,
            correlation_key: format!("contact:{contact}"),
            scope: Scope::Contact(contact),
            source: "twilio".into(),
            dedupe_key: name.to_owned(),
            kind: EventKind::InboundSms,
            payload: serde_json::to_vec(&sms).unwrap(),
            integrity: Integrity::Untrusted,
        }
    }

    /// Bo writes.
    pub(super) async fn hears(&self, name: &str) {
        let text = self.inbound(self.contact, name, name);
        self.store.org(self.org).accept(text).await.unwrap();
    }

    /// As if a turn had answered everything.
    pub(super) async fn rest(&self, db: &TestDatabase) {
        self.read_everything(db).await;
        let idle = format!(
            "update thread set state = 'idle' where id = '{}'",
            self.thread
        );
        db.data().execute(&idle).await;
    }

    async fn inbox(&self, filter: InboxFilter) -> Vec<InboxThread> {
        let here = self.store.org(self.org);
        here.inbox(filter, None, 100).await.unwrap()
    }

    async fn conversation(&self) -> InboxThread {
        let here = self.store.org(self.org);
        here.inbox_thread(self.thread).await.unwrap().unwrap()
    }

    pub(super) async fn messages(&self) -> Vec<InboxMessage> {
        let here = self.store.org(self.org);
        here.inbox_messages(self.thread, &all()).await.unwrap()
    }

    pub(super) async fn say(&self, client_id: &str, text: &str) -> Said {
        let words = NewWords {
            client_id: client_id.into(),
            text: text.into(),
        };
        let here = self.store.org(self.org);
        here.say(self.thread, self.owner, words).await.unwrap()
    }

    async fn thread_state(&self) -> ThreadState {
        let here = self.store.org(self.org);
        here.thread(self.thread).await.unwrap().unwrap().state
    }
}

fn texts(messages: &[InboxMessage]) -> Vec<&str> {
    let text = |message: &InboxMessage| message.text.is_some();
    assert!(messages.iter().all(text));
    messages
        .iter()
        .filter_map(|it| it.text.as_deref())
        .collect()
}

async fn the_newest_activity_comes_first_and_pages_do_not_overlap(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    let mut contacts = Vec::new();
    for number in 0..5 {
        let name = Some(format!("Contact {number}"));
        let new = NewContact {
            name,
            identifiers: vec![],
        };
        contacts.push(here.create_contact(new).await.unwrap().id);
    }
    for (number, contact) in contacts.iter().chain(&contacts[1..2]).enumerate() {
        db.clock().advance(std::time::Duration::from_secs(1));
        let text = it.inbound(*contact, &format!("SM{number}"), &format!("text {number}"));
        here.accept(text).await.unwrap();
    }
    let threads = it.inbox(InboxFilter::All).await;
    let order: Vec<_> = threads.iter().map(|thread| thread.contact_id).collect();
    let expected = [
        contacts[1],
        contacts[4],
        contacts[3],
        contacts[2],
        contacts[0],
        it.contact,
    ];
    assert_eq!(order, expected);
    assert_eq!(threads[0].contact_name.as_deref(), Some("Contact 1"));
    assert_eq!(threads[0].unread, 2);
    assert_eq!(threads[0].line, Some((it.line, "Office".into())));
    let last = threads[0].last.as_ref().unwrap();
    assert_eq!(
        (last.text.as_deref(), last.by),
        (Some("text 5"), Speaker::Contact)
    );

    let (mut paged, mut place) = (Vec::new(), None);
    loop {
        let part = here.inbox(InboxFilter::All, place, 2).await.unwrap();
        let Some(last) = part.last() else { break };
        place = Some(InboxPlace {
            active_at: last.active_at,
            id: last.id,
        });
        paged.extend(part);
    }
    assert_eq!(paged, threads);
}

async fn what_was_said_is_shown_in_order_with_who_said_it(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    it.hears("Is it free?").await;
    let answer = it.put(it.effect("Yes")).await;
    it.hears("At five?").await;
    it.read_everything(&db).await;
    let outgoing = Outgoing {
        suggestions: vec![it.suggestion("draft")],
        ..Outgoing::default()
    };
    it.store.put_out(it.origin(), outgoing).await.unwrap();
    let draft = here.suggestions(&all(), true).await.unwrap().pop().unwrap();
    assert!(it.conversation().await.waiting_suggestion);
    let picked = Picked {
        option: 0,
        text: Some("At six.".into()),
    };
    here.send_suggestion(draft.id, it.owner, picked)
        .await
        .unwrap();
    assert!(!it.conversation().await.waiting_suggestion);
    it.say("one", "See you.").await;

    let messages = it.messages().await;
    let said: Vec<_> = messages.iter().map(|one| (one.by, one.ai_origin)).collect();
    let by_team = Speaker::Member(Some(it.owner));
    assert_eq!(
        said,
        [
            (by_team, None),
            (by_team, Some(AiOrigin::SuggestionEdited)),
            (Speaker::Contact, None),
            (Speaker::Agent(it.agent), Some(AiOrigin::Agent)),
            (Speaker::Contact, None),
            (Speaker::Contact, None),
        ]
    );
    assert_eq!(texts(&messages[..3]), ["See you.", "At six.", "At five?"]);
    assert_eq!(messages[3].id, answer.to_string());
    assert_eq!(messages[3].delivery, Some((EffectState::Pending, None)));
    let mut paged = Vec::new();
    loop {
        let after = paged.last().map(|last: &InboxMessage| last.id.clone());
        let part = here
            .inbox_messages(it.thread, &page(after, 2))
            .await
            .unwrap();
        if part.is_empty() {
            break;
        }
        paged.extend(part);
    }
    assert_eq!(paged, messages);
    let last = it.conversation().await.last.unwrap();
    assert_eq!(last.text.as_deref(), Some("See you."));
}

async fn a_message_is_sent_once_and_outdates_the_drafts(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    it.hears("Hello?").await;
    it.rest(&db).await;
    let outgoing = Outgoing {
        suggestions: vec![it.suggestion("draft")],
        ..Outgoing::default()
    };
    it.store.put_out(it.origin(), outgoing).await.unwrap();
    let draft = here.suggestions(&all(), true).await.unwrap().pop().unwrap();
    let Said::Message(first) = it.say("one", "Hi.").await else {
        panic!("it can be sent")
    };
    let again = it.say("one", "Hi!").await;
    assert_eq!(again, Said::Message(first.clone()), "the same wish again");
    let draft = here.suggestion(draft.id).await.unwrap().unwrap();
    assert_eq!(draft.state, SuggestionState::Outdated);
    assert_eq!(
        it.thread_state().await,
        ThreadState::Idle,
        "nobody is asked to answer"
    );
    let told = "select count(*) from event where kind = 'team_reply' and quiet = 1";
    assert_eq!(db.data().value(told).await, steward_testkit::Cell::Int(1));
    let claimed = it.claim_one().await;
    let sent: serde_json::Value = serde_json::from_slice(&claimed.payload).unwrap();
    let expected = serde_json::json!({"to": BO, "from": "+14155550123", "text": "Hi."});
    assert_eq!(sent, expected);
    assert_eq!((claimed.line_id, claimed.contact_id), (it.line, it.contact));
    it.sent(&claimed).await;
    let Said::Message(other) = it.say("two", "Hi.").await else {
        panic!("it can be sent")
    };
    assert_ne!(other.id, first.id, "another wish is another message");
}

async fn of_copies_at_once_one_is_sent(db: TestDatabase) {
    let it = World::new(&db).await;
    it.hears("Hello?").await;
    let said = join_all((0..12).map(|_| it.say("one", "Hi."))).await;
    assert!(
        said.iter()
            .all(|one| *one == said[0] && matches!(one, Said::Message(_)))
    );
    assert_eq!(it.claim().await.len(), 1);
}

async fn nobody_writes_where_nobody_can_or_may(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    // What has arrived so far says nothing about a line.
    assert_eq!(it.say("one", "Hi.").await, Said::Not(Unsendable::Forgotten));
    it.hears("Hello?").await;
    let (line, why_not) = here.reply_line(it.thread).await.unwrap();
    assert_eq!((line.unwrap().id, why_not), (it.line, None));
    here.hear(it.word(1, Wish::Silence)).await.unwrap();
    assert_eq!(it.say("one", "Hi.").await, Said::Not(Unsendable::OptedOut));
    let (_, why_not) = here.reply_line(it.thread).await.unwrap();
    assert_eq!(why_not, Some(Unsendable::OptedOut));
    assert!(it.conversation().await.opted_out);
    assert!(here.wants_silence("sms", &phone(BO)).await.unwrap());
    here.hear(it.word(2, Wish::Messages)).await.unwrap();
    assert!(!it.conversation().await.opted_out);
    assert!(here.delete_line(it.line).await.unwrap());
    assert_eq!(it.say("one", "Hi.").await, Said::Not(Unsendable::NoLine));
    let nowhere = ThreadId::generate(&SystemIds);
    let (line, why_not) = here.reply_line(nowhere).await.unwrap();
    assert_eq!((line, why_not), (None, Some(Unsendable::NoLine)));
    assert!(it.claim().await.is_empty());
}

async fn what_was_read_stays_read(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    it.hears("one").await;
    let answer = it.put(it.effect("Yes")).await;
    it.hears("two").await;
    assert_eq!(it.conversation().await.unread, 3);
    assert_eq!(it.inbox(InboxFilter::Unread).await.len(), 1);
    let up_to = answer.to_string();
    assert!(here.read_up_to(it.thread, &up_to).await.unwrap());
    assert_eq!(it.conversation().await.unread, 1);
    let newest = it.messages().await[0].id.clone();
    for message in [&newest, &up_to] {
        assert!(here.read_up_to(it.thread, message).await.unwrap());
        assert_eq!(it.conversation().await.unread, 0);
    }
    assert!(it.inbox(InboxFilter::Unread).await.is_empty());
    let unknown = ThreadId::generate(&SystemIds).to_string();
    assert!(!here.read_up_to(it.thread, &unknown).await.unwrap());
    it.hears("three").await;
    assert_eq!(it.conversation().await.unread, 1);
}

async fn a_text_that_is_set_aside_wakes_nobody(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    it.rest(&db).await;
    for why in Skipped::ALL {
        let text = it.inbound(it.contact, why.as_str(), "STOP");
        for _ in 0..2 {
            here.set_aside(text.clone(), *why).await.unwrap();
        }
        assert_eq!(it.thread_state().await, ThreadState::Idle, "{why}");
    }
    assert!(it.store.waiting_threads(9).await.unwrap().is_empty());
    let shown = it.messages().await;
    let why: Vec<_> = shown.iter().rev().filter_map(|one| one.skipped).collect();
    assert_eq!(why, Skipped::ALL);
    assert_eq!(it.conversation().await.unread, 7);
    it.hears("Hello?").await;
    let waiting = it.store.waiting_threads(9).await.unwrap();
    assert_eq!(waiting.len(), 1);
    let view = here.view_thread(it.thread, 0, 9).await.unwrap().unwrap();
    let read: Vec<_> = view.unread.iter().map(|event| event.skipped).collect();
    let mut expected: Vec<_> = Skipped::ALL.iter().map(|why| Some(*why)).collect();
    expected.push(None);
    assert_eq!(read, expected, "the agent reads all of it");
}

async fn an_agent_is_silent_while_a_person_talks(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    it.rest(&db).await;
    let before = it.put(it.effect("before")).await;
    assert!(here.take_over(it.thread, it.owner).await.unwrap());
    assert!(!here.take_over(it.thread, it.owner).await.unwrap());
    let taken = it.conversation().await.taken_by;
    assert_eq!(taken, Some((it.owner, "Olga".into())));
    assert_eq!(it.state(before).await, EffectState::Cancelled);
    // The turn that runs at this moment does not know yet.
    let late = it.put(it.effect("late")).await;
    it.hears("Hello?").await;
    it.say("one", "Hi.").await;
    let leaving = it.claim().await;
    assert_eq!(leaving.len(), 1, "a person's own words leave");
    assert_eq!(it.state(late).await, EffectState::Cancelled);
    assert!(it.read(late).await.reason.unwrap().contains("taken over"));
    assert!(it.store.waiting_threads(9).await.unwrap().is_empty());
    let skipped = it.messages().await[1].skipped;
    assert_eq!(skipped, Some(Skipped::TakenOver));

    assert!(here.hand_back(it.thread, it.owner).await.unwrap());
    assert!(!here.hand_back(it.thread, it.owner).await.unwrap());
    assert_eq!(it.conversation().await.taken_by, None);
    assert!(it.store.waiting_threads(9).await.unwrap().is_empty());
    it.hears("And now?").await;
    assert_eq!(it.store.waiting_threads(9).await.unwrap().len(), 1);
    assert_eq!(it.messages().await[0].skipped, None);
    let noted = it.actions(&db, &it.thread).await;
    assert_eq!(noted, ["thread.taken_over", "thread.handed_back"]);
    let nobody = MemberId::generate(&SystemIds);
    assert!(!here.take_over(it.thread, nobody).await.unwrap());
    let report = here.verify_audit(None, &|_| {}).await.unwrap();
    assert!(report.problems.is_empty(), "{:?}", report.problems);
}

async fn what_waits_is_the_persons_after_a_take_over(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    it.hears("Hello?").await;
    let view = here.view_thread(it.thread, 0, 9).await.unwrap();
    assert!(view.is_some(), "an agent is about to answer");
    assert!(here.take_over(it.thread, it.owner).await.unwrap());
    assert!(here.view_thread(it.thread, 0, 9).await.unwrap().is_none());
    assert!(it.store.waiting_threads(9).await.unwrap().is_empty());
    assert_eq!(it.store.next_wake().await.unwrap(), None);
    assert!(here.hand_back(it.thread, it.owner).await.unwrap());
    assert!(it.store.waiting_threads(9).await.unwrap().is_empty());
    assert_eq!(it.thread_state().await, ThreadState::Idle);
}

async fn a_conversation_needs_you_while_something_is_open(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    it.rest(&db).await;
    assert!(it.inbox(InboxFilter::NeedsYou).await.is_empty());
    here.hold_thread(it.thread, "failed").await.unwrap();
    let [held] = &it.inbox(InboxFilter::NeedsYou).await[..] else {
        panic!("it is on hold")
    };
    assert!(held.held && !held.escalated);
    here.release_thread(it.thread).await.unwrap();
    assert!(it.inbox(InboxFilter::NeedsYou).await.is_empty());
    let outgoing = Outgoing {
        suggestions: vec![it.suggestion("draft")],
        ..Outgoing::default()
    };
    it.store.put_out(it.origin(), outgoing).await.unwrap();
    let needed = it.inbox(InboxFilter::NeedsYou).await;
    assert_eq!(needed.len(), 1);
    assert!(needed[0].waiting_suggestion);
    it.hears("Never mind").await;
    assert!(it.inbox(InboxFilter::NeedsYou).await.is_empty());
    let notice = steward_store::NewNotice {
        kind: steward_model::NoticeKind::Escalated,
        text: "Look".into(),
        dedupe_key: "one".into(),
    };
    here.raise_notice(Some(it.thread), notice).await.unwrap();
    let needed = it.inbox(InboxFilter::NeedsYou).await;
    assert_eq!(needed.len(), 1);
    assert!(needed[0].escalated && !needed[0].held);
}

async fn the_inbox_of_another_organisation_is_not_there(db: TestDatabase) {
    let it = World::new(&db).await;
    it.hears("Hello?").await;
    let other = World::of(&db, it.store.clone(), "Zenith").await;
    let there = other.store.org(other.org);
    let theirs = other.inbox(InboxFilter::All).await;
    assert!(theirs.iter().all(|thread| thread.id == other.thread));
    assert_eq!(there.inbox_thread(it.thread).await.unwrap(), None);
    let messages = there.inbox_messages(it.thread, &all()).await.unwrap();
    assert_eq!(messages, []);
    let newest = it.messages().await[0].id.clone();
    assert!(!there.read_up_to(it.thread, &newest).await.unwrap());
    assert!(!there.read_up_to(other.thread, &newest).await.unwrap());
    assert!(!there.take_over(it.thread, other.owner).await.unwrap());
    let here = it.store.org(it.org);
    assert!(!here.take_over(it.thread, other.owner).await.unwrap());
    assert!(here.take_over(it.thread, it.owner).await.unwrap());
    assert!(!there.hand_back(it.thread, other.owner).await.unwrap());
    let words = NewWords {
        client_id: "one".into(),
        text: "Hi.".into(),
    };
    let said = there.say(it.thread, other.owner, words).await.unwrap();
    assert_eq!(said, Said::Not(Unsendable::NoLine));
}

async fn a_forgotten_contact_says_nothing(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    it.hears("Hello?").await;
    it.say("one", "Hi.").await;
    here.forget_contact(it.contact, "tests").await.unwrap();
    for thread in it.inbox(InboxFilter::All).await {
        assert_eq!(thread.contact_name, None);
        assert_eq!(thread.last.and_then(|last| last.text), None);
    }
    let left = here.inbox_messages(it.thread, &all()).await.unwrap();
    assert!(
        left.iter().all(|message| message.text.is_none()),
        "{left:?}"
    );
    assert!(matches!(it.say("two", "Hi.").await, Said::Not(_)));
}

async fn a_text_without_an_agent_is_kept_with_whoever_answered_last(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    let first = here.keeper_of(it.contact).await.unwrap();
    assert_eq!(first, Some(it.agent));
    let another = here
        .create_agent(super::agents::text_reply())
        .await
        .unwrap();
    db.clock().advance(std::time::Duration::from_secs(1));
    let text = NewEvent {
        agent_id: another.id,
        ..it.inbound(it.contact, "SM1", "Hello?")
    };
    let accepted = here.accept(text).await.unwrap();
    assert!(matches!(accepted, Accepted::Queued { .. }));
    let last = here.keeper_of(it.contact).await.unwrap();
    assert_eq!(last, Some(another.id));
    let stranger = it.another_contact().await;
    assert!(here.keeper_of(stranger).await.unwrap().is_some());
    let (empty, _) = super::story::new_org(&it.store, "Zenith").await;
    let nobody = it.store.org(empty).keeper_of(stranger).await.unwrap();
    assert_eq!(nobody, None);
}
