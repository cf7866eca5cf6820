//! The same questions and orders in other people's words: what is asked for decides, not how it is put.

use super::engine::Reply;
use super::engine_tests::{check, reply};

/// Answers that have to hold some phrases and must not hold others.
#[track_caller]
fn says(rows: &[(&str, &[&str], &[&str])]) {
    let mut wrong = Vec::new();
    for (text, has, lacks) in rows {
        match reply(text) {
            Reply::Answer(answer)
                if has.iter().all(|phrase| answer.text.contains(phrase))
                    && !lacks.iter().any(|phrase| answer.text.contains(phrase)) => {}
            other => wrong.push(format!("{text}: {other:?}")),
        }
    }
    assert_eq!(wrong, [] as [String; 0]);
}

#[test]
fn a_question_needs_no_verb_and_no_question_mark() {
    says(&[
        ("vandermeer orchards phone", &["509-555-0140"], &[]),
        ("carrier of K&L Heating pls", &["Old Harbor"], &[]),
        (
            "K&L Heating, where are they based",
            &["Dayton"],
            &["Not known"],
        ),
        (
            "Don't change anything, I only want BPA's premium",
            &["$8,000"],
            &[],
        ),
        ("I'd love to know BPA's stage", &["Quoted"], &[]),
        ("Name everyone at Bright Path Academy", &["Lou Park"], &[]),
    ]);
}

#[test]
fn a_request_may_be_put_as_a_question() {
    check(&[
        (
            "Could you see to it that K&L Heating goes to lost",
            &["stage=\"Lost\""],
        ),
        (
            "Would you mind putting Vandermeer Orchards down as quoted?",
            &["stage=\"Quoted\""],
        ),
        (
            "Can you have cyber added to K&L Heating?",
            &["coverage_types=[\"General Liability\",\"Commercial Auto\",\"Umbrella\",\"Cyber\"]"],
        ),
    ]);
}

#[test]
fn a_price_needs_no_word_for_it() {
    check(&[
        ("Granite wants 8,400 for BPA now", &["premium=8400"]),
        ("bring K&L Heating down to 13,900", &["premium=13900"]),
        ("BPA: with the new wing it's 9,150.", &["premium=9150"]),
        ("K&L Heating bought a van for 41,000", &["note"]),
    ]);
}

#[test]
fn what_is_unsure_or_forbidden_leaves_no_note() {
    check(&[
        (
            "If Dana were to agree, we'd have BPA bound next week",
            &["clarify"],
        ),
        (
            "BPA may land at eight, perhaps nine thousand, set that as the premium",
            &["clarify"],
        ),
        (
            "Alter the old emails of BPA so the pool is gone",
            &["refuse"],
        ),
        (
            "swap Umbrella for Cyber on K&L Heating",
            &["coverage_types=[\"General Liability\",\"Commercial Auto\",\"Cyber\"]"],
        ),
        (
            "K&L Heating goes to Granite Mutual instead of Old Harbor",
            &["carrier=\"Granite Mutual\""],
        ),
        (
            "Don't mark BPA bound yet. Just set the follow-up to May 28, 2027.",
            &["follow_up_date=\"2027-05-28\""],
        ),
    ]);
}

#[test]
fn fields_have_many_names() {
    says(&[
        ("Who carries K&L Heating?", &["Old Harbor"], &[]),
        ("Which town is Vandermeer Orchards in?", &["Yakima"], &[]),
        (
            "What does Castillo Dance Studio do for a living?",
            &["dance studio"],
            &[],
        ),
        (
            "When was the K&L Heating account opened?",
            &["February 1, 2024"],
            &[],
        ),
        ("What does Lou Park do at BPA?", &["bookkeeper"], &[]),
        ("Does K&L Heating's policy include GL?", &["Yes"], &[]),
        (
            "Is Castillo Dance Studio dead or in play?",
            &["Lost"],
            &["Not known"],
        ),
        ("Who do I talk to at K&L Heating?", &["Karl Lund"], &[]),
    ]);
}

#[test]
fn what_nobody_answered_is_not_known() {
    says(&[
        (
            "How many children did BPA have in 2025?",
            &["Not known"],
            &[],
        ),
        ("What is BPA's license number?", &["Not known"], &[]),
        ("What was BPA's premium last year?", &["Not known"], &[]),
        (
            "What does Granite charge BPA for a $3,000 deductible?",
            &["Not known"],
            &[],
        ),
        (
            "What's the total commission this year?",
            &["Not known"],
            &[],
        ),
        ("Which accounts have a helicopter?", &["Not known"], &[]),
    ]);
}

#[test]
fn the_book_is_asked_in_many_ways() {
    says(&[
        ("who did we lose", &["Castillo Dance"], &["Paving"]),
        ("Anything in Kentucky?", &["None"], &[]),
        ("who needs workers comp", &["Paving"], &["K&L"]),
        ("Give me every lost account.", &["Castillo Dance"], &["K&L"]),
        ("Which account pays the most?", &["Paving"], &["K&L"]),
        (
            "Which accounts pay north of 10k?",
            &["K&L", "Paving"],
            &["Bright"],
        ),
        (
            "Which accounts have only a single contact?",
            &["K&L"],
            &["Bright"],
        ),
        (
            "Which accounts have no premium yet?",
            &["Vandermeer"],
            &["K&L"],
        ),
        (
            "Which accounts are neither bound nor lost?",
            &["Bright", "Vandermeer", "Paving"],
            &["K&L"],
        ),
        ("Which accounts renew before July 1?", &["K&L"], &["Bright"]),
        (
            "Who have we not heard from in 30 days?",
            &["Paving"],
            &["Bright"],
        ),
        (
            "Which clients are with Old Harbor or Northgate?",
            &["K&L", "Paving"],
            &["Bright"],
        ),
        (
            "Which clients have an umbrella or workers comp?",
            &["K&L", "Paving"],
            &["Bright"],
        ),
        (
            "Which accounts have no contact email?",
            &["K&L", "Vandermeer"],
            &["Bright", "Paving"],
        ),
        (
            "average premium by state",
            &["TX (Texas): $33,900, $16,950"],
            &[],
        ),
    ]);
}

#[test]
fn the_book_is_computed_in_many_ways() {
    says(&[
        ("What carriers do we work with?", &["3 in all"], &[]),
        (
            "How many Texas accounts do we have and what is their premium combined?",
            &["2 accounts", "$33,900"],
            &[],
        ),
        (
            "What is the difference between our largest and smallest premium?",
            &["$30,100"],
            &[],
        ),
        ("Which accounts speak of a pool?", &["Bright"], &["K&L"]),
    ]);
}

#[test]
fn fields_are_asked_for_without_their_names() {
    says(&[
        (
            "Whose paper is K&L Heating on?",
            &["Old Harbor Casualty"],
            &[],
        ),
        (
            "any idea who K&L Heating is with",
            &["Old Harbor Casualty"],
            &[],
        ),
        ("is Castillo Dance Studio a done deal", &["Lost"], &[]),
        ("what is K&L Heating costing them", &["$14,500"], &[]),
        ("Could you tell me what K&L Heating pays", &["$14,500"], &[]),
        ("whats the premuim for K&L Heating", &["$14,500"], &[]),
        (
            "who keeps the books at Bright Path Academy",
            &["Lou Park"],
            &[],
        ),
    ]);
}

#[test]
fn an_answer_carries_what_was_asked_for_or_is_not_known() {
    says(&[
        (
            "What's the policy number for Bright Path Academy?",
            &["Not known"],
            &[],
        ),
        ("What year was the pool at BPA built?", &["Not known"], &[]),
        (
            "What is the name of the roofer at BPA?",
            &["Not known"],
            &[],
        ),
        (
            "How many children does BPA look after?",
            &["66"],
            &["Not known"],
        ),
        ("How much would cyber cost BPA?", &["Not known"], &[]),
    ]);
}

#[test]
fn accounts_are_found_by_silence_by_people_and_by_ranges() {
    says(&[
        (
            "accounts between 10 and 20 thousand",
            &["K&L Heating"],
            &["Castillo"],
        ),
        (
            "no call, email or text since May 1, 2027 - which accounts?",
            &["Castillo Brothers Paving"],
            &["Bright Path"],
        ),
        (
            "the owner wants to know how many accounts are bound",
            &["1 account"],
            &[],
        ),
        ("who pays the most", &["Castillo Brothers Paving"], &["K&L"]),
        (
            "Everyone with umbrella, bound or not",
            &["K&L Heating"],
            &["Orchards"],
        ),
    ]);
}

#[test]
fn an_order_may_point_at_what_was_named_before() {
    check(&[
        (
            "K&L Heating is fine without umbrella, take it out",
            &["coverage_types=[\"General Liability\",\"Commercial Auto\"]"],
        ),
        ("knock 500 off the K&L Heating premium", &["premium=14000"]),
        ("K&L Heating's premium is 300 now", &["clarify"]),
        ("BPA's premium is 8,100 or 8,200", &["clarify"]),
    ]);
}
