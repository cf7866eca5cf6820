//! What is said of a part of a line: its limit, its deductible, a vehicle on it. The line itself neither comes nor goes with it.

use super::request::Request;
use crate::numbers::word_value;
use crate::words::{UPDATE_VERBS, is_stopword};

/// What a line has, or what is made out for it.
const PARTS: &[&str] = list!(
    "limit" "limits" "sublimit" "sublimits" "deductible" "deductibles" "retention" "retentions" "exclusion" "exclusions"
    "endorsement" "endorsements" "waiver" "waivers" "rider" "riders" "clause" "warranty" "quote" "quotes" "premium" "price"
    "rate" "rates" "claim" "claims" "certificate" "certificates" "cert" "certs" "audit" "payroll" "schedule" "discount"
    "credit" "surcharge" "fee" "insured" "insureds" "holder" "loss" "losses" "valuation" "coinsurance" "contribution"
);
/// What is insured by a line, one by one.
const THINGS: &[&str] = list!(
    "vehicle" "vehicles" "driver" "drivers" "truck" "trucks" "van" "vans" "car" "cars" "trailer" "trailers" "tractor" "location"
    "locations" "building" "buildings" "unit" "units" "employee" "employees" "address" "premises" "equipment" "item" "items"
);
/// Papers that a line may be put on or taken off, while the account has it as before.
const PAPERS: &[&str] = list!(
    "quote" "quotes" "proposal" "offer" "certificate" "cert" "list" "application" "agenda" "email" "letter" "invoice" "checklist"
    "questions" "questionnaire" "estimate" "summary" "comparison"
);
/// Words that say that a line is meant, and of which kind it is.
const LINES: &[&str] = list!("coverage" "coverages" "cover" "policy" "policies" "insurance" "line" "lines" "protection");
const ARTICLES: &[&str] = list!(
    "the" "a" "an" "their" "his" "her" "its" "our" "my" "this" "that" "existing" "current" "whole" "entire" "both" "all"
);
/// What may stand behind a line that is added or dropped, besides small words.
const BEHIND: &[&str] = list!(
    "effective" "today" "tomorrow" "altogether" "instead" "starting" "beginning" "thanks" "thx" "asap" "w" "via" "pls" "piece"
    "part" "portion" "standalone" "because" "though" "although" "anymore"
);

pub(super) fn is_part(word: &str) -> bool {
    PARTS.contains(&word) || THINGS.contains(&word)
}

/// Whether a word names lines in general, as in "add coverage for flood".
fn is_line(word: &str) -> bool {
    LINES.contains(&word)
}

/// "Umbrella limit", "flood exclusion", "drop umbrella to 2M", "drop property for the second location": the words behind a line
/// make a part of it, or move it to a sum.
pub(super) fn follows(request: &Request<'_>, after: usize) -> bool {
    let at = (after..request.tokens.len())
        .find(|at| !is_line(request.word(*at)) || request.tokens[*at].after_break)
        .unwrap_or(request.tokens.len());
    let Some(token) = request.tokens.get(at) else {
        return false;
    };
    if token.after_break || token.starts_sentence {
        return false;
    }
    // "Drop umbrella at Birch Cafe to 2M": the account may stand between.
    let linked = at + usize::from(matches!(token.norm.as_str(), "for" | "at" | "on" | "from"));
    let named = (linked..request.tokens.len())
        .take_while(|place| request.mentions(*place))
        .count();
    if named > 0 {
        return moves_to_a_sum(request, linked + named);
    }
    if is_on_paper(request, at)
        || is_part(&token.norm)
        || moves_to_a_sum(request, at)
        || is_of_a_thing(request, at)
    {
        return true;
    }
    let dated = request.dates.iter().any(|date| date.first == at);
    let plain = dated
        || token.capital
        || token.is_number()
        || matches!(token.norm.as_str(), "$" | "%" | "and")
        || token.norm.ends_with("ly")
        // "Cyber added", "crime came off": the line itself does something.
        || token.norm.ends_with("ed")
        || list!("came" "comes" "come" "coming" "goes" "going" "went" "gone").contains(&token.norm.as_str())
        || is_stopword(&token.norm)
        || UPDATE_VERBS.contains(&token.norm.as_str())
        || BEHIND.contains(&token.norm.as_str());
    !plain
}

/// "to 2 million", "from 5M", "down by half": what goes there is a limit. "By June 1" is a day.
pub(super) fn moves_to_a_sum(request: &Request<'_>, at: usize) -> bool {
    let at = at + usize::from(matches!(request.word(at), "down" | "back"));
    if !matches!(request.word(at), "to" | "from" | "by" | "in") {
        return false;
    }
    let place = at + 1 + usize::from(matches!(request.word(at + 1), "a" | "$" | "just" | "only"));
    let half = matches!(request.word(place), "half" | "million");
    let sum = request
        .numbers
        .iter()
        .any(|number| (number.first..number.after).contains(&place) || number.first == at + 1);
    half || sum && request.word(at) != "in"
}

/// "for the 2019 Ford", "on the second location": a line stays for the rest.
fn is_of_a_thing(request: &Request<'_>, at: usize) -> bool {
    if !matches!(request.word(at), "for" | "on" | "at" | "of") {
        return false;
    }
    let place = at + 1 + usize::from(ARTICLES.contains(&request.word(at + 1)));
    let numbered = place > at + 1
        && request
            .numbers
            .iter()
            .any(|number| number.first == place && request.word(number.first) != "$");
    let end = request.clause_end(at).min(place + 3);
    // "Drop property on the boathouse": whatever it is, it is no policy.
    let thing = place > at + 1
        && matches!(request.word(at), "on" | "of")
        && request.tokens.get(place).is_some_and(|token| {
            let whole = list!("account" "program" "package" "file" "renewal" "quote" "business" "client" "customer" "insured");
            !token.capital && !request.mentions(place) && !is_stopword(&token.norm)
                && !is_line(&token.norm) && !whole.contains(&token.norm.as_str())
        });
    numbered || thing || (place..end).any(|near| THINGS.contains(&request.word(near)))
}

/// "Add a driver to commercial auto", "remove the Ford from auto": something else is put on or taken off the line.
pub(super) fn is_target(request: &Request<'_>, verb: usize, first: usize, adds: bool) -> bool {
    let Some(link) = (verb + 1..first)
        .rev()
        // "To Birch Cafe's auto": whose line it is says nothing.
        .find(|at| !ARTICLES.contains(&request.word(*at)) && !is_owner(request, *at, first))
    else {
        return false;
    };
    match request.word(link) {
        "to" | "onto" | "into" | "under" if adds => true,
        "from" if !adds => true,
        "to" | "from" | "on" | "onto" | "off" | "under" | "of" | "in" | "for" | "within"
        | "inside" | "against" | "over" | "at" => (verb + 1..link).any(|at| is_object(request, at)),
        _ => false,
    }
}

fn is_owner(request: &Request<'_>, at: usize, first: usize) -> bool {
    let last = (at..first)
        .take_while(|place| request.mentions(*place))
        .last();
    last.is_some_and(|last| request.tokens[last].possessive)
}

/// "To the quote", "from the certificate".
fn is_on_paper(request: &Request<'_>, at: usize) -> bool {
    let place = at + 1 + usize::from(ARTICLES.contains(&request.word(at + 1)));
    list!("to" "from" "on" "in" "into" "off").contains(&request.word(at))
        && PAPERS.contains(&request.word(place))
}

/// Whether a word between a verb and a line is something of its own.
fn is_object(request: &Request<'_>, at: usize) -> bool {
    let word = request.word(at);
    let counted = word_value(word).is_some() || request.tokens[at].is_number();
    let pointed = list!("it" "him" "her" "them" "that" "this" "one").contains(&word);
    !request.mentions(at) && !is_line(word) && (counted || pointed || !is_stopword(word))
}
