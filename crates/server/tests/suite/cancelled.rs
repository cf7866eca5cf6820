//! A caller who goes away while a change is being made.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use axum::body::Body;
use futures_util::FutureExt as _;
use http::Method;
use http::header::AUTHORIZATION;
use steward_model::KeyScope;
use steward_store::{Point, Probe};
use steward_testkit::{Cell, TestDatabase};

use crate::support::TestServer;
use crate::support::tenant::add_key;

/// Holds commits back while it is shut.
#[derive(Clone, Default)]
struct Gate {
    shut: Arc<(Mutex<bool>, Condvar)>,
    /// Whether somebody stands before it.
    reached: Arc<AtomicBool>,
}

impl Gate {
    fn probe(&self) -> Probe {
        let gate = self.clone();
        Arc::new(move |point| {
            if matches!(point, Point::Commit) {
                let mut shut = gate.shut.0.lock().unwrap();
                while *shut {
                    gate.reached.store(true, Ordering::SeqCst);
                    shut = gate.shut.1.wait(shut).unwrap();
                }
            }
            Ok(())
        })
    }

    fn set(&self, shut: bool) {
        *self.shut.0.lock().unwrap() = shut;
        self.shut.1.notify_all();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_revocation_counts_even_if_whoever_asked_for_it_hangs_up() {
    let gate = Gate::default();
    let database = TestDatabase::sqlite().with_probe(gate.probe());
    let server = TestServer::new(database).await;
    let ours = &server.ours;
    let token = "stw_stolen_0123456789";
    let id = add_key(
        &server.store,
        ours.org,
        ours.owner,
        token,
        KeyScope::ALL,
        None,
    )
    .await;
    server.get("/v1/me").bearer(token).send().await.expect(200);
    server.settle(3).await;
    server.get("/v1/me").bearer(token).send().await.expect(200);

    gate.set(true);
    let request = http::Request::builder()
        .method(Method::DELETE)
        .uri(format!("/api/keys/{id}"))
        .header(AUTHORIZATION, format!("Bearer {}", ours.token))
        .body(Body::empty())
        .unwrap();
    let mut call = Box::pin(server.call(request));
    until(async || {
        assert!(
            (&mut call).now_or_never().is_none(),
            "nothing held the commit back"
        );
        gate.reached.load(Ordering::SeqCst)
    })
    .await;
    // The caller hangs up while the disk is busy.
    drop(call);
    gate.set(false);

    let sql = format!("select count(*) from api_key where id = '{id}' and revoked_at is not null");
    until(async || server.database.data().value(&sql).await == Cell::Int(1)).await;
    until(async || server.get("/v1/me").bearer(token).send().await.status == 401).await;
}

/// Asks until the answer is yes; ten seconds without one is a failure.
async fn until(mut happened: impl AsyncFnMut() -> bool) {
    let asking = async {
        while !happened().await {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), asking)
        .await
        .expect("it never happened");
}
