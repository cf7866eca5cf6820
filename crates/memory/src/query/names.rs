//! The people a question names.

use std::collections::HashMap;

use crate::analysis::{Token, for_each_token, is_stop_word};

/// The words of every known person's name, and whose they are.
#[derive(Debug, Default, Clone)]
pub(crate) struct NameWords(HashMap<Box<str>, Vec<Box<str>>>);

impl NameWords {
    pub(crate) fn insert(&mut self, name: &str) {
        for word in words_of(name) {
            let names = self.0.entry(word.into()).or_default();
            if !names.iter().any(|known| **known == *name) {
                names.push(name.into());
            }
        }
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        let entries = self.0.iter().map(|(word, names)| {
            let names: usize = names.iter().map(|name| name.len() + 32).sum();
            word.len() + 16 + names
        });
        let slots = self.0.capacity() * 8 / 7 * (size_of::<(Box<str>, Vec<Box<str>>)>() + 1);
        entries.sum::<usize>() + slots
    }

    fn of(&self, word: &str) -> Vec<String> {
        let names = self.0.get(word).map_or(&[][..], Vec::as_slice);
        names.iter().map(|name| name.to_string()).collect()
    }
}

/// What was found of people in a question.
#[derive(Debug, Default)]
pub(super) struct People {
    /// Words that are names, as the analysis spells them.
    pub(super) words: Vec<String>,
    /// Who can be meant, if the question names one person and not several.
    pub(super) one: Vec<String>,
    /// The question without them; all of it if nothing would be left.
    pub(super) rest: String,
}

pub(super) fn find(text: &str, known: &NameWords, more: &[String]) -> People {
    let mut all = NameWords::default();
    more.iter().for_each(|name| all.insert(name));
    let mut people = People::default();
    // Each person named, as those who bear the name, and whether the next word may still belong to it.
    let mut persons: Vec<Vec<String>> = Vec::new();
    let mut open = false;
    for chunk in text.split_whitespace() {
        let word = single_word(chunk);
        let capital = chunk
            .trim_start_matches(|c: char| !c.is_alphanumeric())
            .starts_with(char::is_uppercase);
        let mut bearers = word.as_deref().map_or(Vec::new(), |word| known.of(word));
        bearers.extend(word.as_deref().map_or(Vec::new(), |word| all.of(word)));
        match word {
            Some(word) if !bearers.is_empty() && (capital || !is_common(&word)) => {
                people.words.push(word);
                name_person(&mut persons, bearers, open);
                open = true;
            }
            _ => {
                open = false;
                people.rest.push_str(chunk);
                people.rest.push(' ');
            }
        }
    }
    persons.sort();
    persons.dedup();
    if let [one] = &mut persons[..] {
        people.one = std::mem::take(one);
    }
    if !people.rest.contains(char::is_alphanumeric) {
        text.clone_into(&mut people.rest);
    }
    people
}

/// "Jane Miller" is one person: the second word narrows the first down.
fn name_person(persons: &mut Vec<Vec<String>>, mut bearers: Vec<String>, open: bool) {
    bearers.sort();
    bearers.dedup();
    if let (true, Some(last)) = (open, persons.last_mut()) {
        let both: Vec<String> = last
            .iter()
            .filter(|name| bearers.contains(name))
            .cloned()
            .collect();
        if !both.is_empty() {
            *last = both;
            return;
        }
    }
    persons.push(bearers);
}

/// The one word in a chunk between spaces, without its possessive.
fn single_word(chunk: &str) -> Option<String> {
    let mut words = words_of(chunk);
    let word = words.pop();
    word.filter(|_| words.is_empty())
}

fn words_of(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for_each_token(text, |token| {
        if let Token::Word(word) = token {
            words.push(word.to_owned());
        }
    });
    words
}

/// Names that are also everyday words need their capital to count.
fn is_common(word: &str) -> bool {
    is_stop_word(word)
        || word.len() < 3
        || [
            "april", "august", "grace", "hope", "june", "mark", "may", "rose", "sunny", "bill",
            "pat",
        ]
        .contains(&word)
}
