//! Which passages answer a question, and whether any does.

use std::collections::HashMap;

use super::passages::{Passage, figures, passages};
use super::{Nearness, Question};
use crate::book::Book;
use crate::dates::{self, Lean};
use crate::numbers::{self, Unit};
use crate::state::AccountState;
use crate::text::{Token, stem, tokens, words};
use crate::words::{alike, is_stopword};

/// What an answer has to have in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Anything,
    Count,
    Amount,
    Percent,
    Date,
    Year,
    Carrier,
}

/// A part of a question: "…, and when will they decide?" is the second of two.
struct Part {
    wanted: Wanted,
    /// Stems of the words that carry it; those borrowed from the part before count for less.
    focus: Vec<(String, f64)>,
    /// The first of them: what is asked for.
    head: Option<String>,
    /// Asks what somebody asked: then questions are evidence too.
    about_asking: bool,
    yes_no: bool,
}

/// A stretch of a source that answers.
#[derive(Debug, Clone)]
pub(super) struct Evidence {
    pub(super) source: usize,
    pub(super) line: usize,
    pub(super) text: String,
}

/// Words that every message of a brokerage may have; they weigh little.
const GENERIC: &[&str] = list!(
    "coverage" "policy" "insurance" "quote" "carrier" "business" "company" "customer" "client" "premium" "price"
    "program" "account" "insurer" "offer" "proposal"
);
/// Words that only ask for what is new.
const NEWS: &[&str] = list!(
    "change" "new" "going" "news" "latest" "matter" "happening" "update" "recent" "going"
);

struct Corpus<'a> {
    passages: &'a [Passage],
    weights: HashMap<String, f64>,
    rarest: f64,
    carriers: &'a [String],
    people: Vec<String>,
}

/// The passages that answer a question, the best of each part first, or `None` if the file does not have it.
pub(super) fn find(
    question: &Question<'_>,
    account: &AccountState,
    book: &Book,
    nearness: &dyn Nearness,
) -> Option<Vec<Evidence>> {
    let all = passages(book.sources(&account.id));
    let people = question
        .rest()
        .map(|(_, token)| token.norm.clone())
        .filter(|word| {
            account
                .contacts
                .iter()
                .any(|contact| words(&contact.name).contains(word))
        })
        .collect();
    #[expect(clippy::cast_precision_loss, reason = "a count of passages")]
    let rarest = (1.0 + all.len() as f64).ln();
    let corpus = Corpus {
        weights: weights(&all),
        rarest,
        passages: &all,
        carriers: &book.carriers,
        people,
    };
    let mut found: Vec<(f64, usize)> = Vec::new();
    for part in parts(question, account) {
        if part
            .focus
            .iter()
            .all(|(term, _)| NEWS.iter().any(|word| stem(word) == *term))
            && !part.focus.is_empty()
        {
            found.extend(
                all.iter()
                    .rposition(|passage| passage.line > 0 && !passage.asks)
                    .map(|at| (1.0, at)),
            );
            continue;
        }
        let mut scored: Vec<(f64, usize)> = (0..all.len())
            .filter_map(|at| {
                corpus
                    .score(&part, at, question, nearness)
                    .map(|score| (score, at))
            })
            .collect();
        scored.sort_by(|left, right| right.0.total_cmp(&left.0));
        let Some((best, _)) = scored.first().copied() else {
            continue;
        };
        let mut kept: Vec<(f64, usize)> = Vec::new();
        for (score, at) in scored {
            let same = kept.iter().any(|(_, other)| {
                all[*other].group == all[at].group
                    && all[*other].source == all[at].source
                    && other.abs_diff(at) < 3
            });
            if score >= best * 0.42 && !same && kept.len() < 4 {
                kept.push((score, at));
            }
        }
        let newest = kept
            .iter()
            .map(|(_, at)| all[*at].source)
            .max()
            .unwrap_or(0);
        kept.extend(corpus.superseding(&part, newest).map(|at| (0.0, at)));
        found.extend(kept);
    }
    if found.is_empty() {
        return None;
    }
    let mut evidence: Vec<Evidence> = Vec::new();
    for (_, at) in found {
        let next = window(&all, at);
        if !evidence
            .iter()
            .any(|other| other.source == next.source && other.text == next.text)
        {
            evidence.push(next);
        }
    }
    Some(evidence)
}

/// A passage with what stands around it: a short paragraph whole, the turns beside one of a call, and for a summary the best of
/// the message itself.
fn window(all: &[Passage], at: usize) -> Evidence {
    const LONGEST: usize = 110;
    let passage = &all[at];
    if passage.line == 0 {
        let body: Vec<&Passage> = all
            .iter()
            .filter(|other| other.source == passage.source && other.line > 0)
            .collect();
        let shared = |other: &&&Passage| {
            other
                .stems
                .iter()
                .filter(|term| term.len() > 3 && passage.stems.contains(term))
                .count()
        };
        return match body.iter().max_by_key(shared) {
            Some(best) => window(
                all,
                all.iter()
                    .position(|other| std::ptr::eq(other, *best))
                    .unwrap_or(at),
            ),
            None => Evidence {
                source: passage.source,
                line: 0,
                text: passage.text.clone(),
            },
        };
    }
    let group: Vec<usize> = (0..all.len())
        .filter(|other| all[*other].group == passage.group && all[*other].source == passage.source)
        .collect();
    let whole: usize = group.iter().map(|other| all[*other].stems.len()).sum();
    let near = |other: &&usize| whole <= LONGEST || (**other + 1 >= at && **other <= at + 2);
    let text = group
        .iter()
        .filter(near)
        .map(|other| all[*other].text.as_str())
        .collect::<Vec<_>>()
        .join(" ");
    Evidence {
        source: passage.source,
        line: passage.line,
        text,
    }
}

impl Corpus<'_> {
    /// How well a passage answers a part, or `None` if it does not.
    fn score(
        &self,
        part: &Part,
        at: usize,
        question: &Question<'_>,
        nearness: &dyn Nearness,
    ) -> Option<f64> {
        let passage = &self.passages[at];
        if part.focus.is_empty() || (passage.asks && !part.about_asking && !self.answered(at)) {
            return None;
        }
        let around: Vec<&Passage> = self
            .around(at)
            .filter(|other| {
                !other.asks
                    || part.about_asking
                    || other.source == passage.source && passage.speaker != other.speaker
            })
            .collect();
        let mut score = 0.0;
        let (mut covered, mut whole) = (0.0, 0.0);
        for (term, share) in &part.focus {
            let weight = self.weight(term) * share;
            whole += weight;
            let fit = fit(&passage.stems, term);
            let beside = around
                .iter()
                .map(|other| fit_or_zero(other, term))
                .fold(0.0, f64::max);
            let best = fit.max(beside * 0.6);
            covered += weight * fit.max(beside * 0.9).min(1.0);
            score += weight * best;
        }
        let coverage = covered / whole;
        // The thing asked for is named nowhere on file.
        if part.wanted != Wanted::Anything
            && part.head.as_ref().is_some_and(|head| !self.seen(head))
        {
            return None;
        }
        let spoken = self
            .people
            .iter()
            .any(|person| passage.speaker.contains(person.as_str()));
        let least = match part.wanted {
            Wanted::Anything if part.yes_no => 0.52,
            Wanted::Anything if spoken => 0.2,
            Wanted::Anything => 0.34,
            _ => 0.45,
        };
        if coverage < least || !self.has(part.wanted, at) {
            return None;
        }
        let recent = f64::from(u32::try_from(passage.source).unwrap_or(0)) * 0.05;
        let near = nearness.score(question.text, &passage.text);
        Some(score * (0.5 + coverage) + if spoken { 1.0 } else { 0.0 } + recent + near * 3.0)
    }

    fn seen(&self, term: &str) -> bool {
        GENERIC.iter().any(|word| stem(word) == term)
            || self.weights.contains_key(term)
            || self.weights.keys().any(|known| alike(known, term))
    }

    /// Rare words weigh more, and words that no passage has most: what they stand for is not on file.
    fn weight(&self, term: &str) -> f64 {
        let generic = GENERIC.iter().any(|word| stem(word) == term);
        let weight = self.weights.get(term).copied().unwrap_or(self.rarest);
        if generic { weight * 0.35 } else { weight }
    }

    /// A later passage with the thing asked for and a value of its kind: it may be what holds now.
    fn superseding(&self, part: &Part, newest: usize) -> Option<usize> {
        let head = part
            .head
            .as_ref()
            .filter(|_| matches!(part.wanted, Wanted::Count | Wanted::Amount | Wanted::Date))?;
        let says = |at: usize| {
            let passage = &self.passages[at];
            let figure = passage.stems.iter().any(|stem| stem.starts_with('#'))
                || part.wanted == Wanted::Date && self.has(Wanted::Date, at);
            passage.source > newest
                && passage.line > 0
                && !passage.asks
                && passage.stems.contains(head)
                && figure
        };
        (0..self.passages.len()).rev().find(|at| says(*at))
    }

    /// Passages before and after in the same paragraph or call, and the summary of the source.
    fn around(&self, at: usize) -> impl Iterator<Item = &Passage> {
        let passage = &self.passages[at];
        let near = [at.wrapping_sub(1), at + 1];
        let beside = near
            .into_iter()
            .filter_map(|other| self.passages.get(other))
            .filter(|other| other.group == passage.group);
        let summary = self
            .passages
            .iter()
            .filter(|other| other.source == passage.source && other.line == 0);
        beside.chain(summary)
    }

    /// A question in a call that somebody answered.
    fn answered(&self, at: usize) -> bool {
        let passage = &self.passages[at];
        self.passages.get(at + 1).is_some_and(|next| {
            next.group == passage.group && next.speaker != passage.speaker && !next.asks
        })
    }

    /// Whether the passage, or the answer beside it, has a value of the kind that is asked for.
    fn has(&self, wanted: Wanted, at: usize) -> bool {
        let passage = &self.passages[at];
        let beside = self
            .passages
            .get(at + 1)
            .filter(|next| next.group == passage.group)
            .map_or("", |next| next.text.as_str());
        let before = at
            .checked_sub(1)
            .and_then(|before| self.passages.get(before))
            .filter(|before| before.group == passage.group)
            .map_or("", |before| before.text.as_str());
        let text = format!("{before} {} {beside}", passage.text);
        let found = tokens(&text);
        let numbers = numbers::numbers(&found);
        match wanted {
            Wanted::Anything => true,
            Wanted::Count => {
                numbers
                    .iter()
                    .any(|number| matches!(number.unit, Unit::Bare | Unit::Ordinal))
                    || text.to_lowercase().contains("no ")
            }
            Wanted::Amount => numbers.iter().any(|number| {
                number.unit == Unit::Money || number.unit == Unit::Percent || number.value >= 100.0
            }),
            Wanted::Percent => {
                numbers.iter().any(|number| number.unit == Unit::Percent)
                    || ["half", "third", "quarter"]
                        .iter()
                        .any(|word| text.contains(word))
            }
            Wanted::Date => has_date(&text, &found),
            Wanted::Year => found.iter().any(|token| {
                token.norm.len() == 4
                    && token
                        .norm
                        .parse::<u16>()
                        .is_ok_and(|year| (1900..2100).contains(&year))
            }),
            Wanted::Carrier => self.carriers.iter().any(|carrier| {
                words(carrier).first().is_some_and(|first| {
                    found
                        .iter()
                        .any(|token| token.norm == *first && token.capital)
                })
            }),
        }
    }
}

fn has_date(text: &str, found: &[Token]) -> bool {
    let day = jiff::civil::date(2026, 1, 1);
    let named = dates::dates(text, found, day, Lean::Nearest);
    let season = dates::stretch(found, day);
    let spoken = list!(
        "week" "month" "monday" "tuesday" "wednesday" "thursday" "friday" "spring" "summer" "fall" "winter" "after"
        "until"
    );
    !named.is_empty()
        || season.is_some()
        || found
            .iter()
            .any(|token| spoken.contains(&token.norm.as_str()))
}

/// 1.0 for the word itself, less for another word of the same meaning.
fn fit(stems: &[String], term: &str) -> f64 {
    if stems.iter().any(|stem| stem == term) {
        return 1.0;
    }
    if stems.iter().any(|stem| alike(stem, term)) {
        0.6
    } else {
        0.0
    }
}

fn fit_or_zero(passage: &Passage, term: &str) -> f64 {
    fit(&passage.stems, term)
}

/// Rare words weigh more.
fn weights(all: &[Passage]) -> HashMap<String, f64> {
    let mut seen: HashMap<String, f64> = HashMap::new();
    for passage in all {
        let mut own: Vec<&String> = passage.stems.iter().collect();
        own.sort();
        own.dedup();
        for term in own {
            *seen.entry(term.clone()).or_default() += 1.0;
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "a count of passages")]
    let total = all.len() as f64;
    seen.into_iter()
        .map(|(term, count)| (term, (1.0 + total / count).ln()))
        .collect()
}

/// Splits a question at ", and what", and reads what each part wants.
fn parts(question: &Question<'_>, account: &AccountState) -> Vec<Part> {
    const OPENERS: &[&str] = list!("what" "when" "who" "how" "which" "where" "why" "whom" "whose");
    let mut cuts = vec![0];
    for at in 1..question.tokens.len() {
        let joined = question.word(at - 1) == "and" || question.tokens[at].after_break;
        if OPENERS.contains(&question.word(at)) && joined && at > 2 {
            cuts.push(at);
        }
    }
    cuts.push(question.tokens.len());
    let parts: Vec<Part> = cuts
        .windows(2)
        .map(|cut| part(question, account, cut[0], cut[1]))
        .collect();
    // A part of one word leans on the one before it: "and for what reason", "and when".
    let lead: Vec<(String, f64)> = parts
        .first()
        .map(|part| part.focus.clone())
        .unwrap_or_default();
    parts
        .into_iter()
        .map(|mut part| {
            if part.focus.len() < 3 {
                let borrowed = lead
                    .iter()
                    .filter(|(term, _)| !part.focus.iter().any(|(own, _)| own == term))
                    .map(|(term, _)| (term.clone(), 0.4));
                part.focus.extend(borrowed.collect::<Vec<_>>());
            }
            part
        })
        .collect()
}

fn part(question: &Question<'_>, account: &AccountState, from: usize, to: usize) -> Part {
    const EMPTY: &[&str] = list!(
        "reason" "date" "year" "amount" "figure" "thing" "things" "happens" "happened" "happen" "long" "far" "give"
        "gave" "correct" "first" "second" "time" "kind" "type" "number" "new" "find" "found" "mention" "mentioned"
        "last" "today" "share" "percentage" "percent" "size" "name" "many" "factor" "cause" "issue" "main" "big"
        "problem" "made" "make" "making" "finally" "originally"
    );
    let inside: Vec<&Token> = question
        .rest()
        .filter(|(at, _)| *at >= from && *at < to)
        .map(|(_, token)| token)
        .collect();
    let line = format!(
        " {} ",
        inside
            .iter()
            .map(|token| token.norm.as_str())
            .collect::<Vec<_>>()
            .join(" ")
    );
    let names: Vec<String> = account
        .contacts
        .iter()
        .flat_map(|contact| words(&contact.name))
        .collect();
    let terms = |strict: bool| -> Vec<String> {
        let mut terms: Vec<String> = inside
            .iter()
            .map(|token| token.norm.as_str())
            .filter(|word| {
                !is_stopword(word)
                    && !names.iter().any(|name| name == word)
                    && !(strict && EMPTY.contains(word))
                    && word.len() > 1
            })
            .map(stem)
            .collect();
        terms.extend(figures(
            &inside
                .iter()
                .map(|token| (*token).clone())
                .collect::<Vec<_>>(),
        ));
        terms.dedup();
        terms
    };
    let focus = Some(terms(true))
        .filter(|terms| !terms.is_empty())
        .unwrap_or_else(|| terms(false));
    let first = inside.first().map_or("", |token| token.norm.as_str());
    Part {
        wanted: wanted(&line),
        head: focus.first().cloned(),
        focus: focus.into_iter().map(|term| (term, 1.0)).collect(),
        about_asking: list!(
            " ask " " asked " " asking " " question " " waiting " " need " " want " " wants " " require "
            " request "
        )
        .iter()
        .any(|word| line.contains(word)),
        yes_no: matches!(
            first,
            "is" | "are" | "has" | "have" | "does" | "do" | "did" | "was" | "were" | "can" | "will"
        ),
    }
}

fn wanted(line: &str) -> Wanted {
    let says = |phrases: &[&str]| {
        phrases
            .iter()
            .any(|phrase| line.contains(&format!(" {phrase} ")))
    };
    if says(list!(
        "who insures" "which insurer" "current carrier" "current insurer" "insured with" "who is it with"
        "who provides" "who writes"
    )) {
        Wanted::Carrier
    } else if says(&["share", "percent", "percentage", "portion"]) {
        Wanted::Percent
    } else if says(&["what year", "which year", "year and model", "year and make"]) {
        Wanted::Year
    } else if says(&["how many"]) {
        Wanted::Count
    } else if says(list!(
        "when" "what date" "which date" "what day" "by when" "until when" "how soon" "which day"
    )) {
        Wanted::Date
    } else if says(list!(
        "how much" "what price" "what limit" "what amount" "how high" "worth" "what premium" "which premium"
        "what would the premium" "what deposit" "what fee" "commission"
    )) || early(line, "deductible")
    {
        Wanted::Amount
    } else {
        Wanted::Anything
    }
}

/// Whether a word is among the first of a part: then it is what is asked for.
fn early(line: &str, word: &str) -> bool {
    line.split_whitespace().take(6).any(|said| said == word)
}
