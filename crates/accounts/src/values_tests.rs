use jiff::civil::{Date, date};

use super::dates::{Lean, dates, spoken, stretch};
use super::money::Money;
use super::numbers::{Unit, numbers};
use super::reach::{emails, phones};
use super::text::tokens;

/// A Monday.
const TODAY: Date = date(2026, 3, 2);

fn sums(text: &str) -> Vec<(f64, Unit)> {
    numbers(&tokens(text))
        .iter()
        .map(|number| (number.value, number.unit))
        .collect()
}

fn days(text: &str) -> Vec<Option<Date>> {
    dates(text, &tokens(text), TODAY, Lean::Future)
        .iter()
        .map(|mention| mention.date)
        .collect()
}

#[test]
fn numbers_are_read_in_digits_and_words() {
    for (text, expected) in [
        ("$11,890", vec![(11_890.0, Unit::Money)]),
        ("12k", vec![(12_000.0, Unit::Bare)]),
        ("$1.42 million", vec![(1_420_000.0, Unit::Money)]),
        ("forty-two thousand dollars", vec![(42_000.0, Unit::Money)]),
        ("twenty-seven hundred bucks", vec![(2_700.0, Unit::Money)]),
        (
            "a hundred and ninety thousand",
            vec![(190_000.0, Unit::Bare)],
        ),
        (
            "eleven hundred patient records",
            vec![(1_100.0, Unit::Bare)],
        ),
        ("up 10%", vec![(10.0, Unit::Percent)]),
        ("two percent", vec![(2.0, Unit::Percent)]),
        (
            "nine of the eleven",
            vec![(9.0, Unit::Bare), (11.0, Unit::Bare)],
        ),
        ("a million", vec![(1e6, Unit::Bare)]),
        ("one, two", vec![(1.0, Unit::Bare), (2.0, Unit::Bare)]),
    ] {
        assert_eq!(sums(text), expected, "{text}");
    }
}

#[test]
fn dates_are_read_from_the_day_of_the_text() {
    for (text, expected) in [
        ("2026-03-11", date(2026, 3, 11)),
        ("March 15, 2026", date(2026, 3, 15)),
        ("on Mar 5th", date(2026, 3, 5)),
        ("March ninth", date(2026, 3, 9)),
        ("the fifteenth of September", date(2026, 9, 15)),
        ("5 April 2027", date(2027, 4, 5)),
        ("3/11", date(2026, 3, 11)),
        ("4/1/26", date(2026, 4, 1)),
        ("tomorrow", date(2026, 3, 3)),
        ("Friday", date(2026, 3, 6)),
        ("next Friday", date(2026, 3, 13)),
        ("in two weeks", date(2026, 3, 16)),
        ("10 days from now", date(2026, 3, 12)),
        ("end of the month", date(2026, 3, 31)),
        ("on the 20th", date(2026, 3, 20)),
        ("January 10", date(2027, 1, 10)),
        ("April twenty first", date(2026, 4, 21)),
    ] {
        assert_eq!(days(text), [Some(expected)], "{text}");
    }
    assert_eq!(days("February 30"), [None]);
    assert_eq!(days("they may 5 times"), [] as [Option<Date>; 0]);
    assert_eq!(spoken(date(2026, 3, 5)), "March 5, 2026");
}

#[test]
fn stretches_have_two_ends() {
    for (text, from, to) in [
        ("this spring", date(2026, 3, 1), date(2026, 5, 31)),
        ("last summer", date(2025, 6, 1), date(2025, 8, 31)),
        ("in April", date(2026, 4, 1), date(2026, 4, 30)),
        ("next month", date(2026, 4, 1), date(2026, 4, 30)),
        ("in the next 30 days", date(2026, 3, 2), date(2026, 4, 1)),
        ("in 2025", date(2025, 1, 1), date(2025, 12, 31)),
    ] {
        let found = stretch(&tokens(text), TODAY).expect(text);
        assert_eq!((found.from, found.to), (from, to), "{text}");
    }
}

#[test]
fn telephone_numbers_are_whole_or_said_to_be_broken() {
    let numbers = |text: &str| -> Vec<Option<String>> {
        phones(text).into_iter().map(|phone| phone.number).collect()
    };
    assert_eq!(
        numbers("call 405-555-0199."),
        [Some("405-555-0199".to_owned())]
    );
    assert_eq!(numbers("(405) 555 0199"), [Some("405-555-0199".to_owned())]);
    assert_eq!(
        numbers("+1 405.555.0199"),
        [Some("405-555-0199".to_owned())]
    );
    assert_eq!(numbers("to 417-555."), [None]);
    for none in [
        "5,200",
        "$11,890",
        "2026-03-11",
        "24 employees",
        "3.5",
        "2022 loss run",
    ] {
        assert_eq!(numbers(none), [] as [Option<String>; 0], "{none}");
    }
}

#[test]
fn addresses_are_whole_or_said_to_be_broken() {
    let found = emails("write peter.n@grocers.example, or sue@nowhere.");
    assert_eq!(found[0].address.as_deref(), Some("peter.n@grocers.example"));
    assert_eq!(found[1].address, None);
}

#[test]
fn money_is_exact() {
    assert_eq!(Money::dollars(1_234_567).to_string(), "$1,234,567");
    assert_eq!(Money::from_cents(520_050).to_string(), "$5,200.50");
    assert_eq!(
        serde_json::to_string(&Money::dollars(5200)).unwrap(),
        "5200"
    );
    assert_eq!(
        serde_json::from_str::<Money>("5200.5").unwrap(),
        Money::from_cents(520_050)
    );
    assert!(serde_json::from_str::<Money>("1e300").is_err());
}
