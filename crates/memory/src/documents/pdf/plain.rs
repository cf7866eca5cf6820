//! A PDF without everything that is no text.
//!
//! The library that finds the text knows a part of what may be drawn, and gives up on the rest: a page with an unusual colour
//! would not be read at all. It also takes pictures for drawings, and the fonts of a drawing for those of the page of the
//! same name. So it is given no more than it needs, written the way it knows.

use std::collections::HashMap;

use pdf_extract::content::{Content, Operation};
use pdf_extract::{Dictionary, Document, Error, Object, ObjectId, Stream};

/// Leaves only text in the pages, and in the drawings that they show.
pub(super) fn make(file: &mut Document) -> Result<(), Error> {
    for (id, is_drawing) in streams(file) {
        match is_drawing {
            true => simplify_drawing(file, id)?,
            false => empty(file, id)?,
        }
    }
    let pages: Vec<ObjectId> = file.page_iter().collect();
    for page in pages {
        let operations = Content::decode(&file.get_page_content(page)?)?.operations;
        let content = simple(operations, &HashMap::new()).encode()?;
        let content = file.add_object(Stream::new(Dictionary::new(), content));
        let page = file.get_object_mut(page)?.as_dict_mut()?;
        page.set("Contents", Object::Reference(content));
    }
    Ok(())
}

/// What pages may show beside their own content, and whether it is a drawing: all else is pictures.
fn streams(file: &Document) -> Vec<(ObjectId, bool)> {
    let kind = |object: &Object| {
        let kind = object.as_stream().ok()?.dict.get(b"Subtype").ok()?;
        match kind.as_name().ok()? {
            b"Form" => Some(true),
            b"Image" | b"PS" => Some(false),
            _ => None,
        }
    };
    let all = file.objects.iter();
    all.filter_map(|(id, object)| Some((*id, kind(object)?)))
        .collect()
}

/// What is left of a picture is not unpacked.
fn empty(file: &mut Document, id: ObjectId) -> Result<(), Error> {
    let picture = file.get_object_mut(id)?.as_stream_mut()?;
    picture.set_plain_content(Vec::new());
    Ok(())
}

fn simplify_drawing(file: &mut Document, id: ObjectId) -> Result<(), Error> {
    let fonts = own_fonts(file, id);
    let drawing = file.get_object(id)?.as_stream()?;
    let content = drawing.get_plain_content()?;
    let operations = Content::decode(&content)?.operations;
    let names = fonts.as_ref().map(|(_, names)| names);
    let content = simple(operations, names.unwrap_or(&HashMap::new())).encode()?;
    let drawing = file.get_object_mut(id)?.as_stream_mut()?;
    drawing.set_plain_content(content);
    if let Some((resources, _)) = fonts {
        drawing.dict.set("Resources", resources);
    }
    Ok(())
}

/// The names of fonts as a drawing has them, and as nothing else in the file has them.
type Names = HashMap<Vec<u8>, Vec<u8>>;

/// The resources of a drawing with names of their own for its fonts. Nothing for one that uses those of its page.
fn own_fonts(file: &Document, id: ObjectId) -> Option<(Dictionary, Names)> {
    let drawing = &file.get_object(id).ok()?.as_stream().ok()?.dict;
    let resources = drawing.get_deref(b"Resources", file).ok()?.as_dict().ok()?;
    let mut resources = resources.clone();
    let fonts = resources.get_deref(b"Font", file).ok()?.as_dict().ok()?;
    let mut renamed = Dictionary::new();
    let mut names = Names::new();
    for (name, font) in fonts.iter() {
        let own = [name.as_slice(), format!("-{}-{}", id.0, id.1).as_bytes()].concat();
        renamed.set(own.clone(), font.clone());
        names.insert(name.clone(), own);
    }
    resources.set("Font", renamed);
    Some((resources, names))
}

/// What places and shows text. What is not as the library must have it, it would stumble over.
fn simple(operations: Vec<Operation>, fonts: &Names) -> Content {
    let mut simple = Vec::with_capacity(operations.len());
    for Operation { operator, operands } in operations {
        if !is_sound(&operator, &operands) {
            continue;
        }
        match (operator.as_str(), operands) {
            // The next line, and a text on it.
            ("'", operands) => {
                simple.push(Operation::new("T*", Vec::new()));
                simple.push(Operation::new("Tj", operands));
            }
            ("\"", mut operands) => {
                let text = operands.split_off(2);
                for (operator, operand) in ["Tw", "Tc"].into_iter().zip(operands) {
                    simple.push(Operation::new(operator, vec![operand]));
                }
                simple.push(Operation::new("T*", Vec::new()));
                simple.push(Operation::new("Tj", text));
            }
            ("Tf", mut operands) => {
                let own = operands[0].as_name().ok().and_then(|it| fonts.get(it));
                if let Some(own) = own {
                    operands[0] = Object::Name(own.clone());
                }
                simple.push(Operation::new("Tf", operands));
            }
            (_, operands) => simple.push(Operation { operator, operands }),
        }
    }
    Content { operations: simple }
}

/// Whether it is about text, and has what it needs.
fn is_sound(operator: &str, operands: &[Object]) -> bool {
    let is_number = |it: &Object| it.as_float().is_ok();
    let numbers = |count: usize| operands.len() == count && operands.iter().all(is_number);
    match (operator, operands) {
        ("BT" | "ET" | "q" | "Q" | "T*", _) => true,
        ("Tc" | "Tw" | "Tz" | "TL" | "Ts", _) => numbers(1),
        ("Td" | "TD", _) => numbers(2),
        ("Tm" | "cm", _) => numbers(6),
        ("Tf", [Object::Name(_), size]) => is_number(size),
        ("Tj" | "'", [Object::String(..)]) => true,
        ("\"", [word, character, Object::String(..)]) => is_number(word) && is_number(character),
        ("TJ", [Object::Array(_)]) | ("Do", [Object::Name(_)]) => true,
        _ => false,
    }
}
