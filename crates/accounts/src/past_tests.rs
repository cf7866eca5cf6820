//! Questions to the history of an account, to the newest message of a channel, and to who insures the most.

use serde_json::json;

use super::book::Book;
use super::engine::{Past, Reply, Scene, respond};
use super::engine_tests::{TODAY, account, reply};
use super::history::{Delta, History, creation};
use super::query::Answer;
use super::resolve::Conversation;

struct One(History);

impl Past for One {
    fn history(&self, account: &str) -> Option<&History> {
        (account == "1").then_some(&self.0)
    }
}

/// The premium was 4,850 from March on, and is 5,100 since May 1.
fn told(text: &str) -> Answer {
    let mut state = account(
        json!({"id": "1", "name": "Larkspur Ferry", "stage": "Bound", "premium": 4850, "carrier": "Granite Mutual"}),
    );
    let mut history = History::default();
    let at = |day: &str| format!("{day}T10:00:00Z").parse().unwrap();
    history.append(at("2027-03-05"), "Created.", creation(&state), "test");
    let delta = Delta {
        field: "premium".to_owned(),
        old: json!(4850),
        new: json!(5100),
    };
    history.append(at("2027-05-01"), "Changed.", vec![delta], "test");
    state.premium = super::money::Money::from_number(5100.0);
    let book = Book::new(vec![state], Vec::new(), Vec::new());
    let past = One(history);
    let scene = Scene::new(&book, TODAY).with_past(&past);
    match respond(&scene, text, &Conversation::default()).reply {
        Reply::Answer(answer) => answer,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn the_history_tells_what_was_on_a_day_and_how_it_changed() {
    for (text, part) in [
        (
            "What was the premium of Larkspur Ferry on 2027-04-01?",
            "$4,850",
        ),
        (
            "What was Larkspur Ferry's premium on May 2, 2027?",
            "$5,100",
        ),
        ("Larkspur Ferry premium as of April 1?", "$4,850"),
        (
            "What stage was Larkspur Ferry in on April 1, 2027?",
            "Bound",
        ),
        (
            "How did the premium of Larkspur Ferry change?",
            "$4,850 (2027-03-05) \u{2192} $5,100 (2027-05-01)",
        ),
        ("What is Larkspur Ferry's premium?", "$5,100"),
    ] {
        let answer = told(text);
        assert!(
            answer.known && answer.text.contains(part),
            "{text}: {answer:?}"
        );
    }
    for text in [
        "What was the premium of Larkspur Ferry on 2026-04-01?",
        "What was the deductible of Larkspur Ferry on 2027-04-01?",
        "How did the roof of Larkspur Ferry change?",
        "How did the stage of Larkspur Ferry change?",
    ] {
        let answer = told(text);
        assert!(
            !answer.text.contains('\u{2192}') && !answer.rule.contains("history"),
            "{text}: {answer:?}"
        );
    }
}

#[test]
fn the_newest_message_of_a_channel_is_told() {
    for (text, id) in [
        (
            "What did Bright Path Academy LLC say in the last text?",
            "sms_1_3",
        ),
        ("What does the latest email from BPA say?", "email_1_2"),
        (
            "What was said in the most recent call with Castillo Brothers Paving?",
            "call_5_1",
        ),
        ("Summarize the last email from BPA", "email_1_2"),
    ] {
        match reply(text) {
            Reply::Answer(answer) => {
                assert!(
                    answer.known && answer.citations[0].id == id,
                    "{text}: {answer:?}"
                );
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    for text in [
        "What did BPA say in the last call?",
        "What is the latest email address of Dana at BPA?",
    ] {
        match reply(text) {
            Reply::Answer(answer) => {
                assert_ne!(answer.rule, "the newest message of its kind", "{text}")
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn who_insures_the_most_is_counted_by_accounts() {
    for text in [
        "Who is the carrier of the most accounts?",
        "Which carrier has the most accounts?",
    ] {
        match reply(text) {
            Reply::Answer(answer) => assert!(
                answer.text.starts_with("Granite Mutual: 2"),
                "{text}: {answer:?}"
            ),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn a_new_account_keeps_what_the_sentence_it_was_made_for_says() {
    use super::engine_tests::outcome;
    let place = "location={\"city\":\"Austin\",\"state\":\"TX\"}";
    let stage = "stage=\"Application Received\"";
    for (text, came) in [
        (
            "Zephyr Kayaks LLC in Austin, TX sent their application",
            vec![stage, place],
        ),
        ("Zephyr Kayaks LLC sent in the application", vec![stage]),
        (
            "Zephyr Kayaks LLC in Austin, Texas called about a quote",
            vec![place],
        ),
        (
            "Zephyr Kayaks LLC wants to know if they sent their application",
            vec!["answer"],
        ),
        ("We sent Zephyr Kayaks LLC an application", vec!["note"]),
        (
            "Zephyr Kayaks LLC has not sent their application",
            vec!["note"],
        ),
    ] {
        let new = account(json!({"id": "9", "name": "Zephyr Kayaks LLC"}));
        let book = Book::new(vec![new], Vec::new(), Vec::new());
        let scene = Scene::new(&book, TODAY);
        let response = respond(&scene, text, &Conversation::default());
        assert_eq!(outcome(response.reply), came, "{text}");
    }
}

#[test]
fn all_accounts_are_told_as_they_were_on_a_day() {
    for (text, part) in [
        (
            "As of April 1, what is the total premium of all accounts?",
            "As of April 1, 2027: Total premium $4,850",
        ),
        (
            "How many accounts were bound as of yesterday?",
            "As of May 9, 2027: 1 account",
        ),
        (
            "As of today, what is the total premium of all accounts?",
            "$5,100",
        ),
        (
            "As of January 1, how many accounts were bound?",
            "Not known: no history goes back to January 1, 2027.",
        ),
    ] {
        let answer = told(text);
        assert!(answer.text.contains(part), "{text}: {answer:?}");
    }
}
