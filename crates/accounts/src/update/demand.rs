//! What should be so is ordered: "it should be flagged Lost", "the stage ought to read Quoted". What is only expected is not.

use super::request::Request;
use super::wish;
use crate::text::has_capitals;
use crate::words::STAGES;

/// Verbs of a desk that puts accounts into stages, as they stand behind "should be".
const PUT: &[&str] = list!(
    "flagged" "marked" "set" "listed" "shown" "moved" "put" "tagged" "filed" "changed" "switched" "updated" "recorded" "entered"
    "labelled" "labeled" "coded" "logged" "placed" "classed" "classified" "carried"
);
/// What a field does that has a value.
const READS: &[&str] = list!("read" "say" "show" "state");
const MODALS: &[&str] = list!("should" "must" "needs" "need" "ought" "has" "have" "gotta" "oughta");
/// What may stand between the modal and the stage.
const BETWEEN: &[&str] = list!(
    "be" "to" "now" "as" "in" "under" "into" "really" "actually" "just" "get" "go" "back" "the" "it" "at" "then"
);

/// Whether a stage stands behind words that say what it should be: "should be flagged Lost".
pub(super) fn is_due(request: &Request<'_>, at: usize) -> bool {
    let Some(modal) = modal_before(request, at) else {
        return false;
    };
    let put = (modal + 1..at)
        .any(|place| PUT.contains(&request.word(place)) || READS.contains(&request.word(place)));
    // "Should be Bound" names the stage, "should be bound" may only be hoped for.
    let named = (request.tokens[at].capital || !has_capitals(request.tokens))
        && (modal + 1..at).any(|place| matches!(request.word(place), "be" | "in" | "to"));
    (put || named)
        && ends(request, at)
        && !wish::is_wished(request, at)
        && !somebody_says(request, modal)
}

/// "It has to be bound first": what must be is not so yet.
pub(super) fn is_still_to_be(request: &Request<'_>, at: usize) -> bool {
    modal_before(request, at).is_some()
}

/// The modal verb before a place, with nothing but small words and verbs of putting between.
fn modal_before(request: &Request<'_>, at: usize) -> Option<usize> {
    let start = request.clause_start(at);
    let modal = (start..at).rev().find(|place| {
        let word = request.word(*place);
        !BETWEEN.contains(&word) && !PUT.contains(&word) && !READS.contains(&word)
    })?;
    let known = MODALS.contains(&request.word(modal)) && !request.mentions(modal);
    // "has been marked" tells, "has to be marked" orders.
    let told = matches!(request.word(modal), "has" | "have") && request.word(modal + 1) != "to";
    (known && !told).then_some(modal)
}

/// Whether the stage ends its clause: "should be Bound by Friday" is hoped for.
fn ends(request: &Request<'_>, at: usize) -> bool {
    let after = STAGES
        .iter()
        .flat_map(|stage| stage.called)
        .filter_map(|phrase| request.phrase_at(at, phrase))
        .max();
    after.is_some_and(|after| {
        let rest = after..request.clause_end(at).max(after);
        { rest }.all(|place| {
            list!("now" "please" "pls" "today" "again" "instead" "then" "thanks" "in" "the" "system" "stage" "status" "of" "as")
                .contains(&request.word(place))
        })
    })
}

/// "Ana says it should be marked Bound": what others say is no order.
fn somebody_says(request: &Request<'_>, modal: usize) -> bool {
    let says = list!("says" "said" "thinks" "thought" "told" "asked" "asks" "claims" "believes" "feels" "hopes" "wonders" "wrote");
    (request.sentence_start(modal)..modal).any(|place| says.contains(&request.word(place)))
}

/// "It should get a new stage", "needs another premium": a value is to become another, and nobody says which.
pub(super) fn is_open(request: &Request<'_>) -> bool {
    const FIELDS: &[&str] = list!("stage" "status" "premium" "carrier");
    let fields = |at: &usize| FIELDS.contains(&request.word(*at)) && !request.mentions(*at);
    (0..request.tokens.len()).filter(fields).any(|field| {
        if should_move(request, field) && !somebody_says(request, field) {
            return true;
        }
        let start = request.clause_start(field);
        let other =
            list!("new" "different" "another" "other" "fresh").contains(&request.back(field, 1));
        let given = (start..field).any(|at| {
            let word = request.word(at);
            let should = matches!(word, "should" | "must" | "ought");
            let needs =
                matches!(word, "needs" | "gets" | "give") && request.word(field) != "carrier";
            should || needs
        });
        let changed = (field + 1..field + 4).any(|at| {
            list!("changed" "updated" "adjusted" "corrected" "fixed").contains(&request.word(at))
        });
        let last = request.clause_end(field) <= field + 1 + usize::from(changed);
        given && last && (other || changed) && !somebody_says(request, field)
    })
}

/// "The premium should go up": nobody says how far.
fn should_move(request: &Request<'_>, field: usize) -> bool {
    let end = request.clause_end(field);
    let moves = list!("up" "down" "change" "rise" "drop" "fall" "raised" "lowered" "increase" "decrease" "changed" "adjusted" "updated");
    let modal = (field + 1..end)
        .find(|at| !request.mentions(*at))
        .is_some_and(|at| list!("should" "must" "needs" "ought").contains(&request.word(at)));
    modal && end > 0 && moves.contains(&request.word(end - 1)) && request.numbers.is_empty()
}
