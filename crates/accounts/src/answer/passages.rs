//! Sources cut into sentences and turns that can be found and cited.

use super::evidence::fit;
use super::idioms::implied;
use super::{NOTES, open};
use crate::book::Source;
use crate::numbers::{Number, Unit, numbers};
use crate::text::{Token, stem, tokens};

/// A sentence of an email or a text message, or a turn of a call.
#[derive(Debug, Clone)]
pub(crate) struct Passage {
    /// The source, by its place among the account's.
    pub(crate) source: usize,
    /// The line in the source's text, from 1; 0 for its summary.
    pub(crate) line: usize,
    pub(crate) text: String,
    pub(super) stems: Vec<String>,
    /// Passages with the same number belong together: a paragraph, or a call.
    pub(super) group: usize,
    pub(crate) speaker: String,
    /// A question or a request: it says what somebody wants to know, not what is so.
    pub(super) asks: bool,
    /// It has somebody ask a third: "ask them if that will do".
    pub(super) relays: bool,
    /// It says that something is not there or not decided yet.
    pub(super) open: bool,
    /// Somebody was asked and will see.
    pub(super) deferred: bool,
    /// It says what somebody would like: that it came so is not said.
    pub(super) wishes: bool,
    /// It says whose word is awaited.
    pub(super) awaits: bool,
    /// The year in which it was written or said.
    pub(super) year: i16,
    /// From the notes of the account, not from a message.
    pub(super) noted: bool,
}

impl Passage {
    /// Whether it asks, wishes or puts off, and so says nothing that is so.
    pub(crate) fn is_uncertain(&self) -> bool {
        self.asks || self.open || self.deferred || self.wishes
    }

    /// "Loss runs missing.": it says that something is not there.
    pub(super) fn lacks(&self) -> bool {
        let lacking = list!("missing" "incomplete" "outstanding" "lacking" "overdue" "awaited");
        tokens(&self.text)
            .iter()
            .any(|token| lacking.contains(&token.norm.as_str()))
    }

    /// Whether it speaks of somebody doing this to something. What is payable was not paid, a payment plan pays nothing, and
    /// the installment that somebody asks about does not say that it was paid either.
    pub(super) fn does(&self, deed: &str, to: &[(String, f64)]) -> bool {
        const PLANS: &[&str] = list!("plan" "plans" "schedule" "terms" "option" "options" "due" "date" "deadline" "form" "forms");
        let owed =
            list!("bill" "invoice" "installment" "price" "premium" "cost" "quote" "number" "rate");
        let done_to = |said: &String| {
            to.iter().any(|(term, _)| term == said && term != deed)
                || deed == "pay" && owed.iter().any(|thing| stem(thing) == *said)
        };
        let fits = |stem: &&String| !done_to(stem) && fit(std::slice::from_ref(*stem), deed) > 0.0;
        let said = self.stems.iter().filter(fits).count();
        if said == 0 {
            return false;
        }
        let words = tokens(&self.text);
        let planned = |at: usize| {
            let word = words[at].norm.as_str();
            let next = words.get(at + 1).map_or("", |token| token.norm.as_str());
            word.ends_with("able") || word.ends_with("ible") || PLANS.contains(&next)
        };
        let only_planned = (0..words.len())
            .filter(|at| planned(*at))
            .map(|at| stem(&words[at].norm))
            .filter(|stem| fits(&stem))
            .count();
        said > only_planned
    }

    /// Whether it speaks of a number that names something.
    pub(super) fn names_a_code(&self) -> bool {
        let named = ["number", "no", "id", "vin", "serial", "ein"];
        self.stems.iter().any(|stem| named.contains(&stem.as_str()))
    }
}

/// Numbers as terms, so that "2%" and "two percent" are the same.
pub(super) fn figures(words: &[Token]) -> Vec<String> {
    let told = |number: &&Number| {
        number.unit != Unit::Ordinal && (number.unit != Unit::Bare || number.value >= 2.0)
    };
    numbers(words)
        .iter()
        .filter(told)
        .map(|number| {
            format!(
                "#{}{}",
                number.value,
                if number.unit == Unit::Percent {
                    "%"
                } else {
                    ""
                }
            )
        })
        .collect()
}

/// "D&O" and "E & O" as terms: their letters alone say nothing.
pub(super) fn lettered(words: &[Token]) -> Vec<String> {
    words
        .windows(3)
        .filter(|run| run[0].norm.len() == 1 && run[1].norm == "and" && run[2].norm.len() == 1)
        .map(|run| format!("{}&{}", run[0].norm, run[2].norm))
        .collect()
}

/// Every passage of the sources, in their order, the summary of each source first.
pub(crate) fn passages(sources: &[Source]) -> Vec<Passage> {
    let mut found = Vec::new();
    let mut group = 0;
    for (place, source) in sources.iter().enumerate() {
        let speaker = source.from.to_lowercase();
        let clauses = source.summary.split("; ");
        found.extend(clauses.map(|clause| passage(place, 0, clause, group, &speaker)));
        group += 1;
        for (line, text) in body(source) {
            if source.kind == "call" {
                let (name, said) = text.split_once(": ").unwrap_or(("", text));
                found.push(passage(place, line, said, group, &name.to_lowercase()));
            } else {
                found.extend(
                    sentences(text).map(|sentence| passage(place, line, sentence, group, &speaker)),
                );
                group += 1;
            }
        }
        group += 1;
    }
    for passage in &mut found {
        let source = &sources[passage.source];
        passage.year = source.date().year();
        passage.noted = source.kind == NOTES;
    }
    found.retain(|passage| !passage.stems.is_empty() && !is_courtesy(&passage.text));
    found
}

fn passage(source: usize, line: usize, text: &str, group: usize, speaker: &str) -> Passage {
    let text = text.trim();
    let lower = text.to_lowercase();
    let words = tokens(text);
    let settled = open::settles(&lower);
    let deferred = open::is_deferred(&lower);
    let asks = text.ends_with('?') || !settled && open::asks(&lower, &words);
    let mut stems: Vec<String> = words.iter().map(|token| stem(&token.norm)).collect();
    stems.extend(figures(&words));
    stems.extend(lettered(&words));
    stems.extend(implied(&words));
    Passage {
        source,
        line,
        text: text.to_owned(),
        stems,
        group,
        speaker: speaker.to_owned(),
        asks,
        relays: open::has_asked(&words),
        open: deferred || !settled && open::is_open(&lower),
        deferred,
        wishes: open::wishes(&lower),
        awaits: open::awaits(&lower),
        year: 0,
        noted: false,
    }
}

/// Sentences that stand in any message and say nothing of the account.
fn is_courtesy(text: &str) -> bool {
    const SAID: &[&str] = list!(
        "let me know if" "happy to help" "i appreciate" "thanks so much"
        "got a minute" "great, thank you" "thanks for calling" "looking forward"
    );
    let lower = text.to_lowercase();
    SAID.iter().any(|phrase| lower.contains(phrase)) && !open::is_deferred(&lower)
}

/// The lines that say something: no greeting, no signature, nothing quoted from an earlier message.
fn body(source: &Source) -> Vec<(usize, &str)> {
    const CLOSINGS: &[&str] = list!(
        "thanks" "thank you" "best" "best regards" "regards" "talk soon" "sincerely" "cheers" "kind regards"
        "warmly" "all the best" "many thanks"
    );
    let mut lines = Vec::new();
    for (place, line) in source.raw.lines().enumerate() {
        let plain = line.trim().trim_end_matches([',', '.', '!']).to_lowercase();
        if source.kind == "email" && place > 0 && CLOSINGS.contains(&plain.as_str()) {
            break;
        }
        let greeting = source.kind == "email"
            && place == 0
            && line.trim_end().ends_with(',')
            && line.split_whitespace().count() < 6;
        // The sender's name and the line under it are no part of what is said.
        let signature = source.kind == "email"
            && place > 0
            && (line.contains(" | ")
                || !plain.is_empty() && source.from.to_lowercase().contains(plain.as_str()));
        if !greeting && !signature && !plain.is_empty() && !line.starts_with('>') {
            lines.push((place + 1, line));
        }
    }
    lines
}

/// The sentences of a source, each turn of a call and the clauses of the summary among them.
pub(super) fn sentences_of(source: &Source) -> Vec<&str> {
    let clauses = source.summary.split("; ");
    let said = body(source)
        .into_iter()
        .flat_map(|(_, line)| sentences(line));
    clauses.chain(said).collect()
}

/// Sentences of a paragraph; a point after a title or within a number ends none.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        if rest.is_empty() {
            return None;
        }
        let end = rest
            .char_indices()
            .find(|(at, letter)| {
                let after = &rest[at + letter.len_utf8()..];
                let word = rest[..*at].rsplit(' ').next().unwrap_or("");
                matches!(letter, '.' | '!' | '?')
                    && (after.is_empty() || after.starts_with(' '))
                    && !matches!(word, "Dr" | "Mr" | "Mrs" | "Ms" | "St" | "Inc" | "Co")
            })
            .map_or(rest.len(), |(at, letter)| at + letter.len_utf8());
        let (sentence, after) = rest.split_at(end);
        rest = after;
        Some(sentence)
    })
}
