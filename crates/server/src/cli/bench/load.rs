//! A crowd of callers that each wait for their answer before they ask again.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::Failure;
use super::child::{Server, TOKEN};

const WARM_UP: Duration = Duration::from_secs(1);

/// What a caller asks next, as it goes over the wire.
pub(super) type Requests = Arc<dyn Fn() -> Vec<u8> + Send + Sync>;

/// What was measured.
#[derive(Debug, Serialize)]
pub(super) struct Figures {
    requests_per_second: u64,
    requests: u64,
    connections: usize,
    latency_us_p50: u64,
    latency_us_p99: u64,
    server_cpu_us_per_request: u64,
    server_resident_mb_after: u64,
}

/// Who the caller is, again and again.
pub(super) async fn measure(connections: usize, length: Duration) -> Result<Figures, Failure> {
    let folder = tempfile::tempdir().map_err(Failure::other)?;
    let server = Server::start(folder.path())?;
    let request =
        format!("GET /v1/me HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer {TOKEN}\r\n\r\n");
    let requests: Requests = Arc::new(move || request.clone().into_bytes());
    measure_at(&server, connections, length, requests).await
}

/// How a server stands up to a crowd, after a second of warming up.
pub(super) async fn measure_at(
    server: &Server,
    connections: usize,
    length: Duration,
    requests: Requests,
) -> Result<Figures, Failure> {
    crowd(server.address, connections, WARM_UP, &requests).await?;
    let cpu_before = server.cpu_time().unwrap_or_default();
    let began = Instant::now();
    let mut latencies = crowd(server.address, connections, length, &requests).await?;
    let elapsed = began.elapsed();
    let cpu = server
        .cpu_time()
        .unwrap_or_default()
        .saturating_sub(cpu_before);
    latencies.sort_unstable();
    let requests = latencies.len() as u64;
    let at = |share: usize| {
        latencies
            .get(latencies.len() * share / 100)
            .copied()
            .unwrap_or_default()
    };
    Ok(Figures {
        requests_per_second: (requests as f64 / elapsed.as_secs_f64()) as u64,
        requests,
        connections,
        latency_us_p50: u64::from(at(50)),
        latency_us_p99: u64::from(at(99)),
        server_cpu_us_per_request: cpu.as_micros() as u64 / requests.max(1),
        server_resident_mb_after: server.resident_kb().unwrap_or_default() / 1024,
    })
}

/// Every request's time in microseconds.
async fn crowd(
    address: SocketAddr,
    connections: usize,
    length: Duration,
    requests: &Requests,
) -> Result<Vec<u32>, Failure> {
    let until = Instant::now() + length;
    let callers: Vec<_> = (0..connections)
        .map(|_| tokio::spawn(ask_until(address, until, Arc::clone(requests))))
        .collect();
    let mut latencies = Vec::new();
    for caller in callers {
        latencies.extend(caller.await.map_err(Failure::other)??);
    }
    Ok(latencies)
}

async fn ask_until(
    address: SocketAddr,
    until: Instant,
    requests: Requests,
) -> Result<Vec<u32>, Failure> {
    let mut stream = TcpStream::connect(address).await.map_err(Failure::other)?;
    stream.set_nodelay(true).map_err(Failure::other)?;
    let mut latencies = Vec::new();
    let mut buffer = vec![0; 16 * 1024];
    while Instant::now() < until {
        let request = requests();
        let asked = Instant::now();
        stream.write_all(&request).await.map_err(Failure::other)?;
        read_answer(&mut stream, &mut buffer).await?;
        latencies.push(u32::try_from(asked.elapsed().as_micros()).unwrap_or(u32::MAX));
    }
    Ok(latencies)
}

/// Reads one answer to its end; anything but a 200 ends the measurement.
async fn read_answer(stream: &mut TcpStream, buffer: &mut [u8]) -> Result<(), Failure> {
    let mut read = 0;
    loop {
        let more = stream
            .read(&mut buffer[read..])
            .await
            .map_err(Failure::other)?;
        if more == 0 {
            return Err(Failure::other(
                "the server hung up, or sent more than expected",
            ));
        }
        read += more;
        let Some(head) = buffer[..read]
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
        else {
            continue;
        };
        let text = std::str::from_utf8(&buffer[..head]).map_err(Failure::other)?;
        if !text.starts_with("HTTP/1.1 200") {
            return Err(Failure::other(format!(
                "the server answered: {}",
                text.lines().next().unwrap_or_default()
            )));
        }
        let length = text
            .lines()
            .find_map(|line| line.strip_prefix("content-length: ")?.parse::<usize>().ok())
            .ok_or_else(|| Failure::other("an answer without a length"))?;
        if read >= head + 4 + length {
            return Ok(());
        }
    }
}
