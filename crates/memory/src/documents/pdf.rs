//! The text of a PDF, page by page.

mod fields;
mod lines;
mod plain;
mod repair;
#[cfg(test)]
#[path = "pdf_tests.rs"]
mod tests;
mod widths;

use pdf_extract::Document;

use self::lines::Lines;

/// The text, with an empty line between pages. Nothing if any page cannot be read: what is left out silently is not found
/// later, and nobody knows why.
pub(super) fn text_of(bytes: &[u8]) -> Option<String> {
    let mut file = load(bytes).or_else(|| load(&repair::rebuilt(bytes)?))?;
    if file.is_encrypted() {
        file.decrypt("").ok()?;
    }
    plain::make(&mut file).ok()?;
    widths::spell_out(&mut file);
    let mut lines = Lines::new(fields::by_page(&file));
    pdf_extract::output_doc(&file, &mut lines).ok()?;
    Some(lines.text())
}

/// A file without a page was read from the wrong place.
fn load(bytes: &[u8]) -> Option<Document> {
    let file = Document::load_mem(bytes).ok()?;
    let has_pages = file.is_encrypted() || file.page_iter().next().is_some();
    has_pages.then_some(file)
}
