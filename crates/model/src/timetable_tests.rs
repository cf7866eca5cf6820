use std::collections::BTreeSet;

use jiff::civil::date;
use jiff::tz::TimeZone;
use proptest::prelude::*;

use super::*;

/// Zones with the days on which their clocks change in 2026: forward first. Lord Howe moves by half an hour.
const ZONES: [(&str, [(i8, i8); 2]); 3] = [
    ("America/New_York", [(3, 8), (11, 1)]),
    ("Europe/Berlin", [(3, 29), (10, 25)]),
    ("Australia/Lord_Howe", [(10, 4), (4, 5)]),
];

fn at(text: &str) -> Timestamp {
    Timestamp::parse_rfc3339(text).unwrap()
}

/// The occurrences of a day in a zone, as the clock there shows them, with the offset.
fn on(cron: &str, zone: &str, (month, day): (i8, i8)) -> Vec<String> {
    let table = Timetable::parse(cron, zone).unwrap();
    let zone = TimeZone::get(zone).unwrap();
    let start = date(2026, month, day).to_zoned(zone.clone()).unwrap();
    let end = start.tomorrow().unwrap().timestamp().as_microsecond();
    let before = Timestamp::from_micros(start.timestamp().as_microsecond() - 1);
    std::iter::successors(table.next_after(before), |at| table.next_after(*at))
        .take_while(|at| at.as_micros() < end)
        .map(|at| {
            let at = jiff::Timestamp::from_microsecond(at.as_micros()).unwrap();
            at.to_zoned(zone.clone()).strftime("%H:%M%:z").to_string()
        })
        .collect()
}

#[test]
fn a_timetable_is_read_in_its_zone() {
    let table = Timetable::parse("30 9 * * 1-5", "Europe/Berlin").unwrap();
    let friday = at("2026-01-02T08:00:00Z");
    assert_eq!(table.next_after(friday), Some(at("2026-01-02T08:30:00Z")));
    let then = at("2026-01-02T08:30:00Z");
    assert_eq!(table.next_after(then), Some(at("2026-01-05T08:30:00Z")));
    assert_eq!(
        table.next_after(at("2026-07-06T00:00:00Z")),
        Some(at("2026-07-06T07:30:00Z"))
    );
    let leap = Timetable::parse("0 0 29 2 *", "utc").unwrap();
    assert_eq!(leap.next_after(then), Some(at("2028-02-29T00:00:00Z")));
    assert_eq!(leap.next_after(Timestamp::from_micros(i64::MAX)), None);
}

#[test]
fn a_time_that_the_day_does_not_have_comes_once_at_the_first_moment_after() {
    for (cron, zone, day, expected) in [
        (
            "30 2 * * *",
            "America/New_York",
            (3, 8),
            &["03:00-04:00"][..],
        ),
        ("0,30 2 * * *", "America/New_York", (3, 8), &["03:00-04:00"]),
        ("*/20 2 * * *", "Europe/Berlin", (3, 29), &["03:00+02:00"]),
        (
            "30 2,3 * * *",
            "Europe/Berlin",
            (3, 29),
            &["03:00+02:00", "03:30+02:00"],
        ),
        ("0 2,3 * * *", "Europe/Berlin", (3, 29), &["03:00+02:00"]),
        (
            "15 2 * * *",
            "Australia/Lord_Howe",
            (10, 4),
            &["02:30+11:00"],
        ),
    ] {
        assert_eq!(on(cron, zone, day), expected, "{cron} in {zone}");
    }
}

#[test]
fn a_time_that_the_day_has_twice_comes_once() {
    for (cron, zone, day, expected) in [
        (
            "30 1 * * *",
            "America/New_York",
            (11, 1),
            &["01:30-04:00"][..],
        ),
        (
            "0,30 2 * * *",
            "Europe/Berlin",
            (10, 25),
            &["02:00+02:00", "02:30+02:00"],
        ),
        (
            "45 1 * * *",
            "Australia/Lord_Howe",
            (4, 5),
            &["01:45+11:00"],
        ),
        (
            "0 2-3 * * *",
            "Europe/Berlin",
            (10, 25),
            &["02:00+02:00", "03:00+01:00"],
        ),
    ] {
        assert_eq!(on(cron, zone, day), expected, "{cron} in {zone}");
    }
}

#[test]
fn what_comes_every_hour_comes_every_hour_that_passes() {
    assert_eq!(on("5 * * * *", "America/New_York", (3, 8)).len(), 23);
    assert_eq!(on("5 * * * *", "America/New_York", (11, 1)).len(), 25);
    let late = on("*/30 * * * *", "Europe/Berlin", (10, 25));
    assert_eq!(late.len(), 50);
    assert_eq!(
        late[4..8],
        ["02:00+02:00", "02:30+02:00", "02:00+01:00", "02:30+01:00"]
    );
}

#[test]
fn what_is_wrong_is_said_with_an_example() {
    for (cron, zone, message) in [
        (
            "0 9 * *",
            "UTC",
            "a schedule has five fields with spaces between them (minute, hour, day of the month, month, day of the \
             week) and not 4: `0 9 * * 1-5` is nine o'clock from Monday to Friday",
        ),
        (
            "0 25 * * *",
            "UTC",
            "`25` is no hour: write 0 to 23, like `9`, `8-18` or `*`",
        ),
        (
            "x 9 * * *",
            "UTC",
            "`x` is no minute: write 0 to 59, like `0`, `*/15` or `0,30`",
        ),
        (
            "0 9 * * MOX",
            "UTC",
            "`MOX` is no day of the week: write 0 to 6 from Sunday on, or SUN to SAT, like `1-5`, or `*`",
        ),
        (
            "0 9 30 2 *",
            "UTC",
            "this time never comes: no year has such a day",
        ),
        (
            "0 9 * * *",
            "Europe/Berlni",
            "there is no time zone `Europe/Berlni`: did you mean `Europe/Berlin`?",
        ),
        (
            "0 9 * * *",
            "new york",
            "there is no time zone `new york`: did you mean `America/New_York`?",
        ),
        (
            "0 9 * * *",
            "the moon",
            "there is no time zone `the moon`: write it like `Europe/Berlin` or `America/New_York`",
        ),
    ] {
        let error = Timetable::parse(cron, zone).unwrap_err();
        assert_eq!(error.to_string(), message, "{cron} in {zone}");
    }
    let long = "0,".repeat(100_000) + "0 9 * * *";
    let error = Timetable::parse(&long, "UTC").unwrap_err();
    assert_eq!(error, TimetableError::TooLong);
    assert!(Timetable::parse("0 9 * * *", &"x".repeat(100_000)).is_err());
}

#[test]
fn one_run_makes_up_for_all_that_were_missed() {
    let hourly = Timetable::parse("0 * * * *", "UTC").unwrap();
    let due = at("2026-01-01T01:00:00Z");
    for (now, missed, next) in [
        ("2026-01-01T01:00:00Z", 0, "2026-01-01T02:00:00Z"),
        ("2026-01-01T01:59:59Z", 0, "2026-01-01T02:00:00Z"),
        ("2026-01-01T04:30:00Z", 3, "2026-01-01T05:00:00Z"),
        // A clock that was set back does not bring it round again.
        ("2026-01-01T00:30:00Z", 0, "2026-01-01T02:00:00Z"),
    ] {
        let plan = hourly.plan(due, at(now), Misfire::RunOnce);
        let expected = Plan {
            run: true,
            missed,
            next_at: Some(at(next)),
        };
        assert_eq!(plan, expected, "{now}");
    }
}

#[test]
fn what_is_not_made_up_for_is_passed_over_up_to_the_grace() {
    let hourly = Timetable::parse("0 * * * *", "UTC").unwrap();
    let due = at("2026-01-01T01:00:00Z");
    for (now, run, missed, next) in [
        ("2026-01-01T01:05:00Z", true, 0, "2026-01-01T02:00:00Z"),
        ("2026-01-01T01:05:01Z", false, 1, "2026-01-01T02:00:00Z"),
        ("2026-01-01T04:30:00Z", false, 4, "2026-01-01T05:00:00Z"),
        // The last one is not too late: it is due next.
        ("2026-01-01T04:02:00Z", false, 3, "2026-01-01T04:00:00Z"),
    ] {
        let plan = hourly.plan(due, at(now), Misfire::Skip);
        let expected = Plan {
            run,
            missed,
            next_at: Some(at(next)),
        };
        assert_eq!(plan, expected, "{now}");
    }
}

#[test]
fn a_moment_that_comes_once_runs_or_is_reported() {
    let due = at("2026-01-01T01:00:00Z");
    let late = at("2026-01-01T02:00:00Z");
    for (now, misfire, run) in [
        (due, Misfire::Skip, true),
        (late, Misfire::Skip, false),
        (late, Misfire::RunOnce, true),
    ] {
        let expected = Plan {
            run,
            missed: i64::from(!run),
            next_at: None,
        };
        assert_eq!(plan_once(due, now, misfire), expected);
    }
}

#[test]
fn a_year_of_minutes_is_passed_over_in_no_time() {
    let table = Timetable::parse("* * * * *", "Europe/Berlin").unwrap();
    let (due, now) = (at("2026-01-01T00:00:00Z"), at("2027-01-01T00:00:30Z"));
    let plan = table.plan(due, now, Misfire::RunOnce);
    assert_eq!(plan.missed, 1000);
    assert_eq!(plan.next_at, Some(at("2027-01-01T00:01:00Z")));
}

/// A field that names a few values.
fn some(of: std::ops::Range<u8>) -> impl Strategy<Value = Vec<u8>> {
    prop::collection::btree_set(of, 1..5).prop_map(|values| values.into_iter().collect())
}

fn list(values: &[u8]) -> String {
    let values: Vec<_> = values.iter().map(u8::to_string).collect();
    values.join(",")
}

/// When the clock first shows each of these times of a day, or has passed it: found by looking at every minute.
fn by_looking(zone: &TimeZone, day: (i8, i8), hours: &[u8], minutes: &[u8]) -> BTreeSet<i64> {
    let start = date(2026, day.0, day.1).to_zoned(zone.clone()).unwrap();
    let end = start.tomorrow().unwrap();
    let length = start.duration_until(&end).as_mins();
    let shown: Vec<_> = (0..length)
        .map(|minute| &start + jiff::SignedDuration::from_mins(minute))
        .collect();
    let mut found = BTreeSet::new();
    for hour in hours {
        for minute in minutes {
            let time = (*hour as i8, *minute as i8);
            let first = shown.iter().find(|at| (at.hour(), at.minute()) >= time);
            found.extend(first.map(|at| at.timestamp().as_microsecond()));
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn on_every_day_that_changes_each_time_comes_once(
        zone in 0..ZONES.len(), change in 0..2usize, hours in some(0..24), minutes in some(0..60),
    ) {
        let (name, days) = ZONES[zone];
        let zone = TimeZone::get(name).unwrap();
        let cron = format!("{} {} * * *", list(&minutes), list(&hours));
        let table = Timetable::parse(&cron, name).unwrap();
        let expected = by_looking(&zone, days[change], &hours, &minutes);
        let day = date(2026, days[change].0, days[change].1).to_zoned(zone).unwrap();
        let (start, end) = (day.timestamp().as_microsecond(), day.tomorrow().unwrap().timestamp().as_microsecond());
        let mut found = Vec::new();
        let mut after = Timestamp::from_micros(start - 1);
        while let Some(next) = table.next_after(after).filter(|next| next.as_micros() < end) {
            prop_assert!(next > after, "{cron} in {name} stands still at {next}");
            found.push(next.as_micros());
            after = next;
        }
        prop_assert_eq!(found, expected.into_iter().collect::<Vec<_>>(), "{} in {}", cron, name);
    }

    #[test]
    fn from_any_moment_the_next_is_the_first_that_is_later(
        zone in 0..ZONES.len(), change in 0..2usize, offset in -7200..100_000i64,
        every_hour in any::<bool>(), hours in some(0..24), minutes in some(0..60),
    ) {
        let (name, days) = ZONES[zone];
        let hours = if every_hour { "*".to_owned() } else { list(&hours) };
        let cron = format!("{} {hours} * * *", list(&minutes));
        let table = Timetable::parse(&cron, name).unwrap();
        let day = date(2026, days[change].0, days[change].1).to_zoned(TimeZone::get(name).unwrap()).unwrap();
        let start = Timestamp::from_micros((day.timestamp().as_second() - 100_000) * 1_000_000);
        let moment = Timestamp::from_micros((day.timestamp().as_second() + offset) * 1_000_000 + 17);
        // One by one from long before, and at once: both lead to the same occurrence.
        let mut step = start;
        while step <= moment {
            let next = table.next_after(step).unwrap();
            prop_assert!(next > step, "{cron} in {name} stands still at {next}");
            step = next;
        }
        prop_assert_eq!(table.next_after(moment), Some(step), "{} in {} after {}", cron, name, moment);
    }
}
