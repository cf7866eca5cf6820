//! "What would it be with the higher limit": the premium and what the option adds or takes off.

use super::Question;
use super::passages::sentences_of;
use super::reckon::timeline;
use crate::book::Source;
use crate::money::Money;
use crate::numbers::{self, Number, Unit};
use crate::query::Citation;
use crate::state::AccountState;
use crate::text::{Token, stem, tokens};
use crate::words::is_stopword;

/// What an option does to the premium, and the other figures of its clause: "a $15,000 retention adds $1,720".
struct Choice {
    sign: f64,
    step: Money,
    keys: Vec<f64>,
}

/// The premium with an option that one of the sources prices, and the message that says which of several is preferred. If
/// nothing says which, each is told.
pub(super) fn sums(
    question: &Question<'_>,
    account: &AccountState,
    chosen: &[&Source],
    sources: &[Source],
) -> (Vec<String>, Option<Citation>) {
    let asked = question.tokens.iter().any(|token| {
        matches!(
            token.norm.as_str(),
            "would" | "total" | "with" | "if" | "all"
        )
    });
    let Some(premium) = account.premium.filter(|_| asked) else {
        return (Vec::new(), None);
    };
    let found = chosen.iter().rev().find_map(|source| {
        let choices = choices(question, &source.raw);
        (!choices.is_empty()).then_some((*source, choices))
    });
    let Some((source, mut choices)) = found else {
        return (Vec::new(), None);
    };
    let mut preferred = None;
    if choices.len() > 1 {
        let named = figures(&super::line(question.tokens));
        let told = (!named.is_empty())
            .then_some((named, None))
            .or_else(|| preference(source, sources));
        if let Some((figures, citation)) = told
            && choices.iter().any(|choice| choice.is_one_of(&figures))
        {
            choices.retain(|choice| choice.is_one_of(&figures));
            preferred = citation;
        }
    }
    let several = choices.len() > 1;
    let lines = choices.iter().filter_map(|choice| {
        let total = Money::from_number(premium.number() + choice.sign * choice.step.number())?;
        let key = choice.keys.first().and_then(|key| Money::from_number(*key));
        let which = key
            .filter(|_| several)
            .map_or_else(|| "the option".to_owned(), |key| key.to_string());
        Some(format!(
            "With {which}: {premium} {} {} = {total}.",
            if choice.sign > 0.0 { "+" } else { "-" },
            choice.step
        ))
    });
    (lines.collect(), preferred)
}

impl Choice {
    fn is_one_of(&self, figures: &[f64]) -> bool {
        self.keys.iter().any(|key| figures.contains(key))
    }
}

fn figures(text: &str) -> Vec<f64> {
    let numbers = numbers::numbers(&tokens(text));
    numbers.iter().map(|number| number.value).collect()
}

/// The figures of the latest message after the offer in which somebody leans to one of its options.
fn preference(offer: &Source, sources: &[Source]) -> Option<(Vec<f64>, Option<Citation>)> {
    const LEANS: &[&str] = list!(
        "lean" "leans" "leaning" "prefer" "prefers" "preferred" "sweet" "favor" "favors" "take" "takes" "choose" "chooses" "chose"
        "go" "going" "pick" "picks" "picked" "want" "wants" "like" "likes" "best"
    );
    let leans = |text: &str| {
        let said = tokens(text);
        let denied = said
            .iter()
            .any(|token| list!("not" "no" "don't" "won't" "or").contains(&token.norm.as_str()));
        !denied
            && said
                .iter()
                .any(|token| LEANS.contains(&token.norm.as_str()))
    };
    let later = sources.iter().filter(|source| source.at > offer.at);
    later.rev().find_map(|source| {
        let told: Vec<f64> = sentences_of(source)
            .into_iter()
            .filter(|text| leans(text))
            .flat_map(figures)
            .collect();
        let citation = Citation {
            id: source.id.clone(),
            line: None,
        };
        (!told.is_empty()).then_some((told, Some(citation)))
    })
}

/// The options that a text prices; those that the question speaks of come by another wording.
fn choices(question: &Question<'_>, text: &str) -> Vec<Choice> {
    let priced = priced(text);
    if !priced.is_empty() {
        return priced;
    }
    added(question, text)
        .map(|(sign, step)| Choice {
            sign,
            step,
            keys: Vec::new(),
        })
        .into_iter()
        .collect()
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
fn priced(text: &str) -> Vec<Choice> {
    let words = tokens(text);
    let word = |at: usize| words.get(at).map_or("", |token| token.norm.as_str());
    let all = numbers::numbers(&words);
    all.iter()
        .filter(|number| number.unit == Unit::Money)
        .filter_map(|number| {
            let before = number.first.checked_sub(1).map_or("", word);
            let sign = match (before, word(number.after)) {
                ("add" | "adds" | "extra" | "additional" | "another", _)
                | (_, "more" | "extra" | "additional" | "on") => 1.0,
                ("save" | "saves" | "minus" | "off", _)
                | (_, "less" | "off" | "cheaper" | "lower") => -1.0,
                _ => return None,
            };
            let opens = (0..=number.first)
                .rev()
                .find(|at| words[*at].after_break)
                .unwrap_or(0);
            let keys = all
                .iter()
                .filter(|other| other.first >= opens && other.after <= number.first)
                .map(|other| other.value)
                .collect();
            Some(Choice {
                sign,
                step: Money::from_number(number.value)?,
                keys,
            })
        })
        .collect()
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
