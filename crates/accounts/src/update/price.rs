//! Prices that are told without the word "premium".

use super::request::Request;
use super::subject::{self, Subject};
use super::{Step, Stop, terms};
use crate::numbers::Number;
use crate::text;
use crate::words::{EVENTS, SUMS, is_stopword};

/// "the carrier wants 9,100 now", "take it down to 8,600", "with the new wing it's 9,900": an amount of the size of the
/// premium on file that a carrier asks or the account comes to.
pub(super) fn is_priced(request: &Request<'_>, number: &Number) -> bool {
    let alike = request.state.premium.is_some_and(|premium| {
        let ratio = number.value / premium.number();
        (0.5..=2.0).contains(&ratio)
    });
    let told = || {
        brought_to(request, number)
            || comes_to(request, number)
            || equals(request, number)
            || stands_for_it(request, number)
    };
    let fits = alike || beside_new_carrier(request, number);
    fits && (follows_from_choice(request, number)
        || beside_new_carrier(request, number)
        || carrier_asks(request, number)
        || instead_of_it(request, number)
        || told() && !of_another_sum(request, number))
}

/// "Birch Cafe goes with the lower deductible, so 9,900.": what the account comes to with what was chosen.
fn follows_from_choice(request: &Request<'_>, number: &Number) -> bool {
    let start = request.clause_start(number.first);
    let led = request.word(start) == "so" && number.first - start <= 2;
    let ends = number.after == request.sentence_end(number.first);
    let near = request
        .state
        .premium
        .is_some_and(|premium| (0.8..=1.25).contains(&(number.value / premium.number())));
    let chose =
        list!("takes" "took" "chose" "picked" "accepted" "accepts" "opted" "goes" "went" "elected");
    let own = request.sentence_start(number.first)..start;
    let option = list!("option" "limit" "deductible" "plan" "offer");
    led && ends
        && near
        && own.clone().any(|at| chose.contains(&request.word(at)))
        && own.clone().any(|at| option.contains(&request.word(at)))
        && !own.into_iter().any(|at| request.negated(at))
}

/// "payroll went up, which makes it 9,900": what is spoken of before is another sum.
fn of_another_sum(request: &Request<'_>, number: &Number) -> bool {
    let own = request.sentence_start(number.first)..request.clause_start(number.first);
    // "They had a fire, it came to 9,900": what it was is said before.
    let pronoun = matches!(
        subject::of(request, number),
        Subject::Pronoun | Subject::Nobody
    );
    let settled = (request.clause_start(number.first)..number.first)
        .any(|at| list!("settled" "settles" "settle").contains(&request.word(at)));
    let event = pronoun || settled;
    let mut later = number.after..request.sentence_end(number.first);
    if later.any(|at| EVENTS.contains(&request.word(at)) && !request.mentions(at)) {
        return true;
    }
    let rival = |at: usize| {
        let other =
            list!("another" "other" "competing" "rival" "different").contains(&request.word(at));
        let theirs =
            list!("quote" "offer" "agent" "agency" "broker" "carrier" "insurer" "proposal" "price")
                .contains(&request.word(at + 1));
        other && theirs || list!("competitor" "competitors" "elsewhere").contains(&request.word(at))
    };
    own.into_iter().any(|at| {
        let word = request.word(at);
        let other = SUMS.contains(&word) || rival(at) || event && EVENTS.contains(&word);
        other && !request.mentions(at)
    })
}

/// "= 24,300", "16,820 -> 17,450".
fn equals(request: &Request<'_>, number: &Number) -> bool {
    let before = request.text[..request.tokens[number.first].start].trim_end();
    let sign = before.ends_with('=') || before.ends_with("->") || before.ends_with("=>");
    sign && ends_clause(request, number)
}

/// "12,870, not 12,780": the other one is what is on file.
fn instead_of_it(request: &Request<'_>, number: &Number) -> bool {
    let on_file = |other: &Number| {
        request
            .state
            .premium
            .is_some_and(|premium| (premium.number() - other.value).abs() < 0.001)
    };
    let other = request
        .numbers
        .iter()
        .find(|other| other.first > number.after && on_file(other));
    other.is_some_and(|other| {
        (number.after..other.first).all(|at| {
            list!("not" "instead" "of" "rather" "than" "and" "$" "the").contains(&request.word(at))
        }) && (number.after..other.first)
            .any(|at| list!("not" "instead" "rather").contains(&request.word(at)))
    })
}

/// "…, 63,150 all in", "new total 22,100", and an amount alone in its clause beside a change that moves the price.
fn stands_for_it(request: &Request<'_>, number: &Number) -> bool {
    let small = list!("$" "at" "is" "now" "new" "the" "a" "to" "for" "so" "and" "please" "total" "annual" "annually" "year" "yearly" "per" "all" "in" "price" "rate" "it" "its" "even" "flat" "exactly");
    let (start, end) = (
        request.clause_start(number.first),
        request.clause_end(number.after - 1),
    );
    let alone = (start..number.first)
        .chain(number.after..end)
        .all(|at| small.contains(&request.word(at)) || request.mentions(at));
    let labelled = (start..number.first)
        .chain(number.after..end)
        .any(|at| list!("total" "annual" "annually" "yearly" "price").contains(&request.word(at)))
        || request.word(number.after) == "all" && request.word(number.after + 1) == "in";
    let moved = !request.changes.is_empty()
        || request.has(list!("starts" "start" "effective" "starting")) && !request.dates.is_empty();
    alone && (labelled || moved && start > 0)
}

/// Whether nothing follows a sum but for whom it is.
fn ends_clause(request: &Request<'_>, number: &Number) -> bool {
    let for_it = matches!(request.word(number.after), "for" | "at")
        && number.after + 1 < request.tokens.len()
        && request.mentions(number.after + 1);
    let pair = (request.word(number.after), request.word(number.after + 1));
    let goes_on = matches!(
        pair,
        ("this" | "a" | "per" | "for", "year")
            | ("in", "the" | "total")
            | ("all", "in")
            | (
                "now" | "annually" | "after" | "with" | "without" | "yearly" | "today" | "instead",
                _
            )
    );
    for_it
        || goes_on
        || request
            .tokens
            .get(number.after)
            .is_none_or(|token| token.after_break)
}

/// "Alder Mutual, 9,050": right behind the insurer that quoted, with no word for a price.
pub(super) fn is_of_carrier(request: &Request<'_>, number: &Number) -> bool {
    let small = list!("$" "at" "for" "is" "in" "with" "came");
    terms::known(request).iter().any(|carrier| {
        carrier.after <= number.first
            && (carrier.after..number.first).all(|at| small.contains(&request.word(at)))
    })
}

/// "switch them to Alder Mutual at 9,050": the price right after the insurer that the account goes to.
fn beside_new_carrier(request: &Request<'_>, number: &Number) -> bool {
    let small = list!("at" "for" "$" "now" "with" "a" "premium" "of" "and" "price" "the" "total" "an" "annual");
    let new = request
        .changes
        .iter()
        .find(|change| change.field == "carrier");
    let carriers = terms::known(request);
    new.is_some_and(|new| {
        let after = (0..number.first)
            .find(|at| request.tokens[*at].start >= new.span.1)
            .unwrap_or(number.first);
        // "Alder instead of Granite, at 9,050", "Alder, not Granite, landed at 9,050".
        let old = |at: usize| {
            let between = list!("instead" "of" "rather" "than" "not" "replaces" "landed" "came" "won" "in" "it");
            let mut carriers = carriers.iter();
            carriers.any(|carrier| (carrier.first..carrier.after).contains(&at))
                || between.contains(&request.word(at))
        };
        let passed = (after..number.first).filter(|at| old(*at)).count();
        let linked =
            (after..number.first).all(|at| small.contains(&request.word(at)) || old(at));
        let told =
            (after..number.first).any(|at| matches!(request.word(at), "at" | "for" | "with"));
        linked
            && told
            && number.first <= after + 4 + passed
            && request.tokens[number.first].start >= new.span.1
    })
}

/// A premium that is ordered without an amount that can be read.
pub(super) fn ordered_without_amount(request: &Request<'_>) -> Step {
    let ordered =
        request.has(list!("set" "put" "make" "change" "update" "raise" "lower" "enter" "adjust"));
    let about = request.has(&["premium"]) && !request.has(&["note", "log", "record", "notes"]);
    let other = request
        .has(list!("stage" "carrier" "phone" "email" "coverage" "follow" "renewal" "contact"));
    if ordered && about && !other && !request.numbers.is_empty() && request.changes.is_empty() {
        Err(Stop::Ask("What is the exact premium?".to_owned()))
    } else {
        Ok(())
    }
}

/// The carrier on file asks the amount.
fn carrier_asks(request: &Request<'_>, number: &Number) -> bool {
    const ASKS: &[&str] = list!(
        "wants" "asks" "charges" "offers" "quotes" "needs" "asking" "offering" "charging" "says" "at"
    );
    let Some(carrier) = &request.state.carrier else {
        return false;
    };
    let names = text::words(carrier);
    let start = request.clause_start(number.first);
    let named =
        (start..number.first).any(|at| names.first().is_some_and(|name| request.word(at) == name));
    let moved = matches!(request.back(number.first, 1), "to" | "at")
        && (start..number.first).any(|at| {
            matches!(
                request.word(at),
                "came" | "comes" | "come" | "went" | "goes" | "dropped" | "moved" | "is"
            )
        });
    named && (moved || ASKS.contains(&request.back(number.first, 1)))
}

/// "knock Birch Cafe down to", "bring it up to": the account itself is moved to the amount.
fn brought_to(request: &Request<'_>, number: &Number) -> bool {
    const MOVES: &[&str] = list!(
        "knock" "bring" "take" "lower" "raise" "bump" "drop" "cut" "reduce" "increase" "decrease" "put" "push" "set"
        "get" "goes" "went" "drops" "moves" "comes" "leave" "land" "trim" "shave" "brought" "took" "left" "got"
        "fall" "fell" "rise" "rose" "climb" "slip" "jump" "sink" "sank" "ease"
    );
    let start = request.clause_start(number.first);
    let moves = |word: &str| {
        MOVES
            .iter()
            .any(|verb| text::stem(verb) == text::stem(word))
    };
    let verb = (start..number.first)
        .rev()
        .find(|at| moves(request.word(*at)) && !request.mentions(*at));
    let bare = |at: usize| {
        request.mentions(at)
            || list!("it" "them" "that" "us" "things" "down" "up" "back" "out" "to" "at" "now" "the" "price" "quote" "and")
                .contains(&request.word(at))
    };
    // "the rent goes to 5,200": what goes there is no account. "Shaved it to 5,200" says itself what was shaved.
    let of_it = |verb: usize| {
        let object = (verb + 1..number.first).any(|at| {
            request.mentions(at)
                || list!("it" "them" "that" "us" "things" "price" "quote")
                    .contains(&request.word(at))
        });
        object || goes_itself(request, number, verb)
    };
    matches!(request.back(number.first, 1), "to" | "at")
        && verb.is_some_and(|verb| of_it(verb) && (verb + 1..number.first).all(bare))
}

/// Whether it is the account that goes to a sum, and somebody says so: what others hope and say stands before it.
fn goes_itself(request: &Request<'_>, number: &Number, verb: usize) -> bool {
    let start = request.clause_start(number.first);
    let from = subject::after_lead(request, number).unwrap_or(start);
    let small = |at: usize| {
        let price = list!("price" "quote" "premium" "renewal" "total").contains(&request.word(at));
        request.mentions(at) || price || is_stopword(request.word(at))
    };
    let ordered = verb == start || (start..verb).all(|at| is_stopword(request.word(at)));
    let plain = (from..verb).all(small);
    match subject::of(request, number) {
        Subject::Account => plain || is_insurers(request, from, verb),
        Subject::Pronoun => plain,
        Subject::Nobody => ordered || plain,
        Subject::Other => false,
    }
}

/// "Alder came down to 9,900": the insurer on file.
fn is_insurers(request: &Request<'_>, from: usize, verb: usize) -> bool {
    let names = request.state.carrier.as_deref().map(text::words);
    let own = |at: usize| {
        names
            .as_ref()
            .is_some_and(|names| names.iter().any(|name| name == request.word(at)))
    };
    (from..verb).all(|at| own(at) || is_stopword(request.word(at)) || request.mentions(at))
}

/// "it's 9,900", "comes to 9,900", and nothing after the amount that says what it is.
fn comes_to(request: &Request<'_>, number: &Number) -> bool {
    let before = (request.back(number.first, 2), request.back(number.first, 1));
    let told = matches!(
        before,
        ("it" | "price" | "total" | "quote", "is")
            | (
                "comes" | "came" | "come" | "is" | "down" | "up" | "back",
                "to"
            )
            | (
                "now"
                    | "lands"
                    | "landed"
                    | "land"
                    | "sits"
                    | "stands"
                    | "settled"
                    | "settles"
                    | "ended"
                    | "ends"
                    | "finishes"
                    | "finished"
                    | "arrives"
                    | "arrived"
                    | "is"
                    | "be",
                "at"
            )
            | ("up" | "in" | "out", "at")
            | ("is", "now")
    );
    let contracted = before.1 == "it"
        && number
            .first
            .checked_sub(1)
            .is_some_and(|at| request.tokens[at].possessive);
    // "…, which makes it 9,900", "…, making that 9,900", "… so that makes 9,900".
    let makes = |word: &str| list!("makes" "making" "made" "make").contains(&word);
    let made = makes(before.0) && list!("it" "that" "us" "them").contains(&before.1)
        || makes(before.1) && list!("that" "which" "this").contains(&before.0);
    let itself = || !matches!(subject::of(request, number), Subject::Other);
    (told && itself() || contracted || made) && ends_clause(request, number)
}
