//! The whole application in this process, around a fresh database.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use http::{Method, Response};
use steward_runtime::Working;
use steward_server::Server;
use steward_server::config::Config;
use steward_store::Store;
use steward_testkit::{Dump, TestDatabase};
use tower::ServiceExt as _;

use super::request::{Browser, Request};
use super::tenant::Tenant;

/// The application, with two organisations in it.
pub(crate) struct TestServer {
    pub(crate) database: TestDatabase,
    pub(crate) store: Store,
    /// The organisation whose side a test is on.
    pub(crate) ours: Tenant,
    /// The organisation nobody else may learn of.
    pub(crate) theirs: Tenant,
    pub(crate) server: Server,
    router: Router,
}

/// The usual settings, with nothing on disk beside the database.
fn without_folder() -> Config {
    let mut config = Config::default();
    config.workspace.mirror = false;
    config
}

/// A server on SQLite with the usual settings.
pub(crate) async fn sqlite() -> TestServer {
    TestServer::new(TestDatabase::sqlite()).await
}

impl TestServer {
    pub(crate) async fn new(database: TestDatabase) -> Self {
        Self::configured(database, |_| {}).await
    }

    /// With settings of its own. Limits on how often are off unless the test sets them.
    pub(crate) async fn configured(
        database: TestDatabase,
        configure: impl FnOnce(&mut Config),
    ) -> Self {
        let store = database.open().await;
        let mut config = without_folder();
        config.http.writes_per_second = NonZeroU32::MAX;
        config.http.reads_per_second = NonZeroU32::MAX;
        config.http.sign_in_attempts_per_minute = NonZeroU32::MAX;
        config.sending.phone_on_screen = true;
        configure(&mut config);
        let clock = Arc::new(database.clock().clone());
        let program = env!("CARGO_BIN_EXE_steward").into();
        let server = Server::new(&config, store.clone(), clock, program).unwrap();
        let mut ours = Tenant::create(&store, "ours").await;
        let mut theirs = Tenant::create(&store, "theirs").await;
        // The runtime runs for a turn of each, and rests while a test looks at what is stored.
        let working = server.start_runtime().await.unwrap();
        ours.let_work(&store).await;
        theirs.let_work(&store).await;
        working.stop(Duration::from_secs(10)).await;
        for tenant in [&ours, &theirs] {
            tenant.bring_to_rest(&database).await;
        }
        Self {
            router: server.router(),
            server,
            database,
            store,
            ours,
            theirs,
        }
    }

    /// Lets the runtime work, until what comes back is dropped or stopped.
    pub(crate) async fn start_runtime(&self) -> Working {
        self.server.start_runtime().await.unwrap()
    }

    /// Asks the carriers once for texts that they never told of.
    pub(crate) async fn catch_up(&self) {
        self.server.catch_up().await.unwrap();
    }

    /// Another server on the same database, with a store of its own.
    pub(crate) async fn beside(&self) -> Server {
        let store = self.database.open().await;
        let clock = Arc::new(self.database.clock().clone());
        let program = env!("CARGO_BIN_EXE_steward").into();
        Server::new(&without_folder(), store, clock, program).unwrap()
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> Request<'_> {
        Request::new(self, method, path)
    }

    pub(crate) fn get(&self, path: &str) -> Request<'_> {
        self.request(Method::GET, path)
    }

    pub(crate) fn post(&self, path: &str) -> Request<'_> {
        self.request(Method::POST, path)
    }

    pub(crate) fn patch(&self, path: &str) -> Request<'_> {
        self.request(Method::PATCH, path)
    }

    pub(crate) fn put(&self, path: &str) -> Request<'_> {
        self.request(Method::PUT, path)
    }

    pub(crate) fn delete(&self, path: &str) -> Request<'_> {
        self.request(Method::DELETE, path)
    }

    /// The bare answer; a dropped future is a caller who went away.
    pub(crate) async fn call(&self, request: http::Request<Body>) -> Response<Body> {
        self.router.clone().oneshot(request).await.unwrap()
    }

    /// A one-time link of a member of ours, as the part after `token=`.
    pub(crate) async fn link_token(&self, member: &str) -> String {
        let made = self
            .post(&format!("/api/members/{member}/sign-in-link"))
            .bearer(&self.ours.token)
            .send()
            .await;
        let url = made.expect(201)["url"].as_str().unwrap().to_owned();
        url.split_once("token=").unwrap().1.to_owned()
    }

    /// A browser in which a member of ours is signed in by a link.
    pub(crate) async fn browser(&self, member: &str) -> Browser<'_> {
        let token = self.link_token(member).await;
        let answer = self
            .post("/auth/link")
            .json(&serde_json::json!({ "token": token }))
            .send()
            .await;
        answer.expect(200);
        Browser::from_answer(self, &answer)
    }

    pub(crate) fn pass(&self, time: Duration) {
        self.database.clock().advance(time);
    }

    /// Everything both databases hold.
    pub(crate) async fn dump(&self) -> [Dump; 2] {
        [
            self.database.data().dump().await,
            self.database.keys().dump().await,
        ]
    }

    /// Uses the owners' keys and waits until `keys` keys say when they were used, which is noted aside.
    pub(crate) async fn settle(&self, keys: i64) {
        for token in [&self.ours.token, &self.theirs.token] {
            self.get("/v1/me").bearer(token).send().await.expect(200);
        }
        let sql = "select count(*) from api_key where last_used_at is not null";
        let settled = async {
            while self.database.data().value(sql).await != steward_testkit::Cell::Int(keys) {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(10), settled)
            .await
            .expect("the use of a key was never noted");
    }
}
