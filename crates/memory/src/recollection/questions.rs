//! What to search for.

use super::Path;
use crate::analysis::analyse;

/// Searches of one recollection at most.
const MOST_SEARCHES: usize = 4;
/// Longer messages are asked for sentence by sentence.
const LONG_TERMS: usize = 14;
/// Shorter ones lean on what was said before them.
const SHORT_TERMS: usize = 3;
/// More of a message than this is not looked at, in bytes.
const LONGEST: usize = 4_000;

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

/// What to search for. A short answer such as "yes, on Tuesday" means little without what it answers; a long message is about
/// several things.
pub(super) fn questions(said: &[&str], before: Option<&str>) -> (Path, Vec<String>) {
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
}
