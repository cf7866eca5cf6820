//! Sums that leave open which of them it is: "thirty-six or thirty-eight thousand", "fifteen to seventeen thousand".

use super::request::Request;
use crate::numbers::{Number, Unit};

/// Whether the price is told as one of two, or as lying between them.
pub(super) fn is_open(request: &Request<'_>, amounts: &[Number]) -> bool {
    let alike = |number: &Number| {
        request
            .state
            .premium
            .is_some_and(|premium| (0.5..2.0).contains(&(number.value / premium.number())))
    };
    let amount = |number: &Number| {
        alike(number)
            || amounts.iter().any(|amount| amount.first == number.first)
            || is_price(request, number)
    };
    request
        .numbers
        .windows(2)
        .any(|pair| spans(request, &pair[0], &pair[1]) && pair.iter().any(amount))
}

/// Whether two numbers are the ends of a range, or two choices.
fn spans(request: &Request<'_>, low: &Number, high: &Number) -> bool {
    let counts = |number: &Number| !matches!(number.unit, Unit::Percent | Unit::Ordinal);
    let gap = &request.text[request.tokens[low.after - 1].end..request.tokens[high.first].start];
    let joined = matches!(gap.trim(), "-" | "\u{2013}" | "\u{2014}") && high.first == low.after;
    let next = high.first == low.after + 1;
    let before = request.back(low.first, 1);
    // "Fifteen to seventeen thousand": the first is one of thousands too.
    let cut = low.value < high.value / 100.0;
    let lies = list!("at" "is" "between" "be" "around" "roughly" "about" "of" "lands" "quoted" "approximately");
    let from = before == "from"
        && !list!("is" "be" "anywhere" "ranges" "runs").contains(&request.back(low.first, 2));
    let between = match request.word(low.after) {
        "or" => next,
        "to" => next && !from && (cut || lies.contains(&before) || before == "from"),
        "and" => next && before == "between",
        _ => joined && (cut || low.value >= 100.0),
    };
    between && counts(low) && counts(high)
}

/// Whether a number of the size of a premium is told as one.
fn is_price(request: &Request<'_>, number: &Number) -> bool {
    let start = request.sentence_start(number.first);
    let told = (start..request.sentence_end(number.first)).any(|at| {
        list!("premium" "quoted" "quote" "price" "priced" "pricing").contains(&request.word(at))
            || list!("came" "comes" "coming" "landed" "lands").contains(&request.word(at))
                && list!("in" "back" "at" "between").contains(&request.word(at + 1))
    });
    number.value >= 1000.0 && told && request.stage.as_deref() != Some("Lost")
}
