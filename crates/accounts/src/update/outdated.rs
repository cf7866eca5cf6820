//! Numbers and addresses that no longer hold: "…0199, not …0188", "the old number was …0188", "…@old.example bounces".

use super::request::Request;

/// Words before a number that make it one of the past.
const FORMER: &[&str] = list!("old" "former" "previous" "prior" "outdated");
/// What is said behind a number that nobody is reached at.
const DEAD: &[&str] = list!(
    "disconnected" "bounces" "bounced" "bouncing" "bounce" "dead" "wrong" "invalid" "outdated" "defunct" "obsolete" "incorrect"
    "inactive" "anymore" "undeliverable" "rejected" "old" "fails" "failed" "doesn't" "isn't" "stopped"
);

/// Whether a number or an address is said to be the one that no longer holds.
pub(super) fn is_old(request: &Request<'_>, (start, end): (usize, usize)) -> bool {
    let at = request
        .tokens
        .iter()
        .position(|token| token.end > start)
        .unwrap_or_default();
    let after = request
        .tokens
        .iter()
        .position(|token| token.start >= end)
        .unwrap_or(request.tokens.len());
    let lead = (request.back(at, 2), request.back(at, 1));
    let directly = matches!(lead.1, "not" | "from" | "isn't" | "wasn't" | "longer")
        || matches!(lead, ("instead", "of") | ("rather", "than"));
    directly || is_former(request, at) || is_dead(request, after)
}

/// "Cell …0170, office …0171": two numbers of one person, of which a file keeps one.
pub(super) fn are_two_lines(request: &Request<'_>) -> bool {
    let lines = list!("cell" "mobile" "office" "work" "home" "direct" "main" "landline");
    let line = |start: usize| {
        let at = request.tokens.iter().position(|token| token.end > start)?;
        (at.saturating_sub(4)..at)
            .rev()
            .map(|place| request.word(place))
            .find(|word| lines.contains(word))
    };
    let mut told = request
        .phones
        .iter()
        .filter(|phone| !is_old(request, (phone.start, phone.end)))
        .filter_map(|phone| line(phone.start));
    let first = told.next();
    first.is_some_and(|first| told.any(|other| other != first))
}

/// "The old number was", "her phone used to be". "Change the old number to" tells the new one.
fn is_former(request: &Request<'_>, at: usize) -> bool {
    let start = request.clause_start(at);
    if matches!(request.back(at, 1), "to" | "with" | "by") {
        return false;
    }
    let past = (start..at).any(|place| {
        let used = request.word(place) == "used" && request.word(place + 1) == "to";
        used || FORMER.contains(&request.word(place)) && !request.mentions(place)
    });
    let new = (start..at).any(|place| matches!(request.word(place), "new" | "now"));
    past && !new
}

/// "… is disconnected", "… no longer works", "… isn't her number any more".
fn is_dead(request: &Request<'_>, after: usize) -> bool {
    let follows = request
        .tokens
        .get(after)
        .is_some_and(|token| !token.after_break && !token.starts_sentence);
    let end = if follows {
        request.clause_end(after)
    } else {
        after
    };
    (after..end).any(|at| {
        let pair = (request.word(at), request.word(at + 1));
        let gone = matches!(
            pair,
            ("no", "longer" | "good")
                | ("not", "working" | "valid" | "hers" | "his")
                | ("out", "of")
                | ("any", "more")
        );
        gone || DEAD.contains(&pair.0)
    })
}
