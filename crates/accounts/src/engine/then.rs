//! All accounts as they were on a day: "As of June 1, how many accounts were bound?"

use jiff::civil::Date;

use super::{Said, Scene};
use crate::book::Book;
use crate::dates::{self, Lean, spoken};
use crate::history;
use crate::query::{self, Answer, Query};
use crate::state::AccountState;

/// The answer from the states of an earlier day, if one is named.
pub(super) fn answer(scene: &Scene<'_>, said: &Said<'_>, query: &Query) -> Option<Answer> {
    let day = day(scene, said).filter(|day| *day < scene.today)?;
    let known = scene.book.accounts.iter();
    let known = known.filter_map(|account| scene.past.history(&account.id).map(|it| (account, it)));
    let states: Vec<AccountState> = known
        .filter_map(|(account, history)| history::as_of(&account.id, history, day).ok()?)
        .collect();
    if states.is_empty() {
        return Some(Answer {
            text: format!("Not known: no history goes back to {}.", spoken(day)),
            citations: Vec::new(),
            rule: "the histories of the accounts".to_owned(),
            known: false,
        });
    }
    let then = Book::new(states, Vec::new(), Vec::new());
    let mut answer = query::run(query, &then, scene.today);
    answer.text = format!("As of {}: {}", spoken(day), answer.text);
    answer.rule = format!("{}, by the histories up to {day}", answer.rule);
    // The lines are those of a state that is not there any more.
    for citation in &mut answer.citations {
        citation.line = None;
    }
    Some(answer)
}

/// The day after "as of".
fn day(scene: &Scene<'_>, said: &Said<'_>) -> Option<Date> {
    let words = said.words.windows(2);
    let named = |pair: &[crate::text::Token]| {
        pair[0].norm == "as" && matches!(pair[1].norm.as_str(), "of" | "at")
    };
    let after = words.into_iter().position(named)? + 2;
    let days = dates::dates(said.text, said.words, scene.today, Lean::Nearest);
    days.iter().find(|day| day.first == after)?.date
}
