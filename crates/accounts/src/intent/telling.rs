//! Sentences that tell something of an account.

use super::rules::{Sentence, Verdict};
use super::{Intent, asking};
use crate::numbers::{self, Unit};
use crate::words::{STAGES, is_changing, is_desk, is_stopword};

/// A sentence that says something about an account is to be kept.
pub(super) fn report(sentence: &Sentence<'_>) -> Verdict {
    const SAYS: &[&str] = list!(
        "is" "was" "are" "were" "has" "have" "had" "wants" "want" "takes" "take" "went" "goes" "came" "comes" "sent"
        "says" "said" "got" "gets" "will" "chose" "bought" "sold" "left" "found" "lost" "bound" "pays" "paid" "told"
        "asked" "called" "needs" "need" "made" "signed" "declined" "likes" "prefers" "gave" "hired" "opened" "took"
        "withdrew" "withdraws" "met" "won" "kept" "does" "did" "agreed" "now" "quit" "retired" "moved" "wrote"
        "goes" "runs" "grew" "cut" "refused" "should" "must" "going" "might" "would" "may" "could" "ought" "put" "built"
        "rebuilt" "began" "broke" "fell" "hit" "held" "shut" "spent" "ran" "became" "drove" "threw" "caught" "taught" "spoke" "saw" "rang" "heard"
    );
    if !sentence.spoken_of {
        return None;
    }
    let verb = sentence.rest.iter().any(|word| {
        SAYS.contains(word) || word.ends_with("n't") || (word.len() > 4 && word.ends_with("ed"))
    }) || has_subject(sentence)
        || asking::is_here(sentence);
    let value = sentence
        .tokens
        .iter()
        .any(|token| token.is_number() || token.norm == "$")
        || numbers::numbers(sentence.tokens)
            .iter()
            .any(|number| number.value >= 100.0 && number.unit != Unit::Ordinal);
    let denied = sentence
        .rest
        .first()
        .is_some_and(|word| matches!(*word, "no" | "not" | "never"));
    // "…, for the file", "fyi, …": what is said is to be kept.
    let kept = sentence.has(&["fyi"])
        || sentence.words.windows(3).any(|run| {
            run[0] == "for"
                && matches!(run[1], "the" | "your")
                && matches!(run[2], "file" | "record" | "records" | "notes")
        });
    let told = verb
        || of_papers(sentence)
        || is_under_way(sentence)
        || value
        || denied
        || kept
        || stage_named(sentence)
        || asking::is_carrier_named(sentence)
        || sentence.text.contains(['@', '=', ':']);
    let content = sentence
        .rest
        .iter()
        .filter(|word| !is_stopword(word))
        .count();
    (told && content > 0).then_some((Intent::Update, 0.75))
}

/// A name or a pronoun with a verb after it: "they run", "Ana no longer works there". A word that ends in "s" is one there
/// if something follows it.
pub(super) fn has_subject(sentence: &Sentence<'_>) -> bool {
    let between =
        list!("no" "longer" "now" "also" "just" "still" "already" "finally" "really" "only");
    (1..sentence.words.len()).any(|at| {
        let subject = (0..at)
            .rev()
            .find(|before| !between.contains(&sentence.words[*before]));
        let Some(subject) = subject else { return false };
        let pronoun = list!("he" "she" "they" "it" "we" "i").contains(&sentence.words[subject]);
        let named = sentence.in_mention(&sentence.tokens[subject])
            || sentence.tokens[subject].capital && subject > 0;
        let word = sentence.words[at];
        let verb = word.len() > 3
            && word.ends_with('s')
            && !word.ends_with("ss")
            && !is_desk(word)
            && !asking::is_thing(word)
            && !sentence.in_mention(&sentence.tokens[at])
            && !sentence.tokens[at].after_break
            && at + 1 < sentence.words.len();
        // "the landlord carries an umbrella": a verb with its object.
        let object = list!("a" "an" "the" "their" "his" "her" "its" "our")
            .contains(&sentence.word(at + 1))
            && !is_stopword(sentence.words[at - 1]);
        pronoun && !is_stopword(word)
            || named && verb && !sentence.tokens[subject].possessive
            || verb && object
    })
}

pub(super) fn stage_named(sentence: &Sentence<'_>) -> bool {
    STAGES
        .iter()
        .flat_map(|stage| stage.told)
        .any(|told| sentence.words.contains(told))
}

/// "Adding cyber to Birch Cafe", "Birch Cafe considering dropping auto": what is being done to it, in short.
pub(super) fn is_under_way(sentence: &Sentence<'_>) -> bool {
    // "Closing date" is a thing.
    let changes =
        |at: usize| is_changing(sentence.words[at]) && !asking::is_thing(sentence.word(at + 1));
    let start = sentence.start();
    (start..sentence.words.len()).any(|at| {
        let begins = at == start || at > 0 && sentence.in_mention(&sentence.tokens[at - 1]);
        let weighed = at > 0 && sentence.words[at - 1].ends_with("ing");
        changes(at) && (begins || weighed) && !sentence.in_mention(&sentence.tokens[at])
    })
}

/// "Application received from Birch Cafe", "Quote from Granite came in at", "Meeting with Birch Cafe set for Thursday": papers and
/// appointments first, and then what became of them.
pub(super) fn of_papers(sentence: &Sentence<'_>) -> bool {
    const PAPERS: &[&str] = list!(
        "application" "app" "apps" "submission" "quote" "quotes" "proposal" "indication" "binder" "policy" "payment" "deposit" "check"
        "signature" "invoice" "documents" "docs" "paperwork" "forms" "meeting" "call" "appointment" "renewal" "request" "order"
    );
    const BECAME: &[&str] = list!(
        "received" "came" "arrived" "sent" "submitted" "issued" "returned" "declined" "accepted" "delivered" "filed" "scheduled"
        "booked" "set" "requested" "approved" "rejected" "withdrawn" "canceled" "cancelled" "mailed" "emailed" "forwarded" "went"
    );
    let between = list!("from" "for" "to" "with" "of" "by" "the" "their" "our" "his" "her" "at" "and" "has" "was" "been" "just" "is");
    let start = sentence.start();
    let first = (start..sentence.words.len()).find(|at| sentence.words[*at] != "signed");
    let Some(first) = first.filter(|at| PAPERS.contains(&sentence.words[*at])) else {
        return false;
    };
    let passed = |at: &usize| {
        let token = &sentence.tokens[*at];
        between.contains(&sentence.words[*at]) || token.capital || sentence.in_mention(token)
    };
    let next = (first + 1..sentence.words.len()).find(|at| !passed(at));
    next.is_some_and(|at| {
        let here = sentence.words[at] == "in" && matches!(sentence.word(at + 1), "from" | "");
        let last = sentence
            .words
            .last()
            .is_some_and(|last| asking::is_thing(last));
        (here || BECAME.contains(&sentence.words[at])) && !last
    })
}
