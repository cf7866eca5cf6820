//! How many times how much each, where both are on file.

use super::{NOTES, Question};
use crate::book::Source;
use crate::money::Money;
use crate::numbers::{self, Number, Unit};
use crate::query::Citation;
use crate::text::{Token, stem, tokens};
use crate::words::is_stopword;

/// "Combined value", "for all its cranes": how many times how much each. The count stands beside the price, or it is the latest
/// count of the things that the price is for.
pub(super) fn product(
    question: &Question<'_>,
    chosen: &[&Source],
    sources: &[Source],
) -> Option<(String, Option<Citation>)> {
    let asked = question.rest().any(|(_, token)| {
        list!("combined" "total" "altogether" "together" "all" "every" "each" "whole" "entire" "lot" "fleet" "both")
            .contains(&token.norm.as_str())
    });
    let (counted, each) = chosen
        .iter()
        .rev()
        .filter(|_| asked)
        .find_map(|source| priced(question, source, sources))?;
    let total = Money::from_number(counted.count * each)?;
    let each = Money::from_number(each)?;
    let cited = counted.told_by.map(|id| Citation { id, line: None });
    Some((
        format!("Together: {} x {each} = {total}.", counted.count),
        cited,
    ))
}

/// How many there are, and the message that says so where it is another than the one with the price.
struct Counted {
    count: f64,
    told_by: Option<String>,
}

impl From<f64> for Counted {
    fn from(count: f64) -> Self {
        Self {
            count,
            told_by: None,
        }
    }
}

fn priced(question: &Question<'_>, source: &Source, sources: &[Source]) -> Option<(Counted, f64)> {
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
            Some(Counted::from(near.value))
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
                .map(Counted::from)
                .or_else(beside)
                .or_else(|| counted_things(question, source, sources).map(Counted::from)),
        };
        Some((counted?, unit.value))
    })
}

/// What a price is for, if it is one for each: "$900 per crane" names it, "$900 each" does not.
fn each_of(words: &[Token], unit: &Number) -> Option<Option<String>> {
    // "Quoted $3,910. Each drone is insured at …": the next sentence says nothing of this sum.
    let next = words.get(unit.after);
    if next.is_some_and(|token| token.starts_sentence) {
        return before(words, unit).map(|thing| Some(stem(thing)));
    }
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
        _ => before(words, unit)?,
    };
    let named = !thing.is_empty() && !span.contains(&thing);
    named.then(|| Some(stem(thing)))
}

/// "Each truck carries up to 30,000": the thing stands before the sum.
fn before<'a>(words: &'a [Token], unit: &Number) -> Option<&'a str> {
    const REACH: usize = 7;
    let from = unit.first.saturating_sub(REACH);
    let each = (from..unit.first).rev().find(|at| {
        matches!(words[*at].norm.as_str(), "each" | "every")
            && !words[*at + 1..unit.first]
                .iter()
                .any(|token| token.after_break || token.starts_sentence)
    })?;
    let thing = words.get(each + 1).filter(|_| each + 2 < unit.first)?;
    (!is_stopword(&thing.norm)).then_some(thing.norm.as_str())
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
        .map(|counted| counted.count)
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
fn latest_count(thing: &str, sources: &[Source]) -> Option<Counted> {
    let counted = |source: &Source| {
        let told_by = (source.kind != NOTES).then(|| source.id.clone());
        counts_in(thing, source).map(|count| Counted { count, told_by })
    };
    sources.iter().rev().find_map(counted)
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
