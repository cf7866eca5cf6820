//! "What would it be with the higher limit": the premium and what the option adds or takes off.

use super::Question;
use super::reckon::timeline;
use crate::book::Source;
use crate::money::Money;
use crate::numbers::{self, Number, Unit};
use crate::query::Citation;
use crate::state::AccountState;
use crate::text::{Token, stem, tokens};
use crate::words::is_stopword;

/// The premium with an option that one of the sources prices.
pub(super) fn sum(
    question: &Question<'_>,
    account: &AccountState,
    sources: &[&Source],
) -> Option<String> {
    let asked = question.tokens.iter().any(|token| {
        matches!(
            token.norm.as_str(),
            "would" | "total" | "with" | "if" | "all"
        )
    });
    let premium = account.premium.filter(|_| asked)?;
    let (sign, step) = sources
        .iter()
        .rev()
        .find_map(|source| priced(&source.raw).or_else(|| added(question, &source.raw)))?;
    let total = Money::from_number(premium.number() + sign * step.number())?;
    Some(format!(
        "With the option: {premium} {} {step} = {total}.",
        if sign > 0.0 { "+" } else { "-" }
    ))
}

/// The message that the premium itself comes from.
pub(super) fn base(account: &AccountState, sources: &[Source]) -> Option<Citation> {
    let prices = timeline(account, sources);
    let price = prices
        .iter()
        .find(|price| Some(price.sum) == account.premium)?;
    let source = &sources[price.source?];
    Some(Citation {
        id: source.id.clone(),
        line: None,
    })
}

/// "would add $640", "it costs $410 more", "saves $300".
fn priced(text: &str) -> Option<(f64, Money)> {
    let words = tokens(text);
    let word = |at: usize| words.get(at).map_or("", |token| token.norm.as_str());
    numbers::numbers(&words)
        .iter()
        .filter(|number| number.unit == Unit::Money)
        .find_map(|number| {
            let before = number.first.checked_sub(1).map_or("", word);
            let sign = match (before, word(number.after)) {
                ("add" | "adds" | "extra" | "additional" | "another", _)
                | (_, "more" | "extra" | "additional" | "on") => 1.0,
                ("save" | "saves" | "minus" | "off", _)
                | (_, "less" | "off" | "cheaper" | "lower") => -1.0,
                _ => return None,
            };
            Money::from_number(number.value).map(|sum| (sign, sum))
        })
}

/// "can add the trailer for 615 a year", of what the question speaks of.
fn added(question: &Question<'_>, text: &str) -> Option<(f64, Money)> {
    let words = tokens(text);
    let word = |at: usize| words.get(at).map_or("", |token| token.norm.as_str());
    let asked: Vec<String> = question
        .rest()
        .filter(|(_, token)| !is_stopword(&token.norm))
        .map(|(_, token)| stem(&token.norm))
        .collect();
    let sum = |number: &Number| {
        number.unit == Unit::Money
            || number.unit == Unit::Bare && number.digits && number.value >= 50.0
    };
    let priced = numbers::numbers(&words).into_iter().find(|number| {
        let verb = (number.first.saturating_sub(8)..number.first)
            .rev()
            .find(|at| {
                list!("add" "adds" "adding" "include" "includes" "including").contains(&word(*at))
            });
        let unbroken = |from: usize| (from + 1..number.first).all(|at| !words[at].after_break);
        let spoken_of = |token: &Token| asked.contains(&stem(&token.norm));
        sum(number)
            && matches!(
                number.first.checked_sub(1).map_or("", word),
                "for" | "at" | "is" | "costs"
            )
            && verb.is_some_and(|verb| {
                unbroken(verb) && words[verb + 1..number.first].iter().any(spoken_of)
            })
    })?;
    Money::from_number(priced.value).map(|sum| (1.0, sum))
}
