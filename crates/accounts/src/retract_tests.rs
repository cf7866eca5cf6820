//! What is taken back, only asked, hoped, to come, over, or heard of: nothing is written but a note.

use super::engine_tests::{come_to, outcome, reply};

/// The sentences that change a field.
fn changing<'a>(texts: &[&'a str]) -> Vec<(&'a str, Vec<String>)> {
    let came = texts.iter().map(|text| (*text, outcome(reply(text))));
    came.filter(|(_, came)| came.iter().any(|field| field.contains('=')))
        .collect()
}

#[test]
fn what_is_taken_back_in_the_same_message_is_not_written() {
    assert_eq!(
        changing(&[
            "BPA: change stage to Bound. Just kidding, Quoted is right.",
            "BPA: set to Lost. Scratch that, leave it at Quoted.",
            "BPA is lost. Oops, wrong account.",
            "Mark BPA Lost. Sorry, I meant Vandermeer.",
            "Mark BPA as bound, wait, wrong one.",
            "Mark BPA as Bound. Never mind.",
            "K&L Heating: take umbrella off, no wait, keep it, take auto off.",
            "K&L Heating: drop umbrella, actually no leave it.",
            "K&L Heating: remove umbrella, wait no, keep umbrella and remove auto.",
            "Add cyber to BPA? No, don't.",
            "Add cyber to BPA. Disregard that.",
            "BPA's premium is 9,000. On second thought, leave it.",
            "BPA's premium is 8,400, wait, that's K&L Heating.",
            "BPA is bound with Old Harbor Casualty, which is wrong.",
            "BPA was lost, but that's not true.",
            "Dana Whitcomb's phone is 775-555-0155, no 0156, at BPA.",
            "Set BPA's follow-up to June 5. Actually no.",
            "Mark BPA Lost. My mistake, ignore that.",
            "BPA is bound... I take that back",
            "Mark BPA bound... hold off on that.",
            "Mark BPA as Lost - sorry Bound.",
            "BPA's premium is 8,200. Wrong number, it's 8,250... or not",
            "Drop umbrella at K&L Heating, or maybe not.",
            "Drop umbrella at K&L Heating. Changed my mind.",
            "Drop umbrella at K&L Heating? They haven't decided.",
        ]),
        []
    );
}

#[test]
fn a_question_is_no_report() {
    assert_eq!(
        changing(&[
            "BPA bound? No, still waiting.",
            "BPA bound? No, not yet.",
            "BPA bound? Not yet.",
            "BPA lost? Nope, just slow.",
            "BPA pitched? Still working on it.",
        ]),
        []
    );
    come_to(&[
        ("BPA bound? Yes, they signed.", "stage=\"Bound\""),
        ("Could you mark BPA as bound? Thanks.", "stage=\"Bound\""),
        ("Mark BPA as bound, ok? Dana signed.", "stage=\"Bound\""),
    ]);
}

#[test]
fn a_correction_that_is_plain_is_written() {
    come_to(&[
        ("BPA's premium is 8,200, no, sorry, 8,250", "premium=8250"),
        (
            "BPA's premium is 8,200. Actually no, make that 8,250.",
            "premium=8250",
        ),
        ("Mark BPA as Lost, no sorry, Bound", "stage=\"Bound\""),
        ("BPA quoted at 8,200, no, 8,250", "premium=8250"),
        ("Sorry for the delay, BPA is bound", "stage=\"Bound\""),
        ("BPA is bound, sorry for the late note", "stage=\"Bound\""),
        ("No more waiting: BPA is bound", "stage=\"Bound\""),
        ("BPA is bound, no changes to the premium", "stage=\"Bound\""),
        ("BPA is bound, actually", "stage=\"Bound\""),
        ("BPA is bound. I mean it.", "stage=\"Bound\""),
        ("Wait, BPA is bound", "stage=\"Bound\""),
        ("Scratch that: mark BPA as bound", "stage=\"Bound\""),
        ("BPA's premium is 8,500 now", "premium=8500"),
        (
            "K&L Heating: drop umbrella, keep auto",
            "coverage_types=[\"General Liability\",\"Commercial Auto\"]",
        ),
    ]);
}

#[test]
fn what_is_hoped_planned_or_to_come_is_a_note() {
    assert_eq!(
        changing(&[
            "BPA will be bound on Friday.",
            "We'll bind BPA next week.",
            "We hope to bind BPA at 7,900 next week.",
            "We're hoping to get BPA to 7,350.",
            "Trying to get K&L Heating down to 14,000.",
            "Planning to bind BPA in June",
            "We expect BPA to be bound by June 1",
            "BPA is about to be bound",
            "BPA is going to be lost",
            "Target premium for BPA is 7,000.",
            "The premium goal at BPA is 7,000",
            "BPA's expiring premium is 7,900.",
            "BPA's old premium was 7,100.",
            "BPA's current premium with State Farm is 7,000.",
            "We need BPA's premium under 7,500.",
            "BPA needs a premium of 7,500 to sign.",
            "BPA's annual premium was 7,100 before the fire.",
            "Granite Mutual says 7,500 is possible for BPA.",
            "Goal: bind BPA by Friday.",
            "BPA to be bound Friday.",
            "BPA is being bound on Friday.",
            "BPA used to be bound with Old Harbor Casualty.",
            "I wish BPA was bound.",
            "Last year's premium at BPA was 7,100.",
            "BPA paid a premium of 7,100 in 2024",
            "BPA's premium was 7,100 last year",
            "BPA's premium used to be 7,100",
            "BPA's premium next year will be 9,000.",
            "BPA's premium was supposed to be 8,300 but no quote yet.",
        ]),
        []
    );
}

#[test]
fn a_change_that_is_to_come_is_a_note() {
    assert_eq!(
        changing(&[
            "Drop umbrella at K&L Heating at renewal",
            "We plan to add cyber to BPA",
            "They will add cyber at BPA in July",
            "We hope to move BPA to Old Harbor Casualty",
            "BPA is as good as bound",
            "BPA is far from bound",
        ]),
        []
    );
    come_to(&[
        ("BPA's premium is going up by $200", "premium=8200"),
        (
            "BPA's premium went from 7,100 last year to 8,300",
            "premium=8300",
        ),
        (
            "BPA's premium is 8,300, last year it was 7,100",
            "premium=8300",
        ),
        (
            "BPA hopes for less, but the premium is 8,300",
            "premium=8300",
        ),
        (
            "BPA is bound, we hope to add cyber later",
            "stage=\"Bound\"",
        ),
        ("BPA is bound, they will pay monthly", "stage=\"Bound\""),
        ("Dana is ready to bind at BPA", "stage=\"Bound\""),
        (
            "Plan to follow up with BPA on June 5",
            "follow_up_date=\"2027-06-05\"",
        ),
    ]);
}

#[test]
fn what_is_only_heard_or_doubted_is_a_note() {
    assert_eq!(
        changing(&[
            "Nobody said BPA was lost.",
            "I thought BPA was lost but they aren't.",
            "I was told BPA was Lost, which is wrong.",
            "Apparently BPA is lost",
            "I heard BPA is bound",
            "Someone said BPA is lost",
            "It sounds like BPA is bound",
            "I doubt BPA is bound",
            "Word is BPA is lost.",
            "They say BPA is lost.",
            "BPA: that lead at the bank is dead, use the new one.",
            "BPA was lost last year but they're talking to us again",
        ]),
        []
    );
    come_to(&[
        ("Dana said BPA is bound", "stage=\"Bound\""),
        ("Heard back from Dana: BPA is bound", "stage=\"Bound\""),
        (
            "I thought BPA was lost, but they are bound",
            "stage=\"Bound\"",
        ),
        ("I think we should move BPA to Lost", "stage=\"Lost\""),
        ("BPA is dead", "stage=\"Lost\""),
        ("Bound! BPA", "stage=\"Bound\""),
    ]);
}
