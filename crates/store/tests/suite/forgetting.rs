//! Forgetting a text: it is in no row, however it got there, and not in any file even sealed.

use std::collections::{BTreeSet, HashSet};
use std::time::Duration;

use serde_json::json;
use steward_model::{
    AgentId, ApproverRole, Author, ContactId, EffectState, Flag, Integrity, ItemKind, JobState,
    NoticeKind, OrgId, PassageId, Scope, SuggestionState, ThreadId, TurnId,
};
use steward_store::{
    Advance, AgentProfile, BlockEdit, Changes, Claim, ClaimedEffect, Delivery, Draft, DraftOption,
    Forgot, Inserted, NewAgent, NewApproval, NewEffect, NewEvent, NewItem, NewNotice, NewPassage,
    NewSchedule, NewStreamEvent, NewSuggestion, NewTurn, RequestKey, Store, StoreError,
    forgotten_columns,
};
use steward_testkit::{Backend, Cell, TestDatabase};

use super::agents::text_reply;
use super::blocks::{block, edit};
use super::consent::refuse_by_mail;
use super::encryption::{holds, stolen};
use super::files::new_file;
use super::forgetting_quotes::quote;
use super::outbox::{BO, World};
use super::passages::{keep, note};
use super::story::{all, new_org, phone};
use super::turns::{ending, learned, new_turn};

stories![
    every_sealed_column_is_known,
    a_text_is_taken_out_of_everything,
    a_short_text_is_taken_out_of_where_it_was_said,
    what_a_contact_said_is_taken_out_of_everything_else,
    what_a_member_said_is_taken_out_of_everything_else,
];

pub(super) const STEM: &str = "kanarienvogel";
pub(super) const SECRET: &str = "The kanarienvogel sings \"at\" noon\nin unit four.";

/// A thread of a contact on which a turn has said and done everything that a turn can, with the text in all of it.
pub(super) struct Told {
    agent: AgentId,
    pub(super) contact: ContactId,
    thread: ThreadId,
    turn: TurnId,
    pub(super) passage: PassageId,
}

pub(super) fn quoted() -> Vec<u8> {
    json!({ "text": format!("They said: {SECRET}") })
        .to_string()
        .into_bytes()
}

pub(super) fn said(kind: ItemKind, text: &str) -> NewItem {
    NewItem {
        kind,
        content: json!({ "from": "Bo", "text": text })
            .to_string()
            .into_bytes(),
        integrity: Integrity::User,
    }
}

/// A message of a contact, and the turn that answers it.
pub(super) async fn heard(it: &World, text: &str, source: &str) -> Claim {
    let arrived = NewEvent {
        payload: json!({ "text": text }).to_string().into_bytes(),
        dedupe_key: source.into(),
        ..super::inbox::text(it.agent, it.contact, 2)
    };
    it.store.org(it.org).accept(arrived).await.unwrap();
    let waiting = it.store.waiting_threads(1).await.unwrap()[0];
    let here = it.store.org(waiting.org_id);
    let view = here.view_thread(waiting.id, 0, 9).await.unwrap().unwrap();
    let turn = NewTurn {
        setup: quoted(),
        items: vec![said(ItemKind::User, text)],
        ..new_turn()
    };
    match it.store.begin_turn(&view, turn).await.unwrap() {
        steward_store::Began::Turn(claim) => claim,
        steward_store::Began::Lost => panic!("nobody else was there"),
    }
}

pub(super) fn quoting(it: &World, name: &str) -> NewEffect {
    NewEffect {
        payload: json!({ "to": BO, "text": SECRET }).to_string().into_bytes(),
        ..it.effect(name)
    }
}

/// What a turn may do, with the text in all of it.
pub(super) fn everything(db: &TestDatabase, it: &World) -> Changes {
    let now = steward_model::Clock::now(db.clock());
    Changes {
        effects: vec![quoting(it, "one"), quoting(it, "two")],
        approvals: vec![NewApproval {
            id: steward_model::ApprovalId::generate(&steward_model::SystemIds),
            call_id: "call".into(),
            tool: "send_money".into(),
            arguments: quoted(),
            agent_revision: 1,
            approver: ApproverRole::Member,
            rule: "R6".into(),
            expires_at: now.plus(Duration::from_secs(3600)),
        }],
        notices: vec![NewNotice {
            kind: NoticeKind::Escalated,
            text: format!("They want to know: {SECRET}"),
            dedupe_key: "turn:1".into(),
        }],
        suggestions: vec![NewSuggestion {
            draft: Draft {
                options: vec![DraftOption {
                    body: format!("You wrote: {SECRET}"),
                    confidence: None,
                }],
                ..it.suggestion("one").draft
            },
            ..it.suggestion("one")
        }],
        schedules: vec![NewSchedule {
            payload: json!({ "say": SECRET }),
            name: SECRET.replace('\n', " "),
            scope: Scope::Contact(it.contact),
            correlation_key: format!("contact:{}", it.contact),
            ..super::schedules::hourly(it.agent, now)
        }],
        ..Changes::default()
    }
}

/// Puts the text wherever a text can be put.
pub(super) async fn tell(db: &TestDatabase, store: Store) -> (World, Told) {
    let it = World::of(db, store, "Acme").await;
    // The world's own turn was never run and cannot be opened.
    db.data().execute("delete from turn").await;
    let claim = heard(&it, SECRET, "secret").await;
    let done = Advance {
        learned: vec![learned(1, "x")],
        items: vec![
            said(ItemKind::Assistant, &format!("You said: {SECRET}")),
            said(ItemKind::ToolOutput, SECRET),
        ],
        changes: everything(db, &it),
        told: vec![NewStreamEvent {
            kind: "message".into(),
            data: quoted(),
        }],
        ..ending()
    };
    let mut done = done;
    done.learned[0].event = quoted();
    if let steward_store::Next::End(end) = &mut done.next {
        end.detail = quoted();
    }
    it.store.advance(&claim, done).await.unwrap();
    fail_to_send(&it).await;
    elsewhere(&it).await;
    refuse_by_mail(&it, format!("No more of this: {SECRET}")).await;
    quote(&it).await;
    let passage = NewPassage {
        thread_id: Some(claim.thread_id),
        source: "message".into(),
        source_ref: format!("{}:1", claim.thread_id),
        text: SECRET.into(),
        ..note("said")
    };
    let scope = Scope::Contact(it.contact);
    let inserted = it
        .store
        .org(it.org)
        .insert_passages(scope, vec![passage])
        .await;
    let [Inserted::New(passage)] = inserted.unwrap()[..] else {
        panic!("it was known");
    };
    let told = Told {
        agent: it.agent,
        contact: it.contact,
        thread: claim.thread_id,
        turn: claim.turn_id,
        passage,
    };
    (it, told)
}

/// One message is refused by a carrier that quotes it; the other waits.
async fn fail_to_send(it: &World) {
    let claimed: ClaimedEffect = it.claim_one().await;
    let refused = Delivery::Refused {
        reason: format!("cannot send {SECRET}"),
        status: Some(400),
    };
    let settled = it.store.settle_effect(&claimed, refused).await.unwrap();
    assert_eq!(settled, Some(EffectState::Failed));
}

/// What is not on a thread.
pub(super) async fn elsewhere(it: &World) {
    let here = it.store.org(it.org);
    let agent = here.agent(it.agent).await.unwrap().unwrap();
    let profile = AgentProfile {
        instructions: SECRET.into(),
        ..text_reply().profile
    };
    let instructed = NewAgent {
        profile,
        ..agent.settings
    };
    let replaced = here.replace_agent(it.agent, agent.revision, instructed, None);
    assert!(replaced.await.unwrap());
    let off = here.set_flag(Flag::Compaction, false, Some(SECRET), it.owner);
    assert!(off.await.unwrap());
    let scope = Scope::Org(it.org);
    let made = here.create_block(scope, None, block("human", SECRET));
    let made = made.await.unwrap();
    let change = BlockEdit {
        ..edit(&format!("{SECRET} And more."))
    };
    here.edit_block(made.id, 1, change).await.unwrap();
    let file = here.write_files(Author::System, vec![new_file("areas/a.md", SECRET)]);
    file.await.unwrap();
    let mut noted = note("quoted");
    noted.text = format!("Bo told us: {SECRET} Ask again.");
    noted.meta.title = Some(SECRET.into());
    noted.meta.tags = vec!["birds".into()];
    keep(&it.store, it.org, noted).await;
    let mut copied = note("copied");
    copied.text = SECRET.into();
    keep(&it.store, it.org, copied).await;
    let request = RequestKey {
        caller: "key:1".into(),
        route: "POST /x".into(),
        key: "k".into(),
    };
    let day = Duration::from_secs(86_400);
    here.begin_request(&request, [7; 32], day).await.unwrap();
    let answered = here.finish_request(&request, 200, Some(&quoted())).await;
    assert!(answered.unwrap());
}

pub(super) async fn found(store: &Store, org: OrgId, text: &str) -> BTreeSet<String> {
    let looked = store.org(org).look_for(&[text.to_owned()]).await.unwrap();
    assert_eq!(looked.damaged, 0, "{looked:?}");
    assert!(looked.opened > 5, "{looked:?}");
    looked.found.into_iter().map(|(place, _)| place).collect()
}

pub(super) async fn forget_asked(store: &Store, org: OrgId) {
    let forgot = store.org(org).forget_asked().await.unwrap();
    assert_eq!(forgot, Forgot::Everything);
}

/// Every sealed value of the database, by its first bytes, which nothing else has.
pub(super) async fn fingerprints(db: &TestDatabase) -> HashSet<Vec<u8>> {
    let mut all = HashSet::new();
    for place in forgotten_columns().iter().map(|(place, _)| place) {
        let (table, column) = place.split_once('.').unwrap();
        let sql = format!("select {column} from {table} where {column} is not null");
        for row in db.data().rows(&sql).await {
            let [Cell::Bytes(bytes)] = &row[..] else {
                panic!("{sql}: {row:?}");
            };
            all.insert(bytes[..16].to_vec());
        }
    }
    all
}

/// What was sealed before and is not in any row now is not in any file either.
pub(super) async fn assert_overwritten(db: &TestDatabase, before: &HashSet<Vec<u8>>) {
    let gone: HashSet<&[u8]> = {
        let now = fingerprints(db).await;
        assert!(before.difference(&now).count() > 15, "much was rewritten");
        let gone = before.iter().filter(|print| !now.contains(*print));
        gone.map(Vec::as_slice).collect()
    };
    let bytes = stolen(db).await;
    assert!(holds(&bytes, "Acme"), "the search finds nothing at all");
    let left = bytes.windows(16).filter(|window| gone.contains(window));
    assert_eq!(left.count(), 0, "something sealed is left");
}

async fn every_sealed_column_is_known(db: TestDatabase) {
    db.open().await.close().await;
    let known: BTreeSet<String> = forgotten_columns().into_iter().map(|(it, _)| it).collect();
    assert_eq!(
        known.len(),
        forgotten_columns().len(),
        "a column is named twice"
    );
    let mut sealed = BTreeSet::new();
    for table in db.data().tables().await {
        let columns = match db.backend() {
            Backend::Sqlite => format!("select name from pragma_table_info('{table}')"),
            Backend::Postgres => format!(
                "select column_name::text from information_schema.columns
                where table_schema = current_schema() and table_name = '{table}'"
            ),
        };
        for column in db.data().rows(&columns).await.into_iter().flatten() {
            let Cell::Text(column) = column else {
                panic!("{column:?}")
            };
            if column.ends_with("_enc") {
                sealed.insert(format!("{table}.{column}"));
            }
        }
    }
    assert_eq!(
        sealed, known,
        "forgetting must know every sealed column: add it to forgetting/places.rs"
    );
}

async fn a_text_is_taken_out_of_everything(db: TestDatabase) {
    let store = db.open().await;
    let (it, told) = tell(&db, store).await;
    let columns = forgotten_columns().into_iter();
    let looked_through: BTreeSet<String> = columns
        .filter(|(_, why)| why.is_none())
        .map(|(place, _)| place)
        .collect();
    assert_eq!(found(&it.store, it.org, STEM).await, looked_through);
    let before = fingerprints(&db).await;
    let here = it.store.org(it.org);
    assert!(here.forget_passage(told.passage, "member:x").await.unwrap());
    assert_eq!(here.passage(told.passage).await.unwrap(), None);
    let jobs = here.jobs(&all(), Some(JobState::Queued)).await.unwrap();
    assert_eq!((jobs.len(), jobs[0].kind.as_str()), (1, "forget"));
    forget_asked(&it.store, it.org).await;
    assert_eq!(found(&it.store, it.org, STEM).await, BTreeSet::new());
    if db.backend() == Backend::Sqlite {
        let backup = db.folder().join("backup.db");
        it.store.back_up(&backup).await.unwrap();
    }
    assert_overwritten(&db, &before).await;
    assert!(!holds(&stolen(&db).await, STEM));
    readable(&it, &told).await;
    let subject = format!("passage:{}", told.passage);
    let actions = it.actions(&db, &subject).await;
    assert_eq!(actions, ["memory.forgetting", "memory.forgotten"]);
    it.store.seal_audit().await.unwrap();
    let report = here.verify_audit(None, &|_| {}).await.unwrap();
    assert!(report.is_whole(), "{report:?}");
    assert!(!here.forget_passage(told.passage, "member:x").await.unwrap());
    forget_asked(&it.store, it.org).await;
}

/// What is left can be read, with marks in it.
pub(super) async fn readable(it: &World, told: &Told) {
    let here = it.store.org(it.org);
    let items = here.items_between(told.thread, 0, 9).await.unwrap();
    let contents = items
        .iter()
        .map(|item| String::from_utf8_lossy(&item.content));
    let contents: Vec<_> = contents.collect();
    assert_eq!(
        contents,
        [
            r#"{"from":"Bo","text":"[forgotten]"}"#,
            r#"{"from":"Bo","text":"You said: [forgotten]"}"#,
            r#"{"from":"Bo","text":"[forgotten]"}"#
        ]
    );
    let turn = here.turn(told.turn).await.unwrap().unwrap();
    assert!(turn.redacted);
    here.turn_record(&turn).await.unwrap();
    let scope = Scope::Org(it.org);
    let notes = here.passages(scope, "archival", &all()).await.unwrap();
    assert_eq!(notes.len(), 1, "a copy has nothing left to say");
    assert_eq!(notes[0].text, "Bo told us: [forgotten] Ask again.");
    assert_eq!(notes[0].meta.title.as_deref(), Some("[forgotten]"));
    let tagged = here
        .passages_tagged(scope, "archival", &["birds".into()], &all())
        .await;
    assert_eq!(tagged.unwrap().len(), 1);
    let blocks = here.blocks(scope, None).await.unwrap();
    assert_eq!(blocks[0].value, "[forgotten] And more.");
    let approvals = here.approvals(&all(), false).await.unwrap();
    let arguments = approvals[0].arguments.as_deref().unwrap();
    assert_eq!(arguments, br#"{"text":"They said: [forgotten]"}"#);
    assert_eq!(it.store.expire_approvals(9).await.unwrap(), 1);
    let suggestions = here.suggestions(&all(), false).await.unwrap();
    let draft = suggestions[0].draft.as_ref().unwrap();
    assert_eq!(draft.options[0].body, "You wrote: [forgotten]");
    let state = suggestions[0].state;
    assert_eq!(
        state,
        SuggestionState::Outdated,
        "nobody sends what is left"
    );
    let schedules = here.schedules(&all()).await.unwrap();
    assert_eq!(schedules[0].settings.name, "[forgotten]");
    let agent = here.agent(told.agent).await.unwrap().unwrap();
    assert_eq!(agent.settings.profile.instructions, "[forgotten]");
    let stream = told.thread.to_string();
    let shown = here.stream_events(&stream, Scope::Contact(told.contact), 0, 9);
    assert_eq!(shown.await.unwrap(), []);
}

async fn a_short_text_is_taken_out_of_where_it_was_said(db: TestDatabase) {
    let it = World::new(&db).await;
    db.data().execute("delete from turn").await;
    let claim = heard(&it, "no", "short").await;
    let answer = Advance {
        items: vec![said(ItemKind::Assistant, "There is no room in no house.")],
        ..ending()
    };
    it.store.advance(&claim, answer).await.unwrap();
    let (here, scope) = (it.store.org(it.org), Scope::Contact(it.contact));
    let passage = NewPassage {
        thread_id: Some(claim.thread_id),
        source: "message".into(),
        source_ref: format!("{}:1", claim.thread_id),
        text: "no".into(),
        ..note("short")
    };
    let inserted = here.insert_passages(scope, vec![passage]).await.unwrap();
    let [Inserted::New(passage)] = inserted[..] else {
        panic!("it was known");
    };
    assert!(here.forget_passage(passage, "member:x").await.unwrap());
    forget_asked(&it.store, it.org).await;
    let items = here.items_between(claim.thread_id, 0, 9).await.unwrap();
    let contents = items
        .iter()
        .map(|item| String::from_utf8_lossy(&item.content));
    assert_eq!(
        contents.collect::<Vec<_>>(),
        [
            r#"{"from":"Bo","text":"[forgotten]"}"#,
            r#"{"from":"Bo","text":"There is no room in no house."}"#
        ]
    );
    let left = found(&it.store, it.org, "\"no\"").await;
    assert_eq!(left, BTreeSet::new());
}

async fn what_a_contact_said_is_taken_out_of_everything_else(db: TestDatabase) {
    let store = db.open().await;
    let (it, told) = tell(&db, store).await;
    let here = it.store.org(it.org);
    let mut number = note("number");
    number.text = format!("Call Bo at {BO} if it rains.");
    keep(&it.store, it.org, number).await;
    // Somebody else says the same in their own words, and later somebody else has the number.
    let other = it.another_contact().await;
    let own = NewEvent {
        payload: json!({ "text": SECRET }).to_string().into_bytes(),
        ..super::inbox::text(it.agent, other, 1)
    };
    here.accept(own).await.unwrap();
    assert!(here.forget_contact(told.contact, "member:x").await.unwrap());
    let again = here.resolve_contact(&phone(BO)).await.unwrap();
    forget_asked(&it.store, it.org).await;
    let left = found(&it.store, it.org, STEM).await;
    assert_eq!(left, BTreeSet::from(["event.payload_enc".to_owned()]));
    let left = found(&it.store, it.org, BO).await;
    assert_eq!(
        left,
        BTreeSet::from(["contact_identifier.value_enc".to_owned()])
    );
    let again = here.contact(again.id).await.unwrap().unwrap();
    assert_eq!(again.identifiers[0].value, BO);
}

async fn what_a_member_said_is_taken_out_of_everything_else(db: TestDatabase) {
    let store = db.open().await;
    let (org, owner) = new_org(&store, "Acme").await;
    let here = store.org(org);
    let (member, own, _) = super::memory_forget::members_thread(&store, org).await;
    let mine = NewPassage {
        text: SECRET.into(),
        ..note("mine")
    };
    here.insert_passages(Scope::Agent(own), vec![mine])
        .await
        .unwrap();
    let mut quoting = note("quoting");
    quoting.text = format!("Ana wrote: {SECRET}");
    keep(&store, org, quoting).await;
    let last = here.forget_member(owner, "member:x").await;
    assert_err!(last, StoreError::Refused(_));
    assert!(here.forget_member(member, "member:x").await.unwrap());
    assert!(here.member(member).await.unwrap().is_none());
    forget_asked(&store, org).await;
    let looked = here.look_for(&[STEM.to_owned()]).await.unwrap();
    assert_eq!((looked.damaged, looked.found), (0, vec![]));
    assert!(!here.forget_member(member, "member:x").await.unwrap());
    forget_asked(&store, org).await;
}
