//! Log lines on standard error: text for a person at a terminal, JSON for everything else.

use std::io::IsTerminal;

use tracing::Subscriber;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::{EnvFilter, Layer, filter};

use crate::config::{Log, LogFormat};

#[cfg(test)]
#[path = "logs_tests.rs"]
mod tests;

/// How a line is written, once it is known who reads it.
#[derive(Debug, Clone, Copy)]
enum Format {
    Text { ansi: bool },
    Json,
}

/// A layer that writes the events the configuration asks for.
pub(super) fn layer<S>(log: &Log) -> Result<Box<dyn Layer<S> + Send + Sync>, filter::ParseError>
where
    S: Subscriber + for<'span> LookupSpan<'span>,
{
    let is_terminal = std::io::stderr().is_terminal();
    let format = match log.format {
        LogFormat::Auto if !is_terminal => Format::Json,
        LogFormat::Auto | LogFormat::Text => Format::Text { ansi: is_terminal },
        LogFormat::Json => Format::Json,
    };
    writing_to(std::io::stderr, format, &log.level)
}

fn writing_to<S, W>(
    writer: W,
    format: Format,
    log_filter: &str,
) -> Result<Box<dyn Layer<S> + Send + Sync>, filter::ParseError>
where
    S: Subscriber + for<'span> LookupSpan<'span>,
    W: for<'writer> MakeWriter<'writer> + Send + Sync + 'static,
{
    let filter = EnvFilter::try_new(log_filter)?;
    let lines = tracing_subscriber::fmt::layer().with_writer(writer);
    Ok(match format {
        Format::Text { ansi } => lines.with_ansi(ansi).with_filter(filter).boxed(),
        // The list of spans would repeat the current one on every line.
        Format::Json => lines
            .json()
            .flatten_event(true)
            .with_span_list(false)
            .with_filter(filter)
            .boxed(),
    })
}
