//! What somebody wishes or thinks right is not so yet, and a sum of other money is no sum of dollars.

use super::request::Request;
use super::terms;
use crate::numbers::Number;

const WISHES: &[&str] = list!(
    "wants" "want" "wanted" "wanting" "wishes" "wish" "wished" "hopes" "hope" "hoped" "hoping" "prefers" "prefer" "preferred"
    "requests" "requested" "dreams" "desires"
);
/// Words after "would": "would like a premium of".
const WOULD: &[&str] = list!("like" "love" "prefer" "rather");
const THINKS: &[&str] = list!(
    "said" "says" "thinks" "thought" "feels" "believes" "told" "claims" "argues" "figures" "suggests" "suggested"
);
const OTHER_MONEY: &[&str] = list!(
    "eur" "euro" "euros" "gbp" "pound" "pounds" "sterling" "cad" "aud" "chf" "franc" "francs" "yen" "jpy" "peso" "pesos" "mxn"
    "inr" "rupees" "yuan" "krona" "kroner"
);

/// Whether what stands at a place is only wished for, or thought right, by somebody else than the one who speaks.
pub(super) fn is_wished(request: &Request<'_>, at: usize) -> bool {
    let start = request.clause_start(at);
    let joins =
        |place: usize| list!("and" "so" "but" "which" "then").contains(&request.word(place));
    (start..at).any(|place| {
        let word = request.word(place);
        let would = place > 0
            && WOULD.contains(&word)
            && (request.back(place, 1) == "would" || request.back(place, 1).ends_with("'d"));
        let thinks = THINKS.contains(&word)
            && (place..at).any(|next| matches!(request.word(next), "should" | "ought"));
        (WISHES.contains(&word) || would || thinks)
            && !request.mentions(place)
            && !((place + 1)..at).any(joins)
            && !is_ours(request, start, place)
    })
}

/// "Ana says it should be marked Bound": what others think right is no order.
pub(super) fn is_thought(request: &Request<'_>, at: usize) -> bool {
    (request.clause_start(at)..at).any(|place| {
        THINKS.contains(&request.word(place))
            && !request.mentions(place)
            && !is_ours(request, request.clause_start(at), place)
            && (place..at).any(|next| matches!(request.word(next), "should" | "ought"))
    })
}

/// "I want the premium to be": who speaks may order so. What a carrier wants is its price.
fn is_ours(request: &Request<'_>, start: usize, verb: usize) -> bool {
    let subject = (start..verb).rev().find(|place| {
        !list!("would" "really" "now" "also" "just" "still" "only").contains(&request.word(*place))
    });
    let Some(subject) = subject else {
        return false;
    };
    let insurers =
        list!("i" "we" "i'd" "we'd" "carrier" "insurer" "underwriter" "underwriters" "market");
    let named = terms::known(request);
    insurers.contains(&request.word(subject))
        || named
            .iter()
            .any(|carrier| (carrier.first..carrier.after).contains(&subject))
}

/// Whether a sum is one of euros, pounds or other money than dollars.
pub(super) fn is_other_money(request: &Request<'_>, number: &Number) -> bool {
    let (start, end) = request.span(number.first, number.after);
    let signs = ['\u{20ac}', '\u{a3}', '\u{a5}', '\u{20b9}'];
    let before = request.text[..start].trim_end();
    // "CA$2,500"
    let foreign_dollar = request.text[start..].starts_with('$')
        && before.len() == start
        && before.ends_with(|last: char| last.is_ascii_alphabetic())
        && !before.to_ascii_lowercase().ends_with("us");
    let named = |word: &str| OTHER_MONEY.contains(&word);
    before.ends_with(signs)
        || request.text[end..].trim_start().starts_with(signs)
        || foreign_dollar
        || named(request.back(number.first, 1))
        || named(request.word(number.after))
        || request.word(number.after) == "canadian"
}
