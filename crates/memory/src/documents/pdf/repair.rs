//! A PDF whose table of objects is not where the file says: many programs have written such files, and their text is all there.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Bytes at the end in which a file must say where its table is: one that was cut off lacks pages, and nobody would notice.
const END: usize = 1_024;

const STREAM_ENDS: &[u8] = b"endstream";

/// What stands in a file, by a look at every byte of it.
#[derive(Debug, Default)]
struct Found {
    /// Where the objects begin, by their number, with their generation. Of several the last, which replaced the others.
    objects: BTreeMap<u32, (usize, u32)>,
    /// The object that all others hang on, as the last that names one has it.
    root: Option<(u32, u32)>,
    /// How often it was saved.
    saved: usize,
    is_linearized: bool,
    is_encrypted: bool,
    has_packed_objects: bool,
}

/// The file with a new table behind it. Nothing where that would not be the file as it was saved last.
pub(super) fn rebuilt(bytes: &[u8]) -> Option<Vec<u8>> {
    let begin = find(bytes, b"%PDF-")?;
    let file = &bytes[begin..];
    find(&file[file.len().saturating_sub(END)..], b"startxref")?;
    let found = look_through(file);
    // Which of two objects that are packed is the newer one stands in the lost table alone.
    let revisions = found.saved - usize::from(found.is_linearized && found.saved > 1);
    if found.is_encrypted || (found.has_packed_objects && revisions > 1) {
        return None;
    }
    let (root, generation) = found.root?;
    let mut table = String::from("\nxref\n0 1\n0000000000 65535 f \n");
    for (number, (place, generation)) in &found.objects {
        write!(table, "{number} 1\n{place:010} {generation:05} n \n").ok()?;
    }
    let size = found.objects.last_key_value()?.0.checked_add(1)?;
    let start = file.len() + 1;
    write!(
        table,
        "trailer\n<< /Size {size} /Root {root} {generation} R >>\nstartxref\n{start}\n%%EOF\n"
    )
    .ok()?;
    Some([file, table.as_bytes()].concat())
}

fn look_through(file: &[u8]) -> Found {
    let mut found = Found::default();
    let (mut at, mut ends) = (0, true);
    while at < file.len() {
        let rest = &file[at..];
        match rest[0] {
            b'o' if rest.starts_with(b"obj") => found.take_object(file, at),
            b'/' => found.take_name(rest),
            b's' if rest.starts_with(b"startxref") => found.saved += 1,
            // What stands in a stream is no part of the file itself. After one without an end, none has one.
            b's' if ends && begins_stream(file, at) => match find(rest, STREAM_ENDS) {
                Some(end) => at += end + STREAM_ENDS.len() - 1,
                None => ends = false,
            },
            _ => {}
        }
        at += 1;
    }
    found
}

fn begins_stream(file: &[u8], at: usize) -> bool {
    let rest = &file[at..];
    let begins = rest.starts_with(b"stream\n") || rest.starts_with(b"stream\r");
    begins && !file[..at].ends_with(b"end")
}

impl Found {
    /// An object begins with its number, its generation and the word at this place.
    fn take_object(&mut self, file: &[u8], at: usize) {
        let Some((generation, at)) = number_before(file, at) else {
            return;
        };
        if let Some((number, at)) = number_before(file, at)
            && number > 0
        {
            self.objects.insert(number, (at, generation));
        }
    }

    fn take_name(&mut self, rest: &[u8]) {
        if let Some(root) = rest.strip_prefix(b"/Root").and_then(reference) {
            self.root = Some(root);
        }
        self.is_encrypted |= rest.starts_with(b"/Encrypt");
        self.is_linearized |= rest.starts_with(b"/Linearized");
        self.has_packed_objects |= rest.starts_with(b"/ObjStm");
    }
}

/// A number with white space behind it, which ends at this place, and where it begins.
fn number_before(file: &[u8], end: usize) -> Option<(u32, usize)> {
    let digits_end = file[..end].trim_ascii_end().len();
    let digits = file[..digits_end].iter().rev();
    let count = digits
        .take(10)
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let begin = digits_end - count;
    let number = std::str::from_utf8(&file[begin..digits_end]).ok()?;
    (digits_end < end).then_some((number.parse().ok()?, begin))
}

/// The object that is meant by `1 0 R`.
fn reference(text: &[u8]) -> Option<(u32, u32)> {
    let text = &text[..text.len().min(40)];
    let mut words = text
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty());
    let mut number = || std::str::from_utf8(words.next()?).ok()?.parse().ok();
    let named = (number()?, number()?);
    words.next()?.starts_with(b"R").then_some(named)
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes
        .windows(wanted.len())
        .position(|window| window == wanted)
}
