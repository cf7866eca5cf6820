//! Values that cannot be: days that no month has, telephone numbers with too few digits. They are named, and nothing is written.

use super::request::Request;
use super::{Step, Stop};
use crate::dates::Mention;
use crate::reach;
use crate::text;

/// Words for a telephone.
const TELEPHONES: &[&str] = list!("phone" "cell" "mobile" "telephone" "fax" "cellphone" "landline");

/// Asks again for a day or a number that cannot be, whatever else the sentence says.
pub(super) fn read(request: &mut Request<'_>) -> Step {
    if request
        .dates
        .iter()
        .any(|mention| mention.date.is_none() && !mention.relative && is_day(request, mention))
    {
        return Err(Stop::Ask(
            "That day does not exist. Which date is meant?".to_owned(),
        ));
    }
    if request.phones.is_empty() && short_number(request) {
        return Err(Stop::Ask(
            "The telephone number is not complete. What is the whole number?".to_owned(),
        ));
    }
    Ok(())
}

/// "24/7" and "50/50" are no days, and "in May 40 of them" counts something.
fn is_day(request: &Request<'_>, mention: &Mention) -> bool {
    let token = &request.tokens[mention.first];
    let slashed = request.text[token.end..].starts_with('/');
    let month = |at: usize| {
        let value = request.word(at).parse::<u8>();
        value.is_ok_and(|value| (1..=12).contains(&value))
    };
    let far = (mention.first..mention.after).any(|at| {
        let value = request.word(at).parse::<u16>();
        value.is_ok_and(|value| (32..1000).contains(&value))
    });
    let led = list!("on" "from" "by" "until" "effective" "since" "to" "starting" "starts" "begins" "renews" "is")
        .contains(&request.back(mention.first, 1));
    // February 29 comes in some years, and without a year nobody says which.
    let leap = (mention.first..mention.after).any(|at| matches!(request.word(at), "29" | "29th"))
        && !(mention.first..mention.after)
            .any(|at| request.word(at).len() == 4 && request.tokens[at].is_number());
    (!slashed || month(mention.first)) && (!far || led) && !leap
}

/// A number that is said to be somebody's and has too few digits.
fn short_number(request: &Request<'_>) -> bool {
    (0..request.tokens.len()).any(|at| {
        let token = &request.tokens[at];
        let follows = at > 0 && request.text[..token.start].ends_with(['-', '.', '(']);
        if !token.is_number() || follows || token.norm.contains(',') || request.mentions(at) {
            return false;
        }
        let (digits, groups) = reach::digits(request.text, token.start);
        let grouped = groups > 1;
        let led = telephone_before(request, at)
            || grouped && (number_before(request, at) || reached_before(request, at))
            || !grouped && digits > 4 && reached_before(request, at)
            || digits > 2 && persons_number(request, at);
        (3..10).contains(&digits) && led && request.back(at, 1) != "$"
    })
}

/// The word before a value, past what links them: "is now", "changed to", "for Ana at Birch Cafe is".
fn linked(request: &Request<'_>, at: usize) -> Option<usize> {
    let links = list!("is" "now" "to" "at" "changed" "updated" "be" "becomes" "should" "was" "for" "of" "with" "the" "dr" "mr" "ms" "mrs");
    let linked = (0..at).rev().take_while(|place| {
        request.mentions(*place)
            || links.contains(&request.word(*place))
            || is_contact(request, *place)
    });
    let first = linked.last().unwrap_or(at);
    // Something has to stand between: "cell 4" is a room.
    let said = (first..at).any(|place| {
        list!("is" "to" "now" "at" "be" "becomes" "was").contains(&request.word(place))
    }) || request.tokens[at].after_break;
    first.checked_sub(1).filter(|_| said)
}

fn is_contact(request: &Request<'_>, at: usize) -> bool {
    request.state.contacts.iter().any(|contact| {
        text::words(&contact.name)
            .iter()
            .any(|word| word == request.word(at))
    })
}

fn telephone_before(request: &Request<'_>, at: usize) -> bool {
    linked(request, at).is_some_and(|place| {
        let line = request.word(place) == "line"
            && list!("direct" "phone" "office" "home").contains(&request.back(place, 1));
        TELEPHONES.contains(&request.word(place))
            || request.word(place) == "number" && TELEPHONES.contains(&request.back(place, 1))
            || line
    })
}

/// "the number is", "a new number": which number it is, nobody says.
fn number_before(request: &Request<'_>, at: usize) -> bool {
    linked(request, at).is_some_and(|place| {
        request.word(place) == "number"
            && (list!("new" "the" "his" "her" "their" "my" "direct" "office" "work" "home")
                .contains(&request.back(place, 1))
                || place > 0 && request.tokens[place - 1].possessive)
    })
}

/// "Ana's new number is".
fn persons_number(request: &Request<'_>, at: usize) -> bool {
    linked(request, at).is_some_and(|place| {
        let owner = place.checked_sub(1 + usize::from(request.back(place, 1) == "new"));
        request.word(place) == "number"
            && owner.is_some_and(|owner| {
                request.tokens[owner].possessive && is_contact(request, owner)
                    || list!("his" "her").contains(&request.word(owner))
            })
    })
}

/// "can be reached at", "call her at".
fn reached_before(request: &Request<'_>, at: usize) -> bool {
    let verb = at.checked_sub(2).map(|before| {
        let pronoun = list!("him" "her" "them").contains(&request.word(before))
            || is_contact(request, before);
        request.word(before - usize::from(pronoun && before > 0))
    });
    matches!(request.back(at, 1), "at" | "on")
        && verb.is_some_and(|verb| {
            list!("reached" "reach" "call" "text" "dial" "ring").contains(&verb)
        })
}
