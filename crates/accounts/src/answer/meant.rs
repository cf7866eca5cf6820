//! The days that relative words of a message mean: "Monday", "the 24th", "last summer".

use jiff::ToSpan;
use jiff::civil::Date;

use super::stretch::Evidence;
use crate::book::Source;
use crate::dates::{self, Lean, month_name, spoken, weekday};
use crate::text::{Token, tokens};

/// "Monday" and "last summer" as days, counted from the message.
pub(super) fn days(source: &Source, quoted: &[&Evidence]) -> String {
    let mut found: Vec<String> = Vec::new();
    for text in quoted.iter().map(|found| found.text.as_str()) {
        let words = tokens(text);
        for mention in dates::dates(text, &words, source.date(), Lean::Nearest)
            .iter()
            .filter(|mention| mention.relative)
        {
            let said = &text[words[mention.first].start..words[mention.after - 1].end];
            let past = is_past(&words, mention.first);
            // "Hauled 40 boats in two days" is how long it took.
            if past && words[mention.first].norm == "in" {
                continue;
            }
            found.extend(mention.date.map(|date| {
                let date = before(date, said, source.date())
                    .filter(|_| past)
                    .unwrap_or(date);
                format!("{said} = {}", spoken(date))
            }));
        }
        found.extend(
            words
                .windows(2)
                .find_map(|pair| stretch(pair, source.date())),
        );
    }
    found.dedup();
    if found.is_empty() {
        String::new()
    } else {
        format!(" ({})", found.join("; "))
    }
}

/// "last summer", "next month", "last year".
fn stretch(pair: &[Token], day: Date) -> Option<String> {
    let named = list!(
        "spring" "summer" "fall" "winter" "month" "year" "july" "june" "may" "march" "april" "august" "october"
    );
    let (which, what) = (pair[0].norm.as_str(), pair[1].norm.as_str());
    if !matches!(which, "last" | "this" | "next") || !named.contains(&what) {
        return None;
    }
    let stretch = dates::stretch(pair, day)?;
    let year = stretch.from.year();
    Some(match what {
        "year" => format!("{which} {what} = {year}"),
        _ => format!(
            "{which} {what} = {} {year}",
            month_name(stretch.from.month())
        ),
    })
}

/// Whether the sentence around a word tells what was: "we had a fire Sunday night".
fn is_past(words: &[Token], at: usize) -> bool {
    let from = (0..=at)
        .rev()
        .find(|place| words[*place].starts_sentence)
        .unwrap_or(0);
    let to = (at + 1..words.len())
        .find(|place| words[*place].starts_sentence)
        .unwrap_or(words.len());
    let says = |list: &[&str]| {
        words[from..to]
            .iter()
            .any(|token| list.contains(&token.norm.as_str()))
    };
    let told = words[from..to]
        .iter()
        .any(|token| token.norm.len() > 4 && token.norm.ends_with("ed"));
    let coming = says(
        list!("will" "i'll" "we'll" "until" "by" "next" "should" "would" "can" "going" "need" "needs" "scheduled" "expected" "planned"),
    );
    let was = says(
        list!("had" "was" "were" "came" "went" "got" "did" "fell" "broke" "met" "hired" "bought" "sold" "left" "took" "since"),
    );
    (told || was) && !coming
}

/// The day of that name before the message; nothing if the day is not after it.
fn before(date: Date, said: &str, written: Date) -> Option<Date> {
    let first = said.split_whitespace().next()?.to_lowercase();
    if date <= written {
        return None;
    }
    match first.as_str() {
        "the" => date.checked_sub(1.month()).ok(),
        day if weekday(day).is_some() => date.checked_sub(7.days()).ok(),
        _ => None,
    }
}
