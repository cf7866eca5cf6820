//! Numbers in a text, in digits and in words.

use crate::text::Token;

/// What a number counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A dollar sign, or a word for dollars.
    Money,
    Percent,
    Ordinal,
    Bare,
}

/// A number and the tokens it is made of.
#[derive(Debug, Clone, PartialEq)]
pub struct Number {
    pub value: f64,
    pub unit: Unit,
    /// The first token and the one after the last.
    pub first: usize,
    pub after: usize,
    /// Whether it was written with digits; `nine` is not.
    pub digits: bool,
}

const SMALL: [(&str, f64); 28] = [
    ("zero", 0.0),
    ("one", 1.0),
    ("two", 2.0),
    ("three", 3.0),
    ("four", 4.0),
    ("five", 5.0),
    ("six", 6.0),
    ("seven", 7.0),
    ("eight", 8.0),
    ("nine", 9.0),
    ("ten", 10.0),
    ("eleven", 11.0),
    ("twelve", 12.0),
    ("thirteen", 13.0),
    ("fourteen", 14.0),
    ("fifteen", 15.0),
    ("sixteen", 16.0),
    ("seventeen", 17.0),
    ("eighteen", 18.0),
    ("nineteen", 19.0),
    ("twenty", 20.0),
    ("thirty", 30.0),
    ("forty", 40.0),
    ("fifty", 50.0),
    ("sixty", 60.0),
    ("seventy", 70.0),
    ("eighty", 80.0),
    ("ninety", 90.0),
];
const ORDINALS: [(&str, f64); 24] = [
    ("first", 1.0),
    ("second", 2.0),
    ("third", 3.0),
    ("fourth", 4.0),
    ("fifth", 5.0),
    ("sixth", 6.0),
    ("seventh", 7.0),
    ("eighth", 8.0),
    ("ninth", 9.0),
    ("tenth", 10.0),
    ("eleventh", 11.0),
    ("twelfth", 12.0),
    ("thirteenth", 13.0),
    ("fourteenth", 14.0),
    ("fifteenth", 15.0),
    ("sixteenth", 16.0),
    ("seventeenth", 17.0),
    ("eighteenth", 18.0),
    ("nineteenth", 19.0),
    ("twentieth", 20.0),
    ("thirtieth", 30.0),
    ("hundredth", 100.0),
    ("21st", 21.0),
    ("31st", 31.0),
];
const SCALES: [(&str, f64); 7] = [
    ("hundred", 100.0),
    ("thousand", 1e3),
    ("grand", 1e3),
    ("k", 1e3),
    ("million", 1e6),
    ("mil", 1e6),
    ("m", 1e6),
];

/// Every number of a text.
pub fn numbers(tokens: &[Token]) -> Vec<Number> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match number_at(tokens, at) {
            Some(number) => {
                at = number.after;
                found.push(number);
            }
            None => at += 1,
        }
    }
    found
}

/// The value of a word that is a number: `nine`, `9`, `9th`.
pub fn word_value(word: &str) -> Option<f64> {
    digits(word)
        .map(|(value, _)| value)
        .or_else(|| lookup(&SMALL, word))
        .or_else(|| ordinal(word))
}

/// The value of an ordinal: `ninth`, `9th`.
pub fn ordinal(word: &str) -> Option<f64> {
    let written = ["st", "nd", "rd", "th"]
        .iter()
        .find_map(|ending| word.strip_suffix(ending))
        .and_then(|rest| rest.parse().ok());
    written.or_else(|| lookup(&ORDINALS, word))
}

fn number_at(tokens: &[Token], at: usize) -> Option<Number> {
    let dollar = tokens[at].norm == "$";
    let mut next = at + usize::from(dollar);
    let word = tokens.get(next)?.norm.as_str();
    let (value, written) = if let Some((value, _)) = digits(word) {
        next += 1;
        (scaled(tokens, &mut next, value), true)
    } else if dollar {
        return None;
    } else if let Some(value) = ordinal(word) {
        return Some(Number {
            value,
            unit: Unit::Ordinal,
            first: at,
            after: at + 1,
            digits: word.starts_with(|first: char| first.is_ascii_digit()),
        });
    } else {
        (spelled(tokens, &mut next)?, false)
    };
    let unit = match tokens.get(next).map(|token| token.norm.as_str()) {
        Some("%" | "percent" | "pct") => {
            next += 1;
            Unit::Percent
        }
        Some("dollars" | "dollar" | "bucks" | "usd") => {
            next += 1;
            Unit::Money
        }
        _ if dollar => Unit::Money,
        Some(_) | None => Unit::Bare,
    };
    ordinal_tail(
        tokens,
        Number {
            value,
            unit,
            first: at,
            after: next,
            digits: written,
        },
    )
}

/// `twenty first` is one ordinal.
fn ordinal_tail(tokens: &[Token], number: Number) -> Option<Number> {
    let tail = tokens
        .get(number.after)
        .filter(|_| {
            !number.digits
                && number.value >= 20.0
                && number.value < 100.0
                && number.value % 10.0 == 0.0
        })
        .and_then(|token| ordinal(&token.norm))
        .filter(|value| *value < 10.0);
    Some(match tail {
        Some(value) => Number {
            value: number.value + value,
            unit: Unit::Ordinal,
            after: number.after + 1,
            ..number
        },
        None => number,
    })
}

/// `$1.4 million`, `12 k`.
fn scaled(tokens: &[Token], next: &mut usize, value: f64) -> f64 {
    let scale = tokens
        .get(*next)
        .filter(|token| !token.after_break)
        .and_then(|token| lookup(&SCALES, &token.norm));
    match scale {
        Some(scale) => {
            *next += 1;
            value * scale
        }
        None => value,
    }
}

/// `forty two thousand`, `a hundred and ninety`, `eleven hundred`.
fn spelled(tokens: &[Token], next: &mut usize) -> Option<f64> {
    if let Some((value, after)) = spoken(tokens, *next) {
        *next = after;
        return Some(value);
    }
    let (mut total, mut part, mut seen) = (0.0, 0.0, false);
    let mut at = *next;
    while let Some(token) = tokens.get(at).filter(|token| !(seen && token.after_break)) {
        let word = token.norm.as_str();
        let scale = lookup(&SCALES, word).filter(|_| word.len() > 2);
        if let Some(value) = lookup(&SMALL, word) {
            // "two three" are two numbers, "twenty three" is one.
            if seen && part > 0.0 && part % 100.0 != 0.0 && !(part % 10.0 == 0.0 && value < 10.0) {
                break;
            }
            part += value;
        } else if let Some(scale) = scale.filter(|_| seen || article_before(tokens, at)) {
            if scale > 100.0 {
                total += if part == 0.0 { scale } else { part * scale };
                part = 0.0;
            } else {
                part = if part == 0.0 { scale } else { part * scale };
            }
        } else if !(word == "and"
            && seen
            && part % 100.0 == 0.0
            && tokens
                .get(at + 1)
                .is_some_and(|after| lookup(&SMALL, &after.norm).is_some()))
        {
            break;
        }
        seen = true;
        at += 1;
    }
    if !seen {
        return None;
    }
    *next = at;
    Some(total + part)
}

/// Sums as they are said, the hundreds and thousands without their words: `nine thousand two forty` is 9,240, `thirty two two
/// fifty` 32,250, `sixteen eight hundred` 16,800, `forty six fifty` 4,650, and `at eighteen two` 18,200.
fn spoken(tokens: &[Token], first: usize) -> Option<(f64, usize)> {
    let word = |at: usize| {
        tokens
            .get(at)
            .filter(|token| at == first || !token.after_break)
            .map_or("", |token| token.norm.as_str())
    };
    let small = |at: usize| lookup(&SMALL, word(at));
    let scaled = |at: usize| small(at).is_some() || lookup(&SCALES, word(at)).is_some();
    // One or two words below a hundred.
    let pair = |at: usize| {
        let tens = small(at)?;
        let unit = small(at + 1).filter(|unit| tens >= 20.0 && (1.0..10.0).contains(unit));
        Some((
            tens + unit.unwrap_or(0.0),
            at + 1 + usize::from(unit.is_some()),
        ))
    };
    let (lead, after) = pair(first)?;
    let said = word(after) == "thousand";
    let at = after + usize::from(said);
    // The hours of a day are said in the same way: "ten thirty".
    if !said
        && lead >= 13.0
        && let Some((rest, end)) = pair(at).filter(|(rest, _)| *rest >= 10.0)
    {
        return (!scaled(end)).then_some((lead * 100.0 + rest, end));
    }
    let hundreds =
        small(at).filter(|value| (1.0..10.0).contains(value) && (said || lead >= 10.0))?;
    let sum = lead * 1000.0 + hundreds * 100.0;
    if let Some((rest, end)) = pair(at + 1).filter(|(rest, _)| *rest >= 10.0) {
        return (!scaled(end)).then_some((sum + rest, end));
    }
    if !said && word(at + 1) == "hundred" {
        return Some((sum, at + 2));
    }
    let before = first
        .checked_sub(1)
        .map_or("", |at| tokens[at].norm.as_str());
    let spoken_of = tokens[first.saturating_sub(8)..first]
        .iter()
        .any(|token| token.norm == "premium");
    let priced = spoken_of
        || matches!(
            before,
            "at" | "to" | "premium" | "of" | "be" | "sorry" | "actually" | "rather" | "make"
        );
    let ends = tokens.get(at + 1).is_none_or(|token| token.after_break);
    (!said && priced && ends).then_some((sum, at + 1))
}

fn article_before(tokens: &[Token], at: usize) -> bool {
    at > 0 && matches!(tokens[at - 1].norm.as_str(), "a" | "the" | "per" | "an")
}

/// `5,200`, `5200.50`, `12k`, `1.5m`.
fn digits(word: &str) -> Option<(f64, bool)> {
    let (body, scale) = match word.strip_suffix('k') {
        Some(body) => (body, 1e3),
        None => word
            .strip_suffix('m')
            .map_or((word, 1.0), |body| (body, 1e6)),
    };
    let clean = body.replace(',', "");
    (body.starts_with(|first: char| first.is_ascii_digit())
        && clean
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.'))
    .then(|| clean.parse::<f64>().ok())
    .flatten()
    .map(|value| (value * scale, scale > 1.0))
}

fn lookup(table: &[(&str, f64)], word: &str) -> Option<f64> {
    table
        .iter()
        .find(|(name, _)| *name == word)
        .map(|(_, value)| *value)
}
