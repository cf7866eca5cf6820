use proptest::prelude::*;

use super::*;

const SECRET: &str = "My \"secret\" number\nis 4711, truly.";

fn standing(scope: &str) -> Standing<'_> {
    Standing {
        scope,
        said: false,
        cut: false,
    }
}

fn words(text: &str, reach: &Reach) -> Words {
    let mut words = Words::default();
    words.add(text, "contact:a", reach);
    words
}

#[test]
fn a_text_is_found_however_it_is_quoted() {
    let words = words(SECRET, &Reach::Everywhere);
    let plain = format!("Maria: {SECRET} Bye.");
    let json = serde_json::json!({ "n": 1, "text": plain }).to_string();
    let twice = serde_json::json!({ "arguments": json }).to_string();
    let in_prose = format!("The tool said {json} and went.");
    for (content, expected) in [
        (plain.as_str(), "Maria: [forgotten] Bye."),
        (&json, r#"{"n":1,"text":"Maria: [forgotten] Bye."}"#),
        (
            &twice,
            r#"{"arguments":"{\"n\":1,\"text\":\"Maria: [forgotten] Bye.\"}"}"#,
        ),
        (
            &in_prose,
            r#"The tool said {"n":1,"text":"Maria: [forgotten] Bye."} and went."#,
        ),
        ("My \"secret\"  number is\t4711, truly.", "[forgotten]"),
        (
            "HE SAID MY \"SECRET\" NUMBER IS 4711, TRULY. Odd.",
            "HE SAID [forgotten] Odd.",
        ),
    ] {
        let scrubbed = words.scrub(content, standing("org:o"));
        assert_eq!(scrubbed.as_deref(), Some(expected), "{content}");
        assert_eq!(words.scrub(expected, standing("org:o")), None);
    }
}

#[test]
fn what_was_forgotten_already_is_not_looked_for_again() {
    let marked = "It is [forgotten], and [forgotten].";
    for text in [
        "forgotten",
        "[forgotten]",
        "\"[forgotten]\" [forgotten]",
        "Forgotten]",
    ] {
        let words = words(text, &Reach::Everywhere);
        assert_eq!(words.scrub(marked, standing("contact:a")), None, "{text}");
    }
    let plain = words("forgotten", &Reach::Everywhere);
    let scrubbed = plain.scrub("I have forgotten it.", standing("contact:a"));
    assert_eq!(scrubbed.as_deref(), Some("I have [forgotten] it."));
    let rest = words("[forgotten] and the key is in the shed", &Reach::Everywhere);
    let scrubbed = rest.scrub("[forgotten] and the key is in the shed.", standing("org:o"));
    assert_eq!(scrubbed.as_deref(), Some("[forgotten]."));
    let within = words("The key [forgotten] is in the shed", &Reach::Everywhere);
    let scrubbed = within.scrub("The key [forgotten] is in the shed.", standing("org:o"));
    assert_eq!(scrubbed.as_deref(), Some("[forgotten]."));
}

#[test]
fn a_title_is_found_that_was_cut_off_in_a_text() {
    let text = "The password of the new locker in the basement is 4711, and nobody may know it";
    let words = words(text, &Reach::Copies);
    let title = Standing {
        cut: true,
        ..standing("member:m")
    };
    let long = "The password of the new locker in the basement is 4711, and";
    assert_eq!(words.scrub(long, title).as_deref(), Some("[forgotten]"));
    let after = format!("Look: {}", &long[..52]);
    let scrubbed = words.scrub(&after, title);
    assert_eq!(scrubbed.as_deref(), Some("Look: [forgotten]"));
    // What goes on otherwise is another text, and so is what is too short to have been cut.
    let other = "The password of the new locker in the basement is 4712, and";
    for content in [other, "The password of the new locker"] {
        assert_eq!(words.scrub(content, title), None, "{content}");
    }
    assert_eq!(words.scrub(long, standing("member:m")), None);
}

#[test]
fn a_backslash_of_the_text_is_not_taken_for_an_escape() {
    let text = r"The folder is C:\ \new\notes on the old machine";
    let words = words(text, &Reach::Everywhere);
    let json = serde_json::json!({ "text": text }).to_string();
    for content in [text, json.as_str()] {
        let scrubbed = words.scrub(content, standing("org:o")).unwrap();
        assert!(!scrubbed.contains("folder"), "{scrubbed}");
    }
}

#[test]
fn other_texts_stay_as_they_are() {
    let words = words("Call me back at noon", &Reach::Everywhere);
    for content in [
        "Call me back at noontime",
        "Recall me back at noon",
        "Call me backat noon",
        "{\"text\":\"Call me back\"}",
        "",
    ] {
        assert_eq!(words.scrub(content, standing("org:o")), None, "{content}");
    }
}

#[test]
fn a_sentence_of_a_long_text_is_found_by_itself() {
    let text = "Hello there. The safe in the cellar opens with the grey key. Thanks!";
    let words = words(text, &Reach::Everywhere);
    let quoted = "He wrote: The safe in the cellar opens with the grey key. Hello there.";
    assert_eq!(
        words.scrub(quoted, standing("org:o")).as_deref(),
        Some("He wrote: [forgotten] Hello there.")
    );
}

#[test]
fn what_may_be_somebody_elses_is_looked_for_in_its_own_scope() {
    let words = words("hunter2", &Reach::Everywhere);
    let content = "It is hunter2.";
    assert_eq!(words.scrub(content, standing("org:o")), None);
    let own = words.scrub(content, standing("contact:a"));
    assert_eq!(own.as_deref(), Some("It is [forgotten]."));
    let tag = words.scrub(r#"{"type":"hunter2"}"#, standing("contact:a"));
    assert_eq!(tag, None);
}

#[test]
fn what_others_said_is_theirs_when_a_person_is_forgotten() {
    let words = words("Where is the key to the shed?", &Reach::Quotes);
    let said = Standing {
        scope: "member:b",
        said: true,
        cut: false,
    };
    let content = "Where is the key to the shed?";
    assert_eq!(words.scrub(content, said), None);
    assert!(words.scrub(content, standing("member:b")).is_some());
}

#[test]
fn a_copy_of_what_a_contact_said_is_not_a_members_own_word() {
    let said = |scope| Standing {
        scope,
        said: true,
        cut: false,
    };
    let long = "The spare key to the shed is under the third flower pot.";
    for (text, is_copy) in [
        (long, true),
        ("DE89370400440532013000", true),
        ("Where is the key to the shed?", false),
        ("antidisestablishmentarianism", false),
    ] {
        let words = words(text, &Reach::Copies);
        let pasted = format!("she wrote {}", text.to_uppercase());
        let scrubbed = words.scrub(&pasted, said("member:b"));
        assert_eq!(scrubbed.is_some(), is_copy, "{text}");
        assert!(words.scrub(&pasted, standing("member:b")).is_some());
        assert_eq!(words.scrub(&pasted, said("contact:b")), None);
    }
}

#[test]
fn letters_without_one_small_form_keep_their_places() {
    let words = words("İstanbul'da üçüncü katta ÖĞLEDEN sonra", &Reach::Everywhere);
    let content = "Not: İSTANBUL'DA ÜÇÜNCÜ KATTA öğleden SONRA. İyi.";
    assert_eq!(
        words.scrub(content, standing("org:o")).as_deref(),
        Some("Not: [forgotten]. İyi.")
    );
}

#[test]
fn texts_are_rare_by_their_length() {
    for (text, expected) in [
        ("ok", Rarity::Common),
        ("👍 👍 👍", Rarity::Common),
        ("4711", Rarity::Doubtful),
        ("on Tuesday", Rarity::Doubtful),
        ("see you next Tuesday", Rarity::Rare),
        ("maria.lopez@example.com", Rarity::Doubtful),
        ("+491701234567", Rarity::Rare),
    ] {
        assert_eq!(rarity(text), expected, "{text}");
    }
}

#[test]
fn scripts_without_spaces_are_looked_through_letter_by_letter() {
    let words = words("我的保险箱密码是四七一一号", &Reach::Everywhere);
    let content = "他说我的保险箱密码是四七一一号。";
    assert_eq!(
        words.scrub(content, standing("org:o")).as_deref(),
        Some("他说[forgotten]。")
    );
}

proptest! {
    #[test]
    fn nothing_is_left_of_a_text_in_json(
        before in "\\PC{0,20}[ .:>]",
        text in "[a-zA-Z0-9äöü\"\\\\ \n,.!]{30,120}x",
        after in "[ <.]\\PC{0,20}",
    ) {
        prop_assume!(rarity(&text) == Rarity::Rare);
        let words = words(&text, &Reach::Everywhere);
        let content = serde_json::json!({ "a": [format!("{before}{text}{after}")] }).to_string();
        let scrubbed = words.scrub(&content, standing("org:o"));
        let scrubbed = scrubbed.ok_or_else(|| TestCaseError::fail("it was not found"))?;
        prop_assert!(serde_json::from_str::<Value>(&scrubbed).is_ok());
        prop_assert_eq!(words.scrub(&scrubbed, standing("org:o")), None);
    }

    #[test]
    fn any_content_is_looked_through(content in "\\PC{0,200}", text in "\\PC{0,60}") {
        let _ = words(&text, &Reach::Everywhere).scrub(&content, standing("contact:a"));
    }
}
