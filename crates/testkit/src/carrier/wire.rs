//! As much of HTTP as the carrier needs. A real server would not break it in the ways a test wants.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use url::form_urlencoded;

const REQUEST_BYTES: usize = 64 * 1024;

pub(super) struct Request {
    target: String,
    authorization: String,
    body: Vec<u8>,
}

impl Request {
    /// Reads a request to its end; nothing if the client gives up before.
    pub(super) async fn read(stream: &mut TcpStream) -> Option<Self> {
        let mut bytes = Vec::new();
        let head_end = loop {
            if let Some(at) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
                break at;
            }
            read_more(stream, &mut bytes).await?;
        };
        let head = String::from_utf8(bytes[..head_end].to_vec()).ok()?;
        let header = |wanted: &str| {
            head.lines().skip(1).find_map(|line| {
                let (name, value) = line.split_once(':')?;
                name.eq_ignore_ascii_case(wanted).then(|| value.trim())
            })
        };
        let length: usize = header("content-length").unwrap_or("0").parse().ok()?;
        let end = head_end + 4 + length;
        while bytes.len() < end {
            read_more(stream, &mut bytes).await?;
        }
        Some(Self {
            target: head.split(' ').nth(1)?.to_owned(),
            authorization: header("authorization").unwrap_or_default().to_owned(),
            body: bytes[head_end + 4..end].to_vec(),
        })
    }

    pub(super) fn path(&self) -> &str {
        self.target.split('?').next().unwrap_or_default()
    }

    pub(super) fn query(&self, name: &str) -> Option<String> {
        let (_, query) = self.target.split_once('?')?;
        value(query.as_bytes(), name)
    }

    pub(super) fn field(&self, name: &str) -> Option<String> {
        value(&self.body, name)
    }

    /// The address of this request with one parameter changed.
    pub(super) fn uri_with(&self, name: &str, value: &str) -> String {
        let (path, query) = self.target.split_once('?').unwrap_or((&self.target, ""));
        let others = form_urlencoded::parse(query.as_bytes()).filter(|(other, _)| other != name);
        let query = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(others)
            .append_pair(name, value)
            .finish();
        format!("{path}?{query}")
    }

    pub(super) fn is_signed_in_as(&self, user: &str, password: &str) -> bool {
        let expected = STANDARD.encode(format!("{user}:{password}"));
        self.authorization.strip_prefix("Basic ") == Some(&expected)
    }
}

pub(super) struct Answer {
    status: u16,
    headers: &'static str,
    body: String,
}

impl Answer {
    pub(super) fn json(status: u16, body: &Value) -> Self {
        Self {
            status,
            headers: "",
            body: body.to_string(),
        }
    }

    /// An error in Twilio's words.
    pub(super) fn error(status: u16, code: u32) -> Self {
        Self::json(
            status,
            &json!({ "code": code, "message": "no", "more_info": "", "status": status }),
        )
    }

    pub(super) fn too_many() -> Self {
        Self {
            headers: "retry-after: 1\r\n",
            ..Self::error(429, 20429)
        }
    }

    /// Answers and hangs up. A client that is gone by then has chosen not to know.
    pub(super) async fn write(&self, stream: &mut TcpStream) {
        let _ = stream.write_all(self.text().as_bytes()).await;
        let _ = stream.shutdown().await;
    }

    /// Resets the connection in the middle of the body.
    pub(super) async fn write_half(&self, mut stream: TcpStream) {
        let text = self.text();
        let half = text.len() - self.body.len() / 2;
        let _ = stream.write_all(&text.as_bytes()[..half]).await;
        let _ = stream.set_zero_linger();
    }

    fn text(&self) -> String {
        let Self {
            status,
            headers,
            body,
        } = self;
        let length = body.len();
        format!(
            "HTTP/1.1 {status} -\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\
             connection: close\r\n{headers}\r\n{body}"
        )
    }
}

/// Answers with bytes as they are, and hangs up.
pub(super) async fn write_file(stream: &mut TcpStream, answer: &[u8]) {
    let _ = stream.write_all(answer).await;
    let _ = stream.shutdown().await;
}

async fn read_more(stream: &mut TcpStream, bytes: &mut Vec<u8>) -> Option<()> {
    let read = stream.read_buf(bytes).await.ok()?;
    (read > 0 && bytes.len() <= REQUEST_BYTES).then_some(())
}

fn value(form: &[u8], name: &str) -> Option<String> {
    let mut pairs = form_urlencoded::parse(form);
    pairs
        .find(|(field, _)| field == name)
        .map(|(_, value)| value.into_owned())
}
