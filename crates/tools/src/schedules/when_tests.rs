use proptest::prelude::*;
use steward_model::Timestamp;

use super::when::{When, read};

const ZONE: &str = "Europe/Vienna";

/// A Thursday, at ten past ten in the morning in Vienna.
fn now() -> Timestamp {
    Timestamp::parse_rfc3339("2026-01-15T09:10:00Z").unwrap()
}

/// The moment that is meant, by the clocks of Vienna; or the expression.
fn heard(text: &str) -> String {
    match read(text, now(), ZONE) {
        Ok(When::Once(at)) => {
            let at = jiff::Timestamp::from_microsecond(at.as_micros()).unwrap();
            let at = at.in_tz(ZONE).unwrap();
            at.strftime("%a %F %H:%M").to_string()
        }
        Ok(When::Every { cron, .. }) => cron,
        Err(reason) => panic!("{text}: {reason}"),
    }
}

fn refused(text: &str) -> String {
    read(text, now(), ZONE).expect_err(text)
}

#[test]
fn a_day_and_an_hour_are_one_moment() {
    for (said, meant) in [
        ("tomorrow at 9", "Fri 2026-01-16 09:00"),
        ("tomorrow at 9:00", "Fri 2026-01-16 09:00"),
        ("Tomorrow 8:30", "Fri 2026-01-16 08:30"),
        ("tomorrow at 8.30", "Fri 2026-01-16 08:30"),
        ("today at 3pm", "Thu 2026-01-15 15:00"),
        ("3:15 pm today", "Thu 2026-01-15 15:15"),
        ("Friday at 3 p.m.", "Fri 2026-01-16 15:00"),
        ("on Monday at noon", "Mon 2026-01-19 12:00"),
        ("next Monday at 12am", "Mon 2026-01-19 00:00"),
        ("Thursday at 9", "Thu 2026-01-22 09:00"),
        ("at nine o'clock on Sunday", "Sun 2026-01-18 09:00"),
        ("March 5 at 17:45", "Thu 2026-03-05 17:45"),
        ("9:30 March 5", "Thu 2026-03-05 09:30"),
        ("the 20th at 10", "Tue 2026-01-20 10:00"),
        ("1 February 2026 at 7am", "Sun 2026-02-01 07:00"),
        ("2/3 at 14:00", "Tue 2026-02-03 14:00"),
        ("tomorrow morning", "Fri 2026-01-16 09:00"),
        ("tomorrow morning at 5", "Fri 2026-01-16 05:00"),
        ("tomorrow at 7 in the morning", "Fri 2026-01-16 07:00"),
        ("tomorrow at 7 in the evening", "Fri 2026-01-16 19:00"),
        ("this afternoon", "Thu 2026-01-15 15:00"),
        ("tonight at 8", "Thu 2026-01-15 20:00"),
        ("in 3 days at 9", "Sun 2026-01-18 09:00"),
    ] {
        assert_eq!(heard(said), meant, "{said}");
    }
}

#[test]
fn a_date_as_programs_write_it_is_read_with_its_offset_or_in_the_zone() {
    for (said, meant) in [
        ("2026-03-01T09:00:00+00:00", "Sun 2026-03-01 10:00"),
        ("2026-03-01T09:00:00Z", "Sun 2026-03-01 10:00"),
        ("2026-03-01T09:00", "Sun 2026-03-01 09:00"),
        ("2026-03-01 09:00", "Sun 2026-03-01 09:00"),
        ("2026-03-01 at 9:00", "Sun 2026-03-01 09:00"),
    ] {
        assert_eq!(heard(said), meant, "{said}");
    }
}

#[test]
fn an_hour_alone_is_the_next_one() {
    assert_eq!(heard("at 11"), "Thu 2026-01-15 11:00");
    assert_eq!(heard("at 10"), "Fri 2026-01-16 10:00");
    assert_eq!(heard("10:10"), "Fri 2026-01-16 10:10");
    assert_eq!(heard("10:11"), "Thu 2026-01-15 10:11");
    assert_eq!(heard("noon"), "Thu 2026-01-15 12:00");
}

#[test]
fn a_while_is_counted_from_now() {
    for (said, meant) in [
        ("in 20 minutes", "Thu 2026-01-15 10:30"),
        ("in an hour", "Thu 2026-01-15 11:10"),
        ("in half an hour", "Thu 2026-01-15 10:40"),
        ("two hours from now", "Thu 2026-01-15 12:10"),
        ("in 1 hour and 30 minutes", "Thu 2026-01-15 11:40"),
        ("in 3 days", "Sun 2026-01-18 10:10"),
        ("in two weeks", "Thu 2026-01-29 10:10"),
    ] {
        assert_eq!(heard(said), meant, "{said}");
    }
}

#[test]
fn what_comes_again_becomes_an_expression() {
    for (said, meant) in [
        ("every Monday 8:30", "30 8 * * 1"),
        ("every Monday at 8:30", "30 8 * * 1"),
        ("at 8:30 every Monday", "30 8 * * 1"),
        ("Mondays at 9", "0 9 * * 1"),
        ("every Tuesday and Friday at 5pm", "0 17 * * 2,5"),
        ("every week on Sunday at noon", "0 12 * * 0"),
        ("weekly on Monday at 9", "0 9 * * 1"),
        ("every weekday at 9:00", "0 9 * * 1,2,3,4,5"),
        ("weekdays at 7:45", "45 7 * * 1,2,3,4,5"),
        ("every weekend at 10am", "0 10 * * 0,6"),
        ("every day at 18:00", "0 18 * * *"),
        ("daily at 9", "0 9 * * *"),
        ("every morning", "0 9 * * *"),
        ("every evening at 7", "0 19 * * *"),
        ("every month on the 1st at 10:00", "0 10 1 * *"),
        ("monthly on the 15th at 9", "0 9 15 * *"),
        ("every 3rd of the month at 9", "0 9 3 * *"),
        ("every last day of the month at 17:00", "0 17 L * *"),
        ("every year on March 5 at 9", "0 9 5 3 *"),
        ("every hour", "0 * * * *"),
        ("every 2 hours", "0 */2 * * *"),
        ("every 15 minutes", "*/15 * * * *"),
    ] {
        assert_eq!(heard(said), meant, "{said}");
    }
}

#[test]
fn the_first_time_is_the_next_one_by_the_clocks_of_the_zone() {
    let next = |said: &str| match read(said, now(), ZONE) {
        Ok(When::Every { next, .. }) => next.to_string(),
        other => panic!("{other:?}"),
    };
    assert_eq!(next("every day at 10:10"), "2026-01-16T09:10:00Z");
    assert_eq!(next("every day at 10:11"), "2026-01-15T09:11:00Z");
    assert_eq!(next("every Monday at 8:30"), "2026-01-19T07:30:00Z");
}

#[test]
fn a_moment_that_the_clocks_jump_over_comes_right_after() {
    assert_eq!(heard("2026-03-29 02:30"), "Sun 2026-03-29 03:30");
}

#[test]
fn what_is_not_clear_is_named() {
    for (said, unclear) in [
        ("every other Monday at 9", "`other Monday`"),
        ("every second Monday at 9", "`second Monday`"),
        ("tomorrow at 9 sharp", "`sharp`"),
        ("next week at 9", "`next week`"),
        ("soon", "`soon`"),
        ("when Ana calls", "`when Ana calls`"),
    ] {
        let reason = refused(said);
        assert!(
            reason.contains(&format!("it is not clear what {unclear} means.")),
            "{said}: {reason}"
        );
        assert!(reason.contains("`tomorrow at 9:00`"), "{reason}");
    }
}

#[test]
fn what_can_be_no_time_is_refused_with_its_reason() {
    for (said, reason) in [
        ("", "This does not say when."),
        ("tomorrow", "This does not say at what time of the day."),
        ("every Monday", "This does not say at what time of the day."),
        ("every week at 9", "This does not say on which day."),
        ("every month at 9", "This does not say on which day."),
        (
            "every month on the 31st at 9",
            "Not every month has such a day.",
        ),
        (
            "tomorrow at 3",
            "`3` may be 3am or 3pm. Say `3am`, or `15:00`.",
        ),
        ("tomorrow at 13pm", "There is no such time of the day."),
        ("tomorrow at 25:00", "There is no such time of the day."),
        ("February 30 at 9", "There is no such day."),
        ("every 5 minutes", "This rhythm cannot be kept."),
        ("every 7 hours", "This rhythm cannot be kept."),
        (
            "every 2 hours at 9",
            "Say either how often, or at what time.",
        ),
        ("Monday and Friday at 9", "This names more than one day."),
        (
            "today at 9",
            "Thursday, 15 January 2026, 09:00 (Europe/Vienna) is over",
        ),
        (
            "yesterday at 9",
            "Wednesday, 14 January 2026, 09:00 (Europe/Vienna) is over",
        ),
        ("2026-01-15T09:10:00Z", "Thursday, 15 January 2026, 10:10"),
        (
            "in 9000 hours",
            "Monday, 25 January 2027, 10:10 (Europe/Vienna) is too far away",
        ),
        ("in 99999999999999 hours", ""),
    ] {
        let told = refused(said);
        assert!(told.starts_with(reason), "{said}: {told}");
    }
    assert!(refused(&"x".repeat(201)).starts_with("This is too long"));
}

proptest! {
    /// Words of times in any order, and anything else: it is a time that lies ahead, or a reason.
    #[test]
    fn whatever_is_said_is_a_time_ahead_or_a_reason(
        words in prop::collection::vec(prop::sample::select(vec![
            "in", "at", "every", "the", "of", "and", "this", "next", "last", "a", "half", "an", "hour", "hours", "minutes",
            "day", "days", "week", "month", "year", "monday", "fridays", "weekday", "tomorrow", "tonight", "morning", "noon",
            "9", "9:30", "3pm", "p.m.", "31", "1st", "second", "march", "2026", "2026-03-01", "12/5", "o'clock", "from", "now",
        ]), 0..7),
        noise in "\\PC{0,12}",
        noisy in any::<bool>(),
    ) {
        let said = if noisy { format!("{} {noise}", words.join(" ")) } else { words.join(" ") };
        match read(&said, now(), ZONE) {
            Ok(When::Once(at) | When::Every { next: at, .. }) => prop_assert!(at > now(), "{said}"),
            Err(reason) => prop_assert!(!reason.is_empty()),
        }
    }
}
