//! A carrier that speaks Twilio's protocol on this machine, fails as it is told, and keeps the truth of what it accepted.

mod callback;
mod fault;
mod ledger;
mod wire;

use std::collections::{HashMap, VecDeque};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use jiff::fmt::rfc2822;
use serde_json::{Value, json};
use steward_model::{Clock, SystemClock};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;

use self::ledger::Ledger;
use self::wire::{Answer, Request};

pub use self::callback::Callback;
pub use self::fault::{Fault, FaultPlan};
pub use self::ledger::Accepted;

/// What a carrier is told at its start.
#[derive(Clone)]
pub struct CarrierSettings {
    /// The account that messages are sent from.
    pub account_sid: String,
    /// Its token, which also signs reports.
    pub auth_token: String,
    /// What goes wrong when no script says otherwise.
    pub plan: FaultPlan,
    /// Of a hundred accepted messages, how many are reported as sent and delivered without being asked.
    pub callback_percent: u8,
    /// Says when a message was accepted.
    pub clock: Arc<dyn Clock>,
    /// A file that gets a line of JSON for every accepted message. What it holds already was accepted before.
    pub ledger: Option<PathBuf>,
}

impl Default for CarrierSettings {
    fn default() -> Self {
        Self {
            account_sid: format!("AC{}", "b".repeat(32)),
            auth_token: "fake-carrier-token".to_owned(),
            plan: FaultPlan::none(),
            callback_percent: 0,
            clock: Arc::new(SystemClock),
            ledger: None,
        }
    }
}

/// The carrier. It hangs up for good when dropped.
pub struct FakeCarrier {
    address: SocketAddr,
    books: Arc<Books>,
    listener: AbortHandle,
}

/// What all connections share.
struct Books {
    settings: CarrierSettings,
    ledger: Mutex<Ledger>,
    /// Texts of people outside, which nobody may have been told of.
    received: Mutex<Vec<Accepted>>,
    sends: AtomicU64,
    script: Mutex<VecDeque<Option<Fault>>>,
    refusals: Mutex<HashMap<String, u32>>,
    lookup: AtomicBool,
    /// Files, by the path where they are: what they are said to be, and what they hold.
    files: Mutex<HashMap<String, (String, Vec<u8>)>>,
    client: reqwest::Client,
}

impl FakeCarrier {
    /// A carrier on a port of its own.
    pub async fn start(settings: CarrierSettings) -> Self {
        Self::listen(SocketAddr::from(([127, 0, 0, 1], 0)), settings).await
    }

    /// A carrier at this address.
    pub async fn listen(address: SocketAddr, settings: CarrierSettings) -> Self {
        let listener = TcpListener::bind(address).await.unwrap();
        let address = listener.local_addr().unwrap();
        let ledger = Ledger::open(settings.ledger.as_deref());
        let books = Arc::new(Books {
            sends: AtomicU64::new(ledger.last_no()),
            ledger: Mutex::new(ledger),
            received: Mutex::default(),
            script: Mutex::default(),
            refusals: Mutex::default(),
            lookup: AtomicBool::new(true),
            files: Mutex::default(),
            client: callback::client(),
            settings,
        });
        let shared = Arc::clone(&books);
        let task = tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                tokio::spawn(serve(Arc::clone(&shared), stream));
            }
        });
        Self {
            address,
            books,
            listener: task.abort_handle(),
        }
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What a client takes for Twilio's address.
    pub fn base_url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The settings it was started with.
    pub fn settings(&self) -> &CarrierSettings {
        &self.books.settings
    }

    /// Everything it accepted, in order: the truth, whatever the client was told.
    pub fn ledger(&self) -> Vec<Accepted> {
        self.books.ledger.lock().unwrap().accepted().to_vec()
    }

    /// How many sends were tried, accepted or not.
    pub fn sends(&self) -> u64 {
        self.books.sends.load(Ordering::SeqCst)
    }

    /// The next sends go this way, one after another; then the plan holds again.
    pub fn script(&self, faults: impl IntoIterator<Item = Option<Fault>>) {
        self.books.script.lock().unwrap().extend(faults);
    }

    /// Forgets the rest of the script. Tells how much of it nobody came to.
    pub fn unscript(&self) -> usize {
        std::mem::take(&mut *self.books.script.lock().unwrap()).len()
    }

    /// Messages to this number are refused with this code from now on.
    pub fn refuse(&self, to: &str, code: u32) {
        let mut refusals = self.books.refusals.lock().unwrap();
        refusals.insert(to.to_owned(), code);
    }

    /// From now on it cannot be asked what it has.
    pub fn turn_lookup_off(&self) {
        self.books.lookup.store(false, Ordering::SeqCst);
    }

    /// It can be asked again.
    pub fn turn_lookup_on(&self) {
        self.books.lookup.store(true, Ordering::SeqCst);
    }

    /// A signed report on an accepted message, for a test to deliver as it likes.
    pub fn callback(&self, accepted: &Accepted, status: &str) -> Option<Callback> {
        Callback::new(&self.books.settings, accepted, status)
    }

    /// Takes a text of somebody outside, and tells nobody of it. Says what it is called.
    pub fn receive(&self, from: &str, to: &str, body: &str) -> String {
        let mut received = self.books.received.lock().unwrap();
        let no = received.len() as u64 + 1;
        let text = Accepted {
            no,
            sid: format!("SM{}{no:016x}", "f".repeat(16)),
            to: to.to_owned(),
            from: from.to_owned(),
            body: body.to_owned(),
            at: self.books.settings.clock.now(),
            status_callback: None,
        };
        received.push(text.clone());
        text.sid
    }

    /// Keeps a file that came with a text, and says where. It is somewhere else, as with Twilio, and only customers are told where.
    pub fn keep_file(&self, content_type: &str, content: &[u8]) -> String {
        let mut files = self.books.files.lock().unwrap();
        let path = format!("/cdn/{}", files.len());
        files.insert(path.clone(), (content_type.to_owned(), content.to_vec()));
        format!("{}/Media{path}", self.base_url())
    }

    /// Delivers a report; says what the receiver answered, if it did.
    pub async fn post_callback(&self, callback: &Callback) -> Option<u16> {
        callback.post(&self.books.client).await
    }
}

impl Drop for FakeCarrier {
    fn drop(&mut self) {
        self.listener.abort();
    }
}

/// A connection carries one request.
async fn serve(books: Arc<Books>, mut stream: TcpStream) {
    // The first letter tells a send from a question, and leaves the request unread.
    let mut first = [0];
    if !matches!(stream.peek(&mut first).await, Ok(1)) {
        return;
    }
    if first != *b"P" {
        if let Some(request) = Request::read(&mut stream).await {
            match books.file(&request) {
                Some(file) => wire::write_file(&mut stream, &file).await,
                None => books.list(&request).write(&mut stream).await,
            }
        }
        return;
    }
    let no = books.sends.fetch_add(1, Ordering::SeqCst) + 1;
    let fault = books.fault(no);
    if fault == Some(Fault::LoseRequest) {
        return;
    }
    let Some(request) = Request::read(&mut stream).await else {
        return;
    };
    let answer = if fault.is_some_and(Fault::is_before_accepting) {
        Answer::error(500, 20500)
    } else {
        Arc::clone(&books).take(no, &request)
    };
    match fault {
        None | Some(Fault::ErrorBefore) => answer.write(&mut stream).await,
        Some(Fault::ErrorAfter) => Answer::error(500, 20500).write(&mut stream).await,
        Some(Fault::TooMany) => Answer::too_many().write(&mut stream).await,
        Some(Fault::StallBefore | Fault::StallAfter) => until_hung_up(&mut stream).await,
        Some(Fault::CutAnswer) => answer.write_half(stream).await,
        Some(Fault::LoseRequest | Fault::LoseAnswer) => {
            // Whether it closed in time makes no difference to a connection that is given up.
            let _ = stream.shutdown().await;
        }
    }
}

/// Waits for the client to lose its patience.
async fn until_hung_up(stream: &mut TcpStream) {
    let mut more = [0; 64];
    while matches!(stream.read(&mut more).await, Ok(1..)) {}
}

impl Books {
    fn fault(&self, no: u64) -> Option<Fault> {
        let scripted = self.script.lock().unwrap().pop_front();
        scripted.unwrap_or_else(|| self.settings.plan.fault(no))
    }

    /// Accepts or refuses a message as Twilio would.
    fn take(self: Arc<Self>, no: u64, request: &Request) -> Answer {
        if let Some(answer) = self.stranger(request) {
            return answer;
        }
        let field = |name: &str| request.field(name).unwrap_or_default();
        let (to, from, body) = (field("To"), field("From"), field("Body"));
        let refusal = self.refusals.lock().unwrap().get(&to).copied();
        let refusal = refusal
            .or_else(|| body.is_empty().then_some(21602))
            .or_else(|| (body.chars().count() > 1600).then_some(21617));
        if let Some(code) = refusal {
            return Answer::error(400, code);
        }
        let accepted = Accepted {
            no,
            sid: format!("SM{:016x}{no:016x}", self.settings.plan.seed()),
            to,
            from,
            body,
            at: self.settings.clock.now(),
            status_callback: request.field("StatusCallback"),
        };
        self.ledger.lock().unwrap().push(accepted.clone());
        let answer = Answer::json(201, &self.described(&accepted, "outbound-api"));
        if fault::chance(!self.settings.plan.seed(), no) < self.settings.callback_percent {
            tokio::spawn(async move { self.report(&accepted).await });
        }
        answer
    }

    async fn report(&self, accepted: &Accepted) {
        for status in ["sent", "delivered"] {
            if let Some(callback) = Callback::new(&self.settings, accepted, status) {
                callback.post(&self.client).await;
            }
        }
    }

    /// The messages between two numbers, newest first, a page at a time.
    fn list(&self, request: &Request) -> Answer {
        if let Some(answer) = self.stranger(request) {
            return answer;
        }
        if !self.lookup.load(Ordering::SeqCst) {
            return Answer::error(503, 20503);
        }
        let number = |name: &str, or: usize| {
            let text = request.query(name);
            text.and_then(|text| text.parse().ok()).unwrap_or(or)
        };
        let (size, page) = (number("PageSize", 50), number("Page", 0));
        let same = |name: &str, value: &str| request.query(name).is_none_or(|text| text == value);
        let (ledger, received) = (self.ledger.lock().unwrap(), self.received.lock().unwrap());
        let sent = ledger.accepted().iter().map(|one| (one, "outbound-api"));
        let mut all: Vec<_> = sent
            .chain(received.iter().map(|one| (one, "inbound")))
            .collect();
        all.sort_by_key(|(one, _)| std::cmp::Reverse((one.at, one.no)));
        let matching: Vec<_> = all
            .into_iter()
            .filter(|(one, _)| same("To", &one.to) && same("From", &one.from))
            .map(|(one, direction)| self.described(one, direction))
            .collect();
        let next = (matching.len() > (page + 1) * size)
            .then(|| request.uri_with("Page", &(page + 1).to_string()));
        let messages: Vec<_> = matching.into_iter().skip(page * size).take(size).collect();
        Answer::json(200, &json!({ "messages": messages, "next_page_uri": next }))
    }

    /// A file that is asked for, with the head that goes before it.
    fn file(&self, request: &Request) -> Option<Vec<u8>> {
        let CarrierSettings {
            account_sid,
            auth_token,
            ..
        } = &self.settings;
        let ours = request.is_signed_in_as(account_sid, auth_token);
        if let Some(place) = request.path().strip_prefix("/Media") {
            let head = match ours {
                true => format!("HTTP/1.1 307 -\r\nlocation: {place}\r\n"),
                false => "HTTP/1.1 401 -\r\n".to_owned(),
            };
            return Some(format!("{head}content-length: 0\r\nconnection: close\r\n\r\n").into());
        }
        let files = self.files.lock().unwrap();
        let (content_type, content) = files.get(request.path())?;
        let length = content.len();
        let mut answer = format!(
            "HTTP/1.1 200 -\r\ncontent-type: {content_type}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
        )
        .into_bytes();
        answer.extend_from_slice(content);
        Some(answer)
    }

    /// What is said to somebody who is not our customer.
    fn stranger(&self, request: &Request) -> Option<Answer> {
        let CarrierSettings {
            account_sid,
            auth_token,
            ..
        } = &self.settings;
        if !request.is_signed_in_as(account_sid, auth_token) {
            return Some(Answer::error(401, 20003));
        }
        let messages = format!("/2010-04-01/Accounts/{account_sid}/Messages.json");
        (request.path() != messages).then(|| Answer::error(404, 20404))
    }

    fn described(&self, accepted: &Accepted, direction: &str) -> Value {
        let at = jiff::Timestamp::from_microsecond(accepted.at.as_micros()).unwrap();
        let printer = rfc2822::DateTimePrinter::new();
        json!({
            "sid": accepted.sid,
            "account_sid": self.settings.account_sid,
            "to": accepted.to,
            "from": accepted.from,
            "body": accepted.body,
            "status": "queued",
            "direction": direction,
            "num_media": "0",
            "date_created": printer.timestamp_to_string(&at).unwrap(),
            "date_sent": null,
            "error_code": null,
        })
    }
}
