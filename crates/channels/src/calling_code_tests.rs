use proptest::prelude::*;
use steward_model::E164;

use crate::calling_code;

fn code(number: &str) -> Option<&'static str> {
    calling_code(&number.parse::<E164>().unwrap())
}

#[test]
fn a_number_belongs_to_the_country_its_code_says() {
    for (number, expected) in [
        ("+14155550123", Some("1")),
        ("+14165550123", Some("1")),
        ("+18005550123", Some("1")),
        ("+442079460958", Some("44")),
        ("+4915123456789", Some("49")),
        ("+33612345678", Some("33")),
        ("+353861234567", Some("353")),
        ("+358401234567", Some("358")),
        ("+886912345678", Some("886")),
        ("+8613812345678", Some("86")),
        ("+2348012345678", Some("234")),
        ("+27821234567", Some("27")),
        ("+995551234567", Some("995")),
        ("+881612345678", Some("881")),
        ("+979123456789", Some("979")),
        ("+79161234567", Some("7")),
        ("+77011234567", Some("77")),
        ("+76001234567", Some("77")),
        ("+2101234567", None),
        ("+3841234567", None),
        ("+9991234567", None),
    ] {
        assert_eq!(code(number), expected, "{number}");
    }
}

#[test]
fn the_islands_of_zone_1_are_not_the_mainland() {
    for (number, expected) in [
        ("+18765550123", "1876"),
        ("+16585550123", "1876"),
        ("+18095550123", "1809"),
        ("+18495550123", "1809"),
        ("+17875550123", "1787"),
        ("+12425550123", "1242"),
        ("+19005550123", "1900"),
    ] {
        assert_eq!(code(number), Some(expected), "{number}");
    }
}

proptest! {
    #[test]
    fn a_code_never_depends_on_what_follows_its_area(number in "\\+[1-9][0-9]{6}", more in "[0-9]{0,8}") {
        prop_assert_eq!(code(&number), code(&format!("{number}{more}")));
    }

    #[test]
    fn outside_zone_1_and_7_a_code_is_the_beginning_of_its_number(number in "\\+[2-689][0-9]{6,14}") {
        if let Some(code) = code(&number) {
            prop_assert!(number[1..].starts_with(code));
            prop_assert!((2..=3).contains(&code.len()));
        }
    }
}
