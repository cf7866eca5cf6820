//! Questions of another hand: how often, by which channel and when, before and after, with what added; and what only shares words
//! with the file.

use serde_json::json;

use super::book::{Book, Source};
use super::engine::{Reply, Scene, respond};
use super::engine_tests::{TODAY, account, source};
use super::resolve::Conversation;
use super::state::AccountState;

fn accounts() -> Vec<AccountState> {
    vec![
        account(
            json!({"id": "20", "name": "Juniper Hill Stables", "stage": "Quoted", "industry": "riding school", "location": {"city": "Bristol", "state": "TN"}, "contacts": [{"name": "Marta Quist", "role": "owner", "phone": "423-555-0120"}, {"name": "Ed Toller", "role": "barn manager", "phone": "423-555-0121"}], "coverage_types": ["General Liability", "Property", "Cyber"], "premium": 7200, "carrier": "Alder Mutual", "notes": ["Ed orders the certificates.", "Marta pays by card."]}),
        ),
        account(
            json!({"id": "21", "name": "Pine Knot Brewing", "stage": "Renewal Due", "industry": "brewery", "location": {"city": "Bristol", "state": "CT"}, "contacts": [{"name": "Sam Iverson", "role": "owner", "phone": "860-555-0122"}, {"name": "Sam Okafor", "role": "brewer"}], "coverage_types": ["Property"], "premium": 11300, "carrier": "Cobalt Specialty", "notes": ["Sam keeps the keys.", "Rudy delivers the kegs."]}),
        ),
        account(
            json!({"id": "22", "name": "Larch Street Framing", "stage": "Renewal Due", "industry": "framing shop", "location": {"city": "Ogden", "state": "UT"}, "contacts": [{"name": "Wim Jansen", "role": "owner"}], "coverage_types": ["Property"], "premium": 4700, "carrier": "Alder Mutual"}),
        ),
    ]
}

fn of(kind: &str, number: usize, at: &str, from: &str, summary: &str, raw: &str) -> Source {
    source("20", kind, number, at, from, summary, raw)
}

fn until_the_quote() -> Vec<Source> {
    vec![
        of(
            "email",
            1,
            "2027-01-08T10:00:00Z",
            "Marta Quist",
            "Inquiry: 22 horses; the old carrier does not renew.",
            "Lena,\n\nWe keep 22 horses. Our insurer, Cobalt Specialty, sent a nonrenewal notice that takes effect on May 31.\n\nBest,\nMarta",
        ),
        of(
            "email",
            2,
            "2027-02-10T10:00:00Z",
            "Lena Fischer",
            "Alder quote $7,650 with a $1 million limit for riders.",
            "Marta,\n\nAlder Mutual quotes $7,650 for liability, property and cyber. The limit for riders is one million. The farrier has to look at the hooves every eight weeks.\n\nBest,\nLena",
        ),
        of(
            "call",
            3,
            "2027-02-24T10:00:00Z",
            "Lena Fischer",
            "She wants the helmet rule softened.",
            "Lena: What bothers you about the proposal?\nMarta: The helmet rule. Grown riders will not wear one on the trail.\nLena: I will ask.",
        ),
    ]
}

fn after_the_quote() -> Vec<Source> {
    vec![
        of(
            "sms",
            4,
            "2027-03-05T10:00:00Z",
            "423-555-0121",
            "The hay barn has a new roof.",
            "Ed here. the hay barn got a new roof last week",
        ),
        of(
            "email",
            5,
            "2027-03-12T10:00:00Z",
            "Lena Fischer",
            "Alder goes down to $7,200 after the roof.",
            "Marta,\n\nWith the new roof Alder comes down to $7,200. Nothing else changes.\n\nBest,\nLena",
        ),
        of(
            "sms",
            6,
            "2027-04-14T10:00:00Z",
            "423-555-0121",
            "A second trail guide starts May 1.",
            "Ed again, we hired a second trail guide, Joss, she starts May 1",
        ),
        of(
            "sms",
            7,
            "2027-04-21T10:00:00Z",
            "Lena Fischer",
            "Alder would add the carriage for $340.",
            "Hi Marta, Alder can add the carriage for 340 a year. Lena",
        ),
    ]
}

#[track_caller]
fn says(rows: &[(&str, &[&str], &[&str])]) {
    let sources = until_the_quote().into_iter().chain(after_the_quote());
    let book = Book::new(
        accounts(),
        sources.collect(),
        vec!["Lena Fischer".to_owned()],
    );
    let mut wrong = Vec::new();
    for (text, has, lacks) in rows {
        let reply = respond(&Scene::new(&book, TODAY), text, &Conversation::default()).reply;
        match reply {
            Reply::Answer(answer) => {
                let cited: Vec<&str> = answer.citations.iter().map(|one| one.id.as_str()).collect();
                let told = format!("{} {}", answer.text, cited.join(" "));
                if !has.iter().all(|phrase| told.contains(phrase))
                    || lacks.iter().any(|phrase| told.contains(phrase))
                {
                    wrong.push(format!("{text}: {told}"));
                }
            }
            other => wrong.push(format!("{text}: {other:?}")),
        }
    }
    assert_eq!(wrong, [] as [String; 0]);
}

const UNKNOWN: &[&str] = &["Not known"];

#[test]
fn a_carrier_is_asked_for_as_whose_it_is() {
    says(&[
        (
            "What is the Juniper Hill quote, and whose is it?",
            &["7,200", "Alder Mutual"],
            UNKNOWN,
        ),
        (
            "How much does Juniper Hill Stables pay and who writes it?",
            &["7,200", "Alder Mutual"],
            UNKNOWN,
        ),
        (
            "What is Pine Knot's premium and who is it with?",
            &["11,300", "Cobalt"],
            UNKNOWN,
        ),
        (
            "Larch Street Framing's price, and who carries it?",
            &["4,700", "Alder Mutual"],
            UNKNOWN,
        ),
        ("Whose paper is Pine Knot on?", &["Cobalt"], UNKNOWN),
        (
            "When does Juniper Hill's present cover run out, and who is it with?",
            &["May 31", "Cobalt", "email_20_1"],
            UNKNOWN,
        ),
        (
            "Whose is the carriage at Larch Street Framing?",
            UNKNOWN,
            &["Alder"],
        ),
    ]);
}

#[test]
fn a_first_name_in_a_note_is_the_contact_it_belongs_to() {
    says(&[
        (
            "Who orders the certificates at Juniper Hill?",
            &["Ed Toller"],
            UNKNOWN,
        ),
        (
            "Who pays by card at Juniper Hill Stables?",
            &["Marta Quist"],
            UNKNOWN,
        ),
        (
            "Who keeps the keys at Pine Knot?",
            &["Sam keeps the keys"],
            &["Iverson", "Okafor", "Not known"],
        ),
        (
            "Who delivers the kegs at Pine Knot?",
            &["Rudy"],
            &["Iverson", "Okafor"],
        ),
    ]);
}

#[test]
fn how_often_wants_a_frequency() {
    says(&[
        (
            "How often does the farrier have to look at the hooves under the Juniper Hill quote?",
            &["every eight weeks"],
            UNKNOWN,
        ),
        (
            "How many times must the farrier see the hooves at Juniper Hill?",
            &["every eight weeks"],
            UNKNOWN,
        ),
        (
            "How often is the hay barn roof replaced at Juniper Hill?",
            UNKNOWN,
            &["sms_20_4"],
        ),
        (
            "How often does Juniper Hill Stables inspect the helmets?",
            UNKNOWN,
            &["call_20_3"],
        ),
    ]);
}

#[test]
fn a_channel_and_a_month_narrow_what_was_said() {
    says(&[
        (
            "Which change did Ed text about in April at Juniper Hill?",
            &["trail guide", "May 1", "sms_20_6"],
            &["sms_20_4"],
        ),
        (
            "What did Ed text us in March about Juniper Hill Stables?",
            &["new roof", "sms_20_4"],
            &["sms_20_6"],
        ),
        (
            "What did Marta email in January, Juniper Hill?",
            &["22 horses", "email_20_1"],
            UNKNOWN,
        ),
        (
            "What deductible did Ed text about in April at Juniper Hill?",
            UNKNOWN,
            &["guide"],
        ),
        (
            "What did Ed text in January at Juniper Hill?",
            UNKNOWN,
            &["sms_20_4", "sms_20_6"],
        ),
        (
            "What did Marta call about in April at Juniper Hill Stables?",
            UNKNOWN,
            &["call_20_3"],
        ),
    ]);
}

#[test]
fn a_price_has_a_before_and_an_after() {
    says(&[
        (
            "How did the Alder price for Juniper Hill change when Ed fixed the roof?",
            &["7,650", "7,200", "email_20_2", "email_20_5"],
            UNKNOWN,
        ),
        (
            "What did Juniper Hill's quote go from and to after the new roof?",
            &["7,650", "7,200"],
            UNKNOWN,
        ),
        (
            "What was the Juniper Hill price before and after the roof?",
            &["7,650", "7,200"],
            UNKNOWN,
        ),
        (
            "What would the Juniper Hill premium be with the carriage added?",
            &["7,540", "sms_20_7", "email_20_5"],
            UNKNOWN,
        ),
        (
            "What would Juniper Hill pay with the swimming pool added?",
            UNKNOWN,
            &["7,540"],
        ),
    ]);
}

#[test]
fn dislikes_and_final_asks_are_found() {
    says(&[
        (
            "What does Marta dislike about the Juniper Hill proposal?",
            &["helmet", "call_20_3"],
            UNKNOWN,
        ),
        (
            "What is Marta unhappy with at Juniper Hill?",
            &["helmet", "call_20_3"],
            UNKNOWN,
        ),
        (
            "What roof does Juniper Hill have and what did Alder finally ask?",
            &["7,200", "email_20_5"],
            UNKNOWN,
        ),
    ]);
}

#[test]
fn a_passage_that_only_shares_words_is_no_answer() {
    says(&[
        (
            "What is the cyber deductible for Juniper Hill?",
            UNKNOWN,
            &["7,650"],
        ),
        (
            "What is the property deductible at Juniper Hill Stables?",
            UNKNOWN,
            &["7,650"],
        ),
        (
            "What is the deposit on the Juniper Hill quote?",
            UNKNOWN,
            &["7,650"],
        ),
        (
            "How high is the cyber retention at Juniper Hill?",
            UNKNOWN,
            &["7,650"],
        ),
        (
            "What is the limit for riders at Juniper Hill?",
            &["one million"],
            UNKNOWN,
        ),
    ]);
}

#[test]
fn a_premium_beside_a_list_is_a_column() {
    says(&[
        (
            "Which accounts are coming up for renewal, and at what premium?",
            &["11,300", "4,700"],
            &["16,000"],
        ),
        (
            "List the accounts due for renewal with what premium each pays",
            &["11,300", "4,700"],
            &["16,000"],
        ),
        (
            "Which accounts does Alder write, and for what premium?",
            &["7,200", "4,700"],
            &["11,900"],
        ),
        (
            "What premium do we have coming up for renewal in total?",
            &["16,000"],
            &[],
        ),
        (
            "There are two Bristols in our book. Which accounts are there?",
            &["Juniper Hill", "TN", "Pine Knot", "CT"],
            &["Larch"],
        ),
        (
            "Which accounts are in the two Bristols?",
            &["Juniper Hill", "Pine Knot"],
            &["Larch"],
        ),
    ]);
}
