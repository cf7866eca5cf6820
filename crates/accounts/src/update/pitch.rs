//! A quote that somebody was shown, told without the word "pitched": "ran the numbers by her", "walked Ana through it".

use super::offer::Told;
use super::request::Request;
use super::stage::speaks_of_rivals;
use crate::words::is_stopword;

/// What is shown.
const OFFERS: &[&str] = list!(
    "quote" "proposal" "numbers" "offer" "figures" "price" "pricing" "terms" "presentation"
);
/// Verbs with the person first: "walked Ana through the quote".
const LEADS: &[&str] = list!("walked" "took" "talked" "led" "guided" "brought" "stepped" "ran");
/// Verbs with the quote first: "ran the numbers by Ana", "went over the quote with Ana".
const SHOWS: &[&str] = list!(
    "ran" "laid" "went" "shared" "reviewed" "discussed" "presented" "showed" "sent" "emailed" "gave" "delivered" "explained"
    "put" "handed" "forwarded" "brought" "took" "dropped"
);
/// Verbs after which either may come first: "showed Ana the quote".
const GIVES: &[&str] =
    list!("showed" "gave" "sent" "emailed" "handed" "presented" "brought" "read" "texted");
const SMALL: &[&str] = list!(
    "the" "our" "their" "his" "her" "a" "revised" "new" "final" "firm" "over" "out" "off" "across" "along" "through" "all" "up"
    "today" "just" "down" "in" "person"
);

/// Reads that the quote on file was shown to somebody of the account. Only what is quoted can be: the rest has no numbers yet.
pub(super) fn read(request: &Request<'_>) -> Option<Told> {
    // With the word itself it was read before, or was denied.
    if request.state.stage.as_deref() != Some("Quoted") || request.has(&["pitched"]) {
        return None;
    }
    let (verb, after) = (0..request.tokens.len()).find_map(|at| {
        let ours = is_ours(request, at) && !request.mentions(at) && !request.noted(at);
        let end = led(request, at)
            .or_else(|| shown(request, at))
            .or_else(|| given(request, at))?;
        // "The figures for the sauna" are no quote for the account.
        let whole =
            request.quote_is_ours(end) && ends(request, end) && !speaks_of_rivals(request, at);
        (ours && whole && !request.negated(at) && !request.doubted(at)).then_some((at, end))
    })?;
    Some((
        "Quote Pitched",
        "the quote on file was shown to the account's people",
        request.span(verb, after),
    ))
}

/// "we walked", "I just ran", "Birch Cafe: showed": one of us did it. What customers show and send is theirs.
fn is_ours(request: &Request<'_>, at: usize) -> bool {
    let start = request.clause_start(at);
    let us = |place: usize| list!("we" "i" "i've" "we've").contains(&request.word(place));
    let subject = (start..at).rev().find(|place| {
        !list!("just" "also" "already" "finally" "then").contains(&request.word(*place))
    });
    subject.is_none_or(|place| us(place) || request.word(place) == "and" && us(start))
}

/// "walked Ana through it".
fn led(request: &Request<'_>, at: usize) -> Option<usize> {
    let who = person(request, at + 1).filter(|_| LEADS.contains(&request.word(at)))?;
    let through = matches!(request.word(who), "through" | "over" | "thru").then_some(who + 1)?;
    if request.word(through) == "it" {
        return Some(through + 1);
    }
    offer(request, through)
}

/// "ran the numbers by Ana", "laid the numbers out for Ana", "went through the quote with her".
fn shown(request: &Request<'_>, at: usize) -> Option<usize> {
    let end = offer(request, at + 1).filter(|_| SHOWS.contains(&request.word(at)))?;
    let to = skip(request, end);
    let handed = list!("to" "by" "with" "for" "past").contains(&request.word(to))
        || request.word(to) == "front" && request.word(to + 1) == "of";
    let to = to + usize::from(request.word(to) == "front");
    person(request, to + 1).filter(|_| handed)
}

/// "showed Ana the quote".
fn given(request: &Request<'_>, at: usize) -> Option<usize> {
    let who = person(request, at + 1).filter(|_| GIVES.contains(&request.word(at)))?;
    offer(request, who)
}

/// The word after the words for a quote that begin here.
fn offer(request: &Request<'_>, from: usize) -> Option<usize> {
    let at = skip(request, from);
    let carrier = request
        .state
        .carrier
        .as_ref()
        .map(|carrier| crate::text::words(carrier))
        .unwrap_or_default();
    let at = (at..request.tokens.len()).find(|place| {
        !carrier.iter().any(|word| word == request.word(*place)) && !request.mentions(*place)
    })?;
    let own = OFFERS.contains(&request.word(at)) && request.word(at + 1) != "list";
    own.then_some(at + 1)
}

/// The word after a person of the account that is named here: by name, by role or by a pronoun.
fn person(request: &Request<'_>, from: usize) -> Option<usize> {
    let word = |at: usize| request.word(at);
    if list!("her" "him" "them" "everyone" "everybody" "both").contains(&word(from)) {
        // "Her lawyer" is somebody else.
        let alone = ends(request, from + 1) || OFFERS.contains(&word(from + 1));
        return alone.then_some(from + 1);
    }
    let at = from + usize::from(list!("the" "dr" "mr" "mrs" "ms").contains(&word(from)));
    let known = |at: usize| {
        let said = word(at);
        !said.is_empty()
            && request.state.contacts.iter().any(|contact| {
                let role = contact
                    .role
                    .iter()
                    .flat_map(|role| crate::text::words(role));
                crate::text::words(&contact.name)
                    .into_iter()
                    .chain(role)
                    .any(|own| own == said)
            })
    };
    let end = (at..request.tokens.len())
        .take_while(|place| known(*place))
        .count()
        + at;
    (end > at).then_some(end)
}

/// Whether nothing follows that makes another thing of what was named: a quote comparison is no quote.
fn ends(request: &Request<'_>, at: usize) -> bool {
    let word = request.word(at);
    request.tokens.get(at).is_none_or(|token| {
        token.after_break
            || token.starts_sentence
            || request.dates.iter().any(|date| date.first == at)
            || list!("today" "yesterday" "tonight").contains(&word)
            || is_stopword(word) && !matches!(word, "of" | "about")
    })
}

fn skip(request: &Request<'_>, from: usize) -> usize {
    (from..request.tokens.len())
        .find(|at| !SMALL.contains(&request.word(*at)))
        .unwrap_or(request.tokens.len())
}
