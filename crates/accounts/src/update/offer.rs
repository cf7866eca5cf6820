//! What goes to a carrier and what comes back, told without a word for the stage.

use serde_json::Value;

use super::request::Request;
use super::{money, pitch, terms};

/// Reads "Alder came back, 11,400", "sent the application to Alder", "they signed, coverage starts May 1" and "ran the numbers by
/// her". Whether it did.
pub(super) fn read(request: &mut Request<'_>) -> bool {
    let told = offered(request)
        .or_else(|| submitted(request))
        .or_else(|| signed(request))
        .or_else(|| pitch::read(request));
    let Some((stage, rule, span)) = told else {
        return false;
    };
    request.offered = stage == "Quoted";
    request.stage = Some(stage.to_owned());
    request.change("stage", Value::String(stage.to_owned()), rule, span);
    true
}

pub(super) type Told = (&'static str, &'static str, (usize, usize));

/// A carrier and an amount, of an account that has no price yet and waits for one.
fn offered(request: &Request<'_>) -> Option<Told> {
    let waits = matches!(
        request.state.stage.as_deref(),
        Some("Submitted" | "Application Received")
    ) && request.state.premium.is_none();
    let carriers = terms::known(request);
    let carrier = carriers.first().filter(|_| waits && carriers.len() == 1)?;
    let asks = list!(
        "wants" "needs" "requires" "asked" "limit" "deductible" "if" "until" "unless" "declined" "passed" "hopes" "hope" "hoping"
        "expects" "expect" "expecting" "waiting" "wait" "pays" "pay" "paying" "paid" "budget" "budgeted" "target" "thinks" "guesses"
        "estimates" "estimate" "indication" "indications" "indicated" "indicates" "elsewhere" "used" "expiring" "ballpark" "aiming" "aims"
    );
    let amounts = request
        .numbers
        .iter()
        .filter(|number| money::is_amount(request, number))
        .count();
    let told = amounts == 1
        && !request.has(asks)
        && !request.negated(carrier.first)
        && !request.supposed(carrier.first);
    told.then(|| {
        (
            "Quoted",
            "a carrier and its price for an account that had none",
            request.span(carrier.first, carrier.after),
        )
    })
}

/// The account's file went to a carrier. Loss runs and photos that go there change nothing.
fn submitted(request: &Request<'_>) -> Option<Told> {
    let waits = request.state.stage.as_deref() == Some("Application Received");
    let carrier = terms::known(request)
        .into_iter()
        .find(|carrier| list!("to" "with").contains(&request.back(carrier.first, 1)))
        .filter(|_| waits)?;
    let files =
        list!("app" "application" "submission" "it" "them" "file" "account" "packet" "package");
    let verb = (0..carrier.first).rev().find(|at| {
        list!("sent" "shipped" "out" "went" "released" "forwarded" "emailed")
            .contains(&request.word(*at))
    })?;
    let whole = (verb + 1..carrier.first).any(|at| files.contains(&request.word(at)))
        || (verb + 1..carrier.first).all(|at| {
            request.mentions(at)
                || list!("to" "with" "the" "today" "over").contains(&request.word(at))
        });
    let asks = list!("question" "questions" "answer" "answers" "photo" "photos" "runs" "list");
    (whole
        && !request.negated(carrier.first)
        && !request.supposed(carrier.first)
        && !request.has(asks))
    .then(|| {
        (
            "Submitted",
            "the application that went to a carrier",
            request.span(verb, carrier.after),
        )
    })
}

/// What was quoted is signed, and a day is named from which it holds.
fn signed(request: &Request<'_>) -> Option<Told> {
    let quoted = matches!(
        request.state.stage.as_deref(),
        Some("Quoted" | "Quote Pitched" | "Renewal Due")
    );
    let verb = (0..request.tokens.len())
        .find(|at| list!("signed" "accepted").contains(&request.word(*at)))
        .filter(|_| quoted)?;
    // Leases and contracts are signed too; they bind nothing here.
    let ours = list!("the" "our" "their" "it" "quote" "proposal" "offer" "application" "renewal" "papers" "paperwork" "policy" "and" "with" "today" "yesterday" "up" "on" "off");
    let end = request.clause_end(verb);
    if !(verb + 1..end).all(|at| ours.contains(&request.word(at)) || request.mentions(at)) {
        return None;
    }
    let holds = request.has(list!("effective" "incepts" "inception"))
        || request.tokens.windows(2).any(|pair| {
            list!("coverage" "cover" "policy" "it" "insurance").contains(&pair[0].norm.as_str())
                && list!("starts" "begins" "start" "begin").contains(&pair[1].norm.as_str())
        });
    (holds && !request.dates.is_empty() && !request.negated(verb) && !request.supposed(verb)).then(
        || {
            (
                "Bound",
                "what was quoted is signed and holds from a day",
                request.span(verb, verb + 1),
            )
        },
    )
}
