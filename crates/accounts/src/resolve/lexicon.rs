//! The words that names are made of: which forms have them, and which of them a slip of the keys may have meant.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Bound;

use crate::text;

/// A word too short to be mistaken for another one.
const SHORT: usize = 4;

/// The words of all forms. A word that no form has any more is passed over, and is found again with the next form that has it.
#[derive(Debug, Default)]
pub(super) struct Lexicon {
    words: Vec<Word>,
    places: BTreeMap<String, u32>,
    trigrams: HashMap<[u8; 3], Vec<u32>>,
}

#[derive(Debug)]
struct Word {
    text: String,
    /// The forms that have it, in their order.
    forms: Vec<u32>,
    /// How many accounts have it in their own names.
    accounts: usize,
}

impl Lexicon {
    /// Takes in a form, which comes after every form that was taken in before.
    pub(super) fn add_form(&mut self, form: u32, words: &[String]) {
        for word in words {
            let forms = &mut self.word_mut(word).forms;
            if forms.last() != Some(&form) {
                forms.push(form);
            }
        }
    }

    pub(super) fn remove_form(&mut self, form: u32, words: &[String]) {
        for word in words {
            let forms = &mut self.word_mut(word).forms;
            if let Ok(at) = forms.binary_search(&form) {
                forms.remove(at);
            }
        }
    }

    /// One account more has these words in its names.
    pub(super) fn count(&mut self, words: &HashSet<&String>) {
        for word in words {
            self.word_mut(word).accounts += 1;
        }
    }

    pub(super) fn uncount(&mut self, words: &HashSet<&String>) {
        for word in words {
            self.word_mut(word).accounts -= 1;
        }
    }

    /// The word itself, if a form has it.
    pub(super) fn known(&self, word: &str) -> Option<&str> {
        self.word(word).map(|known| known.text.as_str())
    }

    pub(super) fn forms(&self, word: &str) -> &[u32] {
        self.word(word).map_or(&[], |known| known.forms.as_slice())
    }

    /// How many accounts have a word in their names; at least one.
    pub(super) fn accounts(&self, word: &str) -> usize {
        self.word(word).map_or(1, |known| known.accounts.max(1))
    }

    /// Whether exactly one account has the word in its names.
    pub(super) fn is_single(&self, word: &str) -> bool {
        self.word(word).is_some_and(|known| known.accounts == 1)
    }

    /// The word that begins so, if there is but one.
    pub(super) fn only_one_begun(&self, beginning: &str) -> Option<&str> {
        let from = (Bound::Included(beginning), Bound::Unbounded);
        let begun = self.places.range::<str, _>(from);
        let mut begun = begun
            .take_while(|(word, _)| word.starts_with(beginning))
            .map(|(_, place)| &self.words[*place as usize])
            .filter(|word| !word.forms.is_empty());
        let only = begun.next()?;
        begun.next().is_none().then_some(only.text.as_str())
    }

    /// Words within a slip of the keys, the nearest only, in alphabetical order.
    pub(super) fn near(&self, word: &str) -> Vec<(&str, usize)> {
        let limit = text::tolerance(word.len());
        let mut shared: HashMap<u32, usize> = HashMap::new();
        for trigram in trigrams(word) {
            for place in self.trigrams.get(&trigram).into_iter().flatten() {
                *shared.entry(*place).or_default() += 1;
            }
        }
        let likely = shared
            .into_iter()
            .filter(|(_, count)| *count >= 2)
            .map(|(place, _)| &self.words[place as usize])
            .filter(|known| !known.forms.is_empty())
            .map(|known| known.text.as_str());
        let mut found: Vec<(&str, usize)> = likely
            .filter(|known| known.as_bytes().first() == word.as_bytes().first() || word.len() > 5)
            .filter_map(|known| text::distance(word, known, limit).map(|edits| (known, edits)))
            .collect();
        let least = found.iter().map(|(_, edits)| *edits).min().unwrap_or(0);
        found.retain(|(_, edits)| *edits == least);
        found.sort_unstable();
        found
    }

    fn word(&self, word: &str) -> Option<&Word> {
        let place = self.places.get(word)?;
        let word = &self.words[*place as usize];
        (!word.forms.is_empty()).then_some(word)
    }

    fn word_mut(&mut self, word: &str) -> &mut Word {
        let place = match self.places.get(word) {
            Some(place) => *place,
            None => self.add_word(word),
        };
        &mut self.words[place as usize]
    }

    fn add_word(&mut self, word: &str) -> u32 {
        let place = u32::try_from(self.words.len()).unwrap_or(u32::MAX);
        self.places.insert(word.to_owned(), place);
        self.words.push(Word {
            text: word.to_owned(),
            forms: Vec::new(),
            accounts: 0,
        });
        if word.len() >= SHORT {
            for trigram in trigrams(word) {
                self.trigrams.entry(trigram).or_default().push(place);
            }
        }
        place
    }
}

fn trigrams(word: &str) -> HashSet<[u8; 3]> {
    let padded: Vec<u8> = [b"  ", word.as_bytes(), b" "].concat();
    padded
        .windows(3)
        .map(|window| [window[0], window[1], window[2]])
        .collect()
}
