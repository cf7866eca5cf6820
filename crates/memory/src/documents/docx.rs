//! The text of a document of a word processor: XML in an archive.

use std::io::{BufReader, Cursor, Read as _};

use quick_xml::Reader;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::Event;
use zip::ZipArchive;

/// The part that every such file has.
const BODY: &str = "word/document.xml";
/// Texts that stand beside the body.
const BESIDE: [&str; 2] = ["word/footnotes.xml", "word/endnotes.xml"];
/// More XML than a very long book has. An archive says little about how large its parts become.
const MOST_XML: u64 = 64 << 20;

/// The text of the body and its notes; nothing if the file is not such a document.
pub(super) fn text_of(bytes: &[u8]) -> Option<String> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).ok()?;
    let mut text = part(&mut archive, BODY)?;
    for name in BESIDE {
        if archive.index_for_name(name).is_some() {
            text.push('\n');
            text.push_str(&part(&mut archive, name)?);
        }
    }
    Some(text)
}

fn part(archive: &mut ZipArchive<Cursor<&[u8]>>, name: &str) -> Option<String> {
    let part = archive.by_name(name).ok()?;
    let mut limited = part.take(MOST_XML + 1);
    let text = read(Reader::from_reader(BufReader::new(&mut limited)))?;
    (limited.limit() > 0).then_some(text)
}

/// Text stands in `w:t`; paragraphs, breaks, tabs and cells separate it. Whatever was struck out is in other elements.
fn read<R: std::io::BufRead>(mut xml: Reader<R>) -> Option<String> {
    let mut text = String::new();
    let mut buffer = Vec::new();
    let mut is_text = false;
    loop {
        buffer.clear();
        match xml.read_event_into(&mut buffer).ok()? {
            Event::Start(tag) => is_text = tag.local_name().into_inner() == "t",
            Event::Text(part) if is_text => text.push_str(&part),
            Event::CData(part) if is_text => text.push_str(&part),
            Event::GeneralRef(name) if is_text => match name.resolve_char_ref().ok()? {
                Some(character) => text.push(character),
                None => text.push_str(resolve_xml_entity(&name)?),
            },
            Event::End(tag) => {
                is_text = false;
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
            Event::DocType(_) => return None,
            Event::Eof => return Some(text),
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
