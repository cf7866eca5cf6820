//! Prices in changes: sums that the account comes to, however it is said, and sums that are said of something else.

use super::engine_tests::check;

#[test]
fn what_a_change_makes_of_the_premium_is_written() {
    check(&[
        (
            "BPA hired four teachers, which makes the premium 8,550.",
            &["premium=8550"],
        ),
        (
            "BPA dropped the pool, which brings the premium down to $7,640.",
            &["premium=7640"],
        ),
        (
            "With the 2,500 deductible BPA comes down to $7,310.",
            &["premium=7310"],
        ),
        (
            "At a 5,000 deductible K&L Heating drops to 13,200.",
            &["premium=13200"],
        ),
        (
            "Without the umbrella K&L Heating goes down to 12,950",
            &["premium=12950"],
        ),
        (
            "After the alarm credit BPA came down to 7,720.",
            &["premium=7720"],
        ),
        ("K&L Heating now sits at 15,120.", &["premium=15120"]),
        ("BPA landed at $8,275 in the end.", &["premium=8275"]),
        ("Granite shaved BPA to 7,880.", &["premium=7880"]),
        (
            "BPA got shaved to 7,880 after the talk with Granite",
            &["premium=7880"],
        ),
        ("K&L Heating ended up at 14,050", &["premium=14050"]),
        (
            "Castillo Brothers Paving was cut to 29,400.",
            &["premium=29400"],
        ),
        (
            "With the new pool fence it's 7,450 for BPA",
            &["premium=7450"],
        ),
        (
            "K&L Heating goes with the 5,000 deductible at 13,150 and signed, so Bound.",
            &["premium=13150"],
        ),
    ]);
}

#[test]
fn a_sum_beside_a_deductible_is_not_always_what_the_policy_costs() {
    let bound: &[&str] = &["note"];
    check(&[
        ("K&L Heating is bound with the 13,150 deductible.", bound),
        (
            "K&L Heating is bound with the 5,000 deductible at 13,150 per building.",
            bound,
        ),
        (
            "K&L Heating is bound with the 5,000 deductible at 900.",
            bound,
        ),
        ("K&L Heating is bound, the deductible is at 13,150.", bound),
        (
            "K&L Heating is bound with the 1,000,000 umbrella at 13,150.",
            bound,
        ),
        (
            "K&L Heating may go with the 5,000 deductible at 13,150.",
            &["note"],
        ),
    ]);
}

#[test]
fn a_carrier_and_its_price_come_together() {
    let both = |carrier: &str, premium: &str| {
        vec![
            format!("premium={premium}"),
            format!("carrier=\"{carrier}\""),
        ]
    };
    let rows = [
        (
            "Switch BPA over to Old Harbor Casualty at $7,900.",
            "Old Harbor Casualty",
            "7900",
        ),
        (
            "Moved K&L Heating to Northgate Specialty for 13,800",
            "Northgate Specialty",
            "13800",
        ),
        (
            "We switched Castillo Brothers Paving to Granite Mutual at 30,750.",
            "Granite Mutual",
            "30750",
        ),
        (
            "Move BPA from Granite to Northgate at 8,120 please",
            "Northgate Specialty",
            "8120",
        ),
        (
            "K&L Heating moves to Granite Mutual, 14,100 a year",
            "Granite Mutual",
            "14100",
        ),
    ];
    for (text, carrier, premium) in rows {
        let got = super::engine_tests::outcome(super::engine_tests::reply(text));
        assert_eq!(got, both(carrier, premium), "{text}");
    }
}

#[test]
fn a_sum_of_something_else_is_no_premium() {
    check(&[
        (
            "K&L Heating had a fire loss, it came down to $12,400.",
            &["note"],
        ),
        ("The rent at BPA now sits at 7,600.", &["note"]),
        ("BPA's tuition landed at 8,200.", &["note"]),
        ("The settlement at K&L Heating came to 13,900", &["note"]),
        ("The payroll at BPA comes down to 7,400", &["note"]),
        ("BPA's deductible drops to 5,000.", &["note"]),
        ("Raise the 2,500 deductible for BPA to 5,000", &["note"]),
        (
            "The liability limit at K&L Heating goes to 15,000.",
            &["note"],
        ),
        (
            "Karl of K&L Heating says his neighbor's account came down to 12,000",
            &["note"],
        ),
        (
            "The repair bill for K&L Heating was shaved to 12,800",
            &["note"],
        ),
        (
            "BPA bought a bus, which brings the loan to 8,400",
            &["note"],
        ),
        ("The roof at K&L Heating ended up at 14,000", &["note"]),
        ("A competitor landed at 7,300 for BPA", &["note"]),
        ("The claim at BPA was settled at 7,900", &["note"]),
        (
            "With the new van K&L Heating would come down to 13,900",
            &["note"],
        ),
        (
            "Switch BPA over to Old Harbor Casualty at a 5,000 deductible.",
            &["carrier=\"Old Harbor Casualty\""],
        ),
        (
            "Moved K&L Heating to Northgate Specialty with a payroll of 15,000",
            &["carrier=\"Northgate Specialty\""],
        ),
        (
            "Karl of K&L Heating won a job that lands at 14,000.",
            &["note"],
        ),
        (
            "BPA signed a contract, it comes to 8,200 a year.",
            &["note"],
        ),
        ("Switch BPA's bank to Old Harbor at 7,900.", &["note"]),
        (
            "K&L Heating moved to a bigger shop at 14,000 a year",
            &["note"],
        ),
        ("BPA moved to Reno at 8,100 Main Street", &["note"]),
    ]);
}

#[test]
fn an_option_is_priced_only_for_whoever_took_it() {
    check(&[
        (
            "K&L Heating was offered the 5,000 deductible at 13,150 and stays bound.",
            &["note"],
        ),
        (
            "K&L Heating almost went with the 5,000 deductible at 13,150.",
            &["note"],
        ),
        (
            "K&L Heating is bound. Last year they took the 5,000 deductible at 13,150.",
            &["note"],
        ),
        (
            "K&L Heating went with the 5,000 deductible at 13,150 but is bound at the old price.",
            &["note"],
        ),
    ]);
}

#[test]
fn what_others_are_quoted_or_sign_is_not_the_accounts() {
    check(&[
        ("BPA says Granite quoted them 7,700 elsewhere.", &["note"]),
        ("Vandermeer Orchards' cousin bound with us too.", &["note"]),
        (
            "Vandermeer Orchards: Granite's indication is 9,400, not a quote yet.",
            &["note"],
        ),
    ]);
}
