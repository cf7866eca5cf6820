//! By day in every zone, at every hour of years in which clocks change, whatever the number tells.

use super::*;

const HALF_HOUR: Duration = Duration::from_secs(1800);

fn night() -> QuietHours {
    QuietHours::parse(("21:00", "08:00"), "Europe/Berlin", HALF_HOUR).unwrap()
}

fn at(text: &str) -> Timestamp {
    Timestamp::parse_rfc3339(text).unwrap()
}

fn over(number: &str, now: &str) -> Option<String> {
    night().over_at(number, at(now)).map(|at| at.to_string())
}

#[test]
fn by_day_nobody_waits_and_at_night_until_the_morning() {
    // Los Angeles: eight hours behind in winter, seven in summer.
    assert_eq!(over("+14155550100", "2026-01-15T16:00:00Z"), None);
    assert_eq!(over("+14155550100", "2026-01-16T04:59:59Z"), None);
    let morning = Some("2026-01-16T16:00:00Z".to_owned());
    assert_eq!(over("+14155550100", "2026-01-16T05:00:00Z"), morning);
    assert_eq!(over("+14155550100", "2026-01-16T15:59:59Z"), morning);
    let summer = Some("2026-07-16T15:00:00Z".to_owned());
    assert_eq!(over("+14155550100", "2026-07-16T04:00:00Z"), summer);
    // The clocks go forward in that night, and back in this one.
    let forward = Some("2026-03-08T15:00:00Z".to_owned());
    assert_eq!(over("+14155550100", "2026-03-08T05:00:00Z"), forward);
    let back = Some("2026-11-01T16:00:00Z".to_owned());
    assert_eq!(over("+14155550100", "2026-11-01T04:00:00Z"), back);
}

#[test]
fn where_two_clocks_may_hold_both_must_show_day() {
    // Idaho: Denver's morning comes an hour before Los Angeles's, and so does its night.
    let morning = Some("2026-01-16T16:00:00Z".to_owned());
    assert_eq!(over("+12085550100", "2026-01-16T15:30:00Z"), morning);
    assert_eq!(
        over("+12085550100", "2026-01-16T04:30:00Z"),
        morning,
        "it is night in Denver"
    );
    // A free number may be anybody's: not before Guam's morning, and not after St. John's evening.
    let late = Some("2026-01-16T22:00:00Z".to_owned());
    assert_eq!(over("+18005550100", "2026-01-16T14:00:00Z"), late);
    assert_eq!(over("+18005550100", "2026-01-17T00:29:00Z"), None);
    let next = Some("2026-01-17T22:00:00Z".to_owned());
    assert_eq!(over("+18005550100", "2026-01-17T00:30:00Z"), next);
}

#[test]
fn a_number_that_does_not_tell_goes_by_our_own_clock() {
    // A satellite's.
    assert_eq!(over("+881612345678", "2026-01-15T12:00:00Z"), None);
    let morning = Some("2026-01-16T07:00:00Z".to_owned());
    assert_eq!(over("+881612345678", "2026-01-15T20:00:00Z"), morning);
    // And one that is no number.
    assert_eq!(over("", "2026-01-15T20:00:00Z"), morning);
}

#[test]
fn whenever_somebody_waits_it_is_day_when_they_no_longer_do() {
    let night = night();
    let numbers = [
        ("+19075550100", &["America/Anchorage", "America/Adak"][..]),
        ("+18085550100", &["Pacific/Honolulu"]),
        ("+12065550100", &["America/Los_Angeles"]),
        ("+13035550100", &["America/Denver"]),
        ("+16025550100", &["America/Phoenix"]),
        ("+13125550100", &["America/Chicago"]),
        ("+12125550100", &["America/New_York"]),
        ("+17875550100", &["America/Puerto_Rico"]),
        ("+17095550100", &["America/St_Johns", "America/Halifax"]),
        ("+16715550100", &["Pacific/Guam"]),
        ("+18505550100", &["America/New_York", "America/Chicago"]),
        ("+447700900123", &["Europe/London"]),
        ("+61491570156", &["Australia/Sydney", "Australia/Perth"]),
        ("+5215512345678", &["America/Cancun", "America/Tijuana"]),
        ("+79161234567", &["Asia/Kamchatka", "Europe/Kaliningrad"]),
        (
            "+18005550100",
            &["America/St_Johns", "America/Chicago", "Pacific/Guam"],
        ),
    ];
    let hour = |zone: &str, at: Timestamp| {
        let at = jiff::Timestamp::from_microsecond(at.as_micros()).unwrap();
        TimeZone::get(zone).unwrap().to_datetime(at).hour()
    };
    for (number, zones) in numbers {
        let mut now = at("2026-01-01T00:00:00Z");
        for _ in 0..2 * 24 * 366 {
            let leaves = night.over_at(number, now).unwrap_or(now);
            for zone in zones {
                let hour = hour(zone, leaves);
                assert!(
                    (8..21).contains(&hour),
                    "{number} at {now}: {hour} in {zone}"
                );
            }
            assert!(leaves.since(now) <= Duration::from_secs(24 * 3600));
            assert_eq!(night.over_at(number, leaves), None);
            now = now.plus(HALF_HOUR);
        }
    }
}

#[test]
fn hours_that_are_none_are_refused() {
    let parse = |from, until, zone| QuietHours::parse((from, until), zone, HALF_HOUR).err();
    for wrong in ["9pm", "24:00", "8:00", "08:60", "+8:00", ""] {
        let error = QuietHoursError::Time(wrong.into());
        assert_eq!(parse("21:00", wrong, "UTC"), Some(error));
    }
    let too_long = Some(QuietHoursError::TooLong);
    assert_eq!(parse("08:00", "08:00", "UTC"), too_long);
    assert_eq!(parse("19:59", "08:00", "UTC"), too_long);
    assert_eq!(parse("20:00", "08:00", "UTC"), None);
    let zone = QuietHoursError::Zone("Mars".into());
    assert_eq!(parse("21:00", "08:00", "Mars"), Some(zone));
    // A night that does not go past midnight.
    let small = QuietHours::parse(("01:00", "05:00"), "UTC", HALF_HOUR).unwrap();
    assert_eq!(
        small.over_at("+881612345678", at("2026-01-15T00:59:00Z")),
        None
    );
    let over = small.over_at("+881612345678", at("2026-01-15T01:00:00Z"));
    assert_eq!(over, Some(at("2026-01-15T05:00:00Z")));
}

#[test]
fn the_shortest_day_has_room_for_every_number() {
    let short = QuietHours::parse(("20:00", "08:00"), "UTC", HALF_HOUR).unwrap();
    for number in ["+18005550100", "+79161234567", "+67212345678"] {
        let mut now = at("2026-01-01T00:00:00Z");
        for _ in 0..4 * 366 {
            let leaves = short.over_at(number, now).unwrap_or(now);
            assert_eq!(short.over_at(number, leaves), None, "{number} at {now}");
            now = now.plus(12 * HALF_HOUR);
        }
    }
}
