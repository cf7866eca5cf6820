//! An insurer that takes the place of the one on file: "Alder instead of Granite", "swap Granite for Alder".

use super::request::Request;
use super::terms::{self, Named};
use super::wish;

/// What may stand before the new insurer besides the account: it is put there, and nobody asks, hopes or looks.
const PUT: &[&str] = list!(
    "with" "now" "is" "it" "its" "make" "go" "goes" "going" "went" "to" "use" "using" "we" "we're" "they" "they're" "are" "be"
    "placed" "placing" "place" "at" "by" "take" "took" "takes" "the" "put" "in" "moved" "moving" "moves" "move" "switched"
    "switch" "switching" "so" "please" "carrier" "insurer" "should" "change" "from" "on" "and" "for" "that's" "it's"
);
/// What may stand between the new one and the one it replaces, and one of these has to.
const INSTEAD: &[&str] =
    list!("instead" "rather" "replaces" "replaced" "replacing" "not" "place" "over");
const SMALL: &[&str] = list!(
    "of" "than" "and" "in" "takes" "took" "from" "for" "the" "at" "$" "is" "now" "but" "a" "year" "has" "have" "premium" "with"
);
/// What an insurer does that has the account.
const WINS: &[&str] = list!(
    "landed" "won" "came" "got" "has" "wrote" "writes" "quoted" "quotes" "takes" "took" "bound" "is" "comes" "lands" "wins" "gets"
);

/// The insurer that takes the place of the one on file.
pub(super) fn replacement(request: &Request<'_>) -> Option<Named> {
    let on_file = request.state.carrier.as_deref()?;
    let named = terms::known(request);
    let (old, new): (Vec<&Named>, Vec<&Named>) =
        named.iter().partition(|carrier| carrier.name == on_file);
    let ([old], [new]) = (old.as_slice(), new.as_slice()) else {
        return None;
    };
    let open = request.supposed(new.first)
        || wish::is_wished(request, new.first)
        || request.noted(new.first)
        || request.sentence_start(old.first) != request.sentence_start(new.first);
    let replaced = if new.first < old.first {
        stands_for(request, new, old)
    } else {
        gives_way(request, old, new)
    };
    (replaced && !open).then(|| Named {
        name: new.name.clone(),
        ..**new
    })
}

/// "Alder instead of Granite", "Alder, not Granite, landed at 9,000".
fn stands_for(request: &Request<'_>, new: &Named, old: &Named) -> bool {
    let between = new.after..old.first;
    let linked = between.clone().all(|at| {
        let word = request.word(at);
        INSTEAD.contains(&word) || SMALL.contains(&word) || is_number(request, at)
    });
    let instead = between
        .clone()
        .any(|at| INSTEAD.contains(&request.word(at)));
    let denied = { between }.any(|at| request.word(at) == "not");
    let next = request.word(old.after);
    let ends = ends(request, old.after);
    // "Alder, not Granite, asked for photos" puts nobody anywhere.
    let follows = if denied {
        WINS.contains(&next) || ends && !WINS.contains(&next) && last(request, old.after)
    } else {
        ends
    };
    linked && instead && follows && is_put(request, new.first) && !request.negated(new.first)
}

/// "Swap Granite for Alder", "Granite was replaced by Alder", "Granite out, Alder in".
fn gives_way(request: &Request<'_>, old: &Named, new: &Named) -> bool {
    let between: Vec<&str> = (old.after..new.first).map(|at| request.word(at)).collect();
    let verb = (request.clause_start(old.first)..old.first)
        .rev()
        .find(|at| {
            !list!("the" "out" "from" "carrier" "insurer" "of").contains(&request.word(*at))
        });
    let swaps = verb.is_some_and(|verb| {
        list!("swap" "swapped" "replace" "replaced" "trade" "traded" "exchange" "exchanged" "swapping" "replacing")
            .contains(&request.word(verb))
            && !request.negated(verb)
    });
    let exchanged = swaps && matches!(between.as_slice(), ["with" | "for" | "by"]);
    let passive = matches!(
        between.as_slice(),
        ["replaced", "by"]
            | ["is" | "was" | "gets" | "got", "replaced", "by"]
            | ["has", "been", "replaced", "by"]
    ) && !request.negated(new.first);
    let out = matches!(
        between.as_slice(),
        ["out"] | ["is", "out"] | ["is", "out", "and"]
    ) && matches!(request.word(new.after), "in" | "is");
    exchanged || passive || out
}

/// Whether nothing stands before the insurer but the account and words of putting it there.
fn is_put(request: &Request<'_>, at: usize) -> bool {
    (request.sentence_start(at)..at)
        .all(|place| request.mentions(place) || PUT.contains(&request.word(place)))
}

fn ends(request: &Request<'_>, at: usize) -> bool {
    let next = request.word(at);
    request
        .tokens
        .get(at)
        .is_none_or(|token| token.after_break || token.starts_sentence)
        || list!("at" "for" "in" "from" "please" "now" "$" "as" "effective" "starting" "on" "with" "and")
            .contains(&next)
        || is_number(request, at)
}

/// Whether nothing more is told in the sentence than a sum or for whom it is.
fn last(request: &Request<'_>, from: usize) -> bool {
    (from..request.sentence_end(from.saturating_sub(1))).all(|at| {
        request.mentions(at)
            || is_number(request, at)
            || list!("at" "for" "$" "now" "please" "the").contains(&request.word(at))
    })
}

fn is_number(request: &Request<'_>, at: usize) -> bool {
    let mut numbers = request.numbers.iter();
    numbers.any(|number| (number.first..number.after).contains(&at))
}
