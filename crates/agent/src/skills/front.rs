//! The head of a `SKILL.md`: YAML between two lines of dashes.
//!
//! Read event by event. An alias is refused rather than followed, so that a few bytes never become many; nesting, keys and length
//! are bounded before anything is built.

use granit_parser::{Event, Parser, ScalarStyle, ScanError, StrInput, options};

/// The most bytes a head may have.
const FRONT_BYTES: usize = 16 * 1024;
/// How deep its lists and maps may go.
const NESTING: usize = 8;
/// The most keys, values, beginnings and ends it may have in all.
const EVENTS: usize = 2_000;

/// What is wrong, and on which line of the file.
pub(super) type Wrong = (usize, String);

/// A key at the top of a head.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) key: String,
    /// Of the file.
    pub(super) line: usize,
    pub(super) value: Value,
}

/// The value of a key, as far as a skill needs it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// A scalar; nothing for one that is empty or null.
    Text(Option<String>),
    /// A list of scalars.
    List(Vec<String>),
    /// Anything else.
    Other,
}

/// The head and what comes after it. The head is the file's second line and on.
pub(super) fn split(file: &str) -> Result<(&str, &str), Wrong> {
    let file = file.strip_prefix('\u{feff}').unwrap_or(file);
    let mut lines = file.split_inclusive('\n');
    let first = lines.next().unwrap_or_default();
    if first.trim_end() != "---" {
        return Err((1, "the file does not start with a line `---`".to_owned()));
    }
    let rest = &file[first.len()..];
    let mut length = 0;
    for line in lines {
        if line.trim_end() == "---" {
            return Ok((&rest[..length], &rest[length + line.len()..]));
        }
        length += line.len();
        if length > FRONT_BYTES {
            let reason = format!("no line `---` ends the head within {FRONT_BYTES} bytes");
            return Err((1, reason));
        }
    }
    Err((1, "no line `---` ends the head".to_owned()))
}

/// The keys of a head and their values, in their order.
pub(super) fn entries(front: &str) -> Result<Vec<Entry>, Wrong> {
    match parse(front) {
        Ok(entries) => Ok(entries),
        // Many people write `description: Use it when: …`, which other readers take as it is meant.
        Err(wrong) => parse(&quoted(front)).map_err(|_| wrong),
    }
}

fn parse(front: &str) -> Result<Vec<Entry>, Wrong> {
    let bounds = options! {
        disallow_directives: true,
        flow_nesting_limit: NESTING,
        block_nesting_limit: NESTING,
    };
    let mut events = Events {
        parser: Parser::new_from_str_with_options(front, bounds),
        count: 0,
    };
    let mut entries: Vec<Entry> = Vec::new();
    // An empty head begins with something else than a map, and has no keys.
    while let Some((event, line)) = events.next()? {
        match event {
            Event::StreamStart | Event::DocumentStart(..) => {}
            Event::MappingStart(..) => break,
            Event::Scalar(text, ..) if text.is_empty() => return Ok(entries),
            Event::StreamEnd => return Ok(entries),
            _ => return Err((line, "the head is not made of `key: value`".to_owned())),
        }
    }
    while let Some((event, line)) = events.next()? {
        let key = match event {
            Event::MappingEnd => break,
            Event::Scalar(key, ..) => key.into_owned(),
            _ => return Err((line, "a key is not a word".to_owned())),
        };
        if entries.iter().any(|entry| entry.key == key) {
            return Err((line, format!("`{key}` is given twice")));
        }
        let value = events.value()?;
        entries.push(Entry { key, line, value });
    }
    Ok(entries)
}

/// What a head consists of, counted.
struct Events<'f> {
    parser: Parser<'f, StrInput<'f>>,
    count: usize,
}

impl<'f> Events<'f> {
    fn next(&mut self) -> Result<Option<(Event<'f>, usize)>, Wrong> {
        let Some(next) = self.parser.next_event() else {
            return Ok(None);
        };
        let (event, span) = next.map_err(|error| unreadable(&error))?;
        let line = span.start.line() + 1;
        self.count += 1;
        if self.count > EVENTS {
            return Err((line, "the head has too many keys and values".to_owned()));
        }
        if event.is_alias() {
            return Err((line, "an alias is not followed; write it out".to_owned()));
        }
        Ok(Some((event, line)))
    }

    fn value(&mut self) -> Result<Value, Wrong> {
        match self.next()? {
            Some((Event::Scalar(text, style, ..), _)) => {
                let absent =
                    style == ScalarStyle::Plain && matches!(text.as_ref(), "" | "~" | "null");
                Ok(Value::Text((!absent).then(|| text.into_owned())))
            }
            Some((Event::SequenceStart(..), _)) => self.collection(Value::List(Vec::new())),
            _ => self.collection(Value::Other),
        }
    }

    /// Reads to the end of a list or map that just began. A list stays one only while it holds nothing but scalars.
    fn collection(&mut self, mut value: Value) -> Result<Value, Wrong> {
        let mut open = 1;
        while let Some((event, _)) = self.next()? {
            match (event, &mut value) {
                (Event::SequenceStart(..) | Event::MappingStart(..), value) => {
                    open += 1;
                    *value = Value::Other;
                }
                (Event::SequenceEnd | Event::MappingEnd, _) => open -= 1,
                (Event::Scalar(text, ..), Value::List(items)) => items.push(text.into_owned()),
                _ => {}
            }
            if open == 0 {
                break;
            }
        }
        Ok(value)
    }
}

fn unreadable(error: &ScanError) -> Wrong {
    let reason = format!("the head is not YAML: {}", error.info());
    (error.marker().line() + 1, reason)
}

/// The head with the plain values of its top keys in quotes, line by line.
fn quoted(front: &str) -> String {
    let mut out = String::with_capacity(front.len() + 16);
    for line in front.lines() {
        out.push_str(&quoted_line(line).unwrap_or_else(|| line.to_owned()));
        out.push('\n');
    }
    out
}

fn quoted_line(line: &str) -> Option<String> {
    let (key, value) = line.split_once(": ")?;
    let value = value.trim();
    let is_key = key
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    let is_plain = !value.is_empty() && !value.starts_with(['"', '\'', '|', '>', '[', '{']);
    (is_key && is_plain).then(|| format!("{key}: '{}'", value.replace('\'', "''")))
}
