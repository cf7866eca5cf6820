//! Stages that do not exist.

use super::request::Request;
use super::{Step, Stop, terms};
use crate::text::has_capitals;
use crate::words::STAGES;

/// "Set the stage to Platinum": a stage that does not exist is refused; "mark it as Platinum" may mean something else.
pub(super) fn read(request: &Request<'_>) -> Step {
    let known = STAGES
        .iter()
        .map(|stage| stage.name)
        .collect::<Vec<_>>()
        .join(", ");
    if let Some(said) = equated(request).or_else(|| called(request)) {
        return Err(Stop::Refuse(format!(
            "There is no stage {said}; the stages are {known}."
        )));
    }
    let Some(verb) = request.tokens.iter().position(|token| {
        matches!(
            token.norm.as_str(),
            "set" | "move" | "change" | "mark" | "put" | "switch" | "update" | "moved" | "goes"
        )
    }) else {
        return Ok(());
    };
    let Some(to) = (verb..request.tokens.len())
        .rev()
        .find(|at| matches!(request.word(*at), "to" | "as" | "into") && !request.mentions(*at))
    else {
        return Ok(());
    };
    // "to the Platinum stage" names one, "to the basement" a place.
    let article = matches!(request.word(to + 1), "the" | "a");
    let place = to + 1 + usize::from(article);
    let stage = matches!(request.word(place + 1), "stage" | "status");
    let value = request
        .tokens
        .get(place)
        .filter(|token| !token.is_number() && !request.mentions(place) && (!article || stage));
    let Some(value) = value else { return Ok(()) };
    let other_object = request.has(list!(
        "premium" "carrier" "phone" "email" "follow" "note" "coverage" "date" "contact" "number" "renewal" "role"
        "title" "name"
    ));
    let said = &request.text[value.start..value.end];
    if request.has(&["stage", "status"]) && !other_object {
        return Err(Stop::Refuse(format!(
            "There is no stage {said}; the stages are {known}."
        )));
    }
    let bare = value.capital
        && to + 2 >= request.sentence_end(to)
        && matches!(request.word(verb), "mark" | "move" | "put" | "set")
        && !terms::known(request)
            .iter()
            .any(|carrier| carrier.first == place)
        && !other_object
        && request.dates.is_empty();
    if bare {
        Err(Stop::Ask(format!(
            "{said} is no stage. Which one is meant: {known}?"
        )))
    } else {
        Ok(())
    }
}

/// "stage = platinum", "status: platinum": the word that is said to be the stage.
fn equated<'a>(request: &Request<'a>) -> Option<&'a str> {
    let at = request
        .tokens
        .iter()
        .position(|token| matches!(token.norm.as_str(), "stage" | "status"))?;
    let next = request
        .tokens
        .get(at + 1)
        .filter(|_| !request.mentions(at + 1))?;
    let between = request.text[request.tokens[at].end..next.start].trim();
    matches!(between, "=" | ":" | "->" | "\"" | "\u{201c}")
        .then(|| &request.text[next.start..next.end])
}

/// "in the stage Platinum", "their stage is Platinum", "the status of Birch Cafe should be Platinum": a name, as stages have
/// one, and nothing after it. A stage that is wooden is another thing.
fn called<'a>(request: &Request<'a>) -> Option<&'a str> {
    let linked = |word: &str| {
        list!("is" "now" "should" "be" "becomes" "to" "as" "of" "for" "at" "a" "the")
            .contains(&word)
    };
    let at = (0..request.tokens.len())
        .find(|at| matches!(request.word(*at), "stage" | "status") && !request.mentions(*at))?;
    let place = (at + 1..request.tokens.len())
        .find(|place| !request.mentions(*place) && !linked(request.word(*place)))?;
    let token = &request.tokens[place];
    let directly = place == at + 1;
    let equals = (at + 1..place)
        .any(|between| list!("is" "be" "becomes" "to" "as" "now").contains(&request.word(between)));
    let put = directly
        && (matches!(request.back(at, 1), "in" | "into" | "to")
            || matches!(
                (request.back(at, 2), request.back(at, 1)),
                ("in" | "into" | "to", "the")
            ));
    let named = token.capital || directly && !has_capitals(request.tokens);
    let ends = request.tokens.get(place + 1).is_none_or(|next| {
        next.after_break
            || list!("now" "please" "today" "for" "stage").contains(&next.norm.as_str())
    });
    let broken = (at + 1..=place).any(|between| request.tokens[between].after_break);
    (named && ends && !broken && !token.is_number() && (put || equals))
        .then(|| &request.text[token.start..token.end])
}
