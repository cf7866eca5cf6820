//! Puts evidence together: in the order of time, with the days that relative words mean, and with sums and differences.

use super::ask::{Ask, asks};
use super::facts::Facts;
use super::product::product;
use super::stretch::Evidence;
use super::values::role;
use super::{NOTES, Question};
use super::{derived, meant, option};
use crate::book::Source;
use crate::money::Money;
use crate::numbers::{self, Unit};
use crate::query::{Answer, Citation};
use crate::state::AccountState;
use crate::text::{tokens, words};

/// The answer that quotes its evidence; the latest word comes last and is said to be the latest.
pub(super) fn compose(
    question: &Question<'_>,
    account: &AccountState,
    sources: &[Source],
    evidence: &[Evidence],
    facts: &Facts,
) -> Answer {
    let mut order: Vec<usize> = evidence.iter().map(|found| found.source).collect();
    order.sort_unstable();
    order.dedup();
    let mut lines: Vec<String> = Vec::new();
    let mut citations: Vec<Citation> = Vec::new();
    for place in &order {
        let source = &sources[*place];
        let quoted: Vec<&Evidence> = evidence
            .iter()
            .filter(|found| found.source == *place)
            .collect();
        let latest = order.len() > 1 && Some(place) == order.last();
        lines.push(told(source, &quoted, latest) + &in_full(source, &quoted, account));
        citations.extend(quoted.iter().map(|found| Citation {
            id: source.id.clone(),
            line: (found.line > 0 && source.kind != NOTES).then_some(found.line),
        }));
    }
    let mut kept = facts.beside(question, account);
    kept.extend(
        standing(account)
            .filter(|line| !kept.contains(line))
            .collect::<Vec<_>>(),
    );
    lines.push(format!("On file: {}", kept.join(" ")));
    citations.push(Citation::state(&account.id));
    let chosen: Vec<&Source> = order.iter().map(|place| &sources[*place]).collect();
    let priced = |ask: &Ask| ask.asks_price() || ask.moved.is_some();
    if asks(question, account).iter().any(priced)
        && let Some((steps, cited)) = changes(account, &order, sources)
    {
        lines.extend(steps);
        citations.extend(cited);
    }
    let (sums, preferred) = option::sums(question, account, &chosen, sources);
    if !sums.is_empty() {
        lines.extend(sums);
        citations.extend(preferred);
        citations.extend(option::base(account, sources));
    }
    if let Some((line, counted)) = product(question, &chosen, sources) {
        lines.push(line);
        citations.extend(counted);
    }
    lines.extend(derived::lines(question, account, sources, &order));
    citations.dedup();
    Answer {
        text: lines.join("\n"),
        citations,
        rule: "the passages that share most with the question".to_owned(),
        known: true,
    }
}

/// "Ed orders the papers": which contact a first name in a note belongs to, if only one can be meant.
fn in_full(source: &Source, quoted: &[&Evidence], account: &AccountState) -> String {
    let said: Vec<String> = quoted.iter().flat_map(|found| words(&found.text)).collect();
    let called = |name: &str| {
        words(name)
            .iter()
            .any(|word| word.len() > 1 && said.contains(word))
    };
    let whole = |name: &str| words(name).iter().all(|word| said.contains(word));
    let alone = |name: &str| {
        let others = account.contacts.iter().filter(|other| other.name != name);
        let shared = |word: &String| {
            others
                .clone()
                .any(|other| words(&other.name).contains(word))
        };
        words(name)
            .iter()
            .any(|word| word.len() > 1 && said.contains(word) && !shared(word))
    };
    let names: Vec<&str> = account
        .contacts
        .iter()
        .map(|contact| contact.name.as_str())
        .filter(|name| called(name) && !whole(name) && alone(name))
        .collect();
    if source.kind != NOTES || names.is_empty() {
        return String::new();
    }
    format!(" ({})", names.join("; "))
}

/// Where the account stands, beside every answer from its sources.
fn standing(account: &AccountState) -> impl Iterator<Item = String> {
    let stage = account
        .stage
        .as_ref()
        .map(|stage| format!("Stage: {stage}."));
    let premium = account
        .premium
        .map(|premium| format!("Premium: {premium} a year."));
    let carrier = account
        .carrier
        .as_ref()
        .map(|carrier| format!("Carrier: {carrier}."));
    [stage, premium, carrier].into_iter().flatten()
}

fn told(source: &Source, quoted: &[&Evidence], latest: bool) -> String {
    let said: Vec<String> = quoted
        .iter()
        .filter(|found| found.line > 0)
        .map(|found| format!("\"{}\"", found.text))
        .collect();
    if source.kind == NOTES {
        return format!("Noted: {}", said.join(" "));
    }
    let when = if latest {
        format!("{}, the latest word", source.date())
    } else {
        source.date().to_string()
    };
    let meant = meant::days(source, quoted);
    format!(
        "{} ({when}): {} {}{meant}",
        source.id,
        source.summary,
        said.join(" ")
    )
    .trim_end()
    .to_owned()
}

/// A price and the message that named it first.
pub(super) struct Price {
    pub(super) sum: Money,
    /// `None` for a premium that only the state has.
    pub(super) source: Option<usize>,
}

/// The prices that were named, oldest first, each once. Prices of the same insurance are of one size; limits and values are not.
pub(super) fn timeline(account: &AccountState, sources: &[Source]) -> Vec<Price> {
    let premium = account.premium.map_or(0.0, Money::number);
    let alike = |sum: &Money| sum.number() > premium * 0.5 && sum.number() < premium * 2.0;
    let mut prices: Vec<Price> = Vec::new();
    let mut add = |sum: Money, source: Option<usize>| {
        if !prices.iter().any(|price| price.sum == sum) {
            prices.push(Price { sum, source });
        }
    };
    for (place, source) in sources.iter().enumerate() {
        let clauses = source.summary.split("; ").chain(
            source
                .raw
                .lines()
                .filter(|line| !line.starts_with('>'))
                .flat_map(|line| line.split(". ")),
        );
        clauses
            .filter(|clause| tells_price(clause, account))
            .flat_map(amounts)
            .filter(alike)
            .for_each(|sum| add(sum, Some(place)));
    }
    account.premium.into_iter().for_each(|sum| add(sum, None));
    prices
}

/// The messages that named the first and the last of the prices.
pub(super) fn span_of(prices: &[Price]) -> Option<(usize, usize)> {
    let named = || prices.iter().filter_map(|price| price.source);
    named().min().zip(named().max())
}

/// Whether an amount in these words can be a price: they speak of one, or of the insurer. What was stolen or paid for damage
/// is of no matter.
fn tells_price(clause: &str, account: &AccountState) -> bool {
    let said = words(clause);
    let carrier = account.carrier.as_ref().map(|carrier| words(carrier));
    let insurer =
        carrier.is_some_and(|carrier| carrier.first().is_some_and(|first| said.contains(first)));
    let other = list!("lost" "claim" "claims" "damage" "stolen" "robbed" "stole" "theft" "payroll" "sales" "revenue" "loss" "losses" "settled");
    let price = list!(
        "quote" "quoted" "quotes" "premium" "price" "priced" "offer" "offers" "offered" "renewal" "proposal" "annual" "annually"
        "year" "revised" "total" "cheaper" "rate" "pay" "pays" "paying" "cost" "costs" "now" "down" "up" "instead" "came"
        "comes" "back" "with" "without" "number" "at" "from" "would" "indication" "expiring" "final" "insurance" "new"
        "same" "found" "matched" "beat" "undercut" "policy" "bucks"
    );
    insurer
        || !said.iter().any(|word| other.contains(&word.as_str()))
            && said.iter().any(|word| price.contains(&word.as_str()))
}

/// How a price became another: the steps that the evidence touches, what was written between them, and the whole way.
fn changes(
    account: &AccountState,
    chosen: &[usize],
    sources: &[Source],
) -> Option<(Vec<String>, Vec<Citation>)> {
    let prices = timeline(account, sources);
    let ends = |step: &[Price]| {
        let last = sources.len() - 1;
        (step[0].source.unwrap_or(0), step[1].source.unwrap_or(last))
    };
    let touched = |step: &&[Price]| {
        let (from, to) = ends(step);
        chosen.iter().any(|place| (from..=to).contains(place))
    };
    let steps: Vec<&[Price]> = prices.windows(2).filter(touched).collect();
    let mut lines: Vec<String> = Vec::new();
    let mut citations: Vec<Citation> = Vec::new();
    for step in steps.iter().rev().take(3).rev() {
        lines.extend(gap(step[0].sum, step[1].sum));
        let (from, to) = ends(step);
        let way = sources.iter().enumerate().take(to + 1).skip(from);
        for (place, source) in way.filter(|(_, source)| source.kind != NOTES) {
            citations.push(Citation {
                id: source.id.clone(),
                line: None,
            });
            if place > from && place < to {
                lines.push(format!(
                    "Between them, {} ({}): {}",
                    source.id,
                    source.date(),
                    source.summary
                ));
            }
        }
    }
    if let (Some(first), Some(last)) = (prices.first(), prices.last())
        && prices.len() > 2
    {
        lines.extend(gap(first.sum, last.sum));
    }
    lines.dedup();
    (!lines.is_empty()).then_some((lines, citations))
}

fn gap(before: Money, after: Money) -> Option<String> {
    let (high, low) = if before > after {
        (before, after)
    } else {
        (after, before)
    };
    Money::from_number(high.number() - low.number())
        .map(|gap| format!("Difference: {high} - {low} = {gap}."))
}

fn amounts(text: &str) -> Vec<Money> {
    let body: String = text
        .lines()
        .filter(|line| !line.starts_with('>'))
        .collect::<Vec<_>>()
        .join("\n");
    let words = tokens(&body);
    numbers::numbers(&words)
        .iter()
        .filter(|number| {
            number.unit == Unit::Money || number.value >= 1000.0 && number.unit == Unit::Bare
        })
        // A limit or a deductible is no price.
        .filter(|number| role(number, &words).is_none())
        .filter_map(|number| Money::from_number(number.value))
        .collect()
}
