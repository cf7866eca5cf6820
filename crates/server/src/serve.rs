//! Accepts connections, and stops without cutting off an answer.
//!
//! axum's own `serve` has no limit on connections and no time-out for slow headers, so a few idle sockets could
//! hold it up.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::serve::Listener;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;
use tower::Service;

use crate::config;

#[cfg(test)]
#[path = "serve_tests.rs"]
mod tests;

/// Long enough that a browser's next click finds its connection open; with `max_connections`, idle ones cost little.
const HEADER_READ_TIMEOUT: Duration = Duration::from_secs(30);

/// The most a connection may make us hold before its request is understood.
const LARGEST_HEAD: usize = 64 * 1024;

/// How connections are treated.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ServeSettings {
    /// Connections beyond this wait in the system's queue.
    pub(crate) max_connections: usize,
    /// How long a caller may take to send its headers, and how long an idle connection is kept.
    pub(crate) header_read_timeout: Duration,
    /// How long answers in progress may take to finish once shutdown was asked for.
    pub(crate) shutdown_timeout: Duration,
}

impl From<&config::Http> for ServeSettings {
    fn from(config: &config::Http) -> Self {
        Self {
            max_connections: usize::try_from(config.max_connections.get())
                .unwrap_or(Semaphore::MAX_PERMITS)
                .min(Semaphore::MAX_PERMITS),
            header_read_timeout: HEADER_READ_TIMEOUT,
            shutdown_timeout: config.shutdown_timeout.get(),
        }
    }
}

/// Serves `router` until `shutdown` resolves, then lets answers in progress finish.
///
/// A handler finds its peer in `ConnectInfo<SocketAddr>`.
pub(crate) async fn serve(
    mut listener: TcpListener,
    router: Router,
    settings: ServeSettings,
    shutdown: impl Future<Output = ()>,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(settings.header_read_timeout)
        .max_buf_size(LARGEST_HEAD);
    let room = Arc::new(Semaphore::new(settings.max_connections));
    let (stop, stopping) = watch::channel(());
    let mut connections = JoinSet::new();
    let mut shutdown = pin!(shutdown);
    loop {
        tokio::select! {
            () = &mut shutdown => break,
            Some(_) = connections.join_next() => {}
            Some((stream, peer, permit)) = accept(&mut listener, &room) => {
                let connection = answer(stream, peer, http.clone(), router.clone(), stopping.clone());
                connections.spawn(async move {
                    connection.await;
                    drop(permit);
                });
            }
        }
    }
    drop(listener);
    drop(stop);
    finish(connections, settings.shutdown_timeout).await;
}

/// Resolves when the process is asked to end. The signals are caught from the call on, not only once it is awaited.
pub(crate) fn shutdown_signal() -> io::Result<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// Waits for room first, so that whom we cannot serve stays in the system's queue.
async fn accept(
    listener: &mut TcpListener,
    room: &Arc<Semaphore>,
) -> Option<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
    // `None` only if the semaphore were closed, which nobody does.
    let permit = Arc::clone(room).acquire_owned().await.ok()?;
    let (stream, peer) = Listener::accept(listener).await;
    Some((stream, peer, permit))
}

async fn answer(
    stream: TcpStream,
    peer: SocketAddr,
    http: http1::Builder,
    router: Router,
    mut stopping: watch::Receiver<()>,
) {
    // Small answers leave at once; where the option fails, they are merely later.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |mut request: http::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().call(request)
    });
    let mut connection = pin!(http.serve_connection(TokioIo::new(stream), service));
    let ended = tokio::select! {
        ended = &mut connection => ended,
        // Nothing is ever sent: the sender is dropped when it is time to stop.
        _ = stopping.changed() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended early");
    }
}

async fn finish(mut connections: JoinSet<()>, limit: Duration) {
    let all = async { while connections.join_next().await.is_some() {} };
    if tokio::time::timeout(limit, all).await.is_err() {
        tracing::warn!(
            connections = connections.len(),
            "cutting off answers that did not finish"
        );
        connections.shutdown().await;
    }
}
