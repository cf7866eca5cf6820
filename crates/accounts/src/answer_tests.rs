//! Questions that no data set has, with what an answer has to say.

use super::engine::Reply;
use super::engine_tests::reply;

#[track_caller]
fn says(rows: &[(&str, &[&str])]) {
    let mut wrong = Vec::new();
    for (text, phrases) in rows {
        match reply(text) {
            Reply::Answer(answer) if phrases.iter().all(|phrase| answer.text.contains(phrase)) => {}
            other => wrong.push(format!("{text}: {other:?}")),
        }
    }
    assert_eq!(wrong, [] as [String; 0]);
}

#[test]
fn questions_about_one_account_are_answered_from_its_state() {
    says(&[
        ("What is BPA's premium?", &["$8,000"]),
        ("how much does K&L Heating pay", &["$14,500"]),
        ("Who insures K&L Heating?", &["Old Harbor Casualty"]),
        ("Where does Vandermeer stand?", &["Submitted"]),
        (
            "I need the phone number for Vandermeer Orchards",
            &["509-555-0140"],
        ),
        ("What stage is the orchard in Yakima in?", &["Submitted"]),
        ("what's Karl Lund's phone number", &["937-555-0110"]),
        ("Does K&L Heating have umbrella coverage?", &["Yes"]),
        ("Does BPA carry cyber?", &["No"]),
        ("When does K&L Heating renew?", &["June 1, 2027"]),
        (
            "Who is the bookkeeper at Bright Path Academy?",
            &["Lou Park"],
        ),
        ("Is Castillo Dance Studio still open?", &["Lost"]),
        (
            "What premium do we have for Vandermeer Orchards?",
            &["Not known"],
        ),
    ]);
}

#[test]
fn questions_about_one_account_are_answered_from_its_sources() {
    says(&[
        (
            "How many children does BPA care for now?",
            &["66", "sms_1_3"],
        ),
        ("Why did Old Harbor decline Bright Path Academy?", &["pool"]),
        ("What would BPA pay with abuse cover?", &["$8,550"]),
        (
            "When does the policy of Bright Path Academy with Old Harbor end?",
            &["June 30"],
        ),
        (
            "Who has to agree before Castillo Paving decides?",
            &["brother"],
        ),
        ("What is the deductible for BPA?", &["$1,000"]),
        ("How many vans does BPA own?", &["Not known"]),
        (
            "What was Castillo Paving's payroll last year?",
            &["Not known"],
        ),
    ]);
}

#[test]
fn questions_over_all_accounts_are_computed() {
    says(&[
        ("How many accounts are in Texas?", &["2 accounts"]),
        ("Total premium of the Granite Mutual accounts?", &["$9,900"]),
        (
            "Which contractors do we have?",
            &["K&L Heating", "Castillo Brothers Paving"],
        ),
        (
            "What's our largest account by premium?",
            &["Castillo Brothers Paving", "$32,000"],
        ),
        ("average premium of quoted accounts", &["$20,000"]),
        ("List accounts without a premium", &["Vandermeer Orchards"]),
        ("Which accounts renew in June?", &["K&L Heating"]),
        ("who has no umbrella in Ohio", &["None"]),
        ("How many accounts are in Texas or Ohio?", &["3 accounts"]),
        (
            "What percentage of accounts are bound?",
            &["1 of 5 accounts (20.0 %)"],
        ),
        ("How many accounts per stage?", &["Bound: 1 account"]),
        ("Which carrier has the most accounts?", &["Granite Mutual"]),
        (
            "Which accounts have premiums over $10,000?",
            &["K&L Heating", "Castillo Brothers Paving"],
        ),
        (
            "Which accounts have had no contact since April 1, 2027?",
            &["Castillo Brothers Paving", "last contact 2027-02-10"],
        ),
        (
            "How much commission do we make on bound accounts?",
            &["Not known"],
        ),
    ]);
}
