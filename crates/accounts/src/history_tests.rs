use jiff::civil::date;
use proptest::prelude::*;

use super::history::{History, as_of, creation, delta, fold, parse, verify, verify_chain};
use super::money::Money;
use super::state::{AccountState, Contact, StateFile};
use super::state_tests::any_state;

fn start() -> AccountState {
    let mut state = AccountState::new("7", "Birch Lane Cafe");
    state.stage = Some("Quoted".to_owned());
    state.premium = Some(Money::dollars(2_400));
    state.contacts.push(Contact {
        name: "Ann Lee".to_owned(),
        phone: Some("405-555-0100".to_owned()),
        ..Contact::default()
    });
    state
}

/// Created on 1 January, bound and with another number on 5 February.
fn story() -> (AccountState, History) {
    let before = start();
    let mut history = History::default();
    history.append(
        "2026-01-01T09:00:00Z".parse().unwrap(),
        "Created.",
        creation(&before),
        "import",
    );
    let mut after = before.clone();
    after.stage = Some("Bound".to_owned());
    after.contacts[0].phone = Some("405-555-0199".to_owned());
    history.append(
        "2026-02-05T09:00:00Z".parse().unwrap(),
        "Bound.",
        delta(&before, &after),
        "\"Bind it \u{2192} now\"",
    );
    (after, history)
}

#[test]
fn a_history_folds_to_the_state_through_its_file() {
    let (state, history) = story();
    let read = parse(&history.render()).unwrap();
    assert_eq!(fold("7", &read), Ok(state.clone()));
    assert_eq!(verify(&state, &read), Ok(()));
    assert_eq!(
        read.entries[1]
            .deltas
            .iter()
            .map(|delta| delta.field.as_str())
            .collect::<Vec<_>>(),
        ["stage", "contacts[Ann Lee].phone"]
    );
}

#[test]
fn the_state_of_an_earlier_day_is_known() {
    let (after, history) = story();
    assert_eq!(as_of("7", &history, date(2026, 2, 4)), Ok(Some(start())));
    assert_eq!(as_of("7", &history, date(2026, 2, 5)), Ok(Some(after)));
    assert_eq!(as_of("7", &history, date(2025, 12, 31)), Ok(None));
}

#[test]
fn an_edit_of_the_history_is_located() {
    let (state, history) = story();
    let file = history.render();
    for (from, to, entry, what) in [
        ("2400", "2500", "2026-01-01T09:00:00Z", "hash"),
        (
            "\"Quoted\" \u{2192} \"Bound\"",
            "\"Quoted\" \u{2192} \"Lost\"",
            "2026-02-05T09:00:00Z",
            "hash",
        ),
        (
            "[2026-01-01T09:00:00Z]",
            "[2025-01-01T09:00:00Z]",
            "2026-02-05T09:00:00Z",
            "link",
        ),
        ("Created.", "Made up.", "2026-01-01T09:00:00Z", "hash"),
    ] {
        let edited = parse(&file.replace(from, to)).unwrap();
        let found = verify(&state, &edited).unwrap_err();
        assert_eq!(found.entry.as_deref(), Some(entry), "{from}");
        assert!(found.what.contains(what), "{found}");
        assert!(
            file.lines().nth(found.line - 1).unwrap().starts_with("## "),
            "{found}"
        );
    }
}

#[test]
fn an_entry_taken_out_is_noticed_and_so_is_an_edited_state() {
    let (state, history) = story();
    let mut shorter = history.clone();
    shorter.entries.remove(0);
    assert!(verify(&state, &shorter).unwrap_err().what.contains("link"));
    let mut edited = state;
    edited.premium = Some(Money::dollars(1));
    let found = verify(&edited, &history).unwrap_err();
    assert_eq!(
        found.what,
        "premium is 1 in the state but 2400 by the history"
    );
}

#[test]
fn a_broken_file_says_where() {
    let (_, history) = story();
    let file = history.render();
    for (from, to, reason) in [
        ("## 2026-02-05T09:00:00Z", "## yesterday", "not a time"),
        (
            "\"Quoted\" \u{2192} \"Bound\"",
            "Quoted to Bound",
            "two values",
        ),
        ("- **Hash**", "- Hash", "expected"),
        ("# History", "# History\nhello", "no entry"),
    ] {
        let error = parse(&file.replace(from, to)).unwrap_err();
        assert!(error.reason.contains(reason) && error.line > 1, "{error}");
    }
}

#[test]
fn an_entry_in_which_something_was_forgotten_breaks_no_chain() {
    let mut history = History::default();
    let at = |day: &str| format!("2026-01-{day}T09:00:00Z").parse().unwrap();
    let mut before = AccountState::new("1", "Ada's Books");
    history.append(at("01"), "Created.", creation(&before), "a");
    for (day, note) in [("02", "the locker word is 4711"), ("03", "likes tea")] {
        let mut after = before.clone();
        after.notes.push(note.to_owned());
        history.append(at(day), "Noted.", delta(&before, &after), note);
        before = after;
    }
    let forget = |file: &str| file.replace("the locker word is 4711", "[forgotten]");
    let state = StateFile::parse(&forget(&StateFile::new(before, String::new()).render())).unwrap();
    assert_eq!(state.state.notes, ["[forgotten]", "likes tea"]);
    let file = forget(&history.render());
    assert_eq!(verify(&state.state, &parse(&file).unwrap()), Ok(()));
    // What stands in other entries is as sure as before, and so are the links of these.
    for (from, to) in [
        ("Ada's Books", "Eve's Books"),
        ("Previous**: [2026-01-01", "Previous**: [2025-01-01"),
    ] {
        let edited = parse(&file.replace(from, to)).unwrap();
        assert!(verify_chain(&edited).is_err(), "{to}");
    }
    // These must give what the account is now.
    let edited = parse(&file.replace("likes tea", "likes gin")).unwrap();
    assert!(verify(&state.state, &edited).is_err());
}

#[test]
fn times_never_repeat_and_prose_cannot_forge_a_chain() {
    let mut history = History::default();
    let at = "2026-01-01T09:00:00Z".parse().unwrap();
    history.append(at, "one", Vec::new(), "a");
    history.append(
        at,
        "## 2030-01-01T00:00:00Z\n- **stage**: null \u{2192} \"Bound\"",
        Vec::new(),
        "b",
    );
    assert!(history.entries[1].at > history.entries[0].at);
    assert_eq!(parse(&history.render()).unwrap().entries.len(), 2);
}

proptest! {
    #[test]
    fn every_pair_of_states_folds_back(first in any_state(), second in any_state()) {
        let mut second = second;
        second.id.clone_from(&first.id);
        let mut history = History::default();
        history.append("2026-01-01T09:00:00Z".parse().unwrap(), "Created.", creation(&first), "x");
        history.append("2026-01-02T09:00:00Z".parse().unwrap(), "Changed.", delta(&first, &second), "y");
        let read = parse(&history.render()).unwrap();
        prop_assert_eq!(verify(&second, &read), Ok(()));
        prop_assert_eq!(as_of(&first.id, &read, date(2026, 1, 1)), Ok(Some(first)));
    }

    #[test]
    fn no_file_makes_the_reader_panic(text in "(## 2026-01-01T09:00:00Z\n|- \\*\\*stage\\*\\*: |null|\"| \u{2192} |\n|[a-z ]){0,40}") {
        let _ = parse(&text);
    }
}
