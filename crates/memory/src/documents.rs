//! Files that people upload, and the text in them.
//!
//! The parsers here are given files that nobody vouches for. Whoever calls [`DocumentKind::text_of`] on one that
//! [needs a process of its own](DocumentKind::is_hazardous) does so in one, with limits on memory and time.

mod docx;
mod pdf;
#[cfg(test)]
#[path = "documents_tests.rs"]
mod tests;

/// Kinds of files whose text can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentKind {
    /// Plain text.
    Text,
    /// Markdown, which is kept as it is written.
    Markdown,
    /// A page description.
    Pdf,
    /// A document of a word processor.
    Docx,
}

/// Why there is no text, as a clause.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// It is not text in an encoding that we know.
    #[error("it is not text in UTF-8 or UTF-16")]
    NotText,
    /// The file is damaged, or not what it says.
    #[error("it is damaged, encrypted, or not what its name says")]
    Damaged,
    /// It would take too long to read, and nobody wrote it.
    #[error(
        "its parts stand inside each other deeper than those of any document that somebody wrote"
    )]
    TooDeep,
    /// There are pictures at best.
    #[error("there is no text in it")]
    Empty,
}

impl DocumentKind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Text, Self::Markdown, Self::Pdf, Self::Docx];

    /// The kind of a file, by the end of its name, or else by what its sender says it is.
    pub fn of(file_name: Option<&str>, media_type: Option<&str>) -> Option<Self> {
        let extension = file_name.and_then(|name| Some(name.rsplit_once('.')?.1.to_lowercase()));
        let by_name = match extension.as_deref() {
            Some("txt" | "text" | "log") => Some(Self::Text),
            Some("md" | "markdown") => Some(Self::Markdown),
            Some("pdf") => Some(Self::Pdf),
            Some("docx") => Some(Self::Docx),
            Some(_) => return None,
            None => None,
        };
        let essence = media_type.map(|it| it.split(';').next().unwrap_or(it).trim().to_lowercase());
        let is_it = |kind: &Self| Some(kind.media_type()) == essence.as_deref();
        by_name.or_else(|| Self::ALL.into_iter().find(is_it))
    }

    /// A word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Markdown => "markdown",
            Self::Pdf => "pdf",
            Self::Docx => "docx",
        }
    }

    /// What it is called where files are sent.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Text => "text/plain",
            Self::Markdown => "text/markdown",
            Self::Pdf => "application/pdf",
            Self::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        }
    }

    /// Whether a file of this kind can be made so that reading it takes all there is of memory or time.
    pub fn is_hazardous(self) -> bool {
        match self {
            Self::Text | Self::Markdown => false,
            Self::Pdf | Self::Docx => true,
        }
    }

    /// The text of a file.
    ///
    /// # Errors
    /// There is none that could be read.
    pub fn text_of(self, bytes: &[u8]) -> Result<String, Unreadable> {
        let text = match self {
            Self::Text | Self::Markdown => decode(bytes)?,
            Self::Pdf => pdf::text_of(bytes).ok_or(Unreadable::Damaged)?,
            Self::Docx => docx::text_of(bytes)?,
        };
        let text = tidy(&text);
        match text.is_empty() {
            true => Err(Unreadable::Empty),
            false => Ok(text),
        }
    }
}

impl std::str::FromStr for DocumentKind {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let mut all = Self::ALL.into_iter();
        let found = all.find(|kind| kind.as_str() == word);
        found.ok_or_else(|| format!("`{word}` is no kind of document"))
    }
}

/// UTF-8, or UTF-16 that says so in its first two bytes.
fn decode(bytes: &[u8]) -> Result<String, Unreadable> {
    let units = |from: fn([u8; 2]) -> u16| {
        let (pairs, rest) = bytes[2..].as_chunks();
        let units: Vec<u16> = pairs.iter().map(|pair| from(*pair)).collect();
        String::from_utf16(&units).ok().filter(|_| rest.is_empty())
    };
    let text = match bytes {
        [0xff, 0xfe, ..] => units(u16::from_le_bytes),
        [0xfe, 0xff, ..] => units(u16::from_be_bytes),
        bytes => {
            let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
            std::str::from_utf8(bytes).ok().map(str::to_owned)
        }
    };
    // No text has this character, and files that are none are full of it.
    text.filter(|text| !text.contains('\0'))
        .ok_or(Unreadable::NotText)
}

/// The text without control characters, spaces at the ends of lines, and more than one empty line in a row.
fn tidy(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    let mut empty = 0;
    for line in text.lines() {
        let odd = |c: char| c.is_control() && c != '\t';
        let line = line.replace(odd, " ");
        let line = line.trim_end();
        empty = if line.is_empty() { empty + 1 } else { 0 };
        if empty <= 1 {
            tidy.push_str(line);
            tidy.push('\n');
        }
    }
    tidy.trim().to_owned()
}
