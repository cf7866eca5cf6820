//! What holds for accounts whatever people write into files, names and sentences.

use steward_accounts::book::Book;
use steward_accounts::engine::{Reply, Scene, respond};
use steward_accounts::history::{self, History, creation, verify};
use steward_accounts::resolve::Conversation;
use steward_accounts::state::{AccountState, StateFile};
use steward_accounts::update::{apply, deltas, prose};

/// Any text is a state or is refused with a line that it has. What is read is written so that it reads the same.
pub(crate) fn account_state(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for text in [text.to_string(), format!("---\nid: 1\n{text}\n---\n{text}")] {
        match StateFile::parse(&text) {
            Ok(state) => {
                let again = StateFile::parse(&state.render());
                assert_eq!(again.as_ref().map(|again| &again.state), Ok(&state.state));
            }
            Err(error) => assert!((1..=text.lines().count() + 1).contains(&error.line)),
        }
    }
}

/// Any text is a history or is refused with a line that it has, and nobody is misled by one.
pub(crate) fn account_history(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let entry = format!("# History\n\n## 2026-01-01T00:00:00Z\n\n{text}\n- **Hash**: {text}\n");
    for text in [text.to_string(), entry] {
        match history::parse(&text) {
            Ok(history) => {
                let claimed = AccountState::new("1", "Maple Bakery");
                assert!(
                    verify(&claimed, &history).is_err(),
                    "nobody guesses the hash of an entry"
                );
            }
            Err(error) => assert!((1..=text.lines().count() + 1).contains(&error.line)),
        }
    }
}

/// Any sentence about an account of any name has an outcome, and a change of it adds up.
pub(crate) fn account_sentence(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let mut maple = AccountState::new("1", "Maple Bakery");
    maple.stage = Some("Quoted".to_owned());
    let odd = AccountState::new("2", text.clone());
    let book = Book::new(vec![maple, odd], Vec::new(), Vec::new());
    let today = jiff::civil::date(2026, 1, 15);
    for said in [
        text.clone(),
        format!("Maple Bakery {text}"),
        format!("Set the premium of {text} to $2,600"),
    ] {
        let answer = respond(&Scene::new(&book, today), &said, &Conversation::default());
        if let Some((start, end)) = answer.found.mention {
            assert!(said.get(start..end).is_some(), "{said:?}");
        }
        if let Reply::Update { account_id, plan } = &answer.reply {
            let before = book.account(account_id).unwrap();
            let mut history = History::default();
            let at = jiff::Timestamp::UNIX_EPOCH;
            history.append(at, "Made.", creation(before), "test");
            let changed = deltas(before, plan);
            let after = apply(before, plan);
            if !changed.is_empty() {
                history.append(at, &prose(before, plan), changed, &said);
            }
            let read = history::parse(&history.render()).unwrap();
            assert_eq!(verify(&after, &read).err(), None, "{said:?}");
        }
    }
}
