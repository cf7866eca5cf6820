//! A part of a coverage is not the coverage.

use super::engine_tests::{outcome, reply};

#[test]
fn what_is_said_of_a_part_of_a_line_leaves_the_line() {
    let mut wrong = Vec::new();
    for text in [
        "Drop the umbrella limit at K&L Heating from 5M to 2M.",
        "Drop K&L Heating's umbrella to 2 million.",
        "Cut the umbrella for K&L Heating in half.",
        "Drop umbrella at K&L Heating to 2M",
        "Drop umbrella down to 1M at K&L Heating",
        "Drop K&L Heating's umbrella by a million",
        "Remove the auto deductible from K&L Heating",
        "Drop the GL and auto deductibles at K&L Heating to 500.",
        "Remove the flood exclusion from Vandermeer Orchards.",
        "Remove the property sublimit at Vandermeer Orchards",
        "K&L Heating: delete the umbrella endorsement",
        "Remove the 2021 Transit from commercial auto for K&L Heating.",
        "Drop one driver from the auto policy at K&L Heating.",
        "Take the second van off commercial auto at K&L Heating.",
        "Remove Karl from auto and GL at K&L Heating",
        "Drop commercial auto for the 2019 Ford at K&L Heating",
        "Remove property on the second location of Vandermeer Orchards",
        "Add a driver to commercial auto for BPA.",
        "Add an additional insured to the umbrella for BPA.",
        "Add Joe Fink as additional insured on the umbrella for BPA",
        "Add a waiver of subrogation to workers comp for BPA",
        "Add a second location to flood and earthquake for BPA",
        "Add a cyber endorsement for BPA",
        "Add the umbrella quote to BPA's file",
        "BPA: the cyber certificate was added",
        "Joe Fink was added to commercial auto at BPA",
        "K&L Heating has an umbrella limit of 5M, drop it to 2M",
        "K&L Heating has a 5M umbrella, please cut it to 2M",
        "Please have Bill Roe added to K&L Heating's auto.",
        "Bill Roe was dropped from K&L Heating's umbrella.",
        "Remove Bill from umbrella, GL and auto at K&L Heating.",
        "Remove umbrella from the quote for K&L Heating.",
        "Add umbrella to the proposal for BPA",
        "BPA is thinking of adding umbrella",
        "BPA decided against adding umbrella",
        "BPA declined to add umbrella",
        "The landlord requires BPA to add umbrella",
        "Karl sold the trailer, take it off auto at K&L Heating",
        "Drop property coverage on the packing shed at Vandermeer Orchards",
        "Drop umbrella at K&L Heating at renewal",
        "Add Joe Fink to the policy at BPA",
        "Add Blanket Waiver to the coverages of BPA",
    ] {
        let came = outcome(reply(text));
        if came.iter().any(|field| field.contains("coverage_types")) {
            wrong.push(format!("{text}: {came:?}"));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn a_line_that_comes_or_goes_is_written() {
    let mut wrong = Vec::new();
    let gone = "coverage_types=[\"General Liability\",\"Commercial Auto\"]";
    for text in [
        "Drop umbrella from K&L Heating",
        "Remove the umbrella from K&L Heating's policy.",
        "K&L Heating: remove umbrella coverage effective June 1.",
        "Please take the umbrella off at K&L Heating",
        "Drop the umbrella for K&L Heating, they don't need it",
        "Remove the umbrella policy for K&L Heating entirely",
        "K&L Heating dropped the umbrella last week",
        "The umbrella was dropped at K&L Heating",
        "Take off the umbrella for K&L Heating",
        "Drop umbrella from K&L Heating to save money",
        "Drop umbrella by Friday for K&L Heating",
        "Drop umbrella and note that Karl asked for it, K&L Heating",
    ] {
        let came = outcome(reply(text));
        if !came.contains(&gone.to_owned()) {
            wrong.push(format!("{text}: {came:?}"));
        }
    }
    for (text, line) in [
        ("Add cyber to BPA", "Cyber"),
        ("Add a 2M umbrella to BPA", "Umbrella"),
        ("Add umbrella with a 5M limit to BPA", "Umbrella"),
        ("Add Flood to the coverages of BPA", "Flood"),
        ("Add coverage for flood at BPA", "Flood"),
        ("Add umbrella for BPA at 1,200", "Umbrella"),
        (
            "Please add hired and non-owned auto to BPA",
            "Hired & Non-Owned Auto",
        ),
        ("Add crime in addition to GL for BPA", "Crime"),
        ("Add Kidnap and Ransom coverage to BPA", "Kidnap and Ransom"),
        ("BPA: cyber has been added", "Cyber"),
        ("Add umbrella as well for BPA, Dana asked", "Umbrella"),
        (
            "Add cyber and raise the property deductible to 2,500 at BPA",
            "Cyber",
        ),
    ] {
        let came = outcome(reply(text));
        let added = format!("coverage_types=[\"General Liability\",\"Property\",\"{line}\"]");
        if !came.contains(&added) {
            wrong.push(format!("{text}: {came:?}"));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}
