//! The text of a PDF, page by page.

use std::cell::RefCell;
use std::fmt::Write;
use std::rc::Rc;

use pdf_extract::{
    ConvertToFmt, Document, MediaBox, OutputDev, OutputError, PlainTextOutput, Transform,
};

/// The text, with an empty line between pages. Nothing if any page cannot be read: what is left out silently is not found
/// later, and nobody knows why.
pub(super) fn text_of(bytes: &[u8]) -> Option<String> {
    let mut file = Document::load_mem(bytes).ok()?;
    if file.is_encrypted() {
        file.decrypt("").ok()?;
    }
    let mut pages = Pages::default();
    pdf_extract::output_doc(&file, &mut pages).ok()?;
    Some(pages.text.0.take())
}

/// Writes pages one after the other, as plain text.
struct Pages {
    text: Text,
    plain: PlainTextOutput<Text>,
}

/// Two write into it in turn: the plain text of a page, and what stands between two.
#[derive(Clone, Default)]
struct Text(Rc<RefCell<String>>);

impl Default for Pages {
    fn default() -> Self {
        let text = Text::default();
        Self {
            plain: PlainTextOutput::new(text.clone()),
            text,
        }
    }
}

impl Write for Text {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0.borrow_mut().push_str(text);
        Ok(())
    }
}

impl ConvertToFmt for Text {
    type Writer = Self;

    fn convert(self) -> Self {
        self
    }
}

impl OutputDev for Pages {
    fn begin_page(
        &mut self,
        number: u32,
        media: &MediaBox,
        art: Option<(f64, f64, f64, f64)>,
    ) -> Result<(), OutputError> {
        self.text.write_str("\n\n")?;
        self.plain.begin_page(number, media, art)
    }

    fn end_page(&mut self) -> Result<(), OutputError> {
        self.plain.end_page()
    }

    fn output_character(
        &mut self,
        place: &Transform,
        width: f64,
        spacing: f64,
        font_size: f64,
        character: &str,
    ) -> Result<(), OutputError> {
        self.plain
            .output_character(place, width, spacing, font_size, character)
    }

    fn begin_word(&mut self) -> Result<(), OutputError> {
        self.plain.begin_word()
    }

    fn end_word(&mut self) -> Result<(), OutputError> {
        self.plain.end_word()
    }

    fn end_line(&mut self) -> Result<(), OutputError> {
        self.plain.end_line()
    }
}
