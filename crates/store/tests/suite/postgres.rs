//! What only a server can do to us: hang up, time out, deadlock, go away.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};
use std::task::Poll;

use steward_model::{LineProvider, Role, Scope};
use steward_store::{
    Accepted, Database, MemberChange, NewContact, NewLine, NewWords, Point, Store, StoreError,
    StoreOptions,
};
use steward_testkit::{Cell, TestDatabase, run_aside};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use super::files::{new_file, put};
use super::inbox::{agent, contact, text};
use super::outbox::World;
use super::passages::note;
use super::story::{all, new_org, person, phone};

const HANG_UP: &str = "select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'steward'";

fn step_down() -> MemberChange {
    MemberChange {
        role: Some(Role::Member),
        ..MemberChange::default()
    }
}

fn is_update(point: Point) -> bool {
    matches!(point, Point::Statement(sql) if sql.name.ends_with("members::UPDATE"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_connection_that_breaks_in_a_transaction_takes_it_back() {
    let Some(db) = TestDatabase::postgres().await else {
        return;
    };
    let armed = Arc::new(AtomicBool::new(false));
    let (data, strike) = (db.data(), Arc::clone(&armed));
    let db = db.with_probe(Arc::new(move |point| {
        let commit = matches!(point, Point::Commit);
        if (commit || is_update(point)) && strike.swap(false, Ordering::SeqCst) {
            run_aside(async { data.apart().await.execute(HANG_UP).await });
        }
        Ok(())
    }));
    let store = db.open().await;
    let (org, owner) = new_org(&store, "Acme").await;
    for _ in 0..5 {
        let before = db.data().dump().await;
        let rename = MemberChange {
            name: Some("Olga II".into()),
            ..MemberChange::default()
        };
        armed.store(true, Ordering::SeqCst);
        let broken = store.org(org).update_member(owner, rename).await;
        assert_err!(broken, StoreError::Unavailable(_));
        armed.store(true, Ordering::SeqCst);
        assert_err!(
            store.org(org).rename("Lost").await,
            StoreError::Unavailable(_)
        );
        assert_eq!(db.data().dump().await, before);
    }
    assert!(store.org(org).rename("Again").await.unwrap().is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_that_wait_for_each_other_one_is_told_to_try_again() {
    let Some(db) = TestDatabase::postgres().await else {
        return;
    };
    // Each has locked the other one when both come here.
    let (both, armed) = (Barrier::new(2), Arc::new(AtomicBool::new(false)));
    let strike = Arc::clone(&armed);
    let db = db.with_probe(Arc::new(move |point| {
        if is_update(point) && strike.load(Ordering::SeqCst) {
            // Gives the worker's other tasks away, one of which is the one to wait for.
            tokio::task::block_in_place(|| both.wait());
        }
        Ok(())
    }));
    let store = db.open().await;
    let (org, olga) = new_org(&store, "Acme").await;
    let bo = store
        .org(org)
        .create_member(person("Bo", Role::Owner))
        .await
        .unwrap();
    armed.store(true, Ordering::SeqCst);
    let leave = |id| {
        let store = store.clone();
        tokio::spawn(async move { store.org(org).update_member(id, step_down()).await })
    };
    let (one, other) = tokio::join!(leave(olga), leave(bo.id));
    let (one, other) = (one.unwrap(), other.unwrap());
    assert!(one.is_ok() != other.is_ok(), "{one:?} {other:?}");
    assert_err!(one.and(other), StoreError::Busy);
    armed.store(false, Ordering::SeqCst);
    let members = store.org(org).members(&all()).await.unwrap();
    let owner = members
        .iter()
        .find(|member| member.role == Role::Owner)
        .unwrap();
    assert_err!(
        store.org(org).update_member(owner.id, step_down()).await,
        StoreError::Refused(_)
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn whoever_waits_for_a_contact_holds_nothing_that_hangs_on_it() {
    let Some(db) = TestDatabase::postgres().await else {
        return;
    };
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let line = NewLine {
        address: phone("+14155550199"),
        label: "Front desk".into(),
        agent_id: None,
        provider: LineProvider::Twilio,
    };
    store.org(org).create_line(line).await.unwrap();
    let waits = "select count(*) from pg_stat_activity where datname = current_database()
        and application_name = 'steward' and wait_event_type = 'Lock'";
    let (holder, aside) = (db.data().apart().await, db.data().apart().await);
    // Whoever deletes a contact meets the work in the background that forgets them.
    for deletes in [false, true] {
        let ana = NewContact {
            name: Some("Ana".into()),
            identifiers: vec![phone("+14155550123")],
        };
        let ana = store.org(org).create_contact(ana).await.unwrap().id;
        let hold = format!("begin; update contact set name_enc = name_enc where id = '{ana}'");
        holder.execute(&hold).await;
        let here = store.clone();
        let forgetting = tokio::spawn(async move {
            let org = here.org(org);
            match deletes {
                true => org.delete_contact(ana, "member:x").await,
                false => org.forget_contact(ana, "member:x").await,
            }
        });
        while aside.value(waits).await == Cell::Int(0) {
            assert!(!forgetting.is_finished(), "it did not wait");
        }
        for free in [
            "select id from line for update skip locked",
            "select id from contact_identifier for update skip locked",
        ] {
            assert_eq!(aside.rows(free).await.len(), 1, "{free}");
        }
        holder.execute("rollback").await;
        assert!(forgetting.await.unwrap().unwrap());
    }
}

/// Whoever waited for a scope that was closed meanwhile has its row locked: it may not go on to wait for the contact, whom the
/// forgetting holds until it has that row.
#[tokio::test]
async fn whoever_remembers_what_is_being_forgotten_waits_for_nothing_more() {
    let Some(db) = TestDatabase::postgres().await else {
        return;
    };
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let ana = NewContact {
        name: Some("Ana".into()),
        identifiers: vec![phone("+14155550123")],
    };
    let ana = store.org(org).create_contact(ana).await.unwrap().id;
    let here = Scope::Contact(ana);
    let first = store.org(org).insert_passages(here, vec![note("a")]).await;
    assert_eq!(first.unwrap().len(), 1);

    let (closing, ending) = (db.data().apart().await, db.data().apart().await);
    let close = format!("begin; update memory_scope set closed = 1 where scope = '{here}'");
    closing.execute(&close).await;
    let hold = format!("begin; update contact set name_enc = name_enc where id = '{ana}'");
    ending.execute(&hold).await;
    let writer = store.clone();
    let remembers = async move { writer.org(org).insert_passages(here, vec![note("b")]).await };
    let remembering = tokio::spawn(remembers);
    let waits = "select count(*) from pg_stat_activity where datname = current_database()
        and application_name = 'steward' and wait_event_type = 'Lock'";
    while db.data().value(waits).await == Cell::Int(0) {
        assert!(!remembering.is_finished(), "it did not wait");
    }
    closing.execute("commit").await;
    assert_err!(remembering.await.unwrap(), StoreError::Forgotten);
    ending.execute("rollback").await;
}

#[tokio::test]
async fn a_statement_that_waits_too_long_is_given_up() {
    let Some(db) = TestDatabase::postgres().await else {
        return;
    };
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let other = db.data().apart().await;
    other.execute("begin; update org set name = name").await;
    assert_err!(store.org(org).rename("Waiting").await, StoreError::Busy);
    other.execute("rollback").await;
    assert!(store.org(org).rename("Done").await.unwrap().is_some());
}

/// A store with one connection to its data.
async fn on_one_connection(db: &TestDatabase) -> Store {
    let Database::Postgres { url, .. } = db.data_location() else {
        panic!("not on Postgres");
    };
    let data = Database::Postgres {
        url,
        max_connections: 1,
    };
    let options = StoreOptions {
        data,
        ..db.options()
    };
    Store::open(options).await.unwrap()
}

/// Whether the last that was asked on the connection was to wait for the disk.
async fn has_waited(db: &TestDatabase) -> bool {
    let waited = "select count(*) from pg_stat_activity where datname = current_database()
        and application_name = 'steward' and query like '%pg_logical_emit_message%'";
    db.data().value(waited).await == Cell::Int(1)
}

/// What is committed can be read a moment before it is on the disk: whoever wrote it waits for that, and so does whoever passes
/// on that it is there.
#[tokio::test]
async fn what_somebody_else_wrote_is_passed_on_once_it_is_on_the_disk() {
    let Some(db) = TestDatabase::postgres().await else {
        return;
    };
    let it = World::of(&db, on_one_connection(&db).await, "Acme").await;
    let here = it.store.org(it.org);
    let new = it.inbound(it.contact, "SM2", "Are you there?");
    here.accept(new.clone()).await.unwrap();
    it.store.ping().await.unwrap();
    assert!(!has_waited(&db).await);
    let again = here.accept(new).await.unwrap();
    assert!(matches!(again, Accepted::Duplicate { .. }), "{again:?}");
    assert!(has_waited(&db).await, "the text");

    let words = NewWords {
        client_id: "one".into(),
        text: "Yes.".into(),
    };
    let said = here.say(it.thread, it.owner, words.clone()).await.unwrap();
    assert!(!has_waited(&db).await);
    let again = here.say(it.thread, it.owner, words).await.unwrap();
    assert_eq!(again, said);
    assert!(has_waited(&db).await, "the words");

    put(&here, new_file("plan.md", "Ask.")).await;
    let mut place = 0;
    for _ in 0..2 {
        it.store.ping().await.unwrap();
        assert!(!has_waited(&db).await);
        let heads = here.files_changed_since(place, 1_000).await.unwrap();
        assert_eq!(has_waited(&db).await, place == 0, "the names of files");
        let read = here.files_read_since(place, 1_000).await.unwrap();
        assert_eq!(has_waited(&db).await, place == 0, "what files say");
        assert_eq!(read.is_empty(), heads.is_empty());
        place = heads.last().map_or(place, |head| head.change_no);
    }
    assert!(place > 0);
}

#[tokio::test]
async fn a_write_that_nobody_waits_for_any_more_leaves_its_connection_as_it_was() {
    let Some(db) = TestDatabase::postgres().await else {
        return;
    };
    let store = on_one_connection(&db).await;
    let (org, agent) = agent(&store, "Acme").await;
    let (mut left, mut accepted) = (0, 0);
    // How often one waits depends on how fast the server answers, so that it is done again until enough were left.
    while left < 12 {
        // Each is left one wait later than the one before: in the transaction, at its commit, and between that and the disk.
        for waits in 0.. {
            let new = text(agent, contact(), left + accepted);
            let here = store.org(org);
            if left_after(waits, here.accept(new.clone())).await {
                left += 1;
                // Whoever brings it again is told the truth, whether the first time was too short or not.
                here.accept(new.clone()).await.unwrap();
                let again = here.accept(new).await.unwrap();
                assert!(matches!(again, Accepted::Duplicate { .. }), "{again:?}");
            } else {
                accepted += 1;
                break;
            }
        }
    }
    let events = db.data().value("select count(*) from event").await;
    assert_eq!(events, Cell::Int((left + accepted) as i64));
    let off = "select count(*) from pg_stat_activity where state like 'idle in transaction%'
        and datname = current_database()";
    assert_eq!(db.data().value(off).await, Cell::Int(0));
}

/// Accepts something, and gives up when it would wait once more than so many times. Tells whether it gave up.
async fn left_after(
    waits: usize,
    accepting: impl Future<Output = Result<Accepted, StoreError>>,
) -> bool {
    let mut accepting = Box::pin(accepting);
    let mut waited = 0;
    let accepted = std::future::poll_fn(|cx| match accepting.as_mut().poll(cx) {
        Poll::Pending if waited < waits => {
            waited += 1;
            Poll::Pending
        }
        Poll::Pending => Poll::Ready(None),
        Poll::Ready(accepted) => Poll::Ready(Some(accepted)),
    });
    match accepted.await {
        Some(accepted) => {
            assert!(matches!(accepted.unwrap(), Accepted::Queued { .. }));
            false
        }
        None => true,
    }
}

/// Stands between the store and the server, and can go away like it.
struct Proxy {
    address: SocketAddr,
    server: String,
    running: JoinSet<()>,
}

impl Proxy {
    async fn start(server: String) -> Self {
        let mut proxy = Self {
            address: ([127, 0, 0, 1], 0).into(),
            server,
            running: JoinSet::new(),
        };
        proxy.restart().await;
        proxy
    }

    async fn stop(&mut self) {
        self.running.shutdown().await;
    }

    async fn restart(&mut self) {
        let listener = TcpListener::bind(self.address).await.unwrap();
        self.address = listener.local_addr().unwrap();
        let server = self.server.clone();
        self.running.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((mut client, _)) = listener.accept().await {
                let mut server = TcpStream::connect(&server).await.unwrap();
                connections.spawn(async move {
                    // Whoever ends it, it has ended.
                    let _ = tokio::io::copy_bidirectional(&mut client, &mut server).await;
                });
            }
        });
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_went_away_is_used_again_when_it_is_back() {
    let Some(db) = TestDatabase::postgres().await else {
        return;
    };
    let Database::Postgres {
        url,
        max_connections,
    } = db.data_location()
    else {
        panic!("not on Postgres");
    };
    let (_, host) = url.split_once('@').unwrap();
    let server = host.split('/').next().unwrap().to_owned();
    let mut proxy = Proxy::start(server.clone()).await;
    let via = |url: &str| url.replace(&server, &proxy.address.to_string());
    let options = StoreOptions {
        data: Database::Postgres {
            url: via(&url),
            max_connections,
        },
        ..db.options()
    };
    let store = Store::open(options).await.unwrap();
    let (org, _) = new_org(&store, "Acme").await;
    proxy.stop().await;
    assert_err!(
        store.org(org).rename("Lost").await,
        StoreError::Unavailable(_)
    );
    assert_err!(store.ping().await, StoreError::Unavailable(_));
    proxy.restart().await;
    assert_eq!(store.org(org).get().await.unwrap().unwrap().name, "Acme");
    assert!(store.org(org).rename("Again").await.unwrap().is_some());
}

#[tokio::test]
async fn a_server_that_is_not_there_is_reported_without_its_password() {
    let db = TestDatabase::sqlite();
    for url in [
        "postgres://steward:secret@127.0.0.1:1/steward",
        "postgres://steward:secret@127.0.0.1:notaport/steward",
        "mysql://steward:secret@127.0.0.1/steward",
    ] {
        let options = StoreOptions {
            data: Database::Postgres {
                url: url.into(),
                max_connections: 1,
            },
            ..db.options()
        };
        let error = Store::open(options).await.err().unwrap();
        assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
        assert!(!error.to_string().contains("secret"), "{error}");
    }
}

#[tokio::test]
async fn what_is_dropped_in_the_middle_lets_go_of_what_it_locked() {
    let Some(db) = TestDatabase::postgres().await else {
        return;
    };
    let store = db.open().await;
    let (org, owner) = new_org(&store, "Acme").await;
    let other = db.data().apart().await;
    other.execute("begin; update org set name = name").await;
    let waiting = {
        let store = store.clone();
        tokio::spawn(async move { store.org(org).rename("Waiting").await })
    };
    let waits = "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    while db.data().value(waits).await == Cell::Int(0) {
        tokio::task::yield_now().await;
    }
    waiting.abort();
    assert!(waiting.await.unwrap_err().is_cancelled());
    other.execute("rollback").await;
    // Nobody holds the row: whoever had waited for it is gone, with its transaction.
    let name = store.org(org).rename("Acme II").await.unwrap();
    assert!(name.is_some());
    let open = "select count(*) from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'";
    while db.data().value(open).await != Cell::Int(0) {
        tokio::task::yield_now().await;
    }
    assert!(store.org(org).member(owner).await.unwrap().is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_finds_all_connections_in_use_waits_for_one() {
    let Some(db) = TestDatabase::postgres().await else {
        return;
    };
    let store = db.open().await;
    let (org, _) = new_org(&store, "Acme").await;
    let mut asking = JoinSet::new();
    for _ in 0..200 {
        let store = store.clone();
        asking.spawn(async move { store.org(org).get().await });
    }
    while let Some(asked) = asking.join_next().await {
        assert!(asked.unwrap().unwrap().is_some());
    }
    let ours = "select count(*) from pg_stat_activity where datname = current_database() and application_name = 'steward'";
    let Database::Postgres {
        max_connections, ..
    } = db.data_location()
    else {
        panic!("not on Postgres");
    };
    let Cell::Int(count) = db.data().value(ours).await else {
        panic!("not a number");
    };
    // The data's and the keys'.
    assert!(count <= 2 * i64::from(max_connections), "{count}");
}
