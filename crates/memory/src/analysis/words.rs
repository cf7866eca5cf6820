//! Cuts a text of any script into words, numbers and addresses.

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
    let mut numbers = Numbers::default();
    let mut word = String::new();
    let mut between = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if is_apostrophe(c) && !word.is_empty() {
            let possessive = chars.peek().is_some_and(|next| matches!(next, 's' | 'S'));
            if possessive {
                let s = chars.next();
                if chars.peek().is_some_and(|next| next.is_alphanumeric()) {
                    word.extend(s.into_iter().flat_map(char::to_lowercase));
                }
            }
            continue;
        }
        if is_ideograph(c) || is_pictograph(c) {
            finish(&mut word, &mut between, &mut numbers, &mut take);
            take(Token::Exact(c.encode_utf8(&mut [0; 4])));
        } else if c.is_alphanumeric() || is_mark(c) {
            fold(c, &mut word);
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
    word: &mut String,
    between: &mut String,
    numbers: &mut Numbers,
    take: &mut impl FnMut(Token<'_>),
) {
    if word.is_empty() {
        return;
    }
    if word.bytes().all(|b| b.is_ascii_digit()) {
        numbers.push(between, word, take);
    } else {
        numbers.end(take);
        word.truncate(word.floor_char_boundary(LONGEST));
        if word.bytes().any(|b| b.is_ascii_digit()) {
            take(Token::Exact(word));
        } else {
            take(Token::Word(word));
        }
    }
    word.clear();
    between.clear();
}

fn for_each_address(text: &str, take: &mut impl FnMut(Token<'_>)) {
    for chunk in text.split_whitespace().filter(|chunk| chunk.contains('@')) {
        let address = chunk.trim_matches(|c: char| !c.is_alphanumeric());
        let whole = address.contains('@') && address.len() <= 4 * LONGEST;
        if whole {
            take(Token::Exact(&address.to_lowercase()));
        }
    }
}

/// A row of digit groups, which may be an amount, a telephone number, or neither.
#[derive(Default)]
struct Numbers {
    amount: String,
    has_fraction: bool,
    digits: String,
    groups: usize,
}

impl Numbers {
    fn push(&mut self, between: &str, group: &str, take: &mut impl FnMut(Token<'_>)) {
        let telephone = self.groups > 0 && is_telephone_separator(between);
        if self.groups > 0 && !telephone {
            self.end_telephone(take);
        }
        let thousands = between == "," && group.len() == 3 && !self.has_fraction;
        let fraction = between == "." && !self.has_fraction;
        if self.amount.is_empty() || !(thousands || fraction) {
            self.end_amount(take);
            self.amount.push_str(group);
        } else if thousands {
            self.amount.push_str(group);
        } else {
            self.amount.push('.');
            self.amount.push_str(group);
            self.has_fraction = true;
        }
        if self.digits.len() <= *TELEPHONE.end() {
            self.digits.push_str(group);
        }
        self.groups += 1;
        self.amount.truncate(LONGEST);
    }

    fn end(&mut self, take: &mut impl FnMut(Token<'_>)) {
        self.end_amount(take);
        self.end_telephone(take);
    }

    /// The whole part, and the fraction where there is one.
    fn end_amount(&mut self, take: &mut impl FnMut(Token<'_>)) {
        if let Some((whole, fraction)) = self.amount.split_once('.') {
            take(Token::Exact(whole));
            if fraction.bytes().any(|b| b != b'0') {
                take(Token::Exact(self.amount.trim_end_matches('0')));
            }
        } else if !self.amount.is_empty() {
            take(Token::Exact(&self.amount));
        }
        self.amount.clear();
        self.has_fraction = false;
    }

    /// With and without the country, since one side of a search often leaves it out.
    fn end_telephone(&mut self, take: &mut impl FnMut(Token<'_>)) {
        let digits = self.digits.as_str();
        if TELEPHONE.contains(&digits.len()) {
            if self.groups > 1 {
                take(Token::Exact(digits));
            }
            if digits.len() > NATIONAL {
                take(Token::Exact(&digits[digits.len() - NATIONAL..]));
            }
        }
        self.digits.clear();
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
