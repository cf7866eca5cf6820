//! What a text says, word by word, however it is written.

use steward_model::is_invisible;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// More words than this are not read: nobody asks for help that far down.
const LONGEST: usize = 400;

/// The words of a text in small letters, without accents and apostrophes: `Don’t` is `dont`, `más` is `mas`.
pub(crate) struct Words(Vec<String>);

impl Words {
    pub(crate) fn of(text: &str) -> Self {
        let is_apostrophe = |c: char| matches!(c, '\'' | '\u{2019}' | '\u{2018}' | '`' | '\u{b4}');
        // Apostrophes go first: to decompose the acute accent that stands in for one would leave a space.
        let plain: String = text
            .chars()
            .filter(|c| !is_apostrophe(*c) && !is_invisible(*c))
            .nfkd()
            .filter(|c| !is_combining_mark(*c))
            .flat_map(char::to_lowercase)
            .collect();
        let words = plain.split(|c: char| !c.is_alphanumeric());
        let words = words.filter(|word| !word.is_empty()).map(once);
        Self(words.take(LONGEST).collect())
    }

    /// Words that were read before, or a part of them.
    pub(crate) fn from(mut words: Vec<String>) -> Self {
        words.truncate(LONGEST);
        Self(words)
    }

    pub(crate) fn all(&self) -> &[String] {
        &self.0
    }

    /// Where a phrase stands, first and one past its last word. In a phrase `a|b` is the one or the other, `?a` may be missing, and `~2` is up
    /// to two words of any kind; `^` and `$` are where the text begins and ends.
    pub(crate) fn find(&self, phrase: &str) -> Option<(usize, usize)> {
        let parts: Vec<_> = phrase.split(' ').collect();
        (0..=self.0.len()).find_map(|at| Some((at, self.end_of(&parts, at)?)))
    }

    /// Whether one of these phrases is there.
    pub(crate) fn say_any(&self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.find(phrase).is_some())
    }

    fn end_of(&self, parts: &[&str], at: usize) -> Option<usize> {
        let Some((part, rest)) = parts.split_first() else {
            return Some(at);
        };
        if *part == "^" {
            return (at == 0).then(|| self.end_of(rest, at)).flatten();
        }
        if let Some(most) = part.strip_prefix('~') {
            let most: usize = most.parse().ok()?;
            return (at..=at + most).find_map(|next| self.end_of(rest, next));
        }
        let (may_miss, choices) = match part.strip_prefix('?') {
            Some(choices) => (true, choices),
            None => (false, *part),
        };
        let Some(word) = self.0.get(at) else {
            let may_end = may_miss || choices.split('|').any(|choice| choice == "$");
            return may_end.then(|| self.end_of(rest, at)).flatten();
        };
        let fits = choices.split('|').any(|choice| choice == word);
        let with = fits.then(|| self.end_of(rest, at + 1)).flatten();
        with.or_else(|| may_miss.then(|| self.end_of(rest, at)).flatten())
    }
}

/// A word without the letters that somebody leaned on: `stoppp` is `stop`.
fn once(word: &str) -> String {
    let mut plain = String::with_capacity(word.len());
    let mut letters = word.chars().peekable();
    while let Some(letter) = letters.next() {
        let mut times = 1;
        while letters.next_if_eq(&letter).is_some() {
            times += 1;
        }
        // Numbers stay as they are: 911 and 0005 mean something.
        let shown = if times > 2 && letter.is_alphabetic() {
            1
        } else {
            times
        };
        plain.extend(std::iter::repeat_n(letter, shown));
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_the_same_however_they_are_written() {
        for text in [
            "Don't text!",
            "DON\u{2019}T  text",
            "do\u{200b}nt\u{b4} \u{ff54}\u{ff45}\u{ff58}\u{ff54}",
        ] {
            assert_eq!(Words::of(text).all(), ["dont", "text"], "{text}");
        }
        assert_eq!(Words::of("no m\u{e1}s").all(), ["no", "mas"]);
        assert!(Words::of("\u{1f6d1} ...").all().is_empty());
        assert_eq!(
            Words::of("Stoppp meeee 0005 off").all(),
            ["stop", "me", "0005", "off"]
        );
    }

    #[test]
    fn a_phrase_is_found_where_it_stands() {
        let words = Words::of("please never ever text me");
        for (phrase, expected) in [
            ("never ?ever text", Some((1, 4))),
            ("never ?ever ever text", Some((1, 4))),
            ("call|text me", Some((3, 5))),
            ("never ~2 me", Some((1, 5))),
            ("never ~1 me", None),
            ("text me ?again", Some((3, 5))),
            ("text me again", None),
            ("^ please", Some((0, 1))),
            ("^ never", None),
            ("me $", Some((4, 5))),
            ("text $", None),
            ("me again|$", Some((4, 5))),
        ] {
            assert_eq!(words.find(phrase), expected, "{phrase}");
        }
    }
}
