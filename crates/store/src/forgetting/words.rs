//! Finding a text wherever it was copied to: white space and letter case may differ, and quotation marks may be escaped.

use std::collections::HashMap;

use serde_json::{Map, Value};

/// What stands where a forgotten text stood.
pub(crate) const MARK: &str = "[forgotten]";

/// A text of fewer letters and digits is looked for nowhere but where it was said: it is a part of everything.
const SHORTEST: usize = 4;
/// A text of so many words and characters, or with a word this long, is nobody else's: it is looked for everywhere.
const WORDS: usize = 3;
const CHARS: usize = 16;
const LONG_WORD: usize = 12;
/// A sentence is looked for by itself if it has at least so many words and characters: others say shorter ones too.
const SENTENCE_WORDS: usize = 5;
const SENTENCE_CHARS: usize = 24;
/// A text of so many words and characters is a copy wherever it stands: nobody says as much in the very same words. So is a
/// word as long as a long one that has a digit in it.
const COPY_WORDS: usize = 8;
const COPY_CHARS: usize = 40;
/// A shorter title says all that was said. Titles are cut off at sixty characters, and lose some more where white space was joined.
const LONG_TITLE: usize = 50;
/// JSON fields that name a kind of thing. One word in them is ours, whoever else said it.
const TAGS: [&str; 8] = [
    "end", "id", "kind", "outcome", "role", "standing", "type", "verdict",
];

/// Where a text is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reach {
    /// In everything of the organisation.
    Everywhere,
    /// In everything but what others said themselves.
    Quotes,
    /// As quotes, and in what members said if it can be nothing but a copy. What another contact wrote is theirs even then: programs
    /// and forms write the same for many.
    Copies,
    /// As quotes, and not where others have it from somebody else: the next contact may have the same number.
    Address,
    /// In what this scope holds.
    Scope(String),
}

/// Where a text that is looked through stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Standing<'s> {
    /// The scope whose key seals it.
    pub(crate) scope: &'s str,
    /// Whether somebody said it, rather than that it was made of what was said.
    pub(crate) said: bool,
    /// Whether it is the beginning of what was said, and may have been cut off in the middle of it.
    pub(crate) cut: bool,
}

/// Texts to be forgotten.
#[derive(Debug, Default)]
pub(crate) struct Words {
    needles: Vec<Needle>,
    /// The needles by how they begin.
    begin: HashMap<String, Vec<usize>>,
}

#[derive(Debug)]
struct Needle {
    /// From the first letter or digit on, with one space wherever there is any, and in one letter case.
    text: Vec<char>,
    reach: Reach,
    one_word: bool,
    is_copy: bool,
}

/// How well a text can be told from what others say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rarity {
    /// Anybody says it.
    Common,
    /// It may be somebody else's.
    Doubtful,
    /// It is nobody else's.
    Rare,
}

impl Words {
    /// Looks for a text and for its sentences: somebody may have quoted one.
    pub(crate) fn add(&mut self, text: &str, scope: &str, rare: &Reach) {
        match rarity(text) {
            Rarity::Common => return,
            Rarity::Doubtful => self.insert(text, Reach::Scope(scope.to_owned())),
            Rarity::Rare => self.insert(text, rare.clone()),
        }
        for sentence in sentences(text) {
            self.insert(sentence, rare.clone());
        }
    }

    /// Looks for an address.
    pub(crate) fn add_address(&mut self, address: &str) {
        self.insert(address, Reach::Address);
    }

    /// Looks for a text however common it is, where it was said.
    pub(crate) fn add_anywhere(&mut self, text: &str) {
        self.insert(text, Reach::Everywhere);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.needles.is_empty()
    }

    /// The content with marks in place of what is to be forgotten; `None` if there is nothing of it in there.
    pub(crate) fn scrub(&self, content: &str, at: Standing<'_>) -> Option<String> {
        let structured = matches!(content.trim_start().as_bytes().first(), Some(b'{' | b'['));
        if structured && let Ok(mut json) = serde_json::from_str::<Value>(content) {
            let changed = self.scrub_json(&mut json, at, false);
            return changed.then(|| json.to_string());
        }
        self.scrub_text(content, at, false)
    }

    fn scrub_json(&self, json: &mut Value, at: Standing<'_>, tag: bool) -> bool {
        match json {
            Value::String(text) => {
                let structured = matches!(text.as_bytes().first(), Some(b'{' | b'['));
                let scrubbed = match structured {
                    true => self.scrub(text, at),
                    false => self.scrub_text(text, at, tag),
                };
                match scrubbed {
                    Some(scrubbed) => *text = scrubbed,
                    None => return false,
                }
                true
            }
            Value::Array(values) => {
                let mut changed = false;
                for value in values {
                    changed |= self.scrub_json(value, at, tag);
                }
                changed
            }
            Value::Object(fields) => self.scrub_fields(fields, at),
            Value::Null | Value::Bool(_) | Value::Number(_) => false,
        }
    }

    fn scrub_fields(&self, fields: &mut Map<String, Value>, at: Standing<'_>) -> bool {
        let mut changed = false;
        for (name, value) in &mut *fields {
            changed |= self.scrub_json(value, at, TAGS.contains(&name.as_str()));
        }
        let name = |name: &String| self.scrub_text(name, at, true);
        if fields.keys().any(|field| name(field).is_some()) {
            changed = true;
            let renamed = std::mem::take(fields).into_iter();
            fields.extend(renamed.map(|(field, value)| (name(&field).unwrap_or(field), value)));
        }
        changed
    }

    fn scrub_text(&self, text: &str, at: Standing<'_>, tag: bool) -> Option<String> {
        let letters: Vec<char> = text.chars().collect();
        let folded: Vec<char> = letters.iter().map(|letter| fold(*letter)).collect();
        let (mut scrubbed, mut kept) = (String::new(), 0);
        let mut place = 0;
        while place < letters.len() {
            if is_mark(&letters[place..]) {
                // Else whoever forgets the word "forgotten" would find it again and again.
                place += MARK.len();
                continue;
            }
            let found = self.longest_at(&folded, place, at, tag);
            match found.or_else(|| self.cut_at(&folded, place, at)) {
                Some(end) => {
                    scrubbed.extend(&letters[kept..place]);
                    mark(&mut scrubbed);
                    (kept, place) = (end, end);
                }
                None => place += 1,
            }
        }
        (kept > 0).then(|| {
            scrubbed.extend(&letters[kept..]);
            scrubbed
        })
    }

    /// Where the longest text ends that begins at this place.
    fn longest_at(
        &self,
        letters: &[char],
        place: usize,
        at: Standing<'_>,
        tag: bool,
    ) -> Option<usize> {
        if !begins_word(letters, place) {
            return None;
        }
        let candidates = self.begin.get(&beginning(&letters[place..]))?;
        let needles = candidates.iter().map(|index| &self.needles[*index]);
        needles
            .filter(|needle| needle.is_looked_for(at) && !(tag && needle.one_word))
            .filter_map(|needle| needle.end(letters, place))
            .max()
    }

    /// The end of all of it, if a text begins at this place that was cut off there.
    fn cut_at(&self, letters: &[char], place: usize, at: Standing<'_>) -> Option<usize> {
        if !at.cut || letters.len() < LONG_TITLE || !begins_word(letters, place) {
            return None;
        }
        let rest: String = letters[place..].iter().collect();
        let mut needles = self.needles.iter();
        let is_cut =
            |needle: &Needle| needle.is_looked_for(at) && needle.is_cut_off(&letters[place..]);
        (rarity(&rest) == Rarity::Rare && needles.any(is_cut)).then_some(letters.len())
    }

    fn insert(&mut self, text: &str, reach: Reach) {
        let Some(text) = past_marks(text) else {
            return;
        };
        let mut solid: Vec<char> = Vec::with_capacity(text.len());
        for word in text.split_whitespace() {
            if !solid.is_empty() {
                solid.push(' ');
            }
            solid.extend(word.chars().map(fold));
        }
        let known = self.begin.entry(beginning(&solid)).or_default();
        let same = |needle: &Needle| needle.text == solid && needle.reach == reach;
        if !known.iter().any(|index| same(&self.needles[*index])) {
            known.push(self.needles.len());
            self.needles.push(Needle {
                one_word: !solid.contains(&' '),
                is_copy: is_copy(&solid),
                text: solid,
                reach,
            });
        }
    }
}

impl Needle {
    fn is_looked_for(&self, at: Standing<'_>) -> bool {
        match &self.reach {
            Reach::Everywhere => true,
            Reach::Quotes => !at.said,
            Reach::Copies => !at.said || (self.is_copy && !at.scope.starts_with("contact:")),
            Reach::Address => !at.said && !at.scope.starts_with("contact:"),
            Reach::Scope(scope) => scope == at.scope,
        }
    }

    /// Whether it begins with these letters, in which one space stands wherever there is any.
    fn is_cut_off(&self, letters: &[char]) -> bool {
        self.text.len() > letters.len() && self.text.starts_with(letters)
    }

    /// Where it ends if it begins at this place.
    fn end(&self, letters: &[char], place: usize) -> Option<usize> {
        let mut at = place;
        for (index, wanted) in self.text.iter().enumerate() {
            at = match *wanted {
                // A backslash of the text's own is not the beginning of an escaped line end.
                ' ' => past_space(letters, at, self.text.get(index + 1) == Some(&'\\'))?,
                wanted => past(letters, at, wanted)?,
            };
        }
        let last = self.text.last().copied().unwrap_or(' ');
        let next = letters.get(at).copied().unwrap_or(' ');
        let cut = last.is_ascii_alphanumeric() && next.is_ascii_alphanumeric();
        (!cut).then_some(at)
    }
}

/// A text from its first letter or digit on that is in no mark. Nothing if there is none.
fn past_marks(mut text: &str) -> Option<&str> {
    loop {
        let first = text.find(char::is_alphanumeric)?;
        let mark = first.checked_sub(1).and_then(|before| text.get(before..));
        match mark.and_then(|text| text.strip_prefix(MARK)) {
            Some(behind) => text = behind,
            None => return text.get(first..),
        }
    }
}

/// Whether a mark begins these letters.
fn is_mark(letters: &[char]) -> bool {
    let mut mark = MARK.chars().zip(letters);
    letters.len() >= MARK.len() && mark.all(|(wanted, letter)| wanted == *letter)
}

/// How well a text can be told from what others say.
pub(crate) fn rarity(text: &str) -> Rarity {
    let letters = text.chars().filter(|letter| letter.is_alphanumeric());
    let longest = text
        .split(|letter: char| !letter.is_alphanumeric())
        .map(|word| word.chars().count())
        .max()
        .unwrap_or(0);
    let words = text.split_whitespace().count();
    if longest >= LONG_WORD || (words >= WORDS && text.trim().chars().count() >= CHARS) {
        Rarity::Rare
    } else if letters.count() >= SHORTEST {
        Rarity::Doubtful
    } else {
        Rarity::Common
    }
}

/// Whether a text that is put in order can be nothing but a copy of another.
fn is_copy(text: &[char]) -> bool {
    let words = text.split(|letter| *letter == ' ');
    match words.count() {
        1 => text.len() >= LONG_WORD && text.iter().any(|letter| letter.is_numeric()),
        words => words >= COPY_WORDS && text.len() >= COPY_CHARS,
    }
}

/// A letter in small, if that is one letter as well: places in a text must stay what they are.
fn fold(letter: char) -> char {
    let mut small = letter.to_lowercase();
    match (small.next(), small.next()) {
        (Some(small), None) => small,
        _ => letter,
    }
}

/// The sentences that can be told from what others say.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let sentences = text.split_inclusive(['.', '?', '!', '\n', '。']);
    sentences.map(str::trim).filter(|sentence| {
        sentence.split_whitespace().count() >= SENTENCE_WORDS
            && sentence.chars().count() >= SENTENCE_CHARS
    })
}

/// What texts are found by: the first word where words are apart, the first letter elsewhere.
fn beginning(letters: &[char]) -> String {
    match letters.first() {
        Some(first) if first.is_ascii_alphanumeric() => letters
            .iter()
            .take_while(|letter| letter.is_ascii_alphanumeric())
            .collect(),
        first => first.into_iter().collect(),
    }
}

/// Whether a text may begin here: not in the middle of a word, unless that begins with an escaped line end.
fn begins_word(letters: &[char], place: usize) -> bool {
    let before = |back: usize| place.checked_sub(back).map(|at| letters[at]);
    match (letters[place], before(1), before(2)) {
        (here, _, _) if !here.is_alphanumeric() => false,
        (here, Some(last), escape) if here.is_ascii_alphanumeric() => {
            !last.is_ascii_alphanumeric()
                || (matches!(last, 'n' | 'r' | 't') && escape == Some('\\'))
        }
        _ => true,
    }
}

/// Past one letter, which may be escaped as in JSON, however often.
fn past(letters: &[char], at: usize, wanted: char) -> Option<usize> {
    if letters.get(at) == Some(&wanted) {
        return Some(at + 1);
    }
    let escapes = escapes(letters, at)?;
    (letters.get(escapes) == Some(&wanted)).then_some(escapes + 1)
}

/// Past any white space, some of which may be escaped unless it must be `plain`; there must be some.
fn past_space(letters: &[char], mut at: usize, plain: bool) -> Option<usize> {
    let from = at;
    loop {
        match letters.get(at) {
            Some(letter) if letter.is_whitespace() => at += 1,
            Some('\\') if !plain => {
                let escaped = escapes(letters, at)?;
                match letters.get(escaped) {
                    Some('n' | 'r' | 't') => at = escaped + 1,
                    _ => break,
                }
            }
            _ => break,
        }
    }
    (at > from).then_some(at)
}

/// Past at least one backslash.
fn escapes(letters: &[char], at: usize) -> Option<usize> {
    let count = letters
        .get(at..)?
        .iter()
        .take_while(|it| **it == '\\')
        .count();
    (count > 0).then_some(at + count)
}

/// One mark for what stood next to each other.
fn mark(text: &mut String) {
    let before = text.trim_end();
    if before.ends_with(MARK) {
        text.truncate(before.len());
    } else {
        text.push_str(MARK);
    }
}

#[cfg(test)]
#[path = "words_tests.rs"]
mod tests;
