//! "Rename Birch Cafe to Alder Cafe", "Birch Cafe is now called Alder Cafe": the account gets a new name and keeps the old one among
//! its former ones.

use serde_json::Value;

use super::request::Request;
use super::{Step, Stop, wish};
use crate::dialogue::Caution;
use crate::text;
use crate::words::{COMPANY_ENDINGS, LEGAL_ENDINGS, STAGES};

/// How a new name is told.
struct Told {
    /// Where the new name begins.
    first: usize,
    /// Whether the words can mean nothing else: "is now called" can, of a dog or of a person.
    certain: bool,
}

/// Reads a new name of the account itself.
pub(super) fn read(request: &mut Request<'_>) -> Step {
    if takes_anothers(request) {
        return Err(Stop::Ask(format!(
            "{} is an account already. Which account should be renamed, and to what?",
            request.state.name
        )));
    }
    let Some(told) = ordered(request).or_else(|| reported(request)) else {
        return Ok(());
    };
    let Some(end) = name_end(request, told.first) else {
        return Err(Stop::Ask(format!(
            "What should {} be called?",
            request.state.name
        )));
    };
    let (start, stop) = request.span(told.first, end);
    let name = request.text[start..stop].to_owned();
    if request.negated(told.first) || request.supposed(told.first) || is_open(request, told.first) {
        return Ok(());
    }
    let held = request
        .state
        .names()
        .any(|own| text::plain(own) == text::plain(&name));
    let current = text::plain(&request.state.name) == text::plain(&name);
    if current {
        request.already();
        return Ok(());
    }
    let asks = request.desk.caution == Caution::Asks && (!told.certain || held);
    if asks {
        return Err(Stop::Agree(format!(
            "Should {} be renamed to {name}?",
            request.state.name
        )));
    }
    let rule = "a new name of the account";
    request.change("name", Value::String(name), rule, (start, stop));
    Ok(())
}

/// "Rename the old shop to Birch Cafe": the account stands where the new name should.
fn takes_anothers(request: &Request<'_>) -> bool {
    let verb = (0..request.tokens.len()).find(|at| request.word(*at) == "rename");
    verb.is_some_and(|verb| {
        let to = (verb + 1..request.tokens.len()).find(|at| request.word(*at) == "to");
        let first = (0..request.tokens.len()).find(|at| request.mentions(*at));
        to.zip(first).is_some_and(|(to, first)| first == to + 1)
    })
}

/// "Rename Birch Cafe to", "change the name of Birch Cafe to", "change Birch Cafe's name to".
fn ordered(request: &Request<'_>) -> Option<Told> {
    let verb = (0..request.tokens.len()).find(|at| {
        !request.mentions(*at)
            && list!("rename" "change" "update" "correct" "fix" "switch" "set" "renamed" "changed" "retitle").contains(&request.word(*at))
    })?;
    let renames = matches!(request.word(verb), "rename" | "renamed" | "retitle");
    let to = (verb + 1..request.tokens.len())
        .find(|at| matches!(request.word(*at), "to" | "as" | "into") && !request.mentions(*at))?;
    let mut own = verb + 1..to;
    let named = own.clone().any(|at| request.mentions(at));
    // What stands between is the account, and nothing else that has a name: "rename the contact Ana at Birch Cafe to".
    let only = own.clone().all(|at| {
        request.mentions(at)
            || list!("the" "account" "name" "of" "for" "company" "its" "their" "legal" "business" "from" "it" "client" "file")
                .contains(&request.word(at))
    });
    let about = own.any(|at| request.word(at) == "name" && !request.mentions(at));
    let by_itself =
        (0..verb).any(|at| request.mentions(at)) && about && request.word(verb) != "set";
    let passive = request.word(verb) == "renamed" && (0..verb).any(|at| request.mentions(at));
    let fits = only && ((renames || about) && named || by_itself || passive);
    fits.then_some(Told {
        first: to + 1,
        certain: true,
    })
}

/// "Birch Cafe is now called Alder Cafe", "goes by", "rebranded as", "the new name of Birch Cafe is", "is now Alder Cafe LLC".
fn reported(request: &Request<'_>) -> Option<Told> {
    let last = (0..request.tokens.len()).rfind(|at| request.mentions(*at))?;
    let whose = request.tokens[last].possessive;
    let behind: Vec<&str> = (last + 1..request.tokens.len().min(last + 7))
        .map(|at| request.word(at))
        .collect();
    let small = |word: &&&str| {
        list!("has" "have" "just" "officially" "recently" "since" "also" "they").contains(*word)
    };
    let skipped = behind.iter().take_while(small).count();
    let at = last + 1 + skipped;
    let (length, certain) = match &behind[skipped..] {
        ["is", "now", "called" | "named", ..] if !whose => (3, true),
        ["now", "is" | "are" | "goes", "called" | "named" | "by", ..] if !whose => (3, true),
        ["is", "now", "known", "as", ..] if !whose => (4, true),
        ["is", "now", "going", "by", ..] if !whose => (4, true),
        ["is", "being" | "now", "renamed", ..] if !whose => (3, true),
        ["was" | "got", "renamed", "to" | "as", ..] if !whose => (3, true),
        ["was" | "got" | "been", "renamed", ..] if !whose => (2, true),
        ["rebranded" | "rebrands", "as" | "to", ..] if !whose => (2, true),
        ["renamed", "itself" | "themselves", ..] if !whose => (2, true),
        ["goes" | "going", "by", ..] if !whose && request.has(&["now"]) => (2, true),
        ["new", "name", "is" | "will", ..] | ["name", "is", "now", ..] if whose => (3, true),
        ["name", "change", "to", ..] if !whose => (3, true),
        ["is", ..] if is_new_name_of(request, last) => (1, true),
        ["is", "now", ..] if !whose && request.has(&["name"]) && request.has(&["change"]) => {
            (2, false)
        }
        // Only a name as companies have one: "is now Bound" is a stage, "is now Ana" nobody knows.
        ["is", "now", ..] if !whose && is_company(request, at + 2) => (2, false),
        _ => return None,
    };
    let own = whose || is_subject(request, last);
    own.then_some(Told {
        first: at + length,
        certain,
    })
}

/// "The new name of Birch Cafe is".
fn is_new_name_of(request: &Request<'_>, last: usize) -> bool {
    let first = (0..=last)
        .rev()
        .take_while(|at| request.mentions(*at))
        .last()
        .unwrap_or(last);
    let before = (
        request.back(first, 3),
        request.back(first, 2),
        request.back(first, 1),
    );
    matches!(before, ("new", "name", "of" | "for"))
}

/// Whether the account is what the clause is about: "the dog at Birch Cafe is now called Rex" is not.
fn is_subject(request: &Request<'_>, last: usize) -> bool {
    let first = (0..=last)
        .rev()
        .take_while(|at| request.mentions(*at))
        .last()
        .unwrap_or(last);
    let start = request.clause_start(first);
    is_new_name_of(request, last)
        || (start..first).all(|at| {
            list!("the" "client" "account" "so" "fyi" "and" "our" "company" "hey" "please" "note" "that" "update" "customer" "insured" "just")
                .contains(&request.word(at))
        })
}

/// Where the name ends that begins here; nothing if none does.
fn name_end(request: &Request<'_>, first: usize) -> Option<usize> {
    let begins = request
        .tokens
        .get(first)
        .is_some_and(|token| token.capital || token.is_number());
    if !begins {
        return None;
    }
    let goes_on = |at: &usize| {
        let token = &request.tokens[*at];
        let joins = list!("and" "of" "the" "for" "at" "in" "by").contains(&token.norm.as_str())
            && request
                .tokens
                .get(at + 1)
                .is_some_and(|next| next.capital && !next.after_break);
        let legal = LEGAL_ENDINGS.contains(&token.norm.as_str()) && !token.starts_sentence;
        // "St. Croix" and "J. Park" go on behind their full stop.
        let short = *at > first
            && request.tokens[at - 1].end - request.tokens[at - 1].start <= 2
            && token.capital;
        let apart = token.after_break && *at > first && !legal && !short;
        !apart
            && (token.capital || token.is_number() || joins || legal)
            && !list!("effective" "as" "please" "now" "thanks").contains(&token.norm.as_str())
    };
    let end = first + (first..request.tokens.len()).take_while(goes_on).count();
    let stage = STAGES
        .iter()
        .flat_map(|stage| stage.called)
        .any(|called| request.phrase_at(first, called) == Some(end));
    (end > first && !stage).then_some(end)
}

fn is_company(request: &Request<'_>, first: usize) -> bool {
    name_end(request, first).is_some_and(|end| {
        let last = request.word(end - 1);
        let own = !(first..end).all(|at| request.mentions(at));
        own && end > first + 1 && (LEGAL_ENDINGS.contains(&last) || COMPANY_ENDINGS.contains(&last))
    })
}

/// What somebody wants, plans or says is no new name yet.
fn is_open(request: &Request<'_>, first: usize) -> bool {
    let open = list!(
        "will" "wants" "want" "plans" "planning" "considering" "thinking" "hopes" "going" "used" "formerly" "previously" "was"
        "says" "said" "thinks" "asked" "asks" "rumor" "heard" "supposedly" "apparently" "next" "soon" "should"
    );
    let start = request.sentence_start(first);
    wish::is_wished(request, first)
        || request.noted(first)
        || (start..first).any(|at| {
            let word = request.word(at);
            let ours = word == "was" && matches!(request.word(at + 1), "renamed")
                || word == "going" && request.word(at + 1) == "by";
            open.contains(&word) && !request.mentions(at) && !ours
        })
}
