//! What members are told: what they may see, in order, without gaps, for a day.

use std::sync::Arc;

use futures_util::future::join_all;
use steward_model::{
    AgentId, ApprovalDecision, ApproverRole, Author, Clock as _, EventKind, Integrity,
    MemberEventKind, MemberId, NoticeKind, OrgId, Role, Scope, WorkspacePath,
};
use steward_store::{
    Advance, CHAT, Expect, FileWrite, MemberEvent, NewEvent, NewNotice, NewPassage, NewsPlace,
    OrgStore, Point, ReadOn, Store, StoreError,
};
use steward_testkit::{Backend, TestDatabase};
use tokio::sync::broadcast::error::TryRecvError;

use super::agents::text_reply;
use super::forgetting::SECRET;
use super::outbox::World;
use super::passages::{keep, note};
use super::story::{HOUR, new_org, person};
use super::turns::{claim, ending, item};

stories![
    a_turn_is_told_to_whoever_may_see_its_thread,
    approvals_notices_and_changes_of_threads_are_told,
    a_time_that_has_come_is_told_as_such,
    a_change_of_the_workspace_is_told_once_and_without_names,
    writers_at_once_leave_no_gap_and_who_listens_hears_them,
    who_was_away_reads_on_and_who_was_away_for_long_is_told_so,
    nothing_is_told_of_what_did_not_happen,
    what_another_process_writes_is_passed_on,
    who_listens_hears_the_end,
];

fn said(agent: AgentId, member: MemberId, n: usize) -> NewEvent {
    NewEvent {
        agent_id: agent,
        correlation_key: format!("{CHAT}a"),
        scope: Scope::Member(member),
        source: "chat".into(),
        dedupe_key: format!("{member}:{n}"),
        kind: EventKind::UserMessage,
        payload: b"{}".to_vec(),
        integrity: Integrity::User,
    }
}

fn notice(name: impl Into<String>) -> NewNotice {
    NewNotice {
        kind: NoticeKind::Escalated,
        text: "Please look.".into(),
        dedupe_key: name.into(),
    }
}

async fn told(org: &OrgStore<'_>, member: MemberId, after: NewsPlace) -> Vec<MemberEvent> {
    match org.member_events(member, after, 1000).await.unwrap() {
        ReadOn::Events(events) => events,
        ReadOn::Missed(place) => panic!("missed up to {place:?}"),
    }
}

/// What a member was told from the beginning, in words.
async fn words(org: &OrgStore<'_>, member: MemberId) -> Vec<String> {
    let word = |event: &MemberEvent| match &event.state {
        Some(state) => format!("{} {state}", event.kind),
        None => event.kind.to_string(),
    };
    let events = told(org, member, NewsPlace::default()).await;
    events.iter().map(word).collect()
}

async fn set_up(store: &Store) -> (OrgId, MemberId, AgentId) {
    let (org, member) = new_org(store, "Acme").await;
    let agent = store.org(org).create_agent(text_reply()).await.unwrap();
    (org, member, agent.id)
}

async fn a_turn_is_told_to_whoever_may_see_its_thread(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga, agent) = set_up(&store).await;
    let (theirs, other) = new_org(&store, "Other").await;
    let here = store.org(org);
    let bo = here.create_member(person("Bo", Role::Admin)).await.unwrap();
    here.accept(said(agent, olga, 1)).await.unwrap();
    let turn = claim(&store).await.unwrap();
    let answer = Advance {
        items: vec![item("first"), item("second")],
        ..ending()
    };
    store.advance(&turn, answer).await.unwrap();
    let expected = [
        "agent.thread user_message",
        "agent.typing",
        "agent.message",
        "agent.message",
        "agent.done completed",
    ];
    assert_eq!(words(&here, olga).await, expected);
    let events = told(&here, olga, NewsPlace::default()).await;
    for (event, seq) in events.iter().zip(1..) {
        assert_eq!((event.seq, event.is_own()), (seq, true));
        assert_eq!(event.thread_id, Some(turn.thread_id));
        assert_eq!(event.created_at, db.clock().now());
    }
    assert_eq!(events[3].turn_id, Some(turn.turn_id));
    assert_eq!(events[3].subject.as_deref(), Some("2"));
    // Neither a colleague nor anybody elsewhere.
    assert!(words(&here, bo.id).await.is_empty());
    assert!(words(&store.org(theirs), other).await.is_empty());
    assert!(words(&store.org(theirs), olga).await.is_empty());
}

async fn approvals_notices_and_changes_of_threads_are_told(db: TestDatabase) {
    let it = World::new(&db).await;
    let here = it.store.org(it.org);
    let approval = it.ask(&db, "a", ApproverRole::Operator).await;
    let decided = here.decide_approval(
        approval,
        (it.owner, Role::Owner),
        ApprovalDecision::Denied,
        None,
    );
    decided.await.unwrap();
    let raised = here.raise_notice(Some(it.thread), notice("trouble"));
    assert!(raised.await.unwrap());
    let open = super::story::all();
    let open = here.notices(&open, true).await.unwrap().remove(0);
    assert!(here.resolve_notice(open.id, it.owner).await.unwrap());
    assert!(here.hold_thread(it.thread, "failed").await.unwrap());
    assert!(!here.hold_thread(it.thread, "failed").await.unwrap());
    assert!(here.release_thread(it.thread).await.unwrap());
    let expected = [
        "agent.thread inbound_sms",
        "agent.approval waiting",
        "agent.approval denied",
        "agent.thread approval_decision",
        "agent.notice open",
        "agent.notice resolved",
        "agent.thread held",
        "agent.thread released",
    ];
    assert_eq!(words(&here, it.owner).await, expected);
    let events = told(&here, it.owner, NewsPlace::default()).await;
    assert_eq!(events[1].subject, Some(approval.to_string()));
    assert_eq!(events[5].subject, Some(open.id.to_string()));
    assert!(events.iter().all(|event| !event.is_own()));

    here.accept(said(it.agent, it.owner, 1)).await.unwrap();
    let chat = here.chat(it.owner, "a").await.unwrap().unwrap();
    here.name_chat(it.owner, chat.id, "Boilers").await.unwrap();
    here.delete_chat(it.owner, chat.id).await.unwrap();
    let own = words(&here, it.owner).await.split_off(expected.len());
    let expected = [
        "agent.thread user_message",
        "agent.thread renamed",
        "agent.thread deleted",
    ];
    assert_eq!(own, expected);
}

async fn a_time_that_has_come_is_told_as_such(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga, agent) = set_up(&store).await;
    let due = NewEvent {
        kind: EventKind::Scheduled,
        ..said(agent, olga, 1)
    };
    store.org(org).accept(due).await.unwrap();
    let told = words(&store.org(org), olga).await;
    assert_eq!(told, ["agent.reminder scheduled"]);
}

async fn a_change_of_the_workspace_is_told_once_and_without_names(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let (theirs, other) = new_org(&store, "Other").await;
    let here = store.org(org);
    let file = |path: &str| FileWrite {
        path: WorkspacePath::file(path).unwrap(),
        expect: Expect::Absent,
        content: Some("Read me.".into()),
        trust: Integrity::User,
        restored_from: None,
        conflict_of: None,
    };
    let both = vec![file("areas/one.md"), file("areas/two.md")];
    let author = Author::Member(olga);
    here.write_files_once(author, both.clone(), "call")
        .await
        .unwrap();
    let events = told(&here, olga, NewsPlace::default()).await;
    let [event] = events.as_slice() else {
        panic!("{events:?}");
    };
    assert_eq!(event.kind, MemberEventKind::Workspace);
    let last = here.files_changed_since(0, 1000).await.unwrap();
    let last = last.last().unwrap().change_no.to_string();
    assert_eq!(event.subject, Some(last), "a number and no name");
    assert!(!event.is_own());
    // Made again, refused, or nobody's: nothing changed, and nothing is told.
    here.write_files_once(author, both.clone(), "call")
        .await
        .unwrap();
    assert!(here.write_files(author, both).await.is_err());
    assert_eq!(told(&here, olga, NewsPlace::default()).await.len(), 1);
    assert_eq!(words(&store.org(theirs), other).await, [] as [String; 0]);
    let folder = WorkspacePath::folder("areas/empty").unwrap();
    assert!(here.make_folder(author, &folder).await.unwrap());
    assert!(!here.make_folder(author, &folder).await.unwrap());
    here.drop_folder(author, &folder).await.unwrap();
    assert_eq!(words(&here, olga).await, ["workspace.changed"; 3]);
    // So is a text that was taken out of a file.
    let quoted = FileWrite {
        content: Some(format!("They said: {SECRET}")),
        ..file("areas/quoted.md")
    };
    here.write_files(author, vec![quoted]).await.unwrap();
    let secret = NewPassage {
        text: SECRET.into(),
        ..note("secret")
    };
    let passage = keep(&store, org, secret).await;
    assert!(here.forget_passage(passage, "member").await.unwrap());
    here.forget_asked().await.unwrap();
    assert_eq!(words(&here, olga).await, ["workspace.changed"; 5]);
}

async fn writers_at_once_leave_no_gap_and_who_listens_hears_them(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga, _) = set_up(&store).await;
    let mut live = store.org(org).listen(olga);
    let writing = (0..8).map(|writer| {
        let store = store.clone();
        tokio::spawn(async move {
            for n in 0..10 {
                let notice = notice(format!("{writer}/{n}"));
                store.org(org).raise_notice(None, notice).await.unwrap();
            }
        })
    });
    join_all(writing).await;
    let events = told(&store.org(org), olga, NewsPlace::default()).await;
    let places: Vec<_> = events.iter().map(|event| event.seq).collect();
    assert_eq!(places, (1..=80).collect::<Vec<_>>());
    // Whoever falls behind is told so, and what is left ends with the newest.
    let mut last = None;
    loop {
        match live.org.try_recv() {
            Ok(event) => {
                assert!(last < Some(event.seq), "told backwards");
                last = Some(event.seq);
                assert_eq!(*event, events[event.seq as usize - 1]);
            }
            Err(TryRecvError::Lagged(_)) => {}
            Err(_) => break,
        }
    }
    assert_eq!(last, Some(80));
    assert_eq!(live.own.try_recv(), Err(TryRecvError::Empty));
}

async fn who_was_away_reads_on_and_who_was_away_for_long_is_told_so(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga, agent) = set_up(&store).await;
    let here = store.org(org);
    here.raise_notice(None, notice("a")).await.unwrap();
    here.accept(said(agent, olga, 1)).await.unwrap();
    let away = here.told_member(olga).await.unwrap();
    assert_eq!(away, NewsPlace { org: 1, own: 1 });
    db.clock().advance(HOUR * 24);
    here.raise_notice(None, notice("b")).await.unwrap();
    here.accept(said(agent, olga, 2)).await.unwrap();
    let events = told(&here, olga, away).await;
    let kinds: Vec<_> = events.iter().map(|event| event.kind).collect();
    assert_eq!(kinds, [MemberEventKind::Notice, MemberEventKind::Thread]);

    let trimmed = store.trim_member_events(db.clock().now(), 100).await;
    assert_eq!(trimmed.unwrap(), 2);
    let now = NewsPlace { org: 2, own: 2 };
    // Who has read all that was dropped has missed nothing.
    assert_eq!(told(&here, olga, away).await, events);
    assert_eq!(told(&here, olga, now).await, []);
    for gone in [
        NewsPlace::default(),
        NewsPlace { org: 0, own: 1 },
        NewsPlace { org: 1, own: 0 },
        // From another database, or made up.
        NewsPlace { org: 3, own: 2 },
        NewsPlace { org: 2, own: 99 },
    ] {
        let read = here.member_events(olga, gone, 10).await.unwrap();
        assert_eq!(read, ReadOn::Missed(now), "{gone:?}");
    }
    let rest = store.trim_member_events(db.clock().now().plus(HOUR), 100);
    assert_eq!(rest.await.unwrap(), 2);
    let read = here.member_events(olga, away, 10).await.unwrap();
    assert_eq!(read, ReadOn::Missed(now));
    assert_eq!(told(&here, olga, now).await, []);
    // Places are not given again.
    here.raise_notice(None, notice("c")).await.unwrap();
    assert_eq!(told(&here, olga, now).await[0].seq, 3);
}

async fn nothing_is_told_of_what_did_not_happen(db: TestDatabase) {
    let broken = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let flag = Arc::clone(&broken);
    let db = db.with_probe(Arc::new(move |point| match point {
        Point::Commit if flag.load(std::sync::atomic::Ordering::SeqCst) => Err(StoreError::Busy),
        _ => Ok(()),
    }));
    let store = db.open().await;
    let (org, olga, _) = set_up(&store).await;
    let mut live = store.org(org).listen(olga);
    broken.store(true, std::sync::atomic::Ordering::SeqCst);
    let failed = store.org(org).raise_notice(None, notice("a")).await;
    assert_err!(failed, StoreError::Busy);
    broken.store(false, std::sync::atomic::Ordering::SeqCst);
    assert_eq!(live.org.try_recv(), Err(TryRecvError::Empty));
    store
        .org(org)
        .raise_notice(None, notice("a"))
        .await
        .unwrap();
    assert_eq!(live.org.try_recv().unwrap().seq, 1);
}

async fn what_another_process_writes_is_passed_on(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga, _) = set_up(&store).await;
    store
        .org(org)
        .raise_notice(None, notice("a"))
        .await
        .unwrap();
    // Nobody listens, and nothing is asked.
    store.pass_on_news().await.unwrap();
    let mut live = store.org(org).listen(olga);
    store.pass_on_news().await.unwrap();
    assert_eq!(live.org.try_recv().unwrap().seq, 1);
    if db.backend() == Backend::Postgres {
        let other = db.open().await;
        other
            .org(org)
            .raise_notice(None, notice("b"))
            .await
            .unwrap();
        assert_eq!(live.org.try_recv(), Err(TryRecvError::Empty));
        store.pass_on_news().await.unwrap();
        assert_eq!(live.org.try_recv().unwrap().seq, 2);
    }
    // What was passed on is not passed on again.
    store.pass_on_news().await.unwrap();
    assert_eq!(live.org.try_recv(), Err(TryRecvError::Empty));
}

async fn who_listens_hears_the_end(db: TestDatabase) {
    let store = db.open().await;
    let (org, olga, _) = set_up(&store).await;
    let mut before = store.org(org).listen(olga);
    store.end_news();
    let mut after = store.org(org).listen(olga);
    for live in [&mut before, &mut after] {
        assert_eq!(live.org.try_recv(), Err(TryRecvError::Closed));
        assert_eq!(live.own.try_recv(), Err(TryRecvError::Closed));
    }
}
