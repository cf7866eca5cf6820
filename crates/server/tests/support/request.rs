//! Requests and answers, without a network between them.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::body::Body;
use axum::extract::ConnectInfo;
use http::header::{AUTHORIZATION, CONTENT_TYPE, COOKIE, HOST, SET_COOKIE};
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use http_body_util::BodyExt as _;
use serde_json::Value;

use super::server::TestServer;

/// A request that is being written.
pub(crate) struct Request<'s> {
    server: &'s TestServer,
    request: http::Request<Body>,
}

/// A status, headers and a whole body.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

/// A browser that is signed in: it keeps its cookie and knows its CSRF token.
pub(crate) struct Browser<'s> {
    server: &'s TestServer,
    pub(crate) cookie: String,
    pub(crate) csrf: String,
}

impl<'s> Request<'s> {
    pub(crate) fn new(server: &'s TestServer, method: Method, path: &str) -> Self {
        let mut request = http::Request::new(Body::empty());
        *request.method_mut() = method;
        *request.uri_mut() = path.parse().unwrap();
        request
            .headers_mut()
            .insert(HOST, HeaderValue::from_static("127.0.0.1:8787"));
        Self { server, request }.sent_from(Ipv4Addr::LOCALHOST.into())
    }

    /// Comes from this address.
    pub(crate) fn sent_from(mut self, address: IpAddr) -> Self {
        let peer = ConnectInfo(SocketAddr::new(address, 40_000));
        self.request.extensions_mut().insert(peer);
        self
    }

    pub(crate) fn header(mut self, name: HeaderName, value: &str) -> Self {
        let value = HeaderValue::from_bytes(value.as_bytes()).unwrap();
        self.request.headers_mut().insert(name, value);
        self
    }

    pub(crate) fn bearer(self, token: &str) -> Self {
        self.header(AUTHORIZATION, &format!("Bearer {token}"))
    }

    pub(crate) fn json(self, body: &Value) -> Self {
        self.body("application/json", body.to_string().into_bytes())
    }

    pub(crate) fn body(self, content_type: &str, body: Vec<u8>) -> Self {
        let mut this = self.header(CONTENT_TYPE, content_type);
        *this.request.body_mut() = Body::from(body);
        this
    }

    /// Of an answer that has no end, the beginning.
    pub(crate) async fn send(self) -> Answer {
        let uri = self.request.uri();
        let follows = !uri.query().unwrap_or_default().contains("follow=false");
        let endless = uri.path() == "/v1/agent/events" && follows;
        let response = self.server.call(self.request).await;
        let (parts, mut body) = response.into_parts();
        if endless && parts.status == StatusCode::OK {
            let first = body.frame().await.unwrap().unwrap();
            body = Body::from(first.into_data().unwrap());
        }
        Answer {
            status: parts.status,
            headers: parts.headers,
            body: body.collect().await.unwrap().to_bytes().to_vec(),
        }
    }
}

impl Answer {
    /// The JSON of an answer with this status.
    #[track_caller]
    pub(crate) fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{self}");
        match self.body.as_slice() {
            [] => Value::Null,
            body => serde_json::from_slice(body).unwrap(),
        }
    }

    /// The code of an error in our envelope, which every error must have.
    #[track_caller]
    pub(crate) fn code(&self) -> String {
        let body: Value = serde_json::from_slice(&self.body).unwrap_or_default();
        let error = &body["error"];
        let message = error["message"].as_str().unwrap_or_default();
        assert!(!message.is_empty(), "no envelope: {self}");
        error["code"].as_str().unwrap().to_owned()
    }

    /// The field an error blames.
    pub(crate) fn field(&self) -> Option<String> {
        let body: Value = serde_json::from_slice(&self.body).unwrap_or_default();
        let error = &body["error"];
        let blamed = error["field"].as_str().or(error["param"].as_str());
        blamed.map(str::to_owned)
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The headers without the one that differs every time.
    pub(crate) fn stable_headers(&self) -> HeaderMap {
        let mut headers = self.headers.clone();
        headers.remove("x-request-id");
        headers
    }
}

impl std::fmt::Display for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.status.as_u16(), self.text())
    }
}

impl<'s> Browser<'s> {
    /// As the answer to a sign-in leaves it.
    pub(crate) fn from_answer(server: &'s TestServer, answer: &Answer) -> Self {
        let cookie = answer.headers[SET_COOKIE].to_str().unwrap();
        let cookie = cookie.split(';').next().unwrap().to_owned();
        let me: Value = serde_json::from_slice(&answer.body).unwrap();
        let csrf = me["csrf_token"].as_str().unwrap().to_owned();
        Self {
            server,
            cookie,
            csrf,
        }
    }

    /// A request of one of our own pages.
    pub(crate) fn request(&self, method: Method, path: &str) -> Request<'s> {
        self.foreign_request(method, path)
            .header(HeaderName::from_static("x-csrf-token"), &self.csrf)
    }

    /// A request that carries the cookie, and nothing that a foreign page cannot know.
    pub(crate) fn foreign_request(&self, method: Method, path: &str) -> Request<'s> {
        self.server
            .request(method, path)
            .header(COOKIE, &format!("theme=dark; {}", self.cookie))
    }

    /// The secret in the cookie.
    pub(crate) fn token(&self) -> &str {
        self.cookie.split_once('=').unwrap().1
    }

    pub(crate) async fn is_signed_in(&self) -> bool {
        let answer = self.request(Method::GET, "/v1/me").send().await;
        match answer.status {
            StatusCode::OK => true,
            StatusCode::UNAUTHORIZED => false,
            _ => panic!("{answer}"),
        }
    }
}
