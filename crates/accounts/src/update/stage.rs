use serde_json::Value;

use super::request::Request;
use super::{Step, Stop, demand, nostage, offer, subject, unreal, wish};
use crate::words::{STAGES, UPDATE_VERBS, is_changing, rank};

const PASSIVE: &[&str] = list!(
    "is" "are" "was" "were" "got" "been" "gets" "be" "now" "it" "them" "officially" "just" "finally" "that" "they're" "he's"
    "she's" "we're"
);
const OBJECTS: &[&str] = list!("the" "a" "an" "their" "his" "her" "all" "new" "some");

/// What a quote or a pitch may be of besides the account.
const QUOTED_THINGS: &[&str] =
    list!("premium" "price" "rate" "limit" "deductible" "bonds" "bond" "cyber" "umbrella");

/// A stage in a sentence and how firmly it is meant.
struct Hit {
    stage: &'static str,
    first: usize,
    after: usize,
    ordered: bool,
}

/// Reads the stage that is ordered ("mark as bound") or told ("we pitched it").
pub(super) fn read(request: &mut Request<'_>) -> Step {
    let hits = hits(request);
    let named = STAGES
        .iter()
        .any(|stage| stage.told.iter().any(|told| request.has(&[told])));
    if named && request.has(&["if"]) && request.has(CONDITIONAL) {
        return Err(Stop::Ask(format!(
            "That is only supposed. What should change for {} now?",
            request.state.name
        )));
    }
    if both_ends(request) {
        return Err(Stop::Ask("Which stage is meant: Bound or Lost?".to_owned()));
    }
    let (real, unreal): (Vec<Hit>, Vec<Hit>) = hits.into_iter().partition(|hit| {
        !request.negated(hit.first) && !is_supposed(request, hit) && !is_almost(request, hit)
    });
    if let (Some(hit), true) = (unreal.first(), real.is_empty()) {
        let order = hit.ordered || matches!(request.word(hit.first), "bind" | "submit");
        // "They have not signed, so do not mark it" tells something; "don't mark it" alone does not.
        let told = request.negated(hit.first) && request.clause_start(hit.first) > 0;
        if order && !told && !orders_elsewhere(request, hit.first) {
            let question = format!(
                "That is not an order for now. Tell me when {} is {}; nothing was changed.",
                request.state.name, hit.stage
            );
            return Err(Stop::Ask(question));
        }
    }
    if real.is_empty() {
        nostage::read(request)?;
        if offer::read(request) {
            return Ok(());
        }
    }
    let ordered: Vec<&Hit> = real.iter().filter(|hit| hit.ordered).collect();
    let chosen = if ordered.is_empty() {
        told(&real)?
    } else {
        one(request, &ordered)?
    };
    if let Some(hit) = chosen {
        let span = request.span(hit.first, hit.after);
        let rule = if hit.ordered {
            "a stage that is ordered"
        } else {
            "a stage that is told"
        };
        request.stage = Some(hit.stage.to_owned());
        if !is_renewals(request, hit) {
            request.change("stage", Value::String(hit.stage.to_owned()), rule, span);
        }
    }
    Ok(())
}

/// "The renewal came in at 9,900" of an account that is bound: it has a new price, and is bound still.
fn is_renewals(request: &Request<'_>, hit: &Hit) -> bool {
    request.state.stage.as_deref() == Some("Bound")
        && hit.stage == "Quoted"
        && !hit.ordered
        && (request.sentence_start(hit.first)..hit.first)
            .any(|at| request.word(at) == "renewal" && !request.mentions(at))
}

/// "Almost bound", "has to be bound first", and what others think it should be.
fn is_almost(request: &Request<'_>, hit: &Hit) -> bool {
    let nearly = list!("almost" "nearly" "practically" "virtually" "basically" "close" "half" "far" "nowhere");
    let start = request
        .clause_start(hit.first)
        .max(hit.first.saturating_sub(3));
    wish::is_thought(request, hit.first)
        || !hit.ordered && demand::is_still_to_be(request, hit.first)
        || unreal::is_open(request, hit.first)
        || !hit.ordered && is_of_another_time(request, hit)
        || hit.ordered && unreal::is_for_later(request, hit.first, hit.after)
        // "As good as bound".
        || request.back(hit.first, 1) == "as" && request.back(hit.first, 2) == "good"
        || (start..hit.first).any(|at| nearly.contains(&request.word(at)) && !request.mentions(at))
}

/// "Will be bound on Friday", "was lost last year": it is not so today.
fn is_of_another_time(request: &Request<'_>, hit: &Hit) -> bool {
    unreal::is_to_come(request, hit.first) || unreal::is_of_another_time(request, hit.first)
}

/// What we did was done, whatever the customer waits for; what is ordered or bound may hang on it.
fn is_supposed(request: &Request<'_>, hit: &Hit) -> bool {
    let ours = !hit.ordered && matches!(hit.stage, "Submitted" | "Quote Pitched");
    if ours {
        request.doubted(hit.first)
    } else {
        request.supposed(hit.first)
    }
}

/// "both lost and bound": an account can be one of them.
fn both_ends(request: &Request<'_>) -> bool {
    (0..request.tokens.len()).any(|at| {
        let joined = matches!(request.word(at + 1), "and" | "or");
        let pair = (request.word(at), request.word(at + 1 + usize::from(joined)));
        matches!(pair, ("bound", "lost") | ("lost", "bound")) && !request.negated(at)
    })
}

/// Words of what is only imagined: "if they were to sign, we'd have it bound".
const CONDITIONAL: &[&str] =
    list!("were" "we'd" "they'd" "he'd" "she'd" "i'd" "it'd" "would've" "would");

/// Whether another sentence orders something: "Don't mark it bound yet. Set the follow-up to Friday."
fn orders_elsewhere(request: &Request<'_>, at: usize) -> bool {
    let own = request.sentence_start(at)..request.sentence_end(at);
    let skipped = list!("just" "please" "instead" "only" "but" "and" "for" "now" "rather");
    (0..request.tokens.len()).any(|place| {
        let first = request.tokens[place].starts_sentence && !own.contains(&place);
        let verb =
            (place..request.tokens.len()).find(|next| !skipped.contains(&request.word(*next)));
        first && verb.is_some_and(|verb| UPDATE_VERBS.contains(&request.word(verb)))
    })
}

/// The only stage ordered, or the last after a correction.
fn one<'a>(request: &Request<'_>, ordered: &[&'a Hit]) -> Result<Option<&'a Hit>, String> {
    let Some(last) = ordered.last() else {
        return Ok(None);
    };
    let others = ordered.iter().any(|hit| hit.stage != last.stage);
    let corrected = (ordered[0].after..last.first).any(|at| {
        matches!(
            request.word(at),
            "no" | "sorry" | "actually" | "rather" | "wait" | "instead"
        )
    });
    if others && !corrected {
        return Err(format!(
            "Which stage is meant: {} or {}?",
            ordered[0].stage, last.stage
        ));
    }
    Ok(Some(last))
}

/// The furthest stage told; bound and lost at once is a contradiction.
fn told(real: &[Hit]) -> Result<Option<&Hit>, String> {
    let named = |stage: &str| real.iter().any(|hit| hit.stage == stage);
    if named("Bound") && named("Lost") {
        return Err("Which stage is meant: Bound or Lost?".to_owned());
    }
    Ok(real.iter().max_by_key(|hit| rank(hit.stage)))
}

fn hits(request: &Request<'_>) -> Vec<Hit> {
    let mut found: Vec<Hit> = Vec::new();
    let mut at = 0;
    while at < request.tokens.len() {
        match hit_at(request, at) {
            Some(hit) => {
                at = hit.after;
                found.push(hit);
            }
            None => at += 1,
        }
    }
    found
}

/// The longest stage that starts at this word.
fn hit_at(request: &Request<'_>, at: usize) -> Option<Hit> {
    let called = STAGES.iter().flat_map(|stage| {
        stage
            .called
            .iter()
            .map(move |phrase| (stage.name, *phrase, true))
    });
    let told = STAGES.iter().flat_map(|stage| {
        stage
            .told
            .iter()
            .map(move |phrase| (stage.name, *phrase, false))
    });
    let hits = called.chain(told).filter_map(|(stage, phrase, ordered)| {
        let after = request.phrase_at(at, phrase)?;
        let fits = if ordered {
            is_ordered(request, at)
                && request.of_the_account(after)
                && !is_date(request, phrase, at)
        } else {
            is_told(request, stage, phrase, at, after) && !is_theirs(request, at)
        };
        fits.then_some(Hit {
            stage,
            first: at,
            after,
            ordered,
        })
    });
    hits.max_by_key(|hit| (hit.after, hit.ordered))
}

/// "Set the renewal for Birch Cafe to June 15": the day is set, and not the stage.
fn is_date(request: &Request<'_>, phrase: &str, at: usize) -> bool {
    let article = usize::from(matches!(request.back(at, 1), "the" | "a" | "their"));
    let put = matches!(
        request.back(at, 1 + article),
        "to" | "into" | "as" | "in" | "under" | "stage" | "status"
    );
    let end = request.sentence_end(at);
    let dated = request
        .dates
        .iter()
        .any(|date| (at..end).contains(&date.first));
    // "Drop cyber at renewal" says when.
    let when = list!("at" "on" "upon" "before" "after" "until" "by").contains(&request.back(at, 1));
    phrase == "renewal" && (dated && !put || when)
}

/// "Birch Cafe's landlord got a quote": somebody beside the account.
pub(super) fn is_theirs(request: &Request<'_>, at: usize) -> bool {
    let start = request.clause_start(at);
    let end = (at..request.tokens.len())
        .find(|place| request.mentions(*place) && !request.mentions(place + 1))
        .map_or(at, |last| (last + 2).min(request.clause_end(at)));
    let own = subject::is_of_somebody(request, at);
    own || (start + 1..end.max(at)).any(|place| {
        let who = list!(
            "landlord" "neighbor" "neighbour" "tenant" "supplier" "vendor" "contractor" "sister" "brother" "parent" "competitor"
            "cousin" "wife" "husband" "son" "daughter" "customer" "customers" "client"
        );
        request.tokens[place - 1].possessive && who.contains(&request.word(place))
    })
}

/// "…, app received.", "… Lost.": a clause that has nothing but a stage in it.
fn stands_alone(request: &Request<'_>, at: usize) -> bool {
    let small = list!("so" "it" "is" "now" "please" "pls" "thx" "thanks" "status" "stage" "to" "they're" "officially" "and");
    let (start, end) = (request.clause_start(at), request.clause_end(at));
    let stage = |from: usize| {
        STAGES
            .iter()
            .flat_map(|stage| stage.called)
            .filter_map(|phrase| request.phrase_at(from, phrase))
            .max()
    };
    let Some(after) = stage(at).filter(|after| *after <= end) else {
        return false;
    };
    let whole = |place: usize| {
        request.text[..request.tokens[place].start]
            .trim_end()
            .ends_with(['.', '!', ',', ';', '-', ':'])
    };
    let alone = (start..at)
        .chain(after..end)
        .all(|place| small.contains(&request.word(place)));
    start > 0 && alone && whole(start)
}

/// The last word before a stage that orders something to be put somewhere.
fn order_verb(request: &Request<'_>, at: usize) -> Option<usize> {
    const SET: &[&str] = list!(
        "mark" "set" "move" "put" "change" "update" "switch" "make" "flag" "advance" "push" "marked" "moved" "back"
        "progress" "mv" "bump" "log" "close" "call" "consider" "treat" "list" "record" "show" "enter" "file" "start" "send"
        "restart" "return" "bring" "kick" "flip" "place" "drop" "tag" "code" "class" "stick"
        "reset"
    );
    let start = request.sentence_start(at);
    (start..at).rev().find(|place| {
        // "Tell the file": no order to file something.
        let noun = matches!(
            request.back(*place, 1),
            "the" | "a" | "an" | "their" | "our" | "my"
        );
        let under_way = *place == start && is_changing(request.word(start));
        // "Frank is back and signed": back to a stage is an order, and back again is none.
        let returned = request.word(*place) == "back"
            && !list!("to" "at" "in" "into" "on" "as" "under").contains(&request.word(place + 1));
        !returned && !noun && (SET.contains(&request.word(*place)) || under_way)
    })
}

/// After "mark … as", "move … to", "stage:", or between "and" in such an order.
fn is_ordered(request: &Request<'_>, at: usize) -> bool {
    if stands_alone(request, at) || demand::is_due(request, at) {
        return true;
    }
    let before = request.back(at, 1);
    let goes =
        matches!(before, "to" | "into") && matches!(request.back(at, 2), "goes" | "go" | "going");
    let labelled = goes
        || matches!(before, "stage" | "status")
        || (matches!(before, "is" | "now" | "to" | "please" | "as")
            && (matches!(request.back(at, 2), "stage" | "status")
                || matches!(request.back(at, 3), "stage" | "status")));
    let verb = order_verb(request, at);
    let Some(verb) = verb else { return labelled };
    let other_object = (verb..at).any(|place| {
        matches!(
            request.word(place),
            "premium"
                | "carrier"
                | "phone"
                | "email"
                | "follow"
                | "note"
                | "coverage"
                | "coverages"
                | "date"
                | "contact"
        )
    });
    let links = matches!(
        before,
        "as" | "to"
            | "into"
            | "in"
            | "it"
            | "them"
            | "this"
            | "now"
            | "stage"
            | "status"
            | "back"
            | "that"
            | "the"
            | "and"
            | "or"
            | "no"
            | "at"
            | "under"
    ) || (at > 0 && request.mentions(at - 1))
        || request.tokens[at].after_break;
    let from = matches!(before, "from") || (before == "the" && request.back(at, 2) == "from");
    // "…, set Renewal Due": the stage right behind the verb, and nothing after it.
    let directly = verb + 1 == at
        && list!("set" "mark" "flag" "make").contains(&before)
        && request.tokens[at].capital;
    labelled || ((links || directly) && !from && !other_object)
}

/// "a quote from another agent": somebody else's doing.
pub(super) fn speaks_of_rivals(request: &Request<'_>, at: usize) -> bool {
    (request.sentence_start(at)..request.sentence_end(at)).any(|place| {
        let other =
            list!("another" "other" "competing" "different" "rival").contains(&request.word(place));
        let who = list!("agent" "agency" "broker" "brokerage" "producer")
            .contains(&request.word(place + 1));
        // "Their brother's agency".
        let theirs = place > 0
            && request.tokens[place - 1].possessive
            && !request.mentions(place - 1)
            && list!("agent" "agency" "broker" "brokerage").contains(&request.word(place));
        other && who
            || theirs
            || list!("competitor" "competitors" "elsewhere").contains(&request.word(place))
    })
}

/// The account itself was renewed and was due for it; permits and licenses are renewed too.
fn is_renewal(request: &Request<'_>, at: usize) -> bool {
    let before = request.back(at, 1);
    let whole = at > 0 && request.mentions(at - 1)
        || PASSIVE.contains(&before)
        || matches!(before, "has" | "they" | "she" | "he");
    request.state.stage.as_deref() == Some("Renewal Due") && whole
}

/// Whether several words mean a stage with the one that follows: who went with another plumber is not lost.
fn says_enough(request: &Request<'_>, phrase: &str, after: usize) -> bool {
    if phrase.ends_with(" at") && subject::is_foreign(request, after) {
        return false;
    }
    let own = !phrase.ends_with("lost") || request.of_the_account(after);
    let ours = !phrase.ends_with("a quote") || request.quote_is_ours(after);
    if !own || !ours {
        return false;
    }
    let next = request.word(after);
    let rival = list!("agent" "agency" "broker" "brokerage" "carrier" "insurer" "producer" "quote" "offer" "proposal");
    if phrase.ends_with(" another") {
        return rival.contains(&next);
    }
    !(phrase.ends_with("elsewhere") && list!("for" "to" "on" "with").contains(&next))
}

/// "bound with her cousin's agency": with somebody who is no carrier of ours.
fn placed_elsewhere(request: &Request<'_>, after: usize) -> bool {
    // "Bound with a June 1 start".
    let dated = request
        .dates
        .iter()
        .any(|date| date.first <= after + 2 && date.first > after);
    let with = matches!(request.word(after), "with" | "through") && !dated;
    with && !request
        .tokens
        .get(after + 1)
        .is_some_and(|token| token.capital)
        && list!("somebody" "someone" "another" "a" "his" "her" "their" "other" "others" "one")
            .contains(&request.word(after + 1))
}

/// Whether the words report that the stage was reached, and not something else that they can mean.
fn is_told(request: &Request<'_>, stage: &str, phrase: &str, at: usize, after: usize) -> bool {
    // What another agent quoted is not ours.
    let theirs = matches!(stage, "Quoted" | "Quote Pitched") && speaks_of_rivals(request, at);
    if theirs || request.noted(at) {
        return false;
    }
    let next = request.word(after);
    // "That lead is dead": the account was not named.
    let dead = phrase == "is dead";
    let whole = list!("it" "deal" "account" "one" "renewal" "they").contains(&request.back(at, 1));
    if dead && !whole && !(at > 0 && request.mentions(at - 1)) {
        return false;
    }
    if phrase.contains(' ') {
        return says_enough(request, phrase, after);
    }
    if !request.of_the_account(after) || placed_elsewhere(request, after) {
        return false;
    }
    let before = request.back(at, 1);
    if phrase == "renewed" {
        return is_renewal(request, at);
    }
    let ends = after >= request.tokens.len()
        || request.tokens[after].after_break
        || request.tokens[after].starts_sentence;
    let opens = request.tokens[at].starts_sentence || request.tokens[at].after_break;
    let passive = PASSIVE.contains(&before);
    let about_it = request.tokens.get(after).is_some() && request.mentions(after)
        || matches!(next, "it" | "them" | "this");
    let named = at > 0 && request.mentions(at - 1);
    match stage {
        "Lost" if subject::is_a_thing(request, at) => false,
        "Lost" => {
            let object = subject::is_loss_of_the_account(request, after);
            passive || about_it || (ends && (opens || named)) || object
        }
        "Submitted" => {
            let ours = matches!(before, "we" | "i") || opens;
            let papers = is_of_papers(request, after);
            let theirs = matches!(next, "the" | "their" | "his" | "her") && !ours && !passive;
            !papers && !theirs && (passive || ours || about_it || next == "to" || (named && ends))
        }
        "Quoted" | "Quote Pitched" => {
            let things = QUOTED_THINGS.contains(&next) || next == "in";
            before != "the" && !things && !subject::is_of_a_name(request, after)
        }
        "Bound" => {
            let verb = phrase == "bind";
            let ordered = opens
                || matches!(
                    before,
                    "please" | "to" | "and" | "so" | "pls" | "us" | "let's" | "then"
                );
            (!verb || ordered) && !matches!(next, "to" | "by" | "accounts") && before != "the"
        }
        "Application Received" => true,
        _ => passive || ends,
    }
}

/// What customers submit are papers; what is submitted is the account's file.
fn is_of_papers(request: &Request<'_>, after: usize) -> bool {
    let file = list!("file" "account" "application" "submission" "risk");
    OBJECTS.contains(&request.word(after)) && !file.contains(&request.word(after + 1))
}
