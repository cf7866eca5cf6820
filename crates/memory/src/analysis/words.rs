//! Cuts a text of any script into words, numbers and addresses.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization as _;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory as _};

use crate::embed::is_ideograph;

/// One piece of a text, in lower case and without accents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token<'text> {
    /// A word, which may be stemmed.
    Word(&'text str),
    /// A number, an address or a sign, which is found as it is or not at all.
    Exact(&'text str),
}

/// Words that say nothing about a text, sorted. Question words are among them.
pub(crate) const STOP_WORDS: [&str; 96] = [
    "a", "about", "am", "an", "and", "any", "are", "as", "at", "be", "been", "but", "by", "can",
    "could", "did", "didnt", "do", "does", "doesnt", "dont", "for", "from", "had", "has", "have",
    "he", "her", "his", "how", "i", "id", "if", "ill", "im", "in", "into", "is", "isnt", "it",
    "its", "ive", "just", "me", "my", "not", "of", "on", "or", "our", "she", "should", "so",
    "some", "such", "than", "that", "thats", "the", "their", "them", "then", "there", "these",
    "they", "theyre", "this", "to", "too", "very", "was", "wasnt", "we", "were", "weve", "what",
    "whats", "when", "where", "which", "who", "whom", "whos", "whose", "why", "will", "with",
    "wont", "would", "wouldnt", "you", "youll", "your", "youre", "yours", "youve",
];

/// Longer words are cut: nobody asks for them, and a text of one word must not be kept twice.
const LONGEST: usize = 64;
/// Digits of a telephone number without and with its country.
const NATIONAL: usize = 10;
const TELEPHONE: std::ops::RangeInclusive<usize> = 7..=15;

pub(crate) fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok()
}

/// Calls `take` with every token. Numbers come as they are meant (`1,250.00` is `1250`), telephone numbers also in one piece,
/// email addresses also whole.
pub(crate) fn for_each_token(text: &str, mut take: impl FnMut(Token<'_>)) {
    for_each_token_at(text, |token, _| take(token));
}

/// The same, with the bytes of the text that each token was read from.
pub(crate) fn for_each_token_at(text: &str, mut take: impl FnMut(Token<'_>, Range<usize>)) {
    let mut numbers = Numbers::default();
    let mut word = Piece::default();
    let mut between = String::new();
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if is_apostrophe(c) && !word.text.is_empty() {
            let possessive = chars.next_if(|(_, next)| matches!(next, 's' | 'S'));
            if let Some((at, s)) = possessive
                && chars.peek().is_some_and(|(_, next)| next.is_alphanumeric())
            {
                word.text.extend(s.to_lowercase());
                word.at.end = at + s.len_utf8();
            }
            continue;
        }
        let here = at..at + c.len_utf8();
        if is_ideograph(c) || is_pictograph(c) {
            finish(&mut word, &mut between, &mut numbers, &mut take);
            take(Token::Exact(c.encode_utf8(&mut [0; 4])), here);
        } else if c.is_alphanumeric() || is_mark(c) {
            if word.text.is_empty() {
                word.at.start = at;
            }
            word.at.end = here.end;
            fold(c, &mut word.text);
        } else {
            finish(&mut word, &mut between, &mut numbers, &mut take);
            if between.len() < 8 {
                between.push(c);
            }
        }
    }
    finish(&mut word, &mut between, &mut numbers, &mut take);
    numbers.end(&mut take);
    if text.contains('@') {
        for_each_address(text, &mut take);
    }
}

/// A word as it is read, and where.
#[derive(Default)]
struct Piece {
    text: String,
    at: Range<usize>,
}

/// Lower case without accents, so that "Café" is found as "cafe".
fn fold(c: char, word: &mut String) {
    if c.is_ascii() {
        word.push(c.to_ascii_lowercase());
    } else {
        let plain = std::iter::once(c).nfd().filter(|c| !is_mark(*c));
        word.extend(plain.flat_map(char::to_lowercase));
    }
}

fn finish(
    word: &mut Piece,
    between: &mut String,
    numbers: &mut Numbers,
    take: &mut impl FnMut(Token<'_>, Range<usize>),
) {
    let text = &mut word.text;
    if text.is_empty() {
        return;
    }
    if text.bytes().all(|b| b.is_ascii_digit()) {
        numbers.push(between, text, &word.at, take);
    } else {
        numbers.end(take);
        text.truncate(text.floor_char_boundary(LONGEST));
        if text.bytes().any(|b| b.is_ascii_digit()) {
            take(Token::Exact(text), word.at.clone());
        } else {
            take(Token::Word(text), word.at.clone());
        }
    }
    text.clear();
    between.clear();
}

fn for_each_address(text: &str, take: &mut impl FnMut(Token<'_>, Range<usize>)) {
    for chunk in text.split_whitespace().filter(|chunk| chunk.contains('@')) {
        let address = chunk.trim_matches(|c: char| !c.is_alphanumeric());
        let whole = address.contains('@') && address.len() <= 4 * LONGEST;
        if whole {
            let start = address.as_ptr().addr() - text.as_ptr().addr();
            let at = start..start + address.len();
            take(Token::Exact(&address.to_lowercase()), at);
        }
    }
}

/// A row of digit groups, which may be an amount, a telephone number, or neither.
#[derive(Default)]
struct Numbers {
    amount: Piece,
    has_fraction: bool,
    digits: Piece,
    groups: usize,
}

impl Numbers {
    fn push(
        &mut self,
        between: &str,
        group: &str,
        at: &Range<usize>,
        take: &mut impl FnMut(Token<'_>, Range<usize>),
    ) {
        let telephone = self.groups > 0 && is_telephone_separator(between);
        if self.groups > 0 && !telephone {
            self.end_telephone(take);
        }
        let thousands = between == "," && group.len() == 3 && !self.has_fraction;
        let fraction = between == "." && !self.has_fraction;
        if self.amount.text.is_empty() || !(thousands || fraction) {
            self.end_amount(take);
            self.amount.at.start = at.start;
        } else if fraction {
            self.amount.text.push('.');
            self.has_fraction = true;
        }
        self.amount.text.push_str(group);
        self.amount.at.end = at.end;
        if self.groups == 0 {
            self.digits.at.start = at.start;
        }
        if self.digits.text.len() <= *TELEPHONE.end() {
            self.digits.text.push_str(group);
        }
        self.digits.at.end = at.end;
        self.groups += 1;
        self.amount.text.truncate(LONGEST);
    }

    fn end(&mut self, take: &mut impl FnMut(Token<'_>, Range<usize>)) {
        self.end_amount(take);
        self.end_telephone(take);
    }

    /// The whole part, and the fraction where there is one.
    fn end_amount(&mut self, take: &mut impl FnMut(Token<'_>, Range<usize>)) {
        let Piece { text, at } = &mut self.amount;
        if let Some((whole, fraction)) = text.split_once('.') {
            take(Token::Exact(whole), at.clone());
            if fraction.bytes().any(|b| b != b'0') {
                take(Token::Exact(text.trim_end_matches('0')), at.clone());
            }
        } else if !text.is_empty() {
            take(Token::Exact(text), at.clone());
        }
        text.clear();
        self.has_fraction = false;
    }

    /// With and without the country, since one side of a search often leaves it out.
    fn end_telephone(&mut self, take: &mut impl FnMut(Token<'_>, Range<usize>)) {
        let Piece { text, at } = &mut self.digits;
        if TELEPHONE.contains(&text.len()) {
            if self.groups > 1 {
                take(Token::Exact(text), at.clone());
            }
            if text.len() > NATIONAL {
                take(Token::Exact(&text[text.len() - NATIONAL..]), at.clone());
            }
        }
        text.clear();
        self.groups = 0;
    }
}

fn is_telephone_separator(between: &str) -> bool {
    between.len() <= 3 && between.chars().all(|c| " -.()/+".contains(c))
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’')
}

fn is_mark(c: char) -> bool {
    !c.is_ascii() && c.general_category() == GeneralCategory::NonspacingMark
}

/// Signs that people send instead of words.
fn is_pictograph(c: char) -> bool {
    matches!(c, '\u{2600}'..='\u{27bf}' | '\u{1f000}'..='\u{1faff}')
}
