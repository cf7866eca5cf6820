use jiff::tz::TimeZone;
use proptest::prelude::*;

use super::*;

/// A Wednesday.
fn now() -> Zoned {
    let date = Date::new(2024, 5, 15).unwrap();
    date.at(12, 0, 0, 0).to_zoned(TimeZone::UTC).unwrap()
}

/// The spans of a question as days, the last one inside.
fn days_of(text: &str) -> Vec<String> {
    let day = |micros: i64| {
        let time = jiff::Timestamp::from_microsecond(micros).unwrap();
        time.to_zoned(TimeZone::UTC).date()
    };
    spans(text, &now())
        .into_iter()
        .map(|span| format!("{} {}", day(span.start), day(span.end - 1)))
        .collect()
}

#[test]
fn expressions_are_seen_from_now() {
    for (text, expected) in [
        ("what did I say yesterday?", "2024-05-14 2024-05-14"),
        ("what happened last week", "2024-05-06 2024-05-12"),
        ("the weekend? last weekend", "2024-05-11 2024-05-12"),
        ("this month", "2024-05-01 2024-05-31"),
        ("last year", "2023-01-01 2023-12-31"),
        ("last Friday", "2024-05-10 2024-05-10"),
        ("last Wednesday", "2024-05-08 2024-05-08"),
        ("last May", "2023-05-01 2023-05-31"),
        ("last march", ""),
        ("last summer", "2023-06-01 2023-08-31"),
        ("three days ago", "2024-05-12 2024-05-12"),
        ("a couple of weeks ago", "2024-04-29 2024-05-05"),
        ("2 months ago", "2024-03-01 2024-03-31"),
    ] {
        assert_eq!(days_of(text).join(","), expected, "{text}");
    }
}

#[test]
fn dates_are_read_in_many_forms() {
    for text in [
        "on 7 May 2023",
        "on the 7th of May, 2023",
        "May 7, 2023",
        "May 7th 2023?",
        "2023-05-07",
    ] {
        assert_eq!(days_of(text), ["2023-05-07 2023-05-07"], "{text}");
    }
    assert_eq!(days_of("in June 2023"), ["2023-06-01 2023-06-30"]);
    assert_eq!(days_of("in 2022"), ["2022-01-01 2022-12-31"]);
    assert_eq!(days_of("winter 2022"), ["2022-12-01 2023-02-28"]);
}

#[test]
fn a_month_without_a_year_is_that_of_any() {
    let days = days_of("What happened in May?");
    assert!(days.contains(&"2024-05-01 2024-05-31".to_owned()));
    assert!(days.contains(&"2019-05-01 2019-05-31".to_owned()));
}

#[test]
fn verbs_and_numbers_are_no_dates() {
    for text in [
        "I may march on",
        "room 12",
        "they fall",
        "30 February 2023",
        "4711",
        "",
    ] {
        assert_eq!(days_of(text), [] as [&str; 0], "{text}");
    }
}

#[test]
fn a_thing_is_told_when_it_happens_or_soon_after() {
    let found = spans("7 May 2023", &now());
    let at = |text: &str| closeness(&found, Timestamp::parse_rfc3339(text).unwrap());
    assert_eq!(at("2023-05-07T23:59:59Z"), 1.0);
    assert_eq!(at("2023-05-10T00:00:00Z"), 0.8);
    assert_eq!(at("2023-05-25T00:00:00Z"), 0.4);
    assert_eq!(at("2023-05-06T23:59:59Z"), 0.0);
    assert_eq!(at("2023-08-01T00:00:00Z"), 0.0);
}

proptest! {
    #[test]
    fn any_text_is_read(text in ".{0,100}") {
        spans(&text, &now());
    }

    #[test]
    fn any_row_of_time_words_is_read(
        words in prop::collection::vec("last|this|ago|weeks|days|9999|a|of|May|31|2099|1900|friday|winter|0|years", 0..12)
    ) {
        for span in spans(&words.join(" "), &now()) {
            prop_assert!(span.start < span.end);
        }
    }
}
