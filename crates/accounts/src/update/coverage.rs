use serde_json::Value;

use super::request::Request;
use super::{Step, Stop, part, terms, unreal};
use crate::text;
use crate::words::COVERAGES;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Add,
    Drop,
}

/// A line of insurance in the sentence.
struct Line {
    name: String,
    first: usize,
    after: usize,
}

/// Reads lines that are added or dropped.
pub(super) fn read(request: &mut Request<'_>) -> Step {
    let mut lines = lines(request);
    lines.retain(|line| !is_of_a_part(request, line));
    let mut list = request.state.coverage_types.clone();
    let mut span: Option<(usize, usize)> = None;
    for line in &lines {
        let pointed = pointed_at(request, line, lines.len())
            .filter(|to| lines.iter().all(|other| is_pointed(request, other, *to)));
        let Some(way) = pointed.or_else(|| way(request, line)) else {
            continue;
        };
        let unreal = request.negated(line.first)
            || request.supposed(line.first)
            || unreal::is_open(request, line.first)
            || unreal::is_to_come(request, line.first)
            || terms::is_at_renewal(request, line.first);
        if pointed.is_none() && unreal {
            continue;
        }
        let held = list
            .iter()
            .position(|held| same(held, &line.name))
            .or_else(|| only_with(&list, &line.name).filter(|_| way == Way::Drop));
        match (way, held) {
            (Way::Add, None) => list.push(line.name.clone()),
            (Way::Add, Some(_)) => request.already(),
            (Way::Drop, Some(place)) => {
                list.remove(place);
            }
            (Way::Drop, None) => {
                return Err(Stop::Ask(format!(
                    "{} is not among the coverages of {}. Which one should go?",
                    line.name, request.state.name
                )));
            }
        }
        let (start, end) = request.span(line.first, line.after);
        span = Some(span.map_or((start, end), |(first, _)| (first, end)));
    }
    if let Some(line) = lines.iter().find(|line| is_over_another(request, line)) {
        return Err(Stop::Ask(format!(
            "Is that about all of {}, or only about a part of it? Say which lines come or go for {}.",
            line.name, request.state.name
        )));
    }
    if let Some(span) = span {
        let list = Value::Array(list.into_iter().map(Value::String).collect());
        request.change(
            "coverage_types",
            list,
            "a line of insurance that is added or dropped",
            span,
        );
    }
    Ok(())
}

/// "Remove umbrella over auto": which of the lines goes, or what of it, is not said.
fn is_over_another(request: &Request<'_>, line: &Line) -> bool {
    let link = list!("over" "above" "atop" "beyond" "versus" "vs" "than")
        .contains(&request.word(line.after));
    let article = usize::from(matches!(request.word(line.after + 1), "the" | "their"));
    link && line_at(request, line.after + 1 + article).is_some() && way(request, line).is_some()
}

/// "Drop the bond" of an account with a Janitorial Bond: the only line that has the last word of the name.
fn only_with(list: &[String], name: &str) -> Option<usize> {
    let last = text::words(name).pop()?;
    let mut fits = (0..list.len()).filter(|place| text::words(&list[*place]).contains(&last));
    let place = fits.next()?;
    fits.next().is_none().then_some(place)
}

/// Names of lines in the sentence: those on file first, then those that every desk knows, then "add Flood to the coverages".
fn lines(request: &Request<'_>) -> Vec<Line> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < request.tokens.len() {
        match line_at(request, at) {
            Some(line) => {
                at = line.after;
                found.push(line);
            }
            None => at += 1,
        }
    }
    if found.is_empty() {
        found.extend(unheard_of(request));
    }
    found
}

fn line_at(request: &Request<'_>, at: usize) -> Option<Line> {
    let held = request
        .state
        .coverage_types
        .iter()
        .map(|held| (held.as_str(), held.as_str()));
    let known = COVERAGES.iter().flat_map(|(name, others)| {
        std::iter::once((*name, *name)).chain(others.iter().map(move |other| (*name, *other)))
    });
    let best = held
        .chain(known)
        .filter_map(|(name, phrase)| request.phrase_at(at, phrase).map(|after| (after, name)))
        .max_by_key(|(after, _)| *after)?;
    let (after, name) = best;
    // The account's own spelling of the line is the one to use.
    let own = request
        .state
        .coverage_types
        .iter()
        .find(|held| same(held, name));
    Some(Line {
        name: own.cloned().unwrap_or_else(|| name.to_owned()),
        first: at,
        after,
    })
}

/// "The umbrella limit", "the GL and auto deductibles": a part of the line is spoken of.
fn is_of_a_part(request: &Request<'_>, line: &Line) -> bool {
    let mut after = line.after;
    // "Drop GL, the cyber deductible is 5,000": a comma may end what is said of the first.
    let broken = |at: usize| {
        request
            .tokens
            .get(at)
            .is_some_and(|token| token.after_break)
    };
    while let Some(next) = joined(request, after).filter(|_| !broken(after)) {
        after = next.after;
    }
    part::follows(request, after)
}

/// Whether a line is named right before a place: "umbrella premium", "flood carrier".
pub(super) fn ends_at(request: &Request<'_>, at: usize) -> bool {
    (at.saturating_sub(4)..at)
        .any(|first| line_at(request, first).is_some_and(|line| line.after == at))
}

/// Whether a line is named at a place.
pub(super) fn begins_at(request: &Request<'_>, at: usize) -> bool {
    line_at(request, at).is_some()
}

/// The line that stands right behind another one: "GL and auto".
fn joined(request: &Request<'_>, after: usize) -> Option<Line> {
    let link = usize::from(matches!(request.word(after), "and" | "or"));
    let article = usize::from(matches!(request.word(after + link), "the" | "their"));
    line_at(request, after + link + article)
}

/// Whether nothing else is said of a line than what an order about all of them says.
fn is_pointed(request: &Request<'_>, line: &Line, to: Way) -> bool {
    way(request, line).is_none_or(|way| way == to)
}

/// "No umbrella after all, take it out", "they want cyber and crime, please add both": an order about the lines named before.
fn pointed_at(request: &Request<'_>, line: &Line, lines: usize) -> Option<Way> {
    (line.after..request.tokens.len()).find_map(|at| {
        let it = match request.word(at + 1) {
            "it" | "that" | "this" => lines == 1,
            "both" => lines == 2,
            "them" | "these" | "those" => lines > 1,
            _ => false,
        };
        // What is wished for before is ordered here, unless the order hangs on something.
        let open = request.negated(at)
            || wished(request, at)
            || request.hangs(at)
            // "…, drop it to 2M": its limit.
            || part::moves_to_a_sum(request, at + 2);
        if !it || open || request.hangs(line.first) {
            return None;
        }
        match request.word(at) {
            "add" | "include" | "attach" | "put" if kept_as_note(request, at) => None,
            "add" | "include" | "attach" => Some(Way::Add),
            "put" if matches!(request.word(at + 2), "on" | "in" | "back") => Some(Way::Add),
            "remove" | "drop" | "delete" | "cancel" | "strike" | "cut" | "kill" | "scrap"
            | "ditch" => Some(Way::Drop),
            "take" | "pull" if matches!(request.word(at + 2), "out" | "off") => Some(Way::Drop),
            _ => None,
        }
    })
}

/// "put that in the notes", "add that to the Birch Cafe file": what was said is to be kept, not a line to be added.
fn kept_as_note(request: &Request<'_>, at: usize) -> bool {
    (at..request.clause_end(at)).any(|place| {
        list!("note" "notes" "file" "record" "records" "log" "history" "writing")
            .contains(&request.word(place))
    })
}

/// Whether the words before or after say that the line comes or goes.
fn way(request: &Request<'_>, line: &Line) -> Option<Way> {
    const ADD: &[&str] = list!("add" "adds" "adding" "include" "added" "attach" "wants" "put");
    const DROP: &[&str] = list!(
        "remove" "drop" "delete" "cancel" "dropped" "removed" "removing" "dropping" "drops" "removes" "strike" "cut" "exclude"
        "take" "takes" "deleted" "kill" "killed" "scrap" "scrapped" "ditch" "ditched" "nix" "axe" "scratch" "knock" "lose" "cross" "eliminate" "eliminated"
    );
    let start = request
        .clause_start(line.first)
        .min(line.first)
        .max(line.first.saturating_sub(8));
    // "add Cyber, Umbrella and Crime": a list goes on over its commas.
    let start = if request.tokens[line.first].after_break {
        request
            .sentence_start(line.first)
            .max(line.first.saturating_sub(10))
    } else {
        start
    };
    let mut replaced = None;
    for at in (start..line.first).rev() {
        let word = request.word(at);
        if matches!(word, "note" | "contact" | "phone" | "email") || part::is_part(word) {
            return None;
        }
        match word {
            "instead" if request.word(at + 1) == "of" => return Some(Way::Drop),
            "with" | "by" => replaced = Some(Way::Add),
            // "swap A for B": B comes.
            "for"
                if (start..at)
                    .any(|verb| matches!(request.word(verb), "swap" | "trade" | "exchange")) =>
            {
                replaced = Some(Way::Add);
            }
            "replace" | "swap" | "replaced" | "trade" | "exchange" => {
                return Some(replaced.unwrap_or(Way::Drop));
            }
            "wants" => {
                return None;
            }
            "take" | "takes" | "knock" | "lose" | "cross" if !off(request, line) => return None,
            "put" if !matches!(request.word(line.after), "on" | "back") => return None,
            "longer" if request.back(at, 1) == "no" => return Some(Way::Drop),
            // What somebody wants added or dropped is not so yet.
            _ if (DROP.contains(&word) || ADD.contains(&word)) && wished(request, at) => {
                return None;
            }
            _ if DROP.contains(&word) => {
                return (!is_target(request, at, line, false)).then_some(Way::Drop);
            }
            _ if ADD.contains(&word) => {
                return (!is_target(request, at, line, true)).then_some(Way::Add);
            }
            _ => {}
        }
    }
    passive(request, line).or_else(|| moving(request, line))
}

/// "Remove Joe from auto and comp": what a verb puts on a line or takes off it. A list of lines goes together.
fn is_target(request: &Request<'_>, verb: usize, line: &Line, adds: bool) -> bool {
    let first = (verb + 1..line.first)
        .find(|at| {
            line_at(request, *at).is_some_and(|one| {
                let mut after = one.after;
                while let Some(next) = joined(request, after).filter(|_| after < line.after) {
                    after = next.after;
                }
                after == line.after
            })
        })
        .unwrap_or(line.first);
    part::is_target(request, verb, first, adds)
}

/// "Crop is coming off Birch Farm", "cyber goes on the policy": the line itself comes or goes.
fn moving(request: &Request<'_>, line: &Line) -> Option<Way> {
    // A list of lines goes together.
    let mut at = line.after;
    while let Some(next) = line_at(request, at + usize::from(request.word(at) == "and")) {
        at = next.after;
    }
    let before = request.back(line.first, 1);
    let own = request.clause_start(line.first) == line.first
        || request.tokens[line.first].after_break
        || list!("the" "their" "his" "her" "its" "and" "so" "that").contains(&before);
    let helped = usize::from(matches!(request.word(at), "is" | "are"));
    let goes = list!("coming" "comes" "come" "came" "goes" "going" "go" "went")
        .contains(&request.word(at + helped));
    let place = at + helped + 1;
    let way = match request.word(place) {
        "off" => Way::Drop,
        "on" => Way::Add,
        _ => return None,
    };
    let of_it = |at: usize| {
        let article =
            usize::from(list!("the" "their" "of" "at" "for" "from").contains(&request.word(at)));
        let at = at + article;
        at < request.tokens.len() && request.mentions(at)
            || list!("policy" "account" "program" "package" "schedule").contains(&request.word(at))
    };
    let ends = request
        .tokens
        .get(place + 1)
        .is_none_or(|token| token.after_break || token.starts_sentence);
    (own && goes && (of_it(place + 1) || ends && way == Way::Drop)).then_some(way)
}

/// "the umbrella was added", "cyber has been dropped".
fn passive(request: &Request<'_>, line: &Line) -> Option<Way> {
    let next = (line.after..line.after + 4).map(|at| request.word(at));
    // "have cyber added", "get the umbrella dropped".
    let caused = |steps: usize| matches!(request.back(line.first, steps), "have" | "get" | "needs");
    let mut told = caused(1) || caused(2);
    for word in next {
        match word {
            "is" | "was" | "has" | "been" | "coverage" | "are" | "were" | "gets" | "policy" => {
                told = true
            }
            "limit" | "deductible" | "quote" | "claim" => return None,
            "added" if told => return Some(Way::Add),
            "dropped" | "removed" | "cancelled" | "canceled" if told => return Some(Way::Drop),
            _ => return None,
        }
    }
    None
}

fn wished(request: &Request<'_>, at: usize) -> bool {
    request.back(at, 1) == "to"
        && matches!(
            request.back(at, 2),
            "wants"
                | "want"
                | "like"
                | "likes"
                | "plans"
                | "hopes"
                | "thinking"
                | "considering"
                | "wanted"
        )
}

fn off(request: &Request<'_>, line: &Line) -> bool {
    (line.after..line.after + 3).any(|at| matches!(request.word(at), "off" | "out"))
        || (line.first.saturating_sub(3)..line.first)
            .any(|at| matches!(request.word(at), "off" | "out"))
}

/// "add Flood to the coverages", "add Kidnap and Ransom coverage".
fn unheard_of(request: &Request<'_>) -> Option<Line> {
    if !request.has(list!("coverage" "coverages" "line" "lines")) {
        return None;
    }
    let verb = request
        .tokens
        .iter()
        .position(|token| matches!(token.norm.as_str(), "add" | "include"))?;
    let first = verb + 1;
    let length = request
        .tokens
        .get(first..)?
        .iter()
        .take_while(|token| token.capital || token.norm == "and")
        .count();
    let follows = matches!(request.word(first + length), "to" | "coverage" | "for");
    let part = (first..first + length).any(|at| part::is_part(request.word(at)));
    if length == 0 || !follows || part || request.mentions(first) {
        return None;
    }
    let (start, end) = request.span(first, first + length);
    Some(Line {
        name: request.text[start..end].to_owned(),
        first,
        after: first + length,
    })
}

/// The same line under two of its names.
pub(crate) fn same(left: &str, right: &str) -> bool {
    canonical(left) == canonical(right)
}

/// The full name of a line, in plain words.
pub(crate) fn canonical(line: &str) -> String {
    let plain = text::plain(line);
    COVERAGES
        .iter()
        .find(|(name, others)| {
            text::plain(name) == plain || others.iter().any(|other| text::plain(other) == plain)
        })
        .map_or(plain, |(name, _)| text::plain(name))
}
