//! Values of a kind in a passage: what an answer has to carry to be one.

use super::ask::{Ask, Wanted};
use super::idioms::counts_staff;
use super::passages::Passage;
use crate::dates::{self, Lean};
use crate::numbers::{self, Number, Unit};
use crate::reach;
use crate::text::{Token, stem, tokens, words};

/// Names that a passage may hold without naming anybody new.
pub(super) struct Known<'a> {
    pub(super) carriers: &'a [String],
    /// Words of the names of the account, its contacts and the brokerage's own people.
    pub(super) names: Vec<String>,
}

/// What a sum is, when the words beside it say so. A price is none of these.
const ROLES: &[&str] = list!(
    "deductible" "retention" "limit" "limits" "umbrella" "value" "payroll" "revenue" "sales" "budget" "stock" "damage"
    "claim" "wired" "recovered" "limited" "sublimit" "spoilage"
);

/// Whether a passage carries a value of the kind that is asked for. What the question itself says is no answer to it.
pub(super) fn carries(ask: &Ask, passage: &Passage, known: &Known<'_>) -> bool {
    let text = passage.text.as_str();
    let found = tokens(text);
    let numbers = || {
        free_numbers(text, &found)
            .into_iter()
            .filter(|number| !ask.given(number))
            .collect::<Vec<_>>()
    };
    match ask.wanted {
        // The steps of the price itself are reckoned from all messages.
        Wanted::Text | Wanted::Change => !ask
            .which
            .iter()
            .any(|thing| is_only_one_of(thing, &found, ask)),
        Wanted::Figure => !numbers().is_empty() || found.iter().any(|token| digits(token) > 0),
        Wanted::Code => passage.names_a_code() && has_code(text, &found),
        Wanted::Count if ask.headcount => counts_staff(&found),
        Wanted::Count => {
            // Neither a year nor a ratio ("the mod is 1.08") counts anything.
            let counts = |number: &Number| {
                matches!(number.unit, Unit::Bare | Unit::Ordinal)
                    && number.value.fract() == 0.0
                    && !found.get(number.first).is_some_and(is_year)
            };
            numbers().iter().any(counts)
                || found
                    .iter()
                    .any(|token| matches!(token.norm.as_str(), "no" | "none"))
        }
        Wanted::Often => tells_often(&found),
        Wanted::Money => numbers().iter().any(|number| {
            let sum = number.unit == Unit::Money
                || number.unit == Unit::Percent
                || number.unit == Unit::Bare && number.value >= 100.0;
            sum && role(number, &found).is_none_or(|role| ask.speaks_of(role))
        }),
        Wanted::Percent => {
            numbers().iter().any(|number| number.unit == Unit::Percent)
                || found
                    .iter()
                    .any(|token| matches!(token.norm.as_str(), "half" | "third" | "quarter"))
        }
        Wanted::Date => has_date(text, &found),
        Wanted::Time => found.iter().any(is_hour),
        Wanted::Year => found.iter().any(is_year),
        Wanted::Carrier => known
            .carriers
            .iter()
            .any(|carrier| names_carrier(carrier, &found)),
        Wanted::Name => names_anew(&found, ask, known),
    }
}

/// "A rigger moves the press" does not say which one does: no name stands beside it.
fn is_only_one_of(thing: &str, found: &[Token], ask: &Ask) -> bool {
    let some = list!("a" "an" "one" "some" "any" "another" "my" "his" "her" "their" "our" "its");
    let mut named = (0..found.len())
        .filter(|at| stem(&found[*at].norm) == thing)
        .peekable();
    let known_only_so = |at: usize| {
        (at.saturating_sub(3)..at).any(|before| some.contains(&found[before].norm.as_str()))
    };
    // Whoever is known already may be the one.
    let nobody = Known {
        carriers: &[],
        names: Vec::new(),
    };
    named.peek().is_some() && named.all(known_only_so) && !names_anew(found, ask, &nobody)
}

/// Whether there is a name that neither the question nor the account has.
fn names_anew(found: &[Token], ask: &Ask, known: &Known<'_>) -> bool {
    let asked = |token: &Token| {
        let said = stem(&token.norm);
        ask.focus.iter().any(|(term, _)| *term == said)
    };
    found
        .iter()
        .any(|token| is_new_name(token, known) && !asked(token))
}

/// "every six months", "twice a year", "weekly", "five a month".
fn tells_often(found: &[Token]) -> bool {
    const UNITS: &[&str] = list!(
        "hour" "day" "week" "month" "quarter" "year" "season" "shift" "night" "morning" "term" "visit"
    );
    let word = |at: usize| found.get(at).map_or("", |token| token.norm.as_str());
    let unit = |at: usize| {
        UNITS.contains(&word(at).trim_end_matches('s')) || dates::weekday(word(at)).is_some()
    };
    let counted = |at: usize| {
        found.get(at).is_some_and(Token::is_number)
            || numbers::word_value(word(at)).is_some()
            || matches!(word(at), "other" | "second" | "few" | "single")
    };
    let few = numbers::numbers(found).iter().any(|number| {
        let each = matches!(word(number.after), "a" | "per" | "each" | "every");
        let times = matches!(word(number.after), "times" | "time");
        number.unit == Unit::Bare
            && (times || each && unit(number.after + 1) && number.value < 100.0)
    });
    let named = (0..found.len()).any(|at| {
        let every = matches!(word(at), "every" | "each")
            && (unit(at + 1) || counted(at + 1) && unit(at + 2));
        every
            || list!(
                "once" "twice" "daily" "weekly" "monthly" "quarterly" "yearly" "annually" "nightly" "hourly" "biweekly"
                "biannually" "semiannually" "always" "never"
            )
            .contains(&word(at))
    });
    few || named
}

pub(super) fn names_carrier(carrier: &str, found: &[Token]) -> bool {
    words(carrier).first().is_some_and(|first| {
        found
            .iter()
            .any(|token| token.norm == *first && token.capital)
    })
}

fn is_new_name(token: &Token, known: &Known<'_>) -> bool {
    token.capital
        && !token.starts_sentence
        && token.norm.len() > 2
        && !token.norm.starts_with("i'")
        && !known.names.contains(&token.norm)
        && dates::month(&token.norm).is_none()
        && dates::weekday(&token.norm).is_none()
        && !known
            .carriers
            .iter()
            .any(|carrier| words(carrier).contains(&token.norm))
}

/// A number that names something has four digits or more and is no sum, no day and no telephone number.
fn has_code(text: &str, found: &[Token]) -> bool {
    let day = jiff::civil::date(2026, 1, 1);
    let dates = dates::dates(text, found, day, Lean::Nearest);
    let phones = reach::phones(text);
    (0..found.len()).any(|at| {
        let token = &found[at];
        digits(token) >= 4
            && !token.norm.contains(',')
            && !is_year(token)
            && at
                .checked_sub(1)
                .is_none_or(|before| found[before].norm != "$")
            && !dates.iter().any(|date| at >= date.first && at < date.after)
            && !phones
                .iter()
                .any(|phone| token.start >= phone.start && token.start < phone.end)
    })
}

/// "a $5,000 deductible", "limit of $1 million", "two million of cyber": what a sum is besides a price.
pub(super) fn role(number: &Number, found: &[Token]) -> Option<&'static str> {
    let word = |at: usize| found.get(at).map_or("", |token| token.norm.as_str());
    let known = |word: &str| ROLES.iter().copied().find(|role| *role == word);
    let after = (number.after..number.after + 3)
        .take_while(|at| found.get(*at).is_some_and(|token| !token.after_break))
        .map(word)
        .find(|word| {
            !matches!(
                *word,
                "of" | "a" | "in" | "for" | "dollar" | "wind" | "named"
            )
        });
    let before = (number.first.saturating_sub(4)..number.first)
        .rev()
        .map(word)
        .find(|word| {
            !matches!(
                *word,
                "of" | "is"
                    | "at"
                    | "to"
                    | "the"
                    | "a"
                    | "$"
                    | "about"
                    | "would"
                    | "be"
                    | "remains"
                    | "stays"
            )
        });
    after.and_then(known).or_else(|| before.and_then(known))
}

fn digits(token: &Token) -> usize {
    token.norm.bytes().filter(u8::is_ascii_digit).count()
}

/// "noon", "4pm", "5 p.m.".
fn is_hour(token: &Token) -> bool {
    let word = token.norm.as_str();
    let joined = word.strip_suffix("am").or_else(|| word.strip_suffix("pm"));
    matches!(word, "noon" | "midnight" | "o'clock" | "am" | "pm")
        || joined.is_some_and(|hour| hour.parse::<u8>().is_ok())
}

fn is_year(token: &Token) -> bool {
    token.norm.len() == 4
        && token
            .norm
            .parse::<u16>()
            .is_ok_and(|year| (1900..2100).contains(&year))
}

/// Numbers that are no part of a date, a year or a telephone number.
pub(super) fn free_numbers(text: &str, found: &[Token]) -> Vec<Number> {
    let day = jiff::civil::date(2026, 1, 1);
    let dates = dates::dates(text, found, day, Lean::Nearest);
    let phones = reach::phones(text);
    let year = |number: &Number| {
        number.unit == Unit::Bare
            && number.after == number.first + 1
            && is_year(&found[number.first])
    };
    numbers::numbers(found)
        .into_iter()
        .filter(|number| {
            let at = found[number.first].start;
            !year(number)
                && !dates
                    .iter()
                    .any(|date| number.first >= date.first && number.first < date.after)
                && !phones
                    .iter()
                    .any(|phone| at >= phone.start && at < phone.end)
        })
        .collect()
}

fn has_date(text: &str, found: &[Token]) -> bool {
    let day = jiff::civil::date(2026, 1, 1);
    let spoken = list!(
        "week" "month" "monday" "tuesday" "wednesday" "thursday" "friday" "spring" "summer" "fall" "winter" "after"
        "until"
    );
    !dates::dates(text, found, day, Lean::Nearest).is_empty()
        || dates::stretch(found, day).is_some()
        || found
            .iter()
            .any(|token| spoken.contains(&token.norm.as_str()))
}
