//! What is taken back in the same message: "Lost. Scratch that", "drop cyber, no wait, keep it", "bound? No, not yet". A value that
//! plainly takes the place of another was read as such before; what is left is asked for.

use super::request::Request;
use super::{Change, Step, Stop};
use crate::words::{QUESTION_WORDS, UPDATE_VERBS};

/// Words of a correction, after which a new value may stand.
const MARKS: &[&str] = list!(
    "no" "nope" "nah" "sorry" "actually" "wait" "rather" "oops" "whoops" "woops" "correction" "hold" "hang" "on" "i" "mean" "meant"
    "or" "scratch" "that" "that's" "strike" "not" "typo" "ignore"
);
/// What may stand between them and the value.
const SMALL: &[&str] = list!(
    "it" "it's" "is" "was" "should" "be" "make" "made" "to" "at" "the" "a" "with" "for" "in" "premium" "price" "$" "stage" "carrier"
    "effective" "set" "mark" "as" "move" "them" "they" "have" "said" "wrong" "number" "phone" "cell" "email"
);
/// What may follow a mark that takes something back, besides a pause.
const FOLLOWS: &[&str] = list!(
    "wait" "sorry" "actually" "scratch" "keep" "leave" "don't" "not" "hold" "that" "that's" "it" "it's" "make" "never" "no" "wrong"
    "i" "my" "forget" "do" "undo" "cancel" "strike" "nevermind" "nvm"
);

/// Asks where a change is taken back, and drops what was only asked.
pub(super) fn read(request: &mut Request<'_>) -> Step {
    let asked: Vec<bool> = request
        .changes
        .iter()
        .map(|change| is_asked(request, change))
        .collect();
    let mut asked = asked.into_iter();
    request
        .changes
        .retain(|_| !asked.next().unwrap_or_default());
    let taken_back = (1..request.tokens.len())
        .filter(|at| takes_back(request, *at))
        .any(|at| leaves_open(request, at));
    if taken_back {
        return Err(Stop::Ask(format!(
            "Some of that is taken back; nothing was changed. What should change for {}?",
            request.state.name
        )));
    }
    Ok(())
}

/// Whether something was said before a mark that no value behind it replaces.
fn leaves_open(request: &Request<'_>, at: usize) -> bool {
    let start = request.tokens[at].start;
    let before = |change: &Change| change.span.0 < start;
    if !request.changes.iter().any(before) {
        return false;
    }
    let value = (at..request.tokens.len()).find(|place| {
        !MARKS.contains(&request.word(*place)) && !SMALL.contains(&request.word(*place))
    });
    let replaced = value.is_some_and(|value| {
        request.changes.iter().any(|change| {
            let single = !matches!(change.field.as_str(), "coverage_types" | "contacts");
            let (first, after) = change.span;
            let token = &request.tokens[value];
            single && first >= start && token.start < after && token.end > first
        })
    });
    !replaced
}

/// Whether a clause begins here that takes back what was said before.
fn takes_back(request: &Request<'_>, at: usize) -> bool {
    let changed = matches!(request.word(at), "changed" | "change");
    if changed && matches!(request.word(at + 2), "mind" | "minds") {
        return true;
    }
    if request.mentions(at) || !opens(request, at) {
        return false;
    }
    let next = request.word(at + 1);
    let pause = request
        .tokens
        .get(at + 1)
        .is_none_or(|token| token.after_break || token.starts_sentence);
    let ends = request
        .tokens
        .get(at + 1)
        .is_none_or(|token| token.starts_sentence);
    let goes_on = pause || FOLLOWS.contains(&next);
    let number = request
        .tokens
        .get(at + 1)
        .is_some_and(|token| token.is_number());
    match request.word(at) {
        "no" | "nope" | "nah" => goes_on || number,
        "wait" => goes_on,
        // "Sorry for the delay" takes nothing back.
        "sorry" => !list!("for" "about" "to" "if" "we" "they" "the" "this" "a" "late").contains(&next),
        "typo" => true,
        // "It is bound, actually" takes nothing back.
        "actually" => !ends,
        "oops" | "whoops" | "woops" | "nevermind" | "nvm" | "jk" | "kidding" => true,
        "hold" | "hang" => list!("on" "off" "that" "it").contains(&next),
        "or" | "maybe" => list!("not" "rather" "maybe").contains(&next),
        "never" => next == "mind",
        "scratch" | "strike" | "undo" | "cancel" | "scrap" => next == "that",
        "disregard" | "ignore" | "forget" => list!("it" "that" "this" "what" "all").contains(&next),
        "just" | "only" => list!("kidding" "joking").contains(&next),
        "my" => list!("bad" "mistake" "error" "fault").contains(&next),
        "on" => next == "second",
        "wrong" => {
            list!("account" "one" "client" "customer" "file" "company" "name" "number" "amount" "date" "day" "premium" "stage" "figure").contains(&next)
        }
        "i" => {
            list!("mean" "meant" "misspoke").contains(&next) && request.word(at + 2) != "it"
                || next == "take" && request.word(at + 3) == "back"
        }
        "rather" | "correction" => true,
        "keep" | "leave" => is_left(request, at),
        "don't" | "not" => pause || next == "yet",
        "which" | "that" | "this" | "it" => is_wrong(request, at),
        _ => false,
    }
}

/// "Leave it", "keep them as they are".
fn is_left(request: &Request<'_>, at: usize) -> bool {
    let ends = request
        .tokens
        .get(at + 2)
        .is_none_or(|token| token.after_break || token.starts_sentence);
    let stays = list!("as" "alone" "on" "in" "there" "where" "how").contains(&request.word(at + 2));
    list!("it" "them" "that").contains(&request.word(at + 1)) && (ends || stays)
}

/// "Which is wrong", "that's not true", "it was a mistake".
fn is_wrong(request: &Request<'_>, at: usize) -> bool {
    let verb = usize::from(list!("is" "was" "isn't" "wasn't").contains(&request.word(at + 1)));
    let denied = list!("isn't" "wasn't").contains(&request.word(at + 1));
    let said = verb > 0 || request.tokens[at].possessive;
    let place = at + 1 + verb;
    let place = place + usize::from(matches!(request.word(place), "a" | "the" | "all" | "just"));
    let wrong = list!("wrong" "false" "incorrect" "untrue" "mistake" "error" "premature" "rumor");
    let right = list!("true" "right" "correct" "so" "case" "accurate");
    let not = denied || request.word(place) == "not";
    let after = place + usize::from(request.word(place) == "not");
    said && (wrong.contains(&request.word(place)) || not && right.contains(&request.word(after)))
}

/// A clause begins here, or words of correction lead to it.
fn opens(request: &Request<'_>, at: usize) -> bool {
    let token = &request.tokens[at];
    let led = list!("no" "wait" "oops" "actually" "sorry" "or" "please" "but" "then" "and" "ok");
    token.after_break
        || token.starts_sentence
        || led.contains(&request.back(at, 1)) && request.word(at) != "no"
}

/// "Osprey bound? No, still waiting": a question is no report, unless yes is said to it. A request may be put as one.
fn is_asked(request: &Request<'_>, change: &Change) -> bool {
    let Some(at) = request
        .tokens
        .iter()
        .position(|token| token.start >= change.span.0)
    else {
        return false;
    };
    let (start, end) = (request.sentence_start(at), request.sentence_end(at));
    let Some(next) = request.tokens.get(end) else {
        return false;
    };
    let question = request.text[request.tokens[end - 1].end..next.start].contains('?');
    let yes = list!("yes" "yep" "yeah" "yup" "correct" "indeed" "it" "they" "she" "he" "thanks" "thank" "please" "thx");
    let first = request.word(start);
    let doubted = question && request.negated_from(end, request.sentence_end(end));
    let polite = list!("can" "could" "would" "will" "please").contains(&first);
    let asks = QUESTION_WORDS.contains(&first) && !polite;
    let orders = (start..end)
        .any(|place| UPDATE_VERBS.contains(&request.word(place)) && !request.mentions(place));
    question && !polite && !yes.contains(&next.norm.as_str()) && (asks || !orders) || doubted
}
