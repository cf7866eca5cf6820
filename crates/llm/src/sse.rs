//! Server-sent events as they come off the wire, in pieces of any size.
//!
//! Written here because what is at hand gathers a line, and an event of many lines, without a limit. Only the data is
//! kept: Anthropic repeats the event's name in it, and the others send no names.

use std::ops::ControlFlow;
use std::pin::pin;
use std::time::Duration;

use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use steward_model::ModelFailure;

use crate::limits::{LINE_BYTES, interrupted};

/// How long the end of a body is awaited after the last event, so that the connection can be used again.
const LAST_BYTES: Duration = Duration::from_millis(100);

/// Gives the data of each event to `on_data` until it breaks off or the stream ends.
pub(crate) async fn read_events(
    bytes: impl Stream<Item = Result<Bytes, ModelFailure>>,
    mut on_data: impl FnMut(&str) -> Result<ControlFlow<()>, ModelFailure>,
) -> Result<(), ModelFailure> {
    let mut bytes = pin!(bytes);
    let mut decoder = Decoder::default();
    while let Some(chunk) = bytes.next().await {
        for data in decoder.feed(&chunk?)? {
            if on_data(&data)?.is_break() {
                let _ = tokio::time::timeout(LAST_BYTES, bytes.next()).await;
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Cuts bytes into events. An event that the stream ends within is dropped, as the standard asks.
#[derive(Default)]
pub(crate) struct Decoder {
    line: Vec<u8>,
    /// The data lines of the event so far.
    data: Option<String>,
    /// Whether the last byte was a carriage return, so that a line feed now ends nothing.
    after_return: bool,
    past_first_line: bool,
}

impl Decoder {
    /// The data of the events that these bytes complete.
    pub(crate) fn feed(&mut self, mut chunk: &[u8]) -> Result<Vec<String>, ModelFailure> {
        let mut events = Vec::new();
        if let [first, rest @ ..] = chunk
            && std::mem::take(&mut self.after_return)
            && *first == b'\n'
        {
            chunk = rest;
        }
        while let Some(end) = chunk.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            self.extend_line(&chunk[..end])?;
            let mut next = end + 1;
            if chunk[end] == b'\r' {
                match chunk.get(next) {
                    Some(b'\n') => next += 1,
                    Some(_) => {}
                    None => self.after_return = true,
                }
            }
            chunk = &chunk[next..];
            events.extend(self.end_line()?);
        }
        self.extend_line(chunk)?;
        Ok(events)
    }

    fn extend_line(&mut self, bytes: &[u8]) -> Result<(), ModelFailure> {
        if self.line.len() + bytes.len() > LINE_BYTES {
            return Err(interrupted("a line of the stream is longer than 1 MB"));
        }
        self.line.extend_from_slice(bytes);
        Ok(())
    }

    fn end_line(&mut self) -> Result<Option<String>, ModelFailure> {
        let line = std::mem::take(&mut self.line);
        let line =
            std::str::from_utf8(&line).map_err(|_| interrupted("the stream is not UTF-8"))?;
        let line = if std::mem::replace(&mut self.past_first_line, true) {
            line
        } else {
            line.strip_prefix('\u{feff}').unwrap_or(line)
        };
        if line.is_empty() {
            return Ok(self.data.take());
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        if field == "data" {
            self.add_data(value.strip_prefix(' ').unwrap_or(value))?;
        }
        Ok(None)
    }

    fn add_data(&mut self, value: &str) -> Result<(), ModelFailure> {
        let Some(data) = &mut self.data else {
            self.data = Some(value.to_owned());
            return Ok(());
        };
        if data.len() + value.len() > LINE_BYTES {
            return Err(interrupted("an event of the stream is larger than 1 MB"));
        }
        data.push('\n');
        data.push_str(value);
        Ok(())
    }
}
