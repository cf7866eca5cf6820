//! Questions that do not look like one, and requests that do.

use super::Intent;
use super::rules::{Sentence, Verdict};
use crate::numbers;
use crate::reach;
use crate::text::{Token, stem};
use crate::words::{
    AS_BEFORE, ASKING, COVERAGES, POINTS_BACK, QUESTION_WORDS, UPDATE_VERBS, VAGUE, is_stopword,
};

/// Things of an account that a broker asks for by their name alone.
const THINGS: &[&str] = list!(
    "phone" "number" "cell" "mobile" "telephone" "email" "address" "contact" "contacts" "owner" "carrier" "insurer"
    "premium" "price" "cost" "quote" "rate" "stage" "status" "coverage" "coverages" "policy" "policies" "limit" "limits"
    "deductible" "deductibles" "retention" "renewal" "expiration" "effective" "date" "history" "notes" "claims" "claim"
    "losses" "loss" "payroll" "revenue" "sales" "mod" "headcount" "employees" "staff" "fleet" "vehicles" "drivers"
    "industry" "location" "city" "state" "summary" "overview" "rundown" "details" "info" "exclusions" "exclusion"
    "terms" "conditions" "endorsements" "endorsement" "application" "submission" "deadline" "name" "timeline"
    "mail" "inbox" "digits" "remarks" "subjectivities" "follow" "outstanding" "pending" "commission" "fee" "deposit"
    "amount" "total" "annual" "market" "reason" "reasons" "cause" "story" "breakdown" "background" "town" "trade" "lines"
    "line" "contents" "figure" "title" "role"
);

pub(super) fn is_thing(word: &str) -> bool {
    THINGS.contains(&word)
}

/// "why'd", "who'll" and "what're" are question words too.
pub(super) fn opens_question(word: &str) -> bool {
    let bare = word.split('\'').next().unwrap_or(word);
    QUESTION_WORDS.contains(&word)
        || list!("what" "when" "where" "which" "who" "why" "how" "whereabouts").contains(&bare)
}

/// "Birch Cafe, same procedure", "do the usual for Birch Cafe": what is to be done was said another time, and nobody can tell
/// what it was.
pub(super) fn as_before(sentence: &Sentence<'_>) -> Verdict {
    let empty = |word: &&str| AS_BEFORE.contains(word) || is_stopword(word) || VAGUE.contains(word);
    // "As agreed" points back, "they agreed" tells something.
    let points = |at: usize| {
        let before = at.checked_sub(1).map_or("", |before| sentence.rest[before]);
        POINTS_BACK.contains(&sentence.rest[at])
            || list!("agreed" "discussed" "planned" "promised" "said" "before" "always" "last")
                .contains(&sentence.rest[at])
                && matches!(before, "as" | "like" | "we")
            || before == "you" && sentence.rest[at] == "know"
    };
    let tells = |word: &&str| {
        list!("is" "are" "was" "were" "has" "have" "will" "would" "they" "he" "she" "not" "no" "don't").contains(word)
    };
    // "What is the usual process" asks for it.
    let asks = sentence.ends_with_question()
        || list!("what" "who" "when" "where" "which" "why" "how" "is" "are" "was" "were" "does" "did" "has" "have")
            .contains(&sentence.word(sentence.start()));
    let only = sentence.rest.iter().all(empty)
        && (0..sentence.rest.len()).any(points)
        && !sentence.rest.iter().any(tells);
    (only && !asks && sentence.spoken_of).then_some((Intent::Unclear, 0.85))
}

/// "Birch Cafe carrier Alder Mutual": a name right behind the word for it, to the end.
pub(super) fn is_carrier_named(sentence: &Sentence<'_>) -> bool {
    let is_carrier = |token: &Token| matches!(token.norm.as_str(), "carrier" | "insurer");
    let at = sentence.tokens.iter().position(is_carrier);
    at.is_some_and(|at| {
        let name = &sentence.tokens[at + 1..];
        let plain = |token: &Token| token.capital && !sentence.in_mention(token);
        !name.is_empty() && name.iter().all(plain) && !sentence.ends_with_question()
    })
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

/// Words that end as a verb of the past does and only say which is meant.
pub(super) fn is_adjective(word: &str) -> bool {
    list!("limited" "corrected" "revised" "combined" "estimated" "expected" "proposed" "required" "requested" "related" "named")
        .contains(&word)
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
            && (verb || opens.contains(&sentence.words[at]) && !is_relative(sentence, at))
            && sentence.words.len() > at + 1
    });
    (asks && !orders(sentence) && sentence.spoken_of).then_some((Intent::Search, 0.8))
}

/// "Birch Cafe who declined", "the quote ends when", "trucks left on the schedule, how many": a question word that no verb of
/// telling leads to.
pub(super) fn asks_anywhere(sentence: &Sentence<'_>) -> Verdict {
    let leads = list!(
        "asked" "asks" "ask" "told" "tell" "tells" "said" "says" "knows" "know" "sure" "decide" "decides" "wants" "explained"
        "explains" "showed" "learned" "heard" "wrote" "note" "noted" "of" "than" "the"
    );
    let last = sentence.words.len().saturating_sub(1);
    let mut mentioned = sentence
        .tokens
        .iter()
        .map(|token| sentence.in_mention(token));
    let mut before = false;
    let asks = (0..sentence.words.len()).any(|at| {
        let follows_name = std::mem::replace(&mut before, mentioned.next().unwrap_or(false));
        let opens = list!("what" "when" "where" "which" "who" "whom" "why" "how");
        if !opens.contains(&sentence.words[at]) || at == 0 {
            return false;
        }
        let led = (at.saturating_sub(3)..at).any(|place| leads.contains(&sentence.words[place]));
        let measured = list!("many" "much" "long" "far" "big" "old" "often" "soon")
            .contains(&sentence.word(at + 1));
        let counts = sentence.words[at] == "how" && measured || sentence.words[at] == "which";
        let stands = at == last || follows_name || sentence.word(at + 1) == "again";
        !led && (counts || stands) && !is_relative(sentence, at)
    });
    (asks && !orders(sentence) && sentence.spoken_of).then_some((Intent::Search, 0.75))
}

/// "…, which brings it to 900", "…, who signs": it goes on with what was said, unless a question mark ends it.
fn is_relative(sentence: &Sentence<'_>, at: usize) -> bool {
    const BRINGS: &[&str] = list!(
        "brought" "made" "put" "took" "left" "meant" "got" "cut" "set" "sent" "cost" "came" "went" "would" "should" "could"
        "will" "is" "was" "has" "had" "now" "also" "then" "in"
    );
    let next = sentence.word(at + 1);
    let verb = next.len() > 3 && next.ends_with('s') && !next.ends_with("ss") && !is_thing(next)
        || next.len() > 4 && next.ends_with("ed")
        || BRINGS.contains(&next);
    // "Birch Cafe, which is the carrier": nothing was said before it. "Which carriers": the noun follows, and no verb.
    let said = (0..at).any(|before| {
        let word = sentence.words[before];
        !sentence.in_mention(&sentence.tokens[before]) && !is_stopword(word) && !is_thing(word)
    });
    let told = sentence.words[..at].iter().any(|word| {
        word.ends_with("ed")
            || list!("is" "was" "has" "got" "took" "gave" "wants" "made").contains(word)
    });
    let goes_on = sentence.tokens[at].after_break && said && !sentence.tokens[at].starts_sentence;
    list!("which" "who" "where").contains(&sentence.words[at])
        && verb
        && !sentence.ends_with_question()
        && (told || goes_on && sentence.words[at] == "which")
}

/// Whether a clause begins with a verb of change.
fn orders(sentence: &Sentence<'_>) -> bool {
    (0..sentence.words.len()).any(|at| {
        let opens = at == sentence.start()
            || sentence.tokens[at].after_break
            || at > 0 && matches!(sentence.words[at - 1], "please" | "and" | "just");
        opens && UPDATE_VERBS.contains(&sentence.words[at])
    })
}

/// "Birch Cafe deductible", "phone for Ana at Birch Cafe": a thing, no verb that tells of it, and no value to keep.
/// "Renewal is October first": a day after the verb is what is told.
fn states_a_day(sentence: &Sentence<'_>) -> bool {
    const MONTHS: &[&str] = list!(
        "january" "february" "march" "april" "may" "june" "july" "august" "september" "october" "november" "december"
    );
    sentence
        .words
        .windows(2)
        .any(|pair| matches!(pair[0], "is" | "on" | "to") && MONTHS.contains(&pair[1]))
        && sentence.words.contains(&"is")
}

pub(super) fn names_a_thing(sentence: &Sentence<'_>) -> Verdict {
    const TELLS: &[&str] = list!(
        "is" "was" "are" "were" "has" "had" "wants" "want" "went" "goes" "came" "comes" "sent" "says" "said" "got"
        "gets" "will" "chose" "bought" "sold" "left" "found" "pays" "paid" "told" "needs" "need" "made" "takes" "took"
        "gave" "won" "now" "it's" "they're" "he's" "she's" "wrote" "grew" "cut" "met" "lost" "bound" "should" "going" "must" "might"
        "would" "may" "could" "ought"
    );
    let thing = |word: &&str| {
        THINGS.contains(word)
            || COVERAGES
                .iter()
                .any(|(name, others)| others.contains(word) || name.eq_ignore_ascii_case(word))
    };
    // What is only supposed tells nothing: "total if they take the higher limit".
    let supposed = sentence.rest.iter().position(|word| *word == "if");
    let said = &sentence.rest[..supposed.unwrap_or(sentence.rest.len())];
    let things = said.iter().filter(|word| thing(word)).count();
    let first = sentence.word(sentence.start());
    let wished = list!("need" "want" "looking").contains(&first);
    let verb = said.iter().enumerate().any(|(at, word)| {
        let tells = TELLS.contains(word) && !(wished && *word == first);
        let done = word.len() > 4 && word.ends_with("ed") && !is_adjective(word)
            || matches!(*word, "isn't" | "wasn't" | "aren't" | "weren't" | "won't");
        // "the bound amount" is a thing; "bound" alone tells.
        let beside = list!("bound" "lost" "quoted" "pitched" "submitted" "expired").contains(word)
            && said.get(at + 1).is_some_and(|next| THINGS.contains(next))
            // "Birch Cafe - lost - price" tells it, and then why.
            && !sentence.tokens.windows(2).any(|pair| pair[0].norm == **word && pair[1].after_break);
        (tells || done) && !beside
    }) || super::telling::has_subject(sentence)
        || is_here(sentence);
    let value = holds_value(sentence)
        || is_carrier_named(sentence)
        || sentence.text.contains(':')
            && !sentence
                .rest
                .iter()
                .all(|word| thing(word) || is_stopword(word))
        || sentence.words.contains(&"new") && sentence.text.contains('(');
    let content = sentence
        .rest
        .iter()
        .filter(|word| !is_stopword(word) && !VAGUE.contains(word))
        .count();
    let ordered = UPDATE_VERBS.contains(&first) && !matches!(first, "note" | "notes");
    // "Date the account was opened" begins with the thing itself.
    let verb = verb
        && (!THINGS.contains(&first)
            || sentence.words.contains(&"now")
            || states_a_day(sentence)
            || is_here(sentence));
    let verb =
        verb || super::telling::of_papers(sentence) || super::telling::is_under_way(sentence);
    (sentence.spoken_of && things > 0 && content > 0 && !verb && !value && !ordered)
        .then_some((Intent::Search, 0.7))
}

/// "They had a spill. Place and cost, please.", "Birch Cafe, I need the premium and the company": the last clause has a thing
/// and nothing that tells of it.
pub(super) fn asks_for_things(sentence: &Sentence<'_>) -> Verdict {
    let last = sentence
        .tokens
        .iter()
        .rposition(|token| token.starts_sentence || token.after_break && token.norm == "i")
        .unwrap_or(0);
    let clause = &sentence.words[last..];
    let needs = matches!(clause, ["i" | "we", "need" | "want", ..]);
    let said = if needs { &clause[2..] } else { clause };
    let things = said.iter().filter(|word| THINGS.contains(word)).count();
    let plain = said.iter().all(|word| {
        THINGS.contains(word)
            || is_stopword(word)
            || matches!(
                *word,
                "please"
                    | "pls"
                    | "thanks"
                    | "quoted"
                    | "bound"
                    | "company"
                    | "place"
                    | "up"
                    | "clean"
            )
    });
    (last > 0 && things > 0 && plain && !holds_value(sentence) && sentence.spoken_of)
        .then_some((Intent::Search, 0.75))
}

/// An address, an equation, or a number that ends its clause. One before a noun only says which is meant: "the 2M limit".
fn holds_value(sentence: &Sentence<'_>) -> bool {
    let ends = |at: usize| {
        sentence.tokens.get(at + 1).is_none_or(|next| {
            next.after_break
                || matches!(
                    next.norm.as_str(),
                    "now"
                        | "a"
                        | "per"
                        | "please"
                        | "effective"
                        | "and"
                        | "annual"
                        | "annually"
                        | "yearly"
                        | "total"
                )
                // "2,940 from Alder": who asks that much is told with it.
                || matches!(next.norm.as_str(), "from" | "by" | "with")
                    && sentence.tokens.get(at + 2).is_some_and(|who| who.capital)
        })
    };
    let sum = numbers::numbers(sentence.tokens)
        .iter()
        .any(|number| number.value >= 100.0 && ends(number.after - 1));
    let number = (0..sentence.tokens.len()).any(|at| {
        sentence.tokens[at].is_number() && !sentence.in_mention(&sentence.tokens[at]) && ends(at)
    });
    sum || number || sentence.text.contains(['@', '=']) || sentence.text.contains("->")
}

/// "The quote's here", "application's in": the ending stands for "is".
pub(super) fn is_here(sentence: &Sentence<'_>) -> bool {
    let there = list!("in" "here" "back" "out" "done" "ready" "signed" "gone" "wrong" "off");
    let mut pairs = sentence.tokens.windows(2);
    pairs.any(|pair| {
        pair[0].possessive
            && is_thing(&pair[0].norm)
            && there.contains(&pair[1].norm.as_str())
            && !pair[1].after_break
    })
}

/// "List Ana Park (bookkeeper, ana@birch.example) under Birch Cafe": who is listed with a number or an address is to be kept.
pub(super) fn lists_a_person(sentence: &Sentence<'_>, at: usize) -> bool {
    let named = [at, at + 1].iter().all(|place| {
        sentence
            .tokens
            .get(*place)
            .is_some_and(|token| token.capital)
    });
    let phones = reach::phones(sentence.text);
    let emails = reach::emails(sentence.text);
    named
        && (phones.iter().any(|phone| phone.number.is_some())
            || emails.iter().any(|email| email.address.is_some()))
}

/// What is said of an account without a verb asks for it; with one it tells.
pub(super) fn without_a_verb(sentence: &Sentence<'_>) -> Verdict {
    let content = sentence
        .rest
        .iter()
        .filter(|word| !is_stopword(word) && !VAGUE.contains(word))
        .count();
    let denied = sentence
        .rest
        .first()
        .is_some_and(|word| matches!(*word, "no" | "not" | "never"));
    (sentence.spoken_of && content > 0 && !denied).then_some((Intent::Search, 0.55))
}

fn clause_end(sentence: &Sentence<'_>, from: usize) -> usize {
    (from + 1..sentence.words.len())
        .find(|at| sentence.tokens[*at].after_break)
        .unwrap_or(sentence.words.len())
}

/// "We're adding flood", "they've dropped the auto": what is being done to an account.
pub(super) fn is_doing(sentence: &Sentence<'_>) -> Verdict {
    const DOING: &[&str] = list!(
        "adding" "dropping" "removing" "moving" "switching" "raising" "lowering" "changing" "putting" "binding" "taking"
        "added" "dropped" "removed" "moved" "switched" "raised" "lowered" "changed" "bound" "submitted" "quoted" "pitched"
    );
    let start = sentence.start();
    let who =
        list!("we're" "we've" "i'm" "i've" "they're" "they've" "she's" "he's" "we" "i" "they");
    let begun = who.contains(&sentence.word(start)) && DOING.contains(&sentence.word(start + 1));
    (begun && sentence.spoken_of && !sentence.ends_with_question())
        .then_some((Intent::Update, 0.85))
}
