use std::sync::atomic::{AtomicUsize, Ordering};

use axum::routing::get;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::*;

const PATIENT: ServeSettings = ServeSettings {
    max_connections: 16,
    header_read_timeout: Duration::from_secs(60),
    shutdown_timeout: Duration::from_secs(60),
};

const SHORT: Duration = Duration::from_millis(50);

struct Served {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

async fn served(router: Router, settings: ServeSettings) -> Served {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel();
    let shutdown = async {
        let _ = stopped.await;
    };
    let task = tokio::spawn(serve(listener, router, settings, shutdown));
    Served {
        address,
        stop,
        task,
    }
}

async fn send(stream: &mut TcpStream, path: &str) {
    let request = format!("GET {path} HTTP/1.1\r\nHost: test\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
}

/// Reads one response whose body ends in a full stop.
async fn receive(stream: &mut TcpStream) -> String {
    let mut received = Vec::new();
    let mut chunk = [0; 1_024];
    while !received.ends_with(b".") {
        let length = stream.read(&mut chunk).await.unwrap();
        assert_ne!(
            length,
            0,
            "closed after {:?}",
            String::from_utf8_lossy(&received)
        );
        received.extend_from_slice(&chunk[..length]);
    }
    String::from_utf8(received).unwrap()
}

/// A route that reports when it is entered and answers when it is told to.
fn gated() -> (Router, mpsc::UnboundedReceiver<()>, Arc<Semaphore>) {
    let (entered, entries) = mpsc::unbounded_channel();
    let gate = Arc::new(Semaphore::new(0));
    let held = Arc::clone(&gate);
    let router = Router::new().route(
        "/gated",
        get(move || async move {
            entered.send(()).unwrap();
            held.acquire().await.unwrap().forget();
            "done."
        }),
    );
    (router, entries, gate)
}

#[tokio::test]
async fn one_connection_carries_many_requests_and_knows_its_peer() {
    let count = Arc::new(AtomicUsize::new(0));
    let router = Router::new().route(
        "/",
        get(
            move |ConnectInfo(peer): ConnectInfo<SocketAddr>| async move {
                format!("{} {}.", count.fetch_add(1, Ordering::Relaxed), peer.port())
            },
        ),
    );
    let server = served(router, PATIENT).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let port = stream.local_addr().unwrap().port();
    for turn in 0..3 {
        send(&mut stream, "/").await;
        let answer = receive(&mut stream).await;
        assert!(answer.ends_with(&format!("{turn} {port}.")), "{answer}");
    }
}

#[tokio::test]
async fn shutdown_finishes_what_was_begun_and_takes_nothing_new() {
    let (router, mut entries, gate) = gated();
    let server = served(router, PATIENT).await;
    let mut busy = TcpStream::connect(server.address).await.unwrap();
    let mut idle = TcpStream::connect(server.address).await.unwrap();
    send(&mut busy, "/gated").await;
    entries.recv().await.unwrap();

    server.stop.send(()).unwrap();
    assert_eq!(
        idle.read(&mut [0]).await.unwrap(),
        0,
        "idle connections close at once"
    );
    let refused = TcpStream::connect(server.address).await.unwrap_err();
    assert_eq!(refused.kind(), io::ErrorKind::ConnectionRefused);
    assert!(!server.task.is_finished());

    gate.add_permits(1);
    let answer = receive(&mut busy).await;
    assert!(answer.contains("200 OK"), "{answer}");
    assert_eq!(busy.read(&mut [0]).await.unwrap(), 0);
    server.task.await.unwrap();
}

#[tokio::test]
async fn an_answer_that_never_comes_is_cut_off_at_the_limit() {
    let (router, mut entries, _gate) = gated();
    let settings = ServeSettings {
        shutdown_timeout: SHORT,
        ..PATIENT
    };
    let server = served(router, settings).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    send(&mut stream, "/gated").await;
    entries.recv().await.unwrap();
    server.stop.send(()).unwrap();
    server.task.await.unwrap();
    assert_eq!(stream.read(&mut [0]).await.unwrap(), 0);
}

#[tokio::test]
async fn a_caller_that_dawdles_over_its_headers_is_dropped() {
    let settings = ServeSettings {
        header_read_timeout: SHORT,
        ..PATIENT
    };
    let server = served(Router::new(), settings).await;
    for begun in ["", "GET / HTTP/1.1\r\nHost:"] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(begun.as_bytes()).await.unwrap();
        let mut rest = Vec::new();
        stream.read_to_end(&mut rest).await.unwrap();
    }
}

#[tokio::test]
async fn a_head_that_is_too_large_is_not_read_to_its_end() {
    let entered = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&entered);
    let handler = move || async move {
        count.fetch_add(1, Ordering::Relaxed);
        "done."
    };
    let server = served(Router::new().route("/", get(handler)), PATIENT).await;
    let head = |length: usize| {
        let long = "a".repeat(length);
        format!("GET / HTTP/1.1\r\nHost: test\r\nx-long: {long}\r\n\r\n")
    };
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let fits = head(LARGEST_HEAD / 2);
    stream.write_all(fits.as_bytes()).await.unwrap();
    assert!(receive(&mut stream).await.contains("200 OK"));

    // The limit is looked at between two reads, and so is no sharp one.
    let too_large = head(4 * LARGEST_HEAD);
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    // The server hangs up on what it has not read, which may be felt while it is written and while it is read.
    let _ = stream.write_all(too_large.as_bytes()).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.is_empty() || answer.contains(" 431 "), "{answer}");
    assert_eq!(entered.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn connections_beyond_the_limit_wait_their_turn() {
    let (router, mut entries, gate) = gated();
    let settings = ServeSettings {
        max_connections: 1,
        ..PATIENT
    };
    let server = served(router, settings).await;
    let mut first = TcpStream::connect(server.address).await.unwrap();
    send(&mut first, "/gated").await;
    entries.recv().await.unwrap();
    let mut second = TcpStream::connect(server.address).await.unwrap();
    send(&mut second, "/gated").await;
    let early = tokio::time::timeout(SHORT, entries.recv()).await;
    assert!(early.is_err(), "the second was let in beside the first");

    gate.add_permits(2);
    receive(&mut first).await;
    drop(first);
    assert!(receive(&mut second).await.contains("200 OK"));
}

#[tokio::test]
async fn a_signal_to_terminate_is_heard_even_before_anybody_waits() {
    let asked = shutdown_signal().unwrap();
    let this_process = rustix::process::getpid();
    rustix::process::kill_process(this_process, rustix::process::Signal::TERM).unwrap();
    asked.await;
}
