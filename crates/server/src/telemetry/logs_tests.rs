use tracing_subscriber::prelude::*;

use super::*;
use crate::telemetry::captured::{Lines, observe};

/// What a program that logs two lines would write.
fn written(format: Format, log_filter: &str) -> String {
    let lines = Lines::default();
    let layer = writing_to(lines.clone(), format, log_filter).unwrap();
    observe(tracing_subscriber::registry().with(layer), || {
        tracing::info_span!("job", job.name = "sweep").in_scope(|| {
            tracing::info!(rows = 3, "swept");
            tracing::debug!("details");
        });
    });
    lines.text()
}

#[test]
fn json_has_one_object_per_line_with_the_fields_at_the_top() {
    let text = written(Format::Json, "info");
    assert!(!text.contains('\u{1b}'), "{text}");
    let line: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(line["message"], "swept");
    assert_eq!(line["rows"], 3);
    assert_eq!(line["level"], "INFO");
    assert_eq!(line["span"]["job.name"], "sweep");
    assert!(line.get("spans").is_none());
}

#[test]
fn text_is_for_reading() {
    let plain = written(Format::Text { ansi: false }, "info");
    assert!(plain.ends_with("swept rows=3\n"), "{plain}");
    assert!(!plain.contains('\u{1b}'), "{plain}");
    let coloured = written(Format::Text { ansi: true }, "info");
    assert!(coloured.contains('\u{1b}'), "{coloured}");
}

#[test]
fn the_filter_chooses_what_is_written() {
    assert_eq!(written(Format::Json, "warn").lines().count(), 0);
    assert_eq!(written(Format::Json, "info").lines().count(), 1);
    assert_eq!(written(Format::Json, "debug").lines().count(), 2);
}

#[test]
fn a_filter_that_makes_no_sense_is_an_error() {
    let log = Log {
        level: "info,=loud=".to_owned(),
        format: LogFormat::Auto,
    };
    assert!(layer::<tracing_subscriber::Registry>(&log).is_err());
}
