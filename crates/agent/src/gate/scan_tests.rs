use proptest::prelude::*;

use super::scan::repeats;
use super::{Mention, mentions};

fn link(text: &str) -> Mention {
    Mention::Link(text.to_owned())
}

fn email(text: &str) -> Mention {
    Mention::Email(text.to_owned())
}

fn phone(text: &str) -> Mention {
    Mention::Phone(text.to_owned())
}

#[test]
fn links_are_found_however_they_are_written() {
    for (text, expected) in [
        (
            "See https://evil.example/x?y=1.",
            "https://evil.example/x?y=1",
        ),
        ("see (http://evil.example)", "http://evil.example"),
        ("[here](https://evil.example/a)", "https://evil.example/a"),
        ("[x]: https://evil.example/a", "https://evil.example/a"),
        ("![i](//evil.example/p.png)", "//evil.example/p.png"),
        ("go to evil.com/pay now", "evil.com/pay"),
        ("go to Evil.Com!", "Evil.Com"),
        ("www.evil", "www.evil"),
        ("e\u{200b}vil.co\u{200d}m", "evil.com"),
        ("evil。com", "evil.com"),
        ("ｅｖｉｌ．ｃｏｍ", "evil.com"),
        ("еvil.com", "еvil.com"),
        ("evil.xn--p1ai", "evil.xn--p1ai"),
        ("javascript://x", "javascript://x"),
        ("**evil.com**", "evil.com"),
        ("evil.com:8080", "evil.com:8080"),
    ] {
        let found = mentions(text);
        let bare = link(expected.trim_start_matches('/'));
        assert!(
            found.contains(&link(expected)) || found.contains(&bare),
            "{text}: {found:?}"
        );
    }
}

#[test]
fn what_is_spelt_out_is_found() {
    for (text, expected) in [
        ("write to eve at evil dot com", email("eve@evil.com")),
        ("write to eve [at] evil [dot] com!", email("eve@evil.com")),
        ("see evil dot com slash pay", link("evil.com/pay")),
        (
            "call four one five, five five five, oh one two three",
            phone("4155550123"),
        ),
        (
            "call four-one-five five-five-five 0123",
            phone("4155550123"),
        ),
        ("4, 1, 5, 5, 5, 5, 0, 1, 2, 3", phone("4155550123")),
    ] {
        let found = mentions(text);
        assert!(found.contains(&expected), "{text}: {found:?}");
    }
}

#[test]
fn mailboxes_are_found() {
    assert_eq!(mentions("Write to Eve@Evil.com."), [email("eve@evil.com")]);
    assert_eq!(mentions("<eve@evil.co.uk>"), [email("eve@evil.co.uk")]);
    assert_eq!(
        mentions("mailto:eve@evil.com"),
        [link("mailto:eve@evil.com")]
    );
    assert_eq!(mentions("meet @noon or me@home"), []);
}

#[test]
fn phones_are_found_and_compared_by_their_digits() {
    for text in [
        "+1 415 555 0123",
        "(415) 555-0123",
        "415.555.0123",
        "1-415-555-0123",
        "415/555/0123",
        "４１５５５５０１２３",
    ] {
        assert_eq!(mentions(text).len(), 1, "{text}");
    }
    assert_eq!(mentions("call (415) 555-0123 now"), [phone("4155550123")]);
    assert_eq!(mentions("+1 (415) 555-0123"), [phone("4155550123")]);
    assert_eq!(mentions("+99 415 555 0123"), [phone("994155550123")]);
    assert_eq!(mentions("٤١٥٥٥٥٠١٢٣").len(), 1);
}

#[test]
fn accounts_are_found() {
    for text in [
        "DE89 3704 0044 0532 0130 00",
        "DE89370400440532013000",
        "de89-3704-0044-0532-0130-00",
    ] {
        let found = mentions(text);
        assert!(
            found.contains(&Mention::Iban("DE89370400440532013000".to_owned())),
            "{text}: {found:?}"
        );
    }
    let found = mentions("pay GB29 NWBK 6016 1331 9268 19 today");
    assert!(
        found.iter().any(|one| matches!(one, Mention::Iban(_))),
        "{found:?}"
    );
}

#[test]
fn ordinary_talk_is_clean() {
    for text in [
        "Your lease ends on 2026-05-31, i.e. in two weeks.",
        "The visit is on 31.05.2026 at 10:30 a.m. in unit 4B.",
        "Rent is $1,250,000.00 or 12% of it. See you on 5/31/2026!",
        "Ph.D. students, U.S. citizens, etc. are welcome... really.",
        "Flat 12, floor 3, code 4711.",
        "Meet me at noon at the gate, or at one or two at the latest.",
        "One of the three keys, two of the five rooms: dot the i.",
        "Free on 2026-05-31 10:30-11:45 and (2026-06-01).",
        "",
    ] {
        assert_eq!(mentions(text), [], "{text}");
    }
}

#[test]
fn a_phone_in_the_dress_of_a_date_is_found() {
    assert_eq!(mentions("1234-56-78"), [phone("12345678")]);
    assert_eq!(mentions("99/99/9999"), [phone("99999999")]);
}

#[test]
fn digits_around_a_phone_do_not_hide_it() {
    for text in [
        "00000000000000000000 415 555 0123",
        "2026-05-31 415 555 0123",
        "415\n555\n0123",
        "415_555_0123",
        "4 1 5 5 5 5 0 1 2 3",
    ] {
        let found = mentions(text);
        assert!(
            found.iter().any(|one| matches!(one, Mention::Phone(_))),
            "{text}"
        );
    }
    assert_eq!(mentions("flat 12 +14155550123"), [phone("4155550123")]);
}

#[test]
fn a_secret_is_seen_through_spacing_and_case() {
    assert!(repeats("the code is A B-c 1 2", "abc12"));
    assert!(repeats("T\u{200b}he gate CODE", "gate code"));
    assert!(repeats("gate code four seven one one", "gate code 4711"));
    assert!(!repeats("the code is abd12", "abc12"));
    assert!(!repeats("anything", " - "));
}

proptest! {
    #[test]
    fn any_text_may_come(text in any::<String>()) {
        mentions(&text);
        repeats(&text, &text);
    }

    #[test]
    fn an_address_is_found_wherever_it_stands(before in "[a-z ,.!]{0,20}", after in "[ ,][a-z ,!]{0,20}") {
        let text = format!("{before} https://evil.example/x{after}");
        prop_assert!(mentions(&text).contains(&link("https://evil.example/x")));
    }
}
