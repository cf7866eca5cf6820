//! Where an account is: "relocated to Austin, TX", "change the city to Sparks".

use serde_json::{Value, json};

use super::request::Request;
use super::{Step, unreal, wish};
use crate::words::{state_code, state_name};

/// Reads a new place. A city alone is taken only where the city is what is spoken of: much else can be moved to Sparks.
pub(super) fn read(request: &mut Request<'_>) -> Step {
    let told = moved(request).and_then(|to| city_and_state(request, to));
    let found = told.or_else(|| set(request));
    if let Some((place, span)) = found {
        request.change("location", place, "a place that is told or ordered", span);
    }
    Ok(())
}

/// A city and its state, which ends the clause: "Austin, TX".
pub(super) fn city_and_state(
    request: &Request<'_>,
    first: usize,
) -> Option<(Value, (usize, usize))> {
    let last = (first + 1..first + 4).find(|at| {
        request
            .tokens
            .get(*at)
            .is_some_and(|token| token.after_break)
    })?;
    let city = (first..last).all(|at| request.tokens[at].capital);
    let token = &request.tokens[last];
    let code = match state_name(&token.norm) {
        Some(_) if token.upper => Some(token.norm.to_uppercase()),
        _ if token.capital => state_code(&token.norm),
        _ => None,
    }?;
    let (start, end) = request.span(first, last);
    let value = json!({"city": &request.text[start..end], "state": code.to_uppercase()});
    city.then(|| (value, request.span(first, last + 1)))
}

/// "Birch Cafe relocated to", "they moved their office to": where the place begins.
fn moved(request: &Request<'_>) -> Option<usize> {
    let offices = list!(
        "its" "their" "the" "office" "offices" "shop" "store" "headquarters" "hq" "business" "operations" "over" "out"
    );
    let to = (1..request.tokens.len()).find_map(|at| {
        let verb = matches!(request.word(at), "moved" | "relocated");
        let has = usize::from(matches!(request.back(at, 1), "has" | "have" | "just"));
        let subject = at.checked_sub(1 + has).filter(|subject| {
            let whole = request.mentions(*subject) && !request.tokens[*subject].possessive;
            whole || request.word(*subject) == "they"
        });
        let to = (at + 1..request.tokens.len()).find(|to| !offices.contains(&request.word(*to)))?;
        let told = !request.negated(at) && !request.supposed(at) && !unreal::is_open(request, at);
        (verb && subject.is_some() && request.word(to) == "to" && told).then_some(to)
    })?;
    Some(to + 1)
}

/// "Change the city to Sparks", "location is now Austin, TX".
fn set(request: &Request<'_>) -> Option<(Value, (usize, usize))> {
    let thing = (0..request.tokens.len()).find(|at| {
        let ours = at.checked_sub(1).is_none_or(|before| {
            request.mentions(before) || list!("the" "their" "its").contains(&request.word(before))
        });
        matches!(request.word(*at), "city" | "location") && !request.mentions(*at) && ours
    })?;
    let is = matches!(request.word(thing + 1), "is") && request.word(thing + 2) == "now";
    let link = (thing + 1..request.clause_end(thing)).find(|at| request.word(*at) == "to");
    let ordered = (request.clause_start(thing)..thing).any(|at| {
        list!("change" "update" "set" "correct" "fix" "make").contains(&request.word(at))
    });
    let first = match (is, link) {
        (true, _) => thing + 3,
        (false, Some(link)) if ordered => link + 1,
        (false, _) => return None,
    };
    let open = request.negated(thing)
        || request.supposed(thing)
        || wish::is_wished(request, thing)
        || unreal::is_open(request, thing);
    if open {
        return None;
    }
    city_and_state(request, first).or_else(|| city(request, first))
}

/// A city that ends the sentence. It is in the state that the account is in.
fn city(request: &Request<'_>, first: usize) -> Option<(Value, (usize, usize))> {
    let after = request.sentence_end(first);
    let named = first < after && after - first <= 3;
    let all = (first..after).all(|at| {
        let token = &request.tokens[at];
        token.capital && (at == first || !token.after_break) && state_name(&token.norm).is_none()
    });
    let state = request.state.location.as_ref()?.state.clone();
    let (start, end) = request.span(first, after);
    let value = json!({"city": &request.text[start..end], "state": state});
    (named && all).then_some((value, (start, end)))
}
