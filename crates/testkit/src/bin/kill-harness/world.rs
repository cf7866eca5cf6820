//! A server with everything around it: a database, a carrier, a model, an agent that answers on a line.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use steward_store::{Access, Database, Store, StoreError, StoreOptions};
use steward_testkit::{Accepted, Backend, CarrierSettings, Cell, Raw, TestDatabase};

use crate::model::Model;
use crate::server::{LONG, Process};

/// The number that people write to.
pub(crate) const LINE: &str = "+14155550100";
/// The carrier's token.
pub(crate) const TOKEN: &str = "harness-carrier-token";
const ADMIN: &str = "stw_kill_harness_0123456789";

/// How long a request may take, as a carrier sees it.
const PATIENCE: Duration = Duration::from_secs(5);

/// What has not come to rest.
const UNREST: &str = "select (select count(*) from thread where state in ('queued', 'running'))
    + (select count(*) from turn where state = 'open')
    + (select count(*) from event where turn_id is null)
    + (select count(*) from effect where state in ('pending', 'inflight', 'unknown'))";

/// Where the programs are.
#[derive(Clone)]
pub(crate) struct Programs {
    pub(crate) steward: PathBuf,
    pub(crate) carrier: PathBuf,
}

/// How the carrier behaves.
#[derive(Clone, Copy)]
pub(crate) struct Carrier {
    pub(crate) seed: u64,
    pub(crate) fault_percent: u8,
    pub(crate) callback_percent: u8,
    pub(crate) can_be_asked: bool,
}

/// What happens to a server, at which of the points it comes by.
#[derive(Clone, Copy)]
pub(crate) enum Fault {
    None,
    Kill(u64),
    Stop(u64),
}

pub(crate) struct World {
    programs: Programs,
    db: TestDatabase,
    pub(crate) model: Model,
    carrier: Process,
    carrier_address: String,
    ports: Vec<u16>,
    client: reqwest::Client,
}

impl World {
    /// Makes everything, and starts a server once to set it up. `servers` share the database.
    pub(crate) async fn new(
        programs: &Programs,
        backend: Backend,
        servers: usize,
        behaviour: Carrier,
    ) -> Self {
        let db = TestDatabase::on(backend).await;
        let log = db.folder().join("carrier.log");
        let ledger = db.folder().join("ledger");
        let mut command = Command::new(&programs.carrier);
        command
            .args(["--auth-token", TOKEN])
            .arg("--ledger")
            .arg(ledger)
            .args(["--seed", &behaviour.seed.to_string()])
            .args(["--fault-percent", &behaviour.fault_percent.to_string()])
            .args([
                "--faults",
                "lose-request,error-before,lose-answer,error-after,cut-answer",
            ])
            .args([
                "--callback-percent",
                &behaviour.callback_percent.to_string(),
            ]);
        if !behaviour.can_be_asked {
            command.arg("--no-lookup");
        }
        let (carrier, carrier_address) = Process::start(command, &log).unwrap();
        let world = Self {
            programs: programs.clone(),
            model: Model::start().await,
            carrier,
            carrier_address,
            ports: (0..servers).map(|_| free_port()).collect(),
            client: client(),
            db,
        };
        world.set_up().await;
        world
    }

    pub(crate) fn account_sid() -> String {
        CarrierSettings::default().account_sid
    }

    /// Starts a server; nothing if it ended before it listened.
    pub(crate) fn start(&self, which: usize, fault: Fault) -> Option<Process> {
        let mut command = self.command(&["serve"]);
        command.args(["--listen", &format!("127.0.0.1:{}", self.ports[which])]);
        match fault {
            Fault::None => {}
            Fault::Kill(at) => _ = command.env("FAULT_KILL_AT", at.to_string()),
            Fault::Stop(at) => _ = command.env("FAULT_STOP_AT", at.to_string()),
        }
        let log = self.log(which);
        // It waits for the first words of the program.
        let (process, _) = tokio::task::block_in_place(|| Process::start(command, &log))?;
        Some(process)
    }

    /// Runs a command of the program to its end. Tells whether it succeeded, and what it said.
    pub(crate) fn run(&self, arguments: &[&str]) -> (bool, String) {
        let output = tokio::task::block_in_place(|| self.command(arguments).output().unwrap());
        let said = [output.stdout, output.stderr].concat();
        (
            output.status.success(),
            String::from_utf8_lossy(&said).into_owned(),
        )
    }

    pub(crate) async fn is_at_rest(&self) -> bool {
        self.data().value(UNREST).await == Cell::Int(0)
    }

    /// What has not come to rest, for a person.
    pub(crate) async fn unrest(&self) -> String {
        let mut words = Vec::new();
        for table in ["thread", "turn", "effect"] {
            let sql = format!("select state, count(*) from {table} group by state");
            words.push(format!("{table}: {:?}", self.data().rows(&sql).await));
        }
        words.join(", ")
    }

    /// Where the last fault struck, as the server said with its last words.
    pub(crate) fn last_fault(&self, which: usize) -> Option<String> {
        let log = std::fs::read_to_string(self.log(which)).unwrap();
        let fault = log.lines().rev().find(|line| line.starts_with("fault "))?;
        Some(fault.split_once(": ")?.1.to_owned())
    }

    fn log(&self, which: usize) -> PathBuf {
        self.db.folder().join(format!("steward-{which}.log"))
    }

    pub(crate) fn data(&self) -> Raw {
        self.db.data()
    }

    pub(crate) fn ledger(&self) -> Vec<Accepted> {
        Accepted::read_all(&self.db.folder().join("ledger"))
    }

    pub(crate) fn client(&self) -> reqwest::Client {
        self.client.clone()
    }

    /// Where the servers listen.
    pub(crate) fn doors(&self) -> Vec<String> {
        let door = |port: &u16| format!("http://127.0.0.1:{port}");
        self.ports.iter().map(door).collect()
    }

    /// What everybody outside takes for their address.
    pub(crate) fn public_url(&self) -> String {
        format!("http://127.0.0.1:{}", self.ports[0])
    }

    /// The store, for a look that needs keys.
    pub(crate) async fn store(&self) -> Store {
        let options = || StoreOptions {
            access: Access::Beside,
            ..self.db.options()
        };
        patiently(|| Store::open(options())).await
    }

    /// Leaves everything where it is, for somebody to look at.
    pub(crate) fn keep(self) -> PathBuf {
        let folder = self.db.folder().to_owned();
        drop(self.carrier);
        std::mem::forget(self.db);
        folder
    }

    async fn set_up(&self) {
        let server = self.start(0, Fault::None).unwrap();
        let agent = json!({ "name": "Ada", "tools": ["send_sms"] });
        let agent = self.ask(reqwest::Method::POST, "/api/agents", &agent).await;
        let id = agent["id"].as_str().unwrap();
        let change = json!({
            "revision": agent["revision"], "send_mode": "autonomous", "name": "Ada", "tools": ["send_sms"],
        });
        self.ask(reqwest::Method::PUT, &format!("/api/agents/{id}"), &change)
            .await;
        let line = json!({ "kind": "phone", "address": LINE, "label": "Office", "agent_id": id });
        self.ask(reqwest::Method::POST, "/api/lines", &line).await;
        assert!(
            server.stop().await,
            "the server did not stop when it was asked to"
        );
    }

    /// Where everything lies.
    pub(crate) fn folder(&self) -> &Path {
        self.db.folder()
    }

    /// Somebody who asks the first server, whether or not it is there.
    pub(crate) fn asking(&self) -> Asking {
        Asking {
            client: self.client(),
            door: self.doors().swap_remove(0),
        }
    }

    pub(crate) async fn ask(&self, method: reqwest::Method, path: &str, body: &Value) -> Value {
        let url = format!("{}{path}", self.doors()[0]);
        // Whatever is set up here is no message that can come again: a busy machine gets its time.
        let request = self
            .client
            .request(method, url)
            .timeout(LONG)
            .bearer_auth(ADMIN)
            .json(body);
        let answer = request.send().await.unwrap();
        let (status, text) = (answer.status(), answer.text().await.unwrap());
        assert!(status.is_success(), "{path}: {status} {text}");
        serde_json::from_str(&text).unwrap()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.programs.steward);
        command
            .args(arguments)
            .arg("--home")
            .arg(self.db.folder())
            .env_clear()
            .current_dir(self.db.folder())
            .env("STEWARD_ADMIN_TOKEN", ADMIN)
            .env("STEWARD_MODEL", "openai:fake")
            .env("OPENAI_API_KEY", "none")
            .env(
                "OPENAI_BASE_URL",
                format!("http://{}/v1", self.model.address),
            )
            .env("TWILIO_ACCOUNT_SID", Self::account_sid())
            .env("TWILIO_AUTH_TOKEN", TOKEN)
            .env(
                "STEWARD__TWILIO__BASE_URL",
                format!("http://{}", self.carrier_address),
            )
            .env("STEWARD__HTTP__PUBLIC_URL", self.public_url())
            .env("STEWARD__HTTP__WRITES_PER_SECOND", "100000")
            .env("STEWARD__SENDING__MAX_PER_CONTACT_PER_HOUR", "1000000");
        if let Database::Postgres { url, .. } = self.db.data_location() {
            command.env("STEWARD_DATABASE_URL", url);
        }
        command
    }
}

/// Somebody who asks a server that may be killed at any moment.
pub(crate) struct Asking {
    client: reqwest::Client,
    door: String,
}

impl Asking {
    /// What the server says; nothing if it is not there, or no more. It may be about to come.
    pub(crate) async fn post(&self, path: &str, body: &Value) -> Option<Value> {
        let url = format!("{}{path}", self.door);
        let request = self.client.post(url).bearer_auth(ADMIN).json(body);
        let answer = request.send().await.ok()?;
        answer.json().await.ok()
    }
}

/// A client that opens a connection for every request, so that none is closed under it.
fn client() -> reqwest::Client {
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder()
        .pool_max_idle_per_host(0)
        .timeout(PATIENCE)
        .no_proxy()
        .build()
        .unwrap()
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

/// Asks again while the machine is too busy for the database to answer: what is judged is the server, after it was stopped.
pub(crate) async fn patiently<T, F>(mut ask: impl FnMut() -> F) -> T
where
    F: Future<Output = Result<T, StoreError>>,
{
    let since = Instant::now();
    loop {
        match ask().await {
            Err(StoreError::Unavailable(_) | StoreError::Busy) if since.elapsed() < LONG => {}
            answer => return answer.unwrap(),
        }
    }
}
