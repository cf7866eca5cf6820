//! A mail server on this machine that keeps what it is given.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// An email as it came over the wire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Received {
    pub(crate) from: String,
    pub(crate) to: Vec<String>,
    pub(crate) content: String,
}

/// What the server answers to the next emails in the place of 250, and what it was given.
#[derive(Default)]
struct Desk {
    answers: Mutex<VecDeque<&'static str>>,
    offered: Mutex<Vec<Received>>,
    kept: Mutex<Vec<Received>>,
}

/// The server. It lives as long as the test's runtime.
pub(crate) struct MailServer {
    desk: Arc<Desk>,
    pub(crate) port: u16,
}

impl MailServer {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let desk = Arc::new(Desk::default());
        let served = Arc::clone(&desk);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let desk = Arc::clone(&served);
                // Whoever hangs up in the middle has ended it.
                tokio::spawn(async move { converse(stream, &desk).await.ok() });
            }
        });
        Self { desk, port }
    }

    /// The next email is answered with this.
    pub(crate) fn answer_next(&self, answer: &'static str) {
        self.desk.answers.lock().unwrap().push_back(answer);
    }

    /// Everything it was given, whatever it answered.
    pub(crate) fn offered(&self) -> Vec<Received> {
        self.desk.offered.lock().unwrap().clone()
    }

    /// What it said 250 to.
    pub(crate) fn kept(&self) -> Vec<Received> {
        self.desk.kept.lock().unwrap().clone()
    }
}

async fn converse(stream: TcpStream, desk: &Desk) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    stream.write_all(b"220 here\r\n").await?;
    let (mut from, mut to) = (String::new(), Vec::new());
    let mut line = String::new();
    while stream.read_line(&mut line).await? > 0 {
        let said = line.trim_end().to_owned();
        line.clear();
        let answer = if let Some(path) = said.strip_prefix("MAIL FROM:") {
            from = path.to_owned();
            "250 ok"
        } else if let Some(path) = said.strip_prefix("RCPT TO:") {
            to.push(path.to_owned());
            "250 ok"
        } else if said == "DATA" {
            stream.write_all(b"354 go on\r\n").await?;
            let content = data(&mut stream).await?;
            let to = std::mem::take(&mut to);
            let from = std::mem::take(&mut from);
            take(desk, Received { from, to, content })
        } else if said == "QUIT" {
            stream.write_all(b"221 bye\r\n").await?;
            return Ok(());
        } else {
            "250 here"
        };
        stream.write_all(format!("{answer}\r\n").as_bytes()).await?;
    }
    Ok(())
}

/// Reads until the dot on a line of its own.
async fn data(stream: &mut BufReader<TcpStream>) -> std::io::Result<String> {
    let mut content = String::new();
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await? == 0 || line == ".\r\n" {
            return Ok(content);
        }
        content.push_str(&line);
    }
}

fn take(desk: &Desk, email: Received) -> &'static str {
    desk.offered.lock().unwrap().push(email.clone());
    if let Some(answer) = desk.answers.lock().unwrap().pop_front() {
        return answer;
    }
    desk.kept.lock().unwrap().push(email);
    "250 taken"
}
