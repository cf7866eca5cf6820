//! What is said of something else than the account changes no field, and what is said of it does, however it begins.

use super::engine::Reply;
use super::engine_tests::{check, reply};

#[test]
fn what_is_lost_quoted_or_signed_besides_the_account_is_a_note() {
    check(&[
        ("Dana at BPA lost her keys to the shed", &["note"]),
        (
            "We lost the certificate for K&L Heating, ask Karl for another one",
            &["note"],
        ),
        (
            "Dana pitched the idea of a second shift to her board, note that for BPA",
            &["note"],
        ),
        (
            "Karl quoted me some poem about winter at K&L Heating",
            &["note"],
        ),
        (
            "Ilse got a quote for a new boiler, eleven thousand, at Vandermeer Orchards",
            &["note"],
        ),
        (
            "Nestor got a quote from his scaffolding supplier, 14,200, keep it with Castillo Brothers",
            &["note"],
        ),
        ("BPA's rent goes to 9,200 in June", &["note"]),
        ("Tell the file that Dana at BPA lost two laptops", &["note"]),
    ]);
}

#[test]
fn what_is_only_to_be_noted_moves_nothing() {
    check(&[
        (
            "Dana says they were quoted 7,100 by her cousin's agency, note that on BPA",
            &["note"],
        ),
        (
            "BPA is bound with somebody else's umbrella, just note it",
            &["note"],
        ),
        (
            "Mark BPA as Bound and note that the pool is gone",
            &["stage=\"Bound\""],
        ),
    ]);
}

#[test]
fn no_sum_is_less_than_nothing_or_loose() {
    for text in [
        "Set BPA's premium to $-5",
        "Set BPA's premium to -5 dollars",
        "BPA is at -$500 now",
        "BPA's premium is minus 500",
    ] {
        assert!(
            matches!(reply(text), Reply::Refuse { .. }),
            "{text}: {:?}",
            reply(text)
        );
    }
    check(&[
        (
            "The premium for BPA is nine thousand something",
            &["clarify"],
        ),
        (
            "That'd be another four hundred in premium for BPA",
            &["note"],
        ),
    ]);
}

#[test]
fn a_carrier_that_nobody_has_yet_is_set() {
    check(&[
        (
            "The carrier for BPA is now Acme Mutual",
            &["carrier=\"Acme Mutual\""],
        ),
        (
            "BPA's carrier is Old Ironsides Insurance",
            &["carrier=\"Old Ironsides Insurance\""],
        ),
    ]);
}

#[test]
fn a_sentence_may_begin_with_what_fills_a_pause() {
    check(&[
        (
            "Tell you what, BPA, knock that premium down to seventy-four hundred",
            &["premium=7400"],
        ),
        (
            "Okay so, uh, K&L Heating, put them down as lost",
            &["stage=\"Lost\""],
        ),
        (
            "Well, let's see, set BPA to Quote Pitched",
            &["stage=\"Quote Pitched\""],
        ),
        (
            "Call Karl at K&L Heating back on June 9, set me a follow-up",
            &["follow_up_date=\"2027-06-09\""],
        ),
    ]);
}

#[test]
fn what_is_said_beside_a_question_is_not_asked() {
    for (text, part) in [
        (
            "I'm about to drive over to BPA, who do I ask for?",
            "Dana Whitcomb",
        ),
        ("How about K&L Heating, what do they carry?", "Umbrella"),
        (
            "My son is asking, what do they pay at K&L Heating?",
            "14,500",
        ),
    ] {
        match reply(text) {
            Reply::Answer(answer) => assert!(answer.text.contains(part), "{text}: {}", answer.text),
            other => panic!("{text}: {other:?}"),
        }
    }
}
