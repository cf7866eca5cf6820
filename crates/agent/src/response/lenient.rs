//! Reads the JSON that models write: comments, single quotes, bare keys, missing commas, forgotten brackets, a cut-off end.
//!
//! We do not use a repair crate: the one that was tried recurses without a limit, invents default values for what is
//! missing, and does not tell a finished value from a cut-off one. A tool must never be called with half an argument.

use serde_json::{Map, Number, Value};

/// Deeper nesting is not an answer but an attack on the stack.
const MAX_DEPTH: usize = 64;

/// Containers at this depth or deeper vanish when the text ends inside them: the object (1) and its lists (2) may stay
/// open, an item of a list must be whole.
const FIRST_WHOLE_DEPTH: usize = 3;

/// An object and how it ended.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Found {
    pub(super) object: Map<String, Value>,
    pub(super) ending: Ending,
    /// The byte after it.
    pub(super) end: usize,
}

/// Whether a value was there in full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// It was closed.
    Whole,
    /// The text ended first; what was unfinished is left out.
    Cut,
}

/// Where an object stopped making sense.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Broken {
    /// The byte that did not fit; always after the opening brace.
    pub(super) at: usize,
    /// The keys of the object up to there.
    pub(super) keys: Vec<String>,
}

/// Reads the object that starts at byte `start`, which must be a `{`. Every byte is looked at a bounded number of times.
pub(super) fn object_at(text: &str, start: usize) -> Result<Found, Broken> {
    let mut reader = Reader {
        text,
        at: start,
        cut: false,
    };
    let mut object = Map::new();
    match reader.object(&mut object, 1) {
        Ok(()) => Ok(Found {
            object,
            ending: if reader.cut {
                Ending::Cut
            } else {
                Ending::Whole
            },
            end: reader.at,
        }),
        Err(Senseless) => Err(Broken {
            at: reader.at.max(start + 1),
            keys: object.keys().cloned().collect(),
        }),
    }
}

/// The text does not fit even the lenient grammar.
struct Senseless;

struct Reader<'text> {
    text: &'text str,
    at: usize,
    cut: bool,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip(&mut self, c: char) {
        self.at += c.len_utf8();
    }

    /// Moves to the next thing that means something.
    fn space(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            let rest = self.rest();
            let comment = if rest.starts_with("//") || rest.starts_with('#') {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                rest.find("*/").map_or(rest.len(), |end| end + 2)
            } else {
                return;
            };
            self.at += comment;
        }
    }

    /// `None` means that the text ended inside the value and nothing of it may be used.
    fn value(&mut self, depth: usize) -> Result<Option<Value>, Senseless> {
        let value = match self.peek() {
            Some('{') => {
                let mut map = Map::new();
                self.object(&mut map, depth)?;
                Value::Object(map)
            }
            Some('[') => Value::Array(self.array(depth)?),
            Some(quote @ ('"' | '\'' | '“')) => return Ok(self.string(quote).map(Value::from)),
            Some(_) => return self.bare_value(),
            None => {
                self.cut = true;
                return Ok(None);
            }
        };
        Ok((!self.cut || depth < FIRST_WHOLE_DEPTH).then_some(value))
    }

    fn object(&mut self, map: &mut Map<String, Value>, depth: usize) -> Result<(), Senseless> {
        if depth > MAX_DEPTH {
            return Err(Senseless);
        }
        self.skip('{');
        loop {
            self.space();
            match self.peek() {
                None => self.cut = true,
                Some('}') => self.skip('}'),
                // The closer of an outer list: ours was forgotten.
                Some(']') => {}
                Some(',') => {
                    self.skip(',');
                    continue;
                }
                Some(_) => {
                    self.entry(map, depth)?;
                    if !self.cut {
                        continue;
                    }
                }
            }
            return Ok(());
        }
    }

    fn entry(&mut self, map: &mut Map<String, Value>, depth: usize) -> Result<(), Senseless> {
        let key = match self.peek() {
            Some(quote @ ('"' | '\'' | '“')) => self.string(quote),
            _ => Some(self.bare_key()?),
        };
        self.space();
        let Some(key) = key else { return Ok(()) };
        match self.peek() {
            Some(c @ (':' | '=')) => self.skip(c),
            None => {
                self.cut = true;
                return Ok(());
            }
            Some(_) => return Err(Senseless),
        }
        self.space();
        match self.value(depth + 1) {
            Ok(Some(value)) => map.insert(key, value),
            Ok(None) => None,
            // The key stays, for whoever asks what the broken object was about.
            Err(Senseless) => {
                map.insert(key, Value::Null);
                return Err(Senseless);
            }
        };
        Ok(())
    }

    fn array(&mut self, depth: usize) -> Result<Vec<Value>, Senseless> {
        if depth > MAX_DEPTH {
            return Err(Senseless);
        }
        self.skip('[');
        let mut items = Vec::new();
        loop {
            self.space();
            match self.peek() {
                None => self.cut = true,
                Some(']') => self.skip(']'),
                // The closer of an outer object: ours was forgotten.
                Some('}') => {}
                Some(',') => {
                    self.skip(',');
                    continue;
                }
                Some(_) => {
                    items.extend(self.value(depth + 1)?);
                    if !self.cut {
                        continue;
                    }
                }
            }
            return Ok(items);
        }
    }

    /// A quoted text, with quotes inside that nobody escaped. A quote ends it where the grammar could go on.
    fn string(&mut self, quote: char) -> Option<String> {
        let close = if quote == '“' { '”' } else { quote };
        self.skip(quote);
        let mut out = String::new();
        loop {
            let rest = self.rest();
            let Some(special) = rest.find([close, '\\']) else {
                self.at = self.text.len();
                self.cut = true;
                return None;
            };
            out.push_str(&rest[..special]);
            self.at += special;
            if self.peek() == Some('\\') {
                self.skip('\\');
                self.escape(&mut out);
                continue;
            }
            self.skip(close);
            if self.may_end_here() {
                return Some(out);
            }
            out.push(close);
        }
    }

    fn may_end_here(&self) -> bool {
        let rest = self.rest();
        let next = rest.trim_start();
        let spaced = next.len() < rest.len();
        match next.chars().next() {
            None | Some(',' | ':' | '}' | ']' | '=') => true,
            Some('/' | '#' | '"' | '\'' | '“') => spaced,
            Some(_) => false,
        }
    }

    fn escape(&mut self, out: &mut String) {
        let Some(c) = self.peek() else { return };
        self.skip(c);
        match c {
            'n' => out.push('\n'),
            't' => out.push('\t'),
            'r' => out.push('\r'),
            'b' => out.push('\u{8}'),
            'f' => out.push('\u{c}'),
            '"' | '\'' | '\\' | '/' | '“' | '”' => out.push(c),
            'u' => out.push(self.code_point()),
            // A path or a pattern that nobody escaped.
            other => {
                out.push('\\');
                out.push(other);
            }
        }
    }

    fn code_point(&mut self) -> char {
        let Some(high) = self.four_digits() else {
            return char::REPLACEMENT_CHARACTER;
        };
        if (0xd800..0xdc00).contains(&high) && self.rest().starts_with("\\u") {
            let before = self.at;
            self.at += 2;
            match self.four_digits() {
                Some(low) if (0xdc00..0xe000).contains(&low) => {
                    let point = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
                    return char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER);
                }
                _ => self.at = before,
            }
        }
        char::from_u32(high).unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    fn four_digits(&mut self) -> Option<u32> {
        let digits = self.rest().get(..4)?;
        let all_hex = digits.bytes().all(|b| b.is_ascii_hexdigit());
        let number = u32::from_str_radix(digits, 16).ok().filter(|_| all_hex)?;
        self.at += 4;
        Some(number)
    }

    fn bare_key(&mut self) -> Result<String, Senseless> {
        let rest = self.rest();
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '$' | '.');
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        if end == 0 {
            return Err(Senseless);
        }
        let key = rest[..end].to_owned();
        self.at += end;
        Ok(key)
    }

    /// A number, a keyword, or words without quotes.
    fn bare_value(&mut self) -> Result<Option<Value>, Senseless> {
        let rest = self.rest();
        let end = rest.find([',', '}', ']', '\n', '"', '{', '[']);
        let word = rest[..end.unwrap_or(rest.len())].trim_end();
        if word.is_empty() {
            return Err(Senseless);
        }
        let value = bare_word(word);
        match end {
            // `and left"`: an inner quote ended the text before, and these words belong to it.
            Some(end) if matches!(rest.as_bytes()[end], b'"' | b'{' | b'[') => {
                self.at += end;
                Err(Senseless)
            }
            Some(end) => {
                self.at += end;
                Ok(Some(value))
            }
            None => {
                self.at = self.text.len();
                self.cut = true;
                Ok(None)
            }
        }
    }
}

fn bare_word(word: &str) -> Value {
    match word {
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        "null" | "None" | "NULL" | "nil" | "undefined" => Value::Null,
        _ => number(word).map_or_else(|| Value::from(word), Value::Number),
    }
}

/// A number that loses nothing. An integer of twenty digits is an account, not an amount.
fn number(word: &str) -> Option<Number> {
    let number: Number = serde_json::from_str(word).ok()?;
    let integer = word.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    (!integer || number.is_i64() || number.is_u64()).then_some(number)
}
