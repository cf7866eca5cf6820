//! How wide characters are. The library reads a width for each of several characters, and not one width for all of them, which
//! many programs write: words would fall apart.

use pdf_extract::{Dictionary, Document, Object, ObjectId};

/// There are no more characters in a font.
const MOST: i64 = 1 << 16;

/// Writes every width in the way that is read.
pub(super) fn spell_out(file: &mut Document) {
    let all = file.objects.iter();
    let spelled = all.filter_map(|(id, font)| Some((*id, Widths::of(file, font.as_dict().ok()?)?)));
    let spelled: Vec<(ObjectId, Widths)> = spelled.collect();
    for (id, widths) in spelled {
        if let Ok(font) = file.get_object_mut(id).and_then(Object::as_dict_mut) {
            font.set("W", widths.each);
            font.set("DW", widths.usual);
        }
    }
}

struct Widths {
    each: Vec<Object>,
    /// That of all others, as a whole number.
    usual: i64,
}

impl Widths {
    /// Those of a font that has its characters by number.
    fn of(file: &Document, font: &Dictionary) -> Option<Self> {
        let kind = font.get(b"Subtype").ok()?.as_name().ok()?;
        if !kind.starts_with(b"CIDFontType") {
            return None;
        }
        let usual = font.get_deref(b"DW", file);
        let usual = usual.and_then(Object::as_float).unwrap_or(1000.0);
        let mut rest = font.get_deref(b"W", file).ok()?.as_array().ok()?.as_slice();
        let mut each = Vec::new();
        while let [first, second, after @ ..] = rest {
            each.push(first.clone());
            if let Object::Array(widths) = plain(file, second) {
                each.push(Object::Array(widths.clone()));
                rest = after;
            } else {
                let [width, after @ ..] = after else { break };
                let last = plain(file, second).as_i64().ok()?;
                let count = last - plain(file, first).as_i64().ok()? + 1;
                let count = usize::try_from(count.clamp(0, MOST)).ok()?;
                each.push(Object::Array(vec![width.clone(); count]));
                rest = after;
            }
        }
        Some(Self {
            each,
            usual: usual.round() as i64,
        })
    }
}

/// What a reference refers to.
fn plain<'a>(file: &'a Document, object: &'a Object) -> &'a Object {
    match object {
        Object::Reference(id) => file.get_object(*id).unwrap_or(object),
        object => object,
    }
}
