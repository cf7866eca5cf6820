//! What was only asked, awaited or wished stays open, however it is asked for; what was answered since is told.

use serde_json::json;

use super::book::{Book, Source};
use super::engine::{Reply, Scene, respond};
use super::engine_tests::{TODAY, account, source};
use super::query::Answer;
use super::resolve::Conversation;
use super::state::AccountState;

fn accounts() -> Vec<AccountState> {
    vec![
        account(
            json!({"id": "60", "name": "Quarry Road Diner", "stage": "Quote Pitched", "industry": "diner", "location": {"city": "Barre", "state": "VT"}, "contacts": [{"name": "Hollis Trent", "role": "owner", "phone": "802-555-0160"}], "coverage_types": ["Property"], "premium": 9400, "carrier": "Alder Mutual"}),
        ),
        account(
            json!({"id": "61", "name": "Pelham Boat Works", "stage": "Quoted", "industry": "boat builder", "location": {"city": "Bath", "state": "ME"}, "contacts": [{"name": "Greta Moss", "role": "owner", "phone": "207-555-0161"}], "coverage_types": ["Property"], "premium": 21000, "carrier": "Cobalt Specialty"}),
        ),
    ]
}

fn sources() -> Vec<Source> {
    vec![
        source(
            "60",
            "email",
            1,
            "2027-03-01T10:00:00Z",
            "Lena Fischer",
            "Alder $9,400; hood cleaning every 90 days required.",
            "Hollis,\n\nAlder Mutual quotes $9,400. The hood over the fryer has to be cleaned every 90 days.\n\nBest,\nLena",
        ),
        source(
            "60",
            "sms",
            2,
            "2027-04-02T10:00:00Z",
            "802-555-0160",
            "Fryer moves out; asks whether Alder pays half of the new hood.",
            "new hood is 6200. ask alder if they cover half of it",
        ),
        source(
            "60",
            "call",
            3,
            "2027-04-20T10:00:00Z",
            "Lena Fischer",
            "The landlord's lawyer must review the waiver.",
            "Lena: Did the landlord sign the waiver?\nHollis: It is with his lawyer, Ms. Abara. Nothing happens before she has read it.\nLena: And the basement pump?\nHollis: It was replaced in March, a new one from Tallis.\nLena: I look forward to hearing what Ms. Abara thinks.",
        ),
        source(
            "61",
            "email",
            1,
            "2027-03-03T10:00:00Z",
            "Greta Moss",
            "Asks for a $5,000 deductible and whether the crane is covered.",
            "Lena,\n\nCould we get a $5,000 deductible? And is the crane in the yard covered?\n\nGreta",
        ),
        source(
            "61",
            "email",
            2,
            "2027-03-10T10:00:00Z",
            "Lena Fischer",
            "Crane is covered up to $80,000; deductible refused.",
            "Greta,\n\nThe crane is covered up to $80,000. Cobalt refused the smaller deductible, it stays at $10,000.\n\nBest,\nLena",
        ),
    ]
}

fn told(text: &str) -> Answer {
    let book = Book::new(accounts(), sources(), vec!["Lena Fischer".to_owned()]);
    match respond(&Scene::new(&book, TODAY), text, &Conversation::default()).reply {
        Reply::Answer(answer) => answer,
        other => panic!("{text}: {other:?}"),
    }
}

fn cites(answer: &Answer, id: &str) -> bool {
    answer.citations.iter().any(|citation| citation.id == id)
}

#[test]
fn what_a_contact_only_asked_is_not_known() {
    for text in [
        "Is Alder paying half of the hood for Quarry Road Diner?",
        "Did Alder agree to cover half of Quarry Road Diner's new hood?",
        "Will Alder chip in for the hood at Quarry Road Diner?",
        "Any word on whether Alder covers half the hood at Quarry Road Diner?",
        "Has Alder said it would pay for part of the Quarry Road Diner hood?",
    ] {
        let answer = told(text);
        assert!(
            !answer.known && answer.text.contains("Not known") && cites(&answer, "sms_60_2"),
            "{text}: {answer:?}"
        );
    }
}

#[test]
fn whose_word_is_awaited_is_not_said_to_have_agreed() {
    for text in [
        "What was Ms. Abara's opinion of the waiver at Quarry Road Diner?",
        "Did Ms. Abara approve the Quarry Road Diner waiver?",
        "Has the lawyer agreed to the waiver at Quarry Road Diner?",
        "What does Ms. Abara think of the Quarry Road Diner waiver?",
    ] {
        let answer = told(text);
        assert!(
            !answer.known && cites(&answer, "call_60_3"),
            "{text}: {answer:?}"
        );
    }
}

#[test]
fn what_was_answered_since_is_told() {
    for (text, part, id) in [
        (
            "Is the crane covered at Pelham Boat Works?",
            "up to $80,000",
            "email_61_2",
        ),
        (
            "Did Cobalt agree to the $5,000 deductible for Pelham Boat Works?",
            "refused",
            "email_61_2",
        ),
        (
            "Greta wanted a smaller deductible at Pelham Boat Works. What does she get instead?",
            "$10,000",
            "email_61_2",
        ),
        (
            "Has the basement pump at Quarry Road Diner been replaced?",
            "replaced in March",
            "call_60_3",
        ),
        (
            "What does the new hood cost at Quarry Road Diner?",
            "6200",
            "sms_60_2",
        ),
    ] {
        let answer = told(text);
        assert!(
            answer.known && answer.text.contains(part) && cites(&answer, id),
            "{text}: {answer:?}"
        );
    }
}

#[test]
fn a_neighbouring_thing_is_no_answer() {
    for text in [
        "What is the deductible at Quarry Road Diner?",
        "What does the crane at Pelham Boat Works weigh in tons?",
        "Has Hollis paid the first premium for Quarry Road Diner?",
        "Who built the crane at Pelham Boat Works?",
    ] {
        let answer = told(text);
        assert!(answer.text.contains("Not known"), "{text}: {answer:?}");
    }
}

#[test]
fn what_is_outstanding_is_the_newest_that_was_asked_for() {
    let book = Book::new(
        accounts(),
        vec![
            source(
                "60",
                "email",
                7,
                "2027-04-01T10:00:00Z",
                "Lena Fischer",
                "Quote sent.",
                "Hollis, the quote is attached.",
            ),
            source(
                "60",
                "email",
                8,
                "2027-05-01T10:00:00Z",
                "Lena Fischer",
                "Missing: floor plan and loss runs.",
                "Hollis, I'm still missing the floor plan and the loss runs.",
            ),
        ],
        vec!["Lena Fischer".to_owned()],
    );
    for text in [
        "What is Quarry Road Diner still supposed to send us?",
        "What does Quarry Road Diner still owe us?",
        "What is outstanding at Quarry Road Diner?",
        "What's still missing from Quarry Road Diner?",
    ] {
        let reply = respond(&Scene::new(&book, TODAY), text, &Conversation::default()).reply;
        let Reply::Answer(answer) = reply else {
            panic!("{text}: {reply:?}");
        };
        assert!(answer.text.contains("floor plan"), "{text}: {answer:?}");
    }
}

#[test]
fn days_of_what_was_lie_before_the_message_and_days_to_come_after_it() {
    let written = |number: usize, raw: &str| {
        source(
            "60",
            "email",
            number,
            "2027-04-15T10:00:00Z",
            "Hollis Trent",
            "News.",
            raw,
        )
    };
    for (raw, text, meant) in [
        (
            "We had a grease fire Sunday night.",
            "When was the grease fire at Quarry Road Diner?",
            "Sunday = April 11, 2027",
        ),
        (
            "The inspector came on Monday.",
            "When did the inspector come to Quarry Road Diner?",
            "Monday = April 12, 2027",
        ),
        (
            "The inspector will come on Monday.",
            "When does the inspector come to Quarry Road Diner?",
            "Monday = April 19, 2027",
        ),
        (
            "We hired a new cook on the 12th.",
            "When was the new cook hired at Quarry Road Diner?",
            "the 12th = April 12, 2027",
        ),
    ] {
        let book = Book::new(
            accounts(),
            vec![written(1, raw)],
            vec!["Lena Fischer".to_owned()],
        );
        let reply = respond(&Scene::new(&book, TODAY), text, &Conversation::default()).reply;
        let Reply::Answer(answer) = reply else {
            panic!("{text}: {reply:?}");
        };
        assert!(answer.text.contains(meant), "{text}: {answer:?}");
    }
}

#[test]
fn how_long_something_took_is_no_day() {
    let raw = "The storm plan worked. We hauled 40 boats in two days, no damage.";
    let at = "2027-04-15T10:00:00Z";
    let told = source("60", "email", 1, at, "Hollis Trent", "News.", raw);
    let book = Book::new(accounts(), vec![told], vec!["Lena Fischer".to_owned()]);
    let text = "What did Quarry Road Diner say about the storm plan?";
    let reply = respond(&Scene::new(&book, TODAY), text, &Conversation::default()).reply;
    let Reply::Answer(answer) = reply else {
        panic!("{reply:?}");
    };
    assert!(answer.text.contains("in two days"), "{answer:?}");
    assert!(!answer.text.contains("in two days ="), "{answer:?}");
}
