//! What people at a desk say in short: what became of papers, what is only weighed, where an account went, whose price it is.

use super::engine::Reply;
use super::engine_tests::{check, reply};

#[test]
fn what_is_only_spoken_of_or_weighed_is_a_note() {
    check(&[
        ("They asked about adding umbrella for BPA", &["note"]),
        ("BPA inquired about dropping property", &["note"]),
        ("Talked with Dana at BPA about adding umbrella", &["note"]),
        ("Discussed raising the premium of BPA to 8,600", &["note"]),
        ("BPA considering dropping property", &["note"]),
        ("BPA recommended adding umbrella", &["note"]),
    ]);
    let umbrella = "coverage_types=[\"General Liability\",\"Property\",\"Umbrella\"]";
    check(&[
        ("Adding umbrella to BPA", &[umbrella]),
        ("BPA agreed to adding umbrella", &[umbrella]),
        ("BPA went ahead with adding umbrella", &[umbrella]),
    ]);
}

#[test]
fn what_became_of_papers_is_told_and_not_asked() {
    for text in [
        "Application received from BPA",
        "Application in from BPA",
        "Submission sent to Granite for BPA",
        "Meeting with BPA set for Thursday",
        "Binder issued for BPA",
    ] {
        let told = matches!(reply(text), Reply::Update { .. });
        assert!(told, "{text}: {:?}", reply(text));
    }
    for text in [
        "Application date for BPA",
        "Closing date for BPA",
        "Cost of adding umbrella for BPA",
        "Quote received from Granite for BPA?",
    ] {
        let asked = matches!(reply(text), Reply::Answer(_));
        assert!(asked, "{text}: {:?}", reply(text));
    }
}

#[test]
fn a_price_is_written_with_the_carrier_whose_it_is_or_asked_about() {
    check(&[
        (
            "Alder Mutual quoted BPA at 8,600",
            &["premium=8600", "carrier=\"Alder Mutual\""],
        ),
        (
            "Got a quote from Alder Mutual for BPA at 8,600",
            &["premium=8600", "carrier=\"Alder Mutual\""],
        ),
        ("Northquay quoted BPA at 8,600", &["clarify"]),
        ("Got a quote from Northquay for BPA at 8,600", &["clarify"]),
        ("Quoted BPA at 8,600", &["premium=8600"]),
        ("Granite quoted BPA at 8,600", &["premium=8600"]),
    ]);
}

#[test]
fn an_account_is_where_it_moved_to_or_is_said_to_be() {
    let place = "location={\"city\":\"Sparks\",\"state\":\"NV\"}";
    check(&[
        ("BPA relocated to Sparks, NV", &[place]),
        ("BPA moved its office to Sparks, Nevada", &[place]),
        ("Change BPA's city to Sparks", &[place]),
        ("BPA's location is now Sparks, NV", &[place]),
        ("BPA moved a bus to Sparks, NV", &["note"]),
        ("BPA hasn't moved to Sparks, NV", &["note"]),
        ("BPA wants to change the city to Sparks", &["note"]),
        ("BPA moved its second location to Sparks, NV", &["note"]),
    ]);
}

#[test]
fn a_question_about_two_accounts_is_put_about_each() {
    let told = |text: &str| match reply(text) {
        Reply::Answer(answer) => answer.text,
        other => panic!("{text}: {other:?}"),
    };
    for text in [
        "What are the premiums of BPA and K&L Heating?",
        "Compare the premiums of BPA and K&L Heating",
        "Compare BPA and K&L Heating",
        "Compare K&L Heating with BPA",
    ] {
        let answer = told(text);
        assert!(
            answer.contains("$8,000") && answer.contains("$14,500"),
            "{text}: {answer}"
        );
    }
}

#[test]
fn a_word_of_another_accounts_name_does_not_name_it() {
    match reply("Where does K&L Heating paving stand?") {
        Reply::Answer(answer) => assert!(!answer.text.contains("Castillo"), "{}", answer.text),
        other => panic!("{other:?}"),
    }
    check(&[(
        "K&L Heating is back in play - reset it to Application Received, would you?",
        &["stage=\"Application Received\""],
    )]);
}

#[test]
fn a_change_that_is_under_way_is_no_part_of_a_name() {
    check(&[
        ("Bumping K&L Heating to 15,000", &["premium=15000"]),
        (
            "Dropping umbrella at K&L Heating",
            &["coverage_types=[\"General Liability\",\"Commercial Auto\"]"],
        ),
    ]);
}
