//! Provable forgetting: a thousand canaries are planted through every path, and after forgetting none is anywhere.

use std::collections::HashSet;
use std::time::Duration;

use http::header::ACCEPT;
use serde_json::{Value, json};
use steward_model::{
    Clock as _, ContactId, EffectClass, EffectVerdict, Integrity, MemberId, NoticeKind, PassageId,
    Role, Scope, ThreadId,
};
use steward_store::{
    NewEffect, NewNotice, NewPassage, Origin, Outgoing, Page, PassageMeta, forgotten_columns,
};
use steward_testkit::{Backend, Cell, on_both};

use super::hijacked::{Office, id};
use super::webhooks::{OURS, text_from, with_twilio};
use crate::support::TestServer;
use crate::support::hijacked::call;
use crate::support::tenant::add_member;

const STEM: &str = "kanarie";
const DAY: Duration = Duration::from_secs(86_400);

/// How many people there are, and what each of them says. Half of them are forgotten as a whole, and of the others every
/// passage.
struct Plan {
    contacts: usize,
    texts: usize,
    members: usize,
    turns: usize,
    canaries: usize,
}

const FULL: Plan = Plan {
    contacts: 20,
    texts: 20,
    members: 10,
    turns: 20,
    canaries: 1_000,
};

/// Some of everything.
const SMALL: Plan = Plan {
    contacts: 2,
    texts: 2,
    members: 2,
    turns: 2,
    canaries: 20,
};

/// What was planted, and who is to be forgotten.
struct Planted {
    contacts: Vec<ContactId>,
    members: Vec<MemberId>,
    said: Vec<String>,
    agent: String,
}

struct Canaries(usize);

impl Canaries {
    fn word(&mut self) -> String {
        self.0 += 1;
        let word = (self.0 as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        format!("{STEM}{word:016x}")
    }

    /// A sentence that nobody else says, about something that can be asked for without naming it.
    fn sentence(&mut self) -> String {
        let word = self.word();
        format!("The password of locker {} is {word} \"for now\".", self.0)
    }
}

fn phone(number: usize) -> String {
    format!("+1415556{number:04}")
}

#[test]
fn a_thousand_canaries_are_forgotten() {
    on_both(|database| async {
        let plan = match database.backend() {
            Backend::Sqlite => &FULL,
            Backend::Postgres => &SMALL,
        };
        let server = with_twilio(database).await;
        let working = server.start_runtime().await;
        let planted = plant(&server, plan).await;
        index_everything(&server).await;
        assert_recalled(&server, &planted.agent).await;
        let sealed = fingerprints(&server).await;
        forget(&server, &planted).await;
        carry_out(&server).await;
        assert_not_recalled(&server, &planted.agent).await;
        working.stop(Duration::from_secs(10)).await;
        assert_nowhere(&server, &sealed).await;
    });
}

async fn plant(server: &TestServer, plan: &Plan) -> Planted {
    let mut canaries = Canaries(0);
    let body = json!({
        "name": "Archivist",
        "tools": ["archival_insert", "memory_append", "memory_search", "conversation_search", "schedule_task"],
    });
    let agent = server.post("/api/agents").bearer(&server.ours.token);
    let agent = agent.json(&body).send().await.expect(201);
    let mut planted = Planted {
        contacts: Vec::new(),
        members: Vec::new(),
        said: Vec::new(),
        agent: agent["id"].as_str().unwrap().to_owned(),
    };
    for number in 0..plan.contacts {
        plant_contact(server, plan, number, &mut canaries, &mut planted).await;
    }
    index_everything(server).await;
    for number in 0..plan.members {
        plant_member(server, plan, number, &mut canaries, &mut planted).await;
    }
    let notes = plan.canaries - canaries.0;
    plant_notes(server, notes, &mut canaries, &planted).await;
    assert_eq!(canaries.0, plan.canaries);
    planted
}

/// Somebody who writes; every other one is known by a canary and an address with one, and forgotten as a whole.
async fn plant_contact(
    server: &TestServer,
    plan: &Plan,
    number: usize,
    canaries: &mut Canaries,
    planted: &mut Planted,
) {
    let from = phone(number);
    if number.is_multiple_of(2) {
        let (name, email) = (canaries.word(), format!("{}@example.com", canaries.word()));
        let body = json!({"name": format!("Ana {name}"), "email": email, "phone": from});
        let made = server.post("/api/contacts").bearer(&server.ours.token);
        let made = made.json(&body).send().await.expect(201);
        let id = made["id"].as_str().unwrap();
        planted.contacts.push(id.parse().unwrap());
    }
    for text in 0..plan.texts {
        let (sid, said) = (format!("SM{number:016}{text:016}"), canaries.sentence());
        let taken = text_from(server, &sid, (&from, OURS), &said).await;
        assert_eq!(taken.status, 200, "{taken}");
        planted.said.push(said);
    }
    put_out(server, &from, planted.said.last().unwrap()).await;
}

/// A message to a contact that quotes them and waits, and a notice that does.
async fn put_out(server: &TestServer, from: &str, said: &str) {
    let org = server.store.org(server.ours.org);
    let query = format!("/api/contacts?query={}", from.replace('+', "%2B"));
    let found = server.get(&query).bearer(&server.ours.token).send().await;
    let found = found.expect(200);
    let contact: ContactId = found["items"][0]["id"].as_str().unwrap().parse().unwrap();
    let all = Page {
        after: None,
        limit: 500,
    };
    let threads = org.threads(&all, None).await.unwrap();
    let scope = Scope::Contact(contact).to_string();
    let thread: ThreadId = threads.iter().find(|it| it.scope == scope).unwrap().id;
    let now = server.database.clock().now();
    let effect = NewEffect {
        idem_key: format!("quote:{contact}"),
        contact_id: contact,
        line_id: server.ours.ids.line.parse().unwrap(),
        class: EffectClass::Asked,
        channel: "sms".into(),
        payload: json!({"to": from, "from": OURS, "text": format!("You wrote: {said}")})
            .to_string()
            .into_bytes(),
        integrity: Integrity::User,
        verdict: EffectVerdict::Allow,
        rule: "R2".into(),
        approval_id: None,
        not_before: Some(now.plus(DAY)),
        expires_at: now.plus(2 * DAY),
    };
    let notice = NewNotice {
        kind: NoticeKind::Escalated,
        text: format!("They wrote: {said}"),
        dedupe_key: format!("quote:{contact}"),
    };
    let origin = Origin {
        org: server.ours.org,
        thread,
        turn: None,
        agent: None,
    };
    let outgoing = Outgoing {
        effects: vec![effect],
        notices: vec![notice],
        ..Outgoing::default()
    };
    server.store.put_out(origin, outgoing).await.unwrap();
}

/// Somebody who tells an agent, which repeats it, files it, sets a reminder and quotes a contact. Every other one is
/// forgotten as a whole.
async fn plant_member(
    server: &TestServer,
    plan: &Plan,
    number: usize,
    canaries: &mut Canaries,
    planted: &mut Planted,
) {
    let token = format!("stw_canary_{number}_0123456789");
    let member = add_member(&server.store, server.ours.org, Role::Admin, &token).await;
    if number.is_multiple_of(2) {
        planted.members.push(member);
    }
    for turn in 0..plan.turns {
        let said = canaries.sentence();
        let theirs = &planted.said[(number * plan.turns + turn) % planted.said.len()];
        let calls = json!({"messages": ["Noted."], "tool_calls": [
            {"name": "archival_insert", "args": {"text": format!("They told me: {said}"), "tags": ["lockers"]}},
            {"name": "memory_append", "args": {"label": "human", "text": said}},
            {"name": "schedule_task", "args": {"when": "in 10 hours", "text": said}},
        ]});
        let answer = json!({"messages": [format!("You said: {said} A contact said: {theirs}")], "tool_calls": []});
        let body = json!({
            "agent_id": planted.agent, "text": said, "script": [calls.to_string(), answer.to_string()],
        });
        let post = server.post("/api/turns/debug").bearer(&token);
        let post = post.header(ACCEPT, "application/json").json(&body);
        let told = post.send().await.expect(200);
        assert_eq!(told["turn"]["outcome"], "completed", "{told}");
    }
}

/// What the team filed; every other note quotes a contact too.
async fn plant_notes(
    server: &TestServer,
    count: usize,
    canaries: &mut Canaries,
    planted: &Planted,
) {
    let org = server.store.org(server.ours.org);
    for number in 0..count {
        let own = canaries.sentence();
        let text = match number % 2 {
            0 => own,
            _ => format!("{own} {}", planted.said[number % planted.said.len()]),
        };
        let note = NewPassage {
            agent_id: None,
            thread_id: None,
            contact_id: None,
            source: "archival".into(),
            source_ref: format!("note:{number}"),
            chunk_index: 0,
            integrity: Integrity::User,
            text,
            meta: PassageMeta::default(),
            priority: 0,
            embedding: None,
            occurred_at: server.database.clock().now(),
        };
        let scope = Scope::Org(server.ours.org);
        org.insert_passages(scope, vec![note]).await.unwrap();
    }
}

/// Waits until everything that was said is remembered, and embedded.
pub(super) async fn index_everything(server: &TestServer) {
    let org = server.store.org(server.ours.org);
    let waiting = "select (select count(*) from event where turn_id is null)
        + (select count(*) from turn where state = 'open')";
    until(async || {
        let items = org.count_items_to_index().await.unwrap();
        items == 0 && server.database.data().value(waiting).await == Cell::Int(0)
    })
    .await;
}

async fn until(done: impl AsyncFn() -> bool) {
    let wait = async {
        while !done().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(300), wait)
        .await
        .expect("it never came to that");
}

/// Everything that a turn is told, and everything it finds, when it asks about the lockers.
async fn asked(server: &TestServer, agent: &str) -> String {
    let search =
        |name: &str| json!({"name": name, "args": {"query": "password of a locker", "limit": 20}});
    let calls = json!({"messages": [], "tool_calls": [search("memory_search"), search("conversation_search")]});
    let answer = json!({"messages": ["I looked."], "tool_calls": []});
    let body = json!({
        "agent_id": agent, "text": "What is the password of the locker?",
        "script": [calls.to_string(), answer.to_string()],
    });
    let post = server.post("/api/turns/debug").bearer(&server.ours.token);
    let post = post.header(ACCEPT, "application/json").json(&body);
    post.send().await.expect(200).to_string()
}

async fn assert_recalled(server: &TestServer, agent: &str) {
    let told = asked(server, agent).await;
    assert!(told.contains(STEM), "nothing was recalled: {told}");
}

async fn assert_not_recalled(server: &TestServer, agent: &str) {
    let told = asked(server, agent).await;
    assert!(!told.contains(STEM), "something is recalled: {told}");
}

/// Forgets everybody who is to be forgotten, and every passage with a canary of all the others.
async fn forget(server: &TestServer, planted: &Planted) {
    let token = &server.ours.token;
    for contact in &planted.contacts {
        let path = format!("/api/contacts/{contact}/forget");
        let forgotten = server.post(&path).bearer(token).send().await;
        assert_eq!(forgotten.status, 204, "{forgotten}");
    }
    for member in &planted.members {
        let path = format!("/api/members/{member}/forget");
        let forgotten = server.post(&path).bearer(token).send().await;
        assert_eq!(forgotten.status, 204, "{forgotten}");
    }
    for passage in passages(server).await {
        let path = format!("/v1/agent/memory/passages/{passage}/forget");
        let forgotten = server.post(&path).bearer(token).send().await;
        // The parts of a message go together.
        assert!(
            [204, 404].contains(&forgotten.status.as_u16()),
            "{forgotten}"
        );
    }
}

/// Every passage that holds a canary.
async fn passages(server: &TestServer) -> Vec<PassageId> {
    let org = server.store.org(server.ours.org);
    let mut found = Vec::new();
    for count in org.passage_counts().await.unwrap() {
        let mut page = Page {
            after: None,
            limit: 200,
        };
        loop {
            let some = org.passages(count.scope, &count.source, &page).await;
            let some = some.unwrap();
            let Some(last) = some.last() else { break };
            page.after = Some(last.id.to_string());
            let planted = some.iter().filter(|passage| passage.text.contains(STEM));
            found.extend(planted.map(|passage| passage.id));
        }
    }
    assert!(found.len() >= 4, "{found:?}");
    found
}

/// Lets the jobs run until nothing is left to forget.
pub(super) async fn carry_out(server: &TestServer) {
    until(async || {
        // Jobs that were put off wait for the test's clock.
        server.pass(Duration::from_secs(3));
        let left = "select count(*) from job where kind = 'forget' and state <> 'done'";
        server.database.data().value(left).await == Cell::Int(0)
    })
    .await;
    let left = server
        .database
        .data()
        .rows("select id from forgetting")
        .await;
    assert_eq!(left.len(), 0);
}

/// Every sealed value, by its first bytes, which nothing else has.
async fn fingerprints(server: &TestServer) -> HashSet<Vec<u8>> {
    let mut all = HashSet::new();
    for (place, _) in forgotten_columns() {
        let (table, column) = place.split_once('.').unwrap();
        let sql = format!("select {column} from {table} where {column} is not null");
        for row in server.database.data().rows(&sql).await {
            let [Cell::Bytes(bytes)] = &row[..] else {
                panic!("{sql}: {row:?}");
            };
            all.insert(bytes[..16].to_vec());
        }
    }
    all
}

/// No row that can be opened holds a canary, no file holds one, and no file holds what was sealed before and is in no row
/// any more: neither those of the data folder nor a backup that was made since.
async fn assert_nowhere(server: &TestServer, sealed: &HashSet<Vec<u8>>) {
    let org = server.store.org(server.ours.org);
    let looked = org.look_for(&[STEM.to_owned()]).await.unwrap();
    assert_eq!((looked.damaged, looked.found), (0, vec![]));
    assert!(looked.opened > 50, "hardly anything was looked at");
    server.store.seal_audit().await.unwrap();
    let mut report = org.verify_audit(None, &|_| {}).await.unwrap();
    // The tests put one effect to rest behind the record's back.
    let seeded = format!("effect {}", server.ours.ids.effect);
    report.problems.retain(|problem| problem.place != seeded);
    assert!(report.is_whole(), "{report:?}");
    let now = fingerprints(server).await;
    let gone: HashSet<&[u8]> = sealed.difference(&now).map(Vec::as_slice).collect();
    assert!(gone.len() > 20, "hardly anything was rewritten");
    if server.database.backend() != Backend::Sqlite {
        return;
    }
    let folder = server.database.folder();
    let backup = folder.join("later.db");
    server.store.back_up(&backup).await.unwrap();
    let keys = folder.join("later-keys.db");
    server.store.back_up_keys(&keys).await.unwrap();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        let plain = bytes.windows(STEM.len()).any(|it| it == STEM.as_bytes());
        assert!(!plain, "{}", path.display());
        let left = bytes.windows(16).filter(|it| gone.contains(it)).count();
        assert_eq!(left, 0, "something sealed is left in {}", path.display());
    }
}

#[test]
fn drafts_for_somebody_who_is_forgotten_wait_no_more() {
    on_both(|database| async {
        let (line, ana) = ("+14155550111", "+14155551002");
        let drafts = json!({"options": [{"body": "Yes."}, {"body": "No."}]});
        let mind = move |_: &str| vec![call("propose_sms_replies", drafts.clone())];
        let office = Office::open(database, mind, |_| {}).await;
        let agent = office.post("/api/agents", &json!({"name": "Desk"})).await;
        let agent = id(&agent.expect(201));
        office.change(&agent, "suggest", &["messaging"]).await;
        office.line(line, &agent).await;
        let working = office.server.start_runtime().await;
        office.text((ana, line), "Is it free?").await;
        office.rest().await;
        let ours = |mut list: Vec<Value>| {
            list.retain(|one| one["agent_id"] == agent.as_str());
            list
        };
        let waiting = "/api/suggestions?open=true&limit=200";
        assert_eq!(ours(office.items(waiting).await).len(), 1);
        let contact = office.contact(ana).await;
        let forget = format!("/api/contacts/{contact}/forget");
        office.post(&forget, &json!({})).await.expect(204);
        assert_eq!(ours(office.items(waiting).await), Vec::<Value>::new());
        let drafted = ours(office.items("/api/suggestions?limit=200").await);
        assert_eq!(drafted[0]["outdated_by"], "forgotten", "{drafted:?}");
        let inbox = ours(office.items("/api/inbox?limit=200").await);
        assert_eq!(inbox[0]["waiting_suggestion"], false, "{inbox:?}");
        working.stop(Duration::from_secs(10)).await;
    });
}
