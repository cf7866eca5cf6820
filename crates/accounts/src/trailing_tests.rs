//! Changes told at the end of a sentence or without a subject, and what looks like one and is none: nothing may be written that
//! nobody said.

use super::engine_tests::outcome;
use super::paraphrase_tests::response;

#[track_caller]
fn check(rows: &[(&str, &[&str])]) {
    let wrong: Vec<String> = rows
        .iter()
        .map(|(text, expected)| (text, expected, outcome(response(text).reply)))
        .filter(|(_, expected, got)| got != *expected)
        .map(|(text, expected, got)| format!("{text}: {got:?}, not {expected:?}"))
        .collect();
    assert_eq!(wrong, [] as [String; 0]);
}

#[test]
fn a_price_at_the_end_of_a_sentence_is_a_change() {
    check(&[
        (
            "Tallow Creek sold the old boiler, which brings the premium down to $3,640.",
            &["premium=3640"],
        ),
        (
            "Tallow Creek goes for the higher limit, which makes it 4,120.",
            &["premium=4120"],
        ),
        (
            "Tallow Creek added a kiln, which puts it at 4,300.",
            &["premium=4300"],
        ),
        (
            "Osprey Vending gave up a route, which takes us to 2,010.",
            &["premium=2010"],
        ),
        (
            "Osprey Vending lost two routes, which brought it down to 1,990.",
            &["premium=1990"],
        ),
        (
            "Pell & Voss bought a crane, bringing the premium to 13,100.",
            &["premium=13100"],
        ),
        (
            "Tallow Creek takes the 5,000 deductible, making it 3,700.",
            &["premium=3700"],
        ),
        (
            "Tallow Creek wants glass covered, so that makes 4,050.",
            &["premium=4050"],
        ),
    ]);
}

#[test]
fn another_sum_at_the_end_of_a_sentence_is_none() {
    check(&[
        ("Tallow Creek bought a kiln, which cost 4,100.", &["note"]),
        (
            "Tallow Creek pays more rent now, which makes it 4,100.",
            &["note"],
        ),
        (
            "Tallow Creek hired two, which makes it 16 pourers.",
            &["note"],
        ),
        (
            "Tallow Creek moved, which brings the rent to 4,200.",
            &["note"],
        ),
        (
            "Tallow Creek cut a shift, which should bring the premium to 3,700.",
            &["note"],
        ),
        (
            "Tallow Creek may drop glass, which would make it 3,500.",
            &["note"],
        ),
        (
            "Osprey Vending sold a truck, which brings the fleet to 12.",
            &["note"],
        ),
        ("Tallow Creek, which carrier is it with", &["answer"]),
        (
            "Tallow Creek sold a boiler, which brings the premium to what?",
            &["answer"],
        ),
    ]);
}

#[test]
fn a_quote_that_was_shown_is_pitched() {
    let pitched: &[&str] = &["stage=\"Quote Pitched\""];
    check(&[
        (
            "Tallow Creek: pitched it to Noor, she will think it over until Friday.",
            pitched,
        ),
        (
            "Tallow Creek: presented it to Noor, she decides once the bank calls.",
            pitched,
        ),
        ("Tallow Creek: ran the numbers by Noor.", pitched),
        (
            "Tallow Creek - walked Noor through it this morning.",
            pitched,
        ),
        ("Tallow Creek: went over the quote with her today.", pitched),
        ("Tallow Creek: sent the proposal over to Noor.", pitched),
        ("We showed Noor the quote for Tallow Creek.", pitched),
        (
            "Quarry Street Dental: sent it over to Cobalt Specialty.",
            &["stage=\"Submitted\""],
        ),
    ]);
}

#[test]
fn what_was_not_shown_is_not_pitched() {
    check(&[
        (
            "Tallow Creek: will walk Noor through it on Friday.",
            &["note"],
        ),
        ("Tallow Creek: have not run the numbers by Noor.", &["note"]),
        (
            "Tallow Creek: Noor showed them the quote of a rival.",
            &["note"],
        ),
        ("Tallow Creek: sent the quote to the landlord.", &["note"]),
        (
            "Tallow Creek: gave Noor the figures for the kiln.",
            &["note"],
        ),
        (
            "Tallow Creek: discussed the price of sprinklers with Noor.",
            &["note"],
        ),
        ("Quarry Street Diner: ran the numbers by Lena.", &["note"]),
        ("Pell & Voss: ran the numbers by Ines.", &["note"]),
        ("Quarry Street Dental: sent it over to Tom.", &["note"]),
        ("Tallow Creek: sent Noor the quote comparison.", &["note"]),
        ("Tallow Creek: sent the quote to her lawyer.", &["note"]),
        (
            "Tallow Creek: read her the terms, not pitched yet.",
            &["note"],
        ),
        (
            "Tallow Creek got another quote, which puts it at 3,500.",
            &["note"],
        ),
        (
            "If Noor calls, we pitched it to her at Tallow Creek.",
            &["note"],
        ),
    ]);
}
