//! Two accounts in one sentence, numbers that no longer hold, and orders for another day.

use super::engine::{Reply, Scene, respond};
use super::engine_tests::{TODAY, book, come_to, outcome, reply};
use super::resolve::Conversation;

fn names_several(text: &str) -> bool {
    matches!(reply(text), Reply::Clarify { question, .. } if question.contains("several accounts"))
}

#[test]
fn two_accounts_are_named_and_none_is_changed() {
    let missed: Vec<&str> = [
        "Mark K&L Heating and Vandermeer Orchards as Lost.",
        "Set Bright Path Academy and Vandermeer Orchards to Submitted.",
        "Follow up with BPA and K&L Heating on June 1.",
        "Vandermeer Orchards and Castillo Dance Studio both quoted today.",
        "Mark BPA, K&L Heating as Lost",
        "BPA is bound, and so is Vandermeer Orchards",
    ]
    .into_iter()
    .filter(|text| !names_several(text))
    .collect();
    assert_eq!(missed, Vec::<&str>::new());
}

#[test]
fn one_account_with_others_in_mind_is_changed() {
    come_to(&[
        ("Mark BPA, not K&L Heating, as Lost", "stage=\"Lost\""),
        ("Move BPA to Bound and K&L Heating to Lost", "clarify"),
        ("Mark K&L Heating as Lost", "stage=\"Lost\""),
        ("Mark Castillo Brothers Paving as Bound", "stage=\"Bound\""),
        ("Mark BPA and note that Karl called as Bound", "note"),
        ("BPA is bound, Dana and Lou signed", "stage=\"Bound\""),
        (
            "Follow up with Dana and Lou at BPA on June 1",
            "follow_up_date=\"2027-06-01\"",
        ),
        (
            "Move BPA to Old Harbor Casualty and set the premium to 8,200",
            "premium=8200 carrier=\"Old Harbor Casualty\"",
        ),
        ("Note that BPA was referred by K&L Heating", "note"),
    ]);
}

#[test]
fn a_number_that_is_dead_old_or_denied_is_not_written() {
    come_to(&[
        (
            "K&L Heating's contact phone 937-555-0155 is disconnected.",
            "note",
        ),
        (
            "The email karl@old.example for K&L Heating bounces.",
            "note",
        ),
        (
            "Old number for Karl at K&L Heating was 937-555-0100.",
            "note",
        ),
        (
            "Karl's phone used to be 937-555-0100 at K&L Heating",
            "answer",
        ),
        (
            "Karl's new email isn't karl@kl.example any more, K&L Heating",
            "note",
        ),
        (
            "K&L Heating: karl@old.example is dead, don't use it.",
            "note",
        ),
        (
            "Remove Lou as the decision maker at BPA but keep him as a contact.",
            "note",
        ),
        (
            "Karl at K&L Heating: cell 937-555-0155, office 937-555-0156.",
            "clarify",
        ),
        (
            "Karl's number at K&L Heating is 937-555-0155",
            "contacts[Karl Lund].phone=\"937-555-0155\"",
        ),
        (
            "Change Karl's old number at K&L Heating to 937-555-0155",
            "contacts[Karl Lund].phone=\"937-555-0155\"",
        ),
        (
            "Karl's phone at K&L Heating changed from 937-555-0110 to 937-555-0155",
            "contacts[Karl Lund].phone=\"937-555-0155\"",
        ),
        (
            "The old email bounces, Karl at K&L Heating now has karl@new.example",
            "contacts[Karl Lund].email=\"karl@new.example\"",
        ),
    ]);
}

#[test]
fn a_change_that_was_meant_for_another_is_asked_about() {
    let book = book();
    let before = Conversation {
        account: Some("1".to_owned()),
        ..Conversation::default()
    };
    let said = |text| respond(&Scene::new(&book, TODAY), text, &before).reply;
    for text in [
        "wait, that was for K&L Heating",
        "Sorry, I meant K&L Heating",
        "Oops, wrong account, it was for Vandermeer Orchards",
    ] {
        let asked =
            matches!(said(text), Reply::Clarify { question, .. } if question.contains("undone"));
        assert!(asked, "{text}: {:?}", said(text));
    }
    let other = outcome(said("K&L Heating's premium is 15,000"));
    assert_eq!(other, ["premium=15000"]);
}

#[test]
fn what_is_of_something_else_is_not_the_accounts() {
    let wrong: Vec<(&str, Vec<String>)> = [
        "BPA's mail got lost.",
        "The check for BPA was lost in the mail.",
        "BPA's old agent lost the file.",
        "BPA's umbrella premium is 8,900.",
        "BPA's workers comp premium is 8,700.",
        "BPA's premium savings are 4,000.",
        "BPA's deposit premium is 4,000.",
        "BPA's premium is 4,000 too high.",
        "K&L Heating was quoted 14,700 by their brother's agency.",
        "BPA's flood carrier is Old Harbor Casualty.",
        "BPA's carrier for auto is Old Harbor Casualty.",
        "BPA's landlord's carrier is Old Harbor Casualty.",
    ]
    .into_iter()
    .map(|text| (text, outcome(reply(text))))
    .filter(|(_, came)| came.iter().any(|field| field.contains('=')))
    .collect();
    assert_eq!(wrong, []);
    come_to(&[
        ("BPA got lost to a competitor", "stage=\"Lost\""),
        ("The deal with BPA is lost", "stage=\"Lost\""),
        ("We lost the BPA account", "stage=\"Lost\""),
        ("BPA's annual premium is 8,900", "premium=8900"),
        ("BPA's premium increased to 8,900", "premium=8900"),
        (
            "BPA's carrier is now Old Harbor Casualty",
            "carrier=\"Old Harbor Casualty\"",
        ),
    ]);
}

#[test]
fn an_order_for_another_day_is_asked_for() {
    let wrong: Vec<(&str, Vec<String>)> = [
        "Mark BPA as Bound tomorrow.",
        "On Friday mark BPA as Submitted.",
        "Remind me to mark BPA Bound on Friday.",
        "No need to follow up with BPA on June 1.",
        "No follow-up needed for BPA on June 3.",
        "BPA: we are moving them from Granite Mutual to Old Harbor Casualty at renewal.",
        "BPA will move to Old Harbor Casualty next year.",
        "Granite Mutual bound BPA's supplier.",
    ]
    .into_iter()
    .map(|text| (text, outcome(reply(text))))
    .filter(|(_, came)| came.iter().any(|field| field.contains('=')))
    .collect();
    assert_eq!(wrong, []);
    come_to(&[
        ("Mark BPA as Bound today", "stage=\"Bound\""),
        (
            "Mark BPA as Bound effective June 1",
            "stage=\"Bound\" effective_date=\"2027-06-01\"",
        ),
        (
            "Mark BPA as Bound and follow up on Friday",
            "stage=\"Bound\" follow_up_date=\"2027-05-14\"",
        ),
        (
            "Move BPA from Granite Mutual to Old Harbor Casualty",
            "carrier=\"Old Harbor Casualty\"",
        ),
    ]);
}
