//! What was filled into the fields of a form, which is not a part of its pages.

use std::collections::BTreeMap;

use pdf_extract::{Dictionary, Document, Object, ObjectId, decode_text_string};

/// A field within fields, deeper than anybody puts them.
const DEEPEST: usize = 32;

/// By the number of a page: a line for each field that is filled.
pub(super) fn by_page(file: &Document) -> BTreeMap<u32, String> {
    let mut all = BTreeMap::new();
    for (number, page) in file.get_pages() {
        let lines: String = filled(file, page).unwrap_or_default().concat();
        if !lines.is_empty() {
            all.insert(number, lines);
        }
    }
    all
}

fn filled(file: &Document, page: ObjectId) -> Option<Vec<String>> {
    let page = file.get_dictionary(page).ok()?;
    let marks = page.get_deref(b"Annots", file).ok()?.as_array().ok()?;
    let marks = marks.iter().filter_map(|mark| dictionary(file, mark));
    let is_field = |mark: &&Dictionary| {
        let kind = mark.get(b"Subtype").and_then(Object::as_name);
        kind.is_ok_and(|kind| kind == b"Widget")
    };
    let fields = marks.filter(is_field);
    Some(fields.filter_map(|field| line(file, field)).collect())
}

/// `name: value`, if somebody wrote something.
fn line(file: &Document, field: &Dictionary) -> Option<String> {
    let value = inherited(file, field, b"V")?;
    let value = decode_text_string(value).ok()?;
    let value = value.trim();
    if value.is_empty() {
        return None;
    }
    let name = inherited(file, field, b"TU").or_else(|| inherited(file, field, b"T"));
    let name = name.and_then(|name| decode_text_string(name).ok());
    Some(match name {
        Some(name) => format!("{}: {value}\n", name.trim()),
        None => format!("{value}\n"),
    })
}

/// What a field says itself, or one that it is a part of.
fn inherited<'a>(file: &'a Document, field: &'a Dictionary, key: &[u8]) -> Option<&'a Object> {
    let mut field = field;
    for _ in 0..DEEPEST {
        if let Ok(value) = field.get_deref(key, file) {
            return Some(value);
        }
        field = dictionary(file, field.get(b"Parent").ok()?)?;
    }
    None
}

fn dictionary<'a>(file: &'a Document, object: &'a Object) -> Option<&'a Dictionary> {
    match object {
        Object::Reference(id) => file.get_dictionary(*id).ok(),
        Object::Dictionary(dictionary) => Some(dictionary),
        _ => None,
    }
}
