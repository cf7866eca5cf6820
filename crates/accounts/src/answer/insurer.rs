//! Who insures an account that is not bound yet: its carrier on file has only quoted.

use super::fields::Field;
use super::stretch::Evidence;
use super::values::names_carrier;
use crate::book::Book;
use crate::state::AccountState;
use crate::text::tokens;
use crate::words::is_insured;

/// "Who insures them today?", asked of an account that is not bound.
pub(super) fn asks_insurer_of_today(
    fields: &[Field],
    said: &dyn Fn(&[&str]) -> bool,
    account: &AccountState,
) -> bool {
    let today = list!("today" "now" "current" "currently" "presently" "at present" "at the moment");
    let insures = list!(
        "insures" "insured" "insurer" "insuring" "covers" "covered" "covering" "carrier" "writes" "carries"
    );
    let bound = account.stage.as_deref().is_some_and(is_insured);
    // What they pay their present insurer is not what ours has quoted.
    let theirs =
        said(list!("current carrier" "current insurer" "present carrier" "present insurer"));
    let alone = fields.iter().all(|field| match field {
        Field::Carrier | Field::Coverage => true,
        Field::Premium => theirs,
        _ => false,
    });
    alone && fields.contains(&Field::Carrier) && !bound && said(today) && said(insures)
}

/// Whether what was found tells who insures an account before it is bound: another carrier than the one that quoted, or one that
/// is called theirs now.
pub(super) fn is_named(evidence: &[Evidence], account: &AccountState, book: &Book) -> bool {
    let quoted = account.carrier.as_deref().unwrap_or_default();
    let theirs =
        list!("current" "currently" "present" "presently" "incumbent" "expiring" "expires");
    evidence.iter().any(|one| {
        let words = tokens(&one.text);
        let mut others = book.carriers.iter().filter(|carrier| *carrier != quoted);
        others.any(|carrier| names_carrier(carrier, &words))
            || words
                .iter()
                .any(|word| theirs.contains(&word.norm.as_str()))
    })
}
