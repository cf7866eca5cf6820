//! Which passages answer a question, and whether any does.

use std::collections::HashMap;

use super::ask::{Ask, Wanted, asks};
use super::channel::Only;
use super::outcomes::{lost_by, step_told, tells_move, undecided};
use super::passages::{Passage, passages};
use super::people::people_named;
use super::reckon::{span_of, timeline};
use super::stretch::{Evidence, quoted, window};
use super::unanswered::is_lacking;
use super::values::{Known, carries};
use super::{Nearness, Question};
use crate::book::{Book, Source};
use crate::state::AccountState;
use crate::text::{stem, words};
use crate::words::{alike, is_stopword};

/// Words that every message of a brokerage may have; they weigh little.
const GENERIC: &[&str] = list!(
    "coverage" "policy" "insurance" "quote" "carrier" "business" "company" "customer" "client" "premium" "price"
    "program" "account" "insurer" "offer" "proposal" "market" "carrier" "broker"
);
/// How much a word of the question counts that the file never has: it may be the asker's own word for something.
const UNSEEN: f64 = 0.6;
pub(super) struct Corpus<'a> {
    pub(super) passages: &'a [Passage],
    weights: HashMap<String, f64>,
    rarest: f64,
    pub(super) known: Known<'a>,
    people: Vec<String>,
    /// The messages with the first and the last price.
    priced: Option<(usize, usize)>,
}

/// What the file has on a question.
pub(super) enum Finding {
    /// The passages that answer it, the best of each part first.
    Told(Vec<Evidence>),
    /// Somebody asked the same, and nobody answered.
    Open(Evidence),
    Nothing,
}

/// Looks for the passages that answer a question.
pub(super) fn find(
    question: &Question<'_>,
    account: &AccountState,
    sources: &[Source],
    book: &Book,
    nearness: &dyn Nearness,
) -> Finding {
    let all = passages(sources);
    let priced = timeline(account, sources);
    let mut corpus = Corpus::of(&all, account, book);
    corpus.people = people_named(question, account);
    corpus.priced = span_of(&priced);
    let only = Only::of(question, account, sources);
    let mut places: Vec<usize> = Vec::new();
    let mut open: Option<usize> = None;
    let mut moved = None;
    let steps = priced.len() > 1;
    for mut part in asks(question, account) {
        if part.wanted == Wanted::Change && !steps {
            part.wanted = Wanted::Money;
        }
        if undecided(&part, account) {
            continue;
        }
        let fits: Vec<Option<f64>> = (0..all.len())
            .map(|at| corpus.likeness(&part, at, question, nearness))
            .zip(&all)
            .map(|(fit, passage)| fit.filter(|_| only.holds(passage)))
            .collect();
        let news = part.asks_only_news();
        let unanswered = corpus.unanswered(&part, &fits).filter(|_| !news);
        let told = match (corpus.in_its_time(&part, question), unanswered) {
            (Some(at), _) => vec![at],
            (None, Some(at)) => {
                let reply = corpus.reply(&part, at);
                open = open.or(Some(at).filter(|_| reply.is_none()));
                reply.into_iter().collect()
            }
            (None, None) => corpus.best(&part, &fits),
        };
        if told.is_empty() && steps {
            let way = part.moved;
            places.extend(way.and_then(|way| step_told(way, account, sources, &all)));
        }
        places.extend(told);
        places.extend(lost_by(&part, account, &all));
        moved = moved.or(part.moved);
    }
    if let Some(way) = moved
        && !steps
    {
        places.retain(|at| tells_move(&all[*at], way));
    }
    if places.is_empty() {
        places.extend(moved.and_then(|way| step_told(way, account, sources, &all)));
    }
    only.keep(&mut places, &all);
    found(&all, places, open)
}

fn found(all: &[Passage], places: Vec<usize>, open: Option<usize>) -> Finding {
    let evidence = quoted(all, places);
    match (evidence.is_empty(), open) {
        (false, _) => Finding::Told(evidence),
        (true, Some(at)) => Finding::Open(window(all, at)),
        (true, None) => Finding::Nothing,
    }
}

impl<'a> Corpus<'a> {
    /// All that was written and said, with how rare each word is. Nobody and no price is looked for yet.
    fn of(passages: &'a [Passage], account: &AccountState, book: &'a Book) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "a count of passages")]
        let rarest = (1.0 + passages.len() as f64).ln();
        Self {
            weights: weights(passages),
            rarest,
            passages,
            known: Known {
                carriers: &book.carriers,
                names: known_names(account, book),
            },
            people: Vec::new(),
            priced: None,
        }
    }
}

impl Corpus<'_> {
    /// The passages that answer a part, the best first, and a later one that may supersede them.
    fn best(&self, part: &Ask, fits: &[Option<f64>]) -> Vec<usize> {
        let all = self.passages;
        if part.asks_only_news() {
            let last = all
                .iter()
                .rposition(|passage| passage.line > 0 && !passage.asks);
            return last.into_iter().collect();
        }
        if part.about_asking && part.focus.iter().all(|(term, _)| is_lacking(term)) {
            return self.outstanding();
        }
        let mut scored: Vec<(f64, usize)> = (0..all.len())
            .filter_map(|at| fits[at].map(|score| (score, at)))
            .filter(|(_, at)| self.tells(part, *at))
            .collect();
        scored.sort_by(|left, right| right.0.total_cmp(&left.0));
        // Notes are short and share much with a question; they stand beside what was written, never instead of it.
        let written = scored.iter().find(|(_, at)| !all[*at].noted);
        let best = written.or(scored.first()).map_or(0.0, |(best, _)| *best);
        let mut kept: Vec<usize> = Vec::new();
        for (score, at) in scored {
            let same = kept.iter().any(|other| {
                all[*other].group == all[at].group
                    && all[*other].source == all[at].source
                    && other.abs_diff(at) < 3
            });
            let full = kept.iter().filter(|other| !all[**other].noted).count() >= 4;
            if score >= best * 0.42 && !same && !full {
                kept.push(at);
            }
        }
        if let Some(newest) = kept.iter().map(|at| all[*at].source).max() {
            kept.extend(self.superseding(part, newest));
        }
        kept
    }

    /// Whether a passage says what is so, with a value of the kind that is asked for.
    pub(super) fn tells(&self, part: &Ask, at: usize) -> bool {
        let passage = &self.passages[at];
        let silent = passage.asks && !self.answered(at) || passage.open && !part.yes_no;
        // Whether somebody agreed is told by a refusal too.
        let lacks = part.yes_no
            && passage.noted
            && passage.lacks()
            && part.deed.as_ref().is_some_and(|deed| is_lacking(deed));
        let speaks = |passage: &Passage, deed: &String| {
            passage.does(deed, &part.focus)
                || alike(deed, &stem("agree")) && fit(&passage.stems, &stem("decline")) > 0.0
        };
        let done = lacks
            || part.deed.as_ref().is_none_or(|deed| {
                speaks(passage, deed) || self.around(at).any(|other| speaks(other, deed))
            });
        !part.focus.is_empty()
            && (!silent || part.about_asking)
            && done
            && self.names_sum(part, at)
            && (part.wanted != Wanted::Change || self.on_the_way(passage.source))
            && carries(part, passage, &self.known)
    }

    /// Whether a passage or what stands beside it speaks of the sum that is asked for by its name.
    fn names_sum(&self, part: &Ask, at: usize) -> bool {
        let passage = &self.passages[at];
        part.named_sum.iter().all(|term| {
            fit(&passage.stems, term) > 0.0
                || self.around(at).any(|other| fit(&other.stems, term) > 0.0)
        })
    }

    /// How much a passage and what stands around it have of what a part is about, or `None` if too little.
    fn likeness(
        &self,
        part: &Ask,
        at: usize,
        question: &Question<'_>,
        nearness: &dyn Nearness,
    ) -> Option<f64> {
        let passage = &self.passages[at];
        let around: Vec<&Passage> = self
            .around(at)
            .filter(|other| {
                let answered = other.speaker != passage.speaker && other.line > 0;
                !other.open || answered || part.yes_no || part.about_asking
            })
            .collect();
        let (score, coverage) = self.shared(part, passage, &around);
        // A frequency is rare enough to say what it is of with few words.
        let often = part.wanted == Wanted::Often && carries(part, passage, &self.known);
        let valued = part.wanted != Wanted::Text && !often || part.names_thing;
        let exact = matches!(part.wanted, Wanted::Name | Wanted::Code);
        let absent = |head: &String| {
            !self.seen(head) || exact && !generic(head) && !self.weights.contains_key(head)
        };
        // "How many still need one" is told by what they need.
        let lacking = part.wanted == Wanted::Count && part.about_asking;
        // The thing asked for is named nowhere on file.
        if valued && !lacking && part.head.as_ref().is_some_and(absent) {
            return None;
        }
        // Who did what the file never speaks of is not on file.
        if part.doing.as_ref().is_some_and(|doing| !self.seen(doing)) {
            return None;
        }
        if !self.has_figures(part, at) || part.earlier && !speaks_of_before(passage) {
            return None;
        }
        let spoken = self
            .people
            .iter()
            .any(|person| passage.speaker.contains(person.as_str()));
        let least = match part.wanted {
            // What was asked needs less to be recognised than what is so.
            Wanted::Text if part.yes_no && passage.asks => 0.34,
            Wanted::Text if part.yes_no => 0.48,
            Wanted::Text if spoken => 0.2,
            Wanted::Text | Wanted::Figure | Wanted::Change => 0.34,
            Wanted::Often if often => 0.34,
            Wanted::Count if lacking => 0.3,
            _ => 0.45,
        };
        if coverage < least {
            return None;
        }
        let recent = f64::from(u32::try_from(passage.source).unwrap_or(0)) * 0.05;
        let near = nearness.score(question.text, &passage.text);
        // What somebody says weighs more in their own words; what they only ask does not.
        let voiced = spoken && (!passage.asks || part.about_asking);
        Some(score * (0.5 + coverage) + if voiced { 1.0 } else { 0.0 } + recent + near * 3.0)
    }

    /// How much of what a part is about a passage shares with what stands around it: by weight, and as a share of all.
    fn shared(&self, part: &Ask, passage: &Passage, around: &[&Passage]) -> (f64, f64) {
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
        (score, covered / whole)
    }

    /// A sum or a year in the question has to stand in the passage or beside it: another one answers another question.
    fn has_figures(&self, part: &Ask, at: usize) -> bool {
        let passage = &self.passages[at];
        let asked = part.focus.iter().filter(|(term, share)| {
            let value = term
                .strip_prefix('#')
                .and_then(|value| value.parse::<f64>().ok());
            *share >= 1.0 && value.is_some_and(|value| value >= 1000.0)
        });
        asked.into_iter().all(|(term, _)| {
            passage.stems.contains(term)
                || self.around(at).any(|other| other.stems.contains(term))
                || *term == format!("#{}", passage.year)
        })
    }

    pub(super) fn seen(&self, term: &str) -> bool {
        generic(term)
            || self.weights.contains_key(term)
            || self.weights.keys().any(|known| alike(known, term))
    }

    /// Rare words weigh more, and words that no passage has most: what they stand for is not on file.
    pub(super) fn weight(&self, term: &str) -> f64 {
        let share = match (generic(term), self.seen(term)) {
            (true, _) => 0.35,
            (false, true) => 1.0,
            (false, false) => UNSEEN,
        };
        self.weights.get(term).copied().unwrap_or(self.rarest) * share
    }

    /// A later passage with the thing asked for and a value of its kind: it may be what holds now.
    fn superseding(&self, part: &Ask, newest: usize) -> Option<usize> {
        let head = part.head.as_ref().filter(|_| {
            matches!(
                part.wanted,
                Wanted::Count | Wanted::Money | Wanted::Date | Wanted::Figure
            )
        })?;
        let says = |at: usize| {
            let passage = &self.passages[at];
            let figure = carries(part, passage, &self.known);
            passage.source > newest
                && passage.line > 0
                && !passage.asks
                && (!passage.open || part.about_asking)
                && (fit(&passage.stems, head) > 0.0
                    || part
                        .focus
                        .iter()
                        .take(3)
                        .any(|(term, _)| passage.stems.contains(term) && !generic(term)))
                && figure
        };
        (0..self.passages.len()).rev().find(|at| says(*at))
    }

    /// What moved a price was written from the message with the first one to that with the last.
    fn on_the_way(&self, source: usize) -> bool {
        self.priced
            .is_none_or(|(first, last)| (first..=last).contains(&source))
    }

    /// What lends a passage its topic: the sentences beside it in a paragraph, the turns beside it in a call unless they ask
    /// for the next thing, and the clauses of the summary that speak of the same.
    fn around(&self, at: usize) -> impl Iterator<Item = &Passage> {
        let passage = &self.passages[at];
        let beside = |other: usize| {
            self.passages
                .get(other)
                .filter(|other| other.group == passage.group && other.source == passage.source)
        };
        let before = beside(at.wrapping_sub(1))
            .filter(|before| !before.asks || before.speaker != passage.speaker);
        let after = beside(at + 1).filter(|next| !next.asks);
        let summary = self.passages.iter().filter(move |other| {
            other.source == passage.source
                && other.line == 0
                && !std::ptr::eq(*other, passage)
                && shares(other, passage)
        });
        before.into_iter().chain(after).chain(summary)
    }
}

/// Whether two passages have a word of weight or a figure in common.
fn shares(left: &Passage, right: &Passage) -> bool {
    left.stems.iter().any(|term| {
        (term.len() > 3 || term.starts_with('#'))
            && !is_stopword(term)
            && right.stems.contains(term)
    })
}

/// Words of the names that are on file: the account's, its people's and the brokerage's.
fn known_names(account: &AccountState, book: &Book) -> Vec<String> {
    let people = account.contacts.iter().map(|contact| &contact.name);
    account
        .names()
        .map(words)
        .chain(people.map(|name| words(name)))
        .chain(book.staff.iter().map(|name| words(name)))
        .flatten()
        .collect()
}

/// "up from", "last year", "the expiring policy": it has something to say of an earlier time.
fn speaks_of_before(passage: &Passage) -> bool {
    let past = list!(
        "last" "previous" "prior" "expiring" "from" "was" "were" "against" "had" "paid" "before" "current" "now" "until"
    );
    passage
        .stems
        .iter()
        .any(|own| past.iter().any(|word| stem(word) == *own))
}

pub(super) fn generic(term: &str) -> bool {
    GENERIC.iter().any(|word| stem(word) == term)
}

/// 1.0 for the word itself, less for another word of the same meaning.
pub(super) fn fit(stems: &[String], term: &str) -> f64 {
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
