use proptest::prelude::*;

use super::*;

#[test]
fn durations_are_read_in_every_unit() {
    for (text, millis) in [
        ("250ms", 250),
        ("30s", 30_000),
        ("5m", 300_000),
        ("24h", 86_400_000),
        ("30d", 2_592_000_000),
        (" 30 s ", 30_000),
        ("0s", 0),
    ] {
        assert_eq!(
            text.parse(),
            Ok(HumanDuration::from_millis(millis)),
            "{text}"
        );
    }
}

#[test]
fn other_texts_are_refused_with_the_reason() {
    use DurationError::{NoNumber, NoUnit, TooLong, UnknownUnit};
    for (text, error) in [
        ("", NoNumber),
        ("soon", NoNumber),
        ("-5s", NoNumber),
        ("30", NoUnit),
        ("1.5h", UnknownUnit(".5h".to_owned())),
        ("1h30m", UnknownUnit("h30m".to_owned())),
        ("5M", UnknownUnit("M".to_owned())),
        ("99999999999999999999s", TooLong),
        ("18446744073709551615s", TooLong),
    ] {
        assert_eq!(text.parse::<HumanDuration>(), Err(error), "{text}");
    }
}

#[test]
fn a_duration_prints_in_its_longest_unit() {
    for (millis, text) in [
        (0, "0s"),
        (1_500, "1500ms"),
        (90_000, "90s"),
        (86_400_000, "1d"),
    ] {
        assert_eq!(HumanDuration::from_millis(millis).to_string(), text);
    }
}

proptest! {
    #[test]
    fn printing_and_reading_gives_the_same_duration(millis: u64) {
        let duration = HumanDuration::from_millis(millis);
        prop_assert_eq!(duration.to_string().parse(), Ok(duration));
    }
}
