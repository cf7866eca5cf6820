//! How many times how much each, where both are on file.

use super::Question;
use crate::book::Source;
use crate::money::Money;
use crate::numbers::{self, Number, Unit};
use crate::text::{Token, stem, tokens};
use crate::words::is_stopword;

/// "Combined value", "for all its cranes": how many times how much each. The count stands beside the price, or it is the latest
/// count of the things that the price is for.
pub(super) fn product(
    question: &Question<'_>,
    chosen: &[&Source],
    sources: &[Source],
) -> Option<String> {
    let asked = question.rest().any(|(_, token)| {
        list!("combined" "total" "altogether" "together" "all" "every" "each" "whole" "entire" "lot" "fleet" "both")
            .contains(&token.norm.as_str())
    });
    let (count, each) = chosen
        .iter()
        .rev()
        .filter(|_| asked)
        .find_map(|source| priced(question, source, sources))?;
    let total = Money::from_number(count * each)?;
    Some(format!(
        "Together: {count} x {} = {total}.",
        Money::from_number(each)?
    ))
}

fn priced(question: &Question<'_>, source: &Source, sources: &[Source]) -> Option<(f64, f64)> {
    let words = tokens(&source.raw);
    let numbers = numbers::numbers(&words);
    let sum = |number: &&Number| {
        number.unit == Unit::Money
            || number.unit == Unit::Bare && number.digits && number.value >= 10.0
    };
    numbers.iter().filter(sum).find_map(|unit| {
        let of = each_of(&words, unit)?;
        let beside = || {
            let near = numbers.iter().rev().find(|number| {
                is_count(number) && number.after <= unit.first && unit.first - number.after < 5
            })?;
            Some(near.value)
        };
        let spoken_of = |thing: &String| {
            question
                .rest()
                .any(|(_, token)| stem(&token.norm) == *thing)
        };
        let counted = match &of {
            Some(thing) if spoken_of(thing) => latest_count(thing, sources).or_else(beside),
            Some(_) => None,
            None => given(question)
                .or_else(beside)
                .or_else(|| counted_things(question, source, sources)),
        };
        Some((counted?, unit.value))
    })
}

/// What a price is for, if it is one for each: "$900 per crane" names it, "$900 each" does not.
fn each_of(words: &[Token], unit: &Number) -> Option<Option<String>> {
    let word = |at: usize| words.get(at).map_or("", |token| token.norm.as_str());
    let span = list!("year" "month" "week" "day" "hour" "quarter" "claim" "occurrence" "person" "accident" "mile");
    let thing = match (word(unit.after), word(unit.after + 1)) {
        ("apiece", _) => return Some(None),
        ("each", next)
            if next.is_empty() || is_stopword(next) || words[unit.after + 1].after_break =>
        {
            return Some(None);
        }
        ("per" | "each" | "a" | "an" | "every", thing) => thing,
        ("for", "each" | "every") => word(unit.after + 2),
        _ => return None,
    };
    let named = !thing.is_empty() && !span.contains(&thing);
    named.then(|| Some(stem(thing)))
}

/// "For all eleven trucks": the question says itself how many.
fn given(question: &Question<'_>) -> Option<f64> {
    let outside: Vec<Token> = question.rest().map(|(_, token)| token.clone()).collect();
    let counts: Vec<f64> = numbers::numbers(&outside)
        .iter()
        .filter(|number| is_count(number))
        .map(|number| number.value)
        .collect();
    match counts.as_slice() {
        [one] => Some(*one),
        _ => None,
    }
}

/// How many there are of the only things that the question speaks of and the file counts. A fleet is what drives.
fn counted_things(question: &Question<'_>, price: &Source, sources: &[Source]) -> Option<f64> {
    const DRIVEN: &[&str] = list!(
        "truck" "tractor" "van" "bus" "car" "cab" "rig" "vehicle" "coach" "shuttle" "taxi" "wagon" "pickup" "limo"
    );
    let mut things: Vec<String> = question
        .rest()
        .filter(|(_, token)| !is_stopword(&token.norm) && token.norm.len() > 2)
        .map(|(_, token)| stem(&token.norm))
        .collect();
    if things.contains(&stem("fleet")) {
        things.extend(DRIVEN.iter().map(|thing| stem(thing)));
    }
    let mut counts: Vec<f64> = things
        .iter()
        .filter_map(|thing| latest_count(thing, sources))
        .collect();
    counts.sort_by(f64::total_cmp);
    counts.dedup();
    // What was bought or sold since makes every older count doubtful.
    let newest = sources.iter().rposition(|source| {
        things
            .iter()
            .any(|thing| counts_in(thing, source).is_some())
    })?;
    let changed = sources[newest + 1..].iter().any(|source| {
        source.id != price.id
            && tokens(&source.raw).iter().any(|token| {
                list!("bought" "sold" "another" "added" "totaled" "traded" "retired")
                    .contains(&token.norm.as_str())
            })
    });
    match counts.as_slice() {
        [one] if !changed => Some(*one),
        _ => None,
    }
}

fn is_count(number: &Number) -> bool {
    number.unit == Unit::Bare && number.value >= 2.0 && number.value < 1000.0
}

/// How many of a thing there are by the latest message that counts them; notes come first and so count least.
fn latest_count(thing: &str, sources: &[Source]) -> Option<f64> {
    sources
        .iter()
        .rev()
        .find_map(|source| counts_in(thing, source))
}

fn counts_in(thing: &str, source: &Source) -> Option<f64> {
    let counts = |text: &str| {
        let words = tokens(text);
        let found = numbers::numbers(&words);
        let count = found.iter().rev().find(|number| {
            let next = (number.after..number.after + 2)
                .take_while(|at| words.get(*at).is_some_and(|token| !token.after_break))
                .any(|at| stem(&words[at].norm) == thing);
            is_count(number) && next
        })?;
        Some(count.value)
    };
    counts(&source.raw).or_else(|| counts(&source.summary))
}
