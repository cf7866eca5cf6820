//! What a turn should know before it begins: one search for a plain question, several for a winding one, and nothing for a
//! greeting. No model is asked.

use jiff::Zoned;
use steward_model::{OrgId, Scope, ThreadId};

use crate::analysis::analyse;
use crate::{Error, Found, Library, Query, Reader, Why, place_on_thread};

/// Memories that a prompt gets at most.
const MOST: usize = 8;
/// Searches of one recollection at most.
const MOST_SEARCHES: usize = 4;
/// Longer messages are asked for sentence by sentence.
const LONG_TERMS: usize = 14;
/// Shorter ones lean on what was said before them.
const SHORT_TERMS: usize = 3;
/// More of a message than this is not looked at, in bytes.
const LONGEST: usize = 4_000;
/// Texts that share this much of their words say the same.
const ALIKE: f32 = 0.95;

/// Words that ask for nothing.
const EMPTY_TALK: [&str; 24] = [
    "afternoon",
    "bye",
    "evening",
    "fine",
    "good",
    "goodbye",
    "great",
    "hello",
    "hey",
    "hi",
    "morning",
    "much",
    "night",
    "no",
    "ok",
    "okay",
    "perfect",
    "please",
    "sure",
    "thank",
    "thanks",
    "thx",
    "yes",
    "you",
];

/// What a turn is about.
#[derive(Debug, Clone)]
pub struct Occasion<'o> {
    /// Whose turn it is.
    pub org: OrgId,
    /// The scopes whose memories it may see.
    pub scopes: &'o [Scope],
    /// Who reads them.
    pub reader: Reader,
    /// The thread.
    pub thread: ThreadId,
    /// Items of the thread after this place are in the prompt anyway.
    pub shown_after: i64,
    /// What came in.
    pub said: &'o [&'o str],
    /// What was said before it.
    pub before: Option<&'o str>,
    /// When that is, in whose time zone.
    pub now: Zoned,
}

/// How the memories were looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Path {
    /// There is nothing to look for.
    None,
    /// One search.
    Fast,
    /// Several searches.
    Smart,
}

/// What came to mind.
#[derive(Debug, Clone, PartialEq)]
pub struct Recollection {
    /// How it was looked for.
    pub path: Path,
    /// What was found, best first.
    pub memories: Vec<Found>,
}

impl Library {
    /// What is worth knowing on this occasion.
    ///
    /// # Errors
    /// The rows cannot be reached.
    pub async fn recollect(&self, occasion: &Occasion<'_>) -> Result<Recollection, Error> {
        let (path, questions) = questions(occasion.said, occasion.before);
        let query = |question| Query {
            limit: 2 * MOST,
            ..Query::new(question, occasion.now.clone())
        };
        let queries: Vec<Query> = questions.into_iter().map(query).collect();
        let (org, reader) = (occasion.org, occasion.reader);
        let found = self.search_all(org, occasion.scopes, reader, &queries);
        let mut all: Vec<Found> = Vec::new();
        for found in found.await? {
            let news = found.into_iter().filter(|found| is_news(occasion, found));
            merge(&mut all, news);
        }
        all.sort_by(|a, b| b.score.total_cmp(&a.score));
        let mut memories: Vec<Found> = Vec::new();
        for found in all {
            let text = &found.passage.text;
            let known = memories
                .iter()
                .any(|other| overlap(text, &other.passage.text) >= ALIKE);
            if !known && memories.len() < MOST {
                memories.push(found);
            }
        }
        Ok(Recollection { path, memories })
    }
}

/// What to search for. A short answer such as "yes, on Tuesday" means little without what it answers; a long message is about
/// several things.
fn questions(said: &[&str], before: Option<&str>) -> (Path, Vec<String>) {
    let text = said.join("\n");
    // What is longer was pasted, and begins with what it is about.
    let text = text[..text.floor_char_boundary(LONGEST)].to_owned();
    let terms = analyse(&text).terms.len();
    if is_empty_talk(&text) {
        return (Path::None, Vec::new());
    }
    if let (true, Some(before)) = (terms <= SHORT_TERMS, before) {
        return (Path::Smart, vec![text.clone(), format!("{before}\n{text}")]);
    }
    if terms < LONG_TERMS {
        return (Path::Fast, vec![text]);
    }
    let mut sentences: Vec<(usize, &str)> = text
        .split_inclusive(['.', '?', '!', '\n'])
        .map(|sentence| (analyse(sentence).terms.len(), sentence.trim()))
        .filter(|(terms, _)| *terms > 1)
        .collect();
    // The fullest ones, in the order they were said.
    if sentences.len() >= MOST_SEARCHES {
        let mut sizes: Vec<usize> = sentences.iter().map(|(terms, _)| *terms).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        let least = sizes.get(MOST_SEARCHES - 2).copied().unwrap_or(0);
        sentences.retain(|(terms, _)| *terms >= least);
        sentences.truncate(MOST_SEARCHES - 1);
    }
    let mut questions: Vec<String> = sentences
        .iter()
        .map(|(_, text)| (*text).to_owned())
        .collect();
    questions.insert(0, text);
    questions.dedup();
    (Path::Smart, questions)
}

/// Whether it only greets, thanks or nods.
fn is_empty_talk(text: &str) -> bool {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    let mut words = words.filter(|word| !word.is_empty());
    words.all(|word| EMPTY_TALK.contains(&word.to_lowercase().as_str()))
}

/// Whether the prompt would not have it anyway, and it is about the question at all.
fn is_news(occasion: &Occasion<'_>, found: &Found) -> bool {
    let Why { cosine, words, .. } = found.why;
    let shown = place_on_thread(&found.passage)
        .is_some_and(|(thread, place)| thread == occasion.thread && place > occasion.shown_after);
    !shown && (cosine >= 0.3 || words >= 0.6)
}

/// A memory that several searches find counts by its best.
fn merge(all: &mut Vec<Found>, more: impl Iterator<Item = Found>) {
    for found in more {
        match all
            .iter_mut()
            .find(|known| known.passage.id == found.passage.id)
        {
            Some(known) if known.score < found.score => *known = found,
            Some(_) => {}
            None => all.push(found),
        }
    }
}

/// The part of the shorter text's words that the other has too.
fn overlap(a: &str, b: &str) -> f32 {
    let words = |text: &str| -> std::collections::BTreeSet<String> {
        text.split_whitespace().map(str::to_lowercase).collect()
    };
    let (a, b) = (words(a), words(b));
    let most = a.len().max(b.len()).max(1);
    a.intersection(&b).count() as f32 / most as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_greeting_asks_for_nothing() {
        assert_eq!(questions(&["Hello!"], None).0, Path::None);
        assert_eq!(questions(&["👍"], Some("Shall we meet?")).0, Path::None);
    }

    #[test]
    fn a_plain_question_is_one_search() {
        let asked = questions(&["When does the lease of unit 4 end?"], Some("Hi"));
        assert_eq!(
            asked,
            (
                Path::Fast,
                vec!["When does the lease of unit 4 end?".into()]
            )
        );
    }

    #[test]
    fn a_short_answer_is_read_with_what_it_answers() {
        let (path, asked) = questions(&["On Tuesday"], Some("When can the plumber come?"));
        assert_eq!(path, Path::Smart);
        assert_eq!(asked[1], "When can the plumber come?\nOn Tuesday");
    }

    #[test]
    fn a_long_message_is_asked_for_in_parts_but_not_in_too_many() {
        let text = "The boiler in unit 4 broke again yesterday evening. Maria wants her deposit from last summer back. \
            The insurance of the blue van expires in March. Can you tell me who fixed the roof in 2023? The garden gate \
            squeaks badly. Parking place nine was rented to Tom.";
        let (path, asked) = questions(&[text], None);
        assert_eq!((path, asked.len()), (Path::Smart, MOST_SEARCHES));
        assert_eq!(asked[0], text);
    }

    #[test]
    fn texts_with_the_same_words_are_alike() {
        assert!(overlap("The boiler broke", "the boiler broke") >= ALIKE);
        assert!(overlap("The boiler broke", "The boiler works") < ALIKE);
        assert!(overlap("", "x") < ALIKE);
    }
}
