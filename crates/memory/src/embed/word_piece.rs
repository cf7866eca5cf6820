//! BERT word pieces, as the built-in model and those from a folder were trained on.
//!
//! The `tokenizers` crate does the same with sixty more crates in the tree, among them a second regular-expression engine in C.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use serde::Deserialize;
use unicode_normalization::UnicodeNormalization as _;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory as _};

use crate::Error;

/// A longer word has no vector, as in the original.
const LONGEST_WORD: usize = 100;

type Pieces = HashMap<Box<str>, u32, BuildHasherDefault<Fold>>;

/// A quick hash. Nobody but us chooses the keys of a vocabulary, so it need not resist anyone.
#[derive(Default)]
struct Fold(u64);

impl Hasher for Fold {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 = (self.0.rotate_left(5) ^ u64::from_le_bytes(word))
                .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}

/// The vocabulary: pieces that begin a word and pieces that continue one.
#[derive(Debug)]
pub(super) struct WordPieces {
    first: Pieces,
    next: Pieces,
    longest: usize,
}

#[derive(Deserialize)]
struct File {
    model: Model,
    normalizer: Option<Normalizer>,
}

#[derive(Deserialize)]
struct Normalizer {
    #[serde(default = "yes")]
    lowercase: bool,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
struct Model {
    continuing_subword_prefix: String,
    vocab: HashMap<String, u32>,
}

impl WordPieces {
    pub(super) fn parse(text: &str) -> Result<Self, Error> {
        let File { model, normalizer } = serde_json::from_str(text)
            .map_err(|_| Error::Model("the tokenizer is not one of word pieces"))?;
        if normalizer.is_some_and(|normalizer| !normalizer.lowercase) {
            return Err(Error::Model(
                "a tokenizer that keeps upper case is not known",
            ));
        }
        let size = model.vocab.len();
        let mut pieces = Self {
            first: Pieces::default(),
            next: Pieces::default(),
            longest: 0,
        };
        for (piece, id) in model.vocab {
            if id as usize >= size {
                return Err(Error::Model("the vocabulary has gaps"));
            }
            pieces.longest = pieces.longest.max(piece.len());
            match piece.strip_prefix(&model.continuing_subword_prefix) {
                Some(rest) if !rest.is_empty() => pieces.next.insert(rest.into(), id),
                _ => pieces.first.insert(piece.into(), id),
            };
        }
        Ok(pieces)
    }

    pub(super) fn len(&self) -> usize {
        self.first.len() + self.next.len()
    }

    /// The number of a piece that begins a word.
    pub(super) fn id(&self, piece: &str) -> Option<u32> {
        self.first.get(piece).copied()
    }

    /// Calls `take` with every known piece of the text.
    pub(super) fn for_each(&self, text: &str, take: impl FnMut(u32)) {
        self.for_each_or(text, None, take);
    }

    /// The same, with a piece that stands for every word that is not known.
    pub(super) fn for_each_or(&self, text: &str, unknown: Option<u32>, mut take: impl FnMut(u32)) {
        let mut word = String::new();
        let mut pieces = Vec::new();
        for part in text.chars().flat_map(parts) {
            match part {
                Part::Letter(c) => word.push(c),
                Part::Alone(c) => {
                    self.split((&mut word, unknown), &mut pieces, &mut take);
                    word.push(c);
                    self.split((&mut word, unknown), &mut pieces, &mut take);
                }
                Part::Space => self.split((&mut word, unknown), &mut pieces, &mut take),
            }
        }
        self.split((&mut word, unknown), &mut pieces, &mut take);
    }

    /// Cuts a word into the longest pieces from the left; a word that leaves a rest is unknown as a whole.
    fn split(
        &self,
        (word, unknown): (&mut String, Option<u32>),
        pieces: &mut Vec<u32>,
        take: &mut impl FnMut(u32),
    ) {
        pieces.clear();
        let mut rest = word.as_str();
        let mut map = &self.first;
        if word.len() <= LONGEST_WORD || word.chars().count() <= LONGEST_WORD {
            while let Some((id, length)) = self.longest_piece(map, rest) {
                pieces.push(id);
                rest = &rest[length..];
                map = &self.next;
            }
        }
        match rest.is_empty() {
            true => pieces.iter().copied().for_each(take),
            false => unknown.into_iter().for_each(take),
        }
        word.clear();
    }

    fn longest_piece(&self, map: &Pieces, rest: &str) -> Option<(u32, usize)> {
        let mut end = rest.floor_char_boundary(self.longest);
        while end > 0 {
            if let Some(id) = map.get(&rest[..end]) {
                return Some((*id, end));
            }
            end = rest.floor_char_boundary(end - 1);
        }
        None
    }
}

enum Part {
    Letter(char),
    Alone(char),
    Space,
}

/// What one character becomes: mostly one part, a few for some letters, none for an accent.
fn parts(c: char) -> impl Iterator<Item = Part> {
    let (ascii, other) = if c.is_ascii() {
        (ascii_part(c), None)
    } else {
        (None, Some(c).filter(|c| !is_dropped(*c)))
    };
    let decomposed = other
        .into_iter()
        .nfd()
        .filter(|c| c.general_category() != GeneralCategory::NonspacingMark)
        .flat_map(char::to_lowercase)
        .map(part);
    ascii.into_iter().chain(decomposed)
}

fn ascii_part(c: char) -> Option<Part> {
    if c.is_ascii_whitespace() {
        Some(Part::Space)
    } else if c.is_ascii_control() {
        None
    } else if c.is_ascii_punctuation() {
        Some(Part::Alone(c))
    } else {
        Some(Part::Letter(c.to_ascii_lowercase()))
    }
}

fn part(c: char) -> Part {
    if c.is_whitespace() {
        Part::Space
    } else if is_ideograph(c) || c.general_category_group() == GeneralCategoryGroup::Punctuation {
        Part::Alone(c)
    } else {
        Part::Letter(c)
    }
}

/// Control and format characters say nothing, and neither does the replacement character.
fn is_dropped(c: char) -> bool {
    c == '\u{fffd}'
        || (!c.is_whitespace() && c.general_category_group() == GeneralCategoryGroup::Other)
}

/// Ideographs stand alone, since nothing separates words there.
pub(crate) fn is_ideograph(c: char) -> bool {
    matches!(c,
        '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{2ceaf}' | '\u{2f800}'..='\u{2fa1f}')
}
