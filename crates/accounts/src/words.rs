//! The vocabulary of a broker's desk, apart from the logic that uses it.

mod common;
mod coverage;
mod deciding;
mod places;
mod stages;
mod sums;
mod synonyms;
mod trades;

pub(crate) use self::common::{
    AROUND, AS_BEFORE, ASKING, CARRIER_ENDINGS, COMMON, COMPANY_ENDINGS, DESK, ERRANDS, GREETINGS,
    LEGAL_ENDINGS, POINTS_BACK, QUESTION_WORDS, STOPWORDS, UPDATE_VERBS, VAGUE,
};
pub(crate) use self::coverage::COVERAGES;
pub(crate) use self::deciding::{DECIDED, DECIDING, tells_who_decides};
pub(crate) use self::places::{region, state_code, state_name, stated};
pub(crate) use self::stages::{BETWEEN, STAGES, Stage, is_insured, kind, rank};
pub(crate) use self::sums::{CHANNELS, EVENTS, PRICES, SUMS};
pub(crate) use self::synonyms::alike;
pub(crate) use self::trades::TRADES;

/// "Adding", "moving": a change that is under way.
pub(crate) fn is_changing(word: &str) -> bool {
    let same = |verb: &&str| crate::text::stem(verb) == crate::text::stem(word);
    word.ends_with("ing") && UPDATE_VERBS.iter().any(same)
}

pub(crate) fn is_stopword(word: &str) -> bool {
    STOPWORDS.contains(&word)
}

pub(crate) fn is_common(word: &str) -> bool {
    COMMON.contains(&word) || is_stopword(word) || UPDATE_VERBS.contains(&word)
}

/// "Moved", "switched": a verb of change that tells what was done.
pub(crate) fn tells_a_change(word: &str) -> bool {
    const REPORTS: &[&str] = list!(
        "sent" "showed" "gave" "got" "heard" "met" "told" "emailed" "called" "texted" "mailed" "pitched" "presented" "quoted"
        "bound" "submitted" "received" "spoke" "visited" "forwarded" "shipped" "asked" "wrote" "won" "lost" "ran" "walked"
        "hoping" "waiting" "thinking" "wondering" "expecting" "saw"
    );
    REPORTS.contains(&word)
        || word.ends_with("ed")
            && UPDATE_VERBS
                .iter()
                .any(|verb| crate::text::stem(verb) == crate::text::stem(word))
}

/// Whether a word belongs to the trade and not to a name.
pub(crate) fn is_desk(word: &str) -> bool {
    DESK.contains(&word)
}

/// A word of the trade that a slip of the keys made unknown, as it was meant. Short words are near too many others.
pub(crate) fn mended(word: &str) -> Option<&'static str> {
    const REAL: &[&str] = list!(
        "contract" "contracts" "contractor" "police" "premise" "premises" "career" "careers" "counted" "country" "county"
        "counts" "receive" "receives" "average" "averages" "propose" "renewals" "states" "stated" "stages" "staged" "lasted"
        "listed" "posted" "sound" "found" "round" "ground" "quotes" "status" "statues" "coverage" "insured" "insures" "stale" "owned"
    );
    let plain = word.bytes().all(|byte| byte.is_ascii_lowercase());
    if word.len() < 5
        || !plain
        || REAL.contains(&word)
        || is_common(word)
        || is_desk(word)
        || AROUND.contains(&word)
    {
        return None;
    }
    let known = |meant: &&&str| crate::text::stem(meant) == crate::text::stem(word);
    if SLIPS.iter().any(|meant| known(&meant)) {
        return None;
    }
    let limit = if word.len() >= 9 { 2 } else { 1 };
    let mut near = SLIPS.iter().filter(|meant| {
        meant.len() >= 5
            && meant.as_bytes().first() == word.as_bytes().first()
            && crate::text::distance(word, meant, limit).is_some()
    });
    let meant = near.next()?;
    near.next().is_none().then_some(*meant)
}

/// The words of the trade that slips are mended to.
const SLIPS: &[&str] = list!(
    "premium" "premiums" "carrier" "carriers" "insurer" "coverage" "coverages" "accounts" "account" "status" "phone"
    "number" "email" "contact" "contacts" "address" "renewal" "renewals" "submitted" "quoted" "pitched" "bound" "industry"
    "location" "located" "umbrella" "liability" "workers" "compensation" "commercial" "property" "professional" "policies"
    "policy" "average" "highest" "lowest" "biggest" "largest" "smallest" "cheapest" "combined" "together" "clients"
    "customers" "business" "effective" "application" "follow" "underwriter" "pipeline" "deductible" "stage" "owner"
    "manager" "notes" "which" "where" "total"
);
