//! What the sentence that an account is made for says of it: where it is, and that it applied.

use serde_json::Value;

use super::Step;
use super::request::Request;
use super::{place, terms, wish};

/// Reads the place and the application of an account that has nothing but its name.
pub(super) fn read(request: &mut Request<'_>) -> Step {
    let state = request.state;
    let bare = state.stage.is_none()
        && state.location.is_none()
        && state.contacts.is_empty()
        && state.premium.is_none()
        && state.carrier.is_none();
    if !bare {
        return Ok(());
    }
    if let Some((place, span)) = behind_the_name(request) {
        request.change("location", place, "the place behind a new name", span);
    }
    if let Some((first, after)) = application(request) {
        let stage = "Application Received";
        let span = request.span(first, after);
        request.stage = Some(stage.to_owned());
        let value = Value::String(stage.to_owned());
        request.change("stage", value, "the application of a new account", span);
    }
    Ok(())
}

/// "in Austin, TX" right behind the name.
fn behind_the_name(request: &Request<'_>) -> Option<(Value, (usize, usize))> {
    let name = (0..request.tokens.len()).rfind(|at| request.mentions(*at))?;
    let first = name + 2;
    if !matches!(request.word(name + 1), "in" | "from" | "of") {
        return None;
    }
    place::city_and_state(request, first)
}

/// "sent their application": to us, and not to a carrier.
fn application(request: &Request<'_>) -> Option<(usize, usize)> {
    let verb = (0..request.tokens.len()).find(|at| {
        list!("sent" "submitted" "returned" "emailed" "completed" "mailed")
            .contains(&request.word(*at))
            && !request.mentions(*at)
    })?;
    let between = list!("in" "us" "over" "back" "their" "the" "an" "his" "her" "its" "a" "completed" "signed" "me");
    let thing =
        (verb + 1..request.tokens.len()).find(|at| !between.contains(&request.word(*at)))?;
    let applied = list!("application" "app").contains(&request.word(thing));
    let elsewhere = !terms::known(request).is_empty()
        || (thing + 1..request.clause_end(thing)).any(|at| request.word(at) == "to");
    let by_us = verb > 0 && matches!(request.back(verb, 1), "we" | "i");
    let open = request.negated(verb) || request.supposed(verb) || wish::is_wished(request, thing);
    (applied && !elsewhere && !by_us && !open).then_some((verb, thing + 1))
}
