//! The text of a document of a word processor: XML in an archive.

use std::collections::HashSet;
use std::io::{BufReader, Cursor, Read as _};

use quick_xml::Reader;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::Event;
use zip::ZipArchive;

use super::Unreadable;

/// The part that every such file has.
const BODY: &str = "document";
/// Texts that stand beside the body, in the order in which they are read. There may be several of each, with a number.
const BESIDE: [&str; 4] = ["header", "footer", "footnotes", "endnotes"];
/// More XML than a very long book has. An archive says little about how large its parts become.
const MOST_XML: u64 = 64 << 20;
/// Tables within tables within boxes do not come near it.
const DEEPEST: usize = 1_000;

/// The text of the body, and what stands beside it.
pub(super) fn text_of(bytes: &[u8]) -> Result<String, Unreadable> {
    let archive = ZipArchive::new(Cursor::new(bytes));
    let mut archive = archive.map_err(|_| Unreadable::Damaged)?;
    let mut left = MOST_XML;
    let mut text = part(&mut archive, &format!("word/{BODY}.xml"), &mut left)?;
    let mut seen = HashSet::new();
    for name in beside(&archive) {
        let beside = part(&mut archive, &name, &mut left)?;
        // Every section has its own header, and most say the same.
        if seen.insert(beside.clone()) {
            text.push('\n');
            text.push_str(&beside);
        }
    }
    Ok(text)
}

fn beside(archive: &ZipArchive<Cursor<&[u8]>>) -> Vec<String> {
    let kind = |name: &str| {
        let name = name.strip_prefix("word/")?.strip_suffix(".xml")?;
        let name = name.trim_end_matches(|digit: char| digit.is_ascii_digit());
        BESIDE.iter().position(|kind| *kind == name)
    };
    let named = archive.file_names().filter_map(Result::ok);
    let mut names: Vec<(usize, String)> = named
        .filter_map(|name| Some((kind(&name)?, name.into_owned())))
        .collect();
    names.sort_unstable();
    names.into_iter().map(|(_, name)| name).collect()
}

/// The text of one part, which takes from what is `left` to read of all of them.
fn part(
    archive: &mut ZipArchive<Cursor<&[u8]>>,
    name: &str,
    left: &mut u64,
) -> Result<String, Unreadable> {
    let part = archive.by_name(name).map_err(|_| Unreadable::Damaged)?;
    let mut limited = part.take(*left + 1);
    let text = read(Reader::from_reader(BufReader::new(&mut limited)))?;
    *left = limited.limit().checked_sub(1).ok_or(Unreadable::Damaged)?;
    Ok(text)
}

/// Text stands in `w:t`; paragraphs, breaks, tabs and cells separate it. Whatever was struck out is in other elements.
fn read<R: std::io::BufRead>(mut xml: Reader<R>) -> Result<String, Unreadable> {
    let mut text = String::new();
    let mut buffer = Vec::new();
    let (mut is_text, mut depth) = (false, 0);
    let mut skipped: Option<usize> = None;
    loop {
        buffer.clear();
        let event = xml.read_event_into(&mut buffer);
        match event.map_err(|_| Unreadable::Damaged)? {
            Event::Start(_) if depth == DEEPEST => return Err(Unreadable::TooDeep),
            Event::Start(tag) => {
                let name = tag.local_name().into_inner();
                is_text = name == "t" && skipped.is_none();
                depth += 1;
                // What stands in a box is there twice, the second time for programs that know no boxes.
                if name == "Fallback" {
                    skipped.get_or_insert(depth);
                }
            }
            Event::Text(part) if is_text => text.push_str(&part),
            Event::CData(part) if is_text => text.push_str(&part),
            Event::GeneralRef(name) if is_text => match name.resolve_char_ref() {
                Ok(Some(character)) => text.push(character),
                Ok(None) => text.push_str(resolve_xml_entity(&name).ok_or(Unreadable::Damaged)?),
                Err(_) => return Err(Unreadable::Damaged),
            },
            Event::End(tag) => {
                skipped = skipped.filter(|skipped| *skipped != depth);
                (is_text, depth) = (false, depth.saturating_sub(1));
                match tag.local_name().into_inner() {
                    "p" => text.push('\n'),
                    "tc" => cell(&mut text),
                    "tr" => text.push('\n'),
                    _ => {}
                }
            }
            Event::Empty(tag) => match tag.local_name().into_inner() {
                "br" | "cr" | "p" => text.push('\n'),
                "tab" => text.push('\t'),
                _ => {}
            },
            // What names further files or makes small texts large has no place here.
            Event::DocType(_) => return Err(Unreadable::Damaged),
            Event::Eof => return Ok(text),
            _ => {}
        }
    }
}

/// The cells of a row stand on one line.
fn cell(text: &mut String) {
    let end = text.trim_end_matches('\n').len();
    text.truncate(end);
    text.push('\t');
}
