//! Questions that do not look like one, and requests that do.

use super::Intent;
use super::rules::{Sentence, Verdict};
use crate::text::{Token, stem};
use crate::words::{ASKING, COVERAGES, QUESTION_WORDS, UPDATE_VERBS, VAGUE, is_stopword};

/// Things of an account that a broker asks for by their name alone.
const THINGS: &[&str] = list!(
    "phone" "number" "cell" "mobile" "telephone" "email" "address" "contact" "contacts" "owner" "carrier" "insurer"
    "premium" "price" "cost" "quote" "rate" "stage" "status" "coverage" "coverages" "policy" "policies" "limit" "limits"
    "deductible" "deductibles" "retention" "renewal" "expiration" "effective" "date" "history" "notes" "claims" "claim"
    "losses" "loss" "payroll" "revenue" "sales" "mod" "headcount" "employees" "staff" "fleet" "vehicles" "drivers"
    "industry" "location" "city" "state" "summary" "overview" "rundown" "details" "info" "exclusions" "exclusion"
    "terms" "conditions" "endorsements" "endorsement" "application" "submission" "deadline" "name" "timeline"
    "mail" "inbox" "digits" "remarks" "subjectivities" "follow" "outstanding" "pending" "commission" "fee" "deposit"
);

/// "why'd", "who'll" and "what're" are question words too.
pub(super) fn opens_question(word: &str) -> bool {
    let bare = word.split('\'').next().unwrap_or(word);
    QUESTION_WORDS.contains(&word)
        || list!("what" "when" "where" "which" "who" "why" "how" "whereabouts").contains(&bare)
}

/// "Don't change anything, I only want …", "Not asking you to touch it - who …".
pub(super) fn only_asks(sentence: &Sentence<'_>) -> Verdict {
    let end = clause_end(sentence, 0);
    let clause = &sentence.words[..end];
    let refuses = list!("don't" "not" "no" "without" "never" "dont");
    let nothing =
        list!("anything" "it" "nothing" "thing" "that" "them" "changes" "updates" "file" "record");
    let touches = |word: &&str| {
        UPDATE_VERBS.contains(word)
            || matches!(
                *word,
                "touch" | "changes" | "updates" | "changing" | "touching"
            )
    };
    let kept = clause.iter().any(|word| refuses.contains(word))
        && clause.iter().any(touches)
        && clause.iter().any(|word| nothing.contains(word));
    let later = &sentence.words[end..];
    let asks = later.iter().any(|word| {
        opens_question(word)
            || THINGS.contains(word)
            || matches!(*word, "want" | "tell" | "show" | "know" | "need")
    });
    let ordered = later.iter().any(|word| UPDATE_VERBS.contains(word));
    (kept && asks && !ordered).then_some((Intent::Search, 0.9))
}

/// "The owner is asking which carrier they are with", "any idea who runs it", "let me know what they pay": somebody wants to
/// know, and nothing is ordered.
pub(super) fn within(sentence: &Sentence<'_>) -> Verdict {
    let opens =
        list!("what" "when" "where" "which" "who" "whom" "whose" "why" "how" "if" "whether");
    let asked = (0..sentence.words.len()).any(|at| {
        ASKING.contains(&sentence.words[at])
            && !sentence.words[..at].ends_with(&["you"])
            && (at + 1..at + 4)
                .any(|next| opens.contains(&sentence.word(next)) && next + 1 < sentence.words.len())
    });
    let ordered = (0..sentence.words.len()).any(|at| {
        let starts = at == sentence.start()
            || sentence.tokens[at].after_break
            || at > 0 && matches!(sentence.words[at - 1], "please" | "and" | "to");
        starts && UPDATE_VERBS.contains(&sentence.words[at])
    });
    let told = sentence
        .words
        .iter()
        .any(|word| matches!(*word, "he" | "she" | "says" | "said" | "asked"));
    (asked && !ordered && !told && sentence.spoken_of).then_some((Intent::Search, 0.85))
}

/// "Could you see to it that …", "Would you mind putting …", "please have the carrier moved".
pub(super) fn wants_done(sentence: &Sentence<'_>) -> Verdict {
    let start = sentence.start();
    let polite = match (sentence.word(start), sentence.word(start + 1)) {
        ("can" | "could" | "would" | "will", "you" | "we" | "u" | "someone" | "somebody") => {
            start + 2
        }
        ("i" | "we" | "i'd" | "we'd", _) => start + 1,
        _ => start,
    };
    let after = &sentence.words[polite.min(sentence.words.len())..];
    let put = |from: usize| {
        after
            .iter()
            .skip(from)
            .any(|word| UPDATE_VERBS.contains(word) || done(word))
    };
    let wanted = match after {
        ["see", "to", "it", ..] | ["make", "sure", ..] | ["ensure", ..] | ["arrange", ..] => true,
        ["mind", next, ..] => done(next),
        ["have" | "get", ..] => {
            let down = after
                .windows(2)
                .any(|pair| pair[0] == "down" && matches!(pair[1], "as" | "for"));
            let begged = start > 0 && sentence.word(start - 1) != "and";
            (begged || polite > start || sentence.word(start) != "have") && (put(1) || down)
        }
        ["like" | "want" | "need" | "love", ..] => polite > start && put(1),
        _ => false,
    };
    let told = after
        .iter()
        .take(6)
        .any(|word| opens_question(word) && *word != "have");
    (wanted && !told && sentence.spoken_of).then_some((Intent::Update, 0.85))
}

/// "moved", "putting": a verb of change in another form.
fn done(word: &str) -> bool {
    let changed = word.ends_with("ed")
        || word.ends_with("ing")
        || matches!(word, "written" | "taken" | "set" | "put");
    changed && UPDATE_VERBS.iter().any(|verb| stem(verb) == stem(word))
}

/// "Birch Cafe - what do they need", "the patio, when was it built".
pub(super) fn asks_after_topic(sentence: &Sentence<'_>) -> Verdict {
    let asks = (1..sentence.words.len()).any(|at| {
        let opens = list!("what" "when" "where" "which" "who" "whom" "whose" "why" "how");
        let verb = list!("did" "does" "do" "is" "are" "has" "have").contains(&sentence.words[at])
            && list!("we" "they" "it" "he" "she" "i" "there" "any")
                .contains(&sentence.word(at + 1));
        sentence.tokens[at].after_break
            && (verb || opens.contains(&sentence.words[at]))
            && sentence.words.len() > at + 1
    });
    let ordered = (0..sentence.words.len()).any(|at| {
        let opens = at == 0
            || sentence.tokens[at].after_break
            || matches!(sentence.words[at - 1], "please" | "and" | "just");
        opens && UPDATE_VERBS.contains(&sentence.words[at])
    });
    (asks && !ordered && sentence.spoken_of).then_some((Intent::Search, 0.8))
}

/// "Birch Cafe deductible", "phone for Ana at Birch Cafe": a thing, no verb that tells of it, and no value to keep.
pub(super) fn names_a_thing(sentence: &Sentence<'_>) -> Verdict {
    const TELLS: &[&str] = list!(
        "is" "was" "are" "were" "has" "had" "wants" "want" "went" "goes" "came" "comes" "sent" "says" "said" "got"
        "gets" "will" "chose" "bought" "sold" "left" "found" "pays" "paid" "told" "needs" "need" "made" "takes" "took"
        "gave" "won" "now" "it's" "they're" "he's" "she's" "wrote" "grew" "cut" "met" "lost" "bound"
    );
    let thing = |word: &&&str| {
        THINGS.contains(*word)
            || COVERAGES
                .iter()
                .any(|(name, others)| others.contains(*word) || name.eq_ignore_ascii_case(word))
    };
    let things = sentence.rest.iter().filter(thing).count();
    let verb = sentence.rest.iter().any(|word| {
        TELLS.contains(word)
            || (word.len() > 4
                && word.ends_with("ed")
                && !matches!(*word, "limited" | "corrected" | "revised"))
    });
    let value = sentence.tokens.iter().any(Token::is_number)
        || sentence.text.contains(['@', '$'])
        || sentence.text.contains(':')
            && !sentence
                .rest
                .iter()
                .all(|word| thing(&word) || is_stopword(word))
        || sentence.words.contains(&"new") && sentence.text.contains('(');
    let content = sentence
        .rest
        .iter()
        .filter(|word| !is_stopword(word) && !VAGUE.contains(word))
        .count();
    let first = sentence.word(sentence.start());
    let ordered = UPDATE_VERBS.contains(&first) && !matches!(first, "note" | "notes");
    // "Date the account was opened" begins with the thing itself.
    let verb = verb && (!THINGS.contains(&first) || sentence.words.contains(&"now"));
    (sentence.spoken_of && things > 0 && content > 0 && !verb && !value && !ordered)
        .then_some((Intent::Search, 0.7))
}

fn clause_end(sentence: &Sentence<'_>, from: usize) -> usize {
    (from + 1..sentence.words.len())
        .find(|at| sentence.tokens[*at].after_break)
        .unwrap_or(sentence.words.len())
}
