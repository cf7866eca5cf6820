//! Days that are told by another day, renewals without a year, and dates that were moved or put right.

use jiff::civil::{Date, date};

use super::dates::{Lean, dates};
use super::engine_tests::{TODAY, come_to};
use super::text::tokens;

/// Thursday, a week before Thanksgiving.
const THURSDAY: Date = date(2026, 11, 19);

fn first(text: &str) -> Option<Date> {
    let words = tokens(text);
    dates(text, &words, THURSDAY, Lean::Nearest).first()?.date
}

#[track_caller]
fn all_are(rows: &[(&str, Option<Date>)]) {
    let wrong: Vec<String> = rows
        .iter()
        .filter(|(text, day)| first(text) != *day)
        .map(|(text, day)| format!("{text}: {:?}, not {day:?}", first(text)))
        .collect();
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn a_day_that_is_told_by_another_is_reckoned() {
    all_are(&[
        ("Tuesday, December 8", Some(date(2026, 12, 8))),
        ("Monday, November 8, 2027", Some(date(2027, 11, 8))),
        ("Friday, January 8, 2027", Some(date(2027, 1, 8))),
        ("Wednesday, 2026-12-16", Some(date(2026, 12, 16))),
        ("Wednesday (12/16)", Some(date(2026, 12, 16))),
        ("on Tuesday, November 10", Some(date(2026, 11, 10))),
        ("Tuesday 1/5", Some(date(2027, 1, 5))),
        ("Tuesday the 29th", Some(date(2026, 12, 29))),
        ("Wednesday the 9th", Some(date(2026, 12, 9))),
        ("next Tuesday, November 24", Some(date(2026, 11, 24))),
        ("Tuesday the 8th of December", Some(date(2026, 12, 8))),
        ("the Monday after Thanksgiving", Some(date(2026, 11, 30))),
        ("the Friday before Christmas", Some(date(2026, 12, 18))),
        (
            "Monday following the 15th of January",
            Some(date(2027, 1, 18)),
        ),
        ("the Monday after June 15", Some(date(2027, 6, 21))),
        ("the first Monday in December", Some(date(2026, 12, 7))),
        ("the last Friday of January", Some(date(2027, 1, 29))),
        ("the 2nd Tuesday of March 2028", Some(date(2028, 3, 14))),
        (
            "the third Wednesday of next month",
            Some(date(2026, 12, 16)),
        ),
        ("the first Tuesday after New Year's", Some(date(2027, 1, 5))),
        ("the Tuesday after next", Some(date(2026, 12, 1))),
        ("Wednesday of next week", Some(date(2026, 11, 25))),
        ("next week on Friday", Some(date(2026, 11, 27))),
        ("a week from Monday", Some(date(2026, 11, 30))),
        ("two weeks from Friday", Some(date(2026, 12, 4))),
        ("the day after Christmas", Some(date(2026, 12, 26))),
        ("the day after tomorrow", Some(date(2026, 11, 21))),
        ("two days before December 10", Some(date(2026, 12, 8))),
        ("a week from tomorrow", Some(date(2026, 11, 27))),
    ]);
}

#[test]
fn a_day_that_nobody_can_reckon_is_none() {
    all_are(&[
        ("the Monday after the audit", None),
        ("Monday, November 9, 2027", None),
        ("Friday or Monday", None),
        ("every Monday", None),
        ("the second Tuesday", None),
        ("a couple of days before December 10", None),
        ("the week after Thanksgiving", None),
        ("the Saturday after next", None),
        ("Good Friday", None),
        ("Monday in two weeks", None),
    ]);
}

#[test]
fn a_plain_day_stays_what_it_was() {
    all_are(&[
        ("Monday", Some(date(2026, 11, 23))),
        ("on Friday morning", Some(date(2026, 11, 20))),
        ("next Friday", Some(date(2026, 11, 27))),
        ("last Monday", Some(date(2026, 11, 16))),
        ("Monday after lunch", Some(date(2026, 11, 23))),
        ("Monday after 3pm", Some(date(2026, 11, 23))),
        (
            "Monday. December 5 is something else",
            Some(date(2026, 11, 23)),
        ),
        ("the 7th", Some(date(2026, 12, 7))),
        ("December 5th", Some(date(2026, 12, 5))),
        ("in two weeks", Some(date(2026, 12, 3))),
        ("10 days from now", Some(date(2026, 11, 29))),
        ("tomorrow", Some(date(2026, 11, 20))),
        ("end of December", Some(date(2026, 12, 31))),
    ]);
}

#[test]
fn a_follow_up_is_set_to_the_day_that_is_meant_or_asked_for() {
    assert_eq!(TODAY, date(2027, 5, 10));
    come_to(&[
        (
            "Follow up with BPA on Tuesday, June 8",
            "follow_up_date=\"2027-06-08\"",
        ),
        (
            "Follow up with BPA the first Monday in June",
            "follow_up_date=\"2027-06-07\"",
        ),
        (
            "Set the follow-up for BPA to the Tuesday after Memorial Day",
            "follow_up_date=\"2027-06-01\"",
        ),
        (
            "Follow up with BPA a week from Friday",
            "follow_up_date=\"2027-05-21\"",
        ),
        (
            "BPA's follow-up moved from June 1 to June 8",
            "follow_up_date=\"2027-06-08\"",
        ),
        (
            "BPA follow-up June 5th... make it the 7th",
            "follow_up_date=\"2027-06-07\"",
        ),
        (
            "Set BPA's follow-up to June 5, no, June 8",
            "follow_up_date=\"2027-06-08\"",
        ),
        (
            "Set BPA's follow-up to June 5, sorry, I meant the 9th",
            "follow_up_date=\"2027-06-09\"",
        ),
        (
            "Follow up with BPA on Friday",
            "follow_up_date=\"2027-05-14\"",
        ),
        (
            "Set BPA's follow-up to May 20",
            "follow_up_date=\"2027-05-20\"",
        ),
    ]);
}

#[test]
fn a_follow_up_on_a_day_that_cannot_be_told_is_asked_for() {
    come_to(&[
        ("Follow up with BPA the Monday after the audit", "clarify"),
        ("Follow up with BPA Friday or Monday", "clarify"),
        ("Follow up with BPA after the Monday meeting", "clarify"),
        ("Follow up with BPA May 3", "clarify"),
        (
            "Add cyber to BPA effective June 1",
            "coverage_types=[\"General Liability\",\"Property\",\"Cyber\"]",
        ),
        ("Follow up with BPA on June 3 or June 4", "clarify"),
        ("Set BPA's follow-up to Monday, June 8", "clarify"),
        (
            "Set BPA's renewal to June 15 and follow up 60 days before",
            "renewal_date=\"2027-06-15\"",
        ),
        (
            "Set K&L Heating's renewal to June 1 and follow up 60 days before",
            "note",
        ),
        ("Ana at BPA is away until the Monday after the fair", "note"),
    ]);
}

#[test]
fn a_renewal_without_a_year_is_the_next_and_no_stage() {
    come_to(&[
        ("K&L Heating renews April 1", "renewal_date=\"2028-04-01\""),
        (
            "K&L Heating renews on 4/1 every year",
            "renewal_date=\"2028-04-01\"",
        ),
        (
            "Set the renewal for K&L Heating to April 15",
            "renewal_date=\"2028-04-15\"",
        ),
        (
            "Set K&L Heating's renewal to July 15",
            "renewal_date=\"2027-07-15\"",
        ),
        (
            "Move the renewal for K&L Heating to July 15, 2028",
            "renewal_date=\"2028-07-15\"",
        ),
        (
            "Set K&L Heating's renewal date to April 1, 2027",
            "renewal_date=\"2027-04-01\"",
        ),
        (
            "K&L Heating renewal moved from 10/1/27 to 11/1/27",
            "renewal_date=\"2027-11-01\"",
        ),
        ("Move K&L Heating to renewal", "stage=\"Renewal Due\""),
        ("Mark K&L Heating as renewal due", "stage=\"Renewal Due\""),
    ]);
}
