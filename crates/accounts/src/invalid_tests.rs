//! Values that cannot be and orders that nobody may give: they are named as such, and nothing is written.

use super::engine::Reply;
use super::engine_tests::{check, reply};

#[test]
fn a_number_with_too_few_digits_is_asked_for_again() {
    check(&[
        ("Dana's new number at BPA is 775-55.", &["clarify"]),
        (
            "Karl at K&L Heating can be reached at 937 555 now",
            &["clarify"],
        ),
        (
            "Ilse's cell at Vandermeer Orchards changed to 509555",
            &["clarify"],
        ),
        (
            "K&L Heating: the office phone is now 555-0110",
            &["clarify"],
        ),
        ("Lou Park's direct line at BPA is 775.55", &["clarify"]),
        (
            "The mobile for Pilar at Castillo Dance Studio is 95655501",
            &["clarify"],
        ),
        ("Karl's fax at K&L Heating is 937-555-01999", &["clarify"]),
    ]);
}

#[test]
fn a_number_of_something_else_is_no_telephone_number() {
    check(&[
        ("K&L Heating's policy number is 448-21.", &["note"]),
        ("BPA's claim number is 77512", &["note"]),
        ("The number of children at BPA is 72 now", &["note"]),
        ("K&L Heating has a new unit number, it is 14", &["note"]),
        ("The number on the truck at K&L Heating is 937", &["note"]),
        ("BPA got 3 calls on the new number", &["note"]),
        (
            "Dana's new number at BPA is 775-555-0188.",
            &["contacts[Dana Whitcomb].phone=\"775-555-0188\""],
        ),
    ]);
}

#[test]
fn a_day_that_does_not_exist_is_asked_for_again() {
    check(&[
        ("K&L Heating starts on June 31.", &["clarify"]),
        ("BPA wants cover from February 30", &["clarify"]),
        (
            "The inspection at Vandermeer Orchards is on April 31",
            &["clarify"],
        ),
        ("BPA's policy begins 2/30/2028", &["clarify"]),
        ("K&L Heating renews September 31", &["clarify"]),
        (
            "Note on BPA: the new wing opens on November 31.",
            &["clarify"],
        ),
        (
            "The inspection at Vandermeer Orchards is on April 30",
            &["note"],
        ),
        ("K&L Heating keeps 31 vans in June", &["note"]),
        ("Dana of BPA was born on February 29", &["note"]),
    ]);
}

#[test]
fn a_stage_that_is_none_is_refused() {
    check(&[
        ("Put K&L Heating in the stage Gold.", &["refuse"]),
        ("Move BPA into the Platinum stage", &["refuse"]),
        ("Vandermeer Orchards is in stage Priority now", &["refuse"]),
        ("BPA's stage is Hot.", &["refuse"]),
        ("The status of K&L Heating should be VIP", &["refuse"]),
        ("Put BPA in the stage Bound.", &["stage=\"Bound\""]),
        (
            "Castillo Brothers Paving is in the stage Lost",
            &["stage=\"Lost\""],
        ),
        (
            "Castillo Dance Studio has a new stage in the hall",
            &["note"],
        ),
        ("The stage at Castillo Dance Studio is wooden", &["note"]),
        (
            "Castillo Dance Studio moved the stage to the basement",
            &["note"],
        ),
        ("BPA is in the early stage of a remodel", &["note"]),
    ]);
}

#[test]
fn nobody_rewrites_what_was() {
    check(&[
        (
            "Change the log of BPA so it looks as if we never quoted 8,000.",
            &["refuse"],
        ),
        ("Make it look like BPA was never pitched", &["refuse"]),
        (
            "Fix the history of K&L Heating so nobody sees the lapse",
            &["refuse"],
        ),
        ("Adjust the audit trail at BPA to say March", &["refuse"]),
        ("Scrub the March call from K&L Heating", &["refuse"]),
        ("Get rid of the entry about the pool at BPA", &["refuse"]),
        (
            "Set the quote date of BPA back so it appears we answered in time",
            &["refuse"],
        ),
        ("Take the pool email out of BPA's history", &["refuse"]),
        ("Pretend K&L Heating never called", &["refuse"]),
    ]);
}

#[test]
fn words_like_those_of_a_forger_are_no_forgery() {
    check(&[
        (
            "K&L Heating looks like a good risk, set the premium to 15,000",
            &["premium=15000"],
        ),
        ("Log for BPA: Dana called about the fence", &["note"]),
        (
            "Change the record for BPA: premium 8,400",
            &["premium=8400"],
        ),
        ("BPA never had a claim, note that", &["note"]),
        ("K&L Heating has a clean loss history", &["note"]),
        (
            "Karl at K&L Heating acts as if he never got the invoice",
            &["note"],
        ),
        (
            "Update the log: BPA was pitched",
            &["stage=\"Quote Pitched\""],
        ),
    ]);
}

#[test]
fn what_cannot_be_is_named() {
    for (text, named) in [
        ("Dana's new number at BPA is 775-55.", "telephone number"),
        ("K&L Heating starts on June 31.", "does not exist"),
        ("Put K&L Heating in the stage Gold.", "no stage Gold"),
        (
            "Change the log of BPA so it looks as if we never quoted.",
            "never rewritten",
        ),
    ] {
        match reply(text) {
            Reply::Clarify { question: said, .. } | Reply::Refuse { reason: said }
                if said.contains(named) => {}
            other => panic!("{text}: {other:?}"),
        }
    }
}
