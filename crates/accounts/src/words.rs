//! The vocabulary of a broker's desk, apart from the logic that uses it.

mod common;
mod coverage;
mod places;
mod stages;
mod synonyms;
mod trades;

pub(crate) use self::common::{
    CARRIER_ENDINGS, COMMON, DESK, GREETINGS, LEGAL_ENDINGS, QUESTION_WORDS, STOPWORDS,
    UPDATE_VERBS, VAGUE,
};
pub(crate) use self::coverage::COVERAGES;
pub(crate) use self::places::{state_code, state_name};
pub(crate) use self::stages::{STAGES, rank};
pub(crate) use self::synonyms::alike;
pub(crate) use self::trades::TRADES;

pub(crate) fn is_stopword(word: &str) -> bool {
    STOPWORDS.contains(&word)
}

pub(crate) fn is_common(word: &str) -> bool {
    COMMON.contains(&word) || is_stopword(word) || UPDATE_VERBS.contains(&word)
}

/// Whether a word belongs to the trade and not to a name.
pub(crate) fn is_desk(word: &str) -> bool {
    DESK.contains(&word)
}
