//! One question and one answer, each a line, over the simulated network.

use std::io;
use std::rc::Rc;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::time::timeout;
use turmoil::net::{TcpListener, TcpStream};

const PORT: u16 = 80;

/// How long to wait for a connection.
const TO_CONNECT: Duration = Duration::from_millis(1_000);

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Silence {
    /// Nothing has left.
    NotConnected,
    /// The question may have been heard.
    NotAnswered,
}

/// Asks a host.
pub(super) async fn ask(host: &str, question: &str) -> Result<String, Silence> {
    let connecting = timeout(TO_CONNECT, TcpStream::connect((host, PORT)));
    let Ok(Ok(mut stream)) = connecting.await else {
        return Err(Silence::NotConnected);
    };
    let exchange = async {
        stream.write_all(format!("{question}\n").as_bytes()).await?;
        read_line(&mut stream).await
    };
    exchange.await.map_err(|_: io::Error| Silence::NotAnswered)
}

/// Answers whoever asks; `None` breaks the connection off.
pub(super) async fn serve<F>(answer: impl Fn(String) -> F + 'static) -> turmoil::Result
where
    F: Future<Output = Option<String>>,
{
    let listener = TcpListener::bind(("0.0.0.0", PORT)).await?;
    let answer = Rc::new(answer);
    loop {
        let (mut stream, _) = listener.accept().await?;
        let answer = Rc::clone(&answer);
        tokio::task::spawn_local(async move {
            // Whoever asked may be gone before the question is complete, or before the answer is.
            if let Ok(question) = read_line(&mut stream).await
                && let Some(line) = answer(question).await
            {
                let _ = stream.write_all(format!("{line}\n").as_bytes()).await;
            }
        });
    }
}

async fn read_line(stream: &mut TcpStream) -> io::Result<String> {
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line).await?;
    match line.strip_suffix('\n') {
        Some(line) => Ok(line.to_owned()),
        None => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}
