//! A field is written where the sentence itself says or orders it, of an account that is named.

use super::engine::Reply;
use super::engine_tests::{check, reply};

#[test]
fn what_hangs_on_somebodys_wish_or_complaint_is_a_note() {
    check(&[
        ("BPA asked to add umbrella", &["note"]),
        ("Dana at BPA begged to drop property", &["note"]),
        ("BPA is itching to add umbrella", &["note"]),
        ("BPA demands we drop property", &["note"]),
        ("BPA complained that the premium rose to 8,600", &["note"]),
        (
            "Dana at BPA complained the premium went up to 8,600",
            &["note"],
        ),
        ("BPA read in the paper that the premium is 8,600", &["note"]),
        (
            "Dana from BPA worries the carrier is Old Harbor Casualty",
            &["note"],
        ),
        ("Dana joked that BPA is bound to fail", &["note"]),
        ("Dana at BPA said 8,600 would be a fair premium", &["note"]),
    ]);
    // What they ask one of us to do is an order passed on.
    check(&[
        (
            "Karl asked us to drop umbrella at K&L Heating",
            &["coverage_types=[\"General Liability\",\"Commercial Auto\"]"],
        ),
        (
            "Granite told us the premium of BPA is 8,600",
            &["premium=8600"],
        ),
    ]);
}

#[test]
fn what_is_of_something_else_by_the_same_word_is_a_note() {
    check(&[
        ("At Vandermeer Orchards they quoted Shakespeare", &["note"]),
        ("BPA's health insurance premium is 8,600", &["note"]),
        (
            "Ilse of Vandermeer Orchards says the landlord's own policy is bound",
            &["note"],
        ),
        ("Dana at BPA lost the quote", &["note"]),
        (
            "BPA moved the carrier meeting to Old Harbor Casualty",
            &["note"],
        ),
        ("We pitched in at BPA", &["note"]),
    ]);
}

#[test]
fn a_price_or_a_stage_beside_what_cannot_be_read_is_asked() {
    for text in [
        "BPA laughed at the premium of 8,600",
        "Dana of BPA dreads a 8,600 premium",
        "BPA was lost for words",
        "Mark the calendar: BPA bound for Hawaii",
        "We submitted BPA for an award",
        "BPA quoted 8,600 for the hedge",
        "BPA's lawyer quoted 8,600",
        "BPA paid a premium for early delivery, 8,600",
        "Granite's premium for the neighbor of BPA is 8,600",
        "Dana at BPA switched her car to Old Harbor Casualty",
        "Dana from BPA is moving to Old Harbor Casualty",
        "BPA submitted to an inspection",
        "BPA reopened after the flood",
        "BPA presented it at the fair",
        "BPA is dead quiet",
        "BPA declined our quote for umbrella only",
        "BPA's roofer bid came in at 8,600",
        "K&L Heating premium went up 5% at the competitor",
        "K&L Heating dropped an umbrella on Karl's foot",
        "K&L Heating removed the umbrella from the patio",
        "K&L Heating's dog license renews June 3",
        "K&L Heating: call the adjuster at 937-555-0133",
        "Karl from K&L Heating gave me his brother's email bob@x.example",
    ] {
        assert!(
            matches!(reply(text), Reply::Clarify { .. }),
            "{text}: {:?}",
            reply(text)
        );
    }
    check(&[
        ("Remove umbrella over auto for K&L Heating", &["clarify"]),
        ("BPA bound for the year", &["stage=\"Bound\""]),
        ("BPA was quoted 8,600 for the package", &["premium=8600"]),
    ]);
}

#[test]
fn an_account_that_is_only_described_is_asked_for_before_it_is_changed() {
    for text in ["the paving lead is dead", "The orchard in Yakima bound"] {
        assert!(
            matches!(reply(text), Reply::Clarify { .. }),
            "{text}: {:?}",
            reply(text)
        );
    }
}

#[test]
fn what_is_not_to_be_done_is_no_order() {
    check(&[
        (
            "BPA has not signed yet, so do not mark them bound",
            &["note"],
        ),
        (
            "We almost lost BPA last week, but they are staying in. No change.",
            &["note"],
        ),
    ]);
}

#[test]
fn of_two_accounts_the_one_that_changes_is_changed() {
    for text in [
        "BPA stays exactly as it is, but move K&L Heating to Lost",
        "Move K&L Heating to Lost, leave BPA as it is",
    ] {
        match reply(text) {
            Reply::Update { account_id, plan } => {
                assert_eq!(
                    (account_id.as_str(), plan.changes.len()),
                    ("2", 1),
                    "{text}: {plan:?}"
                );
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn a_desk_writes_without_verbs() {
    check(&[
        ("BPA premium 8600", &["premium=8600"]),
        (
            "BPA carrier Old Harbor Casualty",
            &["carrier=\"Old Harbor Casualty\""],
        ),
        ("BPA renewal June 3", &["renewal_date=\"2027-06-03\""]),
        ("BPA - lost - price", &["stage=\"Lost\""]),
        (
            "Cross commercial auto off K&L Heating's list of coverages",
            &["coverage_types=[\"General Liability\",\"Umbrella\"]"],
        ),
        (
            "BPA coverage is to start on the first of July, 2027. Set the effective date.",
            &["effective_date=\"2027-07-01\""],
        ),
    ]);
}

#[test]
fn a_new_name_is_whole_and_an_errand_is_none() {
    for text in [
        "Set O'Malley's Pub premium to 4,000",
        "Add a new account for O'Malley's Pub in Reno",
        "Mark O'Malley's Pub as bound",
    ] {
        match reply(text) {
            Reply::ConfirmCreate { name, .. } => assert_eq!(name, "O'Malley's Pub", "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    let errand = reply("Call Castillo Brothers");
    assert!(!matches!(errand, Reply::ConfirmCreate { .. }), "{errand:?}");
}

#[test]
fn a_question_about_two_accounts_is_answered_for_each() {
    for (text, parts) in [
        (
            "What is the premium of BPA and K&L Heating?",
            ["$8,000", "$14,500"],
        ),
        (
            "What is the premium of K&L Heating and Bright Path Academy?",
            ["$8,000", "$14,500"],
        ),
        (
            "Who is the carrier at BPA and at K&L Heating?",
            ["Granite Mutual", "Old Harbor Casualty"],
        ),
    ] {
        match reply(text) {
            Reply::Answer(answer) => {
                for part in parts {
                    assert!(answer.text.contains(part), "{text}: {}", answer.text);
                }
                let cited = answer.citations.iter().map(|one| one.id.as_str());
                assert!(
                    cited.clone().any(|id| id == "state:1")
                        && cited.clone().any(|id| id == "state:2")
                );
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn accounts_are_ranked_by_what_is_said() {
    for text in [
        "Rank the accounts by renewal date",
        "Which accounts renew first?",
    ] {
        match reply(text) {
            Reply::Answer(answer) => {
                assert!(
                    answer.text.contains("K&L Heating"),
                    "{text}: {}",
                    answer.text
                );
                assert!(
                    answer.rule.contains("by renewal"),
                    "{text}: {}",
                    answer.rule
                );
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}
