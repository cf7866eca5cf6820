//! Lines and words, from where characters stand on a page.

use std::collections::BTreeMap;

use pdf_extract::{MediaBox, OutputDev, OutputError, Transform};

/// Parts of the height of a line: what is further apart is two words; is on another line, if the pen went back; is on another
/// line in any case; is another text on the same line, if the pen went back so far.
const SPACE: f64 = 0.1;
const OTHER_LINE: f64 = 0.5;
const FAR: f64 = 1.5;
const BACK: f64 = -3.0;

/// Writes down what is shown, in the order in which it is shown.
pub(super) struct Lines {
    text: String,
    /// Texts that stand at the end of pages.
    after: BTreeMap<u32, String>,
    page: u32,
    last: Option<End>,
    is_first: bool,
}

/// Where a character ended.
struct End {
    at: (f64, f64),
    /// Which way the text goes: a page may lie on its side.
    way: (f64, f64),
}

impl Lines {
    pub(super) fn new(after: BTreeMap<u32, String>) -> Self {
        Self {
            text: String::new(),
            after,
            page: 0,
            last: None,
            is_first: false,
        }
    }

    pub(super) fn text(self) -> String {
        self.text
    }

    /// What stands between the last character and one that begins here.
    fn gap(&self, at: (f64, f64), way: (f64, f64), height: f64) -> &'static str {
        let Some(last) = &self.last else { return "" };
        // Also where nobody can tell: a text may have no size.
        let goes_on = way.0 * last.way.0 + way.1 * last.way.1 > 0.9;
        if !goes_on {
            return "\n";
        }
        let (x, y) = (at.0 - last.at.0, at.1 - last.at.1);
        let along = (x * way.0 + y * way.1) / height;
        let across = (x * way.1 - y * way.0).abs() / height;
        let (is_apart, went_back) = (along > SPACE, along < BACK);
        if across > FAR || across > OTHER_LINE && along < 0.0 {
            "\n"
        } else if is_apart || went_back {
            " "
        } else {
            ""
        }
    }
}

impl OutputDev for Lines {
    fn begin_page(
        &mut self,
        number: u32,
        _: &MediaBox,
        _: Option<(f64, f64, f64, f64)>,
    ) -> Result<(), OutputError> {
        self.text.push_str("\n\n");
        (self.page, self.last) = (number, None);
        Ok(())
    }

    fn end_page(&mut self) -> Result<(), OutputError> {
        if let Some(after) = self.after.remove(&self.page) {
            self.text.push('\n');
            self.text.push_str(&after);
        }
        Ok(())
    }

    fn output_character(
        &mut self,
        place: &Transform,
        width: f64,
        _: f64,
        font_size: f64,
        character: &str,
    ) -> Result<(), OutputError> {
        let at = (place.m31, place.m32);
        let scale = place.m11.hypot(place.m12);
        let way = (place.m11 / scale, place.m12 / scale);
        let height = place.m21.hypot(place.m22) * font_size.abs();
        if self.is_first {
            let gap = self.gap(at, way, height);
            self.text.push_str(gap);
        }
        self.text.push_str(letters(character));
        self.is_first = false;
        let length = width * font_size * scale;
        let at = (at.0 + way.0 * length, at.1 + way.1 * length);
        self.last = Some(End { at, way });
        Ok(())
    }

    fn begin_word(&mut self) -> Result<(), OutputError> {
        self.is_first = true;
        Ok(())
    }

    fn end_word(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_line(&mut self) -> Result<(), OutputError> {
        Ok(())
    }
}

/// The letters of a ligature: nobody types one to find a word.
fn letters(character: &str) -> &str {
    match character {
        "\u{fb00}" => "ff",
        "\u{fb01}" => "fi",
        "\u{fb02}" => "fl",
        "\u{fb03}" => "ffi",
        "\u{fb04}" => "ffl",
        "\u{fb05}" | "\u{fb06}" => "st",
        other => other,
    }
}
