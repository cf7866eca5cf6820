//! The carrier.

use serde_json::Value;

use super::request::Request;
use super::{Step, Stop, coverage, swap, unreal, wish};
use crate::text::{self, Token, has_capitals};
use crate::words::{CARRIER_ENDINGS, COVERAGES, is_common, is_desk, is_stopword, state_name};

/// A carrier in the sentence.
pub(super) struct Named {
    pub(super) name: String,
    pub(super) first: usize,
    pub(super) after: usize,
}

/// Reads a new carrier: ordered, or the one that quoted or bound.
pub(super) fn carrier(request: &mut Request<'_>) -> Step {
    let named: Vec<Named> = known(request)
        .into_iter()
        .filter(|carrier| is_meant(request, carrier))
        .collect();
    let chosen = match (swap::replacement(request), named.as_slice()) {
        (Some(new), _) => Some(new),
        (None, []) => unheard_of(request),
        (None, [first, rest @ ..]) if rest.iter().all(|other| other.name == first.name) => {
            Some(Named {
                name: first.name.clone(),
                ..*first
            })
        }
        (None, many) => {
            return Err(Stop::Ask(format!(
                "Which carrier is meant: {}?",
                many.iter()
                    .map(|one| one.name.as_str())
                    .collect::<Vec<_>>()
                    .join(" or ")
            )));
        }
    };
    // Where the account will go, hopes to go, or went once, it is not.
    let now = |carrier: &Named| {
        let at = carrier.first;
        !unreal::is_open(request, at)
            && !unreal::is_to_come(request, at)
            && !unreal::is_of_another_time(request, at)
            && !is_at_renewal(request, at)
            && !(request.clause_start(at)..at).any(|place| is_anothers(request, place))
    };
    if let Some(carrier) = chosen.filter(now) {
        let span = request.span(carrier.first, carrier.after);
        request.change(
            "carrier",
            Value::String(carrier.name),
            "the carrier that is ordered, quoted or bound with",
            span,
        );
    }
    Ok(())
}

/// "The flood carrier is", "the carrier for auto is", "the landlord's carrier is": not the account's.
fn is_anothers(request: &Request<'_>, at: usize) -> bool {
    let after = at + 2 + usize::from(matches!(request.word(at + 2), "the" | "their"));
    let of_line =
        matches!(request.word(at + 1), "for" | "of" | "on") && coverage::begins_at(request, after);
    let of_other = at > 0 && request.tokens[at - 1].possessive && !request.mentions(at - 1);
    // "The carrier meeting", "our carrier pigeon".
    let thing = request.tokens.get(at + 1).is_some_and(|next| {
        let word = next.norm.as_str();
        let plain = is_stopword(word) || next.capital || next.after_break || word.ends_with("ed");
        !plain
            && !list!("change" "switch" "swap" "goes" "comes" "stays" "becomes" "name" "field")
                .contains(&word)
    });
    matches!(request.word(at), "carrier" | "insurer")
        && (of_line || of_other || thing || coverage::ends_at(request, at))
}

/// "Moving them to Alder at renewal": until then they stay.
pub(super) fn is_at_renewal(request: &Request<'_>, at: usize) -> bool {
    (at..request.clause_end(at)).any(|place| {
        list!("at" "on" "upon" "after").contains(&request.word(place))
            && (request.word(place + 1) == "renewal"
                || request.word(place + 1) == "the" && request.word(place + 2) == "renewal")
    })
}

/// Known carriers by their full name, its first words, or a first word that says enough.
pub(super) fn known(request: &Request<'_>) -> Vec<Named> {
    let mut found: Vec<Named> = Vec::new();
    let carriers: Vec<(Vec<String>, &String)> = request
        .desk
        .carriers
        .iter()
        .map(|carrier| (text::words(carrier), carrier))
        .collect();
    for at in 0..request.tokens.len() {
        let best = carriers.iter().filter_map(|(words, carrier)| {
            let run = words
                .iter()
                .zip(&request.tokens[at..])
                .take_while(|(word, token)| **word == token.norm && !request.mentions(at))
                .count();
            let enough = run == words.len() || run >= 2 || (run == 1 && !is_common(&words[0]));
            let short = !enough && is_initials(request, at, words);
            (enough || short).then_some((run.max(1), *carrier))
        });
        if let Some((run, carrier)) = best.max_by_key(|(run, _)| *run)
            && found.last().is_none_or(|last| at >= last.after)
        {
            found.push(Named {
                name: carrier.clone(),
                first: at,
                after: at + run,
            });
        }
    }
    found
}

/// "GP" for Granite Peak Mutual: the first letters of its first two words, or of all.
fn is_initials(request: &Request<'_>, at: usize, carrier: &[String]) -> bool {
    let letters: String = carrier
        .iter()
        .filter(|word| *word != "and")
        .filter_map(|word| word.chars().next())
        .collect();
    let word = request.word(at);
    let line = COVERAGES.iter().any(|(_, others)| others.contains(&word));
    word.len() >= 2
        && (request.tokens[at].upper || !has_capitals(request.tokens))
        && !line
        && !is_stopword(word)
        && state_name(word).is_none()
        && !request.mentions(at)
        && (word == letters || letters.len() > 2 && word == &letters[..2])
}

/// Whether the sentence puts the account with the carrier, and does not only mention it.
fn is_meant(request: &Request<'_>, carrier: &Named) -> bool {
    let sentence = request.sentence_start(carrier.first)..request.sentence_end(carrier.first);
    let said = |words: &[&str]| sentence.clone().any(|at| words.contains(&request.word(at)));
    let before = request.back(carrier.first, 1);
    if declines(request, carrier)
        || request.negated(carrier.first)
        || request.supposed(carrier.first)
        || wish::is_wished(request, carrier.first)
        || matches!(before, "from")
            && said(&["to", "switched", "move"])
            && !said(&["quote", "quoted"])
    {
        return false;
    }
    if said(&["carrier", "insurer"]) {
        return matches!(
            before,
            "to" | "is"
                | "now"
                | "with"
                | "carrier"
                | "insurer"
                | "read"
                | "be"
                | "as"
                | "say"
                | "but"
        ) || request.tokens[carrier.first].after_break;
    }
    let quoted = said(list!(
        "quoted" "bound" "bind" "placed" "rewritten" "came" "offered" "offers" "quotes" "indicated" "quote" "terms"
        "proposal" "number"
    )) && !matches!(request.stage.as_deref(), Some("Submitted" | "Lost"));
    let answered = before == "from"
        && answers_from(request, carrier)
        && !said(list!("moved" "switched" "away"));
    let left = !answered
        && matches!(before, "of" | "from" | "over")
        && (carrier.first.saturating_sub(3)..carrier.first)
            .any(|at| matches!(request.word(at), "instead" | "away" | "from" | "over"));
    if left {
        return false;
    }
    let switched = is_switched(request, carrier);
    // "Alder is in at 16,720": the carrier and right after it the price.
    let priced = request.numbers.iter().any(|number| {
        number.first >= carrier.after && number.first <= carrier.after + 3 && number.value >= 100.0
    });
    if request.offered || priced && request.stage.as_deref() == Some("Quoted") {
        return true;
    }
    quoted
        && matches!(
            request.stage.as_deref(),
            Some("Quoted" | "Bound" | "Quote Pitched")
        )
        && (before != "from" || answered)
        && before != "against"
        || switched
}

/// The account goes over to the insurer.
fn is_switched(request: &Request<'_>, carrier: &Named) -> bool {
    let sentence = request.sentence_start(carrier.first)..request.sentence_end(carrier.first);
    let said = |words: &[&str]| sentence.clone().any(|at| words.contains(&request.word(at)));
    let before = request.back(carrier.first, 1);
    let moves = said(
        list!("switched" "switch" "moved" "moves" "rewrote" "rewrite" "move" "moving" "rewritten"),
    ) || is_put_with(request, carrier);
    // "goes to A" alone may be a submission; "instead of B" says that B had it.
    let instead = said(&["instead"])
        && said(list!("goes" "go" "went" "going" "placing" "place" "put" "puts"));
    let over =
        said(&["from"]) && said(list!("goes" "go" "went" "going" "changes" "changed" "changing"));
    (moves || instead || over) && matches!(before, "to" | "with") && !moves_a_thing(request)
}

/// "Put Birch Cafe with Alder", "Birch Cafe's with Alder now": the account stands right before "with".
fn is_put_with(request: &Request<'_>, carrier: &Named) -> bool {
    let start = request.sentence_start(carrier.first);
    let named = carrier
        .first
        .checked_sub(2)
        .is_some_and(|at| request.mentions(at));
    let put = (start..carrier.first).any(|at| {
        list!("put" "place" "placing" "placed").contains(&request.word(at)) && !request.mentions(at)
    });
    let now = request.word(carrier.after) == "now"
        && carrier
            .first
            .checked_sub(2)
            .is_some_and(|at| request.tokens[at].possessive);
    request.back(carrier.first, 1) == "with" && named && (put || now)
}

/// "Switch Birch Cafe's bank to Alder": what goes there is no insurance.
fn moves_a_thing(request: &Request<'_>) -> bool {
    let ours = list!(
        "carrier" "insurer" "coverage" "coverages" "cover" "policy" "policies" "insurance" "account" "program" "package" "renewal"
        "quote" "business" "premium" "risk" "over" "whole"
    );
    (0..request.tokens.len()).any(|at| {
        let next = request.word(at + 1);
        let line = COVERAGES.iter().any(|(_, others)| {
            others
                .iter()
                .any(|name| request.phrase_at(at + 1, name).is_some())
        });
        request.mentions(at)
            && request.tokens[at].possessive
            && request
                .tokens
                .get(at + 1)
                .is_some_and(|token| !token.capital)
            && !ours.contains(&next)
            && !is_stopword(next)
            && !line
    })
}

/// "Alder declined", "Alder wants": the carrier does something else than taking the account.
fn declines(request: &Request<'_>, carrier: &Named) -> bool {
    let verbs = list!(
        "declined" "declines" "refused" "passed" "won't" "said" "asked" "asks" "wants" "needs" "denied" "withdrew" "withdraws"
        "pulled" "backed"
    );
    (carrier.after..carrier.after + 3).any(|at| verbs.contains(&request.word(at)))
}

/// "It came back from Alder": the answer comes from the carrier.
fn answers_from(request: &Request<'_>, carrier: &Named) -> bool {
    let comes = list!(
        "came" "comes" "back" "quote" "quoted" "offer" "got" "received" "number" "terms" "heard"
    );
    (carrier.first.saturating_sub(5)..carrier.first).any(|at| comes.contains(&request.word(at)))
}

/// "carrier is X", "carrier is now X", "carrier to X".
fn is_set_to(request: &Request<'_>, at: usize) -> bool {
    let now = usize::from(matches!(request.back(at, 1), "now" | "officially"));
    matches!(
        request.back(at, 1 + now),
        "to" | "is" | "as" | "becomes" | "be"
    )
}

/// A carrier that no account has yet, after "carrier … to", "quoted by" or "quote from", or before "quoted", with a name as carriers
/// have.
fn unheard_of(request: &Request<'_>) -> Option<Named> {
    let start = (0..request.tokens.len()).find(|at| {
        let ordered = is_set_to(request, *at)
            && request.has(&["carrier", "insurer"])
            && (0..*at).any(|place| matches!(request.word(place), "carrier" | "insurer"));
        let placed = matches!(request.stage.as_deref(), Some("Quoted" | "Bound"));
        let quoted = placed && matches!(request.back(*at, 1), "by" | "with");
        let quotes = placed && quotes(request, *at, *at + capitals(request, *at));
        (ordered || quoted || quotes)
            && request.tokens[*at].capital
            && !request.mentions(*at)
            && !request.negated(*at)
            && !request.supposed(*at)
            && !wish::is_wished(request, *at)
    })?;
    let length = capitals(request, start);
    let last = request.word(start + length - 1);
    let ordered = is_set_to(request, start);
    if !ordered && !CARRIER_ENDINGS.contains(&last) {
        return None;
    }
    let (from, to) = request.span(start, start + length);
    Some(Named {
        name: request.text[from..to].to_owned(),
        first: start,
        after: start + length,
    })
}

/// How many words from here on are written as a name is.
fn capitals(request: &Request<'_>, start: usize) -> usize {
    let named = |(step, token): &(usize, &Token)| {
        (token.capital || token.norm == "and") && (*step == 0 || !token.after_break)
    };
    let tokens = request.tokens[start..].iter().enumerate();
    tokens.take_while(named).count()
}

/// "Northquay quoted", "a quote from Northquay": whose price it is.
pub(super) fn quotes(request: &Request<'_>, first: usize, after: usize) -> bool {
    let own = list!("quote" "quotes" "offer" "indication" "proposal" "terms" "number" "back");
    let subject = list!("quoted" "offered" "indicated").contains(&request.word(after));
    subject || request.back(first, 1) == "from" && own.contains(&request.back(first, 2))
}

/// Somebody of whom no account has heard, and who is none of ours, quoted the price.
pub(super) fn is_a_strangers_price(request: &Request<'_>) -> bool {
    let known = known(request);
    let taken = |at: usize| known.iter().any(|one| (one.first..one.after).contains(&at));
    (0..request.tokens.len()).any(|at| {
        let after = at + capitals(request, at);
        let begins = request.tokens[at].capital && (at == 0 || !request.tokens[at - 1].capital);
        let plain = is_stopword(request.word(at)) || is_desk(request.word(at));
        let ours = list!("we" "i" "they" "he" "she" "it").contains(&request.word(at));
        begins
            && !plain
            && !ours
            && !(at..after).any(|place| request.mentions(place) || taken(place))
            && quotes(request, at, after)
    })
}
