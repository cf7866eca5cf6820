use serde_json::Value;

use super::request::Request;
use super::{Step, Stop, deductible, price, range, stage, subject, unreal, wish};
use crate::dialogue::Caution;
use crate::money::Money;
use crate::numbers::{Number, Unit};
use crate::words::is_stopword;

/// What stands beside an amount when it is no premium.
const OTHER: &[&str] = list!(
    "deductible" "deductibles" "limit" "limits" "sales" "revenue" "payroll" "value" "worth" "claim" "claims" "loss"
    "losses" "employees" "staff" "vehicles" "trucks" "vans" "members" "units" "square" "feet" "miles" "deposit"
    "down" "retention" "percent" "people" "umbrella" "cyber" "stock" "contents" "building" "equipment" "receipts"
    "students" "children" "years" "days" "weeks" "hours" "copies" "reports" "commission" "fee" "note"
);

/// Words that leave an amount open.
const VAGUE: &[&str] = list!(
    "between" "somewhere" "around" "about" "roughly" "approximately" "maybe" "probably" "ish" "approx" "nearly" "almost"
    "ballpark" "likely"
);

/// Reads a new premium, told or ordered, absolute or relative.
pub(super) fn read(request: &mut Request<'_>) -> Step {
    if let Some((number, sum)) = relative(request)? {
        in_dollars(request, &number)?;
        let span = request.span(number.first, number.after);
        request.change(
            "premium",
            money(sum),
            "a premium relative to the one on file",
            span,
        );
        return Ok(());
    }
    let (mut amounts, mut rule) = candidates(request);
    if let Some(number) = corrected_amount(request) {
        (amounts, rule) = (vec![number], "an amount that corrects the one before");
    }
    impossible_or_vague(request, &amounts)?;
    if let Some(number) = correcting(request, &amounts)? {
        (amounts, rule) = (vec![number], "an amount that corrects the one before");
    }
    let Some(last) = amounts.last().cloned() else {
        return price::ordered_without_amount(request);
    };
    let first = &amounts[0];
    let corrected = (first.after..last.first).any(|at| {
        matches!(
            request.word(at),
            "no" | "sorry" | "actually" | "rather" | "wait" | "instead" | "make" | "to"
        )
    });
    if amounts.len() > 1
        && !corrected
        && amounts
            .iter()
            .any(|amount| (amount.value - first.value).abs() > 0.001)
    {
        return Err(Stop::Ask("Which of the amounts is the premium?".to_owned()));
    }
    checked(request, &last, rule)
}

/// "at 4,600, no, sorry, 4,650": the number after a correction, if it is of the size of the amount before.
fn correcting(request: &Request<'_>, amounts: &[Number]) -> Result<Option<Number>, String> {
    let Some(last) = amounts.last() else {
        return Ok(None);
    };
    let marks = list!("no" "sorry" "actually" "wait" "correction" "mean");
    let later = request.numbers.iter().find(|number| {
        number.first > last.after
            && (last.after..number.first).any(|at| marks.contains(&request.word(at)))
            && number.unit != Unit::Percent
            && number.unit != Unit::Ordinal
            && !qualified(request, number)
    });
    match later {
        Some(number) if (0.5..2.0).contains(&(number.value / last.value)) => {
            Ok(Some(number.clone()))
        }
        Some(_) => Err("What is the exact premium?".to_owned()),
        None => Ok(None),
    }
}

/// "no, 2,600": nothing but a correction and an amount.
fn corrected_amount(request: &Request<'_>) -> Option<Number> {
    let marked = matches!(
        request.word(0),
        "no" | "sorry" | "actually" | "correction" | "wait" | "make" | "oops"
    );
    let short = request.tokens.len() <= 6 && request.changes.is_empty();
    match request.numbers.as_slice() {
        [number] if marked && short && number.value >= 100.0 && !qualified(request, number) => {
            Some(number.clone())
        }
        _ => None,
    }
}

/// "minus 500" cannot be a premium; "around 12,000" is not one yet.
fn impossible_or_vague(request: &Request<'_>, amounts: &[Number]) -> Step {
    let about = request.has(&["premium"]);
    let below =
        |number: &Number| is_negative(request, number) && (about || number.unit == Unit::Money);
    let zero = request.numbers.iter().any(|number| number.value == 0.0) || request.has(&["zero"]);
    if request.numbers.iter().any(below) || about && zero && amounts.is_empty() {
        return Err(Stop::Refuse(
            "A premium is more than nothing; nothing was changed.".to_owned(),
        ));
    }
    let alike = |number: &Number| {
        request
            .state
            .premium
            .is_some_and(|premium| (0.5..2.0).contains(&(number.value / premium.number())))
    };
    let told = amounts.first().or_else(|| {
        request.numbers.iter().find(|number| {
            let meant = about && number.value >= 10.0 && near_premium(request, number);
            (meant || alike(number) && only_says(request)) && !qualified(request, number)
        })
    });
    let vague = told.is_some_and(|number| {
        let start = request
            .clause_start(number.first)
            .max(number.first.saturating_sub(4));
        let after = (request.word(number.after), request.word(number.after + 1));
        let loose = matches!(
            after,
            ("something" | "ish" | "plus", _)
                | ("or", "so" | "thereabouts")
                | ("and", "change")
                | ("give", "or")
        );
        loose || (start..number.first).any(|at| VAGUE.contains(&request.word(at)))
    });
    if vague || range::is_open(request, amounts) {
        Err(Stop::Ask("What is the exact premium?".to_owned()))
    } else {
        Ok(())
    }
}

/// "minus 500", "-$500", "$-500": no less than nothing is paid.
fn is_negative(request: &Request<'_>, number: &Number) -> bool {
    let before = &request.text[..request.tokens[number.first].start];
    matches!(request.back(number.first, 1), "minus" | "negative")
        || before.ends_with(" -")
        || request.text[before.len()..].starts_with("$-")
        || before.ends_with(" \u{2212}")
}

/// Nothing but the account, amounts and small words.
fn only_says(request: &Request<'_>) -> bool {
    let number = |at: usize| {
        request
            .numbers
            .iter()
            .any(|number| (number.first..number.after).contains(&at))
    };
    (0..request.tokens.len()).all(|at| {
        request.mentions(at)
            || number(at)
            || is_stopword(request.word(at))
            || VAGUE.contains(&request.word(at))
    })
}

/// A sum of other money is asked for in dollars.
fn in_dollars(request: &Request<'_>, number: &Number) -> Step {
    if wish::is_other_money(request, number) {
        let question = "A premium is kept in dollars. How much is it in dollars?";
        return Err(Stop::Ask(question.to_owned()));
    }
    Ok(())
}

fn checked(request: &mut Request<'_>, number: &Number, rule: &'static str) -> Step {
    in_dollars(request, number)?;
    let Some(sum) = Money::from_number(number.value).filter(|sum| sum.cents() > 0) else {
        return Err(Stop::Refuse(
            "A premium is more than nothing; nothing was changed.".to_owned(),
        ));
    };
    // What was asked once and meant is not asked again.
    let doubted = request.desk.caution == Caution::Asks;
    let after = request.word(number.after);
    let monthly = matches!(after, "monthly" | "mo")
        || (matches!(after, "a" | "per" | "each" | "every")
            && matches!(request.word(number.after + 1), "month" | "quarter" | "week"));
    if monthly && doubted {
        return Err(Stop::Agree(format!(
            "Is {sum} the premium for a year? It reads as a part of it."
        )));
    }
    // "went with the 27,300 quote" repeats what is on file; another number is a quote we do not have.
    let repeated = matches!(
        after,
        "quote" | "offer" | "option" | "proposal" | "version" | "one"
    );
    if doubted && repeated && request.state.premium.is_some_and(|premium| premium != sum) {
        return Err(Stop::Agree(format!(
            "The premium on file is {}; should it become {sum}?",
            request.state.premium.unwrap_or_default()
        )));
    }
    let unlike = request.state.premium.is_some_and(|premium| {
        let ratio = sum.number() / premium.number();
        !(0.2..=5.0).contains(&ratio)
    });
    if doubted && unlike {
        return Err(Stop::Agree(format!(
            "The premium on file is {}; should it really become {sum}?",
            request.state.premium.unwrap_or_default()
        )));
    }
    let span = request.span(number.first, number.after);
    request.change("premium", money(sum), rule, span);
    Ok(())
}

/// Amounts beside the word "premium"; without that word, amounts of a quote or a binding.
fn candidates(request: &Request<'_>) -> (Vec<Number>, &'static str) {
    let amounts: Vec<&Number> = request
        .numbers
        .iter()
        .filter(|number| is_amount(request, number))
        .collect();
    let beside: Vec<Number> = amounts
        .iter()
        .filter(|number| near_premium(request, number))
        .map(|number| (*number).clone())
        .collect();
    let direct: Vec<Number> = beside
        .iter()
        .skip_while(|number| !follows_premium(request, number))
        .cloned()
        .collect();
    if !direct.is_empty() {
        return (direct, "an amount right after the word premium");
    }
    if !beside.is_empty() || request.has(&["premium"]) {
        return (beside, "an amount beside the word premium");
    }
    let quoted = matches!(
        request.stage.as_deref(),
        Some("Quoted" | "Bound" | "Quote Pitched")
    );
    const EVENTS: &[&str] = list!(
        "quoted" "quote" "bound" "bind" "pitched" "price" "at" "came" "total" "offer" "$"
    );
    let event = |number: &Number| {
        (request.sentence_start(number.first)..request.sentence_end(number.first))
            .any(|at| EVENTS.contains(&request.word(at)))
    };
    let told: Vec<Number> = amounts
        .iter()
        .filter(|number| {
            quoted && (request.offered || event(number) || price::is_of_carrier(request, number))
        })
        .map(|number| (*number).clone())
        .collect();
    let priced: Vec<Number> = amounts
        .into_iter()
        .filter(|number| price::is_priced(request, number))
        .cloned()
        .collect();
    if priced.is_empty() {
        return (told, "an amount told with a quote");
    }
    (
        priced,
        "what the carrier asks, or what the account comes to",
    )
}

pub(super) fn is_amount(request: &Request<'_>, number: &Number) -> bool {
    let year = number.unit == Unit::Bare
        && (1900.0..2100.0).contains(&number.value)
        && !request.text[request.tokens[number.first].start..].starts_with('$')
        && request.tokens[number.after - 1].norm.len() == 4;
    // "Twelve thousand four hundred" is a sum, "a million questions" are many.
    let in_words = number.value >= 1000.0 && number.after - number.first > 1;
    let big = number.unit == Unit::Money
        || (number.unit == Unit::Bare
            && number.value >= 100.0
            && (number.digits || in_words || request.has(&["premium"])));
    big && !year
        && !is_negative(request, number)
        && !is_added(request, number)
        && (request.has(&["premium"]) || !request.noted(number.first))
        && !left_behind(request, number)
        && !is_paid(request, number)
        && !stage::is_theirs(request, number.first)
        && !qualified(request, number)
        && !denied(request, number)
        && !request.supposed(number.first)
        && !is_expected(request, number)
        && !wish::is_wished(request, number.first)
        && !is_unreal(request, number)
}

/// Hoped for, only heard of, or of another year.
fn is_unreal(request: &Request<'_>, number: &Number) -> bool {
    unreal::is_open(request, number.first) || unreal::is_another_sum(request, number)
}

/// "Without the umbrella Birch Cafe goes to 9,900" denies the umbrella and not the sum.
fn denied(request: &Request<'_>, number: &Number) -> bool {
    let lead = subject::after_lead(request, number);
    lead.map_or_else(
        || request.negated(number.first),
        |from| request.negated_from(from, number.first),
    )
}

/// "…, which should bring it to 8,200": somebody reckons with it, and nobody has said so.
fn is_expected(request: &Request<'_>, number: &Number) -> bool {
    let start = request.clause_start(number.first);
    let goes_on = matches!(request.word(start), "which" | "that" | "so");
    let hopes =
        list!("should" "ought" "expect" "expected" "hope" "hopefully" "supposedly" "likely");
    goes_on && (start..number.first).any(|at| hopes.contains(&request.word(at)))
}

/// "another four hundred": what would be added to something.
fn is_added(request: &Request<'_>, number: &Number) -> bool {
    matches!(
        request.back(number.first, 1),
        "another" | "extra" | "additional"
    ) || matches!(
        request.word(number.after),
        "more" | "extra" | "additional" | "off" | "less"
    )
}

/// "Paid 1,200 toward the premium": a part of it.
fn is_paid(request: &Request<'_>, number: &Number) -> bool {
    let start = request.clause_start(number.first);
    let paid = (start..number.first).any(|at| {
        list!("paid" "pays" "sent" "mailed" "wired" "owes" "paying" "payment" "installment")
            .contains(&request.word(at))
    });
    let part = list!("toward" "towards" "against" "of" "on").contains(&request.word(number.after));
    paid && part
}

/// "from 5,200 to 5,400", "5,400 instead of 5,200": the one that no longer holds.
fn left_behind(request: &Request<'_>, number: &Number) -> bool {
    let dollar = usize::from(request.word(number.first) == "$");
    let at = number.first + dollar;
    let lead = (request.back(number.first, 2), request.back(number.first, 1));
    let behind = request.text[request.tokens[number.after - 1].end..].trim_start();
    let arrow = ["->", "=>", "\u{2192}"]
        .iter()
        .any(|sign| behind.starts_with(sign));
    arrow
        || at > 0
            && (lead.1 == "from"
                || matches!(lead, ("instead", "of") | ("rather", "than"))
                || matches!(lead.1, "vs" | "versus"))
}

/// "the 25,000 deductible", "limit of 250,000", "payroll is 1.2 million".
fn qualified(request: &Request<'_>, number: &Number) -> bool {
    let ahead = (number.after..number.after + 2)
        .take_while(|at| {
            request
                .tokens
                .get(*at)
                .is_some_and(|token| !token.after_break)
        })
        // "… at 5,200 and note that …" is an order.
        .any(|at| {
            OTHER.contains(&request.word(at))
                && !(request.word(at) == "note" && request.back(at, 1) == "and")
        });
    let start = subject::after_lead(request, number)
        .unwrap_or_else(|| request.clause_start(number.first))
        .max(number.first.saturating_sub(8));
    let behind = (start..number.first)
        .rev()
        .take_while(|at| {
            request.word(*at) != "premium" && !matches!(request.word(*at), "quoted" | "bound")
        })
        .any(|at| {
            // "comes down to 5,000" is no down payment.
            let down = request.word(at) == "down" && request.word(at + 1) != "payment";
            OTHER.contains(&request.word(at))
                && !down
                && !deductible::is_of_option(request, at, number)
        });
    ahead || behind
}

fn near_premium(request: &Request<'_>, number: &Number) -> bool {
    // With one amount in the sentence there is no other that the word could belong to.
    let from = if request.numbers.len() == 1 {
        0
    } else {
        // However long the account's name is, it does not count.
        let mut said = (0..number.first).rev().filter(|at| !request.mentions(*at));
        said.nth(6).unwrap_or_default()
    };
    let start = request.sentence_start(number.first).max(from);
    let behind = (start..number.first).any(|at| request.word(at) == "premium");
    let reach = if request.numbers.len() == 1 { 10 } else { 3 };
    let ahead = (number.after..number.after + reach).any(|at| request.word(at) == "premium");
    // "went from 5,200 to 5,400": the second is meant.
    let left_behind = request.back(number.first, 1) == "from"
        || (request.back(number.first, 1) == "was" && request.has(&["now"]));
    (behind || ahead) && !left_behind
}

/// "premium is now 5,720": nothing but small words between them.
fn follows_premium(request: &Request<'_>, number: &Number) -> bool {
    let small = list!(
        "is" "to" "of" "at" "now" "$" "be" "becomes" "back" "goes" "went" "a" "the" "new" "down" "up" "comes" "from" "as"
        "should" "was" "into" "stands" "moves"
    );
    (0..number.first)
        .rev()
        .map(|at| request.word(at))
        .find(|word| !small.contains(word))
        == Some("premium")
}

/// "up 10%", "down by $300", "add 640 to the premium".
fn relative(request: &Request<'_>) -> Result<Option<(Number, Money)>, String> {
    if !request.has(&["premium", "price", "rate"]) {
        return Ok(None);
    }
    let moved = request
        .numbers
        .iter()
        .find_map(|number| direction(request, number).map(|sign| (number.clone(), sign)));
    let Some((number, sign)) = moved
        .filter(|(number, _)| !request.negated(number.first) && !request.supposed(number.first))
        .filter(|(number, _)| !unreal::is_open(request, number.first))
    else {
        return Ok(None);
    };
    let Some(premium) = request.state.premium else {
        return Err(format!(
            "No premium is on file for {}, so it cannot go up or down. What is the new one?",
            request.state.name
        ));
    };
    let step = if number.unit == Unit::Percent {
        premium.number() * number.value / 100.0
    } else {
        number.value
    };
    let sum = Money::from_number(premium.number() + sign * step).filter(|sum| sum.cents() > 0);
    sum.map(|sum| Some((number, sum)))
        .ok_or_else(|| "That would leave no premium at all. What is the new one?".to_owned())
}

fn direction(request: &Request<'_>, number: &Number) -> Option<f64> {
    let amount = matches!(number.unit, Unit::Percent | Unit::Money) || number.value >= 10.0;
    let by = request.back(number.first, 1) == "by";
    let place = number.first.checked_sub(if by { 2 } else { 1 })?;
    let window = (place.saturating_sub(5)..=place).map(|at| request.word(at));
    let percent = number.unit == Unit::Percent;
    // "knock 300 off", "shave 5% off".
    if amount && matches!(request.word(number.after), "off" | "less") {
        return Some(-1.0);
    }
    let sign = window.into_iter().find_map(|word| match word {
        "up" | "increase" | "increased" | "increases" | "raise" | "raised" | "rises" | "rose"
        | "bump" | "add" | "adds" | "higher" => Some(1.0),
        "down" | "decrease" | "decreased" | "decreases" | "lower" | "lowered" | "drops"
        | "dropped" | "fell" | "reduce" | "reduced" | "cut" | "less" => Some(-1.0),
        _ => None,
    })?;
    let direct = matches!(request.word(place), "up" | "down");
    let to_premium = request.word(number.after) == "to" && request.has(&["add"]);
    (amount && (by || direct || percent || to_premium) && request.back(number.first, 1) != "to")
        .then_some(sign)
}

fn money(sum: Money) -> Value {
    serde_json::to_value(sum).unwrap_or(Value::Null)
}
