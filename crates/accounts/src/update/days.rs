//! Effective, follow-up and renewal dates.

use jiff::civil::Date;
use serde_json::Value;

use super::request::Request;
use super::{Step, Stop, wish};
use crate::dates::{Mention, says_year};
use crate::numbers;

/// Reads effective, follow-up and renewal dates.
pub(super) fn read(request: &mut Request<'_>) -> Step {
    let mut at = 0;
    while at < request.tokens.len() {
        let field = date_field(request, at);
        at += 1;
        let Some((field, from)) = field else { continue };
        let Some(mention) = request
            .date_after(from)
            .or_else(|| date_before(request, at - 1))
            .or_else(|| only_date(request, field))
        else {
            continue;
        };
        let mention = settled(request, mention)?;
        // Whoever wants to be called on a day is to be called then.
        let wished = field != "follow_up_date" && wish::is_wished(request, mention.first);
        if wished
            || is_unneeded(request, at - 1)
            || request.negated(mention.first)
            || request.supposed(mention.first)
        {
            continue;
        }
        let Some(date) = mention.date else {
            return Err(Stop::Ask(
                "Which day is that? Tell me the date; nothing was changed.".to_owned(),
            ));
        };
        let over =
            date < request.desk.today && !says_year(&request.tokens[mention.first..mention.after]);
        if over && field == "follow_up_date" {
            return Err(Stop::Ask(format!("{date} is over. Which day is meant?")));
        }
        let date = coming(request, field, &mention, date);
        let span = request.span(mention.first, mention.after);
        request.change(
            field,
            Value::String(date.to_string()),
            "a date beside the word for it",
            span,
        );
    }
    Ok(())
}

/// The date that is meant where another stands behind it: "from December 1 to December 8", "the 5th, make it the 7th". One of
/// two is asked for.
fn settled(request: &Request<'_>, mention: &Mention) -> Result<Mention, Stop> {
    let mut meant = mention.clone();
    while let Some(next) = request.dates.iter().find(|date| date.first >= meant.after) {
        let between = meant.after..next.first;
        let word = |at: usize| request.word(at);
        let moved = word(next.first - 1) == "to" && between.len() == 1;
        let left = moved && request.back(meant.first, 1) == "from";
        let marks = list!("no" "sorry" "actually" "rather" "wait" "make" "mean" "meant" "correction" "instead");
        let small =
            list!("it" "that" "i" "the" "on" "to" "for" "of" "be" "should" "is" "oops" "date");
        let corrected = between.clone().any(|at| marks.contains(&word(at))) && { between.clone() }
            .all(|at| marks.contains(&word(at)) || small.contains(&word(at)));
        let choice = between.len() == 1 && matches!(word(meant.after), "or" | "and" | "to");
        if left || corrected {
            meant = in_its_month(request, &meant, next);
        } else if choice && meant.date != next.date {
            return Err(Stop::Ask("Which of the days is meant?".to_owned()));
        } else {
            break;
        }
    }
    Ok(meant)
}

/// "January 5, make it the 7th": a day without its month is one of the month before.
fn in_its_month(request: &Request<'_>, before: &Mention, next: &Mention) -> Mention {
    let bare = request.word(next.first) == "the" && next.after == next.first + 2;
    let day = numbers::ordinal(request.word(next.first + 1)).filter(|_| bare);
    let date = before.date.zip(day).and_then(|(date, day)| {
        let day = (1..=31_i8).find(|number| f64::from(*number) == day)?;
        Date::new(date.year(), date.month(), day).ok()
    });
    Mention {
        date: date.filter(|_| bare).or(next.date),
        ..next.clone()
    }
}

/// A renewal without a year is the next one to come.
fn coming(request: &Request<'_>, field: &str, mention: &Mention, date: Date) -> Date {
    let told = says_year(&request.tokens[mention.first..mention.after]);
    if field != "renewal_date" || told || mention.relative || date >= request.desk.today {
        return date;
    }
    let next = Date::new(date.year() + 1, date.month(), date.day());
    next.unwrap_or(date)
}

/// "No follow-up needed on June 3", "no need to follow up".
fn is_unneeded(request: &Request<'_>, at: usize) -> bool {
    let need = (request.clause_start(at)..request.clause_end(at)).any(|place| {
        matches!(
            (request.word(place), request.word(place + 1)),
            ("no", "need" | "reason") | ("needn't" | "unnecessary", _)
        )
    });
    need || request.back(at, 1) == "no"
}

/// "Put down March 20 as the follow-up": the date stands before the word for it.
fn date_before<'a>(request: &'a Request<'_>, at: usize) -> Option<&'a Mention> {
    request.dates.iter().find(|date| {
        date.after <= at
            && at <= date.after + 3
            && !request.tokens[at].after_break
            && (date.after..at).all(|place| {
                list!("as" "for" "the" "a" "next" "our").contains(&request.word(place))
            })
    })
}

/// "Call Ana back on March 20, set me a follow-up": the only day there is, for a follow-up that is ordered.
fn only_date<'a>(request: &'a Request<'_>, field: &str) -> Option<&'a Mention> {
    let ordered =
        field == "follow_up_date" && request.has(list!("set" "schedule" "put" "add" "make"));
    // "Set the renewal to Feb 15 and follow up 60 days before": the day is the renewal's.
    let is_anothers =
        request.has(list!("renewal" "renews" "effective" "inception" "before" "prior"));
    match request.dates.as_slice() {
        [date] if ordered && request.changes.is_empty() && !is_anothers => Some(date),
        _ => None,
    }
}

/// The date that a word introduces, and where to look for it.
fn date_field(request: &Request<'_>, at: usize) -> Option<(&'static str, usize)> {
    let next = request.word(at + 1);
    let bound = request.stage.as_deref() == Some("Bound");
    match request.word(at) {
        "follow" if next == "up" => Some(("follow_up_date", at + 2)),
        "followup" => Some(("follow_up_date", at + 1)),
        "remind" if next == "me" => Some(("follow_up_date", at + 2)),
        "call" if next == "back" && request.has(&["schedule", "set", "move"]) => {
            Some(("follow_up_date", at + 2))
        }
        "callback" | "reminder" => Some(("follow_up_date", at + 1)),
        "circle" | "touch" | "check" | "ping" | "chase" if is_reminder(request, at) => {
            Some(("follow_up_date", at + 1))
        }
        "calendar" if list!("my" "our" "the").contains(&request.back(at, 1)) => {
            Some(("follow_up_date", at + 1))
        }
        "starts" | "begins" | "start" | "begin" if is_covers(request, at) => {
            Some(("effective_date", at + 1))
        }
        "effective" if of_something_else(request, at) || is_of_a_line(request, at) => None,
        "effective" | "incepts" | "inception" => Some(("effective_date", at + 1)),
        "starts" | "starting" | "start" | "begins" if bound || next == "date" => {
            Some(("effective_date", at + 1))
        }
        "as" if bound && next == "of" && day_at(request, at + 2) => {
            Some(("effective_date", at + 2))
        }
        "from" | "per" | "eff" if bound && day_at(request, at + 1) => {
            Some(("effective_date", at + 1))
        }
        "renewal"
            if matches!(
                next,
                "date" | "is" | "to" | "on" | "moves" | "moved" | "now"
            ) || request.has(&["set", "move", "change", "push"])
                || day_at(request, at + 1) =>
        {
            Some(("renewal_date", at + 1))
        }
        "renews" => Some(("renewal_date", at + 1)),
        _ => None,
    }
}

/// "Circle back with Ana on March 20": an order to be in touch again.
fn is_reminder(request: &Request<'_>, at: usize) -> bool {
    let opens = request.clause_start(at) == at
        || list!("please" "to" "and" "then").contains(&request.back(at, 1));
    let next = request.word(at + 1);
    opens
        && match request.word(at) {
            "circle" => next == "back",
            "touch" => next == "base",
            "check" => matches!(next, "in" | "back"),
            _ => true,
        }
}

/// "Coverage for Birch Cafe starts": the insurance itself begins.
fn is_covers(request: &Request<'_>, at: usize) -> bool {
    let start = request.clause_start(at);
    let first = (start..at)
        .find(|place| {
            !request.mentions(*place) && !matches!(request.word(*place), "the" | "their" | "our")
        })
        .unwrap_or(at);
    list!("coverage" "cover" "policy" "insurance").contains(&request.word(first))
        && (first + 1..at).all(|place| {
            let small = list!("for" "at" "of" "the" "is" "to" "will" "should" "shall");
            request.mentions(place) || small.contains(&request.word(place))
        })
}

/// Whether a day of the calendar stands at a place: "as of the 1st of April".
fn day_at(request: &Request<'_>, at: usize) -> bool {
    let at = at + usize::from(request.word(at) == "the");
    let mut dates = request.dates.iter();
    dates.any(|date| date.first <= at && at < date.after && !date.relative)
}

/// "Remove umbrella effective June 1": the line goes then, and the insurance began before.
fn is_of_a_line(request: &Request<'_>, at: usize) -> bool {
    let verbs = list!("add" "adding" "added" "remove" "removing" "removed" "drop" "dropping" "dropped" "delete" "include" "take" "cancel");
    let start = request.clause_start(at);
    let verb =
        (start..at).any(|place| verbs.contains(&request.word(place)) && !request.mentions(place));
    verb && request.stage.is_none()
}

/// "a new lease effective June 1": what begins then is no insurance.
fn of_something_else(request: &Request<'_>, at: usize) -> bool {
    let others = list!("lease" "contract" "license" "permit" "rent" "law" "rule" "tax" "job" "hire" "agreement" "schedule" "hours");
    (request.clause_start(at)..at).any(|place| others.contains(&request.word(place)))
}
