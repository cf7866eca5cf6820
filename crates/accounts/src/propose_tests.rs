use serde_json::{Value, json};

use crate::book::{Book, Source};
use crate::history::{History, creation};
use crate::propose::{Proposal, proposals};
use crate::state::AccountState;
use crate::update::{apply, deltas};

fn account() -> AccountState {
    serde_json::from_value(json!({
        "id": "7", "name": "Birch Bakery", "stage": "Quoted", "premium": 5200, "carrier": "Harborstone Mutual",
        "contacts": [{"name": "Marisol Vega", "phone": "254-555-0118"}],
        "created": "2025-11-04T15:00:00Z",
    }))
    .unwrap()
}

fn email(day: &str, words: &str) -> Source {
    Source {
        account_id: "7".to_owned(),
        kind: "email".to_owned(),
        id: format!("email_{day}"),
        at: format!("{day}T10:00:00Z").parse().unwrap(),
        from: "Marisol Vega <marisol@birch.example>".to_owned(),
        to: "desk@broker.example".to_owned(),
        subject: None,
        summary: String::new(),
        raw: words.to_owned(),
    }
}

fn taken_in(state: &AccountState) -> History {
    let mut history = History::default();
    let at = state.created.unwrap();
    history.append(at, "Taken in.", creation(state), "a file");
    history
}

fn proposed(state: &AccountState, history: &History, sources: Vec<Source>) -> Vec<Proposal> {
    let book = Book::new(vec![state.clone()], sources, vec!["Priya Raman".to_owned()]);
    proposals(&book, state, history)
}

fn fields(proposals: &[Proposal]) -> Vec<(&str, &Value, &Value)> {
    let changes = proposals.iter().map(|proposal| &proposal.change);
    changes
        .map(|change| (change.field.as_str(), &change.old, &change.new))
        .collect()
}

#[test]
fn what_a_source_says_and_the_account_does_not_is_proposed_with_its_place() {
    let state = account();
    let words = "Hi Priya,\n\nMy cell is 254-555-0102.\n\nThe renewal date is June 15.\n";
    let found = proposed(&state, &taken_in(&state), vec![email("2026-01-08", words)]);
    assert_eq!(
        fields(&found),
        [
            (
                "contacts[Marisol Vega].phone",
                &json!("254-555-0118"),
                &json!("254-555-0102")
            ),
            ("renewal_date", &Value::Null, &json!("2026-06-15")),
        ]
    );
    assert_eq!(found[0].line, 3);
    assert_eq!(found[0].quote, "My cell is 254-555-0102.");
    assert_ne!(found[0].id, found[1].id);
}

#[test]
fn the_last_word_on_a_field_counts() {
    let state = account();
    let older = email("2026-01-08", "Harborstone Mutual came back at $5,650.");
    let newer = email("2026-01-20", "The premium is $5,200 now.");
    let history = taken_in(&state);
    assert_eq!(
        proposed(&state, &history, vec![older.clone(), newer]),
        [],
        "the newer one says what the account says"
    );
    let found = proposed(&state, &history, vec![older]);
    assert_eq!(fields(&found), [("premium", &json!(5200), &json!(5650))]);
}

#[test]
fn what_is_asked_wished_or_of_others_proposes_nothing() {
    let state = account();
    for words in [
        "Could you get the premium to $4,000?",
        "Our current carrier is Old Prairie Mutual and the premium is $9,000.",
        "My old agent came down to $4,100.",
        "There was a burglary in 2022, we lost $31,000.",
        "We would like the renewal date to be June 15.",
        "The target premium is $4,000.",
        "The additional premium drops to $740.",
        "> The premium is $5,650.",
    ] {
        let found = proposed(&state, &taken_in(&state), vec![email("2026-01-08", words)]);
        assert_eq!(found, [], "{words}");
    }
}

#[test]
fn a_day_that_is_over_is_no_renewal_to_come() {
    let state = account();
    let said = |day| vec![email(day, "The policy renews November 30.")];
    assert_eq!(proposed(&state, &taken_in(&state), said("2026-05-11")), []);
    let found = proposed(&state, &taken_in(&state), said("2026-10-11"));
    let expected = json!("2026-11-30");
    assert_eq!(fields(&found), [("renewal_date", &Value::Null, &expected)]);
}

#[test]
fn a_number_that_somebody_else_gives_is_not_proposed_for_a_contact() {
    let state = account();
    let mut call = email("2026-01-08", "Priya: My cell is 972-555-0101.\n");
    call.kind = "call".to_owned();
    assert_eq!(proposed(&state, &taken_in(&state), vec![call.clone()]), []);
    call.raw = "Marisol: My cell is 254-555-0102.\n".to_owned();
    assert_eq!(proposed(&state, &taken_in(&state), vec![call]).len(), 1);
}

#[test]
fn what_somebody_set_since_or_decided_on_is_not_proposed_again() {
    let state = account();
    let said = email("2026-01-08", "Harborstone Mutual came back at $5,650.");
    let history = taken_in(&state);
    let [proposal] = &proposed(&state, &history, vec![said.clone()])[..] else {
        panic!("one is proposed");
    };

    let mut dismissed = history.clone();
    let at = "2026-01-09T10:00:00Z".parse().unwrap();
    dismissed.append(at, "Not taken over.", Vec::new(), &proposal.mark());
    assert_eq!(proposed(&state, &dismissed, vec![said.clone()]), []);

    let mut accepted = history.clone();
    let after = apply(&state, &proposal.plan());
    accepted.append(at, "", deltas(&state, &proposal.plan()), &proposal.mark());
    assert_eq!(proposed(&after, &accepted, vec![said.clone()]), []);

    let mut set_since = history;
    let mut lower = proposal.clone();
    lower.change.new = json!(5000);
    let after = apply(&state, &lower.plan());
    set_since.append(at, "", deltas(&state, &lower.plan()), "User command");
    assert_eq!(proposed(&after, &set_since, vec![said]), []);
}
