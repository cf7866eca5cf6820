//! "Goes with the 10,000 deductible at 27,150": the deductible has its own sum, and the other one is what the policy costs
//! with it, if that is what they took.

use super::request::Request;
use crate::numbers::Number;

/// Words of whoever takes an option, and of whoever does not, or not now.
const TAKES: &[&str] = list!(
    "goes" "went" "go" "going" "chose" "chooses" "choose" "picked" "picks" "took" "takes" "take" "taking" "opted" "opts"
    "accepted" "accepts" "agreed" "agrees" "settled" "bound" "bind" "binds" "signed"
);
const NOT_TAKEN: &[&str] = list!(
    "almost" "nearly" "not" "never" "instead" "offered" "asked" "asks" "considered" "considers" "declined" "refused" "rejected"
    "turned" "passed" "had" "would" "could" "might" "may" "should" "if" "last" "before" "until" "wanted" "wants" "think" "thinks"
    "thought" "than" "over" "no" "without" "dropped" "expiring" "previous" "old" "used" "was" "were"
);

/// Whether a word for a deductible belongs to another sum, and this one is the price of what was taken.
pub(super) fn is_of_option(request: &Request<'_>, at: usize, number: &Number) -> bool {
    let deductible = matches!(request.word(at), "deductible" | "retention");
    let own = request.numbers.iter().any(|own| own.after == at);
    let costs = matches!(request.word(at + 1), "at" | "for")
        && (at + 1..number.first).all(|place| matches!(request.word(place), "at" | "for" | "$"));
    let each = list!("per" "each" "a" "an" "every" "apiece" "of");
    let whole = !each.contains(&request.word(number.after));
    let alike = request
        .state
        .premium
        .is_some_and(|premium| (0.5..=2.0).contains(&(number.value / premium.number())));
    deductible && own && costs && whole && alike && is_taken(request, at)
}

fn is_taken(request: &Request<'_>, at: usize) -> bool {
    let said = |list: &[&str]| {
        (request.clause_start(at)..at)
            .any(|place| list.contains(&request.word(place)) && !request.mentions(place))
    };
    // What another clause takes back was not taken: "…, and signed the old one".
    let other = (at..request.sentence_end(at)).any(|place| {
        list!("but" "instead" "old" "other" "declined" "refused" "unless" "if")
            .contains(&request.word(place))
    });
    said(TAKES) && !said(NOT_TAKEN) && !other
}
