//! The accounts of a brokerage: what is known of a customer, how it came to be, and the offline engine that reads a sentence,
//! finds the account, answers or plans a change. Nothing here does IO but `eval`, which reads its folder.

/// A table of words. Without commas, a table keeps the lines it was written in.
macro_rules! list {
    ($($word:literal)*) => { &[$($word),*] };
}

pub mod answer;
pub mod book;
pub mod dates;
pub mod dialogue;
pub mod engine;
pub mod eval;
mod fillers;
pub mod history;
pub mod intent;
pub mod money;
pub mod numbers;
pub mod propose;
pub mod query;
pub mod reach;
pub mod resolve;
pub mod source_file;
pub mod state;
pub mod text;
pub mod update;
mod words;

#[cfg(test)]
mod about_tests;
#[cfg(test)]
mod answer_tests;
#[cfg(test)]
mod apart_tests;
#[cfg(test)]
mod asides_tests;
#[cfg(test)]
mod asked_tests;
#[cfg(test)]
mod asserted_tests;
#[cfg(test)]
mod book_tests;
#[cfg(test)]
mod brisk_tests;
#[cfg(test)]
mod correct_tests;
#[cfg(test)]
mod current_tests;
#[cfg(test)]
mod dates_tests;
#[cfg(test)]
mod derived_tests;
#[cfg(test)]
mod dialogue_tests;
#[cfg(test)]
mod engine_tests;
#[cfg(test)]
mod history_tests;
#[cfg(test)]
mod invalid_tests;
#[cfg(test)]
mod left_out_tests;
#[cfg(test)]
mod near_tests;
#[cfg(test)]
mod open_tests;
#[cfg(test)]
mod paraphrase_tests;
#[cfg(test)]
mod part_tests;
#[cfg(test)]
mod past_tests;
#[cfg(test)]
mod phrased_tests;
#[cfg(test)]
mod priced_tests;
#[cfg(test)]
mod propose_tests;
#[cfg(test)]
mod renamed_tests;
#[cfg(test)]
mod resolve_tests;
#[cfg(test)]
mod retract_tests;
#[cfg(test)]
mod several_tests;
#[cfg(test)]
mod silence_tests;
#[cfg(test)]
mod state_tests;
#[cfg(test)]
mod suffix_tests;
#[cfg(test)]
mod telling_tests;
#[cfg(test)]
mod text_tests;
#[cfg(test)]
mod trailing_tests;
#[cfg(test)]
mod values_tests;
#[cfg(test)]
mod wish_tests;
#[cfg(test)]
mod wording_tests;
